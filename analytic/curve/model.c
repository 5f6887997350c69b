#include "analytic/curve/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/contention/network_sweeps.h"
#include "analytic/curve/model_sources.h"
#include "analytic/full/full.h"
#include "base/min_max.h"

enum { SWEEPS_MAX = 80 };

struct noc_model {
    const noc_system *system;
    noc_flow_map own, *map; /* map of this model alone; map in use: this one, or a kept one */
    noc_kept_value *kept;   /* kept map; NULL: not used */
    noc_network_sweeps sweeps;
    noc_trials trials;
    /* [class]: idle latency, cycles, with the cycle that a reply waits; NAN: no packets */
    double zero_load[NOC_CLASSES];
    double unsent[NOC_CLASSES]; /* part of the idle latency before the head is sent, cycles */
    /* [class of traffic]: idle latency, cycles; only with several classes */
    double of_class[NOC_TRAFFIC_CLASSES_MAX];
    double routers;
    double bound, highest, ceiling;
    noc_injectors injectors; /* injectors at the limits */
    noc_full_shares full;    /* accepted shares of the last simulated load */
    double played;           /* last requested load of a simulation; INFINITY: eager nodes */
    /* [kind of resource]: use of the most used station of its networks at the overflow load */
    double used[NOC_RESOURCES];
    noc_model_limits limits;
    bool limits_known;
    noc_derated_limits derated[NOC_RESOURCES]; /* [kind]: limits with less of this kind */
    unsigned derated_known;                    /* kinds whose derated limits have been found */
};

/* Latency at the knee over the idle latency. */
static const double knee_factor = 3.0;
static const double latency_precision = 2e-3; /* share of the watched latency */

static bool has_replies(const noc_model *m)
{
    return !isnan(m->zero_load[NOC_REPLY]);
}

/* Idle network cycles of the watched latency: round trip where there are replies, else packet
 * latency. */
static double in_network(const noc_model *m)
{
    return m->zero_load[NOC_REQUEST] + (has_replies(m) ? m->zero_load[NOC_REPLY] : 0.0);
}

static bool has_classes(const noc_model *m)
{
    return m->system->traffic.class_count > 1;
}

/* Keeps a trial. False if its state is not kept. */
static bool keep_trial(noc_model *m, const noc_trial *tried)
{
    double *state = noc_trials_add(&m->trials, tried);
    if (state) noc_network_sweeps_save(&m->sweeps, state);
    return state;
}

static bool make_room(noc_model *m)
{
    m->injectors.of = m->map->symmetry.terminals.of;
    m->injectors.parts = m->map->symmetry.terminals.count;
    m->injectors.list = malloc((NOC_CLASSES * m->injectors.parts + 1) * sizeof *m->injectors.list);
    for (uint32_t i = 0; m->injectors.list && i < NOC_CLASSES * m->injectors.parts; i++)
        m->injectors.list[i] = (noc_injector){0.0, INFINITY, INFINITY};
    return m->injectors.list && keep_trial(m, &(noc_trial){0});
}

noc_model *noc_model_new(const noc_system *system)
{
    return noc_model_new_kept(system, system->beside);
}

static noc_flow_map *map_of(noc_model *m, noc_kept *kept)
{
    m->kept = kept ? noc_flow_map_kept(kept, m->system) : NULL;
    if (m->kept) return noc_kept_of(m->kept);
    return noc_flow_map_new(m->system, &m->own) == NOC_OK ? &m->own : NULL;
}

noc_model *noc_model_new_kept(const noc_system *system, noc_kept *kept)
{
    noc_model *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->system = system;
    m->map = map_of(m, kept);
    if (!m->map || !noc_network_sweeps_make(system, m->map, &m->trials, &m->sweeps) ||
        !make_room(m)) {
        noc_model_free(m);
        return NULL;
    }
    const noc_path_kinds *paths = &m->map->paths;
    for (int k = 0; k < NOC_CLASSES; k++) {
        m->zero_load[k] = noc_path_kinds_latency(system, paths, (noc_class)k);
        m->unsent[k] = noc_path_kinds_unsent(system, paths, (noc_class)k);
    }
    m->zero_load[NOC_REPLY] += NOC_REPLY_WAIT_CYCLES;
    for (uint32_t k = 0; k < system->traffic.class_count && has_classes(m); k++)
        m->of_class[k] = noc_path_kinds_of_class(system, paths, k);
    m->sweeps.zero_load = in_network(m);
    m->routers = noc_path_kinds_routers(paths, NOC_REQUEST);
    if (has_replies(m)) m->routers = (m->routers + noc_path_kinds_routers(paths, NOC_REPLY)) / 2.0;
    const noc_choice *choice = m->sweeps.choice;
    m->bound = choice ? min_of(choice->bound, noc_shared_limits_bound(system, &m->sweeps.gates))
                      : noc_networks_bound(system, &m->map->loads);
    m->highest = noc_system_highest_load(system);
    m->ceiling = choice ? INFINITY : noc_overload_highest(system, &m->map->loads);
    return m;
}

void noc_model_free(noc_model *m)
{
    if (!m) return;
    noc_network_sweeps_clear(&m->sweeps);
    noc_trials_clear(&m->trials);
    free(m->injectors.list);
    noc_full_shares_clear(&m->full);
    noc_flow_map_clear(&m->own);
    noc_kept_let_go(m->kept);
    free(m);
}

double noc_model_zero_load(const noc_model *m)
{
    return in_network(m) + (has_replies(m) ? noc_answer_cycles(m->system) : 0.0);
}

double noc_model_routers(const noc_model *m)
{
    return m->routers;
}

double noc_model_opening(const noc_model *m, noc_class class)
{
    return noc_path_kinds_opening(m->system, &m->map->paths, class);
}

double noc_model_bound(const noc_model *m)
{
    return m->bound;
}

double noc_model_highest(const noc_model *m)
{
    return m->highest;
}

double noc_model_ceiling(const noc_model *m)
{
    return m->ceiling;
}

const noc_loads *noc_model_loads(const noc_model *m)
{
    return &m->map->loads;
}

const noc_closed_forms *noc_model_closed_forms(const noc_model *m)
{
    return &m->sweeps.forms;
}

const noc_loop_shape *noc_model_loop_shape(noc_model *m)
{
    if (!m->map->has_loop_shape)
        m->map->loop_shape =
            (noc_loop_shape){noc_unfair_shares_of(m->system), noc_reply_bursts_of(m->system)};
    m->map->has_loop_shape = true;
    return &m->map->loop_shape;
}

/* Waits in the watched latency: round trip where there are replies, else packet latency. */
static double watched_wait(const noc_model *m, const noc_waits *waits)
{
    const double request = waits->network[NOC_REQUEST] + waits->source[NOC_REQUEST];
    return has_replies(m) ? request + waits->network[NOC_REPLY] + waits->source[NOC_REPLY]
                          : request;
}

/* ---- convergence ---------------------------------------------------------------------------- */

/* Convergence of a figure over sweeps: value, last step of the figure, last step of the queues, and
 * estimated remaining error. */
typedef struct settling {
    double value, step, moved, error;
    double at_shares,
        step_of_shares; /* value at the last move of shares; last step between moves */
} settling;

static const settling unknown = {NAN, NAN, NAN, NAN, NAN, NAN};

/* Sum of all further steps, over the last step, of a geometric series. */
static double left_after(double before, double step)
{
    const double ratio = isnan(before) ? 0.5 : fmin(fmax(step / before, 0.2), 0.8);
    return ratio / (1.0 - ratio);
}

/* Stores a step of a figure, and estimates the error. A step counts at least as half the previous
 * one, since an oscillating figure has small steps at its extremes. Remaining steps of queues are a
 * lower bound of the error: they affect the figure later. */
static void settle(settling *s, double value, double moved)
{
    const double step = fabs(value - s->value);
    const double next = isnan(s->step) ? step : fmax(step, 0.5 * s->step);
    const double error = isnan(s->value) ? moved
                                         : fmax(next * left_after(s->step, step),
                                                moved * left_after(s->moved, moved));
    *s = (settling){value, step, moved, error, s->at_shares, s->step_of_shares};
}

/* Stores a step between two moves of nearly settled shares. A move makes a part `part_made` of the
 * shares' remaining distance, and changes the figure in proportion. The larger of two successive
 * steps counts, since a step may be small at an extreme. */
static void settle_shares(settling *s, double made)
{
    const double step = fabs(s->value - s->at_shares);
    const double error = fmax(step, s->step_of_shares) / made;
    if (!isnan(s->step_of_shares)) s->error = fmin(s->error, error);
    s->at_shares = s->value;
    s->step_of_shares = step;
}

/* Stores a figure after the k-th sweep, which may be the last one at the present shares. */
static void settle_after(const noc_network_sweeps *sweeps, int k, settling *s, double value,
                         double moved)
{
    settle(s, value, moved);
    if (noc_network_sweeps_ends_shares(sweeps, k)) settle_shares(s, sweeps->choice->step);
}

/* Half range of the last latencies, over their mean. */
static double swing_of(const double *latencies, int count)
{
    double least = INFINITY, most = 0.0;
    for (int i = 0; i < count; i++) {
        least = min_of(least, latencies[i]);
        most = max_of(most, latencies[i]);
    }
    return (most - least) / (most + least);
}

/* Sweeps until the watched latency has converged. *swing: noc_model_point.latency_swing. */
static noc_contention_state sweep_out(noc_model *m, double load, noc_waits *waits, double *swing)
{
    enum { LOOKED_BACK = 24 };
    double latencies[LOOKED_BACK];
    settling latency = unknown;
    noc_network_sweeps_begin(&m->sweeps, load);
    for (int k = 0; k < SWEEPS_MAX; k++) {
        noc_network_sweeps_next(&m->sweeps, k, waits);
        if (waits->utilization >= noc_runaway) break;
        settle_after(&m->sweeps, k, &latency, in_network(m) + watched_wait(m, waits),
                     noc_waits_moved(waits));
        latencies[k % LOOKED_BACK] = latency.value;
        if (!(latency.error <= latency_precision * latency.value)) continue;
        return waits->utilization < 1.0 ? NOC_CONTENTION_STABLE : NOC_CONTENTION_UNSTABLE;
    }
    if (m->sweeps.choice) *swing = swing_of(latencies, LOOKED_BACK);
    return waits->utilization < 1.0 ? NOC_CONTENTION_NOT_CONVERGED : NOC_CONTENTION_UNSTABLE;
}

static void solve_classes(const noc_model *m, double load, const noc_waits *waits,
                          noc_model_point *p)
{
    const noc_choice *choice = load > 0.0 ? m->sweeps.choice : NULL;
    const uint32_t count = has_classes(m) ? m->system->traffic.class_count : 0;
    for (uint32_t k = 0; k < NOC_TRAFFIC_CLASSES_MAX; k++) {
        p->class_longer[k] = choice && k < count ? noc_choice_class_detour(choice, k) : 0.0;
        p->class_latency[k] = k < count ? m->of_class[k] + waits->class_network[k] +
                                              waits->class_source[k] + p->class_longer[k]
                                        : NAN;
    }
}

static void solve(noc_model *m, double load, noc_model_point *p)
{
    noc_waits waits = {0};
    p->swing = 0.0;
    p->state = load > 0.0 ? sweep_out(m, load, &waits, &p->swing) : NOC_CONTENTION_STABLE;
    const double request = m->zero_load[NOC_REQUEST] + waits.network[NOC_REQUEST];
    const double reply = m->zero_load[NOC_REPLY] + waits.network[NOC_REPLY];
    for (int k = 0; k < NOC_CLASSES; k++) {
        p->network_wait[k] = waits.network[k];
        p->source_wait[k] = waits.source[k];
        p->longer[k] = m->sweeps.choice && load > 0.0 ? m->sweeps.choice->detour[k] : 0.0;
    }
    p->request_latency = request + waits.source[NOC_REQUEST];
    p->reply_latency = reply + waits.source[NOC_REPLY];
    p->round_trip = p->request_latency + noc_answer_cycles(m->system) + p->reply_latency;
    p->packet_latency = p->request_latency;
    p->network_latency = request - m->unsent[NOC_REQUEST];
    if (has_replies(m)) { /* equally many replies; a reply's first cycle is not in the network */
        p->packet_latency = (p->request_latency + p->reply_latency) / 2.0;
        p->network_latency = (request - m->unsent[NOC_REQUEST] + reply - m->unsent[NOC_REPLY] -
                              NOC_REPLY_WAIT_CYCLES) /
                             2.0;
    } else {
        p->request_latency = NAN;
    }
    solve_classes(m, load, &waits, p);
    p->limit = load > 0.0 ? noc_network_sweeps_most_used(&m->sweeps) : (noc_most_used){0};
    p->accepted = load;
}

noc_overload noc_model_overload(noc_model *m)
{
    noc_model_limits limits;
    noc_model_find_limits(m, &limits);
    return (noc_overload){&m->injectors, 1.0, limits.overflow, &m->sweeps.gates, NULL};
}

/* Scales shares down to the capacity of channels, which counts of whole packets in a window may
 * slightly exceed. */
static void fit_channels(noc_model *m)
{
    const noc_overload overload = {.full = &m->full};
    const double used = noc_overload_most_used(m->system, &m->map->loads, &overload, m->full.load);
    if (used > 1.0) noc_full_shares_scale(m->system, 1.0 / used, &m->full);
}

const noc_full_shares *noc_model_full(noc_model *m, double load)
{
    if (!noc_full_is_playable(m->system)) return NULL;
    if (m->full.of && m->played == load) return &m->full;
    noc_full_shares_clear(&m->full);
    const noc_status status =
        noc_full_shares_find(m->system, load, NOC_ACCEPTED_SHARE * load, &m->full);
    if (status != NOC_OK) return NULL;
    m->played = load;
    fit_channels(m);
    return &m->full;
}

void noc_model_forget_full(noc_model *m)
{
    noc_full_shares_clear(&m->full);
}

noc_ways_taken noc_model_ways_taken(const noc_model *m)
{
    if (!m->sweeps.choice) return (noc_ways_taken){NAN, NAN, NAN};
    double choices, others;
    noc_choice_count(m->sweeps.choice, &choices, &others);
    return (noc_ways_taken){choices, others, m->sweeps.choice->detour[NOC_REQUEST]};
}

void noc_model_solve(noc_model *m, double load, noc_model_point *p)
{
    const noc_overload overload = noc_model_overload(m);
    solve(m, load, p);
    if (noc_overload_grows(&overload, load)) p->state = NOC_CONTENTION_UNSTABLE;
    if (p->state == NOC_CONTENTION_UNSTABLE) p->limit = m->limits.limit;
    p->accepted = noc_overload_accepted(&overload, load);
}

noc_node_latencies noc_model_nodes(const noc_model *m)
{
    return noc_node_latencies_find(m->system, &m->map->paths, &m->sweeps);
}

bool noc_model_flows(const noc_model *m, noc_node_latency *list)
{
    return noc_flow_latencies_find(m->system, &m->map->paths, &m->sweeps, list);
}

/* ---- limits --------------------------------------------------------------------------------- */

/* True if a trial's results are precise enough: side of each goal, and approximate distance. At a
 * goal the results grow two to ten times as fast as the load. */
static bool is_known(const settling reached[NOC_GOALS])
{
    static const double share = 0.3;
    const double least = 2.0 * noc_limit_precision;
    for (int g = 0; g < NOC_GOALS; g++)
        if (!(reached[g].error <= fmax(least, share * fabs(log(reached[g].value))))) return false;
    return true;
}

/* Stores the results of the k-th sweep of a trial. */
static void note_reached(const noc_model *m, int k, const noc_waits *waits,
                         settling reached[NOC_GOALS])
{
    const double wait_at_knee = (knee_factor - 1.0) * noc_model_zero_load(m);
    settle_after(&m->sweeps, k, &reached[NOC_GOAL_OVERFLOW], waits->utilization,
                 waits->moved_most * waits->utilization);
    settle_after(&m->sweeps, k, &reached[NOC_GOAL_KNEE], watched_wait(m, waits) / wait_at_knee,
                 noc_waits_moved(waits) / wait_at_knee);
}

static void try_load(noc_model *m, double load)
{
    settling reached[NOC_GOALS] = {unknown, unknown};
    noc_waits waits;
    noc_network_sweeps_begin(&m->sweeps, load);
    int sweeps = 0;
    do {
        noc_network_sweeps_next(&m->sweeps, sweeps, &waits);
        note_reached(m, sweeps, &waits, reached);
    } while (++sweeps < SWEEPS_MAX && waits.utilization < noc_runaway && !is_known(reached));
    keep_trial(
        m, &(noc_trial){.load = load,
                        .reached = {reached[NOC_GOAL_OVERFLOW].value, reached[NOC_GOAL_KNEE].value},
                        .limit = noc_network_sweeps_most_used(&m->sweeps)});
}

/* Finds the load at which a goal is reached, at most `upper_bound`. */
static double find_goal(noc_model *m, noc_goal g, double most)
{
    static const double first_share = 0.6;
    double load = first_share * most;
    bool known = false;
    if (m->trials.count == 1) try_load(m, load);
    while (!known) {
        known = noc_trials_tell(&m->trials, g, most, &load);
        if (!known) try_load(m, load);
    }
    return load;
}

/* Finds the injectors at the overflow load, which usually is the load of the last trial. */
static void find_injectors(noc_model *m, double overflow)
{
    const noc_trial *last = &m->trials.list[m->trials.count - 1];
    noc_waits waits;
    if (!noc_trial_meets(last, NOC_GOAL_OVERFLOW, overflow)) {
        noc_network_sweeps_begin(&m->sweeps, overflow);
        noc_network_sweeps_next(&m->sweeps, 0, &waits);
    }
    noc_network_sweeps_injectors(&m->sweeps, overflow, noc_trials_growth(&m->trials, overflow),
                                 &m->injectors);
    noc_network_sweeps_used(&m->sweeps, m->used);
}

static double saturation_of(const noc_model *m, double overflow, const noc_injectors *injectors)
{
    const noc_overload overload = {injectors, 1.0, overflow, &m->sweeps.gates, NULL};
    return min_of(noc_overload_saturation(&overload), noc_model_highest(m));
}

static bool share_a_network(const noc_graph *g)
{
    if (g->memory_count > 0) return false;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].carries[NOC_REQUEST] && g->networks[n].carries[NOC_REPLY]) return true;
    return false;
}

/* Load at which the throughput of peers that answer each other collapses, before any queue is full,
 * over the load at which the first queue overflows; 1 without such peers, or if replies have
 * separate networks.
 *
 * A node sends delayed requests in a row. Their replies arrive at once, faster than its port
 * accepts them, stand in the network, and block other replies at their sources. Nodes with blocked
 * replies send no requests, so the few nodes to which the replies go use the network alone. The
 * collapse starts at random below full use, at lower loads the longer replies are compared with
 * requests. Not derived: fitted to samples on meshes, tori and a star, with 1.7 to 5 flits of
 * replies per flit of requests (within 5 %). */
static double peers_hold(const noc_system *system)
{
    static const double sooner = 0.17;
    if (!share_a_network(&system->graph)) return 1.0;
    const double longer =
        noc_system_class_flits(system, NOC_REPLY) / system->traffic.injected_flits;
    return 1.0 / (1.0 + sooner * log(max_of(1.0, longer)));
}

/* Finds the limits by trials of loads, within the precision of the queues' fixed point. */
static noc_model_limits search_limits(noc_model *m, double most)
{
    const double overflow = peers_hold(m->system) * find_goal(m, NOC_GOAL_OVERFLOW, most);
    find_injectors(m, overflow);
    const double beyond =
        min_of((1.0 + noc_limit_precision) * overflow, most); /* load of the last trial */
    const double knee = min_of(find_goal(m, NOC_GOAL_KNEE, beyond), overflow);
    bool is_above;
    const noc_trial *limit = noc_trials_limit(&m->trials, most, &is_above);
    return (noc_model_limits){
        .overflow = overflow,
        .saturation = saturation_of(m, overflow, &m->injectors),
        .knee = knee < most || is_above ? knee : NAN,
        .limit = limit->limit,
    };
}

static double watched_at(noc_model *m, double load)
{
    noc_waits waits;
    noc_network_sweeps_begin(&m->sweeps, load);
    noc_network_sweeps_next(&m->sweeps, 0, &waits);
    return watched_wait(m, &waits);
}

/* Function with its root at the knee: watched wait / (watched wait + wait at the knee) - 1/2. */
static double beyond_at(noc_model *m, double load, double wait)
{
    const double watched = watched_at(m, load);
    return isinf(watched) ? 0.5 : watched / (watched + wait) - 0.5;
}

/* Finds the knee, up to `upper_bound`, from exact waits. NAN: none. Illinois method with bisection
 * at every third step, which needs few evaluations of slow closed forms. docs/model.md (28). */
static double exact_knee(noc_model *m, double most)
{
    static const double precision = 1e-10; /* share of the load */
    const double wait = (knee_factor - 1.0) * noc_model_zero_load(m);
    double low = 0.0, high = most, below = -0.5, above = 0.5, load = 0.8 * most;
    if (wait == 0.0 || !(watched_at(m, most) > wait)) return NAN;
    for (int step = 1; high - low > precision * high; step++) {
        const double beyond = beyond_at(m, load, wait);
        if (beyond < 0.0) {
            low = load;
            below = beyond;
            above *= 0.5;
        } else {
            high = load;
            above = beyond;
            below *= 0.5;
        }
        load = step % 3 == 0 ? 0.5 * (low + high) : low + (high - low) * below / (below - above);
    }
    return 0.5 * (low + high);
}

/* Limits if all networks have closed forms: the first full network gives the bound. */
static noc_model_limits exact_limits(noc_model *m, double most)
{
    const double knee = exact_knee(m, most);
    watched_at(m, most);
    noc_network_sweeps_used(&m->sweeps, m->used);
    return (noc_model_limits){
        .overflow = most,
        .saturation = saturation_of(m, most, &m->injectors),
        .knee = knee,
        .limit = noc_network_sweeps_most_used(&m->sweeps),
    };
}

void noc_model_find_limits(noc_model *m, noc_model_limits *limits)
{
    if (!m->limits_known) {
        const double most = min_of(m->bound, noc_model_highest(m));
        m->limits = m->sweeps.network_count > 0 ? search_limits(m, most) : exact_limits(m, most);
        m->limits_known = true;
    }
    *limits = m->limits;
}

/* ---- derated networks ----------------------------------------------------------------------- */

/* Use of the most used station at a load, with a precision relative to its distance from 1. The
 * last sweep was at this load. */
static double used_at(noc_model *m, double load)
{
    settling used = unknown;
    noc_waits waits;
    noc_network_sweeps_begin(&m->sweeps, load);
    for (int k = 0; k < SWEEPS_MAX; k++) {
        noc_network_sweeps_next(&m->sweeps, k, &waits);
        settle_after(&m->sweeps, k, &used, waits.utilization, waits.moved_most * waits.utilization);
        const double least = fmax(2.0 * noc_limit_precision, 0.1 * fabs(log(used.value)));
        if (waits.utilization >= noc_runaway || used.error <= least) break;
    }
    return min_of(waits.utilization, noc_runaway);
}

/* Distance from a load to the overflow load, by proportion. */
static double short_at(noc_model *m, double load)
{
    return load / used_at(m, load) - load;
}

/* Overflow load of derated networks, close below that of the original ones. The distance to the
 * overflow load falls linearly with the load, with about the slope of the original networks; if the
 * root of this line is far, the line through two loads is used. */
static double overflow_near(noc_model *m, double overflow, double growth)
{
    const double near = 0.5 * NOC_RESOURCE_TIE * overflow;
    const double first = (1.0 - 0.5 * NOC_DERATED_SHARE) * overflow, of_first = short_at(m, first);
    const double next = min_of(first + of_first / growth, overflow);
    if (fabs(next - first) <= near) return next;
    const double of_next = short_at(m, next), slope = (of_first - of_next) / (next - first);
    return slope > 0.0 ? min_of(next + of_next / slope, overflow) : next;
}

/* Saturation of derated networks. The last sweeps were near their overflow load. */
static double saturation_beyond(noc_model *m, double overflow, double growth)
{
    noc_injectors injectors = m->injectors;
    const size_t size = (NOC_CLASSES * injectors.parts + 1) * sizeof *injectors.list;
    injectors.list = malloc(size);
    if (!injectors.list) return overflow;
    memcpy(injectors.list, m->injectors.list, size - sizeof *injectors.list);
    noc_network_sweeps_injectors(&m->sweeps, overflow, growth, &injectors);
    const noc_overload overload = {&injectors, 1.0, overflow, &m->sweeps.gates, NULL};
    const double saturation = noc_overload_saturation(&overload);
    free(injectors.list);
    return saturation;
}

/* True if the networks of these kinds are all far from full, so that derating has no effect. */
static bool costs_nothing(const noc_model *m, unsigned kinds)
{
    static const double far = 0.6;
    for (int k = 0; k < NOC_RESOURCES; k++)
        if (noc_resource_is_in(kinds, (noc_resource)k) && m->used[k] > far) return false;
    return true;
}

/* Load at which the first shared limit is reached, for networks without queues. */
static double overflow_of_gates(const noc_model *m)
{
    return min_of(noc_shared_limits_bound(m->system, &m->sweeps.gates), noc_model_highest(m));
}

/* Limits with derated kinds, over the original limits. */
static noc_derated_limits left_of(noc_model *m, const noc_model_limits *limits)
{
    const double growth = noc_trials_growth(&m->trials, limits->overflow);
    const double held = peers_hold(m->system), full = limits->overflow / held;
    const double overflow =
        m->sweeps.network_count > 0 ? held * overflow_near(m, full, growth) : overflow_of_gates(m);
    const double saturation = saturation_beyond(m, overflow, growth);
    return (noc_derated_limits){overflow / limits->overflow,
                                min_of(saturation / limits->saturation, 1.0)};
}

static noc_derated_limits find_derated(noc_model *m, unsigned kinds)
{
    noc_model_limits limits;
    noc_derated_limits left = {1.0, 1.0};
    noc_model_find_limits(m, &limits);
    if (costs_nothing(m, kinds)) return left;
    noc_shared_limits own;
    if (!noc_network_sweeps_derate(&m->sweeps, kinds, &own)) return left;
    left = left_of(m, &limits);
    noc_network_sweeps_restore(&m->sweeps, &own);
    return left;
}

/* Caches the limits of single kinds, which points of a curve and other cores request again. */
noc_derated_limits noc_model_derated(noc_model *m, unsigned kinds)
{
    const bool one = kinds && (kinds & (kinds - 1)) == 0;
    const int kind = one ? __builtin_ctz(kinds) : 0;
    if (!one) return find_derated(m, kinds);
    if (!(m->derated_known & kinds)) m->derated[kind] = find_derated(m, kinds);
    m->derated_known |= kinds;
    return m->derated[kind];
}

noc_ceiling noc_model_ceiling_cause(noc_model *m)
{
    noc_model_limits limits;
    noc_waits waits;
    noc_model_find_limits(m, &limits);
    noc_network_sweeps_begin(&m->sweeps, limits.overflow / peers_hold(m->system));
    noc_network_sweeps_next(&m->sweeps, 0, &waits);
    return noc_network_sweeps_ceiling(&m->sweeps, limits.limit);
}

void noc_model_find_profile(noc_model *m, noc_profile *profile, double *contention)
{
    noc_model_limits limits;
    noc_waits waits;
    noc_model_find_limits(m, &limits);
    noc_network_sweeps_begin(&m->sweeps, NOC_PROFILE_SHARE * limits.saturation);
    noc_network_sweeps_next(&m->sweeps, 0, &waits); /* one sweep is precise enough to compare */
    noc_network_sweeps_profile(&m->sweeps, profile);
    *contention = watched_wait(m, &waits) / (in_network(m) - profile->flight);
}
