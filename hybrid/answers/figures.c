#include "hybrid/answers/figures.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analytic/zero_load.h"
#include "hybrid/answers/cost_figures.h"

static const char *const no_load = "no load was given (--load)";
static const char *const no_memory_nodes = "the design has no memory nodes, so no replies";
static const char *const no_channels = "an ideal network has no channels";
static const char *const no_knee = "at any load that the nodes can offer latency stays below it";
static const char *const no_workload = "the design has no workload (--set workload=HH)";
static const char *const grows = "a queue grows without end at this load";
static const char *const other_load = "of the closed loop, which has no --load";

const noc_sample_figure noc_sample_figures[NOC_SAMPLE_FIGURES] = {
    {NOC_METRIC_packet_latency_cycles, NOC_SAMPLE_LATENCY},
    {NOC_METRIC_network_latency_cycles, NOC_SAMPLE_NETWORK_LATENCY},
    {NOC_METRIC_request_latency_cycles, NOC_SAMPLE_REQUEST_LATENCY},
    {NOC_METRIC_reply_latency_cycles, NOC_SAMPLE_REPLY_LATENCY},
    {NOC_METRIC_round_trip_cycles, NOC_SAMPLE_ROUND_TRIP},
    {NOC_METRIC_hops_mean, NOC_SAMPLE_HOPS},
    {NOC_METRIC_accepted_flits_per_cycle, NOC_SAMPLE_ACCEPTED},
};

/* ---- one metric; none is negative -------------------------------------------------------------- */

void noc_figures_put(noc_estimate *e, noc_metric_id id, double value)
{
    e->metrics[id] = (noc_metric){value, NAN, NAN, NAN, NULL};
}

void noc_figures_put_interval(noc_estimate *e, noc_metric_id id, double value, double half_width)
{
    const bool known = isfinite(half_width);
    e->metrics[id] = (noc_metric){value, known ? fmax(value - half_width, 0.0) : NAN,
                                  known ? value + half_width : NAN, known ? 0.95 : NAN, NULL};
}

void noc_figures_miss(noc_estimate *e, noc_metric_id id, const char *why)
{
    e->metrics[id] = (noc_metric){NAN, NAN, NAN, NAN, why};
}

/* A warning that does not fit ends in dots, so that nobody takes it for whole. */
static void mark_cut(char *warning)
{
    strcpy(warning + NOC_WARNING_CHARS - sizeof "...", "...");
}

void noc_figures_warn(noc_estimate *e, const char *format, ...)
{
    const int last = NOC_WARNINGS_MAX - 1;
    if (e->warning_count > last) {
        snprintf(e->warnings[last], NOC_WARNING_CHARS, "%d more warnings are not shown",
                 ++e->warnings_left_out + 1);
        return;
    }
    char *warning = e->warnings[e->warning_count++];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(warning, NOC_WARNING_CHARS, format, arguments) >= NOC_WARNING_CHARS)
        mark_cut(warning);
    va_end(arguments);
}

static const noc_metric_id latencies[] = {
    NOC_METRIC_packet_latency_cycles,  NOC_METRIC_network_latency_cycles,
    NOC_METRIC_request_latency_cycles, NOC_METRIC_reply_latency_cycles,
    NOC_METRIC_round_trip_cycles,      NOC_METRIC_latency_p50_cycles,
    NOC_METRIC_latency_p95_cycles,     NOC_METRIC_latency_p99_cycles,
};

void noc_figures_miss_latencies(noc_estimate *e)
{
    for (size_t i = 0; i < sizeof latencies / sizeof latencies[0]; i++)
        if (!isnan(e->metrics[latencies[i]].value)) noc_figures_miss(e, latencies[i], grows);
}

void noc_figures_say_growth(noc_estimate *e)
{
    if (e->answer == NOC_ANSWER_UNBOUNDED)
        noc_figures_warn(e, "98 %% of the load is accepted, but a queue grows without end: "
                            "latencies have no value");
    else if (e->answer == NOC_ANSWER_SATURATED &&
             isnan(e->metrics[NOC_METRIC_saturation_flits_per_cycle].value))
        noc_figures_warn(e, "less than 98 %% of the load is accepted, and queues grow without end: "
                            "latencies have no value");
}

static void warn_of(void *context, const char *sentence)
{
    noc_figures_warn(context, "%s", sentence);
}

void noc_figures_warn_unread(const noc_system *system, noc_asked asked, noc_estimate *e)
{
    noc_unread_tell(system, asked, warn_of, e);
}

/* ---- an answer ------------------------------------------------------------------------------ */

static const noc_metric_id of_closed_loop[] = {
    NOC_METRIC_ipc,          NOC_METRIC_ipc_per_mm2,      NOC_METRIC_outstanding_requests,
    NOC_METRIC_row_hit_rate, NOC_METRIC_bank_parallelism, NOC_METRIC_dram_utilization,
};

static void miss_closed_loop(const noc_system *system, noc_estimate *e)
{
    for (size_t i = 0; i < sizeof of_closed_loop / sizeof of_closed_loop[0]; i++)
        noc_figures_miss(e, of_closed_loop[i],
                         system->design->closed_loop ? other_load : no_workload);
}

/* Bytes of the channels that a flit of load fills: those of the networks that take a node's packets, in the shares in
 * which they do. */
static double channel_bytes_of_flit(const noc_system *system)
{
    double bytes = 0.0, flits = 0.0;
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_network *net = &system->graph.networks[n];
        if (!net->carries[NOC_REQUEST]) continue;
        const double mean = noc_system_mean_flits(system, NOC_REQUEST, n);
        flits += mean;
        bytes += mean * net->flit_bytes;
    }
    return bytes / flits;
}

void noc_figures_begin(const noc_system *system, noc_method method, double load, const char *why,
                       noc_estimate *e)
{
    memset(e, 0, sizeof *e);
    e->design = system->design;
    e->method = method;
    e->load = load;
    e->work = (noc_work){system->traffic.injectors, system->traffic.injected_flits,
                         system->traffic.transaction_bytes, channel_bytes_of_flit(system)};
    e->check_load = e->check_measured = e->check_predicted = NAN;
    e->check_ipc_measured = e->check_ipc_predicted = NAN;
    for (int i = 0; i < NOC_METRICS; i++)
        noc_figures_miss(e, (noc_metric_id)i, why ? why : no_load);
    miss_closed_loop(system, e);
}

void noc_figures_miss_replies(const noc_system *system, noc_estimate *e)
{
    if (system->graph.memory_count > 0) return;
    noc_figures_miss(e, NOC_METRIC_zero_load_request_latency_cycles, no_memory_nodes);
    noc_figures_miss(e, NOC_METRIC_zero_load_reply_latency_cycles, no_memory_nodes);
    noc_figures_miss(e, NOC_METRIC_request_latency_cycles, no_memory_nodes);
    noc_figures_miss(e, NOC_METRIC_reply_latency_cycles, no_memory_nodes);
    noc_figures_miss(e, NOC_METRIC_round_trip_cycles, no_memory_nodes);
    noc_figures_miss(e, NOC_METRIC_memory_stall_fraction, no_memory_nodes);
}

void noc_figures_miss_channels(const noc_system *system, noc_estimate *e)
{
    if (!noc_graph_has_channels(&system->graph))
        noc_figures_miss(e, NOC_METRIC_channel_utilization_max, no_channels);
}

void noc_figures_put_zero_load(const noc_system *system, noc_estimate *e)
{
    const double request = noc_zero_load_mean(system, NOC_REQUEST);
    const double reply = NOC_REPLY_WAIT_CYCLES + noc_zero_load_mean(system, NOC_REPLY);
    noc_figures_put(e, NOC_METRIC_zero_load_latency_cycles, noc_zero_load_latency(system));
    noc_figures_put(e, NOC_METRIC_zero_load_request_latency_cycles, request);
    noc_figures_put(e, NOC_METRIC_zero_load_reply_latency_cycles, reply);
    noc_figures_miss_replies(system, e);
}

void noc_figures_put_limits(noc_estimate *e, double saturation, double saturation_half, double knee,
                            double knee_half)
{
    noc_figures_put_interval(e, NOC_METRIC_saturation_flits_per_cycle, saturation, saturation_half);
    noc_figures_put_interval(e, NOC_METRIC_knee_flits_per_cycle, knee, knee_half);
    if (!isfinite(knee)) noc_figures_miss(e, NOC_METRIC_knee_flits_per_cycle, no_knee);
}

noc_status noc_figures_check_load(const noc_system *system, double load, noc_diag *diag)
{
    const double highest = noc_system_highest_load(system);
    if (isnan(load) || load <= highest) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "--load %g: %s can inject at most %g flits per cycle and node", load,
                    system->design->name, highest);
}

noc_sample_options noc_figures_sample_options(const noc_sampling *s)
{
    return (noc_sample_options){
        .precision = s->precision,
        .seed = s->seed,
        .jobs = s->jobs,
        .max_cycles = s->max_cycles,
        .no_knee = s->no_knee,
        .effort = s->effort,
        .progress = s->progress,
        .context = s->context,
    };
}
