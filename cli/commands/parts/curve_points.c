#include "cli/commands/parts/curve_points.h"

#include <math.h>
#include <string.h>

#include "reports/words/figure.h"

/* First and last load of a curve, as shares of the model's saturation. */
static const double first_share = 0.02, last_share = 0.96;

static noc_status find_saturation(const noc_system *system, double *saturation, noc_diag *diag)
{
    noc_estimate unloaded_estimate;
    const noc_status status = noc_estimate_model(system, NAN, &unloaded_estimate, diag);
    if (status != NOC_OK) return status;
    *saturation = unloaded_estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (isfinite(*saturation)) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){system->design->file, 0},
                    "the model gives no saturation, so there is no range of loads");
}

noc_status noc_curve_fill(const noc_system *system, noc_comparison *points, size_t count,
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

/* Moves the last point, points[count], to the given position. */
static void insert_point(noc_comparison *points, size_t count, size_t position)
{
    const noc_comparison added = points[count];
    memmove(&points[position + 1], &points[position], (count - position) * sizeof *points);
    points[position] = added;
}

/* Position of a point in a picture whose axes end at 1. */
typedef struct picture_point {
    double x, y;
} picture_point;

/* Upper edge of the picture, as a multiple of the zero-load latency; higher latencies are drawn at
 * the edge. */
static const double upper_edge = 4.0;

static picture_point find_picture_point(const noc_estimate *e, double last_load)
{
    const double zero_load_latency = e->metrics[NOC_METRIC_zero_load_latency_cycles].value;
    const double y =
        e->metrics[noc_latency_metric(e->design)].value / (upper_edge * zero_load_latency);
    return (picture_point){e->load / last_load,
                           noc_answer_has_growth(e->answer) || !(y < 1.0) ? 1.0 : y};
}

/* Finds the index of the point before the longest gap. */
static size_t find_widest_gap(const noc_comparison *points, size_t count)
{
    const double last_load = points[count - 1].model.load;
    double widest_gap = -1.0;
    size_t position = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        const picture_point a = find_picture_point(&points[i].model, last_load);
        const picture_point b = find_picture_point(&points[i + 1].model, last_load);
        const double gap = a.y == 1.0 && b.y == 1.0 ? 0.0 : hypot(b.x - a.x, b.y - a.y);
        if (gap <= widest_gap) continue;
        widest_gap = gap;
        position = i;
    }
    return position;
}

noc_status noc_curve_refine(const noc_system *system, noc_comparison *points, size_t old_count,
                            size_t count, noc_diag *diag)
{
    for (; old_count < count; old_count++) {
        const size_t position = find_widest_gap(points, old_count);
        const double load = (points[position].model.load + points[position + 1].model.load) / 2.0;
        points[old_count] = (noc_comparison){.has_sample = false};
        const noc_status status = noc_estimate_model(system, load, &points[old_count].model, diag);
        if (status != NOC_OK) return status;
        insert_point(points, old_count, position + 1);
    }
    return NOC_OK;
}
