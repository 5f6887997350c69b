/* A design becomes a graph, flows and routes, in that order. */
#include "network/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/deadlock.h"
#include "network/design_check.h"
#include "network/kinds.h"

typedef struct compiler {
    const noc_design *design;
    noc_system *system;
    noc_diag *diag;
    const noc_pattern_kind *pattern;
} compiler;

static const noc_topology_kind *topology_of(const noc_network_spec *spec)
{
    return noc_topology_at((size_t)spec->topology);
}

/* ---- size before anything is allocated ------------------------------------------------------ */

static noc_status check_size(const compiler *c)
{
    const noc_design *d = c->design;
    const double nodes = (double)d->nodes.compute + d->nodes.memory;
    const double flows = c->pattern->has_memory   ? 2.0 * d->nodes.compute * d->nodes.memory
                         : c->pattern->one_target ? nodes
                                                  : nodes * nodes;
    double bytes = nodes * sizeof(noc_terminal), routers = 0.0;
    for (int n = 0; n < d->network_count; n++) {
        const noc_network_spec *spec = &d->networks[n];
        const noc_size size = topology_of(spec)->size(spec);
        const double per_destination = size.routers * nodes,
                     per_flow = flows * size.longest_path / 2;
        const double hops = per_destination < per_flow ? per_destination : per_flow;
        const double channels = size.links + 2.0 * nodes * spec->memory_ports;
        routers += spec->slices * size.routers;
        bytes += spec->slices *
                 (size.routers * sizeof(noc_router) +
                  channels * (sizeof(noc_channel) + 2 * sizeof(uint32_t)) +
                  hops * 1.5 * (sizeof(noc_hop) + 2 * sizeof(uint32_t)) + flows * sizeof(noc_path));
    }
    bytes += flows * sizeof(noc_flow);
    if (bytes <= NOC_MEMORY_LIMIT) return NOC_OK;
    return noc_design_conflict(d, c->diag, 0,
                               (const char *const[]){"network.columns", "network.rows", NULL},
                               "the design has %.0f routers and %.3g flows and would need %.1f GiB "
                               "of memory (limit %.0f GiB)",
                               routers, flows, bytes / (1024.0 * 1024.0 * 1024.0),
                               NOC_MEMORY_LIMIT / (1024.0 * 1024.0 * 1024.0));
}

/* ---- graph ---------------------------------------------------------------------------------- */

static noc_status place_terminals(compiler *c)
{
    const noc_design *d = c->design;
    noc_graph *g = &c->system->graph;
    noc_design_tiles(d, &g->columns, &g->rows);
    const uint32_t tiles = (uint32_t)g->columns * (uint32_t)g->rows;
    g->memory_count = (uint32_t)d->nodes.memory_at.count;
    g->terminals = calloc(tiles, sizeof *g->terminals);
    g->terminal_at = calloc(tiles, sizeof *g->terminal_at);
    g->computes = calloc(tiles, sizeof *g->computes);
    g->memories = calloc(g->memory_count + 1, sizeof *g->memories);
    if (!g->terminals || !g->terminal_at || !g->computes || !g->memories)
        return noc_fail_memory(c->diag);
    for (size_t i = 0; i < d->nodes.empty_at.count; i++) {
        const noc_point at = d->nodes.empty_at.values[i];
        g->terminal_at[at.row * g->columns + at.column] = NOC_NONE;
    }
    for (uint32_t tile = 0; tile < tiles; tile++) {
        if (g->terminal_at[tile] == NOC_NONE) continue;
        g->terminals[g->terminal_count].column = (int16_t)((int)tile % g->columns);
        g->terminals[g->terminal_count].row = (int16_t)((int)tile / g->columns);
        g->terminal_at[tile] = g->terminal_count++;
    }
    for (uint32_t m = 0; m < g->memory_count; m++) {
        const noc_point at = d->nodes.memory_at.values[m];
        g->memories[m] = g->terminal_at[at.row * g->columns + at.column];
        g->terminals[g->memories[m]].kind = NOC_MEMORY;
        g->terminals[g->memories[m]].number = m;
    }
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        if (g->terminals[t].kind != NOC_COMPUTE) continue;
        g->terminals[t].number = g->compute_count;
        g->computes[g->compute_count++] = t;
    }
    return NOC_OK;
}

static uint32_t vc_range(int first, int end)
{
    return (uint32_t)(((uint64_t)1 << end) - ((uint64_t)1 << first));
}

static noc_network describe_network(const compiler *c, int spec_index, int slice)
{
    const noc_network_spec *spec = &c->design->networks[spec_index];
    noc_network net = {
        .switching = NOC_SWITCHING_VC,
        .spec = (uint16_t)spec_index,
        .slice = (uint16_t)slice,
        .flit_bytes = (uint16_t)(spec->flit_bytes / spec->slices),
        .virtual_channels = (uint8_t)spec->virtual_channels,
        .buffer_flits = (uint16_t)spec->buffer_flits,
        .router_stages = (uint8_t)spec->router_stages,
        .route_cycles = spec->router_stages == 4,
        .traverse_cycles = spec->router_stages > 1,
        .speculative = spec->router_stages <= 2,
        .speculation_yields = spec->speculation == NOC_SPECULATION_PRIORITY,
        .input_speedup = (uint8_t)spec->input_speedup,
        .credit_cycles = (uint16_t)spec->credit_cycles,
        .allocation_hold = (noc_allocation_hold)spec->allocation_hold,
        .atomic = spec->vc_reallocation == NOC_REALLOCATION_ATOMIC,
        .allocator = (noc_allocator)spec->allocator,
        .allocator_iterations = (uint8_t)spec->allocator_iterations,
        .slice_choice = (noc_slice_choice)spec->slice_choice,
        .port_policy = (noc_port_policy)spec->port_policy,
        .terminal_mm = spec->terminal_mm,
        .trimmed = spec->edge_routers == NOC_EDGE_TRIMMED,
    };
    net.carries[NOC_REQUEST] = spec->carries != NOC_CARRIES_REPLY;
    net.carries[NOC_REPLY] = c->pattern->has_memory && spec->carries != NOC_CARRIES_REQUEST;
    const int all = spec->virtual_channels;
    const int split = net.carries[NOC_REPLY] ? (net.carries[NOC_REQUEST] ? all / 2 : 0) : all;
    net.vcs[NOC_REQUEST] = vc_range(0, split);
    net.vcs[NOC_REPLY] = vc_range(split, all);
    return net;
}

static noc_status build_networks(compiler *c)
{
    noc_graph *g = &c->system->graph;
    int count = 0;
    for (int n = 0; n < c->design->network_count; n++) count += c->design->networks[n].slices;
    g->networks = calloc((size_t)count, sizeof *g->networks);
    if (!g->networks) return noc_fail_memory(c->diag);
    for (int n = 0; n < c->design->network_count; n++) {
        for (int slice = 0; slice < c->design->networks[n].slices; slice++) {
            const uint16_t network = g->network_count++;
            g->networks[network] = describe_network(c, n, slice);
            const noc_status status =
                topology_of(&c->design->networks[n])->build(g, c->design, network);
            if (status != NOC_OK) return noc_fail_memory(c->diag);
        }
    }
    return noc_graph_finish(g, c->diag);
}

/* Switches may be larger than the sampler's allocators are made for. */
static noc_status check_routers(compiler *c)
{
    const noc_graph *g = &c->system->graph;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        const noc_network *net = &g->networks[router->network];
        if (router->inputs * noc_network_labels(net) <= NOC_ROUTER_VCS_MAX &&
            router->outputs <= NOC_ROUTER_VCS_MAX)
            continue;
        return noc_design_conflict(
            c->design, c->diag, net->spec,
            (const char *const[]){"network.virtual_channels", "network.topology", NULL},
            "a router has %d inputs of %d virtual channels and %d outputs (at most %d inputs of so "
            "many, and %d outputs)",
            router->inputs, net->virtual_channels, router->outputs,
            NOC_ROUTER_VCS_MAX / (int)noc_network_labels(net), NOC_ROUTER_VCS_MAX);
    }
    return NOC_OK;
}

/* ---- traffic -------------------------------------------------------------------------------- */

static bool add_type(compiler *c, noc_packet_type type, int given_flits)
{
    const noc_graph *g = &c->system->graph;
    noc_traffic *traffic = &c->system->traffic;
    type.flits = calloc(g->network_count, sizeof *type.flits);
    if (!type.flits) return false;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const int width = g->networks[n].flit_bytes;
        type.flits[n] = (uint16_t)(type.bytes ? (type.bytes + width - 1) / width : given_flits);
    }
    traffic->types[traffic->type_count++] = type;
    return true;
}

static noc_status make_types(compiler *c)
{
    const noc_traffic_spec *t = &c->design->traffic;
    bool added = true;
    if (c->pattern->has_memory) {
        const double reads = t->read_fraction, writes = 1.0 - reads;
        const noc_packet_type types[] = {
            {"read request", NOC_REQUEST, reads, t->read_request_bytes, NULL, 2},
            {"write request", NOC_REQUEST, writes, t->write_request_bytes, NULL, 3},
            {"read reply", NOC_REPLY, reads, t->read_reply_bytes, NULL, -1},
            {"write reply", NOC_REPLY, writes, t->write_reply_bytes, NULL, -1},
        };
        for (int i = 0; i < 4; i++) added &= add_type(c, types[i], 0);
        return added ? NOC_OK : noc_fail_memory(c->diag);
    }
    const size_t lengths = t->packet_flits.count ? t->packet_flits.count : 1;
    double sum = 0.0; /* the design may have rounded thirds */
    for (size_t i = 0; i < t->packet_mix.count; i++) sum += t->packet_mix.values[i];
    for (size_t i = 0; i < lengths; i++) {
        const int flits = t->packet_flits.count ? t->packet_flits.values[i] : 1;
        const double share =
            t->packet_mix.count ? t->packet_mix.values[i] / sum : 1.0 / (double)lengths;
        added &= add_type(c, (noc_packet_type){"packet", NOC_REQUEST, share, 0, NULL, -1}, flits);
    }
    return added ? NOC_OK : noc_fail_memory(c->diag);
}

static bool add_flow(noc_traffic *traffic, size_t *capacity, noc_flow flow)
{
    if (traffic->flow_count == *capacity) {
        const size_t wanted = *capacity ? 2 * *capacity : 256;
        noc_flow *grown = realloc(traffic->flows, wanted * sizeof *grown);
        if (!grown) return false;
        traffic->flows = grown;
        *capacity = wanted;
    }
    traffic->flows[traffic->flow_count++] = flow;
    return true;
}

/* Replies mirror the requests, sorted by the memory that sends them. */
static bool mirror_flows(compiler *c, size_t *capacity)
{
    noc_traffic *traffic = &c->system->traffic;
    const noc_graph *g = &c->system->graph;
    const size_t requests = traffic->flow_count;
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        if (g->terminals[t].kind != NOC_MEMORY) continue;
        for (size_t f = 0; f < requests; f++) {
            const noc_flow request = traffic->flows[f];
            if (request.destination != t) continue;
            const noc_flow reply = {
                request.destination, request.source, NOC_REPLY, request.rate, {0, 0}};
            if (!add_flow(traffic, capacity, reply)) return false;
        }
    }
    return true;
}

static noc_status make_flows(compiler *c)
{
    noc_traffic *traffic = &c->system->traffic;
    const noc_graph *g = &c->system->graph;
    double *share = malloc((g->terminal_count + 1) * sizeof *share);
    if (!share) return noc_fail_memory(c->diag);
    size_t capacity = 0;
    bool added = true;
    for (uint32_t s = 0; s < g->terminal_count && added; s++) {
        memset(share, 0, g->terminal_count * sizeof *share);
        c->pattern->shares(c->design, g, s, share);
        const size_t before = traffic->flow_count;
        for (uint32_t d = 0; d < g->terminal_count && added; d++)
            if (share[d] > 0.0)
                added =
                    add_flow(traffic, &capacity, (noc_flow){s, d, NOC_REQUEST, share[d], {0, 0}});
        if (traffic->flow_count > before) traffic->injectors++;
    }
    free(share);
    if (added && c->pattern->has_memory) added = mirror_flows(c, &capacity);
    return added ? NOC_OK : noc_fail_memory(c->diag);
}

/* ---- routes --------------------------------------------------------------------------------- */

/* Stores one path from its end to its start, so that equal ends are found. */
static noc_status store_path(compiler *c, const noc_paths *paths, const struct noc_way *way,
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
static uint32_t half_turn(const noc_graph *g, const noc_paths *paths, const struct noc_way *way,
                          uint32_t shift)
{
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

static const noc_network_spec *spec_of(const compiler *c, uint16_t network)
{
    return &c->design->networks[c->system->graph.networks[network].spec];
}

/* te13 4.4: a packet takes the full router of its source if it has an even number of tiles to go in the
 * dimension that comes first, else the half router; then it turns at a full one. */
static bool starts_at_half(const compiler *c, const connection *way)
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
static double slice_share(const compiler *c, const connection *at, const noc_paths *paths,
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
        const bool ok = free ? half_turn(g, paths, way, shift) == NOC_NONE
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
static noc_status refuse_way(const compiler *c, const connection *way, uint32_t router)
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

/* All paths of a flow over one pair of terminal channels, which gets `share` of the network's packets. */
static noc_status route_ports(compiler *c, const connection *at, double share, noc_paths *paths)
{
    const noc_graph *g = &c->system->graph;
    const uint32_t from = g->channels[at->injection].to, to = g->channels[at->ejection].from;
    const noc_network *net = &g->networks[at->network];
    const noc_network_spec *spec = spec_of(c, at->network);
    const noc_topology_kind *topology = topology_of(spec);
    paths->step_count = paths->way_count = 0;
    if (topology->paths)
        topology->paths(spec, g, from, to, at->flow, paths);
    else
        noc_routing_at((size_t)spec->routing)
            ->paths(g, at->network, from, to, at->flow->class, paths);
    if (paths->failed) return noc_fail_memory(c->diag);
    if (paths->way_count == 0) return refuse_way(c, at, NOC_NONE);
    for (size_t w = 0; w < paths->way_count; w++) {
        const struct noc_way *way = &paths->ways[w];
        const double part = slice_share(c, at, paths, way);
        if (!(part > 0.0)) continue;
        const uint32_t turn = half_turn(g, paths, way, 0);
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
static noc_status route_network(compiler *c, const noc_flow *flow, uint16_t network, double share,
                                noc_paths *paths)
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
            const noc_status status = route_ports(c, &at, share / (ins * outs), paths);
            if (status != NOC_OK) return status;
        }
    }
    return NOC_OK;
}

/* Networks that carry the flow's class share its packets evenly, and so do their slices unless slice_choice
 * says otherwise. */
static noc_status route_flow(compiler *c, noc_flow *flow, noc_paths *paths)
{
    const noc_graph *g = &c->system->graph;
    int carriers = 0;
    for (uint16_t n = 0; n < g->network_count; n++)
        carriers += g->networks[n].carries[flow->class] && g->networks[n].slice == 0;
    flow->route.first_path = c->system->routes.path_count;
    for (uint16_t n = 0; n < g->network_count; n++) {
        if (!g->networks[n].carries[flow->class]) continue;
        const noc_status status = route_network(c, flow, n, 1.0 / carriers, paths);
        if (status != NOC_OK) return status;
    }
    flow->route.paths = c->system->routes.path_count - flow->route.first_path;
    return NOC_OK;
}

static noc_status make_routes(compiler *c)
{
    noc_traffic *traffic = &c->system->traffic;
    noc_paths paths = {0};
    noc_status status = NOC_OK;
    for (size_t f = 0; f < traffic->flow_count && status == NOC_OK; f++)
        status = route_flow(c, &traffic->flows[f], &paths);
    noc_paths_clear(&paths);
    noc_routes_finish(&c->system->routes);
    return status;
}

/* ---- sums ----------------------------------------------------------------------------------- */

double noc_system_mean_flits(const noc_system *system, noc_class class, uint16_t network)
{
    double mean = 0.0;
    for (int i = 0; i < system->traffic.type_count; i++) {
        const noc_packet_type *type = &system->traffic.types[i];
        if (type->class == class) mean += type->share * type->flits[network];
    }
    return mean;
}

static void sum_traffic(noc_system *s)
{
    noc_traffic *traffic = &s->traffic;
    int carriers = 0;
    double flits = 0.0, bytes = 0.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        if (!s->graph.networks[n].carries[NOC_REQUEST]) continue;
        carriers++;
        flits += noc_system_mean_flits(s, NOC_REQUEST, n);
    }
    traffic->injected_flits = flits / carriers;
    for (int i = 0; i < traffic->type_count; i++) {
        const noc_packet_type *type = &traffic->types[i];
        bytes += type->share *
                 (type->bytes ? type->bytes : type->flits[0] * s->graph.networks[0].flit_bytes);
    }
    traffic->transaction_bytes = bytes;
}

double noc_system_packet_rate(const noc_system *system, double load)
{
    return load / system->traffic.injected_flits;
}

/* Ports that take a terminal's own packets. */
static uint32_t request_ports(const noc_graph *g, const noc_terminal *terminal)
{
    uint32_t ports = 0;
    for (uint32_t i = 0; i < terminal->injections; i++) {
        const uint32_t channel = g->injections[terminal->first_injection + i];
        ports += g->networks[g->channels[channel].network].carries[NOC_REQUEST];
    }
    return ports;
}

double noc_system_highest_load(const noc_system *system)
{
    double highest = system->traffic.injected_flits;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != NOC_REQUEST) break;
        const uint32_t ports =
            request_ports(&system->graph, &system->graph.terminals[flow->source]);
        if (ports < highest) highest = ports;
    }
    return highest;
}

noc_status noc_system_compile(const noc_design *design, noc_system **system, noc_diag *diag)
{
    compiler c = {
        .design = design,
        .diag = diag,
        .pattern = noc_pattern_at((size_t)design->traffic.pattern),
    };
    noc_status status = check_size(&c);
    if (status != NOC_OK) return status;
    c.system = calloc(1, sizeof *c.system);
    if (!c.system) return noc_fail_memory(diag);
    c.system->design = design;
    noc_status (*const steps[])(compiler *) = {place_terminals, build_networks, check_routers,
                                               make_types,      make_flows,     make_routes};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == NOC_OK; i++)
        status = steps[i](&c);
    if (status == NOC_OK) status = noc_check_deadlock(c.system, diag);
    if (status != NOC_OK) {
        noc_system_free(c.system);
        return status;
    }
    sum_traffic(c.system);
    *system = c.system;
    return NOC_OK;
}

void noc_system_free(noc_system *system)
{
    if (!system) return;
    noc_graph_clear(&system->graph);
    noc_routes_clear(&system->routes);
    noc_traffic_clear(&system->traffic);
    free(system);
}
