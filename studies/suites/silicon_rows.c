#include "studies/suites/silicon_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/memory_text.h"
#include "studies/asked.h"

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

static noc_silicon_row row_of(const noc_csv_row *r)
{
    return (noc_silicon_row){
#define NOC_SILICON(name) .name = r->cells[COLUMN_##name],
#include "studies/suites/silicon.def"
#undef NOC_SILICON
        .line = r->line,
    };
}

/* ---- checks --------------------------------------------------------------------------------- */

static bool is(const char *text, const char *word)
{
    return strcmp(text, word) == 0;
}

static noc_place place_of(const noc_silicon_table *table, const noc_silicon_row *row)
{
    return (noc_place){table->file, row->line};
}

static const noc_silicon_row *find(const noc_silicon_table *table, const char *id, size_t length)
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
    const char *at = row->determined_by;
    if (!is(row->kind, "check"))
        return *at ? noc_fail(diag, NOC_EINPUT, place_of(table, row),
                              "%s: kind %s is given, not determined_by another row (expected an "
                              "empty cell)",
                              row->id, row->kind)
                   : NOC_OK;
    if (is(at, "nothing") || is(at, "design")) return NOC_OK;
    if (!*at)
        return noc_fail(
            diag, NOC_EINPUT, place_of(table, row),
            "%s: a check needs the rows that it is determined_by, 'design' or 'nothing'", row->id);
    for (size_t length; *at; at += length + (at[length] == ' ')) {
        length = strcspn(at, " ");
        const noc_silicon_row *by = find(table, at, length);
        if (!by || is(by->kind, "check"))
            return noc_fail(diag, NOC_EINPUT, place_of(table, row),
                            "%s: determined_by '%.*s', which is %s (expected ids of rows of kind "
                            "structure or input)",
                            row->id, (int)length, at, by ? "a check itself" : "no row");
    }
    return NOC_OK;
}

static noc_status check_cells(const noc_silicon_table *table, const noc_silicon_row *row,
                              noc_diag *diag)
{
    const noc_place place = place_of(table, row);
    if (!*row->id || !*row->value)
        return noc_fail(diag, NOC_EINPUT, place, "a row needs an id and a value");
    if (find(table, row->id, strlen(row->id)) != row)
        return noc_fail(diag, NOC_EINPUT, place, "there is a row '%s' above", row->id);
    if (!is(row->kind, "structure") && !is(row->kind, "input") && !is(row->kind, "check"))
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
static char *questions_over(const char *asks, const char *alternative, size_t length)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    while (*asks) {
        const size_t one = strcspn(asks, ";");
        fprintf(out, "%.*s %.*s;", (int)one, asks, (int)length, alternative);
        asks += one + (asks[one] == ';');
    }
    return noc_memory_text(out, &text);
}

static noc_status check_questions(const noc_silicon_table *table, const noc_silicon_row *row,
                                  noc_diag *diag)
{
    noc_line_state *asked = calloc(1, sizeof *asked);
    if (!asked) return noc_fail_memory(diag);
    const noc_status status =
        noc_asked_read(row->asks, row->expression, place_of(table, row), asked, diag);
    const bool condition =
        asked->expression && noc_expression_kind_of(asked->expression) == NOC_EXPRESSION_CONDITION;
    noc_asked_clear(asked);
    free(asked);
    if (!condition) return status;
    return noc_fail(diag, NOC_EINPUT, place_of(table, row),
                    "%s: the expression is a condition (expected a number or a text)", row->id);
}

/* ---- reading -------------------------------------------------------------------------------- */

noc_status noc_silicon_read(const char *text, const char *file, noc_silicon_table *table,
                            noc_diag *diag)
{
    *table = (noc_silicon_table){.file = file};
    noc_status status = noc_csv_read(text, file, columns, COLUMNS, &table->cells, diag);
    if (status != NOC_OK) return status;
    table->rows = calloc(table->cells.count + 1, sizeof *table->rows);
    if (!table->rows) return noc_fail_memory(diag);
    table->count = table->cells.count;
    for (size_t i = 0; i < table->count; i++) table->rows[i] = row_of(&table->cells.list[i]);
    for (size_t i = 0; i < table->count; i++) {
        noc_status one = check_cells(table, &table->rows[i], diag);
        if (one == NOC_OK) one = check_questions(table, &table->rows[i], diag);
        if (status == NOC_OK) status = one;
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
    return !is(row->determined_by, "nothing");
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

noc_silicon_class noc_silicon_class_of(const noc_silicon_row *row)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (is(row->unit, units[i].unit)) return units[i].class;
    return NOC_SILICON_COUNT;
}

const char *noc_silicon_class_name(noc_silicon_class class)
{
    static const char *const names[NOC_SILICON_CLASSES] = {"bandwidth", "ratio", "latency",
                                                           "count"};
    return names[class];
}

double noc_silicon_factor(const noc_silicon_row *row, double figure)
{
    return is(row->unit, "%") ? 1.0 + figure / 100.0 : figure;
}

double noc_silicon_error(const noc_silicon_compared *c, const noc_silicon_ours *ours)
{
    if (isnan(ours->value) || c->printed.form == NOC_PRINTED_TEXT) return NAN;
    const double edge = fmin(fmax(ours->value, c->printed.lo), c->printed.hi);
    return noc_silicon_factor(c->row, ours->value) / noc_silicon_factor(c->row, edge) - 1.0;
}

static void widen(noc_silicon_ours *ours, double value)
{
    ours->lo = fmin(ours->lo, value);
    ours->hi = fmax(ours->hi, value);
}

/* Copies a figure of the bench. */
static noc_status take(const noc_figure_asked *figure, noc_silicon_ours *ours, noc_diag *diag)
{
    ours->stale |= figure->stale;
    if (figure->stale) return NOC_OK;
    if (figure->term.kind == NOC_TERM_NUMBER) {
        ours->value = figure->term.number;
        ours->half = figure->half;
    }
    if (figure->term.kind != NOC_TERM_TEXT) return NOC_OK;
    ours->text = strdup(figure->term.text);
    return ours->text ? NOC_OK : noc_fail_memory(diag);
}

/* Answers questions by both methods: figures[0] by the model, figures[1] sampled. */
static noc_status answer(noc_bench *bench, const char *asks, const noc_silicon_row *row,
                         noc_place place, noc_figure_asked figures[2], char **command)
{
    noc_line_state *asked = calloc(1, sizeof *asked);
    if (!asked) return noc_fail_memory(bench->diag);
    noc_status status = noc_asked_read(asks, row->expression, place, asked, bench->diag);
    for (int sampled = 0; sampled < 2 && status == NOC_OK; sampled++)
        status = noc_asked_figure(asked, bench, sampled, NULL, NULL, &figures[sampled]);
    if (status == NOC_OK && command && !(*command = noc_asked_command(asked)))
        status = noc_fail_memory(bench->diag);
    noc_asked_clear(asked);
    free(asked);
    return status;
}

/* Answers the questions under each alternative of `over`. */
static noc_status answer_over(noc_bench *bench, const noc_silicon_table *table,
                              noc_silicon_compared *c)
{
    noc_status status = NOC_OK;
    const char *at = c->row->over;
    noc_silicon_ours *const ours[] = {&c->model, &c->sample};
    for (size_t length; *at && status == NOC_OK; at += length + (at[length] == '|')) {
        noc_figure_asked figures[2];
        length = strcspn(at, "|");
        char *asks = questions_over(c->row->asks, at, length);
        if (!asks) return noc_fail_memory(bench->diag);
        status = answer(bench, asks, c->row, place_of(table, c->row), figures, NULL);
        free(asks);
        for (int m = 0; m < 2 && status == NOC_OK; m++) {
            ours[m]->stale |= figures[m].stale;
            if (figures[m].term.kind == NOC_TERM_NUMBER && !figures[m].stale)
                widen(ours[m], figures[m].term.number);
        }
    }
    return status;
}

noc_status noc_silicon_compare(noc_bench *bench, const noc_silicon_table *table,
                               const noc_silicon_row *row, noc_silicon_compared *c)
{
    static const noc_silicon_ours none = {NAN, NAN, NAN, NAN, NULL, false};
    noc_figure_asked figures[2];
    *c = (noc_silicon_compared){row, noc_printed_read(row->value), none, none, NULL};
    noc_status status = answer(bench, row->asks, row, place_of(table, row), figures, &c->command);
    if (status == NOC_OK) status = take(&figures[0], &c->model, bench->diag);
    if (status == NOC_OK) status = take(&figures[1], &c->sample, bench->diag);
    if (status == NOC_OK && *row->over) {
        widen(&c->model, c->model.value);
        widen(&c->sample, c->sample.value);
        status = answer_over(bench, table, c);
    }
    if (status == NOC_EINPUT || status == NOC_EUSAGE)
        noc_fail(bench->diag, status, place_of(table, row), "%s: this row asks so", row->id);
    return status;
}

void noc_silicon_compared_clear(noc_silicon_compared *c)
{
    free(c->model.text);
    free(c->sample.text);
    free(c->command);
}
