#include "power_area/built/built_cost.h"

#include <math.h>
#include <string.h>

static const noc_built_factor no_cost = {0.0, 0.0, 0.0};

/* Factor of the energy of a part. */
static noc_built_factor_id energy_factor(size_t part)
{
    switch (part) {
    case NOC_COMPONENT_SWITCH_ALLOCATOR:
    case NOC_COMPONENT_VC_ALLOCATOR:
    case NOC_COMPONENT_CLOCK:
        return NOC_BUILT_control;
    default:
        return NOC_BUILT_data;
    }
}

static noc_built_factor apply_factor(noc_built_factor_id id, double drawn)
{
    return noc_built_scale(noc_built_factors()[id], drawn);
}

noc_built_factor noc_built_reported(const noc_reported_share *reported)
{
    const double most = reported->value + reported->error;
    return (noc_built_factor){most > 0.0 ? reported->value * reported->value / most : 0.0,
                              reported->value, most};
}

/* Adds the areas, docs/model.md (48): routers are as large as their cells, or as the wires of
 * their crossbars, whichever is larger. Reported figures have no factor. */
static void add_areas(const noc_network_cost *drawn, noc_built_cost *b)
{
    double cells = 0.0, wires = 0.0, links = 0.0;
    noc_reported_share reported = {0.0, 0.0};
    for (size_t i = 0; i < NOC_PARTS; i++) {
        const noc_part_cost *part = &drawn->parts[i];
        *(noc_part_is_wires(i) ? &links : &cells) +=
            part->area_mm2 - part->wire_excess_mm2 - part->reported_area_mm2.value;
        noc_reported_share_add(&reported, 1.0, &part->reported_area_mm2);
        wires += part->crossbar_wires_mm2;
    }
    b->router_area_mm2 = noc_built_max(
        noc_built_add(apply_factor(NOC_BUILT_cells, cells), noc_built_reported(&reported)),
        apply_factor(NOC_BUILT_wires, wires));
    b->link_area_mm2 = apply_factor(NOC_BUILT_cells, links);
    b->network_area_mm2 = noc_built_add(b->router_area_mm2, b->link_area_mm2);
}

static void add_powers(const noc_network_cost *drawn, noc_built_cost *b)
{
    b->leakage_mw = b->dynamic_mw = no_cost;
    for (size_t i = 0; i < NOC_PARTS; i++) {
        const noc_part_cost *part = &drawn->parts[i];
        const double leakage = part->leakage_mw - part->reported_leakage_mw.value;
        const double dynamic = part->dynamic_mw - part->reported_dynamic_mw.value;
        b->leakage_mw = noc_built_add(b->leakage_mw, apply_factor(NOC_BUILT_leakage, leakage));
        b->leakage_mw =
            noc_built_add(b->leakage_mw, noc_built_reported(&part->reported_leakage_mw));
        b->dynamic_mw = noc_built_add(b->dynamic_mw, apply_factor(energy_factor(i), dynamic));
        b->dynamic_mw =
            noc_built_add(b->dynamic_mw, noc_built_reported(&part->reported_dynamic_mw));
    }
}

/* Difference of a whole and its part, end by end. */
static noc_built_factor subtract(noc_built_factor whole, noc_built_factor part)
{
    return (noc_built_factor){fmax(0.0, whole.lo - part.lo), whole.value - part.value,
                              whole.hi - part.hi};
}

noc_built_factor noc_built_part_area(const noc_built_cost *built, const noc_part_cost *drawn)
{
    const double drawn_area = drawn->area_mm2 - drawn->reported_area_mm2.value;
    return noc_built_add(noc_built_scale(built->router_ratio, drawn_area),
                         noc_built_reported(&drawn->reported_area_mm2));
}

static noc_built_factor ratio_to_drawn(noc_built_factor built, double drawn)
{
    return drawn > 0.0 ? noc_built_scale(built, 1.0 / drawn) : (noc_built_factor){1, 1, 1};
}

noc_built_factor noc_built_widen(noc_built_factor f, double spread)
{
    const double log_spread = log1p(spread);
    if (!(f.lo > 0.0) || log_spread == 0.0) return f;
    return (noc_built_factor){f.value / exp(hypot(log(f.value / f.lo), log_spread)), f.value,
                              f.value * exp(hypot(log(f.hi / f.value), log_spread))};
}

noc_built_cost noc_built_cost_of(const noc_network_cost *drawn, double area_spread,
                                 double leakage_spread, double energy_spread)
{
    noc_built_cost b;
    double routers = 0.0;
    noc_reported_share reported = {0.0, 0.0};
    add_areas(drawn, &b);
    add_powers(drawn, &b);
    b.router_area_mm2 = noc_built_widen(b.router_area_mm2, area_spread);
    b.link_area_mm2 = noc_built_widen(b.link_area_mm2, area_spread);
    b.network_area_mm2 = noc_built_widen(b.network_area_mm2, area_spread);
    b.leakage_mw = noc_built_widen(b.leakage_mw, leakage_spread);
    b.dynamic_mw = noc_built_widen(b.dynamic_mw, energy_spread);
    b.power_mw = noc_built_add(b.leakage_mw, b.dynamic_mw);
    for (size_t i = 0; i < NOC_PARTS; i++)
        if (!noc_part_is_wires(i)) routers += drawn->parts[i].area_mm2;
    for (size_t i = 0; i < NOC_PARTS; i++)
        noc_reported_share_add(&reported, 1.0, &drawn->parts[i].reported_area_mm2);
    b.router_ratio = ratio_to_drawn(subtract(b.router_area_mm2, noc_built_reported(&reported)),
                                    routers - reported.value);
    return b;
}

static noc_built_component widen_component(const noc_process *p, noc_built_component c,
                                           double own_spread)
{
    c.area_um2 = noc_built_widen(c.area_um2, p->spreads[NOC_MEASURE_AREA] + own_spread);
    c.leakage_mw = noc_built_widen(c.leakage_mw, p->spreads[NOC_MEASURE_LEAKAGE] + own_spread);
    c.flit_pj = noc_built_widen(c.flit_pj, p->spreads[NOC_MEASURE_ENERGY] + own_spread);
    return c;
}

/* Cost of a switch as built. All of its ports move flits, and share its clock. */
static noc_built_component built_switch(const noc_router_cost *r, const noc_router_shape *shape)
{
    const double pj = r->crossbar_pj + r->allocation_pj + r->clock_pj / shape->outputs;
    return (noc_built_component){
        apply_factor(NOC_BUILT_switch_area, noc_router_area_um2(r)),
        apply_factor(NOC_BUILT_leakage, noc_router_leakage_mw(r)),
        apply_factor(NOC_BUILT_switch_energy, pj),
    };
}

static noc_built_component built_router(const noc_router_cost *r)
{
    const double data = r->write_pj + r->read_pj + r->crossbar_pj - r->array_energy_pj.value;
    const noc_built_factor cells =
        apply_factor(NOC_BUILT_cells, r->cells_um2 - r->array_area_um2.value);
    return (noc_built_component){
        noc_built_max(noc_built_add(cells, noc_built_reported(&r->array_area_um2)),
                      apply_factor(NOC_BUILT_wires, r->crossbar_wires_um2)),
        noc_built_add(
            apply_factor(NOC_BUILT_leakage, noc_router_leakage_mw(r) - r->array_leakage_mw.value),
            noc_built_reported(&r->array_leakage_mw)),
        noc_built_add(
            noc_built_add(apply_factor(NOC_BUILT_data, data),
                          apply_factor(NOC_BUILT_control, r->allocation_pj + r->clock_pj)),
            noc_built_reported(&r->array_energy_pj)),
    };
}

noc_built_component noc_built_router(const noc_process *process, const noc_router_cost *router,
                                     const noc_router_shape *shape, double own_spread)
{
    const bool buffered = shape->buffer_flits > 0.0;
    return widen_component(process, buffered ? built_router(router) : built_switch(router, shape),
                           own_spread);
}

noc_built_component noc_built_link(const noc_process *process, const noc_link_cost *link)
{
    return widen_component(process,
                           (noc_built_component){apply_factor(NOC_BUILT_cells, link->area_um2),
                                                 apply_factor(NOC_BUILT_leakage, link->leakage_mw),
                                                 apply_factor(NOC_BUILT_data, link->flit_pj)},
                           0.0);
}

const char *noc_built_source(const char *family)
{
    static const char *const names[][2] = {
        {"DSENT", "DSENT, as built"},
        {"ORION 2.0", "ORION 2.0, as built"},
        {"published", "published, as built"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], family) == 0) return names[i][1];
    return "as built";
}

double noc_built_common_spread(double area_spread)
{
    const noc_built_factor cells =
        noc_built_widen(noc_built_factors()[NOC_BUILT_cells], area_spread);
    return sqrt(cells.hi / cells.lo) - 1.0;
}
