#include "hybrid/correction/discrepancy/deviations.h"

#include <math.h>
#include <stdlib.h>

noc_prediction noc_predict_deviation(const noc_kriging *field, const noc_features *features)
{
    noc_prediction predicted = {.distance = 0.0};
    const noc_kriging_prediction to = {(double *)(void *)&predicted.deviation, &predicted.distance,
                                       &predicted.log_residual};
    if (field->count > 0) noc_kriging_predict(field, features->of, &to);
    return predicted;
}

noc_status noc_deviations_learn(const noc_features *features, const noc_deviation *measured,
                                size_t count, noc_prediction *left_out, noc_kriging *field,
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
        left_out[i] = (noc_prediction){deviations[i], distance[i], log_residual[i]};
    free(log_residual);
    free(distance);
    free(deviations);
    return status;
}
