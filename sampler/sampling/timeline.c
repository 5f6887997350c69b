#include "sampler/sampling/timeline.h"

#include <stdlib.h>
#include <string.h>

enum { SHORTEST_INTERVAL = 4 }; /* cycles of an interval at first */

noc_status noc_timeline_make(noc_timeline *t, const noc_system *system, noc_diag *diag)
{
    const uint32_t channels = system->graph.channel_count;
    *t = (noc_timeline){.interval_cycles = SHORTEST_INTERVAL, .channel_count = channels};
    t->flits = calloc((size_t)NOC_TIMELINE_MAX * channels + 1u, sizeof *t->flits);
    t->flits_before = calloc(channels + 1u, sizeof *t->flits_before);
    return t->flits && t->flits_before ? NOC_OK : noc_fail_memory(diag);
}

void noc_timeline_clear(noc_timeline *t)
{
    free(t->flits);
    free(t->flits_before);
    *t = (noc_timeline){0};
}

void noc_timeline_begin(noc_timeline *t, const noc_run *run)
{
    t->start = t->end = noc_run_current_cycle(run);
}

uint64_t noc_timeline_cycles_left(const noc_timeline *t, const noc_run *run)
{
    return t->interval_cycles - (noc_run_current_cycle(run) - t->start) % t->interval_cycles;
}

/* Joins pairs of intervals to one. */
static void double_interval(noc_timeline *t)
{
    const size_t channels = t->channel_count;
    for (uint32_t i = 0; i < NOC_TIMELINE_MAX / 2; i++)
        for (size_t c = 0; c < channels; c++)
            t->flits[i * channels + c] =
                t->flits[2 * i * channels + c] + t->flits[(2 * i + 1u) * channels + c];
    memset(&t->flits[NOC_TIMELINE_MAX / 2 * channels], 0,
           NOC_TIMELINE_MAX / 2 * channels * sizeof *t->flits);
    t->interval_cycles *= 2;
}

/* Idle time may span many intervals without flits. */
void noc_timeline_count(noc_timeline *t, const noc_run *run)
{
    const uint64_t now = noc_run_current_cycle(run);
    if (now == t->start) return;
    while ((now - 1 - t->start) / t->interval_cycles >= NOC_TIMELINE_MAX) double_interval(t);
    uint32_t *flits = &t->flits[(now - 1 - t->start) / t->interval_cycles * t->channel_count];
    for (uint32_t c = 0; c < t->channel_count; c++) {
        const uint32_t flits_now =
            noc_run_channel_flits(run, c, NOC_REQUEST) + noc_run_channel_flits(run, c, NOC_REPLY);
        flits[c] += flits_now - t->flits_before[c];
        t->flits_before[c] = flits_now;
    }
    t->end = now;
}

uint32_t noc_timeline_intervals(const noc_timeline *t)
{
    return (uint32_t)((t->end - t->start + t->interval_cycles - 1) / t->interval_cycles);
}
