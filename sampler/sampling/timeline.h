/* sampler/sampling/timeline.h: timeline of channel flits, in at most NOC_TIMELINE_MAX equal
 * intervals, whose length doubles with time. */
#ifndef NOC_SAMPLER_SAMPLING_TIMELINE_H
#define NOC_SAMPLER_SAMPLING_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "network/graph/system.h"
#include "sampler/run.h"

enum { NOC_TIMELINE_MAX = 128 }; /* upper bound of the intervals */

typedef struct noc_timeline {
    uint64_t start;           /* first cycle of the first interval */
    uint64_t interval_cycles; /* cycles of each interval, a power of two */
    uint64_t end;             /* first cycle not counted yet */
    uint32_t channel_count;   /* channels of the graph */
    uint32_t *flits;          /* [interval * channels + channel]: flits */
    uint32_t *flits_before;   /* [channel]: flits up to the last count, modulo 2^32 */
} noc_timeline;

/* Makes a timeline. NOC_EFAILED when out of memory; the caller calls noc_timeline_clear in
 * either case. */
noc_status noc_timeline_make(noc_timeline *timeline, const noc_system *system, noc_diag *diag);
void noc_timeline_clear(noc_timeline *timeline);

/* Starts a timeline at the current cycle of a run that has not carried flits. */
void noc_timeline_begin(noc_timeline *timeline, const noc_run *run);

/* Finds the cycles, at least 1, to the end of the current interval; noc_timeline_count must be
 * called by then, and before idle time is skipped. */
uint64_t noc_timeline_cycles_left(const noc_timeline *timeline, const noc_run *run);

/* Counts the flits carried since the last call. */
void noc_timeline_count(noc_timeline *timeline, const noc_run *run);

/* Number of started intervals. */
uint32_t noc_timeline_intervals(const noc_timeline *timeline);

#endif
