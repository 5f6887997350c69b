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
static side side_of(int column, int row, bool down, int length, bool odd)
{
    const int skipped = (column + row) % 2 == (odd ? 1 : 0) ? 0 : 1;
    const noc_point first = {column + (down ? 0 : skipped), row + (down ? skipped : 0)};
    const int count = length > skipped ? (length - skipped + 1) / 2 : 0;
    return (side){first, {down ? 0 : 2, down ? 2 : 0}, count};
}

/* Finds the sides of the ring `depth` tiles from the edge. Corners belong to the rows. */
static void ring_of(int columns, int rows, int depth, bool odd, side sides[SIDES])
{
    const int across = columns - 2 * depth, down = rows - 2 * depth;
    const int right = columns - 1 - depth, bottom = rows - 1 - depth;
    sides[TOP] = side_of(depth, depth, false, across, odd);
    sides[BOTTOM] = side_of(depth, bottom, false, down > 1 ? across : 0, odd);
    sides[LEFT] = side_of(depth, depth + 1, true, down - 2, odd);
    sides[RIGHT] = side_of(right, depth + 1, true, across > 1 ? down - 2 : 0, odd);
}

/* Places `count` nodes on tiles of a side, spread evenly. On the second side of a pair the tiles
 * are the first side's under half a turn of the grid. */
static int take(const side *s, int count, bool turned, noc_point *at)
{
    for (int i = 0; i < count; i++) {
        const int k = turned ? count - 1 - i : i;
        const int even = (int)((2L * k + 1) * s->count / (2L * count));
        const int tile = turned ? s->count - 1 - even : even;
        at[i] =
            (noc_point){s->first.column + tile * s->step.column, s->first.row + tile * s->step.row};
    }
    return count;
}

/* Places half of `count` nodes on either side, more where the other side has no room. */
static int take_pair(const side pair[2], int count, noc_point *at)
{
    const int room = pair[0].count + pair[1].count, all = count < room ? count : room;
    int first = (all + 1) / 2;
    if (first > pair[0].count) first = pair[0].count;
    if (all - first > pair[1].count) first = all - pair[1].count;
    take(&pair[0], first, false, at);
    take(&pair[1], all - first, true, at + first);
    return all;
}

void noc_periphery(int columns, int rows, int count, noc_point *at)
{
    int taken = 0;
    for (int depth = 0; taken < count && 2 * depth < columns && 2 * depth < rows; depth++)
        for (int class = 0; class < 2; class ++) {
            side sides[SIDES];
            ring_of(columns, rows, depth, class == 0, sides);
            taken += take_pair(&sides[TOP], count - taken, at + taken);
            taken += take_pair(&sides[LEFT], count - taken, at + taken);
        }
}
