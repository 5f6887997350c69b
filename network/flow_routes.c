#include "network/flow_routes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "network/design_check.h"
#include "network/kinds.h"

typedef struct tracer {
    const noc_design *design;
    noc_system *system;
    noc_diag *diag;
    bool has_half_routers;
    noc_paths
        paths; /* from router to router, of one flow over pairs of ports at the same routers */
    const noc_flow *flow;
    uint32_t from, to; /* those that `paths` are of, NULL: none */
} tracer;

/* Stores one path from its end to its start, so that equal ends are found. */
static noc_status store_path(tracer *c, const noc_paths *paths, const struct noc_way *way,
                             uint32_t injection, uint32_t ejection, uint32_t vcs,
                             double probability)
{
    noc_routes *routes = &c->system->routes;
    uint32_t hop = noc_routes_hop(routes, ejection, vcs, NOC_NONE);
    for (size_t i = way->count; i-- > 0 && hop != NOC_NONE;) {
        const struct noc_step *step = &paths->steps[way->first + i];
        hop = noc_routes_hop(routes, step->channel, step->vcs, hop);
    }
    if (hop != NOC_NONE) hop = noc_routes_hop(routes, injection, vcs, hop);
    if (hop == NOC_NONE) return noc_fail_memory(c->diag);
    const noc_path path = {hop, (uint32_t)way->count + 1, probability};
    return noc_routes_add_path(routes, path) == NOC_NONE ? noc_fail_memory(c->diag) : NOC_OK;
}

/* Where a way turns at a half router, if it is gone in the network whose routers are numbered `shift` higher
 * than its own; NOC_NONE if it does not. */
static uint32_t half_turn(const tracer *c, const noc_paths *paths, const struct noc_way *way,
                          uint32_t shift)
{
    const noc_graph *g = &c->system->graph;
    if (!c->has_half_routers) return NOC_NONE;
    for (size_t i = 1; i < way->count; i++) {
        const uint32_t in = paths->steps[way->first + i - 1].channel;
        const uint32_t out = paths->steps[way->first + i].channel;
        const uint32_t at = g->channels[in].to + shift;
        if (g->routers[at].half && noc_graph_turns(g, in, out)) return at;
    }
    return NOC_NONE;
}

static bool turns(const noc_graph *g, const noc_paths *paths, const struct noc_way *way)
{
    for (size_t i = 1; i < way->count; i++)
        if (noc_graph_turns(g, paths->steps[way->first + i - 1].channel,
                            paths->steps[way->first + i].channel))
            return true;
    return false;
}

/* A way between two terminals of a network, with the pair of channels that it begins and ends on. */
typedef struct connection {
    const noc_flow *flow;
    uint32_t injection, ejection;
    uint16_t network;
} connection;

static const noc_network_spec *spec_of(const tracer *c, uint16_t network)
{
    return &c->design->networks[c->system->graph.networks[network].spec];
}

/* te13 4.4: a packet takes the full router of its source if it has an even number of tiles to go in the
 * dimension that comes first, else the half router; then it turns at a full one. */
static bool starts_at_half(const tracer *c, const connection *way)
{
    const noc_graph *g = &c->system->graph;
    const noc_router *from = &g->routers[g->channels[way->injection].to];
    const noc_router *to = &g->routers[g->channels[way->ejection].from];
    const noc_routing_kind *routing = noc_routing_at((size_t)spec_of(c, way->network)->routing);
    const int tiles =
        routing->y_first[way->flow->class] ? to->row - from->row : to->column - from->column;
    return tiles & 1;
}

/* The share of a slice in the packets that go a way: an even one, or under DCI all where it turns at full
 * routers only. */
static double slice_share(const tracer *c, const connection *at, const noc_paths *paths,
                          const struct noc_way *way)
{
    const noc_graph *g = &c->system->graph;
    const noc_network *net = &g->networks[at->network], *first = net - net->slice;
    const noc_network_spec *spec = spec_of(c, at->network);
    if (spec->slice_choice < NOC_SLICES_DCI) return 1.0 / spec->slices;
    const bool free = turns(g, paths, way) || spec->slice_choice == NOC_SLICES_DCIE;
    const uint32_t source = g->channels[at->injection].to;
    int fitting = 0;
    bool fits = false;
    for (int s = 0; s < spec->slices; s++) {
        const uint32_t shift = first[s].first_router - net->first_router; /* modulo 2^32 */
        const bool ok = free ? half_turn(c, paths, way, shift) == NOC_NONE
                             : g->routers[source + shift].half == starts_at_half(c, at);
        fitting += ok;
        fits |= ok && s == net->slice;
    }
    return fitting == 0 ? 1.0 / spec->slices : fits ? 1.0 / fitting : 0.0;
}

static void name_node(const noc_graph *g, uint32_t terminal, char *text, size_t size)
{
    const noc_terminal *t = &g->terminals[terminal];
    snprintf(text, size, "%s %u at (%d,%d)", t->kind == NOC_MEMORY ? "memory" : "compute",
             t->number, t->column, t->row);
}

/* A flow that the routing cannot take past half routers; `router` is where it would turn, or NOC_NONE. */
static noc_status refuse_way(const tracer *c, const connection *way, uint32_t router)
{
    const noc_graph *g = &c->system->graph;
    const noc_network *net = &g->networks[way->network];
    char from[48], to[48], turn[64] = "";
    name_node(g, way->flow->source, from, sizeof from);
    name_node(g, way->flow->destination, to, sizeof to);
    if (router != NOC_NONE)
        snprintf(turn, sizeof turn, " without a turn at half router (%d,%d)",
                 g->routers[router].column, g->routers[router].row);
    return noc_design_conflict(
        c->design, c->diag, net->spec,
        (const char *const[]){"nodes.memory_at", "nodes.placement", "network.routing",
                              "network.half_routers", NULL},
        "network.routing = \"%s\" has no way from %s to %s%s (half routers do not turn: with "
        "routing "
        "\"checkerboard\" memory nodes must stand on half routers)",
        noc_routing_name((size_t)spec_of(c, way->network)->routing), from, to, turn);
}

/* Finds the paths of a flow from router to router. */
static void find_paths(tracer *c, const connection *at, uint32_t from, uint32_t to)
{
    const noc_graph *g = &c->system->graph;
    const noc_network_spec *spec = spec_of(c, at->network);
    const noc_topology_kind *topology = noc_topology_at((size_t)spec->topology);
    if (c->flow == at->flow && c->from == from && c->to == to) return;
    c->flow = at->flow;
    c->from = from;
    c->to = to;
    c->paths.step_count = c->paths.way_count = 0;
    if (topology->paths)
        topology->paths(spec, g, from, to, at->flow, &c->paths);
    else
        noc_routing_at((size_t)spec->routing)
            ->paths(g, at->network, from, to, at->flow->class, &c->paths);
}

/* All paths of a flow over one pair of terminal channels, which gets `share` of the network's packets. */
static noc_status route_ports(tracer *c, const connection *at, double share)
{
    const noc_paths *paths = &c->paths;
    const noc_graph *g = &c->system->graph;
    const noc_network *net = &g->networks[at->network];
    find_paths(c, at, g->channels[at->injection].to, g->channels[at->ejection].from);
    if (paths->failed) return noc_fail_memory(c->diag);
    if (paths->way_count == 0) return refuse_way(c, at, NOC_NONE);
    for (size_t w = 0; w < paths->way_count; w++) {
        const struct noc_way *way = &paths->ways[w];
        const double part = slice_share(c, at, paths, way);
        if (!(part > 0.0)) continue;
        const uint32_t turn = half_turn(c, paths, way, 0);
        if (turn != NOC_NONE) return refuse_way(c, at, turn);
        const noc_status status =
            store_path(c, paths, way, at->injection, at->ejection, net->vcs[at->flow->class],
                       share * part * way->probability);
        if (status != NOC_OK) return status;
    }
    return NOC_OK;
}

/* The channels of a terminal's list that are of one network. Returns how many. */
static uint32_t ports_on(const noc_graph *g, const uint32_t *list, uint32_t count, uint16_t network,
                         uint32_t *ports)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (g->channels[list[i]].network == network) ports[found++] = list[i];
    return found;
}

/* A network's ports share its packets evenly. */
static noc_status route_network(tracer *c, const noc_flow *flow, uint16_t network, double share)
{
    const noc_graph *g = &c->system->graph;
    const noc_terminal *source = &g->terminals[flow->source];
    const noc_terminal *target = &g->terminals[flow->destination];
    uint32_t in[NOC_PORTS_MAX], out[NOC_PORTS_MAX];
    const uint32_t ins =
        ports_on(g, &g->injections[source->first_injection], source->injections, network, in);
    const uint32_t outs =
        ports_on(g, &g->ejections[target->first_ejection], target->ejections, network, out);
    for (uint32_t i = 0; i < ins; i++) {
        for (uint32_t e = 0; e < outs; e++) {
            const connection at = {flow, in[i], out[e], network};
            const noc_status status = route_ports(c, &at, share / (ins * outs));
            if (status != NOC_OK) return status;
        }
    }
    return NOC_OK;
}

/* Networks that carry the flow's class share its packets evenly, and so do their slices unless slice_choice
 * says otherwise. */
static noc_status route_flow(tracer *c, noc_flow *flow)
{
    const noc_graph *g = &c->system->graph;
    int carriers = 0;
    for (uint16_t n = 0; n < g->network_count; n++)
        carriers += g->networks[n].carries[flow->class] && g->networks[n].slice == 0;
    flow->route.first_path = c->system->routes.path_count;
    for (uint16_t n = 0; n < g->network_count; n++) {
        if (!g->networks[n].carries[flow->class]) continue;
        const noc_status status = route_network(c, flow, n, 1.0 / carriers);
        if (status != NOC_OK) return status;
    }
    flow->route.paths = c->system->routes.path_count - flow->route.first_path;
    return NOC_OK;
}

/* ---- DCIE ----------------------------------------------------------------------------------- */

/* Packets per cycle that a source sends: bound to one of two slices, or free to take either. */
typedef struct sliced_rates {
    double bound[2], free;
} sliced_rates;

/* The slices of a flow's first and last paths. False unless the counter of DCIE evens them out. */
static bool evened_slices(const noc_system *s, const noc_flow *flow, uint16_t slices[2])
{
    const noc_path *first = &s->routes.paths[flow->route.first_path];
    const noc_path *last = first + flow->route.paths - 1;
    const noc_network *nets = s->graph.networks;
    const noc_network *a = &nets[s->graph.channels[s->routes.hops[first->first].channel].network];
    const noc_network *b = &nets[s->graph.channels[s->routes.hops[last->first].channel].network];
    slices[0] = a->slice;
    slices[1] = b->slice;
    return a->slice_choice == NOC_SLICES_DCIE && a->spec == b->spec;
}

/* The share of the first slice in the free packets of a source. The up-down counter sees all of its packets
 * and steers the free ones (te13 4.6.1), so both slices get half of all as far as these suffice. The share
 * does not become 0 or 1: until the counter has drifted away a few packets do take the other slice. */
static double first_slice_share(const sliced_rates *r)
{
    const double least = 1e-6;
    const double wanted = 0.5 * (r->bound[0] + r->bound[1] + r->free) - r->bound[0];
    return fmin(fmax(wanted / r->free, least), 1.0 - least);
}

/* Makes a flow's packets take the first slice with probability `share`, the second one otherwise. */
static void split_flow(noc_system *s, const noc_flow *flow, double share)
{
    noc_path *paths = &s->routes.paths[flow->route.first_path];
    double before[2] = {0.0, 0.0};
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const uint32_t channel = s->routes.hops[paths[i].first].channel;
            const uint16_t slice = s->graph.networks[s->graph.channels[channel].network].slice;
            if (pass == 0)
                before[slice] += paths[i].probability;
            else
                paths[i].probability *= (slice ? 1.0 - share : share) / before[slice];
        }
    }
}

static noc_status even_slices_out(tracer *c)
{
    noc_system *s = c->system;
    sliced_rates *rates = calloc(s->graph.terminal_count, sizeof *rates);
    if (!rates) return noc_fail_memory(c->diag);
    uint16_t slices[2];
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (!evened_slices(s, flow, slices)) continue;
        sliced_rates *r = &rates[flow->source];
        *(slices[0] == slices[1] ? &r->bound[slices[0]] : &r->free) += flow->rate;
    }
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (evened_slices(s, flow, slices) && slices[0] != slices[1])
            split_flow(s, flow, first_slice_share(&rates[flow->source]));
    }
    free(rates);
    return NOC_OK;
}

noc_status noc_flows_route(noc_system *system, noc_diag *diag)
{
    tracer c = {.design = system->design, .system = system, .diag = diag};
    noc_status status = NOC_OK;
    for (uint32_t r = 0; r < system->graph.router_count; r++)
        c.has_half_routers |= system->graph.routers[r].half;
    for (size_t f = 0; f < system->traffic.flow_count && status == NOC_OK; f++)
        status = route_flow(&c, &system->traffic.flows[f]);
    noc_paths_clear(&c.paths);
    noc_routes_finish(&system->routes);
    return status == NOC_OK ? even_slices_out(&c) : status;
}
