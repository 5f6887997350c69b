#include "analytic/circuits/overlay_capacity.h"

#include <math.h>
#include <stdlib.h>

#include "network/circuits/overlay_windows.h"

/* ---- windows of whole packets --------------------------------------------------------------- */

/* Finds the probabilities that a packet ends with each slot: a renewal process. */
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

/* Result of a window whose first packet is of one kind. */
typedef struct outcome {
    /* mean flits sent; [kind]: probability that a packet of the kind begins the next window */
    double flits, left[NOC_REPLY_KINDS];
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
    /* share of windows whose first packet is of the first kind */
    const double share = change > 0.0 ? second.left[0] / change : 1.0;
    return share * first.flits + (1.0 - share) * second.flits;
}

/* ---- flits of a window ---------------------------------------------------------------------- */

double noc_overlay_reachable_share(const noc_overlay *overlay, const noc_overlay_load *load,
                                   int memory)
{
    if (overlay->multiplex == NOC_MULTIPLEX_OFF) return 0.0;
    if (overlay->multiplex == NOC_MULTIPLEX_ALL) return 1.0;
    const int owner = noc_overlay_window_of_partner(memory, load->memory_nodes);
    int reachable = 0;
    for (int c = 0; c < load->cores; c++)
        reachable +=
            noc_overlay_reaches(load->memory_at[owner], load->memory_at[memory], load->core_at[c]);
    return (double)reachable / load->cores;
}

static double whole_packets(const noc_reply_mix *mix, int slots)
{
    noc_window_fill fill;
    const double flits =
        noc_window_fill_make(&fill, mix, slots) ? noc_window_fill_flits(&fill, slots) : NAN;
    noc_window_fill_clear(&fill);
    return flits;
}

double noc_window_flits(const noc_overlay *overlay, const noc_reply_mix *mix, int slots)
{
    return overlay->straddle ? slots : whole_packets(mix, slots);
}

/* Returns the flits per cycle of a node's own window of `cycles` cycles. */
static double window_rate(const noc_overlay *overlay, const noc_overlay_load *load, int cycles)
{
    return noc_window_flits(overlay, &load->mix, noc_window_slots(overlay, cycles)) /
           overlay->period_cycles;
}

double noc_overlay_capacity(const noc_overlay *overlay, const noc_overlay_load *load,
                            const int *windows, int memory)
{
    const double own = window_rate(overlay, load, windows[memory]);
    if (overlay->multiplex == NOC_MULTIPLEX_OFF) return own;
    const int other = noc_overlay_window_of_partner(memory, load->memory_nodes);
    const double both = own + window_rate(overlay, load, windows[other]);
    const double bound = 1.0 - noc_overlay_reachable_share(overlay, load, memory);
    return bound * both > own ? own / bound : both;
}

/* Returns the flits per cycle in the windows of all memory nodes, for windows of any length. A
 * window begins with a slot and ends anywhere between two slots, so it gains half of the cycles
 * between slots. Whole packets waste the same share of slots as in equal windows. */
static double circuit_flits(const noc_overlay *overlay, const noc_overlay_load *load,
                            const int *windows)
{
    const int count = load->memory_nodes, interval = overlay->inject_interval;
    double used = 0.0, slots = 0.0;
    for (int m = 0; m < count; m++) {
        used += window_rate(overlay, load, windows[m]);
        slots += noc_window_slots(overlay, windows[m]);
    }
    const int closed = count * (overlay->window_switch_cycles + NOC_OVERLAY_DRAIN);
    const double open = (double)(overlay->period_cycles - closed) / interval +
                        count * (interval - 1.0) / (2.0 * interval);
    return used / slots * open; /* `used` is per cycle */
}

/* Returns the capacity that adaptive windows need, over the rate of flits. Each memory node needs
 * its share of the flits in all windows. With multiplexing the windows of a pair serve both nodes,
 * so the pair needs the larger demand of the two, and at least the demand that only their own
 * windows can serve. An odd number of memory nodes forms one ring instead of pairs. */
static double needed(const noc_overlay *overlay, const noc_overlay_load *load)
{
    const int count = load->memory_nodes, half = count / 2;
    if (overlay->multiplex == NOC_MULTIPLEX_OFF) return 1.0;
    double sum = 0.0;
    for (int a = 0; a < count; a++) {
        const int b = (a + half) % count;
        const double own = (1.0 - noc_overlay_reachable_share(overlay, load, a)) * load->shares[a] +
                           (1.0 - noc_overlay_reachable_share(overlay, load, b)) * load->shares[b];
        sum += 0.5 * fmax(own, fmax(load->shares[a], load->shares[b]));
    }
    return sum;
}

static bool all_alike(const noc_overlay_load *load)
{
    for (int m = 1; m < load->memory_nodes; m++)
        if (fabs(load->shares[m] - load->shares[0]) > 1e-9 * load->shares[0]) return false;
    return true;
}

static noc_overlay_limit full_equal(const noc_overlay *overlay, const noc_overlay_load *load,
                                    const int *windows)
{
    noc_overlay_limit limit = {INFINITY, 0};
    for (int m = 0; m < load->memory_nodes; m++) {
        const double flits = load->shares[m] * noc_reply_mix_flits(&load->mix);
        const double rate = noc_overlay_capacity(overlay, load, windows, m) / flits;
        if (flits > 0.0 && rate < limit.rate) limit = (noc_overlay_limit){rate, m};
    }
    return limit;
}

noc_overlay_limit noc_overlay_full(const noc_overlay *overlay, const noc_overlay_load *load,
                                   const int *windows)
{
    if (overlay->windows == NOC_WINDOWS_EQUAL) return full_equal(overlay, load, windows);
    const double circuits = (double)overlay->epoch_cycles / noc_overlay_epoch(overlay);
    if (all_alike(load))
        return (noc_overlay_limit){circuits * full_equal(overlay, load, windows).rate, -1};
    const double flits = noc_reply_mix_flits(&load->mix) * needed(overlay, load);
    return (noc_overlay_limit){circuits * circuit_flits(overlay, load, windows) / flits, -1};
}
