#include "analytic/contention/network_sweeps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void save(const noc_network_sweeps *s, const noc_moving_network *n, double *state)
{
    n->kind->save(s->models[n->kind->switching], n->number, state);
}

static bool add_networks(noc_network_sweeps *s, const noc_network_model_kind *kind, const void *of)
{
    for (uint32_t i = 0; i < kind->networks(of); i++) {
        noc_moving_network *n = &s->networks[s->network_count++];
        *n = (noc_moving_network){.kind = kind, .number = i};
        n->part = (noc_state_part){s->trials->size, kind->state_size(of, i)};
        s->trials->size += n->part.size;
        if (noc_mixing_new(&n->mixing, n->part.size, kind->state_compared(of, i)) != NOC_OK)
            return false;
    }
    return true;
}

static bool make_networks(noc_network_sweeps *s)
{
    s->networks = calloc(s->system->graph.network_count + 1u, sizeof *s->networks);
    for (int k = 0; s->networks && k < NOC_SWITCHINGS; k++)
        if (s->kind[k] && !add_networks(s, s->kind[k], s->models[k])) return false;
    return s->networks;
}

static bool make_models(noc_network_sweeps *s)
{
    for (int k = 0; k < NOC_SWITCHINGS; k++) {
        if (!s->kind[k]) continue;
        s->models[k] = s->kind[k]->create(s->system, s->map);
        if (!s->models[k]) return false;
    }
    return noc_shared_limits_find(s->system, 0, &s->gates) == NOC_OK;
}

/* Describes the models again, at the map's present rates. */
static void describe_models(noc_network_sweeps *s)
{
    for (int k = 0; k < NOC_SWITCHINGS; k++)
        if (s->kind[k]) s->kind[k]->derate(s->models[k], s->derated);
    s->modelled = s->derated;
}

/* Changes the models to the derated resources. base/shortage.h records a lack of memory; answers
 * are not shown then. */
static void derate_models(noc_network_sweeps *s)
{
    if (s->modelled != s->derated) describe_models(s);
}

static void find_kinds(noc_network_sweeps *s)
{
    for (int k = 0; k < NOC_SWITCHINGS; k++) {
        const noc_network_model_kind *kind = noc_network_model_at(s->system, (noc_switching)k);
        if (!kind) continue;
        if (kind->create)
            s->kind[k] = kind;
        else
            s->has_closed_forms = true;
    }
}

/* True if a network is so near to its fixed point that further sweeps change no answer. */
static bool has_settled(const noc_network_sweeps *s, const noc_waits *w)
{
    static const double little = 1e-4; /* a tenth of noc_limit_precision */
    return w->moved_most <= little && noc_waits_moved(w) <= little * s->zero_load;
}

/* ---- where packets choose ---------------------------------------------------------------------
 */

/* Sweeps between two moves of the shares of routes. */
enum { SWEEPS_OF_MOVE = 3 };

/* Mean move of shares at or below which they are settled. */
static const double settled_shares = 0.01;

static void begin_choice(noc_network_sweeps *s, double load)
{
    s->used = 0.0;
    noc_choice_begin(s->choice, s->packet_rate,
                     noc_trials_start(s->trials, s->seen, load, s->choice->next));
    describe_models(s);
}

/* Saves the state of the queues. */
static void keep_calm(noc_network_sweeps *s)
{
    for (uint32_t i = 0; i < s->network_count; i++)
        save(s, &s->networks[i], s->calm + s->networks[i].part.first);
}

/* Returns the state in which a network's queues begin at new shares: the last one without overflow,
 * since waits run away in an overflow. */
static const double *state_at_shares(noc_network_sweeps *s, noc_moving_network *n)
{
    double *room = noc_mixing_from(&n->mixing);
    memcpy(room, s->calm + n->part.first, n->part.size * sizeof *room);
    return room;
}

/* Moves the shares by the results of the last sweeps, and restarts the queues. */
static void move_choice(noc_network_sweeps *s)
{
    for (int k = 0; k < NOC_SWITCHINGS; k++)
        if (s->kind[k] && s->kind[k]->see)
            s->kind[k]->see(s->models[k], s->packet_rate, &s->choice->found);
    noc_choice_move(s->choice);
    for (uint32_t i = 0; i < s->network_count; i++) {
        noc_moving_network *n = &s->networks[i];
        noc_mixing_begin(&n->mixing, state_at_shares(s, n));
        n->rests = false;
    }
    describe_models(s);
    for (uint32_t i = 0; i < s->network_count; i++) {
        noc_moving_network *n = &s->networks[i];
        n->kind->begin(s->models[n->kind->switching], n->number, s->packet_rate, n->mixing.began);
    }
}

static bool moves_choice(const noc_network_sweeps *s, int k)
{
    if (!s->choice || k == 0) return false;
    return k % SWEEPS_OF_MOVE == 0 || (s->used > 1.0 && s->choice->moved > settled_shares);
}

bool noc_network_sweeps_ends_shares(const noc_network_sweeps *s, int k)
{
    return s->choice && s->choice->moved <= settled_shares && moves_choice(s, k + 1);
}

/* Adds the cycles of detours, and an estimate of the moves of waits that further moves of shares
 * would cause. Until shares are settled, an overflow is not final. */
static void add_choice(const noc_network_sweeps *s, noc_waits *waits)
{
    static const double little = 0.3; /* waits in a nearly idle network, over its latency */
    if (s->choice->moved > settled_shares)
        waits->utilization = fmin(waits->utilization, 0.999 * noc_runaway);
    for (int k = 0; k < NOC_CLASSES; k++) waits->network[k] += s->choice->detour[k];
    waits->moved[NOC_REQUEST] +=
        s->choice->moved *
        fmax(waits->network[NOC_REQUEST] + waits->network[NOC_REPLY], little * s->zero_load);
    waits->moved_most = fmax(waits->moved_most, s->choice->moved);
}

/* ---- sweeps --------------------------------------------------------------------------------- */

void noc_network_sweeps_begin(noc_network_sweeps *s, double load)
{
    const double rate = noc_system_packet_rate(s->system, load);
    s->packet_rate = rate;
    if (s->choice)
        begin_choice(s, load);
    else
        derate_models(s);
    if (s->has_closed_forms)
        noc_closed_forms_waits(&s->forms, rate, 1, s->derated, s->closed_waits);
    for (uint32_t i = 0; i < s->network_count; i++) {
        noc_moving_network *n = &s->networks[i];
        const double *start =
            noc_trials_start(s->trials, n->part, load, noc_mixing_from(&n->mixing));
        noc_mixing_begin(&n->mixing, start);
        if (s->choice) memcpy(s->calm + n->part.first, start, n->part.size * sizeof *start);
        n->kind->begin(s->models[n->kind->switching], n->number, rate, start);
        n->rests = false;
    }
}

/* Mixes the last sweeps of a network, and continues from the mixed state. */
static void mix(noc_network_sweeps *s, noc_moving_network *n)
{
    save(s, n, noc_mixing_reached(&n->mixing));
    n->kind->go_on(s->models[n->kind->switching], n->number,
                   noc_mixing_next(&n->mixing, noc_trials_state(s->trials, n->part, 0)));
}

static void add_waits(const noc_waits *of, noc_waits *sum)
{
    for (int k = 0; k < NOC_CLASSES; k++) {
        sum->network[k] += of->network[k];
        sum->source[k] += of->source[k];
        sum->moved[k] += of->moved[k];
    }
    for (int k = 0; k < NOC_TRAFFIC_CLASSES_MAX; k++) {
        sum->class_network[k] += of->class_network[k];
        sum->class_source[k] += of->class_source[k];
    }
    sum->utilization = fmax(sum->utilization, of->utilization);
    sum->moved_most = fmax(sum->moved_most, of->moved_most);
}

/* Returns the utilisation of the fullest shared limit; *fullest: that limit, NULL if there are
 * none. */
static double gates_used(const noc_network_sweeps *s, const noc_shared_limit **fullest)
{
    double most = 0.0;
    *fullest = NULL;
    for (unsigned i = 0; i < s->gates.count; i++) {
        const noc_shared_limit *gate = &s->gates.list[i];
        const double used = noc_shared_limit_used(gate, s->packet_rate);
        if (*fullest && used <= most) continue;
        most = used;
        *fullest = gate;
    }
    return most;
}

/* Adds waits with a closed form, which sweeps do not change. */
static void add_closed_forms(const noc_network_sweeps *s, noc_waits *waits)
{
    const noc_shared_limit *fullest;
    for (int k = 0; k < NOC_CLASSES; k++) waits->source[k] += s->closed_waits[k];
    waits->utilization = fmax(waits->utilization, gates_used(s, &fullest));
}

void noc_network_sweeps_next(noc_network_sweeps *s, int k, noc_waits *waits)
{
    *waits = (noc_waits){.utilization = 0.0};
    const bool moves = moves_choice(s, k);
    if (moves) move_choice(s);
    for (uint32_t i = 0; i < s->network_count; i++) {
        noc_moving_network *n = &s->networks[i];
        if (!n->rests) {
            if (k > 0 && !moves) mix(s, n);
            n->kind->sweep(s->models[n->kind->switching], n->number, &n->waits);
            n->rests = has_settled(s, &n->waits);
        }
        add_waits(&n->waits, waits);
    }
    s->used = waits->utilization;
    if (s->choice && (s->used <= 1.0 || s->choice->moved <= settled_shares)) keep_calm(s);
    if (s->choice) add_choice(s, waits);
    if (s->has_closed_forms) add_closed_forms(s, waits);
}

noc_most_used noc_network_sweeps_most_used(const noc_network_sweeps *s)
{
    const noc_shared_limit *gate;
    const double used = gates_used(s, &gate);
    noc_most_used most = {.utilization = 0.0};
    if (gate) most = (noc_most_used){NOC_STATION_NETWORK, gate->channel, used};
    for (int k = 0; k < NOC_SWITCHINGS; k++) {
        if (!s->kind[k]) continue;
        const noc_most_used own = s->kind[k]->most_used(s->models[k]);
        if (own.utilization >= most.utilization) most = own;
    }
    return most;
}

void noc_network_sweeps_injectors(const noc_network_sweeps *s, double overflow, double growth,
                                  noc_injectors *injectors)
{
    const noc_shared_limit *fullest;
    const double of_gates = gates_used(s, &fullest);
    for (int k = 0; k < NOC_SWITCHINGS; k++)
        if (s->kind[k])
            s->kind[k]->find_injectors(s->models[k], overflow, growth, of_gates, injectors);
}

void noc_network_sweeps_used(const noc_network_sweeps *s, double used[NOC_RESOURCES])
{
    for (unsigned i = 0; i < s->gates.count; i++) {
        const noc_shared_limit *gate = &s->gates.list[i];
        double *most = &used[noc_resource_of_network(&s->system->graph, gate->network)];
        *most = fmax(*most, noc_shared_limit_used(gate, s->packet_rate));
    }
    for (int k = 0; k < NOC_SWITCHINGS; k++)
        if (s->kind[k]) s->kind[k]->used_of_kinds(s->models[k], used);
}

double noc_waits_moved(const noc_waits *w)
{
    return w->moved[NOC_REQUEST] + w->moved[NOC_REPLY];
}

void noc_network_sweeps_save(const noc_network_sweeps *s, double *state)
{
    for (uint32_t n = 0; n < s->network_count; n++)
        save(s, &s->networks[n], state + s->networks[n].part.first);
    if (s->choice) memcpy(state + s->seen.first, s->choice->state, s->seen.size * sizeof *state);
}

noc_ceiling noc_network_sweeps_ceiling(const noc_network_sweeps *s, noc_most_used overflows)
{
    const noc_network *network = noc_graph_network_of(&s->system->graph, overflows.channel);
    const noc_network_model_kind *kind = s->kind[network->switching];
    if (overflows.station == NOC_STATION_NETWORK || !kind)
        return (noc_ceiling){NOC_HELD_BY_FLITS, overflows.channel, 0};
    return kind->ceiling(s->models[network->switching], overflows);
}

bool noc_network_sweeps_way_waits(const noc_network_sweeps *s, uint32_t traffic_class,
                                  double *waits)
{
    const noc_network_model_kind *only = NULL;
    for (int k = 0; k < NOC_SWITCHINGS; k++) {
        if (!s->kind[k]) continue;
        if (only || !s->kind[k]->way_waits) return false;
        only = s->kind[k];
    }
    if (!only || s->has_closed_forms) return false;
    return only->way_waits(s->models[only->switching], traffic_class, waits);
}

void noc_network_sweeps_profile(const noc_network_sweeps *s, noc_profile *p)
{
    *p = (noc_profile){0};
    for (int k = 0; k < NOC_SWITCHINGS; k++)
        if (s->kind[k]) s->kind[k]->profile(s->models[k], p);
}

/* ---- making --------------------------------------------------------------------------------- */

static bool make_choice(noc_network_sweeps *s, noc_flow_map *map)
{
    if (!map->loads.ways) return true;
    s->choice = noc_choice_new(s->system, map);
    if (!s->choice) return false;
    s->seen = (noc_state_part){s->trials->size, s->choice->size};
    s->trials->size += s->choice->size;
    return true;
}

static bool make_calm(noc_network_sweeps *s)
{
    if (!s->choice) return true;
    s->calm = calloc(s->trials->size + 1, sizeof *s->calm);
    return s->calm;
}

bool noc_network_sweeps_make(const noc_system *system, noc_flow_map *map, noc_trials *trials,
                             noc_network_sweeps *s)
{
    *s = (noc_network_sweeps){.system = system, .map = map, .trials = trials};
    find_kinds(s);
    return make_choice(s, map) && make_models(s) && make_networks(s) && make_calm(s) &&
           noc_closed_forms_make(system, &s->forms);
}

void noc_network_sweeps_clear(noc_network_sweeps *s)
{
    for (int k = 0; k < NOC_SWITCHINGS; k++)
        if (s->kind[k]) s->kind[k]->destroy(s->models[k]);
    noc_choice_free(s->choice);
    free(s->calm);
    free(s->gates.list);
    for (uint32_t n = 0; n < s->network_count; n++) noc_mixing_clear(&s->networks[n].mixing);
    free(s->networks);
    noc_closed_forms_clear(&s->forms);
}

bool noc_network_sweeps_derate(noc_network_sweeps *s, unsigned kinds, noc_shared_limits *own)
{
    noc_shared_limits less = {.list = NULL};
    if (noc_shared_limits_find(s->system, kinds, &less) != NOC_OK) {
        free(less.list);
        return false;
    }
    *own = s->gates;
    s->gates = less;
    s->derated = kinds;
    return true;
}

void noc_network_sweeps_restore(noc_network_sweeps *s, const noc_shared_limits *own)
{
    free(s->gates.list);
    s->gates = *own;
    s->derated = 0;
}
