#include "hybrid/training/suites/measured_deviation.h"

#include <math.h>

#include "hybrid/correction/discrepancy/latencies.h"

/* A measured contention over the model's, by its logarithm; without them both count as what is
 * uncertain at least. NAN where one is missing. */
static double contention_deviation(const noc_corrected_model *a, const noc_suite_point *point)
{
    noc_model_point p;
    if (noc_answer_grows(point->answer)) return NAN;
    noc_corrected_solve(a, point->load, &p);
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
    const noc_prediction met = {.deviation = {.saturation = d.saturation, .knee = d.knee}};
    const noc_corrected_model a = noc_correct(model, &met);
    for (size_t i = 0; i < record->count; i++)
        deviations[i] = contention_deviation(&a, &record->points[i]);
    for (size_t i = 0; i < NOC_DEVIATION_SHARES; i++)
        d.contention[i] = at_share(record, deviations, noc_deviation_share(i));
    return d;
}
