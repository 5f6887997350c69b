#include "reader/config_memory.h"

#include <stdlib.h>
#include <string.h>

static void free_config(void *value)
{
    config_destroy(value);
    free(value);
}

/* Most texts that are kept: a number, not bytes, as a search reads all of them. */
enum { TEXTS_MAX = 100 };

static const noc_cached_kind texts_kind = {TEXTS_MAX, free_config};

static noc_status parse(noc_config_memory *m, const char *text, noc_place place, noc_status status,
                        noc_cached_value **value, noc_diag *diag)
{
    const noc_cache_key key = {text, strlen(text)};
    config_t *config = calloc(1, sizeof *config);
    if (!config) return noc_fail_memory(diag);
    const noc_status parsed = noc_config_parse(text, place, status, config, diag);
    if (parsed != NOC_OK) {
        free(config);
        return parsed;
    }
    *value = noc_cache_add(&m->texts, &texts_kind, key, 1, config);
    if (*value) return NOC_OK;
    free_config(config);
    return noc_fail_memory(diag);
}

noc_status noc_config_recall(noc_config_memory *m, const char *text, noc_place place,
                             noc_status status, config_t **config, noc_diag *diag)
{
    noc_cached_value *value =
        noc_cache_find(&m->texts, &texts_kind, (noc_cache_key){text, strlen(text)});
    const noc_status parsed = value ? NOC_OK : parse(m, text, place, status, &value, diag);
    if (parsed != NOC_OK) return parsed;
    *config = noc_cached_data(value);
    noc_cached_release(value); /* the text stays until noc_config_memory_trim */
    return NOC_OK;
}

void noc_config_memory_trim(noc_config_memory *m)
{
    noc_cache_make_room(&m->texts, &texts_kind, 0);
}

void noc_config_memory_clear(noc_config_memory *m)
{
    noc_cache_clear(&m->texts);
    noc_wiring_memory_clear(&m->wirings);
    noc_rates_memory_clear(&m->rates);
}
