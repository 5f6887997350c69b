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

static const noc_point paper[PAPER_NODES] = {{5, 0}, {1, 0}, {2, 1}, {4, 3},
                                             {0, 3}, {5, 4}, {1, 4}, {2, 5}};

/* Classes of tiles, in the order in which they are used. */
typedef enum tile_class { HALF_ROUTERS, OTHERS, CENTRAL, CLASSES } tile_class;

typedef struct grid {
    int columns, rows;
    int *apart; /* [tile]: links to the nearest memory node so far */
} grid;

static bool is_middle(int at, int count)
{
    return at == (count - 1) / 2 || at == count / 2;
}

static tile_class class_of(const grid *g, int column, int row)
{
    if (is_middle(column, g->columns) && is_middle(row, g->rows)) return CENTRAL;
    return (column + row) % 2 ? HALF_ROUTERS : OTHERS;
}

static int farthest(const grid *g, tile_class class)
{
    int most = 0;
    for (int row = 0; row < g->rows; row++)
        for (int column = 0; column < g->columns; column++)
            if (g->apart[row * g->columns + column] > most && class_of(g, column, row) == class)
                most = g->apart[row * g->columns + column];
    return most;
}

/* Adds a memory node at `distance` from all others. Only tiles within `distance` get nearer to a
 * memory node. */
static void add(const grid *g, noc_point at, int apart)
{
    const int top = max_int(0, at.row - apart), bottom = min_int(g->rows - 1, at.row + apart);
    for (int row = top; row <= bottom; row++) {
        const int left = apart - abs(row - at.row);
        const int end = min_int(g->columns - 1, at.column + left);
        for (int column = max_int(0, at.column - left); column <= end; column++) {
            int *tile = &g->apart[row * g->columns + column];
            *tile = min_int(*tile, abs(row - at.row) + abs(column - at.column));
        }
    }
}

/* Places nodes on tiles of a class, until all `count` nodes are placed or the class is full.
 * Returns the number of placed nodes. */
static int fill(const grid *g, tile_class class, int used, int count, noc_point *at)
{
    for (int apart = farthest(g, class); apart > 0 && used < count; apart = farthest(g, class)) {
        for (int row = 0; row < g->rows; row++) {
            for (int column = g->columns - 1; column >= 0 && used < count; column--) {
                if (g->apart[row * g->columns + column] != apart) continue;
                if (class_of(g, column, row) != class) continue;
                at[used] = (noc_point){column, row};
                add(g, at[used++], apart);
            }
        }
    }
    return used;
}

static bool place(int columns, int rows, int count, noc_point *at)
{
    if (columns == PAPER_SIDE && rows == PAPER_SIDE && count == PAPER_NODES) {
        for (int i = 0; i < count; i++) at[i] = paper[i];
        return true;
    }
    const grid g = {columns, rows, malloc((size_t)columns * (size_t)rows * sizeof(int))};
    if (!g.apart) return false;
    for (int tile = 0; tile < columns * rows; tile++) g.apart[tile] = columns + rows;
    int used = 0;
    for (int class = 0; class < CLASSES; class ++)
        used = fill(&g, (tile_class) class, used, count, at);
    free(g.apart);
    return true;
}

const noc_placement_kind noc_placement_apart = {
    .name = "apart",
    .summary = "as far from each other as can be, none at the centre, no two adjacent",
    .source = "te13 Figure 30(c), 5.7",
    .place = place,
};
