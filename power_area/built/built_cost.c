#include "power_area/built/built_cost.h"

#include <math.h>
#include <string.h>

static const noc_built_factor nothing = {0.0, 0.0, 0.0};

/* Factor of the energy of a part. */
static noc_built_factor_id energy_of(size_t part)
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

static noc_built_factor scaled(noc_built_factor_id id, double drawn)
{
    return noc_built_times(noc_built_factors()[id], drawn);
}

noc_built_factor noc_built_given(const noc_built_share *t)
{
    const double most = t->value + t->doubt;
    return (noc_built_factor){most > 0.0 ? t->value * t->value / most : 0.0, t->value, most};
}

/* Adds the areas, docs/model.md (48): routers are as large as their cells, or as the wires of
 * their crossbars, whichever is larger. Reported figures have no factor. */
static void add_areas(const noc_network_cost *drawn, noc_built_cost *b)
{
    double cells = 0.0, wires = 0.0, links = 0.0;
    noc_built_share told = {0.0, 0.0};
    for (size_t i = 0; i < NOC_PARTS; i++) {
        const noc_part_cost *part = &drawn->parts[i];
        *(noc_part_is_wires(i) ? &links : &cells) +=
            part->area_mm2 - part->over_cells_mm2 - part->told_area_mm2.value;
        noc_built_share_add(&told, 1.0, &part->told_area_mm2);
        wires += part->crossbar_wires_mm2;
    }
    b->router_area_mm2 =
        noc_built_over(noc_built_plus(scaled(NOC_BUILT_cells, cells), noc_built_given(&told)),
                       scaled(NOC_BUILT_wires, wires));
    b->link_area_mm2 = scaled(NOC_BUILT_cells, links);
    b->network_area_mm2 = noc_built_plus(b->router_area_mm2, b->link_area_mm2);
}

static void add_powers(const noc_network_cost *drawn, noc_built_cost *b)
{
    b->leakage_mw = b->dynamic_mw = nothing;
    for (size_t i = 0; i < NOC_PARTS; i++) {
        const noc_part_cost *part = &drawn->parts[i];
        const double leakage = part->leakage_mw - part->told_leakage_mw.value;
        const double dynamic = part->dynamic_mw - part->told_dynamic_mw.value;
        b->leakage_mw = noc_built_plus(b->leakage_mw, scaled(NOC_BUILT_leakage, leakage));
        b->leakage_mw = noc_built_plus(b->leakage_mw, noc_built_given(&part->told_leakage_mw));
        b->dynamic_mw = noc_built_plus(b->dynamic_mw, scaled(energy_of(i), dynamic));
        b->dynamic_mw = noc_built_plus(b->dynamic_mw, noc_built_given(&part->told_dynamic_mw));
    }
}

/* Difference of a whole and its part, end by end. */
static noc_built_factor without(noc_built_factor all, noc_built_factor part)
{
    return (noc_built_factor){fmax(0.0, all.lo - part.lo), all.value - part.value,
                              all.hi - part.hi};
}

noc_built_factor noc_built_part(const noc_built_cost *built, const noc_part_cost *drawn)
{
    const double rest = drawn->area_mm2 - drawn->told_area_mm2.value;
    return noc_built_plus(noc_built_times(built->over_routers, rest),
                          noc_built_given(&drawn->told_area_mm2));
}

static noc_built_factor over(noc_built_factor built, double drawn)
{
    return drawn > 0.0 ? noc_built_times(built, 1.0 / drawn) : (noc_built_factor){1, 1, 1};
}

noc_built_factor noc_built_widened(noc_built_factor f, double spread)
{
    const double own = log1p(spread);
    if (!(f.lo > 0.0) || own == 0.0) return f;
    return (noc_built_factor){f.value / exp(hypot(log(f.value / f.lo), own)), f.value,
                              f.value * exp(hypot(log(f.hi / f.value), own))};
}

noc_built_cost noc_built_cost_of(const noc_network_cost *drawn, double area_spread,
                                 double leakage_spread, double energy_spread)
{
    noc_built_cost b;
    double routers = 0.0;
    noc_built_share told = {0.0, 0.0};
    add_areas(drawn, &b);
    add_powers(drawn, &b);
    b.router_area_mm2 = noc_built_widened(b.router_area_mm2, area_spread);
    b.link_area_mm2 = noc_built_widened(b.link_area_mm2, area_spread);
    b.network_area_mm2 = noc_built_widened(b.network_area_mm2, area_spread);
    b.leakage_mw = noc_built_widened(b.leakage_mw, leakage_spread);
    b.dynamic_mw = noc_built_widened(b.dynamic_mw, energy_spread);
    b.power_mw = noc_built_plus(b.leakage_mw, b.dynamic_mw);
    for (size_t i = 0; i < NOC_PARTS; i++)
        if (!noc_part_is_wires(i)) routers += drawn->parts[i].area_mm2;
    for (size_t i = 0; i < NOC_PARTS; i++)
        noc_built_share_add(&told, 1.0, &drawn->parts[i].told_area_mm2);
    b.over_routers = over(without(b.router_area_mm2, noc_built_given(&told)), routers - told.value);
    return b;
}

static noc_built_component widened(const noc_process *p, noc_built_component c, double own)
{
    c.area_um2 = noc_built_widened(c.area_um2, p->spreads[NOC_MEASURE_AREA] + own);
    c.leakage_mw = noc_built_widened(c.leakage_mw, p->spreads[NOC_MEASURE_LEAKAGE] + own);
    c.flit_pj = noc_built_widened(c.flit_pj, p->spreads[NOC_MEASURE_ENERGY] + own);
    return c;
}

/* Cost of a switch as built. All of its ports move flits, and share its clock. */
static noc_built_component built_switch(const noc_router_cost *r, const noc_router_shape *shape)
{
    const double pj = r->crossbar_pj + r->allocation_pj + r->clock_pj / shape->outputs;
    return (noc_built_component){
        scaled(NOC_BUILT_switch_area, noc_router_area_um2(r)),
        scaled(NOC_BUILT_leakage, noc_router_leakage_mw(r)),
        scaled(NOC_BUILT_switch_energy, pj),
    };
}

static noc_built_component built_router(const noc_router_cost *r)
{
    const double data = r->write_pj + r->read_pj + r->crossbar_pj - r->arrays_pj.value;
    const noc_built_factor cells = scaled(NOC_BUILT_cells, r->cells_um2 - r->arrays_um2.value);
    return (noc_built_component){
        noc_built_over(noc_built_plus(cells, noc_built_given(&r->arrays_um2)),
                       scaled(NOC_BUILT_wires, r->crossbar_wires_um2)),
        noc_built_plus(scaled(NOC_BUILT_leakage, noc_router_leakage_mw(r) - r->arrays_mw.value),
                       noc_built_given(&r->arrays_mw)),
        noc_built_plus(noc_built_plus(scaled(NOC_BUILT_data, data),
                                      scaled(NOC_BUILT_control, r->allocation_pj + r->clock_pj)),
                       noc_built_given(&r->arrays_pj)),
    };
}

noc_built_component noc_built_router(const noc_process *process, const noc_router_cost *router,
                                     const noc_router_shape *shape, double own_spread)
{
    const bool buffered = shape->buffer_flits > 0.0;
    return widened(process, buffered ? built_router(router) : built_switch(router, shape),
                   own_spread);
}

noc_built_component noc_built_link(const noc_process *process, const noc_link_cost *link)
{
    return widened(process,
                   (noc_built_component){scaled(NOC_BUILT_cells, link->area_um2),
                                         scaled(NOC_BUILT_leakage, link->leakage_mw),
                                         scaled(NOC_BUILT_data, link->flit_pj)},
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
        noc_built_widened(noc_built_factors()[NOC_BUILT_cells], area_spread);
    return sqrt(cells.hi / cells.lo) - 1.0;
}
