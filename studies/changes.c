#include "studies/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/table.h"
#include "studies/recipe.h"

/* What a row names by `key`, `usual` if it names none; NOC_METRICS if there is none of the name. */
static noc_metric_id metric_of(const config_setting_t *row, const char *key, noc_metric_id usual)
{
    const char *name = noc_recipe_text(row, key);
    if (!*name) return usual;
    int id = 0;
    while (id < NOC_METRICS && strcmp(noc_metric_info_of((noc_metric_id)id)->name, name) != 0) id++;
    return (noc_metric_id)id;
}

/* What a row is about: a metric (IPC, unless it names another), of a metric `per` if it names one,
 * in % of that of a base, or in % where there is no base. */
typedef struct subject {
    noc_metric_id metric, per; /* per the metric itself: of none */
    bool has_base;
} subject;

static double amount_of(const noc_estimate *e, const subject *s)
{
    const double value = e->metrics[s->metric].value;
    return s->per == s->metric ? value : value / e->metrics[s->per].value;
}

/* Of the applications of a set: the harmonic mean of their speed-ups, as te13 has it; the mean of
 * what has no base. */
typedef struct speed_up {
    double model, sample;
    double half;       /* of the sample's 95 % interval, as those of its parts say */
    const char *limit; /* of the application that changes most, measured */
} speed_up;

/* Half of the interval of a sample's figure, as a share of it. */
static double spread(const noc_estimate *e, const subject *s)
{
    const noc_metric *m = &e->metrics[s->metric];
    return isfinite(m->lo) ? (m->hi - m->lo) / (2.0 * m->value) : 0.0;
}

/* Both methods' answers to one application of a row. */
typedef struct pair {
    double model, sample; /* over those of the base */
    double error;         /* of the sample, a share of it */
    const char *limit;
} pair;

static noc_status ask_pair(noc_bench *b, const config_setting_t *row, const subject *s,
                           const char *workload, pair *p)
{
    const noc_bench_answer *base = s->has_base
                                       ? noc_bench_ask(b, noc_recipe_text(row, "base"), workload,
                                                       noc_recipe_text(row, "base_set"))
                                       : NULL;
    if (s->has_base && !base) return noc_diag_status(b->diag);
    const noc_bench_answer *a =
        noc_bench_ask(b, noc_recipe_text(row, "design"), workload, noc_recipe_text(row, "set"));
    if (!a) return noc_diag_status(b->diag);
    *p = (pair){
        .model = amount_of(&a->model, s) / (base ? amount_of(&base->model, s) : 1.0),
        .sample = amount_of(&a->sample, s) / (base ? amount_of(&base->sample, s) : 1.0),
        .error = hypot(spread(&a->sample, s), base ? spread(&base->sample, s) : 0.0),
        .limit = a->sample.bottleneck.kind,
    };
    return NOC_OK;
}

/* The workloads of a row: those of a set, or those that the designs' own kernels run. */
static size_t parts_of(const config_setting_t *row, noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX])
{
    const char *workload = noc_recipe_text(row, "workload");
    if (*workload) return noc_workload_parts(workload, parts);
    parts[0] = (noc_workload_part){.name = "", .weight = 1.0};
    return 1;
}

static void add_pair(speed_up *all, const subject *s, double weight, const pair *p)
{
    all->model += s->has_base ? weight / p->model : weight * p->model;
    all->sample += s->has_base ? weight / p->sample : weight * p->sample;
    all->half += pow(weight * p->error * (s->has_base ? 1.0 / p->sample : p->sample), 2.0);
}

static void finish(speed_up *all, const subject *s)
{
    const double sample = all->sample;
    all->model = 100.0 * (s->has_base ? 1.0 / all->model - 1.0 : all->model);
    all->sample = 100.0 * (s->has_base ? 1.0 / sample - 1.0 : sample);
    all->half = 100.0 * sqrt(all->half) / (s->has_base ? sample * sample : 1.0);
}

static noc_status find_speed_up(noc_bench *b, const config_setting_t *row, speed_up *all)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = parts_of(row, parts);
    const noc_metric_id metric = metric_of(row, "metric", NOC_METRIC_ipc);
    const subject s = {metric, metric_of(row, "per", metric), *noc_recipe_text(row, "base")};
    if (s.metric == NOC_METRICS || s.per == NOC_METRICS)
        return noc_fail(b->diag, NOC_EFAILED, NOC_NOWHERE,
                        "data/reproduce.cfg: '%s' names a metric that is not there",
                        noc_recipe_text(row, "what"));
    double most = -1.0;
    for (size_t i = 0; i < count; i++) {
        pair p = {.limit = ""};
        const noc_status status = ask_pair(b, row, &s, parts[i].name, &p);
        if (status != NOC_OK) return status;
        add_pair(all, &s, parts[i].weight, &p);
        if (fabs(p.sample - 1.0) <= most) continue;
        most = fabs(p.sample - 1.0);
        all->limit = p.limit;
    }
    finish(all, &s);
    return NOC_OK;
}

/* Methods that do not tell a metric have none. */
static void put_number(double value, noc_table *table)
{
    if (isfinite(value))
        noc_table_cell(table, "%.1f", value);
    else
        noc_table_cell(table, "%s", "-");
}

static void put_row(const config_setting_t *row, const speed_up *all, noc_table *table)
{
    noc_table_cell(table, "%s", noc_recipe_text(row, "what"));
    noc_table_cell(table, "%s", noc_recipe_text(row, "published"));
    put_number(all->model, table);
    put_number(all->sample, table);
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
        weight += (*noc_recipe_text(row, "base") ? 2.0 : 1.0) * (double)parts_of(row, parts);
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
