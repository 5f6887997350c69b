#include "sampler/engines/vc/multicast.h"

#include <math.h>

#include "base/min_max.h"
#include "sampler/engines/vc/moves.h"
#include "sampler/engines/vc/resting_channels.h"
#include "sampler/engines/vc/senders.h"
#include "sampler/ports/deliveries.h"

/* ---- making --------------------------------------------------------------------------------- */

/* True if the engine's networks carry multicast packets. */
static bool has_targets(const noc_vc_engine *e)
{
    const noc_target_groups *groups = &e->ports->groups;
    for (uint16_t n = 0; n < e->system->graph.network_count && groups->destinations_max > 1; n++)
        for (int class = 0; class < NOC_CLASSES && noc_vc_has_network(e, n); class ++)
            if (groups->has_groups[class] && e->system->graph.networks[n].carries[class])
                return true;
    return false;
}

/* Upper bound of the branches of an input VC of a router: one for each output. */
static uint32_t count_branches_max(const noc_vc_engine *e, const noc_router *router)
{
    return min_unsigned(router->outputs, e->ports->groups.destinations_max);
}

static uint32_t number_branches(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    uint32_t count = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        const noc_network *net = &g->networks[channel->network];
        if (!noc_vc_has_network(e, channel->network) || channel->kind == NOC_EJECTION) continue;
        const uint32_t first_vc = e->outputs[e->output_index[c]].first_vc;
        for (unsigned k = 0; k < noc_network_vc_labels(net); k++) {
            e->multicast->first_branch[first_vc + k] = count;
            count += count_branches_max(e, &g->routers[channel->to]);
        }
    }
    return count;
}

/* Upper bound of the parts of a trace's packets. */
static double count_parts_max(const noc_vc_engine *e)
{
    const noc_target_groups *groups = &e->ports->groups;
    return groups->bytes > 0.0 ? groups->bytes + 1.0 : INFINITY;
}

bool noc_multicast_new(noc_vc_engine *e)
{
    if (!has_targets(e)) return true;
    noc_arena *arena = e->ports->arena;
    noc_multicast *x = e->multicast = noc_arena_array(arena, 1, sizeof *x);
    if (!x) return false;
    x->destinations_max = e->ports->groups.destinations_max;
    x->parts_max = count_parts_max(e);
    x->first_branch = noc_arena_array(arena, e->vc_count, sizeof *x->first_branch);
    x->branch_counts = noc_arena_array(arena, e->vc_count, sizeof *x->branch_counts);
    x->used_outputs = noc_arena_array(arena, e->output_words, sizeof *x->used_outputs);
    x->copied_flits = noc_arena_array(arena, e->output_count, sizeof *x->copied_flits);
    x->door_parts = noc_arena_array(arena, e->system->graph.injector_count, sizeof *x->door_parts);
    if (arena->is_short) return false;
    x->branches = noc_arena_array(arena, number_branches(e), sizeof *x->branches);
    return x->branches;
}

static bool grow_parts(noc_multicast *x, noc_arena *arena, uint32_t count)
{
    x->legs =
        noc_arena_resize(arena, x->legs, (size_t)count * x->destinations_max, sizeof *x->legs);
    x->tails_left = noc_arena_resize(arena, x->tails_left, count, sizeof *x->tails_left);
    x->free_parts = noc_arena_resize(arena, x->free_parts, count, sizeof *x->free_parts);
    if (arena->is_short) return false;
    for (; x->part_count < count; x->part_count++) x->free_parts[x->free_count++] = x->part_count;
    return true;
}

bool noc_multicast_reserve(void *engine, uint64_t cycles)
{
    const noc_vc_engine *e = engine;
    noc_multicast *x = e->multicast;
    if (!x) return true;
    const double starts = (double)(cycles + 1) * e->system->graph.injector_count;
    const double parts_wanted = fmin(starts, x->parts_max);
    if (x->free_count >= parts_wanted || x->part_count >= x->parts_max) return true;
    const double count = (double)x->part_count + parts_wanted - x->free_count;
    if (count * x->destinations_max >= (double)NOC_TURN_LEGS) return false;
    return grow_parts(x, e->ports->arena, (uint32_t)count);
}

/* ---- sending -------------------------------------------------------------------------------- */

static const noc_path *find_path(const noc_vc_engine *e, uint32_t flow)
{
    return &e->system->routes.paths[e->system->traffic.flows[flow].route.first_path];
}

/* Marks a packet as missing at all destinations. */
static void start_packet(noc_vc_engine *e, noc_packet *packet)
{
    noc_target_groups *groups = &e->ports->groups;
    noc_target_group *group = &groups->entries[packet->group];
    group->incomplete_count = group->count;
    for (uint32_t k = 0; k < group->count; k++) {
        const uint32_t routers = find_path(e, groups->flows[group->first + k])->router_count;
        groups->flits_left[group->first + k] = packet->flits;
        if (routers > packet->routers) packet->routers = (uint16_t)routers;
    }
}

/* Makes the legs of a part, one for each destination. All paths share the channel of the first
 * hop. */
static uint32_t make_legs(noc_vc_engine *e, noc_packet *packet)
{
    noc_multicast *x = e->multicast;
    const noc_targets targets = noc_packet_targets(&e->ports->groups, packet);
    const uint32_t part = x->free_parts[--x->free_count], first = part * x->destinations_max;
    x->tails_left[part] = targets.count;
    for (uint32_t k = 0; k < targets.count; k++)
        x->legs[first + k] = (noc_leg){
            .hop = e->turns[find_path(e, targets.flows[k])->first_hop].next,
            .target = k,
            .is_last = k + 1 == targets.count,
        };
    return first | NOC_TURN_LEGS;
}

/* Starts the next part if a VC is free. False: none is free. */
static bool start_part(noc_vc_engine *e, uint32_t door, noc_packet *packet)
{
    noc_injection_sender *sender = &e->senders[door];
    noc_part *part = &e->multicast->door_parts[door];
    const bool is_first = part->flits_left == 0;
    if (!noc_sender_choose_vc(e, sender, packet)) return false;
    if (is_first) {
        part->flits_left = packet->flits;
        packet->injection_cycle = e->now;
        start_packet(e, packet);
    }
    sender->flits_left = (uint16_t)min_unsigned(part->flits_left, e->vcs[sender->vc].depth);
    part->flits_left -= sender->flits_left;
    part->turn = make_legs(e, packet);
    return true;
}

/* Sends a flit of the packet at a door. False: the flit has to wait. */
static bool send_flit(noc_vc_engine *e, uint32_t door)
{
    noc_injection_sender *sender = &e->senders[door];
    const uint32_t number = e->ports->doors[door].packet;
    noc_packet *packet = &e->ports->packets.entries[number];
    noc_flit flit = {number << NOC_FLIT_BITS, 0};
    if (packet->group == 0) return noc_sender_send(e, door);
    if (sender->vc == NOC_NONE) {
        if (!start_part(e, door, packet)) return false;
        flit.packet |= NOC_FLIT_HEAD;
    } else if (e->vcs[sender->vc].credits == 0) {
        return false;
    }
    if (--sender->flits_left == 0) flit.packet |= NOC_FLIT_TAIL;
    flit.turn = e->multicast->door_parts[door].turn;
    noc_send_flit(e, &e->outputs[sender->output], sender->vc, flit);
    e->ports->tally.flits_injected++;
    if (sender->flits_left > 0) return true;
    noc_sender_free_vc(e, sender);
    if (e->multicast->door_parts[door].flits_left == 0) noc_port_free_door(e->ports, door);
    return true;
}

void noc_multicast_send(noc_vc_engine *e)
{
    const uint64_t *awake = e->resting_channels ? noc_resting_find_awake(e) : e->ports->ready_doors;
    NOC_SET_EACH(i, awake, e->ports->door_words)
    if (!send_flit(e, (uint32_t)i) && e->senders[i].is_memory) e->ports->tally.memory_blocked++;
}

/* ---- forks ---------------------------------------------------------------------------------- */

static const noc_vc_turn *find_turn(noc_vc_engine *e, uint32_t hop)
{
    const noc_vc_turn *turn = &e->turns[hop];
    return turn->fork == NOC_NONE ? turn : &e->turns[noc_fork_choose(e, turn->fork)];
}

/* Groups the legs with the same next output as leg `first`, and advances them to their next
 * hop. `end`: end of all legs. Returns the end of the group. */
static uint32_t split_legs(noc_vc_engine *e, uint32_t first, uint32_t end, noc_branch *branch)
{
    noc_leg *legs = e->multicast->legs;
    const uint32_t output = e->turns[legs[first].hop].output;
    const noc_vc_turn *turn = find_turn(e, legs[first].hop);
    uint32_t next_leg = first;
    *branch = (noc_branch){
        .output = turn->output,
        .permitted = UINT32_MAX,
        .out_vc = NOC_NONE,
        .turn = first | NOC_TURN_LEGS,
    };
    for (uint32_t k = first; k < end; k++) {
        const noc_leg leg = legs[k];
        const noc_vc_turn *leg_turn = &e->turns[leg.hop];
        if (leg_turn->output != output) continue;
        branch->permitted &=
            turn == &e->turns[legs[first].hop] ? leg_turn->permitted : turn->permitted;
        legs[k] = legs[next_leg];
        legs[next_leg++] = (noc_leg){.hop = leg_turn->next, .target = leg.target};
    }
    legs[next_leg - 1].is_last = true;
    return next_leg;
}

void noc_multicast_read_route(noc_vc_engine *e, noc_vc *in, uint32_t turn)
{
    noc_multicast *x = e->multicast;
    const uint32_t vc = (uint32_t)(in - e->vcs), first = turn & ~NOC_TURN_LEGS;
    noc_branch *branches = &x->branches[x->first_branch[vc]];
    uint32_t end = first, count = 0;
    while (!x->legs[end].is_last) end++;
    end++;
    x->legs[end - 1].is_last = false;
    for (uint32_t leg = first; leg < end; count++) leg = split_legs(e, leg, end, &branches[count]);
    for (uint32_t k = 0; k < count; k++) branches[k].sent_flits = in->left_flits;
    x->branch_counts[vc] = count > 1 ? count : 0;
    in->output = branches[0].output;
    in->permitted = branches[0].permitted;
}

#define EACH_BRANCH(branch, e, vc)                                                         \
    for (noc_branch *branch = &(e)->multicast->branches[(e)->multicast->first_branch[vc]], \
                    *end_##branch = branch + (e)->multicast->branch_counts[vc];            \
         branch < end_##branch; branch++)

noc_branch *noc_find_branch(const noc_vc_engine *e, uint32_t vc, uint32_t output)
{
    noc_branch *branch = &e->multicast->branches[e->multicast->first_branch[vc]];
    while (branch->output != output) branch++;
    return branch;
}

void noc_multicast_request_vcs(noc_vc_engine *e, uint32_t vc)
{
    noc_vc *in = &e->vcs[vc];
    in->state = NOC_VC_FORKED;
    e->requests.has_waiting_heads = true;
    EACH_BRANCH(branch, e, vc)
    {
        *noc_find_request_word(noc_waiting_heads(e, branch->output, e->mode), in, e->mode) |=
            in->word_bit;
        noc_set_add(e->requests.waiting_outputs, branch->output);
    }
}

/* Requests the switch for a branch with a VC, a flit and a credit. */
static void request_switch(noc_vc_engine *e, const noc_vc *in, const noc_branch *branch)
{
    if (branch->out_vc == NOC_NONE || e->vcs[branch->out_vc].credits == 0 ||
        branch->sent_flits == in->left_flits + in->buffered_flits)
        return;
    *noc_find_request_word(noc_switch_requests(e, branch->output, e->mode), in, e->mode) |=
        in->word_bit;
    noc_set_add(e->requests.switch_outputs, branch->output);
    e->requests.has_switch_requests = true;
}

void noc_multicast_assign_vc(noc_vc_engine *e, uint32_t vc, uint32_t output, uint32_t out_vc)
{
    noc_branch *branch = noc_find_branch(e, vc, output);
    branch->out_vc = out_vc;
    branch->first_cycle = e->now + 1;
    request_switch(e, &e->vcs[vc], branch);
}

void noc_multicast_request_switch(noc_vc_engine *e, uint32_t vc)
{
    EACH_BRANCH(branch, e, vc) request_switch(e, &e->vcs[vc], branch);
}

/* ---- copies --------------------------------------------------------------------------------- */

/* Frees the VC of a branch whose tail has left. */
static void release_branch_vc(noc_vc_engine *e, noc_branch *branch)
{
    noc_output *out = &e->outputs[branch->output];
    noc_vc *output_vc = &e->vcs[branch->out_vc];
    if (!out->atomic) out->free_vcs |= output_vc->label;
    output_vc->owner = NOC_NONE;
    branch->out_vc = NOC_NONE;
}

/* Removes the flit at the front if all branches have sent it. */
static void remove_front(noc_vc_engine *e, uint32_t vc)
{
    noc_vc *in = &e->vcs[vc];
    EACH_BRANCH(branch, e, vc) if (branch->sent_flits == in->left_flits) return;
    const bool tail = noc_flit_at(e, in, 0)->packet & NOC_FLIT_TAIL;
    in->left_flits++;
    in->buffered_flits--;
    e->ports->tally.flits_copied--;
    noc_send_credit(e, in, vc);
    if (!tail) return;
    e->multicast->branch_counts[vc] = 0;
    in->state = NOC_VC_IDLE;
    noc_mode m = e->mode;
    m.paired = false; /* heads request one output where packets fork */
    if (in->buffered_flits > 0) noc_start_next(e, vc, m);
}

/* Sends a flit to one of its outputs. */
static void copy_flit(noc_vc_engine *e, uint32_t vc, noc_branch *branch)
{
    noc_vc *in = &e->vcs[vc];
    const uint32_t output = branch->output;
    noc_flit flit = *noc_flit_at(e, in, branch->sent_flits - in->left_flits);
    const bool tail = flit.packet & NOC_FLIT_TAIL;
    flit.turn = branch->turn;
    branch->sent_flits++;
    e->ports->tally.flit_hops++;
    e->ports->tally.flits_copied++;
    noc_send_flit(e, &e->outputs[output], branch->out_vc, flit);
    const bool is_blocked = (branch->sent_flits == in->left_flits + in->buffered_flits) |
                            (e->vcs[branch->out_vc].credits == 0);
    noc_withdraw_switch_if(e, output, in, tail | is_blocked, e->mode);
    noc_set_add(e->multicast->used_outputs, output);
    if (tail) release_branch_vc(e, branch);
    remove_front(e, vc);
}

void noc_multicast_send_flit(noc_vc_engine *e, uint32_t vc, uint32_t output)
{
    noc_multicast *x = e->multicast;
    noc_branch *branch = noc_find_branch(e, vc, output);
    x->copied_flits[x->copied_count++] = (noc_copied_flit){vc, branch->sent_flits};
    copy_flit(e, vc, branch);
}

/* True if a branch requests a free output for the same flit in this cycle. */
static bool can_follow(noc_vc_engine *e, const noc_copied_flit *copied, const noc_branch *branch)
{
    const noc_vc *in = &e->vcs[copied->vc];
    if (branch->out_vc == NOC_NONE || branch->sent_flits != copied->flit ||
        branch->first_cycle > e->now)
        return false;
    if (noc_set_has(e->multicast->used_outputs, branch->output)) return false;
    if (e->mode.resting && noc_set_has(noc_resting_outputs(e), branch->output)) return false;
    return *noc_find_request_word(noc_switch_requests(e, branch->output, e->mode), in, e->mode) &
           in->word_bit;
}

void noc_multicast_copy_flits(noc_vc_engine *e)
{
    noc_multicast *x = e->multicast;
    for (uint32_t k = 0; k < x->copied_count; k++) {
        const noc_copied_flit *copied = &x->copied_flits[k];
        EACH_BRANCH(branch, e, copied->vc)
        if (can_follow(e, copied, branch)) copy_flit(e, copied->vc, branch);
    }
    x->copied_count = 0;
    for (uint32_t w = 0; w < e->output_words; w++) x->used_outputs[w] = 0;
}

void noc_multicast_deliver(noc_vc_engine *e, noc_flit flit)
{
    noc_multicast *x = e->multicast;
    const uint32_t leg = flit.turn & ~NOC_TURN_LEGS, part = leg / x->destinations_max;
    const uint32_t target = x->legs[leg].target;
    if ((flit.packet & NOC_FLIT_TAIL) && --x->tails_left[part] == 0)
        x->free_parts[x->free_count++] = part;
    noc_port_deliver_copy(e->ports, flit.packet >> NOC_FLIT_BITS, target);
}

uint32_t noc_multicast_find_awaited(const noc_vc_engine *e, uint32_t vc)
{
    const noc_vc *in = &e->vcs[vc];
    EACH_BRANCH(branch, e, vc)
    {
        const noc_output *out = &e->outputs[branch->output];
        if (branch->out_vc != NOC_NONE &&
            branch->sent_flits != in->left_flits + in->buffered_flits &&
            e->vcs[branch->out_vc].credits == 0)
            return branch->out_vc;
        if (branch->out_vc != NOC_NONE || branch->sent_flits != in->left_flits) continue;
        const uint32_t owner =
            e->vcs[out->first_vc + (unsigned)__builtin_ctz(branch->permitted)].owner;
        if (owner < NOC_SENDER) return owner;
    }
    return NOC_NONE;
}
