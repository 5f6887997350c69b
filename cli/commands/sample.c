#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/load.h"
#include "cli/frame/measure.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/require.h"
#include "cli/frame/shipped.h"
#include "hybrid/answers/by_node.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/explain/contrast.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "reports/drawings/svg_timeline.h"
#include "reports/estimates/estimates.h"
#include "reports/facts/details.h"
#include "sampler/sampling/timeline.h"
#include "sampler/sources/trace_planning.h"

/* Values of the options. */
typedef struct option_values {
    noc_offered_load load;
    bool wants_channels, wants_node_pairs, wants_loop, wants_saturation, wants_all;
    const char *trace_path; /* trace to play; NULL: not given */
    noc_trace_numbering trace_nodes;
    noc_texts set_texts, vary_texts, requirement_texts;
    noc_precision precision;
} option_values;

static void read_nodes(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    noc_trace_numbering *nodes = stored;
    if (strcmp(text, "tile") == 0)
        *nodes = NOC_TRACE_NODES_TILE;
    else if (strcmp(text, "compute-memory") == 0)
        *nodes = NOC_TRACE_NODES_KIND;
    else
        noc_option_refuse(option, text, "tile or compute-memory", diag);
}

static const noc_option own_options[] = {
    NOC_TAKE_FLAG("all", "every figure, in all units, and why others are missing", wants_all),
    NOC_TAKE_FLAG("saturation", "search for the saturation load and the knee", wants_saturation),
    NOC_TAKE_TEXT("trace", "FILE",
                  "play a trace: CSV of cycle,source,destination,class,bytes and more, plain or "
                  "packed by gzip, bzip2 or xz; - is standard input; example-trace, layer-trace: "
                  "shipped ones, for te13-baseline",
                  trace_path),
    {"trace-nodes", 0, "HOW",
     "how it numbers nodes: tile (column + columns x row; default where there are tiles), or "
     "compute-memory (compute nodes first)",
     NOC_OPTION_CUSTOM, .offset = offsetof(option_values, trace_nodes), .read = read_nodes},
    {0},
};

static const noc_option_use uses[] = {
    {&noc_load_options, offsetof(option_values, load)},
    {&noc_channels_options, offsetof(option_values, wants_channels)},
    {&noc_by_node_options, offsetof(option_values, wants_node_pairs)},
    {&noc_loop_options, offsetof(option_values, wants_loop)},
    NOC_OWN_OPTIONS(own_options),
    {&noc_set_options, offsetof(option_values, set_texts)},
    {&noc_vary_options, offsetof(option_values, vary_texts)},
    {&noc_sampling_options, offsetof(option_values, precision)},
    {&noc_seconds_options, offsetof(option_values, precision)},
    {&noc_require_options, offsetof(option_values, requirement_texts)},
    {0},
};

static noc_status check(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    return values->trace_path ? NOC_OK
                              : noc_channels_check(r, values->wants_channels, &values->load, diag);
}

static noc_status check_request(const option_values *values, noc_diag *diag)
{
    if (values->wants_saturation + values->wants_loop + (values->load.form != NOC_LOAD_NONE) +
            (values->trace_path != NULL) >
        1)
        return NOC_REFUSE(diag, "sample: give one of --load, --loop, --saturation and --trace");
    if (values->trace_nodes != NOC_TRACE_NODES_USUAL && !values->trace_path)
        return NOC_REFUSE(diag, "sample: --trace-nodes goes with --trace");
    if (values->wants_node_pairs &&
        (values->trace_path || values->wants_saturation || values->wants_loop))
        return NOC_REFUSE(diag, "sample: --by-node is of a load (--load L), or of nodes that keep "
                                "packets on the way (--set traffic.outstanding=4)");
    if (values->wants_node_pairs && values->wants_channels)
        return NOC_REFUSE(diag, "sample: give one of --by-node and --channels");
    return NOC_OK;
}

/* Checks the picture: pairs of nodes, or a trace's channels over time. */
static noc_status check_picture(const noc_request *r, const noc_cases *cases, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_place place = {r->has_format_option ? "--format svg" : r->output, 0};
    if (noc_picture_requested(r) == NOC_PICTURE_NONE) return NOC_OK;
    if (!values->wants_node_pairs && (!values->trace_path || !values->wants_channels))
        return noc_fail(diag, NOC_EUSAGE, place,
                        "sample draws how busy the channels are over time, which needs --trace "
                        "FILE --channels, or pairs of nodes, which needs --by-node");
    if (!values->wants_node_pairs && noc_picture_requested(r) == NOC_PICTURE_HTML)
        return noc_fail(diag, NOC_EUSAGE, place, "sample draws channels over time as SVG");
    if (cases->count > 1)
        return noc_fail(diag, NOC_EUSAGE, place,
                        "sample draws the %s of one design (use --set in place of --vary)",
                        values->wants_node_pairs ? "nodes" : "channels");
    return NOC_OK;
}

/* True if a design sends packets without a load: a closed loop, a batch, or a table of rates. */
static bool has_workload(const noc_design *d)
{
    return d->closed_loop || noc_traffic_is_eager(&d->traffic) || d->traffic.rates;
}

/* Refuses designs without a load, unless they have packets to send without one: a closed loop, a
 * batch, or a table of rates. */
static noc_status check_designs(const option_values *values, const noc_cases *cases, noc_diag *diag)
{
    for (size_t i = 0; i < cases->count && !values->wants_saturation && !values->trace_path &&
                       values->load.form == NOC_LOAD_NONE;
         i++)
        if (!has_workload(cases->designs[i]))
            return NOC_REFUSE(
                diag,
                "sample: give --load L (flits per cycle of each injecting node; 'nocsight query' "
                "tells where it saturates), --saturation, --loop, or a workload (--set "
                "workload=HH), a batch or packets outstanding (--set traffic.batch=100)");
    return NOC_OK;
}

/* Plays a trace. */
static noc_status play_trace(const option_values *values, const noc_trace *trace,
                             const noc_system *system, const noc_sampling *sampling,
                             noc_estimate *estimate, noc_diag *diag)
{
    noc_trace_schedule schedule;
    noc_status status = noc_trace_schedule_make(system, trace, values->trace_path, &schedule, diag);
    if (status != NOC_OK) return status;
    if (sampling->timeline) status = noc_timeline_make(sampling->timeline, system, diag);
    if (status == NOC_OK)
        status = noc_estimate_sample_trace(system, &schedule, sampling, estimate, diag);
    noc_trace_schedule_clear(&schedule);
    return status;
}

/* Finds the largest number of a trace's packets to hold in memory; 0, so that the trace is read
 * during the run, if nodes limit their packets on the way. */
static size_t find_held_limit(const noc_cases *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (cases->designs[i]->traffic.outstanding_packets > 0) return 0;
    return NOC_TRACE_HELD;
}

static noc_status read_trace(const char *word, const noc_cases *cases, noc_trace *trace,
                             noc_diag *diag)
{
    NOC_AUTO_FREE char *path = NULL;
    noc_status status = noc_shipped_trace(word, &path, diag);
    return status == NOC_OK ? noc_trace_scan(path, find_held_limit(cases), trace, diag) : status;
}

static noc_status measure_system(const option_values *values, const noc_trace *trace,
                                 const noc_system *system, const noc_sampling *sampling,
                                 noc_estimate *estimate, noc_diag *diag)
{
    double load;
    const noc_status status =
        noc_offered_load_convert(system, noc_calibration_shipped(), &values->load, &load, diag);
    if (status != NOC_OK) return status;
    if (values->trace_path) return play_trace(values, trace, system, sampling, estimate, diag);
    if (values->wants_saturation)
        return noc_estimate_sample_saturation(system, sampling, estimate, diag);
    if (isnan(load)) return noc_estimate_sample_closed(system, sampling, estimate, diag);
    return noc_estimate_sample(system, load, sampling, estimate, diag);
}

/* Requested parts of the answers: [design]; NULL: not requested. */
typedef struct answer_parts {
    noc_channel_rates *channels; /* rates, which need a load or a trace (check) */
    noc_node_pairs *pairs;
    noc_arena *arena; /* memory of the parts */
} answer_parts;

/* Allocates the figures of each flow, sampling->flows, which the caller frees. */
static noc_status alloc_flows(const noc_system *system, noc_sampling *sampling, noc_diag *diag)
{
    const noc_status status = noc_node_pairs_check(system, diag);
    if (status != NOC_OK) return status;
    sampling->flows = calloc(system->traffic.flow_count + 1, sizeof *sampling->flows);
    return sampling->flows ? NOC_OK : noc_fail_memory(diag);
}

/* Measures a design. */
static noc_status measure_design(const option_values *values, const noc_trace *trace,
                                 const noc_design *design, noc_sampling sampling,
                                 noc_estimate *estimate, const answer_parts *parts, size_t i,
                                 noc_diag *diag)
{
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_status status = noc_system_compile(design, &system, diag);
    if (status == NOC_OK && values->wants_channels &&
        !(sampling.channel_flits = noc_channels_alloc_rates(system)))
        status = noc_fail_memory(diag);
    if (status == NOC_OK && values->wants_node_pairs) status = alloc_flows(system, &sampling, diag);
    if (status == NOC_OK) status = measure_system(values, trace, system, &sampling, estimate, diag);
    if (status == NOC_OK && values->wants_channels) {
        status = noc_channels_find_rates(system, sampling.channel_flits, parts->arena,
                                         &parts->channels[i], diag);
        estimate->channels = &parts->channels[i];
    }
    if (status == NOC_OK && values->wants_node_pairs) {
        status = noc_node_pairs_join(system, sampling.flows, parts->arena, &parts->pairs[i], diag);
        estimate->pairs = &parts->pairs[i];
    }
    free(sampling.flows);
    free(sampling.channel_flits);
    return status;
}

/* If an interrupted design has a set of workloads, reports why it has no answer. */
static void report_lost_set(const option_values *values, const noc_design *design, noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const bool is_loop =
        !values->trace_path && !values->wants_saturation && values->load.form == NOC_LOAD_NONE;
    if (is_loop && design->closed_loop && noc_design_workloads(design, parts) > 1)
        noc_fail(diag, NOC_EINTERRUPTED, NOC_NOWHERE,
                 "the mean of a set of workloads needs a round of each (one: --set workload=%s)",
                 parts[0].name);
}

/* Measures the designs. Returns the number of measured ones. `timeline`: flits of a trace over
 * time; NULL: not wanted. */
static size_t measure_all(const noc_request *r, const noc_trace *trace, const noc_cases *cases,
                          noc_estimate *estimates, const answer_parts *parts,
                          noc_timeline *timeline, noc_status *status, noc_diag *diag)
{
    const option_values *values = r->values;
    noc_measurement m;
    size_t finished = 0;
    noc_measure_start(r, &values->precision, cases, (double)cases->count, &m);
    m.sampling.keep_interrupted = true;
    m.sampling.timeline = timeline;
    for (; finished < cases->count && *status == NOC_OK; finished++) {
        const noc_design *design = cases->designs[finished];
        noc_measure_task(&m, 1.0, design, finished, "");
        *status = measure_design(values, trace, design, m.sampling, &estimates[finished], parts,
                                 finished, diag);
        if (*status != NOC_OK) break;
        if (noc_is_interrupted()) *status = NOC_EINTERRUPTED; /* the answer so far is kept */
    }
    noc_measure_end(&m, *status, finished, cases->count, diag);
    if (*status == NOC_EINTERRUPTED && finished == 0)
        report_lost_set(values, cases->designs[0], diag);
    return finished;
}

static noc_status report(const noc_request *r, const noc_cases *cases, noc_estimate *estimates,
                         size_t count, noc_page *page, noc_diag *diag)
{
    const option_values *values = r->values;
    page->sheet.load = values->load;
    page->sheet.shows_all = values->wants_all;
    page->sheet.has_all_option = true;
    page->sheet.base_index = noc_cases_base_index(cases, count);
    noc_contrast_warn_all(estimates, count, page->sheet.base_index,
                          values->load.form == NOC_LOAD_FLITS);
    const noc_status status = noc_report_estimates(&page->sheet, estimates, NULL, NULL, count,
                                                   values->vary_texts.count > 0, diag);
    return noc_page_finish(r, page, status, diag);
}

/* Draws the busiest channels of a trace over time. */
static noc_status draw_channels(const noc_cases *cases, const noc_timeline *timeline,
                                const noc_channel_rates *channels, FILE *out, noc_diag *diag)
{
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    char title[300];
    snprintf(title, sizeof title, "%.200s, a trace played", cases->designs[0]->name);
    noc_status status = noc_cases_compile(cases, 0, true, &system, diag);
    return status == NOC_OK ? noc_svg_timeline_draw(system, timeline, channels, title, out, diag)
                            : status;
}

/* Draws pairs of nodes, or channels over time. */
static noc_status draw_picture(const noc_request *r, const noc_cases *cases,
                               const noc_timeline *timeline, const noc_estimate *estimates,
                               const answer_parts *parts, noc_page *page, noc_diag *diag)
{
    const option_values *values = r->values;
    const bool html = noc_picture_requested(r) == NOC_PICTURE_HTML;
    page->is_file = html;
    page->sheet.load = values->load;
    const noc_status status =
        values->wants_node_pairs
            ? noc_detail_draw(&page->sheet, &noc_node_detail, NULL, &estimates[0], html, diag)
            : draw_channels(cases, timeline, parts->channels, page->sheet.out, diag);
    return noc_page_finish(r, page, status, diag);
}

/* Answers the request. *requirement_status: exit status by --require. */
static noc_status answer_request(const noc_request *r, const noc_trace *trace,
                                 const noc_cases *cases, const noc_requirements *q,
                                 int *requirement_status, noc_diag *diag)
{
    const option_values *values = r->values;
    const bool is_drawn = noc_picture_requested(r) != NOC_PICTURE_NONE;
    NOC_AUTO(noc_timeline_clear) noc_timeline timeline = {0};
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    NOC_AUTO(noc_arena_clear) noc_arena memory = {0};
    noc_estimate *estimates = noc_arena_array(&memory, cases->count, sizeof *estimates);
    const answer_parts parts = {noc_arena_array(&memory, cases->count, sizeof *parts.channels),
                                noc_arena_array(&memory, cases->count, sizeof *parts.pairs),
                                &memory};
    if (memory.is_short) {
        noc_page_drop(&page);
        return noc_fail_memory(diag);
    }
    const size_t finished =
        measure_all(r, trace, cases, estimates, &parts,
                    is_drawn && values->trace_path ? &timeline : NULL, &status, diag);
    noc_status is_reported = NOC_OK;
    if (status == NOC_OK && is_drawn)
        is_reported = draw_picture(r, cases, &timeline, estimates, &parts, &page, diag);
    else if (status == NOC_OK || (status == NOC_EINTERRUPTED && finished > 0))
        is_reported = report(r, cases, estimates, finished, &page, diag);
    else
        noc_page_drop(&page);
    if (status == NOC_OK && is_reported == NOC_OK)
        *requirement_status = noc_requirements_check(q, estimates, finished, diag);
    return status == NOC_OK ? is_reported : status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    NOC_AUTO(noc_trace_clear) noc_trace trace = {0};
    NOC_AUTO(noc_arena_clear) noc_arena memory = {0};
    noc_requirements q = {.list = NULL};
    int requirement_status = 0;
    noc_status status = check_request(values, diag);
    if (status == NOC_OK)
        status = noc_requirements_read("--require", &values->requirement_texts, &memory, &q, diag);
    if (status == NOC_OK)
        status = noc_loop_read(r, values->wants_loop, &values->set_texts, &values->vary_texts,
                               &cases, diag);
    if (status == NOC_OK) status = noc_requirements_precheck(&q, cases.designs, cases.count, diag);
    if (status == NOC_OK) status = check_designs(values, &cases, diag);
    if (status == NOC_OK) status = check_picture(r, &cases, diag);
    if (status == NOC_OK) status = noc_cases_check_build(&cases, diag);
    if (status == NOC_OK && values->trace_path)
        status = read_trace(values->trace_path, &cases, &trace, diag);
    trace.numbering = values->trace_nodes;
    if (status == NOC_OK) status = answer_request(r, &trace, &cases, &q, &requirement_status, diag);
    return requirement_status ? requirement_status : noc_exit_from_status(status);
}

const noc_command noc_command_sample = {
    .name = "sample",
    .operands = "DESIGN...",
    .purpose =
        "Measure designs with the cycle-accurate simulator, as long as the precision asks for.",
    .details = "Without --load and --saturation the design's workload is run (--loop: in any "
               "case): cores that wait, memories that stall, IPC; of traffic.batch the makespan, "
               "of traffic.outstanding the delivered flits; traffic.rates are used as they are. "
               "--trace plays a trace, its cycles taken as those of the network; memory nodes "
               "answer its requests at once unless it has replies of its own. With columns id, "
               "after and delay packets wait for others. Where its requests have addresses they "
               "are misses of cores: MSHRs, and a cluster's merge table and cache, keep from the "
               "network requests for lines on their way; where cores share ports (cluster.cores) "
               "the sources are cores. With --channels -o FILE.svg draws the busiest channels over "
               "time; with --by-node FILE.svg and FILE.html are maps of round trips and bandwidth. "
               "The same design, seed and version give the same figures, whatever --jobs says.",
    .examples = "  nocsight sample te13-baseline --load 0.03 --precision 0.01\n"
                "  nocsight sample te13-baseline te13-2xbw --load 20GB/s\n"
                "  nocsight sample te13-baseline --saturation\n"
                "  nocsight sample te13-baseline --set workload=HH\n"
                "  nocsight sample te13-baseline --load 0.03 --by-node -o nodes.svg\n"
                "  nocsight sample te13-baseline --trace example-trace\n"
                "  nocsight sample te13-baseline --trace layer-trace --channels -o busy.svg\n",
    .min_operands = 1,
    .max_operands = 1000,
    .has_svg = true,
    .has_markup = true,
    .picture_suffixes = ".html",
    .options = uses,
    .values_size = sizeof(option_values),
    .check = check,
    .run = run,
};
