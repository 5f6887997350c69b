#include "analytic/circuits/overlay_capacity.h"

#include <math.h>

#include "base/auto.h"
#include "network/circuits/overlay_windows.h"

/* ---- windows of whole packets --------------------------------------------------------------- */

/* Finds `ends`, [slot]: probability that a packet ends with the slot, a renewal process, if the
 * window's first packet ends with slot `first`. */
static void find_end_chances(const noc_reply_mix *mix, int slots_max, int first, double *ends)
{
    for (int slot = 0; slot <= slots_max; slot++) {
        ends[slot] = slot == first ? 1.0 : 0.0;
        for (int kind = 0; kind < NOC_REPLY_KINDS; kind++)
            if (slot >= mix->flits[kind] + first)
                ends[slot] += mix->shares[kind] * ends[slot - mix->flits[kind]];
    }
}

bool noc_window_fill_make(const noc_reply_mix *mix, int slots_max, noc_arena *arena,
                          noc_window_fill *fill)
{
    *fill = (noc_window_fill){.mix = *mix, .slots_max = slots_max};
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++) {
        fill->ends[kind] = noc_arena_array(arena, (size_t)slots_max + 1, sizeof *fill->ends[kind]);
        if (!fill->ends[kind]) return false;
        find_end_chances(mix, slots_max, mix->flits[kind], fill->ends[kind]);
    }
    return true;
}

/* Result of a window whose first packet is of one kind. */
typedef struct window_result {
    /* mean flits sent; [kind]: probability that a packet of the kind begins the next window */
    double flits, next_kinds[NOC_REPLY_KINDS];
} window_result;

/* Finds the result of a window of `slots` slots whose first packet is of one kind. */
static window_result find_window_result(const noc_window_fill *fill, int first_kind, int slots)
{
    window_result o = {0.0, {0.0, 0.0}};
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++) {
        const int first_end = slots - fill->mix.flits[kind] + 1;
        for (int end = first_end > 0 ? first_end : 0; end <= slots; end++) {
            const double chance = fill->mix.shares[kind] * fill->ends[first_kind][end];
            o.next_kinds[kind] += chance;
            o.flits += chance * end;
        }
    }
    return o;
}

double noc_window_fill_flits(const noc_window_fill *fill, int slots)
{
    const window_result first = find_window_result(fill, 0, slots),
                        second = find_window_result(fill, 1, slots);
    const double change = first.next_kinds[1] + second.next_kinds[0];
    /* share of windows whose first packet is of the first kind */
    const double share = change > 0.0 ? second.next_kinds[0] / change : 1.0;
    return share * first.flits + (1.0 - share) * second.flits;
}

/* ---- flits of a window ---------------------------------------------------------------------- */

double noc_overlay_reachable_share(const noc_overlay *overlay, const noc_overlay_load *load,
                                   int memory)
{
    if (overlay->multiplexing == NOC_MULTIPLEX_OFF) return 0.0;
    if (overlay->multiplexing == NOC_MULTIPLEX_ALL) return 1.0;
    const int owner = noc_overlay_window_of_partner(memory, load->memory_nodes);
    int reachable = 0;
    for (int c = 0; c < load->cores; c++)
        reachable += noc_partner_reaches_core(load->memory_points[owner],
                                              load->memory_points[memory], load->core_points[c]);
    return (double)reachable / load->cores;
}

/* Returns the mean flits of whole packets in a window. NAN when out of memory. */
static double find_whole_flits(const noc_reply_mix *mix, int slots)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_window_fill fill;
    return noc_window_fill_make(mix, slots, &scratch, &fill) ? noc_window_fill_flits(&fill, slots)
                                                             : NAN;
}

double noc_window_flits(const noc_overlay *overlay, const noc_reply_mix *mix, int slots)
{
    return overlay->straddles_windows ? slots : find_whole_flits(mix, slots);
}

/* Returns the flits per cycle of a node's own window of `window_cycles` cycles. */
static double find_window_rate(const noc_overlay *overlay, const noc_overlay_load *load,
                               int window_cycles)
{
    return noc_window_flits(overlay, &load->mix, noc_window_slots(overlay, window_cycles)) /
           overlay->period_cycles;
}

double noc_overlay_capacity(const noc_overlay *overlay, const noc_overlay_load *load,
                            const int *windows, int memory)
{
    const double own_rate = find_window_rate(overlay, load, windows[memory]);
    if (overlay->multiplexing == NOC_MULTIPLEX_OFF) return own_rate;
    const int other = noc_overlay_window_of_partner(memory, load->memory_nodes);
    const double pair_rate = own_rate + find_window_rate(overlay, load, windows[other]);
    const double other_share = 1.0 - noc_overlay_reachable_share(overlay, load, memory);
    return other_share * pair_rate > own_rate ? own_rate / other_share : pair_rate;
}

/* Returns the flits per cycle in the windows of all memory nodes, for windows of any length. A
 * window begins with a slot and ends anywhere between two slots, so it gains half of the cycles
 * between slots. Whole packets waste the same share of slots as in equal windows. */
static double find_total_rate(const noc_overlay *overlay, const noc_overlay_load *load,
                              const int *windows)
{
    const int count = load->memory_nodes, interval = overlay->inject_interval;
    double flit_rate = 0.0, slots = 0.0;
    for (int m = 0; m < count; m++) {
        flit_rate += find_window_rate(overlay, load, windows[m]);
        slots += noc_window_slots(overlay, windows[m]);
    }
    const int closed_cycles = count * (overlay->window_switch_cycles + NOC_OVERLAY_DRAIN);
    const double open_slots = (double)(overlay->period_cycles - closed_cycles) / interval +
                              count * (interval - 1.0) / (2.0 * interval);
    return flit_rate / slots * open_slots; /* `flit_rate` is per cycle */
}

/* Returns the capacity that adaptive windows need, over the flits per cycle of all replies. Each
 * memory node needs its share of the flits in all windows. With multiplexing the windows of a
 * pair serve both nodes, so the pair needs the larger demand of the two, and at least the demand
 * that only their own windows can serve. An odd number of memory nodes forms one ring instead of
 * pairs. */
static double find_needed_capacity(const noc_overlay *overlay, const noc_overlay_load *load)
{
    const int count = load->memory_nodes, half = count / 2;
    if (overlay->multiplexing == NOC_MULTIPLEX_OFF) return 1.0;
    double sum = 0.0;
    for (int a = 0; a < count; a++) {
        const int b = (a + half) % count;
        const double own_demand =
            (1.0 - noc_overlay_reachable_share(overlay, load, a)) * load->shares[a] +
            (1.0 - noc_overlay_reachable_share(overlay, load, b)) * load->shares[b];
        sum += 0.5 * fmax(own_demand, fmax(load->shares[a], load->shares[b]));
    }
    return sum;
}

static bool has_equal_shares(const noc_overlay_load *load)
{
    for (int m = 1; m < load->memory_nodes; m++)
        if (fabs(load->shares[m] - load->shares[0]) > 1e-9 * load->shares[0]) return false;
    return true;
}

/* Finds the first memory node to saturate with the given windows, and the rate. */
static noc_overlay_limit find_equal_saturation(const noc_overlay *overlay,
                                               const noc_overlay_load *load, const int *windows)
{
    noc_overlay_limit limit = {INFINITY, 0};
    for (int m = 0; m < load->memory_nodes; m++) {
        const double flits = load->shares[m] * noc_reply_mix_flits(&load->mix);
        const double rate = noc_overlay_capacity(overlay, load, windows, m) / flits;
        if (flits > 0.0 && rate < limit.rate) limit = (noc_overlay_limit){rate, m};
    }
    return limit;
}

noc_overlay_limit noc_overlay_saturation(const noc_overlay *overlay, const noc_overlay_load *load,
                                         const int *windows)
{
    if (overlay->window_sizing == NOC_WINDOWS_EQUAL)
        return find_equal_saturation(overlay, load, windows);
    const double circuits = (double)overlay->epoch_cycles / noc_overlay_epoch_cycles(overlay);
    if (has_equal_shares(load))
        return (noc_overlay_limit){circuits * find_equal_saturation(overlay, load, windows).rate,
                                   -1};
    const double flits = noc_reply_mix_flits(&load->mix) * find_needed_capacity(overlay, load);
    return (noc_overlay_limit){circuits * find_total_rate(overlay, load, windows) / flits, -1};
}
