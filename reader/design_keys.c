/* Keys of every design, group by group, and the search for keys. Kinds of networks, topologies
 * and patterns add further keys. */
#include "reader/design_keys.h"

#include <stdio.h>
#include <string.h>

#include "design/allocators.h"
#include "design/workload/trace.h"
#include "network/graph/die_links.h"
#include "network/kinds/kinds.h"
#include "network/kinds/switching_keys.h"
#include "network/kinds/traffic_classes.h"
#include "network/kinds/traffic_keys.h"
#include "network/kinds/unread_conditions.h"
#include "reader/design_core_keys.h"
#include "reader/design_memory_keys.h"

#define CHIP(member)    offsetof(noc_chip_spec, member)
#define CODEC(member)   offsetof(noc_codec_spec, member)
#define NETWORK(member) offsetof(noc_network_spec, member)
#define TRAFFIC(member) offsetof(noc_traffic_spec, member)

NOC_NAMES(carries_name, "both", "request", "reply")
NOC_NAMES(priority_name, "none", "class", "age", "network-age", "local-age")

/* ---- conditions under which keys are not read ----------------------------------------------- */

typedef const noc_unread_question question;

static bool has_no_tiles(question *q)
{
    for (int n = 0; n < q->design->network_count; n++) {
        const noc_topology_kind *kind = q->design->networks[n].topology;
        if (kind->find_tiles || kind->find_structure)
            return false; /* stops of a ring are a tile apart */
    }
    return true;
}

static bool is_measured(question *q)
{
    return q->is_measured(q->design);
}

static bool compresses_nothing(question *q)
{
    return q->design->codec.compressible_share == 0.0;
}

static bool saves_nothing(question *q)
{
    return q->design->codec.saved_share == 0.0;
}

/* True if no packet is long enough to lose a flit. A trace may have any packet. */
static bool has_packets_too_short(question *q)
{
    const noc_traffic *traffic = &q->system->traffic;
    return !noc_unread_plays_trace(q) && traffic->length_count == traffic->type_count;
}

static bool never_turns(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_unread_has_network(q, n) && g->networks[n].columns > 1 && g->networks[n].rows > 1)
            return false;
    return noc_unread_network_spec(q)->topology->find_tiles != NULL &&
           noc_unread_network_spec(q)->routing->via_rule == NOC_VIA_NONE;
}

static bool asks_for_rates(question *q)
{
    return noc_unread_has_load(q) || noc_unread_plays_trace(q);
}

/* True if limits of nodes are not read. They bound the packets of a trace that is read while it
 * is played (noc_trace_scan). */
static bool has_no_limits(question *q)
{
    const bool plays = noc_unread_plays_trace(q);
    return plays ? !q->trace || noc_trace_is_held(q->trace) : asks_for_rates(q);
}

static bool goes_to_one(question *q)
{
    return q->design->traffic.multicast.destinations == 1;
}

static bool has_no_multicast(question *q)
{
    return q->design->traffic.multicast.share == 0.0;
}

/* True if the model ignores priorities: it has priorities of classes of traffic, but not of
 * packets by age. */
static bool has_no_ranks_in_model(question *q)
{
    const noc_traffic_spec *traffic = &q->design->traffic;
    return noc_unread_is_model(q) &&
           (traffic->priority != NOC_PRIORITY_CLASS || traffic->classes.count < 2);
}

static bool has_no_more_packets(question *q)
{
    const noc_traffic_spec *traffic = &q->design->traffic;
    return traffic->batch_packets > 0 && traffic->outstanding_packets >= traffic->batch_packets;
}

static bool routes_nothing(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_network_has_buffers(&g->networks[n])) return false;
    return true;
}

/* True if a trace is played without priorities. In a single switch, allocators without ranks
 * compare only the virtual channels of an input, where packets of a node are in order of
 * arrival. */
static bool is_played_without_ranks(question *q)
{
    const noc_graph *g = &q->system->graph;
    bool ranks = false;
    for (uint16_t n = 0; n < g->network_count; n++) ranks |= g->networks[n].router_count > 1;
    for (int n = 0; n < q->design->network_count; n++)
        ranks |= noc_allocators[q->design->networks[n].allocator].serves_priorities;
    return noc_unread_plays_trace(q) && !ranks;
}

static bool has_no_edges(question *q)
{
    return !noc_design_has_die_edge(q->design);
}

/* Conditions on properties of a chip and on permissions, which a file may give for other
 * variants of the design. */
static const noc_unread_condition
    no_edges = {has_no_edges, true, NULL,
                "no link needs a die's edge (network.die_links.mm_of_edge, "
                "network.die_links.package)"},
    no_silicon = {noc_unread_has_no_silicon, true, NULL, "an ideal network has no area"},
    measured = {is_measured, true, NULL,
                "chip.technology_nm is measured, or lies between two that are"},
    no_tiles = {has_no_tiles, true, NULL, "the nodes stand on no tiles"},
    no_compressible = {compresses_nothing, true, NULL, "codec.compressible is 0"},
    no_savings = {saves_nothing, true, NULL, "codec.ratio is 0"},
    short_packets = {has_packets_too_short, false, NULL,
                     "no packet has so many flits that one of them is saved"},
    requests_only = {noc_unread_has_no_replies, false, NULL,
                     "without memory nodes all packets are requests"},
    no_turns = {never_turns, false, NULL,
                "in a single row or column all routings are one but those by a router in between"},
    rates_given = {asks_for_rates, true, NULL,
                   "packets are created at a load, or as a trace has them (leave out --load and "
                   "--trace)"},
    no_limits = {has_no_limits, true, NULL,
                 "packets are created at a load, or as a trace has them that is read from a pipe, "
                 "has addresses or several destinations (leave out --load)"},
    no_routers = {routes_nothing, false, NULL,
                  "no network of the design has virtual-channel routers"},
    no_ranks_in_model = {has_no_ranks_in_model, true, " by the model",
                         "to it all packets are alike but those of several classes, by class "
                         "(nocsight sample reads it)"},
    no_ranks = {is_played_without_ranks, true, " in full",
                "in a single switch the allocator serves no priority first (network.allocator)"},
    one_node = {goes_to_one, false, NULL, "traffic.multicast.destinations is 1"},
    no_multicast = {has_no_multicast, false, NULL, "traffic.multicast.share is 0"},
    no_more_packets = {has_no_more_packets, false, NULL, "traffic.batch has no more packets"};

/* ---- keys ----------------------------------------------------------------------------------- */

NOC_NAMES(cost_name, "model", "silicon")

static const noc_key chip_keys[] = {
    {"technology_nm", NOC_REAL, CHIP(technology_nm), 2, 250, 22, 0, NULL, "nm",
     "feature size of the process; area and power need a table for it", "te13 Table II",
     NOC_UNREAD(&no_silicon), NOC_BY_COST | NOC_BY_WIRES},
    {"supply_v", NOC_REAL, CHIP(supply_v), 0, 2, 0, NOC_YOUNGER, NULL, "V",
     "supply of the network, from which energies, leakage and delays follow; 0: the nominal one of "
     "the technology's table",
     "", NOC_UNREAD(&no_silicon), NOC_BY_COST | NOC_BY_WIRES},
    {"clock_mhz", NOC_REAL, CHIP(clock_mhz), 1, 20000, 1000, 0, NULL, "MHz", "clock of the network",
     "te13 Table II: 602", NULL, NOC_BY_LOOP | NOC_BY_COST | NOC_BY_WIRES},
    {"tile_mm", NOC_REAL, CHIP(tile_mm), 0.01, 100, 2.0, 0, NULL, "mm",
     "pitch of one tile: the length of a channel between neighbours", "", NOC_UNREAD(&no_tiles),
     NOC_BY_CONTENTION | NOC_BY_COST | NOC_BY_WIRES},
    {"other_area_mm2", NOC_REAL, CHIP(other_area_mm2), 0, 1e5, 0, 0, NULL, "mm2",
     "area of all of the chip that is not network", "te13 5.9: 244.68", NULL, NOC_BY_COST},
    {"die_mm2", NOC_REAL, CHIP(die_mm2), 0, 858, 0, NOC_YOUNGER, NULL, "mm2",
     "area of each die, a square, whose edge bounds links to other dies; 0: the largest that "
     "scanners expose, 26 x 33 mm",
     "", NOC_UNREAD(&no_edges), 0},
    {"cost", NOC_CHOICE, CHIP(cost_basis), 0, 0, 0, NOC_YOUNGER, cost_name, "",
     "basis of areas, powers and energies: model, as the technology's tables draw them; silicon, "
     "as "
     "built, times what chips have over it, with an interval",
     "data/chips.csv", NOC_UNREAD(&no_silicon), NOC_BY_COST},
    {"scale_technology", NOC_CHOICE, CHIP(scale_technology), 0, 0, 0, 0, noc_truth_name, "",
     "whether area and power may be scaled to technologies that no table measures or encloses", "",
     NOC_UNREAD(&no_silicon, &measured), 0},
};

static const noc_key codec_keys[] = {
    {"cycles", NOC_INTEGER, CODEC(cycles), 0, 1000, 0, 0, NULL, "cycles",
     "for which a port encodes, and another decodes, each packet, one at a time; 0: as they come",
     "dapper, Approx-NoC: 2 to 3", NULL, NOC_BY_LOADS},
    {"compressible", NOC_REAL, CODEC(compressible_share), 0, 1, 0, 0, NULL, "",
     "share of the packets that the codec makes shorter", "",
     NOC_UNREAD(&no_savings, &short_packets), NOC_BY_LOADS},
    {"ratio", NOC_REAL, CODEC(saved_share), 0, 1, 0, 0, NULL, "",
     "share of a compressible packet's flits that the codec saves, below 1; one flit is left", "",
     NOC_UNREAD(&no_compressible, &short_packets), NOC_BY_LOADS},
};

static const noc_key network_keys[] = {
    {"carries", NOC_CHOICE, NETWORK(carried_traffic), 0, 0, 0, NOC_EXACT, carries_name, "",
     "the packets that this physical network takes", "", NOC_UNREAD(&requests_only),
     NOC_BY_GRAPH | NOC_BY_COST},
    {"topology", &noc_topology_type, NETWORK(topology), 0, 0, 0, 1, noc_topology_name, "",
     "how the routers are connected", "", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"routing", &noc_routing_type, NETWORK(routing), 0, 0, 0, 0, noc_routing_name, "",
     "how packets choose their path", "", NOC_UNREAD(&no_turns), NOC_BY_ROUTES},
    {"flit_bytes", NOC_INTEGER, NETWORK(flit_bytes), 1, 1024, 16, NOC_EXACT, NULL, "bytes",
     "width of a channel; over all slices", "te13 Table IV: 16", NULL, NOC_BY_LOADS | NOC_BY_COST},
};

/* Keys of the traffic. The pattern is first, as classes replace it (noc_design_traffic_keys). */
static const noc_key traffic_keys[] = {
    {"pattern", &noc_pattern_type, TRAFFIC(pattern), 0, 0, 0, 0, noc_pattern_name, "",
     "who sends to whom", "", NULL, NOC_BY_ROUTES},
    {"classes", NOC_TRAFFIC_CLASSES, TRAFFIC(classes), 0, 0, 0, NOC_YOUNGER, NULL, "",
     "classes of traffic, each a group with name, share of the offered flits, pattern, its keys, "
     "packet_flits, packet_mix, priority; they take the place of these keys",
     "BookSim 2.0: classes", NOC_UNREAD(&noc_unread_trace_packets), NOC_BY_ROUTES},
    {"rates", NOC_TEXT, TRAFFIC(rates_file), 0, 0, 0, NOC_YOUNGER, NULL, "",
     "CSV file of who sends how much to whom, a pair a line, in place of the pattern: "
     "source,destination,rate in packets a cycle; a load scales all rates alike; its name counts "
     "from the design file's folder",
     "", NOC_UNREAD(&noc_unread_trace_packets), NOC_BY_ROUTES},
    {"sources", NOC_NODES, TRAFFIC(sources), 0, 1048575, 0, NOC_YOUNGER, NULL, "",
     "the only nodes that send packets, by number (tiles, column + columns * row; "
     "without tiles compute nodes), or groups of a hierarchy (\"gpc:0\"); default all",
     "", NOC_UNREAD(&noc_unread_trace_packets), NOC_BY_ROUTES},
    {"destinations", NOC_NODES, TRAFFIC(destinations), 0, 1048575, 0, NOC_YOUNGER, NULL, "",
     "the only destinations, of the nodes that the pattern has, by number (without tiles "
     "memory nodes; \"mp:3\"); default all",
     "", NOC_UNREAD(&noc_unread_trace_packets), NOC_BY_ROUTES},
    {"batch", NOC_INTEGER, TRAFFIC(batch_packets), 0, 1e9, 0, NOC_YOUNGER, NULL, "packets",
     "that each node sends, as fast as the network accepts them, then none; with replies, requests "
     "that are answered; 0: no batch",
     "BookSim 2.0: batch_size", NOC_UNREAD(&rates_given), NOC_BY_LOOP},
    {"outstanding", NOC_INTEGER, TRAFFIC(outstanding_packets), 0, 1e6, 0, NOC_YOUNGER, NULL,
     "packets",
     "of a node on the way at most, requests until their replies are back; without a batch each "
     "node keeps so many on the way for ever; 0: no limit",
     "BookSim 2.0: max_outstanding", NOC_UNREAD(&no_limits, &no_more_packets), NOC_BY_LOOP},
    {"priority", NOC_CHOICE, TRAFFIC(priority), 0, 0, 0, NOC_YOUNGER, priority_name, "",
     "which packet goes first in routers, and class at a node: that of the class of the larger "
     "priority, the one created first (age; a reply counts from its own creation), flits injected "
     "first (network-age), or packets that reached the router first (local-age)",
     "BookSim 2.0: priority; Abts and Weisser 2007",
     NOC_UNREAD(&no_routers, &no_ranks_in_model, &no_ranks), NOC_BY_CONTENTION},
    {"multicast.share", NOC_REAL, TRAFFIC(multicast.share), 0, 1, 0, NOC_YOUNGER, NULL, "",
     "share of the packets that go to several nodes, and fork in routers on their way", "",
     NOC_UNREAD(&noc_unread_trace_packets, &one_node), NOC_BY_ROUTES},
    {"multicast.destinations", NOC_INTEGER, TRAFFIC(multicast.destinations), 1, 1024, 1,
     NOC_YOUNGER, NULL, "nodes",
     "destinations of such a packet: drawn for each among the nodes that its source sends to, "
     "never itself",
     "", NOC_UNREAD(&noc_unread_trace_packets, &no_multicast), NOC_BY_ROUTES},
    {"data_bytes", NOC_INTEGER, TRAFFIC(data_bytes), 0, 32768, 0, NOC_YOUNGER, NULL, "bytes",
     "data of a request and its reply, without header and address; without replies of a "
     "packet, mean; 0: the smaller of read_reply_bytes and write_request_bytes - "
     "read_request_bytes, the first where nothing is written; without replies all of a packet",
     "", NULL, NOC_BY_LOADS},
};

static const noc_key_table chip_table = NOC_KEYS(chip_keys), codec_table = NOC_KEYS(codec_keys),
                           network_table = NOC_KEYS(network_keys),
                           traffic_table = NOC_KEYS(traffic_keys);

/* ---- groups --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t offset; /* bytes from the start of noc_design to the struct of the group's keys */
    const noc_key_table *keys; /* NULL: noc_design_group_keys collects the keys */
    const noc_unread_condition *const *unread;
} groups[NOC_GROUPS] = {
    [NOC_GROUP_CHIP] = {"chip", offsetof(noc_design, chip), &chip_table, NULL},
    [NOC_GROUP_NODES] = {"nodes", offsetof(noc_design, nodes), &noc_nodes_keys, NULL},
    [NOC_GROUP_NETWORK] = {"network", offsetof(noc_design, networks), &network_table, NULL},
    [NOC_GROUP_TRAFFIC] = {"traffic", offsetof(noc_design, traffic), &traffic_table, NULL},
    [NOC_GROUP_CODEC] = {"codec", offsetof(noc_design, codec), &codec_table, NULL},
    [NOC_GROUP_MEMORY] = {"memory", offsetof(noc_design, memory), NULL,
                          NOC_UNREAD(&noc_unread_trace_played, &noc_unread_no_workload,
                                     &noc_unread_open_loop)},
    [NOC_GROUP_CLUSTER] = {"cluster", offsetof(noc_design, cluster), &noc_cluster_keys, NULL},
    [NOC_GROUP_CTA] = {"cta", offsetof(noc_design, cta), &noc_cta_keys,
                       NOC_UNREAD(&noc_unread_trace_played, &noc_unread_no_workload,
                                  &noc_unread_open_loop, &noc_unread_endless_warps)},
    [NOC_GROUP_WORKLOAD] = {"workload", offsetof(noc_design, workload), NULL,
                            NOC_UNREAD(&noc_unread_trace_played, &noc_unread_open_loop)},
};

const char *noc_design_group_name(size_t i)
{
    return i < NOC_GROUPS ? groups[i].name : NULL;
}

noc_key_table noc_design_group_keys(size_t i)
{
    if (i == NOC_GROUP_MEMORY) return noc_memory_keys();
    return i == NOC_GROUP_WORKLOAD ? noc_workload_keys() : *groups[i].keys;
}

const noc_unread_condition *const *noc_design_group_unread(size_t group)
{
    return groups[group].unread;
}

size_t noc_design_group_offset(size_t group, int network)
{
    const size_t position = group == NOC_GROUP_NETWORK ? (size_t)network : 0;
    return groups[group].offset + position * sizeof(noc_network_spec);
}

bool noc_design_traffic_keys(const noc_traffic_spec *traffic, size_t i, noc_key_table *table)
{
    noc_key_table tables[NOC_TRAFFIC_KINDS + 2] = {noc_design_group_keys(NOC_GROUP_TRAFFIC)};
    size_t count = 1;
    const bool has_no_classes =
        traffic->classes.count == 0; /* false: each class has its own keys */
    for (noc_traffic_kind kind = 0; kind < NOC_TRAFFIC_KINDS && has_no_classes; kind++)
        if (noc_traffic_has_kind(traffic, kind)) tables[count++] = noc_traffic_kind_keys(kind);
    if (has_no_classes)
        tables[count++] = traffic->pattern->keys;
    else
        /* leaves out the pattern */
        tables[0] = (noc_key_table){tables[0].keys + 1, tables[0].count - 1};
    if (i < count) *table = tables[i];
    return i < count;
}

bool noc_design_keys(const noc_design *d, size_t group, int network, size_t i, noc_key_table *table)
{
    noc_key_table tables[] = {noc_design_group_keys(group), {NULL, 0}, {NULL, 0}};
    size_t count = 1;
    if (group == NOC_GROUP_TRAFFIC) return noc_design_traffic_keys(&d->traffic, i, table);
    if (group == NOC_GROUP_NETWORK) {
        const noc_topology_kind *topology = d->networks[network].topology;
        tables[count++] = noc_switching_keys(topology->switching);
        tables[count++] = topology->keys;
    }
    if (i < count) *table = tables[i];
    return i < count;
}

const noc_key *noc_design_key(const noc_design *d, size_t group, int network, const char *name)
{
    const noc_key *key = NULL;
    noc_key_table table;
    for (size_t i = 0; !key && noc_design_keys(d, group, network, i, &table); i++)
        key = noc_key_find(table, name);
    return key;
}

static size_t count_topologies(void)
{
    size_t count = 0;
    while (noc_topology_at(count)) count++;
    return count;
}

bool noc_key_owner_at(size_t i, noc_key_owner *owner)
{
    const size_t topologies = count_topologies();
    if (i < NOC_SWITCHINGS) {
        *owner = (noc_key_owner){NOC_GROUP_NETWORK, NOC_OWNER_KIND, noc_switchings[i].name,
                                 noc_switching_keys((noc_switching)i)};
        return true;
    }
    i -= NOC_SWITCHINGS;
    if (i < topologies) {
        const noc_topology_kind *kind = noc_topology_at(i);
        *owner = (noc_key_owner){NOC_GROUP_NETWORK, NOC_OWNER_TOPOLOGY, kind->name, kind->keys};
        return true;
    }
    i -= topologies;
    if (i < NOC_TRAFFIC_KINDS) {
        const noc_traffic_kind kind = (noc_traffic_kind)i;
        *owner = (noc_key_owner){NOC_GROUP_TRAFFIC, NOC_OWNER_TRAFFIC, noc_traffic_kind_name(kind),
                                 noc_traffic_kind_keys(kind)};
        return true;
    }
    const noc_pattern_kind *kind = noc_pattern_at(i - NOC_TRAFFIC_KINDS);
    if (kind)
        *owner = (noc_key_owner){NOC_GROUP_TRAFFIC, NOC_OWNER_PATTERN, kind->name, kind->keys};
    return kind != NULL;
}

bool noc_design_group_is_set(const noc_design *d, size_t group)
{
    noc_key_table table;
    for (size_t i = 0; noc_design_keys(d, group, 0, i, &table); i++)
        for (size_t k = 0; k < table.count; k++)
            if (noc_design_has_key(d, noc_design_group_name(group), 0, table.keys[k].name))
                return true;
    return false;
}

bool noc_design_group_has(size_t group, const char *key)
{
    noc_key_owner owner;
    if (noc_key_find(noc_design_group_keys(group), key)) return true;
    for (size_t i = 0; noc_key_owner_at(i, &owner); i++)
        if (owner.group == group && noc_key_find(owner.keys, key)) return true;
    return false;
}

const char *noc_design_group_of_key(const char *key)
{
    for (size_t g = 0; noc_design_group_name(g); g++)
        if (noc_design_group_has(g, key)) return noc_design_group_name(g);
    return NULL;
}

/* ---- paths ---------------------------------------------------------------------------------- */

static bool find_group(const char *name, size_t length, size_t *group)
{
    for (size_t g = 0; g < NOC_GROUPS; g++) {
        if (strlen(groups[g].name) != length || strncmp(name, groups[g].name, length) != 0)
            continue;
        *group = g;
        return true;
    }
    return false;
}

bool noc_design_path_read(const noc_design *d, const char *path, noc_design_path *parts)
{
    const size_t length = strcspn(path, ".");
    int network = 0, end = 0;
    *parts = (noc_design_path){.key = path[length] ? path + length + 1 : ""};
    if (strncmp(path, "networks[", strlen("networks[")) == 0 &&
        sscanf(path, "networks[%9d].%n", &network, &end) == 1 && end > 0) {
        parts->group = NOC_GROUP_NETWORK;
        parts->first_network = parts->last_network = network;
        return network >= 0 && network < d->network_count;
    }
    if (!find_group(path, length, &parts->group)) return false;
    if (parts->group == NOC_GROUP_NETWORK) parts->last_network = d->network_count - 1;
    return true;
}

const noc_key *noc_design_path_key(const noc_design *d, const noc_design_path *p)
{
    const noc_key *key = NULL;
    for (int n = p->first_network; n <= p->last_network && !key; n++)
        key = noc_design_key(d, p->group, n, p->key);
    return key;
}
