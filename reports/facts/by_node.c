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

enum { SHOWN = 12, GROUPS_SHOWN = 10 }; /* limits of printed tables: sources, groups */

static uint32_t source_of(const noc_node_pairs *p, const noc_node_pair *pair)
{
    return p->sources.numbers[pair->row];
}

static uint32_t destination_of(const noc_node_pairs *p, const noc_node_pair *pair)
{
    return p->destinations.numbers[pair->column];
}

/* ---- JSON ----------------------------------------------------------------------------------- */

json_t *noc_json_by_node(const noc_node_pairs *p)
{
    const char *latency = p->replies ? "round_trip_cycles" : "packet_latency_cycles";
    json_t *array = json_array();
    for (size_t i = 0; i < p->count; i++) {
        const noc_node_pair *pair = &p->list[i];
        json_t *object = json_object();
        json_object_set_new(object, "source", json_integer(source_of(p, pair)));
        json_object_set_new(object, "destination", json_integer(destination_of(p, pair)));
        json_object_set_new(object, "bytes_per_cycle", noc_json_real(pair->bytes));
        json_object_set_new(object, "data_bytes_per_cycle", noc_json_real(pair->data));
        json_object_set_new(object, latency, noc_json_real(pair->latency));
        json_array_append_new(array, object);
    }
    return array;
}

/* ---- means ---------------------------------------------------------------------------------- */

/* Sums over pairs. Latencies are weighted by data; equally if no data is offered. */
typedef struct sums {
    double data, weight, latency;
    const noc_node_pair *fastest, *slowest;
} sums;

static void add(sums *s, const noc_node_pair *pair)
{
    const double weight = isnan(pair->data) ? 1.0 : pair->data;
    s->data += pair->data;
    if (isnan(pair->latency)) return;
    s->weight += weight;
    s->latency += weight * pair->latency;
    if (!s->fastest || pair->latency < s->fastest->latency) s->fastest = pair;
    if (!s->slowest || pair->latency > s->slowest->latency) s->slowest = pair;
}

static double mean_of(const sums *s)
{
    return s->weight > 0.0 ? s->latency / s->weight : NAN;
}

/* ---- groups --------------------------------------------------------------------------------- */

static int groups_of(const noc_node_side *side)
{
    int most = -1;
    for (size_t i = 0; side->groups && i < side->count; i++)
        most = side->groups[i] > most ? side->groups[i] : most;
    return most + 1;
}

static void put_group_row(noc_table *table, const sums *row, int columns, bool data)
{
    for (int c = 0; c < columns; c++)
        noc_table_cell(table, "%s", noc_short_figure(data ? row[c].data : mean_of(&row[c])).text);
}

/* Prints a table by group of sources and of destinations: data (is_data) or mean latencies. */
static noc_status print_groups(const noc_sheet *sheet, const noc_node_pairs *p, const sums *all,
                               int rows, int columns, bool data, noc_diag *diag)
{
    noc_table table = {0};
    char heads[GROUPS_SHOWN][12]; /* borrowed by the table */
    noc_text_say(sheet, "%s, by %s (rows) and %s:",
                 data         ? "Data in bytes a cycle"
                 : p->replies ? "Round trip in cycles, mean"
                              : "Latency in cycles, mean",
                 p->sources.level, p->destinations.level);
    noc_table_column(&table, NOC_ALIGN_LEFT, p->sources.level);
    for (int c = 0; c < columns; c++) {
        snprintf(heads[c], sizeof heads[c], "%d", c);
        noc_table_column(&table, NOC_ALIGN_POINT, heads[c]);
    }
    for (int r = 0; r < rows; r++) {
        noc_table_cell(&table, "%d", r);
        put_group_row(&table, &all[r * columns], columns, data);
    }
    const noc_status status = noc_text_table(sheet, &table, diag);
    fputc('\n', sheet->out);
    return status;
}

static noc_status print_by_group(const noc_sheet *sheet, const noc_node_pairs *p, noc_diag *diag)
{
    const int rows = groups_of(&p->sources), columns = groups_of(&p->destinations);
    if (rows == 0 || columns == 0 || columns > GROUPS_SHOWN) return NOC_OK;
    sums *all = calloc((size_t)(rows * columns), sizeof *all);
    if (!all) return noc_fail_memory(diag);
    for (size_t i = 0; i < p->count; i++)
        add(&all[p->sources.groups[p->list[i].row] * columns +
                 p->destinations.groups[p->list[i].column]],
            &p->list[i]);
    noc_status status = print_groups(sheet, p, all, rows, columns, false, diag);
    if (status == NOC_OK && p->count > 0 && !isnan(p->list[0].data))
        status = print_groups(sheet, p, all, rows, columns, true, diag);
    free(all);
    return status;
}

/* ---- sources -------------------------------------------------------------------------------- */

/* A source and the sums of its pairs. */
typedef struct source_row {
    uint32_t place;
    sums of;
} source_row;

/* Compares rows: largest mean latency first, then by position. */
static int compare_rows(const void *a, const void *b)
{
    const source_row *first = a, *second = b;
    const double one = mean_of(&first->of), other = mean_of(&second->of);
    if (one != other && !isnan(one) && !isnan(other)) return one > other ? -1 : 1;
    return (first->place > second->place) - (first->place < second->place);
}

static void put_end(noc_table *table, const noc_node_pairs *p, const noc_node_pair *pair)
{
    noc_table_cell(table, "%s", noc_short_figure(pair ? pair->latency : NAN).text);
    if (pair)
        noc_table_cell(table, "%u", destination_of(p, pair));
    else
        noc_table_cell(table, "-");
}

static void put_row(noc_table *table, const noc_node_pairs *p, const char *name, const sums *s)
{
    noc_table_cell(table, "%s", name);
    noc_table_cell(table, "%s", noc_short_figure(s->data).text);
    noc_table_cell(table, "%s", noc_short_figure(mean_of(s)).text);
    put_end(table, p, s->fastest);
    put_end(table, p, s->slowest);
}

static noc_status print_rows(const noc_sheet *sheet, const noc_node_pairs *p,
                             const source_row *rows, noc_diag *diag)
{
    static const noc_table_head heads[] = {
        {NOC_ALIGN_LEFT, "source"},        {NOC_ALIGN_POINT, "data\nbytes/cycle"},
        {NOC_ALIGN_POINT, "mean\ncycles"}, {NOC_ALIGN_POINT, "fastest\ncycles"},
        {NOC_ALIGN_RIGHT, "\nto"},         {NOC_ALIGN_POINT, "slowest\ncycles"},
        {NOC_ALIGN_RIGHT, "\nto"},
    };
    noc_table table = {0};
    sums all = {0};
    char name[24];
    noc_table_columns(&table, heads, sizeof heads / sizeof heads[0]);
    for (size_t i = 0; i < p->sources.count && i < SHOWN; i++) {
        snprintf(name, sizeof name, "%u", p->sources.numbers[rows[i].place]);
        put_row(&table, p, name, &rows[i].of);
    }
    for (size_t i = 0; i < p->count; i++) add(&all, &p->list[i]);
    put_row(&table, p, "all", &all);
    const noc_status status = noc_text_table(sheet, &table, diag);
    if (p->sources.count > SHOWN)
        noc_text_say(sheet,
                     "Left out: %zu of %zu sources, with shorter trips (--format json and csv have "
                     "all pairs).",
                     p->sources.count - SHOWN, p->sources.count);
    return status;
}

static noc_status print_pairs(const noc_sheet *sheet, const noc_estimate *e, noc_diag *diag)
{
    const noc_node_pairs *p = e->pairs;
    noc_status status = print_by_group(sheet, p, diag);
    source_row *rows = calloc(p->sources.count + 1, sizeof *rows);
    if (!rows) return noc_fail_memory(diag);
    for (uint32_t s = 0; s < p->sources.count; s++) rows[s].place = s;
    for (size_t i = 0; i < p->count; i++) add(&rows[p->list[i].row].of, &p->list[i]);
    qsort(rows, p->sources.count, sizeof *rows, compare_rows);
    if (status == NOC_OK) status = print_rows(sheet, p, rows, diag);
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

static void csv_row(const noc_sheet *sheet, const noc_estimate *e, const noc_node_pair *pair)
{
    noc_csv_line line = {.sheet = sheet};
    noc_csv_text(&line, e->design->name);
    noc_csv_text(&line, e->design->hash);
    noc_csv_text(&line, noc_method_name(e->method));
    noc_csv_real(&line, e->load);
    noc_csv_count(&line, source_of(e->pairs, pair));
    noc_csv_count(&line, destination_of(e->pairs, pair));
    noc_csv_real(&line, pair->bytes);
    noc_csv_real(&line, pair->data);
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
            estimates[0].pairs->replies ? "round_trip" : "packet_latency");
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < estimates[i].pairs->count; k++)
            csv_row(sheet, &estimates[i], &estimates[i].pairs->list[k]);
    return NOC_OK;
}

/* ---- pictures ------------------------------------------------------------------------------- */

static noc_status write_page(const noc_sheet *sheet, const noc_estimate *e, const char *load,
                             noc_diag *diag)
{
    char title[300];
    noc_inner_sheet inner;
    snprintf(title, sizeof title, "%.200s: by node", e->design->name);
    noc_picture_page_begin(sheet->out, title);
    noc_picture_page_open(sheet->out, title);
    noc_status status = noc_node_map_draw(sheet->out, e, load, diag);
    noc_picture_page_close(sheet->out);
    if (status == NOC_OK) status = noc_picture_page_fold(sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_text_by_node(&inner.sheet, e, 1, diag);
    status = noc_picture_page_unfold(sheet->out, "As tables", &inner, status, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}

noc_status noc_by_node_draw(const noc_sheet *sheet, const noc_estimate *e, bool page,
                            noc_diag *diag)
{
    char load[NOC_LOAD_WORDS];
    noc_text_load(sheet, e, 1, load);
    return page ? write_page(sheet, e, load, diag) : noc_node_map_draw(sheet->out, e, load, diag);
}
