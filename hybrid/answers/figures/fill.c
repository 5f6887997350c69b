#include "hybrid/answers/figures/fill.h"

#include <math.h>

#include "design/memory/replies.h"
#include "hybrid/answers/figures/class_figures.h"
#include "hybrid/answers/figures/reasons.h"

static const double ns_per_us = 1e3, mb_per_gb = 1e3;
static const double pj_per_us_of_mw = 1e3;

/* ---- rules of FOLLOWS in metrics.def -------------------------------------------------------- */

/* A rule computes a metric from the metric `base`, and from metrics filled before. */

static noc_metric scale_metric(noc_metric m, double factor)
{
    m.value *= factor;
    m.lo *= factor;
    m.hi *= factor;
    return m;
}

static double get_network_mhz(const noc_estimate *e)
{
    return e->design->chip.clock_mhz;
}

static noc_metric in_ns(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    (void)f;
    return scale_metric(base, ns_per_us / get_network_mhz(e));
}

static noc_metric in_gb(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    (void)f;
    return scale_metric(base, get_network_mhz(e) / mb_per_gb);
}

static noc_metric in_bytes(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    (void)f;
    return scale_metric(base, e->work.flit_bytes);
}

static noc_metric in_payload(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    (void)f;
    return scale_metric(base, noc_work_payload(&e->work));
}

static noc_metric in_data(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    return in_gb(f, e, scale_metric(base, noc_work_data(&e->work)));
}

/* Scales a counted value of a closed loop or a trace, with the relative interval of `base`. */
static noc_metric scale_counted_value(double value, noc_metric base)
{
    if (!(base.value > 0.0)) return (noc_metric){value, NAN, NAN, NAN, NULL};
    return scale_metric(base, value / base.value);
}

static noc_metric delivered(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    return isnan(f->delivered_bytes) ? in_payload(f, e, base)
                                     : scale_counted_value(f->delivered_bytes, base);
}

static noc_metric delivered_data(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    return isnan(f->delivered_data) ? in_data(f, e, base)
                                    : in_gb(f, e, scale_counted_value(f->delivered_data, base));
}

/* Converts the offered load to GB/s. `unit_bytes`: bytes per cycle of all nodes at a load of one
 * flit per cycle. `base` has the reason of a missing load. */
static noc_metric convert_offered_load(const noc_estimate *e, double unit_bytes, noc_metric base)
{
    const double value = e->load * unit_bytes * (get_network_mhz(e) / mb_per_gb);
    return isnan(value) ? base : (noc_metric){value, NAN, NAN, NAN, NULL};
}

static noc_metric offered(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    (void)f;
    return convert_offered_load(e, noc_work_payload(&e->work), base);
}

static noc_metric offered_data(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    (void)f;
    return convert_offered_load(e, noc_work_data(&e->work), base);
}

/* Power over the delivered bits of data, with the relative interval of a transaction's energy, or
 * the reason why it is missing. */
static noc_metric per_bit(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    static const double bits = 8.0;
    const double data = e->metrics[NOC_METRIC_delivered_data_gb_per_s].value;
    const double power = e->metrics[NOC_METRIC_power_mw].value;
    (void)f;
    if (!isfinite(base.value)) return base;
    if (!(data > 0.0)) return (noc_metric){NAN, NAN, NAN, NAN, "no data is delivered"};
    return scale_metric(base, power / (bits * data) / base.value);
}

/* Output error by the threshold of the data approximator, if replies are coalesced. */
static noc_metric by_threshold(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    (void)f;
    if (isnan(base.value)) return base;
    const double error = noc_output_error(e->design->memory.error_threshold);
    return (noc_metric){error, NAN, NAN, NAN, NULL};
}

/* Figure over the area of the chip. Areas have bounds by judgement, so the ratio has no
 * confidence. */
static noc_metric over_chip(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    static const char no_area[] =
        "the design has no area (chip.other_area_mm2, chip.technology_nm)";
    (void)f;
    const noc_metric *area = &e->metrics[NOC_METRIC_chip_area_mm2];
    const noc_metric none = {NAN, NAN, NAN, NAN, area->reason ? area->reason : no_area};
    if (!isfinite(base.value)) return base;
    if (!(area->value > 0.0)) return none;
    if (isnan(area->lo)) return scale_metric(base, 1.0 / area->value);
    return (noc_metric){base.value / area->value,
                        (isnan(base.lo) ? base.value : base.lo) / area->hi,
                        (isnan(base.hi) ? base.value : base.hi) / area->lo, NAN, NULL};
}

/* Energy times latency. The model's product has the interval of the latency, a measured one that of
 * the energy. */
static noc_metric by_latency(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    const noc_metric *latency =
        &e->metrics[noc_graph_has_replies(&f->system->graph) ? NOC_METRIC_round_trip_cycles
                                                             : NOC_METRIC_packet_latency_cycles];
    if (isnan(base.value)) return base;
    if (!isfinite(latency->value)) return (noc_metric){NAN, NAN, NAN, NAN, latency->reason};
    const noc_metric m =
        scale_metric(scale_metric(base, latency->value), ns_per_us / get_network_mhz(e));
    if (e->method == NOC_METHOD_SAMPLE || isfinite(e->check_load) || isnan(latency->lo)) return m;
    return (noc_metric){m.value, m.value * (latency->lo / latency->value),
                        m.value * (latency->hi / latency->value), latency->confidence, NULL};
}

/* Clock of the cores, MHz; the network's clock unless they have another. */
static double find_core_mhz(const noc_estimate *e)
{
    return e->design->nodes.core_mhz > 0.0 ? e->design->nodes.core_mhz : get_network_mhz(e);
}

/* Thread instructions of all cores per microsecond. */
static double find_instruction_rate(const noc_estimate *e)
{
    return e->metrics[NOC_METRIC_ipc].value * find_core_mhz(e);
}

/* Energy of the whole system per instruction, without an interval, since only the network's energy
 * has one. */
static noc_metric in_system(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    const noc_metric *clusters = &e->metrics[NOC_METRIC_cluster_energy_per_transaction_pj];
    const noc_metric *memories = &e->metrics[NOC_METRIC_memory_energy_per_transaction_pj];
    const double power = e->metrics[NOC_METRIC_power_mw].value * pj_per_us_of_mw;
    (void)f;
    if (!isfinite(memories->value)) return *memories;
    if (!isfinite(base.value)) return base;
    const double memory_energy =
        memories->value + (isfinite(clusters->value) ? clusters->value : 0.0);
    const double all = power * (1.0 + memory_energy / base.value);
    return (noc_metric){all / find_instruction_rate(e), NAN, NAN, NAN, NULL};
}

static noc_metric by_instruction(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    (void)f;
    return scale_metric(base, ns_per_us / find_instruction_rate(e));
}

/* Part of the delivered data: a share, or the remainder of it. */
static noc_metric compute_data_share(const noc_metric *share, bool is_remainder, noc_metric base)
{
    if (!isfinite(base.value)) return base;
    if (!isfinite(share->value)) return *share;
    return scale_metric(base, is_remainder ? 1.0 - share->value : share->value);
}

static noc_metric of_one_die(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    (void)f;
    return compute_data_share(&e->metrics[NOC_METRIC_local_share], false, base);
}

static noc_metric of_two_dies(const noc_figures *f, const noc_estimate *e, noc_metric base)
{
    (void)f;
    return compute_data_share(&e->metrics[NOC_METRIC_local_share], true, base);
}

/* ---- filling -------------------------------------------------------------------------------- */

/* Computes a metric that follows from another. */
static void derive_metric(const noc_figures *f, noc_metric_id id, noc_estimate *e)
{
    switch (id) {
#define FOLLOWS(other, rule) e->metrics[id] = rule(f, e, e->metrics[NOC_METRIC_##other]);
#include "hybrid/answers/metrics.def"
    }
}

static void name_nodes(const noc_figures *f, noc_estimate *e)
{
    const noc_graph *g = &f->system->graph;
    if (f->node_shares.slowest_node == f->node_shares.busiest_node) return;
    noc_terminal_name(g, f->node_shares.slowest_node, e->slowest_node, sizeof e->slowest_node);
    noc_terminal_name(g, f->node_shares.busiest_node, e->busiest_node, sizeof e->busiest_node);
}

void noc_fill_metrics(const noc_figures *f, noc_estimate *e)
{
    name_nodes(f, e);
    noc_metrics_set(f, e->metrics);
    for (int id = 0; id < NOC_METRICS; id++) derive_metric(f, (noc_metric_id)id, e);
    noc_classes_fill(f, e);
}

void noc_fill_power_metrics(const noc_figures *f, noc_estimate *e)
{
    noc_metrics_set_power(f, e->metrics);
    derive_metric(f, NOC_METRIC_energy_per_bit_pj, e);
    derive_metric(f, NOC_METRIC_energy_delay_product_pj_ns, e);
}
