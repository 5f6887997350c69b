#include "network/kinds/periphery.h"

#include <stdbool.h>

/* A row or a side of a ring: every second tile of a line, from the first tile on. */
typedef struct side {
    noc_point first;
    noc_point step;
    int count;
} side;

enum { TOP, BOTTOM, LEFT, RIGHT, SIDES };

/* Returns the tiles of a line of `length` tiles from (column, row) on whose column + row is odd, or
 * even. */
static side make_side(int column, int row, bool is_down, int length, bool is_odd)
{
    const int skipped = (column + row) % 2 == (is_odd ? 1 : 0) ? 0 : 1;
    const noc_point first = {column + (is_down ? 0 : skipped), row + (is_down ? skipped : 0)};
    const int count = length > skipped ? (length - skipped + 1) / 2 : 0;
    return (side){first, {is_down ? 0 : 2, is_down ? 2 : 0}, count};
}

/* Finds the sides of the ring `depth` tiles from the edge. Corners belong to the rows. */
static void make_ring(int columns, int rows, int depth, bool is_odd, side sides[SIDES])
{
    const int across = columns - 2 * depth, down = rows - 2 * depth;
    const int right = columns - 1 - depth, bottom = rows - 1 - depth;
    sides[TOP] = make_side(depth, depth, false, across, is_odd);
    sides[BOTTOM] = make_side(depth, bottom, false, down > 1 ? across : 0, is_odd);
    sides[LEFT] = make_side(depth, depth + 1, true, down - 2, is_odd);
    sides[RIGHT] = make_side(right, depth + 1, true, across > 1 ? down - 2 : 0, is_odd);
}

/* Places `count` nodes on tiles of a side, spread evenly. On the second side of a pair the tiles
 * are the first side's under half a turn of the grid. */
static int place_on_side(const side *s, int count, bool is_turned, noc_point *positions)
{
    for (int i = 0; i < count; i++) {
        const int k = is_turned ? count - 1 - i : i;
        const int even_tile = (int)((2L * k + 1) * s->count / (2L * count));
        const int tile = is_turned ? s->count - 1 - even_tile : even_tile;
        positions[i] =
            (noc_point){s->first.column + tile * s->step.column, s->first.row + tile * s->step.row};
    }
    return count;
}

/* Places half of `count` nodes on either side, more where the other side has no room. */
static int place_on_pair(const side pair[2], int count, noc_point *positions)
{
    const int available_tiles = pair[0].count + pair[1].count,
              placed = count < available_tiles ? count : available_tiles;
    int first_count = (placed + 1) / 2;
    if (first_count > pair[0].count) first_count = pair[0].count;
    if (placed - first_count > pair[1].count) first_count = placed - pair[1].count;
    place_on_side(&pair[0], first_count, false, positions);
    place_on_side(&pair[1], placed - first_count, true, positions + first_count);
    return placed;
}

void noc_periphery_place(int columns, int rows, int count, noc_point *positions)
{
    int placed = 0;
    for (int depth = 0; placed < count && 2 * depth < columns && 2 * depth < rows; depth++)
        for (int class = 0; class < 2; class ++) {
            side sides[SIDES];
            make_ring(columns, rows, depth, class == 0, sides);
            placed += place_on_pair(&sides[TOP], count - placed, positions + placed);
            placed += place_on_pair(&sides[LEFT], count - placed, positions + placed);
        }
}
