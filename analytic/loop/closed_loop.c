#include "analytic/loop/closed_loop.h"

#include <math.h>
#include <string.h>

#include "analytic/loop/closed_replies.h"
#include "analytic/loop/closed_shares.h"
#include "analytic/loop/closed_trips.h"
#include "analytic/loop/halving.h"
#include "analytic/memory/memory_model.h"
#include "analytic/zero_load.h"
#include "network/graph/units.h"

const noc_closed_terms noc_closed_coefficients = {
#define NOC_CLOSED_TERM(name, value, meaning) .name = (value),
#include "analytic/loop/closed_terms.def"
#undef NOC_CLOSED_TERM
};

const noc_core_figures noc_nan_core_figures = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN,
                                               NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

const char *noc_binding_name(noc_binding binding)
{
    static const char *const names[] = {"cores", "request network", "controller",
                                        "dram",  "reply network",   "latency"};
    return binding < NOC_BINDINGS ? names[binding] : "";
}

double noc_slowness(double idle_latency, double latency)
{
    return latency / (2.0 * (idle_latency + NOC_REPLY_WAIT_CYCLES));
}

noc_binding noc_find_slow_binding(double request_slowness, double reply_slowness, unsigned *ties)
{
    const double reply_threshold = fmax(1.0, request_slowness);
    const bool is_reply_slow = reply_slowness >= reply_threshold,
               is_request_slow = request_slowness >= 1.0;
    const bool is_reply_tie = noc_is_tie(reply_slowness, reply_threshold);
    const bool is_request_tie = noc_is_tie(request_slowness, 1.0);
    if (is_reply_slow || is_reply_tie) *ties |= 1u << NOC_BINDS_REPLIES;
    if (is_reply_slow && !is_reply_tie)
        return NOC_BINDS_REPLIES; /* resources behind it do not matter */
    if (is_request_slow || is_request_tie) *ties |= 1u << NOC_BINDS_REQUESTS;
    if (!is_request_slow || is_request_tie) *ties |= 1u << NOC_BINDS_LATENCY;
    return is_reply_slow     ? NOC_BINDS_REPLIES
           : is_request_slow ? NOC_BINDS_REQUESTS
                             : NOC_BINDS_LATENCY;
}

/* ---- limits --------------------------------------------------------------------------------- */

/* Requests that ports send per cycle while pipelines are always busy, with the share of sent
 * requests of a loop without waits. */
static double pipeline_limit(const noc_closed_state *state)
{
    const noc_closed_trip idle = noc_closed_idle_trip(state);
    noc_port_flow flow;
    noc_closed_find_flow(state, idle.total_cycles, idle.last_reply_cycles, &flow);
    return flow.requests > 0.0
               ? noc_pipeline_request_rate(state->side) * flow.sent_requests / flow.requests
               : 0.0;
}

/* Lowers the limits to the capacity of a cluster's bus: one request, and one flit of replies, per
 * cycle. */
static void add_bus_limits(noc_closed_state *state)
{
    const noc_closed_trip idle = noc_closed_idle_trip(state);
    noc_port_flow flow;
    noc_closed_find_flow(state, idle.total_cycles, idle.last_reply_cycles, &flow);
    if (!(flow.sent_requests > 0.0)) return;
    const double presented_requests = flow.presented_reads + flow.sent_requests - flow.sent_reads;
    const double flits = noc_system_class_flits(state->system, NOC_REPLY);
    state->limits[NOC_BINDS_REQUESTS] =
        min_of(state->limits[NOC_BINDS_REQUESTS], flow.sent_requests / presented_requests);
    state->limits[NOC_BINDS_REPLIES] = min_of(state->limits[NOC_BINDS_REPLIES], 1.0 / flits);
}

static void find_limits(noc_closed_state *state)
{
    const noc_design *d = state->system->design;
    const noc_memory_spec *m = &d->memory;
    const double cores_per_node = state->memory_count / state->core_count /
                                  state->curve->hottest_node_ratio; /* per request of a core */
    const double miss_share = 1.0 - state->workload->l2_hit_rate;
    for (int i = 0; i < NOC_BINDINGS; i++) state->limits[i] = INFINITY;
    state->limits[NOC_BINDS_CORES] =
        state->side ? pipeline_limit(state) : state->workload->burst / state->think_cycles;
    state->limits[NOC_BINDS_CONTROLLER] =
        cores_per_node * noc_cache_rate(m) * noc_closed_lookup_share(state);
    if (miss_share > 0.0)
        state->limits[NOC_BINDS_DRAM] =
            cores_per_node * state->memory.dram_rate / m->slices / miss_share * state->fed_share;
    state->limits[NOC_BINDS_REPLIES] =
        min_of(noc_closed_carried_rate(state, NOC_REPLY) * state->unequal_ratio,
               cores_per_node * noc_closed_search_rate(state));
    state->limits[NOC_BINDS_REQUESTS] =
        noc_closed_carried_rate(state, NOC_REQUEST) * state->unequal_ratio;
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (i != NOC_BINDS_CORES) state->limits[i] *= state->predicted_ratio;
    if (miss_share > 0.0) {
        const double bus_rate =
            noc_memory_clock_ratio(d) / noc_bus_clocks(m); /* accesses per cycle */
        state->limits[NOC_BINDS_DRAM] = min_of(state->limits[NOC_BINDS_DRAM],
                                               cores_per_node * bus_rate / m->slices / miss_share);
    }
    if (state->side && state->side->has_bus) add_bus_limits(state);
}

static noc_binding scarcest_resource(const noc_closed_state *state)
{
    noc_binding scarcest = NOC_BINDS_CORES;
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (state->limits[i] < state->limits[scarcest]) scarcest = (noc_binding)i;
    return scarcest;
}

/* Lowest capacity of the resources that packets queue for. */
static double lowest_queue_limit(const noc_closed_state *state)
{
    double lowest_limit = INFINITY;
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (i != NOC_BINDS_CORES) lowest_limit = min_of(lowest_limit, state->limits[i]);
    return lowest_limit;
}

/* ---- measured memory nodes ------------------------------------------------------------------- */

/* Uses the rate of DRAMs measured with the memory nodes alone. False: no measurement, or the cores'
 * demand is below the rate. */
static bool measure_memory(noc_closed_state *state)
{
    const noc_part_measurement *parts = &state->curve->parts;
    const noc_closed_trip idle = noc_closed_idle_trip(state);
    const noc_design *d = state->system->design;
    if (!parts->measure_memory || state->side) return false;
    if (noc_closed_core_rate(state, idle.total_cycles, idle.last_reply_cycles) <
        state->limits[NOC_BINDS_DRAM])
        return false;
    if (!parts->measure_memory(parts->kept_results, state->system, state->workload,
                               idle.request_cycles, idle.reply_cycles, &state->measured_memory))
        return false;
    const double miss_share = (1.0 - state->workload->l2_hit_rate) * state->measured_memory.rate *
                              state->curve->hottest_node_ratio;
    const double accesses = miss_share * state->core_count / state->memory_count * d->memory.slices;
    const noc_dram_pace pace = {
        .row_hit_share = state->measured_memory.row_hit_share,
        .access_clocks = noc_memory_clock_ratio(d) / accesses,
        .busy_banks = state->measured_memory.busy_banks,
    };
    noc_set_memory_pace(d, state->workload, pace, &state->memory);
    state->fed_share = 1.0;
    state->is_measured = true;
    return true;
}

/* ---- the operating point -------------------------------------------------------------------- */

static noc_closed_state make_state(const noc_open_curve *curve, const noc_workload *w,
                                   const noc_closed_terms *terms, double predicted_ratio,
                                   const noc_core_side *side)
{
    const noc_system *system = curve->system;
    const noc_design *d = system->design;
    const double issue = max_of(1.0, (double)d->nodes.warp_threads / d->nodes.simd_width);
    noc_closed_state state = {
        .system = system,
        .curve = curve,
        .workload = w,
        .terms = terms,
        .core_count = system->graph.compute_count,
        .memory_count = system->graph.memory_count,
        .think_cycles = w->instructions * w->burst * issue * d->chip.clock_mhz / noc_core_mhz(d),
        .issue_cycles = (issue - 1.0) * d->chip.clock_mhz / noc_core_mhz(d),
        .request_flits = system->traffic.injected_flits,
        .unequal_ratio = 1.0,
        .predicted_ratio = predicted_ratio,
        .side = side,
        .request_capacity = INFINITY,
    };
    noc_closed_find_spacing(&state);
    noc_find_full_memory_model(system, &curve->request_paths, w, &state.memory);
    if (side) state.idle_cycles = noc_closed_idle_trip(&state).total_cycles;
    state.burst_requests = noc_closed_burst_share(&state, noc_closed_unloaded_rate(&state));
    state.outstanding = noc_closed_outstanding(&state);
    state.unplaced_share = max_of(0.0, 1.0 - noc_closed_places(&state) / state.outstanding);
    noc_find_memory_model(system, &curve->request_paths, w, state.outstanding, &state.memory);
    if (side) state.request_capacity = noc_closed_port_requests(&state);
    state.class_shares[NOC_REQUEST] = noc_closed_request_shares(&state);
    state.class_shares[NOC_REPLY] = noc_closed_reply_shares(&state);
    state.unequal_ratio = noc_closed_unequal_ratio(&state);
    if (side) state.unequal_ratio *= noc_closed_uneven_share(&state);
    state.fed_share = 1.0 - terms->starved * (1.0 - noc_closed_fed_share(&state));
    find_limits(&state);
    if (noc_scheduler_model_of(&d->memory)->is_in_order &&
        scarcest_resource(&state) == NOC_BINDS_DRAM) {
        if (!measure_memory(&state))
            noc_slow_memory_model(system, &curve->request_paths, w, state.outstanding,
                                  &state.memory);
        find_limits(&state);
    }
    return state;
}

/* Excess of a rate over the rate that cores request at its round trip, relative. */
static double rate_excess(void *context, double rate)
{
    const noc_closed_state *state = context;
    const noc_closed_trip t = noc_closed_find_trip(state, rate);
    const double requested_rate =
        isfinite(t.total_cycles) ? noc_closed_core_rate(state, t.total_cycles, t.last_reply_cycles)
                                 : 0.0;
    return (rate - requested_rate) / (rate + requested_rate);
}

/* Finds the rate at which cores and network agree below all limits. docs/model.md (30). */
static double find_rate(noc_closed_state *state, double highest, noc_closed_trip *t)
{
    enum { STEPS = 24 };
    static const double precision = 1e-4;
    noc_halving search = {.function = rate_excess, .context = state};
    noc_halving_begin(&search, (noc_halving_point){0.0, -1.0},
                      (noc_halving_point){highest, rate_excess(state, highest)}, precision);
    for (int i = 0; i < STEPS && search.high - search.low > precision * search.high; i++)
        noc_halving_step(&search);
    *t = noc_closed_find_trip(state, search.low);
    return search.low;
}

/* Places of a memory node up to its reply queue. The DRAM's queue counts only if the DRAM binds: if
 * replies bind, a reply at the head of the lookups blocks the requests behind it. */
static double node_places(const noc_closed_state *state, noc_binding binding)
{
    const noc_memory_spec *m = &state->system->design->memory;
    const double queue = binding == NOC_BINDS_DRAM ? (double)m->dram_queue / m->slices : 0.0;
    return m->input_queue + (m->l2_cycles + 1.0) * m->l2_banks + queue;
}

/* Network cycles of `extra_cycles` that requests wait at the memory nodes: requests at a node are
 * geometrically distributed (noc_full_node_chance); requests above its places wait in the
 * network. */
static double held_node_cycles(const noc_closed_state *state, const noc_closed_trip *t,
                               noc_binding binding, double rate, double extra_cycles)
{
    if (binding == NOC_BINDS_REQUESTS) return 0.0;
    const double node_rate = rate * state->core_count / state->memory_count,
                 waiting_requests = node_rate * (t->memory_cycles + extra_cycles);
    const double full_chance = noc_full_node_chance(waiting_requests, node_places(state, binding));
    return max_of(0.0, min_of(extra_cycles, waiting_requests * (1.0 - full_chance) / node_rate -
                                                t->memory_cycles));
}

/* Fills the queues: outstanding requests that the loop does not need for its rate wait in front of
 * the binding resource, at the memory nodes and in the request network. */
static void fill_queues(const noc_closed_state *state, noc_binding binding, double rate,
                        noc_closed_trip *t)
{
    const double extra_cycles = noc_closed_find_round_trip(state, rate) - t->total_cycles;
    if (!(extra_cycles > 0.0)) return;
    const double node_cycles = held_node_cycles(state, t, binding, rate, extra_cycles);
    t->memory_cycles += node_cycles;
    t->request_cycles += extra_cycles - node_cycles;
    t->total_cycles += extra_cycles;
}

/* Use of a resource, over its capacity for the present requests. */
static double resource_use(const noc_closed_state *state, noc_binding binding, double rate)
{
    const double few_share =
        binding == NOC_BINDS_REPLIES ? state->class_shares[NOC_REPLY].few_request_share : 1.0;
    return min_of(rate / state->limits[binding] / few_share, 1.0);
}

/* Set of resources with a use close to the largest one, if that one is nearly 1. */
static unsigned find_ties(const noc_closed_state *state, double rate)
{
    unsigned ties = 0;
    double uses[NOC_BINDINGS], largest_use = 0.0;
    for (int i = 0; i < NOC_BINDINGS; i++)
        largest_use = max_of(largest_use, uses[i] = resource_use(state, (noc_binding)i, rate));
    for (int i = 0; i < NOC_BINDINGS; i++)
        if (noc_is_tie(uses[i], largest_use) &&
            (largest_use >= noc_busy_share || noc_is_nearly_busy(largest_use)))
            ties |= 1u << i;
    return ties;
}

/* Share of the time for which a memory node stalls on a full reply queue: its idle time, times the
 * chance that outstanding requests fill the reply queue. */
static double stalled_share(const noc_closed_state *state, noc_binding binding, double rate)
{
    if (binding != NOC_BINDS_REPLIES) return 0.0;
    const double served_share =
        rate * state->core_count / state->memory_count / state->memory.request_rate;
    const double reply_places = noc_closed_reply_places(state->system, state->burst_requests);
    return max_of(0.0, state->fed_share - served_share) *
           noc_full_node_chance(state->outstanding, reply_places);
}

/* Mean accesses in the queue of a busy DRAM at `accesses` per cycle; *busy_share: share of the time
 * for which it is busy. By Little's law, given at least one access (Poisson). A binding DRAM has a
 * full queue, except for controllers that idle beside a slower one. */
static double dram_queue_accesses(const noc_closed_state *state, double accesses,
                                  double *busy_share)
{
    const double queue_places = state->system->design->memory.dram_queue, full_use = 0.999;
    const double limit = state->memory.dram_rate * state->fed_share;
    const double mean_accesses =
        accesses * (state->memory.queue_cycles + noc_dram_wait(&state->memory, accesses));
    const bool has_full_queue =
        accesses >= full_use * limit && !(state->memory.block_service_cycles > 0.0);
    *busy_share = 1.0;
    if (has_full_queue || !isfinite(mean_accesses)) return queue_places;
    *busy_share = -expm1(-mean_accesses);
    return mean_accesses > 0.0 ? min_of(queue_places, mean_accesses / *busy_share) : 1.0;
}

static double busy_banks(const noc_closed_state *state, double queued)
{
    return noc_dram_pace_for_queue(state->system->design, state->workload, &state->memory, queued)
        .busy_banks;
}

/* Mean accesses in the queue of a DRAM whose replies find no place, over the time with accesses.
 * DRAM data that is ready has priority for a reply's place, so a hit at the head of the lookups
 * waits for all data of earlier misses. In each slice, the geometric number of misses up to the
 * next hit comes at once, and leaves one by one. */
static double stalled_queue_accesses(const noc_closed_state *state)
{
    const noc_memory_spec *m = &state->system->design->memory;
    const double largest_queue = min_of(m->dram_queue, state->outstanding * m->slices);
    const double hit_rate = state->workload->l2_hit_rate;
    const double run_accesses =
        1.0 + (1.0 - hit_rate) / (hit_rate * state->system->traffic.replied_share);
    return max_of(1.0, min_of(largest_queue, m->slices * run_accesses));
}

/* Mean busy banks of a controller, over the time in which its queue is not empty. If accesses are
 * served in order and DRAMs bind, the slowest controller's queue is always full, and the others'
 * queues follow from their arrivals. */
static double mean_busy_banks(const noc_closed_state *state, double accesses, double stalled)
{
    const noc_memory_spec *m = &state->system->design->memory;
    const double other_controllers = state->memory_count / m->slices - 1.0;
    double busy_share;
    if (state->is_measured) return state->measured_memory.busy_banks;
    const double banks = busy_banks(state, dram_queue_accesses(state, accesses, &busy_share));
    if (stalled > 0.0)
        return banks +
               stalled * max_of(0.0, busy_banks(state, stalled_queue_accesses(state)) - banks);
    if (!(state->memory.block_service_cycles > 0.0) || scarcest_resource(state) != NOC_BINDS_DRAM)
        return banks;
    const double slowest_banks = busy_banks(state, m->dram_queue);
    return (slowest_banks + other_controllers * busy_share * banks) /
           (1.0 + other_controllers * busy_share);
}

/* Row hits at a rate and its trips. The number of waiting requests, whose order changes, follows
 * from Little's law. */
static double row_hit_share(const noc_closed_state *state, double rate, const noc_closed_trip *t,
                            const noc_closed_trip *idle)
{
    const noc_request_paths *paths = &state->curve->request_paths;
    if (state->is_measured) return state->measured_memory.row_hit_share;
    if (!noc_scheduler_model_of(&state->system->design->memory)->has_in_order_banks) {
        const double waiting_share = min_of(rate / lowest_queue_limit(state), 1.0);
        return noc_row_hit_share(state->system->design, state->workload, &state->memory,
                                 waiting_share);
    }
    const double wait = max_of(0.0, t->request_cycles - idle->request_cycles + t->memory_cycles -
                                        idle->memory_cycles);
    const double waiting_share =
        min_of(rate * state->core_count / state->memory_count * wait, state->outstanding);
    return noc_in_order_row_hit_share(state->system, paths, state->workload, waiting_share);
}

/* Operating point, at which cores and resources agree. */
typedef struct loop_agreement {
    noc_binding binding;
    unsigned ties;
    double highest_rate, rate; /* requests per network cycle of a core */
    double utilisation;        /* utilisation of the scarcest resource */
    /* network cycles that requests wait in front of the scarcest resource: in the network; at
     * memory nodes */
    double held_cycles, held_node_cycles;
    noc_closed_trip trip, idle_trip;
} loop_agreement;

static loop_agreement find_agreement(noc_closed_state *state)
{
    loop_agreement a = {.binding = scarcest_resource(state),
                        .idle_trip = noc_closed_idle_trip(state)};
    a.highest_rate = state->limits[a.binding];
    a.rate = find_rate(state, a.highest_rate * (1.0 - 1e-3), &a.trip);
    a.utilisation = resource_use(state, a.binding, a.rate);
    const bool is_full = a.rate / a.highest_rate >= 0.998 && a.binding != NOC_BINDS_CORES;
    a.ties = find_ties(state, is_full ? a.highest_rate : a.rate);
    if (!is_full && (a.utilisation < noc_busy_share || noc_is_nearly_busy(a.utilisation))) {
        const double reply = state->curve->reply_latency[0] - NOC_REPLY_WAIT_CYCLES;
        const noc_binding slow_binding = noc_find_slow_binding(
            noc_slowness(state->curve->request_latency[0], a.trip.request_cycles),
            noc_slowness(reply, a.trip.reply_cycles), &a.ties);
        if (a.utilisation < noc_busy_share) a.binding = slow_binding;
    }
    a.ties |= 1u << a.binding;
    const noc_closed_trip last_trip = a.trip;
    if (is_full) {
        a.rate = a.highest_rate;
        fill_queues(state, a.binding, a.rate, &a.trip);
    }
    a.held_cycles = a.trip.request_cycles - last_trip.request_cycles;
    a.held_node_cycles = a.trip.memory_cycles - last_trip.memory_cycles;
    return a;
}

/* Fills in the figures of memory nodes and their DRAMs. */
static void fill_memory(const noc_closed_state *state, const loop_agreement *a, noc_closed_point *p)
{
    const noc_memory_spec *m = &state->system->design->memory;
    const double node_accesses = a->rate * state->core_count / state->memory_count *
                                 (1.0 - state->workload->l2_hit_rate) * m->slices;
    const double stalled =
        a->utilisation < noc_busy_share ? 0.0 : stalled_share(state, a->binding, a->rate);
    p->memories = (noc_closed_memories){
        .stalled = stalled,
        .row_hit_rate = row_hit_share(state, a->rate, &a->trip, &a->idle_trip),
        .bank_parallelism = mean_busy_banks(state, node_accesses / state->predicted_ratio, stalled),
        .dram_used =
            node_accesses * noc_bus_clocks(m) / noc_memory_clock_ratio(state->system->design),
        .outstanding = state->outstanding,
        .places = noc_closed_places(state),
        .fed_share = state->fed_share,
        .is_measured = state->is_measured,
    };
    p->replies = noc_find_closed_replies(state, a->rate, &a->trip, &a->idle_trip,
                                         resource_use(state, NOC_BINDS_REPLIES, a->rate));
}

/* Fills in the limits of the resources, and the factors of the lowest limit. */
static void fill_limits(const noc_closed_state *state, const loop_agreement *a, noc_closed_point *p)
{
    p->lowest_limit = scarcest_resource(state);
    p->network_share =
        state->class_shares[p->lowest_limit == NOC_BINDS_REQUESTS ? NOC_REQUEST : NOC_REPLY];
    p->capacity = a->highest_rate;
    p->unequal_ratio = state->unequal_ratio;
    p->predicted_ratio = state->predicted_ratio;
    memcpy(p->resource_capacity, state->limits, sizeof p->resource_capacity);
}

static noc_closed_point make_point(const noc_closed_state *state, const loop_agreement *a)
{
    const noc_design *d = state->system->design;
    const noc_closed_trip *t = &a->trip, *idle = &a->idle_trip;
    noc_closed_point p = {
        .ends = noc_nan_core_figures,
        .idle_trip = {.request_cycles = idle->request_cycles,
                      .memory_cycles = idle->memory_cycles,
                      .reply_cycles = idle->reply_cycles},
        .trip_waits = {.request_cycles = t->request_cycles - a->held_cycles - idle->request_cycles,
                       .memory_cycles =
                           t->memory_cycles - a->held_node_cycles - idle->memory_cycles,
                       .reply_cycles = t->reply_cycles - idle->reply_cycles},
        .held_back = {.request_cycles = a->held_cycles, .memory_cycles = a->held_node_cycles},
        .binding = a->binding,
        .ties = a->ties,
        .utilization = a->utilisation,
        .rate = a->rate,
        .accepted = a->rate * state->request_flits,
        .instructions = a->rate * state->workload->instructions * state->core_count *
                        d->chip.clock_mhz / noc_core_mhz(d),
        .request_latency = t->request_cycles,
        .reply_latency = t->reply_cycles,
        .round_trip = t->total_cycles,
        .read_requests = 1000.0 * state->workload->read_fraction / state->workload->instructions,
        .mshrs_used = a->rate * noc_closed_mshr_cycles(state, t->total_cycles),
    };
    fill_limits(state, a, &p);
    fill_memory(state, a, &p);
    return p;
}

void noc_closed_loop_settle(const noc_open_curve *curve, const noc_workload *w,
                            const noc_closed_terms *terms, double predicted_ratio,
                            const noc_core_side *side, noc_closed_core_flow *core_flow,
                            noc_closed_point *p)
{
    noc_closed_state state = make_state(curve, w, terms, predicted_ratio, side);
    const loop_agreement a = find_agreement(&state);
    const noc_closed_trip *t = &a.trip;
    *p = make_point(&state, &a);
    if (!side) return;
    core_flow->trip = noc_closed_core_trip(
        &state, t->total_cycles,
        isfinite(t->last_reply_cycles) ? t->last_reply_cycles : noc_closed_last_reply(&state));
    noc_find_port_flow(side, core_flow->trip, &core_flow->flow);
    core_flow->miss_cycles = state.memory.extra_miss_cycles;
}
