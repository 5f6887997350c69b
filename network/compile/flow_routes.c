#include "network/compile/flow_routes.h"

#include <stdio.h>

#include "base/auto.h"
#include "network/compile/chosen_routes.h"
#include "network/graph/routes.h"
#include "network/kinds/choices.h"
#include "network/kinds/kinds.h"

typedef struct route_finder {
    const noc_design *design;
    noc_system *system;
    noc_diag *diag;
    bool has_half_routers;
    noc_chosen_routes *chosen;
    /* ways of `flow` from router `from` to router `to`, shared by all pairs of ports at these
     * routers; valid if `flow` is not NULL */
    noc_paths paths;
    const noc_flow *flow;
    uint32_t from, to;
} route_finder;

/* Stores one path from its last hop to its first, so that equal last hops are shared. */
static noc_status store_path(route_finder *c, const noc_paths *paths, const struct noc_way *way,
                             uint32_t injection, uint32_t ejection, uint32_t vcs,
                             double probability)
{
    noc_routes *routes = &c->system->routes;
    uint32_t hop = noc_routes_add_hop(routes, ejection, vcs, NOC_NONE);
    for (size_t i = way->count; i-- > 0 && hop != NOC_NONE;) {
        const struct noc_step *step = &paths->steps[way->first + i];
        hop = noc_routes_add_hop(routes, step->channel, step->vcs, hop);
    }
    if (hop != NOC_NONE) hop = noc_routes_add_hop(routes, injection, vcs, hop);
    if (hop == NOC_NONE) return noc_fail_memory(c->diag);
    const noc_path path = {hop, (uint32_t)way->count + 1, probability};
    return noc_routes_add_path(routes, path) == NOC_NONE ? noc_fail_memory(c->diag) : NOC_OK;
}

/* Injection and ejection channel of a flow in a network. */
typedef struct port_pair {
    const noc_flow *flow;
    uint32_t injection, ejection;
    uint16_t network;
} port_pair;

static const noc_network_spec *spec_of(const route_finder *c, uint16_t network)
{
    return noc_system_spec(c->system, network);
}

/* Share of a slice in the packets of a way. */
static double slice_share(const route_finder *c, const port_pair *pair, const struct noc_way *way)
{
    const noc_network *net = &c->system->graph.networks[pair->network];
    const noc_network_spec *spec = spec_of(c, pair->network);
    const noc_slice_path candidate = {
        .graph = &c->system->graph,
        .paths = &c->paths,
        .way = way,
        .injection_channel = pair->injection,
        .ejection_channel = pair->ejection,
        .network = pair->network,
        .slice_count = spec->slices,
        .y_first = spec->routing->y_first[pair->flow->class],
    };
    return net->slice_choice->find_share ? net->slice_choice->find_share(&candidate)
                                         : 1.0 / spec->slices;
}

static void name_node(const noc_graph *g, uint32_t terminal, char *text, size_t size)
{
    const noc_terminal *t = &g->terminals[terminal];
    snprintf(text, size, "%s %u at (%d,%d)", t->kind == NOC_MEMORY ? "memory" : "compute",
             t->number, t->column, t->row);
}

/* Refuses a flow that the routing cannot route past half routers; `router`: half router at which
 * it turns, or NOC_NONE. */
static noc_status refuse_way(const route_finder *c, const port_pair *pair, uint32_t router)
{
    const noc_graph *g = &c->system->graph;
    const noc_network *net = &g->networks[pair->network];
    char from[48], to[48], turn[64] = "";
    name_node(g, pair->flow->source, from, sizeof from);
    name_node(g, pair->flow->destination, to, sizeof to);
    if (router != NOC_NONE)
        snprintf(turn, sizeof turn, " without a turn at half router (%d,%d)",
                 g->routers[router].column, g->routers[router].row);
    return noc_design_conflict(
        c->design, c->diag, net->spec_index,
        NOC_PATHS("nodes.memory_at", "nodes.placement", "network.routing", "network.half_routers"),
        "network.routing = \"%s\" has no way from %s to %s%s (half routers do not turn: with "
        "routing "
        "\"checkerboard\" memory nodes must stand on half routers)",
        spec_of(c, pair->network)->routing->name, from, to, turn);
}

/* Finds the ways of a flow from router to router. */
static void find_paths(route_finder *c, const port_pair *pair, uint32_t from, uint32_t to)
{
    const noc_graph *g = &c->system->graph;
    const noc_network_spec *spec = spec_of(c, pair->network);
    const noc_topology_kind *topology = spec->topology;
    if (c->flow == pair->flow && c->from == from && c->to == to) return;
    c->flow = pair->flow;
    c->from = from;
    c->to = to;
    c->paths.step_count = c->paths.way_count = 0;
    if (topology->find_paths)
        topology->find_paths(spec, g, from, to, pair->flow, &c->paths);
    else
        spec->routing->find_paths(spec, g, pair->network, from, to, pair->flow->class, &c->paths);
}

/* Adds the paths of a flow whose packets choose among links. Slices have equal shares. */
static noc_status route_choosing_flow(route_finder *c, const port_pair *pair, double share)
{
    const double slice_packets = share / spec_of(c, pair->network)->slices;
    const noc_status status = noc_chosen_routes_add(c->chosen, pair->flow->class, pair->injection,
                                                    pair->ejection, slice_packets);
    return status == NOC_OK ? NOC_OK : noc_fail_memory(c->diag);
}

/* Adds all paths of a flow between a pair of terminal channels. `share`: share of the pair in
 * all packets of the flow. */
static noc_status route_ports(route_finder *c, const port_pair *pair, double share)
{
    const noc_paths *paths = &c->paths;
    const noc_graph *g = &c->system->graph;
    const noc_network *net = &g->networks[pair->network];
    if (noc_network_chooses_links(net)) return route_choosing_flow(c, pair, share);
    find_paths(c, pair, g->channels[pair->injection].to, g->channels[pair->ejection].from);
    if (paths->arena.is_short) return noc_fail_memory(c->diag);
    if (paths->way_count == 0) return refuse_way(c, pair, NOC_NONE);
    for (size_t w = 0; w < paths->way_count; w++) {
        const struct noc_way *way = &paths->ways[w];
        const double way_share = slice_share(c, pair, way);
        if (!(way_share > 0.0)) continue;
        const uint32_t turn = c->has_half_routers ? noc_find_half_turn(g, paths, way, 0) : NOC_NONE;
        if (turn != NOC_NONE) return refuse_way(c, pair, turn);
        const noc_status status =
            store_path(c, paths, way, pair->injection, pair->ejection, net->vcs[pair->flow->class],
                       share * way_share * way->probability);
        if (status != NOC_OK) return status;
    }
    return NOC_OK;
}

/* Lists the channels of a terminal that belong to a network. Returns their number. */
static uint32_t list_ports_of_network(const noc_graph *g, const uint32_t *list, uint32_t count,
                                      uint16_t network, uint32_t *ports)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (g->channels[list[i]].network == network) ports[found++] = list[i];
    return found;
}

/* Adds the paths of a flow in a network, whose ports have equal shares. */
static noc_status route_network(route_finder *c, const noc_flow *flow, uint16_t network,
                                double share)
{
    const noc_graph *g = &c->system->graph;
    const noc_terminal *source = &g->terminals[flow->source];
    const noc_terminal *target = &g->terminals[flow->destination];
    uint32_t injections[NOC_PORTS_MAX], ejections[NOC_PORTS_MAX];
    const uint32_t injection_count = list_ports_of_network(
        g, &g->injections[source->first_injection], source->injections, network, injections);
    const uint32_t ejection_count = list_ports_of_network(g, &g->ejections[target->first_ejection],
                                                          target->ejections, network, ejections);
    for (uint32_t i = 0; i < injection_count; i++) {
        for (uint32_t e = 0; e < ejection_count; e++) {
            const port_pair pair = {flow, injections[i], ejections[e], network};
            const noc_status status =
                route_ports(c, &pair, share / (injection_count * ejection_count));
            if (status != NOC_OK) return status;
        }
    }
    return NOC_OK;
}

/* Adds the paths of a flow. Networks that carry its class have equal shares of its packets;
 * slices, too, unless slice_choice sets other shares. */
static noc_status route_flow(route_finder *c, noc_flow *flow)
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
    flow->route.path_count = c->system->routes.path_count - flow->route.first_path;
    return NOC_OK;
}

/* Applies the slice choices that balance all flows together. */
static noc_status balance_slices(noc_system *s)
{
    const noc_graph *g = &s->graph;
    noc_status status = NOC_OK;
    for (uint16_t n = 0; n < g->network_count && status == NOC_OK; n++) {
        const noc_network *net = &g->networks[n];
        if (net->slice == 0 && net->slice_choice->balance_shares)
            status = net->slice_choice->balance_shares(s, net->spec_index);
    }
    return status;
}

static noc_status prepare_network(noc_system *system, uint16_t network, noc_diag *diag)
{
    const noc_network_spec *spec = noc_system_spec(system, network);
    const noc_topology_kind *topology = spec->topology;
    return topology->prepare ? topology->prepare(system, network, diag) : NOC_OK;
}

noc_status noc_flows_route(noc_system *system, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    route_finder c = {.design = system->design,
                      .system = system,
                      .diag = diag,
                      .chosen = noc_chosen_routes_new(&scratch, system)};
    noc_status status = c.chosen ? NOC_OK : noc_fail_memory(diag);
    for (uint32_t r = 0; r < system->graph.router_count; r++)
        c.has_half_routers |= system->graph.routers[r].is_half;
    for (uint16_t n = 0; n < system->graph.network_count && status == NOC_OK; n++)
        status = prepare_network(system, n, diag);
    for (size_t f = 0; f < system->traffic.flow_count && status == NOC_OK; f++)
        status = route_flow(&c, &system->traffic.flows[f]);
    noc_arena_clear(&c.paths.arena);
    noc_routes_finish(&system->routes);
    if (status != NOC_OK) return status;
    return balance_slices(system) == NOC_OK ? NOC_OK : noc_fail_memory(diag);
}
