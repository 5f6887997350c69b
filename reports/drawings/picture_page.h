/* reports/drawings/picture_page.h: pages around pictures: no scripts, nothing from outside, and the
 * command that makes the page again. */
#ifndef NOC_REPORTS_DRAWINGS_PICTURE_PAGE_H
#define NOC_REPORTS_DRAWINGS_PICTURE_PAGE_H

#include "reports/writers/sheet.h"

/* Writes a page up to the first paragraph. */
void noc_picture_page_begin(FILE *out, const char *title);

/* Writes elements with a text, which is escaped. */
void noc_picture_page_heading(FILE *out, const char *text);
void noc_picture_page_say(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a sentence in large letters; nothing for "". */
void noc_picture_page_lead(FILE *out, const char *text);

/* Opens and closes the element around a picture's <svg>; `shows`: its words for readers who cannot
 * see the picture. */
void noc_picture_page_open(FILE *out, const char *shows);
void noc_picture_page_close(FILE *out);

/* Puts a picture that gnuplot has drawn; `shows`: its words for readers who cannot see the
 * picture. */
void noc_picture_page_plot(FILE *out, const char *svg, const char *shows);

/* Puts a report that is folded, as a terminal shows it: a caller writes the report to `inner`
 * between the two calls. `status` is the report's; nothing is put on the page unless it is
 * NOC_OK. */
noc_status noc_picture_page_fold(const noc_sheet *sheet, noc_inner_sheet *inner, noc_diag *diag);
noc_status noc_picture_page_unfold(FILE *out, const char *summary, noc_inner_sheet *inner,
                                   noc_status status, noc_diag *diag);

void noc_picture_page_end(FILE *out, const noc_run *run);

#endif
