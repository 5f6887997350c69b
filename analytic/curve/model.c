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
    noc_flow_map own, *map; /* own map; the map in use, own or kept */
    noc_kept_value *kept;   /* kept map; NULL: own map in use */
    noc_network_sweeps sweeps;
    noc_trials trials;
    /* [class]: zero-load latency, cycles, with the cycle that a reply waits; NAN without such
     * packets */
    double zero_load[NOC_CLASSES];
    double unsent[NOC_CLASSES]; /* part of zero_load before the head is sent, cycles */
    /* zero load by class of traffic, where there are several, cycles */
    double of_class[NOC_TRAFFIC_CLASSES_MAX];
    double routers;
    double bound, highest, ceiling;
    noc_injectors injectors; /* injectors at the limits */
    noc_full_shares full;    /* shares of the load that was played last */
    double played; /* load that was asked for in the last play; INFINITY: full.load is found */
    /* Use of the fullest station of networks with channels of a kind, where the first queue
     * overflows. */
    double used[NOC_RESOURCES];
    noc_model_limits limits;
    bool limits_known;
    noc_derated_limits derated[NOC_RESOURCES]; /* [kind]: limits with less of that kind */
    unsigned derated_known;                    /* kinds whose derated limits have been found */
};

/* Latency at the knee over the latency at zero load: a queue is about to overflow. */
static const double knee_factor = 3.0;
static const double latency_precision = 2e-3; /* share of the watched latency */

static bool has_replies(const noc_model *m)
{
    return !isnan(m->zero_load[NOC_REPLY]);
}

/* Cycles in idle networks, of the latency that the user watches. */
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

/* Wait in the latency that the user watches: the round trip where there are replies, else packet
 * latency. */
static double watched_wait(const noc_model *m, const noc_waits *waits)
{
    const double request = waits->network[NOC_REQUEST] + waits->source[NOC_REQUEST];
    return has_replies(m) ? request + waits->network[NOC_REPLY] + waits->source[NOC_REPLY]
                          : request;
}

/* ---- solving -------------------------------------------------------------------------------- */

/* A figure that each sweep brings nearer to its fixed point: its value, the last step of the
 * figure and of the queues, and about the distance left. */
typedef struct settling {
    double value, step, moved, error;
    double at_shares, step_of_shares; /* value when shares moved last, and its last step */
} settling;

static const settling unknown = {NAN, NAN, NAN, NAN, NAN, NAN};

/* Sum of all further steps, over the last one, if steps form a geometric series. */
static double left_after(double before, double step)
{
    const double ratio = isnan(before) ? 0.5 : fmin(fmax(step / before, 0.2), 0.8);
    return ratio / (1.0 - ratio);
}

/* Notes a figure's step. The sum of further steps counts with half the step before at least, since
 * a figure that swings has small steps where it turns. A figure is not known while any queues have
 * larger moves left, since these show later. */
static void settle(settling *s, double value, double moved)
{
    const double step = fabs(value - s->value);
    const double next = isnan(s->step) ? step : fmax(step, 0.5 * s->step);
    const double error = isnan(s->value) ? moved
                                         : fmax(next * left_after(s->step, step),
                                                moved * left_after(s->moved, moved));
    *s = (settling){value, step, moved, error, s->at_shares, s->step_of_shares};
}

/* Notes a figure from one move of nearly settled shares to the next: a part `made` of the shares'
 * way is made at once, and moves the figure in proportion. A step may be small where the figure
 * turns; then the step before is not. */
static void settle_shares(settling *s, double made)
{
    const double step = fabs(s->value - s->at_shares);
    const double error = fmax(step, s->step_of_shares) / made;
    if (!isnan(s->step_of_shares)) s->error = fmin(s->error, error);
    s->at_shares = s->value;
    s->step_of_shares = step;
}

/* Notes a figure as the k-th sweep has left it, which may end the sweeps at some shares. */
static void settle_after(const noc_network_sweeps *sweeps, int k, settling *s, double value,
                         double moved)
{
    settle(s, value, moved);
    if (noc_network_sweeps_ends_shares(sweeps, k)) settle_shares(s, sweeps->choice->step);
}

/* Half of the range of the last latencies, over their mean. */
static double swing_of(const double *latencies, int count)
{
    double least = INFINITY, most = 0.0;
    for (int i = 0; i < count; i++) {
        least = min_of(least, latencies[i]);
        most = max_of(most, latencies[i]);
    }
    return (most - least) / (most + least);
}

/* Sweeps until the watched latency is known. `*swing`: as in noc_model_point. */
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
    if (has_replies(
            m)) { /* replies are as many as requests; a reply's first cycle is not in the network */
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

/* Lowers limits to what channels carry. A window has whole packets, so its count may lie a little
 * above a channel's capacity. */
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

/* True if a trial's results are known well enough: on which side of each goal it lies, and about
 * how far away. At a goal they grow by two to ten times the growth of the load. */
static bool is_known(const settling reached[NOC_GOALS])
{
    static const double share = 0.3;
    const double least = 2.0 * noc_limit_precision;
    for (int g = 0; g < NOC_GOALS; g++)
        if (!(reached[g].error <= fmax(least, share * fabs(log(reached[g].value))))) return false;
    return true;
}

/* Notes the results of the k-th sweep of a trial. */
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

/* Load at which the goal is reached, at most `most`. */
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

/* Finds the injectors at `overflow`, where the last trial mostly was. */
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

/* Load at which the throughput of peers that answer each other collapses, before any queue is
 * full, over the load at which the first queue overflows; 1 without such peers, or where replies
 * have networks of their own.
 *
 * A node whose requests had to wait sends them one after the other. Their replies come to its port
 * at once, where more do not fit than it sends: they stand in the network, and hold up other
 * replies at their sources. Nodes that have replies to send send no requests, so a few other
 * nodes, to which all replies go, have the network for themselves. The collapse begins by chance,
 * in a network with room to spare, and earlier the longer replies are than requests. Not derived:
 * found with the sampler on meshes, tori and a star, with 1.7 to 5 flits of replies for one of
 * requests (within 5 %). */
static double peers_hold(const noc_system *system)
{
    static const double sooner = 0.17;
    if (!share_a_network(&system->graph)) return 1.0;
    const double longer =
        noc_system_class_flits(system, NOC_REPLY) / system->traffic.injected_flits;
    return 1.0 / (1.0 + sooner * log(max_of(1.0, longer)));
}

/* Finds the limits by trials, as precisely as the queues' fixed point is known. */
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

/* Wait over the knee's wait, mapped to a range from -1/2 without waits to 1/2: 0 at the knee. */
static double beyond_at(noc_model *m, double load, double wait)
{
    const double watched = watched_at(m, load);
    return isinf(watched) ? 0.5 : watched / (watched + wait) - 0.5;
}

/* Load, up to `most`, at which packets wait as long as at the knee, where all waits are known
 * exactly. NAN: none. Illinois' method, with every third step by halves: few loads, as waits may
 * be slow to find. docs/model.md (28). */
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

/* Limits where all networks have closed forms: the first full network gives the bound. */
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

/* Use of the fullest station at a load, as precise as its distance to overflowing asks for; the
 * last sweep was there. */
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

/* Distance of a load to overflowing. */
static double short_at(noc_model *m, double load)
{
    return load / used_at(m, load) - load;
}

/* Load at which the first queue overflows in derated networks, not far below that of the full
 * networks. The distance of loads to overflowing falls along a line, about as steeply as in the
 * full networks; if the end of that line is far, the line through two loads counts. */
static double overflow_near(noc_model *m, double overflow, double growth)
{
    const double near = 0.5 * NOC_RESOURCE_TIE * overflow;
    const double first = (1.0 - 0.5 * NOC_DERATED_SHARE) * overflow, of_first = short_at(m, first);
    const double next = min_of(first + of_first / growth, overflow);
    if (fabs(next - first) <= near) return next;
    const double of_next = short_at(m, next), slope = (of_first - of_next) / (next - first);
    return slope > 0.0 ? min_of(next + of_next / slope, overflow) : next;
}

/* Saturation of derated networks, whose last sweeps were near their overflow. */
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

/* True if the kinds' networks are all far from full: derating them costs nothing. */
static bool costs_nothing(const noc_model *m, unsigned kinds)
{
    static const double far = 0.6;
    for (int k = 0; k < NOC_RESOURCES; k++)
        if (noc_resource_is_in(kinds, (noc_resource)k) && m->used[k] > far) return false;
    return true;
}

/* Load at which the first gate is full, of networks that have nothing else. */
static double overflow_of_gates(const noc_model *m)
{
    return min_of(noc_shared_limits_bound(m->system, &m->sweeps.gates), noc_model_highest(m));
}

/* Limits left with derated kinds, over the limits without. */
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

/* Keeps the limits of one kind: each point of a curve, and designs with other cores, ask again. */
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
    noc_network_sweeps_next(&m->sweeps, 0, &waits); /* exact waits make designs no more alike */
    noc_network_sweeps_profile(&m->sweeps, profile);
    *contention = watched_wait(m, &waits) / (in_network(m) - profile->flight);
}
