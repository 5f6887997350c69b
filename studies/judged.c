#include "studies/judged.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "studies/asked.h"

enum { DEPTH_MAX = 4 };

/* Evaluation of a row, and its depth: rows that use other rows nest. */
typedef struct asking {
    noc_bench *bench;
    int depth;
    noc_status status;
} asking;

static noc_row_figure figure_of_row(void *context, const char *id, bool sampled);

static noc_status read_row(const noc_published *row, noc_line_state *asked, noc_diag *diag)
{
    return noc_asked_read(row->asks, row->expression, noc_published_place(row), asked, diag);
}

/* Computes nocsight's figure of a row by one method, and its verdict. */
static noc_status evaluate(asking *k, const noc_published *row, noc_line_state *asked, bool sampled,
                           noc_our_figure *ours)
{
    noc_figure_asked figure;
    const noc_status status = noc_asked_figure(asked, k->bench, sampled, figure_of_row, k, &figure);
    if (status != NOC_OK) return status;
    if (k->status != NOC_OK) return k->status;
    *ours = (noc_our_figure){figure.term, figure.half, NOC_VERDICT_UNANSWERED, figure.stale};
    if (figure.term.kind != NOC_TERM_ABSENT)
        ours->verdict = noc_verdict_of(row, noc_expression_kind_of(asked->expression), &figure.term,
                                       figure.half);
    return NOC_OK;
}

static noc_row_figure figure_of_row(void *context, const char *id, bool sampled)
{
    asking *k = context;
    const noc_published *row = noc_published_find(id, NULL);
    noc_line_state *asked = calloc(1, sizeof *asked);
    noc_row_figure figure = {NAN, NAN};
    if (!asked) {
        k->status = noc_fail_memory(k->bench->diag);
    } else if (++k->depth > DEPTH_MAX) {
        k->status = noc_fail(k->bench->diag, NOC_EINPUT, noc_published_place(row),
                             "rows ask for each other more than %d deep", DEPTH_MAX);
    } else {
        noc_our_figure ours;
        noc_status status = read_row(row, asked, k->bench->diag);
        if (status == NOC_OK) status = evaluate(k, row, asked, sampled, &ours);
        if (status == NOC_OK) figure = (noc_row_figure){ours.term.number, ours.half};
        if (status != NOC_OK) k->status = status;
        noc_asked_clear(asked);
    }
    k->depth--;
    free(asked);
    return figure;
}

/* ---- reasons -------------------------------------------------------------------------------- */

/* Smallest reported gap between model and sample, points or %. */
static const double gap_told = 5.0;

/* Returns the row's own reason; without one, the reason of its verdict. */
static const char *reason_of(const noc_judged *j)
{
    if (*j->row->why) return j->row->why;
    if (j->verdict == NOC_VERDICT_INPUT) return "a setting of ours: see the expression";
    if (j->verdict == NOC_VERDICT_UNANSWERED)
        return "the model has no such figure, and it is not sampled yet (--measure)";
    return "";
}

static char *why_of(const noc_judged *j)
{
    const char *reason = reason_of(j);
    const double gap = noc_judged_gap(j);
    char *text = NULL;
    if (!noc_verdict_is_counted(j->verdict) || !(fabs(gap) > gap_told)) return strdup(reason);
    const noc_printed p = noc_printed_of(j->row);
    const int written =
        asprintf(&text, "%s%sthe model is %.1f %s %s the sample, whose verdict it is", reason,
                 *reason ? "; " : "", fabs(gap), p.is_change || p.is_ratio ? "points" : "%",
                 gap > 0.0 ? "above" : "below");
    return written < 0 ? NULL : text;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static noc_status judge(asking *k, const noc_published *row, noc_line_state *asked, noc_judged *j)
{
    *j = (noc_judged){.row = row};
    noc_status status = read_row(row, asked, k->bench->diag);
    if (status != NOC_OK) return status;
    j->kind = asked->expression ? noc_expression_kind_of(asked->expression) : NOC_EXPRESSION_NUMBER;
    status = evaluate(k, row, asked, false, &j->model);
    if (status == NOC_OK) status = evaluate(k, row, asked, true, &j->sample);
    if (status != NOC_OK) return status;
    const noc_term none = {NOC_TERM_UNKNOWN, NAN, NULL};
    j->verdict = noc_judged_ours(j)->verdict;
    if (!asked->expression) j->verdict = noc_verdict_of(row, j->kind, &none, NAN);
    j->command = noc_asked_command(asked);
    j->why = why_of(j);
    return j->command && j->why ? NOC_OK : noc_fail_memory(k->bench->diag);
}

noc_status noc_judge(noc_bench *bench, const char *word,
                     void (*step)(void *context, const char *id), noc_judged_rows *rows)
{
    const noc_published *row;
    noc_status status = NOC_OK;
    *rows = (noc_judged_rows){NULL, 0};
    for (size_t i = 0; status == NOC_OK && (row = noc_published_at(i, bench->diag)); i++) {
        if (!noc_published_is_asked(row, word)) continue;
        asking k = {.bench = bench};
        noc_judged *grown = reallocarray(rows->list, rows->count + 1, sizeof *grown);
        noc_line_state *asked = grown ? calloc(1, sizeof *asked) : NULL;
        if (grown) rows->list = grown;
        if (step) step(bench->context, row->id);
        status =
            asked ? judge(&k, row, asked, &rows->list[rows->count]) : noc_fail_memory(bench->diag);
        if (asked) {
            rows->count++;
            noc_asked_clear(asked);
        }
        free(asked);
    }
    if (status == NOC_OK && bench->diag->count) status = noc_diag_status(bench->diag);
    return status;
}

void noc_judged_clear(noc_judged_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free(rows->list[i].command);
        free(rows->list[i].why);
    }
    free(rows->list);
    *rows = (noc_judged_rows){NULL, 0};
}

/* ---- figures -------------------------------------------------------------------------------- */

static void print_number(const noc_published *row, double number, char text[NOC_OURS_CHARS])
{
    const noc_printed p = noc_printed_of(row);
    snprintf(text, NOC_OURS_CHARS, "%.*f", noc_printed_digits(&p, number), number);
}

void noc_ours_text(const noc_judged *j, const noc_our_figure *ours, char text[NOC_OURS_CHARS])
{
    text[0] = '\0';
    if (ours->term.kind == NOC_TERM_TEXT)
        snprintf(text, NOC_OURS_CHARS, "%s", ours->term.text);
    else if (ours->term.kind == NOC_TERM_NUMBER && j->kind == NOC_EXPRESSION_CONDITION)
        snprintf(text, NOC_OURS_CHARS, "%s", ours->term.number != 0.0 ? "yes" : "no");
    else if (ours->term.kind == NOC_TERM_NUMBER)
        print_number(j->row, ours->term.number, text);
}

const noc_our_figure *noc_judged_ours(const noc_judged *j)
{
    const bool sampled =
        j->sample.term.kind == NOC_TERM_NUMBER || j->sample.term.kind == NOC_TERM_TEXT;
    return sampled && !j->sample.stale ? &j->sample : &j->model;
}

double noc_judged_gap(const noc_judged *j)
{
    const noc_printed p = noc_printed_of(j->row);
    if (j->kind != NOC_EXPRESSION_NUMBER || j->model.term.kind != NOC_TERM_NUMBER ||
        j->sample.term.kind != NOC_TERM_NUMBER || j->sample.stale)
        return NAN;
    const double model = noc_printed_change(&p, j->model.term.number);
    const double sample = noc_printed_change(&p, j->sample.term.number);
    const bool is_change = p.is_change || p.is_ratio;
    return is_change ? model - sample : 100.0 * (model - sample) / fabs(sample);
}

double noc_judged_difference(const noc_judged *j)
{
    const noc_printed p = noc_printed_of(j->row);
    const noc_term *ours = &noc_judged_ours(j)->term;
    if (p.form != NOC_PRINTED_NUMBER || j->kind != NOC_EXPRESSION_NUMBER ||
        ours->kind != NOC_TERM_NUMBER)
        return NAN;
    return ours->number - p.lo;
}
