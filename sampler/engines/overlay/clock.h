/* sampler/engines/overlay/clock.h: the windows and epochs of an overlay in time
 * (network/circuits/overlay_windows.h).
 *
 * Cycle 0 begins an epoch. Within a cycle windows change first, so a packet that comes in the first
 * cycle of an epoch counts for this epoch. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_CLOCK_H
#define NOC_SAMPLER_ENGINES_OVERLAY_CLOCK_H

#include "design/overlay.h"
#include "network/graph/system.h"

enum { NOC_NO_WINDOW = -1 }; /* while windows are announced, at the start of an epoch */

/* Account of a sender over an epoch, from which adaptive windows follow. */
typedef struct noc_sender_account {
    uint64_t created;
    int64_t waiting; /* packets that wait now */
    /* sum of the cycles in which packets left, less the sum of the cycles in which they came; plus
     * `waiting` times the present cycle: waiting packets, summed over cycles */
    int64_t area;
} noc_sender_account;

typedef struct noc_overlay_clock {
    const noc_overlay *overlay;
    int senders, window_min, queue;
    noc_sender_account *accounts; /* [memory node] */
    int *windows;
    double *weights;
    int window;          /* owner of the window, or NOC_NO_WINDOW */
    uint64_t start, end; /* first cycle of the window, and first one after it */
    uint64_t epoch_end;  /* first cycle of the next epoch; UINT64_MAX with equal windows */
} noc_overlay_clock;

/* Makes the clock of an overlay. `flits_max`: flits of a packet, at most; `queue`: packets, for
 * normalised weights. False when out of memory; noc_overlay_clock_clear frees all that was made in
 * either case. */
bool noc_overlay_clock_make(noc_overlay_clock *clock, const noc_overlay *overlay, int senders,
                            int flits_max, int queue);
void noc_overlay_clock_clear(noc_overlay_clock *clock);

/* Moves the clock to the window of a cycle. */
void noc_overlay_clock_go(noc_overlay_clock *clock, uint64_t now);

/* Notes that a packet has come to a memory node's queue in this cycle, has come back, or has left
 * the queue. The clock stands at this cycle. */
void noc_overlay_clock_came(noc_overlay_clock *clock, int sender, uint64_t now);
void noc_overlay_clock_back(noc_overlay_clock *clock, int sender, uint64_t now);
void noc_overlay_clock_left(noc_overlay_clock *clock, int sender, uint64_t now);

#endif
