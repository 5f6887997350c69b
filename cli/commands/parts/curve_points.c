#include "cli/commands/parts/curve_points.h"

#include <math.h>
#include <string.h>

#include "reports/words/figure.h"

/* First and last load of a curve, as shares of the model's saturation. */
static const double first_share = 0.02, last_share = 0.96;

static noc_status find_saturation(const noc_system *system, double *saturation, noc_diag *diag)
{
    noc_estimate idle;
    const noc_status status = noc_estimate_model(system, NAN, &idle, diag);
    if (status != NOC_OK) return status;
    *saturation = idle.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (isfinite(*saturation)) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){system->design->file, 0},
                    "the model gives no saturation, so there is no range of loads");
}

noc_status noc_curve_points(const noc_system *system, noc_comparison *points, size_t count,
                            noc_diag *diag)
{
    double saturation = NAN;
    noc_status status = find_saturation(system, &saturation, diag);
    for (size_t i = 0; i < count && status == NOC_OK; i++) {
        const double share =
            first_share + (last_share - first_share) * (double)i / (double)(count - 1);
        status = noc_estimate_model(system, share * saturation, &points[i].model, diag);
    }
    return status;
}

/* Moves the point after the others to its place, in order of load. */
static void insert(noc_comparison *points, size_t count, size_t at)
{
    const noc_comparison added = points[count];
    memmove(&points[at + 1], &points[at], (count - at) * sizeof *points);
    points[at] = added;
}

/* Place of a point in a picture whose axes end at 1. */
typedef struct place {
    double x, y;
} place;

/* Upper edge of the picture, as a multiple of the idle latency; higher latencies are drawn at the
 * edge. */
static const double upper_edge = 4.0;

static place place_of(const noc_estimate *e, double last_load)
{
    const double idle = e->metrics[NOC_METRIC_zero_load_latency_cycles].value;
    const double y = e->metrics[noc_latency_metric(e->design)].value / (upper_edge * idle);
    return (place){e->load / last_load, noc_answer_grows(e->answer) || !(y < 1.0) ? 1.0 : y};
}

/* Finds the index of the point before the longest gap. */
static size_t widest_gap(const noc_comparison *points, size_t count)
{
    const double last_load = points[count - 1].model.load;
    double widest = -1.0;
    size_t at = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        const place a = place_of(&points[i].model, last_load);
        const place b = place_of(&points[i + 1].model, last_load);
        const double gap = a.y == 1.0 && b.y == 1.0 ? 0.0 : hypot(b.x - a.x, b.y - a.y);
        if (gap <= widest) continue;
        widest = gap;
        at = i;
    }
    return at;
}

noc_status noc_curve_refine(const noc_system *system, noc_comparison *points, size_t had,
                            size_t count, noc_diag *diag)
{
    for (; had < count; had++) {
        const size_t at = widest_gap(points, had);
        const double load = (points[at].model.load + points[at + 1].model.load) / 2.0;
        points[had] = (noc_comparison){.sampled = false};
        const noc_status status = noc_estimate_model(system, load, &points[had].model, diag);
        if (status != NOC_OK) return status;
        insert(points, had, at + 1);
    }
    return NOC_OK;
}
