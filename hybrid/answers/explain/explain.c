#include "hybrid/answers/explain/explain.h"

#include <math.h>

#include "analytic/network_model.h"
#include "hybrid/answers/explain/explain_cost.h"
#include "hybrid/answers/explain/explain_energy.h"
#include "hybrid/answers/explain/explain_loop.h"
#include "hybrid/answers/explain/explain_time.h"

/* Explains a figure without parts, by its meaning. */
static void explain_meaning(const noc_explainer *x, noc_metric_id metric, noc_explanation *e)
{
    const noc_metric_info *info = noc_metric_info_of(metric);
    noc_explanation_add(e, -1, NOC_TREE_LEAF, info->name, x->estimate.metrics[metric].value,
                        info->unit, "hybrid/answers/metrics.def", "%s", info->meaning);
}

static int explain_request(const noc_explainer *x, noc_explanation *e, int parent)
{
    return noc_explain_class(x, e, parent, NOC_REQUEST);
}

static int explain_reply(const noc_explainer *x, noc_explanation *e, int parent)
{
    return noc_explain_class(x, e, parent, NOC_REPLY);
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
    {NOC_METRIC_request_latency_cycles, explain_request, false},
    {NOC_METRIC_reply_latency_cycles, explain_reply, false},
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
};

/* Areas and powers, whose parts are the components of the breakdown. */
static const noc_metric_id cost_metrics[] = {
    NOC_METRIC_network_area_mm2,   NOC_METRIC_chip_area_mm2,    NOC_METRIC_router_area_mm2,
    NOC_METRIC_link_area_mm2,      NOC_METRIC_buffer_area_mm2,  NOC_METRIC_crossbar_area_mm2,
    NOC_METRIC_allocator_area_mm2, NOC_METRIC_dynamic_power_mw, NOC_METRIC_leakage_power_mw,
    NOC_METRIC_power_mw,
};

static void explain_parts(const noc_explainer *x, noc_metric_id metric, noc_explanation *e)
{
    for (size_t i = 0; i < sizeof cost_metrics / sizeof cost_metrics[0]; i++) {
        if (cost_metrics[i] != metric) continue;
        noc_explain_cost(x, e, -1, metric);
        return;
    }
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

noc_status noc_explain(const noc_explainer *x, noc_metric_id metric, noc_explanation *e,
                       noc_diag *diag)
{
    noc_status status = NOC_OK;
    *e = (noc_explanation){.metric = metric};
    /* latencies of a closed loop and figures of ideal networks have no parts */
    const bool has_meaning_only =
        (isnan(x->estimate.load) && depends_on_load(metric)) || !has_parts(&x->system->graph);
    if (metric == NOC_METRIC_ipc && isfinite(x->estimate.metrics[metric].value)) {
        status = noc_explain_ipc(x, e, -1, diag);
    } else if (metric == NOC_METRIC_makespan_cycles && noc_is_batch_makespan(x)) {
        status = noc_explain_batch(x, e, -1, diag);
    } else if (noc_is_memory_energy(metric) && isfinite(x->estimate.metrics[metric].value)) {
        status = noc_explain_energy(x, e, -1, metric, diag);
    } else if (has_meaning_only && isfinite(x->estimate.metrics[metric].value)) {
        explain_meaning(x, metric, e);
    } else if (isfinite(x->estimate.metrics[metric].value)) {
        explain_parts(x, metric, e);
    } else {
        e->reason = x->estimate.metrics[metric].reason;
        explain_meaning(x, metric, e);
    }
    if (!e->failed && status == NOC_OK) return NOC_OK;
    noc_explanation_clear(e);
    return status == NOC_OK ? noc_fail_memory(diag) : status;
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
