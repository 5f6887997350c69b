#include "hybrid/correction/discrepancy/deviations.h"

#include <math.h>
#include <stdlib.h>

/* ---- features of a design ------------------------------------------------------------------- */

const char *noc_feature_name(size_t feature)
{
    static const char *const names[] = {
#define NOC_FEATURE(id, name) name,
#include "hybrid/correction/discrepancy/features.def"
#undef NOC_FEATURE
    };
    return feature < NOC_FEATURES ? names[feature] : NULL;
}

/* Least measurable waits, over the latency without waits. */
static const double least_contention = 0.01;

static void set_waits(noc_features *t, const noc_profile *p, double contention)
{
    double sum = 1e-9;
    for (size_t k = 0; k < NOC_WAIT_CAUSES; k++) sum += p->waits[k];
    t->values[NOC_FEATURE_SWITCH] = p->waits[NOC_WAIT_SWITCH] / sum;
    t->values[NOC_FEATURE_LINK] = p->waits[NOC_WAIT_LINK] / sum;
    t->values[NOC_FEATURE_INPUT_VC] = p->waits[NOC_WAIT_INPUT_VC] / sum;
    t->values[NOC_FEATURE_STALL] = p->waits[NOC_WAIT_STALL] / sum;
    t->values[NOC_FEATURE_SOURCE] = p->waits[NOC_WAIT_SOURCE] / sum;
    t->values[NOC_FEATURE_REFUSED] = p->refused_grants;
    t->values[NOC_FEATURE_CONTENTION] = log(fmax(contention, 0.0) + least_contention);
}

static void set_queues(noc_features *t, const noc_profile *p)
{
    t->values[NOC_FEATURE_VCS] = p->log_vcs;
    t->values[NOC_FEATURE_LONGER] = p->log_buffer_excess;
    t->values[NOC_FEATURE_SINGLE] = p->single_vc_share;
    t->values[NOC_FEATURE_PASSES] = p->inverse_iterations;
    t->values[NOC_FEATURE_LENGTH] = p->log_length;
    t->values[NOC_FEATURE_TURNAROUND] = p->turnaround;
    t->values[NOC_FEATURE_CREDITS] = p->log_credits;
    t->values[NOC_FEATURE_ATOMIC] = p->atomic_vc_share;
}

noc_features noc_features_find(const noc_system *system, noc_model *model)
{
    noc_features t;
    noc_profile profile;
    noc_model_limits limits;
    double contention;
    noc_model_find_profile(model, &profile, &contention);
    noc_model_find_limits(model, &limits);
    set_queues(&t, &profile);
    set_waits(&t, &profile, contention);
    t.values[NOC_FEATURE_ROUTERS] = log(noc_model_mean_routers(model));
    t.values[NOC_FEATURE_NODES] = log(system->traffic.injector_count);
    t.values[NOC_FEATURE_REPLIES] = noc_graph_has_replies(&system->graph);
    t.values[NOC_FEATURE_REACHED] = log(limits.saturation / noc_model_capacity_bound(model));
    t.values[NOC_FEATURE_KNEE] = isnan(limits.knee) ? 0.0 : log(limits.knee / limits.saturation);
    return t;
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
    noc_deviation *deviations = calloc(count + 1, sizeof *deviations);
    double *distance = calloc(count + 1, sizeof *distance);
    double *log_residual = calloc(count + 1, sizeof *log_residual);
    const noc_kriging_prediction predicted = {(double *)(void *)deviations, distance, log_residual};
    noc_status status = deviations && distance && log_residual ? NOC_OK : noc_fail_memory(diag);
    *field = (noc_kriging){.count = 0};
    if (status == NOC_OK) status = noc_kriging_learn(&points, &predicted, field, diag);
    for (size_t i = 0; status == NOC_OK && i < count; i++)
        leave_one_out[i] = (noc_prediction){deviations[i], distance[i], log_residual[i]};
    free(log_residual);
    free(distance);
    free(deviations);
    return status;
}
