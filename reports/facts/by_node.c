#include "reports/facts/by_node.h"

#include <math.h>
#include <stdlib.h>

#include "reports/drawings/node_map.h"
#include "reports/drawings/picture_page.h"
#include "reports/words/figure.h"
#include "reports/words/load_words.h"
#include "reports/words/sections.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/table_print.h"

enum { SOURCES_MAX = 12, GROUPS_MAX = 10 }; /* limits of printed tables: sources, groups */

static uint32_t pair_source(const noc_node_pairs *pairs, const noc_node_pair *pair)
{
    return pairs->sources.numbers[pair->row];
}

static uint32_t pair_destination(const noc_node_pairs *pairs, const noc_node_pair *pair)
{
    return pairs->destinations.numbers[pair->column];
}

/* ---- JSON ----------------------------------------------------------------------------------- */

json_t *noc_json_by_node(const noc_node_pairs *pairs)
{
    const char *latency = pairs->has_replies ? "round_trip_cycles" : "packet_latency_cycles";
    json_t *array = json_array();
    for (size_t i = 0; i < pairs->count; i++) {
        const noc_node_pair *pair = &pairs->list[i];
        json_t *object = json_object();
        json_object_set_new(object, "source", json_integer(pair_source(pairs, pair)));
        json_object_set_new(object, "destination", json_integer(pair_destination(pairs, pair)));
        json_object_set_new(object, "bytes_per_cycle", noc_json_real(pair->payload_rate));
        json_object_set_new(object, "data_bytes_per_cycle", noc_json_real(pair->data_rate));
        json_object_set_new(object, latency, noc_json_real(pair->latency));
        json_array_append_new(array, object);
    }
    return array;
}

/* ---- means ---------------------------------------------------------------------------------- */

/* Sums over pairs. Latencies are weighted by data; equally if no data is offered. */
typedef struct pair_sums {
    double data, weight, latency;
    const noc_node_pair *fastest, *slowest;
} pair_sums;

static void add_pair(pair_sums *s, const noc_node_pair *pair)
{
    const double weight = isnan(pair->data_rate) ? 1.0 : pair->data_rate;
    s->data += pair->data_rate;
    if (isnan(pair->latency)) return;
    s->weight += weight;
    s->latency += weight * pair->latency;
    if (!s->fastest || pair->latency < s->fastest->latency) s->fastest = pair;
    if (!s->slowest || pair->latency > s->slowest->latency) s->slowest = pair;
}

static double mean_latency(const pair_sums *s)
{
    return s->weight > 0.0 ? s->latency / s->weight : NAN;
}

/* ---- groups --------------------------------------------------------------------------------- */

static int count_groups(const noc_node_side *side)
{
    int largest = -1;
    for (size_t i = 0; side->groups && i < side->count; i++)
        largest = side->groups[i] > largest ? side->groups[i] : largest;
    return largest + 1;
}

static void add_group_row(noc_table *table, const pair_sums *cells, int columns, bool is_data)
{
    for (int c = 0; c < columns; c++)
        noc_table_add_cell(
            table, "%s", noc_short_figure(is_data ? cells[c].data : mean_latency(&cells[c])).text);
}

/* Prints a table by group of sources and of destinations: data (is_data) or mean latencies. */
static noc_status print_groups(const noc_sheet *sheet, const noc_node_pairs *pairs,
                               const pair_sums *groups, int rows, int columns, bool is_data,
                               noc_diag *diag)
{
    noc_table table = {0};
    char heads[GROUPS_MAX][12]; /* borrowed by the table */
    noc_text_paragraph(sheet, "%s, by %s (rows) and %s:",
                       is_data              ? "Data in bytes a cycle"
                       : pairs->has_replies ? "Round trip in cycles, mean"
                                            : "Latency in cycles, mean",
                       pairs->sources.level, pairs->destinations.level);
    noc_table_add_column(&table, NOC_ALIGN_LEFT, pairs->sources.level);
    for (int c = 0; c < columns; c++) {
        snprintf(heads[c], sizeof heads[c], "%d", c);
        noc_table_add_column(&table, NOC_ALIGN_POINT, heads[c]);
    }
    for (int r = 0; r < rows; r++) {
        noc_table_add_cell(&table, "%d", r);
        add_group_row(&table, &groups[r * columns], columns, is_data);
    }
    const noc_status status = noc_text_table(sheet, &table, diag);
    fputc('\n', sheet->out);
    return status;
}

static noc_status print_by_group(const noc_sheet *sheet, const noc_node_pairs *pairs,
                                 noc_diag *diag)
{
    const int rows = count_groups(&pairs->sources), columns = count_groups(&pairs->destinations);
    if (rows == 0 || columns == 0 || columns > GROUPS_MAX) return NOC_OK;
    pair_sums *groups = calloc((size_t)(rows * columns), sizeof *groups);
    if (!groups) return noc_fail_memory(diag);
    for (size_t i = 0; i < pairs->count; i++)
        add_pair(&groups[pairs->sources.groups[pairs->list[i].row] * columns +
                         pairs->destinations.groups[pairs->list[i].column]],
                 &pairs->list[i]);
    noc_status status = print_groups(sheet, pairs, groups, rows, columns, false, diag);
    if (status == NOC_OK && pairs->count > 0 && !isnan(pairs->list[0].data_rate))
        status = print_groups(sheet, pairs, groups, rows, columns, true, diag);
    free(groups);
    return status;
}

/* ---- sources -------------------------------------------------------------------------------- */

/* A source and the sums of its pairs. */
typedef struct source_row {
    uint32_t position;
    pair_sums sums;
} source_row;

/* Mean latency by which a row is ordered: a source that sends, with latencies without bound, comes
 * first; a source without packets comes last. */
static double order_latency(const pair_sums *sums)
{
    const double mean = mean_latency(sums);
    if (!isnan(mean)) return mean;
    return sums->data > 0.0 ? INFINITY : -INFINITY;
}

/* Compares rows: largest mean latency first, then by position. */
static int compare_rows(const void *a, const void *b)
{
    const source_row *first = a, *second = b;
    const double first_latency = order_latency(&first->sums),
                 second_latency = order_latency(&second->sums);
    if (first_latency != second_latency) return first_latency > second_latency ? -1 : 1;
    return (first->position > second->position) - (first->position < second->position);
}

static void add_extreme(noc_table *table, const noc_node_pairs *pairs, const noc_node_pair *pair)
{
    noc_table_add_cell(table, "%s", noc_short_figure(pair ? pair->latency : NAN).text);
    if (pair)
        noc_table_add_cell(table, "%u", pair_destination(pairs, pair));
    else
        noc_table_add_cell(table, "-");
}

static void add_row(noc_table *table, const noc_node_pairs *pairs, const char *name,
                    const pair_sums *s)
{
    noc_table_add_cell(table, "%s", name);
    noc_table_add_cell(table, "%s", noc_short_figure(s->data).text);
    noc_table_add_cell(table, "%s", noc_short_figure(mean_latency(s)).text);
    add_extreme(table, pairs, s->fastest);
    add_extreme(table, pairs, s->slowest);
}

static noc_status print_rows(const noc_sheet *sheet, const noc_node_pairs *pairs,
                             const source_row *rows, noc_diag *diag)
{
    static const noc_column_head heads[] = {
        {NOC_ALIGN_LEFT, "source"},        {NOC_ALIGN_POINT, "data\nbytes/cycle"},
        {NOC_ALIGN_POINT, "mean\ncycles"}, {NOC_ALIGN_POINT, "fastest\ncycles"},
        {NOC_ALIGN_RIGHT, "\nto"},         {NOC_ALIGN_POINT, "slowest\ncycles"},
        {NOC_ALIGN_RIGHT, "\nto"},
    };
    noc_table table = {0};
    pair_sums total = {0};
    char name[24];
    noc_table_add_columns(&table, heads, sizeof heads / sizeof heads[0]);
    for (size_t i = 0; i < pairs->sources.count && i < SOURCES_MAX; i++) {
        snprintf(name, sizeof name, "%u", pairs->sources.numbers[rows[i].position]);
        add_row(&table, pairs, name, &rows[i].sums);
    }
    for (size_t i = 0; i < pairs->count; i++) add_pair(&total, &pairs->list[i]);
    add_row(&table, pairs, "all", &total);
    const noc_status status = noc_text_table(sheet, &table, diag);
    if (pairs->sources.count > SOURCES_MAX)
        noc_text_paragraph(
            sheet,
            "Left out: %zu of %zu sources, with shorter trips (--format json and csv have "
            "all pairs).",
            pairs->sources.count - SOURCES_MAX, pairs->sources.count);
    return status;
}

static noc_status print_pairs(const noc_sheet *sheet, const noc_estimate *estimate, noc_diag *diag)
{
    const noc_node_pairs *pairs = estimate->pairs;
    noc_status status = print_by_group(sheet, pairs, diag);
    source_row *rows = calloc(pairs->sources.count + 1, sizeof *rows);
    if (!rows) return noc_fail_memory(diag);
    for (uint32_t s = 0; s < pairs->sources.count; s++) rows[s].position = s;
    for (size_t i = 0; i < pairs->count; i++)
        add_pair(&rows[pairs->list[i].row].sums, &pairs->list[i]);
    qsort(rows, pairs->sources.count, sizeof *rows, compare_rows);
    if (status == NOC_OK) status = print_rows(sheet, pairs, rows, diag);
    free(rows);
    return status;
}

noc_status noc_text_by_node(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                            noc_diag *diag)
{
    return noc_text_sections(sheet, estimates, count, "By node, longest trips first", true,
                             print_pairs, diag);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void write_csv_row(const noc_sheet *sheet, const noc_estimate *estimate,
                          const noc_node_pair *pair)
{
    noc_csv_line line = {.sheet = sheet};
    noc_csv_text(&line, estimate->design->name);
    noc_csv_text(&line, estimate->design->hash);
    noc_csv_text(&line, noc_method_name(estimate->method));
    noc_csv_real(&line, estimate->load);
    noc_csv_count(&line, pair_source(estimate->pairs, pair));
    noc_csv_count(&line, pair_destination(estimate->pairs, pair));
    noc_csv_real(&line, pair->payload_rate);
    noc_csv_real(&line, pair->data_rate);
    noc_csv_real(&line, pair->latency);
    noc_csv_end(&line);
}

noc_status noc_csv_by_node(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                           noc_diag *diag)
{
    (void)diag;
    fprintf(sheet->out,
            "design,hash,method,load_flits_per_cycle,source,destination,bytes_per_cycle,"
            "data_bytes_per_cycle,%s_cycles\n",
            estimates[0].pairs->has_replies ? "round_trip" : "packet_latency");
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < estimates[i].pairs->count; k++)
            write_csv_row(sheet, &estimates[i], &estimates[i].pairs->list[k]);
    return NOC_OK;
}

/* ---- pictures ------------------------------------------------------------------------------- */

static noc_status write_page(const noc_sheet *sheet, const noc_estimate *estimate,
                             const char *load_words, noc_diag *diag)
{
    char title[300];
    noc_inner_sheet inner;
    snprintf(title, sizeof title, "%.200s: by node", estimate->design->name);
    noc_picture_page_begin(sheet->out, title);
    noc_picture_page_open(sheet->out, title);
    noc_status status = noc_node_map_draw(sheet->out, estimate, load_words, diag);
    noc_picture_page_close(sheet->out);
    if (status == NOC_OK) status = noc_picture_page_fold(sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_text_by_node(&inner.sheet, estimate, 1, diag);
    status = noc_picture_page_unfold(sheet->out, "As tables", &inner, status, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}

noc_status noc_by_node_draw(const noc_sheet *sheet, const noc_estimate *estimate, bool is_page,
                            noc_diag *diag)
{
    char load_words[NOC_LOAD_WORDS_CHARS];
    noc_load_words(sheet, estimate, 1, load_words);
    return is_page ? write_page(sheet, estimate, load_words, diag)
                   : noc_node_map_draw(sheet->out, estimate, load_words, diag);
}
