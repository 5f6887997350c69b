/* reports/picture_page.h: pages around pictures: no scripts, nothing from outside, and the command
 * that makes them again. */
#ifndef NOC_REPORTS_PICTURE_PAGE_H
#define NOC_REPORTS_PICTURE_PAGE_H

#include "reports/writers/sheet.h"

/* Up to the first paragraph. */
void noc_picture_page_begin(FILE *out, const char *title);

/* Elements with a text, which is escaped. */
void noc_picture_page_heading(FILE *out, const char *text);
void noc_picture_page_say(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Around a picture's <svg>; `shows` is for those who cannot see it. */
void noc_picture_page_open(FILE *out, const char *shows);
void noc_picture_page_close(FILE *out);

/* The same for one that gnuplot has drawn. */
void noc_picture_page_plot(FILE *out, const char *svg, const char *shows);

/* A text as the terminal shows it, to be unfolded. */
void noc_picture_page_verbatim(FILE *out, const char *summary, const char *text);

void noc_picture_page_end(FILE *out, const noc_run *run);

#endif
