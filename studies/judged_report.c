#include "studies/judged_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/json.h"
#include "reports/writers/rows.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"
#include "studies/tally.h"

/* ---- JSON and CSV ---------------------------------------------------------------------------- */

static json_t *make_figure_json(const noc_judged_row *j, const noc_estimated_figure *ours)
{
    if (ours->term.kind == NOC_TERM_TEXT) return noc_json_text(ours->term.text);
    if (ours->term.kind != NOC_TERM_NUMBER) return json_null();
    if (j->kind == NOC_EXPRESSION_CONDITION) return json_boolean(ours->term.number != 0.0);
    return noc_json_real(ours->term.number);
}

static json_t *make_published_json(const noc_published *row)
{
    const noc_printed p = noc_printed_read_row(row);
    char *end;
    const double number = strtod(row->value, &end);
    if (p.form != NOC_PRINTED_TEXT && *end == '\0') return noc_json_real(number);
    return noc_json_text(row->value);
}

/* Adds the published range that the verdict uses: two ends, null for an open end. */
static void put_bounds(const noc_published *row, json_t *o)
{
    const noc_printed p = noc_printed_read_row(row);
    noc_json_set_real(o, "published_lo", p.lo);
    noc_json_set_real(o, "published_hi", p.hi);
}

static json_t *make_row_json(const noc_judged_row *j)
{
    const noc_published *r = j->row;
    json_t *o = json_object();
    noc_json_set_text(o, "id", r->id);
    noc_json_set_text(o, "paper", r->paper);
    noc_json_set_text(o, "where", r->where);
    noc_json_set_text(o, "kind", r->kind);
    noc_json_set_text(o, "subject", r->subject);
    noc_json_set_text(o, "baseline", r->baseline);
    noc_json_set_text(o, "platform", r->platform);
    noc_json_set_text(o, "metric", r->metric);
    noc_json_set_text(o, "unit", r->unit);
    json_object_set_new(o, "published", make_published_json(r));
    put_bounds(r, o);
    noc_json_set_text(o, "note", r->note);
    json_object_set_new(o, "model", make_figure_json(j, &j->model_figure));
    json_object_set_new(o, "sample",
                        j->sample_figure.is_stale ? json_null()
                                                  : make_figure_json(j, &j->sample_figure));
    noc_json_set_real(o, "sample_half_width",
                      j->sample_figure.is_stale ? NAN : j->sample_figure.half_width);
    noc_json_set_flag(o, "sample_is_stale", j->sample_figure.is_stale);
    noc_json_set_text(o, "compared",
                      noc_judged_find_figure(j) == &j->sample_figure ? "sample" : "model");
    noc_json_set_real(o, "difference", noc_judged_find_difference(j));
    noc_json_set_text(o, "verdict", noc_verdict_name(j->verdict));
    noc_json_set_flag(o, "is_change", noc_judged_is_change(j));
    noc_json_set_text(o, "judge", r->judge);
    noc_json_set_text(o, "why", j->reason);
    noc_json_set_text(o, "questions", r->asks);
    noc_json_set_text(o, "expression", r->expression);
    noc_json_set_text(o, "command", j->command);
    return o;
}

static json_t *make_rows_json(const noc_judged_rows *rows)
{
    json_t *array = json_array();
    for (size_t i = 0; i < rows->count; i++)
        json_array_append_new(array, make_row_json(&rows->list[i]));
    return array;
}

char *noc_judged_write_json(const noc_judged_rows *rows)
{
    json_t *array = make_rows_json(rows);
    char *text = json_dumps(array, JSON_COMPACT | JSON_REAL_PRECISION(7));
    json_decref(array);
    return text;
}

static noc_status write_csv(const noc_judged_rows *judged, const noc_sheet *sheet, noc_diag *diag)
{
    noc_rows rows = noc_rows_begin(sheet, "id paper where kind subject unit published model sample "
                                          "difference verdict why command");
    for (size_t i = 0; i < judged->count; i++) {
        const noc_judged_row *j = &judged->list[i];
        const noc_published *r = j->row;
        char model[NOC_JUDGED_FIGURE_CHARS], sample[NOC_JUDGED_FIGURE_CHARS] = "",
                                             difference[40] = "";
        noc_judged_write_figure(j, &j->model_figure, model);
        if (!j->sample_figure.is_stale) noc_judged_write_figure(j, &j->sample_figure, sample);
        if (isfinite(noc_judged_find_difference(j)))
            snprintf(difference, sizeof difference, "%.4g", noc_judged_find_difference(j));
        noc_rows_add(&rows);
        noc_put_text(&rows, "id", r->id);
        noc_put_text(&rows, "paper", r->paper);
        noc_put_text(&rows, "where", r->where);
        noc_put_text(&rows, "kind", r->kind);
        noc_put_text(&rows, "subject", r->subject);
        noc_put_text(&rows, "unit", r->unit);
        noc_put_text(&rows, "published", r->value);
        noc_put_text(&rows, "model", model);
        noc_put_text(&rows, "sample", sample);
        noc_put_text(&rows, "difference", difference);
        noc_put_text(&rows, "verdict", noc_verdict_name(j->verdict));
        noc_put_text(&rows, "why", j->reason);
        noc_put_text(&rows, "command", j->command);
    }
    return noc_rows_write(&rows, diag);
}

/* ---- text for people ------------------------------------------------------------------------- */

/* Largest number of characters of a text in a table. A single row is printed with full texts. */
enum { CELL_CHARS = 12 };

static void put_text(const char *text, noc_table *table)
{
    if (strlen(text) > CELL_CHARS)
        noc_table_add_cell(table, "%.*s...", CELL_CHARS - 3, text);
    else
        noc_table_add_cell(table, "%s", text);
}

static void put_row(const noc_judged_row *j, noc_table *table)
{
    char model[NOC_JUDGED_FIGURE_CHARS], sample[NOC_JUDGED_FIGURE_CHARS];
    noc_judged_write_figure(j, &j->model_figure, model);
    noc_judged_write_figure(j, &j->sample_figure, sample);
    noc_table_add_cell(table, "%s", j->row->id);
    put_text(j->row->value, table);
    put_text(j->row->unit, table);
    put_text(model, table);
    put_text(j->sample_figure.is_stale ? "stale" : sample, table);
    noc_table_add_cell(table, "%s", noc_verdict_name(j->verdict));
}

static noc_status print_rows(const noc_judged_rows *rows, const noc_sheet *sheet, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_add_columns(&table, "figure|published|unit|>model|>sample|verdict");
    for (size_t i = 0; i < rows->count; i++) put_row(&rows->list[i], &table);
    return noc_text_table(sheet, &table, diag);
}

/* Verdicts that share a column of the summary, and the column's header. */
static const struct {
    noc_verdict verdicts[2];
    const char *header;
} verdict_columns[] = {
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

enum { VERDICT_COLUMNS = sizeof verdict_columns / sizeof verdict_columns[0] };

static void put_tally(const noc_tally *t, noc_table *table)
{
    noc_table_add_cell(table, "%s%s", t->kind ? "  " : "",
                       t->kind    ? t->kind
                       : t->paper ? t->paper
                                  : "all");
    for (int i = 0; i < VERDICT_COLUMNS; i++) {
        const noc_verdict first_verdict = verdict_columns[i].verdicts[0],
                          second_verdict = verdict_columns[i].verdicts[1];
        const size_t count =
            t->verdict_counts[first_verdict] +
            (second_verdict == first_verdict ? 0 : t->verdict_counts[second_verdict]);
        if (count)
            noc_table_add_cell(table, "%zu", count);
        else
            noc_table_add_cell(table, "%s", "");
    }
}

static noc_status print_tally(const noc_judged_rows *rows, const noc_sheet *sheet, noc_diag *diag)
{
    size_t count;
    noc_table table = {0};
    NOC_AUTO_FREE noc_tally *list = noc_tally_rows(rows, true, &count);
    if (!list) return noc_fail_memory(diag);
    noc_table_add_column(&table, NOC_ALIGN_LEFT, "figures");
    for (int i = 0; i < VERDICT_COLUMNS; i++)
        noc_table_add_column(&table, NOC_ALIGN_RIGHT, verdict_columns[i].header);
    for (size_t i = 0; i < count; i++) put_tally(&list[i], &table);
    fputc('\n', sheet->out);
    return noc_text_table(sheet, &table, diag);
}

/* Returns the number of rows with verdicts from one to another. */
static size_t count_verdicts(const noc_judged_rows *rows, noc_verdict first_verdict,
                             noc_verdict last_verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++)
        count += rows->list[i].verdict >= first_verdict && rows->list[i].verdict <= last_verdict;
    return count;
}

static void print_counts(const noc_judged_rows *rows, const noc_sheet *sheet)
{
    const size_t exact_rows = count_verdicts(rows, NOC_VERDICT_EXACT, NOC_VERDICT_EXACT);
    const size_t near_rows = count_verdicts(rows, NOC_VERDICT_WITHIN_5, NOC_VERDICT_WITHIN_10);
    const size_t right_direction_rows =
        count_verdicts(rows, NOC_VERDICT_DIRECTION, NOC_VERDICT_DIRECTION);
    const size_t ranking_rows =
        count_verdicts(rows, NOC_VERDICT_RANKING_RIGHT, NOC_VERDICT_RANKING_RIGHT);
    const size_t wrong_rows =
        count_verdicts(rows, NOC_VERDICT_WRONG, NOC_VERDICT_WRONG) +
        count_verdicts(rows, NOC_VERDICT_RANKING_WRONG, NOC_VERDICT_RANKING_WRONG);
    noc_text_paragraph(
        sheet,
        "Of %zu published figures %zu are compared, with %zu different answers: %zu are exact, %zu "
        "near, %zu go the right way, %zu are orders that hold, %zu are wrong.",
        rows->count, exact_rows + near_rows + right_direction_rows + ranking_rows + wrong_rows,
        noc_tally_count_answers(rows), exact_rows, near_rows, right_direction_rows, ranking_rows,
        wrong_rows);
}

void noc_judged_print_changes(const noc_judged_rows *rows, const noc_sheet *sheet)
{
    const noc_changes c = noc_tally_changes(rows);
    fputc('\n', sheet->out);
    print_counts(rows, sheet);
    if (c.count)
        noc_text_paragraph(
            sheet,
            "Changes with a number (%zu): %zu are near and %zu go the right way, off by %.1f "
            "points on average; \"no change\" would be near for %zu, off by %.1f.",
            c.count, c.near_rows, c.right_rows, c.mean_difference, c.unchanged_near_rows,
            c.mean_published_change);
    if (c.bound_rows)
        noc_text_paragraph(
            sheet, "By direction alone (\"up to\", words, single applications): %zu of %zu right.",
            c.right_bound_rows, c.bound_rows);
    if (c.sampled_rows)
        noc_text_paragraph(sheet,
                           "Model and sample go the same way, or are within 3 points: %zu of %zu.",
                           c.agreeing_rows, c.sampled_rows);
}

static void print_legend(const noc_sheet *sheet)
{
    fputc('\n', sheet->out);
    noc_text_paragraph(
        sheet, "exact: equal as far as it is printed, or inside a range; to 10: within 10 points "
               "of a change with at least a third of its effect, else within 10 per cent of the "
               "figure; order: the right direction or order alone; input: a setting of ours "
               "carries it, or nothing here depends on it; out: hardware outside of the model; "
               "contr.: contradicted by its paper or by its own mechanism; lost: the number is not "
               "in the text, or needs an application's trace; open: not sampled yet.");
}

/* Prints a line for a field that has a text: "model 2.4 %". */
static void print_field(const noc_sheet *sheet, const char *name, const char *text,
                        const char *unit)
{
    if (!*text) return;
    noc_text_hanging_paragraph(sheet, 12, "%-12s%s%s%s", name, text, *unit ? " " : "", unit);
}

static void print_single(const noc_judged_row *j, const noc_sheet *sheet)
{
    const noc_published *r = j->row;
    char model[NOC_JUDGED_FIGURE_CHARS], sample[NOC_JUDGED_FIGURE_CHARS];
    noc_judged_write_figure(j, &j->model_figure, model);
    noc_judged_write_figure(j, &j->sample_figure, sample);
    noc_text_paragraph(sheet, "%s", r->id);
    fputc('\n', sheet->out);
    print_field(sheet, "where", r->where, "");
    print_field(sheet, "subject", r->subject, "");
    print_field(sheet, "against", r->baseline, "");
    print_field(sheet, "platform", r->platform, "");
    print_field(sheet, "metric", r->metric, "");
    print_field(sheet, "published", r->value, r->unit);
    print_field(sheet, "printed as", r->note, "");
    print_field(sheet, "model", model, r->unit);
    print_field(sheet, "sample", sample,
                j->sample_figure.is_stale ? "(stale, not counted)" : r->unit);
    print_field(sheet, "verdict", noc_verdict_name(j->verdict), "");
    print_field(sheet, "why", j->reason, "");
    print_field(sheet, "expression", r->expression, "");
    print_field(sheet, "questions", r->asks, "");
    print_field(sheet, "command", j->command, "");
}

noc_status noc_judged_print(const noc_judged_rows *rows, const noc_sheet *sheet, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON)
        return noc_json_write(sheet->out, make_rows_json(rows), diag);
    if (sheet->format == NOC_FORMAT_CSV) return write_csv(rows, sheet, diag);
    if (rows->count == 1) {
        print_single(&rows->list[0], sheet);
        return NOC_OK;
    }
    noc_status status = print_rows(rows, sheet, diag);
    if (status == NOC_OK) status = print_tally(rows, sheet, diag);
    noc_judged_print_changes(rows, sheet);
    print_legend(sheet);
    return status;
}
