#include "analytic/circuits/window_fill.h"

#include <stdlib.h>

/* Packets follow each other as renewals do. */
static void find_ends(const noc_reply_mix *mix, int slots_max, int first, double *ends)
{
    for (int slot = 0; slot <= slots_max; slot++) {
        ends[slot] = slot == first ? 1.0 : 0.0;
        for (int kind = 0; kind < NOC_REPLY_KINDS; kind++)
            if (slot >= mix->flits[kind] + first)
                ends[slot] += mix->shares[kind] * ends[slot - mix->flits[kind]];
    }
}

bool noc_window_fill_make(noc_window_fill *fill, const noc_reply_mix *mix, int slots_max)
{
    bool made = true;
    *fill = (noc_window_fill){.mix = *mix, .slots_max = slots_max};
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++) {
        fill->ends[kind] = malloc(((size_t)slots_max + 1) * sizeof *fill->ends[kind]);
        if (fill->ends[kind])
            find_ends(mix, slots_max, mix->flits[kind], fill->ends[kind]);
        else
            made = false;
    }
    return made;
}

void noc_window_fill_clear(noc_window_fill *fill)
{
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++) free(fill->ends[kind]);
    *fill = (noc_window_fill){.slots_max = 0};
}

/* What a window does that begins with a packet of one kind. */
typedef struct outcome {
    double flits,
        left[NOC_REPLY_KINDS]; /* sent; the chance that one of each kind begins the next window */
} outcome;

static outcome begin_with(const noc_window_fill *fill, int first, int slots)
{
    outcome o = {0.0, {0.0, 0.0}};
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++) {
        const int from = slots - fill->mix.flits[kind] + 1;
        for (int end = from > 0 ? from : 0; end <= slots; end++) {
            const double chance = fill->mix.shares[kind] * fill->ends[first][end];
            o.left[kind] += chance;
            o.flits += chance * end;
        }
    }
    return o;
}

double noc_window_fill_flits(const noc_window_fill *fill, int slots)
{
    const outcome first = begin_with(fill, 0, slots), second = begin_with(fill, 1, slots);
    const double change = first.left[1] + second.left[0];
    const double share = change > 0.0 ? second.left[0] / change : 1.0; /* of the first kind */
    return share * first.flits + (1.0 - share) * second.flits;
}
