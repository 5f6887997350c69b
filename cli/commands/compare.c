#include "reports/compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
typedef struct option_values {
    noc_offered_load load;
    noc_texts set_texts, vary_texts, requirement_texts;
    bool matches_area, matches_bandwidth, wants_samples, wants_loop;
    const char *free_option;
    noc_precision precision;
} option_values;

static const noc_option measure_options[] = {
    NOC_TAKE_FLAG("measure",
                  "compare by samples: at --load, in closed loop if designs name a workload, else "
                  "at saturations",
                  wants_samples),
    {0},
};

static const noc_option fair_options[] = {
    NOC_TAKE_FLAG(
        "at-area",
        "move a setting of each design but the first until it has the network area of the first",
        matches_area),
    NOC_TAKE_FLAG(
        "at-bandwidth",
        "move a setting until the design has the data bandwidth of the first at saturation",
        matches_bandwidth),
    NOC_TAKE_TEXT("free", "KEY",
                  "the setting that is moved (network.flit_bytes), over its whole range; "
                  "KEY=V1,V2: over these values",
                  free_option),
    {0},
};

static const noc_option_use uses[] = {
    NOC_OWN_OPTIONS(fair_options),
    NOC_OWN_OPTIONS(measure_options),
    {&noc_load_options, offsetof(option_values, load)},
    {&noc_loop_options, offsetof(option_values, wants_loop)},
    {&noc_set_options, offsetof(option_values, set_texts)},
    {&noc_vary_options, offsetof(option_values, vary_texts)},
    {&noc_sampling_options, offsetof(option_values, precision)},
    {&noc_within_options, offsetof(option_values, precision)},
    {&noc_seconds_options, offsetof(option_values, precision)},
    {&noc_require_options, offsetof(option_values, requirement_texts)},
    {0},
};

/* Answers of each design. */
typedef struct comparison_answers {
    noc_arena memory;
    noc_estimate *estimates;
    noc_match *matches;
    size_t count;
    noc_system **systems;   /* systems of the designs, for a page; NULL: no page */
    noc_comparison *points; /* points of all curves in sequence, for a page; NULL: no page */
    noc_curve_line *curves;
} comparison_answers;

/* Number of evenly spaced points of a curve on a page, and of all points, which include points
 * where latencies rise. */
enum { EVEN_POINTS = 12, POINTS = 28 };

/* Computes the points of a curve. A design without a saturation gets no curve. */
static noc_status draw_curve(comparison_answers *a, const noc_cases *cases, size_t i,
                             noc_diag *diag)
{
    const noc_curve_rows rows = {EVEN_POINTS, POINTS - EVEN_POINTS, a->points + i * POINTS, NULL};
    const double saturation = a->estimates[i].metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (!isfinite(saturation)) return NOC_OK;
    const noc_status status = noc_cases_draw(cases, i, &rows, diag);
    if (status == NOC_OK) a->curves[i] = (noc_curve_line){rows.points, POINTS};
    return status;
}

/* Answers one design; `m` NULL: by the model. */
static noc_status answer_one(const option_values *values, noc_cases *cases, noc_measurement *m,
                             comparison_answers *a, size_t i, noc_diag *diag)
{
    char load[NOC_LOAD_CHARS];
    noc_offered_load_format(&values->load, load);
    const noc_query query = {.approach = !m                      ? NOC_APPROACH_MODEL
                                         : values->wants_samples ? NOC_APPROACH_SAMPLE
                                                                 : NOC_APPROACH_WITHIN,
                             .load = *load ? load : NULL};
    noc_status status = m ? noc_measure_ask(m, cases, i, &query, &a->estimates[i], diag)
                          : noc_cases_ask(cases, i, &query, &a->estimates[i], diag);
    if (status != NOC_OK || !a->systems) return status;
    status = noc_cases_compile(cases, i, !m, &a->systems[i], diag);
    return status == NOC_OK ? draw_curve(a, cases, i, diag) : status;
}

static noc_status answer_all(const noc_request *r, noc_cases *cases, comparison_answers *a,
                             noc_diag *diag)
{
    const option_values *values = r->values;
    const bool has_load = values->load.form != NOC_LOAD_NONE;
    const bool is_measuring = values->wants_samples || values->precision.half_width > 0.0;
    noc_measurement m;
    noc_status status = NOC_OK;
    double weight = 0.0;
    size_t i = 0;
    for (size_t k = 0; k < cases->count; k++)
        weight += noc_measure_weight(cases->designs[k], has_load);
    if (is_measuring) noc_measure_start(r, &values->precision, cases, weight, &m);
    for (; i < cases->count && status == NOC_OK; i += status == NOC_OK) {
        const noc_design *design = cases->designs[i];
        if (is_measuring) noc_measure_task(&m, noc_measure_weight(design, has_load), design, i, "");
        status = answer_one(values, cases, is_measuring ? &m : NULL, a, i, diag);
    }
    if (is_measuring) noc_measure_end(&m, status, 0, cases->count, diag);
    if (status == NOC_OK)
        noc_contrast_warn_all(a->estimates, cases->count, 0, values->load.form == NOC_LOAD_FLITS);
    return status;
}

static noc_status alloc_answers(size_t count, bool page, comparison_answers *a, noc_diag *diag)
{
    a->count = count;
    a->estimates = noc_arena_array(&a->memory, count, sizeof *a->estimates);
    a->matches = noc_arena_array(&a->memory, count, sizeof *a->matches);
    if (page) {
        a->systems = noc_arena_array(&a->memory, count, sizeof(noc_system *));
        a->points = noc_arena_array(&a->memory, count * POINTS, sizeof *a->points);
        a->curves = noc_arena_array(&a->memory, count, sizeof *a->curves);
    }
    return a->memory.is_short ? noc_fail_memory(diag) : NOC_OK;
}

static void clear_answers(comparison_answers *a)
{
    for (size_t i = 0; i < a->count && a->systems; i++) noc_system_free(a->systems[i]);
    noc_arena_clear(&a->memory);
}

/* ---- fair comparisons ----------------------------------------------------------------------- */

/* Setting of --free, and its values if some are listed. */
typedef struct free_setting {
    const char *path, **values;
    size_t count;
} free_setting;

static noc_status read_free_option(const char *option, noc_arena *memory, free_setting *f,
                                   noc_diag *diag)
{
    const char *text = option ? option : "network.flit_bytes", *equals = strchr(text, '=');
    const size_t length = equals ? (size_t)(equals - text) : strlen(text);
    f->path = noc_arena_text(memory, "%.*s", (int)length, text);
    if (!f->path) return noc_fail_memory(diag);
    if (!equals) return NOC_OK;
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    noc_vary vary;
    const noc_status status = noc_vary_read(&text, 1, memory, &vary, &faults);
    if (status != NOC_OK && faults.count > 0)
        noc_fail(diag, status, (noc_place){"--free", 0}, "%s", faults.messages[0].text);
    if (status != NOC_OK) return status;
    f->count = vary.axes[0].count;
    f->values = noc_arena_array(memory, f->count, sizeof *f->values);
    if (!f->values) return noc_fail_memory(diag);
    for (size_t i = 0; i < f->count; i++) f->values[i] = vary.axes[0].overrides[i] + length + 1;
    return NOC_OK;
}

/* Finds the metric of the first design, which the other designs are to match. */
static noc_status measure_first(const noc_cases *cases, noc_match_target *target, noc_diag *diag)
{
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    const char *reason = NULL;
    noc_status status = noc_cases_compile(cases, 0, false, &system, diag);
    if (status == NOC_OK)
        status = noc_match_measure(system, target->metric, &target->value, &reason, diag);
    if (status != NOC_OK || isfinite(target->value)) return status;
    return noc_fail(diag, NOC_EUSAGE, target->fault_place, "%s has no %s: %s",
                    cases->designs[0]->name, noc_metric_info_of(target->metric)->label,
                    reason ? reason : "not known");
}

/* Changes each design but the first into one that matches the first. */
static noc_status match_all(const option_values *values, const free_setting *f, noc_cases *cases,
                            noc_match *matches, noc_diag *diag)
{
    noc_match_target target = {.metric = values->matches_area ? NOC_METRIC_network_area_mm2
                                                              : NOC_METRIC_saturation_data_gb_per_s,
                               .path = f->path,
                               .listed_values = f->values,
                               .listed_count = f->count,
                               .fault_place = {values->free_option    ? "--free"
                                               : values->matches_area ? "--at-area"
                                                                      : "--at-bandwidth",
                                               0}};
    noc_status status = measure_first(cases, &target, diag);
    for (size_t i = 1; i < cases->count && status == NOC_OK; i++) {
        NOC_AUTO_DESIGN noc_design *design = NULL;
        const noc_source *source = noc_held_source_of(noc_held_design_source(cases->designs[i]));
        status = noc_match_find(source, cases->designs[i], &target, &design, &matches[i], diag);
        if (status == NOC_OK) status = noc_cases_replace(cases, i, design, diag);
    }
    return status;
}

/* Returns 0, or NOC_EXIT_LIMITS with a message for each design without a matching value. */
static int check_matches(const comparison_answers *a, noc_diag *diag)
{
    int exit_status = 0;
    for (size_t i = 1; i < a->count; i++) {
        const noc_match *m = &a->matches[i];
        if (!m->path || m->is_met) continue;
        NOC_REFUSE_AT(diag, a->estimates[i].design->typed_name,
                      "no value of %s has %s within %.0f %% of %.4g; the nearest is %s with %.4g",
                      m->path, noc_metric_info_of(m->metric)->name, 100.0 * NOC_MATCH_NEAR,
                      m->target, m->new_text, m->value);
        exit_status = NOC_EXIT_LIMITS;
    }
    return exit_status;
}

/* ---- the command ---------------------------------------------------------------------------- */

static noc_status check_count(const noc_request *r, const noc_cases *cases, noc_diag *diag)
{
    if (cases->count < 2)
        return NOC_REFUSE(diag,
                          "compare: one design is nothing to compare (two designs, or --vary)");
    if (noc_picture_requested(r) == NOC_PICTURE_NONE || cases->count <= NOC_COMPARE_PAGE_MAX)
        return NOC_OK;
    return NOC_REFUSE_AT(
        diag, r->output,
        "a page has room for %d designs (here: %zu; the table, .csv and .json have all)",
        NOC_COMPARE_PAGE_MAX, cases->count);
}

static noc_status show(const noc_request *r, const comparison_answers *a, noc_diag *diag)
{
    const option_values *values = r->values;
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    page.sheet.load = values->load;
    page.is_file = a->systems != NULL;
    const noc_compared_designs designs = {a->estimates, a->matches, a->systems, a->curves,
                                          a->count};
    if (noc_picture_requested(r) == NOC_PICTURE_SVG)
        status = noc_compare_draw_picture(&page.sheet, &designs, diag);
    else if (page.is_file)
        status = noc_compare_write_page(&page.sheet, &designs, diag);
    else
        status = noc_report_compare(&page.sheet, &designs, diag);
    return noc_page_finish(r, &page, status, diag);
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const bool has_page = noc_picture_requested(r) != NOC_PICTURE_NONE;
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    NOC_AUTO(clear_answers) comparison_answers a = {0};
    noc_requirements q;
    free_setting f = {.path = NULL};
    int requirement_status = 0, match_status = 0;
    noc_status status =
        noc_requirements_read("--require", &values->requirement_texts, &a.memory, &q, diag);
    if (status == NOC_OK)
        status = noc_loop_read(r, values->wants_loop, &values->set_texts, &values->vary_texts,
                               &cases, diag);
    if (status == NOC_OK) status = noc_requirements_precheck(&q, cases.designs, cases.count, diag);
    noc_cases_put_base_first(&cases); /* changes are relative to the first column */
    if (status == NOC_OK) status = check_count(r, &cases, diag);
    if (status == NOC_OK) status = alloc_answers(cases.count, has_page, &a, diag);
    if (status == NOC_OK && (values->matches_area || values->matches_bandwidth)) {
        status = read_free_option(values->free_option, &a.memory, &f, diag);
        if (status == NOC_OK) status = match_all(values, &f, &cases, a.matches, diag);
    }
    if (status == NOC_OK) status = answer_all(r, &cases, &a, diag);
    if (status == NOC_OK) status = show(r, &a, diag);
    if (status == NOC_OK)
        requirement_status = noc_requirements_check(&q, a.estimates, cases.count, diag);
    if (status == NOC_OK) match_status = check_matches(&a, diag);
    return requirement_status ? requirement_status
           : match_status     ? match_status
                              : noc_exit_from_status(status);
}

static noc_status check(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    if (values->wants_samples && values->precision.half_width > 0.0)
        return NOC_REFUSE(
            diag, "compare: --within samples where it has to, --measure always (one of them)");
    if (noc_loop_check(r, values->wants_loop, &values->load, diag) != NOC_OK) return NOC_EUSAGE;
    if (values->matches_area && values->matches_bandwidth)
        return NOC_REFUSE(
            diag, "compare: --at-area and --at-bandwidth are two comparisons (one of them)");
    if (values->free_option && !values->matches_area && !values->matches_bandwidth)
        return NOC_REFUSE(
            diag, "compare: --free is the setting that moves with --at-area or --at-bandwidth");
    return NOC_OK;
}

const noc_command noc_command_compare = {
    .name = "compare",
    .operands = "DESIGN [DESIGN|TOPOLOGY]...",
    .purpose = "Designs side by side: which settings differ, and every metric's change.",
    .details =
        "Each design is compared with the first, by the model. Changes have intervals, without the "
        "error that both designs share; intervals that hold 0 % are marked ~, indistinguishable. "
        "-o FILE.html makes a page to show around, FILE.svg a picture: the differences, their gain "
        "and cost, five figures as bars, curves, the networks drawn. With --at-area or "
        "--at-bandwidth the setting --free of each design but the first runs over its values; the "
        "nearest is taken, the smaller of two that are as near, and the first line says so. It "
        "meets the first design within 5 %; where none does, the exit status is 4. Other cores, "
        "memories or programs are named before any figure. A word that names a topology is "
        "'nocsight new TOPOLOGY --like' the first design.",
    .examples = "  nocsight compare te13-baseline te13-2xbw\n"
                "  nocsight compare te13-baseline te13-2xbw -o two.html\n"
                "  nocsight compare te13-baseline te13-2xbw --at-area\n"
                "  nocsight compare te13-baseline torus flattened-butterfly\n"
                "  nocsight compare te13-baseline --vary network.router_stages=1,2 --load 0.03\n",
    .min_operands = 1,
    .max_operands = 1000,
    .options = uses,
    .values_size = sizeof(option_values),
    .has_svg = true,
    .has_markup = true,
    .picture_suffixes = ".html",
    .check = check,
    .run = run,
};
