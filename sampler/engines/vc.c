/* Engine of virtual-channel networks: the cycle of its routers (sampler/engines/vc/state.h), the
 * cycle loop, and checks of its state. */
#include <stdio.h>

#include "base/auto.h"
#include "base/min_max.h"
#include "sampler/engines/engine.h"
#include "sampler/engines/vc/allocation.h"
#include "sampler/engines/vc/ejections.h"
#include "sampler/engines/vc/forks.h"
#include "sampler/engines/vc/make.h"
#include "sampler/engines/vc/multicast.h"
#include "sampler/engines/vc/paces.h"
#include "sampler/engines/vc/senders.h"
#include "sampler/engines/vc/state.h"

/* ---- a cycle -------------------------------------------------------------------------------- */

/* Buffers a flit that has reached a router. Returns whether the flit is at the front. */
NOC_INLINE bool buffer_flit(noc_vc_engine *e, uint32_t vc, noc_mode m)
{
    if (m.overlaps) e->arrival_cycles[vc] = e->now;
    if (m.ranked) noc_ranks_note_arrival(e, &e->vcs[vc]);
    const bool first = e->vcs[vc].buffered_flits++ == 0;
    return first || (m.multicast && noc_is_forked(e, vc));
}

/* Starts a head in an idle VC. A flit at the front of an active VC may leave in the same cycle. */
NOC_INLINE void start_front_packet(noc_vc_engine *e, uint32_t vc, noc_mode m)
{
    noc_vc *in = &e->vcs[vc];
    if (in->state == NOC_VC_ACTIVE) {
        if (e->vcs[in->out_vc].credits) noc_request_switch(e, in, m);
        return;
    }
    if (m.multicast && in->state == NOC_VC_FORKED) {
        noc_multicast_request_switch(e, vc);
        return;
    }
    noc_read_route(e, in, m);
    if (in->has_look_ahead) {
        noc_request_vc(e, in, m);
    } else {
        in->state = NOC_VC_ROUTING;
        *e->routing.current_end++ = vc;
    }
}

/* Frees a VC for one packet at a time when its buffer is empty. */
NOC_INLINE void free_if_empty(noc_vc_engine *e, uint32_t vc, const noc_vc *out)
{
    const noc_vc *in = &e->vcs[vc];
    noc_output *output = &e->outputs[in->source_output];
    if (output->atomic && out->owner == NOC_NONE && out->credits == in->depth)
        output->free_vcs |= out->label;
}

/* Adds a credit to a VC. Returns whether the VC had no credit before. */
NOC_INLINE bool add_credit(noc_vc_engine *e, uint32_t vc, noc_mode m)
{
    noc_vc *out = &e->vcs[vc];
    const bool first = out->credits++ == 0;
    if (m.atomic) free_if_empty(e, vc, out);
    return first;
}

/* Requests the switch for a flit that has waited for a credit. */
NOC_INLINE void request_credited_flit(noc_vc_engine *e, uint32_t vc, noc_mode m)
{
    const uint32_t owner = e->vcs[vc].owner;
    if (owner >= NOC_SENDER || e->vcs[owner].buffered_flits == 0) return;
    if (m.multicast && noc_is_forked(e, owner))
        noc_multicast_request_switch(e, owner);
    else
        noc_request_switch(e, &e->vcs[owner], m);
}

#define EACH_DUE(vc, e, kind)                                                              \
    for (const uint32_t *vc = (e)->lines.due[kind].first, *end = (e)->lines.due[kind].end; \
         vc < end; vc++)

NOC_INLINE void arrive(noc_vc_engine *e, noc_mode m)
{
    uint32_t *pending_end = e->pending_vcs;
    noc_delay_lines_advance(&e->lines, e->ports->now - e->now);
    e->now = e->ports->now;
    EACH_DUE(vc, e, NOC_ARRIVAL_FLIT)
    pending_end = noc_append_if(pending_end, *vc, buffer_flit(e, *vc, m));
    for (const uint32_t *vc = e->pending_vcs; vc < pending_end; vc++) start_front_packet(e, *vc, m);
    EACH_DUE(vc, e, NOC_ARRIVAL_EJECTION)
    if (!e->ejections || !noc_ejections_hold_flit(e, *vc)) noc_eject_flit(e, *vc, m);
    pending_end = e->pending_vcs;
    EACH_DUE(vc, e, NOC_ARRIVAL_CREDIT)
    pending_end = noc_append_if(pending_end, *vc, add_credit(e, *vc, m));
    for (const uint32_t *vc = e->pending_vcs; vc < pending_end; vc++)
        request_credited_flit(e, *vc, m);
}

/* Requests virtual channels, from the next cycle on, for heads whose route is computed. */
NOC_INLINE void finish_routing(noc_vc_engine *e, noc_mode m)
{
    noc_routing_heads *r = &e->routing;
    for (const uint32_t *vc = r->current_vcs; vc < r->current_end; vc++) {
        noc_vc *in = &e->vcs[*vc];
        if (m.adaptive) noc_decide_route(e, in);
        if (m.paced && noc_paces_is_idle(e, in->output))
            *r->next_end++ = *vc;
        else
            noc_request_vc(e, in, m);
    }
    *r = (noc_routing_heads){.current_vcs = r->next_vcs,
                             .current_end = r->next_end,
                             .next_vcs = r->current_vcs,
                             .next_end = r->current_vcs};
}

/* Runs one step of all routers. */
NOC_INLINE void step(noc_vc_engine *e, noc_mode m)
{
    if (m.adaptive) noc_decide_routes(e);
    const bool is_requested = noc_start_switch_round(e, m);
    noc_allocate_vcs(e, false, m);
    if (m.hold) noc_end_holds(e, m);
    if (is_requested) noc_finish_allocation(e, m);
    noc_release_vcs(e, m);
    if (m.overlaps) noc_allocate_vcs(e, true, m);
    finish_routing(e, m);
}

/* Runs all steps of a cycle, where routers run several steps or channels have a pace. */
NOC_INLINE void advance_paced(noc_vc_engine *e, noc_mode m)
{
    noc_paces *p = e->paces;
    for (noc_paces_begin_cycle(e); p->step < p->steps; p->step++) {
        noc_paces_begin_step(e);
        step(e, m);
    }
    noc_paces_end_cycle(e);
}

NOC_INLINE void advance(noc_vc_engine *e, noc_mode m)
{
    if (e->ejections) noc_ejections_step(e);
    if (m.paced)
        advance_paced(e, m);
    else
        step(e, m);
}

NOC_INLINE void send(noc_vc_engine *e, noc_mode m)
{
    if (noc_set_is_empty(e->ports->ready_doors, e->ports->door_words)) return;
    if (m.multicast)
        noc_multicast_send(e);
    else if (m.ranked || m.classes)
        noc_senders_step_ranked(e);
    else if (m.paced)
        noc_senders_step_paced(e);
    else
        noc_senders_step(e);
}

/* ---- conservation --------------------------------------------------------------------------- */

/* Checks each VC: credits held + credits and flits in transit + flits buffered = depth. Adds the
 * flits on channels and in buffers to *held. NOC_EFAILED, with a message, if a VC violates the
 * equation. */
static noc_status check(const void *engine, uint64_t *held, noc_diag *diag)
{
    const noc_vc_engine *e = engine;
    NOC_AUTO_FREE uint32_t *under_way = calloc(e->vc_count + 1u, sizeof *under_way);
    if (!under_way) return noc_fail_memory(diag);
    *held += noc_delay_lines_count(&e->lines, under_way) + noc_paces_count(e, under_way);
    for (uint32_t vc = 0; vc < e->vc_count; vc++) {
        *held += e->vcs[vc].buffered_flits;
        const uint32_t sum = e->vcs[vc].credits + under_way[vc] + e->vcs[vc].buffered_flits;
        if (sum == e->vcs[vc].depth) continue;
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                        "internal error: %u of %u credits accounted for on virtual channel %u", sum,
                        e->vcs[vc].depth, vc);
    }
    return NOC_OK;
}

/* ---- circles of waiting packets ------------------------------------------------------------- */

/* Finds the input VC that blocks the packet at the front of `vc`: the owner of the requested
 * output VC, or the full buffer behind the owned output VC. NOC_NONE: the packet is not blocked. */
static uint32_t find_awaited_vc(const noc_vc_engine *e, uint32_t vc)
{
    const noc_vc *in = &e->vcs[vc];
    if (vc >= e->first_terminal_vc || in->buffered_flits == 0) return NOC_NONE;
    if (in->state == NOC_VC_ACTIVE) return e->vcs[in->out_vc].credits ? NOC_NONE : in->out_vc;
    if (in->state == NOC_VC_FORKED) return noc_multicast_find_awaited(e, vc);
    if (in->state != NOC_VC_WAITING) return NOC_NONE;
    const noc_output *out = &e->outputs[in->output];
    const uint32_t permitted = noc_find_permitted_vcs(e, vc, in->output, e->mode);
    const uint32_t owner = e->vcs[out->first_vc + (unsigned)__builtin_ctz(permitted)].owner;
    return owner < NOC_SENDER ? owner : NOC_NONE;
}

/* Follows blocked packets from `vc` for vc_count steps; the last VC is on a deadlock cycle.
 * NOC_NONE: there is no cycle. */
static uint32_t follow_waits(const noc_vc_engine *e, uint32_t vc)
{
    for (uint32_t k = 0; k < e->vc_count && vc != NOC_NONE; k++) vc = find_awaited_vc(e, vc);
    return vc;
}

static uint32_t find_channel(const noc_vc_engine *e, uint32_t vc)
{
    for (uint32_t c = 0; c < e->system->graph.channel_count; c++)
        if (e->output_index[c] == e->vcs[vc].source_output) return c;
    return 0;
}

static void name_circle(const noc_vc_engine *e, uint32_t start, char *text, size_t size)
{
    size_t used = 0;
    uint32_t vc = start;
    uint32_t last = NOC_NONE;
    do {
        const uint32_t channel = find_channel(e, vc);
        char name[64];
        noc_channel_name(&e->system->graph, channel, name, sizeof name);
        if (channel != last && used + sizeof name + 8 < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " > " : "", name);
        last = channel;
        vc = find_awaited_vc(e, vc);
    } while (vc != start);
}

/* Writes the channels of a deadlock cycle to `text`, in the order of the blocked packets. False:
 * there is none. */
static bool find_circle(const void *engine, char *text, size_t size)
{
    const noc_vc_engine *e = engine;
    for (uint32_t vc = 0; vc < e->first_terminal_vc; vc++) {
        const uint32_t end = follow_waits(e, vc);
        if (end == NOC_NONE) continue;
        name_circle(e, end, text, size);
        return true;
    }
    return false;
}

/* ---- the kind ------------------------------------------------------------------------------- */

/* True if a flit requests the switch or a head requests a VC. */
NOC_INLINE bool has_requests(noc_vc_engine *e)
{
    noc_output_requests *r = &e->requests;
    if (r->has_switch_requests)
        r->has_switch_requests = !noc_set_is_empty(r->switch_outputs, e->output_words);
    if (r->has_waiting_heads)
        r->has_waiting_heads = !noc_set_is_empty(r->waiting_outputs, e->output_words);
    return r->has_switch_requests | r->has_waiting_heads;
}

/* True if all flits and credits are on channels. */
NOC_INLINE bool is_quiet(noc_vc_engine *e, noc_mode m)
{
    return e->routing.current_end == e->routing.current_vcs && !has_requests(e) &&
           noc_set_is_empty(e->ports->ready_doors, e->ports->door_words) &&
           (!m.hold || e->holds.count == 0) &&
           (!e->ejections || e->ejections->waiting_flits == 0) &&
           (!m.paced || noc_paces_are_empty(e));
}

/* Skips cycles without events, at most `left`. Returns their number. */
static uint64_t skip_quiet_cycles(const noc_vc_engine *e, uint64_t left,
                                  const noc_cycle_hooks *hooks)
{
    const uint64_t arrivals =
        noc_delay_lines_next_delay(&e->lines) - 1; /* cycles from ports->now on */
    const uint64_t quiet = hooks->next_event(hooks->run) - e->ports->now;
    const uint64_t cycles = min_u64(left, min_u64(arrivals, quiet));
    if (cycles > 0) hooks->skip(hooks->run, cycles);
    return cycles;
}

NOC_INLINE void run_cycles(noc_vc_engine *e, uint64_t cycles, const noc_cycle_hooks *hooks,
                           noc_mode m)
{
    for (uint64_t left = cycles; left > 0;) {
        if (hooks->before_cycle) hooks->before_cycle(hooks->run);
        arrive(e, m);
        hooks->after_arrivals(hooks->run);
        send(e, m);
        hooks->after_injection(hooks->run);
        advance(e, m);
        if (hooks->after_cycle) hooks->after_cycle(hooks->run);
        noc_ports_tick(e->ports);
        left--;
        if (hooks->next_event && left > 0 && is_quiet(e, m))
            left -= skip_quiet_cycles(e, left, hooks);
    }
}

/* Runs cycles of routers with adaptive routes. */
static void run_adaptive_cycles(noc_vc_engine *e, uint64_t cycles, const noc_cycle_hooks *hooks)
{
    const noc_mode m = e->mode;
    const bool is_simple = m.words == 1 && m.rounds == 1 && !m.speculation && !m.mixed &&
                           !m.forks && !m.overlaps && !m.paced;
    if (is_simple && !m.paired)
        run_cycles(e, cycles, hooks, (noc_mode){.words = 1, .rounds = 1, .adaptive = true});
    else if (is_simple && !m.adaptive)
        run_cycles(e, cycles, hooks, (noc_mode){.words = 1, .rounds = 1, .paired = true});
    else
        run_cycles(e, cycles, hooks, m);
}

/* Runs cycles. Usual designs have a loop specialised for their constant mode. */
static void run(void *engine, uint64_t cycles, const noc_cycle_hooks *hooks)
{
    noc_vc_engine *e = engine;
    const noc_mode m = e->mode;
    const bool has_equal_packets = !m.ranked && !m.classes && !m.multicast;
    const bool is_plain =
        has_equal_packets && !m.resting && !m.hold && !m.input_speedup && !m.atomic;
    const bool is_usual = is_plain && !m.adaptive && !m.paired;
    const bool is_simple = is_usual && m.words == 1 && m.rounds == 1 && !m.mixed && !m.speculation;
    const noc_mode plain = {.rounds = m.rounds,
                            .speculation = m.speculation,
                            .mixed = m.mixed,
                            .forks = m.forks,
                            .words = m.words};
    noc_mode word = plain, unicast = m;
    word.words = 1;
    unicast.multicast = false;
    if (is_plain && !is_usual)
        run_adaptive_cycles(e, cycles, hooks);
    else if (is_simple && !m.overlaps && !m.paced && !m.forks)
        run_cycles(e, cycles, hooks, (noc_mode){.words = 1, .rounds = 1});
    else if (is_simple && !m.overlaps && m.paced)
        run_cycles(e, cycles, hooks,
                   (noc_mode){.words = 1, .rounds = 1, .forks = m.forks, .paced = true});
    else if (is_simple && m.overlaps && !m.paced)
        run_cycles(e, cycles, hooks,
                   (noc_mode){.words = 1, .rounds = 1, .forks = m.forks, .overlaps = true});
    else if (is_usual && !m.overlaps && !m.paced && m.words == 1)
        run_cycles(e, cycles, hooks, word);
    else if (is_usual && !m.overlaps && !m.paced)
        run_cycles(e, cycles, hooks, plain);
    else if (!m.multicast)
        run_cycles(e, cycles, hooks, unicast);
    else
        run_cycles(e, cycles, hooks, m);
}

static uint64_t next_event(const void *engine)
{
    const noc_vc_engine *e = engine;
    if (e->paces && !noc_paces_are_empty(e)) return e->ports->now;
    return noc_delay_lines_next_delay(&e->lines) != UINT64_MAX ? e->ports->now : UINT64_MAX;
}

static uint32_t channel_flits(const void *engine, uint32_t channel, noc_class class)
{
    const noc_vc_engine *e = engine;
    const noc_graph *g = &e->system->graph;
    const noc_output *out = &e->outputs[e->output_index[channel]];
    const noc_network *net = &g->networks[g->channels[channel].network];
    uint32_t flits = 0;
    for (uint32_t left = noc_vc_find_labels(net, net->vcs[class]); left; left &= left - 1)
        flits += e->vcs[out->first_vc + (unsigned)__builtin_ctz(left)].sent_flits;
    return flits;
}

const noc_engine_kind noc_engine_vc = {
    .switching = NOC_SWITCHING_VC,
    .name = "virtual channels",
    .create = noc_vc_create,
    .count_bytes = noc_vc_bytes,
    .count_shared_bytes = noc_vc_shared_bytes,
    .reserve = noc_multicast_reserve,
    .run = run,
    .next_event = next_event,
    .channel_flits = channel_flits,
    .check = check,
    .find_circle = find_circle,
};
