#include "reports/compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/parts/curve_points.h"
#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/load.h"
#include "cli/frame/measure.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/require.h"
#include "hybrid/answers/explain/contrast.h"
#include "hybrid/correction/calibration/shipped.h"
#include "reader/design_walk.h"
#include "reports/compare/compare_page.h"
#include "reports/compare/compare_picture.h"

/* Values of the options. */
typedef struct request {
    noc_offered_load load;
    noc_texts sets, varies, requires;
    bool at_area, at_bandwidth, measure, loop;
    const char *free;
    noc_precision precision;
} request;

static const noc_option measure_options[] = {
    {"measure", 0, NULL,
     "compare by samples: at --load, else the closed loop where designs name a workload, else "
     "saturations",
     NOC_OPTION_FLAG, .offset = offsetof(request, measure)},
    {0},
};

static const noc_option_group measure_group = {NULL, measure_options, NULL, 0};

static const noc_option fair_options[] = {
    {"at-area", 0, NULL,
     "move a setting of each design but the first until it has the network area of the first",
     NOC_OPTION_FLAG, .offset = offsetof(request, at_area)},
    {"at-bandwidth", 0, NULL, "the same until it has the data bandwidth of the first at saturation",
     NOC_OPTION_FLAG, .offset = offsetof(request, at_bandwidth)},
    {"free", 0, "KEY",
     "the setting that is moved (network.flit_bytes), over its whole range; KEY=V1,V2: over these "
     "values",
     NOC_OPTION_TEXT, .offset = offsetof(request, free)},
    {0},
};

static const noc_option_group fair_group = {NULL, fair_options, NULL, 0};

static const noc_option_use uses[] = {
    {&fair_group, 0},
    {&measure_group, 0},
    {&noc_load_options, offsetof(request, load)},
    {&noc_loop_options, offsetof(request, loop)},
    {&noc_set_options, offsetof(request, sets)},
    {&noc_vary_options, offsetof(request, varies)},
    {&noc_sampling_options, offsetof(request, precision)},
    {&noc_within_options, offsetof(request, precision)},
    {&noc_seconds_options, offsetof(request, precision)},
    {&noc_require_options, offsetof(request, requires)},
    {0},
};

/* Answers of each design. */
typedef struct answers {
    noc_estimate *estimates;
    noc_match *moved;
    size_t count;
    noc_system **systems;   /* systems of the designs, for a page; NULL: no page */
    noc_comparison *points; /* points of all curves in sequence, for a page; NULL: no page */
    noc_curve *curves;
} answers;

/* Numbers of points of a curve on a page: evenly spaced ones, and all, with those where latencies
 * rise. */
enum { EVEN_POINTS = 12, POINTS = 28 };

/* Computes the points of a curve. A design without a saturation has no curve, as the page says. */
static noc_status draw_curve(answers *a, size_t i, noc_diag *diag)
{
    noc_comparison *points = a->points + i * POINTS;
    const double saturation = a->estimates[i].metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (!isfinite(saturation)) return NOC_OK;
    noc_status status = noc_curve_points(a->systems[i], points, EVEN_POINTS, diag);
    if (status == NOC_OK)
        status = noc_curve_refine(a->systems[i], points, EVEN_POINTS, POINTS, diag);
    if (status == NOC_OK) a->curves[i] = (noc_curve){points, POINTS};
    return status;
}

/* Answers one design; `m` NULL: by the model. */
static noc_status answer_one(const request *own, const noc_cases *cases, noc_measurement *m,
                             answers *a, size_t i, noc_diag *diag)
{
    noc_system *system = NULL;
    double load;
    noc_status status = noc_cases_compile(cases, i, !m, &system, diag);
    if (status == NOC_OK)
        status = noc_offered_load_of(system, noc_calibration_shipped(), &own->load, &load, diag);
    if (status == NOC_OK && !m)
        status = noc_estimate_model(system, load, &a->estimates[i], diag);
    else if (status == NOC_OK)
        status = own->measure ? noc_measure_system(m, system, load, &a->estimates[i], diag)
                              : noc_measure_within(m, system, noc_calibration_shipped(), load,
                                                   &a->estimates[i], diag);
    if (!a->systems) {
        noc_system_free(system);
        return status;
    }
    a->systems[i] = system;
    return status == NOC_OK ? draw_curve(a, i, diag) : status;
}

static noc_status answer_all(const noc_request *r, const noc_cases *cases, answers *a,
                             noc_diag *diag)
{
    const request *own = r->own;
    const bool loaded = own->load.form != NOC_LOAD_NONE;
    const bool measures = own->measure || own->precision.within > 0.0;
    noc_measurement m;
    noc_status status = NOC_OK;
    double weight = 0.0;
    size_t i = 0;
    for (size_t k = 0; k < cases->count; k++)
        weight += noc_measure_weight(cases->designs[k], loaded);
    if (measures) noc_measure_start(r, &own->precision, cases, weight, &m);
    for (; i < cases->count && status == NOC_OK; i += status == NOC_OK) {
        const noc_design *design = cases->designs[i];
        if (measures) noc_measure_task(&m, noc_measure_weight(design, loaded), design, i, "");
        status = answer_one(own, cases, measures ? &m : NULL, a, i, diag);
    }
    if (measures) noc_measure_end(&m, status, 0, cases->count, diag);
    if (status == NOC_OK)
        noc_contrast_warn_all(a->estimates, cases->count, 0, own->load.form == NOC_LOAD_FLITS);
    return status;
}

static noc_status make_room(size_t count, bool page, answers *a, noc_diag *diag)
{
    a->count = count;
    a->estimates = calloc(count, sizeof *a->estimates);
    a->moved = calloc(count, sizeof *a->moved);
    if (!a->estimates || !a->moved) return noc_fail_memory(diag);
    if (!page) return NOC_OK;
    a->systems = calloc(count, sizeof(noc_system *));
    a->points = calloc(count * POINTS, sizeof *a->points);
    a->curves = calloc(count, sizeof *a->curves);
    return a->systems && a->points && a->curves ? NOC_OK : noc_fail_memory(diag);
}

static void clear(answers *a)
{
    for (size_t i = 0; i < a->count && a->systems; i++) noc_system_free(a->systems[i]);
    free(a->systems);
    free(a->points);
    free(a->curves);
    free(a->moved);
    free(a->estimates);
}

/* ---- fair comparisons ----------------------------------------------------------------------- */

/* Setting of --free, and its values if some are listed. */
typedef struct freed {
    noc_vary vary;
    char *path;          /* owned */
    const char **values; /* owned; texts of the vary */
    size_t count;
} freed;

static noc_status read_free(const char *option, freed *f, noc_diag *diag)
{
    const char *text = option ? option : "network.flit_bytes", *equals = strchr(text, '=');
    const size_t length = equals ? (size_t)(equals - text) : strlen(text);
    f->path = strndup(text, length);
    if (!f->path) return noc_fail_memory(diag);
    if (!equals) return NOC_OK;
    noc_diag faults = {0};
    noc_status status = noc_vary_read(&text, 1, &f->vary, &faults);
    if (status != NOC_OK && faults.count > 0)
        status = noc_fail(diag, status, (noc_place){"--free", 0}, "%s", faults.messages[0].text);
    noc_diag_clear(&faults);
    if (status != NOC_OK) return status;
    const noc_axis *axis = &f->vary.axes[0];
    f->values = calloc(axis->count, sizeof *f->values);
    if (!f->values) return noc_fail_memory(diag);
    for (size_t i = 0; i < axis->count; i++) f->values[i] = axis->overrides[i] + length + 1;
    f->count = axis->count;
    return NOC_OK;
}

static void clear_free(freed *f)
{
    free(f->values);
    free(f->path);
    noc_vary_clear(&f->vary);
}

static const noc_source *source_of(const noc_cases *cases, const noc_design *design)
{
    for (size_t i = 0; i < cases->source_count; i++)
        if (strcmp(cases->sources[i].path, design->file) == 0) return &cases->sources[i];
    return NULL;
}

/* Finds the metric of the first design, which the other designs are to match. */
static noc_status measure_first(const noc_cases *cases, noc_match_wish *wish, noc_diag *diag)
{
    noc_system *system = NULL;
    const char *why = NULL;
    noc_status status = noc_cases_compile(cases, 0, false, &system, diag);
    if (status == NOC_OK)
        status = noc_match_measure(system, wish->metric, &wish->target, &why, diag);
    noc_system_free(system);
    if (status == NOC_OK && !isfinite(wish->target))
        status =
            noc_fail(diag, NOC_EUSAGE, wish->place, "%s has no %s: %s", cases->designs[0]->name,
                     noc_metric_info_of(wish->metric)->label, why ? why : "not known");
    return status;
}

/* Changes each design but the first into one that matches the first. */
static noc_status move_all(const request *own, const freed *f, noc_cases *cases, noc_match *moved,
                           noc_diag *diag)
{
    noc_match_wish wish = {.metric = own->at_area ? NOC_METRIC_network_area_mm2
                                                  : NOC_METRIC_saturation_data_gb_per_s,
                           .path = f->path,
                           .listed = f->values,
                           .listed_count = f->count,
                           .place = {own->free      ? "--free"
                                     : own->at_area ? "--at-area"
                                                    : "--at-bandwidth",
                                     0}};
    noc_status status = measure_first(cases, &wish, diag);
    for (size_t i = 1; i < cases->count && status == NOC_OK; i++) {
        noc_design *design = NULL;
        status = noc_match_find(source_of(cases, cases->designs[i]), cases->designs[i], &wish,
                                &design, &moved[i], diag);
        if (status != NOC_OK) break;
        noc_design_free(cases->designs[i]);
        cases->designs[i] = design;
    }
    return status;
}

/* Returns 0, or NOC_EXIT_LIMITS with a message for each design without a matching value. */
static int check_moved(const answers *a, noc_diag *diag)
{
    int exit = 0;
    for (size_t i = 1; i < a->count; i++) {
        const noc_match *m = &a->moved[i];
        if (!m->path || m->met) continue;
        noc_fail(diag, NOC_EUSAGE, (noc_place){a->estimates[i].design->word, 0},
                 "no value of %s has %s within %.0f %% of %.4g; the nearest is %s with %.4g",
                 m->path, noc_metric_info_of(m->metric)->name, 100.0 * NOC_MATCH_NEAR, m->target,
                 m->to, m->value);
        exit = NOC_EXIT_LIMITS;
    }
    return exit;
}

/* ---- the command ---------------------------------------------------------------------------- */

static noc_status check_count(const noc_request *r, const noc_cases *cases, noc_diag *diag)
{
    if (cases->count < 2)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "compare: one design is nothing to compare (two designs, or --vary)");
    if (noc_picture_wanted(r) == NOC_PICTURE_NONE || cases->count <= NOC_COMPARE_PAGE_MOST)
        return NOC_OK;
    return noc_fail(
        diag, NOC_EUSAGE, (noc_place){r->output, 0},
        "a page has room for %d designs (here: %zu; the table, .csv and .json have all)",
        NOC_COMPARE_PAGE_MOST, cases->count);
}

static noc_status show(const noc_request *r, const answers *a, bool *missing, noc_diag *diag)
{
    const request *own = r->own;
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    page.sheet.load = own->load;
    page.is_file = a->systems != NULL;
    const noc_compared_designs all = {a->estimates, a->moved, a->systems, a->curves, a->count};
    if (noc_picture_wanted(r) == NOC_PICTURE_SVG)
        status = noc_compare_picture(&page.sheet, &all, missing, diag);
    else if (page.is_file)
        status = noc_compare_page(&page.sheet, &all, missing, diag);
    else
        status = noc_report_compare(&page.sheet, &all, diag);
    return noc_page_finish(r, &page, status, diag);
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    const bool paged = noc_picture_wanted(r) != NOC_PICTURE_NONE;
    noc_cases cases = {0};
    answers a = {0};
    noc_requirements q = {.list = NULL};
    freed f = {.path = NULL};
    int unmet = 0, unmatched = 0;
    bool missing = false;
    noc_status status = noc_requirements_read(&own->requires, &q, diag);
    if (status == NOC_OK)
        status = noc_loop_read(r, own->loop, &own->sets, &own->varies, &cases, diag);
    if (status == NOC_OK) status = noc_requirements_fit(&q, cases.designs, cases.count, diag);
    noc_cases_put_base_first(&cases); /* changes are relative to the first column */
    if (status == NOC_OK) status = check_count(r, &cases, diag);
    if (status == NOC_OK && paged) status = noc_picture_need_gnuplot(r, &missing, diag);
    if (status == NOC_OK) status = make_room(cases.count, paged, &a, diag);
    if (status == NOC_OK && (own->at_area || own->at_bandwidth)) {
        status = read_free(own->free, &f, diag);
        if (status == NOC_OK) status = move_all(own, &f, &cases, a.moved, diag);
    }
    if (status == NOC_OK) status = answer_all(r, &cases, &a, diag);
    if (status == NOC_OK) status = show(r, &a, &missing, diag);
    if (status == NOC_OK) unmet = noc_requirements_check(&q, a.estimates, cases.count, diag);
    if (status == NOC_OK) unmatched = check_moved(&a, diag);
    noc_requirements_clear(&q);
    clear(&a);
    clear_free(&f);
    noc_cases_clear(&cases);
    return missing     ? NOC_EXIT_MISSING_PROGRAM
           : unmet     ? unmet
           : unmatched ? unmatched
                       : noc_exit_of(status);
}

static noc_status check(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    if (own->measure && own->precision.within > 0.0)
        return noc_fail(
            diag, NOC_EUSAGE, NOC_NOWHERE,
            "compare: --within samples where it has to, --measure always (one of them)");
    if (noc_loop_check(r, own->loop, &own->load, diag) != NOC_OK) return NOC_EUSAGE;
    if (own->at_area && own->at_bandwidth)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "compare: --at-area and --at-bandwidth are two comparisons (one of them)");
    if (own->free && !own->at_area && !own->at_bandwidth)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "compare: --free is the setting that moves with --at-area or "
                        "--at-bandwidth");
    return NOC_OK;
}

const noc_command noc_command_compare = {
    .name = "compare",
    .operands = "DESIGN [DESIGN|TOPOLOGY]...",
    .purpose = "Designs side by side: which settings differ, and every metric's change.",
    .details =
        "Each design is compared with the first, by the model. Changes have "
        "intervals, without the error that both designs share; intervals that hold "
        "0 % are marked ~, indistinguishable. -o FILE.html makes a page to show around, FILE.svg a "
        "picture: what differs, what that buys and costs, five figures as bars, curves, the "
        "networks drawn. With --at-area or --at-bandwidth the setting --free of each design but "
        "the first runs over its values; the nearest is taken, the smaller of two that are as "
        "near, and the first line says so. It meets the first design within 5 %; where none does, "
        "the exit status is 4. Other cores, memories or programs are named before any figure. A "
        "word "
        "that names a topology is 'nocsight new TOPOLOGY --like' the first design.",
    .examples = "  nocsight compare te13-baseline te13-2xbw\n"
                "  nocsight compare te13-baseline te13-2xbw -o two.html\n"
                "  nocsight compare te13-baseline te13-2xbw --at-area\n"
                "  nocsight compare te13-baseline torus flattened-butterfly\n"
                "  nocsight compare te13-baseline --vary network.router_stages=1,2 --load 0.03\n",
    .least = 1,
    .most = 1000,
    .options = uses,
    .size = sizeof(request),
    .svg = true,
    .pictures = ".html",
    .check = check,
    .run = run,
};
