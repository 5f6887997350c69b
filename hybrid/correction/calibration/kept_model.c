#include "hybrid/correction/calibration/kept_model.h"

#include <stdint.h>
#include <stdlib.h>

#include "analytic/curve/model.h"

static void free_value(void *value)
{
    noc_corrected_model *corrected = value;
    noc_model_free(corrected->model);
    free(corrected);
}

/* Kept models of a system, one for each calibration in use. */
static const noc_cached_kind model_kind = {SIZE_MAX, free_value};

/* Keeps a model with its system. */
static void keep(noc_value_cache *values, noc_cache_key key, noc_kept_model *m)
{
    noc_corrected_model *copy = malloc(sizeof *copy);
    if (!copy) return;
    *copy = m->corrected;
    m->kept_model = noc_cache_add(values, &model_kind, key, sizeof *copy, copy);
    if (m->kept_model)
        m->owned_model = NULL;
    else
        free(copy);
}

bool noc_kept_model_find(const noc_system *system, const noc_calibration *calibration,
                         noc_value_cache *kept_results, bool is_corrected, noc_kept_model *m)
{
    const noc_cache_key key = {&calibration, sizeof calibration};
    noc_value_cache *values = kept_results ? system->reader_values : NULL;
    m->kept_model = values ? noc_cache_find(values, &model_kind, key) : NULL;
    if (m->kept_model) {
        m->corrected = *(const noc_corrected_model *)noc_cached_data(m->kept_model);
        noc_model_drop_simulation(m->corrected.model);
        return true;
    }
    m->owned_model = noc_model_new_kept(system, kept_results);
    if (!m->owned_model) return false;
    m->corrected.model = m->owned_model;
    if (!is_corrected) return true;
    m->corrected = noc_calibration_correct(system, m->owned_model, calibration);
    if (values) keep(values, key, m);
    return true;
}

void noc_kept_model_release(noc_kept_model *model)
{
    noc_model_free(model->owned_model);
    noc_cached_release(model->kept_model);
}
