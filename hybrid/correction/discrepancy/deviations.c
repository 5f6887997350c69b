#include "hybrid/correction/discrepancy/deviations.h"

#include <math.h>

#include "base/auto.h"

/* ---- features of a design ------------------------------------------------------------------- */

const char *noc_feature_name(size_t feature)
{
    static const char *const names[] = {
#define NOC_FEATURE(id, name, value) name,
#include "hybrid/correction/discrepancy/features.def"
#undef NOC_FEATURE
    };
    return feature < NOC_FEATURES ? names[feature] : NULL;
}

/* Least measurable waits, over the latency without waits. */
static const double least_contention = 0.01;

noc_features noc_features_find(const noc_system *system, noc_model *model)
{
    noc_profile p;
    noc_model_limits limits;
    double contention, waits = 1e-9;
    noc_model_find_profile(model, &p, &contention);
    noc_model_find_limits(model, &limits);
    for (size_t k = 0; k < NOC_WAIT_CAUSES; k++) waits += p.waits[k];
    return (noc_features){{
#define NOC_FEATURE(id, name, value) [NOC_FEATURE_##id] = value,
#include "hybrid/correction/discrepancy/features.def"
#undef NOC_FEATURE
    }};
}

/* ---- deviations ----------------------------------------------------------------------------- */

noc_prediction noc_predict_deviation(const noc_kriging *field, const noc_features *features)
{
    noc_prediction predicted = {.distance = 0.0};
    const noc_kriging_prediction output = {(double *)(void *)&predicted.deviation,
                                           &predicted.distance, &predicted.log_residual};
    if (field->count > 0) noc_kriging_predict(field, features->values, &output);
    return predicted;
}

noc_status noc_deviations_learn(const noc_features *features, const noc_deviation *measured,
                                size_t count, noc_prediction *leave_one_out, noc_kriging *field,
                                noc_diag *diag)
{
    const noc_kriging_points points = {
        .coordinates = (const double *)(const void *)features, /* all members are doubles */
        .figures = (const double *)(const void *)measured,
        .count = count,
        .coordinate_count = NOC_FEATURES,
        .figure_count = NOC_DEVIATIONS,
    };
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_deviation *deviations = noc_arena_array(&scratch, count, sizeof *deviations);
    double *distance = noc_arena_array(&scratch, count, sizeof *distance);
    double *log_residual = noc_arena_array(&scratch, count, sizeof *log_residual);
    const noc_kriging_prediction predicted = {(double *)(void *)deviations, distance, log_residual};
    *field = (noc_kriging){.count = 0};
    if (scratch.is_short) return noc_fail_memory(diag);
    const noc_status status = noc_kriging_learn(&points, &predicted, field, diag);
    for (size_t i = 0; status == NOC_OK && i < count; i++)
        leave_one_out[i] = (noc_prediction){deviations[i], distance[i], log_residual[i]};
    return status;
}
