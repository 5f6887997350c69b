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
#include <stdlib.h>

#include "network/kinds/kinds.h"

enum { PAPER_NODES = 8, PAPER_SIDE = 6 };

static const noc_point paper[PAPER_NODES] = {{5, 0}, {0, 3}, {1, 2}, {1, 4},
                                             {2, 1}, {3, 4}, {4, 1}, {4, 3}};

/* Returns the first column of a row with column + row odd, or even; the second function returns the
 * number of such tiles. */
static int first_of(int row, bool odd)
{
    return row % 2 == (odd ? 1 : 0) ? 0 : 1;
}

static int tiles_of(int columns, int row, bool odd)
{
    return (columns - first_of(row, odd) + 1) / 2;
}

/* A row of memory nodes on tiles of one class. */
typedef struct row_choice {
    int row, first, tiles, count;
} row_choice;

static int column_of(const row_choice *r, int begin, int i)
{
    return r->first + 2 * (int)((begin + (long)i * r->tiles / r->count) % r->tiles);
}

/* Counts memory nodes in the columns of a row's nodes, with a large weight, and in the columns
 * beside them. */
static long crowd_at(const row_choice *r, int begin, int columns, const int *in_column)
{
    const long own = 1 << 20;
    long crowd = 0;
    for (int i = 0; i < r->count; i++) {
        const int column = column_of(r, begin, i);
        crowd += own * in_column[column];
        if (column > 0) crowd += in_column[column - 1];
        if (column + 1 < columns) crowd += in_column[column + 1];
    }
    return crowd;
}

/* Finds the first tile of a row. First tiles further right repeat earlier placements. */
static int find_begin(const row_choice *r, int columns, const int *in_column)
{
    int best = 0;
    long least = LONG_MAX;
    for (int begin = 0; begin * r->count < r->tiles; begin++) {
        const long crowd = crowd_at(r, begin, columns, in_column);
        if (crowd >= least) continue;
        least = crowd;
        best = begin;
    }
    return best;
}

/* Places nodes on tiles of one class, at most one per tile. */
static void scatter(int columns, int rows, bool odd, int count, int *in_column, noc_point *at)
{
    const long all = ((long)columns * rows + (odd ? 0 : 1)) / 2;
    long before = 0, used = 0;
    for (int row = 0; row < rows; row++) {
        row_choice r = {row, first_of(row, odd), tiles_of(columns, row, odd), 0};
        before += r.tiles;
        r.count = (int)((before * count + all / 2) / all - used);
        if (r.count == 0) continue;
        const int begin = find_begin(&r, columns, in_column);
        for (int i = 0; i < r.count; i++) {
            at[used] = (noc_point){column_of(&r, begin, i), row};
            in_column[at[used++].column]++;
        }
    }
}

static bool place(int columns, int rows, int count, noc_point *at)
{
    const int odd = (int)((long)columns * rows / 2), even = columns * rows - odd;
    if (columns == PAPER_SIDE && rows == PAPER_SIDE && count == PAPER_NODES) {
        for (int i = 0; i < count; i++) at[i] = paper[i];
        return true;
    }
    int *in_column = calloc((size_t)columns, sizeof *in_column);
    if (!in_column) return false;
    /* nodes exactly fill the even tiles, of which no two are adjacent */
    const bool most_apart = count == even && even > odd;
    const int first = most_apart ? 0 : count < odd ? count : odd;
    if (first > 0) scatter(columns, rows, true, first, in_column, at);
    if (count > first) scatter(columns, rows, false, count - first, in_column, at + first);
    free(in_column);
    return true;
}

const noc_placement_kind noc_placement_scattered = {
    .name = "scattered",
    .summary = "over all rows and columns, no two adjacent while half of the tiles do",
    .source = "te13 Figures 17, 30(d)",
    .place = place,
};
