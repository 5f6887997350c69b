#include "hybrid/answers/explain/explain.h"

#include <math.h>
#include <stdio.h>

#include "analytic/network_model.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/explain/explain_cost.h"
#include "hybrid/answers/explain/explain_energy.h"
#include "hybrid/answers/explain/explain_loop.h"
#include "hybrid/answers/explain/explain_time.h"

/* ---- the explainer -------------------------------------------------------------------------- */

noc_status noc_explainer_make(const noc_system *system, const noc_calibration *calibration,
                              double load, noc_explainer *x, noc_diag *diag)
{
    *x = (noc_explainer){.system = system, .calibration = calibration};
    noc_status status =
        noc_estimate_calibrated(system, calibration, load, NULL, &x->estimate, diag);
    if (status == NOC_OK)
        status = noc_breakdown_make(system, calibration, load, NAN, &x->arena, &x->breakdown, diag);
    if (status != NOC_OK) return status;
    x->model = noc_model_new(system);
    if (!x->model) return noc_fail_memory(diag);
    x->corrected = noc_calibration_correct(system, x->model, calibration);
    return NOC_OK;
}

void noc_explainer_clear(noc_explainer *x)
{
    noc_arena_clear(&x->arena);
    noc_model_free(x->model);
    *x = (noc_explainer){0};
}

/* ---- explanations --------------------------------------------------------------------------- */

/* Explains a figure without parts, by its meaning. */
static void explain_meaning(const noc_explainer *x, noc_metric_id metric, noc_explanation *e)
{
    const noc_metric_info *info = noc_metric_info_of(metric);
    NOC_LEAF(e, -1, info->name, x->estimate.metrics[metric].value, info->unit,
             "hybrid/answers/metrics.def", "%s", info->meaning);
}

/* Metrics that have parts, or that are another such metric times the clock. */
static const struct {
    noc_metric_id metric;
    int (*parts)(const noc_explainer *x, noc_explanation *e, int parent);
    bool at_clock;
} explained_metrics[] = {
    {NOC_METRIC_zero_load_latency_cycles, noc_explain_zero_load, false},
    {NOC_METRIC_round_trip_cycles, noc_explain_latency, false},
    {NOC_METRIC_packet_latency_cycles, noc_explain_packet, false},
    {NOC_METRIC_request_latency_cycles, noc_explain_request, false},
    {NOC_METRIC_reply_latency_cycles, noc_explain_reply, false},
    {NOC_METRIC_hops_mean, noc_explain_hops, false},
    {NOC_METRIC_saturation_flits_per_cycle, noc_explain_saturation, false},
    {NOC_METRIC_saturation_bytes_per_cycle, noc_explain_saturation_bytes, false},
    {NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2, noc_explain_throughput, false},
    {NOC_METRIC_data_throughput_per_area_gb_per_s_mm2, noc_explain_data_throughput, false},
    {NOC_METRIC_energy_per_bit_pj, noc_explain_bit_energy, false},
    {NOC_METRIC_saturation_data_gb_per_s, noc_explain_data, true},
    {NOC_METRIC_delivered_data_gb_per_s, noc_explain_data_at_load, true},
    {NOC_METRIC_saturation_delivered_bytes_per_cycle, noc_explain_delivered, false},
    {NOC_METRIC_saturation_gb_per_s, noc_explain_delivered, true},
    {NOC_METRIC_delivered_bytes_per_cycle, noc_explain_delivered_at_load, false},
    {NOC_METRIC_delivered_gb_per_s, noc_explain_delivered_at_load, true},
    {NOC_METRIC_zero_load_latency_ns, noc_explain_zero_load, true},
    {NOC_METRIC_packet_latency_ns, noc_explain_packet, true},
    {NOC_METRIC_round_trip_ns, noc_explain_latency, true},
    {NOC_METRIC_max_clock_mhz, noc_explain_clock, false},
    {NOC_METRIC_chip_area_mm2, noc_explain_chip, false},
    {NOC_METRIC_power_mw, noc_explain_power, false},
};

static void explain_parts(const noc_explainer *x, noc_metric_id metric, noc_explanation *e)
{
    if (noc_explain_part_sum(x, e, metric)) return;
    for (size_t i = 0; i < sizeof explained_metrics / sizeof explained_metrics[0]; i++) {
        if (explained_metrics[i].metric != metric) continue;
        if (explained_metrics[i].at_clock)
            noc_explain_at_clock(x, e, metric, explained_metrics[i].parts);
        else
            explained_metrics[i].parts(x, e, -1);
        return;
    }
    explain_meaning(x, metric, e);
}

static bool depends_on_load(noc_metric_id metric)
{
    static const noc_metric_id under_load[] = {
        NOC_METRIC_packet_latency_cycles,     NOC_METRIC_packet_latency_ns,
        NOC_METRIC_request_latency_cycles,    NOC_METRIC_reply_latency_cycles,
        NOC_METRIC_round_trip_cycles,         NOC_METRIC_round_trip_ns,
        NOC_METRIC_delivered_bytes_per_cycle, NOC_METRIC_delivered_gb_per_s,
        NOC_METRIC_delivered_data_gb_per_s,
    };
    for (size_t i = 0; i < sizeof under_load / sizeof under_load[0]; i++)
        if (under_load[i] == metric) return true;
    return false;
}

/* True if a network has parts; ideal networks have none. */
static bool has_parts(const noc_graph *g)
{
    bool has_part = false;
    for (uint16_t n = 0; n < g->network_count; n++)
        has_part |= noc_network_has_channels(&g->networks[n]) ||
                    noc_network_model_of(&g->networks[n])->list_parts;
    return has_part;
}

noc_status noc_explain(noc_explainer *x, noc_metric_id metric, noc_explanation *e, noc_diag *diag)
{
    const noc_metric *m = &x->estimate.metrics[metric];
    noc_status status = NOC_OK;
    const bool is_batch = metric == NOC_METRIC_makespan_cycles && noc_is_batch_makespan(x);
    const bool is_missing = !is_batch && !isfinite(m->value);
    *e = (noc_explanation){
        .metric = metric, .reason = is_missing ? m->reason : NULL, .arena = &x->arena};
    /* latencies of a closed loop and figures of ideal networks have no parts */
    const bool has_meaning_only =
        (isnan(x->estimate.load) && depends_on_load(metric)) || !has_parts(&x->system->graph);
    if (is_batch)
        status = noc_explain_batch(x, e, -1, diag);
    else if (metric == NOC_METRIC_ipc && !is_missing)
        status = noc_explain_ipc(x, e, -1, diag);
    else if (noc_is_memory_energy(metric) && !is_missing)
        status = noc_explain_energy(x, e, -1, metric, diag);
    else if (has_meaning_only || is_missing)
        explain_meaning(x, metric, e);
    else
        explain_parts(x, metric, e);
    return status == NOC_OK && x->arena.is_short ? noc_fail_memory(diag) : status;
}

noc_metric_id noc_explain_default_metric(const noc_explainer *x, size_t i)
{
    const noc_metric_id metrics[] = {
        NOC_METRIC_zero_load_latency_cycles,
        noc_graph_has_replies(&x->system->graph) ? NOC_METRIC_round_trip_cycles
                                                 : NOC_METRIC_packet_latency_cycles,
        NOC_METRIC_saturation_data_gb_per_s,
        NOC_METRIC_network_area_mm2,
        NOC_METRIC_power_mw,
        NOC_METRIC_data_throughput_per_area_gb_per_s_mm2,
    };
    return i < sizeof metrics / sizeof metrics[0] ? metrics[i] : NOC_METRICS;
}
