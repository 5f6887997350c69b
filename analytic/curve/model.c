#include "analytic/curve/model.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/contention/network_sweeps.h"
#include "analytic/curve/model_sources.h"
#include "analytic/full/full.h"
#include "base/auto.h"
#include "base/min_max.h"

enum { SWEEPS_MAX = 80 };

struct noc_model {
    const noc_system *system;
    noc_flow_map own_map,
        *current_map;           /* map of this model alone; map in use: this one, or a kept one */
    noc_cached_value *kept_map; /* kept map; NULL: not used */
    noc_network_sweeps sweeps;
    noc_trials trials;
    /* [class]: idle latency, cycles, with the cycle that a reply waits; NAN: no packets */
    double idle_latency[NOC_CLASSES];
    double send_delay[NOC_CLASSES]; /* part of the idle latency before the head is sent, cycles */
    /* [class of traffic]: idle latency, cycles; only with several classes */
    double class_idle_latency[NOC_TRAFFIC_CLASSES_MAX];
    double mean_routers;
    double capacity_bound, highest_load, saturation_bound;
    noc_injectors injectors;          /* injectors at the limits */
    noc_full_shares simulated_shares; /* accepted shares of the last simulated load */
    noc_arena simulation;             /* memory of these shares */
    double simulated_load; /* last requested load of a simulation; INFINITY: eager nodes */
    /* [kind of resource]: use of the most used station of its networks at the overflow load */
    double kind_use[NOC_RESOURCES];
    noc_model_limits limits;
    bool has_limits;
    noc_derated_limits derated_limits[NOC_RESOURCES]; /* [kind]: limits with less of this kind */
    unsigned known_derated_kinds; /* kinds whose derated limits have been found */
};

/* Latency at the knee over the idle latency. */
static const double knee_factor = 3.0;
static const double latency_precision = 2e-3; /* share of the watched latency */

static bool has_replies(const noc_model *m)
{
    return !isnan(m->idle_latency[NOC_REPLY]);
}

/* Idle network cycles of the watched latency: round trip where there are replies, else packet
 * latency. */
static double idle_network_cycles(const noc_model *m)
{
    return m->idle_latency[NOC_REQUEST] + (has_replies(m) ? m->idle_latency[NOC_REPLY] : 0.0);
}

static bool has_classes(const noc_model *m)
{
    return m->system->traffic.class_count > 1;
}

/* Keeps a trial. False if its state is not kept. */
static bool keep_trial(noc_model *m, const noc_trial *trial)
{
    double *state = noc_trials_add(&m->trials, trial);
    if (state) noc_network_sweeps_save(&m->sweeps, state);
    return state;
}

static bool make_injectors(noc_model *m)
{
    m->injectors.terminal_part = m->current_map->symmetry.terminals.part;
    m->injectors.part_count = m->current_map->symmetry.terminals.count;
    m->injectors.list =
        malloc((NOC_CLASSES * m->injectors.part_count + 1) * sizeof *m->injectors.list);
    for (uint32_t i = 0; m->injectors.list && i < NOC_CLASSES * m->injectors.part_count; i++)
        m->injectors.list[i] = (noc_injector){0.0, INFINITY, INFINITY};
    return m->injectors.list && keep_trial(m, &(noc_trial){0});
}

noc_model *noc_model_new(const noc_system *system)
{
    return noc_model_new_kept(system, system->command_values);
}

static noc_flow_map *find_map(noc_model *m, noc_value_cache *kept)
{
    m->kept_map = kept ? noc_kept_flow_map(kept, m->system) : NULL;
    if (m->kept_map) return noc_cached_data(m->kept_map);
    return noc_flow_map_new(m->system, &m->own_map) == NOC_OK ? &m->own_map : NULL;
}

noc_model *noc_model_new_kept(const noc_system *system, noc_value_cache *kept)
{
    noc_model *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->system = system;
    m->current_map = find_map(m, kept);
    if (!m->current_map ||
        !noc_network_sweeps_make(system, m->current_map, &m->trials, &m->sweeps) ||
        !make_injectors(m)) {
        noc_model_free(m);
        return NULL;
    }
    const noc_path_kinds *paths = &m->current_map->paths;
    for (int k = 0; k < NOC_CLASSES; k++) {
        m->idle_latency[k] = noc_path_kinds_latency(system, paths, (noc_class)k);
        m->send_delay[k] = noc_path_kinds_send_delay(system, paths, (noc_class)k);
    }
    m->idle_latency[NOC_REPLY] += NOC_REPLY_WAIT_CYCLES;
    for (uint32_t k = 0; k < system->traffic.class_count && has_classes(m); k++)
        m->class_idle_latency[k] = noc_class_idle_latency(system, paths, k);
    m->sweeps.zero_load = idle_network_cycles(m);
    m->mean_routers = noc_path_kinds_routers(paths, NOC_REQUEST);
    if (has_replies(m))
        m->mean_routers = (m->mean_routers + noc_path_kinds_routers(paths, NOC_REPLY)) / 2.0;
    const noc_choice *choice = m->sweeps.choice;
    m->capacity_bound = choice ? min_of(choice->load_bound,
                                        noc_shared_limits_bound(system, &m->sweeps.shared_limits))
                               : noc_networks_bound(system, &m->current_map->loads);
    m->highest_load = noc_system_highest_load(system);
    m->saturation_bound =
        choice ? INFINITY : noc_overload_upper_bound(system, &m->current_map->loads);
    return m;
}

void noc_model_free(noc_model *m)
{
    if (!m) return;
    noc_network_sweeps_clear(&m->sweeps);
    free(m->injectors.list);
    noc_arena_clear(&m->simulation);
    noc_arena_clear(&m->own_map.arena);
    noc_cached_release(m->kept_map);
    free(m);
}

double noc_model_zero_load(const noc_model *m)
{
    return idle_network_cycles(m) + (has_replies(m) ? noc_answer_cycles(m->system) : 0.0);
}

double noc_model_mean_routers(const noc_model *m)
{
    return m->mean_routers;
}

double noc_model_opening_cycles(const noc_model *m, noc_class class)
{
    return noc_path_kinds_opening(m->system, &m->current_map->paths, class);
}

double noc_model_capacity_bound(const noc_model *m)
{
    return m->capacity_bound;
}

double noc_model_highest_load(const noc_model *m)
{
    return m->highest_load;
}

double noc_model_saturation_bound(const noc_model *m)
{
    return m->saturation_bound;
}

const noc_loads *noc_model_loads(const noc_model *m)
{
    return &m->current_map->loads;
}

const noc_closed_forms *noc_model_closed_forms(const noc_model *m)
{
    return &m->sweeps.closed_forms;
}

const noc_loop_shape *noc_model_find_loop_shape(noc_model *m)
{
    if (!m->current_map->has_loop_shape)
        m->current_map->loop_shape =
            (noc_loop_shape){noc_find_unfair_shares(m->system), noc_find_reply_bursts(m->system)};
    m->current_map->has_loop_shape = true;
    return &m->current_map->loop_shape;
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
typedef struct convergence {
    double value, last_step, queue_step, remaining_error;
    /* value at the last move of shares; last step between moves */
    double value_at_shares, share_step;
} convergence;

static const convergence unknown_figure = {NAN, NAN, NAN, NAN, NAN, NAN};

/* Sum of all further steps, over the last step, of a geometric series. */
static double remaining_steps(double last_step, double step)
{
    const double ratio = isnan(last_step) ? 0.5 : fmin(fmax(step / last_step, 0.2), 0.8);
    return ratio / (1.0 - ratio);
}

/* Stores a step of a figure, and estimates the error. A step counts at least as half the previous
 * one, since an oscillating figure has small steps at its extremes. Remaining steps of queues are a
 * lower bound of the error: they affect the figure later. */
static void note_step(convergence *s, double value, double queue_step)
{
    const double step = fabs(value - s->value);
    const double step_estimate = isnan(s->last_step) ? step : fmax(step, 0.5 * s->last_step);
    const double error = isnan(s->value)
                             ? queue_step
                             : fmax(step_estimate * remaining_steps(s->last_step, step),
                                    queue_step * remaining_steps(s->queue_step, queue_step));
    *s = (convergence){value, step, queue_step, error, s->value_at_shares, s->share_step};
}

/* Stores a step between two moves of nearly settled shares. A move makes a part `part_made` of the
 * shares' remaining distance, and changes the figure in proportion. The larger of two successive
 * steps counts, since a step may be small at an extreme. */
static void note_share_step(convergence *s, double part_made)
{
    const double step = fabs(s->value - s->value_at_shares);
    const double error = fmax(step, s->share_step) / part_made;
    if (!isnan(s->share_step)) s->remaining_error = fmin(s->remaining_error, error);
    s->value_at_shares = s->value;
    s->share_step = step;
}

/* Stores a figure after the k-th sweep, which may be the last one at the present shares. */
static void note_sweep(const noc_network_sweeps *sweeps, int k, convergence *s, double value,
                       double queue_step)
{
    note_step(s, value, queue_step);
    if (noc_network_sweeps_ends_shares(sweeps, k)) note_share_step(s, sweeps->choice->step_share);
}

/* Half the range of the last latencies, over the middle of the range. */
static double latency_swing(const double *latencies, int count)
{
    double shortest = INFINITY, longest = 0.0;
    for (int i = 0; i < count; i++) {
        shortest = min_of(shortest, latencies[i]);
        longest = max_of(longest, latencies[i]);
    }
    return (longest - shortest) / (longest + shortest);
}

/* Sweeps until the watched latency has converged. *swing: noc_model_point.latency_swing. */
static noc_contention_state sweep_until_known(noc_model *m, double load, noc_waits *waits,
                                              double *swing)
{
    enum { LOOKED_BACK = 24 };
    double latencies[LOOKED_BACK];
    convergence latency = unknown_figure;
    noc_network_sweeps_begin(&m->sweeps, load);
    for (int k = 0; k < SWEEPS_MAX; k++) {
        noc_network_sweeps_next(&m->sweeps, k, waits);
        if (waits->utilization >= noc_runaway) break;
        note_sweep(&m->sweeps, k, &latency, idle_network_cycles(m) + watched_wait(m, waits),
                   noc_waits_sum_moves(waits));
        latencies[k % LOOKED_BACK] = latency.value;
        if (!(latency.remaining_error <= latency_precision * latency.value)) continue;
        return waits->utilization < 1.0 ? NOC_CONTENTION_STABLE : NOC_CONTENTION_UNSTABLE;
    }
    if (m->sweeps.choice) *swing = latency_swing(latencies, LOOKED_BACK);
    return waits->utilization < 1.0 ? NOC_CONTENTION_NOT_CONVERGED : NOC_CONTENTION_UNSTABLE;
}

static void solve_classes(const noc_model *m, double load, const noc_waits *waits,
                          noc_model_point *p)
{
    const noc_choice *choice = load > 0.0 ? m->sweeps.choice : NULL;
    const uint32_t count = has_classes(m) ? m->system->traffic.class_count : 0;
    for (uint32_t k = 0; k < NOC_TRAFFIC_CLASSES_MAX; k++) {
        p->class_detour_cycles[k] = choice && k < count ? noc_choice_class_detour(choice, k) : 0.0;
        p->class_latency[k] = k < count ? m->class_idle_latency[k] + waits->class_network[k] +
                                              waits->class_source[k] + p->class_detour_cycles[k]
                                        : NAN;
    }
}

static void solve(noc_model *m, double load, noc_model_point *p)
{
    noc_waits waits = {0};
    p->latency_swing = 0.0;
    p->state =
        load > 0.0 ? sweep_until_known(m, load, &waits, &p->latency_swing) : NOC_CONTENTION_STABLE;
    const double request = m->idle_latency[NOC_REQUEST] + waits.network[NOC_REQUEST];
    const double reply = m->idle_latency[NOC_REPLY] + waits.network[NOC_REPLY];
    for (int k = 0; k < NOC_CLASSES; k++) {
        p->network_wait[k] = waits.network[k];
        p->source_wait[k] = waits.source[k];
        p->detour_cycles[k] = m->sweeps.choice && load > 0.0 ? m->sweeps.choice->detours[k] : 0.0;
    }
    p->request_latency = request + waits.source[NOC_REQUEST];
    p->reply_latency = reply + waits.source[NOC_REPLY];
    p->round_trip = p->request_latency + noc_answer_cycles(m->system) + p->reply_latency;
    p->packet_latency = p->request_latency;
    p->network_latency = request - m->send_delay[NOC_REQUEST];
    if (has_replies(m)) { /* equally many replies; a reply's first cycle is not in the network */
        p->packet_latency = (p->request_latency + p->reply_latency) / 2.0;
        p->network_latency = (request - m->send_delay[NOC_REQUEST] + reply -
                              m->send_delay[NOC_REPLY] - NOC_REPLY_WAIT_CYCLES) /
                             2.0;
    } else {
        p->request_latency = NAN;
    }
    solve_classes(m, load, &waits, p);
    p->limit = load > 0.0 ? noc_network_sweeps_most_used(&m->sweeps) : (noc_busiest_station){0};
    p->accepted = load;
}

noc_overload noc_model_overload(noc_model *m)
{
    noc_model_limits limits;
    noc_model_find_limits(m, &limits);
    return (noc_overload){&m->injectors, 1.0, limits.overflow, &m->sweeps.shared_limits, NULL};
}

/* Scales shares down to the capacity of channels, which counts of whole packets in a window may
 * slightly exceed. */
static void fit_channels(noc_model *m)
{
    const noc_overload overload = {.simulated_shares = &m->simulated_shares};
    const double busiest_use = noc_overload_busiest_use(m->system, &m->current_map->loads,
                                                        &overload, m->simulated_shares.load);
    if (busiest_use > 1.0)
        noc_full_scale_shares(m->system, 1.0 / busiest_use, &m->simulated_shares);
}

const noc_full_shares *noc_model_simulate_load(noc_model *m, double load)
{
    if (!noc_full_is_playable(m->system)) return NULL;
    if (m->simulated_shares.accepted_shares && m->simulated_load == load)
        return &m->simulated_shares;
    noc_model_drop_simulation(m);
    if (noc_full_find_shares(m->system, load, NOC_ACCEPTED_SHARE * load, &m->simulation,
                             &m->simulated_shares) != NOC_OK)
        return NULL;
    m->simulated_load = load;
    fit_channels(m);
    return &m->simulated_shares;
}

void noc_model_drop_simulation(noc_model *m)
{
    noc_arena_clear(&m->simulation);
    m->simulated_shares = (noc_full_shares){0};
}

noc_route_choices noc_model_route_choices(const noc_model *m)
{
    if (!m->sweeps.choice) return (noc_route_choices){NAN, NAN, NAN};
    double choices, other_choices;
    noc_choice_count_detours(m->sweeps.choice, &choices, &other_choices);
    return (noc_route_choices){choices, other_choices, m->sweeps.choice->detours[NOC_REQUEST]};
}

void noc_model_solve(noc_model *m, double load, noc_model_point *p)
{
    const noc_overload overload = noc_model_overload(m);
    solve(m, load, p);
    if (noc_overload_is_unstable(&overload, load)) p->state = NOC_CONTENTION_UNSTABLE;
    if (p->state == NOC_CONTENTION_UNSTABLE) p->limit = m->limits.limit;
    p->accepted = noc_overload_accepted_load(&overload, load);
}

noc_node_latencies noc_model_node_latencies(const noc_model *m)
{
    return noc_node_latencies_find(m->system, &m->current_map->paths, &m->sweeps);
}

bool noc_model_flow_latencies(const noc_model *m, noc_node_latency *list)
{
    return noc_flow_latencies_find(m->system, &m->current_map->paths, &m->sweeps, list);
}

/* ---- limits --------------------------------------------------------------------------------- */

/* True if a trial's results are precise enough: side of each goal, and approximate distance. At a
 * goal the results grow two to ten times as fast as the load. */
static bool are_goals_known(const convergence goal_values[NOC_GOALS])
{
    static const double distance_share = 0.3;
    const double least_error = 2.0 * noc_limit_precision;
    for (int g = 0; g < NOC_GOALS; g++)
        if (!(goal_values[g].remaining_error <=
              fmax(least_error, distance_share * fabs(log(goal_values[g].value)))))
            return false;
    return true;
}

/* Stores the results of the k-th sweep of a trial. */
static void note_reached(const noc_model *m, int k, const noc_waits *waits,
                         convergence goal_values[NOC_GOALS])
{
    const double wait_at_knee = (knee_factor - 1.0) * noc_model_zero_load(m);
    note_sweep(&m->sweeps, k, &goal_values[NOC_GOAL_OVERFLOW], waits->utilization,
               waits->largest_change * waits->utilization);
    note_sweep(&m->sweeps, k, &goal_values[NOC_GOAL_KNEE], watched_wait(m, waits) / wait_at_knee,
               noc_waits_sum_moves(waits) / wait_at_knee);
}

static void try_load(noc_model *m, double load)
{
    convergence goal_values[NOC_GOALS] = {unknown_figure, unknown_figure};
    noc_waits waits;
    noc_network_sweeps_begin(&m->sweeps, load);
    int sweeps = 0;
    do {
        noc_network_sweeps_next(&m->sweeps, sweeps, &waits);
        note_reached(m, sweeps, &waits, goal_values);
    } while (++sweeps < SWEEPS_MAX && waits.utilization < noc_runaway &&
             !are_goals_known(goal_values));
    keep_trial(m, &(noc_trial){.load = load,
                               .reached = {goal_values[NOC_GOAL_OVERFLOW].value,
                                           goal_values[NOC_GOAL_KNEE].value},
                               .busiest_station = noc_network_sweeps_most_used(&m->sweeps)});
}

/* Finds the load at which a goal is reached, at most `upper_bound`. */
static double find_goal_load(noc_model *m, noc_goal g, double upper_bound)
{
    static const double first_share = 0.6;
    double load = first_share * upper_bound;
    bool is_known_load = false;
    if (m->trials.count == 1) try_load(m, load);
    while (!is_known_load) {
        is_known_load = noc_trials_find_goal(&m->trials, g, upper_bound, &load);
        if (!is_known_load) try_load(m, load);
    }
    return load;
}

/* Finds the injectors at the overflow load, which usually is the load of the last trial. */
static void find_injectors(noc_model *m, double overflow)
{
    const noc_trial *last_trial = &m->trials.list[m->trials.count - 1];
    noc_waits waits;
    if (!noc_trial_meets(last_trial, NOC_GOAL_OVERFLOW, overflow)) {
        noc_network_sweeps_begin(&m->sweeps, overflow);
        noc_network_sweeps_next(&m->sweeps, 0, &waits);
    }
    noc_network_sweeps_injectors(&m->sweeps, overflow, noc_trials_growth(&m->trials, overflow),
                                 &m->injectors);
    noc_network_sweeps_used(&m->sweeps, m->kind_use);
}

static double find_saturation(const noc_model *m, double overflow, const noc_injectors *injectors)
{
    const noc_overload overload = {injectors, 1.0, overflow, &m->sweeps.shared_limits, NULL};
    return min_of(noc_overload_saturation(&overload), noc_model_highest_load(m));
}

static bool has_shared_network(const noc_graph *g)
{
    if (g->memory_count > 0) return false;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].carries[NOC_REQUEST] && g->networks[n].carries[NOC_REPLY]) return true;
    return false;
}

/* Load at which throughput collapses, over the load at which the first queue overflows, in networks
 * of peers that answer each other; 1 without such peers, or if replies have separate networks.
 *
 * A node sends delayed requests in a row. Their replies arrive at once, faster than the node's port
 * accepts them, stand in the network, and block other replies at their sources. Nodes with blocked
 * replies send no requests, so the few nodes that receive replies use the network alone. The
 * collapse starts at random, below full use: at lower loads if replies are longer, compared with
 * requests. Not derived: fitted to samples on meshes, tori and a star, with 1.7 to 5 flits of
 * replies per flit of requests (within 5 %). */
static double peer_collapse_ratio(const noc_system *system)
{
    static const double slope = 0.17;
    if (!has_shared_network(&system->graph)) return 1.0;
    const double length_ratio =
        noc_system_class_flits(system, NOC_REPLY) / system->traffic.injected_flits;
    return 1.0 / (1.0 + slope * log(max_of(1.0, length_ratio)));
}

/* Finds the limits by trials of loads, within the precision of the queues' fixed point. */
static noc_model_limits search_limits(noc_model *m, double upper_bound)
{
    const double overflow =
        peer_collapse_ratio(m->system) * find_goal_load(m, NOC_GOAL_OVERFLOW, upper_bound);
    find_injectors(m, overflow);
    const double last_load =
        min_of((1.0 + noc_limit_precision) * overflow, upper_bound); /* load of the last trial */
    const double knee = min_of(find_goal_load(m, NOC_GOAL_KNEE, last_load), overflow);
    bool is_above;
    const noc_trial *limit = noc_trials_limit(&m->trials, upper_bound, &is_above);
    return (noc_model_limits){
        .overflow = overflow,
        .saturation = find_saturation(m, overflow, &m->injectors),
        .knee = knee < upper_bound || is_above ? knee : NAN,
        .limit = limit->busiest_station,
    };
}

static double find_watched_wait(noc_model *m, double load)
{
    noc_waits waits;
    noc_network_sweeps_begin(&m->sweeps, load);
    noc_network_sweeps_next(&m->sweeps, 0, &waits);
    return watched_wait(m, &waits);
}

/* Function with its root at the knee: watched wait / (watched wait + wait at the knee) - 1/2. */
static double knee_excess(noc_model *m, double load, double wait)
{
    const double watched_wait_cycles = find_watched_wait(m, load);
    return isinf(watched_wait_cycles) ? 0.5
                                      : watched_wait_cycles / (watched_wait_cycles + wait) - 0.5;
}

/* Finds the knee, up to `upper_bound`, from exact waits. NAN: none. Illinois method with bisection
 * at every third step, which needs few evaluations of slow closed forms. docs/model.md (28). */
static double find_exact_knee(noc_model *m, double upper_bound)
{
    static const double precision = 1e-10; /* share of the load */
    const double wait = (knee_factor - 1.0) * noc_model_zero_load(m);
    double lower = 0.0, upper = upper_bound, lower_value = -0.5, upper_value = 0.5,
           load = 0.8 * upper_bound;
    if (wait == 0.0 || !(find_watched_wait(m, upper_bound) > wait)) return NAN;
    for (int step = 1; upper - lower > precision * upper; step++) {
        const double value = knee_excess(m, load, wait);
        if (value < 0.0) {
            lower = load;
            lower_value = value;
            upper_value *= 0.5;
        } else {
            upper = load;
            upper_value = value;
            lower_value *= 0.5;
        }
        load = step % 3 == 0 ? 0.5 * (lower + upper)
                             : lower + (upper - lower) * lower_value / (lower_value - upper_value);
    }
    return 0.5 * (lower + upper);
}

/* Limits if all networks have closed forms: the first full network gives the bound. */
static noc_model_limits find_exact_limits(noc_model *m, double upper_bound)
{
    const double knee = find_exact_knee(m, upper_bound);
    find_watched_wait(m, upper_bound);
    noc_network_sweeps_used(&m->sweeps, m->kind_use);
    return (noc_model_limits){
        .overflow = upper_bound,
        .saturation = find_saturation(m, upper_bound, &m->injectors),
        .knee = knee,
        .limit = noc_network_sweeps_most_used(&m->sweeps),
    };
}

void noc_model_find_limits(noc_model *m, noc_model_limits *limits)
{
    if (!m->has_limits) {
        const double upper_bound = min_of(m->capacity_bound, noc_model_highest_load(m));
        m->limits = m->sweeps.network_count > 0 ? search_limits(m, upper_bound)
                                                : find_exact_limits(m, upper_bound);
        m->has_limits = true;
    }
    *limits = m->limits;
}

/* ---- derated networks ----------------------------------------------------------------------- */

/* Use of the most used station at a load, with a precision relative to its distance from 1. The
 * last sweep was at this load. */
static double find_largest_use(noc_model *m, double load)
{
    convergence use = unknown_figure;
    noc_waits waits;
    noc_network_sweeps_begin(&m->sweeps, load);
    for (int k = 0; k < SWEEPS_MAX; k++) {
        noc_network_sweeps_next(&m->sweeps, k, &waits);
        note_sweep(&m->sweeps, k, &use, waits.utilization,
                   waits.largest_change * waits.utilization);
        const double least_error = fmax(2.0 * noc_limit_precision, 0.1 * fabs(log(use.value)));
        if (waits.utilization >= noc_runaway || use.remaining_error <= least_error) break;
    }
    return min_of(waits.utilization, noc_runaway);
}

/* Distance from a load to the overflow load, by proportion. */
static double overflow_distance(noc_model *m, double load)
{
    return load / find_largest_use(m, load) - load;
}

/* Overflow load of derated networks, close below that of the original ones. The distance to the
 * overflow load falls linearly with the load, with about the slope of the original networks; if the
 * root of this line is far, the line through two loads is used. */
static double find_derated_overflow(noc_model *m, double overflow, double growth)
{
    const double tolerance = 0.5 * NOC_RESOURCE_TIE * overflow;
    const double first_load = (1.0 - 0.5 * NOC_DERATED_SHARE) * overflow,
                 first_distance = overflow_distance(m, first_load);
    const double next_load = min_of(first_load + first_distance / growth, overflow);
    if (fabs(next_load - first_load) <= tolerance) return next_load;
    const double next_distance = overflow_distance(m, next_load),
                 slope = (first_distance - next_distance) / (next_load - first_load);
    return slope > 0.0 ? min_of(next_load + next_distance / slope, overflow) : next_load;
}

/* Saturation of derated networks. The last sweeps were near their overflow load. */
static double find_derated_saturation(noc_model *m, double overflow, double growth)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_injectors injectors = m->injectors;
    injectors.list = noc_arena_copy(&scratch, m->injectors.list, NOC_CLASSES * injectors.part_count,
                                    sizeof *injectors.list);
    if (!injectors.list) return overflow;
    noc_network_sweeps_injectors(&m->sweeps, overflow, growth, &injectors);
    const noc_overload overload = {&injectors, 1.0, overflow, &m->sweeps.shared_limits, NULL};
    return noc_overload_saturation(&overload);
}

/* True if the networks of these kinds are all far from full, so that derating has no effect. */
static bool has_no_cost(const noc_model *m, unsigned kinds)
{
    static const double least_use = 0.6;
    for (int k = 0; k < NOC_RESOURCES; k++)
        if (noc_resource_is_in(kinds, (noc_resource)k) && m->kind_use[k] > least_use) return false;
    return true;
}

/* Load at which the first shared limit is reached, for networks without queues. */
static double limit_overflow_load(const noc_model *m)
{
    return min_of(noc_shared_limits_bound(m->system, &m->sweeps.shared_limits),
                  noc_model_highest_load(m));
}

/* Limits with derated kinds, over the original limits. */
static noc_derated_limits remaining_limits(noc_model *m, const noc_model_limits *limits)
{
    const double growth = noc_trials_growth(&m->trials, limits->overflow);
    const double collapse_ratio = peer_collapse_ratio(m->system),
                 full_overflow = limits->overflow / collapse_ratio;
    const double overflow = m->sweeps.network_count > 0
                                ? collapse_ratio * find_derated_overflow(m, full_overflow, growth)
                                : limit_overflow_load(m);
    const double saturation = find_derated_saturation(m, overflow, growth);
    return (noc_derated_limits){overflow / limits->overflow,
                                min_of(saturation / limits->saturation, 1.0)};
}

static noc_derated_limits find_derated_limits(noc_model *m, unsigned kinds)
{
    noc_model_limits limits;
    noc_derated_limits remaining = {1.0, 1.0};
    noc_model_find_limits(m, &limits);
    if (has_no_cost(m, kinds)) return remaining;
    noc_shared_limits saved_limits;
    if (!noc_network_sweeps_derate(&m->sweeps, kinds, &saved_limits)) return remaining;
    remaining = remaining_limits(m, &limits);
    noc_network_sweeps_restore(&m->sweeps, &saved_limits);
    return remaining;
}

/* Caches the limits of single kinds, which points of a curve and other cores request again. */
noc_derated_limits noc_model_derated_limits(noc_model *m, unsigned kinds)
{
    const bool is_single = kinds && (kinds & (kinds - 1)) == 0;
    const int kind = is_single ? __builtin_ctz(kinds) : 0;
    if (!is_single) return find_derated_limits(m, kinds);
    if (!(m->known_derated_kinds & kinds)) m->derated_limits[kind] = find_derated_limits(m, kinds);
    m->known_derated_kinds |= kinds;
    return m->derated_limits[kind];
}

noc_ceiling noc_model_find_ceiling(noc_model *m)
{
    noc_model_limits limits;
    noc_waits waits;
    noc_model_find_limits(m, &limits);
    noc_network_sweeps_begin(&m->sweeps, limits.overflow / peer_collapse_ratio(m->system));
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
    *contention = watched_wait(m, &waits) / (idle_network_cycles(m) - profile->flight_excess);
}
