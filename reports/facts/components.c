#include "reports/facts/components.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "reports/facts/breakdown.h"
#include "reports/words/sections.h"
#include "reports/writers/csv.h"
#include "reports/writers/table_print.h"

enum { SHAPE_CHARS = 40 };

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *crossbars_object(const noc_components *c)
{
    json_t *object = json_object();
    for (size_t i = 0; i < c->crossbar_count; i++) {
        char shape[SHAPE_CHARS];
        noc_crossbar_name(&c->crossbars[i].shape, shape, sizeof shape);
        json_object_set_new(object, shape, json_integer((json_int_t)c->crossbars[i].count));
    }
    return object;
}

json_t *noc_json_components(const noc_components *c)
{
    return json_pack("{s:I, s:i, s:I, s:I, s:o, s:I, s:{s:I, s:I}}", "routers",
                     (json_int_t)c->routers, "concentrators", (int)c->concentrators, "vc_buffers",
                     (json_int_t)c->vc_buffers, "vc_buffers_nominal",
                     (json_int_t)(c->vc_buffers_nominal + 0.5), "crossbars", crossbars_object(c),
                     "crosspoints", (json_int_t)c->crosspoints, "links", "short",
                     (json_int_t)c->links[0], "long", (json_int_t)c->links[1]);
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* A count of parts: name and note for text, key for CSV. */
typedef struct entry {
    const char *name, *key, *note;
    uint64_t count;
} entry;

enum { ENTRIES = 7 };

static void list_entries(const noc_components *c, entry entries[ENTRIES])
{
    const entry list[ENTRIES] = {
        {"routers", "routers", "", c->routers},
        {"concentrators", "concentrators", "ports that several nodes share", c->concentrators},
        {"VC buffers", "vc_buffers", "at the input ports that there are", c->vc_buffers},
        {"VC buffers, nominal", "vc_buffers_nominal", "as papers count them",
         (uint64_t)(c->vc_buffers_nominal + 0.5)},
        {"crosspoints", "crosspoints", "input-output pairs, as built", c->crosspoints},
        {"links, short", "links_short", "node links included", c->links[0]},
        {"links, long", "links_long", "node links included", c->links[1]},
    };
    for (int i = 0; i < ENTRIES; i++) entries[i] = list[i];
}

static noc_status print_components(const noc_sheet *sheet, const noc_estimate *e, noc_diag *diag)
{
    const noc_components *c = e->components;
    entry entries[ENTRIES];
    noc_table table = {0};
    list_entries(c, entries);
    noc_table_column(&table, NOC_ALIGN_LEFT, "component");
    noc_table_column(&table, NOC_ALIGN_RIGHT, "count");
    noc_table_column(&table, NOC_ALIGN_LEFT, "counted");
    for (int i = 0; i < ENTRIES; i++) {
        if (entries[i].count == 0) continue;
        noc_table_cell(&table, "%s", entries[i].name);
        noc_table_cell(&table, "%" PRIu64, entries[i].count);
        noc_table_cell(&table, "%s", entries[i].note);
    }
    for (size_t i = 0; i < c->crossbar_count; i++) {
        char shape[SHAPE_CHARS];
        noc_crossbar_name(&c->crossbars[i].shape, shape, sizeof shape);
        noc_table_cell(&table, "crossbars %s", shape);
        noc_table_cell(&table, "%" PRIu64, c->crossbars[i].count);
        noc_table_cell(&table, "%s", i == 0 ? "inputs x outputs, as built" : "");
    }
    return noc_text_table(sheet, &table, diag);
}

noc_status noc_text_components(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                               noc_diag *diag)
{
    return noc_text_sections(sheet, estimates, count, "Components", false, print_components, diag);
}

static void add_row(noc_table *table, const noc_estimate *e, const char *component, uint64_t count)
{
    noc_table_cell(table, "%s", e->design->name);
    noc_table_cell(table, "%s", e->design->hash);
    noc_table_cell(table, "%s", component);
    noc_table_cell(table, "%" PRIu64, count);
}

/* Adds a count, with empty columns of cost. */
static void add_count(noc_table *table, const noc_estimate *e, const char *component,
                      uint64_t count)
{
    add_row(table, e, component, count);
    for (int i = 0; i < 4; i++) noc_table_cell(table, "%s", "");
}

static void add_figure(noc_table *table, double value)
{
    if (isfinite(value))
        noc_table_cell(table, "%.12g", value);
    else
        noc_table_cell(table, "%s", "");
}

static void add_costs(noc_table *table, const noc_estimate *e, const noc_breakdown *b)
{
    for (uint16_t n = 0; n < b->network_count && !b->cost.unbuilt; n++)
        for (size_t part = 0; part < NOC_PARTS; part++) {
            const noc_part_cost *p = &b->networks[n].parts[part];
            if (!noc_breakdown_shows(&b->networks[n], part)) continue;
            add_row(table, e, noc_part_name(part), p->count);
            noc_table_cell(table, "%u", (unsigned)n);
            add_figure(table, p->area_mm2);
            add_figure(table, p->leakage_mw);
            add_figure(table, p->dynamic_mw);
        }
}

noc_status noc_csv_components(const noc_sheet *sheet, const noc_estimate *estimates,
                              const noc_breakdown *breakdowns, size_t count, noc_diag *diag)
{
    noc_table table = {0};
    static const char *const headers[] = {"design",  "hash",     "component",  "count",
                                          "network", "area_mm2", "leakage_mw", "dynamic_mw"};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        noc_table_column(&table, NOC_ALIGN_LEFT, headers[i]);
    for (size_t i = 0; i < count; i++) {
        const noc_components *c = estimates[i].components;
        entry entries[ENTRIES];
        list_entries(c, entries);
        for (int k = 0; k < ENTRIES; k++)
            add_count(&table, &estimates[i], entries[k].key, entries[k].count);
        for (size_t k = 0; k < c->crossbar_count; k++) {
            char name[SHAPE_CHARS + 16], shape[SHAPE_CHARS];
            noc_crossbar_name(&c->crossbars[k].shape, shape, sizeof shape);
            snprintf(name, sizeof name, "crossbars_%s", shape);
            add_count(&table, &estimates[i], name, c->crossbars[k].count);
        }
        if (breakdowns) add_costs(&table, &estimates[i], &breakdowns[i]);
    }
    const noc_status status = noc_csv_table(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}
