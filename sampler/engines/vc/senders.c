#include "sampler/engines/vc/senders.h"

#include <stdlib.h>

#include "sampler/engines/vc/paces.h"
#include "sampler/engines/vc/resting_channels.h"
#include "sampler/engines/vc/route_choices.h"

bool noc_senders_new(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    e->senders = calloc(g->injector_count + 1u, sizeof *e->senders);
    if (!e->senders) return false;
    for (uint32_t i = 0; i < g->injector_count; i++)
        e->senders[i] = (noc_sender){
            .vc = NOC_NONE,
            .output = e->output_count + i,
            .memory = g->terminals[g->channels[g->injectors[i]].from].kind == NOC_MEMORY,
            .last_vc = NOC_VCS_MAX - 1,
        };
    return true;
}

bool noc_sender_choose_vc(noc_vc_engine *e, noc_sender *sender, const noc_packet *packet)
{
    const noc_turn *turn = &e->turns[packet->first_hop];
    noc_output *out = &e->outputs[sender->output];
    uint32_t candidates = 0;
    for (uint32_t left = turn->permitted & out->free_vcs; left; left &= left - 1) {
        const unsigned v = (unsigned)__builtin_ctz(left);
        if (e->vcs[out->first_vc + v].credits) candidates |= 1u << v;
    }
    if (!candidates) return false;
    const unsigned from = (sender->last_vc + 1u) % NOC_VCS_MAX;
    const bool spread = e->mode.spread;
    const unsigned v =
        spread ? noc_first_label(out, candidates, from) : noc_mask_first_from(candidates, from);
    sender->last_vc = (uint8_t)(spread ? noc_vc_of_label(out, v) : v);
    sender->vc = out->first_vc + v;
    sender->left = packet->flits;
    out->free_vcs &= ~e->vcs[sender->vc].label;
    e->vcs[sender->vc].owner = NOC_SENDER;
    return true;
}

void noc_sender_free_vc(noc_vc_engine *e, noc_sender *sender)
{
    noc_output *out = &e->outputs[sender->output];
    if (!out->atomic) out->free_vcs |= e->vcs[sender->vc].label;
    e->vcs[sender->vc].owner = NOC_NONE;
    sender->vc = NOC_NONE;
}

/* The head of the packet at a door finds a VC, or not. */
static bool start_packet(noc_vc_engine *e, noc_sender *sender, noc_flit *head)
{
    noc_packet *packet = &e->ports->packets.all[head->packet >> NOC_FLIT_BITS];
    if (!noc_sender_choose_vc(e, sender, packet)) return false;
    packet->injected = e->now;
    head->packet |= NOC_FLIT_HEAD;
    head->turn = e->turns[packet->first_hop].next;
    if (e->mode.chooses) head->turn = noc_decide_ahead(e, sender->vc, head->turn);
    return true;
}

/* Returns false if the flit has to wait. `mark`: of a body, which has no turn. */
NOC_INLINE bool send_flit(noc_vc_engine *e, uint32_t door, uint32_t mark)
{
    noc_sender *sender = &e->senders[door];
    noc_flit flit = {e->ports->doors[door].packet << NOC_FLIT_BITS, mark};
    if (sender->vc == NOC_NONE) {
        if (!start_packet(e, sender, &flit)) return false;
    } else if (e->vcs[sender->vc].credits == 0) {
        return false;
    }
    if (--sender->left == 0) flit.packet |= NOC_FLIT_TAIL;
    noc_send_flit(e, &e->outputs[sender->output], sender->vc, flit);
    e->ports->tally.flits_injected++;
    if (sender->left > 0) return true;
    noc_sender_free_vc(e, sender);
    noc_port_leave(e->ports, door);
    return true;
}

bool noc_sender_send(noc_vc_engine *e, uint32_t door)
{
    return send_flit(e, door, 0);
}

/* As many flits as the channel takes in this cycle, of as many packets as come to the door. Returns
 * false if it has to wait for a VC or a credit. */
static bool send_flits(noc_vc_engine *e, uint32_t door, uint32_t mark)
{
    noc_pace *pace = &e->paces->of[e->senders[door].output];
    if (!pace->rate) return send_flit(e, door, mark);
    const uint64_t credit = noc_pace_credit(pace, e->now), most = credit / NOC_PACE_FLIT;
    uint64_t sent = 0;
    while (sent < most && noc_set_has(e->ports->waiting, door) && send_flit(e, door, mark)) sent++;
    noc_pace_spend(pace, e->now, credit, sent);
    return sent > 0 || most == 0;
}

void noc_senders_step_paced(noc_vc_engine *e)
{
    const uint64_t *awake = e->resting ? noc_resting_wake_doors(e) : e->ports->waiting;
    NOC_SET_EACH(i, awake, e->ports->door_words)
    if (!send_flits(e, (uint32_t)i, 0) && e->senders[i].memory) e->ports->tally.memory_blocked++;
}

void noc_senders_step(noc_vc_engine *e)
{
    const uint64_t *awake = e->resting ? noc_resting_wake_doors(e) : e->ports->waiting;
    NOC_SET_EACH(i, awake, e->ports->door_words)
    if (!send_flit(e, (uint32_t)i, 0) && e->senders[i].memory) e->ports->tally.memory_blocked++;
}

void noc_senders_step_ranked(noc_vc_engine *e)
{
    const uint64_t *awake = e->resting ? noc_resting_wake_doors(e) : e->ports->waiting;
    const uint32_t now = (uint32_t)e->now;
    NOC_SET_EACH(i, awake, e->ports->door_words)
    {
        const bool sent =
            e->paces ? send_flits(e, (uint32_t)i, now) : send_flit(e, (uint32_t)i, now);
        if (!sent && e->senders[i].memory) e->ports->tally.memory_blocked++;
    }
}
