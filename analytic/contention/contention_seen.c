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

/* Part of the time for which the buffers before a station that is used so much are full: all of it
 * where the station overflows, and next to none well below. */
static double full_part(double used)
{
    static const double nearly = 0.95;
    return min_of(max_of(used - nearly, 0.0) / (1.0 - nearly), 1.0);
}

/* Part of the time for which a queue's buffers are full: as its own packets need their VCs all the
 * time, or as the first packet goes to a station ahead that is full, and nowhere else. */
static double part_standing(const noc_contention *c, uint32_t queue)
{
    double ahead = 0.0;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++) {
        const noc_transition *x = &c->transitions[k];
        const noc_transition_used *u = &c->transitions_used[k];
        if (x->all_vcs > c->queues[x->to].all_vcs) continue;
        const double used = max_of(u->vcs, max_of(u->link, u->by_others));
        ahead += x->weight * full_part(max_of(used, c->used[x->to].input_vcs));
    }
    return max_of(full_part(c->used[queue].input_vcs), min_of(ahead, 1.0));
}

/* Flits that stand in a queue's buffers before a station which is all but full. No finite wait of
 * the sweeps says how many: they grow until packets take other ways, and are as many as the buffers
 * hold where nobody does. */
static double standing_in(const noc_contention *c, uint32_t queue, double others)
{
    const noc_class_queue *q = &c->queues[queue];
    if (q->injects || q->ejects) return 0.0;
    return part_standing(c, queue) * max_of(q->vcs * q->buffer - others, 0.0);
}

/* Adds the flits of a group that a router counts as outstanding: sent, and their credits not back
 * yet; or those of them that are in the buffers behind. By Little's law they are their rate times
 * the cycles for which they count. Of a flit in each cycle or none, so many are under way as of
 * draws that come in packets; those that wait are a geometric number of packets. */
static void add_outstanding(const noc_contention *c, uint32_t group, double rate,
                            const noc_seen *seen)
{
    const uint32_t channel = c->loads->groups[group].channel;
    const uint32_t queue = c->symmetry.groups.of[group];
    const noc_class_queue *q = &c->queues[queue];
    const noc_network *net = noc_graph_network_of(&c->system->graph, channel);
    const double flits = rate * q->unit.flits / q->speed.slowed, packet = q->biased;
    const double routed = q->ejects ? 0.0 : q->routed;
    const double under_way = net->vc.sees_wire ? noc_loop_of_body(q) - 1.0 : 0.0;
    const double there = under_way + routed, used = min_of(flits, 1.0);
    const double waiting = flits * (q->ejects ? 0.0 : waits_there(c, queue));
    const double in_packets = packet * max_of(there, 1.0) / (max_of(there, 1.0) + packet - 1.0);
    const double standing = standing_in(c, queue, flits * there + waiting);
    seen->standing[group] = standing;
    seen->outstanding[channel] += flits * there + waiting + standing;
    seen->variance[channel] += flits * there * (1.0 - used) * in_packets +
                               waiting * (waiting + packet) + standing * packet;
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
    /* who owns a VC whose buffers are full keeps it */
    for (uint32_t i = 0; i < c->queue_count; i++)
        c->ahead[i] += (1.0 - c->ahead[i]) * full_part(c->used[i].input_vcs);
    for (uint32_t g = 0; g < l->group_count; g++) {
        const uint32_t channel = l->groups[g].channel;
        seen->outstanding[channel] = seen->variance[channel] = 0.0;
        seen->owned[g] = c->ahead[c->symmetry.groups.of[g]];
    }
    for (uint32_t g = 0; g < l->group_count; g++) add_outstanding(c, g, rate, seen);
}
