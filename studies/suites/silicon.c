/* Suite "silicon": figures measured on GPUs beside nocsight's, with tables, summary and plot. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/writers/table.h"
#include "studies/suites/silicon_data.h"
#include "studies/suites/silicon_rows.h"
#include "studies/suites/suites.h"

/* Parts of the table, in order. */
typedef enum part { PREDICTED, RANGES, INPUTS, STRUCTURE, PARTS } part;

static part part_of(const noc_silicon_row *row)
{
    if (strcmp(row->kind, "structure") == 0) return STRUCTURE;
    if (strcmp(row->kind, "input") == 0) return INPUTS;
    return noc_silicon_is_determined(row) ? PREDICTED : RANGES;
}

/* ---- for people ----------------------------------------------------------------------------- */

/* Largest number of characters of a text in a table; CSV and JSON have full texts. */
enum { CELL_CHARS = 40, SHOWN_CHARS = 10 };

static void put_cut(noc_table *table, const char *text)
{
    const bool cut = strlen(text) > SHOWN_CHARS;
    noc_table_cell(table, "%.*s%s", cut ? SHOWN_CHARS - 3 : SHOWN_CHARS, text, cut ? "..." : "");
}

static void print_ours(const noc_silicon_compared *c, const noc_silicon_ours *ours,
                       char text[CELL_CHARS])
{
    text[0] = '\0';
    if (ours->text)
        snprintf(text, CELL_CHARS, "%s", ours->text);
    else if (ours->lo < ours->hi)
        snprintf(text, CELL_CHARS, "%.3g..%.3g", ours->lo, ours->hi);
    else if (!isnan(ours->value))
        snprintf(text, CELL_CHARS, "%.*f", noc_printed_digits(&c->printed, ours->value),
                 ours->value);
}

static void put_row(const noc_silicon_compared *c, noc_table *table)
{
    char model[CELL_CHARS], sample[CELL_CHARS];
    const double errors[] = {noc_silicon_error(c, &c->model), noc_silicon_error(c, &c->sample)};
    print_ours(c, &c->model, model);
    print_ours(c, &c->sample, sample);
    noc_table_cell(table, "%s", c->row->id);
    put_cut(table, c->row->value);
    noc_table_cell(table, "%s", c->row->unit);
    put_cut(table, model);
    put_cut(table, c->sample.stale ? "stale" : sample);
    for (int i = 0; i < 2; i++) {
        if (isnan(errors[i]) || part_of(c->row) == RANGES)
            noc_table_cell(table, "%s", "");
        else
            noc_table_cell(table, "%+.1f", 100.0 * errors[i]);
    }
    noc_table_cell(table, "%s", c->row->quantity);
    noc_table_cell(table, "%s", c->row->why);
    noc_table_cell(table, "%s", c->row->source);
}

static void put_table(const noc_silicon_answers *a, noc_table *table)
{
    static const char *const heads[PARTS] = {
        "Predicted: other rows determine it",
        "Not determined: ours over plausible values of unknown inputs",
        "Inputs: may set a parameter, not counted",
        "Structure: what the design is made of",
    };
    for (int p = 0; p < PARTS; p++) {
        bool begun = false;
        for (size_t i = 0; i < a->count; i++) {
            if ((int)part_of(a->list[i].row) != p) continue;
            if (!begun && table->row_count) noc_table_span(table, "%s", "");
            if (!begun) noc_table_span(table, "%s", heads[p]);
            begun = true;
            put_row(&a->list[i], table);
        }
    }
}

static void add_columns(noc_study *study)
{
    static const noc_table_head heads[] = {
        {NOC_ALIGN_LEFT, "row"},
        {NOC_ALIGN_LEFT, "published"},
        {NOC_ALIGN_LEFT, "unit"},
        {NOC_ALIGN_RIGHT, "model"},
        {NOC_ALIGN_RIGHT, "sample"},
        {NOC_ALIGN_RIGHT, "model off by %"},
        {NOC_ALIGN_RIGHT, "sample off by %"},
    };
    enum { COLUMNS = sizeof heads / sizeof heads[0] };
    static const char *const details[] = {"quantity", "how it is read", "source"};
    noc_table_columns(&study->table, heads, COLUMNS);
    for (size_t i = 0; i < sizeof details / sizeof details[0]; i++)
        noc_table_detail(&study->table, details[i]);
    study->folded[5] = "model\noff %";
    study->folded[6] = "sample\noff %";
}

/* ---- summary -------------------------------------------------------------------------------- */

/* Errors of the predicted rows of a class by one method. */
typedef struct errors {
    size_t count;
    double sum, worst;
    const char *worst_id;
} errors;

static errors errors_of(const noc_silicon_answers *a, noc_silicon_class class, bool sampled)
{
    errors e = {0, 0.0, 0.0, ""};
    for (size_t i = 0; i < a->count; i++) {
        const noc_silicon_compared *c = &a->list[i];
        const double error = fabs(noc_silicon_error(c, sampled ? &c->sample : &c->model));
        if (part_of(c->row) != PREDICTED || noc_silicon_class_of(c->row) != class || isnan(error))
            continue;
        e.count++;
        e.sum += error;
        if (error < e.worst) continue;
        e.worst = error;
        e.worst_id = c->row->id;
    }
    return e;
}

/* Writes a sentence on a class: "bandwidths (7 rows): model 5.9 %, largest 8.1 (v100-...); sampled
 * 5.8 %. " */
static void say_class(const noc_silicon_answers *a, noc_silicon_class class, FILE *out)
{
    const errors model = errors_of(a, class, false), sample = errors_of(a, class, true);
    if (model.count == 0) return;
    fprintf(out, "%s of a %s is off by %.1f %% by the model (%zu rows; most %s, %.1f %%)",
            ftell(out) > 0 ? "; that" : "In the mean a prediction", noc_silicon_class_name(class),
            100.0 * model.sum / (double)model.count, model.count, model.worst_id,
            100.0 * model.worst);
    if (sample.count)
        fprintf(out, ", %.1f %% sampled (%zu)", 100.0 * sample.sum / (double)sample.count,
                sample.count);
}

/* Writes a sentence on the ranges that contain the published figure. */
static void say_ranges(const noc_silicon_answers *a, FILE *out)
{
    size_t ranges = 0, inside = 0;
    for (size_t i = 0; i < a->count; i++) {
        const noc_silicon_compared *c = &a->list[i];
        if (!noc_silicon_has_range(c)) continue;
        ranges++;
        inside += noc_silicon_is_inside(c);
    }
    if (ranges)
        fprintf(out, " Of %zu ranges over unknown inputs %zu hold the published figure.", ranges,
                inside);
}

static void say_summary(const noc_silicon_answers *a, noc_study *study)
{
    FILE *out = fmemopen(study->remark, sizeof study->remark, "w");
    if (!out) {
        study->failed = true;
        return;
    }
    for (int class = 0; class < NOC_SILICON_CLASSES; class ++)
        say_class(a, (noc_silicon_class) class, out);
    if (ftell(out) > 0) fputc('.', out);
    say_ranges(a, out);
    fclose(out);
}

/* ---- plot ----------------------------------------------------------------------------------- */

enum { OF_MODEL, OF_SAMPLE, OF_RANGE, OF_INPUT };

/* Adds a point: x is the published figure, y nocsight's. */
static void put_point(const noc_silicon_compared *c, size_t series, const noc_silicon_ours *ours,
                      noc_study *study)
{
    const double x = noc_silicon_factor(c->row, c->printed.lo);
    const double y = noc_silicon_factor(c->row, ours->value);
    if (c->printed.form == NOC_PRINTED_TEXT || !(x > 0.0) || !(y > 0.0)) return;
    noc_study_add_row(study, c->row->id);
    noc_study_add_point(study, series, x, y);
    if (series != OF_RANGE || study->failed) return;
    noc_study_point *p = &study->points[study->point_count - 1];
    p->lo = noc_silicon_factor(c->row, ours->lo);
    p->hi = noc_silicon_factor(c->row, ours->hi);
}

static void put_points(const noc_silicon_answers *a, noc_study *study)
{
    for (size_t i = 0; i < a->count; i++) {
        const noc_silicon_compared *c = &a->list[i];
        const bool sampled = !isnan(c->sample.value);
        if (part_of(c->row) == INPUTS) put_point(c, OF_INPUT, &c->model, study);
        if (noc_silicon_has_range(c))
            put_point(c, OF_RANGE, sampled ? &c->sample : &c->model, study);
        if (part_of(c->row) != PREDICTED) continue;
        put_point(c, OF_MODEL, &c->model, study);
        put_point(c, OF_SAMPLE, &c->sample, study);
    }
}

static void begin_study(noc_study *study)
{
    *study = (noc_study){
        .form = NOC_STUDY_SCATTER,
        .title = "Measured on silicon, and ours",
        .note = "Predicted rows are no settings of ours; inputs may set one, and are not counted. "
                "Changes in % are drawn as factors.",
        .x_title = "published, each in its unit",
        .y_titles = {"ours"},
    };
    add_columns(study);
    noc_study_add_series(study, "predicted, model", NOC_STUDY_MODEL, 0);
    noc_study_add_series(study, "predicted, sampled", NOC_STUDY_SAMPLE, 0);
    noc_study_add_series(study, "not determined, range", NOC_STUDY_PUBLISHED, 0);
    noc_study_add_series(study, "input, model", NOC_STUDY_OTHER, 0);
}

static noc_status make(noc_bench *bench, const char *text, const char *file,
                       void (*step)(void *context, const char *id), noc_study_taker *take,
                       void *context)
{
    noc_silicon_answers answers;
    noc_study study;
    noc_status status = noc_silicon_answer(bench, text, file, step, &answers);
    if (status == NOC_OK) {
        begin_study(&study);
        put_table(&answers, &study.table);
        noc_silicon_put_data(&answers, &study.data);
        say_summary(&answers, &study);
        put_points(&answers, &study);
        status = take(context, &study, bench->diag);
        noc_study_clear(&study);
    }
    noc_silicon_answers_clear(&answers);
    return status;
}

const noc_measured_suite noc_measured_suite_silicon = {
    .name = "silicon",
    .meaning =
        "figures measured on GPUs: structure, bandwidths, ratios and latencies of V100, A100 "
        "and H100",
    .second_column = "gpu",
    .rows = noc_silicon_files,
    .samples = noc_silicon_sample_files,
    .make = make,
};
