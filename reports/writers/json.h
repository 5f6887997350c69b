/* reports/writers/json.h: JSON values and documents of all reports.
 *
 * Objects keep the order of their members. A missing figure is null with a `why`, never NaN or
 * infinity. jansson's setters ignore NULL, so a value without memory is left out, and
 * noc_json_write reports it. */
#ifndef NOC_REPORTS_WRITERS_JSON_H
#define NOC_REPORTS_WRITERS_JSON_H

#include <jansson.h>

#include "base/diag.h"
#include "design/design.h"
#include "reports/writers/sheet.h"

/* Each function makes a new value, which the caller releases; NULL when out of memory. */
json_t *noc_json_text(const char *text);    /* '?' for bytes beyond ASCII if the text is no UTF-8 */
json_t *noc_json_real(double value);        /* null for NaN and infinity */
json_t *noc_json_count(uint64_t value);     /* real from 2^63 on */
json_t *noc_json_lines(const char *lines);  /* array of texts, one for each line */
json_t *noc_json_setting(const char *text); /* value as designs write it: number, text, list */
json_t *noc_json_tool(const noc_run_info *run);    /* object: version, commit, calibration */
json_t *noc_json_command(const noc_run_info *run); /* array of the words of the command */
json_t *noc_json_run(const noc_run_info *run);     /* object with the command alone */

/* Each function sets a member of an object, as the functions above make it; a NULL text is null. */
void noc_json_set_text(json_t *object, const char *name, const char *text);
void noc_json_set_real(json_t *object, const char *name, double value);
void noc_json_set_count(json_t *object, const char *name, uint64_t value);
void noc_json_set_flag(json_t *object, const char *name, bool value);

/* Makes a document with its first members, schema and tool. */
json_t *noc_json_document(const noc_sheet *sheet, const char *schema);
/* Ends a document with the member run, then noc_json_write. */
noc_status noc_json_finish(const noc_sheet *sheet, json_t *document, noc_diag *diag);

/* Writes an array as a document, or, unless `is_list`, its only element. Releases it. Status as of
 * noc_json_write. */
noc_status noc_json_write_items(FILE *out, json_t *array, bool is_list, noc_diag *diag);

/* Writes a document and releases it. NOC_EFAILED: `json` is NULL, a member was left out for lack of
 * memory, or writing failed. */
noc_status noc_json_write(FILE *out, json_t *json, noc_diag *diag);

#endif
