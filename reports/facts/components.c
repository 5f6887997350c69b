#include "reports/facts/components.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "reports/facts/breakdown.h"
#include "reports/words/sections.h"
#include "reports/writers/rows.h"
#include "reports/writers/table_print.h"

enum { SHAPE_CHARS = 40 };

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *crossbars_object(const noc_components *components)
{
    json_t *object = json_object();
    for (size_t i = 0; i < components->crossbar_count; i++) {
        char shape[SHAPE_CHARS];
        noc_crossbar_name(&components->crossbars[i].shape, shape, sizeof shape);
        json_object_set_new(object, shape,
                            json_integer((json_int_t)components->crossbars[i].count));
    }
    return object;
}

json_t *noc_json_components(const noc_components *components)
{
    return json_pack(
        "{s:I, s:i, s:I, s:I, s:o, s:I, s:{s:I, s:I}}", "routers", (json_int_t)components->routers,
        "concentrators", (int)components->concentrators, "vc_buffers",
        (json_int_t)components->vc_buffers, "vc_buffers_nominal",
        (json_int_t)(components->vc_buffers_nominal + 0.5), "crossbars",
        crossbars_object(components), "crosspoints", (json_int_t)components->crosspoints, "links",
        "short", (json_int_t)components->links[0], "long", (json_int_t)components->links[1]);
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* A count of parts: name and note for text, key for CSV. */
typedef struct count_row {
    const char *name, *key, *note;
    uint64_t count;
} count_row;

enum { COUNT_ROWS = 7 };

static void list_counts(const noc_components *components, count_row rows[COUNT_ROWS])
{
    const count_row all_rows[COUNT_ROWS] = {
        {"routers", "routers", "", components->routers},
        {"concentrators", "concentrators", "ports that several nodes share",
         components->concentrators},
        {"VC buffers", "vc_buffers", "at the input ports that there are", components->vc_buffers},
        {"VC buffers, nominal", "vc_buffers_nominal", "as papers count them",
         (uint64_t)(components->vc_buffers_nominal + 0.5)},
        {"crosspoints", "crosspoints", "input-output pairs, as built", components->crosspoints},
        {"links, short", "links_short", "node links included", components->links[0]},
        {"links, long", "links_long", "node links included", components->links[1]},
    };
    for (int i = 0; i < COUNT_ROWS; i++) rows[i] = all_rows[i];
}

static noc_status print_components(const noc_sheet *sheet, const noc_estimate *estimate,
                                   noc_diag *diag)
{
    const noc_components *components = estimate->components;
    count_row rows[COUNT_ROWS];
    noc_table table = {0};
    list_counts(components, rows);
    noc_table_add_columns(&table, "component|>count|counted");
    for (int i = 0; i < COUNT_ROWS; i++) {
        if (rows[i].count == 0) continue;
        noc_table_add_cell(&table, "%s", rows[i].name);
        noc_table_add_cell(&table, "%" PRIu64, rows[i].count);
        noc_table_add_cell(&table, "%s", rows[i].note);
    }
    for (size_t i = 0; i < components->crossbar_count; i++) {
        char shape[SHAPE_CHARS];
        noc_crossbar_name(&components->crossbars[i].shape, shape, sizeof shape);
        noc_table_add_cell(&table, "crossbars %s", shape);
        noc_table_add_cell(&table, "%" PRIu64, components->crossbars[i].count);
        noc_table_add_cell(&table, "%s", i == 0 ? "inputs x outputs, as built" : "");
    }
    return noc_text_table(sheet, &table, diag);
}

noc_status noc_text_components(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                               noc_diag *diag)
{
    return noc_text_sections(sheet, estimates, count, "Components", false, print_components, diag);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void add_row(noc_rows *rows, const noc_design *design, const char *component, uint64_t count)
{
    noc_rows_add(rows);
    noc_put_text(rows, "design", design->name);
    noc_put_text(rows, "hash", design->hash);
    noc_put_text(rows, "component", component);
    noc_put_count(rows, "count", count);
}

static void add_costs(noc_rows *rows, const noc_design *design, const noc_breakdown *breakdown)
{
    for (uint16_t n = 0; n < breakdown->network_count && !breakdown->cost.has_no_silicon; n++)
        for (size_t part = 0; part < NOC_PARTS; part++) {
            const noc_part_cost *part_cost = &breakdown->networks[n].parts[part];
            if (!noc_breakdown_has_part(&breakdown->networks[n], part)) continue;
            add_row(rows, design, noc_part_name(part), part_cost->count);
            noc_put_count(rows, "network", n);
            noc_put_real(rows, "area_mm2", part_cost->area_mm2);
            noc_put_real(rows, "leakage_mw", part_cost->leakage_mw);
            noc_put_real(rows, "dynamic_mw", part_cost->dynamic_mw);
        }
}

noc_status noc_csv_components(const noc_sheet *sheet, const noc_estimate *estimates,
                              const noc_breakdown *breakdowns, size_t count, noc_diag *diag)
{
    noc_rows rows =
        noc_rows_begin(sheet, "design hash component count network area_mm2 leakage_mw dynamic_mw");
    for (size_t i = 0; i < count; i++) {
        const noc_components *components = estimates[i].components;
        count_row counts[COUNT_ROWS];
        list_counts(components, counts);
        for (int k = 0; k < COUNT_ROWS; k++)
            add_row(&rows, estimates[i].design, counts[k].key, counts[k].count);
        for (size_t k = 0; k < components->crossbar_count; k++) {
            char name[SHAPE_CHARS + 16], shape[SHAPE_CHARS];
            noc_crossbar_name(&components->crossbars[k].shape, shape, sizeof shape);
            snprintf(name, sizeof name, "crossbars_%s", shape);
            add_row(&rows, estimates[i].design, name, components->crossbars[k].count);
        }
        if (breakdowns) add_costs(&rows, estimates[i].design, &breakdowns[i]);
    }
    return noc_rows_write(&rows, diag);
}
