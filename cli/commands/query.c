#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/parts/calibrated.h"
#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/load.h"
#include "cli/frame/measure.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/require.h"
#include "explore/cures/cures.h"
#include "hybrid/answers/explain/breakdown.h"
#include "hybrid/answers/explain/contrast.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "reports/compare/validation.h"
#include "reports/drawings/bars.h"
#include "reports/estimates/estimates.h"
#include "reports/facts/by_node.h"
#include "reports/facts/channels.h"
#include "reports/facts/cures.h"
#include "reports/facts/tiles.h"
#include "reports/writers/sheet.h"

/* Values of the options. */
typedef struct request {
    noc_offered_load load;
    bool channels, loop, breakdown, tiles, by_node, check, measure, all, cures;
    noc_texts sets, varies, requires;
    double activity; /* flits per cycle on every channel; NAN: not given */
    noc_precision precision;
    noc_calibration_choice calibration;
} request;

static const noc_option own_options[] = {
    {"all", 0, NULL, "every figure, in all units, and why others are missing", NOC_OPTION_FLAG,
     .offset = offsetof(request, all)},
    {"breakdown", 0, NULL, "count the components too, and what each costs", NOC_OPTION_FLAG,
     .offset = offsetof(request, breakdown)},
    {"tiles", 0, NULL, "show the power of each router and its links, by tile", NOC_OPTION_FLAG,
     .offset = offsetof(request, tiles)},
    {"cures", 0, NULL, "what each setting, one step on, brings and costs, best first",
     NOC_OPTION_FLAG, .offset = offsetof(request, cures)},
    {"measure", 0, NULL,
     "measure too, beside the model: at --load, else the closed loop where the design names a "
     "workload, else the saturation",
     NOC_OPTION_FLAG, .offset = offsetof(request, measure)},
    {"activity", 0, "A", "power at A flits/cycle on every channel, in place of what the load makes",
     NOC_OPTION_REAL, .offset = offsetof(request, activity), .above = 0.0, .below = 1.0 + 1e-12,
     .expected = "flits per cycle, above 0 and at most 1"},
    {0},
};

static const request usual = {.activity = NAN, .precision = {.precision = 0.02, .seed = 1}};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {
    {&noc_load_options, offsetof(request, load)},
    {&noc_channels_options, offsetof(request, channels)},
    {&noc_by_node_options, offsetof(request, by_node)},
    {&noc_loop_options, offsetof(request, loop)},
    {&noc_set_options, offsetof(request, sets)},
    {&noc_vary_options, offsetof(request, varies)},
    {&own_group, 0},
    {&noc_check_options, offsetof(request, check)},
    {&noc_sampling_options, offsetof(request, precision)},
    {&noc_within_options, offsetof(request, precision)},
    {&noc_seconds_options, offsetof(request, precision)},
    {&noc_calibration_options, offsetof(request, calibration)},
    {&noc_require_options, offsetof(request, requires)},
    {0},
};

/* Counts the requested parts of an answer besides its figures. */
static int count_parts(const request *own)
{
    return own->channels + own->breakdown + own->tiles + own->by_node + own->cures;
}

/* Refuses options that leave --within no choice of method, or that request figures without its
 * precision. */
static noc_status check_within(const request *own, noc_diag *diag)
{
    if (own->precision.within == 0.0) return NOC_OK;
    if (own->check || own->measure)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "query: --within chooses between the model, a window and a sample (give it "
                        "without --check and --measure)");
    if (own->channels || own->tiles || own->by_node || own->cures || isfinite(own->activity))
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "query: --within is of the answer's own figure; --channels, --tiles, "
                        "--by-node, --cures and --activity state others (a question each)");
    return NOC_OK;
}

static noc_status check(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    if (check_within(own, diag) != NOC_OK) return NOC_EUSAGE;
    if (noc_channels_check(r, own->channels, &own->load, diag) != NOC_OK) return NOC_EUSAGE;
    if (noc_loop_check(r, own->loop, &own->load, diag) != NOC_OK) return NOC_EUSAGE;
    if (own->tiles && own->check && own->load.form == NOC_LOAD_NONE)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "query: --tiles states the power of the model's closed loop, and --check "
                        "measures another (give one of them, or --load L)");
    if (own->by_node && own->check)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "query: --by-node is the model's, and --check corrects its means by a "
                        "window (nocsight sample --by-node)");
    if (count_parts(own) > 1 && r->format == NOC_FORMAT_CSV)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "query: --channels, --breakdown, --tiles, --by-node and --cures have "
                        "different columns (give one of them with --format csv)");
    if (own->measure && own->check)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "query: give one of --measure, a sample beside the model, and --check, a "
                        "window that corrects it");
    if (own->measure && count_parts(own) > 0 && r->format != NOC_FORMAT_TABLE)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "query: --measure with --channels, --breakdown, --tiles, --by-node or "
                        "--cures is a table (--format table)");
    if (own->cures && own->varies.count > 0)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "query: --cures changes one design (use --set in place of --vary)");
    return NOC_OK;
}

/* Answers of the designs, and their parts. */
typedef struct answers {
    noc_calibrated calibrated;
    noc_estimate *estimates;
    noc_components *components; /* parts of each design; NULL: not requested */
    noc_breakdown *breakdowns;
    noc_channel_rates *channels; /* rates of each design's channels; NULL: not requested */
    noc_power_tiles *tiles;
    noc_node_pairs *pairs;
    noc_cures cures;
    noc_comparison *beside; /* answers with their samples; NULL: not requested */
    bool has_cures;
    size_t count, finished;
} answers;

/* Estimates a design; `window_sampling` NULL: by the model alone. */
static noc_status estimate(double load, const noc_calibration *calibration,
                           const noc_system *system, const noc_sampling *checking, double *flits,
                           noc_estimate *e, noc_diag *diag)
{
    if (!checking) return noc_estimate_calibrated(system, calibration, load, flits, e, diag);
    noc_sampling sampling = *checking;
    sampling.channel_flits = flits;
    return noc_estimate_checked(system, calibration, load, &sampling, e, diag);
}

/* Estimates a design, with the accepted flits of every channel at the load if requested. */
static noc_status estimate_channels(const request *own, double load, const noc_system *system,
                                    const noc_sampling *checking, answers *a, size_t i,
                                    noc_diag *diag)
{
    noc_estimate *e = &a->estimates[i];
    if (!own->channels) return estimate(load, a->calibrated.use, system, checking, NULL, e, diag);
    double *flits = noc_channels_room(system);
    if (!flits) return noc_fail_memory(diag);
    noc_status status = estimate(load, a->calibrated.use, system, checking, flits, e, diag);
    if (status == NOC_OK) status = noc_channels_of(system, flits, &a->channels[i], diag);
    e->channels = &a->channels[i];
    free(flits);
    return status;
}

/* Finds the requested parts of costs. */
static noc_status break_down(const request *own, double load, const noc_system *system, answers *a,
                             size_t i, noc_diag *diag)
{
    noc_breakdown b;
    noc_status status =
        noc_breakdown_make(system, a->calibrated.use, load, own->activity, &b, diag);
    if (status != NOC_OK) return status;
    if (own->tiles) {
        status = noc_tiles_of(system, &b.cost, b.routers, &a->tiles[i], diag);
        a->estimates[i].tiles = &a->tiles[i];
    }
    if (own->breakdown && status == NOC_OK) {
        status = noc_components_of(system, &a->components[i], diag);
        a->estimates[i].components = &a->components[i];
    }
    if (own->breakdown)
        a->breakdowns[i] = b;
    else
        noc_breakdown_clear(&b);
    return status;
}

/* Finds the figures of pairs of nodes. */
static noc_status find_pairs(double load, const noc_system *system, answers *a, size_t i,
                             noc_diag *diag)
{
    noc_status status = noc_by_node_check(system, diag);
    if (status != NOC_OK) return status;
    noc_sample_flow *flows = calloc(system->traffic.flow_count + 1, sizeof *flows);
    if (!flows) return noc_fail_memory(diag);
    status = noc_by_node_model(system, a->calibrated.use, load, flows, diag);
    if (status == NOC_OK) status = noc_by_node_of(system, flows, &a->pairs[i], diag);
    a->estimates[i].pairs = &a->pairs[i];
    free(flows);
    return status;
}

static noc_status answer_one(const request *own, const noc_system *system,
                             const noc_sampling *checking, answers *a, size_t i, noc_diag *diag)
{
    double load;
    noc_status status = noc_offered_load_of(system, a->calibrated.use, &own->load, &load, diag);
    if (status == NOC_OK) status = estimate_channels(own, load, system, checking, a, i, diag);
    if (status == NOC_OK && isfinite(own->activity))
        status = noc_figures_put_nominal_power(system, own->activity, &a->estimates[i], diag);
    if (status == NOC_OK && own->by_node) status = find_pairs(load, system, a, i, diag);
    if (status != NOC_OK || !(own->breakdown || own->tiles)) return status;
    return break_down(own, load, system, a, i, diag);
}

/* Samples a design that the model has answered. */
static noc_status measure_beside(const request *own, const noc_system *system, noc_measurement *m,
                                 answers *a, size_t i, noc_diag *diag)
{
    double load;
    noc_comparison *row = &a->beside[i];
    noc_status status = noc_offered_load_of(system, a->calibrated.use, &own->load, &load, diag);
    if (status == NOC_OK) status = noc_measure_system(m, system, load, &row->sample, diag);
    row->model = a->estimates[i];
    row->sampled = status == NOC_OK;
    return status;
}

static noc_status answer_within(const request *own, const noc_system *system, noc_measurement *m,
                                answers *a, size_t i, noc_diag *diag)
{
    double load;
    noc_status status = noc_offered_load_of(system, a->calibrated.use, &own->load, &load, diag);
    if (status == NOC_OK)
        status = noc_measure_within(m, system, a->calibrated.use, load, &a->estimates[i], diag);
    return status == NOC_OK && own->breakdown ? break_down(own, load, system, a, i, diag) : status;
}

/* Answers one design; `m` NULL: by the model alone. */
static noc_status answer_case(const request *own, const noc_cases *cases, noc_measurement *m,
                              answers *a, size_t i, noc_diag *diag)
{
    noc_system *system = NULL;
    noc_status status = noc_cases_compile(cases, i, !m && !own->by_node, &system, diag);
    if (status == NOC_OK && own->precision.within > 0.0)
        status = answer_within(own, system, m, a, i, diag);
    else if (status == NOC_OK)
        status = answer_one(own, system, own->check ? &m->sampling : NULL, a, i, diag);
    if (status == NOC_OK && a->beside) status = measure_beside(own, system, m, a, i, diag);
    noc_system_free(system);
    return status;
}

/* Answers all designs. Windows and samples take time, so --check and --measure show progress, and
 * Ctrl-C keeps finished designs. */
static noc_status answer_all(const noc_request *r, const noc_cases *cases, answers *a,
                             noc_diag *diag)
{
    const request *own = r->own;
    const bool chooses = own->precision.within > 0.0, loaded = own->load.form != NOC_LOAD_NONE;
    const bool measures = own->check || own->measure || chooses;
    noc_measurement m;
    noc_status status = NOC_OK;
    double weight = 0.0;
    for (size_t i = 0; i < cases->count; i++)
        weight += own->measure ? noc_measure_weight(cases->designs[i], loaded) : 1.0;
    if (measures)
        noc_measure_start(r, own->check ? &noc_usual_precision : &own->precision, cases, weight,
                          &m);
    while (a->finished < cases->count && status == NOC_OK) {
        const noc_design *design = cases->designs[a->finished];
        weight = own->measure ? noc_measure_weight(design, loaded) : 1.0;
        if (measures) noc_measure_task(&m, weight, design, a->finished, "");
        status = answer_case(own, cases, measures ? &m : NULL, a, a->finished, diag);
        const bool answered = a->estimates[a->finished].within_asked > 0.0;
        a->finished += status == NOC_OK || (status == NOC_EINTERRUPTED && answered);
    }
    if (measures) noc_measure_end(&m, status, a->finished, cases->count, diag);
    noc_contrast_warn_all(a->estimates, a->finished, noc_cases_base(cases, a->finished),
                          own->load.form == NOC_LOAD_FLITS);
    return status;
}

/* Finds cures of one design: all if requested, otherwise the best one, for people only. */
static noc_status find_cures(const noc_request *r, const noc_cases *cases, answers *a,
                             noc_diag *diag)
{
    const request *own = r->own;
    const bool words = r->format == NOC_FORMAT_TABLE && own->varies.count == 0 &&
                       noc_picture_wanted(r) == NOC_PICTURE_NONE;
    if (a->finished != 1 || !(own->cures || words)) return NOC_OK;
    if (a->estimates[0].method != NOC_METHOD_MODEL) return NOC_OK; /* trials use the model */
    const noc_cures_question question = {&cases->sources[0], &a->estimates[0], a->calibrated.use,
                                         own->cures};
    a->has_cures = true;
    return noc_cures_find(&question, &a->cures, diag);
}

static noc_status make_room(const request *own, size_t count, answers *a, noc_diag *diag)
{
    a->count = count;
    a->estimates = calloc(count, sizeof *a->estimates);
    if (!a->estimates) return noc_fail_memory(diag);
    if (own->measure) a->beside = calloc(count, sizeof *a->beside);
    if (own->measure && !a->beside) return noc_fail_memory(diag);
    if (own->channels) a->channels = calloc(count, sizeof *a->channels);
    if (own->channels && !a->channels) return noc_fail_memory(diag);
    if (own->tiles) a->tiles = calloc(count, sizeof *a->tiles);
    if (own->tiles && !a->tiles) return noc_fail_memory(diag);
    if (own->by_node) a->pairs = calloc(count, sizeof *a->pairs);
    if (own->by_node && !a->pairs) return noc_fail_memory(diag);
    if (!own->breakdown) return NOC_OK;
    a->components = calloc(count, sizeof *a->components);
    a->breakdowns = calloc(count, sizeof *a->breakdowns);
    return a->components && a->breakdowns ? NOC_OK : noc_fail_memory(diag);
}

static void clear(answers *a)
{
    for (size_t i = 0; i < a->count && a->breakdowns; i++) noc_breakdown_clear(&a->breakdowns[i]);
    for (size_t i = 0; i < a->count && a->components; i++) noc_components_clear(&a->components[i]);
    for (size_t i = 0; i < a->count && a->channels; i++) noc_channels_clear(&a->channels[i]);
    for (size_t i = 0; i < a->count && a->tiles; i++) noc_tiles_clear(&a->tiles[i]);
    for (size_t i = 0; i < a->count && a->pairs; i++) noc_node_pairs_clear(&a->pairs[i]);
    noc_cures_clear(&a->cures);
    free(a->beside);
    free(a->pairs);
    free(a->tiles);
    free(a->channels);
    free(a->breakdowns);
    free(a->components);
    free(a->estimates);
}

/* ---- pictures ------------------------------------------------------------------------------- */

/* HotSpot's files by suffix: not pictures, but each alone in its file as a picture is. */
static const struct {
    const char *suffix;
    noc_tile_file kind;
} hotspot_files[] = {{".flp", NOC_TILE_FLOOR}, {".ptrace", NOC_TILE_TRACE}};

/* True if -o requests a map of tiles. */
static bool wants_map(const noc_request *r, noc_tile_file *kind)
{
    const request *own = r->own;
    const noc_picture picture = noc_picture_wanted(r);
    *kind = picture == NOC_PICTURE_HTML ? NOC_TILE_PAGE : NOC_TILE_PICTURE;
    for (size_t i = 0; i < sizeof hotspot_files / sizeof hotspot_files[0]; i++) {
        if (r->format_given || !noc_output_ends_in(r, hotspot_files[i].suffix)) continue;
        *kind = hotspot_files[i].kind;
        return true;
    }
    return own->tiles && picture != NOC_PICTURE_NONE;
}

/* Checks the picture: costs of --breakdown, loads of --channels, power of --tiles, or pairs of
 * --by-node. */
static noc_status check_picture(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    const noc_place where = {r->format_given ? "--format svg" : r->output, 0};
    const int kinds = own->breakdown + own->channels + own->tiles + own->by_node;
    noc_tile_file kind;
    const bool map = wants_map(r, &kind);
    if (!map && noc_picture_wanted(r) == NOC_PICTURE_NONE) return NOC_OK;
    if (map && !own->tiles)
        return noc_fail(diag, NOC_EUSAGE, where, "query writes power by tile, which needs --tiles");
    if (kinds != 1)
        return noc_fail(
            diag, NOC_EUSAGE, where,
            "query draws costs, which needs --breakdown, how busy channels are, which needs --load "
            "L --channels, power by tile, which needs --tiles, or pairs of nodes, which needs "
            "--by-node: one of them%s",
            kinds > 1 ? ", not several" : "");
    if (!own->breakdown && own->varies.count > 0)
        return noc_fail(diag, NOC_EUSAGE, where,
                        "query draws the %s of one design (use --set in place of --vary)",
                        own->by_node ? "nodes"
                        : map        ? "tiles"
                                     : "channels");
    return NOC_OK;
}

/* Reports one answer, then its sample, and last the cures. */
static noc_status report_beside(const noc_sheet *sheet, const answers *a, noc_diag *diag)
{
    noc_status status =
        noc_report_estimates(sheet, a->estimates, a->breakdowns, NULL, a->finished, false, diag);
    if (status == NOC_OK) status = noc_text_beside(sheet, &a->beside[0], diag);
    if (status != NOC_OK || !a->has_cures) return status;
    if (!a->cures.are_all && (a->cures.count > 0 || a->cures.untried)) fputc('\n', sheet->out);
    return noc_text_cures(sheet, a->estimates, &a->cures, diag);
}

static noc_status report(const noc_request *r, noc_picture picture, const noc_page *page,
                         const noc_cases *cases, const answers *a, noc_diag *diag)
{
    const request *own = r->own;
    noc_tile_file kind;
    const bool html = picture == NOC_PICTURE_HTML, is_table = r->format == NOC_FORMAT_TABLE;
    noc_system *system = NULL;
    if (wants_map(r, &kind))
        return noc_tiles_write(&page->sheet, &a->estimates[0], kind, r->output, diag);
    if (a->beside && picture == NOC_PICTURE_NONE && (a->finished > 1 || !is_table))
        return noc_report_validation(&page->sheet, a->beside, a->finished, diag);
    if (a->beside && picture == NOC_PICTURE_NONE) return report_beside(&page->sheet, a, diag);
    if (picture == NOC_PICTURE_NONE)
        return noc_report_estimates(&page->sheet, a->estimates, a->breakdowns,
                                    a->has_cures ? &a->cures : NULL, a->finished,
                                    own->varies.count > 0, diag);
    if (own->by_node) return noc_by_node_draw(&page->sheet, &a->estimates[0], html, diag);
    if (own->breakdown)
        return (html ? noc_bars_page : noc_bars_draw)(page->sheet.out, a->estimates, a->breakdowns,
                                                      a->finished, diag);
    noc_status status = noc_cases_compile(cases, 0, true, &system, diag);
    if (status == NOC_OK)
        status = (html ? noc_channels_page : noc_channels_draw)(&page->sheet, system,
                                                                &a->estimates[0], diag);
    noc_system_free(system);
    return status;
}

static noc_status show(const noc_request *r, const noc_cases *cases, const answers *a,
                       noc_diag *diag)
{
    const request *own = r->own;
    const noc_picture picture = noc_picture_wanted(r);
    noc_tile_file kind;
    noc_page page;
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    page.sheet.load = own->load;
    page.is_file = picture == NOC_PICTURE_HTML || wants_map(r, &kind);
    page.sheet.all = own->all;
    page.sheet.has_all = true;
    page.sheet.base = noc_cases_base(cases, a->finished);
    page.sheet.run.calibration = noc_calibrated_name(&a->calibrated);
    return noc_page_finish(r, &page, report(r, picture, &page, cases, a, diag), diag);
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    noc_cases cases = {0};
    answers a = {0};
    noc_requirements q = {.list = NULL};
    int unmet = 0;
    noc_status status = check_picture(r, diag);
    if (status == NOC_OK) status = noc_requirements_read(&own->requires, &q, diag);
    if (status == NOC_OK) status = noc_calibrated_open(&own->calibration, &a.calibrated, diag);
    if (status == NOC_OK)
        status = noc_loop_read(r, own->loop, &own->sets, &own->varies, &cases, diag);
    if (status == NOC_OK) status = noc_requirements_fit(&q, cases.designs, cases.count, diag);
    if (status == NOC_OK) status = make_room(own, cases.count, &a, diag);
    if (status == NOC_OK) status = answer_all(r, &cases, &a, diag);
    if (status == NOC_OK) status = find_cures(r, &cases, &a, diag);
    if (status == NOC_OK || (status == NOC_EINTERRUPTED && a.finished > 0)) {
        const noc_status shown = show(r, &cases, &a, diag);
        if (status == NOC_OK) status = shown;
    }
    if (status == NOC_OK) unmet = noc_requirements_check(&q, a.estimates, a.finished, diag);
    noc_requirements_clear(&q);
    clear(&a);
    noc_calibrated_close(&a.calibrated);
    noc_cases_clear(&cases);
    return unmet ? unmet : noc_exit_of(status);
}

const noc_command noc_command_query = {
    .name = "query",
    .operands = "DESIGN",
    .purpose =
        "Estimate a design with the model: latency, saturation, area, power, throughput per area.",
    .details =
        "First what the network delivers, how long it takes, what it costs and what limits it; "
        "--all has every figure. Without --load a design with a workload is answered in closed "
        "loop, as any is with --loop, and of others the latencies under load are left out. With "
        "--vary there is a row for the design itself, "
        "unless a variant is the same, and one for each variant, with its "
        "change against the design itself. -o FILE.svg or FILE.html draws: with "
        "--breakdown the costs as bars, with --channels the network, its links as dark and wide as "
        "they are busy, with --tiles a map of the power, with --by-node maps of round trips and "
        "bandwidth, a row a source, a column a destination. -o FILE.flp and FILE.ptrace with "
        "--tiles "
        "are what HotSpot reads. --measure puts a sample beside the model, with its "
        "percentiles. --within says how sure the answer's own figure is to be: the latency at a "
        "load, the IPC of a closed loop, the saturation without either. --check, its forerunner, "
        "measures a short window at the load, and without "
        "one also a window of the closed loop, which replaces the model's operating "
        "point.",
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
                "  nocsight query cdx19-mesh-80 --load 0.02 --tiles -o power.svg\n",
    .least = 1,
    .most = 1,
    .options = uses,
    .size = sizeof(request),
    .defaults = &usual,
    .svg = true,
    .pictures = ".html",
    .check = check,
    .run = run,
};
