/* Explains areas and power by the components of the networks, the clock by the slowest stage,
 * delivered bytes by the saturation or the accepted load, and throughput per area by bytes and
 * area. */
#include "hybrid/answers/explain/explain_cost.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hybrid/answers/explain/explain_time.h"
#include "hybrid/answers/explain/explanation.h"
#include "power_area/network_cost.h"

static const char *const tables =
    "component tables, data/technology_*.cfg (nocsight describe technologies)";
static const char *const settings = "the design";

typedef enum quantity { AREA, LEAKAGE, DYNAMIC, CROSSBAR_AREA } quantity;

static double find_amount(const noc_part_cost *part, quantity kind)
{
    if (kind == CROSSBAR_AREA) return part->crossbar_mm2;
    return kind == AREA ? part->area_mm2 : kind == LEAKAGE ? part->leakage_mw : part->dynamic_mw;
}

/* Sets of parts, one bit per part. */
enum {
    BUFFER_PARTS = 1u << NOC_COMPONENT_BUFFER,
    ALLOCATOR_PARTS = 1u << NOC_COMPONENT_SWITCH_ALLOCATOR | 1u << NOC_COMPONENT_VC_ALLOCATOR,
    ALL_PARTS = (1u << NOC_PARTS) - 1u,
#define NOC_PART(id, name, wires) | (wires ? 1u << NOC_PART_##id : 0u)
    WIRE_PARTS = 0u
#include "power_area/parts.def"
#undef NOC_PART
};

static double sum_amounts(const noc_network_cost *network, unsigned parts, quantity kind)
{
    double sum = 0.0;
    for (size_t p = 0; p < NOC_PARTS; p++)
        if (parts & 1u << p) sum += find_amount(&network->parts[p], kind);
    return sum;
}

static void add_network(const noc_explainer *x, noc_explanation *e, int parent, uint16_t n,
                        unsigned parts, quantity kind, const char *unit)
{
    const noc_network_cost *network = &x->breakdown.networks[n];
    char name[64];
    const int node = NOC_SUM(e, parent, x->breakdown.names[n], sum_amounts(network, parts, kind),
                             unit, tables, "parts of its routers, and its links");
    for (size_t p = 0; p < NOC_PARTS; p++) {
        const noc_part_cost *part = &network->parts[p];
        const double amount = find_amount(part, kind);
        if (!(parts & 1u << p) || part->count == 0 || amount == 0.0) continue;
        snprintf(name, sizeof name, "%s", noc_part_name(p));
        for (char *c = name; *c; c++)
            if (*c == '_') *c = ' ';
        NOC_LEAF(e, node, name, amount, unit, "", "%llu, %.4g %s each",
                 (unsigned long long)part->count, amount / (double)part->count, unit);
    }
}

static void add_parts(const noc_explainer *x, noc_explanation *e, int parent, const char *name,
                      double value, unsigned parts, quantity kind)
{
    static const char *const formulas[] = {"silicon of all networks", "when nothing moves or ticks",
                                           "flits that move at the load, and clocks",
                                           "silicon of all networks"};
    const char *unit = kind == LEAKAGE || kind == DYNAMIC ? "mW" : "mm2";
    const int node = NOC_SUM(e, parent, name, value, unit, tables, "%s%s%s", formulas[kind],
                             *x->breakdown.cost.label ? "; " : "", x->breakdown.cost.label);
    for (uint16_t n = 0; n < x->breakdown.network_count; n++)
        add_network(x, e, node, n, parts, kind, unit);
}

int noc_explain_chip(const noc_explainer *x, noc_explanation *e, int parent)
{
    const noc_metric_id id = NOC_METRIC_chip_area_mm2;
    const int node =
        NOC_SUM(e, parent, parent < 0 ? noc_metric_info_of(id)->name : "chip area",
                x->estimate.metrics[id].value, "mm2", settings, "network and the rest of the chip");
    add_parts(x, e, node, "network area", x->breakdown.cost.network_area_mm2, ALL_PARTS, AREA);
    NOC_LEAF(e, node, "other area", x->system->design->chip.other_area_mm2, "mm2", settings,
             "chip.other_area_mm2");
    return node;
}

int noc_explain_power(const noc_explainer *x, noc_explanation *e, int parent)
{
    const noc_metric_id id = NOC_METRIC_power_mw;
    const noc_cost *cost = &x->breakdown.cost;
    char where[48] = "where the closed loop settles";
    if (isfinite(x->estimate.load)) snprintf(where, sizeof where, "at load %.6g", x->estimate.load);
    const int node = NOC_SUM(e, parent, parent < 0 ? noc_metric_info_of(id)->name : "power",
                             x->estimate.metrics[id].value, "mW", tables,
                             "leakage and dynamic power, %s", where);
    add_parts(x, e, node, "leakage", cost->leakage_mw, ALL_PARTS, LEAKAGE);
    add_parts(x, e, node, "dynamic power", cost->dynamic_mw, ALL_PARTS, DYNAMIC);
    return node;
}

/* Areas and powers that are sums over parts of the networks. */
static const struct {
    noc_metric_id metric;
    unsigned parts;
    quantity kind;
} part_sums[] = {
    {NOC_METRIC_network_area_mm2, ALL_PARTS, AREA},
    {NOC_METRIC_leakage_power_mw, ALL_PARTS, LEAKAGE},
    {NOC_METRIC_dynamic_power_mw, ALL_PARTS, DYNAMIC},
    {NOC_METRIC_router_area_mm2, ALL_PARTS & ~WIRE_PARTS, AREA},
    {NOC_METRIC_link_area_mm2, WIRE_PARTS, AREA},
    {NOC_METRIC_buffer_area_mm2, BUFFER_PARTS, AREA},
    {NOC_METRIC_crossbar_area_mm2, ALL_PARTS, CROSSBAR_AREA},
    {NOC_METRIC_allocator_area_mm2, ALLOCATOR_PARTS, AREA},
};

bool noc_explain_part_sum(const noc_explainer *x, noc_explanation *e, noc_metric_id metric)
{
    for (size_t i = 0; i < sizeof part_sums / sizeof part_sums[0]; i++) {
        if (part_sums[i].metric != metric) continue;
        add_parts(x, e, -1, noc_metric_info_of(metric)->name, x->estimate.metrics[metric].value,
                  part_sums[i].parts, part_sums[i].kind);
        return true;
    }
    return false;
}

int noc_explain_bit_energy(const noc_explainer *x, noc_explanation *e, int parent)
{
    static const double bits = 8.0;
    const noc_metric *all = x->estimate.metrics;
    const noc_metric_info *info = noc_metric_info_of(NOC_METRIC_energy_per_bit_pj);
    const double data = all[NOC_METRIC_delivered_data_gb_per_s].value;
    const int node =
        NOC_RATIO(e, parent, info->name, all[NOC_METRIC_energy_per_bit_pj].value, info->unit,
                  settings, "power over the bits of data that are delivered");
    noc_explain_power(x, e, node);
    NOC_LEAF(e, node, "data delivered", bits * data, "Gb/s", settings,
             "8 x delivered_data_gb_per_s = %.5g", data);
    return node;
}

/* ---- clock ---------------------------------------------------------------------------------- */

static const char *const clocks = "power_area/clock.c: Peh and Dally 2001; wires with repeaters";

static void add_stage(const noc_clock *clock, noc_explanation *e, int parent, noc_stage stage,
                      const char *wires_words)
{
    const double wires = clock->stage_wire_ps[stage], all = clock->stage_ps[stage];
    const int node =
        NOC_SUM(e, parent, noc_stage_name(stage), all, "ps", clocks, "gates, wires and latches");
    NOC_LEAF(e, node, "gates", all - wires - clock->overhead_ps, "ps", clocks, "by logical effort");
    NOC_LEAF(e, node, "wires", wires, "ps", tables, "%s", wires_words);
    NOC_LEAF(e, node, "latches", clock->overhead_ps, "ps", clocks, "set-up and skew");
}

/* Finds the words for the wires of the slowest stage. */
static const char *find_wire_text(const noc_explainer *x)
{
    const noc_graph *g = &x->system->graph;
    const uint32_t router = x->breakdown.cost.clock_bound.slowest_router;
    const noc_switching switching = g->networks[g->routers[router].network].switching;
    size_t i = 0;
    while (noc_cost_kind_at(i)->switching != switching) i++;
    return noc_cost_kind_at(i)->wire_words;
}

int noc_explain_clock(const noc_explainer *x, noc_explanation *e, int parent)
{
    static const double ps_per_us = 1e6;
    const noc_clock *clock = &x->breakdown.cost.clock_bound.clock;
    const noc_metric_id id = NOC_METRIC_max_clock_mhz;
    const double mhz = x->estimate.metrics[id].value;
    char record[60] = "";
    if (mhz > NOC_CLOCK_BUILT_MHZ)
        snprintf(record, sizeof record, "; the fastest that was ever built has %.0f MHz",
                 NOC_CLOCK_BUILT_MHZ);
    const int node = NOC_RATIO(e, parent, noc_metric_info_of(id)->name, mhz, "MHz", clocks,
                               "a cycle of the slowest, %s%s", x->breakdown.slowest_router, record);
    NOC_LEAF(e, node, "period of 1 MHz", ps_per_us, "ps", clocks,
             "a clock's MHz are this over its period");
    const int period = NOC_SUM(e, node, "period", clock->period_ps, "ps", clocks,
                               clock->is_single_cycle ? "allocation and traversal in one cycle"
                                                      : "its slowest stage");
    if (!clock->is_single_cycle) {
        add_stage(clock, e, period, clock->slowest_stage, find_wire_text(x));
        return node;
    }
    add_stage(clock, e, period, clock->slower_allocation, find_wire_text(x));
    add_stage(clock, e, period, NOC_STAGE_TRAVERSAL, find_wire_text(x));
    NOC_LEAF(e, period, "latches between", -clock->overhead_ps, "ps", clocks, "counted in both");
    return node;
}

/* ---- delivered data ------------------------------------------------------------------------- */

static const char *const metric_table = "hybrid/answers/metrics.def";
static const double mb_per_gb = 1e3;

/* Bytes of a packet and its reply that are counted: payload, or data. */
typedef struct byte_counting {
    double transaction_bytes;
    const char *words; /* text between "bytes" and "of a packet and its reply" */
} byte_counting;

static byte_counting count_payload(const noc_explainer *x)
{
    return (byte_counting){x->estimate.work.transaction_bytes, ""};
}

static byte_counting count_data(const noc_explainer *x)
{
    return (byte_counting){x->estimate.work.transaction_data, "of data (traffic.data_bytes) "};
}

/* Adds the factors that convert a load per node to the bytes of all nodes. */
static void add_factors(const noc_explainer *x, noc_explanation *e, int parent, byte_counting c)
{
    const noc_work *work = &x->estimate.work;
    NOC_LEAF(e, parent, "injecting nodes", work->injectors, "", settings,
             "nodes that create packets");
    NOC_LEAF(e, parent, "bytes per flit injected", c.transaction_bytes / work->flits, "bytes",
             settings, "%.5g bytes %sof a packet and its reply, over %.4g flits of the packet",
             c.transaction_bytes, c.words, work->flits);
}

static int add_saturation(const noc_explainer *x, noc_explanation *e, int parent, const char *name,
                          byte_counting c)
{
    const double saturation = x->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    const noc_work *work = &x->estimate.work;
    const int node = NOC_PRODUCT(
        e, parent, name, saturation * work->injectors * c.transaction_bytes / work->flits,
        "bytes/cycle", metric_table, "by all nodes together, at saturation");
    noc_explain_saturation(x, e, node);
    add_factors(x, e, node, c);
    return node;
}

int noc_explain_delivered(const noc_explainer *x, noc_explanation *e, int parent)
{
    const noc_metric_id id = NOC_METRIC_saturation_delivered_bytes_per_cycle;
    return add_saturation(x, e, parent,
                          parent < 0 ? noc_metric_info_of(id)->name : "bytes delivered",
                          count_payload(x));
}

int noc_explain_data(const noc_explainer *x, noc_explanation *e, int parent)
{
    return add_saturation(x, e, parent, "bytes of data delivered", count_data(x));
}

static int add_load(const noc_explainer *x, noc_explanation *e, int parent, const char *name,
                    double bytes, byte_counting c)
{
    const int node = NOC_PRODUCT(e, parent, name, bytes, "bytes/cycle", metric_table,
                                 "by all nodes together, at load %.6g", x->estimate.load);
    NOC_LEAF(e, node, "accepted", x->estimate.metrics[NOC_METRIC_accepted_flits_per_cycle].value,
             "flits/cycle", metric_table, "of what each node injects");
    add_factors(x, e, node, c);
    return node;
}

int noc_explain_delivered_at_load(const noc_explainer *x, noc_explanation *e, int parent)
{
    const noc_metric_id id = NOC_METRIC_delivered_bytes_per_cycle;
    return add_load(x, e, parent, noc_metric_info_of(id)->name, x->estimate.metrics[id].value,
                    count_payload(x));
}

int noc_explain_data_at_load(const noc_explainer *x, noc_explanation *e, int parent)
{
    const double data = x->estimate.metrics[NOC_METRIC_delivered_data_gb_per_s].value;
    return add_load(x, e, parent, "bytes of data delivered",
                    data * mb_per_gb / x->system->design->chip.clock_mhz, count_data(x));
}

int noc_explain_at_clock(const noc_explainer *x, noc_explanation *e, noc_metric_id metric,
                         int (*explain_cycles)(const noc_explainer *x, noc_explanation *e,
                                               int parent))
{
    const noc_metric_info *info = noc_metric_info_of(metric);
    const double mhz = x->system->design->chip.clock_mhz;
    const bool time = strcmp(info->unit, "ns") == 0;
    const int node = NOC_PRODUCT(e, -1, info->name, x->estimate.metrics[metric].value, info->unit,
                                 metric_table, "at the network's clock");
    explain_cycles(x, e, node);
    NOC_LEAF(e, node, time ? "a cycle" : "clock", time ? 1e3 / mhz : mhz / 1e3, time ? "ns" : "GHz",
             settings, "chip.clock_mhz = %g", mhz);
    return node;
}

static int add_over_chip(const noc_explainer *x, noc_explanation *e, int parent, noc_metric_id id)
{
    const noc_metric_info *info = noc_metric_info_of(id);
    return NOC_RATIO(e, parent, info->name, x->estimate.metrics[id].value, info->unit, metric_table,
                     "throughput over area of the chip");
}

int noc_explain_throughput(const noc_explainer *x, noc_explanation *e, int parent)
{
    const int node =
        add_over_chip(x, e, parent, NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2);
    noc_explain_delivered(x, e, node);
    noc_explain_chip(x, e, node);
    return node;
}

int noc_explain_data_throughput(const noc_explainer *x, noc_explanation *e, int parent)
{
    const double mhz = x->system->design->chip.clock_mhz;
    const int node = add_over_chip(x, e, parent, NOC_METRIC_data_throughput_per_area_gb_per_s_mm2);
    const int data = NOC_PRODUCT(e, node, "data delivered",
                                 x->estimate.metrics[NOC_METRIC_saturation_data_gb_per_s].value,
                                 "GB/s", metric_table, "at saturation, at the network's clock");
    noc_explain_data(x, e, data);
    NOC_LEAF(e, data, "clock", mhz / mb_per_gb, "GHz", settings, "chip.clock_mhz = %g", mhz);
    noc_explain_chip(x, e, node);
    return node;
}
