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
