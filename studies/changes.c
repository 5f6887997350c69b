#include "studies/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/table.h"
#include "studies/recipe.h"

/* What a row compares: IPC, unless it names another metric. NOC_METRICS: there is none of that
 * name. */
static noc_metric_id metric_of(const config_setting_t *row)
{
    const char *name = noc_recipe_text(row, "metric");
    if (!*name) return NOC_METRIC_ipc;
    int id = 0;
    while (id < NOC_METRICS && strcmp(noc_metric_info_of((noc_metric_id)id)->name, name) != 0) id++;
    return (noc_metric_id)id;
}

static double ratio(const noc_estimate *e, const noc_estimate *base, noc_metric_id id)
{
    return e->metrics[id].value / base->metrics[id].value;
}

/* Of the applications of a set: the harmonic mean of their speed-ups, as te13 has it. */
typedef struct speed_up {
    double model, sample;
    double half;       /* of the sample's 95 % interval, as those of its parts say */
    const char *limit; /* of the application that changes most, measured */
} speed_up;

/* Half of the interval of a sample's figure, as a share of it. */
static double spread(const noc_estimate *e, noc_metric_id id)
{
    const noc_metric *m = &e->metrics[id];
    return (m->hi - m->lo) / (2.0 * m->value);
}

static noc_status find_speed_up(noc_bench *b, const config_setting_t *row, speed_up *all)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_workload_parts(noc_recipe_text(row, "workload"), parts);
    const noc_metric_id id = metric_of(row);
    if (id == NOC_METRICS)
        return noc_fail(b->diag, NOC_EFAILED, NOC_NOWHERE, "data/reproduce.cfg: no metric '%s'",
                        noc_recipe_text(row, "metric"));
    double model = 0.0, sample = 0.0, variance = 0.0, most = -1.0;
    for (size_t i = 0; i < count; i++) {
        const noc_bench_answer *base =
            noc_bench_ask(b, noc_recipe_text(row, "base"), parts[i].name, "");
        const noc_bench_answer *other =
            base ? noc_bench_ask(b, noc_recipe_text(row, "design"), parts[i].name,
                                 noc_recipe_text(row, "set"))
                 : NULL;
        if (!other) return noc_diag_status(b->diag);
        const double measured = ratio(&other->sample, &base->sample, id);
        model += parts[i].weight / ratio(&other->model, &base->model, id);
        sample += parts[i].weight / measured;
        const double error = hypot(spread(&base->sample, id), spread(&other->sample, id));
        variance += pow(parts[i].weight / measured * error, 2.0);
        if (fabs(measured - 1.0) <= most) continue;
        most = fabs(measured - 1.0);
        all->limit = other->sample.bottleneck.kind;
    }
    all->model = 100.0 * (1.0 / model - 1.0);
    all->sample = 100.0 * (1.0 / sample - 1.0);
    all->half = 100.0 * sqrt(variance) / (sample * sample);
    return NOC_OK;
}

static void put_row(const config_setting_t *row, const speed_up *all, noc_table *table)
{
    noc_table_cell(table, "%s", noc_recipe_text(row, "what"));
    noc_table_cell(table, "%s", noc_recipe_text(row, "published"));
    noc_table_cell(table, "%.1f", all->model);
    noc_table_cell(table, "%.1f", all->sample);
    noc_table_cell(table, "%s", all->limit);
    noc_table_cell(table, "%.1f", all->half);
    noc_table_cell(table, "%s", noc_recipe_text(row, "design"));
    noc_table_cell(table, "%s", noc_recipe_text(row, "base"));
    noc_table_cell(table, "%s", noc_recipe_text(row, "workload"));
    noc_table_cell(table, "%s", noc_recipe_text(row, "id"));
}

static void put_columns(noc_table *table)
{
    noc_table_column(table, NOC_ALIGN_LEFT, "change");
    noc_table_column(table, NOC_ALIGN_RIGHT, "published %");
    noc_table_column(table, NOC_ALIGN_POINT, "model %");
    noc_table_column(table, NOC_ALIGN_POINT, "sample %");
    noc_table_column(table, NOC_ALIGN_LEFT, "limited by");
    noc_table_detail(table, "sample +- %");
    noc_table_detail(table, "design");
    noc_table_detail(table, "base");
    noc_table_detail(table, "workload");
    noc_table_detail(table, "id");
}

/* ---- the picture ---------------------------------------------------------------------------- */

enum { PUBLISHED, MODEL, SAMPLE };

static void add_bars(const config_setting_t *row, const speed_up *all, noc_study *study)
{
    noc_study_add_row(study, noc_recipe_text(row, "what"));
    noc_study_add_published(study, PUBLISHED, noc_recipe_text(row, "published"), false);
    noc_study_add_value(study, MODEL, all->model, 1);
    noc_study_add_value(study, SAMPLE, all->sample, 1);
    noc_study_add_interval(study, all->half);
}

/* Curves are in % of the base, which lies on them. */
static void add_points(const config_setting_t *row, const speed_up *all, noc_study *study)
{
    char *end;
    const double x = noc_recipe_number(row, "x");
    const char *published = noc_recipe_text(row, "published");
    const double value = strtod(published, &end);
    if (end != published) noc_study_add_point(study, PUBLISHED, x, 100.0 + value);
    noc_study_add_point(study, MODEL, x, 100.0 + all->model);
    noc_study_add_point(study, SAMPLE, x, 100.0 + all->sample);
    noc_study_add_interval(study, all->half);
}

static void add_base(noc_study *study, double x)
{
    noc_study_add_point(study, MODEL, x, 100.0);
    noc_study_add_point(study, SAMPLE, x, 100.0);
}

static void begin(const config_setting_t *recipe, noc_study *study)
{
    const char *axis = noc_recipe_text(recipe, "axis");
    *study = (noc_study){
        .form = *axis ? NOC_STUDY_CURVES : NOC_STUDY_BARS,
        .title = noc_recipe_text(recipe, "title"),
        .note = noc_recipe_text(recipe, "note"),
        .x_title = *axis ? axis : "change of IPC, % (harmonic mean; lines: 95 % of the sample)",
        .y_titles = {"IPC, % of that of the base (harmonic mean)"},
    };
    noc_study_add_series(study, "published", NOC_STUDY_PUBLISHED, 0);
    noc_study_add_series(study, "model", NOC_STUDY_MODEL, 0);
    noc_study_add_series(study, "sample", NOC_STUDY_SAMPLE, 0);
}

double noc_study_change_weight(const config_setting_t *recipe)
{
    double weight = 0.0;
    for (size_t i = 0; i < noc_recipe_count(recipe, "rows"); i++) {
        noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
        const config_setting_t *row = noc_recipe_at(recipe, "rows", i);
        weight += 2.0 * (double)noc_workload_parts(noc_recipe_text(row, "workload"), parts);
    }
    return weight;
}

noc_status noc_study_change(noc_bench *b, const config_setting_t *recipe, noc_study *study)
{
    double before = -INFINITY;
    const double base = noc_recipe_number(recipe, "x");
    begin(recipe, study);
    put_columns(&study->table);
    for (size_t i = 0; i < noc_recipe_count(recipe, "rows"); i++) {
        const config_setting_t *row = noc_recipe_at(recipe, "rows", i);
        speed_up all = {.limit = ""};
        const noc_status status = find_speed_up(b, row, &all);
        if (status != NOC_OK) return status;
        put_row(row, &all, &study->table);
        if (study->form == NOC_STUDY_BARS) {
            add_bars(row, &all, study);
            continue;
        }
        const double x = noc_recipe_number(row, "x");
        if (before < base && base < x) add_base(study, base);
        add_points(row, &all, study);
        before = x;
    }
    return NOC_OK;
}
