#include "network/slices.h"

#include <stddef.h>

#include "network/overlay_counts.h"

/* clang-format off */
#define AT(field) offsetof(noc_slices, field)
#define GRID_KEYS \
    {"columns", NOC_INTEGER, AT(columns), 1, 1024, 0, 1, NULL, "routers", "routers in a row", "rapid18 Table 1: 4, 8, 12"}, \
    {"rows", NOC_INTEGER, AT(rows), 1, 1024, 0, 1, NULL, "routers", "routers in a column", "rapid18 Table 1: 4, 8, 12"}
#define HOP_KEY(of) \
    {"hop_cycles", NOC_INTEGER, AT(hop_cycles), 1, 1000, 1, 0, NULL, "cycles", of, ""}
static const noc_key memory_keys[] = {
    GRID_KEYS,
    HOP_KEY("of a router and its link"),
    {"slices_per_memory", NOC_INTEGER, AT(slices_per_memory), 1, 64, 1, 0, NULL, "slices", "that a memory node's packets take in turn", "rapid18 2"},
};
static const noc_key token_keys[] = {
    GRID_KEYS,
    HOP_KEY("of a router and its link"),
    {"token_hop_cycles", NOC_INTEGER, AT(token_hop_cycles), 1, 1000, 1, 0, NULL, "cycles", "of the token, from a core to the next one of its column", ""},
};
static const noc_key ring_keys[] = {
    HOP_KEY("of a stop"),
    {"stops", NOC_INTEGER, AT(stops), 0, 1048576, 0, 0, NULL, "stops", "of a ring (0: one a core)", "cdx19: 56"},
};
#undef AT
/* clang-format on */

noc_key_table noc_memory_slices_keys(void)
{
    return (noc_key_table)NOC_KEYS(memory_keys);
}

noc_key_table noc_token_slices_keys(void)
{
    return (noc_key_table)NOC_KEYS(token_keys);
}

noc_key_table noc_ring_slices_keys(void)
{
    return (noc_key_table)NOC_KEYS(ring_keys);
}

/* Of a slice's links one memory node uses the tree to all other routers. */
noc_slice_counts noc_memory_slices_count(const noc_slices *slices, int memory_nodes)
{
    const uint64_t count = (uint64_t)memory_nodes * (uint64_t)slices->slices_per_memory,
                   tiles = (uint64_t)slices->columns * (uint64_t)slices->rows;
    return (noc_slice_counts){
        .slices = count,
        .routers = count * tiles,
        .links = count * noc_mesh_links(slices->columns, slices->rows),
        .used_links = count * (tiles - 1),
    };
}

noc_slice_counts noc_ring_slices_count(const noc_slices *slices, int memory_nodes, int cores)
{
    const uint64_t count = (uint64_t)memory_nodes,
                   stages = count * (uint64_t)(slices->stops ? slices->stops : cores);
    return (noc_slice_counts){
        .slices = count, .routers = stages, .links = stages, .used_links = stages};
}

static bool is_core(const noc_point *memory_at, int memory_nodes, int column, int row)
{
    for (int m = 0; m < memory_nodes; m++)
        if (memory_at[m].column == column && memory_at[m].row == row) return false;
    return true;
}

int noc_slices_column_cores(const noc_slices *slices, const noc_point *memory_at, int memory_nodes,
                            int column)
{
    int cores = 0;
    for (int row = 0; row < slices->rows; row++)
        cores += is_core(memory_at, memory_nodes, column, row);
    return cores;
}

typedef struct span {
    int first, last; /* none: last < first */
} span;

static void widen(span *s, int at)
{
    if (at < s->first) s->first = at;
    if (at > s->last) s->last = at;
}

static uint64_t length(int from, int to)
{
    return to > from ? (uint64_t)(to - from) : 0;
}

/* Down from the first core to the last memory node's row, up from the last core to the first's. */
static uint64_t used_in_column(const noc_slices *slices, const noc_point *memory_at,
                               int memory_nodes, int column)
{
    span cores = {slices->rows, -1}, memories = {slices->rows, -1};
    for (int row = 0; row < slices->rows; row++)
        if (is_core(memory_at, memory_nodes, column, row)) widen(&cores, row);
    for (int m = 0; m < memory_nodes; m++) widen(&memories, memory_at[m].row);
    return length(cores.first, memories.last) + length(memories.first, cores.last);
}

/* In each row from the column to the memory nodes on either side. */
static uint64_t used_in_rows(const noc_slices *slices, const noc_point *memory_at, int memory_nodes,
                             int column)
{
    uint64_t used = 0;
    for (int row = 0; row < slices->rows; row++) {
        span memories = {column, column};
        for (int m = 0; m < memory_nodes; m++)
            if (memory_at[m].row == row) widen(&memories, memory_at[m].column);
        used += length(memories.first, memories.last);
    }
    return used;
}

noc_slice_counts noc_token_slices_count(const noc_slices *slices, const noc_point *memory_at,
                                        int memory_nodes)
{
    noc_slice_counts counts = {0};
    for (int column = 0; column < slices->columns; column++) {
        if (noc_slices_column_cores(slices, memory_at, memory_nodes, column) == 0) continue;
        counts.slices++;
        counts.used_links += used_in_column(slices, memory_at, memory_nodes, column) +
                             used_in_rows(slices, memory_at, memory_nodes, column);
    }
    counts.routers = counts.slices * (uint64_t)slices->columns * (uint64_t)slices->rows;
    counts.links = counts.slices * noc_mesh_links(slices->columns, slices->rows);
    counts.token_lines = counts.slices;
    counts.ejection_buffers = counts.slices * (uint64_t)memory_nodes;
    return counts;
}

static bool refuse_pattern(noc_refusal *refusal, const char *what)
{
    return noc_refuse(refusal, (const char *const[]){"traffic.pattern", "network.topology", NULL},
                      "%s (traffic.pattern = \"many-to-few\")", what);
}

bool noc_reply_slices_check(bool carries_requests, bool has_memory, noc_refusal *refusal)
{
    *refusal = (noc_refusal){0};
    if (!has_memory) return refuse_pattern(refusal, "slices carry replies of memory nodes");
    if (!carries_requests) return true;
    return noc_refuse(refusal, (const char *const[]){"network.carries", "network.topology", NULL},
                      "slices of memory nodes carry replies only (network.carries = \"reply\", "
                      "beside another network for the requests)");
}

bool noc_token_slices_check(bool carries_replies, bool has_memory, noc_refusal *refusal)
{
    *refusal = (noc_refusal){0};
    if (!has_memory)
        return refuse_pattern(refusal, "slices with tokens carry requests to memory nodes");
    if (!carries_replies) return true;
    return noc_refuse(refusal, (const char *const[]){"network.carries", "network.topology", NULL},
                      "slices with tokens carry requests only (network.carries = \"request\", "
                      "beside another network for the replies)");
}

bool noc_ring_slices_check(const noc_slices *slices, int cores, noc_refusal *refusal)
{
    *refusal = (noc_refusal){0};
    if (slices->stops == 0 || slices->stops >= cores) return true;
    return noc_refuse(refusal, (const char *const[]){"network.stops", "nodes.compute", NULL},
                      "network.stops = %d: a ring has a stop for each of the %d cores (0 means "
                      "that)",
                      slices->stops, cores);
}
