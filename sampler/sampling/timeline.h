/* sampler/sampling/timeline.h: flits of each channel over time: in up to NOC_TIMELINE_MOST equal
 * intervals, whose length doubles as time goes on. */
#ifndef NOC_SAMPLER_SAMPLING_TIMELINE_H
#define NOC_SAMPLER_SAMPLING_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "network/graph/system.h"
#include "sampler/run.h"

enum { NOC_TIMELINE_MOST = 128 }; /* upper bound of the intervals */

typedef struct noc_timeline {
    uint64_t start;    /* cycle at which the first interval begins */
    uint64_t interval; /* cycles of each interval, a power of two */
    uint64_t end;      /* first cycle that is not counted yet */
    uint32_t channels; /* channels of the graph */
    uint32_t *flits;   /* [interval * channels + channel]: flits of a channel in an interval */
    uint32_t *before;  /* flits of each channel up to the last interval, modulo 2^32 */
} noc_timeline;

/* Makes a timeline. NOC_EFAILED when out of memory; the caller clears it in either case. */
noc_status noc_timeline_make(noc_timeline *timeline, const noc_system *system, noc_diag *diag);
void noc_timeline_clear(noc_timeline *timeline);

/* Begins a timeline with a run that has not begun. */
void noc_timeline_begin(noc_timeline *timeline, const noc_run *run);

/* Cycles, at least 1, to the end of the run's current interval; noc_timeline_see must be called by
 * then, and before idle time is skipped. */
uint64_t noc_timeline_left(const noc_timeline *timeline, const noc_run *run);

/* Counts the flits that channels have carried since the last call. */
void noc_timeline_see(noc_timeline *timeline, const noc_run *run);

/* Number of intervals that have begun. */
uint32_t noc_timeline_intervals(const noc_timeline *timeline);

#endif
