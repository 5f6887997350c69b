#include "explore/store/packed.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

noc_status noc_db_find_setting_row(noc_store *s, const char *name, int64_t *number, noc_diag *diag)
{
    const char *const row_texts[NOC_DB_TEXTS_MAX] = {name};
    return noc_db_find_row(s, NOC_DB_SETTING, row_texts, number, diag);
}

static noc_status dump_json(const json_t *value, char **text, noc_diag *diag)
{
    *text = value ? json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    return *text ? NOC_OK : noc_fail_memory(diag);
}

noc_status noc_db_pack_overrides(noc_store *s, const char *texts, char **numbers, noc_diag *diag)
{
    json_auto_t *list = json_loads(texts, 0, NULL), *packed = json_array();
    noc_status status = NOC_OK;
    *numbers = NULL;
    for (size_t i = 0; i < json_array_size(list) && status == NOC_OK; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        const char *const row_texts[NOC_DB_TEXTS_MAX] = {text ? text : ""};
        int64_t id = 0;
        status = noc_db_find_row(s, NOC_DB_OVERRIDE, row_texts, &id, diag);
        json_array_append_new(packed, json_integer((json_int_t)id));
    }
    return status == NOC_OK ? dump_json(packed, numbers, diag) : status;
}

noc_status noc_db_pack_settings(noc_store *s, const char *settings, char **packed, noc_diag *diag)
{
    json_auto_t *object = json_loads(settings, 0, NULL), *numbers = json_object();
    noc_status status = NOC_OK;
    *packed = NULL;
    for (void *i = json_object_iter(object); i && status == NOC_OK;
         i = json_object_iter_next(object, i)) {
        char number[24];
        int64_t id = 0;
        status = noc_db_find_setting_row(s, json_object_iter_key(i), &id, diag);
        snprintf(number, sizeof number, "%" PRId64, id);
        json_object_set(numbers, number, json_object_iter_value(i));
    }
    return status == NOC_OK ? dump_json(numbers, packed, diag) : status;
}
