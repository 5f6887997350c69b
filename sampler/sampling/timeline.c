#include "sampler/sampling/timeline.h"

#include <stdlib.h>
#include <string.h>

enum { SHORTEST = 4 }; /* cycles of an interval at first */

noc_status noc_timeline_make(noc_timeline *t, const noc_system *system, noc_diag *diag)
{
    const uint32_t channels = system->graph.channel_count;
    *t = (noc_timeline){.interval = SHORTEST, .channels = channels};
    t->flits = calloc((size_t)NOC_TIMELINE_MOST * channels + 1u, sizeof *t->flits);
    t->before = calloc(channels + 1u, sizeof *t->before);
    return t->flits && t->before ? NOC_OK : noc_fail_memory(diag);
}

void noc_timeline_clear(noc_timeline *t)
{
    free(t->flits);
    free(t->before);
    *t = (noc_timeline){0};
}

void noc_timeline_begin(noc_timeline *t, const noc_run *run)
{
    t->start = t->end = noc_run_now(run);
}

uint64_t noc_timeline_left(const noc_timeline *t, const noc_run *run)
{
    return t->interval - (noc_run_now(run) - t->start) % t->interval;
}

/* Joins pairs of intervals to one. */
static void double_interval(noc_timeline *t)
{
    const size_t channels = t->channels;
    for (uint32_t i = 0; i < NOC_TIMELINE_MOST / 2; i++)
        for (size_t c = 0; c < channels; c++)
            t->flits[i * channels + c] =
                t->flits[2 * i * channels + c] + t->flits[(2 * i + 1u) * channels + c];
    memset(&t->flits[NOC_TIMELINE_MOST / 2 * channels], 0,
           NOC_TIMELINE_MOST / 2 * channels * sizeof *t->flits);
    t->interval *= 2;
}

/* Idle time may span many intervals without flits. */
void noc_timeline_see(noc_timeline *t, const noc_run *run)
{
    const uint64_t now = noc_run_now(run);
    if (now == t->start) return;
    while ((now - 1 - t->start) / t->interval >= NOC_TIMELINE_MOST) double_interval(t);
    uint32_t *flits = &t->flits[(now - 1 - t->start) / t->interval * t->channels];
    for (uint32_t c = 0; c < t->channels; c++) {
        const uint32_t all =
            noc_run_channel_flits(run, c, NOC_REQUEST) + noc_run_channel_flits(run, c, NOC_REPLY);
        flits[c] += all - t->before[c];
        t->before[c] = all;
    }
    t->end = now;
}

uint32_t noc_timeline_intervals(const noc_timeline *t)
{
    return (uint32_t)((t->end - t->start + t->interval - 1) / t->interval);
}
