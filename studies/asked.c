#include "studies/asked.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/expression_read.h"

noc_status noc_asked_read(const char *questions, const char *expression, noc_place place,
                          noc_line_state *asked, noc_diag *diag)
{
    asked->expression = NULL;
    noc_status status = noc_questions_read(questions, place, &asked->quantities, diag);
    if (status != NOC_OK || !*expression) return status;
    const noc_names names = noc_quantity_names(&asked->quantities);
    return noc_expression_read_any(expression, &names, place, NOC_EINPUT, &asked->expression, diag);
}

void noc_asked_clear(noc_line_state *asked)
{
    noc_expression_free(asked->expression);
    asked->expression = NULL;
}

/* ---- figures -------------------------------------------------------------------------------- */

/* Returns the half-width of the interval of a figure with the value `value`: the root of the sum of
 * squares of its changes as each name is shifted by its half-width. Intervals are independent. */
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

noc_status noc_asked_figure(noc_line_state *asked, noc_bench *bench, bool sampled,
                            noc_row_value *row, void *context, noc_figure_asked *figure)
{
    noc_quantity_source source = {.quantities = &asked->quantities,
                                  .bench = bench,
                                  .row = row,
                                  .context = context,
                                  .moved = -1,
                                  .sampled = sampled};
    *figure = (noc_figure_asked){{NOC_TERM_ABSENT, NAN, NULL}, NAN, false};
    if (!asked->expression) return NOC_OK;
    const noc_term term = noc_expression_value(asked->expression, noc_quantity_value, &source);
    if (source.status != NOC_OK) return source.status;
    if (sampled && !source.any_metric) return NOC_OK;
    if (term.kind == NOC_TERM_ABSENT) return NOC_OK;
    figure->term = term;
    figure->stale = source.any_stale;
    const bool is_number = noc_expression_kind_of(asked->expression) == NOC_EXPRESSION_NUMBER &&
                           term.kind == NOC_TERM_NUMBER;
    if (sampled && is_number) figure->half = half_of(asked->expression, &source, term.number);
    return NOC_OK;
}

/* ---- commands ------------------------------------------------------------------------------- */

/* Prints " --set key=value" for each setting, and " --load L" or " --activity A" for a load or
 * activity. */
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

char *noc_asked_command(const noc_line_state *asked)
{
    const noc_quantities *q = &asked->quantities;
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
