#include "reports/curve/trials.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

/* Number of trials listed with the largest errors. */
enum { WORST = 10 };

/* Returns the share of the intervals that hold the measured value, %; "-" without intervals. */
static noc_figure coverage_of(const noc_tally *t)
{
    noc_figure figure = {"-"};
    if (t->intervals)
        snprintf(figure.text, sizeof figure.text, "%.0f%%",
                 100.0 * (double)t->inside / (double)t->intervals);
    return figure;
}

static noc_figure unsigned_percent(double share)
{
    noc_figure figure = {"-"};
    if (isfinite(share)) snprintf(figure.text, sizeof figure.text, "%.1f%%", 100.0 * share);
    return figure;
}

static void add_tally(noc_table *table, const char *family, noc_trial_kind kind, const noc_tally *t)
{
    noc_table_cell(table, "%s", family);
    noc_table_cell(table, "%s", noc_trial_kind_name(kind));
    noc_table_cell(table, "%zu", t->count + t->missing);
    noc_table_cell(table, "%s", unsigned_percent(t->mean).text);
    noc_table_cell(table, "%s", noc_percent(t->worst).text);
    noc_table_cell(table, "%s", noc_percent(t->bias).text);
    noc_table_cell(table, "%s", coverage_of(t).text);
    noc_table_cell(table, "%s", unsigned_percent(t->half_width).text);
    if (t->missing)
        noc_table_cell(table, "%zu", t->missing);
    else
        noc_table_cell(table, "%s", "");
}

static void add_family(noc_table *table, const noc_suite *suite, const noc_trials *trials,
                       const char *family)
{
    const char *name = family ? family : "all"; /* only the first row has the name */
    for (int kind = 0; kind < NOC_TRIAL_KINDS; kind++) {
        const noc_tally t = noc_trials_tally(trials, suite, family, (noc_trial_kind)kind);
        if (t.count + t.missing == 0) continue;
        add_tally(table, name, (noc_trial_kind)kind, &t);
        name = "";
    }
}

static noc_status print_tallies(const noc_sheet *sheet, const noc_suite *suite,
                                const noc_trials *trials, noc_diag *diag)
{
    static const noc_table_head heads[] = {
        {NOC_ALIGN_LEFT, "family"},
        {NOC_ALIGN_LEFT, "figure"},
        {NOC_ALIGN_RIGHT, "cases"},
        {NOC_ALIGN_POINT, "mean\nerror"},
        {NOC_ALIGN_POINT, "worst"},
        {NOC_ALIGN_POINT, "bias"},
        {NOC_ALIGN_RIGHT, "inside\ninterval"},
        {NOC_ALIGN_POINT, "half\nwidth"},
        {NOC_ALIGN_RIGHT, "no\nanswer"},
    };
    noc_table table = {0};
    noc_table_columns(&table, heads, sizeof heads / sizeof heads[0]);
    for (size_t f = 0; f < suite->family_count; f++)
        add_family(&table, suite, trials, suite->families[f]);
    add_family(&table, suite, trials, NULL);
    return noc_text_table(sheet, &table, diag);
}

/* ---- the worst ------------------------------------------------------------------------------ */

/* Compares trials by error; a trial without an answer comes first. */
static int by_error(const void *a, const void *b)
{
    const noc_trial *x = *(const noc_trial *const *)a, *y = *(const noc_trial *const *)b;
    const double ex = fabs(noc_trial_error(x)), ey = fabs(noc_trial_error(y));
    const double sx = isnan(ex) ? INFINITY : ex, sy = isnan(ey) ? INFINITY : ey;
    if (sx != sy) return sx > sy ? -1 : 1;
    return (x > y) - (x < y);
}

/* Returns the trials, largest error first; NULL when out of memory. The caller frees the list. */
static const noc_trial **rank_worst(const noc_trials *trials)
{
    const noc_trial **list = malloc((trials->count + 1) * sizeof *list);
    for (size_t i = 0; list && i < trials->count; i++) list[i] = &trials->list[i];
    if (list) qsort(list, trials->count, sizeof *list, by_error);
    return list;
}

static void add_trial(noc_table *table, const noc_suite *suite, const noc_trial *t)
{
    noc_table_cell(table, "%s", suite->cases[t->design].name);
    noc_table_cell(table, "%s", isnan(t->load) ? noc_trial_kind_name(t->kind) : "latency");
    noc_table_cell(table, "%s", isnan(t->load) ? "" : noc_figure_of(t->load, 4).text);
    noc_table_cell(table, "%s", noc_figure_of(t->model, 3).text);
    noc_table_cell(table, "%s", noc_figure_of(t->measured, 3).text);
    noc_table_cell(table, "%s",
                   isnan(t->model) ? "saturated" : noc_percent(noc_trial_error(t)).text);
}

static noc_status print_worst(const noc_sheet *sheet, const noc_suite *suite,
                              const noc_trials *trials, noc_diag *diag)
{
    static const char *const headers[] = {"design", "figure", "load", "model", "measured", "error"};
    const noc_trial **list = rank_worst(trials);
    noc_table table = {0};
    if (!list) return noc_fail_memory(diag);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        noc_table_column(&table, i < 2 ? NOC_ALIGN_LEFT : NOC_ALIGN_POINT, headers[i]);
    for (size_t i = 0; i < trials->count && i < WORST; i++) add_trial(&table, suite, list[i]);
    fprintf(sheet->out, "\nThe worst:\n\n");
    const noc_status status = noc_text_table(sheet, &table, diag);
    free(list);
    return status;
}

static noc_status print_text(const noc_sheet *sheet, const noc_suite *suite,
                             const noc_trials *trials, const noc_ranking *ranking, noc_diag *diag)
{
    noc_text_say(sheet, "%s: the model beside %zu measured designs, calibration %s", suite->name,
                 suite->measured, sheet->run.calibration ? sheet->run.calibration : "none");
    noc_text_say(sheet, "Loads as shares of the measured saturation; intervals of 90 %%, of whose "
                        "half widths the median is shown.");
    fputc('\n', sheet->out);
    noc_status status = print_tallies(sheet, suite, trials, diag);
    if (status == NOC_OK) status = print_worst(sheet, suite, trials, diag);
    if (status == NOC_OK && ranking->clear) {
        fputc('\n', sheet->out);
        noc_text_say(sheet,
                     "Of %zu random pairs of designs %zu have saturations that are measured apart; "
                     "the model orders %zu of them alike (%.1f%%).",
                     ranking->pairs, ranking->clear, ranking->agreed,
                     100.0 * (double)ranking->agreed / (double)ranking->clear);
    }
    return status;
}

/* ---- for programs --------------------------------------------------------------------------- */

static void add_number(noc_table *table, double value)
{
    if (isfinite(value))
        noc_table_cell(table, "%.12g", value);
    else
        noc_table_cell(table, "%s", "");
}

static noc_status print_csv(const noc_sheet *sheet, const noc_suite *suite,
                            const noc_trials *trials, noc_diag *diag)
{
    static const char *const headers[] = {
        "suite", "family", "design", "hash",     "figure",     "load_flits_per_cycle",
        "model", "lo",     "hi",     "measured", "error_frac", "inside"};
    noc_table table = {0};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        noc_table_column(&table, NOC_ALIGN_LEFT, headers[i]);
    for (size_t i = 0; i < trials->count; i++) {
        const noc_trial *t = &trials->list[i];
        const noc_suite_case *c = &suite->cases[t->design];
        const double numbers[] = {t->load, t->model, t->lo, t->hi, t->measured, noc_trial_error(t)};
        noc_table_cell(&table, "%s", suite->name);
        noc_table_cell(&table, "%s", c->family);
        noc_table_cell(&table, "%s", c->name);
        noc_table_cell(&table, "%s", c->design->hash);
        noc_table_cell(&table, "%s", noc_trial_kind_name(t->kind));
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
            add_number(&table, numbers[k]);
        noc_table_cell(&table, "%s",
                       noc_trial_has_interval(t) ? noc_trial_is_inside(t) ? "1" : "0" : "");
    }
    const noc_status status = noc_csv_table(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}

static json_t *tally_object(const char *family, noc_trial_kind kind, const noc_tally *t)
{
    json_t *object = json_object();
    json_object_set_new(object, "family", noc_json_text(family));
    json_object_set_new(object, "figure", noc_json_text(noc_trial_kind_name(kind)));
    json_object_set_new(object, "cases", json_integer((json_int_t)(t->count + t->missing)));
    json_object_set_new(object, "no_answer", json_integer((json_int_t)t->missing));
    json_object_set_new(object, "mean_error", noc_json_real(t->mean));
    json_object_set_new(object, "worst_error", noc_json_real(t->worst));
    json_object_set_new(object, "bias", noc_json_real(t->bias));
    json_object_set_new(object, "intervals", json_integer((json_int_t)t->intervals));
    json_object_set_new(object, "inside", json_integer((json_int_t)t->inside));
    json_object_set_new(object, "median_half_width", noc_json_real(t->half_width));
    json_object_set_new(object, "widening", noc_json_real(t->widening));
    return object;
}

static json_t *tallies_array(const noc_suite *suite, const noc_trials *trials)
{
    json_t *array = json_array();
    for (size_t f = 0; f <= suite->family_count; f++) {
        const char *family = f < suite->family_count ? suite->families[f] : NULL;
        for (int kind = 0; kind < NOC_TRIAL_KINDS; kind++) {
            const noc_tally t = noc_trials_tally(trials, suite, family, (noc_trial_kind)kind);
            if (t.count + t.missing)
                json_array_append_new(
                    array, tally_object(family ? family : "all", (noc_trial_kind)kind, &t));
        }
    }
    return array;
}

static json_t *worst_array(const noc_suite *suite, const noc_trials *trials)
{
    json_t *array = json_array();
    const noc_trial **list = rank_worst(trials);
    for (size_t i = 0; list && i < trials->count && i < WORST; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "design", noc_json_text(suite->cases[list[i]->design].name));
        json_object_set_new(object, "figure", noc_json_text(noc_trial_kind_name(list[i]->kind)));
        json_object_set_new(object, "load_flits_per_cycle", noc_json_real(list[i]->load));
        json_object_set_new(object, "model", noc_json_real(list[i]->model));
        json_object_set_new(object, "measured", noc_json_real(list[i]->measured));
        json_object_set_new(object, "error", noc_json_real(noc_trial_error(list[i])));
        json_array_append_new(array, object);
    }
    free(list);
    return array;
}

static json_t *bad_array(const noc_suite *suite)
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
                             const noc_trials *trials, const noc_ranking *ranking, noc_diag *diag)
{
    json_t *object = json_object(), *pairs = json_object();
    json_object_set_new(object, "schema", noc_json_text("nocsight.validation/1"));
    json_object_set_new(object, "tool", noc_json_tool(&sheet->run));
    json_object_set_new(object, "suite", noc_json_text(suite->name));
    json_object_set_new(object, "designs", json_integer((json_int_t)suite->measured));
    json_object_set_new(object, "bad", bad_array(suite));
    json_object_set_new(object, "errors", tallies_array(suite, trials));
    json_object_set_new(object, "worst", worst_array(suite, trials));
    json_object_set_new(pairs, "pairs", json_integer((json_int_t)ranking->pairs));
    json_object_set_new(pairs, "measured_apart", json_integer((json_int_t)ranking->clear));
    json_object_set_new(pairs, "ordered_alike", json_integer((json_int_t)ranking->agreed));
    json_object_set_new(object, "ranking", pairs);
    return noc_json_write(sheet->out, object, diag);
}

noc_status noc_report_trials(const noc_sheet *sheet, const noc_suite *suite,
                             const noc_trials *trials, const noc_ranking *ranking, noc_diag *diag)
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
