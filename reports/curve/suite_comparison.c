#include "reports/curve/suite_comparison.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

/* Limit of the listed trials, largest error first. */
enum { LISTED_TRIALS_MAX = 10 };

/* Returns the share of the intervals that hold the measured value, %; "-" without intervals. */
static noc_figure coverage_text(const noc_tally *tally)
{
    noc_figure figure = {"-"};
    if (tally->interval_count)
        snprintf(figure.text, sizeof figure.text, "%.0f%%",
                 100.0 * (double)tally->inside_count / (double)tally->interval_count);
    return figure;
}

static noc_figure percent_text(double share)
{
    noc_figure figure = {"-"};
    if (isfinite(share)) snprintf(figure.text, sizeof figure.text, "%.1f%%", 100.0 * share);
    return figure;
}

static void add_tally(noc_table *table, const char *family, noc_compared_kind kind,
                      const noc_tally *tally)
{
    noc_table_add_cell(table, "%s", family);
    noc_table_add_cell(table, "%s", noc_compared_kind_name(kind));
    noc_table_add_cell(table, "%zu", tally->count + tally->missing);
    noc_table_add_cell(table, "%s", percent_text(tally->mean_error).text);
    noc_table_add_cell(table, "%s", noc_percent_figure(tally->worst_error).text);
    noc_table_add_cell(table, "%s", noc_percent_figure(tally->mean_signed_error).text);
    noc_table_add_cell(table, "%s", coverage_text(tally).text);
    noc_table_add_cell(table, "%s", percent_text(tally->half_width).text);
    if (tally->missing)
        noc_table_add_cell(table, "%zu", tally->missing);
    else
        noc_table_add_cell(table, "%s", "");
}

static void add_family(noc_table *table, const noc_suite *suite,
                       const noc_suite_comparisons *trials, const char *family)
{
    const char *name = family ? family : "all"; /* only the first row has the name */
    for (int kind = 0; kind < NOC_COMPARED_KINDS; kind++) {
        const noc_tally tally =
            noc_comparisons_tally(trials, suite, family, (noc_compared_kind)kind);
        if (tally.count + tally.missing == 0) continue;
        add_tally(table, name, (noc_compared_kind)kind, &tally);
        name = "";
    }
}

static noc_status print_tallies(const noc_sheet *sheet, const noc_suite *suite,
                                const noc_suite_comparisons *trials, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_add_columns(
        &table, "family|figure|>cases|.mean\nerror|.worst|.bias|>inside\ninterval|.half\nwidth|"
                ">no\nanswer");
    for (size_t f = 0; f < suite->family_count; f++)
        add_family(&table, suite, trials, suite->families[f]);
    add_family(&table, suite, trials, NULL);
    return noc_text_table(sheet, &table, diag);
}

/* ---- largest errors ------------------------------------------------------------------------- */

/* Compares trials by error; a trial without an answer comes first. */
static int compare_errors(const void *a, const void *b)
{
    const noc_suite_comparison *x = *(const noc_suite_comparison *const *)a,
                               *y = *(const noc_suite_comparison *const *)b;
    const double error_x = fabs(noc_suite_relative_error(x)),
                 error_y = fabs(noc_suite_relative_error(y));
    const double rank_x = isnan(error_x) ? INFINITY : error_x,
                 rank_y = isnan(error_y) ? INFINITY : error_y;
    if (rank_x != rank_y) return rank_x > rank_y ? -1 : 1;
    return (x > y) - (x < y);
}

/* Returns the trials, largest error first; NULL when out of memory. The caller frees the list. */
static const noc_suite_comparison **sort_by_error(const noc_suite_comparisons *trials)
{
    const noc_suite_comparison **list = malloc((trials->count + 1) * sizeof *list);
    for (size_t i = 0; list && i < trials->count; i++) list[i] = &trials->list[i];
    if (list) qsort(list, trials->count, sizeof *list, compare_errors);
    return list;
}

static void add_trial(noc_table *table, const noc_suite *suite, const noc_suite_comparison *trial)
{
    noc_table_add_cell(table, "%s", suite->cases[trial->case_index].name);
    noc_table_add_cell(table, "%s",
                       isnan(trial->load) ? noc_compared_kind_name(trial->kind) : "latency");
    noc_table_add_cell(table, "%s", isnan(trial->load) ? "" : noc_figure_make(trial->load, 4).text);
    noc_table_add_cell(table, "%s", noc_figure_make(trial->model, 3).text);
    noc_table_add_cell(table, "%s", noc_figure_make(trial->measured, 3).text);
    noc_table_add_cell(table, "%s",
                       isnan(trial->model)
                           ? "saturated"
                           : noc_percent_figure(noc_suite_relative_error(trial)).text);
}

static noc_status print_largest_errors(const noc_sheet *sheet, const noc_suite *suite,
                                       const noc_suite_comparisons *trials, noc_diag *diag)
{
    static const char *const headers[] = {"design", "figure", "load", "model", "measured", "error"};
    const noc_suite_comparison **list = sort_by_error(trials);
    noc_table table = {0};
    if (!list) return noc_fail_memory(diag);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        noc_table_add_column(&table, i < 2 ? NOC_ALIGN_LEFT : NOC_ALIGN_POINT, headers[i]);
    for (size_t i = 0; i < trials->count && i < LISTED_TRIALS_MAX; i++)
        add_trial(&table, suite, list[i]);
    fprintf(sheet->out, "\nThe worst:\n\n");
    const noc_status status = noc_text_table(sheet, &table, diag);
    free(list);
    return status;
}

static noc_status print_text(const noc_sheet *sheet, const noc_suite *suite,
                             const noc_suite_comparisons *trials, const noc_ranking *ranking,
                             noc_diag *diag)
{
    noc_text_paragraph(sheet, "%s: the model beside %zu measured designs, calibration %s",
                       suite->name, suite->measured_count,
                       sheet->run.calibration ? sheet->run.calibration : "none");
    noc_text_paragraph(sheet,
                       "Loads as shares of the measured saturation; intervals of 90 %%, of whose "
                       "half widths the median is shown.");
    fputc('\n', sheet->out);
    noc_status status = print_tallies(sheet, suite, trials, diag);
    if (status == NOC_OK) status = print_largest_errors(sheet, suite, trials, diag);
    if (status == NOC_OK && ranking->clear_pairs) {
        fputc('\n', sheet->out);
        noc_text_paragraph(
            sheet,
            "Of %zu random pairs of designs %zu have saturations that are measured apart; "
            "the model orders %zu of them alike (%.1f%%).",
            ranking->pairs, ranking->clear_pairs, ranking->agreed_pairs,
            100.0 * (double)ranking->agreed_pairs / (double)ranking->clear_pairs);
    }
    return status;
}

/* ---- for programs --------------------------------------------------------------------------- */

static void add_number(noc_table *table, double value)
{
    if (isfinite(value))
        noc_table_add_cell(table, "%.12g", value);
    else
        noc_table_add_cell(table, "%s", "");
}

static noc_status print_csv(const noc_sheet *sheet, const noc_suite *suite,
                            const noc_suite_comparisons *trials, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_add_columns(
        &table,
        "suite|family|design|hash|figure|load_flits_per_cycle|model|lo|hi|measured|error_frac|"
        "inside");
    for (size_t i = 0; i < trials->count; i++) {
        const noc_suite_comparison *trial = &trials->list[i];
        const noc_suite_case *suite_case = &suite->cases[trial->case_index];
        const double numbers[] = {trial->load, trial->model,    trial->lo,
                                  trial->hi,   trial->measured, noc_suite_relative_error(trial)};
        noc_table_add_cell(&table, "%s", suite->name);
        noc_table_add_cell(&table, "%s", suite_case->family);
        noc_table_add_cell(&table, "%s", suite_case->name);
        noc_table_add_cell(&table, "%s", suite_case->design->hash);
        noc_table_add_cell(&table, "%s", noc_compared_kind_name(trial->kind));
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
            add_number(&table, numbers[k]);
        noc_table_add_cell(
            &table, "%s", noc_has_interval(trial) ? noc_is_inside_interval(trial) ? "1" : "0" : "");
    }
    const noc_status status = noc_csv_table(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}

static json_t *tally_object(const char *family, noc_compared_kind kind, const noc_tally *tally)
{
    json_t *object = json_object();
    json_object_set_new(object, "family", noc_json_text(family));
    json_object_set_new(object, "figure", noc_json_text(noc_compared_kind_name(kind)));
    json_object_set_new(object, "cases", json_integer((json_int_t)(tally->count + tally->missing)));
    json_object_set_new(object, "no_answer", json_integer((json_int_t)tally->missing));
    json_object_set_new(object, "mean_error", noc_json_real(tally->mean_error));
    json_object_set_new(object, "worst_error", noc_json_real(tally->worst_error));
    json_object_set_new(object, "bias", noc_json_real(tally->mean_signed_error));
    json_object_set_new(object, "intervals", json_integer((json_int_t)tally->interval_count));
    json_object_set_new(object, "inside", json_integer((json_int_t)tally->inside_count));
    json_object_set_new(object, "median_half_width", noc_json_real(tally->half_width));
    json_object_set_new(object, "widening", noc_json_real(tally->widening));
    return object;
}

static json_t *tallies_array(const noc_suite *suite, const noc_suite_comparisons *trials)
{
    json_t *array = json_array();
    for (size_t f = 0; f <= suite->family_count; f++) {
        const char *family = f < suite->family_count ? suite->families[f] : NULL;
        for (int kind = 0; kind < NOC_COMPARED_KINDS; kind++) {
            const noc_tally tally =
                noc_comparisons_tally(trials, suite, family, (noc_compared_kind)kind);
            if (tally.count + tally.missing)
                json_array_append_new(
                    array, tally_object(family ? family : "all", (noc_compared_kind)kind, &tally));
        }
    }
    return array;
}

static json_t *largest_errors_array(const noc_suite *suite, const noc_suite_comparisons *trials)
{
    json_t *array = json_array();
    const noc_suite_comparison **list = sort_by_error(trials);
    for (size_t i = 0; list && i < trials->count && i < LISTED_TRIALS_MAX; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "design",
                            noc_json_text(suite->cases[list[i]->case_index].name));
        json_object_set_new(object, "figure", noc_json_text(noc_compared_kind_name(list[i]->kind)));
        json_object_set_new(object, "load_flits_per_cycle", noc_json_real(list[i]->load));
        json_object_set_new(object, "model", noc_json_real(list[i]->model));
        json_object_set_new(object, "measured", noc_json_real(list[i]->measured));
        json_object_set_new(object, "error", noc_json_real(noc_suite_relative_error(list[i])));
        json_array_append_new(array, object);
    }
    free(list);
    return array;
}

static json_t *faults_array(const noc_suite *suite)
{
    json_t *array = json_array();
    for (size_t i = 0; i < suite->count; i++) {
        if (suite->cases[i].design) continue;
        json_t *object = json_object();
        json_object_set_new(object, "design", noc_json_text(suite->cases[i].name));
        json_object_set_new(object, "why",
                            noc_json_text(suite->cases[i].fault ? suite->cases[i].fault : ""));
        json_array_append_new(array, object);
    }
    return array;
}

static noc_status print_json(const noc_sheet *sheet, const noc_suite *suite,
                             const noc_suite_comparisons *trials, const noc_ranking *ranking,
                             noc_diag *diag)
{
    json_t *object = json_object(), *pairs = json_object();
    json_object_set_new(object, "schema", noc_json_text("nocsight.validation/1"));
    json_object_set_new(object, "tool", noc_json_tool(&sheet->run));
    json_object_set_new(object, "suite", noc_json_text(suite->name));
    json_object_set_new(object, "designs", json_integer((json_int_t)suite->measured_count));
    json_object_set_new(object, "bad", faults_array(suite));
    json_object_set_new(object, "errors", tallies_array(suite, trials));
    json_object_set_new(object, "worst", largest_errors_array(suite, trials));
    json_object_set_new(pairs, "pairs", json_integer((json_int_t)ranking->pairs));
    json_object_set_new(pairs, "measured_apart", json_integer((json_int_t)ranking->clear_pairs));
    json_object_set_new(pairs, "ordered_alike", json_integer((json_int_t)ranking->agreed_pairs));
    json_object_set_new(object, "ranking", pairs);
    return noc_json_write(sheet->out, object, diag);
}

noc_status noc_report_trials(const noc_sheet *sheet, const noc_suite *suite,
                             const noc_suite_comparisons *trials, const noc_ranking *ranking,
                             noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return print_json(sheet, suite, trials, ranking, diag);
    case NOC_FORMAT_CSV:
        return print_csv(sheet, suite, trials, diag);
    default:
        return print_text(sheet, suite, trials, ranking, diag);
    }
}
