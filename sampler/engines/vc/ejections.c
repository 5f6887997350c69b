#include "sampler/engines/vc/ejections.h"

#include <stdlib.h>

/* ---- making --------------------------------------------------------------------------------- */

/* The ejection channels of a terminal in the engine's own networks. */
static void add_channels(noc_vc_engine *e, noc_ejecting_terminal *terminal, uint32_t *count)
{
    const noc_graph *g = &e->system->graph;
    const noc_terminal *t = &g->terminals[terminal->terminal];
    terminal->first = *count;
    for (uint32_t i = 0; i < t->ejections; i++) {
        const uint32_t channel = g->ejections[t->first_ejection + i];
        const uint16_t network = g->channels[channel].network;
        if (!noc_vc_is_own(e, network)) continue;
        e->ejections->channels[(*count)++] = (noc_ejection){
            .first_vc = e->outputs[e->output_of_channel[channel]].first_vc,
            .vcs = noc_network_labels(&g->networks[network]),
        };
        terminal->count++;
    }
}

static bool is_any_limited(const noc_vc_engine *e)
{
    for (uint32_t t = 0; t < e->system->graph.terminal_count; t++)
        if (noc_port_is_limited(e->ports, t)) return true;
    return false;
}

bool noc_ejections_new(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    if (!is_any_limited(e)) return true;
    noc_ejections *j = e->ejections = calloc(1, sizeof *j);
    if (!j) return false;
    uint32_t channels = 0;
    j->channels = calloc(g->channel_count + 1u, sizeof *j->channels);
    j->terminals = calloc(g->terminal_count + 1u, sizeof *j->terminals);
    j->number_of = calloc(g->terminal_count + 1u, sizeof *j->number_of);
    j->let_in = calloc(e->vc_count - e->first_terminal_vc + 1u, sizeof *j->let_in);
    if (!j->channels || !j->terminals || !j->number_of || !j->let_in) return false;
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        if (!noc_port_is_limited(e->ports, t)) continue;
        j->number_of[t] = j->terminal_count;
        noc_ejecting_terminal *terminal = &j->terminals[j->terminal_count++];
        terminal->terminal = t;
        add_channels(e, terminal, &channels);
    }
    return true;
}

void noc_ejections_free(noc_ejections *j)
{
    if (!j) return;
    free(j->channels);
    free(j->terminals);
    free(j->number_of);
    free(j->let_in);
    free(j);
}

/* ---- running -------------------------------------------------------------------------------- */

/* Lets a flit in if its packet is admitted, or was when its head came. */
static bool let_in(noc_vc_engine *e, const noc_ejecting_terminal *t, uint32_t vc, noc_flit flit)
{
    bool *open = &e->ejections->let_in[vc - e->first_terminal_vc];
    if (flit.packet & NOC_FLIT_HEAD) *open = noc_port_admit(e->ports, t->terminal);
    return *open;
}

bool noc_ejections_keep(noc_vc_engine *e, uint32_t vc, noc_flit flit)
{
    const uint32_t terminal = noc_port_destination(e->ports, flit.packet >> NOC_FLIT_BITS);
    if (!noc_port_is_limited(e->ports, terminal)) return false;
    noc_ejecting_terminal *t = &e->ejections->terminals[e->ejections->number_of[terminal]];
    noc_input_vc *in = &e->input_vcs[vc];
    /* A head does not overtake those that wait at other ports. */
    const bool behind = in->count > 0 || (t->waiting > 0 && flit.packet & NOC_FLIT_HEAD);
    if (!behind && let_in(e, t, vc, flit)) return false;
    unsigned at = (unsigned)in->head + in->count++;
    if (at >= in->depth) at -= in->depth;
    e->flit_store[in->fifo + at] = flit;
    t->waiting++;
    return true;
}

/* One flit a cycle may leave the buffers of a channel. Returns whether it took a place at its
 * terminal. */
static bool release_flit(noc_vc_engine *e, noc_ejecting_terminal *t, noc_ejection *channel)
{
    for (uint32_t k = 1; k <= channel->vcs; k++) {
        const uint32_t turn = (channel->turn + k) % channel->vcs;
        const uint32_t vc = channel->first_vc + turn;
        noc_input_vc *in = &e->input_vcs[vc];
        if (in->count == 0) continue;
        const noc_flit flit = e->flit_store[in->fifo + in->head];
        if (!let_in(e, t, vc, flit)) continue;
        in->head = (uint16_t)(in->head + 1 == in->depth ? 0 : in->head + 1);
        in->count--;
        t->waiting--;
        channel->turn = turn;
        noc_eject(e, vc, flit);
        return flit.packet & NOC_FLIT_HEAD;
    }
    return false;
}

/* Ports take turns at what room there is, from the one after the last that got a place: turns that
 * went on with every cycle would give all room to one port where it comes in step with them (each
 * second cycle, for two ports). */
static void release_flits(noc_vc_engine *e, noc_ejecting_terminal *t)
{
    uint32_t last = t->turn;
    for (uint32_t k = 1; k <= t->count; k++) {
        const uint32_t i = (t->turn + k) % t->count;
        if (release_flit(e, t, &e->ejections->channels[t->first + i])) last = i;
    }
    t->turn = last;
}

void noc_ejections_step(noc_vc_engine *e)
{
    for (uint32_t i = 0; i < e->ejections->terminal_count; i++)
        if (e->ejections->terminals[i].waiting > 0) release_flits(e, &e->ejections->terminals[i]);
}
