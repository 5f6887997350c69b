/* Study "clocks": published clocks of routers beside nocsight's. */
#include <math.h>

#include "power_area/clock.h"
#include "power_area/technology.h"
#include "reports/writers/table.h"
#include "studies/recipe.h"
#include "studies/studies.h"

static noc_router_shape read_shape(const config_setting_t *row)
{
    const double inputs = noc_recipe_find_number(row, "inputs"),
                 outputs = noc_recipe_find_number(row, "outputs");
    const double vcs = noc_recipe_find_number(row, "vcs");
    return noc_router_plain_shape(inputs, outputs, vcs, 4.0, noc_recipe_find_number(row, "bits"));
}

/* Finds the process of a row. A technology without a table is scaled from one with a table: its
 * gates and wires are larger in proportion. */
static noc_status find_process(const config_setting_t *row, noc_process *process, noc_diag *diag)
{
    const double nm = noc_recipe_find_number(row, "nm"),
                 scaled_from = noc_recipe_find_number(row, "scaled_from");
    const noc_status status =
        noc_process_at(isnan(scaled_from) ? nm : scaled_from, false, process, diag);
    if (status != NOC_OK || isnan(scaled_from)) return status;
    noc_process_enlarge(process, nm / scaled_from);
    return NOC_OK;
}

static void put_clock(const config_setting_t *row, const noc_process *process, noc_study *study)
{
    enum { PUBLISHED, ONE_CYCLE, CYCLE_PER_STAGE };
    const noc_router_shape shape = read_shape(row);
    const noc_clock c = noc_clock_of(process, &shape, 4);
    const double one_cycle_mhz = noc_clock_of(process, &shape, 1).max_mhz;
    noc_table *table = &study->table;
    noc_table_add_cell(table, "%s", noc_recipe_find_text(row, "what"));
    noc_table_add_cell(table, "%s", noc_recipe_find_text(row, "published"));
    noc_table_add_cell(table, "%.0f", c.max_mhz);
    noc_table_add_cell(table, "%.0f", one_cycle_mhz);
    noc_table_add_cell(table, "%.0f", c.stage_ps[NOC_STAGE_SWITCH_ALLOCATION]);
    noc_table_add_cell(table, "%.0f", c.stage_ps[NOC_STAGE_TRAVERSAL]);
    noc_table_add_cell(table, "%.0f", c.stage_wire_ps[NOC_STAGE_TRAVERSAL]);
    noc_table_add_cell(table, "%s", noc_recipe_find_text(row, "source"));
    noc_table_add_cell(table, "%s", noc_recipe_find_text(row, "id"));
    noc_study_add_row(study, noc_recipe_find_text(row, "what"));
    noc_study_add_published(study, PUBLISHED, noc_recipe_find_text(row, "published"), false);
    noc_study_add_value(study, ONE_CYCLE, one_cycle_mhz, 0);
    noc_study_add_value(study, CYCLE_PER_STAGE, c.max_mhz, 0);
    noc_study_add_note(study, "%.0f", one_cycle_mhz);
}

static void begin_clocks(const config_setting_t *recipe, noc_study *study)
{
    *study = (noc_study){
        .form = NOC_STUDY_DOTS,
        .title = noc_recipe_find_text(recipe, "title"),
        .note_text = noc_recipe_find_text(recipe, "note"),
        .x_title = "clock, MHz",
        .x_marks = "'500' 500, '700' 700, '1000' 1000, '1500' 1500, '2000' 2000, '3000' 3000, "
                   "'5000' 5000, '7000' 7000",
        .note_title = "one cycle",
        .folded_headers = {NULL, "published\nMHz", "a cycle\na stage", "all in\none",
                           "allocation\nps", "traversal\nps", "its wires\nps"},
    };
    noc_table *table = &study->table;
    noc_table_add_columns(
        table,
        "router|>published MHz|>a cycle a stage|>all in one cycle|>allocation ps|>traversal ps|"
        ">its wires ps");
    noc_table_add_detail(table, "source");
    noc_table_add_detail(table, "id");
    noc_study_add_series(study, "published", NOC_STUDY_PUBLISHED, 0);
    noc_study_add_series(study, "our limit, one cycle", NOC_STUDY_MODEL, 0);
    noc_study_add_series(study, "our limit, a cycle a stage", NOC_STUDY_SAMPLE, 0);
}

static noc_status make_study(noc_bench *b, const config_setting_t *recipe, noc_study *study)
{
    noc_status status = NOC_OK;
    begin_clocks(recipe, study);
    for (size_t i = 0; i < noc_recipe_count_members(recipe, "rows") && status == NOC_OK; i++) {
        const config_setting_t *row = noc_recipe_find_member(recipe, "rows", i);
        noc_process process;
        status = find_process(row, &process, b->diag);
        if (status == NOC_OK) put_clock(row, &process, study);
    }
    return status;
}

const noc_study_kind noc_study_kind_clocks = {make_study};
