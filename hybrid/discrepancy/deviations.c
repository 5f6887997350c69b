#include "hybrid/discrepancy/deviations.h"

#include <math.h>
#include <stdlib.h>

#include "hybrid/answers/latencies.h"

/* ---- of a measured design ------------------------------------------------------------------- */

/* A measured contention over the model's, by its logarithm; without them both count as what is uncertain at least. NAN where
 * one is missing. */
static double contention_deviation(const noc_adjusted *a, const noc_suite_point *point)
{
    noc_model_point p;
    if (noc_answer_grows(point->answer)) return NAN;
    noc_adjusted_solve(a, point->load, &p);
    const double idle = noc_latencies_of(&a->idle).of[NOC_LATENCY_WATCHED];
    const double model = noc_latencies_of(&p).of[NOC_LATENCY_WATCHED] - idle;
    const double measured = fmax(point->latency - idle, 0.0), least = NOC_IDLE_SHARE * idle;
    return log((measured + least) / (model + least));
}

/* On the line between the measured points around a share, or of the one that is there. */
static double at_share(const noc_suite_record *record, const double *deviations, double share)
{
    static const double near = 0.02;
    for (size_t i = 0; i < record->count; i++) {
        const double from = record->points[i].share;
        if (fabs(from - share) <= near) return deviations[i];
        if (i + 1 == record->count || !(from < share && share < record->points[i + 1].share))
            continue;
        const double up = (share - from) / (record->points[i + 1].share - from);
        return deviations[i] + up * (deviations[i + 1] - deviations[i]);
    }
    return NAN;
}

noc_deviation noc_deviation_measured(noc_model *model, const noc_suite_record *record)
{
    noc_model_limits limits;
    double deviations[NOC_SUITE_SHARES_MOST];
    noc_model_find_limits(model, &limits);
    noc_deviation d = {.saturation = log(record->saturation / limits.saturation),
                       .knee = log(record->knee / limits.knee)};
    const noc_told met = {.deviation = {.saturation = d.saturation, .knee = d.knee}};
    const noc_adjusted a = noc_adjust(model, &met);
    for (size_t i = 0; i < record->count; i++)
        deviations[i] = contention_deviation(&a, &record->points[i]);
    for (size_t i = 0; i < NOC_DEVIATION_SHARES; i++)
        d.contention[i] = at_share(record, deviations, noc_deviation_share(i));
    return d;
}

/* ---- of others ------------------------------------------------------------------------------ */

noc_told noc_deviation_told(const noc_kriging *field, const noc_traits *traits)
{
    noc_told told = {.apart = 0.0};
    const noc_kriging_told to = {(double *)(void *)&told.deviation, &told.apart, &told.missed};
    if (field->count > 0) noc_kriging_tell(field, traits->of, &to);
    return told;
}

noc_status noc_deviations_learn(const noc_traits *traits, const noc_deviation *measured,
                                size_t count, noc_told *left_out, noc_kriging *field,
                                noc_diag *diag)
{
    const noc_kriging_points points = {
        .coordinates = (const double *)(const void *)traits, /* all members are doubles */
        .figures = (const double *)(const void *)measured,
        .count = count,
        .coordinate_count = NOC_TRAITS,
        .figure_count = NOC_DEVIATIONS,
    };
    noc_deviation *deviations = calloc(count + 1, sizeof *deviations);
    double *apart = calloc(count + 1, sizeof *apart);
    double *missed = calloc(count + 1, sizeof *missed);
    const noc_kriging_told told = {(double *)(void *)deviations, apart, missed};
    noc_status status = deviations && apart && missed ? NOC_OK : noc_fail_memory(diag);
    *field = (noc_kriging){.count = 0};
    if (status == NOC_OK) status = noc_kriging_learn(&points, &told, field, diag);
    for (size_t i = 0; status == NOC_OK && i < count; i++)
        left_out[i] = (noc_told){deviations[i], apart[i], missed[i]};
    free(missed);
    free(apart);
    free(deviations);
    return status;
}
