/* Suite "silicon": figures measured on GPUs beside nocsight's, with tables, summary and plot. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/writers/table.h"
#include "studies/suites/silicon_data.h"
#include "studies/suites/silicon_rows.h"
#include "studies/suites/suites.h"

/* Parts of the table, in order. */
typedef enum table_part {
    PREDICTED_ROWS,
    RANGE_ROWS,
    INPUT_ROWS,
    STRUCTURE_ROWS,
    TABLE_PARTS
} table_part;

static table_part find_part(const noc_silicon_row *row)
{
    if (strcmp(row->kind, "structure") == 0) return STRUCTURE_ROWS;
    if (strcmp(row->kind, "input") == 0) return INPUT_ROWS;
    return noc_silicon_is_determined(row) ? PREDICTED_ROWS : RANGE_ROWS;
}

/* ---- table for people ------------------------------------------------------------------------ */

/* Largest number of characters of a text in a table; CSV and JSON have full texts. */
enum { CELL_CHARS = 40, SHOWN_CHARS = 10 };

static void put_shortened(noc_table *table, const char *text)
{
    const bool is_cut = strlen(text) > SHOWN_CHARS;
    noc_table_add_cell(table, "%.*s%s", is_cut ? SHOWN_CHARS - 3 : SHOWN_CHARS, text,
                       is_cut ? "..." : "");
}

static void print_figure(const noc_silicon_compared *c, const noc_silicon_figure *figure,
                         char text[CELL_CHARS])
{
    text[0] = '\0';
    if (figure->text)
        snprintf(text, CELL_CHARS, "%s", figure->text);
    else if (figure->lo < figure->hi)
        snprintf(text, CELL_CHARS, "%.3g..%.3g", figure->lo, figure->hi);
    else if (!isnan(figure->value))
        snprintf(text, CELL_CHARS, "%.*f", noc_printed_digits(&c->printed, figure->value),
                 figure->value);
}

static void put_row(const noc_silicon_compared *c, noc_table *table)
{
    char model[CELL_CHARS], sample[CELL_CHARS];
    const double errors[] = {noc_silicon_error(c, &c->model), noc_silicon_error(c, &c->sample)};
    print_figure(c, &c->model, model);
    print_figure(c, &c->sample, sample);
    noc_table_add_cell(table, "%s", c->row->id);
    put_shortened(table, c->row->value);
    noc_table_add_cell(table, "%s", c->row->unit);
    put_shortened(table, model);
    put_shortened(table, c->sample.is_stale ? "stale" : sample);
    for (int i = 0; i < 2; i++) {
        if (isnan(errors[i]) || find_part(c->row) == RANGE_ROWS)
            noc_table_add_cell(table, "%s", "");
        else
            noc_table_add_cell(table, "%+.1f", 100.0 * errors[i]);
    }
    noc_table_add_cell(table, "%s", c->row->quantity);
    noc_table_add_cell(table, "%s", c->row->why);
    noc_table_add_cell(table, "%s", c->row->source);
}

static void put_table(const noc_silicon_answers *a, noc_table *table)
{
    static const char *const heads[TABLE_PARTS] = {
        "Predicted: other rows determine it",
        "Not determined: ours over plausible values of unknown inputs",
        "Inputs: may set a parameter, not counted",
        "Structure: what the design is made of",
    };
    for (int p = 0; p < TABLE_PARTS; p++) {
        bool has_begun = false;
        for (size_t i = 0; i < a->count; i++) {
            if ((int)find_part(a->list[i].row) != p) continue;
            if (!has_begun && table->row_count) noc_table_add_span(table, "%s", "");
            if (!has_begun) noc_table_add_span(table, "%s", heads[p]);
            has_begun = true;
            put_row(&a->list[i], table);
        }
    }
}

static void add_columns(noc_study *study)
{
    static const char *const details[] = {"quantity", "how it is read", "source"};
    noc_table_add_columns(&study->table,
                          "row|published|unit|>model|>sample|>model off by %|>sample off by %");
    for (size_t i = 0; i < sizeof details / sizeof details[0]; i++)
        noc_table_add_detail(&study->table, details[i]);
    study->folded_headers[5] = "model\noff %";
    study->folded_headers[6] = "sample\noff %";
}

/* ---- summary -------------------------------------------------------------------------------- */

/* Errors of the predicted rows of a class by one method. */
typedef struct error_sums {
    size_t count;
    double sum, max_error;
    const char *max_error_id;
} error_sums;

static error_sums sum_errors(const noc_silicon_answers *a, noc_silicon_class class, bool is_sampled)
{
    error_sums e = {0, 0.0, 0.0, ""};
    for (size_t i = 0; i < a->count; i++) {
        const noc_silicon_compared *c = &a->list[i];
        const double error = fabs(noc_silicon_error(c, is_sampled ? &c->sample : &c->model));
        if (find_part(c->row) != PREDICTED_ROWS || noc_silicon_find_class(c->row) != class ||
            isnan(error))
            continue;
        e.count++;
        e.sum += error;
        if (error < e.max_error) continue;
        e.max_error = error;
        e.max_error_id = c->row->id;
    }
    return e;
}

/* Writes a sentence on a class: "bandwidths (7 rows): model 5.9 %, largest 8.1 (v100-...); sampled
 * 5.8 %. " */
static void print_class(const noc_silicon_answers *a, noc_silicon_class class, FILE *out)
{
    const error_sums model = sum_errors(a, class, false), sample = sum_errors(a, class, true);
    if (model.count == 0) return;
    fprintf(out, "%s of a %s is off by %.1f %% by the model (%zu rows; most %s, %.1f %%)",
            ftell(out) > 0 ? "; that" : "In the mean a prediction", noc_silicon_class_name(class),
            100.0 * model.sum / (double)model.count, model.count, model.max_error_id,
            100.0 * model.max_error);
    if (sample.count)
        fprintf(out, ", %.1f %% sampled (%zu)", 100.0 * sample.sum / (double)sample.count,
                sample.count);
}

/* Writes a sentence on the ranges that contain the published figure. */
static void print_ranges(const noc_silicon_answers *a, FILE *out)
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

static void print_summary(const noc_silicon_answers *a, noc_study *study)
{
    FILE *out = fmemopen(study->remark, sizeof study->remark, "w");
    if (!out) {
        study->is_out_of_memory = true;
        return;
    }
    for (int class = 0; class < NOC_SILICON_CLASSES; class ++)
        print_class(a, (noc_silicon_class) class, out);
    if (ftell(out) > 0) fputc('.', out);
    print_ranges(a, out);
    fclose(out);
}

/* ---- plot ----------------------------------------------------------------------------------- */

enum { MODEL_SERIES, SAMPLE_SERIES, RANGE_SERIES, INPUT_SERIES };

/* Adds a point: x is the published figure, y nocsight's. */
static void put_point(const noc_silicon_compared *c, size_t series,
                      const noc_silicon_figure *figure, noc_study *study)
{
    const double x = noc_silicon_to_factor(c->row, c->printed.lo);
    const double y = noc_silicon_to_factor(c->row, figure->value);
    if (c->printed.form == NOC_PRINTED_TEXT || !(x > 0.0) || !(y > 0.0)) return;
    noc_study_add_row(study, c->row->id);
    noc_study_add_point(study, series, x, y);
    if (series != RANGE_SERIES || study->is_out_of_memory) return;
    noc_study_point *p = &study->points[study->point_count - 1];
    p->lo = noc_silicon_to_factor(c->row, figure->lo);
    p->hi = noc_silicon_to_factor(c->row, figure->hi);
}

static void put_points(const noc_silicon_answers *a, noc_study *study)
{
    for (size_t i = 0; i < a->count; i++) {
        const noc_silicon_compared *c = &a->list[i];
        const bool is_sampled = !isnan(c->sample.value);
        if (find_part(c->row) == INPUT_ROWS) put_point(c, INPUT_SERIES, &c->model, study);
        if (noc_silicon_has_range(c))
            put_point(c, RANGE_SERIES, is_sampled ? &c->sample : &c->model, study);
        if (find_part(c->row) != PREDICTED_ROWS) continue;
        put_point(c, MODEL_SERIES, &c->model, study);
        put_point(c, SAMPLE_SERIES, &c->sample, study);
    }
}

static void begin_study(noc_study *study)
{
    *study = (noc_study){
        .form = NOC_STUDY_SCATTER,
        .title = "Measured on silicon, and ours",
        .note_text = "Predicted rows are no settings of ours; inputs may set one, and are not "
                     "counted. Changes in % are drawn as factors.",
        .x_title = "published, each in its unit",
        .y_titles = {"ours"},
    };
    add_columns(study);
    noc_study_add_series(study, "predicted, model", NOC_STUDY_MODEL, 0);
    noc_study_add_series(study, "predicted, sampled", NOC_STUDY_SAMPLE, 0);
    noc_study_add_series(study, "not determined, range", NOC_STUDY_PUBLISHED, 0);
    noc_study_add_series(study, "input, model", NOC_STUDY_OTHER, 0);
}

static noc_status make_study(noc_bench *bench, const char *text, const char *file,
                             void (*step)(void *context, const char *id), noc_study_receiver *take,
                             void *context)
{
    noc_silicon_answers answers;
    noc_study study;
    noc_status status = noc_silicon_answer_table(bench, text, file, step, &answers);
    if (status == NOC_OK) {
        begin_study(&study);
        put_table(&answers, &study.table);
        noc_silicon_put_data(&answers, &study.machine_table);
        print_summary(&answers, &study);
        put_points(&answers, &study);
        status = take(context, &study, bench->diag);
        noc_study_clear(&study);
    }
    noc_silicon_answers_clear(&answers);
    return status;
}

const noc_measured_suite noc_measured_suite_silicon = {
    .name = "silicon",
    .summary = "figures measured on GPUs: structure, bandwidths, ratios and latencies of V100, "
               "A100 and H100",
    .second_column = "gpu",
    .rows = noc_silicon_files,
    .samples = noc_silicon_sample_files,
    .make_study = make_study,
};
