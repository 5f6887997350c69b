#include "studies/suites/silicon_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/memory_text.h"
#include "studies/figure_query.h"

static const char *const columns[] = {
#define NOC_SILICON(name) #name,
#include "studies/suites/silicon.def"
#undef NOC_SILICON
};

enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* Columns in their order. */
enum {
#define NOC_SILICON(name) COLUMN_##name,
#include "studies/suites/silicon.def"
#undef NOC_SILICON
};

static noc_silicon_row make_row(const noc_csv_row *r)
{
    return (noc_silicon_row){
#define NOC_SILICON(name) .name = r->cells[COLUMN_##name],
#include "studies/suites/silicon.def"
#undef NOC_SILICON
        .line = r->line,
    };
}

/* ---- checks --------------------------------------------------------------------------------- */

static bool is_word(const char *text, const char *word)
{
    return strcmp(text, word) == 0;
}

static noc_place find_place(const noc_silicon_table *table, const noc_silicon_row *row)
{
    return (noc_place){table->file, row->line};
}

static const noc_silicon_row *find_row(const noc_silicon_table *table, const char *id,
                                       size_t length)
{
    for (size_t i = 0; i < table->count; i++)
        if (strlen(table->rows[i].id) == length && strncmp(table->rows[i].id, id, length) == 0)
            return &table->rows[i];
    return NULL;
}

/* Checks that each id of `determined_by` is of a row that may set a parameter. */
static noc_status check_determined(const noc_silicon_table *table, const noc_silicon_row *row,
                                   noc_diag *diag)
{
    const char *ids = row->determined_by;
    if (!is_word(row->kind, "check"))
        return *ids ? noc_fail(diag, NOC_EINPUT, find_place(table, row),
                               "%s: kind %s is given, not determined_by another row (expected an "
                               "empty cell)",
                               row->id, row->kind)
                    : NOC_OK;
    if (is_word(ids, "nothing") || is_word(ids, "design")) return NOC_OK;
    if (!*ids)
        return noc_fail(
            diag, NOC_EINPUT, find_place(table, row),
            "%s: a check needs the rows that it is determined_by, 'design' or 'nothing'", row->id);
    for (size_t length; *ids; ids += length + (ids[length] == ' ')) {
        length = strcspn(ids, " ");
        const noc_silicon_row *determining_row = find_row(table, ids, length);
        if (!determining_row || is_word(determining_row->kind, "check"))
            return noc_fail(diag, NOC_EINPUT, find_place(table, row),
                            "%s: determined_by '%.*s', which is %s (expected ids of rows of kind "
                            "structure or input)",
                            row->id, (int)length, ids,
                            determining_row ? "a check itself" : "no row");
    }
    return NOC_OK;
}

static noc_status check_cells(const noc_silicon_table *table, const noc_silicon_row *row,
                              noc_diag *diag)
{
    const noc_place place = find_place(table, row);
    if (!*row->id || !*row->value)
        return noc_fail(diag, NOC_EINPUT, place, "a row needs an id and a value");
    if (find_row(table, row->id, strlen(row->id)) != row)
        return noc_fail(diag, NOC_EINPUT, place, "there is a row '%s' above", row->id);
    if (!is_word(row->kind, "structure") && !is_word(row->kind, "input") &&
        !is_word(row->kind, "check"))
        return noc_fail(diag, NOC_EINPUT, place,
                        "%s: '%s' is no kind (expected structure, input or check)", row->id,
                        row->kind);
    if (!*row->expression && !*row->why)
        return noc_fail(diag, NOC_EINPUT, place,
                        "%s: a row without expression says why there is none", row->id);
    if (*row->over && (noc_silicon_is_determined(row) || !*row->expression))
        return noc_fail(diag, NOC_EINPUT, place,
                        "%s: 'over' is for checks with an expression that nothing determines",
                        row->id);
    return check_determined(table, row, diag);
}

/* Returns the questions, each followed by the settings of `alternative`. The caller frees them;
 * NULL when out of memory. */
static char *add_settings_to_questions(const char *asks, const char *alternative, size_t length)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    while (*asks) {
        const size_t question_length = strcspn(asks, ";");
        fprintf(out, "%.*s %.*s;", (int)question_length, asks, (int)length, alternative);
        asks += question_length + (asks[question_length] == ';');
    }
    return noc_memory_text_close(out, &text);
}

static noc_status check_questions(const noc_silicon_table *table, const noc_silicon_row *row,
                                  noc_diag *diag)
{
    noc_figure_query *figure_query = calloc(1, sizeof *figure_query);
    if (!figure_query) return noc_fail_memory(diag);
    const noc_status status = noc_figure_query_read(row->asks, row->expression,
                                                    find_place(table, row), figure_query, diag);
    const bool is_condition =
        figure_query->expression &&
        noc_expression_get_kind(figure_query->expression) == NOC_EXPRESSION_CONDITION;
    noc_figure_query_clear(figure_query);
    free(figure_query);
    if (!is_condition) return status;
    return noc_fail(diag, NOC_EINPUT, find_place(table, row),
                    "%s: the expression is a condition (expected a number or a text)", row->id);
}

/* ---- reading -------------------------------------------------------------------------------- */

noc_status noc_silicon_read(const char *text, const char *file, noc_silicon_table *table,
                            noc_diag *diag)
{
    *table = (noc_silicon_table){.file = file};
    noc_status status = noc_csv_read_rows(text, file, columns, COLUMNS, &table->cells, diag);
    if (status != NOC_OK) return status;
    table->rows = calloc(table->cells.count + 1, sizeof *table->rows);
    if (!table->rows) return noc_fail_memory(diag);
    table->count = table->cells.count;
    for (size_t i = 0; i < table->count; i++) table->rows[i] = make_row(&table->cells.list[i]);
    for (size_t i = 0; i < table->count; i++) {
        noc_status row_status = check_cells(table, &table->rows[i], diag);
        if (row_status == NOC_OK) row_status = check_questions(table, &table->rows[i], diag);
        if (status == NOC_OK) status = row_status;
    }
    return status;
}

void noc_silicon_clear(noc_silicon_table *table)
{
    noc_csv_rows_clear(&table->cells);
    free(table->rows);
    *table = (noc_silicon_table){.file = NULL};
}

bool noc_silicon_is_determined(const noc_silicon_row *row)
{
    return !is_word(row->determined_by, "nothing");
}

/* ---- figures -------------------------------------------------------------------------------- */

static const struct {
    const char *unit;
    noc_silicon_class class;
} units[] = {
    {"GB/s", NOC_SILICON_BANDWIDTH}, {"B/clk", NOC_SILICON_BANDWIDTH},
    {"x", NOC_SILICON_RATIO},        {"%", NOC_SILICON_RATIO},
    {"TB/s", NOC_SILICON_BANDWIDTH}, {"cycles", NOC_SILICON_LATENCY},
    {"ns", NOC_SILICON_LATENCY},
};

noc_silicon_class noc_silicon_find_class(const noc_silicon_row *row)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (is_word(row->unit, units[i].unit)) return units[i].class;
    return NOC_SILICON_COUNT;
}

const char *noc_silicon_class_name(noc_silicon_class class)
{
    static const char *const names[NOC_SILICON_CLASSES] = {"bandwidth", "ratio", "latency",
                                                           "count"};
    return names[class];
}

double noc_silicon_to_factor(const noc_silicon_row *row, double figure)
{
    return is_word(row->unit, "%") ? 1.0 + figure / 100.0 : figure;
}

double noc_silicon_error(const noc_silicon_compared *c, const noc_silicon_figure *figure)
{
    if (isnan(figure->value) || c->printed.form == NOC_PRINTED_TEXT) return NAN;
    const double nearest_bound = fmin(fmax(figure->value, c->printed.lo), c->printed.hi);
    return noc_silicon_to_factor(c->row, figure->value) /
               noc_silicon_to_factor(c->row, nearest_bound) -
           1.0;
}

static void widen_range(noc_silicon_figure *range, double value)
{
    range->lo = fmin(range->lo, value);
    range->hi = fmax(range->hi, value);
}

/* Copies a figure of the bench. */
static noc_status copy_figure(const noc_computed_figure *figure, noc_silicon_figure *target,
                              noc_diag *diag)
{
    target->is_stale |= figure->is_stale;
    if (figure->is_stale) return NOC_OK;
    if (figure->term.kind == NOC_TERM_NUMBER) {
        target->value = figure->term.number;
        target->half_width = figure->half_width;
    }
    if (figure->term.kind != NOC_TERM_TEXT) return NOC_OK;
    target->text = strdup(figure->term.text);
    return target->text ? NOC_OK : noc_fail_memory(diag);
}

/* Answers questions by both methods: figures[0] by the model, figures[1] sampled. */
static noc_status answer_questions(noc_bench *bench, const char *asks, const noc_silicon_row *row,
                                   noc_place place, noc_computed_figure figures[2], char **command)
{
    NOC_AUTO_FREE noc_figure_query *figure_query = calloc(1, sizeof *figure_query);
    if (!figure_query) return noc_fail_memory(bench->diag);
    noc_status status =
        noc_figure_query_read(asks, row->expression, place, figure_query, bench->diag);
    for (int sampled = 0; sampled < 2 && status == NOC_OK; sampled++)
        status =
            noc_figure_query_compute(figure_query, bench, sampled, NULL, NULL, &figures[sampled]);
    if (status == NOC_OK && command && !(*command = noc_figure_query_commands(figure_query)))
        status = noc_fail_memory(bench->diag);
    noc_figure_query_clear(figure_query);
    return status;
}

/* Answers the questions under each alternative of `over`. */
static noc_status answer_alternatives(noc_bench *bench, const noc_silicon_table *table,
                                      noc_silicon_compared *c)
{
    noc_status status = NOC_OK;
    const char *alternatives = c->row->over;
    noc_silicon_figure *const figure_of_method[] = {&c->model, &c->sample};
    for (size_t length; *alternatives && status == NOC_OK;
         alternatives += length + (alternatives[length] == '|')) {
        noc_computed_figure figures[2];
        length = strcspn(alternatives, "|");
        char *asks = add_settings_to_questions(c->row->asks, alternatives, length);
        if (!asks) return noc_fail_memory(bench->diag);
        status = answer_questions(bench, asks, c->row, find_place(table, c->row), figures, NULL);
        free(asks);
        for (int m = 0; m < 2 && status == NOC_OK; m++) {
            figure_of_method[m]->is_stale |= figures[m].is_stale;
            if (figures[m].term.kind == NOC_TERM_NUMBER && !figures[m].is_stale)
                widen_range(figure_of_method[m], figures[m].term.number);
        }
    }
    return status;
}

noc_status noc_silicon_answer_row(noc_bench *bench, const noc_silicon_table *table,
                                  const noc_silicon_row *row, noc_silicon_compared *c)
{
    static const noc_silicon_figure no_figure = {NAN, NAN, NAN, NAN, NULL, false};
    noc_computed_figure figures[2];
    *c = (noc_silicon_compared){row, noc_printed_read(row->value), no_figure, no_figure, NULL};
    noc_status status =
        answer_questions(bench, row->asks, row, find_place(table, row), figures, &c->command);
    if (status == NOC_OK) status = copy_figure(&figures[0], &c->model, bench->diag);
    if (status == NOC_OK) status = copy_figure(&figures[1], &c->sample, bench->diag);
    if (status == NOC_OK && *row->over) {
        widen_range(&c->model, c->model.value);
        widen_range(&c->sample, c->sample.value);
        status = answer_alternatives(bench, table, c);
    }
    if (status == NOC_EINPUT || status == NOC_EUSAGE)
        noc_fail(bench->diag, status, find_place(table, row), "%s: this row asks so", row->id);
    return status;
}

void noc_silicon_compared_clear(noc_silicon_compared *c)
{
    free(c->model.text);
    free(c->sample.text);
    free(c->command);
}
