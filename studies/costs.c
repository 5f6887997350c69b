/* Study "costs": published areas and powers beside nocsight's, each figure by all readings of its
 * text. For the chosen readings, also the differences by component. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/affix.h"
#include "base/auto.h"
#include "hybrid/answers/explain/breakdown.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "reader/design_walk.h"
#include "reports/writers/table.h"
#include "studies/recipe.h"
#include "studies/studies.h"

/* ---- costs of a network --------------------------------------------------------------------- */

/* Costs of all networks of a design, in the unit of the figure. */
typedef struct cost_sums {
    double part_costs[NOC_PARTS];
    double total_cost;
} cost_sums;

static double find_figure(const noc_part_cost *part, const char *figure)
{
    if (strstr(figure, "area")) return part->area_mm2;
    return part->leakage_mw + part->dynamic_mw;
}

/* Sums the components of a figure. "wire_area" has no components; "link_power" is the power of the
 * links only; "router_area" leaves the links out. */
static void sum_figure(const noc_network_cost *cost, const char *figure, const char *excluded_part,
                       cost_sums *s)
{
    *s = (cost_sums){.total_cost = 0.0};
    if (strcmp(figure, "wire_area") == 0) {
        s->total_cost = cost->wire_area_mm2;
        return;
    }
    for (size_t i = 0; i < NOC_PARTS; i++) {
        if (begins_with(figure, noc_part_is_wires(i) ? "router_" : "link_")) continue;
        if (strcmp(noc_part_name(i), excluded_part) == 0) continue;
        s->part_costs[i] = find_figure(&cost->parts[i], figure);
        s->total_cost += s->part_costs[i];
    }
}

/* Computes the costs at a load, with a nominal activity of every channel, or, if both are NAN, at
 * the operating point of the closed loop. */
static noc_status compute_costs(noc_bench *bench, const char *name, const char *settings,
                                double load, double activity, noc_arena *arena, noc_breakdown *b)
{
    NOC_AUTO_DESIGN noc_design *design = NULL;
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_status status =
        noc_recipe_read_design(bench->resolve_path, name, settings, &design, bench->diag);
    if (status == NOC_OK) status = noc_system_compile(design, &system, bench->diag);
    if (status != NOC_OK) return status;
    return noc_breakdown_make(system, noc_calibration_shipped(), load, activity, arena, b,
                              bench->diag);
}

/* ---- readings -------------------------------------------------------------------------------- */

typedef struct reading {
    const config_setting_t *row, *words;
    cost_sums base, design;
    double value; /* figure: change in %, or ratio */
} reading;

/* Computes the base or the design of a reading. `network_key`: key with the number of a network, if
 * the figure is of one network only. */
static noc_status compute_side(noc_bench *bench, const reading *r, const char *design_key,
                               const char *settings_key, const char *load_key,
                               const char *network_key, cost_sums *s)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_breakdown b;
    const double network = noc_recipe_find_number(r->words, network_key);
    const noc_status status = compute_costs(
        bench, noc_recipe_find_text(r->row, design_key),
        noc_recipe_find_text(r->words, settings_key), noc_recipe_find_number(r->words, load_key),
        noc_recipe_find_number(r->words, "activity"), &scratch, &b);
    if (status != NOC_OK) return status;
    sum_figure(isfinite(network) ? &b.networks[(size_t)network] : &b.cost.sum,
               noc_recipe_find_text(r->row, "figure"), noc_recipe_find_text(r->words, "without"),
               s);
    return NOC_OK;
}

static bool is_ratio(const config_setting_t *row)
{
    return strcmp(noc_recipe_find_text(row, "form"), "ratio") == 0;
}

static noc_status compute_reading(noc_bench *bench, reading *r)
{
    noc_status status =
        compute_side(bench, r, "base", "base_set", "base_load", "base_network", &r->base);
    if (status == NOC_OK)
        status = compute_side(bench, r, "design", "set", "load", "network", &r->design);
    const double ratio = r->design.total_cost / r->base.total_cost;
    r->value = is_ratio(r->row) ? ratio : 100.0 * (ratio - 1.0);
    return status;
}

static bool is_chosen(const config_setting_t *words)
{
    return noc_recipe_find_flag(words, "taken");
}

/* ---- tables --------------------------------------------------------------------------------- */

static void put_component(noc_table *table, const char *name, double base, double design,
                          double base_total)
{
    noc_table_add_cell(table, "%s", name);
    noc_table_add_cell(table, "%.3f", base);
    noc_table_add_cell(table, "%.3f", design);
    if (base > 0.0)
        noc_table_add_cell(table, "%+.1f", 100.0 * (design / base - 1.0));
    else
        noc_table_add_cell(table, "%s", "");
    noc_table_add_cell(table, "%+.1f", 100.0 * (design - base) / base_total);
}

static void put_components(noc_table *table, const reading *r)
{
    for (size_t i = 0; i < NOC_PARTS; i++) {
        char name[40];
        if (r->base.part_costs[i] == 0.0 && r->design.part_costs[i] == 0.0) continue;
        snprintf(name, sizeof name, "%s", noc_part_name(i));
        for (char *c = name; *c; c++)
            if (*c == '_') *c = ' ';
        put_component(table, name, r->base.part_costs[i], r->design.part_costs[i],
                      r->base.total_cost);
    }
    put_component(table, "all", r->base.total_cost, r->design.total_cost, r->base.total_cost);
}

static void add_components(const reading *r, noc_study *study)
{
    noc_table *table = noc_study_add_part(
        study, "%s (%s): base %s, design %s.", noc_recipe_find_text(r->row, "what"),
        noc_recipe_find_text(r->words, "reading"), noc_recipe_find_text(r->row, "base"),
        noc_recipe_find_text(r->row, "design"));
    if (!table) return;
    const bool is_area = strstr(noc_recipe_find_text(r->row, "figure"), "area") != NULL;
    noc_table_add_column(table, NOC_ALIGN_LEFT, "component");
    noc_table_add_column(table, NOC_ALIGN_POINT, is_area ? "base\nmm2" : "base\nmW");
    noc_table_add_column(table, NOC_ALIGN_POINT, is_area ? "design\nmm2" : "design\nmW");
    noc_table_add_columns(table, ".change\n%|.of the base's all\npoints");
    put_components(table, r);
}

static bool has_components(const config_setting_t *row)
{
    const char *figure = noc_recipe_find_text(row, "figure");
    return !begins_with(figure, "wire_") && !begins_with(figure, "link_");
}

static void put_reading(noc_table *table, const reading *r)
{
    noc_table_add_cell(table, "%s", noc_recipe_find_text(r->row, "what"));
    noc_table_add_cell(table, "%s", noc_recipe_find_text(r->row, "published"));
    noc_table_add_cell(table, is_ratio(r->row) ? "%.3f" : "%+.1f", r->value);
    noc_table_add_cell(table, "%s%s", is_chosen(r->words) ? "* " : "",
                       noc_recipe_find_text(r->words, "reading"));
}

static void put_readings(const reading *readings, size_t count, noc_table *table)
{
    noc_table_add_columns(table, "figure|>published|.ours|as read (* taken)");
    for (size_t i = 0; i < count; i++) put_reading(table, &readings[i]);
}

static void put_data_row(noc_table *table, const reading *r, const char *component, double base,
                         double design)
{
    noc_table_add_cell(table, "%s", noc_recipe_find_text(r->row, "id"));
    noc_table_add_cell(table, "%s", noc_recipe_find_text(r->row, "what"));
    noc_table_add_cell(table, "%s", noc_recipe_find_text(r->row, "published"));
    noc_table_add_cell(table, "%s", noc_recipe_find_text(r->words, "reading"));
    noc_table_add_cell(table, "%s", is_chosen(r->words) ? "yes" : "no");
    noc_table_add_cell(table, "%s", component);
    noc_table_add_cell(table, "%.6g", base);
    noc_table_add_cell(table, "%.6g", design);
    noc_table_add_cell(table, "%.4g",
                       is_ratio(r->row) ? design / base : 100.0 * (design / base - 1.0));
}

static void put_data(const reading *readings, size_t count, noc_table *table)
{
    noc_table_add_columns(table, "id|figure|published|reading|taken|component|base|design|ours");
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < NOC_PARTS; k++)
            if (readings[i].base.part_costs[k] > 0.0)
                put_data_row(table, &readings[i], noc_part_name(k), readings[i].base.part_costs[k],
                             readings[i].design.part_costs[k]);
        put_data_row(table, &readings[i], "all", readings[i].base.total_cost,
                     readings[i].design.total_cost);
    }
}

/* ---- picture --------------------------------------------------------------------------------- */

/* Draws a reading as a ratio. Changes are drawn as ratios, too, so that equal factors have equal
 * distances. */
static void draw_reading(const reading *r, noc_study *study, const config_setting_t *previous_row)
{
    enum { PUBLISHED, CHOSEN_READING, OTHER_READINGS };
    const double ratio = r->design.total_cost / r->base.total_cost;
    if (r->row != previous_row) {
        noc_study_add_row(study, noc_recipe_find_text(r->row, "what"));
        noc_study_add_published(study, PUBLISHED, noc_recipe_find_text(r->row, "published"),
                                !is_ratio(r->row));
    }
    noc_study_add_value(study, is_chosen(r->words) ? CHOSEN_READING : OTHER_READINGS, ratio, 3);
    if (is_chosen(r->words))
        noc_study_add_note(study, is_ratio(r->row) ? "%.3f" : "%+.1f %%", r->value);
}

static void draw_readings(const reading *readings, size_t count, noc_study *study)
{
    study->form = NOC_STUDY_DOTS;
    study->x_title = "design / base (1: no change)";
    study->x_marks = "'0.1' 0.1, '0.2' 0.2, '0.3' 0.3, '0.5' 0.5, '0.7' 0.7, '1' 1, '1.5' 1.5, '2' "
                     "2, '3' 3, '5' 5, '10' 10";
    study->note_title = "as read";
    noc_study_add_series(study, "published (arrow: bound)", NOC_STUDY_PUBLISHED, 0);
    noc_study_add_series(study, "ours, as read", NOC_STUDY_MODEL, 0);
    noc_study_add_series(study, "ours, other readings", NOC_STUDY_OTHER, 0);
    for (size_t i = 0; i < count; i++)
        draw_reading(&readings[i], study, i ? readings[i - 1].row : NULL);
}

/* ---- study ----------------------------------------------------------------------------------- */

static size_t count_readings(const config_setting_t *recipe)
{
    size_t count = 0;
    for (size_t i = 0; i < noc_recipe_count_members(recipe, "rows"); i++)
        count += noc_recipe_count_members(noc_recipe_find_member(recipe, "rows", i), "readings");
    return count;
}

static noc_status compute_readings(noc_bench *bench, const config_setting_t *recipe,
                                   reading *readings)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < noc_recipe_count_members(recipe, "rows"); i++) {
        const config_setting_t *row = noc_recipe_find_member(recipe, "rows", i);
        for (size_t k = 0; k < noc_recipe_count_members(row, "readings") && status == NOC_OK; k++) {
            *readings = (reading){.row = row, .words = noc_recipe_find_member(row, "readings", k)};
            status = compute_reading(bench, readings++);
        }
    }
    return status;
}

static void fill_study(const reading *readings, size_t count, noc_study *study)
{
    put_readings(readings, count, &study->table);
    put_data(readings, count, &study->machine_table);
    draw_readings(readings, count, study);
    for (size_t i = 0; i < count; i++)
        if (has_components(readings[i].row) &&
            (is_chosen(readings[i].words) || noc_recipe_find_flag(readings[i].words, "components")))
            add_components(&readings[i], study);
}

static noc_status make_study(noc_bench *bench, const config_setting_t *recipe, noc_study *study)
{
    const size_t count = count_readings(recipe);
    NOC_AUTO_FREE reading *readings = calloc(count + 1, sizeof *readings);
    *study = (noc_study){.title = noc_recipe_find_text(recipe, "title"),
                         .note_text = noc_recipe_find_text(recipe, "note")};
    const noc_status status =
        readings ? compute_readings(bench, recipe, readings) : noc_fail_memory(bench->diag);
    if (status == NOC_OK) fill_study(readings, count, study);
    return status;
}

const noc_study_kind noc_study_kind_costs = {make_study};
