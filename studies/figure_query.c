#include "studies/figure_query.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explore/settings/expression_read.h"

noc_status noc_figure_query_read(const char *questions, const char *expression, noc_place place,
                                 noc_figure_query *figure_query, noc_diag *diag)
{
    figure_query->expression = NULL;
    noc_status status = noc_questions_read(questions, place, &figure_query->quantities, diag);
    if (status != NOC_OK || !*expression) return status;
    const noc_name_resolver names = noc_quantity_make_resolver(&figure_query->quantities);
    return noc_expression_read_any(expression, &names, place, NOC_EINPUT, &figure_query->memory,
                                   &figure_query->expression, diag);
}

void noc_figure_query_clear(noc_figure_query *figure_query)
{
    noc_arena_clear(&figure_query->memory);
    figure_query->expression = NULL;
}

/* ---- figures -------------------------------------------------------------------------------- */

/* Returns the half-width of the interval of a figure with the value `value`: the root of the sum of
 * squares of its changes as each name is shifted by its half-width. Intervals are independent. */
static double find_half_width(const noc_expression *expression, noc_quantity_source *source,
                              double value)
{
    double sum = 0.0;
    bool has_interval = false;
    const int names = (int)source->quantities->name_count;
    for (source->shifted_name = 0; source->shifted_name < names; source->shifted_name++) {
        const noc_quantity_kind kind = source->quantities->names[source->shifted_name].kind;
        if (kind != NOC_QUANTITY_METRIC && kind != NOC_QUANTITY_ROW) continue;
        source->shift = NAN;
        const noc_term term = noc_expression_evaluate(expression, noc_quantity_find_value, source);
        if (isnan(source->shift) || term.kind != NOC_TERM_NUMBER) continue;
        sum += (term.number - value) * (term.number - value);
        has_interval = true;
    }
    source->shifted_name = -1;
    return has_interval ? sqrt(sum) : NAN;
}

noc_status noc_figure_query_compute(noc_figure_query *figure_query, noc_bench *bench,
                                    bool is_sampled, noc_row_value *row_value, void *context,
                                    noc_computed_figure *figure)
{
    noc_quantity_source source = {.quantities = &figure_query->quantities,
                                  .bench = bench,
                                  .row_value = row_value,
                                  .context = context,
                                  .shifted_name = -1,
                                  .is_sampled = is_sampled};
    *figure = (noc_computed_figure){{NOC_TERM_ABSENT, NAN, NULL}, NAN, false};
    if (!figure_query->expression) return NOC_OK;
    const noc_term term =
        noc_expression_evaluate(figure_query->expression, noc_quantity_find_value, &source);
    if (source.status != NOC_OK) return source.status;
    if (is_sampled && !source.has_metric) return NOC_OK;
    if (term.kind == NOC_TERM_ABSENT) return NOC_OK;
    figure->term = term;
    figure->is_stale = source.has_stale_sample;
    const bool is_number =
        noc_expression_get_kind(figure_query->expression) == NOC_EXPRESSION_NUMBER &&
        term.kind == NOC_TERM_NUMBER;
    if (is_sampled && is_number)
        figure->half_width = find_half_width(figure_query->expression, &source, term.number);
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

char *noc_figure_query_commands(const noc_figure_query *figure_query)
{
    const noc_quantities *q = &figure_query->quantities;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (size_t i = 0; i < q->question_count; i++) {
        fprintf(out, "%snocsight query %s", i ? "; " : "", q->questions[i].design_name);
        print_settings(out, q->questions[i].settings);
    }
    return fclose(out) == 0 ? text : NULL;
}
