#include "reader/design_check.h"

#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "design/memory/replies.h"
#include "design/memory/scheduler_kind.h"
#include "network/compile/named_ends.h"
#include "network/graph/supply.h"
#include "network/graph/wire_timing.h"
#include "network/kinds/choices.h"
#include "network/kinds/interleave.h"
#include "network/kinds/kinds.h"
#include "network/kinds/traffic_classes.h"
#include "network/kinds/traffic_keys.h"
#include "reader/design_keys.h"
#include "reader/design_walk.h"

static noc_status refuse_idle_network(const noc_design *d, int n, noc_diag *diag)
{
    return noc_design_conflict(
        d, diag, n, NOC_PATHS("network.carries", "traffic.pattern", "traffic.replies"),
        "network.carries = \"reply\": no packet uses this network, as without memory nodes all "
        "packets are requests, unless traffic.replies = true (\"request\" or \"both\", or leave "
        "the network out)");
}

static void check_slices(const noc_design *d, int n, noc_diag *diag)
{
    const noc_network_spec *net = &d->networks[n];
    const noc_slice_choice_kind *choice = net->slice_choice;
    if (net->flit_bytes % net->slices)
        noc_design_conflict(d, diag, n, NOC_PATHS("network.slices", "network.flit_bytes"),
                            "network.slices = %d does not divide network.flit_bytes = %d",
                            net->slices, net->flit_bytes);
    if (choice->max_slices && net->slices > choice->max_slices)
        noc_design_conflict(d, diag, n, NOC_PATHS("network.slices", "network.slice_choice"),
                            "network.slices = %d: slice_choice = \"%s\" is among at most %d slices "
                            "(\"random\" and others take any number)",
                            net->slices, choice->name, choice->max_slices);
}

/* True if a network's kind has a key. */
static bool has_key(const noc_design *d, int n, const char *name)
{
    return noc_design_key(d, NOC_GROUP_NETWORK, n, name) != NULL;
}

static void check_buffers(const noc_design *d, int n, noc_diag *diag)
{
    static const int bits_per_byte = 8;
    const noc_network_spec *net = &d->networks[n];
    const int flits = net->virtual_channels * net->buffer_flits;
    const int bits = bits_per_byte * net->flit_bytes / net->slices;
    if (!has_key(d, n, "ecc_bits")) return;
    if (net->ecc_bits > bits)
        noc_design_conflict(d, diag, n, NOC_PATHS("network.ecc_bits", "network.flit_bytes"),
                            "network.ecc_bits = %d is wider than the flit%s of %d bits that it "
                            "checks (10 correct an error in 256)",
                            net->ecc_bits, net->slices > 1 ? " of a slice," : "", bits);
    if (net->buffer_banks > flits)
        noc_design_conflict(
            d, diag, n,
            NOC_PATHS("network.buffer_banks", "network.buffer_flits", "network.virtual_channels"),
            "network.buffer_banks = %d: an input buffer has %d flits (network.virtual_channels x "
            "network.buffer_flits), at most one a bank",
            net->buffer_banks, flits);
}

static noc_status check_vc_shares(const noc_design *d, int n, noc_diag *diag)
{
    const noc_network_spec *net = &d->networks[n];
    if (!noc_network_is_shared(d, n)) return NOC_OK;
    if (net->virtual_channels < 2)
        return noc_design_conflict(
            d, diag, n, NOC_PATHS("network.virtual_channels", "network.carries"),
            "network.virtual_channels = %d: requests and replies need a virtual channel each "
            "(at least 2, or carries = \"request\" and \"reply\" in two networks)",
            net->virtual_channels);
    if (net->request_virtual_channels < net->virtual_channels) return NOC_OK;
    return noc_design_conflict(
        d, diag, n, NOC_PATHS("network.request_virtual_channels", "network.virtual_channels"),
        "network.request_virtual_channels = %d of network.virtual_channels = %d leaves none for "
        "replies (1 to %d)",
        net->request_virtual_channels, net->virtual_channels, net->virtual_channels - 1);
}

static noc_status check_classes(const noc_design *d, noc_diag *diag)
{
    noc_status status = NOC_OK;
    bool carried[NOC_CLASSES] = {false, false};
    for (int n = 0; n < d->network_count; n++) {
        const noc_network_spec *net = &d->networks[n];
        const bool carries_both = net->carried_traffic == NOC_CARRIES_BOTH;
        if (carries_both || net->carried_traffic == NOC_CARRIES_REQUEST)
            carried[NOC_REQUEST] = true;
        if (carries_both || net->carried_traffic == NOC_CARRIES_REPLY) carried[NOC_REPLY] = true;
        if (net->carried_traffic == NOC_CARRIES_REPLY && !noc_design_has_replies(d))
            status = refuse_idle_network(d, n, diag);
        if (check_vc_shares(d, n, diag) != NOC_OK) status = NOC_EINPUT;
        check_slices(d, n, diag);
        check_buffers(d, n, diag);
    }
    if (!carried[NOC_REQUEST])
        status = noc_design_conflict(d, diag, 0, NOC_PATHS("network.carries"),
                                     "network.carries: no network carries requests");
    if (!carried[NOC_REPLY] && noc_design_has_replies(d))
        status = noc_design_conflict(d, diag, 0, NOC_PATHS("network.carries"),
                                     "network.carries: no network carries replies");
    return status;
}

/* Refuses a routing that the topology does not have. The message lists possible routings, if
 * any. */
static noc_status refuse_routing(const noc_design *d, int n, noc_diag *diag)
{
    const noc_topology_kind *topology = d->networks[n].topology;
    const noc_routing_kind *routing = d->networks[n].routing;
    char served[300], serving[200];
    noc_routing_topology_list(routing, served, sizeof served);
    noc_topology_routing_list(topology, serving, sizeof serving);
    if (topology->layout == 0)
        return noc_design_conflict(
            d, diag, n, NOC_PATHS("network.routing"),
            "network.routing = \"%s\" does not apply: topology \"%s\" has one way for every pair "
            "(leave the routing out; \"%s\" serves %s)",
            routing->name, topology->name, routing->name, served);
    return noc_design_conflict(d, diag, n, NOC_PATHS("network.routing", "network.topology"),
                               "network.routing = \"%s\" does not serve topology \"%s\", which %s "
                               "do (\"%s\" serves %s)",
                               routing->name, topology->name, serving, routing->name, served);
}

static noc_status check_routing(const noc_design *d, int n, noc_diag *diag)
{
    const noc_network_spec *net = &d->networks[n];
    const noc_topology_kind *topology = net->topology;
    const noc_routing_kind *routing = net->routing;
    if (topology->layout == 0 && !noc_design_has_key(d, "network", n, "routing")) return NOC_OK;
    if (!noc_routing_serves(routing, topology)) return refuse_routing(d, n, diag);
    if (routing->choice != NOC_CHOICE_NONE && net->slices > 1 && net->slice_choice->find_share)
        return noc_design_conflict(
            d, diag, n, NOC_PATHS("network.slice_choice", "network.routing"),
            "network.slice_choice = \"%s\" goes by the way of a packet, and network.routing = "
            "\"%s\" chooses that on the way (\"random\" or \"round-robin\")",
            net->slice_choice->name, routing->name);
    const int vcs = noc_network_min_vcs(d, n);
    if (vcs >= routing->vc_sets || vcs <= 0) return NOC_OK; /* 0: check_vc_shares reports it */
    const int needed = routing->vc_sets * (noc_network_is_shared(d, n) ? 2 : 1);
    if (net->virtual_channels >= needed)
        return noc_design_conflict(
            d, diag, n, NOC_PATHS("network.request_virtual_channels", "network.virtual_channels"),
            "network.request_virtual_channels = %d of network.virtual_channels = %d: routing "
            "\"%s\" needs %d for each class of packets",
            noc_request_vcs(net), net->virtual_channels, routing->name, routing->vc_sets);
    return noc_design_conflict(d, diag, n, NOC_PATHS("network.virtual_channels", "network.routing"),
                               "network.virtual_channels = %d: routing \"%s\" needs %d for each "
                               "class of packets, so %d here",
                               net->virtual_channels, routing->name, routing->vc_sets, needed);
}

/* True if a network has one tile for each column and row, as a mesh has; false with
 * concentrators. */
static bool has_one_tile_per_router(const noc_design *d, int n, int columns, int rows)
{
    const noc_key *column_key = noc_design_key(d, NOC_GROUP_NETWORK, n, "columns");
    const noc_key *row_key = noc_design_key(d, NOC_GROUP_NETWORK, n, "rows");
    const char *spec = (const char *)&d->networks[n];
    return column_key && row_key &&
           *(const int *)(const void *)(spec + column_key->offset) == columns &&
           *(const int *)(const void *)(spec + row_key->offset) == rows;
}

/* Suggests another number of compute nodes, or, if has_grid, a grid for `nodes` nodes, at most
 * twice as long as wide. */
static void suggest_tiles(const noc_design *d, long tiles, long nodes, bool has_grid, char *text,
                          size_t size)
{
    const long compute = (tiles - d->nodes.memory) * noc_cores_of_terminal(d);
    long rows = 0;
    for (long r = 1; r * r <= nodes && has_grid; r++)
        if (nodes % r == 0 && 2 * r * r >= nodes) rows = r;
    if (compute >= 1 && rows)
        snprintf(text, size,
                 ": nodes.compute = %ld, or network.columns = %ld and network.rows = %ld", compute,
                 nodes / rows, rows);
    else if (compute >= 1)
        snprintf(text, size, ": nodes.compute = %ld", compute);
    else if (rows)
        snprintf(text, size, ", or network.columns = %ld and network.rows = %ld", nodes / rows,
                 rows);
}

/* Checks a design with a compute node on every tile, and memory nodes on some of the same tiles. */
static noc_status check_shared_tiles(const noc_design *d, int columns, int rows, noc_diag *diag)
{
    const long empty = (long)d->nodes.empty_positions.count;
    const long tiles = (long)columns * rows - empty, nodes = noc_compute_terminals(d);
    const char *const keys[] = {"nodes.memory_on", "nodes.compute", "nodes.memory", NULL};
    for (int n = 0; n < d->network_count; n++) {
        const noc_topology_kind *topology = d->networks[n].topology;
        if (topology->find_tiles && !topology->has_shared_tiles)
            return noc_design_conflict(d, diag, n, NOC_PATHS("nodes.memory_on", "network.topology"),
                                       "nodes.memory_on = \"compute-tiles\": topology \"%s\" has "
                                       "one node a tile (\"own-tiles\")",
                                       topology->name);
    }
    if (nodes != tiles)
        return noc_design_conflict(d, diag, 0, keys,
                                   "nodes.compute = %ld does not fit %dx%d tiles%s (with "
                                   "nodes.memory_on = \"compute-tiles\" each has a compute node: "
                                   "%ld)",
                                   nodes, columns, rows, empty ? " less those that are empty" : "",
                                   tiles * noc_cores_of_terminal(d));
    if (d->nodes.memory <= tiles) return NOC_OK;
    return noc_design_conflict(
        d, diag, 0, keys, "nodes.memory = %d on %ld tiles of compute nodes (one a tile at most)",
        d->nodes.memory, tiles);
}

static noc_status check_tiles(const noc_design *d, int columns, int rows, noc_diag *diag)
{
    const int first = noc_design_find_grid(d);
    for (int n = first + 1; n < d->network_count; n++) {
        const noc_network_spec *net = &d->networks[n];
        const noc_topology_kind *topology = net->topology;
        int other_columns, other_rows;
        if (!topology->find_tiles) continue;
        topology->find_tiles(net, &other_columns, &other_rows);
        if (other_columns != columns || other_rows != rows)
            return noc_design_conflict(
                d, diag, n, NOC_PATHS("network.columns", "network.rows"),
                "networks[%d] is %dx%d tiles, networks[%d] is %dx%d (all must "
                "cover the same tiles)",
                n, other_columns, other_rows, first, columns, rows);
    }
    const bool shares_tiles = d->nodes.memory_tiles == NOC_MEMORY_TILES_SHARED;
    if (shares_tiles) return check_shared_tiles(d, columns, rows, diag);
    const long tiles = (long)columns * rows,
               nodes = (long)noc_compute_terminals(d) + d->nodes.memory;
    const long empty = (long)d->nodes.empty_positions.count;
    char empty_words[64] = "", suggestion[160] = "";
    if (empty) snprintf(empty_words, sizeof empty_words, " of which %ld are empty", empty);
    if (nodes == tiles - empty) return NOC_OK;
    suggest_tiles(d, tiles - empty, nodes + empty, has_one_tile_per_router(d, first, columns, rows),
                  suggestion, sizeof suggestion);
    return noc_design_conflict(
        d, diag, 0,
        NOC_PATHS("nodes.compute", "nodes.memory", "nodes.empty_at", "network.columns",
                  "network.rows", "network.topology"),
        "nodes.compute + nodes.memory = %d + %d does not fit %dx%d tiles%s (need %ld nodes%s)",
        noc_compute_terminals(d), d->nodes.memory, columns, rows, empty_words,
        tiles > empty ? tiles - empty : 0, suggestion);
}

static noc_status check_nodes(const noc_design *d, int columns, int rows, noc_diag *diag)
{
    if (noc_design_find_grid(d) >= 0) {
        const noc_status status = check_tiles(d, columns, rows, diag);
        if (status != NOC_OK) return status;
    } else if (d->nodes.empty_positions.count) {
        return noc_design_conflict(d, diag, 0, NOC_PATHS("nodes.empty_at"),
                                   "nodes.empty_at does not apply: topology \"%s\" has no tiles",
                                   d->networks[0].topology->name);
    } else if (d->nodes.memory_tiles != NOC_MEMORY_TILES_OWN) {
        return noc_design_conflict(d, diag, 0, NOC_PATHS("nodes.memory_on"),
                                   "nodes.memory_on does not apply: topology \"%s\" has no tiles",
                                   d->networks[0].topology->name);
    }
    if (d->traffic.pattern->has_memory && d->nodes.memory == 0)
        return noc_design_conflict(
            d, diag, 0, NOC_PATHS("nodes.memory", "traffic.pattern"),
            "traffic.pattern = \"%s\" needs memory nodes (nodes.memory >= 1)",
            d->traffic.pattern->name);
    if (!d->traffic.pattern->has_memory && d->nodes.memory > 0)
        return noc_design_conflict(
            d, diag, 0, NOC_PATHS("nodes.memory", "traffic.pattern"),
            "traffic.pattern = \"%s\" has no memory nodes (nodes.memory = 0)",
            d->traffic.pattern->name);
    return NOC_OK;
}

/* Marks the tiles of a list as occupied; each must be on the grid and free. */
static noc_status mark_tiles(const noc_design *d, const char *key, const noc_points *list,
                             int columns, int rows, bool *is_taken, noc_diag *diag)
{
    for (size_t i = 0; i < list->count; i++) {
        const noc_point p = list->values[i];
        if (p.column < 0 || p.column >= columns || p.row < 0 || p.row >= rows)
            return noc_design_conflict(
                d, diag, 0, NOC_PATHS(key, "network.columns", "network.rows"),
                "%s: (%d, %d) is outside the %dx%d tiles (columns 0..%d, rows 0..%d)", key,
                p.column, p.row, columns, rows, columns - 1, rows - 1);
        if (is_taken[p.row * columns + p.column])
            return noc_design_conflict(
                d, diag, 0, NOC_PATHS(key, "nodes.placement", "nodes.empty_at"),
                "%s: (%d, %d) is taken already (it has a memory node, or nodes.empty_at has it)",
                key, p.column, p.row);
        is_taken[p.row * columns + p.column] = true;
    }
    return NOC_OK;
}

/* Checks all tiles that settings list: empty tiles, and tiles of memory nodes. */
static noc_status check_listed_tiles(const noc_design *d, int columns, int rows, noc_diag *diag)
{
    NOC_AUTO_FREE bool *is_taken = calloc((size_t)columns * (size_t)rows, sizeof *is_taken);
    if (!is_taken) return noc_fail_memory(diag);
    const noc_status status =
        mark_tiles(d, "nodes.empty_at", &d->nodes.empty_positions, columns, rows, is_taken, diag);
    return status == NOC_OK ? mark_tiles(d, "nodes.memory_at", &d->nodes.memory_positions, columns,
                                         rows, is_taken, diag)
                            : status;
}

static noc_status check_explicit_count(const noc_design *d, noc_diag *diag)
{
    const noc_points *at = &d->nodes.memory_positions;
    if (at->count == (size_t)d->nodes.memory) return NOC_OK;
    return noc_design_conflict(d, diag, 0,
                               NOC_PATHS("nodes.memory_at", "nodes.memory", "nodes.placement"),
                               "nodes.memory_at names %zu tiles for nodes.memory = %d (placement "
                               "\"explicit\" needs one for "
                               "each: ((column, row), ...))",
                               at->count, d->nodes.memory);
}

/* Numbers memory nodes after the compute nodes, for topologies without tiles. */
static noc_status place_without_tiles(noc_design *d, noc_diag *diag)
{
    if (d->nodes.placement->place_nodes && noc_design_has_key(d, "nodes", 0, "placement"))
        return noc_design_conflict(
            d, diag, 0, NOC_PATHS("nodes.placement"),
            "nodes.placement = \"%s\" does not apply: topology \"%s\" has no tiles (leave it out: "
            "memory nodes come after the compute nodes)",
            d->nodes.placement->name, d->networks[0].topology->name);
    noc_point *at = noc_arena_array(&d->arena, (size_t)d->nodes.memory, sizeof *at);
    if (!at) return noc_fail_memory(diag);
    for (int m = 0; m < d->nodes.memory; m++) at[m] = (noc_point){noc_compute_terminals(d) + m, 0};
    d->nodes.memory_positions = (noc_points){(size_t)d->nodes.memory, at};
    return NOC_OK;
}

/* Fills memory_at for any placement, so no later code needs the placement. */
static noc_status resolve_placement(noc_design *d, int columns, int rows, noc_diag *diag)
{
    const noc_placement_kind *placement = d->nodes.placement;
    if (d->nodes.memory == 0 && d->nodes.memory_positions.count == 0)
        return check_listed_tiles(d, columns, rows, diag);
    const bool has_tiles = noc_design_find_grid(d) >= 0;
    if (d->nodes.memory == 0 || !placement->place_nodes) {
        const noc_status status = check_explicit_count(d, diag);
        if (status != NOC_OK) return status;
        return has_tiles ? check_listed_tiles(d, columns, rows, diag)
                         : place_without_tiles(d, diag);
    }
    if (d->nodes.memory_positions.count)
        return noc_design_conflict(
            d, diag, 0, NOC_PATHS("nodes.memory_at", "nodes.placement"),
            "nodes.memory_at is given, but nodes.placement is \"%s\" (make it "
            "\"explicit\")",
            placement->name);
    if (!has_tiles) return place_without_tiles(d, diag);
    /* check_tiles reports the number */
    if (d->nodes.memory > (long)columns * rows) return NOC_EINPUT;
    noc_point *at = noc_arena_array(&d->arena, (size_t)d->nodes.memory, sizeof *at);
    if (!at || !placement->place_nodes(columns, rows, d->nodes.memory, at))
        return noc_fail_memory(diag);
    d->nodes.memory_positions = (noc_points){(size_t)d->nodes.memory, at};
    return check_listed_tiles(d, columns, rows, diag);
}

static void check_memory_places(const noc_design *d, noc_diag *diag)
{
    for (int n = 0; n < d->network_count; n++) {
        const noc_topology_kind *topology = d->networks[n].topology;
        const noc_routing_kind *routing = d->networks[n].routing;
        if (topology->check_places) topology->check_places(d, n, diag);
        if (routing->check_places && noc_routing_serves(routing, topology))
            routing->check_places(d, n, diag);
    }
}

/* Fills in default packet lengths and shares of a part of the traffic, so that the hash of a
 * default equals that of the same value written down. */
static noc_status fill_packet_lengths(noc_arena *arena, noc_traffic_spec *traffic, noc_diag *diag)
{
    noc_integers *flits = &traffic->packet_flits;
    noc_reals *mix = &traffic->packet_mix;
    if (flits->count == 0) {
        flits->values = noc_arena_copy(arena, &(int){1}, 1, sizeof(int));
        if (!flits->values) return noc_fail_memory(diag);
        flits->count = 1;
    }
    if (mix->count == 0) {
        mix->values = noc_arena_array(arena, flits->count, sizeof *mix->values);
        if (!mix->values) return noc_fail_memory(diag);
        mix->count = flits->count;
        for (size_t i = 0; i < mix->count; i++) mix->values[i] = 1.0 / (double)mix->count;
    }
    return NOC_OK;
}

static noc_status fill_packets(noc_design *d, noc_diag *diag)
{
    noc_traffic_classes *classes = &d->traffic.classes;
    if (d->traffic.pattern->has_memory)
        return noc_memory_shares_compute(&d->arena, &d->traffic, d->nodes.memory, diag);
    if (noc_design_has_replies(d)) return NOC_OK;
    if (classes->count == 0) return fill_packet_lengths(&d->arena, &d->traffic, diag);
    noc_status status = NOC_OK;
    noc_classes_normalise(classes);
    for (size_t i = 0; i < classes->count && status == NOC_OK; i++)
        status = fill_packet_lengths(&d->arena, &classes->list[i].traffic, diag);
    return status;
}

/* True if the file, or the command line, sets both classes and a pattern. */
static bool has_two_patterns(const noc_design *d)
{
    return d->traffic.classes.count && noc_design_has_key(d, "traffic", 0, "pattern") &&
           (noc_design_has_override(d, "traffic", 0, "pattern") ||
            !noc_design_has_override(d, "traffic", 0, "classes"));
}

/* Refuses settings that contradict a table of rates, as they also set which nodes send how much
 * to which. */
static void check_rates(const noc_design *d, noc_diag *diag)
{
    const noc_traffic_spec *t = &d->traffic;
    if (t->classes.count)
        noc_design_conflict(d, diag, 0, NOC_PATHS("traffic.rates", "traffic.classes"),
                            "traffic.rates is of packets of one kind, and traffic.classes are "
                            "several (one of them)");
    else if (t->multicast.share > 0.0)
        noc_design_conflict(d, diag, 0, NOC_PATHS("traffic.rates", "traffic.multicast.share"),
                            "traffic.rates has rates of pairs, and traffic.multicast.share = %g "
                            "sends packets to several nodes (0)",
                            t->multicast.share);
    else if (t->pattern->has_memory && (t->hotspot_fraction > 0.0 || t->memory_weights.count > 0 ||
                                        t->interleave != NOC_INTERLEAVE_NONE))
        noc_design_conflict(
            d, diag, 0,
            NOC_PATHS("traffic.rates", "traffic.memory_weights", "traffic.interleave",
                      "traffic.hotspot_fraction"),
            "traffic.rates says which memory nodes get how many requests, and so do "
            "traffic.hotspot_fraction, memory_weights and interleave (one of them)");
    else if (!t->pattern->has_memory && t->pattern != noc_pattern_without_memory())
        noc_design_conflict(d, diag, 0, NOC_PATHS("traffic.rates", "traffic.pattern"),
                            "traffic.rates says who sends to whom, and traffic.pattern = \"%s\" "
                            "does (leave one of them out, or traffic.pattern = \"%s\")",
                            t->pattern->name, noc_pattern_without_memory()->name);
}

/* Checks traffic.outstanding. 0, no limit, needs a batch: nodes without any end and limit need a
 * load. */
static void check_outstanding(const noc_design *d, noc_diag *diag)
{
    if (d->traffic.outstanding_packets > 0 || !noc_design_has_key(d, "traffic", 0, "outstanding") ||
        noc_design_has_key(d, "traffic", 0, "batch"))
        return;
    noc_design_conflict(d, diag, 0, NOC_PATHS("traffic.outstanding"),
                        "traffic.outstanding = 0 is no limit, and without traffic.batch nothing "
                        "ends what nodes send (packets on the way, 1 or more; traffic.batch = N; "
                        "or traffic.batch = 0 beside it: a load says what is sent)");
}

/* Refuses lists of sources and destinations together with traffic that names its nodes itself. */
static void check_node_lists(const noc_design *d, noc_diag *diag)
{
    const char *const *keys =
        NOC_PATHS("traffic.sources", "traffic.destinations", "traffic.rates", "traffic.classes");
    if (d->traffic.rates_file)
        noc_design_conflict(d, diag, 0, keys,
                            "traffic.sources and destinations choose among nodes of a pattern, and "
                            "traffic.rates names its own (leave these lists out)");
    else if (d->traffic.classes.count)
        noc_design_conflict(d, diag, 0, keys,
                            "traffic.sources and destinations are of packets of one kind, and "
                            "traffic.classes are several (leave these lists out)");
}

/* Checks the pattern of the traffic and its keys, or those of its classes. */
static void check_traffic(const noc_design *d, int columns, int rows, noc_diag *diag)
{
    if (has_two_patterns(d))
        noc_design_conflict(d, diag, 0, NOC_PATHS("traffic.pattern"),
                            "traffic.pattern does not apply beside traffic.classes, which have "
                            "their own patterns and lengths (such as "
                            "traffic.classes[0].pattern)");
    check_outstanding(d, diag);
    if (d->traffic.rates_file) check_rates(d, diag);
    if (noc_traffic_has_node_lists(&d->traffic)) check_node_lists(d, diag);
    if (d->traffic.classes.count)
        noc_classes_check(d, columns, rows, diag);
    else if (d->traffic.pattern->check)
        d->traffic.pattern->check(d, columns, rows, diag);
}

static noc_status check_data(const noc_design *d, noc_diag *diag)
{
    const int most = (int)noc_data_bytes_max(d);
    if (d->traffic.data_bytes <= most) return NOC_OK;
    return noc_design_conflict(
        d, diag, 0,
        noc_design_has_replies(d)
            ? NOC_PATHS("traffic.data_bytes", "traffic.read_reply_bytes",
                        "traffic.write_request_bytes")
            : NOC_PATHS("traffic.data_bytes", "traffic.packet_flits", "network.flit_bytes"),
        "traffic.data_bytes = %d is more than packets hold (1 to %d, or 0: %s)",
        d->traffic.data_bytes, most,
        noc_design_has_replies(d) ? "replies and requests without their headers"
                                  : "all of a packet");
}

static void check_memory(const noc_design *d, noc_diag *diag)
{
    const noc_memory_spec *m = &d->memory;
    const noc_scheduler_kind *scheduler = m->scheduler;
    if (scheduler->check) scheduler->check(d, diag);
    noc_replies_check(d, diag);
    if (m->tras + m->trp > m->trc)
        noc_design_conflict(d, diag, 0, NOC_PATHS("memory.trc", "memory.tras", "memory.trp"),
                            "memory.trc = %d is less than memory.tras + memory.trp = %d + %d (a "
                            "bank is activated again after it was open and precharged)",
                            m->trc, m->tras, m->trp);
    if (m->interleave_bytes % m->line_bytes)
        noc_design_conflict(d, diag, 0, NOC_PATHS("memory.interleave_bytes", "memory.line_bytes"),
                            "memory.interleave_bytes = %d is no multiple of memory.line_bytes = %d",
                            m->interleave_bytes, m->line_bytes);
    if (d->closed_loop && d->nodes.memory % m->slices)
        noc_design_conflict(d, diag, 0, NOC_PATHS("memory.slices", "nodes.memory"),
                            "memory.slices = %d does not divide nodes.memory = %d", m->slices,
                            d->nodes.memory);
    if (d->closed_loop && !d->traffic.pattern->has_memory)
        noc_design_conflict(d, diag, 0, NOC_PATHS("workload", "traffic.pattern"),
                            "traffic.pattern = \"%s\" has no memory nodes to run a workload with",
                            d->traffic.pattern->name);
    if (d->closed_loop && d->workload.active_threads > d->nodes.warp_threads)
        noc_design_conflict(d, diag, 0, NOC_PATHS("workload.active_threads", "nodes.warp_threads"),
                            "workload.active_threads = %g of nodes.warp_threads = %d",
                            d->workload.active_threads, d->nodes.warp_threads);
}

/* Checks the clusters. False if the number of terminals is unknown. */
static bool check_cluster(const noc_design *d, noc_diag *diag)
{
    noc_refusal refusal;
    if (d->cluster.cores > 1 && !d->traffic.pattern->has_memory)
        noc_design_conflict(d, diag, 0, NOC_PATHS("cluster.cores", "traffic.pattern"),
                            "cluster.cores = %d: traffic.pattern = \"%s\" has nodes of one kind, "
                            "each with its own port (0)",
                            d->cluster.cores, d->traffic.pattern->name);
    if (noc_cluster_check(&d->cluster, d->nodes.compute, &refusal)) return true;
    noc_design_refuse(d, diag, 0, &refusal);
    return d->cluster.cores < 2 || d->nodes.compute % d->cluster.cores == 0;
}

/* Checks the codecs. Only ports of routers have codecs; other networks send in windows, or all
 * at once. */
static void check_codec(const noc_design *d, noc_diag *diag)
{
    noc_refusal refusal;
    if (!noc_codec_check(&d->codec, &refusal)) noc_design_refuse(d, diag, 0, &refusal);
    for (int n = 0; n < d->network_count && noc_codec_works(&d->codec); n++) {
        const noc_topology_kind *topology = d->networks[n].topology;
        if (noc_switchings[topology->switching].has_channels) continue;
        noc_design_conflict(
            d, diag, n,
            NOC_PATHS("codec.cycles", "codec.compressible", "codec.ratio", "network.topology"),
            "codec.* does not apply: topology \"%s\" has no routers, whose ports codecs are made "
            "for (codec.cycles = 0, codec.compressible = 0)",
            topology->name);
        return;
    }
}

/* Checks the phases. Cores run the phases of one kernel. Numbers of warps in a phase need a
 * design without a CTA scheduler. */
static void check_phases(noc_design *d, noc_diag *diag)
{
    noc_refusal refusal;
    size_t kernels = 0;
    for (size_t k = 0; k < d->kernel_name_count; k++) kernels += d->kernels[k].phases.count > 0;
    if (d->cta.kernels > 1 && (kernels > 0 || d->workload.phases.count > 1))
        noc_design_conflict(d, diag, 0, NOC_PATHS("cta.kernels", "workload.phases", "workload"),
                            "workload.phases: a core runs through those of one kernel, not of "
                            "cta.kernels = %d",
                            d->cta.kernels);
    if (!noc_phases_check(&d->workload.phases, &refusal))
        noc_design_refuse(d, diag, 0, &refusal);
    else
        noc_workload_fold_phases(&d->workload);
    for (size_t i = 0; i < d->workload.phases.count; i++)
        if (noc_phase_has_parameter(&d->workload.phases.list[i], "warps") &&
            noc_cta_is_scheduled(d, &d->workload))
            noc_design_conflict(d, diag, 0, NOC_PATHS("workload.phases", "cta.scheduler"),
                                "workload.phases[%zu].warps does not apply: warps are those of "
                                "CTAs, which begin and end (cta.scheduler, workload.sharing)",
                                i);
}

/* Checks the instructions per request: a memory instruction makes `burst` requests, and is an
 * instruction itself. */
static void check_instruction_rate(const noc_design *d, const noc_workload *w, noc_diag *diag)
{
    const size_t phases = w->phases.count > 0 ? w->phases.count : 1;
    for (size_t k = 0; k < phases; k++) {
        const noc_workload phase = w->phases.count > 0 ? noc_workload_of_phase(w, k) : *w;
        if (phase.instructions * phase.burst >= 1.0) continue;
        noc_design_conflict(
            d, diag, 0,
            NOC_PATHS("workload.instructions", "workload.burst", "workload.phases", "workload"),
            "workload.instructions = %g is less than 1 / workload.burst: a memory "
            "instruction of %d request%s is one of them",
            phase.instructions, phase.burst, phase.burst == 1 ? "" : "s");
        return;
    }
}

static void compute_hash(noc_design *d)
{
    NOC_AUTO_FREE char *canonical = noc_design_canonical(d);
    if (!canonical) return;
    SHA256Data((const uint8_t *)canonical, strlen(canonical), d->hash);
}

/* Number of local switches in the last network that has some. */
static int count_local_switches(const noc_design *d)
{
    int count = 0;
    for (int n = 0; n < d->network_count; n++) {
        const noc_topology_kind *topology = d->networks[n].topology;
        if (topology->count_local_switches) count = topology->count_local_switches(&d->networks[n]);
    }
    return count;
}

noc_status noc_design_check(noc_design *d, noc_config_memory *texts, noc_diag *diag)
{
    const size_t earlier_faults = diag->count;
    int columns, rows;
    noc_design_find_tiles(d, &columns, &rows);
    if (noc_traffic_is_eager(&d->traffic) || d->traffic.rates_file ||
        noc_traffic_has_node_lists(&d->traffic))
        d->closed_loop = false; /* no workload creates the requests */
    noc_rates_read(d, &texts->rates, diag);
    check_classes(d, diag);
    check_memory(d, diag);
    check_codec(d, diag);
    noc_supply_check(d, diag);
    check_phases(d, diag);
    if (!noc_design_is_workload_set(d)) check_instruction_rate(d, &d->workload, diag);
    bool has_valid_grid =
        check_cluster(d, diag); /* true: sizes of grids and numbers of nodes are valid */
    d->local_switches = count_local_switches(d);
    noc_cta_complete(d, diag);
    for (int n = 0; n < d->network_count; n++) {
        const noc_topology_kind *topology = d->networks[n].topology;
        const bool read =
            !topology->read_files || topology->read_files(d, n, &texts->wirings, diag) == NOC_OK;
        if (!read || (topology->check && topology->check(d, n, diag) != NOC_OK))
            has_valid_grid = false;
        check_routing(d, n, diag);
        noc_wire_timing_check(d, n, diag);
    }
    if (has_valid_grid) { /* faults of numbers and of placement are both reported */
        const bool fits = check_nodes(d, columns, rows, diag) == NOC_OK;
        const bool placed = resolve_placement(d, columns, rows, diag) == NOC_OK;
        if (fits && placed) check_memory_places(d, diag);
        if (fits) check_traffic(d, columns, rows, diag);
        if (fits) noc_traffic_resolve_groups(d, diag);
    }
    if (diag->count > earlier_faults) return diag->messages[earlier_faults].status;
    if (fill_packets(d, diag) != NOC_OK) return NOC_EFAILED;
    if (check_data(d, diag) != NOC_OK) return NOC_EINPUT;
    compute_hash(d);
    return d->hash[0] && noc_design_record_read(d) ? NOC_OK : noc_fail_memory(diag);
}
