/* reports/drawings/page_frame.h: the frame of all HTML pages: head, styles, data and scripts, all
 * in the page, so that it needs nothing else and no network. */
#ifndef NOC_REPORTS_DRAWINGS_PAGE_FRAME_H
#define NOC_REPORTS_DRAWINGS_PAGE_FRAME_H

#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/embedded.h"

/* True if the pages' chart library was found when the program was built. */
bool noc_page_is_built(void);

/* NOC_EFAILED, and how to mend that, if the library was not found. */
noc_status noc_page_need_library(noc_diag *diag);

/* The text of the file among `parts`, ended by a NULL, whose name ends in `suffix`; "" if there is
 * none. */
const char *noc_page_part(const noc_embedded_file *parts, const char *suffix);

/* Writes a text in an element or in an attribute's quotes. */
void noc_page_text(FILE *out, const char *text);

/* Writes a page up to the body's first element: reports/page/base.css, then `css`. */
void noc_page_begin(FILE *out, const char *title, const char *css);

/* Writes the page's end: `json`, the data that its scripts read, the chart library,
 * reports/page/base.js, then `script`. A NULL for `json` is no data. */
void noc_page_end(FILE *out, const char *json, const char *script);

#endif
