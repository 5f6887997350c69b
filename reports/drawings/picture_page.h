/* reports/drawings/picture_page.h: HTML pages with pictures, without scripts; the footer has the
 * command that made the page. */
#ifndef NOC_REPORTS_DRAWINGS_PICTURE_PAGE_H
#define NOC_REPORTS_DRAWINGS_PICTURE_PAGE_H

#include "reports/writers/sheet.h"

/* Writes a page up to the first paragraph. */
void noc_picture_page_begin(FILE *out, const char *title);

/* Writes a heading; the text is escaped. */
void noc_picture_page_heading(FILE *out, const char *text);
/* Writes a paragraph; the text is escaped. */
void noc_picture_page_paragraph(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes a sentence in large letters; nothing for "". */
void noc_picture_page_lead(FILE *out, const char *text);

/* Opens and closes the element around a picture's <svg>. `description`: alternative text for screen
 * readers. */
void noc_picture_page_open(FILE *out, const char *description);
void noc_picture_page_close(FILE *out);

/* Opens a folded report in the terminal's form: the caller writes the report to inner->sheet.
 * NOC_EFAILED: out of memory. */
noc_status noc_picture_page_fold(const noc_sheet *sheet, noc_inner_sheet *inner, noc_diag *diag);
/* Closes a folded report, and writes it below its heading `summary`. `status`: status of the
 * report; unless it is NOC_OK nothing is written. Returns `status`; NOC_EFAILED when out of
 * memory. */
noc_status noc_picture_page_unfold(FILE *out, const char *summary, noc_inner_sheet *inner,
                                   noc_status status, noc_diag *diag);

/* Writes the footer (version, commit, and the command of the run), and ends the page. */
void noc_picture_page_end(FILE *out, const noc_run_info *run);

#endif
