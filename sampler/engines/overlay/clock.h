/* sampler/engines/overlay/clock.h: the windows and epochs of an overlay in time
 * (network/circuits/overlay_windows.h).
 *
 * Cycle 0 begins an epoch. Within a cycle windows change first, so what comes in the first cycle of
 * an epoch counts for that one. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_CLOCK_H
#define NOC_SAMPLER_ENGINES_OVERLAY_CLOCK_H

#include "design/overlay.h"
#include "network/graph/system.h"

enum { NOC_NO_WINDOW = -1 }; /* while windows are told, at the start of an epoch */

/* Of an epoch: what adaptive windows follow. */
typedef struct noc_sender_account {
    uint64_t created;
    int64_t waiting; /* packets that wait now */
    /* cycles in which packets left less those in which others came: with those that still wait
     * the sum over cycles of waiting packets */
    int64_t area;
} noc_sender_account;

typedef struct noc_overlay_clock {
    const noc_overlay *overlay;
    int senders, window_min, queue;
    noc_sender_account *accounts; /* by memory node */
    int *windows;
    double *weights;
    int window;          /* NOC_NO_WINDOW, or its owner */
    uint64_t start, end; /* of the window */
    uint64_t epoch_end;  /* UINT64_MAX with equal windows */
} noc_overlay_clock;

/* `flits_max` of a packet; `queue`: packets, for normalised weights. False when out of memory;
 * noc_overlay_clock_clear frees what there is either way. */
bool noc_overlay_clock_make(noc_overlay_clock *clock, const noc_overlay *overlay, int senders,
                            int flits_max, int queue);
void noc_overlay_clock_clear(noc_overlay_clock *clock);

/* Goes to the window of a cycle. */
void noc_overlay_clock_go(noc_overlay_clock *clock, uint64_t now);

/* A packet has come to a memory node's queue in this cycle, or come back, or left it. The clock
 * stands at this cycle. */
void noc_overlay_clock_came(noc_overlay_clock *clock, int sender, uint64_t now);
void noc_overlay_clock_back(noc_overlay_clock *clock, int sender, uint64_t now);
void noc_overlay_clock_left(noc_overlay_clock *clock, int sender, uint64_t now);

#endif
