#include "reports/facts/breakdown.h"

#include <math.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

static const char *missing_dynamic_reason(const noc_breakdown *breakdown)
{
    return breakdown->cost.no_power_reason ? breakdown->cost.no_power_reason
                                           : "no load was given (--load, --activity)";
}

bool noc_breakdown_has_part(const noc_network_cost *network, size_t part)
{
    const noc_part_cost *part_cost = &network->parts[part];
    return part_cost->count > 0 && (part_cost->area_mm2 > 0.0 || part_cost->leakage_mw > 0.0 ||
                                    part >= NOC_PART_HINGE_ROUTERS);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *part_object(const noc_breakdown *breakdown, uint16_t n, size_t part)
{
    const noc_part_cost *part_cost = &breakdown->networks[n].parts[part];
    json_t *object = json_object();
    noc_json_set_text(object, "component", noc_part_name(part));
    json_object_set_new(object, "network", json_integer(n));
    noc_json_set_count(object, "count", part_cost->count);
    noc_json_set_real(object, "area_mm2", part_cost->area_mm2);
    noc_json_set_real(object, "leakage_mw", part_cost->leakage_mw);
    noc_json_set_real(object, "dynamic_mw", part_cost->dynamic_mw);
    if (!isfinite(part_cost->dynamic_mw))
        noc_json_set_text(object, "why", missing_dynamic_reason(breakdown));
    return object;
}

void noc_breakdown_add_json(json_t *components, const noc_breakdown *breakdown)
{
    json_t *list = json_array(), *clock = json_object();
    for (uint16_t n = 0; n < breakdown->network_count && !breakdown->cost.has_no_silicon; n++)
        for (size_t part = 0; part < NOC_PARTS; part++)
            if (noc_breakdown_has_part(&breakdown->networks[n], part))
                json_array_append_new(list, part_object(breakdown, n, part));
    json_object_set_new(components, "cost", list);
    if (breakdown->cost.has_no_silicon) { /* the estimate's warning has told why */
        json_object_set_new(components, "clock", json_null());
        json_decref(clock);
        return;
    }
    const size_t prefix_length = strncmp(breakdown->slowest_router, "router ", 7) == 0 ? 7 : 0;
    noc_json_set_text(clock, "slowest_router", breakdown->slowest_router + prefix_length);
    noc_json_set_text(clock, "slowest_stage",
                      noc_stage_name(breakdown->cost.clock_bound.clock.slowest_stage));
    noc_json_set_real(clock, "max_clock_mhz", breakdown->cost.clock_bound.max_clock_mhz);
    json_object_set_new(components, "clock", clock);
}

/* ---- table ---------------------------------------------------------------------------------- */

static void add_figures(noc_table *table, const noc_part_cost *part_cost, double total_mm2)
{
    noc_table_add_cell(table, "%llu", (unsigned long long)part_cost->count);
    noc_table_add_cell(table, "%s", noc_figure_make(part_cost->area_mm2, 3).text);
    noc_table_add_cell(table, "%s",
                       noc_figure_make(100.0 * part_cost->area_mm2 / total_mm2, 1).text);
    noc_table_add_cell(table, "%s", noc_figure_make(part_cost->leakage_mw, 2).text);
    noc_table_add_cell(table, "%s", noc_figure_make(part_cost->dynamic_mw, 2).text);
}

/* Returns the sum of a network's parts. */
static noc_part_cost sum_parts(const noc_network_cost *network)
{
    noc_part_cost total = {.count = noc_network_cost_routers(network)};
    for (size_t i = 0; i < NOC_PARTS; i++) {
        total.area_mm2 += network->parts[i].area_mm2;
        total.leakage_mw += network->parts[i].leakage_mw;
        total.dynamic_mw += network->parts[i].dynamic_mw;
    }
    return total;
}

static void add_network(noc_table *table, const char *name, const noc_network_cost *network,
                        double total_mm2)
{
    const noc_part_cost total = sum_parts(network);
    noc_table_add_cell(table, "%s", name);
    add_figures(table, &total, total_mm2);
    for (size_t part = 0; part < NOC_PARTS; part++) {
        char label[40];
        if (!noc_breakdown_has_part(network, part)) continue;
        snprintf(label, sizeof label, "  %s", noc_part_name(part));
        for (char *c = label; *c; c++)
            if (*c == '_') *c = ' ';
        noc_table_add_cell(table, "%s", label);
        add_figures(table, &network->parts[part], total_mm2);
    }
}

noc_status noc_breakdown_print(const noc_sheet *sheet, const noc_breakdown *breakdown,
                               noc_diag *diag)
{
    if (breakdown->cost.has_no_silicon) return NOC_OK; /* the estimate's warning has told why */
    noc_table table = {0};
    noc_table_add_columns(
        &table, "network\n  component|>count|.area\nmm2|.share\n%|.leakage\nmW|.dynamic\nmW");
    for (uint16_t n = 0; n < breakdown->network_count; n++)
        add_network(&table, breakdown->names[n], &breakdown->networks[n],
                    breakdown->cost.network_area_mm2);
    if (breakdown->network_count > 1)
        add_network(&table, "all networks", &breakdown->cost.sum, breakdown->cost.network_area_mm2);
    fputc('\n', sheet->out);
    const noc_status status = noc_text_table(sheet, &table, diag);
    fputc('\n', sheet->out);
    if (breakdown->cost.no_power_reason)
        noc_text_paragraph(sheet, "No power: %s.", breakdown->cost.no_power_reason);
    if (isfinite(breakdown->activity))
        noc_text_paragraph(sheet, "Dynamic power at %g flits/cycle on every channel.",
                           breakdown->activity);
    noc_text_paragraph(sheet, "Clock: up to %.0f MHz, bounded by the %s of %s.",
                       breakdown->cost.clock_bound.max_clock_mhz,
                       noc_stage_name(breakdown->cost.clock_bound.clock.slowest_stage),
                       breakdown->slowest_router);
    return status;
}
