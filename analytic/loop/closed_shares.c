#include "analytic/loop/closed_shares.h"

#include <math.h>

#include "analytic/loop/closed_replies.h"
#include "analytic/loop/closed_trips.h"
#include "analytic/network_model.h"
#include "design/memory/replies.h"

/* Places of a memory node in front of the DRAM, the cache's pipeline included. */
static double places_before_dram(const noc_system *s)
{
    const noc_memory_spec *m = &s->design->memory;
    return noc_cache_places(s) + (m->l2_cycles + 1.0) * m->l2_banks;
}

double noc_closed_places(const noc_closed_state *state)
{
    return places_before_dram(state->system) +
           noc_closed_reply_places(state->system, state->burst_requests);
}

/* Largest number of requests per memory node at the front of queues for it: the first request of
 * each request VC of its router; without such VCs, the first request of each core. */
static double first_requests(const noc_closed_state *state)
{
    return state->curve->has_queues[NOC_REQUEST] ? state->curve->request_paths.head_vcs
                                                 : state->core_count / state->memory_count;
}

/* Mean blocks of requests at a memory node with `places` for requests. Requests of different cores
 * belong to different blocks. */
static double blocks_at_node(const noc_closed_state *state, double places)
{
    const double block = noc_lines_per_node(state->system->design, state->workload);
    const double heads = state->curve->has_queues[NOC_REQUEST] ? first_requests(state) / block
                                                               : first_requests(state);
    return noc_requests_at_node(state->outstanding / block, heads, places / block);
}

double noc_closed_port_requests(const noc_closed_state *state)
{
    enum { BUFFER = 4 }; /* requests in a cluster's port buffer (sampler/loop/clusters.h) */
    const double block = noc_lines_per_node(state->system->design, state->workload);
    /* A port's buffers are full; other buffers on the path are half full on average. A cache looks
     * up only requests with a place behind the cache. */
    const double way_requests = state->curve->request_paths.upstream_requests / state->core_count;
    const double port_requests = min_of(state->curve->request_paths.channel_requests, way_requests),
                 waiting_on_way = port_requests + (way_requests - port_requests) / 2.0;
    const double places = noc_cache_places(state->system) +
                          noc_closed_reply_places(state->system, state->burst_requests);
    const double node_requests = state->memory_count * block * blocks_at_node(state, places);
    return BUFFER + waiting_on_way + node_requests / state->core_count;
}

/* Share of the time for which a node has work, with a mean of `blocks`. Services are more regular
 * than in a closed network of equal queues, so only part of the loss counts. docs/model.md (32). */
static double filled_share(const noc_closed_state *state, double blocks)
{
    return 1.0 - state->terms->empty / (1.0 + blocks);
}

/* Lookups have equal lengths: a queue at utilisation rho with random arrivals has a mean of n = rho
 * + rho^2 / (2 (1 - rho)) lookups (M/D/1), solved for rho. docs/model.md (34). */
double noc_closed_lookup_share(const noc_closed_state *state)
{
    const double n = blocks_at_node(state, noc_cache_places(state->system));
    return 1.0 + n - sqrt(1.0 + n * n);
}

/* Number of replies that fit into the virtual channels of a memory node's port, and so wait for
 * different channels in parallel. A reply longer than a buffer blocks the port. */
static double parallel_replies(const noc_closed_state *state)
{
    double least = INFINITY;
    for (uint16_t n = 0; n < state->system->graph.network_count; n++) {
        const noc_network *net = &state->system->graph.networks[n];
        if (!noc_network_has_buffers(net) || !net->carries[NOC_REPLY]) continue;
        const int fitting_replies =
            (int)noc_graph_memory_buffer(&state->system->graph, n, NOC_INJECTION) /
            (int)state->system->traffic.types[NOC_READ_REPLY].flits[n];
        least =
            min_of(least, max_of(1.0, fitting_replies * __builtin_popcount(net->vcs[NOC_REPLY])));
    }
    return least;
}

/* Throughput of a port with a number of parallel replies, over the throughput without waits.
 * `waits`: wait of a reply, over its service time at the port (mean-value analysis of a station and
 * a delay). */
static double port_throughput(double replies, double waits)
{
    double queue = 0.0, pace = 0.0;
    for (int n = 1; n <= replies; n++) {
        pace = n / (waits + 1.0 + queue);
        queue = pace * (1.0 + queue);
    }
    return pace;
}

double noc_closed_carried_rate(const noc_closed_state *state, noc_class class)
{
    const noc_class_share *s = &state->class_shares[class];
    return s->open_rate * s->filled_share * s->burst_share * s->slice_share * s->window_share *
           s->replies_per_packet;
}

/* Share of the time for which a queue is full, with arrivals at r times its rate (M/M/1/K). */
static double full_share(double r, double places)
{
    static const double tolerance = 1e-6;
    if (isinf(r)) return 1.0;
    if (fabs(r - 1.0) < tolerance) return 1.0 / (places + 1.0);
    return (r - 1.0) / (r - pow(r, -places));
}

/* Mean blocks that a core sends in a row after a full node has accepted one: blocks follow until
 * one meets a full node. Replies of one block do not compete, as they leave one port in order.
 * Nodes are full only while the request network carries more than `carried_rate`. */
static double blocks_in_run(const noc_closed_state *state, double carried_rate)
{
    const double places =
        noc_closed_places(state) / noc_lines_per_node(state->system->design, state->workload);
    const double full_chance =
        noc_full_node_chance(blocks_at_node(state, noc_closed_places(state)), places);
    if (!(full_chance > 0.0)) return 0.0; /* no request waits */
    return full_share(noc_closed_carried_rate(state, NOC_REQUEST) / carried_rate, places) /
           full_chance;
}

/* Share of `carried_rate` that is left with competing bursts of replies. A reply waits for a
 * channel of utilisation rho for rho V / (2 (1 - rho)) service times, where V is the variance of
 * bursts over that of single replies (M/G/1 with batches). A burst is a run of requests from each
 * VC of a neighbour, spread over the places of the memory nodes. `slices`: share of the time for
 * which ports send; idle ports shorten the waits. docs/model.md (33). */
static double burst_competition_share(const noc_closed_state *state, double carried_rate,
                                      double slices)
{
    const noc_reply_bursts *bursts = &state->curve->bursts;
    const double burst_factor = state->terms->bursts * state->unplaced_share *
                                blocks_in_run(state, carried_rate) * bursts->variance /
                                noc_closed_places(state);
    const double busiest_use = carried_rate * bursts->busiest_load,
                 replies = parallel_replies(state);
    double lower = 0.0, upper = 1.0;
    for (int i = 0; i < 30; i++) {
        const double share = (lower + upper) / 2.0, rho = share * busiest_use;
        const double waits = rho < 1.0 ? burst_factor * rho / (2.0 * (1.0 - rho)) : INFINITY;
        *(slices * port_throughput(replies, waits) > share ? &lower : &upper) = share;
    }
    return lower / slices;
}

/* Share of throughput that is left if slices wait for their controller, which returns data in
 * order. While one slice's reply queue is full, a hit blocks its misses in front of the DRAM, so
 * the DRAM's queue fills with misses of the other slices. Each of these misses is followed by h / m
 * hits (h, m: shares of hits and misses), which also enter a reply queue. If the port sends faster,
 * the other slices drain their reply queues, and then idle until the DRAM's queue has no more data
 * for the first slice. The DRAM's queue fills only if enough requests are at the node or arrive. An
 * idle port causes no loss if other ports use its share of a link. */
static double slice_share(const noc_closed_state *state, double carried_rate)
{
    const noc_memory_spec *m = &state->system->design->memory;
    const double miss_share = 1.0 - state->workload->l2_hit_rate, other_slices = m->slices - 1.0;
    if (!(other_slices > 0.0 && miss_share > 0.0)) return 1.0;
    const double stored_ratio =
        noc_closed_reply_places(state->system, state->burst_requests) / m->dram_queue;
    const double idle_share =
        max_of(0.0, 1.0 - state->workload->l2_hit_rate / miss_share / other_slices - stored_ratio);
    const double blocks = blocks_at_node(state, places_before_dram(state->system) + m->dram_queue);
    /* throughput of each port, over its throughput without idle times */
    const double port_throughput_left = 1.0 - other_slices / m->slices * idle_share;
    const double fill_blocks = m->dram_queue * (1.0 / miss_share - port_throughput_left) /
                               noc_lines_per_node(state->system->design, state->workload);
    const double fill_chance = pow(blocks / (1.0 + blocks), fill_blocks);
    const double r =
        state->memory.request_rate * state->memory_count / (carried_rate * state->core_count);
    const double stored_blocks = noc_closed_reply_places(state->system, state->burst_requests) /
                                 noc_lines_per_node(state->system->design, state->workload);
    const double full_chance = full_share(r, stored_blocks);
    const double held_share_of_time = (1.0 - pow(1.0 - full_chance, m->slices)) * fill_chance;
    return 1.0 - state->curve->bursts.port_load_ratio * other_slices / m->slices * idle_share *
                     held_share_of_time;
}

/* Mean blocks of requests on their paths to a node, if cores fill the network: requests of a core
 * leave in order, so they belong to adjacent blocks. */
static double outstanding_blocks(const noc_closed_state *state, double block)
{
    const double requests =
        max_of(1.0, state->curve->request_paths.buffer_requests / state->core_count);
    return state->core_count / state->memory_count * (1.0 + (requests - 1.0) / block);
}

/* Throughput of a network for requests, over its throughput in open loop, in which cores fill the
 * network with single requests. */
static double request_share(const noc_closed_state *state)
{
    const double block = noc_lines_per_node(state->system->design, state->workload);
    const double blocks = min_of(state->outstanding / block, outstanding_blocks(state, block));
    return min_of(1.0, filled_share(state, blocks) /
                           filled_share(state, outstanding_blocks(state, 1.0)));
}

static double open_rate(const noc_closed_state *state, noc_class class)
{
    const noc_open_curve *c = state->curve;
    return c->overflow_load / state->request_flits /
           (class == c->busier_class ? 1.0 : c->other_class_ratio);
}

/* Shares of a class whose waiting packets do not block others: the closed loop reaches the
 * throughput of the open one. */
static noc_class_share open_shares(const noc_closed_state *state, noc_class class)
{
    return (noc_class_share){open_rate(state, class), 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
}

/* Requests that wait for the network lose throughput only if queues are empty at times. */
noc_class_share noc_closed_request_shares(const noc_closed_state *state)
{
    if (!state->curve->has_queues[NOC_REQUEST]) return open_shares(state, NOC_REQUEST);
    return (noc_class_share){
        open_rate(state, NOC_REQUEST), request_share(state), 1.0, 1.0, 1.0, 1.0, 1.0};
}

/* Share of the time for which requests without a place at a memory node block others: those at the
 * front of all request VCs of the node's router. */
static double held_share(const noc_closed_state *state)
{
    const double unplaced_requests = state->outstanding - noc_closed_places(state);
    return max_of(0.0, min_of(1.0, unplaced_requests / first_requests(state)));
}

/* Share of the throughput that memory nodes with a mean of `blocks` sustain. If all requests have a
 * place, latencies already include the loss by few requests, but not the effect of blocks. */
static double filled_node_share(const noc_closed_state *state, double blocks)
{
    const double requests = blocks * noc_lines_per_node(state->system->design, state->workload);
    const double latency_share = (1.0 - filled_share(state, requests)) * (1.0 - held_share(state));
    return filled_share(state, blocks) + latency_share;
}

/* Gain of packets with several replies while the network for replies binds: outstanding requests
 * fill the places for replies. */
static double full_coalescing(const noc_closed_state *state)
{
    const double places = noc_closed_reply_places(state->system, state->burst_requests);
    return noc_closed_packet_gain(state,
                                  noc_closed_group_size(state, min_of(places, state->outstanding)));
}

/* Throughput of windows with short reply queues, over their throughput with long ones. */
static double window_share(const noc_closed_state *state, double replies_per_packet)
{
    const noc_system *s = state->system;
    const double block = noc_lines_per_node(s->design, state->workload);
    double least = 1.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network_model_kind *kind = noc_network_model_of(&s->graph.networks[n]);
        if (kind->throughput_share)
            least = min_of(
                least, kind->throughput_share(
                           s, n, noc_memory_reply_capacity(&s->design->memory) / replies_per_packet,
                           block));
    }
    return least;
}

/* Uses the shares of requests, which are found before. Replies wait at their nodes; with private
 * windows or slices of each node they do not compete. */
noc_class_share noc_closed_reply_shares(const noc_closed_state *state)
{
    noc_class_share s = open_shares(state, NOC_REPLY);
    s.replies_per_packet = full_coalescing(state);
    s.window_share = window_share(state, s.replies_per_packet);
    if (!state->curve->has_queues[NOC_REPLY] && !state->curve->has_waits_at_memory) return s;
    const double blocks = blocks_at_node(state, noc_closed_places(state));
    s.filled_share = filled_node_share(state, blocks);
    s.few_request_share = filled_share(state, blocks) / s.filled_share;
    if (!state->curve->has_queues[NOC_REPLY]) return s;
    s.slice_share = slice_share(state, s.open_rate * s.filled_share);
    s.burst_share = burst_competition_share(state, s.open_rate * s.filled_share, s.slice_share);
    return s;
}

/* Mean of the smaller of n and a sum of `slices` random numbers. Each number is approximately
 * geometric with mean `mean`, P(more than n) = exp(-decay n); the sum is Erlang distributed. */
static double limited_mean(double n, double mean, double decay, int slices)
{
    const double y = n * decay;
    double term = exp(-y), lower_tail = 0.0, sum = 0.0;
    for (int k = 0; k < slices; k++) {
        lower_tail += term;
        term *= y / (k + 1);
        sum += mean * (1.0 - lower_tail);
    }
    return sum;
}

/* The queue holds the accesses of the DRAM's slices, up to its places. The rate is linear between a
 * few queue lengths. */
double noc_closed_fed_share(const noc_closed_state *state)
{
    enum { KNOTS = 6 };
    static const double queue_parts[KNOTS] = {0.0, 0.06, 0.15, 0.3, 0.55, 1.0};
    const noc_memory_spec *m = &state->system->design->memory;
    if (!(state->workload->l2_hit_rate < 1.0)) return 1.0;
    const double block = noc_lines_per_node(state->system->design, state->workload);
    const double blocks = blocks_at_node(state, places_before_dram(state->system) +
                                                    (double)m->dram_queue / m->slices);
    const double decay = log1p(1.0 / blocks) / block;
    double sum = 0.0, last_n = 0.0, last_mean = 0.0, last_rate = 0.0;
    for (int i = 1; i < KNOTS; i++) {
        const double n = queue_parts[i] * m->dram_queue;
        const double mean = limited_mean(n, blocks * block, decay, m->slices);
        const noc_dram_pace pace = noc_dram_pace_for_queue(state->system->design, state->workload,
                                                           &state->memory, max_of(1.0, n));
        const double rate = min_of(n, 1.0) / pace.access_clocks;
        sum += (rate - last_rate) / (n - last_n) * (mean - last_mean);
        last_n = n;
        last_mean = mean;
        last_rate = rate;
    }
    return min_of(1.0, sum / last_rate);
}

/* Requests for a memory node in front of a request of the core with the largest share: part of the
 * requests at the node and in front of it, a smaller part of those in the request network. */
static double requests_before(const noc_closed_state *state, noc_class class)
{
    return class == NOC_REPLY
               ? state->terms->unequal * sqrt(noc_closed_places(state) * state->outstanding)
               : state->terms->in_front * state->outstanding;
}

/* Largest rate that a core can use, over the mean of all cores. `earlier_requests`: requests per
 * node in front of its requests. */
static double largest_core_share(const noc_closed_state *state, double rate,
                                 double earlier_requests)
{
    const noc_closed_trip idle = noc_closed_idle_trip(state);
    const double wait = earlier_requests * state->memory_count / (state->core_count * rate);
    return noc_closed_core_rate(state, idle.total_cycles + wait, idle.last_reply_cycles) / rate;
}

/* Throughput of a network whose busiest channel has `flits` times its flits at equal shares, over
 * the throughput at equal shares: higher, up to the use of other channels; or lower, if the channel
 * is full. */
static double unequal_throughput(const noc_closed_state *state, double flits)
{
    static const double full_use = 0.95;
    const double busiest = state->curve->busiest_use;
    return flits < 1.0 ? 1.0 + state->terms->relief * (1.0 / flits - 1.0)
                       : min_of(1.0, max_of(full_use, busiest) / (busiest * flits));
}

/* Cores get the shares of round-robin routers in a saturated network (analytic/unfair_shares.h). */
double noc_closed_unequal_ratio(const noc_closed_state *state)
{
    enum { ROUNDS = 4 }; /* iterations between the throughput and the largest share of a core */
    const noc_open_curve *c = state->curve;
    if (!c->has_queues[NOC_REQUEST] || !(c->unfair_shares.largest_share > 1.0)) return 1.0;
    const double requests = noc_closed_carried_rate(state, NOC_REQUEST);
    const double replies = noc_closed_carried_rate(state, NOC_REPLY);
    const double earlier_requests =
        requests_before(state, requests < replies ? NOC_REQUEST : NOC_REPLY);
    double throughput_ratio = 1.0;
    for (int i = 0; i < ROUNDS; i++) {
        const double core_share = largest_core_share(
            state, throughput_ratio * min_of(requests, replies), earlier_requests);
        const double next_ratio =
            unequal_throughput(state, noc_unfair_busiest_flits(&c->unfair_shares, core_share));
        throughput_ratio = i ? sqrt(throughput_ratio * next_ratio) : next_ratio;
    }
    return throughput_ratio;
}

/* The flits of the busiest channel grow with the variance of the cores' rates: by the mean of the
 * largest of several normal numbers, which are the mean rates of the cores on each channel. One
 * coefficient stands for the numbers of cores and channels, fitted to samples of te13's meshes
 * (tests/reference/phases.txt); a term for the number of cores on the busiest channel did not
 * improve the fit. */
double noc_closed_uneven_share(const noc_closed_state *state)
{
    static const double coefficient = 0.6;
    if (!state->curve->has_queues[NOC_REQUEST] && !state->curve->has_queues[NOC_REPLY]) return 1.0;
    return 1.0 / (1.0 + coefficient * sqrt(state->side->rate_variance / state->core_count));
}
