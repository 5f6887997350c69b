#include "analytic/contention/network_sweeps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void save_network(const noc_moving_network *n, double *state)
{
    n->model->kind->save_state(n->model->state, n->number, state);
}

static void save_networks(const noc_network_sweeps *s, double *state)
{
    for (uint32_t n = 0; n < s->network_count; n++)
        save_network(&s->networks[n], state + s->networks[n].part.first);
}

static bool add_networks(noc_network_sweeps *s, const noc_queue_model *model)
{
    const noc_network_model_kind *kind = model->kind;
    for (uint32_t i = 0; i < kind->count_networks(model->state); i++) {
        noc_moving_network *n = &s->networks[s->network_count++];
        *n = (noc_moving_network){.model = model, .number = i};
        n->part = (noc_state_part){s->trials->size, kind->state_size(model->state, i)};
        s->trials->size += n->part.size;
        if (!noc_mixing_make(&n->mixing, n->part.size, kind->comparable_size(model->state, i),
                             &s->arena))
            return false;
    }
    return true;
}

/* Makes the models of kinds with queues, and their networks. */
static bool make_networks(noc_network_sweeps *s)
{
    s->networks = noc_arena_array(&s->arena, s->system->graph.network_count, sizeof *s->networks);
    if (!s->networks) return false;
    for (int k = 0; k < NOC_SWITCHINGS; k++) {
        const noc_network_model_kind *kind = noc_switching_model(s->system, (noc_switching)k);
        if (kind && !kind->create) s->has_closed_forms = true;
        if (!kind || !kind->create) continue;
        noc_queue_model *model = &s->models[s->model_count++];
        *model = (noc_queue_model){kind, kind->create(s->system, s->map, &s->arena)};
        if (!model->state || !add_networks(s, model)) return false;
    }
    return noc_shared_limits_find(s->system, 0, &s->shared_limits) == NOC_OK;
}

/* Describes the models again, at the map's present rates. If memory lacks, base/shortage.h records
 * that, and answers are not shown. */
static void describe_models(noc_network_sweeps *s)
{
    for (const noc_queue_model *m = s->models; m < s->models + s->model_count; m++)
        m->kind->derate(m->state, s->derated_kinds);
    s->model_derated_kinds = s->derated_kinds;
}

/* True if a network is so near to its fixed point that further sweeps change no answer. */
static bool is_settled(const noc_network_sweeps *s, const noc_waits *w)
{
    static const double tolerance = 1e-4; /* a tenth of noc_limit_precision */
    return w->largest_change <= tolerance && noc_waits_sum_moves(w) <= tolerance * s->zero_load;
}

/* ---- choice among routes -------------------------------------------------------------------- */

/* Sweeps between two moves of the shares of routes. */
enum { SWEEPS_PER_MOVE = 3 };

/* Mean move of shares at or below which they are settled. */
static const double settled_shares = 0.01;

static void begin_choice_state(noc_network_sweeps *s, double load)
{
    s->utilization = 0.0;
    noc_choice_begin(s->choice, s->packet_rate,
                     noc_trials_start(s->trials, s->choice_part, load, s->choice->swept_state));
    describe_models(s);
}

/* Moves the shares by the results of the last sweeps, and restarts the queues in the last state
 * without overflow, since waits run away in an overflow. */
static void move_shares(noc_network_sweeps *s)
{
    for (const noc_queue_model *m = s->models; m < s->models + s->model_count; m++)
        if (m->kind->fill_link_state)
            m->kind->fill_link_state(m->state, s->packet_rate, &s->choice->swept_parts);
    noc_choice_move(s->choice);
    describe_models(s);
    for (uint32_t i = 0; i < s->network_count; i++) {
        noc_moving_network *n = &s->networks[i];
        double *start = n->mixing.next_start;
        memcpy(start, s->stable_state + n->part.first, n->part.size * sizeof *start);
        noc_mixing_begin(&n->mixing, start);
        n->has_settled = false;
        n->model->kind->begin_sweeps(n->model->state, n->number, s->packet_rate, n->mixing.start);
    }
}

/* True if the k-th sweep begins with a move of the shares: each SWEEPS_PER_MOVE-th sweep, and
 * sweeps after an overflow at unsettled shares. */
static bool is_move_sweep(const noc_network_sweeps *s, int k)
{
    if (!s->choice || k == 0) return false;
    return k % SWEEPS_PER_MOVE == 0 ||
           (s->utilization > 1.0 && s->choice->mean_move > settled_shares);
}

bool noc_network_sweeps_ends_shares(const noc_network_sweeps *s, int k)
{
    return s->choice && s->choice->mean_move <= settled_shares && is_move_sweep(s, k + 1);
}

/* Adds the cycles of detours, and an estimate of the moves of waits that further moves of shares
 * would cause. Until shares are settled, an overflow may pass, so the utilisation stays below
 * noc_runaway. */
static void add_choice(const noc_network_sweeps *s, noc_waits *waits)
{
    static const double idle_wait_share =
        0.3; /* waits in a nearly idle network, over its latency */
    if (s->choice->mean_move > settled_shares)
        waits->utilization = fmin(waits->utilization, 0.999 * noc_runaway);
    for (int k = 0; k < NOC_CLASSES; k++) waits->network[k] += s->choice->detours[k];
    waits->service_change[NOC_REQUEST] +=
        s->choice->mean_move * fmax(waits->network[NOC_REQUEST] + waits->network[NOC_REPLY],
                                    idle_wait_share * s->zero_load);
    waits->largest_change = fmax(waits->largest_change, s->choice->mean_move);
}

/* ---- sweeps --------------------------------------------------------------------------------- */

void noc_network_sweeps_begin(noc_network_sweeps *s, double load)
{
    const double rate = noc_system_packet_rate(s->system, load);
    s->packet_rate = rate;
    if (s->choice)
        begin_choice_state(s, load);
    else if (s->model_derated_kinds != s->derated_kinds)
        describe_models(s);
    if (s->has_closed_forms)
        noc_find_closed_form_waits(&s->closed_forms, rate, 1, s->derated_kinds, s->closed_waits);
    for (uint32_t i = 0; i < s->network_count; i++) {
        noc_moving_network *n = &s->networks[i];
        const double *start = noc_trials_start(s->trials, n->part, load, n->mixing.next_start);
        noc_mixing_begin(&n->mixing, start);
        if (s->choice) memcpy(s->stable_state + n->part.first, start, n->part.size * sizeof *start);
        n->model->kind->begin_sweeps(n->model->state, n->number, rate, start);
        n->has_settled = false;
    }
}

/* Mixes the last sweeps of a network, and continues from the mixed state. */
static void mix_network(noc_network_sweeps *s, noc_moving_network *n)
{
    save_network(n, n->mixing.reached);
    n->model->kind->continue_sweeps(
        n->model->state, n->number,
        noc_mixing_next(&n->mixing, noc_trials_state(s->trials, n->part, 0)));
}

static void add_waits(const noc_waits *waits, noc_waits *sum)
{
    for (int k = 0; k < NOC_CLASSES; k++) {
        sum->network[k] += waits->network[k];
        sum->source[k] += waits->source[k];
        sum->service_change[k] += waits->service_change[k];
    }
    for (int k = 0; k < NOC_TRAFFIC_CLASSES_MAX; k++) {
        sum->class_network[k] += waits->class_network[k];
        sum->class_source[k] += waits->class_source[k];
    }
    sum->utilization = fmax(sum->utilization, waits->utilization);
    sum->largest_change = fmax(sum->largest_change, waits->largest_change);
}

/* Returns the utilisation of the fullest shared limit; *fullest: that limit, NULL if there are
 * none. */
static double find_fullest_limit(const noc_network_sweeps *s, const noc_shared_limit **fullest)
{
    double max_utilization = 0.0;
    *fullest = NULL;
    for (unsigned i = 0; i < s->shared_limits.count; i++) {
        const noc_shared_limit *limit = &s->shared_limits.list[i];
        const double utilization = noc_shared_limit_use(limit, s->packet_rate);
        if (*fullest && utilization <= max_utilization) continue;
        max_utilization = utilization;
        *fullest = limit;
    }
    return max_utilization;
}

/* Adds waits with a closed form, which sweeps do not change. */
static void add_closed_forms(const noc_network_sweeps *s, noc_waits *waits)
{
    const noc_shared_limit *fullest;
    for (int k = 0; k < NOC_CLASSES; k++) waits->source[k] += s->closed_waits[k];
    waits->utilization = fmax(waits->utilization, find_fullest_limit(s, &fullest));
}

void noc_network_sweeps_next(noc_network_sweeps *s, int k, noc_waits *waits)
{
    *waits = (noc_waits){.utilization = 0.0};
    const bool moves = is_move_sweep(s, k);
    if (moves) move_shares(s);
    for (uint32_t i = 0; i < s->network_count; i++) {
        noc_moving_network *n = &s->networks[i];
        if (!n->has_settled) {
            if (k > 0 && !moves) mix_network(s, n);
            n->model->kind->run_sweep(n->model->state, n->number, &n->waits);
            n->has_settled = is_settled(s, &n->waits);
        }
        add_waits(&n->waits, waits);
    }
    s->utilization = waits->utilization;
    if (s->choice && (s->utilization <= 1.0 || s->choice->mean_move <= settled_shares))
        save_networks(s, s->stable_state);
    if (s->choice) add_choice(s, waits);
    if (s->has_closed_forms) add_closed_forms(s, waits);
}

noc_busiest_station noc_network_sweeps_most_used(const noc_network_sweeps *s)
{
    const noc_shared_limit *limit;
    const double utilization = find_fullest_limit(s, &limit);
    noc_busiest_station most_used = {.utilization = 0.0};
    if (limit) most_used = (noc_busiest_station){NOC_STATION_NETWORK, limit->channel, utilization};
    for (const noc_queue_model *m = s->models; m < s->models + s->model_count; m++) {
        const noc_busiest_station kind_most_used = m->kind->find_busiest_station(m->state);
        if (kind_most_used.utilization >= most_used.utilization) most_used = kind_most_used;
    }
    return most_used;
}

void noc_network_sweeps_injectors(const noc_network_sweeps *s, double overflow, double growth,
                                  noc_injectors *injectors)
{
    const noc_shared_limit *fullest;
    const double limit_utilization = find_fullest_limit(s, &fullest);
    for (const noc_queue_model *m = s->models; m < s->models + s->model_count; m++)
        m->kind->find_injectors(m->state, overflow, growth, limit_utilization, injectors);
}

void noc_network_sweeps_used(const noc_network_sweeps *s, double utilizations[NOC_RESOURCES])
{
    for (unsigned i = 0; i < s->shared_limits.count; i++) {
        const noc_shared_limit *limit = &s->shared_limits.list[i];
        double *kind_utilization =
            &utilizations[noc_resource_of_network(&s->system->graph, limit->network)];
        *kind_utilization = fmax(*kind_utilization, noc_shared_limit_use(limit, s->packet_rate));
    }
    for (const noc_queue_model *m = s->models; m < s->models + s->model_count; m++)
        m->kind->find_kind_use(m->state, utilizations);
}

double noc_waits_sum_moves(const noc_waits *w)
{
    return w->service_change[NOC_REQUEST] + w->service_change[NOC_REPLY];
}

void noc_network_sweeps_save(const noc_network_sweeps *s, double *state)
{
    save_networks(s, state);
    if (s->choice)
        memcpy(state + s->choice_part.first, s->choice->state, s->choice_part.size * sizeof *state);
}

noc_ceiling noc_network_sweeps_ceiling(const noc_network_sweeps *s,
                                       noc_busiest_station full_station)
{
    const noc_network *network = noc_graph_channel_network(&s->system->graph, full_station.channel);
    for (const noc_queue_model *m = s->models; m < s->models + s->model_count; m++)
        if (m->kind->switching == network->switching && full_station.station != NOC_STATION_NETWORK)
            return m->kind->find_ceiling(m->state, full_station);
    return (noc_ceiling){NOC_HELD_BY_FLITS, full_station.channel, 0};
}

bool noc_network_sweeps_route_waits(const noc_network_sweeps *s, uint32_t traffic_class,
                                    double *waits)
{
    const noc_queue_model *m = s->models;
    return s->model_count == 1 && !s->has_closed_forms && m->kind->find_route_waits &&
           m->kind->find_route_waits(m->state, traffic_class, waits);
}

void noc_network_sweeps_profile(const noc_network_sweeps *s, noc_profile *p)
{
    *p = (noc_profile){0};
    for (const noc_queue_model *m = s->models; m < s->models + s->model_count; m++)
        m->kind->fill_profile(m->state, p);
}

/* ---- making --------------------------------------------------------------------------------- */

bool noc_network_sweeps_make(const noc_system *system, noc_flow_map *map, noc_trials *trials,
                             noc_network_sweeps *s)
{
    *s = (noc_network_sweeps){.system = system, .map = map, .trials = trials};
    trials->arena = &s->arena;
    if (map->loads.route_shares) {
        s->choice = noc_choice_new(system, map, &s->arena);
        if (!s->choice) return false;
        s->choice_part = (noc_state_part){trials->size, s->choice->size};
        trials->size += s->choice->size;
    }
    if (!make_networks(s)) return false;
    if (s->choice)
        s->stable_state = noc_arena_array(&s->arena, trials->size, sizeof *s->stable_state);
    return !s->arena.is_short && noc_closed_forms_make(system, &s->closed_forms);
}

void noc_network_sweeps_clear(noc_network_sweeps *s)
{
    free(s->shared_limits.list);
    noc_closed_forms_clear(&s->closed_forms);
    noc_arena_clear(&s->arena);
}

bool noc_network_sweeps_derate(noc_network_sweeps *s, unsigned kinds,
                               noc_shared_limits *saved_limits)
{
    noc_shared_limits derated_limits = {.list = NULL};
    if (noc_shared_limits_find(s->system, kinds, &derated_limits) != NOC_OK) {
        free(derated_limits.list);
        return false;
    }
    *saved_limits = s->shared_limits;
    s->shared_limits = derated_limits;
    s->derated_kinds = kinds;
    return true;
}

void noc_network_sweeps_restore(noc_network_sweeps *s, const noc_shared_limits *saved_limits)
{
    free(s->shared_limits.list);
    s->shared_limits = *saved_limits;
    s->derated_kinds = 0;
}
