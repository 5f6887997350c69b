#include "hybrid/answers/cost_figures.h"

#include <math.h>

#include "hybrid/answers/figures.h"

static const char *const no_table =
    "there is no table of areas for chip.technology_nm (nocsight list technologies; "
    "chip.scale_technology = true)";
static const char *const not_separate =
    "the table for this technology does not tell wires from silicon";
static const char *const nominal_rate = "a nominal activity tells no packets (--load)";
static const char *const nothing_moves = "nothing is delivered";
static const char *const too_far =
    "a router is too far from those that were measured (see the warning)";
static const char *const not_built = "an ideal network is made of nothing";
static const double mw_per_pj_mhz = 1e-3;
static const double ns_per_us = 1e3;
/* ---- activity ------------------------------------------------------------------------------- */

/* Flits per cycle that leave the networks that are built. */
static double delivered(const noc_graph *graph, const noc_activity *activity)
{
    double flits = 0.0;
    for (uint32_t c = 0; c < graph->channel_count; c++)
        if (graph->channels[c].kind == NOC_EJECTION &&
            noc_network_has_silicon(noc_graph_network_of(graph, c)))
            flits += activity->channel_flits ? activity->channel_flits[c] : 1.0;
    return flits * activity->flits_per_cycle;
}

/* ---- metrics -------------------------------------------------------------------------------- */

/* The spread is a bound by judgement, so it has no level of confidence. */
static void put_spread(noc_estimate *e, noc_metric_id id, double value, double spread)
{
    const double low = value / (1.0 + spread), high = value * (1.0 + spread);
    e->metrics[id] = spread > 0.0 ? (noc_metric){value, low, high, NAN, NULL}
                                  : (noc_metric){value, NAN, NAN, NAN, NULL};
}

static const noc_metric_id powers[] = {
    NOC_METRIC_dynamic_power_mw,
    NOC_METRIC_leakage_power_mw,
    NOC_METRIC_power_mw,
    NOC_METRIC_energy_per_flit_pj,
    NOC_METRIC_energy_per_transaction_pj,
    NOC_METRIC_energy_delay_product_pj_ns,
};

static const noc_metric_id areas[] = {
    NOC_METRIC_router_area_mm2, NOC_METRIC_link_area_mm2,   NOC_METRIC_network_area_mm2,
    NOC_METRIC_chip_area_mm2,   NOC_METRIC_buffer_area_mm2, NOC_METRIC_crossbar_area_mm2,
    NOC_METRIC_wire_area_mm2,   NOC_METRIC_max_clock_mhz,   NOC_METRIC_allocator_area_mm2,
};

static void miss_powers(noc_estimate *e, const char *why)
{
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++)
        noc_figures_miss(e, powers[i], why);
}

static void put_areas(const noc_cost *cost, noc_estimate *e)
{
    const noc_part_cost *parts = cost->sum.parts;
    const double allocators =
        parts[NOC_COMPONENT_SWITCH_ALLOCATOR].area_mm2 + parts[NOC_COMPONENT_VC_ALLOCATOR].area_mm2;
    const double s = cost->spread;
    put_spread(e, NOC_METRIC_router_area_mm2, cost->router_area_mm2, s);
    put_spread(e, NOC_METRIC_link_area_mm2, cost->link_area_mm2, s);
    put_spread(e, NOC_METRIC_network_area_mm2, cost->network_area_mm2, s);
    put_spread(e, NOC_METRIC_chip_area_mm2, cost->chip_area_mm2,
               s * cost->network_area_mm2 / cost->chip_area_mm2);
    put_spread(e, NOC_METRIC_buffer_area_mm2, parts[NOC_COMPONENT_BUFFER].area_mm2, s);
    put_spread(e, NOC_METRIC_crossbar_area_mm2, parts[NOC_COMPONENT_CROSSBAR].area_mm2, s);
    put_spread(e, NOC_METRIC_allocator_area_mm2, allocators, s);
    put_spread(e, NOC_METRIC_wire_area_mm2, cost->sum.wire_area_mm2, s);
    if (!isfinite(cost->sum.wire_area_mm2))
        noc_figures_miss(e, NOC_METRIC_wire_area_mm2, not_separate);
}

static void put_clock(const noc_cost *cost, noc_estimate *e)
{
    double lo, hi;
    noc_clock_interval(cost->max_clock_mhz, &lo, &hi);
    e->metrics[NOC_METRIC_max_clock_mhz] = (noc_metric){cost->max_clock_mhz, lo, hi, NAN, NULL};
}

static void warn_of_clock(const noc_system *system, const noc_cost *cost, noc_estimate *e)
{
    const noc_router *router = &system->graph.routers[cost->slowest_router];
    const double clock = system->design->chip.clock_mhz;
    if (clock > cost->max_clock_mhz)
        noc_figures_warn(
            e,
            "chip.clock_mhz = %g is more than the %.0f MHz that router (%d,%d), %ux%u, can reach; "
            "its %s takes longest",
            clock, cost->max_clock_mhz, router->column, router->row, (unsigned)router->built.inputs,
            (unsigned)router->built.outputs, noc_stage_name(cost->clock.slowest));
    if (fmax(clock, cost->max_clock_mhz) > NOC_CLOCK_BUILT_MHZ)
        noc_figures_warn(e,
                         "%s = %.0f is beyond the fastest router that was ever built (%.0f MHz, "
                         "Intel's 80-core chip)",
                         clock > NOC_CLOCK_BUILT_MHZ ? "chip.clock_mhz" : "max_clock_mhz",
                         clock > NOC_CLOCK_BUILT_MHZ ? clock : cost->max_clock_mhz,
                         NOC_CLOCK_BUILT_MHZ);
    if (cost->late_link_mm > 0.0)
        noc_figures_warn(
            e, "a link of %g mm takes longer than its cycles at %g MHz, whatever its repeaters",
            cost->late_link_mm, clock);
}

static void miss_all(noc_estimate *e, const char *why)
{
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++) noc_figures_miss(e, areas[i], why);
    miss_powers(e, why);
}

/* Figures would be fiction. */
static void refuse(const noc_system *system, const char *why, noc_estimate *e)
{
    char gap[NOC_GAP_CHARS];
    miss_all(e, why);
    if (noc_cost_gap(system, gap, sizeof gap))
        noc_figures_warn(e, "no area, power and clock: %s", gap);
}

/* What is made of nothing has no area; nobody says what it would take to run. */
static void put_unbuilt(const noc_system *system, noc_estimate *e)
{
    static const noc_metric_id none[] = {
        NOC_METRIC_router_area_mm2, NOC_METRIC_link_area_mm2,     NOC_METRIC_network_area_mm2,
        NOC_METRIC_buffer_area_mm2, NOC_METRIC_crossbar_area_mm2, NOC_METRIC_allocator_area_mm2,
    };
    miss_all(e, not_built);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) noc_figures_put(e, none[i], 0.0);
    noc_figures_put(e, NOC_METRIC_chip_area_mm2, system->design->chip.other_area_mm2);
}

noc_status noc_figures_put_cost(const noc_system *system, noc_estimate *e, noc_diag *diag)
{
    noc_cost cost;
    if (!noc_graph_has_silicon(&system->graph)) {
        put_unbuilt(system, e);
        return NOC_OK;
    }
    if (!noc_cost_is_known(system->design)) { /* latencies do not depend on the technology */
        refuse(system, no_table, e);
        return NOC_OK;
    }
    const noc_status status = noc_cost_of(system, NULL, &cost, NULL, diag);
    if (status != NOC_OK) return status;
    if (cost.refused) {
        refuse(system, too_far, e);
        return NOC_OK;
    }
    e->scale = (noc_cost_scale){cost.family, system->design->chip.technology_nm, cost.common_spread,
                                cost.own_spread};
    put_areas(&cost, e);
    put_clock(&cost, e);
    put_spread(e, NOC_METRIC_leakage_power_mw, cost.leakage_mw, cost.spread);
    if (cost.no_power) miss_powers(e, cost.no_power);
    if (*cost.label) noc_figures_warn(e, "area and power are %s", cost.label);
    if (*cost.beyond)
        noc_figures_warn(e, "area and power may be off by a factor of %.2g: a router has %s",
                         1.0 + cost.spread, cost.beyond);
    warn_of_clock(system, &cost, e);
    return NOC_OK;
}

static void put_energies(const noc_system *system, const noc_activity *activity,
                         double transactions, const noc_cost *cost, noc_estimate *e)
{
    const double power = cost->leakage_mw + cost->dynamic_mw, s = cost->spread;
    const double mhz = system->design->chip.clock_mhz;
    const double flits = delivered(&system->graph, activity);
    if (flits > 0.0)
        put_spread(e, NOC_METRIC_energy_per_flit_pj, power / (mw_per_pj_mhz * mhz * flits), s);
    else
        noc_figures_miss(e, NOC_METRIC_energy_per_flit_pj, nothing_moves);
    if (!(transactions > 0.0)) {
        const char *why =
            isnan(transactions) && !activity->channel_flits ? nominal_rate : nothing_moves;
        noc_figures_miss(e, NOC_METRIC_energy_per_transaction_pj, why);
        noc_figures_miss(e, NOC_METRIC_energy_delay_product_pj_ns, why);
        return;
    }
    const double energy = power / (mw_per_pj_mhz * mhz * transactions);
    const noc_metric *latency =
        &e->metrics[system->graph.memory_count ? NOC_METRIC_round_trip_cycles
                                               : NOC_METRIC_packet_latency_cycles];
    put_spread(e, NOC_METRIC_energy_per_transaction_pj, energy, s);
    if (isfinite(latency->value))
        put_spread(e, NOC_METRIC_energy_delay_product_pj_ns,
                   energy * latency->value * ns_per_us / mhz, s);
    else
        noc_figures_miss(e, NOC_METRIC_energy_delay_product_pj_ns, latency->why);
}

noc_status noc_figures_put_power(const noc_system *system, const noc_activity *activity,
                                 double transactions, noc_estimate *e, noc_diag *diag)
{
    noc_cost cost;
    if (!noc_cost_is_known(system->design)) return NOC_OK; /* said by noc_figures_put_cost */
    const noc_status status = noc_cost_of(system, activity, &cost, NULL, diag);
    if (status != NOC_OK || cost.refused || cost.no_power) return status;
    put_spread(e, NOC_METRIC_dynamic_power_mw, cost.dynamic_mw, cost.spread);
    put_spread(e, NOC_METRIC_power_mw, cost.dynamic_mw + cost.leakage_mw, cost.spread);
    put_energies(system, activity, transactions, &cost, e);
    return NOC_OK;
}

noc_status noc_figures_put_loop_activity(const noc_system *system, const noc_loop_activity *loop,
                                         noc_estimate *e, noc_diag *diag)
{
    noc_figures_put(e, NOC_METRIC_delivered_bytes_per_cycle, loop->bytes);
    const noc_activity activity = noc_loop_activity_of(loop);
    if (!noc_graph_has_silicon(&system->graph)) return NOC_OK;
    return noc_figures_put_power(system, &activity, loop->transactions, e, diag);
}

noc_status noc_figures_put_nominal_power(const noc_system *system, double flits_per_cycle,
                                         noc_estimate *e, noc_diag *diag)
{
    const noc_activity activity = {NULL, flits_per_cycle, noc_system_packet_flits(system)};
    return noc_figures_put_power(system, &activity, NAN, e, diag);
}
