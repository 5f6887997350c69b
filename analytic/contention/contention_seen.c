#include "analytic/contention/contention_seen.h"

#include "base/min_max.h"

/* Cycles that packets wait in the buffers of a queue, mean: for those before them, and for their
 * way out. */
static double waits_there(const noc_contention *c, uint32_t queue)
{
    double wait = c->waits[queue].queue;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++) {
        const noc_transition *x = &c->transitions[k];
        const noc_transition_waits *w = &c->transition_waits[k];
        wait += x->weight * (w->switches + w->vc + w->link + c->waits[x->to].stall);
    }
    return wait;
}

/* Adds the flits of a queue that a router counts as outstanding: sent, and their credits not back
 * yet; or those of them that are in the buffers behind. By Little's law they are their rate times
 * the cycles for which they count. Of a flit in each cycle or none, so many are under way as of
 * draws that come in packets; those that wait are a geometric number of packets. */
static void add_outstanding(const noc_contention *c, uint32_t queue, uint32_t channel, double rate,
                            const noc_seen *seen)
{
    const noc_class_queue *q = &c->queues[queue];
    const noc_network *net = noc_graph_network_of(&c->system->graph, channel);
    const double flits = rate * q->unit.flits / q->speed.slowed, packet = q->biased;
    const double routed = q->ejects ? 0.0 : q->routed;
    const double under_way = net->vc.sees_wire ? noc_loop_of_body(q) - 1.0 : 0.0;
    const double there = under_way + routed, used = min_of(flits, 1.0);
    const double waiting = flits * (q->ejects ? 0.0 : waits_there(c, queue));
    const double in_packets = packet * max_of(there, 1.0) / (max_of(there, 1.0) + packet - 1.0);
    seen->outstanding[channel] += flits * there + waiting;
    seen->variance[channel] +=
        flits * there * (1.0 - used) * in_packets + waiting * (waiting + packet);
}

void noc_contention_see(const noc_contention *c, double rate, const noc_seen *seen)
{
    const noc_loads *l = c->loads;
    noc_contention_look_at_use(c);
    noc_contention_look_at_waits(c);
    for (uint32_t i = 0; i < c->queue_count; i++) c->ahead[i] = 0.0;
    for (uint32_t k = 0; k < c->transition_count; k++) {
        double *owned = &c->ahead[c->transitions[k].to];
        *owned = max_of(*owned, min_of(c->transitions_used[k].vcs, 1.0));
    }
    for (uint32_t g = 0; g < l->group_count; g++) {
        const uint32_t channel = l->groups[g].channel;
        seen->outstanding[channel] = seen->variance[channel] = 0.0;
        seen->owned[g] = c->ahead[c->symmetry.groups.of[g]];
    }
    for (uint32_t g = 0; g < l->group_count; g++)
        add_outstanding(c, c->symmetry.groups.of[g], l->groups[g].channel, rate, seen);
}
