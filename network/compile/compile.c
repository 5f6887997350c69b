/* Compiler of a design: estimates its size, then builds the graph, the flows and the routes, and
 * checks each. */
#include "network/compile/compile.h"

#include <math.h>
#include <stdlib.h>

#include "base/auto.h"
#include "base/memory_limit.h"
#include "network/compile/compile_traffic.h"
#include "network/compile/deadlock.h"
#include "network/compile/flow_routes.h"
#include "network/compile/kept_systems.h"
#include "network/compile/merged_flows.h"
#include "network/compile/named_ends.h"
#include "network/files/wiring_layers.h"
#include "network/graph/die_links.h"
#include "network/graph/multicast.h"
#include "network/graph/vc_layers.h"
#include "network/kinds/choices.h"
#include "network/kinds/kinds.h"
#include "network/kinds/traffic_keys.h"

typedef struct compiler {
    const noc_design *design;
    noc_system *system;
    noc_diag *diag;
    bool merges_flows; /* true: flows are merged */
} compiler;

/* ---- size before anything is allocated ------------------------------------------------------ */

/* Bytes of a hop. During construction, routes hold two list entries for each hop; later the
 * model holds a rate, class, group and number, which need more. */
enum { HOP_BYTES = sizeof(noc_hop) + sizeof(double) + 2 * sizeof(uint32_t) };

/* Bytes of a hop where packets choose: with its choice, and a hash table entry for its list. */
enum { CHOSEN_HOP_BYTES = HOP_BYTES + sizeof(noc_hop_choice) + 40 };

/* Hops of a router for each destination: links in two dimensions, the escape channel, and the
 * next hop of packets on escape channels. */
enum { CHOSEN_HOPS = 4 };

/* Bytes of the model for an input and an output of a router between which packets of a class
 * pass, measured: on meshes that equal their mirror images, and on others. */
enum { MIRRORED_PAIR_BYTES = 600, UNMIRRORED_PAIR_BYTES = 950 };

static bool has_memory_at(const noc_design *d, int column, int row)
{
    for (size_t i = 0; i < d->nodes.memory_positions.count; i++) {
        const noc_point *tile = &d->nodes.memory_positions.values[i];
        if (tile->column == column && tile->row == row) return true;
    }
    return false;
}

/* True if the places of memory nodes equal their mirror images, left to right or top to bottom,
 * so that one queue of the model stands for two; true without tiles. */
static bool is_mirror_image(const noc_design *d)
{
    int columns, rows;
    bool mirrors_columns = true, mirrors_rows = true;
    if (!noc_design_find_tiles(d, &columns, &rows)) return true;
    for (size_t i = 0; i < d->nodes.memory_positions.count; i++) {
        const noc_point *at = &d->nodes.memory_positions.values[i];
        mirrors_columns = mirrors_columns && has_memory_at(d, columns - 1 - at->column, at->row);
        mirrors_rows = mirrors_rows && has_memory_at(d, at->column, rows - 1 - at->row);
    }
    return mirrors_columns || mirrors_rows;
}

/* Number of pairs of an input and an output between which packets pass, in a network whose
 * routers have equal numbers of ports. */
static double pairs_of(const noc_size *network, double nodes, double flows)
{
    const double ports = (network->link_count + nodes) / network->router_count;
    return fmin(network->router_count * ports * ports, flows);
}

/* Bytes of the rates of merged flows, by channel and class, and of the trees from which they are
 * summed. */
static double merged_bytes(double routers, double channels, double ports)
{
    enum { TREE_BYTES = 64 };
    return channels * NOC_CLASSES * (1.0 + ports) * sizeof(double) + routers * TREE_BYTES;
}

/* Bytes of flows and of their hops in a network. */
static double stored_bytes(const noc_network_spec *spec, const noc_size *network_size, double nodes,
                           double flows)
{
    const bool is_routed = noc_routing_serves(spec->routing, spec->topology);
    const double ways_per_flow =
                     is_routed ? noc_routing_max_paths(spec->routing, network_size) : 1.0,
                 ways = ways_per_flow * flows;
    const double per_destination = ways_per_flow * network_size->router_count * nodes,
                 per_way = ways * network_size->longest_path / 2;
    /* ways share all hops except the first */
    const double hops = ways + fmin(per_destination, per_way);
    return hops * HOP_BYTES + ways * sizeof(noc_path);
}

/* Bytes of flows and hops where packets choose among links: one way for each start state. */
static double chosen_bytes(const noc_network_spec *spec, const noc_size *network_size, double nodes,
                           double flows)
{
    const double states =
        spec->routing->find_starts ? noc_routing_max_paths(spec->routing, network_size) : 1.0;
    const double ways = states * flows,
                 hops = ways + CHOSEN_HOPS * states * network_size->router_count * nodes;
    return hops * CHOSEN_HOP_BYTES + ways * sizeof(noc_path);
}

static noc_system_size estimate_size(const noc_design *d, bool merged)
{
    const double nodes = (double)noc_compute_terminals(d) + d->nodes.memory;
    const double pair_bytes = is_mirror_image(d) ? MIRRORED_PAIR_BYTES : UNMIRRORED_PAIR_BYTES;
    noc_system_size total = {.flow_count = noc_flows_count(d)};
    total.bytes = nodes * sizeof(noc_terminal);
    total.bytes +=
        merged ? noc_merging_bytes(d) : total.flow_count * (sizeof(noc_flow) + sizeof(noc_route));
    for (int n = 0; n < d->network_count; n++) {
        const noc_network_spec *spec = &d->networks[n];
        const noc_size network_size = spec->topology->estimate_size(spec);
        const bool has_both =
            noc_design_has_replies(d) && spec->carried_traffic == NOC_CARRIES_BOTH;
        const double classes = has_both ? NOC_CLASSES : 1.0;
        const double channels = network_size.link_count + 2.0 * nodes * spec->memory_ports;
        const double flow_bytes =
            merged
                ? merged_bytes(network_size.router_count, channels,
                               (network_size.link_count + nodes) / network_size.router_count + 1.0)
            : spec->routing->choice == NOC_CHOICE_NONE
                ? stored_bytes(spec, &network_size, nodes, total.flow_count)
                : chosen_bytes(spec, &network_size, nodes, total.flow_count);
        total.router_count += spec->slices * network_size.router_count;
        total.model_bytes += spec->slices * classes *
                             pairs_of(&network_size, nodes, total.flow_count / classes) *
                             pair_bytes;
        total.bytes += spec->slices * (network_size.router_count * sizeof(noc_router) +
                                       channels * (sizeof(noc_channel) + 2 * sizeof(uint32_t)) +
                                       flow_bytes + network_size.table_bytes);
    }
    total.bytes += total.model_bytes;
    return total;
}

noc_system_size noc_system_size_of(const noc_design *d)
{
    return estimate_size(d, false);
}

noc_system_size noc_model_size_of(const noc_design *d)
{
    return estimate_size(d, noc_flows_can_merge(d));
}

static noc_status check_size(const compiler *c, const noc_system_size *size)
{
    char needed_memory[NOC_MEMORY_NEED_CHARS];
    if (size->bytes <= (double)noc_memory_limit()) return NOC_OK;
    noc_memory_describe_need(size->bytes, needed_memory);
    return noc_design_conflict(c->design, c->diag, 0,
                               NOC_PATHS("network.columns", "network.rows", "network.links"),
                               "the design has %.0f routers and %.3g flows and %s",
                               size->router_count, size->flow_count, needed_memory);
}

/* ---- graph ---------------------------------------------------------------------------------- */

static bool make_terminals(noc_graph *g, const noc_design *d)
{
    const uint32_t tiles = (uint32_t)g->columns * (uint32_t)g->rows;
    const bool shared = d->nodes.memory_tiles == NOC_MEMORY_TILES_SHARED;
    const uint32_t most_terminals = shared ? tiles + g->memory_count : tiles;
    g->terminals = noc_arena_array(&g->arena, most_terminals, sizeof *g->terminals);
    g->terminal_of_tile = noc_arena_array(&g->arena, tiles, sizeof(uint32_t));
    g->compute_terminals = noc_arena_array(&g->arena, tiles, sizeof(uint32_t));
    g->memory_terminals = noc_arena_array(&g->arena, g->memory_count, sizeof(uint32_t));
    /* element 0 exists, even where a later allocation fails (network/graph/graph.h) */
    g->router_capacity = g->channel_capacity = 1;
    g->routers = noc_arena_array(&g->arena, 1, sizeof *g->routers);
    g->channels = noc_arena_array(&g->arena, 1, sizeof *g->channels);
    if (shared) g->second_terminal_of_tile = noc_arena_array(&g->arena, tiles, sizeof(uint32_t));
    for (uint32_t tile = 0; g->second_terminal_of_tile && tile < tiles; tile++)
        g->second_terminal_of_tile[tile] = NOC_NONE;
    return !g->arena.is_short;
}

/* Adds the terminal of a tile. */
static uint32_t add_terminal(noc_graph *g, uint32_t tile)
{
    noc_terminal *t = &g->terminals[g->terminal_count];
    t->column = (int16_t)((int)tile % g->columns);
    t->row = (int16_t)((int)tile / g->columns);
    return g->terminal_count++;
}

/* Places memory nodes: each is the node of its tile, or a second node there. */
static void place_memories(noc_graph *g, const noc_points *at)
{
    for (uint32_t m = 0; m < g->memory_count; m++) {
        const uint32_t tile =
            (uint32_t)at->values[m].row * (uint32_t)g->columns + (uint32_t)at->values[m].column;
        g->memory_terminals[m] =
            g->second_terminal_of_tile ? add_terminal(g, tile) : g->terminal_of_tile[tile];
        if (g->second_terminal_of_tile) g->second_terminal_of_tile[tile] = g->memory_terminals[m];
        g->terminals[g->memory_terminals[m]].kind = NOC_MEMORY;
        g->terminals[g->memory_terminals[m]].number = m;
    }
}

static noc_status place_terminals(compiler *c)
{
    const noc_design *d = c->design;
    noc_graph *g = &c->system->graph;
    g->has_tiles = noc_design_find_tiles(d, &g->columns, &g->rows);
    const uint32_t tiles = (uint32_t)g->columns * (uint32_t)g->rows;
    g->memory_count = (uint32_t)d->nodes.memory_positions.count;
    if (!make_terminals(g, d)) return noc_fail_memory(c->diag);
    for (size_t i = 0; i < d->nodes.empty_positions.count; i++) {
        const noc_point at = d->nodes.empty_positions.values[i];
        g->terminal_of_tile[at.row * g->columns + at.column] = NOC_NONE;
    }
    for (uint32_t tile = 0; tile < tiles; tile++)
        if (g->terminal_of_tile[tile] != NOC_NONE)
            g->terminal_of_tile[tile] = add_terminal(g, tile);
    place_memories(g, &d->nodes.memory_positions);
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        if (g->terminals[t].kind != NOC_COMPUTE) continue;
        g->terminals[t].number = g->compute_count;
        g->compute_terminals[g->compute_count++] = t;
    }
    return NOC_OK;
}

static uint32_t vc_set(int first, int end)
{
    return (uint32_t)(((uint64_t)1 << end) - ((uint64_t)1 << first));
}

static noc_network describe_network(const compiler *c, int spec_index, int slice)
{
    const noc_network_spec *spec = &c->design->networks[spec_index];
    noc_network net = {
        .switching = spec->topology->switching,
        .is_limited = noc_switchings[spec->topology->switching].has_limit,
        .spec_index = (uint16_t)spec_index,
        .slice = (uint16_t)slice,
        .flit_bytes = (uint16_t)(spec->flit_bytes / spec->slices),
        .vc.virtual_channels = (uint8_t)spec->virtual_channels,
        .vc.buffer_flits = (uint16_t)spec->buffer_flits,
        .vc.router_stages = (uint8_t)spec->router_stages,
        .vc.route_cycles = spec->router_stages == 4,
        .vc.traverse_cycles = spec->router_stages > 1,
        .vc.is_speculative = spec->router_stages <= 2,
        .vc.speculation_yields = spec->speculation == NOC_SPECULATION_PRIORITY,
        .vc.input_speedup = (uint8_t)spec->input_speedup,
        .vc.internal_speedup = spec->internal_speedup,
        .vc.credit_cycles = (uint16_t)spec->credit_cycles,
        .vc.allocation_hold = (noc_allocation_hold)spec->allocation_hold,
        .vc.overlaps_packets = noc_has_packet_overlap(spec),
        .vc.atomic_reallocation = spec->vc_reallocation == NOC_REALLOCATION_ATOMIC,
        .vc.allocator = (noc_allocator)spec->allocator,
        .vc.vc_allocator = (noc_allocator)noc_vc_allocator(spec),
        .vc.allocator_iterations = (uint8_t)spec->allocator_iterations,
        .slice_choice = spec->slice_choice,
        .vc.port_choice = spec->channel_choice,
        .vc.link_choice = &noc_channel_choice_random,
        .vc.route_choice = spec->topology->layout ? spec->routing->choice : NOC_CHOICE_NONE,
        .vc.counts_sent_flits = spec->congestion_measure == NOC_CONGESTION_OUTSTANDING,
        .vc.terminal_link_mm = spec->terminal_mm,
        .vc.timing_design = spec->link_timing == NOC_LINKS_WIRE ? c->design : NULL,
        .vc.has_trimmed_routers = spec->edge_routers == NOC_EDGE_TRIMMED,
    };
    net.carries[NOC_REQUEST] = spec->carried_traffic != NOC_CARRIES_REPLY;
    net.carries[NOC_REPLY] =
        noc_design_has_replies(c->design) && spec->carried_traffic != NOC_CARRIES_REQUEST;
    const int vc_count = spec->virtual_channels;
    const int first_reply_vc =
        net.carries[NOC_REPLY] ? (net.carries[NOC_REQUEST] ? noc_request_vcs(spec) : 0) : vc_count;
    net.vcs[NOC_REQUEST] = vc_set(0, first_reply_vc);
    net.vcs[NOC_REPLY] = vc_set(first_reply_vc, vc_count);
    return net;
}

/* Sets the rates of channels for which the topology has set none. */
static void set_rates(compiler *c)
{
    noc_graph *g = &c->system->graph;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        noc_channel *channel = &g->channels[i];
        noc_network *net = &g->networks[channel->network];
        const noc_network_spec *spec = &c->design->networks[net->spec_index];
        const bool is_link = channel->kind == NOC_LINK;
        if (!noc_network_has_buffers(net))
            channel->flits_per_cycle = 1.0;
        else if (channel->flits_per_cycle == 0.0)
            channel->flits_per_cycle =
                is_link ? spec->link_flits_per_cycle : spec->port_flits_per_cycle;
        net->vc.is_multirate |= noc_network_has_buffers(net) && (channel->flits_per_cycle != 1.0 ||
                                                                 net->vc.internal_speedup != 1.0);
    }
}

static noc_status build_networks(compiler *c)
{
    noc_graph *g = &c->system->graph;
    int count = 0;
    for (int n = 0; n < c->design->network_count; n++) count += c->design->networks[n].slices;
    g->networks = noc_arena_array(&g->arena, (size_t)count, sizeof *g->networks);
    if (!g->networks) return noc_fail_memory(c->diag);
    for (int n = 0; n < c->design->network_count; n++) {
        for (int slice = 0; slice < c->design->networks[n].slices; slice++) {
            const uint16_t network = g->network_count++;
            g->networks[network] = describe_network(c, n, slice);
            c->design->networks[n].topology->build(g, c->design, network);
            if (g->arena.is_short) return noc_fail_memory(c->diag);
        }
    }
    set_rates(c);
    return noc_graph_finish(g, c->diag);
}

/* Refuses networks that set different dies for a node, and links that need more edge than a die
 * has. */
static noc_status check_dies(compiler *c)
{
    const noc_graph *g = &c->system->graph;
    if (!g->has_die_conflict) return noc_die_edges_check(g, c->design, c->diag);
    const noc_terminal *t = &g->terminals[g->conflicting_terminal];
    return noc_design_conflict(c->design, c->diag, 0, NOC_PATHS("network.levels", "network.attach"),
                               "%s node %u is on one die in a network, and on another in the next "
                               "(a node has one die; a network that names none covers all)",
                               t->kind == NOC_MEMORY ? "memory" : "compute", t->number);
}

/* Refuses routers larger than the sampler's allocators. */
static noc_status check_routers(compiler *c)
{
    const noc_graph *g = &c->system->graph;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        const noc_network *net = &g->networks[router->network];
        if (router->inputs * noc_network_vc_labels(net) <= NOC_ROUTER_VCS_MAX &&
            router->outputs <= NOC_ROUTER_VCS_MAX)
            continue;
        return noc_design_conflict(
            c->design, c->diag, net->spec_index,
            NOC_PATHS("network.virtual_channels", "network.topology"),
            "a router has %d inputs of %d virtual channels and %d outputs (at most %d inputs of so "
            "many, and %d outputs)",
            router->inputs, net->vc.virtual_channels, router->outputs,
            NOC_ROUTER_VCS_MAX / (int)noc_network_vc_labels(net), NOC_ROUTER_VCS_MAX);
    }
    return NOC_OK;
}

/* ---- traffic and routes --------------------------------------------------------------------- */

static void sum_transactions(noc_system *s)
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
        const double packets = type->class == NOC_REPLY ? traffic->replied_share : 1.0;
        bytes += packets * type->share *
                 (type->bytes ? type->bytes : type->flits[0] * s->graph.networks[0].flit_bytes);
    }
    /* every destination of a packet gets all of its bytes */
    const double copies =
        1.0 + traffic->multicast_share * (fmax(traffic->multicast_targets, 1.0) - 1.0);
    traffic->transaction_bytes = bytes * copies;
    traffic->transaction_data_bytes *= copies;
}

/* Checks that multicast packets can fork in all networks, to any destinations. */
static noc_status check_multicast(const compiler *c)
{
    const noc_system *s = c->system;
    char reason[NOC_MULTICAST_CHARS];
    if (s->traffic.multicast_share == 0.0 || noc_multicast_can_send(s, reason, sizeof reason))
        return NOC_OK;
    return noc_design_conflict(
        c->design, c->diag, 0,
        NOC_PATHS("traffic.multicast.destinations", "traffic.multicast.share", "traffic.pattern"),
        "traffic.multicast.destinations = %u: %s (traffic.multicast.share = 0 would do)",
        s->traffic.multicast_targets, reason);
}

/* True if merged replies of memory nodes fork in some network of virtual-channel routers
 * (network.multicast). */
static bool forks_replies(const noc_system *s)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (noc_network_has_buffers(&s->graph.networks[n]) &&
            s->graph.networks[n].carries[NOC_REPLY] && noc_system_spec(s, n)->multicast)
            return true;
    return false;
}

/* Checks that replies can fork on the paths from each memory node to its requesters. Merged
 * flows have no single paths, and no workload runs with them. */
static noc_status check_forked_replies(const compiler *c)
{
    char reason[NOC_MULTICAST_CHARS];
    if (c->merges_flows || !forks_replies(c->system) ||
        noc_multicast_can_reply(c->system, reason, sizeof reason))
        return NOC_OK;
    return noc_design_conflict(c->design, c->diag, 0, NOC_PATHS("network.multicast"),
                               "network.multicast = true: %s (false would do)", reason);
}

/* Refuses a network, or a slice, that no packet uses. */
static noc_status check_networks_used(const noc_system *s, noc_diag *diag)
{
    const noc_graph *g = &s->graph;
    NOC_AUTO_FREE bool *used = calloc(g->network_count, sizeof *used);
    if (!used) return noc_fail_memory(diag);
    for (size_t p = 0; p < s->routes.path_count; p++)
        used[g->channels[s->routes.hops[s->routes.paths[p].first_hop].channel].network] = true;
    uint16_t n = 0;
    while (n < g->network_count && used[n]) n++;
    if (n == g->network_count) return NOC_OK;
    return noc_design_conflict(
        s->design, diag, g->networks[n].spec_index,
        NOC_PATHS("network.slice_choice", "network.slices", "network.carries"),
        "network.slice_choice sends no packet to slice %d of %d (\"random\" or \"round-robin\" use "
        "all)",
        g->networks[n].slice, s->design->networks[g->networks[n].spec_index].slices);
}

/* Frees the start layers of all VC plans, a byte for each pair of routers. */
static void free_start_layers(noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        for (int class = 0; class < NOC_CLASSES; class ++) {
            noc_vc_plan *plan = g->networks[n].plans[class];
            if (!plan) continue;
            noc_arena_release(&g->arena, plan->start_layer);
            plan->start_layer = NULL;
        }
}

/* Makes the routes, and checks them for deadlock. Kept routes were checked before. */
static noc_status make_routes(noc_system *s, noc_value_cache *kept, double bytes, noc_diag *diag)
{
    if (kept && noc_routes_recall(kept, s)) return NOC_OK;
    if (kept) noc_routes_make_room(kept, bytes);
    noc_status status = noc_flows_route(s, diag);
    if (status == NOC_OK) status = noc_check_deadlock(s, diag);
    free_start_layers(&s->graph);
    s->vc_layers = noc_graph_max_layers(&s->graph);
    if (status == NOC_OK && kept) noc_routes_keep(kept, s, bytes);
    return status;
}

/* Makes the flows and their routes. */
static noc_status make_flows(const compiler *c, noc_value_cache *kept, double route_bytes)
{
    noc_system *s = c->system;
    if (c->merges_flows) {
        if (noc_flows_merge(s) != NOC_OK) return noc_fail_memory(c->diag);
        return make_routes(s, NULL, 0.0, c->diag);
    }
    noc_status status = noc_traffic_add_flows(s, c->diag);
    if (status == NOC_OK) status = noc_traffic_check_flows(s, c->diag);
    if (status == NOC_OK) status = noc_rates_fill_traffic(s, c->diag);
    return status == NOC_OK ? make_routes(s, kept, route_bytes, c->diag) : status;
}

static noc_status make_system(compiler *c, noc_value_cache *kept, double route_bytes)
{
    noc_system *s = c->system;
    noc_status status = place_terminals(c);
    if (status == NOC_OK) status = build_networks(c);
    if (status == NOC_OK) status = check_dies(c);
    if (status == NOC_OK) status = check_routers(c);
    if (status == NOC_OK) status = noc_rates_check(s, c->diag);
    if (status == NOC_OK) status = noc_traffic_check_ends(s, c->diag);
    if (status == NOC_OK) status = noc_traffic_make(s, c->diag);
    if (status == NOC_OK) status = make_flows(c, kept, route_bytes);
    if (status == NOC_OK) status = check_networks_used(s, c->diag);
    if (status == NOC_OK) status = check_multicast(c);
    if (status == NOC_OK) status = check_forked_replies(c);
    if (status != NOC_OK) return status;
    sum_transactions(s);
    return noc_rates_check_ports(s, c->diag);
}

static noc_status compile_design(compiler *c, noc_value_cache *kept, noc_system **system)
{
    const noc_system_size size = estimate_size(c->design, c->merges_flows);
    noc_status status = check_size(c, &size);
    if (status != NOC_OK) return status;
    c->system = calloc(1, sizeof *c->system);
    if (!c->system) return noc_fail_memory(c->diag);
    c->system->design = c->design;
    status = make_system(c, kept, size.bytes - size.model_bytes);
    if (status != NOC_OK) {
        noc_system_free(c->system);
        return status;
    }
    if (kept) noc_system_keep(kept, c->system, size.bytes);
    *system = c->system;
    return NOC_OK;
}

noc_status noc_system_compile(const noc_design *design, noc_system **system, noc_diag *diag)
{
    compiler c = {.design = design, .diag = diag};
    return compile_design(&c, NULL, system);
}

noc_status noc_system_compile_kept(const noc_design *design, noc_value_cache *kept,
                                   noc_system **system, noc_diag *diag)
{
    compiler c = {.design = design, .diag = diag, .merges_flows = noc_flows_can_merge(design)};
    if (!design->read_settings.bytes) kept = NULL; /* no key without the settings read */
    *system = kept ? noc_system_recall(kept, design) : NULL;
    const noc_status status = *system ? NOC_OK : compile_design(&c, kept, system);
    if (status == NOC_OK) (*system)->command_values = kept;
    return status;
}

noc_status noc_system_mix(const noc_system *system, const noc_design *design, noc_system **mix,
                          noc_diag *diag)
{
    noc_system *s = calloc(1, sizeof *s);
    if (!s) return noc_fail_memory(diag);
    s->design = design;
    s->graph = system->graph;
    s->routes = system->routes;
    s->graph.arena = s->routes.arena = (noc_arena){0};
    s->vc_layers = system->vc_layers;
    const noc_status status = noc_traffic_mix(s, &system->traffic, diag);
    if (status != NOC_OK) {
        noc_system_free(s);
        return status;
    }
    sum_transactions(s);
    *mix = s;
    return NOC_OK;
}
