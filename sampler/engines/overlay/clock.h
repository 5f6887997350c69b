/* sampler/engines/overlay/clock.h: clock of an overlay: windows and epochs over time
 * (network/circuits/overlay_windows.h).
 *
 * Cycle 0 begins an epoch. Windows change at the start of a cycle, so a packet that arrives in
 * the first cycle of an epoch counts for this epoch. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_CLOCK_H
#define NOC_SAMPLER_ENGINES_OVERLAY_CLOCK_H

#include "base/arena.h"
#include "design/overlay.h"
#include "network/graph/system.h"

enum { NOC_NO_WINDOW = -1 }; /* windows are being announced, at the start of an epoch */

/* Counts of a sender in an epoch; basis of adaptive windows. */
typedef struct noc_sender_account {
    uint64_t new_packets;
    int64_t waiting_packets; /* packets in the queue now */
    /* sum of departure cycles less sum of arrival cycles; plus waiting_packets * present cycle:
     * waiting packets summed over the cycles of the epoch */
    int64_t waiting_cycles;
} noc_sender_account;

typedef struct noc_overlay_clock {
    const noc_overlay *overlay;
    /* memory nodes; shortest adaptive window, cycles; places of a reply queue */
    int sender_count, window_min, queue_places;
    noc_sender_account *accounts;      /* [memory node] */
    int *windows;                      /* [memory node]: window length, cycles */
    double *weights;                   /* [memory node]: weight of its adaptive window; scratch */
    int window;                        /* owner of the window; NOC_NO_WINDOW: none */
    uint64_t window_start, window_end; /* first cycle of the window; first cycle after the window */
    uint64_t epoch_end; /* first cycle of the next epoch; UINT64_MAX with equal windows */
} noc_overlay_clock;

/* Makes the clock of an overlay with `senders` memory nodes. `flits_max`: longest packet, flits;
 * `queue_places`: places of a memory node's reply queue, for normalised weights. False when out of
 * memory. */
bool noc_overlay_clock_make(noc_overlay_clock *clock, noc_arena *arena, const noc_overlay *overlay,
                            int senders, int flits_max, int queue_places);

/* Advances the clock to a cycle. */
void noc_overlay_clock_advance(noc_overlay_clock *clock, uint64_t now);

/* Counts a packet of memory node `sender`: enqueue, a new packet; requeue, a packet that will be
 * repeated; dequeue, a packet that has left the queue. The clock must be at cycle `now`. */
void noc_overlay_clock_enqueue(noc_overlay_clock *clock, int sender, uint64_t now);
void noc_overlay_clock_requeue(noc_overlay_clock *clock, int sender, uint64_t now);
void noc_overlay_clock_dequeue(noc_overlay_clock *clock, int sender, uint64_t now);

#endif
