#include "hybrid/correction/calibration/kept_model.h"

#include <stdlib.h>

static void free_kept(void *value)
{
    noc_corrected_model *corrected = value;
    noc_model_free(corrected->model);
    free(corrected);
}

/* Kept models of a system, one for each calibration in use. */
static const noc_cached_kind model_kind = {SIZE_MAX, free_kept};

static void keep(const noc_system *system, noc_cache_key key, noc_kept_model *m)
{
    noc_corrected_model *copy = malloc(sizeof *copy);
    if (!copy) return;
    *copy = m->corrected;
    m->kept = noc_cache_add(system->reader_values, &model_kind, key, sizeof *copy, copy);
    if (m->kept)
        m->owned = NULL;
    else
        free(copy);
}

noc_status noc_kept_model_find(const noc_system *system, const noc_calibration *calibration,
                               noc_value_cache *kept_results, noc_kept_model *m, noc_diag *diag)
{
    const noc_cache_key key = {&calibration, sizeof calibration};
    noc_value_cache *values = kept_results ? system->reader_values : NULL;
    m->kept = values ? noc_cache_find(values, &model_kind, key) : NULL;
    if (m->kept) {
        m->corrected = *(const noc_corrected_model *)noc_cached_data(m->kept);
        noc_model_drop_simulation(m->corrected.model);
        return NOC_OK;
    }
    m->owned = noc_model_new_kept(system, kept_results);
    if (!m->owned) return noc_fail_memory(diag);
    m->corrected = noc_calibration_correct(system, m->owned, calibration);
    if (values) keep(system, key, m);
    return NOC_OK;
}

void noc_kept_model_release(noc_kept_model *m)
{
    noc_model_free(m->owned);
    noc_cached_release(m->kept);
}
