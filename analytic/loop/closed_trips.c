#include "analytic/loop/closed_trips.h"

#include <math.h>

#include "analytic/circuits/senders.h"
#include "analytic/loop/closed_replies.h"
#include "analytic/loop/halving.h"
#include "analytic/network_model.h"
#include "analytic/zero_load.h"

/* Sums over the networks that carry the packets of a type, of a terminal. */
typedef struct sending {
    /* networks with virtual channels: their number, VCs, flits, codec and turnaround cycles */
    double links, vcs, flits, codecs, turnaround;
    double others, spacing; /* other networks: their number; cycles between packets */
} sending;

static void add_network(const noc_system *s, int number, uint16_t n, sending *sum)
{
    const noc_packet_type *type = &s->traffic.types[number];
    const noc_network *net = &s->graph.networks[n];
    const noc_network_model_kind *kind = noc_network_model_of(net);
    if (!net->carries[type->class]) return;
    if (kind->spacing) {
        const noc_reply_mix mix = noc_mix_on(s, type->class, n);
        sum->others++;
        sum->spacing += kind->spacing(s, n, noc_reply_mix_flits(&mix));
    }
    if (!noc_network_has_buffers(net)) return;
    sum->links++;
    sum->vcs += __builtin_popcount(net->vcs[type->class]);
    sum->flits += noc_traffic_mean_flits(&s->traffic, number, n);
    sum->codecs += s->design->codec.cycles;
    sum->turnaround += noc_network_turnaround(net);
}

/* Cycles between packets of a type that a terminal sends in a row: limited by a link, or by its
 * virtual channels, which idle between packets. */
static double spacing_of(const noc_system *s, int type)
{
    sending sum = {.links = 0.0};
    for (uint16_t n = 0; n < s->graph.network_count; n++) add_network(s, type, n, &sum);
    if (sum.others > 0.0) return sum.spacing / sum.others / (sum.others + sum.links);
    if (!(sum.links > 0.0)) return 0.0;
    return max_of((sum.flits + sum.codecs) / sum.links / sum.links,
                  (sum.flits + sum.turnaround) / sum.links / sum.vcs);
}

/* The interval of requests is the longer of the core's and the port's. The interval of replies is
 * the longest of those of requests, of a memory node's lookups and port, and of the core's port. */
void noc_closed_find_spacing(noc_closed_state *l)
{
    const noc_design *d = l->system->design;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const double reply = spacing_of(l->system, NOC_READ_REPLY);
    l->request_spacing =
        max_of(d->chip.clock_mhz / core_mhz, spacing_of(l->system, NOC_READ_REQUEST));
    l->reply_spacing = max_of(l->request_spacing, reply);
    if (noc_lines_together(d, l->w) > 1.0)
        l->reply_spacing = max_of(l->reply_spacing, 1.0 / noc_cache_rate(&d->memory));
}

/* Traffic of networks and memory nodes at a rate of requests. */
typedef struct put_on {
    double packets; /* requests, and replies, per cycle of a core */
    double load;    /* equivalent load of the open loop, flits per cycle of a core */
    double at_node; /* requests per cycle of each memory node */
} put_on;

/* Traffic at a rate of requests of each core. A component between cores and networks whose
 * throughput depends on the rate or the round trip would be modelled here. */
static put_on put_on_at(const noc_closed_state *l, double rate)
{
    return (put_on){
        .packets = rate,
        .load = rate * l->request_flits / l->shift,
        .at_node = rate * l->cores / l->memories,
    };
}

/* Number of successive requests for one node. */
static double in_train(const noc_closed_state *l)
{
    const noc_design *d = l->system->design;
    return min_of(noc_lines_together(d, l->w), d->nodes.mshrs);
}

/* Adds the waits of trains. Successive requests for one node, and their replies, delay other
 * packets as one packet of their total length does: waits grow in proportion. */
static noc_closed_trip in_trains(const noc_closed_state *l, noc_closed_trip t)
{
    const double more = in_train(l) - 1.0;
    const noc_open_curve *c = l->curve;
    if (!isfinite(t.request + t.reply)) return t;
    t.request += more * (t.request - c->request[0]);
    t.reply += more * (t.reply - c->reply[0]);
    return t;
}

/* Cycles of a reply in a full reply queue (Little's law). Longer waits of replies are waits of
 * requests in front of the memory node. */
static double room_for_replies(const noc_closed_state *l, put_on p)
{
    const double places = noc_closed_reply_places(l->system, l->bursts);
    return p.at_node > 0.0 ? places / p.at_node : INFINITY;
}

/* Finds the waits of each class in networks with closed forms. Longer waits put more replies in a
 * packet, which shortens the waits: the group size is found by bisection. */
static void find_waits(const noc_closed_state *l, put_on p, double waits[NOC_CLASSES])
{
    enum { STEPS = 20 };
    double low = 1.0, high = noc_closed_group(l, INFINITY), replies[NOC_CLASSES];
    const int train = (int)in_train(l);
    noc_open_curve_waits(l->curve, p.packets, train, waits);
    if (!(noc_closed_gain(l, high) > 1.0)) return;
    for (int i = 0; i < STEPS; i++) {
        const double group = (low + high) / 2.0;
        noc_open_curve_waits(l->curve, p.packets / noc_closed_gain(l, group), train, replies);
        const double stays = replies[NOC_REPLY] + l->curve->reply[0];
        *(noc_closed_group(l, 1.0 + p.at_node * stays) > group ? &low : &high) = group;
    }
    waits[NOC_REPLY] = replies[NOC_REPLY];
}

/* Latency of replies, cycles. With forked packets the group size depends on the waits, and the
 * waits on the group size: found by bisection. */
static double reply_latency(const noc_closed_state *l, put_on p)
{
    enum { STEPS = 20 };
    const noc_open_curve *c = l->curve;
    double low = 1.0, high = noc_closed_group(l, INFINITY);
    if (!(c->group_most > 1.0)) return noc_open_curve_latency(c, NOC_REPLY, p.load);
    for (int i = 0; i < STEPS; i++) {
        const double group = (low + high) / 2.0;
        const double load = p.load / noc_open_curve_forked(c, group);
        const double waits = noc_open_curve_latency(c, NOC_REPLY, load) - c->reply[0];
        const double waiting = waits > 0.0 ? p.at_node * waits : 0.0;
        *(noc_closed_group(l, 1.0 + waiting) > group ? &low : &high) = group;
    }
    return noc_open_curve_latency(c, NOC_REPLY, p.load / noc_open_curve_forked(c, low));
}

/* Latencies of requests and replies in the networks: queues, trains, closed forms. */
static noc_closed_trip network_latencies(const noc_closed_state *l, put_on p)
{
    const noc_open_curve *c = l->curve;
    double waits[NOC_CLASSES];
    const noc_closed_trip single = {
        .request = noc_open_curve_latency(c, NOC_REQUEST, p.load),
        .reply = reply_latency(l, p),
    };
    noc_closed_trip t = in_trains(l, single);
    find_waits(l, p, waits);
    const double room =
        c->waits_at_memory ? max_of(0.0, room_for_replies(l, p) - single.reply) : INFINITY;
    t.request += waits[NOC_REQUEST] + max_of(0.0, waits[NOC_REPLY] - room);
    t.reply += min_of(waits[NOC_REPLY], room);
    return t;
}

/* Extra cycles of a miss. */
static double miss_latency(const noc_closed_state *l, put_on p)
{
    const noc_design *d = l->system->design;
    const double accesses = p.at_node * (1.0 - l->w->l2_hit_rate) * d->memory.slices;
    return l->memory.miss + noc_batch_wait(&l->memory, accesses) +
           noc_dram_wait(&l->memory, accesses);
}

/* Further cycles of an instruction's last reply after a mean reply: replies come at intervals, and
 * the last miss comes late. */
static double last_reply(const noc_closed_state *l, double miss)
{
    const double hit = l->w->l2_hit_rate, all = (l->w->burst - 1) * l->reply_spacing;
    double last = 0.0, later_hit = 1.0;
    for (int k = l->w->burst; k-- > 0; later_hit *= hit)
        last += (1.0 - hit) * later_hit * max_of(k * l->reply_spacing + miss, all);
    return last + later_hit * all - all / 2.0 - (1.0 - hit) * miss;
}

double noc_closed_last_reply(const noc_closed_state *l)
{
    return last_reply(l, l->memory.miss);
}

/* Queues with `predicted_ratio` times the model's capacity wait as at 1 / `predicted_ratio` times
 * the rate. */
noc_closed_trip noc_closed_trip_at(const noc_closed_state *l, double actual)
{
    const put_on p = put_on_at(l, actual / l->predicted);
    noc_closed_trip t = network_latencies(l, p);
    const double miss = l->w->l2_hit_rate < 1.0 ? miss_latency(l, p) : 0.0;
    const double together = min_of(l->w->burst, l->system->design->nodes.mshrs);
    /* mean number of earlier requests of the same instruction */
    const double behind = (together - 1.0) / 2.0;
    t.request += behind * l->request_spacing;
    t.memory = noc_answer_cycles(l->system) + l->memory.hit +
               noc_cache_wait(&l->memory, p.at_node) + (1.0 - l->w->l2_hit_rate) * miss;
    t.reply += behind * (l->reply_spacing - l->request_spacing);
    t.all = t.request + t.memory + t.reply;
    t.last = isfinite(t.all) ? last_reply(l, miss) : 0.0;
    return t;
}

/* Idle trip: the trip at rate 0. */
noc_closed_trip noc_closed_idle_trip(const noc_closed_state *l)
{
    return noc_closed_trip_at(l, 0.0);
}

/* Round trips vary because some requests miss, and because waits vary: the number of requests at a
 * memory node is uniform between empty and full. */
noc_core_trip noc_closed_core_trip(const noc_closed_state *l, double round_trip, double last)
{
    const double hit = l->w->l2_hit_rate, waits = max_of(0.0, round_trip - l->idle);
    const double misses = hit * (1.0 - hit) * l->memory.miss * l->memory.miss;
    const bool answered = l->system->design->memory.write_replies;
    return (noc_core_trip){.all = round_trip,
                           .last = last,
                           .unheld = answered ? 0.0 : min_of(l->curve->reply[0], round_trip),
                           .variance = misses + waits * waits / 3.0,
                           .room = l->room};
}

void noc_closed_flow(const noc_closed_state *l, double round_trip, double last, noc_port_flow *flow)
{
    noc_core_side_flow(l->side, noc_closed_core_trip(l, round_trip, last), flow);
}

double noc_closed_held(const noc_closed_state *l, double round_trip)
{
    const double unanswered = 1.0 - l->system->traffic.answered;
    return round_trip - unanswered * min_of(l->curve->reply[0], round_trip);
}

/* Closed network of W warps, one pipeline and a delay (mean-value analysis, docs/model.md (29),
 * exact for exponential work), with at most as many outstanding requests as MSHRs. */
double noc_closed_rate_of_core(const noc_closed_state *l, double round_trip, double last)
{
    if (l->side) {
        noc_port_flow flow;
        noc_closed_flow(l, round_trip, last, &flow);
        return flow.sent;
    }
    const double away = l->w->read_fraction * max_of(0.0, round_trip + last - l->issuing);
    double queue = 0.0, rate = 0.0;
    for (int n = 1; n <= l->w->warps; n++) {
        const double stay = l->think * (1.0 + queue);
        rate = n / (away + stay);
        queue = rate * stay;
    }
    return min_of(rate * l->w->burst,
                  l->system->design->nodes.mshrs / noc_closed_held(l, round_trip));
}

/* Rate of requests of a core, with the state of its loop. */
typedef struct pace {
    const noc_closed_state *l;
    double rate, last;
} pace;

/* Excess of the wanted rate over a core's rate at a round trip, relative. */
static double beyond_trip(void *context, double round_trip)
{
    const pace *p = context;
    const double rate = noc_closed_rate_of_core(p->l, round_trip, p->last);
    return (p->rate - rate) / rate;
}

/* The rate falls with the round trip, so the root is unique. */
double noc_closed_round_trip_for(const noc_closed_state *l, double rate)
{
    static const double longest = 1e9;
    const double precision = l->side ? 1e-4 : 1e-7; /* counts of simulated lines have steps */
    pace p = {l, rate, last_reply(l, l->memory.miss)};
    noc_halving h = {.beyond = beyond_trip, .context = &p};
    noc_halving_end low = {0.0, -1.0}, high = {l->side ? max_of(1.0, l->idle) : 1.0, 0.0};
    for (;;) {
        high.beyond = beyond_trip(&p, high.at);
        if (!(high.beyond < 0.0 && high.at < longest)) break;
        low = high;
        high.at *= 2.0;
    }
    noc_halving_begin(&h, low, high, precision);
    while (h.high - h.low > precision * h.high) noc_halving_step(&h);
    return (h.low + h.high) / 2.0;
}

double noc_closed_most_of_core(const noc_closed_state *l)
{
    const noc_closed_trip idle = noc_closed_idle_trip(l);
    return min_of(l->curve->overflow / l->request_flits,
                  noc_closed_rate_of_core(l, idle.all, idle.last));
}

/* Fewer than the largest possible number: warps also compute, and replies of bursts come one after
 * the other. */
double noc_closed_outstanding(const noc_closed_state *l)
{
    /* share of the rate without waits that counts: where pipelines bind, short round trips give
     * equal rates */
    static const double nearly = 0.98;
    const double node = l->memories / l->cores;
    const double network = l->curve->overflow;
    const noc_closed_trip idle = noc_closed_idle_trip(l);
    double rate = min_of(node * l->memory.capacity, network / l->request_flits);
    rate = min_of(rate, nearly * noc_closed_rate_of_core(l, idle.all, idle.last));
    return min_of(noc_outstanding(l->system, l->w),
                  rate * max_of(idle.all, noc_closed_round_trip_for(l, rate)) / node);
}
