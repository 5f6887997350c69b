/* reports/drawings/page_frame.h: frame of all HTML pages: head, styles, data and scripts, all in
 * one file without network access. */
#ifndef NOC_REPORTS_DRAWINGS_PAGE_FRAME_H
#define NOC_REPORTS_DRAWINGS_PAGE_FRAME_H

#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/embedded.h"

/* True if the program was built with the chart library. */
bool noc_page_has_library(void);

/* Fails without the chart library. NOC_EFAILED: the message has the remedy. */
noc_status noc_page_require_library(noc_diag *diag);

/* Returns the text of the first file in `parts` whose name ends in `suffix`; "" without one. A NULL
 * name ends `parts`. */
const char *noc_page_find_part(const noc_embedded_file *parts, const char *suffix);

/* Writes a text, escaped for an element or a quoted attribute. */
void noc_page_write_text(FILE *out, const char *text);

/* Writes a page up to the body's first element: styles of reports/page/base.css, then `css`. */
void noc_page_begin(FILE *out, const char *title, const char *css);

/* Writes the end of a page: the data `json` (NULL: no data), the chart library,
 * reports/page/base.js, then `script`. */
void noc_page_end(FILE *out, const char *json, const char *script);

#endif
