#include "analytic/circuits/overlay_openings.h"

#include <math.h>

#include "base/min_max.h"
#include "network/circuits/overlay_windows.h"

/* Returns the first cycle of a window in the period. */
static int find_start(const int *windows, int window)
{
    int start = 0;
    for (int i = 0; i < window; i++) start += windows[i];
    return start;
}

static void add_opening(noc_openings *openings, const noc_overlay *overlay, const int *windows,
                        int window)
{
    const int first = find_start(windows, window) + overlay->window_switch_cycles;
    const int open = noc_window_open_cycles(overlay, windows[window]);
    if (open > 0) openings->list[openings->count++] = (noc_opening){first, first + open - 1};
}

noc_openings noc_overlay_openings(const noc_overlay *overlay, const int *windows, int memory_nodes,
                                  int memory, bool is_partner)
{
    noc_openings openings = {
        .period = overlay->period_cycles,
        .interval = overlay->inject_interval,
        .can_straddle = overlay->straddles_windows,
    };
    const int partner = noc_overlay_window_of_partner(memory, memory_nodes);
    if (is_partner && partner < memory) add_opening(&openings, overlay, windows, partner);
    add_opening(&openings, overlay, windows, memory);
    if (is_partner && partner > memory) add_opening(&openings, overlay, windows, partner);
    return openings;
}

/* Returns opening number `i`; numbers continue through later periods. */
static noc_opening find_opening(const noc_openings *o, int i)
{
    const noc_opening opening = o->list[i % o->count];
    const int offset = i / o->count * o->period;
    return (noc_opening){opening.first_cycle + offset, opening.last_cycle + offset};
}

/* Returns the cycle in which the tail is injected if the head may be injected from cycle
 * `first_start` on, in opening `i` or a later one. */
static int find_tail_cycle(const noc_openings *o, int flits, int first_start, int i)
{
    for (;; i++) {
        const noc_opening opening = find_opening(o, i);
        const int start = max_int(first_start, opening.first_cycle);
        const int room =
            start > opening.last_cycle ? 0 : (opening.last_cycle - start) / o->interval + 1;
        if (room >= flits) return start + (flits - 1) * o->interval;
        if (!o->can_straddle) continue;
        flits -= room;
        first_start = start + room * o->interval;
    }
}

static bool fits_any_opening(const noc_openings *o, int flits)
{
    for (int i = 0; i < o->count; i++)
        if (o->can_straddle ||
            (flits - 1) * o->interval <= o->list[i].last_cycle - o->list[i].first_cycle)
            return true;
    return false;
}

/* Returns the sum of the times to the tail's injection over creations between the end of the
 * previous opening and the end of opening `i`, one per cycle. Packets created before the opening
 * start in its first cycle; later packets that fit need equal time. */
static double sum_latencies(const noc_openings *o, int flits, int i)
{
    const noc_opening opening = find_opening(o, i), previous = find_opening(o, i - 1);
    const int length = (flits - 1) * o->interval,
              closed_cycles = opening.first_cycle - previous.last_cycle;
    const int first_tail = find_tail_cycle(o, flits, opening.first_cycle, i);
    /* packets created in cycles previous.last_cycle .. opening.first_cycle - 1 */
    double sum =
        0.5 * closed_cycles * (2.0 * first_tail - previous.last_cycle - opening.first_cycle + 1.0);
    const int last_fitting = opening.last_cycle - length;
    int creation = opening.first_cycle + 1;
    if (last_fitting >= creation) {
        sum += (double)(last_fitting - creation + 1) * (length + 1.0);
        creation = last_fitting + 1;
    }
    for (; creation <= opening.last_cycle; creation++)
        sum += find_tail_cycle(o, flits, creation, i) - (creation - 1.0);
    return sum;
}

double noc_openings_latency(const noc_openings *openings, int flits)
{
    if (!fits_any_opening(openings, flits)) return INFINITY;
    double sum = 0.0;
    for (int i = 0; i < openings->count; i++)
        sum += sum_latencies(openings, flits, openings->count + i);
    return sum / openings->period;
}
