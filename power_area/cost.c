#include "power_area/cost.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "network/compile/compile.h"
#include "network/graph/supply.h"
#include "network/kinds/structure.h"
#include "power_area/component.h"

/* True if a router has silicon. In networks of some kinds the graph's router only stands for the
 * network. */
static bool has_silicon(const noc_graph *graph, uint32_t router)
{
    return noc_network_has_silicon(&graph->networks[graph->routers[router].network]);
}

/* Spread of power: the interval ends of leakage and dynamic power add up. */
static double power_spread_of(const noc_cost *cost)
{
    const double power = cost->leakage_mw + cost->dynamic_mw;
    if (!(power > 0.0)) return cost->leakage_spread;
    return (cost->leakage_mw * cost->leakage_spread + cost->dynamic_mw * cost->energy_spread) /
           power;
}

/* Adds the errors of reported figures: each has its own interval, and the interval ends add up. */
static void add_errors(noc_cost *cost)
{
    double leakage = 0.0, dynamic = 0.0;
    for (size_t i = 0; i < NOC_PARTS; i++) {
        cost->area_error_mm2 += cost->sum.parts[i].reported_area_mm2.error;
        leakage += cost->sum.parts[i].reported_leakage_mw.error;
        dynamic += cost->sum.parts[i].reported_dynamic_mw.error;
    }
    if (cost->area_error_mm2 > 0.0) {
        const double spread = cost->area_error_mm2 / cost->network_area_mm2;
        cost->spread += spread;
        cost->design_spread += spread;
    }
    if (leakage > 0.0) cost->leakage_spread += leakage / cost->leakage_mw;
    if (dynamic > 0.0) cost->energy_spread += dynamic / cost->dynamic_mw;
}

/* Sums the costs: docs/model.md (46) and docs/model.md (47). */
static void sum_costs(const noc_design *design, noc_cost *cost)
{
    cost->leakage_mw = cost->dynamic_mw = 0.0;
    for (size_t i = 0; i < NOC_PARTS; i++) {
        *(noc_part_is_wires(i) ? &cost->link_area_mm2 : &cost->router_area_mm2) +=
            cost->sum.parts[i].area_mm2;
        cost->crossbar_area_mm2 += cost->sum.parts[i].crossbar_mm2;
        cost->leakage_mw += cost->sum.parts[i].leakage_mw;
        cost->dynamic_mw += cost->sum.parts[i].dynamic_mw;
    }
    cost->network_area_mm2 = cost->router_area_mm2 + cost->link_area_mm2;
    cost->chip_area_mm2 = cost->network_area_mm2 + design->chip.other_area_mm2;
    cost->built_cost =
        noc_built_cost_of(&cost->sum, cost->spread, cost->leakage_spread, cost->energy_spread);
    add_errors(cost);
    cost->power_spread = power_spread_of(cost);
}

/* Finds the router that is farthest outside of the measured range, and the spreads. */
static void find_worst_extent(const noc_system *system, const noc_process *process, noc_cost *cost)
{
    noc_extent worst_extent = NOC_EXTENT_MEASURED;
    noc_router_shape last_shape = {0};
    for (uint32_t r = 0; r < system->graph.router_count; r++) {
        char words[sizeof cost->extent_words];
        const noc_router *routers = system->graph.routers;
        if (r > 0 && noc_routers_are_equal(&routers[r], &routers[r - 1])) continue;
        if (!has_silicon(&system->graph, r)) continue;
        const noc_router_shape shape = noc_router_shape_of(system, r);
        if (noc_router_shapes_equal(&shape, &last_shape)) continue;
        last_shape = shape;
        const noc_extent extent = noc_extent_of(process, &shape, words);
        if (extent <= worst_extent) continue;
        worst_extent = extent;
        snprintf(cost->extent_words, sizeof cost->extent_words, "%s", words);
    }
    cost->family = process->family;
    cost->common_spread = process->spreads[NOC_MEASURE_AREA];
    cost->design_spread = noc_extent_spread(worst_extent);
    cost->spread = cost->common_spread + cost->design_spread;
    cost->leakage_spread = process->spreads[NOC_MEASURE_LEAKAGE] + cost->design_spread;
    cost->energy_spread = process->spreads[NOC_MEASURE_ENERGY] + cost->design_spread;
    cost->has_no_silicon = !noc_graph_has_silicon(&system->graph);
}

static noc_status refuse_technology(const noc_design *design, noc_diag *diag)
{
    char nearest[60], scaling_tables[60];
    noc_process_nearest(design->chip.technology_nm, nearest, sizeof nearest);
    noc_process_scaled_from(design->chip.technology_nm, scaling_tables, sizeof scaling_tables);
    return noc_design_conflict(
        design, diag, 0, NOC_PATHS("chip.technology_nm"),
        "chip.technology_nm = %g: no table has or encloses the costs of this technology (nearest: "
        "%s; chip.scale_technology = true scales on from %s and labels the answer)",
        design->chip.technology_nm, nearest, scaling_tables);
}

static noc_status find_process(const noc_design *design, noc_process *process, noc_diag *diag)
{
    const noc_chip_spec *chip = &design->chip;
    const noc_status status =
        noc_process_at(chip->technology_nm, chip->scale_technology, process, diag);
    if (status == NOC_EINPUT) return refuse_technology(design, diag);
    if (status == NOC_OK && !noc_process_set_supply(process, chip->supply_v))
        return noc_supply_check(design, diag);
    return status;
}

bool noc_cost_describe_gap(const noc_design *design, char *text, size_t size)
{
    const noc_chip_spec *chip = &design->chip;
    noc_process process;
    char nearest[60], scaling_tables[60];
    if (noc_process_at(chip->technology_nm, chip->scale_technology, &process, NULL) == NOC_OK)
        return false;
    noc_process_nearest(chip->technology_nm, nearest, sizeof nearest);
    noc_process_scaled_from(chip->technology_nm, scaling_tables, sizeof scaling_tables);
    snprintf(text, size,
             "no table has or encloses chip.technology_nm = %g (nearest: %s; "
             "chip.scale_technology = true scales on from %s and labels the answer)",
             chip->technology_nm, nearest, scaling_tables);
    return true;
}

bool noc_cost_is_known(const noc_design *design)
{
    noc_process process;
    return noc_process_at(design->chip.technology_nm, design->chip.scale_technology, &process,
                          NULL) != NOC_EINPUT;
}

/* Adds all power of a network to the one router that stands for the network. */
static void place_network_power(const noc_costing *c, uint16_t network)
{
    const noc_network *net = &c->system->graph.networks[network];
    if (noc_structure_find(c->system->design, net).router_count == 0) return;
    noc_router_power *power = &c->routers[net->first_router];
    for (size_t i = 0; i < NOC_PARTS; i++) {
        const noc_part_cost *part = &c->networks[network].parts[i];
        const bool wires = noc_part_is_wires(i);
        *(wires ? &power->link_leakage_mw : &power->router_leakage_mw) += part->leakage_mw;
        *(wires ? &power->link_dynamic_mw : &power->router_dynamic_mw) += part->dynamic_mw;
    }
}

static void add_network_costs(const noc_costing *c, noc_cost *cost)
{
    const uint16_t count = c->system->graph.network_count;
    const bool has_activity = c->activity != NULL;
    for (uint16_t n = 0; n < count; n++) noc_network_cost_clear(&c->networks[n], has_activity);
    for (size_t i = 0; noc_cost_kind_at(i); i++) noc_cost_kind_at(i)->add_costs(c);
    for (uint16_t n = 0; n < count && c->routers; n++) place_network_power(c, n);
    noc_network_cost_clear(&cost->sum, has_activity);
    for (uint16_t n = 0; n < count; n++) noc_network_cost_add(&cost->sum, &c->networks[n]);
}

void noc_cost_name_slowest(const noc_system *system, const noc_cost *cost, char *text, size_t size)
{
    const noc_router *r = &system->graph.routers[cost->clock_bound.slowest_router];
    const noc_structure structure =
        noc_structure_find(system->design, &system->graph.networks[r->network]);
    const bool by_dimension = system->graph.networks[r->network].is_dimension_sliced;
    if (structure.router_count > 0)
        snprintf(text, size, "%s, %ux%u", structure.router_name, (unsigned)r->built_crossbar.inputs,
                 (unsigned)r->built_crossbar.outputs);
    else
        snprintf(text, size, "%s(%d,%d), %ux%u", by_dimension ? "a slice of " : "router ",
                 r->column, r->row, (unsigned)r->built_crossbar.inputs,
                 (unsigned)r->built_crossbar.outputs);
}

noc_status noc_cost_of(const noc_system *system, const noc_activity *activity, noc_cost *cost,
                       noc_network_cost *networks, noc_diag *diag)
{
    return noc_cost_by_router(system, activity, cost, networks, NULL, diag);
}

noc_status noc_cost_by_router(const noc_system *system, const noc_activity *activity,
                              noc_cost *cost, noc_network_cost *networks, noc_router_power *routers,
                              noc_diag *diag)
{
    const noc_design *design = system->design;
    noc_process process;
    const noc_status status = find_process(design, &process, diag);
    if (status != NOC_OK) return status;
    NOC_AUTO_FREE noc_network_cost *network_costs =
        networks ? NULL : calloc(system->graph.network_count, sizeof *network_costs);
    if (!networks && !network_costs) return noc_fail_memory(diag);
    noc_cost answer = {.clock_bound = {.max_clock_mhz = INFINITY},
                       .no_power_reason = process.no_power_reason};
    noc_process_label(&process, answer.label, sizeof answer.label);
    find_worst_extent(system, &process, &answer);
    const noc_costing costing = {.system = system,
                                 .process = &process,
                                 .activity = activity,
                                 .clock_mhz = design->chip.clock_mhz,
                                 .networks = networks ? networks : network_costs,
                                 .routers = routers,
                                 .clock_bound = &answer.clock_bound};
    add_network_costs(&costing, &answer);
    sum_costs(design, &answer);
    *cost = answer;
    return NOC_OK;
}
