#include "network/circuits/slices.h"

#include "network/circuits/overlay_counts.h"

void noc_slice_grid(const noc_network_spec *spec, int *columns, int *rows)
{
    *columns = spec->conflict_free.columns;
    *rows = spec->conflict_free.rows;
}

/* ---- counts --------------------------------------------------------------------------------- */

/* Used links of a slice are the tree from the memory node to all other routers. */
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

typedef struct span {
    int first, last; /* ends of the range, both in it; last < first: empty */
} span;

static void widen(span *s, int position)
{
    if (position < s->first) s->first = position;
    if (position > s->last) s->last = position;
}

static uint64_t span_length(int from, int to)
{
    return to > from ? (uint64_t)(to - from) : 0;
}

/* Number of used links of a column: down from the first core to the last memory node's row, up
 * from the last core to the first memory node's row. */
static uint64_t count_column_links(const noc_slices *slices, const noc_point *memory_at,
                                   int memory_nodes, int column)
{
    span cores = {slices->rows, -1}, memories = {slices->rows, -1};
    for (int row = 0; row < slices->rows; row++)
        if (noc_tile_has_core(memory_at, memory_nodes, column, row)) widen(&cores, row);
    for (int m = 0; m < memory_nodes; m++) widen(&memories, memory_at[m].row);
    return span_length(cores.first, memories.last) + span_length(memories.first, cores.last);
}

/* Number of used links of rows: in each row from the column to the memory nodes on either side. */
static uint64_t count_row_links(const noc_slices *slices, const noc_point *memory_at,
                                int memory_nodes, int column)
{
    uint64_t link_count = 0;
    for (int row = 0; row < slices->rows; row++) {
        span memories = {column, column};
        for (int m = 0; m < memory_nodes; m++)
            if (memory_at[m].row == row) widen(&memories, memory_at[m].column);
        link_count += span_length(memories.first, memories.last);
    }
    return link_count;
}

noc_slice_counts noc_token_slices_count(const noc_slices *slices, const noc_point *memory_at,
                                        int memory_nodes)
{
    noc_slice_counts counts = {0};
    for (int column = 0; column < slices->columns; column++) {
        if (noc_slices_count_cores(slices, memory_at, memory_nodes, column) == 0) continue;
        counts.slices++;
        counts.used_links += count_column_links(slices, memory_at, memory_nodes, column) +
                             count_row_links(slices, memory_at, memory_nodes, column);
    }
    counts.routers = counts.slices * (uint64_t)slices->columns * (uint64_t)slices->rows;
    counts.links = counts.slices * noc_mesh_links(slices->columns, slices->rows);
    counts.token_lines = counts.slices;
    counts.ejection_buffers = counts.slices * (uint64_t)memory_nodes;
    return counts;
}
