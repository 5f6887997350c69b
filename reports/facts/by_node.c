#include <math.h>
#include <stdlib.h>

#include "reports/drawings/node_map.h"
#include "reports/facts/detail.h"
#include "reports/facts/details.h"
#include "reports/words/figure.h"
#include "reports/words/load_words.h"
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

/* ---- for programs --------------------------------------------------------------------------- */

#define COLUMNS NOC_DETAIL_COLUMNS "source destination bytes_per_cycle data_bytes_per_cycle "

static const char *find_columns(const noc_estimate *estimate)
{
    if (!estimate->pairs) return NULL;
    return estimate->pairs->has_replies ? COLUMNS "round_trip_cycles"
                                        : COLUMNS "packet_latency_cycles";
}

static void add_rows(noc_rows *rows, const noc_estimate *estimate)
{
    const noc_node_pairs *pairs = estimate->pairs;
    for (size_t i = 0; i < pairs->count; i++) {
        const noc_node_pair *pair = &pairs->list[i];
        noc_detail_add_row(rows, estimate);
        noc_put_count(rows, "source", pair_source(pairs, pair));
        noc_put_count(rows, "destination", pair_destination(pairs, pair));
        noc_put_real(rows, "bytes_per_cycle", pair->payload_rate);
        noc_put_real(rows, "data_bytes_per_cycle", pair->data_rate);
        noc_put_real(rows, "round_trip_cycles", pair->latency);
        noc_put_real(rows, "packet_latency_cycles", pair->latency);
    }
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
    noc_text_paragraph(sheet, "%s, by %s (rows) and %s:",
                       is_data              ? "Data in bytes a cycle"
                       : pairs->has_replies ? "Round trip in cycles, mean"
                                            : "Latency in cycles, mean",
                       pairs->sources.level, pairs->destinations.level);
    noc_table_add_column(&table, NOC_ALIGN_LEFT, pairs->sources.level);
    for (int c = 0; c < columns; c++) {
        char head[12];
        snprintf(head, sizeof head, "%d", c);
        noc_table_add_column(&table, NOC_ALIGN_POINT, head);
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
    NOC_AUTO_FREE pair_sums *groups = calloc((size_t)(rows * columns), sizeof *groups);
    if (!groups) return noc_fail_memory(diag);
    for (size_t i = 0; i < pairs->count; i++)
        add_pair(&groups[pairs->sources.groups[pairs->list[i].row] * columns +
                         pairs->destinations.groups[pairs->list[i].column]],
                 &pairs->list[i]);
    const noc_status status = print_groups(sheet, pairs, groups, rows, columns, false, diag);
    if (status != NOC_OK || pairs->count == 0 || isnan(pairs->list[0].data_rate)) return status;
    return print_groups(sheet, pairs, groups, rows, columns, true, diag);
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
    noc_table table = {0};
    pair_sums total = {0};
    char name[24];
    noc_table_add_columns(
        &table,
        "source|.data\nbytes/cycle|.mean\ncycles|.fastest\ncycles|>\nto|.slowest\ncycles|>\nto");
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
    NOC_AUTO_FREE source_row *rows = calloc(pairs->sources.count + 1, sizeof *rows);
    if (!rows) return noc_fail_memory(diag);
    for (uint32_t s = 0; s < pairs->sources.count; s++) rows[s].position = s;
    for (size_t i = 0; i < pairs->count; i++)
        add_pair(&rows[pairs->list[i].row].sums, &pairs->list[i]);
    qsort(rows, pairs->sources.count, sizeof *rows, compare_rows);
    return status == NOC_OK ? print_rows(sheet, pairs, rows, diag) : status;
}

static noc_status draw_maps(const noc_sheet *sheet, const noc_system *system,
                            const noc_estimate *estimate, noc_diag *diag)
{
    (void)system;
    char load_words[NOC_LOAD_WORDS_CHARS];
    noc_load_words(sheet, estimate, 1, load_words);
    return noc_node_map_draw(sheet->out, estimate, load_words, diag);
}

const noc_detail noc_node_detail = {
    .member = "by_node",
    .title = "By node, longest trips first",
    .page_title = "by node",
    .page_table = "As tables",
    .columns = find_columns,
    .add_rows = add_rows,
    .print = print_pairs,
    .draw = draw_maps,
};
