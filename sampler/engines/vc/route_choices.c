#include "sampler/engines/vc/route_choices.h"

#include "sampler/engines/vc/pairs.h"

/* ---- heads ---------------------------------------------------------------------------------- */

static void set_turn(noc_vc_engine *e, noc_vc *in, noc_flit *head, uint32_t turn)
{
    const noc_vc_turn *chosen = &e->turns[turn];
    head->turn = chosen->next;
    in->output = chosen->output;
    in->permitted = chosen->permitted;
    if (e->pairs) e->pairs->turns[in - e->vcs] = turn;
}

void noc_read_undecided_route(noc_vc_engine *e, noc_vc *in)
{
    noc_flit *head = noc_flit_at(e, in, 0);
    const bool decided = head->turn & NOC_TURN_DECIDED;
    const uint32_t turn = head->turn & ~NOC_TURN_DECIDED, fork = e->turns[turn].fork;
    if (fork == NOC_NONE || decided) {
        set_turn(e, in, head, turn);
    } else if (e->forks[fork].moment == NOC_FORK_AT_FRONT) {
        set_turn(e, in, head, noc_fork_choose(e, fork));
    } else {
        in->output = e->turns[turn].output;
        in->permitted = 0;
        if (e->pairs) e->pairs->turns[in - e->vcs] = turn;
    }
}

/* True if a turn is the first of a fork decided by flit counts. */
static bool uses_flit_counts(const noc_vc_engine *e, uint32_t turn)
{
    const uint32_t fork = e->turns[turn].fork;
    return fork != NOC_NONE && e->forks[fork].moment == NOC_FORK_ROUTED;
}

void noc_decide_route(noc_vc_engine *e, noc_vc *in)
{
    if (in->permitted) return;
    noc_flit *head = noc_flit_at(e, in, 0);
    if (uses_flit_counts(e, head->turn))
        set_turn(e, in, head, noc_fork_choose(e, e->turns[head->turn].fork));
}

void noc_decide_routes(noc_vc_engine *e)
{
    for (const uint32_t *vc = e->routing.current_vcs; vc < e->routing.current_end; vc++)
        noc_decide_route(e, &e->vcs[*vc]);
}

uint32_t noc_decide_ahead(noc_vc_engine *e, uint32_t vc, uint32_t turn)
{
    if (turn == NOC_NONE || !e->vcs[vc].has_look_ahead || !uses_flit_counts(e, turn)) return turn;
    return noc_fork_choose(e, e->turns[turn].fork) | NOC_TURN_DECIDED;
}
