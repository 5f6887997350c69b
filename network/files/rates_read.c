#include "network/files/rates_read.h"

#include <errno.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/growing_list.h"
#include "base/input/cells.h"
#include "base/input/input.h"
#include "network/files/graph_files.h"
#include "network/files/wiring_read.h"

/* Largest rate of a pair, packets a cycle. */
static const double most_packets = 256.0;

/* Table under construction; the list grows in steps. */
typedef struct reading {
    noc_rates *rates;
    size_t capacity;
} reading;

static const noc_column columns[] = {
    {"source", NOC_CELL_WHOLE, false, 0, NOC_RATES_NODES_MAX - 1, NULL},
    {"destination", NOC_CELL_WHOLE, false, 0, NOC_RATES_NODES_MAX - 1, NULL},
    {"rate", NOC_CELL_REAL, false, 0, most_packets, NULL},
};

/* ---- rows ----------------------------------------------------------------------------------- */

static void add_rate(noc_cells *table, const noc_cell *cells, int line)
{
    reading *r = table->context;
    noc_rates *rates = r->rates;
    double needed_bytes = 0.0;
    if (!noc_list_make_limited_room(&rates->arena, &rates->list, rates->count + 1, &r->capacity,
                                    sizeof *rates->list, &needed_bytes)) {
        noc_cells_stop(table,
                       noc_list_report_failure(needed_bytes, (noc_place){table->file, line},
                                               "what the table has up to this line", table->diag));
        return;
    }
    rates->list[rates->count++] = (noc_rate){
        .source = (uint32_t)cells[0].number,
        .destination = (uint32_t)cells[1].number,
        .packet_rate = cells[2].number,
        .line = line,
    };
}

static int compare_rates(const void *left, const void *right)
{
    const noc_rate *a = left, *b = right;
    if (a->source != b->source) return a->source < b->source ? -1 : 1;
    if (a->destination != b->destination) return a->destination < b->destination ? -1 : 1;
    return a->line - b->line;
}

static void refuse_repeated_pairs(noc_cells *table, const noc_rates *rates)
{
    for (size_t i = 1; i < rates->count; i++) {
        const noc_rate *one = &rates->list[i - 1], *other = &rates->list[i];
        if (one->source == other->source && one->destination == other->destination)
            noc_cells_fault(table, other->line,
                            "from node %u to node %u there are two rates, here and in line %d (one "
                            "line for a pair)",
                            other->source, other->destination, one->line);
    }
}

/* Sums the rates, and removes pairs that send nothing. */
static void sum_up(noc_rates *rates)
{
    size_t kept_count = 0;
    for (size_t i = 0; i < rates->count; i++) {
        const noc_rate rate = rates->list[i];
        if (!(rate.packet_rate > 0.0)) continue;
        rates->source_count += kept_count == 0 || rates->list[kept_count - 1].source != rate.source;
        rates->total_rate += rate.packet_rate;
        rates->list[kept_count++] = rate;
    }
    rates->count = kept_count;
}

static noc_status finish_table(noc_cells *table, noc_rates *rates, noc_diag *diag)
{
    if (rates->count) qsort(rates->list, rates->count, sizeof *rates->list, compare_rates);
    refuse_repeated_pairs(table, rates);
    if (table->status != NOC_OK) return table->status;
    sum_up(rates);
    if (rates->count > 0) return NOC_OK;
    return noc_fail(diag, NOC_EINPUT, (noc_place){table->file, 0},
                    "no node sends anything (a line source,destination,rate for each pair that "
                    "does, in packets a cycle)");
}

/* ---- files ---------------------------------------------------------------------------------- */

static noc_status read_text(const char *path, const char *text, noc_rates *rates, noc_diag *diag)
{
    reading r = {.rates = rates};
    noc_cells table = {
        .file = path,
        .columns = columns,
        .count = sizeof columns / sizeof columns[0],
        .take_row = add_rate,
        .context = &r,
        .diag = diag,
    };
    const noc_status status = noc_cells_read(&table, text);
    return status == NOC_OK ? finish_table(&table, rates, diag) : status;
}

static noc_status read_file(const char *path, noc_rates **rates, noc_diag *diag)
{
    NOC_AUTO_FREE char *text = NULL;
    noc_status status = noc_text_read(path, &noc_table_text, &text, diag);
    if (status != NOC_OK) return status;
    noc_rates *table = calloc(1, sizeof *table);
    if (table) table->file = noc_arena_string(&table->arena, path);
    status = table && table->file ? read_text(path, text, table, diag) : noc_fail_memory(diag);
    if (status == NOC_OK) SHA256Data((const uint8_t *)text, strlen(text), table->digest);
    if (status == NOC_OK)
        *rates = table;
    else
        noc_rates_free(table);
    return status;
}

/* Finds a kept table, or reads it. The caller releases *rates by noc_rates_free. */
static noc_status find_or_read_table(noc_rates_memory *m, const char *path, noc_rates **rates,
                                     noc_diag *diag)
{
    noc_wiring_stamp stamp;
    const bool has_stamp = noc_wiring_stamp_of(path, &stamp);
    for (int k = 0; has_stamp && k < NOC_RATES_KEPT; k++) {
        noc_rates *table = m->tables[k];
        if (!table || strcmp(table->file, path) != 0) continue;
        if (memcmp(&table->stamp, &stamp, sizeof stamp) != 0) continue;
        *rates = noc_rates_share(table);
        return NOC_OK;
    }
    const noc_status status = read_file(path, rates, diag);
    if (status != NOC_OK || !has_stamp) return status;
    (*rates)->stamp = stamp;
    noc_rates_free(m->tables[m->next_position]);
    m->tables[m->next_position] = noc_rates_share(*rates);
    m->next_position = (m->next_position + 1) % NOC_RATES_KEPT;
    return NOC_OK;
}

void noc_rates_memory_clear(noc_rates_memory *m)
{
    for (int k = 0; k < NOC_RATES_KEPT; k++) noc_rates_free(m->tables[k]);
    *m = (noc_rates_memory){.next_position = 0};
}

noc_status noc_rates_read(noc_design *d, noc_rates_memory *memory, noc_diag *diag)
{
    const char *name = d->traffic.rates_file;
    if (!name || !*name) return NOC_OK;
    NOC_AUTO_FREE char *path = noc_design_relative_path(d, name);
    if (!path) return noc_fail_memory(diag);
    if (noc_input_is_readable(path))
        return find_or_read_table(memory, path, &d->traffic.rates, diag);
    return noc_design_conflict(d, diag, 0, NOC_PATHS("traffic.rates"),
                               "traffic.rates = \"%s\": %s cannot be opened: %s (the name counts "
                               "from the folder of the design file)",
                               name, path, strerror(errno));
}
