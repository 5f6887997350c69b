/* reports/json_values.h: values and documents as reports/json.c writes them, for the files that add
 * their own objects. */
#ifndef NOC_REPORTS_JSON_VALUES_H
#define NOC_REPORTS_JSON_VALUES_H

#include <jansson.h>

#include "reports/report.h"

json_t *noc_json_text(const char *text); /* bytes that are no UTF-8 are replaced */
json_t *noc_json_real(double value);     /* null for NaN and infinity */
json_t *noc_json_tool(const noc_run *run);
json_t *noc_json_design(const noc_design *design);
json_t *noc_json_run(const noc_run *run); /* the command alone */
json_t *noc_json_estimate(const noc_run *run, const noc_estimate *estimate);
json_t *noc_json_changes(const noc_estimate *base, const noc_estimate *e); /* of every metric */
json_t *noc_json_lines(const char *lines);  /* an array of texts, one a line */
json_t *noc_json_setting(const char *text); /* a value as designs write it: number, text, list */

/* Writes a document and releases it. */
noc_status noc_json_write(FILE *out, json_t *json, noc_diag *diag);

#endif
