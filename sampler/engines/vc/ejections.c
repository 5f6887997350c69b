#include "sampler/engines/vc/ejections.h"

#include "sampler/engines/vc/paces.h"
#include "sampler/ports/codecs.h"

/* ---- making --------------------------------------------------------------------------------- */

static noc_ejection_vc *find_ejection_vc(const noc_ejections *j, const noc_vc_engine *e,
                                         uint32_t vc)
{
    return &j->vcs[vc - e->first_terminal_vc];
}

static void begin_group(noc_ejections *j, uint32_t terminal)
{
    j->groups[j->group_count++] =
        (noc_ejection_group){.first = j->channel_count, .terminal = terminal};
}

/* Adds an ejection channel to the last group, unless a terminal that shares the channel has
 * already added it. */
static void add_channel(noc_vc_engine *e, uint32_t channel)
{
    noc_ejections *j = e->ejections;
    const noc_graph *g = &e->system->graph;
    const uint16_t network = g->channels[channel].network;
    if (!noc_vc_has_network(e, network)) return;
    const noc_ejection ejection = {
        .first_vc = e->outputs[e->output_index[channel]].first_vc,
        .vcs = noc_network_vc_labels(&g->networks[network]),
        .flits_per_cycle = noc_channel_flits_max(&g->channels[channel]),
    };
    if (find_ejection_vc(j, e, ejection.first_vc)->group != NOC_NONE) return;
    for (uint32_t v = 0; v < ejection.vcs; v++)
        *find_ejection_vc(j, e, ejection.first_vc + v) =
            (noc_ejection_vc){.group = j->group_count - 1, .channel = j->channel_count};
    j->channels[j->channel_count++] = ejection;
    j->groups[j->group_count - 1].count++;
}

static bool has_limited_terminal(const noc_vc_engine *e)
{
    for (uint32_t t = 0; t < e->system->graph.terminal_count; t++)
        if (noc_port_is_limited(e->ports, t)) return true;
    return false;
}

static void add_limited_terminals(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        if (!noc_port_is_limited(e->ports, t)) continue;
        begin_group(e->ejections, t);
        for (uint32_t i = 0; i < g->terminals[t].ejections; i++)
            add_channel(e, g->ejections[g->terminals[t].first_ejection + i]);
    }
}

static void add_all_channels(noc_vc_engine *e)
{
    for (uint32_t c = 0; c < e->system->graph.channel_count; c++) {
        if (e->system->graph.channels[c].kind != NOC_EJECTION) continue;
        begin_group(e->ejections, NOC_NONE);
        add_channel(e, c);
    }
}

bool noc_ejections_new(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    if (!e->ports->codecs && !has_limited_terminal(e)) return true;
    noc_arena *arena = e->ports->arena;
    noc_ejections *j = e->ejections = noc_arena_array(arena, 1, sizeof *j);
    if (!j) return false;
    const uint32_t vcs = e->vc_count - e->first_terminal_vc;
    j->channels = noc_arena_array(arena, g->channel_count, sizeof *j->channels);
    j->groups = noc_arena_array(arena, g->terminal_count + g->channel_count, sizeof *j->groups);
    j->vcs = noc_arena_array(arena, vcs, sizeof *j->vcs);
    if (arena->is_short) return false;
    for (uint32_t v = 0; v < vcs; v++) j->vcs[v].group = NOC_NONE;
    add_limited_terminals(e);
    if (e->ports->codecs) add_all_channels(e);
    return true;
}

/* ---- running -------------------------------------------------------------------------------- */

/* Returns whether the codec of a channel can accept a packet. */
static bool is_free(const noc_vc_engine *e, const noc_ejection *channel)
{
    return !channel->is_busy && e->now >= channel->free_cycle;
}

/* Occupies the codec of a channel with a flit: from the head up to the decoding after the tail. */
static void occupy_codec(const noc_vc_engine *e, noc_ejection *channel, noc_flit flit)
{
    channel->is_busy = !(flit.packet & NOC_FLIT_TAIL);
    if (!channel->is_busy) channel->free_cycle = e->now + e->ports->codecs->delay_cycles + 1;
}

/* Admits a flit if its head was admitted, or is now. */
static bool admit_flit(noc_vc_engine *e, uint32_t number, noc_flit flit)
{
    noc_ejection_vc *vc = find_ejection_vc(e->ejections, e, number);
    noc_ejection *channel = &e->ejections->channels[vc->channel];
    if (flit.packet & NOC_FLIT_HEAD) {
        const uint32_t terminal = noc_port_destination(e->ports, flit.packet >> NOC_FLIT_BITS);
        vc->is_admitted = is_free(e, channel) && noc_port_admit(e->ports, terminal);
    }
    if (!vc->is_admitted) return false;
    if (e->ports->codecs) occupy_codec(e, channel, flit);
    noc_ejection_group *group = &e->ejections->groups[vc->group];
    group->entering_packets += (flit.packet & NOC_FLIT_HEAD) != 0;
    group->entering_packets -= (flit.packet & NOC_FLIT_TAIL) != 0;
    return true;
}

bool noc_ejections_hold_flit(noc_vc_engine *e, uint32_t vc)
{
    const uint32_t number = find_ejection_vc(e->ejections, e, vc)->group;
    if (number == NOC_NONE) return false;
    noc_ejection_group *group = &e->ejections->groups[number];
    noc_vc *in = &e->vcs[vc];
    const noc_flit flit = *noc_flit_at(e, in, in->buffered_flits);
    /* a head does not overtake flits that wait at other ports */
    const bool must_wait =
        in->buffered_flits > 0 || (group->waiting_flits > 0 && flit.packet & NOC_FLIT_HEAD);
    if (!must_wait && admit_flit(e, vc, flit)) return false;
    in->buffered_flits++;
    group->waiting_flits++;
    e->ejections->waiting_flits++;
    return true;
}

/* Releases a flit from the buffers of a channel, if possible. Returns whether the flit took a
 * place at its terminal. */
static bool release_flit(noc_vc_engine *e, noc_ejection_group *group, noc_ejection *channel)
{
    for (uint32_t k = 1; k <= channel->vcs; k++) {
        const uint32_t turn = (channel->last_vc + k) % channel->vcs;
        const uint32_t vc = channel->first_vc + turn;
        noc_vc *in = &e->vcs[vc];
        if (in->buffered_flits == 0) continue;
        const noc_flit flit = *noc_flit_at(e, in, 0);
        if (!admit_flit(e, vc, flit)) continue;
        in->buffered_flits--;
        group->waiting_flits--;
        e->ejections->waiting_flits--;
        channel->last_vc = turn;
        noc_eject_flit(e, vc, (noc_mode){0}); /* multicast packets never wait in ejection buffers */
        return flit.packet & NOC_FLIT_HEAD;
    }
    return false;
}

/* Releases flits of a group while its terminal has room. Ports take turns, from the port after
 * the last one that got a place. Turns that advanced every cycle would give all room to one port
 * if room appears in the same rhythm (every second cycle, for two ports). */
static void release_flits(noc_vc_engine *e, noc_ejection_group *group)
{
    uint32_t last = group->last_channel;
    for (uint32_t k = 1; k <= group->count; k++) {
        const uint32_t i = (group->last_channel + k) % group->count;
        noc_ejection *channel = &e->ejections->channels[group->first + i];
        for (unsigned left = channel->flits_per_cycle; left > 0; left--)
            if (release_flit(e, group, channel)) last = i;
    }
    group->last_channel = last;
}

/* True if a waiting flit may be admitted: the terminal has room, or the head of its packet is
 * admitted. */
static bool can_release(const noc_vc_engine *e, const noc_ejection_group *group)
{
    if (group->waiting_flits == 0) return false;
    return group->entering_packets > 0 || group->terminal == NOC_NONE ||
           e->ports->places[group->terminal].free_places > 0;
}

void noc_ejections_step(noc_vc_engine *e)
{
    const noc_ejections *j = e->ejections;
    for (uint32_t i = 0; j->waiting_flits > 0 && i < j->group_count; i++)
        if (can_release(e, &j->groups[i])) release_flits(e, &j->groups[i]);
}
