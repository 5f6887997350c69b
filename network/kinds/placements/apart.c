/* Placement "apart", te13's second scattered placement (Figure 30(c)). Rules of te13 5.7: memory
 * nodes on half-router tiles, no two adjacent, none at the centre, far from each other.
 *
 * On 6x6 tiles with 8 memory nodes the placement is a reading, since the figure's numbers are lost.
 * It considers placements on these tiles that are not on the edge only, with the fewest pairs of
 * memory nodes at distance two, the least distance of half routers. Among these it is the one that
 * contains (5,0), has the smallest largest channel load under XY routing, and has most nodes off
 * the edge.
 *
 * On other grids each memory node takes the tile farthest from the nodes before it, from the top
 * right on. No placement has its nearest two nodes more than twice as far apart (Gonzalez 1985). If
 * a design has more nodes than half-router tiles, the other tiles follow, the central ones last. */
#include <stdlib.h>

#include "base/min_max.h"
#include "network/kinds/kinds.h"

enum { PAPER_NODES = 8, PAPER_SIDE = 6 };

static const noc_point paper_positions[PAPER_NODES] = {{5, 0}, {1, 0}, {2, 1}, {4, 3},
                                                       {0, 3}, {5, 4}, {1, 4}, {2, 5}};

/* Classes of tiles, in the order in which they are used. */
typedef enum tile_class { HALF_ROUTER_TILES, OTHER_TILES, CENTRAL_TILES, TILE_CLASSES } tile_class;

typedef struct tile_grid {
    int columns, rows;
    int *nearest_distance; /* [tile]: links to the nearest memory node so far */
} tile_grid;

static bool is_middle(int coordinate, int count)
{
    return coordinate == (count - 1) / 2 || coordinate == count / 2;
}

static tile_class find_class(const tile_grid *g, int column, int row)
{
    if (is_middle(column, g->columns) && is_middle(row, g->rows)) return CENTRAL_TILES;
    return (column + row) % 2 ? HALF_ROUTER_TILES : OTHER_TILES;
}

static int find_farthest(const tile_grid *g, tile_class class)
{
    int max_distance = 0;
    for (int row = 0; row < g->rows; row++)
        for (int column = 0; column < g->columns; column++)
            if (g->nearest_distance[row * g->columns + column] > max_distance &&
                find_class(g, column, row) == class)
                max_distance = g->nearest_distance[row * g->columns + column];
    return max_distance;
}

/* Adds a memory node whose nearest other one is `distance` links away. Only tiles within `distance`
 * get nearer to a memory node. */
static void add_memory(const tile_grid *g, noc_point position, int distance)
{
    const int top = max_int(0, position.row - distance),
              bottom = min_int(g->rows - 1, position.row + distance);
    for (int row = top; row <= bottom; row++) {
        const int column_reach = distance - abs(row - position.row);
        const int last_column = min_int(g->columns - 1, position.column + column_reach);
        for (int column = max_int(0, position.column - column_reach); column <= last_column;
             column++) {
            int *tile = &g->nearest_distance[row * g->columns + column];
            *tile = min_int(*tile, abs(row - position.row) + abs(column - position.column));
        }
    }
}

/* Places nodes on tiles of a class, until all `count` nodes are placed or the class is full.
 * Returns the number of placed nodes. */
static int fill_class(const tile_grid *g, tile_class class, int placed, int count,
                      noc_point *positions)
{
    for (int distance = find_farthest(g, class); distance > 0 && placed < count;
         distance = find_farthest(g, class)) {
        for (int row = 0; row < g->rows; row++) {
            for (int column = g->columns - 1; column >= 0 && placed < count; column--) {
                if (g->nearest_distance[row * g->columns + column] != distance) continue;
                if (find_class(g, column, row) != class) continue;
                positions[placed] = (noc_point){column, row};
                add_memory(g, positions[placed++], distance);
            }
        }
    }
    return placed;
}

static bool place_nodes(int columns, int rows, int count, noc_point *positions)
{
    if (columns == PAPER_SIDE && rows == PAPER_SIDE && count == PAPER_NODES) {
        for (int i = 0; i < count; i++) positions[i] = paper_positions[i];
        return true;
    }
    const tile_grid g = {columns, rows, malloc((size_t)columns * (size_t)rows * sizeof(int))};
    if (!g.nearest_distance) return false;
    for (int tile = 0; tile < columns * rows; tile++) g.nearest_distance[tile] = columns + rows;
    int placed = 0;
    for (int class = 0; class < TILE_CLASSES; class ++)
        placed = fill_class(&g, (tile_class) class, placed, count, positions);
    free(g.nearest_distance);
    return true;
}

const noc_placement_kind noc_placement_apart = {
    .name = "apart",
    .summary = "as far from each other as can be, none at the centre, no two adjacent",
    .source = "te13 Figure 30(c), 5.7",
    .place_nodes = place_nodes,
};
