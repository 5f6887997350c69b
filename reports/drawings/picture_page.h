/* reports/drawings/picture_page.h: pages around pictures: no scripts, nothing from outside, and the
 * command that makes them again. */
#ifndef NOC_REPORTS_DRAWINGS_PICTURE_PAGE_H
#define NOC_REPORTS_DRAWINGS_PICTURE_PAGE_H

#include "reports/writers/sheet.h"

/* Up to the first paragraph. */
void noc_picture_page_begin(FILE *out, const char *title);

/* Elements with a text, which is escaped. */
void noc_picture_page_heading(FILE *out, const char *text);
void noc_picture_page_say(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A sentence in large letters; nothing where it is "". */
void noc_picture_page_lead(FILE *out, const char *text);

/* Around a picture's <svg>; `shows` is for those who cannot see it. */
void noc_picture_page_open(FILE *out, const char *shows);
void noc_picture_page_close(FILE *out);

/* The same for one that gnuplot has drawn. */
void noc_picture_page_plot(FILE *out, const char *svg, const char *shows);

/* What a report writes for a terminal, to be unfolded: into `inner`, between the two. `status` is
 * the report's; nothing is put on the page unless it is NOC_OK. */
noc_status noc_picture_page_fold(const noc_sheet *sheet, noc_inner_sheet *inner, noc_diag *diag);
noc_status noc_picture_page_unfold(FILE *out, const char *summary, noc_inner_sheet *inner,
                                   noc_status status, noc_diag *diag);

void noc_picture_page_end(FILE *out, const noc_run *run);

#endif
