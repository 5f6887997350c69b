#include "analytic/circuits/overlay_latency.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/circuits/overlay_capacity.h"
#include "analytic/circuits/overlay_epochs.h"
#include "analytic/circuits/window_queue.h"
#include "network/circuits/overlay_reach.h"
#include "network/circuits/overlay_windows.h"

/* The flits that a window holds. Whole packets leave some over. */
static double room_of(const noc_overlay *overlay, const noc_overlay_load *load, int cycles)
{
    return noc_window_flits(overlay, &load->mix, noc_window_slots(overlay, cycles));
}

/* A memory node that sends in its own window, and where it is the partner of another if it reaches
 * all cores. */
static noc_window_queue queue_of(const noc_overlay *overlay, const noc_overlay_load *load,
                                 const int *windows, int memory, double rate)
{
    const int other = noc_overlay_window_of_partner(memory, load->memory_nodes);
    const int first = other < memory ? other : memory, second = other + memory - first;
    noc_window_queue queue = {
        .rate = rate * load->shares[memory],
        .mix = load->mix,
        .interval = overlay->inject_interval,
        .flits = {room_of(overlay, load, windows[memory])},
        .windows = 1,
    };
    const double sent = queue.flits[0] * queue.interval;
    queue.closed[0] = overlay->period_cycles - sent;
    if (overlay->multiplex == NOC_MULTIPLEX_OFF) return queue;
    double between = 0.0;
    for (int w = first; w < second; w++) between += windows[w];
    queue.windows = 2;
    for (int w = 0; w < 2; w++)
        queue.flits[w] = room_of(overlay, load, windows[w ? second : first]);
    queue.closed[1] = between - queue.flits[0] * queue.interval;
    queue.closed[0] = overlay->period_cycles - between - queue.flits[1] * queue.interval;
    return queue;
}

static bool is_same(const noc_window_queue *a, const noc_window_queue *b)
{
    bool same = a->rate == b->rate && a->windows == b->windows;
    for (int w = 0; w < a->windows; w++)
        same = same && a->flits[w] == b->flits[w] && a->closed[w] == b->closed[w];
    return same;
}

/* Memory nodes with equal windows do not meet: each is a queue by itself, and most are alike. */
static bool are_small(const noc_window_queue *queues, int count)
{
    bool small = true;
    for (int m = 0; m < count; m++) small = small && noc_window_queue_is_small(&queues[m]);
    return small;
}

static void wait_apart(const noc_window_queue *queues, int count, double *waits)
{
    for (int m = 0; m < count; m++) {
        int same = 0;
        while (!is_same(&queues[same], &queues[m])) same++;
        waits[m] = same < m ? waits[same] : noc_window_queue_wait(&queues[m]);
    }
}

/* Partners that reach some cores only, and windows that follow the load, are no such queues. Of
 * equal windows a few packets tell little: up to a share of what they hold waits grow with the
 * rate, as in a queue. False when out of memory. */
static bool follow_epochs(const noc_overlay *overlay, const noc_overlay_load *load,
                          const int *windows, int queue, double rate, double *waits)
{
    static const double enough = 0.25;
    const double full = noc_overlay_full(overlay, load, windows).rate;
    const bool few = overlay->windows == NOC_WINDOWS_EQUAL && rate < enough * full;
    const double at = few ? enough * full : rate;
    const bool found = noc_overlay_epochs_waits(overlay, load, windows, queue, at, waits);
    for (int m = 0; few && m < load->memory_nodes; m++)
        waits[m] *= rate / at * (full - at) / (full - rate);
    return found;
}

static bool find_waits(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                       int queue, double rate, double *waits)
{
    const int count = load->memory_nodes;
    if (rate <= 0.0) {
        for (int m = 0; m < count; m++) waits[m] = 0.0;
        return true;
    }
    noc_window_queue *queues = malloc((size_t)count * sizeof *queues);
    if (!queues) return false;
    for (int m = 0; m < count; m++) queues[m] = queue_of(overlay, load, windows, m, rate);
    const bool apart = overlay->windows == NOC_WINDOWS_EQUAL &&
                       overlay->multiplex != NOC_MULTIPLEX_RESERVED && are_small(queues, count);
    if (apart) wait_apart(queues, count, waits);
    free(queues);
    return apart || follow_epochs(overlay, load, windows, queue, rate, waits);
}

bool noc_overlay_waits(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                       int queue, double rate, double *waits)
{
    if (rate < noc_overlay_full(overlay, load, windows).rate)
        return find_waits(overlay, load, windows, queue, rate, waits);
    for (int m = 0; m < load->memory_nodes; m++) waits[m] = INFINITY;
    return true;
}
