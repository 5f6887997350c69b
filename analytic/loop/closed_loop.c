#include "analytic/loop/closed_loop.h"

#include <math.h>
#include <string.h>

#include "analytic/loop/closed_replies.h"
#include "analytic/loop/closed_shares.h"
#include "analytic/loop/closed_trips.h"
#include "analytic/loop/halving.h"
#include "analytic/memory/scheduler_model.h"
#include "analytic/zero_load.h"
#include "network/graph/units.h"

const noc_closed_terms noc_closed_coefficients = {
#define NOC_CLOSED_TERM(name, value, meaning) .name = (value),
#include "analytic/loop/closed_terms.def"
#undef NOC_CLOSED_TERM
};

const noc_core_figures noc_no_core_figures = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN,
                                              NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

const char *noc_binding_name(noc_binding binding)
{
    static const char *const names[] = {"cores", "request network", "controller",
                                        "dram",  "reply network",   "latency"};
    return binding < NOC_BINDINGS ? names[binding] : "";
}

double noc_slowness(double idle, double latency)
{
    return latency / (2.0 * (idle + NOC_REPLY_WAIT_CYCLES));
}

noc_binding noc_slow_binding(double request_slowness, double reply_slowness, unsigned *ties)
{
    const double replies_from = fmax(1.0, request_slowness);
    const bool replies = reply_slowness >= replies_from, requests = request_slowness >= 1.0;
    const bool replies_tie = noc_is_tie(reply_slowness, replies_from);
    const bool requests_tie = noc_is_tie(request_slowness, 1.0);
    if (replies || replies_tie) *ties |= 1u << NOC_BINDS_REPLIES;
    if (replies && !replies_tie) return NOC_BINDS_REPLIES; /* resources behind it do not matter */
    if (requests || requests_tie) *ties |= 1u << NOC_BINDS_REQUESTS;
    if (!requests || requests_tie) *ties |= 1u << NOC_BINDS_LATENCY;
    return replies ? NOC_BINDS_REPLIES : requests ? NOC_BINDS_REQUESTS : NOC_BINDS_LATENCY;
}

/* ---- limits --------------------------------------------------------------------------------- */

/* Requests that ports send per cycle while pipelines are always busy, with the share of sent
 * requests of a loop without waits. */
static double most_of_side(const noc_closed_state *l)
{
    const noc_closed_trip idle = noc_closed_idle_trip(l);
    noc_port_flow flow;
    noc_closed_flow(l, idle.all, idle.last, &flow);
    return flow.requests > 0.0 ? noc_core_side_most(l->side) * flow.sent / flow.requests : 0.0;
}

/* Lowers the limits to those of a cluster's bus: one request, and one flit of replies, per
 * cycle. */
static void limit_bus(noc_closed_state *l)
{
    const noc_closed_trip idle = noc_closed_idle_trip(l);
    noc_port_flow flow;
    noc_closed_flow(l, idle.all, idle.last, &flow);
    if (!(flow.sent > 0.0)) return;
    const double presented = flow.reads + flow.sent - flow.sent_reads;
    const double flits = noc_system_class_flits(l->system, NOC_REPLY);
    l->limits[NOC_BINDS_REQUESTS] = min_of(l->limits[NOC_BINDS_REQUESTS], flow.sent / presented);
    l->limits[NOC_BINDS_REPLIES] = min_of(l->limits[NOC_BINDS_REPLIES], 1.0 / flits);
}

static void find_limits(noc_closed_state *l)
{
    const noc_design *d = l->system->design;
    const noc_memory_spec *m = &d->memory;
    const double node = l->memories / l->cores / l->curve->hottest; /* per request of a core */
    const double misses = 1.0 - l->w->l2_hit_rate;
    for (int i = 0; i < NOC_BINDINGS; i++) l->limits[i] = INFINITY;
    l->limits[NOC_BINDS_CORES] = l->side ? most_of_side(l) : l->w->burst / l->think;
    l->limits[NOC_BINDS_CONTROLLER] = node * noc_cache_rate(m) * noc_closed_share_looking_up(l);
    if (misses > 0.0)
        l->limits[NOC_BINDS_DRAM] = node * l->memory.dram_rate / m->slices / misses * l->fed;
    l->limits[NOC_BINDS_REPLIES] =
        min_of(noc_closed_carried(l, NOC_REPLY) * l->shift, node * noc_closed_looked_through(l));
    l->limits[NOC_BINDS_REQUESTS] = noc_closed_carried(l, NOC_REQUEST) * l->shift;
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (i != NOC_BINDS_CORES) l->limits[i] *= l->predicted;
    if (misses > 0.0) {
        const double bus = noc_memory_ratio(d) / noc_bus_clocks(m); /* accesses per cycle */
        l->limits[NOC_BINDS_DRAM] =
            min_of(l->limits[NOC_BINDS_DRAM], node * bus / m->slices / misses);
    }
    if (l->side && l->side->bus) limit_bus(l);
}

static noc_binding least_limit(const noc_closed_state *l)
{
    noc_binding least = NOC_BINDS_CORES;
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (l->limits[i] < l->limits[least]) least = (noc_binding)i;
    return least;
}

/* Lowest capacity of the resources that packets queue for. */
static double least_queue_limit(const noc_closed_state *l)
{
    double least = INFINITY;
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (i != NOC_BINDS_CORES) least = min_of(least, l->limits[i]);
    return least;
}

/* ---- measured memory nodes ------------------------------------------------------------------- */

/* Uses the rate of DRAMs measured with the memory nodes alone. False: no measurement, or the cores'
 * demand is below the rate. */
static bool measure_memory(noc_closed_state *l)
{
    const noc_part_windows *parts = &l->curve->parts;
    const noc_closed_trip idle = noc_closed_idle_trip(l);
    const noc_design *d = l->system->design;
    if (!parts->memory || l->side) return false;
    if (noc_closed_rate_of_core(l, idle.all, idle.last) < l->limits[NOC_BINDS_DRAM]) return false;
    if (!parts->memory(parts->kept, l->system, l->w, idle.request, idle.reply, &l->alone))
        return false;
    const double misses = (1.0 - l->w->l2_hit_rate) * l->alone.rate * l->curve->hottest;
    const double accesses = misses * l->cores / l->memories * d->memory.slices;
    const noc_dram_pace pace = {
        .row_hits = l->alone.row_hits,
        .clocks = noc_memory_ratio(d) / accesses,
        .banks = l->alone.banks,
    };
    noc_memory_model_put_pace(d, l->w, pace, &l->memory);
    l->fed = 1.0;
    l->is_measured = true;
    return true;
}

/* ---- the operating point -------------------------------------------------------------------- */

static noc_closed_state state_of(const noc_open_curve *curve, const noc_workload *w,
                                 const noc_closed_terms *terms, double predicted,
                                 const noc_core_side *side)
{
    const noc_system *system = curve->system;
    const noc_design *d = system->design;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const double issue = max_of(1.0, (double)d->nodes.warp_threads / d->nodes.simd_width);
    noc_closed_state l = {
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
        .predicted = predicted,
        .side = side,
        .room = INFINITY,
    };
    noc_closed_find_spacing(&l);
    noc_memory_model_of(system, &curve->paths, w, &l.memory);
    if (side) l.idle = noc_closed_idle_trip(&l).all;
    l.bursts = noc_closed_bursts(&l, noc_closed_most_of_core(&l));
    l.outstanding = noc_closed_outstanding(&l);
    l.outside = max_of(0.0, 1.0 - noc_closed_places(&l) / l.outstanding);
    noc_memory_model_at(system, &curve->paths, w, l.outstanding, &l.memory);
    if (side) l.room = noc_closed_room_of_port(&l);
    l.class[NOC_REQUEST] = noc_closed_share_of_requests(&l);
    l.class[NOC_REPLY] = noc_closed_share_of_replies(&l);
    l.shift = noc_closed_unequal_shift(&l);
    if (side) l.shift *= noc_closed_share_when_uneven(&l);
    l.fed = 1.0 - terms->starved * (1.0 - noc_closed_share_fed(&l));
    find_limits(&l);
    if (noc_scheduler_model_of(&d->memory)->in_order && least_limit(&l) == NOC_BINDS_DRAM) {
        if (!measure_memory(&l))
            noc_memory_model_falls_behind(system, &curve->paths, w, l.outstanding, &l.memory);
        find_limits(&l);
    }
    return l;
}

/* Excess of a rate over the rate that cores request at its round trip, relative. */
static double beyond_asked(void *context, double rate)
{
    const noc_closed_state *l = context;
    const noc_closed_trip t = noc_closed_trip_at(l, rate);
    const double asked = isfinite(t.all) ? noc_closed_rate_of_core(l, t.all, t.last) : 0.0;
    return (rate - asked) / (rate + asked);
}

/* Finds the rate at which cores and network agree below all limits. docs/model.md (30). */
static double settle(noc_closed_state *l, double highest, noc_closed_trip *t)
{
    enum { STEPS = 24 };
    static const double precision = 1e-4;
    noc_halving h = {.beyond = beyond_asked, .context = l};
    noc_halving_begin(&h, (noc_halving_end){0.0, -1.0},
                      (noc_halving_end){highest, beyond_asked(l, highest)}, precision);
    for (int i = 0; i < STEPS && h.high - h.low > precision * h.high; i++) noc_halving_step(&h);
    *t = noc_closed_trip_at(l, h.low);
    return h.low;
}

/* Places of a memory node up to its reply queue. The DRAM's queue counts only if the DRAM binds: if
 * replies bind, a reply at the head of the lookups blocks the requests behind it. */
static double places_of_node(const noc_closed_state *l, noc_binding binding)
{
    const noc_memory_spec *m = &l->system->design->memory;
    const double queue = binding == NOC_BINDS_DRAM ? (double)m->dram_queue / m->slices : 0.0;
    return m->input_queue + (m->l2_cycles + 1.0) * m->l2_banks + queue;
}

/* Network cycles of `extra_cycles` that requests wait at the memory nodes: requests at a node are
 * geometrically distributed (noc_full_node_chance); requests above its places wait in the
 * network. */
static double held_at_nodes(const noc_closed_state *l, const noc_closed_trip *t,
                            noc_binding binding, double rate, double more)
{
    if (binding == NOC_BINDS_REQUESTS) return 0.0;
    const double of_node = rate * l->cores / l->memories, waiting = of_node * (t->memory + more);
    const double full = noc_node_full(waiting, places_of_node(l, binding));
    return max_of(0.0, min_of(more, waiting * (1.0 - full) / of_node - t->memory));
}

/* Fills the queues: outstanding requests that the loop does not need for its rate wait in front of
 * the binding resource, at the memory nodes and in the request network. */
static void fill_queues(const noc_closed_state *l, noc_binding binding, double rate,
                        noc_closed_trip *t)
{
    const double more = noc_closed_round_trip_for(l, rate) - t->all;
    if (!(more > 0.0)) return;
    const double at_nodes = held_at_nodes(l, t, binding, rate, more);
    t->memory += at_nodes;
    t->request += more - at_nodes;
    t->all += more;
}

/* Use of a resource, over its capacity for the present requests. */
static double used_of(const noc_closed_state *l, noc_binding binding, double rate)
{
    const double few = binding == NOC_BINDS_REPLIES ? l->class[NOC_REPLY].few : 1.0;
    return min_of(rate / l->limits[binding] / few, 1.0);
}

/* Set of resources with a use close to the largest one, if that one is nearly 1. */
static unsigned ties_of(const noc_closed_state *l, double rate)
{
    unsigned ties = 0;
    double used[NOC_BINDINGS], most = 0.0;
    for (int i = 0; i < NOC_BINDINGS; i++)
        most = max_of(most, used[i] = used_of(l, (noc_binding)i, rate));
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (noc_is_tie(used[i], most) && (most >= noc_busy_share || noc_is_barely_busy(most)))
            ties |= 1u << i;
    return ties;
}

/* Share of the time for which a memory node stalls on a full reply queue: its idle time, times the
 * chance that outstanding requests fill the reply queue. */
static double stalled(const noc_closed_state *l, noc_binding binding, double rate)
{
    if (binding != NOC_BINDS_REPLIES) return 0.0;
    const double served = rate * l->cores / l->memories / l->memory.capacity;
    const double room = noc_closed_reply_places(l->system, l->bursts);
    return max_of(0.0, l->fed - served) * noc_node_full(l->outstanding, room);
}

/* Mean accesses in the queue of a busy DRAM at `accesses` per cycle; *busy_share: share of the time
 * for which it is busy. By Little's law, given at least one access (Poisson). A binding DRAM has a
 * full queue, except for controllers that idle beside a slower one. */
static double queued_at_dram(const noc_closed_state *l, double accesses, double *share)
{
    const double most = l->system->design->memory.dram_queue, full = 0.999;
    const double limit = l->memory.dram_rate * l->fed;
    const double mean = accesses * (l->memory.queued + noc_dram_wait(&l->memory, accesses));
    const bool all_full = accesses >= full * limit && !(l->memory.server > 0.0);
    *share = 1.0;
    if (all_full || !isfinite(mean)) return most;
    *share = -expm1(-mean);
    return mean > 0.0 ? min_of(most, mean / *share) : 1.0;
}

static double banks_with(const noc_closed_state *l, double queued)
{
    return noc_dram_pace_of(l->system->design, l->w, &l->memory, queued).banks;
}

/* Mean accesses in the queue of a DRAM whose replies find no place, over the time with accesses.
 * Ready data has priority, so an answered hit at the head of the lookups waits for all earlier
 * data. A geometric number of misses up to the next hit comes at once, and leaves one by one, in
 * each slice. */
static double queued_when_stalled(const noc_closed_state *l)
{
    const noc_memory_spec *m = &l->system->design->memory;
    const double most = min_of(m->dram_queue, l->outstanding * m->slices);
    const double hit = l->w->l2_hit_rate;
    const double run = 1.0 + (1.0 - hit) / (hit * l->system->traffic.answered);
    return max_of(1.0, min_of(most, m->slices * run));
}

/* Mean busy banks of a controller, over the time in which its queue is not empty. If accesses are
 * served in order and DRAMs bind, the slowest controller's queue is always full, and the others'
 * queues follow from their arrivals. */
static double banks_at(const noc_closed_state *l, double accesses, double stalled)
{
    const noc_memory_spec *m = &l->system->design->memory;
    const double others = l->memories / m->slices - 1.0;
    double share;
    if (l->is_measured) return l->alone.banks;
    const double banks = banks_with(l, queued_at_dram(l, accesses, &share));
    if (stalled > 0.0)
        return banks + stalled * max_of(0.0, banks_with(l, queued_when_stalled(l)) - banks);
    if (!(l->memory.server > 0.0) || least_limit(l) != NOC_BINDS_DRAM) return banks;
    const double behind = banks_with(l, m->dram_queue);
    return (behind + others * share * banks) / (1.0 + others * share);
}

/* Row hits at a rate and its trips. The number of waiting requests, whose order changes, follows
 * from Little's law. */
static double row_hits_at(const noc_closed_state *l, double rate, const noc_closed_trip *t,
                          const noc_closed_trip *idle)
{
    const noc_request_paths *paths = &l->curve->paths;
    if (l->is_measured) return l->alone.row_hits;
    if (!noc_scheduler_model_of(&l->system->design->memory)->banks_in_order) {
        const double waiting = min_of(rate / least_queue_limit(l), 1.0);
        return noc_row_hits(l->system->design, l->w, &l->memory, waiting);
    }
    const double wait = max_of(0.0, t->request - idle->request + t->memory - idle->memory);
    const double waiting = min_of(rate * l->cores / l->memories * wait, l->outstanding);
    return noc_row_hits_of_banks(l->system, paths, l->w, waiting);
}

/* Operating point, at which cores and resources agree. */
typedef struct agreement {
    noc_binding binding;
    unsigned ties;
    double highest, rate; /* requests per network cycle of a core */
    double used;          /* utilisation of the scarcest resource */
    /* network cycles that requests wait in front of the scarcest resource: in the network; at
     * memory nodes */
    double held, held_at_node;
    noc_closed_trip trip, idle;
} agreement;

static agreement agree(noc_closed_state *l)
{
    agreement a = {.binding = least_limit(l), .idle = noc_closed_idle_trip(l)};
    a.highest = l->limits[a.binding];
    a.rate = settle(l, a.highest * (1.0 - 1e-3), &a.trip);
    a.used = used_of(l, a.binding, a.rate);
    const bool full = a.rate / a.highest >= 0.998 && a.binding != NOC_BINDS_CORES;
    a.ties = ties_of(l, full ? a.highest : a.rate);
    if (!full && (a.used < noc_busy_share || noc_is_barely_busy(a.used))) {
        const double reply = l->curve->reply[0] - NOC_REPLY_WAIT_CYCLES;
        const noc_binding slow =
            noc_slow_binding(noc_slowness(l->curve->request[0], a.trip.request),
                             noc_slowness(reply, a.trip.reply), &a.ties);
        if (a.used < noc_busy_share) a.binding = slow;
    }
    a.ties |= 1u << a.binding;
    const noc_closed_trip before = a.trip;
    if (full) {
        a.rate = a.highest;
        fill_queues(l, a.binding, a.rate, &a.trip);
    }
    a.held = a.trip.request - before.request;
    a.held_at_node = a.trip.memory - before.memory;
    return a;
}

/* Fills in the figures of memory nodes and their DRAMs. */
static void put_memory(const noc_closed_state *l, const agreement *a, noc_closed_point *p)
{
    const noc_memory_spec *m = &l->system->design->memory;
    const double node = a->rate * l->cores / l->memories * (1.0 - l->w->l2_hit_rate) * m->slices;
    p->memory_stalled = a->used < noc_busy_share ? 0.0 : stalled(l, a->binding, a->rate);
    p->row_hit_rate = row_hits_at(l, a->rate, &a->trip, &a->idle);
    p->bank_parallelism = banks_at(l, node / l->predicted, p->memory_stalled);
    p->dram_used = node * noc_bus_clocks(m) / noc_memory_ratio(l->system->design);
    p->replies = noc_closed_replies_at(l, a->rate, &a->trip, &a->idle,
                                       used_of(l, NOC_BINDS_REPLIES, a->rate));
    p->outstanding = l->outstanding;
    p->places = noc_closed_places(l);
    p->fed = l->fed;
    p->memory_alone = l->is_measured;
}

/* Fills in the limits of the resources, and the factors of the lowest limit. */
static void put_limits(const noc_closed_state *l, const agreement *a, noc_closed_point *p)
{
    p->limit = least_limit(l);
    const noc_class_share share =
        l->class[p->limit == NOC_BINDS_REQUESTS ? NOC_REQUEST : NOC_REPLY];
    p->capacity = a->highest;
    p->open_capacity = share.open;
    p->filled = share.filled;
    p->unbunched = share.unbunched;
    p->unequal = l->shift;
    p->slices = share.slices;
    p->windows = share.windows;
    p->coalesced = share.coalesced;
    p->predicted = l->predicted;
    memcpy(p->limits, l->limits, sizeof p->limits);
}

static noc_closed_point point_of(const noc_closed_state *l, const agreement *a)
{
    const noc_design *d = l->system->design;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const noc_closed_trip *t = &a->trip, *idle = &a->idle;
    noc_closed_point p = {
        .ends = noc_no_core_figures,
        .idle = {.request = idle->request, .memory = idle->memory, .reply = idle->reply},
        .waits = {.request = t->request - a->held - idle->request,
                  .memory = t->memory - a->held_at_node - idle->memory,
                  .reply = t->reply - idle->reply},
        .held = a->held,
        .held_at_node = a->held_at_node,
        .binding = a->binding,
        .ties = a->ties,
        .utilization = a->used,
        .rate = a->rate,
        .accepted = a->rate * l->request_flits,
        .instructions = a->rate * l->w->instructions * l->cores * d->chip.clock_mhz / core_mhz,
        .request_latency = t->request,
        .reply_latency = t->reply,
        .round_trip = t->all,
        .read_requests = 1000.0 * l->w->read_fraction / l->w->instructions,
        .mshrs_used = a->rate * noc_closed_held(l, t->all),
    };
    put_limits(l, a, &p);
    put_memory(l, a, &p);
    return p;
}

void noc_closed_loop_settle(const noc_open_curve *curve, const noc_workload *w,
                            const noc_closed_terms *terms, double predicted,
                            const noc_core_side *side, noc_closed_side *found, noc_closed_point *p)
{
    noc_closed_state l = state_of(curve, w, terms, predicted, side);
    const agreement a = agree(&l);
    const noc_closed_trip *t = &a.trip;
    *p = point_of(&l, &a);
    if (!side) return;
    found->trip =
        noc_closed_core_trip(&l, t->all, isfinite(t->last) ? t->last : noc_closed_last_reply(&l));
    noc_core_side_flow(side, found->trip, &found->flow);
    found->miss = l.memory.miss;
}
