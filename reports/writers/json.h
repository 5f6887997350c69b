/* reports/writers/json.h: values and documents as every report writes them.
 *
 * Objects keep the order of their members; a figure that is missing is null with a `why`, never NaN
 * or infinity. jansson's setters refuse NULL, so that a value for which memory ran out is left out;
 * the document is told then. */
#ifndef NOC_REPORTS_WRITERS_JSON_H
#define NOC_REPORTS_WRITERS_JSON_H

#include <jansson.h>

#include "base/diag.h"
#include "design/design.h"
#include "reports/writers/sheet.h"

json_t *noc_json_text(const char *text); /* bytes that are no UTF-8 are replaced */
json_t *noc_json_real(double value);     /* null for NaN and infinity */
json_t *noc_json_count(uint64_t value);
json_t *noc_json_lines(const char *lines);  /* an array of texts, one for each line */
json_t *noc_json_setting(const char *text); /* a value as designs write it: number, text, list */
json_t *noc_json_tool(const noc_run *run);
json_t *noc_json_command(const noc_run *run); /* an array of the words of the command */
json_t *noc_json_run(const noc_run *run);     /* the command alone */

/* Writes a document and releases it. */
noc_status noc_json_write(FILE *out, json_t *json, noc_diag *diag);

#endif
