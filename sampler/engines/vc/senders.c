#include "sampler/engines/vc/senders.h"

#include "sampler/engines/vc/paces.h"
#include "sampler/engines/vc/ranks.h"
#include "sampler/engines/vc/resting_channels.h"
#include "sampler/engines/vc/route_choices.h"

bool noc_senders_new(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    const uint32_t classes = e->ports->class_count, count = g->injector_count * classes;
    e->senders = noc_arena_array(e->ports->arena, count, sizeof *e->senders);
    e->last_classes = noc_arena_array(e->ports->arena, g->injector_count, sizeof *e->last_classes);
    if (!e->senders || !e->last_classes) return false;
    for (uint32_t door = 0; door < count; door++)
        e->senders[door] = (noc_injection_sender){
            .vc = NOC_NONE,
            .output = e->output_count + door / classes,
            .is_memory =
                g->terminals[g->channels[g->injectors[door / classes]].from].kind == NOC_MEMORY,
            .last_vc = NOC_VCS_MAX - 1,
        };
    return true;
}

/* ---- a packet ------------------------------------------------------------------------------- */

NOC_INLINE noc_packet *find_packet(const noc_vc_engine *e, uint32_t door)
{
    return &e->ports->packets.entries[e->ports->doors[door].packet];
}

/* Finds a free VC with room for the head of a packet, round robin from the last VC used;
 * NOC_NONE: none. */
NOC_INLINE uint32_t find_vc(const noc_vc_engine *e, const noc_injection_sender *sender,
                            const noc_packet *packet)
{
    const noc_output *out = &e->outputs[sender->output];
    const noc_vc_turn *turn = &e->turns[packet->first_hop];
    uint32_t candidates = 0;
    for (uint32_t left = turn->permitted & out->free_vcs; left; left &= left - 1) {
        const unsigned v = (unsigned)__builtin_ctz(left);
        if (e->vcs[out->first_vc + v].credits) candidates |= 1u << v;
    }
    if (!candidates) return NOC_NONE;
    const unsigned from = (sender->last_vc + 1u) % NOC_VCS_MAX;
    return out->first_vc + (e->mode.input_speedup ? noc_first_label(out, candidates, from)
                                                  : noc_mask_first_from(candidates, from));
}

/* Assigns a VC to the head of a packet. */
NOC_INLINE void occupy_vc(noc_vc_engine *e, noc_injection_sender *sender, const noc_packet *packet,
                          uint32_t vc)
{
    noc_output *out = &e->outputs[sender->output];
    const unsigned v = vc - out->first_vc;
    sender->last_vc = (uint8_t)(e->mode.input_speedup ? noc_vc_of_label(out, v) : v);
    sender->vc = vc;
    sender->flits_left = packet->flits;
    out->free_vcs &= ~e->vcs[vc].label;
    e->vcs[vc].owner = NOC_SENDER;
}

bool noc_sender_choose_vc(noc_vc_engine *e, noc_injection_sender *sender, const noc_packet *packet)
{
    const uint32_t vc = find_vc(e, sender, packet);
    if (vc != NOC_NONE) occupy_vc(e, sender, packet, vc);
    return vc != NOC_NONE;
}

/* Begins the packet at a door with its head. */
NOC_INLINE void begin_packet(noc_vc_engine *e, uint32_t door, uint32_t vc, noc_flit *head)
{
    noc_packet *packet = find_packet(e, door);
    occupy_vc(e, &e->senders[door], packet, vc);
    packet->injection_cycle = e->now;
    head->packet |= NOC_FLIT_HEAD;
    head->turn = e->turns[packet->first_hop].next;
    if (e->mode.adaptive) head->turn = noc_decide_ahead(e, vc, head->turn);
}

void noc_sender_free_vc(noc_vc_engine *e, noc_injection_sender *sender)
{
    noc_output *out = &e->outputs[sender->output];
    if (!out->atomic) out->free_vcs |= e->vcs[sender->vc].label;
    e->vcs[sender->vc].owner = NOC_NONE;
    sender->vc = NOC_NONE;
}

/* Sends a flit of a packet with a VC. */
NOC_INLINE void pass_flit(noc_vc_engine *e, uint32_t door, noc_flit flit)
{
    noc_injection_sender *sender = &e->senders[door];
    if (--sender->flits_left == 0) flit.packet |= NOC_FLIT_TAIL;
    noc_send_flit(e, &e->outputs[sender->output], sender->vc, flit);
    e->ports->tally.flits_injected++;
    if (sender->flits_left > 0) return;
    noc_sender_free_vc(e, sender);
    noc_port_free_door(e->ports, door);
}

/* ---- one class ------------------------------------------------------------------------------ */

/* Sends a flit of the packet at a door. `mark`: word of a body flit, which has no turn. False:
 * the flit has to wait. */
NOC_INLINE bool send_flit(noc_vc_engine *e, uint32_t door, uint32_t mark)
{
    const noc_injection_sender *sender = &e->senders[door];
    noc_flit flit = {e->ports->doors[door].packet << NOC_FLIT_BITS, mark};
    if (sender->vc == NOC_NONE) {
        const uint32_t vc = find_vc(e, sender, find_packet(e, door));
        if (vc == NOC_NONE) return false;
        begin_packet(e, door, vc, &flit);
    } else if (e->vcs[sender->vc].credits == 0) {
        return false;
    }
    pass_flit(e, door, flit);
    return true;
}

bool noc_sender_send(noc_vc_engine *e, uint32_t door)
{
    return send_flit(e, door, 0);
}

/* ---- several classes ------------------------------------------------------------------------ */

/* Several classes share a channel: in each cycle the channel checks the next flit of each class,
 * in rotation from the class after the last one served, and accepts the first with a VC and
 * room, unless a later class has a higher rank. A head keeps its chosen VC until it is sent, but
 * does not own the VC before (BookSim 2.0). */

static bool can_send(noc_vc_engine *e, uint32_t door)
{
    noc_injection_sender *sender = &e->senders[door];
    const noc_output *out = &e->outputs[sender->output];
    const bool begun = sender->flits_left > 0;
    if (!begun && (sender->vc == NOC_NONE || !(out->free_vcs & e->vcs[sender->vc].label)))
        sender->vc = find_vc(e, sender, find_packet(e, door));
    return sender->vc != NOC_NONE && e->vcs[sender->vc].credits > 0;
}

/* Finds the door of an injection channel whose flit is sent next; NOC_NONE: none. */
static uint32_t find_next_door(noc_vc_engine *e, uint32_t injector, const uint64_t *awake)
{
    const uint32_t classes = e->ports->class_count, first = injector * classes;
    uint32_t best = NOC_NONE;
    uint64_t highest = 0;
    for (uint32_t k = 1; k <= classes; k++) {
        const uint32_t door = first + (e->last_classes[injector] + k) % classes;
        if (!noc_set_has(awake, door)) continue;
        const uint64_t rank = noc_find_source_rank(e, find_packet(e, door));
        if (best != NOC_NONE && rank <= highest) continue;
        if (!can_send(e, door)) continue;
        best = door;
        highest = rank;
    }
    return best;
}

static bool send_next_class(noc_vc_engine *e, uint32_t injector, const uint64_t *awake)
{
    const uint32_t door = find_next_door(e, injector, awake);
    if (door == NOC_NONE) return false;
    noc_flit flit = {e->ports->doors[door].packet << NOC_FLIT_BITS, (uint32_t)e->now};
    if (e->senders[door].flits_left == 0) begin_packet(e, door, e->senders[door].vc, &flit);
    e->last_classes[injector] = (uint8_t)(door % e->ports->class_count);
    pass_flit(e, door, flit);
    return true;
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* Sends as many flits, of consecutive packets, as the channel accepts in this cycle. False: a
 * flit has to wait for a VC or a credit. */
static bool send_flits(noc_vc_engine *e, uint32_t door, uint32_t mark)
{
    noc_pace *pace = &e->paces->output_paces[e->senders[door].output];
    if (!pace->rate) return send_flit(e, door, mark);
    const uint64_t credit = noc_pace_credit(pace, e->now), flits_max = credit / NOC_PACE_FLIT;
    uint64_t sent_flits = 0;
    while (sent_flits < flits_max && noc_set_has(e->ports->ready_doors, door) &&
           send_flit(e, door, mark))
        sent_flits++;
    noc_pace_spend(pace, e->now, credit, sent_flits);
    return sent_flits > 0 || flits_max == 0;
}

void noc_senders_step_paced(noc_vc_engine *e)
{
    const uint64_t *awake = e->resting_channels ? noc_resting_find_awake(e) : e->ports->ready_doors;
    NOC_SET_EACH(i, awake, e->ports->door_words)
    if (!send_flits(e, (uint32_t)i, 0) && e->senders[i].is_memory) e->ports->tally.memory_blocked++;
}

void noc_senders_step(noc_vc_engine *e)
{
    const uint64_t *awake = e->resting_channels ? noc_resting_find_awake(e) : e->ports->ready_doors;
    NOC_SET_EACH(i, awake, e->ports->door_words)
    if (!send_flit(e, (uint32_t)i, 0) && e->senders[i].is_memory) e->ports->tally.memory_blocked++;
}

static void step_ranked(noc_vc_engine *e)
{
    const uint64_t *awake = e->resting_channels ? noc_resting_find_awake(e) : e->ports->ready_doors;
    const uint32_t now = (uint32_t)e->now;
    NOC_SET_EACH(i, awake, e->ports->door_words)
    {
        const uint32_t door = (uint32_t)i;
        const bool is_sent = e->paces ? send_flits(e, door, now) : send_flit(e, door, now);
        if (!is_sent && e->senders[door].is_memory) e->ports->tally.memory_blocked++;
    }
}

/* Sends as many flits of all classes as a channel accepts in this cycle. */
static void send_all_classes(noc_vc_engine *e, uint32_t injector, const uint64_t *awake)
{
    noc_pace *pace = e->paces ? &e->paces->output_paces[e->output_count + injector] : NULL;
    if (!pace || !pace->rate) {
        send_next_class(e, injector, awake);
        return;
    }
    const uint64_t credit = noc_pace_credit(pace, e->now), flits_max = credit / NOC_PACE_FLIT;
    uint64_t sent_flits = 0;
    while (sent_flits < flits_max && send_next_class(e, injector, awake)) sent_flits++;
    noc_pace_spend(pace, e->now, credit, sent_flits);
}

void noc_senders_step_ranked(noc_vc_engine *e)
{
    if (e->ports->class_count == 1) {
        step_ranked(e);
        return;
    }
    const uint64_t *awake = e->resting_channels ? noc_resting_find_awake(e) : e->ports->ready_doors;
    for (uint32_t i = 0; i < e->system->graph.injector_count; i++) send_all_classes(e, i, awake);
}
