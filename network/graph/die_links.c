#include "network/graph/die_links.h"

/* Flits a cycle of a link, but 0: as noc_key rows of other links. */
static const double flits_least = 0.1;

void noc_graph_put_on_die(noc_graph *g, uint32_t terminal, int die)
{
    noc_terminal *t = &g->terminals[terminal];
    if (t->is_on_die && t->die != die) {
        g->is_torn = true;
        g->torn = terminal;
    }
    t->is_on_die = true;
    t->die = (uint16_t)die;
    if (die >= g->dies) g->dies = (uint16_t)(die + 1);
}

int noc_die_link_cycles(const noc_network_spec *spec, int own)
{
    return spec->die_links.cycles ? spec->die_links.cycles : own;
}

double noc_die_link_flits(const noc_network_spec *spec, double own)
{
    return spec->die_links.flits_per_cycle > 0.0 ? spec->die_links.flits_per_cycle : own;
}

noc_status noc_die_links_check(const noc_design *design, int network, noc_diag *diag)
{
    const double flits = design->networks[network].die_links.flits_per_cycle;
    if (!(flits > 0.0 && flits < flits_least)) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.die_links.flits_per_cycle"),
        "network.die_links.flits_per_cycle = %g: expected a number in %g..64 "
        "(or 0: of each link its own)",
        flits, flits_least);
}

/* ---- edges ---------------------------------------------------------------------------------- */

/* Port of a terminal in a network, of those at `first` and on; NOC_NONE: it has none. */
static uint32_t first_port(const noc_graph *g, const uint32_t *ports, uint32_t count,
                           uint16_t network)
{
    for (uint32_t p = 0; p < count; p++)
        if (g->channels[ports[p]].network == network) return ports[p];
    return NOC_NONE;
}

/* The first of all channels, in either direction, that join the same two ends. */
static uint32_t first_of_link(const noc_graph *g, uint32_t channel)
{
    const noc_channel *c = &g->channels[channel];
    if (c->kind == NOC_LINK) {
        const uint32_t low = c->from < c->to ? c->from : c->to;
        const uint32_t there = noc_graph_link(g, low, c->from + c->to - low);
        return there != NOC_NONE ? there : noc_graph_link(g, c->from, c->to);
    }
    const noc_terminal *t = &g->terminals[c->kind == NOC_INJECTION ? c->from : c->to];
    const uint32_t in =
        first_port(g, g->injections + t->first_injection, t->injections, c->network);
    return in != NOC_NONE
               ? in
               : first_port(g, g->ejections + t->first_ejection, t->ejections, c->network);
}

void noc_graph_die_edges(const noc_graph *g, const noc_design *design, double mm[NOC_DIES_MAX])
{
    for (int d = 0; d < NOC_DIES_MAX; d++) mm[d] = 0.0;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *c = &g->channels[i];
        if (!c->between_dies || first_of_link(g, i) != i) continue;
        const uint16_t from =
            c->kind == NOC_INJECTION ? g->terminals[c->from].die : g->routers[c->from].die;
        const uint16_t to =
            c->kind == NOC_EJECTION ? g->terminals[c->to].die : g->routers[c->to].die;
        const double each = design->networks[g->networks[c->network].spec].die_links.mm_of_edge;
        mm[from] += each;
        mm[to] += each;
    }
}

bool noc_design_has_die_edge(const noc_design *design)
{
    bool has = false;
    for (int n = 0; n < design->network_count; n++)
        has |= design->networks[n].die_links.mm_of_edge > 0.0;
    return has;
}
