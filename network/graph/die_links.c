#include "network/graph/die_links.h"

#include <math.h>
#include <stdio.h>

/* Packages of UCIe. Energy of a bit, pJ: up to 16 GT/s a lane, and above. Bandwidth of a mm of
 * edge, GB/s, both directions: at 32 GT/s; the largest where sources differ; the least, with
 * lanes of 16 GT/s. D. Das Sharma, IEEE Hot Interconnects 2025, read in a report of that talk. */
typedef struct package {
    const char *name;
    double pj_least, pj_most;
    double gb_per_s_mm, most_gb_per_s_mm, least_gb_per_s_mm;
} package;

static const package packages[NOC_PACKAGES] = {
    [NOC_PACKAGE_NONE] = {"none", 0.0, 0.0, INFINITY, INFINITY, INFINITY},
    [NOC_PACKAGE_STANDARD] = {"standard", 0.5, 0.6, 224.0, 224.0, 112.0},
    [NOC_PACKAGE_ADVANCED] = {"advanced", 0.25, 0.3, 1300.0, 1317.0, 658.5},
};

/* Delay of the adapters and PHYs of both dies, ns. */
static const double package_ns = 2.0;

const char *noc_die_package_name(size_t i)
{
    return i < NOC_PACKAGES ? packages[i].name : NULL;
}

noc_die_link_energy noc_die_link_energy_of(const noc_network_spec *spec)
{
    const noc_die_links *links = &spec->die_links;
    const package *p = &packages[links->package];
    if (links->pj_per_bit > 0.0 || links->package == NOC_PACKAGE_NONE)
        return (noc_die_link_energy){links->pj_per_bit, links->pj_per_bit};
    return (noc_die_link_energy){(p->pj_least + p->pj_most) / 2.0, p->pj_most};
}

int noc_die_package_cycles(const noc_design *design, const noc_network_spec *spec)
{
    static const double mhz_per_ghz = 1e3;
    if (spec->die_links.package == NOC_PACKAGE_NONE) return 0;
    return (int)ceil(package_ns * design->chip.clock_mhz / mhz_per_ghz - 1e-9);
}

/* Least rate of a link, flits a cycle, except 0: equal to the limit in the noc_key rows of other
 * links. */
static const double least_link_flits = 0.1;

void noc_graph_set_die(noc_graph *g, uint32_t terminal, int die)
{
    noc_terminal *t = &g->terminals[terminal];
    if (t->is_on_die && t->die != die) {
        g->has_die_conflict = true;
        g->conflicting_terminal = terminal;
    }
    t->is_on_die = true;
    t->die = (uint16_t)die;
    if (die >= g->dies) g->dies = (uint16_t)(die + 1);
}

int noc_die_link_cycles(const noc_network_spec *spec, int local_cycles)
{
    return spec->die_links.cycles ? spec->die_links.cycles : local_cycles;
}

double noc_die_link_flits(const noc_network_spec *spec, double local_flits)
{
    return spec->die_links.flits_per_cycle > 0.0 ? spec->die_links.flits_per_cycle : local_flits;
}

noc_status noc_die_links_check(const noc_design *design, int network, noc_diag *diag)
{
    const double flits = design->networks[network].die_links.flits_per_cycle;
    if (!(flits > 0.0 && flits < least_link_flits)) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.die_links.flits_per_cycle"),
        "network.die_links.flits_per_cycle = %g: expected a number in %g..64 "
        "(or 0: of each link its own)",
        flits, least_link_flits);
}

/* ---- edges ---------------------------------------------------------------------------------- */

/* First of `count` ports of a terminal that belongs to a network; NOC_NONE: none. */
static uint32_t first_port(const noc_graph *g, const uint32_t *ports, uint32_t count,
                           uint16_t network)
{
    for (uint32_t p = 0; p < count; p++)
        if (g->channels[ports[p]].network == network) return ports[p];
    return NOC_NONE;
}

/* First of all channels, in either direction, that join the two ends of a channel. */
static uint32_t first_channel_of_link(const noc_graph *g, uint32_t channel)
{
    const noc_channel *c = &g->channels[channel];
    if (c->kind == NOC_LINK) {
        const uint32_t low = c->from < c->to ? c->from : c->to;
        const uint32_t channel_back = noc_graph_link(g, low, c->from + c->to - low);
        return channel_back != NOC_NONE ? channel_back : noc_graph_link(g, c->from, c->to);
    }
    const noc_terminal *t = &g->terminals[c->kind == NOC_INJECTION ? c->from : c->to];
    const uint32_t injection =
        first_port(g, g->injections + t->first_injection, t->injections, c->network);
    return injection != NOC_NONE
               ? injection
               : first_port(g, g->ejections + t->first_ejection, t->ejections, c->network);
}

/* Adds the length of edge that a channel's bytes need in its network's package. */
static void add_package_edge(const noc_graph *g, const noc_design *design, const noc_channel *c,
                             noc_die_edge *edge)
{
    static const double bits_per_byte = 8.0, gb_per_mb = 1e-3;
    const noc_network *net = &g->networks[c->network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const package *p = &packages[spec->die_links.package];
    const double bytes = net->flit_bytes + spec->ecc_bits / bits_per_byte;
    const double gb = gb_per_mb * c->flits_per_cycle * bytes * design->chip.clock_mhz;
    edge->mm += gb / p->gb_per_s_mm;
    edge->least_mm += gb / p->most_gb_per_s_mm;
    edge->most_mm += gb / p->least_gb_per_s_mm;
}

static void add_edge(const noc_graph *g, const noc_design *design, uint32_t channel,
                     noc_die_edge *edge)
{
    const noc_channel *c = &g->channels[channel];
    const noc_die_links *links = &design->networks[g->networks[c->network].spec_index].die_links;
    if (links->mm_of_edge == 0.0 && links->package != NOC_PACKAGE_NONE) {
        add_package_edge(g, design, c, edge);
    } else if (first_channel_of_link(g, channel) == channel) {
        edge->mm += links->mm_of_edge;
        edge->least_mm += links->mm_of_edge;
        edge->most_mm += links->mm_of_edge;
    }
}

void noc_graph_die_edges(const noc_graph *g, const noc_design *design,
                         noc_die_edge mm[NOC_DIES_MAX])
{
    for (int d = 0; d < NOC_DIES_MAX; d++) mm[d] = (noc_die_edge){0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *c = &g->channels[i];
        if (!c->crosses_dies) continue;
        const uint16_t from =
            c->kind == NOC_INJECTION ? g->terminals[c->from].die : g->routers[c->from].die;
        const uint16_t to =
            c->kind == NOC_EJECTION ? g->terminals[c->to].die : g->routers[c->to].die;
        add_edge(g, design, i, &mm[from]);
        add_edge(g, design, i, &mm[to]);
    }
}

bool noc_design_has_die_edge(const noc_design *design)
{
    bool has_edge = false;
    for (int n = 0; n < design->network_count; n++)
        has_edge |= design->networks[n].die_links.mm_of_edge > 0.0 ||
                    design->networks[n].die_links.package != NOC_PACKAGE_NONE;
    return has_edge;
}

/* Exposure field of a lithography scanner, mm: the largest die. */
static const double scanner_field_mm[] = {26.0, 33.0};

noc_status noc_die_edges_check(const noc_graph *g, const noc_design *design, noc_diag *diag)
{
    noc_die_edge edges[NOC_DIES_MAX];
    const double area = design->chip.die_mm2;
    const double available_mm =
        area > 0.0 ? 4.0 * sqrt(area) : 2.0 * (scanner_field_mm[0] + scanner_field_mm[1]);
    char die[80];
    if (!noc_design_has_die_edge(design)) return NOC_OK;
    noc_graph_die_edges(g, design, edges);
    snprintf(die, sizeof die,
             area > 0.0 ? "a square of chip.die_mm2 = %g" : "the largest die that scanners expose",
             area);
    for (int d = 0; d < NOC_DIES_MAX; d++)
        if (edges[d].mm > available_mm)
            return noc_design_conflict(
                design, diag, 0,
                NOC_PATHS("network.die_links.mm_of_edge", "network.die_links.package",
                          "chip.die_mm2"),
                "links to other dies take %.3g mm of the edge of die %d, and %s has %.3g "
                "(network.die_links.mm_of_edge is of each link)",
                edges[d].mm, d, die, available_mm);
    return NOC_OK;
}
