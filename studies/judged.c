#include "studies/judged.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "studies/figure_query.h"

enum { DEPTH_MAX = 4 };

/* Evaluation of a row, and its depth: rows that use other rows nest. */
typedef struct judged_query {
    noc_bench *bench;
    int depth;
    noc_status status;
} judged_query;

static noc_row_figure find_row_figure(void *context, const char *id, bool is_sampled);

static noc_status read_row(const noc_published *row, noc_figure_query *figure_query, noc_diag *diag)
{
    return noc_figure_query_read(row->asks, row->expression, noc_published_place(row), figure_query,
                                 diag);
}

/* Computes nocsight's figure of a row by one method, and its verdict. */
static noc_status evaluate_row(judged_query *k, const noc_published *row,
                               noc_figure_query *figure_query, bool is_sampled,
                               noc_estimated_figure *ours)
{
    noc_computed_figure figure;
    const noc_status status =
        noc_figure_query_compute(figure_query, k->bench, is_sampled, find_row_figure, k, &figure);
    if (status != NOC_OK) return status;
    if (k->status != NOC_OK) return k->status;
    *ours = (noc_estimated_figure){figure.term, figure.half_width, NOC_VERDICT_UNANSWERED,
                                   figure.is_stale};
    if (figure.term.kind != NOC_TERM_ABSENT)
        ours->verdict = noc_verdict_find(row, noc_expression_get_kind(figure_query->expression),
                                         &figure.term, figure.half_width);
    return NOC_OK;
}

static noc_row_figure find_row_figure(void *context, const char *id, bool is_sampled)
{
    judged_query *k = context;
    const noc_published *row = noc_published_find(id, NULL);
    NOC_AUTO_FREE noc_figure_query *figure_query = calloc(1, sizeof *figure_query);
    noc_row_figure figure = {NAN, NAN};
    if (!figure_query) {
        k->status = noc_fail_memory(k->bench->diag);
    } else if (++k->depth > DEPTH_MAX) {
        k->status = noc_fail(k->bench->diag, NOC_EINPUT, noc_published_place(row),
                             "rows ask for each other more than %d deep", DEPTH_MAX);
    } else {
        noc_estimated_figure ours;
        noc_status status = read_row(row, figure_query, k->bench->diag);
        if (status == NOC_OK) status = evaluate_row(k, row, figure_query, is_sampled, &ours);
        if (status == NOC_OK) figure = (noc_row_figure){ours.term.number, ours.half_width};
        if (status != NOC_OK) k->status = status;
        noc_figure_query_clear(figure_query);
    }
    k->depth--;
    return figure;
}

/* ---- reasons -------------------------------------------------------------------------------- */

/* Smallest reported gap between model and sample, points or %. */
static const double min_reported_gap = 5.0;

/* Returns the row's own reason; without one, the reason of its verdict. */
static const char *find_reason(const noc_judged_row *j)
{
    if (*j->row->why) return j->row->why;
    if (j->verdict == NOC_VERDICT_INPUT) return "a setting of ours: see the expression";
    if (j->verdict == NOC_VERDICT_UNANSWERED)
        return "the model has no such figure, and it is not sampled yet (--measure)";
    return "";
}

static char *write_reason(const noc_judged_row *j)
{
    const char *reason = find_reason(j);
    const double gap = noc_judged_method_gap(j);
    char *text = NULL;
    if (!noc_verdict_is_counted(j->verdict) || !(fabs(gap) > min_reported_gap))
        return strdup(reason);
    const noc_printed p = noc_printed_read_row(j->row);
    const int written =
        asprintf(&text, "%s%sthe model is %.1f %s %s the sample, whose verdict it is", reason,
                 *reason ? "; " : "", fabs(gap), p.is_change || p.is_ratio ? "points" : "%",
                 gap > 0.0 ? "above" : "below");
    return written < 0 ? NULL : text;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static noc_status judge_row(judged_query *k, const noc_published *row,
                            noc_figure_query *figure_query, noc_judged_row *j)
{
    *j = (noc_judged_row){.row = row};
    noc_status status = read_row(row, figure_query, k->bench->diag);
    if (status != NOC_OK) return status;
    j->kind = figure_query->expression ? noc_expression_get_kind(figure_query->expression)
                                       : NOC_EXPRESSION_NUMBER;
    status = evaluate_row(k, row, figure_query, false, &j->model_figure);
    if (status == NOC_OK) status = evaluate_row(k, row, figure_query, true, &j->sample_figure);
    if (status != NOC_OK) return status;
    const noc_term none = {NOC_TERM_UNKNOWN, NAN, NULL};
    j->verdict = noc_judged_find_figure(j)->verdict;
    if (!figure_query->expression) j->verdict = noc_verdict_find(row, j->kind, &none, NAN);
    j->command = noc_figure_query_commands(figure_query);
    j->reason = write_reason(j);
    return j->command && j->reason ? NOC_OK : noc_fail_memory(k->bench->diag);
}

noc_status noc_judge_rows(noc_bench *bench, const char *word,
                          void (*step)(void *context, const char *id), noc_judged_rows *rows)
{
    const noc_published *row;
    noc_status status = NOC_OK;
    *rows = (noc_judged_rows){NULL, 0};
    for (size_t i = 0; status == NOC_OK && (row = noc_published_at(i, bench->diag)); i++) {
        if (!noc_published_matches(row, word)) continue;
        judged_query k = {.bench = bench};
        noc_judged_row *grown = reallocarray(rows->list, rows->count + 1, sizeof *grown);
        noc_figure_query *figure_query = grown ? calloc(1, sizeof *figure_query) : NULL;
        if (grown) rows->list = grown;
        if (step) step(bench->context, row->id);
        status = figure_query ? judge_row(&k, row, figure_query, &rows->list[rows->count])
                              : noc_fail_memory(bench->diag);
        if (figure_query) {
            rows->count++;
            noc_figure_query_clear(figure_query);
        }
        free(figure_query);
    }
    if (status == NOC_OK && bench->diag->count) status = noc_diag_status(bench->diag);
    return status;
}

void noc_judged_clear(noc_judged_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free(rows->list[i].command);
        free(rows->list[i].reason);
    }
    free(rows->list);
    *rows = (noc_judged_rows){NULL, 0};
}

/* ---- figures -------------------------------------------------------------------------------- */

static void print_number(const noc_published *row, double number,
                         char text[NOC_JUDGED_FIGURE_CHARS])
{
    const noc_printed p = noc_printed_read_row(row);
    snprintf(text, NOC_JUDGED_FIGURE_CHARS, "%.*f", noc_printed_digits(&p, number), number);
}

void noc_judged_write_figure(const noc_judged_row *j, const noc_estimated_figure *figure,
                             char text[NOC_JUDGED_FIGURE_CHARS])
{
    text[0] = '\0';
    if (figure->term.kind == NOC_TERM_TEXT)
        snprintf(text, NOC_JUDGED_FIGURE_CHARS, "%s", figure->term.text);
    else if (figure->term.kind == NOC_TERM_NUMBER && j->kind == NOC_EXPRESSION_CONDITION)
        snprintf(text, NOC_JUDGED_FIGURE_CHARS, "%s", figure->term.number != 0.0 ? "yes" : "no");
    else if (figure->term.kind == NOC_TERM_NUMBER)
        print_number(j->row, figure->term.number, text);
}

const noc_estimated_figure *noc_judged_find_figure(const noc_judged_row *j)
{
    const bool is_sampled = j->sample_figure.term.kind == NOC_TERM_NUMBER ||
                            j->sample_figure.term.kind == NOC_TERM_TEXT;
    return is_sampled && !j->sample_figure.is_stale ? &j->sample_figure : &j->model_figure;
}

double noc_judged_method_gap(const noc_judged_row *j)
{
    const noc_printed p = noc_printed_read_row(j->row);
    if (j->kind != NOC_EXPRESSION_NUMBER || j->model_figure.term.kind != NOC_TERM_NUMBER ||
        j->sample_figure.term.kind != NOC_TERM_NUMBER || j->sample_figure.is_stale)
        return NAN;
    const double model = noc_printed_change(&p, j->model_figure.term.number);
    const double sample = noc_printed_change(&p, j->sample_figure.term.number);
    const bool is_change = p.is_change || p.is_ratio;
    return is_change ? model - sample : 100.0 * (model - sample) / fabs(sample);
}

double noc_judged_find_difference(const noc_judged_row *j)
{
    const noc_printed p = noc_printed_read_row(j->row);
    const noc_term *ours = &noc_judged_find_figure(j)->term;
    if (p.form != NOC_PRINTED_NUMBER || j->kind != NOC_EXPRESSION_NUMBER ||
        ours->kind != NOC_TERM_NUMBER)
        return NAN;
    return ours->number - p.lo;
}
