#include "studies/judged_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"
#include "studies/tally.h"

/* ---- for machines --------------------------------------------------------------------------- */

static json_t *ours_json(const noc_judged *j, const noc_our_figure *ours)
{
    if (ours->term.kind == NOC_TERM_TEXT) return noc_json_text(ours->term.text);
    if (ours->term.kind != NOC_TERM_NUMBER) return json_null();
    if (j->kind == NOC_EXPRESSION_CONDITION) return json_boolean(ours->term.number != 0.0);
    return noc_json_real(ours->term.number);
}

static json_t *published_json(const noc_published *row)
{
    const noc_printed p = noc_printed_of(row);
    char *end;
    const double number = strtod(row->value, &end);
    if (p.form != NOC_PRINTED_TEXT && *end == '\0') return noc_json_real(number);
    return noc_json_text(row->value);
}

/* Adds the published range that the verdict uses: two ends, null for an open end. */
static void put_bounds(const noc_published *row, json_t *o)
{
    const noc_printed p = noc_printed_of(row);
    json_object_set_new(o, "published_lo", noc_json_real(p.lo));
    json_object_set_new(o, "published_hi", noc_json_real(p.hi));
}

static json_t *row_json(const noc_judged *j)
{
    const noc_published *r = j->row;
    json_t *o = json_object();
    json_object_set_new(o, "id", noc_json_text(r->id));
    json_object_set_new(o, "paper", noc_json_text(r->paper));
    json_object_set_new(o, "where", noc_json_text(r->where));
    json_object_set_new(o, "kind", noc_json_text(r->kind));
    json_object_set_new(o, "subject", noc_json_text(r->subject));
    json_object_set_new(o, "baseline", noc_json_text(r->baseline));
    json_object_set_new(o, "platform", noc_json_text(r->platform));
    json_object_set_new(o, "metric", noc_json_text(r->metric));
    json_object_set_new(o, "unit", noc_json_text(r->unit));
    json_object_set_new(o, "published", published_json(r));
    put_bounds(r, o);
    json_object_set_new(o, "note", noc_json_text(r->note));
    json_object_set_new(o, "model", ours_json(j, &j->model));
    json_object_set_new(o, "sample", j->sample.stale ? json_null() : ours_json(j, &j->sample));
    json_object_set_new(o, "sample_half_width",
                        noc_json_real(j->sample.stale ? NAN : j->sample.half));
    json_object_set_new(o, "sample_is_stale", json_boolean(j->sample.stale));
    json_object_set_new(o, "compared",
                        noc_json_text(noc_judged_ours(j) == &j->sample ? "sample" : "model"));
    json_object_set_new(o, "difference", noc_json_real(noc_judged_difference(j)));
    json_object_set_new(o, "verdict", noc_json_text(noc_verdict_name(j->verdict)));
    json_object_set_new(o, "is_change", json_boolean(noc_judged_is_change(j)));
    json_object_set_new(o, "judge", noc_json_text(r->judge));
    json_object_set_new(o, "why", noc_json_text(j->why));
    json_object_set_new(o, "questions", noc_json_text(r->asks));
    json_object_set_new(o, "expression", noc_json_text(r->expression));
    json_object_set_new(o, "command", noc_json_text(j->command));
    return o;
}

static json_t *rows_json(const noc_judged_rows *rows)
{
    json_t *array = json_array();
    for (size_t i = 0; i < rows->count; i++) json_array_append_new(array, row_json(&rows->list[i]));
    return array;
}

char *noc_judged_json(const noc_judged_rows *rows)
{
    json_t *array = rows_json(rows);
    char *text = json_dumps(array, JSON_COMPACT | JSON_REAL_PRECISION(7));
    json_decref(array);
    return text;
}

static void write_csv(const noc_judged_rows *rows, const noc_sheet *sheet)
{
    static const char *const columns[] = {"id",      "paper",     "where",  "kind",   "subject",
                                          "unit",    "published", "model",  "sample", "difference",
                                          "verdict", "why",       "command"};
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    for (int i = 0; i < COLUMNS; i++) fprintf(sheet->out, "%s%s", i ? "," : "", columns[i]);
    fputc('\n', sheet->out);
    for (size_t i = 0; i < rows->count; i++) {
        const noc_judged *j = &rows->list[i];
        const noc_published *r = j->row;
        char model[NOC_OURS_CHARS], sample[NOC_OURS_CHARS] = "", difference[40] = "";
        noc_ours_text(j, &j->model, model);
        if (!j->sample.stale) noc_ours_text(j, &j->sample, sample);
        if (isfinite(noc_judged_difference(j)))
            snprintf(difference, sizeof difference, "%.4g", noc_judged_difference(j));
        const char *const cells[] = {r->id,
                                     r->paper,
                                     r->where,
                                     r->kind,
                                     r->subject,
                                     r->unit,
                                     r->value,
                                     model,
                                     sample,
                                     difference,
                                     noc_verdict_name(j->verdict),
                                     j->why,
                                     j->command};
        for (int c = 0; c < COLUMNS; c++) {
            if (c) fputc(',', sheet->out);
            noc_csv_cell(sheet, cells[c]);
        }
        fputc('\n', sheet->out);
    }
}

/* ---- for people ----------------------------------------------------------------------------- */

/* Largest number of characters of a text in a table. A single row is printed with full texts. */
enum { CELL_CHARS = 12 };

static void put_text(const char *text, noc_table *table)
{
    if (strlen(text) > CELL_CHARS)
        noc_table_cell(table, "%.*s...", CELL_CHARS - 3, text);
    else
        noc_table_cell(table, "%s", text);
}

static void put_row(const noc_judged *j, noc_table *table)
{
    char model[NOC_OURS_CHARS], sample[NOC_OURS_CHARS];
    noc_ours_text(j, &j->model, model);
    noc_ours_text(j, &j->sample, sample);
    noc_table_cell(table, "%s", j->row->id);
    put_text(j->row->value, table);
    put_text(j->row->unit, table);
    put_text(model, table);
    put_text(j->sample.stale ? "stale" : sample, table);
    noc_table_cell(table, "%s", noc_verdict_name(j->verdict));
}

static noc_status print_rows(const noc_judged_rows *rows, const noc_sheet *sheet, noc_diag *diag)
{
    static const noc_table_head heads[] = {
        {NOC_ALIGN_LEFT, "figure"}, {NOC_ALIGN_LEFT, "published"}, {NOC_ALIGN_LEFT, "unit"},
        {NOC_ALIGN_RIGHT, "model"}, {NOC_ALIGN_RIGHT, "sample"},   {NOC_ALIGN_LEFT, "verdict"},
    };
    noc_table table = {0};
    noc_table_columns(&table, heads, sizeof heads / sizeof heads[0]);
    for (size_t i = 0; i < rows->count; i++) put_row(&rows->list[i], &table);
    return noc_text_table(sheet, &table, diag);
}

/* Verdicts that share a column of the summary, and the column's header. */
static const struct {
    noc_verdict verdicts[2];
    const char *header;
} tallied[] = {
    {{NOC_VERDICT_EXACT, NOC_VERDICT_EXACT}, "exact"},
    {{NOC_VERDICT_WITHIN_5, NOC_VERDICT_WITHIN_10}, "to 10"},
    {{NOC_VERDICT_DIRECTION, NOC_VERDICT_RANKING_RIGHT}, "order"},
    {{NOC_VERDICT_WRONG, NOC_VERDICT_RANKING_WRONG}, "wrong"},
    {{NOC_VERDICT_INPUT, NOC_VERDICT_CONTEXT}, "input"},
    {{NOC_VERDICT_NOT_MODELLED, NOC_VERDICT_NOT_MODELLED}, "out"},
    {{NOC_VERDICT_CONTRADICTED, NOC_VERDICT_CONTRADICTED}, "contr."},
    {{NOC_VERDICT_LOST, NOC_VERDICT_TRACE}, "lost"},
    {{NOC_VERDICT_UNANSWERED, NOC_VERDICT_UNANSWERED}, "open"},
};

enum { TALLIED = sizeof tallied / sizeof tallied[0] };

static void put_tally(const noc_tally *t, noc_table *table)
{
    noc_table_cell(table, "%s%s", t->kind ? "  " : "",
                   t->kind    ? t->kind
                   : t->paper ? t->paper
                              : "all");
    for (int i = 0; i < TALLIED; i++) {
        const noc_verdict one = tallied[i].verdicts[0], two = tallied[i].verdicts[1];
        const size_t count = t->verdicts[one] + (two == one ? 0 : t->verdicts[two]);
        if (count)
            noc_table_cell(table, "%zu", count);
        else
            noc_table_cell(table, "%s", "");
    }
}

static noc_status print_tally(const noc_judged_rows *rows, const noc_sheet *sheet, noc_diag *diag)
{
    size_t count;
    noc_table table = {0};
    noc_tally *list = noc_tally_rows(rows, true, &count);
    if (!list) return noc_fail_memory(diag);
    noc_table_column(&table, NOC_ALIGN_LEFT, "figures");
    for (int i = 0; i < TALLIED; i++) noc_table_column(&table, NOC_ALIGN_RIGHT, tallied[i].header);
    for (size_t i = 0; i < count; i++) put_tally(&list[i], &table);
    fputc('\n', sheet->out);
    const noc_status status = noc_text_table(sheet, &table, diag);
    free(list);
    return status;
}

/* Returns the number of rows with verdicts from one to another. */
static size_t sum_of(const noc_judged_rows *rows, noc_verdict from, noc_verdict to)
{
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++)
        count += rows->list[i].verdict >= from && rows->list[i].verdict <= to;
    return count;
}

static void say_counts(const noc_judged_rows *rows, const noc_sheet *sheet)
{
    const size_t exact = sum_of(rows, NOC_VERDICT_EXACT, NOC_VERDICT_EXACT);
    const size_t near = sum_of(rows, NOC_VERDICT_WITHIN_5, NOC_VERDICT_WITHIN_10);
    const size_t right = sum_of(rows, NOC_VERDICT_DIRECTION, NOC_VERDICT_DIRECTION);
    const size_t order = sum_of(rows, NOC_VERDICT_RANKING_RIGHT, NOC_VERDICT_RANKING_RIGHT);
    const size_t wrong = sum_of(rows, NOC_VERDICT_WRONG, NOC_VERDICT_WRONG) +
                         sum_of(rows, NOC_VERDICT_RANKING_WRONG, NOC_VERDICT_RANKING_WRONG);
    noc_text_say(sheet,
                 "Of %zu published figures %zu are compared, with %zu different answers: %zu are "
                 "exact, %zu near, %zu go the right way, %zu are orders that hold, %zu are wrong.",
                 rows->count, exact + near + right + order + wrong, noc_tally_answers(rows), exact,
                 near, right, order, wrong);
}

void noc_judged_say_changes(const noc_judged_rows *rows, const noc_sheet *sheet)
{
    const noc_changes c = noc_tally_changes(rows);
    fputc('\n', sheet->out);
    say_counts(rows, sheet);
    if (c.count)
        noc_text_say(sheet,
                     "Changes with a number (%zu): %zu are near and %zu go the right way, off by "
                     "%.1f points on average; \"no change\" would be near for %zu, off by %.1f.",
                     c.count, c.near, c.right, c.mean_difference, c.near_unchanged,
                     c.mean_published);
    if (c.bounds)
        noc_text_say(sheet,
                     "By direction alone (\"up to\", words, single applications): %zu of "
                     "%zu right.",
                     c.bounds_right, c.bounds);
    if (c.both)
        noc_text_say(sheet, "Model and sample go the same way, or are within 3 points: %zu of %zu.",
                     c.agree, c.both);
}

static void say_legend(const noc_sheet *sheet)
{
    fputc('\n', sheet->out);
    noc_text_say(
        sheet, "exact: equal as far as it is printed, or inside a range; to 10: within 10 points "
               "of a change with at least a third of its effect, else within 10 per cent of the "
               "figure; order: the right direction or order alone; input: a "
               "setting of ours carries it, or nothing here depends on it; out: hardware outside "
               "of the model; contr.: contradicted by its paper or by its own mechanism; lost: "
               "the number is not in the text, or needs an application's trace; open: not sampled "
               "yet.");
}

/* Prints a line for a field that has a text: "model 2.4 %". */
static void say_field(const noc_sheet *sheet, const char *name, const char *text, const char *unit)
{
    if (!*text) return;
    noc_text_hang(sheet, 12, "%-12s%s%s%s", name, text, *unit ? " " : "", unit);
}

static void print_single(const noc_judged *j, const noc_sheet *sheet)
{
    const noc_published *r = j->row;
    char model[NOC_OURS_CHARS], sample[NOC_OURS_CHARS];
    noc_ours_text(j, &j->model, model);
    noc_ours_text(j, &j->sample, sample);
    fprintf(sheet->out, "%s\n\n", r->id);
    say_field(sheet, "where", r->where, "");
    say_field(sheet, "subject", r->subject, "");
    say_field(sheet, "against", r->baseline, "");
    say_field(sheet, "platform", r->platform, "");
    say_field(sheet, "metric", r->metric, "");
    say_field(sheet, "published", r->value, r->unit);
    say_field(sheet, "printed as", r->note, "");
    say_field(sheet, "model", model, r->unit);
    say_field(sheet, "sample", sample, j->sample.stale ? "(stale, not counted)" : r->unit);
    say_field(sheet, "verdict", noc_verdict_name(j->verdict), "");
    say_field(sheet, "why", j->why, "");
    say_field(sheet, "expression", r->expression, "");
    say_field(sheet, "questions", r->asks, "");
    say_field(sheet, "command", j->command, "");
}

noc_status noc_judged_print(const noc_judged_rows *rows, const noc_sheet *sheet, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return noc_json_write(sheet->out, rows_json(rows), diag);
    if (sheet->format == NOC_FORMAT_CSV) {
        write_csv(rows, sheet);
        return NOC_OK;
    }
    if (rows->count == 1) {
        print_single(&rows->list[0], sheet);
        return NOC_OK;
    }
    noc_status status = print_rows(rows, sheet, diag);
    if (status == NOC_OK) status = print_tally(rows, sheet, diag);
    noc_judged_say_changes(rows, sheet);
    say_legend(sheet);
    return status;
}
