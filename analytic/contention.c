#include "analytic/contention.h"

#include "analytic/sweep/sweeper.h"
#include "network/min_max.h"

/* ---- sweeps --------------------------------------------------------------------------------- */

uint32_t noc_contention_networks(const noc_contention *c)
{
    return c->network_count;
}

static size_t queues_of(const noc_contention *c, uint32_t network)
{
    return noc_queues_in(c->networks[network].queues);
}

size_t noc_contention_state_size(const noc_contention *c, uint32_t network)
{
    return NOC_LEFT_PER_QUEUE * queues_of(c, network) + NOC_LANES_MOST;
}

size_t noc_contention_state_compared(const noc_contention *c, uint32_t network)
{
    return NOC_COMPARED_PER_QUEUE * queues_of(c, network);
}

void noc_contention_save(const noc_contention *c, uint32_t network, double *state)
{
    c->sweeper->save(c->networks[network].sweep, state);
}

void noc_contention_begin(noc_contention *c, uint32_t network, double rate, const double *state)
{
    c->sweeper->begin(c->networks[network].sweep, rate, state);
}

void noc_contention_go_on(noc_contention *c, uint32_t network, const double *state)
{
    c->sweeper->go_on(c->networks[network].sweep, state);
}

void noc_contention_sweep(noc_contention *c, uint32_t network, noc_waits *waits)
{
    c->sweeper->sweep(c->networks[network].sweep, waits);
}

/* ---- what the last one has found ------------------------------------------------------------ */

void noc_contention_look_at_use(const noc_contention *c)
{
    for (uint32_t n = 0; n < c->network_count; n++)
        c->sweeper->look_at_use(c->networks[n].sweep, c->used, c->transitions_used);
}

void noc_contention_look_at_waits(const noc_contention *c)
{
    for (uint32_t n = 0; n < c->network_count; n++)
        c->sweeper->look_at_waits(c->networks[n].sweep, c->waits, c->transition_waits);
}

static void note(noc_most_used *most, noc_station station, double utilization,
                 const noc_class_queue *q)
{
    if (utilization > most->utilization) *most = (noc_most_used){station, q->channel, utilization};
}

static void note_transition(noc_most_used *most, const noc_contention *c, uint32_t transition)
{
    const noc_transition_used *x = &c->transitions_used[transition];
    if (max_of(x->by_others, max_of(x->vcs, x->link)) <= most->utilization) return; /* nearly all */
    const noc_class_queue *to = &c->queues[c->transitions[transition].to];
    note(most, NOC_STATION_SWITCH, x->by_others, to);
    note(most, NOC_STATION_OUTPUT_VCS, x->vcs, to);
    note(most, NOC_STATION_SWITCH, x->link, to);
}

noc_most_used noc_contention_most_used(const noc_contention *c)
{
    noc_most_used most = {.utilization = 0.0};
    noc_contention_look_at_use(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        for (uint32_t k = c->first_transition[i]; k < c->first_transition[i + 1]; k++)
            note_transition(&most, c, k);
        note(&most, NOC_STATION_CHANNEL, c->used[i].channel, &c->queues[i]);
        note(&most, NOC_STATION_INPUT_VCS, c->used[i].input_vcs, &c->queues[i]);
    }
    for (uint32_t i = 0; i < c->queue_count; i++)
        note(&most, NOC_STATION_SOURCE, c->used[i].source, &c->queues[i]);
    return most;
}
