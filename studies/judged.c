#include "studies/judged.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/expression_read.h"
#include "studies/quantities.h"

enum { DEPTH_MAX = 4 };

/* A row being answered; rows that ask for others nest. */
typedef struct asking {
    noc_bench *bench;
    int depth;
    noc_status status;
} asking;

/* What one row asks. */
typedef struct question_set {
    noc_quantities quantities;
    noc_expression *expression; /* NULL: the row has none */
} question_set;

static noc_status read_row(const noc_published *row, question_set *set, noc_diag *diag)
{
    const noc_place place = noc_published_place(row);
    set->expression = NULL;
    noc_status status = noc_questions_read(row->asks, place, &set->quantities, diag);
    if (status != NOC_OK || !*row->expression) return status;
    const noc_names names = noc_quantity_names(&set->quantities);
    return noc_expression_read_any(row->expression, &names, place, NOC_EINPUT, &set->expression,
                                   diag);
}

static noc_row_figure figure_of_row(void *context, const char *id, bool sampled);

/* Half of the interval of a figure that is `value`: the moves by half of each name's interval,
 * which are independent, as a square root of the sum of squares. */
static double half_of(const noc_expression *expression, noc_quantity_source *source, double value)
{
    double sum = 0.0;
    bool any = false;
    const int names = (int)source->quantities->name_count;
    for (source->moved = 0; source->moved < names; source->moved++) {
        const noc_quantity_kind kind = source->quantities->names[source->moved].kind;
        if (kind != NOC_NAMED_METRIC && kind != NOC_NAMED_ROW) continue;
        source->moved_by = NAN;
        const noc_term term = noc_expression_value(expression, noc_quantity_value, source);
        if (isnan(source->moved_by) || term.kind != NOC_TERM_NUMBER) continue;
        sum += (term.number - value) * (term.number - value);
        any = true;
    }
    source->moved = -1;
    return any ? sqrt(sum) : NAN;
}

/* Evaluates a row by one method; a sample without any sampled metric has no figure. */
static noc_status evaluate(asking *k, const noc_published *row, question_set *set, bool sampled,
                           noc_ours *ours)
{
    noc_quantity_source source = {.quantities = &set->quantities,
                                  .bench = k->bench,
                                  .row = figure_of_row,
                                  .context = k,
                                  .moved = -1,
                                  .sampled = sampled};
    *ours = (noc_ours){
        .term = {NOC_TERM_UNKNOWN, NAN, NULL}, .half = NAN, .verdict = NOC_VERDICT_UNANSWERED};
    if (!set->expression) return NOC_OK;
    const noc_expression_kind kind = noc_expression_kind_of(set->expression);
    const noc_term term = noc_expression_value(set->expression, noc_quantity_value, &source);
    if (source.status != NOC_OK) return source.status;
    if (k->status != NOC_OK) return k->status;
    if (sampled && !source.any_metric) return NOC_OK;
    if (term.kind == NOC_TERM_ABSENT) return NOC_OK;
    ours->term = term;
    ours->stale = source.any_stale;
    if (sampled && kind == NOC_EXPRESSION_NUMBER && term.kind == NOC_TERM_NUMBER)
        ours->half = half_of(set->expression, &source, term.number);
    ours->verdict = noc_verdict_of(row, kind, &term, ours->half);
    return NOC_OK;
}

static noc_row_figure figure_of_row(void *context, const char *id, bool sampled)
{
    asking *k = context;
    const noc_published *row = noc_published_find(id, NULL);
    question_set *set = calloc(1, sizeof *set);
    noc_row_figure figure = {NAN, NAN};
    if (!set) {
        k->status = noc_fail_memory(k->bench->diag);
    } else if (++k->depth > DEPTH_MAX) {
        k->status = noc_fail(k->bench->diag, NOC_EINPUT, noc_published_place(row),
                             "rows ask for each other more than %d deep", DEPTH_MAX);
    } else {
        noc_ours ours;
        noc_status status = read_row(row, set, k->bench->diag);
        if (status == NOC_OK) status = evaluate(k, row, set, sampled, &ours);
        if (status == NOC_OK) figure = (noc_row_figure){ours.term.number, ours.half};
        if (status != NOC_OK) k->status = status;
        noc_expression_free(set->expression);
    }
    k->depth--;
    free(set);
    return figure;
}

/* ---- commands ------------------------------------------------------------------------------- */

/* " --set key=value" for each of the settings, " --load L" and " --activity A" for those. */
static void print_settings(FILE *out, const char *settings)
{
    char words[NOC_BENCH_KEY], *rest = words;
    snprintf(words, sizeof words, "%s", settings);
    for (char *word; (word = strsep(&rest, " "));) {
        if (!*word) continue;
        if (strncmp(word, "load=", 5) == 0)
            fprintf(out, " --load %s", word + 5);
        else if (strncmp(word, "activity=", 9) == 0)
            fprintf(out, " --activity %s", word + 9);
        else
            fprintf(out, strpbrk(word, "()'\"[]") ? " --set '%s'" : " --set %s", word);
    }
}

static char *command_of(const noc_quantities *q)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (size_t i = 0; i < q->question_count; i++) {
        fprintf(out, "%snocsight query %s", i ? "; " : "", q->questions[i].name);
        print_settings(out, q->questions[i].settings);
    }
    return fclose(out) == 0 ? text : NULL;
}

/* ---- reasons -------------------------------------------------------------------------------- */

/* Points, or per cent, between the model and the sample from which a row says so. */
static const double gap_told = 5.0;

/* The row's own reason; without one, the reason that its verdict is. */
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

static noc_status judge(asking *k, const noc_published *row, question_set *set, noc_judged *j)
{
    *j = (noc_judged){.row = row};
    noc_status status = read_row(row, set, k->bench->diag);
    if (status != NOC_OK) return status;
    j->kind = set->expression ? noc_expression_kind_of(set->expression) : NOC_EXPRESSION_NUMBER;
    status = evaluate(k, row, set, false, &j->model);
    if (status == NOC_OK) status = evaluate(k, row, set, true, &j->sample);
    if (status != NOC_OK) return status;
    const noc_term none = {NOC_TERM_UNKNOWN, NAN, NULL};
    j->verdict = noc_judged_ours(j)->verdict;
    if (!set->expression) j->verdict = noc_verdict_of(row, j->kind, &none, NAN);
    j->command = command_of(&set->quantities);
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
        question_set *set = grown ? calloc(1, sizeof *set) : NULL;
        if (grown) rows->list = grown;
        if (step) step(bench->context, row->id);
        status = set ? judge(&k, row, set, &rows->list[rows->count]) : noc_fail_memory(bench->diag);
        if (set) {
            rows->count++;
            noc_expression_free(set->expression);
        }
        free(set);
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

/* One more than the published figure has, and of large numbers none. */
static int digits_of(const noc_judged *j, double value)
{
    const noc_printed p = noc_printed_of(j->row);
    if (p.form == NOC_PRINTED_TEXT || !(p.half > 0.0)) return fabs(value) < 100.0 ? 2 : 0;
    const int printed = (int)lround(-log10(2.0 * p.half));
    if (value == round(value) && printed == 0) return 0;
    return printed + 1;
}

void noc_ours_text(const noc_judged *j, const noc_ours *ours, char text[NOC_OURS_CHARS])
{
    text[0] = '\0';
    if (ours->term.kind == NOC_TERM_TEXT)
        snprintf(text, NOC_OURS_CHARS, "%s", ours->term.text);
    else if (ours->term.kind == NOC_TERM_NUMBER && j->kind == NOC_EXPRESSION_CONDITION)
        snprintf(text, NOC_OURS_CHARS, "%s", ours->term.number != 0.0 ? "yes" : "no");
    else if (ours->term.kind == NOC_TERM_NUMBER)
        snprintf(text, NOC_OURS_CHARS, "%.*f", digits_of(j, ours->term.number), ours->term.number);
}

const noc_ours *noc_judged_ours(const noc_judged *j)
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
