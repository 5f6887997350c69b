#include "analytic/circuits/overlay_openings.h"

#include <math.h>

#include "base/min_max.h"
#include "network/circuits/overlay_windows.h"

static int start_of(const int *windows, int window)
{
    int start = 0;
    for (int i = 0; i < window; i++) start += windows[i];
    return start;
}

static void add(noc_openings *openings, const noc_overlay *overlay, const int *windows, int window)
{
    const int first = start_of(windows, window) + overlay->window_switch_cycles;
    const int open = noc_window_open_cycles(overlay, windows[window]);
    if (open > 0) openings->at[openings->count++] = (noc_opening){first, first + open - 1};
}

noc_openings noc_overlay_openings(const noc_overlay *overlay, const int *windows, int memory_nodes,
                                  int memory, bool as_partner)
{
    noc_openings openings = {
        .period = overlay->period_cycles,
        .interval = overlay->inject_interval,
        .straddle = overlay->straddle,
    };
    const int other = noc_overlay_window_of_partner(memory, memory_nodes);
    if (as_partner && other < memory) add(&openings, overlay, windows, other);
    add(&openings, overlay, windows, memory);
    if (as_partner && other > memory) add(&openings, overlay, windows, other);
    return openings;
}

/* Returns opening number `i`; numbers continue through later periods. */
static noc_opening opening_at(const noc_openings *o, int i)
{
    const noc_opening at = o->at[i % o->count];
    const int later = i / o->count * o->period;
    return (noc_opening){at.first + later, at.last + later};
}

/* Returns the cycle of the tail's injection if the head may go from cycle `first_start` on, in
 * opening `i` or a later one. */
static int tail_of(const noc_openings *o, int flits, int from, int i)
{
    for (;; i++) {
        const noc_opening at = opening_at(o, i);
        const int start = max_int(from, at.first);
        const int room = start > at.last ? 0 : (at.last - start) / o->interval + 1;
        if (room >= flits) return start + (flits - 1) * o->interval;
        if (!o->straddle) continue;
        flits -= room;
        from = start + room * o->interval;
    }
}

static bool fits_some(const noc_openings *o, int flits)
{
    for (int i = 0; i < o->count; i++)
        if (o->straddle || (flits - 1) * o->interval <= o->at[i].last - o->at[i].first) return true;
    return false;
}

/* Returns the sum of the times to the tail's injection over creations between the end of the
 * previous opening and the end of opening `i`, one per cycle. Packets created before the opening
 * start in its first cycle; later packets that fit need equal time. */
static double sum_over(const noc_openings *o, int flits, int i)
{
    const noc_opening at = opening_at(o, i), before = opening_at(o, i - 1);
    const int length = (flits - 1) * o->interval, waiting = at.first - before.last;
    const int first_tail = tail_of(o, flits, at.first, i);
    /* packets created in cycles previous.last .. opening.first - 1 */
    double sum = 0.5 * waiting * (2.0 * first_tail - before.last - at.first + 1.0);
    const int last_whole = at.last - length;
    int from = at.first + 1;
    if (last_whole >= from) {
        sum += (double)(last_whole - from + 1) * (length + 1.0);
        from = last_whole + 1;
    }
    for (; from <= at.last; from++) sum += tail_of(o, flits, from, i) - (from - 1.0);
    return sum;
}

double noc_openings_alone(const noc_openings *openings, int flits)
{
    if (!fits_some(openings, flits)) return INFINITY;
    double sum = 0.0;
    for (int i = 0; i < openings->count; i++) sum += sum_over(openings, flits, openings->count + i);
    return sum / openings->period;
}
