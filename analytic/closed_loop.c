#include "analytic/closed_loop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/ideal.h"
#include "analytic/zero_load.h"

const char *noc_closed_term_name(size_t i)
{
    static const char *const names[] = {
#define NOC_CLOSED_TERM(name, meaning) #name,
#include "analytic/closed_terms.def"
#undef NOC_CLOSED_TERM
    };
    return i < NOC_CLOSED_TERMS ? names[i] : NULL;
}

const char *noc_binding_name(noc_binding binding)
{
    static const char *const names[] = {"cores", "request network", "controller",
                                        "dram",  "reply network",   "latency"};
    return binding < NOC_BINDINGS ? names[binding] : "";
}

double noc_slowness(const noc_system *system, noc_class class, double latency)
{
    const double idle = noc_zero_load_mean(system, class) + NOC_REPLY_WAIT_CYCLES;
    return latency / (2.0 * idle);
}

noc_binding noc_slow_binding(double request_slowness, double reply_slowness, unsigned *ties)
{
    const double replies_from = fmax(1.0, request_slowness);
    const bool replies = reply_slowness >= replies_from, requests = request_slowness >= 1.0;
    const bool replies_tie = noc_is_tie(reply_slowness, replies_from);
    const bool requests_tie = noc_is_tie(request_slowness, 1.0);
    if (replies || replies_tie) *ties |= 1u << NOC_BINDS_REPLIES;
    if (replies && !replies_tie) return NOC_BINDS_REPLIES; /* what comes later does not matter */
    if (requests || requests_tie) *ties |= 1u << NOC_BINDS_REQUESTS;
    if (!requests || requests_tie) *ties |= 1u << NOC_BINDS_LATENCY;
    return replies ? NOC_BINDS_REPLIES : requests ? NOC_BINDS_REQUESTS : NOC_BINDS_LATENCY;
}

static double lower(double a, double b)
{
    return a < b ? a : b;
}

static double higher(double a, double b)
{
    return a > b ? a : b;
}

/* ---- the loop ------------------------------------------------------------------------------- */

/* What a network takes of a class: what it does in open loop, requests per cycle of a core, and shares of it. */
typedef struct class_share {
    double open, filled, unbunched, slices;
    double few; /* of all that: what few requests, of blocks for one node each, can use */
} class_share;

typedef struct loop {
    const noc_system *system;
    const noc_open_curve *curve;
    const noc_workload *w;
    const noc_closed_terms *terms;
    noc_memory_model memory;
    double cores, memories;
    double think; /* network cycles that a core works for one memory instruction */
    double
        issuing; /* network cycles for which the pipeline goes on with an instruction after its requests began */
    double request_spacing, reply_spacing; /* network cycles between those of one instruction */
    double request_flits;
    double limits[NOC_BINDINGS]; /* requests per network cycle and core */
    class_share class[NOC_CLASSES];
    double shift; /* loads that the network carries over those of open loop, as its cores differ */
    double outstanding; /* requests that cores have, for each memory node, while all wait */
    double outside;     /* share of what is outstanding that has no place at a memory node */
    double fed;         /* share of the time that a DRAM has work when all cores wait */
    double told;        /* what networks and memory nodes take, over what the model says */
} loop;

/* What requests and replies take through the network at a rate, and the round trip; what the last reply of a memory instruction
 * takes beyond that. */
typedef struct latencies {
    double request, memory, reply, all, last;
} latencies;

/* Cycles from packet to packet of a type that a terminal sends in a row: those of a link, or of its virtual channels, which
 * idle between packets. */
static double spacing_of(const noc_system *s, int type)
{
    double links = 0.0, vcs = 0.0, flits = 0.0, turnaround = 0.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        const noc_class class = s->traffic.types[type].class;
        if (!net->carries[class] || net->switching == NOC_SWITCHING_IDEAL) continue;
        links++;
        vcs += __builtin_popcount(net->vcs[class]);
        flits += s->traffic.types[type].flits[n];
        turnaround += noc_network_turnaround(net);
    }
    return links > 0.0 ? higher(flits / links / links, (flits + turnaround) / links / vcs) : 0.0;
}

/* Requests follow each other as the core makes them, and as its port sends them; replies as requests do, or as a memory node looks up
 * and sends those that it gets of an instruction, or a core gets those of several nodes. */
static void find_spacing(loop *l)
{
    const noc_design *d = l->system->design;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const double reply = spacing_of(l->system, NOC_READ_REPLY);
    l->request_spacing =
        higher(d->chip.clock_mhz / core_mhz, spacing_of(l->system, NOC_READ_REQUEST));
    l->reply_spacing = higher(l->request_spacing, reply);
    if (noc_lines_together(d, l->w) > 1.0)
        l->reply_spacing = higher(l->reply_spacing, 1.0 / noc_cache_rate(&d->memory));
}

static latencies ideal_latencies(const loop *l, double rate)
{
    double waits[NOC_CLASSES];
    noc_ideal_waits(l->system, rate, waits);
    return (latencies){.request = waits[NOC_REQUEST],
                       .reply = waits[NOC_REPLY] + NOC_REPLY_WAIT_CYCLES};
}

/* Latency at a load up to knot k, or beyond the last. What it has waited for, over the load, is about 1 / (c - load), as in
 * a queue: exact for M/G/1. Up to the first knot c is that of the next two, beyond the last that of the last two. Waits that grow
 * slower than the load between these two (of a class that does not saturate, adjusted by what designs like it deviate) grow with it
 * before. */
static double interpolate(const noc_open_curve *c, const double *latency, int k, double load)
{
    const double idle = latency[0];
    const int high = k > 1 || c->knots == 2 ? k : 2, low = high > 1 ? high - 1 : 1;
    const double h = latency[high] - idle, l = latency[low] - idle;
    if (!(l > 0.0 && h > 0.0)) return idle + h * load / c->load[high];
    const double above = c->load[high] / h, below = c->load[low] / l;
    const double slope = low < high ? (above - below) / (c->load[high] - c->load[low]) : 0.0;
    const double from = load - c->load[low];
    const double left = below + (from < 0.0 ? lower(slope, 0.0) : slope) * from;
    return left > 0.0 ? idle + load / left : INFINITY;
}

static latencies network_latencies(const loop *l, double rate)
{
    const noc_open_curve *c = l->curve;
    const double load = rate * l->request_flits / l->shift;
    if (c->ideal) return ideal_latencies(l, rate);
    if (c->knots < 2) return (latencies){.request = INFINITY, .reply = INFINITY};
    int k = 1;
    while (k + 1 < c->knots && c->load[k] < load) k++;
    return (latencies){
        .request = interpolate(c, c->request, k, load),
        .reply = interpolate(c, c->reply, k, load),
    };
}

/* What a miss takes more than a hit. */
static double miss_latency(const loop *l, double rate)
{
    const noc_design *d = l->system->design;
    const double misses = rate * l->cores / l->memories * (1.0 - l->w->l2_hit_rate);
    return l->memory.miss + noc_dram_wait(&l->memory, misses * d->memory.slices);
}

/* Requests for a node that follow each other, and their replies, are to others like one packet of so many times the length: waits
 * grow by as much, beside what these cost each other. */
static latencies in_trains(const loop *l, latencies t)
{
    const noc_design *d = l->system->design;
    const double more = lower(noc_lines_together(d, l->w), d->nodes.mshrs) - 1.0;
    const noc_open_curve *c = l->curve;
    if (c->ideal || !isfinite(t.request + t.reply)) return t;
    t.request += more * (t.request - c->request[0]);
    t.reply += more * (t.reply - c->reply[0]);
    return t;
}

/* Of the replies of an instruction, which follow each other, the last that misses comes late: what the last one to come takes beyond a
 * reply in the mean. */
static double last_reply(const loop *l, double miss)
{
    const double hit = l->w->l2_hit_rate, all = (l->w->burst - 1) * l->reply_spacing;
    double last = 0.0, later_hit = 1.0;
    for (int k = l->w->burst; k-- > 0; later_hit *= hit)
        last += (1.0 - hit) * later_hit * higher(k * l->reply_spacing + miss, all);
    return last + later_hit * all - all / 2.0 - (1.0 - hit) * miss;
}

/* Queues that take more, or less, than the model says wait as they would at a lower rate, or a higher one. */
static latencies latencies_at(const loop *l, double actual)
{
    const double rate = actual / l->told;
    latencies t = in_trains(l, network_latencies(l, rate));
    const double miss = l->w->l2_hit_rate < 1.0 ? miss_latency(l, rate) : 0.0;
    const double together = lower(l->w->burst, l->system->design->nodes.mshrs);
    const double behind = (together - 1.0) / 2.0; /* others of its instruction, in the mean */
    t.request += behind * l->request_spacing;
    t.memory = l->memory.hit + noc_cache_wait(&l->memory, rate * l->cores / l->memories) +
               (1.0 - l->w->l2_hit_rate) * miss;
    t.reply += behind * (l->reply_spacing - l->request_spacing);
    t.all = t.request + t.memory + t.reply;
    t.last = isfinite(t.all) ? last_reply(l, miss) : 0.0;
    return t;
}

/* What latencies are without others. */
static latencies idle_latencies(const loop *l)
{
    return latencies_at(l, 0.0);
}

/* Requests per cycle of a core whose round trips take so long, the last of an instruction so much longer: W warps at one pipeline and a delay
 * (mean-value analysis, exact for exponential work), and no more outstanding than MSHRs. */
static double rate_of_core(const loop *l, double round_trip, double last)
{
    const double away = l->w->read_fraction * higher(0.0, round_trip + last - l->issuing);
    double queue = 0.0, rate = 0.0;
    for (int n = 1; n <= l->w->warps; n++) {
        const double stay = l->think * (1.0 + queue);
        rate = n / (away + stay);
        queue = rate * stay;
    }
    return lower(rate * l->w->burst, l->system->design->nodes.mshrs / round_trip);
}

/* Round trip at which a core makes requests at a rate: the rate falls with it. */
static double round_trip_for(const loop *l, double rate)
{
    static const double precision = 1e-7, longest = 1e9;
    const double last = last_reply(l, l->memory.miss);
    double low = 0.0, high = 1.0;
    for (; rate_of_core(l, high, last) > rate && high < longest; high *= 2.0) low = high;
    while (high - low > precision * high) {
        const double middle = (low + high) / 2.0;
        *(rate_of_core(l, middle, last) > rate ? &low : &high) = middle;
    }
    return (low + high) / 2.0;
}

/* Requests that cores have outstanding for each memory node, while the resource that the fewest of them pass binds: of warps
 * that also work, and of bursts whose replies come one after the other, less than all. No more than at the pace of a
 * network without others. */
static double find_outstanding(const loop *l)
{
    static const double nearly =
        0.98; /* of that pace: where pipelines bind any round trip up to some length would do */
    const double node = l->memories / l->cores;
    const double network = l->curve->ideal ? noc_ideal_saturation(l->system) : l->curve->overflow;
    const latencies idle = idle_latencies(l);
    double rate = lower(node * l->memory.capacity, network / l->request_flits);
    rate = lower(rate, nearly * rate_of_core(l, idle.all, idle.last));
    return lower(noc_outstanding(l->system, l->w),
                 rate * higher(idle.all, round_trip_for(l, rate)) / node);
}

/* ---- limits --------------------------------------------------------------------------------- */

static noc_class class_of(const double flits[NOC_CLASSES])
{
    return flits[NOC_REPLY] >= flits[NOC_REQUEST] ? NOC_REPLY : NOC_REQUEST;
}

/* The class whose flits fill the channel that saturates, and how busy the busiest channel of the other one is beside the
 * busiest of this one. */
static void find_busier_class(const noc_loads *loads, uint32_t channels, uint32_t channel,
                              noc_open_curve *curve)
{
    double(*flits)[NOC_CLASSES] = calloc(channels + 1, sizeof *flits);
    double most[NOC_CLASSES] = {0.0, 0.0};
    if (!flits) return;
    for (uint32_t i = 0; i < loads->group_count; i++) {
        const noc_group *group = &loads->groups[i];
        flits[group->channel][group->class] += group->stream.flits;
    }
    for (uint32_t c = 0; c < channels; c++) {
        double *of_class = &most[class_of(flits[c])];
        *of_class = higher(*of_class, flits[c][NOC_REQUEST] + flits[c][NOC_REPLY]);
    }
    curve->busier = class_of(flits[channel]);
    curve->other_class = lower(1.0, most[!curve->busier] / most[curve->busier]);
    free(flits);
}

/* For those that have come to a memory node: the cache's pipeline too. */
static double places_before(const noc_system *s)
{
    const noc_memory_spec *m = &s->design->memory;
    return noc_places_at_cache(s) + (m->l2_cycles + 1.0) * m->l2_banks;
}

static double places(const noc_system *s)
{
    return places_before(s) + s->design->memory.reply_queue;
}

/* Blocks of requests at a memory node that has room for so many requests, in the mean: of what cores can have outstanding, while
 * the first ones in the request VCs in front of the nodes wait for full ones (in an ideal network the first requests of cores,
 * each of another block). */
static double at_node(const loop *l, double room)
{
    const double block = noc_lines_together(l->system->design, l->w);
    const double heads = l->curve->ideal ? l->cores / l->memories : l->curve->paths.heads / block;
    return noc_at_node(l->outstanding / block, heads, room / block);
}

/* Share of the time that a node with so many blocks in the mean has any. Services may be more regular than those of a closed network of
 * equal queues, so not all of what that loses is lost. */
static double share_filled(const loop *l, double blocks)
{
    return 1.0 - l->terms->empty / (1.0 + blocks);
}

/* Likewise, of the time that a cache works. Its lookups are all alike: with rho of the time a queue whose arrivals come at random has
 * n = rho + rho^2 / (2 (1 - rho)) in the mean (M/D/1). */
static double share_looking_up(const loop *l)
{
    const double n = at_node(l, noc_places_at_cache(l->system));
    return 1.0 + n - sqrt(1.0 + n * n);
}

/* Replies of a port of memory nodes that wait beside each other, each in front of the channel that it takes: as many as fit into
 * its virtual channels. One that is longer than a buffer does not let go of the port. */
static double replies_side_by_side(const loop *l)
{
    double least = INFINITY;
    for (uint16_t n = 0; n < l->system->graph.network_count; n++) {
        const noc_network *net = &l->system->graph.networks[n];
        if (net->switching == NOC_SWITCHING_IDEAL || !net->carries[NOC_REPLY]) continue;
        const int fit = net->buffer_flits / (int)l->system->traffic.types[NOC_READ_REPLY].flits[n];
        least = lower(least, higher(1.0, fit * __builtin_popcount(net->vcs[NOC_REPLY])));
    }
    return isfinite(least) ? least : 1.0; /* ideal ones hold nothing up */
}

/* Throughput of a port, over that without waits, with so many replies that wait beside each other for `waits` times as long as
 * the port needs for one (mean-value analysis of a station and a delay). */
static double port_pace(double replies, double waits)
{
    double queue = 0.0, pace = 0.0;
    for (int n = 1; n <= replies; n++) {
        pace = n / (waits + 1.0 + queue);
        queue = pace * (1.0 + queue);
    }
    return pace;
}

static double carried_of_class(const loop *l, noc_class class)
{
    const class_share *s = &l->class[class];
    return s->open * s->filled * s->unbunched * s->slices;
}

/* Share of the time that a queue is full while it is offered r times as much as is taken from it (M/M/1/K). */
static double share_full(double r, double room)
{
    static const double even = 1e-6;
    if (fabs(r - 1.0) < even) return 1.0 / (room + 1.0);
    return (r - 1.0) / (r - pow(r, -room));
}

/* Blocks that a core sends in a row when a full node has let one in: those behind it go on, and the core's queue after them,
 * until one meets another full node. Replies of a block leave one port one after the other, and do not compete. Nodes are full, and
 * so hold requests up, only while the request network brings more than `carried`. */
static double run_of_blocks(const loop *l, double carried)
{
    const double room = places(l->system) / noc_lines_together(l->system->design, l->w);
    const double full = noc_node_full(at_node(l, places(l->system)), room);
    if (!(full > 0.0)) return 0.0; /* nothing waits */
    return share_full(carried_of_class(l, NOC_REQUEST) / carried, room) / full;
}

/* Share left where bunches of replies compete: a reply waits for a channel that is used to rho, by bunches of V times one's
 * variance, for rho V / (2 (1 - rho)) as long as it takes itself (M/G/1 with batches), and rho is what is left of `carried`.
 * A bunch is a run from each VC of a neighbour, and spreads over the places of the memory nodes. Ports that send for a share `slices` of the
 * time only leave the channels to others, and are waited for less. */
static double share_unbunched(const loop *l, double carried, double slices)
{
    const noc_bunches *b = &l->curve->bunches;
    const double bunch = l->terms->bunches * l->outside * run_of_blocks(l, carried) * b->variance /
                         places(l->system);
    const double used = carried * b->load, replies = replies_side_by_side(l);
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 30; i++) {
        const double share = (low + high) / 2.0, rho = share * used;
        const double waits = rho < 1.0 ? bunch * rho / (2.0 * (1.0 - rho)) : INFINITY;
        *(slices * port_pace(replies, waits) > share ? &low : &high) = share;
    }
    return low / slices;
}

/* Slices of one controller get its data in order. While a slice's reply queue is full all of the DRAM's data is for it sooner or
 * later: a hit waits in front of the slice's misses, so what places the DRAM's queue gets are taken by misses of the others. Each
 * of them lets the hits behind it into a reply queue, h / m for a miss; where that is less than the port sends the others
 * live on what is in their reply queues, and idle then until the DRAM's queue has no more for the first: if it fills for them, with what
 * waits at a node and what comes to it meanwhile. It costs nothing where a port that idles leaves its share of a link to the others. */
static double share_of_slices(const loop *l, double carried)
{
    const noc_memory_spec *m = &l->system->design->memory;
    const double misses = 1.0 - l->w->l2_hit_rate, others = m->slices - 1.0;
    if (!(others > 0.0 && misses > 0.0)) return 1.0;
    const double stored = (double)m->reply_queue / m->dram_queue;
    const double idle = higher(0.0, 1.0 - l->w->l2_hit_rate / misses / others - stored);
    const double blocks = at_node(l, places_before(l->system) + m->dram_queue);
    const double sent = 1.0 - others / m->slices * idle; /* by each port */
    const double fill =
        m->dram_queue * (1.0 / misses - sent) / noc_lines_together(l->system->design, l->w);
    const double many = pow(blocks / (1.0 + blocks), fill);
    const double r = l->memory.capacity * l->memories / (carried * l->cores);
    const double stored_blocks = m->reply_queue / noc_lines_together(l->system->design, l->w);
    const double full = share_full(r, stored_blocks);
    const double held = (1.0 - pow(1.0 - full, m->slices)) * many;
    return 1.0 - l->curve->bunches.ports * others / m->slices * idle * held;
}

/* Blocks that a node has of the requests under way, if cores fill the network: theirs leave in order, so those of a core
 * are the rest of a block and those that follow it. */
static double blocks_under_way(const loop *l, double block)
{
    const double requests = higher(1.0, l->curve->paths.places / l->cores);
    return l->cores / l->memories * (1.0 + (requests - 1.0) / block);
}

/* Over what open loop carries when its queues overflow: there cores fill the network too, with requests one by one. */
static double share_requested(const loop *l)
{
    const double block = noc_lines_together(l->system->design, l->w);
    const double blocks = lower(l->outstanding / block, blocks_under_way(l, block));
    return lower(1.0, share_filled(l, blocks) / share_filled(l, blocks_under_way(l, 1.0)));
}

static double open_of_class(const loop *l, noc_class class)
{
    const noc_open_curve *c = l->curve;
    return c->overflow / l->request_flits / (class == c->busier ? 1.0 : c->other_class);
}

/* Requests that wait for the network are in front of what binds. */
static class_share share_of_requests(const loop *l)
{
    return (class_share){open_of_class(l, NOC_REQUEST), share_requested(l), 1.0, 1.0, 1.0};
}

/* How far requests without a place at a memory node hold up others: they do when they wait at the front of all request VCs
 * before it. */
static double share_held_up(const loop *l)
{
    const double without = l->outstanding - places(l->system);
    return higher(0.0, lower(1.0, without / l->curve->paths.heads));
}

/* With a place for all, latencies tell what few requests cost, but not that those of a block are for one node. */
static double share_of_nodes_filled(const loop *l, double blocks)
{
    const double requests = blocks * noc_lines_together(l->system->design, l->w);
    const double told = (1.0 - share_filled(l, requests)) * (1.0 - share_held_up(l));
    return share_filled(l, blocks) + told;
}

/* Replies that wait for it are at their nodes. Those of requests are known. */
static class_share share_of_replies(const loop *l)
{
    const double blocks = at_node(l, places(l->system));
    class_share s = {
        .open = open_of_class(l, NOC_REPLY),
        .filled = share_of_nodes_filled(l, blocks),
    };
    s.few = share_filled(l, blocks) / s.filled;
    s.slices = share_of_slices(l, s.open * s.filled);
    s.unbunched = share_unbunched(l, s.open * s.filled, s.slices);
    return s;
}

/* Mean of the lesser of n and a sum of as many numbers as a controller has slices, each geometric with that mean,
 * about: P(more than n) = exp(-decay n) for one of them, of Erlang's kind for the sum. */
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

/* Share of what a DRAM does with a full queue: its queue has what is at its nodes, up to so many; between a few lengths its pace is
 * taken along a line. */
static double share_fed(const loop *l)
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
            noc_dram_pace_of(l->system, &l->curve->paths, l->w, l->outstanding, higher(1.0, n));
        const double rate = lower(n, 1.0) / pace.clocks;
        sum += (rate - last_rate) / (n - last_n) * (mean - last_mean);
        last_n = n;
        last_mean = mean;
        last_rate = rate;
    }
    return lower(1.0, sum / last_rate);
}

/* Requests for a memory node that are before those of a core which always gets its turn: of those at the node and in front of it
 * some, of those that wait in the request network fewer. */
static double always_before(const loop *l, noc_class backed_up)
{
    return backed_up == NOC_REPLY ? l->terms->unequal * sqrt(places(l->system) * l->outstanding)
                                  : l->terms->in_front * l->outstanding;
}

/* What such a core can use at most, over the mean of all. */
static double most_of_core(const loop *l, double rate, double before)
{
    const latencies idle = idle_latencies(l);
    const double wait = before * l->memories / (l->cores * rate);
    return rate_of_core(l, idle.all + wait, idle.last) / rate;
}

/* What a network carries when its busiest channel has so many times the flits that it has with equal shares: more, as far as others are
 * not nearly as busy; less, if it is full. */
static double carried_unequally(const loop *l, double flits)
{
    static const double full = 0.95;
    const double busiest = l->curve->busiest;
    return flits < 1.0 ? 1.0 + l->terms->relief * (1.0 / flits - 1.0)
                       : lower(1.0, higher(full, busiest) / (busiest * flits));
}

/* Turns at routers give cores unequal shares where the network is backed up. */
static double unequal_shift(const loop *l)
{
    enum { ROUNDS = 4 }; /* what is carried and what most a core can use of it */
    const noc_open_curve *c = l->curve;
    if (c->ideal || !(c->unequal.most > 1.0)) return 1.0;
    const double requests = carried_of_class(l, NOC_REQUEST);
    const double replies = carried_of_class(l, NOC_REPLY);
    const double before = always_before(l, requests < replies ? NOC_REQUEST : NOC_REPLY);
    double carried = 1.0;
    for (int i = 0; i < ROUNDS; i++) {
        const double cap = most_of_core(l, carried * lower(requests, replies), before);
        const double next = carried_unequally(l, noc_unequal_busiest(&c->unequal, cap));
        carried = i ? sqrt(carried * next) : next;
    }
    return carried;
}

static void find_limits(loop *l)
{
    const noc_design *d = l->system->design;
    const noc_memory_spec *m = &d->memory;
    const double node = l->memories / l->cores; /* nodes a core */
    const double misses = 1.0 - l->w->l2_hit_rate;
    for (int i = 0; i < NOC_BINDINGS; i++) l->limits[i] = INFINITY;
    l->limits[NOC_BINDS_CORES] = l->w->burst / l->think;
    l->limits[NOC_BINDS_CONTROLLER] = node * noc_cache_rate(m) * share_looking_up(l);
    if (misses > 0.0)
        l->limits[NOC_BINDS_DRAM] = node * l->memory.dram_rate / m->slices / misses * l->fed;
    if (l->curve->ideal) {
        l->limits[NOC_BINDS_REPLIES] = noc_ideal_saturation(l->system) / l->request_flits;
    } else {
        l->limits[NOC_BINDS_REPLIES] = carried_of_class(l, NOC_REPLY) * l->shift;
        l->limits[NOC_BINDS_REQUESTS] = carried_of_class(l, NOC_REQUEST) * l->shift;
    }
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (i != NOC_BINDS_CORES) l->limits[i] *= l->told;
}

static noc_binding least_limit(const loop *l)
{
    noc_binding least = NOC_BINDS_CORES;
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (l->limits[i] < l->limits[least]) least = (noc_binding)i;
    return least;
}

/* Of the resources that packets queue for. */
static double least_queue_limit(const loop *l)
{
    double least = INFINITY;
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (i != NOC_BINDS_CORES) least = lower(least, l->limits[i]);
    return least;
}

/* ---- the operating point -------------------------------------------------------------------- */

static loop loop_of(const noc_open_curve *curve, const noc_workload *w,
                    const noc_closed_terms *terms, double told)
{
    const noc_system *system = curve->system;
    const noc_design *d = system->design;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const double issue = higher(1.0, (double)d->nodes.warp_threads / d->nodes.simd_width);
    loop l = {
        .system = system,
        .curve = curve,
        .w = w,
        .terms = terms,
        .cores = system->graph.compute_count,
        .memories = system->graph.memory_count,
        .think = w->instructions * w->burst * issue * d->chip.clock_mhz / core_mhz,
        .issuing = (issue - 1.0) * d->chip.clock_mhz / core_mhz,
        .request_flits = system->traffic.injected_flits,
        .shift = 1.0,
        .told = told,
    };
    find_spacing(&l);
    noc_memory_model_of(system, &curve->paths, w, &l.memory);
    l.outstanding = find_outstanding(&l);
    l.outside = higher(0.0, 1.0 - places(system) / l.outstanding);
    noc_memory_model_at(system, &curve->paths, w, l.outstanding, &l.memory);
    if (!curve->ideal) {
        l.class[NOC_REQUEST] = share_of_requests(&l);
        l.class[NOC_REPLY] = share_of_replies(&l);
    }
    l.shift = unequal_shift(&l);
    l.fed = 1.0 - terms->starved * (1.0 - share_fed(&l));
    find_limits(&l);
    return l;
}

/* Where nothing is used up, latency settles the rate: the one at which cores and network agree. */
static double settle(const loop *l, double highest, latencies *t)
{
    double low = 0.0, high = highest;
    enum { STEPS = 24 };
    for (int i = 0; i < STEPS && high - low > 1e-4 * high; i++) {
        const double middle = (low + high) / 2.0;
        *t = latencies_at(l, middle);
        if (isfinite(t->all) && rate_of_core(l, t->all, t->last) > middle)
            low = middle;
        else
            high = middle;
    }
    *t = latencies_at(l, low);
    return low;
}

/* What the cores have outstanding beyond what a network without queues would hold waits in front of the
 * resource that binds: at the memory nodes and behind them in the request network. */
static void fill_queues(const loop *l, double rate, latencies *t)
{
    const double all = round_trip_for(l, rate);
    if (all > t->all) t->request += all - t->all;
    t->all = higher(all, t->all);
}

/* Of what a resource could do for those that ask for it now. */
static double used_of(const loop *l, noc_binding binding, double rate)
{
    const double few =
        binding == NOC_BINDS_REPLIES && !l->curve->ideal ? l->class[NOC_REPLY].few : 1.0;
    return lower(rate / l->limits[binding] / few, 1.0);
}

/* All resources that are about as short as the shortest, if that is used up, or nearly. */
static unsigned ties_of(const loop *l, double rate)
{
    unsigned ties = 0;
    double used[NOC_BINDINGS], most = 0.0;
    for (int i = 0; i < NOC_BINDINGS; i++)
        most = higher(most, used[i] = used_of(l, (noc_binding)i, rate));
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (noc_is_tie(used[i], most) && (most >= noc_busy_share || noc_is_barely_busy(most)))
            ties |= 1u << i;
    return ties;
}

static double stalled(const loop *l, noc_binding binding, double rate)
{
    if (binding != NOC_BINDS_REPLIES) return 0.0;
    const double served = rate * l->cores / l->memories / l->memory.capacity;
    return higher(0.0, l->fed - served);
}

/* Shares of the load at which a queue overflows. Not closer to it: there waits are those at sources that go on sending, and
 * the few requests of a loop do not; but many requests fill the queues, so loads beyond are carried. If the nodes can offer all that
 * the network takes, 1 is their own limit. */
static const double knot_shares[NOC_OPEN_KNOTS] = {0.0, 0.8, 0.95, 1.0};

void noc_open_curve_of(const noc_system *system, const noc_adjusted *model, noc_open_curve *curve)
{
    *curve = (noc_open_curve){
        .system = system,
        .paths = noc_request_paths_of(system),
        .ideal = model == NULL,
        .busier = NOC_REPLY,
    };
    if (!model) return;
    const noc_model_limits limits = model->limits;
    const noc_loop_shape *shape = noc_model_loop_shape(model->model);
    curve->overflow = limits.overflow;
    curve->unequal = shape->unequal;
    curve->bunches = shape->bunches;
    const noc_loads *loads = noc_model_loads(model->model);
    const uint32_t channels = system->graph.channel_count;
    find_busier_class(loads, channels, limits.limit.channel, curve);
    curve->busiest = loads->channel_flits[noc_loads_busiest(loads, channels)] *
                     noc_system_packet_rate(system, limits.overflow);
    for (int k = 0; k < NOC_OPEN_KNOTS; k++) {
        noc_model_point p;
        const double load = knot_shares[k] * limits.overflow;
        if (knot_shares[k] == 1.0 && limits.overflow < noc_system_highest_load(system)) break;
        noc_adjusted_solve(model, load, &p);
        if (p.state == NOC_CONTENTION_UNSTABLE) break;
        curve->load[k] = load;
        curve->request[k] = p.request_latency;
        curve->reply[k] = p.reply_latency;
        curve->knots++;
    }
}

void noc_closed_loop_solve(const noc_open_curve *curve, const noc_workload *w,
                           const noc_closed_terms *terms, double told, noc_closed_point *p)
{
    const noc_system *system = curve->system;
    const noc_design *d = system->design;
    const loop l = loop_of(curve, w, terms, told);
    noc_binding binding = least_limit(&l);
    const double highest = l.limits[binding], just_below = highest * (1.0 - 1e-3);
    latencies t;
    double rate = settle(&l, just_below, &t);
    const double used = used_of(&l, binding, rate);
    const latencies idle = idle_latencies(&l);
    const bool full = rate / highest >= 0.998 && binding != NOC_BINDS_CORES;
    unsigned ties = ties_of(&l, full ? highest : rate);
    if (!full && (used < noc_busy_share || noc_is_barely_busy(used))) {
        const noc_binding slow = noc_slow_binding(noc_slowness(system, NOC_REQUEST, t.request),
                                                  noc_slowness(system, NOC_REPLY, t.reply), &ties);
        if (used < noc_busy_share) binding = slow;
    }
    ties |= 1u << binding;
    double held = t.request;
    if (full) {
        rate = highest;
        fill_queues(&l, rate, &t);
    }
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const double waiting = lower(rate / least_queue_limit(&l), 1.0);
    const double node = rate * l.cores / l.memories * (1.0 - w->l2_hit_rate) * d->memory.slices;
    const double bus = (d->memory.line_bytes + d->memory.bus_bytes - 1) / d->memory.bus_bytes;
    held = t.request - held;
    const class_share share =
        curve->ideal ? (class_share){highest, 1.0, 1.0, 1.0, 1.0}
                     : l.class[least_limit(&l) == NOC_BINDS_REQUESTS ? NOC_REQUEST : NOC_REPLY];
    *p = (noc_closed_point){
        .limit = least_limit(&l),
        .capacity = highest,
        .open_capacity = share.open,
        .filled = share.filled,
        .unbunched = share.unbunched,
        .unequal = l.shift,
        .slices = share.slices,
        .told = told,
        .outstanding = l.outstanding,
        .places = places(system),
        .fed = l.fed,
        .idle = {.request = idle.request, .memory = idle.memory, .reply = idle.reply},
        .waits = {.request = t.request - held - idle.request,
                  .memory = t.memory - idle.memory,
                  .reply = t.reply - idle.reply},
        .held = held,
        .binding = binding,
        .ties = ties,
        .utilization = used,
        .rate = rate,
        .accepted = rate * l.request_flits,
        .instructions = rate * w->instructions * l.cores * d->chip.clock_mhz / core_mhz,
        .request_latency = t.request,
        .reply_latency = t.reply,
        .round_trip = t.all,
        .memory_stalled = used < noc_busy_share ? 0.0 : stalled(&l, binding, rate),
        .row_hit_rate = noc_row_hits(system, &curve->paths, w, l.outstanding, waiting),
        .dram_used = node * bus / noc_memory_ratio(d),
        .mshrs_used = rate * t.all,
    };
    memcpy(p->limits, l.limits, sizeof p->limits);
}
