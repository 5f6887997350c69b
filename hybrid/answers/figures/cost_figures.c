#include "hybrid/answers/figures/cost_figures.h"

#include <math.h>

#include "hybrid/answers/figures/fill.h"
#include "network/graph/die_links.h"
#include "network/graph/wire_timing.h"
#include "power_area/unpriced.h"

static const char *const no_table_reason =
    "there is no table of areas for chip.technology_nm (nocsight describe technologies; "
    "chip.scale_technology = true)";
static const char *const nominal_reason = "a nominal activity says nothing of packets (--load)";
static const char *const no_flits_reason = "nothing is delivered";
static const char *const ideal_reason = "an ideal network is made of nothing";
static const char *const no_access_reason =
    "there are no energies of accesses for chip.technology_nm (data/access_energies.cfg: 22 to 65)";
static const double mw_per_pj_mhz = 1e-3;

/* ---- areas ---------------------------------------------------------------------------------- */

static void put_spread(noc_figures *f, noc_metric_id id, double value, double spread)
{
    noc_figures_put(f, id, noc_figure_spread(value, spread));
}

static void put_built(noc_figures *f, noc_metric_id id, noc_built_factor built)
{
    noc_figures_put(f, id, noc_figure_interval(built.value, built.lo, built.hi, NAN));
}

static bool is_as_built(const noc_figures *f)
{
    return f->system->design->chip.cost_basis == NOC_COST_SILICON;
}

/* Puts a cost as drawn, with the spread of the tables, or as built, by the design's chip.cost. */
static void put_cost(noc_figures *f, noc_metric_id id, double drawn, double spread,
                     noc_built_factor built)
{
    if (is_as_built(f))
        put_built(f, id, built);
    else
        put_spread(f, id, drawn, spread);
}

/* Spread of an area of the routers, where some arrays have their own interval. */
static double compute_spread(const noc_cost *cost, double area_mm2)
{
    const double tables = cost->spread - cost->area_error_mm2 / cost->network_area_mm2;
    return cost->area_error_mm2 > 0.0 ? tables + cost->area_error_mm2 / area_mm2 : cost->spread;
}

static void put_areas(const noc_cost *cost, noc_figures *f)
{
    const noc_part_cost *parts = cost->sum.parts;
    const noc_built_cost *b = &cost->built_cost;
    const double buffers = parts[NOC_COMPONENT_BUFFER].area_mm2;
    const double allocators =
        parts[NOC_COMPONENT_SWITCH_ALLOCATOR].area_mm2 + parts[NOC_COMPONENT_VC_ALLOCATOR].area_mm2;
    const double s = compute_spread(cost, INFINITY),
                 other = cost->chip_area_mm2 - cost->network_area_mm2;
    put_cost(f, NOC_METRIC_router_area_mm2, cost->router_area_mm2,
             compute_spread(cost, cost->router_area_mm2), b->router_area_mm2);
    put_cost(f, NOC_METRIC_link_area_mm2, cost->link_area_mm2, s, b->link_area_mm2);
    put_cost(f, NOC_METRIC_network_area_mm2, cost->network_area_mm2, cost->spread,
             b->network_area_mm2);
    put_built(f, NOC_METRIC_built_area_mm2, b->network_area_mm2);
    put_cost(f, NOC_METRIC_chip_area_mm2, cost->chip_area_mm2,
             cost->spread * cost->network_area_mm2 / cost->chip_area_mm2,
             noc_built_add(b->network_area_mm2, (noc_built_factor){other, other, other}));
    put_cost(f, NOC_METRIC_buffer_area_mm2, buffers, compute_spread(cost, buffers),
             noc_built_part_area(b, &parts[NOC_COMPONENT_BUFFER]));
    put_cost(f, NOC_METRIC_crossbar_area_mm2, cost->crossbar_area_mm2, s,
             noc_built_scale(b->router_ratio, cost->crossbar_area_mm2));
    put_cost(f, NOC_METRIC_allocator_area_mm2, allocators, s,
             noc_built_scale(b->router_ratio, allocators));
    put_spread(f, NOC_METRIC_wire_area_mm2, cost->sum.wire_area_mm2, s);
}

static void put_die_edge(noc_figures *f)
{
    noc_die_edge mm[NOC_DIES_MAX], most = {0.0, 0.0, 0.0};
    if (!noc_design_has_die_edge(f->system->design)) return;
    noc_graph_die_edges(&f->system->graph, f->system->design, mm);
    for (int d = 0; d < NOC_DIES_MAX; d++)
        if (mm[d].mm > most.mm) most = mm[d];
    noc_figures_put(f, NOC_METRIC_die_edge_mm,
                    most.least_mm < most.most_mm
                        ? noc_figure_interval(most.mm, most.least_mm, most.most_mm, NAN)
                        : noc_figure_exact(most.mm));
}

static void put_clock(const noc_cost *cost, noc_figures *f)
{
    noc_figure clock = {.value = cost->clock_bound.max_clock_mhz, .confidence = NAN};
    noc_clock_interval(clock.value, &clock.lo, &clock.hi);
    noc_figures_put(f, NOC_METRIC_max_clock_mhz, clock);
}

static void warn_of_late_links(const noc_design *d, const noc_clock_bound *bound, noc_estimate *e)
{
    const double clock = d->chip.clock_mhz;
    const bool can_take_more = bound->late_channel_mm >= bound->late_link_mm;
    const int needed = can_take_more ? noc_wire_timing_cycles(d, bound->late_link_mm) : 0;
    if (!(bound->late_link_mm > 0.0)) return;
    if (needed > 0)
        noc_estimate_warn(e, NOC_WARNING_CLOCK,
                          "a link of %g mm needs more than its cycles at %g MHz, whatever its "
                          "repeaters: it needs %d (--set network.link_timing=wire)",
                          bound->late_link_mm, clock, needed);
    else
        noc_estimate_warn(
            e, NOC_WARNING_CLOCK,
            "a link of %g mm needs more than its cycles at %g MHz, whatever its repeaters",
            bound->late_link_mm, clock);
}

/* Warns of clocks faster than any router ever built: the design's clock, and the routers' highest
 * clock if the command line sets a clock. */
static void warn_of_record(const noc_design *d, double reached_mhz, noc_estimate *e)
{
    const double clock = d->chip.clock_mhz;
    const bool beyond = clock > NOC_CLOCK_BUILT_MHZ;
    /* noc_warn_design asks about the unit instead */
    if (!noc_clock_is_likely(clock)) return;
    if (!beyond && !noc_design_has_override(d, "chip", 0, "clock_mhz")) return;
    if (fmax(clock, reached_mhz) > NOC_CLOCK_BUILT_MHZ)
        noc_estimate_warn(e, beyond ? NOC_WARNING_CLOCK : NOC_WARNING_IDLE,
                          "%s = %.0f is beyond the fastest router that was ever built (%.0f MHz, "
                          "Intel's 80-core chip)",
                          beyond ? "chip.clock_mhz" : "max_clock_mhz", beyond ? clock : reached_mhz,
                          NOC_CLOCK_BUILT_MHZ);
}

static void warn_of_clock(const noc_system *system, const noc_cost *cost, noc_estimate *e)
{
    char slowest[64];
    noc_cost_name_slowest(system, cost, slowest, sizeof slowest);
    const double clock = system->design->chip.clock_mhz;
    if (clock > cost->clock_bound.max_clock_mhz)
        noc_estimate_warn(
            e, NOC_WARNING_CLOCK,
            "chip.clock_mhz = %g is more than the %.0f MHz that %s, can reach; its %s takes "
            "longest",
            clock, cost->clock_bound.max_clock_mhz, slowest,
            noc_stage_name(cost->clock_bound.clock.slowest_stage));
    warn_of_record(system->design, cost->clock_bound.max_clock_mhz, e);
    warn_of_late_links(system->design, &cost->clock_bound, e);
}

/* Warns of links between dies with fewer cycles than the adapters and PHYs of their package take:
 * most designs omit these by mistake, but some include them in the links. */
static void warn_of_packages(const noc_system *system, noc_estimate *e)
{
    const noc_graph *g = &system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *ch = &g->channels[c];
        if (!ch->crosses_dies) continue;
        const noc_network_spec *spec = noc_system_spec(system, ch->network);
        const int needed = noc_die_package_cycles(system->design, spec);
        if (ch->latency >= needed) continue;
        noc_estimate_warn(e, NOC_WARNING_COST,
                          "a link between dies has %d cycle%s, and adapters and PHYs of its "
                          "package take %d at %g MHz (--set network.die_links.cycles=%d)",
                          (int)ch->latency, ch->latency == 1 ? "" : "s", needed,
                          system->design->chip.clock_mhz, needed);
        return;
    }
}

static void warn_of_unpriced(const noc_design *d, noc_estimate *e)
{
    for (size_t i = 0; noc_unpriced_at(i); i++)
        if (noc_unpriced_is_used(d, i))
            noc_estimate_warn(e, NOC_WARNING_COST,
                              "area and power are without %s, which no source states (%s)",
                              noc_unpriced_at(i)->description, noc_unpriced_at(i)->key);
}

static void warn_of_cost(const noc_system *system, const noc_cost *cost, noc_estimate *e)
{
    if (!noc_design_has_key(system->design, "chip", 0, "technology_nm"))
        noc_estimate_warn(e, NOC_WARNING_COST,
                          "area and power are at %g nm: the design does not state "
                          "chip.technology_nm",
                          system->design->chip.technology_nm);
    warn_of_unpriced(system->design, e);
    warn_of_packages(system, e);
    if (*cost->extent_words)
        noc_estimate_warn(e, NOC_WARNING_COST,
                          "area and power may be off by a factor of %.2g: a router has %s",
                          1.0 + cost->spread, cost->extent_words);
}

/* Refuses all costs, since no table covers the technology. */
static void refuse_costs(noc_figures *f, noc_estimate *e)
{
    char gap[NOC_GAP_CHARS];
    f->no_cost = no_table_reason;
    if (noc_cost_describe_gap(f->system->design, gap, sizeof gap))
        noc_estimate_warn(e, NOC_WARNING_COST, "no area, power and clock: %s", gap);
}

/* Puts the costs of ideal networks: no area, and no power, for which there is no source. */
static void put_zero_costs(noc_figures *f)
{
    static const noc_metric_id none[] = {
        NOC_METRIC_router_area_mm2, NOC_METRIC_link_area_mm2,     NOC_METRIC_network_area_mm2,
        NOC_METRIC_buffer_area_mm2, NOC_METRIC_crossbar_area_mm2, NOC_METRIC_allocator_area_mm2,
    };
    f->no_cost = ideal_reason;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        noc_figures_put_exact(f, none[i], 0.0);
    noc_figures_put_exact(f, NOC_METRIC_chip_area_mm2, f->system->design->chip.other_area_mm2);
}

static noc_cost_scale find_scale(const noc_figures *f, const noc_cost *cost)
{
    const double nm = f->system->design->chip.technology_nm;
    if (is_as_built(f))
        return (noc_cost_scale){noc_built_source(cost->family), nm,
                                noc_built_common_spread(cost->common_spread), cost->design_spread};
    return (noc_cost_scale){cost->family, nm, cost->common_spread, cost->design_spread};
}

noc_status noc_figures_put_cost(noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    noc_cost cost;
    /* a kept graph may be of a design whose links needed less edge */
    const noc_status edges = noc_die_edges_check(&f->system->graph, f->system->design, diag);
    if (edges != NOC_OK) return edges;
    if (!noc_graph_has_silicon(&f->system->graph)) {
        put_zero_costs(f);
        return NOC_OK;
    }
    if (!noc_cost_is_known(f->system->design)) { /* latencies do not depend on the technology */
        refuse_costs(f, e);
        return NOC_OK;
    }
    const noc_status status = noc_cost_of(f->system, NULL, &cost, NULL, diag);
    if (status != NOC_OK) return status;
    e->scale = find_scale(f, &cost);
    snprintf(e->cost_basis, sizeof e->cost_basis, "%s", cost.label);
    put_areas(&cost, f);
    put_die_edge(f);
    put_clock(&cost, f);
    if (cost.no_power_reason)
        f->no_power = cost.no_power_reason;
    else
        put_cost(f, NOC_METRIC_leakage_power_mw, cost.leakage_mw, cost.leakage_spread,
                 cost.built_cost.leakage_mw);
    warn_of_cost(f->system, &cost, e);
    warn_of_clock(f->system, &cost, e);
    return NOC_OK;
}

/* ---- power and energies --------------------------------------------------------------------- */

/* Sums the flits per cycle that leave the built networks. */
static double sum_delivered_flits(const noc_graph *graph, const noc_activity *activity)
{
    double flits = 0.0;
    for (uint32_t c = 0; c < graph->channel_count; c++)
        if (graph->channels[c].kind == NOC_EJECTION &&
            noc_network_has_silicon(noc_graph_channel_network(graph, c)))
            flits += activity->channel_flits ? activity->channel_flits[c] : 1.0;
    return flits * activity->flits_per_cycle;
}

static void put_energies(noc_figures *f, const noc_activity *activity, double transactions,
                         const noc_cost *cost)
{
    const double mhz = f->system->design->chip.clock_mhz;
    const double flits = sum_delivered_flits(&f->system->graph, activity);
    const double power = cost->dynamic_mw + cost->leakage_mw;
    const struct {
        noc_metric_id id;
        double count;
    } energies[] = {{NOC_METRIC_energy_per_flit_pj, flits},
                    {NOC_METRIC_energy_per_transaction_pj, transactions}};
    for (size_t i = 0; i < sizeof energies / sizeof energies[0]; i++) {
        const double each = 1.0 / (mw_per_pj_mhz * mhz * energies[i].count);
        if (energies[i].count > 0.0)
            put_cost(f, energies[i].id, power * each, cost->power_spread,
                     noc_built_scale(cost->built_cost.power_mw, each));
    }
    f->no_energy = isnan(transactions) && !activity->channel_flits && flits > 0.0 ? nominal_reason
                                                                                  : no_flits_reason;
}

noc_status noc_figures_put_power(noc_figures *f, const noc_activity *activity, double transactions,
                                 noc_diag *diag)
{
    noc_cost cost;
    if (f->no_cost || f->no_power) return NOC_OK;
    const noc_status status = noc_cost_of(f->system, activity, &cost, NULL, diag);
    if (status != NOC_OK) return status;
    const double power = cost.dynamic_mw + cost.leakage_mw;
    put_cost(f, NOC_METRIC_dynamic_power_mw, cost.dynamic_mw, cost.energy_spread,
             cost.built_cost.dynamic_mw);
    put_cost(f, NOC_METRIC_power_mw, power, cost.power_spread, cost.built_cost.power_mw);
    put_built(f, NOC_METRIC_built_power_mw, cost.built_cost.power_mw);
    put_energies(f, activity, transactions, &cost);
    return NOC_OK;
}

/* Puts the energies of a closed loop's accesses, per packet and its reply. */
static void put_access_energies(noc_figures *f, const noc_loop_activity *loop)
{
    const double nm = f->system->design->chip.technology_nm;
    double clusters = 0.0, memories = 0.0;
    if (!(loop->transactions > 0.0)) return;
    for (int a = 0; a < NOC_ACCESSES; a++)
        *(a < NOC_CLUSTER_ACCESSES ? &clusters : &memories) +=
            noc_access_energy((noc_access)a, nm) * loop->accesses[a] / loop->transactions;
    f->no_access_energy = isnan(clusters + memories) ? no_access_reason : NULL;
    if (!noc_metric_part_reason(f->system->design, NOC_METRIC_cluster_energy_per_transaction_pj))
        noc_figures_put_exact(f, NOC_METRIC_cluster_energy_per_transaction_pj, clusters);
    noc_figures_put_exact(f, NOC_METRIC_memory_energy_per_transaction_pj, memories);
}

noc_status noc_figures_put_loop_activity(noc_figures *f, const noc_loop_activity *loop,
                                         noc_diag *diag)
{
    const noc_activity activity = noc_loop_activity_convert(loop);
    f->delivered_bytes = loop->bytes;
    f->delivered_data = loop->data;
    put_access_energies(f, loop);
    return noc_figures_put_power(f, &activity, loop->transactions, diag);
}

/* Multiplies the ends of an interval by factors; both ends of an exact figure are its value. */
static void move_ends(noc_figures *f, noc_metric_id id, double lower_factor, double upper_factor,
                      double confidence)
{
    noc_figure *figure = &f->metrics[id];
    if (isnan(figure->value)) return;
    if (isnan(figure->lo)) *figure = (noc_figure){figure->value, figure->value, figure->value, NAN};
    figure->lo *= lower_factor;
    figure->hi *= upper_factor;
    figure->confidence = confidence;
}

void noc_figures_widen_power(noc_figures *f, const noc_figure *rate)
{
    const double leakage = f->metrics[NOC_METRIC_leakage_power_mw].value;
    const double dynamic = f->metrics[NOC_METRIC_dynamic_power_mw].value;
    const double power = leakage + dynamic;
    if (isnan(rate->lo) || !(power > 0.0)) return;
    const double least = rate->lo / rate->value, most = rate->hi / rate->value;
    const double level = rate->confidence;
    move_ends(f, NOC_METRIC_dynamic_power_mw, least, most, level);
    move_ends(f, NOC_METRIC_power_mw, (leakage + dynamic * least) / power,
              (leakage + dynamic * most) / power, level);
    const double least_energy = (leakage / most + dynamic) / power;
    const double largest_energy = (leakage / least + dynamic) / power;
    move_ends(f, NOC_METRIC_energy_per_flit_pj, least_energy, largest_energy, level);
    move_ends(f, NOC_METRIC_energy_per_transaction_pj, least_energy, largest_energy, level);
}

noc_status noc_figures_put_nominal_power(const noc_system *system, double flits_per_cycle,
                                         noc_estimate *e, noc_diag *diag)
{
    const noc_activity activity = {NULL, flits_per_cycle, noc_system_packet_flits(system)};
    noc_figures f;
    noc_estimate ignored = {.warning_count = 0}; /* discarded: the warnings were given before */
    noc_figures_begin(system, e->method, NOC_SCOPE_LOAD, &f);
    noc_status status = noc_figures_put_cost(&f, &ignored, diag);
    if (status == NOC_OK) status = noc_figures_put_power(&f, &activity, NAN, diag);
    if (status == NOC_OK) noc_fill_power_metrics(&f, e);
    return status;
}
