#include "analytic/loop/closed_shares.h"

#include <math.h>

#include "analytic/loop/closed_replies.h"
#include "analytic/loop/closed_trips.h"
#include "analytic/network_model.h"
#include "design/memory/replies.h"

/* Places of a memory node in front of the DRAM, the cache's pipeline included. */
static double places_before(const noc_system *s)
{
    const noc_memory_spec *m = &s->design->memory;
    return noc_places_at_cache(s) + (m->l2_cycles + 1.0) * m->l2_banks;
}

double noc_closed_places(const noc_closed_state *l)
{
    return places_before(l->system) + noc_closed_reply_places(l->system, l->bursts);
}

/* Largest number of requests per memory node at the front of queues for it: the first request of
 * each request VC of its router; without such VCs, the first request of each core. */
static double heads_of(const noc_closed_state *l)
{
    return l->curve->queues[NOC_REQUEST] ? l->curve->paths.heads : l->cores / l->memories;
}

/* Mean blocks of requests at a memory node with `places` for requests. Requests of different cores
 * belong to different blocks. */
static double at_node(const noc_closed_state *l, double room)
{
    const double block = noc_lines_together(l->system->design, l->w);
    const double heads = l->curve->queues[NOC_REQUEST] ? heads_of(l) / block : heads_of(l);
    return noc_at_node(l->outstanding / block, heads, room / block);
}

double noc_closed_room_of_port(const noc_closed_state *l)
{
    enum { BUFFER = 4 }; /* requests in a cluster's port buffer (sampler/loop/clusters.h) */
    const double block = noc_lines_together(l->system->design, l->w);
    /* A port's buffers are full; other buffers on the path are half full on average. A cache looks
     * up only requests with a place behind the cache. */
    const double before = l->curve->paths.before / l->cores;
    const double own = min_of(l->curve->paths.apart, before), on_way = own + (before - own) / 2.0;
    const double places =
        noc_places_at_cache(l->system) + noc_closed_reply_places(l->system, l->bursts);
    const double at_nodes = l->memories * block * at_node(l, places);
    return BUFFER + on_way + at_nodes / l->cores;
}

/* Share of the time for which a node has work, with a mean of `blocks`. Services are more regular
 * than in a closed network of equal queues, so only part of the loss counts. docs/model.md (32). */
static double share_filled(const noc_closed_state *l, double blocks)
{
    return 1.0 - l->terms->empty / (1.0 + blocks);
}

/* Lookups have equal lengths: a queue at utilisation rho with random arrivals has a mean of n = rho
 * + rho^2 / (2 (1 - rho)) lookups (M/D/1), solved for rho. docs/model.md (34). */
double noc_closed_share_looking_up(const noc_closed_state *l)
{
    const double n = at_node(l, noc_places_at_cache(l->system));
    return 1.0 + n - sqrt(1.0 + n * n);
}

/* Number of replies that fit into the virtual channels of a memory node's port, and so wait for
 * different channels in parallel. A reply longer than a buffer blocks the port. */
static double replies_side_by_side(const noc_closed_state *l)
{
    double least = INFINITY;
    for (uint16_t n = 0; n < l->system->graph.network_count; n++) {
        const noc_network *net = &l->system->graph.networks[n];
        if (!noc_network_has_buffers(net) || !net->carries[NOC_REPLY]) continue;
        const int fit = (int)noc_graph_memory_buffer(&l->system->graph, n, NOC_INJECTION) /
                        (int)l->system->traffic.types[NOC_READ_REPLY].flits[n];
        least = min_of(least, max_of(1.0, fit * __builtin_popcount(net->vcs[NOC_REPLY])));
    }
    return least;
}

/* Throughput of a port with a number of parallel replies, over the throughput without waits.
 * `waits`: wait of a reply, over its service time at the port (mean-value analysis of a station and
 * a delay). */
static double port_pace(double replies, double waits)
{
    double queue = 0.0, pace = 0.0;
    for (int n = 1; n <= replies; n++) {
        pace = n / (waits + 1.0 + queue);
        queue = pace * (1.0 + queue);
    }
    return pace;
}

double noc_closed_carried(const noc_closed_state *l, noc_class class)
{
    const noc_class_share *s = &l->class[class];
    return s->open * s->filled * s->unbunched * s->slices * s->windows * s->coalesced;
}

/* Share of the time for which a queue is full, with arrivals at r times its rate (M/M/1/K). */
static double share_full(double r, double room)
{
    static const double even = 1e-6;
    if (isinf(r)) return 1.0;
    if (fabs(r - 1.0) < even) return 1.0 / (room + 1.0);
    return (r - 1.0) / (r - pow(r, -room));
}

/* Mean blocks that a core sends in a row after a full node has accepted one: blocks follow until
 * one meets a full node. Replies of one block do not compete, as they leave one port in order.
 * Nodes are full only while the request network carries more than `carried_rate`. */
static double run_of_blocks(const noc_closed_state *l, double carried)
{
    const double room = noc_closed_places(l) / noc_lines_together(l->system->design, l->w);
    const double full = noc_node_full(at_node(l, noc_closed_places(l)), room);
    if (!(full > 0.0)) return 0.0; /* no request waits */
    return share_full(noc_closed_carried(l, NOC_REQUEST) / carried, room) / full;
}

/* Share of `carried_rate` that is left with competing bursts of replies. A reply waits for a
 * channel of utilisation rho for rho V / (2 (1 - rho)) service times, where V is the variance of
 * bursts over that of single replies (M/G/1 with batches). A burst is a run of requests from each
 * VC of a neighbour, spread over the places of the memory nodes. `slices`: share of the time for
 * which ports send; idle ports shorten the waits. docs/model.md (33). */
static double share_unbunched(const noc_closed_state *l, double carried, double slices)
{
    const noc_reply_bursts *b = &l->curve->bursts;
    const double burst = l->terms->bursts * l->outside * run_of_blocks(l, carried) * b->variance /
                         noc_closed_places(l);
    const double used = carried * b->load, replies = replies_side_by_side(l);
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 30; i++) {
        const double share = (low + high) / 2.0, rho = share * used;
        const double waits = rho < 1.0 ? burst * rho / (2.0 * (1.0 - rho)) : INFINITY;
        *(slices * port_pace(replies, waits) > share ? &low : &high) = share;
    }
    return low / slices;
}

/* Share of throughput that is left if slices wait for their controller, which returns data in
 * order. While one slice's reply queue is full, all its misses in front of the DRAM are blocked by
 * a hit, so the DRAM's queue fills with misses of the other slices. Each of these misses admits the
 * h / m hits behind it to a reply queue. If the port sends faster, the other slices drain their
 * reply queues, and then idle until the DRAM's queue has no more data for the first slice, provided
 * that requests at the node and arrivals can fill the DRAM's queue. An idle port whose share of a
 * link other ports use causes no loss. */
static double share_of_slices(const noc_closed_state *l, double carried)
{
    const noc_memory_spec *m = &l->system->design->memory;
    const double misses = 1.0 - l->w->l2_hit_rate, others = m->slices - 1.0;
    if (!(others > 0.0 && misses > 0.0)) return 1.0;
    const double stored = noc_closed_reply_places(l->system, l->bursts) / m->dram_queue;
    const double idle = max_of(0.0, 1.0 - l->w->l2_hit_rate / misses / others - stored);
    const double blocks = at_node(l, places_before(l->system) + m->dram_queue);
    /* throughput of each port, over its throughput without idle times */
    const double sent = 1.0 - others / m->slices * idle;
    const double fill =
        m->dram_queue * (1.0 / misses - sent) / noc_lines_together(l->system->design, l->w);
    const double many = pow(blocks / (1.0 + blocks), fill);
    const double r = l->memory.capacity * l->memories / (carried * l->cores);
    const double stored_blocks =
        noc_closed_reply_places(l->system, l->bursts) / noc_lines_together(l->system->design, l->w);
    const double full = share_full(r, stored_blocks);
    const double held = (1.0 - pow(1.0 - full, m->slices)) * many;
    return 1.0 - l->curve->bursts.ports * others / m->slices * idle * held;
}

/* Mean blocks of requests on the way to a node, if cores fill the network: requests of a core leave
 * in order, so they belong to adjacent blocks. */
static double blocks_under_way(const noc_closed_state *l, double block)
{
    const double requests = max_of(1.0, l->curve->paths.places / l->cores);
    return l->cores / l->memories * (1.0 + (requests - 1.0) / block);
}

/* Throughput of a network for requests, over its throughput in open loop, where cores fill the
 * network with single requests. */
static double share_requested(const noc_closed_state *l)
{
    const double block = noc_lines_together(l->system->design, l->w);
    const double blocks = min_of(l->outstanding / block, blocks_under_way(l, block));
    return min_of(1.0, share_filled(l, blocks) / share_filled(l, blocks_under_way(l, 1.0)));
}

static double open_of_class(const noc_closed_state *l, noc_class class)
{
    const noc_open_curve *c = l->curve;
    return c->overflow / l->request_flits / (class == c->busier ? 1.0 : c->other_class);
}

/* Shares of a class whose waiting packets do not block others: the closed loop reaches the
 * throughput of the open one. */
static noc_class_share all_of_class(const noc_closed_state *l, noc_class class)
{
    return (noc_class_share){open_of_class(l, class), 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
}

/* Requests that wait for the network lose throughput only if queues are empty at times. */
noc_class_share noc_closed_share_of_requests(const noc_closed_state *l)
{
    if (!l->curve->queues[NOC_REQUEST]) return all_of_class(l, NOC_REQUEST);
    return (noc_class_share){
        open_of_class(l, NOC_REQUEST), share_requested(l), 1.0, 1.0, 1.0, 1.0, 1.0};
}

/* Share of the time for which requests without a place at a memory node block others: those at the
 * front of all request VCs of the node's router. */
static double share_held_up(const noc_closed_state *l)
{
    const double without = l->outstanding - noc_closed_places(l);
    return max_of(0.0, min_of(1.0, without / heads_of(l)));
}

/* Share of the throughput that memory nodes with a mean of `blocks` sustain. If all requests have a
 * place, latencies already include the loss by few requests, but not the effect of blocks. */
static double share_of_nodes_filled(const noc_closed_state *l, double blocks)
{
    const double requests = blocks * noc_lines_together(l->system->design, l->w);
    const double by_latency = (1.0 - share_filled(l, requests)) * (1.0 - share_held_up(l));
    return share_filled(l, blocks) + by_latency;
}

/* Gain of packets with several replies while the network for replies binds: outstanding requests
 * fill the places for replies. */
static double coalesced_while_full(const noc_closed_state *l)
{
    const double places = noc_closed_reply_places(l->system, l->bursts);
    return noc_closed_gain(l, noc_closed_group(l, min_of(places, l->outstanding)));
}

/* Throughput of windows with short reply queues, over their throughput with long ones. */
static double share_of_windows(const noc_closed_state *l, double coalesced)
{
    const noc_system *s = l->system;
    const double block = noc_lines_together(s->design, l->w);
    double least = 1.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network_model_kind *kind = noc_network_model_of(&s->graph.networks[n]);
        if (kind->taken)
            least = min_of(
                least,
                kind->taken(s, n, noc_reply_queue_capacity(&s->design->memory) / coalesced, block));
    }
    return least;
}

/* Uses the shares of requests, which are found before. Replies wait at their nodes; with private
 * windows or slices of each node they do not compete. */
noc_class_share noc_closed_share_of_replies(const noc_closed_state *l)
{
    noc_class_share s = all_of_class(l, NOC_REPLY);
    s.coalesced = coalesced_while_full(l);
    s.windows = share_of_windows(l, s.coalesced);
    if (!l->curve->queues[NOC_REPLY] && !l->curve->waits_at_memory) return s;
    const double blocks = at_node(l, noc_closed_places(l));
    s.filled = share_of_nodes_filled(l, blocks);
    s.few = share_filled(l, blocks) / s.filled;
    if (!l->curve->queues[NOC_REPLY]) return s;
    s.slices = share_of_slices(l, s.open * s.filled);
    s.unbunched = share_unbunched(l, s.open * s.filled, s.slices);
    return s;
}

/* Mean of the smaller of n and a sum of `slices` random numbers. Each number is approximately
 * geometric with mean `mean`, P(more than n) = exp(-decay n); the sum is Erlang distributed. */
static double mean_up_to(double n, double mean, double decay, int slices)
{
    const double y = n * decay;
    double term = exp(-y), fewer = 0.0, sum = 0.0;
    for (int k = 0; k < slices; k++) {
        fewer += term;
        term *= y / (k + 1);
        sum += mean * (1.0 - fewer);
    }
    return sum;
}

/* The queue holds the accesses of the DRAM's slices, up to its places. The rate is linear between a
 * few queue lengths. */
double noc_closed_share_fed(const noc_closed_state *l)
{
    enum { KNOTS = 6 };
    static const double parts[KNOTS] = {0.0, 0.06, 0.15, 0.3, 0.55, 1.0};
    const noc_memory_spec *m = &l->system->design->memory;
    if (!(l->w->l2_hit_rate < 1.0)) return 1.0;
    const double block = noc_lines_together(l->system->design, l->w);
    const double blocks = at_node(l, places_before(l->system) + (double)m->dram_queue / m->slices);
    const double decay = log1p(1.0 / blocks) / block;
    double sum = 0.0, last_n = 0.0, last_mean = 0.0, last_rate = 0.0;
    for (int i = 1; i < KNOTS; i++) {
        const double n = parts[i] * m->dram_queue;
        const double mean = mean_up_to(n, blocks * block, decay, m->slices);
        const noc_dram_pace pace =
            noc_dram_pace_of(l->system->design, l->w, &l->memory, max_of(1.0, n));
        const double rate = min_of(n, 1.0) / pace.clocks;
        sum += (rate - last_rate) / (n - last_n) * (mean - last_mean);
        last_n = n;
        last_mean = mean;
        last_rate = rate;
    }
    return min_of(1.0, sum / last_rate);
}

/* Requests for a memory node in front of a request of the core with the largest share: part of the
 * requests at the node and in front of it, a smaller part of those in the request network. */
static double always_before(const noc_closed_state *l, noc_class backed_up)
{
    return backed_up == NOC_REPLY ? l->terms->unequal * sqrt(noc_closed_places(l) * l->outstanding)
                                  : l->terms->in_front * l->outstanding;
}

/* Largest rate that a core can use, over the mean of all cores. `earlier_requests`: requests per
 * node in front of its requests. */
static double most_of_core(const noc_closed_state *l, double rate, double before)
{
    const noc_closed_trip idle = noc_closed_idle_trip(l);
    const double wait = before * l->memories / (l->cores * rate);
    return noc_closed_rate_of_core(l, idle.all + wait, idle.last) / rate;
}

/* Throughput of a network whose busiest channel has `flits` times its flits at equal shares, over
 * the throughput at equal shares: higher, up to the use of other channels; or lower, if the channel
 * is full. */
static double carried_unequally(const noc_closed_state *l, double flits)
{
    static const double full = 0.95;
    const double busiest = l->curve->busiest;
    return flits < 1.0 ? 1.0 + l->terms->relief * (1.0 / flits - 1.0)
                       : min_of(1.0, max_of(full, busiest) / (busiest * flits));
}

/* The shares are those that round-robin routers give cores in a saturated network
 * (analytic/unfair_shares.h). */
double noc_closed_unequal_shift(const noc_closed_state *l)
{
    enum { ROUNDS = 4 }; /* iterations between the throughput and the largest share of a core */
    const noc_open_curve *c = l->curve;
    if (!c->queues[NOC_REQUEST] || !(c->unequal.most > 1.0)) return 1.0;
    const double requests = noc_closed_carried(l, NOC_REQUEST);
    const double replies = noc_closed_carried(l, NOC_REPLY);
    const double before = always_before(l, requests < replies ? NOC_REQUEST : NOC_REPLY);
    double carried = 1.0;
    for (int i = 0; i < ROUNDS; i++) {
        const double most = most_of_core(l, carried * min_of(requests, replies), before);
        const double next = carried_unequally(l, noc_unfair_busiest(&c->unequal, most));
        carried = i ? sqrt(carried * next) : next;
    }
    return carried;
}

/* The flits of the busiest channel grow with the variance of the cores' rates: by the mean of the
 * largest of a few normal numbers, the mean rates of the cores on each channel. One coefficient
 * stands for the numbers of cores and channels, fitted to samples of te13's meshes
 * (tests/reference/phases.txt); the number of cores on the busiest channel did not improve the
 * fit. */
double noc_closed_share_when_uneven(const noc_closed_state *l)
{
    static const double coefficient = 0.6;
    if (!l->curve->queues[NOC_REQUEST] && !l->curve->queues[NOC_REPLY]) return 1.0;
    return 1.0 / (1.0 + coefficient * sqrt(l->side->uneven / l->cores));
}
