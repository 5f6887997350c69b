/* Placement "scattered", te13's best scattered placement, for any grid: memory nodes spread over
 * all rows and columns, no two adjacent.
 *
 * On 6x6 tiles with 8 memory nodes it is a reading, since the figure's numbers are lost: of the
 * placements on half-router tiles that the text allows and that contain (5,0), the one with the
 * smallest largest channel load under XY routing. Memory 0 is the top right corner (te13 5.8).
 *
 * On other grids rows have numbers of memory nodes proportional to their tiles whose column + row
 * is odd (te13's half routers), at even distances. Each row begins where the columns of its nodes
 * have the fewest memory nodes so far. Nodes may be at the edge: off the edge, 48 memory nodes on
 * 15x12 tiles load the busiest channel by 20 % more under XY routing, since they share fewer
 * rows. */
#include <limits.h>

#include "base/auto.h"
#include "network/kinds/kinds.h"

enum { PAPER_NODES = 8, PAPER_SIDE = 6 };

static const noc_point paper_positions[PAPER_NODES] = {{5, 0}, {0, 3}, {1, 2}, {1, 4},
                                                       {2, 1}, {3, 4}, {4, 1}, {4, 3}};

/* Return the first column of a row with column + row odd, or even, and the number of such tiles of
 * the row. */
static int first_column(int row, bool is_odd)
{
    return row % 2 == (is_odd ? 1 : 0) ? 0 : 1;
}

static int count_tiles(int columns, int row, bool is_odd)
{
    return (columns - first_column(row, is_odd) + 1) / 2;
}

/* A row of memory nodes on tiles of one class: every second tile, from column `first` on. */
typedef struct row_choice {
    int row, first, tile_count, node_count;
} row_choice;

static int find_column(const row_choice *r, int first_tile, int i)
{
    return r->first +
           2 * (int)((first_tile + (long)i * r->tile_count / r->node_count) % r->tile_count);
}

/* Counts earlier memory nodes in the columns of a row's nodes, with a large weight, and in the
 * columns beside them. */
static long count_neighbours(const row_choice *r, int first_tile, int columns,
                             const int *column_counts)
{
    const long column_weight = 1 << 20;
    long neighbours = 0;
    for (int i = 0; i < r->node_count; i++) {
        const int column = find_column(r, first_tile, i);
        neighbours += column_weight * column_counts[column];
        if (column > 0) neighbours += column_counts[column - 1];
        if (column + 1 < columns) neighbours += column_counts[column + 1];
    }
    return neighbours;
}

/* Finds the first tile of a row: the one whose nodes have the fewest neighbours (count_neighbours).
 * First tiles further right repeat earlier placements. */
static int find_first_tile(const row_choice *r, int columns, const int *column_counts)
{
    int best = 0;
    long min_neighbours = LONG_MAX;
    for (int first_tile = 0; first_tile * r->node_count < r->tile_count; first_tile++) {
        const long neighbours = count_neighbours(r, first_tile, columns, column_counts);
        if (neighbours >= min_neighbours) continue;
        min_neighbours = neighbours;
        best = first_tile;
    }
    return best;
}

/* Places `count` nodes on tiles of one class, column + row odd or even, at most one per tile.
 * column_counts: [column] memory nodes so far. */
static void scatter_nodes(int columns, int rows, bool is_odd, int count, int *column_counts,
                          noc_point *positions)
{
    const long class_tiles = ((long)columns * rows + (is_odd ? 0 : 1)) / 2;
    long tiles_so_far = 0, placed = 0;
    for (int row = 0; row < rows; row++) {
        row_choice r = {row, first_column(row, is_odd), count_tiles(columns, row, is_odd), 0};
        tiles_so_far += r.tile_count;
        r.node_count = (int)((tiles_so_far * count + class_tiles / 2) / class_tiles - placed);
        if (r.node_count == 0) continue;
        const int first_tile = find_first_tile(&r, columns, column_counts);
        for (int i = 0; i < r.node_count; i++) {
            positions[placed] = (noc_point){find_column(&r, first_tile, i), row};
            column_counts[positions[placed++].column]++;
        }
    }
}

static bool place_nodes(int columns, int rows, int count, noc_point *positions)
{
    const int odd_tiles = (int)((long)columns * rows / 2), even_tiles = columns * rows - odd_tiles;
    if (columns == PAPER_SIDE && rows == PAPER_SIDE && count == PAPER_NODES) {
        for (int i = 0; i < count; i++) positions[i] = paper_positions[i];
        return true;
    }
    NOC_AUTO_FREE int *column_counts = calloc((size_t)columns, sizeof *column_counts);
    if (!column_counts) return false;
    /* nodes exactly fill the even tiles, of which no two are adjacent */
    const bool uses_even_tiles = count == even_tiles && even_tiles > odd_tiles;
    const int odd_nodes = uses_even_tiles ? 0 : count < odd_tiles ? count : odd_tiles;
    if (odd_nodes > 0) scatter_nodes(columns, rows, true, odd_nodes, column_counts, positions);
    if (count > odd_nodes)
        scatter_nodes(columns, rows, false, count - odd_nodes, column_counts,
                      positions + odd_nodes);
    return true;
}

const noc_placement_kind noc_placement_scattered = {
    .name = "scattered",
    .summary = "over all rows and columns, no two adjacent while half of the tiles do",
    .source = "te13 Figures 17, 30(d)",
    .place_nodes = place_nodes,
};
