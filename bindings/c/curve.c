/* Curves: public calls. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "bindings/c/held_estimate.h"
#include "bindings/c/query.h"
#include "bindings/c/system.h"
#include "reports/curve/curve_drawing.h"
#include "reports/words/figure.h"

enum { POINTS_MAX = 1000 };

typedef struct curve_point {
    noc_held_estimate *model, *measured; /* measured NULL: by the model alone */
    bool is_added;
} curve_point;

struct noc_curve {
    curve_point *points; /* room for `capacity` */
    size_t count, capacity;
};

/* A curve in the making. */
typedef struct curve_maker {
    noc_context *context;
    const noc_call *call;
    const noc_system *system; /* system that the model reads */
    noc_curve *curve;
} curve_maker;

/* First and last load of a curve, as shares of the model's saturation. */
static const double first_share = 0.02, last_share = 0.96;

static const noc_query by_model = {.approach = NOC_APPROACH_MODEL};

/* Answers a load by the model. */
static noc_status answer(const curve_maker *m, double load, noc_held_estimate **held,
                         noc_diag *diag)
{
    return noc_held_estimate_make(m->context, m->system, &by_model, load, m->call, held, diag);
}

static noc_status find_saturation(const curve_maker *m, double *saturation, noc_diag *diag)
{
    noc_held_estimate *unloaded;
    const noc_status status = answer(m, NAN, &unloaded, diag);
    if (status != NOC_OK) return status;
    *saturation = unloaded->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    noc_estimate_release(&unloaded->estimate);
    if (isfinite(*saturation)) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){m->system->design->file, 0},
                    "the model gives no saturation, so there is no range of loads");
}

/* Answers evenly spaced loads. */
static noc_status fill(const curve_maker *m, size_t count, noc_diag *diag)
{
    double saturation = NAN;
    noc_status status = find_saturation(m, &saturation, diag);
    for (size_t i = 0; i < count && status == NOC_OK; i++) {
        const double share =
            first_share + (last_share - first_share) * (double)i / (double)(count - 1);
        status = answer(m, share * saturation, &m->curve->points[i].model, diag);
        m->curve->count += status == NOC_OK;
    }
    return status;
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

/* Finds the index of the point before the longest gap of the drawn line. */
static size_t find_widest_gap(const noc_curve *curve)
{
    const double last_load = curve->points[curve->count - 1].model->estimate.load;
    double widest_gap = -1.0;
    size_t position = 0;
    for (size_t i = 0; i + 1 < curve->count; i++) {
        const picture_point a = find_picture_point(&curve->points[i].model->estimate, last_load);
        const picture_point b =
            find_picture_point(&curve->points[i + 1].model->estimate, last_load);
        const double gap = a.y == 1.0 && b.y == 1.0 ? 0.0 : hypot(b.x - a.x, b.y - a.y);
        if (gap <= widest_gap) continue;
        widest_gap = gap;
        position = i;
    }
    return position;
}

/* Adds points until the list is full, each in the middle of the longest gap. */
static noc_status add_points(const curve_maker *m, noc_diag *diag)
{
    noc_curve *curve = m->curve;
    while (curve->count < curve->capacity) {
        const size_t position = find_widest_gap(curve);
        curve_point *next = &curve->points[position + 1], added = {.is_added = true};
        const double load = (next[-1].model->estimate.load + next->model->estimate.load) / 2.0;
        const noc_status status = answer(m, load, &added.model, diag);
        if (status != NOC_OK) return status;
        memmove(next + 1, next, (curve->count - position - 1) * sizeof *next);
        *next = added;
        curve->count++;
    }
    return NOC_OK;
}

/* Answers all points that were not added by the query's approach. */
static noc_status measure(const curve_maker *m, const noc_design *design, const noc_query *query,
                          noc_diag *diag)
{
    noc_built_system built = {0};
    noc_status status = noc_built_system_make(m->context, design, false, &built, diag);
    for (size_t i = 0; i < m->curve->count && status == NOC_OK; i++) {
        curve_point *point = &m->curve->points[i];
        if (point->is_added) continue;
        status =
            noc_held_estimate_make(m->context, built.system, query, point->model->estimate.load,
                                   m->call, &point->measured, diag);
    }
    noc_built_system_clear(&built);
    return status;
}

static noc_status make(noc_context *context, const noc_design *design, const noc_query *query,
                       size_t points, const noc_call *call, noc_curve *curve, noc_diag *diag)
{
    noc_built_system built = {0};
    noc_status status = noc_built_system_make(context, design, true, &built, diag);
    const curve_maker m = {context, call, built.system, curve};
    if (status == NOC_OK) status = fill(&m, points, diag);
    if (status == NOC_OK) status = add_points(&m, diag);
    noc_built_system_clear(&built);
    if (status == NOC_OK && query->approach != NOC_APPROACH_MODEL)
        status = measure(&m, design, query, diag);
    return status;
}

static noc_status check(size_t points, size_t added_points, noc_diag *diag)
{
    if (points >= 2 && points <= POINTS_MAX && added_points <= POINTS_MAX) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "a curve has 2 to %d points and at most %d added points, not %zu and %zu",
                    POINTS_MAX, POINTS_MAX, points, added_points);
}

int noc_design_curve(noc_context *context, const noc_design *design, const noc_query *query,
                     size_t points, size_t added_points, noc_curve **curve, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    noc_curve *made = NULL;
    if (curve) *curve = NULL;
    if (!query) query = &by_model;
    noc_status status =
        noc_call_require(&call, "context", context, "design", design, "curve", curve, NULL);
    if (status == NOC_OK) status = check(points, added_points, &call.diag);
    if (status == NOC_OK) status = noc_query_check(query, &call.diag);
    if (status == NOC_OK) {
        made = calloc(1, sizeof *made);
        if (made) made->capacity = points + added_points;
        if (made) made->points = calloc(made->capacity, sizeof *made->points);
        status = made && made->points
                     ? make(context, design, query, points, &call, made, &call.diag)
                     : noc_fail_memory(&call.diag);
    }
    if (status == NOC_OK)
        *curve = made;
    else
        noc_curve_release(made);
    return noc_call_end(&call, status);
}

void noc_curve_release(noc_curve *curve)
{
    if (!curve) return;
    for (size_t i = 0; i < curve->count; i++) {
        curve_point *point = &curve->points[i];
        noc_estimate_release(&point->model->estimate);
        if (point->measured) noc_estimate_release(&point->measured->estimate);
    }
    free(curve->points);
    free(curve);
}

size_t noc_curve_count(const noc_curve *curve)
{
    return curve ? curve->count : 0;
}

const noc_estimate *noc_curve_estimate(const noc_curve *curve, size_t i)
{
    return i < noc_curve_count(curve) ? &curve->points[i].model->estimate : NULL;
}

const noc_estimate *noc_curve_measured(const noc_curve *curve, size_t i)
{
    const bool is_measured = i < noc_curve_count(curve) && curve->points[i].measured;
    return is_measured ? &curve->points[i].measured->estimate : NULL;
}

int noc_curve_is_added(const noc_curve *curve, size_t i)
{
    return i < noc_curve_count(curve) && curve->points[i].is_added;
}

/* ---- picture -------------------------------------------------------------------------------- */

/* Copies the points of a curve into rows of reports. */
static noc_status copy_points(const noc_curve *curve, noc_arena *memory, noc_curve_line *line,
                              noc_diag *diag)
{
    noc_comparison *rows = noc_arena_array(memory, curve->count, sizeof *rows);
    if (!rows) return noc_fail_memory(diag);
    for (size_t i = 0; i < curve->count; i++) {
        const curve_point *point = &curve->points[i];
        const noc_estimate *measured = point->measured ? &point->measured->estimate : NULL;
        const bool is_sample = measured && measured->method == NOC_METHOD_SAMPLE;
        rows[i].model = measured && !is_sample ? *measured : point->model->estimate;
        rows[i].has_sample = is_sample;
        if (is_sample) rows[i].sample = *measured;
    }
    *line = (noc_curve_line){rows, curve->count};
    return NOC_OK;
}

static noc_status draw(const noc_curve *const *list, size_t count, FILE *out, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena memory = {0};
    noc_curve_line *lines = noc_arena_array(&memory, count, sizeof *lines);
    noc_curves curves = {.list = lines, .count = count};
    noc_status status = lines ? NOC_OK : noc_fail_memory(diag);
    for (size_t i = 0; i < count && status == NOC_OK; i++) {
        status = copy_points(list[i], &memory, &lines[i], diag);
        if (status == NOC_OK)
            noc_labels_add_design(&curves.labels, lines[i].points[0].model.design);
    }
    return status == NOC_OK ? noc_curves_draw(&curves, NOC_CHART_BOTH, out, diag) : status;
}

/* True if a list of `count` curves is empty, or has none in a place. */
static bool has_gap(const noc_curve *const *curves, size_t count)
{
    size_t i = 0;
    while (curves && i < count && curves[i]) i++;
    return !curves || count == 0 || i < count;
}

int noc_curves_svg(const noc_curve *const *curves, size_t count, char **svg, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    size_t size;
    if (svg) *svg = NULL;
    noc_status status =
        noc_call_require(&call, "curves", has_gap(curves, count) ? NULL : curves, "svg", svg, NULL);
    FILE *out = status == NOC_OK ? open_memstream(svg, &size) : NULL;
    if (status == NOC_OK && !out) status = noc_fail_memory(&call.diag);
    if (status == NOC_OK) status = draw(curves, count, out, &call.diag);
    if (svg) status = noc_stream_close(out, svg, status, &call.diag);
    return noc_call_end(&call, status);
}
