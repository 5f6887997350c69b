#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/c/context.h"
#include "cli/commands/parts/calibration_choice.h"
#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/load.h"
#include "cli/frame/measure.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/require.h"
#include "cli/frame/watch.h"
#include "explore/cures/cures.h"
#include "hybrid/answers/by_node.h"
#include "hybrid/answers/explain/breakdown.h"
#include "hybrid/answers/explain/contrast.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "reports/compare/validation.h"
#include "reports/drawings/bars.h"
#include "reports/estimates/estimates.h"
#include "reports/facts/cures.h"
#include "reports/facts/details.h"
#include "reports/facts/tiles.h"
#include "reports/writers/sheet.h"

/* Values of the options. */
typedef struct option_values {
    noc_offered_load load;
    bool wants_channels, wants_loop, wants_breakdown, wants_tiles, wants_node_pairs, wants_check,
        wants_samples, wants_all, wants_cures, watches;
    noc_texts set_texts, vary_texts, requirement_texts;
    double channel_activity; /* flits per cycle on every channel; NAN: not given */
    noc_precision precision;
    noc_calibration_choice calibration;
} option_values;

static const noc_option own_options[] = {
    NOC_TAKE_FLAG("all", "every figure, in all units, and why others are missing", wants_all),
    NOC_TAKE_FLAG("breakdown", "count the components too, and the cost of each", wants_breakdown),
    NOC_TAKE_FLAG("tiles", "show the power of each router and its links, by tile", wants_tiles),
    NOC_TAKE_FLAG("cures", "gain and cost of each setting, one step on, best first", wants_cures),
    NOC_TAKE_FLAG("measure",
                  "measure too, beside the model: at --load, in closed loop if the design names a "
                  "workload, else the saturation",
                  wants_samples),
    NOC_TAKE_REAL("activity", "A", "power at A flits/cycle on every channel, instead of the load's",
                  channel_activity, 0.0, 1.0 + 1e-12, "flits per cycle, above 0 and at most 1",
                  NULL),
    {0},
};

static const option_values default_values = {.channel_activity = NAN,
                                             .precision = {.precision = 0.02, .seed = 1}};

static const noc_option_use uses[] = {
    {&noc_load_options, offsetof(option_values, load)},
    {&noc_channels_options, offsetof(option_values, wants_channels)},
    {&noc_by_node_options, offsetof(option_values, wants_node_pairs)},
    {&noc_loop_options, offsetof(option_values, wants_loop)},
    {&noc_set_options, offsetof(option_values, set_texts)},
    {&noc_vary_options, offsetof(option_values, vary_texts)},
    NOC_OWN_OPTIONS(own_options),
    {&noc_check_options, offsetof(option_values, wants_check)},
    {&noc_sampling_options, offsetof(option_values, precision)},
    {&noc_within_options, offsetof(option_values, precision)},
    {&noc_seconds_options, offsetof(option_values, precision)},
    {&noc_calibration_options, offsetof(option_values, calibration)},
    {&noc_require_options, offsetof(option_values, requirement_texts)},
    {&noc_watch_options, offsetof(option_values, watches)},
    {0},
};

/* Counts the requested parts of an answer besides its figures. */
static int count_parts(const option_values *values)
{
    return values->wants_channels + values->wants_breakdown + values->wants_tiles +
           values->wants_node_pairs + values->wants_cures;
}

/* Refuses options that, with --within, leave no choice of the method, or request figures of another
 * precision. */
static noc_status check_within(const option_values *values, noc_diag *diag)
{
    if (values->precision.half_width == 0.0) return NOC_OK;
    if (values->wants_check || values->wants_samples)
        return NOC_REFUSE(diag, "query: --within chooses between the model, a window and a sample "
                                "(give it without --check and --measure)");
    if (values->wants_channels || values->wants_tiles || values->wants_node_pairs ||
        values->wants_cures || isfinite(values->channel_activity))
        return NOC_REFUSE(diag,
                          "query: --within is of the answer's own figure; --channels, --tiles, "
                          "--by-node, --cures and --activity state others (a question each)");
    return NOC_OK;
}

static noc_status check(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    if (check_within(values, diag) != NOC_OK) return NOC_EUSAGE;
    if (noc_channels_check(r, values->wants_channels, &values->load, diag) != NOC_OK)
        return NOC_EUSAGE;
    if (noc_loop_check(r, values->wants_loop, &values->load, diag) != NOC_OK) return NOC_EUSAGE;
    if (values->wants_tiles && values->wants_check && values->load.form == NOC_LOAD_NONE)
        return NOC_REFUSE(diag, "query: --tiles states the power of the model's closed loop, and "
                                "--check measures another (give one of them, or --load L)");
    if (values->wants_node_pairs && values->wants_check)
        return NOC_REFUSE(diag, "query: --by-node is the model's, and --check corrects its means "
                                "by a window (nocsight sample --by-node)");
    if (count_parts(values) > 1 && r->format == NOC_FORMAT_CSV)
        return NOC_REFUSE(diag, "query: --channels, --breakdown, --tiles, --by-node and --cures "
                                "have different columns (give one of them with --format csv)");
    if (values->wants_samples && values->wants_check)
        return NOC_REFUSE(diag, "query: give one of --measure, a sample beside the model, and "
                                "--check, a window that corrects it");
    if (values->wants_samples && count_parts(values) > 0 && r->format != NOC_FORMAT_TABLE)
        return NOC_REFUSE(diag, "query: --measure with --channels, --breakdown, --tiles, --by-node "
                                "or --cures is a table (--format table)");
    if (values->wants_cures && values->vary_texts.count > 0)
        return NOC_REFUSE(diag, "query: --cures changes one design (use --set in place of --vary)");
    return NOC_OK;
}

/* Answers of the designs, and their requested parts: [design]; NULL: not requested. */
typedef struct query_answers {
    noc_arena memory;
    const noc_calibration *calibration; /* NULL: the model as derived */
    noc_estimate *estimates;
    noc_components *components; /* parts of each design; NULL: not requested */
    noc_breakdown *breakdowns;
    noc_channel_rates *channels; /* rates of each design's channels; NULL: not requested */
    noc_power_tiles *tiles;
    noc_node_pairs *pairs;
    noc_cures cures;
    noc_comparison *comparisons; /* answers with their samples; NULL: not requested */
    bool has_cures;
    size_t count, finished_count;
} query_answers;

/* Finds the requested parts of costs. */
static noc_status break_down_costs(const option_values *values, double load,
                                   const noc_system *system, query_answers *a, size_t i,
                                   noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_breakdown b;
    noc_status status =
        noc_breakdown_make(system, a->calibration, load, values->channel_activity,
                           values->wants_breakdown ? &a->memory : &scratch, &b, diag);
    if (status != NOC_OK) return status;
    if (values->wants_tiles) {
        status = noc_tiles_make(system, &b.cost, b.routers, &a->memory, &a->tiles[i], diag);
        a->estimates[i].tiles = &a->tiles[i];
    }
    if (values->wants_breakdown && status == NOC_OK) {
        status = noc_components_of(system, &a->components[i], diag);
        a->estimates[i].components = &a->components[i];
    }
    if (values->wants_breakdown) a->breakdowns[i] = b;
    return status;
}

/* Finds the figures of pairs of nodes. */
static noc_status find_pairs(double load, const noc_system *system, query_answers *a, size_t i,
                             noc_diag *diag)
{
    noc_status status = noc_node_pairs_check(system, diag);
    if (status != NOC_OK) return status;
    NOC_AUTO_FREE noc_sample_flow *flows = calloc(system->traffic.flow_count + 1, sizeof *flows);
    if (!flows) return noc_fail_memory(diag);
    status = noc_node_flows_solve(system, a->calibration, load, flows, diag);
    a->estimates[i].pairs = &a->pairs[i];
    return status == NOC_OK ? noc_node_pairs_join(system, flows, &a->memory, &a->pairs[i], diag)
                            : status;
}

/* Finds the figures of a design: by the model, or where `m` is not NULL by an approach that
 * measures. */
static noc_status find_figures(const option_values *values, noc_approach approach,
                               noc_measurement *m, noc_cases *cases, size_t i, noc_estimate *e,
                               noc_diag *diag)
{
    char load[NOC_LOAD_CHARS];
    noc_offered_load_format(&values->load, load);
    const noc_query query = {.approach = (int)approach,
                             .load = *load ? load : NULL,
                             .wants_channels =
                                 values->wants_channels && approach != NOC_APPROACH_SAMPLE};
    if (m) return noc_measure_ask(m, cases, i, &query, e, diag);
    return noc_cases_ask(cases, i, &query, e, diag);
}

/* Finds the requested parts of an answer besides its figures. */
static noc_status find_parts(const option_values *values, const noc_cases *cases, bool is_measuring,
                             query_answers *a, size_t i, noc_diag *diag)
{
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    const bool has_activity = isfinite(values->channel_activity);
    const bool wants_costs = values->wants_breakdown || values->wants_tiles;
    double load = NAN;
    if (!has_activity && !values->wants_node_pairs && !wants_costs) return NOC_OK;
    noc_status status =
        noc_cases_compile(cases, i, !is_measuring && !values->wants_node_pairs, &system, diag);
    if (status == NOC_OK)
        status = noc_offered_load_convert(system, a->calibration, &values->load, &load, diag);
    if (status == NOC_OK && has_activity)
        status =
            noc_figures_put_nominal_power(system, values->channel_activity, &a->estimates[i], diag);
    if (status == NOC_OK && values->wants_node_pairs) status = find_pairs(load, system, a, i, diag);
    if (status != NOC_OK || !wants_costs) return status;
    return break_down_costs(values, load, system, a, i, diag);
}

/* Answers one design; `m` NULL: by the model alone. */
static noc_status answer_case(const option_values *values, noc_cases *cases, noc_measurement *m,
                              query_answers *a, size_t i, noc_diag *diag)
{
    const bool is_within = values->precision.half_width > 0.0;
    const noc_approach approach = is_within             ? NOC_APPROACH_WITHIN
                                  : values->wants_check ? NOC_APPROACH_WINDOW
                                                        : NOC_APPROACH_MODEL;
    noc_status status = find_figures(values, approach, approach == NOC_APPROACH_MODEL ? NULL : m,
                                     cases, i, &a->estimates[i], diag);
    if (status == NOC_OK) status = find_parts(values, cases, m != NULL, a, i, diag);
    if (status != NOC_OK || !a->comparisons) return status;
    noc_comparison *row = &a->comparisons[i];
    status = find_figures(values, NOC_APPROACH_SAMPLE, m, cases, i, &row->sample, diag);
    row->model = a->estimates[i];
    row->has_sample = status == NOC_OK;
    return status;
}

/* Answers all designs. Windows and samples take time, so --check and --measure show progress, and
 * Ctrl-C keeps finished designs. */
static noc_status answer_all(const noc_request *r, noc_cases *cases, query_answers *a,
                             noc_diag *diag)
{
    const option_values *values = r->values;
    const bool has_half_width = values->precision.half_width > 0.0,
               has_load = values->load.form != NOC_LOAD_NONE;
    const bool is_measuring = values->wants_check || values->wants_samples || has_half_width;
    noc_measurement m;
    noc_status status = NOC_OK;
    double weight = 0.0;
    for (size_t i = 0; i < cases->count; i++)
        weight += values->wants_samples ? noc_measure_weight(cases->designs[i], has_load) : 1.0;
    if (is_measuring)
        noc_measure_start(r, values->wants_check ? &noc_default_precision : &values->precision,
                          cases, weight, &m);
    while (a->finished_count < cases->count && status == NOC_OK) {
        const noc_design *design = cases->designs[a->finished_count];
        weight = values->wants_samples ? noc_measure_weight(design, has_load) : 1.0;
        if (is_measuring) noc_measure_task(&m, weight, design, a->finished_count, "");
        status = answer_case(values, cases, is_measuring ? &m : NULL, a, a->finished_count, diag);
        const bool is_answered = a->estimates[a->finished_count].requested_half_width > 0.0;
        a->finished_count += status == NOC_OK || (status == NOC_EINTERRUPTED && is_answered);
    }
    if (is_measuring) noc_measure_end(&m, status, a->finished_count, cases->count, diag);
    noc_contrast_warn_all(a->estimates, a->finished_count,
                          noc_cases_base_index(cases, a->finished_count),
                          values->load.form == NOC_LOAD_FLITS);
    return status;
}

/* Finds the cures of one design: all if requested; otherwise the best one, only for the answer in
 * words. */
static noc_status find_cures(const noc_request *r, const noc_cases *cases, query_answers *a,
                             noc_diag *diag)
{
    const option_values *values = r->values;
    const bool shows_words = r->format == NOC_FORMAT_TABLE && values->vary_texts.count == 0 &&
                             noc_picture_requested(r) == NOC_PICTURE_NONE;
    if (a->finished_count != 1 || !(values->wants_cures || shows_words)) return NOC_OK;
    if (a->estimates[0].method != NOC_METHOD_MODEL) return NOC_OK; /* trials use the model */
    const noc_cures_question question = {
        noc_held_source_of(noc_held_design_source(cases->designs[0])), &a->estimates[0],
        a->calibration, values->wants_cures};
    a->has_cures = true;
    noc_context_forget(cases->context); /* the search has systems of its own */
    return noc_cures_find(&question, &a->memory, &a->cures, diag);
}

/* Allocates a part of each answer; NULL: not wanted, or out of memory. */
static void *alloc_part(query_answers *a, bool is_wanted, size_t size)
{
    return is_wanted ? noc_arena_array(&a->memory, a->count, size) : NULL;
}

static noc_status alloc_answers(const option_values *values, size_t count, query_answers *a,
                                noc_diag *diag)
{
    a->count = count;
    a->estimates = alloc_part(a, true, sizeof *a->estimates);
    a->comparisons = alloc_part(a, values->wants_samples, sizeof *a->comparisons);
    a->channels = alloc_part(a, values->wants_channels, sizeof *a->channels);
    a->tiles = alloc_part(a, values->wants_tiles, sizeof *a->tiles);
    a->pairs = alloc_part(a, values->wants_node_pairs, sizeof *a->pairs);
    a->components = alloc_part(a, values->wants_breakdown, sizeof *a->components);
    a->breakdowns = alloc_part(a, values->wants_breakdown, sizeof *a->breakdowns);
    return a->memory.is_short ? noc_fail_memory(diag) : NOC_OK;
}

static void clear_answers(query_answers *a)
{
    for (size_t i = 0; i < a->count && a->components; i++) noc_components_clear(&a->components[i]);
    noc_arena_clear(&a->memory);
}

/* ---- pictures ------------------------------------------------------------------------------- */

/* HotSpot's files by suffix: not pictures, but each alone in its file as a picture is. */
static const struct {
    const char *suffix;
    noc_tile_file kind;
} hotspot_files[] = {{".flp", NOC_TILE_FLOOR_PLAN}, {".ptrace", NOC_TILE_TRACE}};

/* True if -o requests a map of tiles. */
static bool is_map_output(const noc_request *r, noc_tile_file *kind)
{
    const option_values *values = r->values;
    const noc_picture picture = noc_picture_requested(r);
    *kind = picture == NOC_PICTURE_HTML ? NOC_TILE_PAGE : NOC_TILE_PICTURE;
    for (size_t i = 0; i < sizeof hotspot_files / sizeof hotspot_files[0]; i++) {
        if (r->has_format_option || !noc_output_has_suffix(r, hotspot_files[i].suffix)) continue;
        *kind = hotspot_files[i].kind;
        return true;
    }
    return values->wants_tiles && picture != NOC_PICTURE_NONE;
}

/* Checks the picture: costs of --breakdown, loads of --channels, power of --tiles, or pairs of
 * --by-node. */
static noc_status check_picture(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_place place = {r->has_format_option ? "--format svg" : r->output, 0};
    const int kinds = values->wants_breakdown + values->wants_channels + values->wants_tiles +
                      values->wants_node_pairs;
    noc_tile_file kind;
    const bool map = is_map_output(r, &kind);
    if (!map && noc_picture_requested(r) == NOC_PICTURE_NONE) return NOC_OK;
    if (map && !values->wants_tiles)
        return noc_fail(diag, NOC_EUSAGE, place, "query writes power by tile, which needs --tiles");
    if (kinds != 1)
        return noc_fail(diag, NOC_EUSAGE, place,
                        "query draws costs, which needs --breakdown, how busy channels are, which "
                        "needs --load L --channels, power by tile, which needs --tiles, or pairs "
                        "of nodes, which needs --by-node: one of them%s",
                        kinds > 1 ? ", not several" : "");
    if (!values->wants_breakdown && values->vary_texts.count > 0)
        return noc_fail(diag, NOC_EUSAGE, place,
                        "query draws the %s of one design (use --set in place of --vary)",
                        values->wants_node_pairs ? "nodes"
                        : map                    ? "tiles"
                                                 : "channels");
    return NOC_OK;
}

/* Reports one answer, then its sample, and last the cures. */
static noc_status report_comparison(const noc_sheet *sheet, const query_answers *a, noc_diag *diag)
{
    noc_status status = noc_report_estimates(sheet, a->estimates, a->breakdowns, NULL,
                                             a->finished_count, false, diag);
    if (status == NOC_OK) status = noc_text_comparison(sheet, &a->comparisons[0], diag);
    if (status != NOC_OK || !a->has_cures) return status;
    if (!a->cures.is_complete && (a->cures.count > 0 || a->cures.is_skipped))
        fputc('\n', sheet->out);
    return noc_text_cures(sheet, a->estimates, &a->cures, diag);
}

static noc_status report(const noc_request *r, noc_picture picture, const noc_page *page,
                         const noc_cases *cases, const query_answers *a, noc_diag *diag)
{
    const option_values *values = r->values;
    noc_tile_file kind;
    const bool html = picture == NOC_PICTURE_HTML, is_table = r->format == NOC_FORMAT_TABLE;
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    if (is_map_output(r, &kind))
        return noc_tiles_write(&page->sheet, &a->estimates[0], kind, r->output, diag);
    if (a->comparisons && picture == NOC_PICTURE_NONE && (a->finished_count > 1 || !is_table))
        return noc_report_validation(&page->sheet, a->comparisons, a->finished_count, diag);
    if (a->comparisons && picture == NOC_PICTURE_NONE)
        return report_comparison(&page->sheet, a, diag);
    if (picture == NOC_PICTURE_NONE)
        return noc_report_estimates(&page->sheet, a->estimates, a->breakdowns,
                                    a->has_cures ? &a->cures : NULL, a->finished_count,
                                    values->vary_texts.count > 0, diag);
    if (values->wants_node_pairs)
        return noc_detail_draw(&page->sheet, &noc_node_detail, NULL, &a->estimates[0], html, diag);
    if (values->wants_breakdown)
        return (html ? noc_bars_write_page : noc_bars_draw)(page->sheet.out, a->estimates,
                                                            a->breakdowns, a->finished_count, diag);
    const noc_status status = noc_cases_compile(cases, 0, true, &system, diag);
    if (status != NOC_OK) return status;
    return noc_detail_draw(&page->sheet, &noc_channel_detail, system, &a->estimates[0], html, diag);
}

static noc_status show(const noc_request *r, const noc_cases *cases, const query_answers *a,
                       noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_picture picture = noc_picture_requested(r);
    noc_tile_file kind;
    noc_page page;
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    page.sheet.load = values->load;
    page.is_file = picture == NOC_PICTURE_HTML || is_map_output(r, &kind);
    page.sheet.shows_all = values->wants_all;
    page.sheet.has_all_option = true;
    page.sheet.base_index = noc_cases_base_index(cases, a->finished_count);
    page.sheet.run.calibration = a->calibration ? a->calibration->id : NULL;
    return noc_page_finish(r, &page, report(r, picture, &page, cases, a, diag), diag);
}

static int run_once(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    NOC_AUTO(clear_answers) query_answers a = {0};
    noc_requirements q;
    int requirement_status = 0;
    noc_status status = check_picture(r, diag);
    if (status == NOC_OK)
        status =
            noc_requirements_read("--require", &values->requirement_texts, &a.memory, &q, diag);
    if (status == NOC_OK)
        status = noc_loop_read(r, values->wants_loop, &values->set_texts, &values->vary_texts,
                               &cases, diag);
    if (status == NOC_OK)
        status = noc_calibration_choose(&values->calibration, cases.context, &a.calibration, diag);
    if (status == NOC_OK) noc_watch_tell_settings(r->watch, &cases);
    if (status == NOC_OK) status = noc_requirements_precheck(&q, cases.designs, cases.count, diag);
    if (status == NOC_OK) status = alloc_answers(values, cases.count, &a, diag);
    if (status == NOC_OK) status = answer_all(r, &cases, &a, diag);
    if (status == NOC_OK) status = find_cures(r, &cases, &a, diag);
    if (status == NOC_OK || (status == NOC_EINTERRUPTED && a.finished_count > 0)) {
        const noc_status show_status = show(r, &cases, &a, diag);
        if (status == NOC_OK) status = show_status;
    }
    if (status == NOC_OK)
        requirement_status = noc_requirements_check(&q, a.estimates, a.finished_count, diag);
    if (status == NOC_OK) noc_watch_keep(r->watch, &cases, a.estimates);
    return requirement_status ? requirement_status : noc_exit_from_status(status);
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    return values->watches ? noc_watch_run(r, run_once, diag) : run_once(r, diag);
}

const noc_command noc_command_query = {
    .name = "query",
    .operands = "DESIGN",
    .purpose =
        "Estimate a design with the model: latency, saturation, area, power, throughput per area.",
    .details =
        "First throughput, latency, cost and limit of the network; --all has every figure. Without "
        "--load a design with a workload is answered in closed loop, as any design with --loop; "
        "other designs have no latencies under load. With --vary there is a row for the design, "
        "unless a variant is the same, and one for each variant, with its change against the "
        "design itself. -o FILE.svg or FILE.html draws: with --breakdown the costs as bars, with "
        "--channels the network, its links as dark and wide as they are busy, with --tiles a map "
        "of the power, with --by-node maps of round trips and bandwidth, a row a source, a column "
        "a destination. -o FILE.flp and FILE.ptrace with --tiles are HotSpot's input. --measure "
        "puts a sample beside the model, with its percentiles. --within says how sure the answer's "
        "own figure is to be: the latency at a load, the IPC of a closed loop, the saturation "
        "without either. --check, its forerunner, measures a short window at the load, and without "
        "one also a window of the closed loop, which replaces the model's operating point. --watch "
        "answers at each save, as JSON a line each, as CSV with one header; what was saved and "
        "which settings and main figures changed is told on standard error.",
    .examples = "  nocsight query te13-baseline --load 0.03\n"
                "  nocsight query te13-baseline --vary network.flit_bytes=8,16,32\n"
                "  nocsight query te13-baseline --load 0.03 --measure\n"
                "  nocsight query te13-baseline --load 0.03 --within 2%\n"
                "  nocsight query te13-baseline --load 0.03 --check\n"
                "  nocsight query te13-baseline --set workload=HH --check\n"
                "  nocsight query te13-baseline --load 0.03 --cures\n"
                "  nocsight query te13-baseline --load 0.03 --channels\n"
                "  nocsight query te13-baseline --load 0.03 --channels -o busy.svg\n"
                "  nocsight query te13-baseline --load 0.03 --by-node -o nodes.svg\n"
                "  nocsight query cdx19-clos-80 --breakdown\n"
                "  nocsight query te13-baseline --set chip.technology_nm=22 --breakdown\n"
                "  nocsight query cdx19-mesh-80 --load 0.02 --breakdown -o cost.svg\n"
                "  nocsight query cdx19-mesh-80 --load 0.02 --tiles -o power.svg\n"
                "  nocsight query my-gpu.cfg --load 60% --watch\n",
    .min_operands = 1,
    .max_operands = 1,
    .options = uses,
    .values_size = sizeof(option_values),
    .defaults = &default_values,
    .has_svg = true,
    .has_markup = true,
    .picture_suffixes = ".html",
    .check = check,
    .run = run,
};
