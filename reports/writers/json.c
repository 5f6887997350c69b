#include "reports/writers/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Makes a JSON text in UTF-8. If the text is no UTF-8 (a design's name may be any bytes), all bytes
 * beyond ASCII become '?'. */
json_t *noc_json_text(const char *text)
{
    json_t *string = json_string(text);
    if (string) return string;
    char *copy = strdup(text);
    if (!copy) return NULL;
    for (char *c = copy; *c; c++)
        if ((unsigned char)*c >= 0x80) *c = '?';
    string = json_string(copy);
    free(copy);
    return string;
}

json_t *noc_json_real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* Makes the JSON number of a count. Integers of readers, and of jansson, end at 2^63: larger counts
 * are reals. */
json_t *noc_json_count(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_real((double)value);
}

json_t *noc_json_lines(const char *lines)
{
    json_t *array = json_array();
    while (*lines) {
        const size_t length = strcspn(lines, "\n");
        json_array_append_new(array, json_stringn(lines, length));
        lines += length + (lines[length] == '\n');
    }
    return array;
}

/* Makes the JSON value of a setting in a design file, whose lists differ from JSON's only in
 * brackets. */
json_t *noc_json_setting(const char *text)
{
    char *copy = strdup(text);
    if (!copy) return NULL;
    for (char *c = copy; *c && *copy != '"'; c++) {
        if (*c == '(') *c = '[';
        if (*c == ')') *c = ']';
    }
    json_t *value = json_loads(copy, JSON_DECODE_ANY, NULL);
    free(copy);
    return value ? value : noc_json_text(text);
}

json_t *noc_json_tool(const noc_run_info *run)
{
    json_t *object = json_object();
    json_object_set_new(object, "version", noc_json_text(run->version));
    json_object_set_new(object, "commit", noc_json_text(run->commit));
    json_object_set_new(object, "calibration",
                        run->calibration ? noc_json_text(run->calibration) : json_null());
    return object;
}

json_t *noc_json_command(const noc_run_info *run)
{
    json_t *command = json_array();
    for (int i = 0; i < run->argc; i++) json_array_append_new(command, noc_json_text(run->argv[i]));
    return command;
}

json_t *noc_json_run(const noc_run_info *run)
{
    json_t *object = json_object();
    json_object_set_new(object, "command", noc_json_command(run));
    return object;
}

void noc_json_set_text(json_t *object, const char *name, const char *text)
{
    json_object_set_new(object, name, text ? noc_json_text(text) : json_null());
}

void noc_json_set_real(json_t *object, const char *name, double value)
{
    json_object_set_new(object, name, noc_json_real(value));
}

void noc_json_set_count(json_t *object, const char *name, uint64_t value)
{
    json_object_set_new(object, name, noc_json_count(value));
}

void noc_json_set_flag(json_t *object, const char *name, bool value)
{
    json_object_set_new(object, name, json_boolean(value));
}

json_t *noc_json_document(const noc_sheet *sheet, const char *schema)
{
    json_t *document = json_object();
    noc_json_set_text(document, "schema", schema);
    json_object_set_new(document, "tool", noc_json_tool(&sheet->run));
    return document;
}

noc_status noc_json_finish(const noc_sheet *sheet, json_t *document, noc_diag *diag)
{
    json_object_set_new(document, "run", noc_json_run(&sheet->run));
    return noc_json_write(sheet->out, document, diag);
}

noc_status noc_json_write_items(FILE *out, json_t *array, bool is_list, noc_diag *diag)
{
    if (is_list || json_array_size(array) != 1) return noc_json_write(out, array, diag);
    json_t *single = json_incref(json_array_get(array, 0));
    json_decref(array);
    return noc_json_write(out, single, diag);
}

/* Writes a document and releases it. A member without memory was left out; a missing document is
 * reported here. */
noc_status noc_json_write(FILE *out, json_t *json, noc_diag *diag)
{
    const size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(12);
    const bool is_written = json && json_dumpf(json, out, flags) == 0;
    json_decref(json);
    fputc('\n', out);
    return is_written ? NOC_OK : noc_fail_memory(diag);
}
