#include "reports/facts/breakdown.h"

#include <math.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

static const char *why_no_dynamic(const noc_breakdown *b)
{
    return b->cost.no_power ? b->cost.no_power : "no load was given (--load, --activity)";
}

bool noc_breakdown_shows(const noc_network_cost *network, size_t part)
{
    const noc_part_cost *p = &network->parts[part];
    return p->count > 0 &&
           (p->area_mm2 > 0.0 || p->leakage_mw > 0.0 || part >= NOC_PART_HINGE_ROUTERS);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *part_object(const noc_breakdown *b, uint16_t n, size_t part)
{
    const noc_part_cost *p = &b->networks[n].parts[part];
    json_t *object = json_object();
    json_object_set_new(object, "component", noc_json_text(noc_part_name(part)));
    json_object_set_new(object, "network", json_integer(n));
    json_object_set_new(object, "count", json_integer((json_int_t)p->count));
    json_object_set_new(object, "area_mm2", noc_json_real(p->area_mm2));
    json_object_set_new(object, "leakage_mw", noc_json_real(p->leakage_mw));
    json_object_set_new(object, "dynamic_mw", noc_json_real(p->dynamic_mw));
    if (!isfinite(p->dynamic_mw))
        json_object_set_new(object, "why", noc_json_text(why_no_dynamic(b)));
    return object;
}

void noc_breakdown_json(json_t *components, const noc_breakdown *b)
{
    json_t *list = json_array(), *clock = json_object();
    for (uint16_t n = 0; n < b->network_count && !b->cost.unbuilt; n++)
        for (size_t part = 0; part < NOC_PARTS; part++)
            if (noc_breakdown_shows(&b->networks[n], part))
                json_array_append_new(list, part_object(b, n, part));
    json_object_set_new(components, "cost", list);
    if (b->cost.unbuilt) { /* the estimate's warning has told why */
        json_object_set_new(components, "clock", json_null());
        json_decref(clock);
        return;
    }
    const size_t skipped = strncmp(b->slowest, "router ", 7) == 0 ? 7 : 0;
    json_object_set_new(clock, "slowest_router", noc_json_text(b->slowest + skipped));
    json_object_set_new(clock, "slowest_stage",
                        noc_json_text(noc_stage_name(b->cost.bound.clock.slowest)));
    json_object_set_new(clock, "max_clock_mhz", noc_json_real(b->cost.bound.max_clock_mhz));
    json_object_set_new(components, "clock", clock);
}

/* ---- table ---------------------------------------------------------------------------------- */

static void put_figures(noc_table *table, const noc_part_cost *p, double all_mm2)
{
    noc_table_cell(table, "%llu", (unsigned long long)p->count);
    noc_table_cell(table, "%s", noc_figure_of(p->area_mm2, 3).text);
    noc_table_cell(table, "%s", noc_figure_of(100.0 * p->area_mm2 / all_mm2, 1).text);
    noc_table_cell(table, "%s", noc_figure_of(p->leakage_mw, 2).text);
    noc_table_cell(table, "%s", noc_figure_of(p->dynamic_mw, 2).text);
}

/* Returns the sum of a network's parts. */
static noc_part_cost total_of(const noc_network_cost *network)
{
    noc_part_cost total = {.count = noc_network_cost_routers(network)};
    for (size_t i = 0; i < NOC_PARTS; i++) {
        total.area_mm2 += network->parts[i].area_mm2;
        total.leakage_mw += network->parts[i].leakage_mw;
        total.dynamic_mw += network->parts[i].dynamic_mw;
    }
    return total;
}

static void put_network(noc_table *table, const char *name, const noc_network_cost *network,
                        double all_mm2)
{
    const noc_part_cost total = total_of(network);
    noc_table_cell(table, "%s", name);
    put_figures(table, &total, all_mm2);
    for (size_t part = 0; part < NOC_PARTS; part++) {
        char label[40];
        if (!noc_breakdown_shows(network, part)) continue;
        snprintf(label, sizeof label, "  %s", noc_part_name(part));
        for (char *c = label; *c; c++)
            if (*c == '_') *c = ' ';
        noc_table_cell(table, "%s", label);
        put_figures(table, &network->parts[part], all_mm2);
    }
}

noc_status noc_breakdown_text(const noc_sheet *sheet, const noc_breakdown *b, noc_diag *diag)
{
    if (b->cost.unbuilt) return NOC_OK; /* the estimate's warning has told why */
    static const noc_table_head heads[] = {
        {NOC_ALIGN_LEFT, "network\n  component"}, {NOC_ALIGN_RIGHT, "count"},
        {NOC_ALIGN_POINT, "area\nmm2"},           {NOC_ALIGN_POINT, "share\n%"},
        {NOC_ALIGN_POINT, "leakage\nmW"},         {NOC_ALIGN_POINT, "dynamic\nmW"},
    };
    noc_table table = {0};
    noc_table_columns(&table, heads, sizeof heads / sizeof heads[0]);
    for (uint16_t n = 0; n < b->network_count; n++)
        put_network(&table, b->names[n], &b->networks[n], b->cost.network_area_mm2);
    if (b->network_count > 1)
        put_network(&table, "all networks", &b->cost.sum, b->cost.network_area_mm2);
    fputc('\n', sheet->out);
    const noc_status status = noc_text_table(sheet, &table, diag);
    fputc('\n', sheet->out);
    if (b->cost.no_power) noc_text_say(sheet, "No power: %s.", b->cost.no_power);
    if (isfinite(b->activity))
        noc_text_say(sheet, "Dynamic power at %g flits/cycle on every channel.", b->activity);
    noc_text_say(sheet, "Clock: up to %.0f MHz, bounded by the %s of %s.",
                 b->cost.bound.max_clock_mhz, noc_stage_name(b->cost.bound.clock.slowest),
                 b->slowest);
    return status;
}
