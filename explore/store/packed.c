#include "explore/store/packed.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

noc_status noc_db_number_setting(noc_store *s, const char *name, int64_t *number, noc_diag *diag)
{
    const char *const parts[NOC_DB_PARTS] = {name};
    return noc_db_number_of(s, NOC_DB_SETTING, parts, number, diag);
}

/* Writes a JSON value as text and releases the value. */
static noc_status text_of(json_t *value, char **text, noc_diag *diag)
{
    *text = value ? json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    json_decref(value);
    return *text ? NOC_OK : noc_fail_memory(diag);
}

noc_status noc_db_pack_overrides(noc_store *s, const char *texts, char **numbers, noc_diag *diag)
{
    json_t *list = json_loads(texts, 0, NULL), *packed = json_array();
    noc_status status = NOC_OK;
    for (size_t i = 0; i < json_array_size(list) && status == NOC_OK; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        const char *const parts[NOC_DB_PARTS] = {text ? text : ""};
        int64_t id = 0;
        status = noc_db_number_of(s, NOC_DB_OVERRIDE, parts, &id, diag);
        json_array_append_new(packed, json_integer((json_int_t)id));
    }
    json_decref(list);
    *numbers = NULL;
    if (status == NOC_OK) return text_of(packed, numbers, diag);
    json_decref(packed);
    return status;
}

noc_status noc_db_pack_settings(noc_store *s, const char *settings, char **packed, noc_diag *diag)
{
    json_t *object = json_loads(settings, 0, NULL), *numbered = json_object();
    noc_status status = NOC_OK;
    for (void *i = json_object_iter(object); i && status == NOC_OK;
         i = json_object_iter_next(object, i)) {
        char number[24];
        int64_t id = 0;
        status = noc_db_number_setting(s, json_object_iter_key(i), &id, diag);
        snprintf(number, sizeof number, "%" PRId64, id);
        json_object_set(numbered, number, json_object_iter_value(i));
    }
    json_decref(object);
    *packed = NULL;
    if (status == NOC_OK) return text_of(numbered, packed, diag);
    json_decref(numbered);
    return status;
}
