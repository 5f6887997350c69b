#include "network/kinds/passages.h"

#include <stdlib.h>

#include "network/circuits/overlay_reach.h"

/* Hops from `from` past `to` to the end of a line of `length` routers; 0 if they are the same. */
static int outwards(int from, int to, int length)
{
    return to < from ? from : to > from ? length - 1 - from : 0;
}

/* Each link is driven by a crossbar, and so is the core. Without a match cycle a flit that turned
 * is kept once more, by the router that takes it (dapper 4.2.2). */
static noc_passage over(const noc_overlay *overlay, int first, int second, noc_point memory,
                        noc_point core)
{
    const bool kept = second > 0 && !noc_overlay_has_match_cycle(overlay);
    const int back = abs(memory.column - core.column) + abs(memory.row - core.row);
    return (noc_passage){
        .links = first + second,
        .crossbars = first + second + 1,
        .latches = first + 1 + kept,
        .ack_links = overlay->ack ? back : 0,
    };
}

noc_passage noc_overlay_own_passage(const noc_overlay *overlay, noc_point memory, noc_point core)
{
    return over(overlay, overlay->columns - 1, outwards(memory.row, core.row, overlay->rows),
                memory, core);
}

noc_passage noc_overlay_partner_passage(const noc_overlay *overlay, noc_point owner,
                                        noc_point memory, noc_point core)
{
    int column = overlay->rows - 1, row = outwards(memory.column, core.column, overlay->columns);
    if (overlay->multiplex == NOC_MULTIPLEX_RESERVED) {
        column = abs(owner.row - memory.row);
        if (core.row == owner.row && row > 0) row = abs(owner.column - memory.column);
    }
    return over(overlay, column, row, memory, core);
}

static noc_passage mean(noc_passage a, noc_passage b)
{
    return (noc_passage){(a.links + b.links) / 2, (a.crossbars + b.crossbars) / 2,
                         (a.latches + b.latches) / 2, (a.ack_links + b.ack_links) / 2};
}

noc_passage noc_overlay_passage(const noc_overlay *overlay, const noc_point *memory_at, int count,
                                int memory, noc_point core)
{
    const noc_passage own = noc_overlay_own_passage(overlay, memory_at[memory], core);
    if (overlay->multiplex == NOC_MULTIPLEX_OFF) return own;
    const noc_point owner = memory_at[noc_overlay_window_of_partner(memory, count)];
    if (overlay->multiplex == NOC_MULTIPLEX_RESERVED &&
        !noc_overlay_reaches(owner, memory_at[memory], core))
        return own;
    return mean(own, noc_overlay_partner_passage(overlay, owner, memory_at[memory], core));
}

noc_passage noc_slice_passage(noc_point from, noc_point to)
{
    const int links = abs(from.column - to.column) + abs(from.row - to.row);
    return (noc_passage){.links = links, .crossbars = links + 1, .latches = links + 1};
}

noc_passage noc_ring_passage(int stop)
{
    return (noc_passage){.links = stop, .latches = stop};
}
