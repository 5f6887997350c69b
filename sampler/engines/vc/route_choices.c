#include "sampler/engines/vc/route_choices.h"

#include "sampler/engines/vc/pairs.h"

/* ---- rules ---------------------------------------------------------------------------------- */

static uint32_t outstanding_of(const noc_vc_engine *e, uint32_t vc, bool sees_wire)
{
    const noc_vc *behind = &e->vcs[vc];
    return sees_wire ? (uint32_t)behind->depth - behind->credits : behind->count;
}

uint32_t noc_outstanding_flits(const noc_vc_engine *e, uint32_t output)
{
    const noc_output *out = &e->outputs[output];
    const noc_network *net = &e->system->graph.networks[out->network];
    uint32_t flits = 0;
    for (unsigned v = 0; v < net->vc.virtual_channels; v++) {
        const unsigned label = noc_label_of_vc(out->inputs, out->shift, v);
        flits += outstanding_of(e, out->first_vc + label, net->vc.sees_wire);
    }
    return flits;
}

/* Flits outstanding for a turn, as its hop weighs them. */
static uint64_t weigh(const noc_vc_engine *e, uint32_t turn)
{
    const noc_hop_choice *choice = &e->system->routes.choices[turn];
    const uint64_t flits = noc_outstanding_flits(e, e->turns[turn].output);
    return choice->weight * flits + choice->bias;
}

/* Each of several equals is as likely: the k-th takes the place of those before in one of k
 * draws. */
static uint32_t least(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns, uint32_t count)
{
    (void)bundle;
    uint32_t best = turns[0], equals = 1;
    uint64_t fewest = weigh(e, best);
    for (uint32_t i = 1; i < count; i++) {
        const uint64_t flits = weigh(e, turns[i]);
        equals = flits < fewest ? 1 : equals + (flits == fewest);
        if (flits > fewest || (flits == fewest && noc_fork_draw(e, equals) > 0)) continue;
        fewest = flits;
        best = turns[i];
    }
    return best;
}

static uint32_t first_least(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                            uint32_t count)
{
    (void)bundle;
    uint32_t best = turns[0];
    uint64_t fewest = weigh(e, best);
    for (uint32_t i = 1; i < count; i++) {
        const uint64_t flits = weigh(e, turns[i]);
        if (flits >= fewest) continue;
        fewest = flits;
        best = turns[i];
    }
    return best;
}

static uint32_t two_drawn(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                          uint32_t count)
{
    const uint32_t first = turns[noc_fork_draw(e, count)], second = turns[noc_fork_draw(e, count)];
    return first_least(e, bundle, (const uint32_t[]){first, second}, 2);
}

noc_channel_rule *noc_route_rule(noc_route_choice choice)
{
    switch (choice) {
    case NOC_CHOICE_LEAST:
        return least;
    case NOC_CHOICE_FIRST_LEAST:
        return first_least;
    case NOC_CHOICE_TWO_DRAWN:
        return two_drawn;
    default:
        return NULL;
    }
}

/* ---- heads ---------------------------------------------------------------------------------- */

static void take_turn(noc_vc_engine *e, noc_vc *in, noc_flit *head, uint32_t turn)
{
    const noc_turn *taken = &e->turns[turn];
    head->turn = taken->next;
    in->output = taken->output;
    in->permitted = taken->permitted;
    if (e->pairs) e->pairs->turns[in - e->vcs] = turn;
}

void noc_read_open_route(noc_vc_engine *e, noc_vc *in)
{
    noc_flit *head = noc_flit_behind(e, in, 0);
    const bool decided = head->turn & NOC_TURN_DECIDED;
    const uint32_t turn = head->turn & ~NOC_TURN_DECIDED, fork = e->turns[turn].fork;
    if (fork == NOC_NONE || decided) {
        take_turn(e, in, head, turn);
    } else if (e->forks[fork].moment == NOC_FORK_AT_FRONT) {
        take_turn(e, in, head, noc_fork_choose(e, fork));
    } else {
        in->output = e->turns[turn].output;
        in->permitted = 0;
        if (e->pairs) e->pairs->turns[in - e->vcs] = turn;
    }
}

/* Whether a turn is the first of a fork that goes by counts. */
static bool is_counted(const noc_vc_engine *e, uint32_t turn)
{
    const uint32_t fork = e->turns[turn].fork;
    return fork != NOC_NONE && e->forks[fork].moment == NOC_FORK_ROUTED;
}

void noc_decide_route(noc_vc_engine *e, noc_vc *in)
{
    if (in->permitted) return;
    noc_flit *head = noc_flit_behind(e, in, 0);
    if (is_counted(e, head->turn))
        take_turn(e, in, head, noc_fork_choose(e, e->turns[head->turn].fork));
}

void noc_decide_routes(noc_vc_engine *e)
{
    for (const uint32_t *vc = e->routing.now; vc < e->routing.now_end; vc++)
        noc_decide_route(e, &e->vcs[*vc]);
}

uint32_t noc_decide_ahead(noc_vc_engine *e, uint32_t vc, uint32_t turn)
{
    if (turn == NOC_NONE || !e->vcs[vc].look_ahead || !is_counted(e, turn)) return turn;
    return noc_fork_choose(e, e->turns[turn].fork) | NOC_TURN_DECIDED;
}
