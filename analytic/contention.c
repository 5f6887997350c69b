#include "analytic/contention.h"

#include "analytic/larger.h"
#include "analytic/sweep/sweeper.h"

/* ---- sweeps --------------------------------------------------------------------------------- */

size_t noc_contention_state_size(const noc_contention *c)
{
    return NOC_LEFT_PER_QUEUE * (size_t)c->queue_count + NOC_LANES_MOST;
}

size_t noc_contention_state_compared(const noc_contention *c)
{
    return NOC_COMPARED_PER_QUEUE * (size_t)c->queue_count;
}

void noc_contention_save(const noc_contention *c, double *state)
{
    c->sweeper->save(c->sweep, state);
}

void noc_contention_begin(noc_contention *c, double rate, const double *state)
{
    c->sweeper->begin(c->sweep, rate, state);
}

void noc_contention_go_on(noc_contention *c, const double *state)
{
    c->sweeper->go_on(c->sweep, state);
}

void noc_contention_sweep(noc_contention *c, noc_waits *waits)
{
    c->sweeper->sweep(c->sweep, waits);
}

/* ---- what the last one has found ------------------------------------------------------------ */

static void note(noc_most_used *most, noc_station station, double utilization,
                 const noc_class_queue *q)
{
    if (utilization > most->utilization) *most = (noc_most_used){station, q->channel, utilization};
}

static void note_crossing(noc_most_used *most, const noc_contention *c, uint32_t crossing)
{
    const noc_crossing_used *x = &c->crossings_used[crossing];
    if (larger(x->by_others, larger(x->vcs, x->link)) <= most->utilization) return; /* nearly all */
    const noc_class_queue *to = &c->queues[c->crossings[crossing].to];
    note(most, NOC_STATION_SWITCH, x->by_others, to);
    note(most, NOC_STATION_OUTPUT_VCS, x->vcs, to);
    note(most, NOC_STATION_SWITCH, x->link, to);
}

noc_most_used noc_contention_most_used(const noc_contention *c)
{
    noc_most_used most = {.utilization = 0.0};
    c->sweeper->look_at_use(c->sweep, c->used, c->crossings_used);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        for (uint32_t k = c->first_crossing[i]; k < c->first_crossing[i + 1]; k++)
            note_crossing(&most, c, k);
        note(&most, NOC_STATION_CHANNEL, c->used[i].channel, &c->queues[i]);
        note(&most, NOC_STATION_INPUT_VCS, c->used[i].input_vcs, &c->queues[i]);
    }
    for (uint32_t i = 0; i < c->queue_count; i++)
        note(&most, NOC_STATION_SOURCE, c->used[i].source, &c->queues[i]);
    return most;
}
