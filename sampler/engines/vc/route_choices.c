#include "sampler/engines/vc/route_choices.h"

#include "sampler/engines/vc/pairs.h"

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

/* True if a turn is the first of a fork decided by flit counts. */
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
