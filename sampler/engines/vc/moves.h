/* sampler/engines/vc/moves.h: requests of input VCs for VCs and for the switch, and departures
 * of flits with a switch grant. */
#ifndef NOC_SAMPLER_ENGINES_VC_MOVES_H
#define NOC_SAMPLER_ENGINES_VC_MOVES_H

#include "sampler/engines/vc/multicast.h"
#include "sampler/engines/vc/paces.h"
#include "sampler/engines/vc/pairs.h"
#include "sampler/engines/vc/route_choices.h"

/* ---- requests ------------------------------------------------------------------------------- */

/* Finds the word of a request set with the bit of an input VC. */
NOC_INLINE uint64_t *noc_find_request_word(uint64_t *set, const noc_vc *in, noc_mode m)
{
    return &set[m.words == 1 ? 0 : in->set_place >> 6];
}

NOC_INLINE void noc_request_switch(noc_vc_engine *e, const noc_vc *in, noc_mode m)
{
    *noc_find_request_word(noc_switch_requests(e, in->output, m), in, m) |= in->word_bit;
    noc_set_add(e->requests.switch_outputs, in->output);
    e->requests.has_switch_requests = true;
}

/* Withdraws the switch request of an input VC if a condition holds, without a branch. */
NOC_INLINE void noc_withdraw_switch_if(noc_vc_engine *e, uint32_t output, const noc_vc *in,
                                       bool condition, noc_mode m)
{
    uint64_t *requests = noc_switch_requests(e, output, m);
    *noc_find_request_word(requests, in, m) &= ~(in->word_bit & -(uint64_t)condition);
    noc_set_remove_if(e->requests.switch_outputs, output, noc_set_is_empty(requests, m.words));
}

NOC_INLINE void noc_request_vc(noc_vc_engine *e, noc_vc *in, noc_mode m)
{
    if (m.multicast && noc_branch_count(e, (uint32_t)(in - e->vcs)) > 0) {
        noc_multicast_request_vcs(e, (uint32_t)(in - e->vcs));
        return;
    }
    in->state = NOC_VC_WAITING;
    e->requests.has_waiting_heads = true;
    if (m.paired && !in->permitted) {
        noc_pairs_request_vcs(e, in);
        return;
    }
    *noc_find_request_word(noc_waiting_heads(e, in->output, m), in, m) |= in->word_bit;
    noc_set_add(e->requests.waiting_outputs, in->output);
}

/* ---- moves ---------------------------------------------------------------------------------- */

/* Looks up the output of a packet whose head is at the front of an idle VC, and stores the next
 * turn in the head. */
NOC_INLINE void noc_read_route(noc_vc_engine *e, noc_vc *in, noc_mode m)
{
    noc_flit *head = noc_flit_at(e, in, 0);
    if (m.multicast && noc_has_legs(*head)) {
        noc_multicast_read_route(e, in, head->turn);
        return;
    }
    if (m.adaptive || m.paired) {
        noc_read_undecided_route(e, in);
        return;
    }
    const noc_vc_turn *turn = &e->turns[head->turn];
    if (m.forks && turn->fork != NOC_NONE) turn = &e->turns[noc_fork_choose(e, turn->fork)];
    head->turn = turn->next;
    in->output = turn->output;
    in->permitted = turn->permitted;
}

/* Routes, in the next cycle, the head that has reached the front. Where routers overlap packets,
 * the head was routed behind the previous packet, or is routed in this cycle if it arrived in
 * this cycle. */
NOC_INLINE void noc_route_next(noc_vc_engine *e, uint32_t vc, noc_vc *in, bool overlaps, noc_mode m)
{
    const bool arrives_now = in->buffered_flits == 1 && e->arrival_cycles[vc] == e->now &&
                             (!m.paced || e->paces->step == 0);
    noc_routing_heads *r = &e->routing;
    if (in->has_look_ahead || (overlaps && !arrives_now)) {
        if (m.adaptive) noc_decide_route(e, in);
        noc_request_vc(e, in, m);
        return;
    }
    in->state = NOC_VC_ROUTING;
    if (overlaps)
        *r->current_end++ = vc;
    else
        *r->next_end++ = vc;
}

/* Frees the output VC of the packet that has left the front. */
NOC_INLINE void noc_release_vc(noc_vc_engine *e, noc_vc *in, noc_mode m)
{
    noc_output *out = &e->outputs[in->output];
    noc_vc *output_vc = &e->vcs[in->out_vc];
    if (!m.atomic || !out->atomic) out->free_vcs |= output_vc->label;
    output_vc->owner = NOC_NONE;
    in->state = NOC_VC_IDLE;
}

/* Starts the next packet of a VC, which is now at the front. */
NOC_INLINE void noc_start_next(noc_vc_engine *e, uint32_t vc, noc_mode m)
{
    noc_vc *in = &e->vcs[vc];
    const bool overlaps = m.overlaps && e->outputs[in->output].overlaps;
    noc_read_route(e, in, m);
    noc_route_next(e, vc, in, overlaps, m);
}

/* Frees the output VCs of all packets that have left since the last call, and starts the next
 * packets. */
NOC_INLINE void noc_release_vcs(noc_vc_engine *e, noc_mode m)
{
    uint32_t *next = e->pending_vcs;
    for (const uint32_t *vc = e->released_vcs; vc < e->released_end; vc++) {
        noc_vc *in = &e->vcs[*vc];
        noc_release_vc(e, in, m);
        next = noc_append_if(next, *vc, in->buffered_flits > 0);
    }
    e->released_end = e->released_vcs;
    for (const uint32_t *vc = e->pending_vcs; vc < next; vc++) noc_start_next(e, *vc, m);
}

/* Ends the packet of a flit that has left, if the flit is a tail. Where packets choose among
 * channels, the next packet chooses before the next flit moves. */
NOC_INLINE void noc_follow_tail(noc_vc_engine *e, uint32_t vc, bool tail, noc_mode m)
{
    noc_vc *in = &e->vcs[vc];
    if (!m.forks) {
        e->released_end = noc_append_if(e->released_end, vc, tail);
    } else if (tail) {
        noc_release_vc(e, in, m);
        if (in->buffered_flits > 0) noc_start_next(e, vc, m);
    }
}

/* Moves one flit from its buffer to its output. */
NOC_INLINE void noc_move_flit(noc_vc_engine *e, uint32_t vc, uint32_t output, noc_mode m)
{
    noc_vc *in = &e->vcs[vc];
    noc_flit flit = *noc_flit_at(e, in, 0);
    const bool tail = flit.packet & NOC_FLIT_TAIL;
    if (m.adaptive && flit.packet & NOC_FLIT_HEAD)
        flit.turn = noc_decide_ahead(e, in->out_vc, flit.turn);
    in->left_flits++;
    in->buffered_flits--;
    e->ports->tally.flit_hops++;
    if (m.paced) {
        noc_transfer_flit(e, in, vc, flit);
    } else {
        noc_send_flit(e, &e->outputs[output], in->out_vc, flit);
        noc_send_credit(e, in, vc);
    }
    const bool is_blocked = (in->buffered_flits == 0) | (e->vcs[in->out_vc].credits == 0);
    noc_withdraw_switch_if(e, output, in, tail | is_blocked, m);
    noc_follow_tail(e, vc, tail, m);
}

/* ---- grants of two cycles ------------------------------------------------------------------- */

/* Finds the crossbar input of an input VC. */
NOC_INLINE uint32_t noc_find_input(const noc_output *out, const noc_vc *in)
{
    return out->first_input + ((uint32_t)in->set_place >> out->shift);
}

/* Returns whether a grant of the switch takes two cycles. */
NOC_INLINE bool noc_has_long_grant(const noc_vc_engine *e, const noc_vc *in)
{
    const uint8_t hold = e->outputs[in->output].hold;
    const bool head = noc_flit_at(e, in, 0)->packet & NOC_FLIT_HEAD;
    return hold == NOC_HOLD_FLIT || (hold == NOC_HOLD_PACKET && head);
}

NOC_INLINE void noc_hold_grant(noc_vc_engine *e, uint32_t vc)
{
    const noc_vc *in = &e->vcs[vc];
    e->holds.vcs[e->holds.count++] = vc;
    noc_set_add(e->holds.outputs, in->output);
    noc_set_add(e->holds.inputs, noc_find_input(&e->outputs[in->output], in));
}

/* Ends the two-cycle grants of the last step. */
NOC_INLINE void noc_end_holds(noc_vc_engine *e, noc_mode m)
{
    const uint32_t count = e->holds.count;
    uint32_t held_count = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t vc = e->holds.vcs[k];
        const noc_vc *in = &e->vcs[vc];
        if (m.paced && noc_paces_is_idle(e, in->output)) {
            e->holds.vcs[held_count++] = vc;
            continue;
        }
        noc_set_remove(e->holds.outputs, in->output);
        noc_set_remove(e->holds.inputs, noc_find_input(&e->outputs[in->output], in));
        noc_move_flit(e, vc, in->output, m);
    }
    e->holds.count = held_count;
}

/* Executes a grant of an output to an input VC: the flit leaves in this cycle or in the next
 * one. */
NOC_INLINE void noc_execute_grant(noc_vc_engine *e, uint32_t vc, uint32_t output, noc_mode m)
{
    if (m.paced) noc_spend_pace(e, output);
    if (m.multicast) {
        noc_set_add(e->multicast->used_outputs, output);
        if (noc_is_forked(e, vc)) {
            noc_multicast_send_flit(e, vc, output);
            return;
        }
    }
    if (m.hold && noc_has_long_grant(e, &e->vcs[vc]))
        noc_hold_grant(e, vc);
    else
        noc_move_flit(e, vc, output, m);
}

#endif
