#include "reports/curve/suite_comparison.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/rows.h"
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
    fputc('\n', sheet->out);
    noc_text_paragraph(sheet, "The worst:");
    fputc('\n', sheet->out);
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

static noc_status print_csv(const noc_sheet *sheet, const noc_suite *suite,
                            const noc_suite_comparisons *trials, noc_diag *diag)
{
    noc_rows rows =
        noc_rows_begin(sheet, "suite family design hash figure load_flits_per_cycle model lo "
                              "hi measured error_frac inside");
    for (size_t i = 0; i < trials->count; i++) {
        const noc_suite_comparison *trial = &trials->list[i];
        const noc_suite_case *suite_case = &suite->cases[trial->case_index];
        noc_rows_add(&rows);
        noc_put_text(&rows, "suite", suite->name);
        noc_put_text(&rows, "family", suite_case->family);
        noc_put_text(&rows, "design", suite_case->name);
        noc_put_text(&rows, "hash", suite_case->design->hash);
        noc_put_text(&rows, "figure", noc_compared_kind_name(trial->kind));
        noc_put_real(&rows, "load_flits_per_cycle", trial->load);
        noc_put_real(&rows, "model", trial->model);
        noc_put_real(&rows, "lo", trial->lo);
        noc_put_real(&rows, "hi", trial->hi);
        noc_put_real(&rows, "measured", trial->measured);
        noc_put_real(&rows, "error_frac", noc_suite_relative_error(trial));
        if (noc_has_interval(trial))
            noc_put_count(&rows, "inside", noc_is_inside_interval(trial) ? 1 : 0);
    }
    return noc_rows_write(&rows, diag);
}

static json_t *tally_object(const char *family, noc_compared_kind kind, const noc_tally *tally)
{
    json_t *object = json_object();
    noc_json_set_text(object, "family", family);
    noc_json_set_text(object, "figure", noc_compared_kind_name(kind));
    noc_json_set_count(object, "cases", tally->count + tally->missing);
    noc_json_set_count(object, "no_answer", tally->missing);
    noc_json_set_real(object, "mean_error", tally->mean_error);
    noc_json_set_real(object, "worst_error", tally->worst_error);
    noc_json_set_real(object, "bias", tally->mean_signed_error);
    noc_json_set_count(object, "intervals", tally->interval_count);
    noc_json_set_count(object, "inside", tally->inside_count);
    noc_json_set_real(object, "median_half_width", tally->half_width);
    noc_json_set_real(object, "widening", tally->widening);
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
        noc_json_set_text(object, "design", suite->cases[list[i]->case_index].name);
        noc_json_set_text(object, "figure", noc_compared_kind_name(list[i]->kind));
        noc_json_set_real(object, "load_flits_per_cycle", list[i]->load);
        noc_json_set_real(object, "model", list[i]->model);
        noc_json_set_real(object, "measured", list[i]->measured);
        noc_json_set_real(object, "error", noc_suite_relative_error(list[i]));
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
        noc_json_set_text(object, "design", suite->cases[i].name);
        noc_json_set_text(object, "why", suite->cases[i].fault ? suite->cases[i].fault : "");
        json_array_append_new(array, object);
    }
    return array;
}

static noc_status print_json(const noc_sheet *sheet, const noc_suite *suite,
                             const noc_suite_comparisons *trials, const noc_ranking *ranking,
                             noc_diag *diag)
{
    json_t *object = noc_json_document(sheet, "nocsight.validation/1"), *pairs = json_object();
    noc_json_set_text(object, "suite", suite->name);
    noc_json_set_count(object, "designs", suite->measured_count);
    json_object_set_new(object, "bad", faults_array(suite));
    json_object_set_new(object, "errors", tallies_array(suite, trials));
    json_object_set_new(object, "worst", largest_errors_array(suite, trials));
    noc_json_set_count(pairs, "pairs", ranking->pairs);
    noc_json_set_count(pairs, "measured_apart", ranking->clear_pairs);
    noc_json_set_count(pairs, "ordered_alike", ranking->agreed_pairs);
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
