#include "reports/curve/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/parts/curve_points.h"
#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/measure.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "hybrid/correction/calibration/shipped.h"
#include "reports/curve/curve_picture.h"
#include "reports/words/comparison.h"
#include "reports/writers/output.h"

/* Values of the options. */
typedef struct request {
    unsigned points;
    bool sampled;
    noc_curve_axes axes;
    noc_texts sets, varies;
    noc_precision precision;
} request;

static void read_load(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    for (size_t i = 0; noc_curve_load_name(i); i++) {
        if (strcmp(noc_curve_load_name(i), text) != 0) continue;
        *(noc_curve_load *)stored = (noc_curve_load)i;
        return;
    }
    noc_option_refuse(option, text, "GB/s, bytes, flits or share", diag);
}

static void read_latency(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    *(bool *)stored = strcmp(text, "cycles") == 0;
    if (strcmp(text, "cycles") != 0 && strcmp(text, "ns") != 0)
        noc_option_refuse(option, text, "ns or cycles", diag);
}

static const noc_option own_options[] = {
    {"points", 0, "N", "loads, from near 0 to just under saturation (12)", NOC_OPTION_SMALL,
     .offset = offsetof(request, points), .least = 2, .most = 1000},
    {"measure", 0, NULL, "measure every point too, beside the model", NOC_OPTION_FLAG,
     .offset = offsetof(request, sampled)},
    {"sampled", 0, NULL, "the same, by its old name", NOC_OPTION_FLAG,
     .offset = offsetof(request, sampled)},
    {"x", 0, "UNIT",
     "load in plots and pictures: GB/s of data (default), bytes of data per cycle, flits per "
     "cycle of an injecting node, or share of the saturation in %",
     NOC_OPTION_OWN, .offset = offsetof(request, axes.load), .read = read_load},
    {"y", 0, "UNIT", "latency in ns (default) or in cycles of the network", NOC_OPTION_OWN,
     .offset = offsetof(request, axes.cycles), .read = read_latency},
    {0},
};

static const request usual = {.points = 12};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {
    {&own_group, 0},
    {&noc_set_options, offsetof(request, sets)},
    {&noc_vary_options, offsetof(request, varies)},
    {&noc_sampling_options, offsetof(request, precision)},
    {&noc_within_options, offsetof(request, precision)},
    {&noc_seconds_options, offsetof(request, precision)},
    {0},
};

/* ---- points --------------------------------------------------------------------------------- */

/* Points of all curves: those of the first design, then of the next. */
typedef struct answers {
    noc_comparison *points;
    size_t per_curve;
    size_t added; /* points added to each curve for a picture, by the model alone */
    noc_curve *list;
    size_t count; /* number of curves with points */
} answers;

/* Samples a point besides the model's answer; with --within, the model or a window may answer
 * instead. */
static noc_status measure_point(noc_measurement *m, const noc_system *system, noc_comparison *point,
                                noc_diag *diag)
{
    const double load = point->model.load;
    noc_estimate e;
    const noc_status status =
        m->within > 0.0 ? noc_measure_within(m, system, noc_calibration_shipped(), load, &e, diag)
                        : noc_measure_system(m, system, load, &e, diag);
    if (status != NOC_OK) return status;
    point->sampled = e.method == NOC_METHOD_SAMPLE;
    *(point->sampled ? &point->sample : &point->model) = e;
    return NOC_OK;
}

/* Measures the points of a curve; *finished: number of complete points. */
static noc_status measure_points(noc_measurement *m, const noc_system *system, size_t position,
                                 noc_comparison *points, size_t count, size_t *finished,
                                 noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (*finished = 0; *finished < count && status == NOC_OK; *finished += status == NOC_OK) {
        char step[60];
        snprintf(step, sizeof step, ", load %zu of %zu", *finished + 1, count);
        noc_measure_task(m, 1.0, system->design, position, step);
        status = measure_point(m, system, &points[*finished], diag);
    }
    return status;
}

/* Makes one curve; `m` NULL: by the model alone. */
static noc_status make_curve(const noc_cases *cases, size_t i, noc_measurement *m, answers *c,
                             noc_diag *diag)
{
    noc_system *system = NULL;
    noc_comparison *points = c->points + i * (c->per_curve + c->added);
    size_t finished = c->per_curve;
    noc_status status = noc_cases_compile(cases, i, !m, &system, diag);
    if (status == NOC_OK) status = noc_curve_points(system, points, c->per_curve, diag);
    if (status == NOC_OK && m)
        status = measure_points(m, system, i, points, c->per_curve, &finished, diag);
    if (status == NOC_OK) {
        status = noc_curve_refine(system, points, finished, finished + c->added, diag);
        finished += c->added;
    }
    if ((status == NOC_OK || status == NOC_EINTERRUPTED) && finished > 0)
        c->list[c->count++] = (noc_curve){points, finished};
    noc_system_free(system);
    return status;
}

static noc_status make_curves(const noc_request *r, const noc_cases *cases, answers *c,
                              noc_diag *diag)
{
    const request *own = r->own;
    noc_measurement m;
    noc_status status = NOC_OK;
    const bool measures = own->sampled || own->precision.within > 0.0;
    const size_t all = cases->count * c->per_curve;
    size_t finished = 0;
    if (measures) noc_measure_start(r, &own->precision, cases, (double)all, &m);
    for (size_t i = 0; i < cases->count && status == NOC_OK; i++)
        status = make_curve(cases, i, measures ? &m : NULL, c, diag);
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->list[i].count; k++) finished += k < c->per_curve;
    if (measures) noc_measure_end(&m, status, finished, all, diag);
    return status;
}

static noc_status make_room(const noc_request *r, const noc_cases *cases, answers *c,
                            noc_diag *diag)
{
    const request *own = r->own;
    c->added = noc_picture_wanted(r) == NOC_PICTURE_NONE ? 0 : own->points + 4;
    c->per_curve = own->points;
    c->points = calloc(cases->count * (c->per_curve + c->added), sizeof *c->points);
    c->list = calloc(cases->count, sizeof *c->list);
    return c->points && c->list ? NOC_OK : noc_fail_memory(diag);
}

/* ---- output --------------------------------------------------------------------------------- */

/* Writes a table, data or a page. */
static noc_status write_text(const noc_request *r, const noc_curves *curves, bool *missing,
                             noc_diag *diag)
{
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    page.is_file = noc_picture_wanted(r) == NOC_PICTURE_HTML;
    status = page.is_file ? noc_curves_page(&page.sheet, curves, missing, diag)
                          : noc_report_curves(&page.sheet, curves, diag);
    return noc_page_finish(r, &page, status, diag);
}

static noc_status show(const noc_request *r, const answers *c, bool *missing, noc_diag *diag)
{
    const request *own = r->own;
    const noc_picture picture = noc_picture_wanted(r);
    noc_curves curves = {.list = c->list, .count = c->count, .axes = own->axes};
    for (size_t i = 0; i < c->count; i++)
        noc_labels_see(&curves.labels, c->list[i].points[0].model.design);
    if (picture == NOC_PICTURE_NONE || picture == NOC_PICTURE_HTML)
        return write_text(r, &curves, missing, diag);
    return noc_curves_draw(&curves, r->output, missing, diag);
}

/* Checks, before long work, that the output can be written. */
static noc_status look_ahead(const noc_request *r, bool *missing, noc_diag *diag)
{
    const noc_status status = noc_output_check(r->output, diag);
    if (status != NOC_OK || noc_picture_wanted(r) != NOC_PICTURE_HTML) return status;
    return noc_picture_need_gnuplot(r, missing, diag);
}

static noc_status check(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    if (!own->sampled || own->precision.within == 0.0) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "curve: --within samples where it has to, --measure always (one of them)");
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    noc_cases cases = {0};
    answers c = {0};
    bool missing = false;
    noc_status status =
        noc_cases_read(r->operands, r->operand_count, &own->sets, &own->varies, &cases, diag);
    if (status == NOC_OK) status = look_ahead(r, &missing, diag);
    if (status == NOC_OK && (own->sampled || own->precision.within > 0.0))
        status = noc_cases_try(&cases, diag);
    if (status == NOC_OK) status = make_room(r, &cases, &c, diag);
    if (status == NOC_OK) status = make_curves(r, &cases, &c, diag);
    if (status == NOC_OK || (status == NOC_EINTERRUPTED && c.count > 0)) {
        const noc_status shown = show(r, &c, &missing, diag);
        if (status == NOC_OK) status = shown;
    }
    free(c.list);
    free(c.points);
    noc_cases_clear(&cases);
    return missing ? NOC_EXIT_MISSING_PROGRAM : noc_exit_of(status);
}

const noc_command noc_command_curve = {
    .name = "curve",
    .operands = "DESIGN...",
    .purpose = "Latency against offered load, from near 0 to just under the model's saturation.",
    .details =
        "Several designs and variants are put side by side. On a terminal the points are also "
        "drawn; -o draws a figure with the model's intervals as bands, samples as points and "
        "saturation marked: .svg, .pdf and .png by gnuplot, with the script (.gp) and its data "
        "(-data.csv) written beside, .html as a page that works offline.",
    .examples =
        "  nocsight curve te13-baseline --points 8 --measure\n"
        "  nocsight curve te13-baseline te13-2xbw -o curves.svg\n"
        "  nocsight curve te13-baseline --vary network.router_stages=1,2,4 -o stages.html\n",
    .least = 1,
    .most = 1000,
    .options = uses,
    .size = sizeof(request),
    .defaults = &usual,
    .pictures = ".svg .pdf .png .html",
    .check = check,
    .run = run,
};
