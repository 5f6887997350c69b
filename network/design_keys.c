/* The settings that every design has, group by group. The kinds of networks, topologies and
 * patterns add their own. */
#include "network/design_keys.h"

#include "network/cta_scheduler.h"
#include "network/kinds.h"
#include "network/replies.h"
#include "network/scheduler_kind.h"
#include "network/switching_keys.h"
#include "network/traffic_keys.h"

#define CHIP(member)    offsetof(noc_chip_spec, member)
#define CODEC(member)   offsetof(noc_codec_spec, member)
#define NODES(member)   offsetof(noc_nodes_spec, member)
#define NETWORK(member) offsetof(noc_network_spec, member)
#define TRAFFIC(member) offsetof(noc_traffic_spec, member)
#define MEMORY(member)  offsetof(noc_memory_spec, member)
#define CLUSTER(member) offsetof(noc_cluster_spec, member)
#define CTA(member)     offsetof(noc_cta_spec, member)

NOC_NAMES(carries_name, "both", "request", "reply")
NOC_NAMES(truth_name, "false", "true")
/* by noc_replies_order */
NOC_NAMES(reply_order_name, "fifo", "burst-first")
NOC_NAMES(match_name, "address", "request")

static const noc_key chip_keys[] = {
    {"technology_nm", NOC_REAL, CHIP(technology_nm), 5, 250, 65, 0, NULL, "nm",
     "feature size of the process; area and power need a table for it", "te13 Table II"},
    {"clock_mhz", NOC_REAL, CHIP(clock_mhz), 1, 20000, 1000, 0, NULL, "MHz", "clock of the network",
     "te13 Table II: 602"},
    {"tile_mm", NOC_REAL, CHIP(tile_mm), 0.01, 100, 2.0, 0, NULL, "mm",
     "pitch of one tile: the length of a channel between neighbours", ""},
    {"other_area_mm2", NOC_REAL, CHIP(other_area_mm2), 0, 1e5, 0, 0, NULL, "mm2",
     "area of all of the chip that is not network", "te13 5.9: 244.68"},
    {"scale_technology", NOC_CHOICE, CHIP(scale_technology), 0, 0, 0, 0, truth_name, "",
     "whether area and power may be scaled to technologies that no table measures or encloses", ""},
};

static const noc_key nodes_keys[] = {
    {"compute", NOC_INTEGER, NODES(compute), 1, 1048576, 0, 1, NULL, "nodes",
     "compute nodes (SMs); every node for the patterns without memory", ""},
    {"memory", NOC_INTEGER, NODES(memory), 0, 1048576, 0, 0, NULL, "nodes",
     "memory nodes (memory controllers or cache slices)", ""},
    {"placement", &noc_placement_type, NODES(placement), 0, 0, 0, 0, noc_placement_name, "",
     "where the memory nodes stand", "te13 Figures 4, 30"},
    {"memory_at", NOC_POINTS, NODES(memory_at), 0, 4095, 0, 0, NULL, "",
     "with placement = \"explicit\": the (column, row) of each memory node, (0,0) the top left",
     ""},
    {"empty_at", NOC_POINTS, NODES(empty_at), 0, 4095, 0, 0, NULL, "",
     "the (column, row) of tiles that have a router but no node", "te13 6.3: one of 11x11"},
    {"mshrs", NOC_INTEGER, NODES(mshrs), 1, 4096, 64, 0, NULL, "requests",
     "closed loop: requests that a core may wait for at a time", "te13 Table II: 64"},
    {"core_mhz", NOC_REAL, NODES(core_mhz), 0, 20000, 0, 0, NULL, "MHz",
     "closed loop: clock of the cores; 0: that of the network", "te13 Table II: 1296"},
    {"simd_width", NOC_INTEGER, NODES(simd_width), 1, 1024, 8, 0, NULL, "lanes",
     "closed loop: threads that a core works for in a core cycle", "te13 Table II: 8"},
    {"warp_threads", NOC_INTEGER, NODES(warp_threads), 1, 1024, 32, 0, NULL, "threads",
     "closed loop: threads of a warp, which take turns on the lanes", "te13 Table II: 32"},
};

static const noc_key codec_keys[] = {
    {"cycles", NOC_INTEGER, CODEC(cycles), 0, 1000, 0, 0, NULL, "cycles",
     "for which a port encodes, and another decodes, each packet, one at a time; 0: as they come",
     "dapper, Approx-NoC: 2 to 3"},
    {"compressible", NOC_REAL, CODEC(compressible), 0, 1, 0, 0, NULL, "",
     "share of the packets that the codec makes shorter", ""},
    {"ratio", NOC_REAL, CODEC(ratio), 0, 1, 0, 0, NULL, "",
     "share of a compressible packet's flits that the codec saves, below 1; one flit is left", ""},
};

/* Timings without a source of their own in te13 are those of GPGPU-Sim's GDDR3 with the same
 * others. */
static const noc_key memory_keys[] = {
    {"clock_mhz", NOC_REAL, MEMORY(clock_mhz), 1, 20000, 1107, 0, NULL, "MHz",
     "closed loop: clock of the DRAM", "te13 Table II"},
    {"bus_bytes", NOC_INTEGER, MEMORY(bus_bytes), 1, 1024, 16, 0, NULL, "bytes",
     "bytes that a controller's DRAM moves in a memory clock", "te13 footnote 3"},
    {"banks", NOC_INTEGER, MEMORY(banks), 1, 256, 8, 0, NULL, "banks", "DRAM banks of a controller",
     "cdx19 Table 3: 16; te13 does not say"},
    {"slices", NOC_INTEGER, MEMORY(slices), 1, 16, 1, 0, NULL, "nodes",
     "memory nodes (cache slices) that share a controller's DRAM", "cdx19 Table 3: 2"},
    {"tcl", NOC_INTEGER, MEMORY(tcl), 1, 1000, 9, 0, NULL, "memory clocks",
     "column access to first data", "te13 Table II"},
    {"trp", NOC_INTEGER, MEMORY(trp), 1, 1000, 13, 0, NULL, "memory clocks",
     "precharge to activation", "te13 Table II"},
    {"trc", NOC_INTEGER, MEMORY(trc), 1, 1000, 34, 0, NULL, "memory clocks",
     "activation to activation of the same bank", "te13 Table II"},
    {"tras", NOC_INTEGER, MEMORY(tras), 1, 1000, 21, 0, NULL, "memory clocks",
     "activation to precharge", "te13 Table II"},
    {"trcd", NOC_INTEGER, MEMORY(trcd), 1, 1000, 12, 0, NULL, "memory clocks",
     "activation to column access", "te13 Table II"},
    {"trrd", NOC_INTEGER, MEMORY(trrd), 1, 1000, 8, 0, NULL, "memory clocks",
     "activation to activation of another bank", "te13 Table II"},
    {"tccd", NOC_INTEGER, MEMORY(tccd), 1, 1000, 2, 0, NULL, "memory clocks",
     "column access to column access", "cdx19 Table 3: 2; te13 does not say"},
    {"twr", NOC_INTEGER, MEMORY(twr), 0, 1000, 13, 0, NULL, "memory clocks",
     "last data written to precharge", "cdx19 Table 3: 12; te13 does not say"},
    {"scheduler", &noc_scheduler_type, MEMORY(scheduler), 0, 0, 0, 0, noc_scheduler_name, "",
     "which request the DRAM serves next ('nocsight list schedulers')", "te13 Table II: FR-FCFS"},
    {"dram_queue", NOC_INTEGER, MEMORY(dram_queue), 1, 1024, 32, 0, NULL, "requests",
     "requests that wait for the DRAM of a controller", "te13 Table II: 32"},
    {"input_queue", NOC_INTEGER, MEMORY(input_queue), 1, 1024, 8, 0, NULL, "requests",
     "requests from the network that wait at a memory node; the next ones wait in it",
     "te13 footnote 9: 8"},
    {"reply_queue", NOC_INTEGER, MEMORY(reply_queue), 1, 1024, 6, 0, NULL, "replies",
     "replies that wait for the network at a memory node; when it is full the node stalls",
     "te13 footnote 9: 6"},
    {"reply_order", NOC_CHOICE, MEMORY(reply_order), 0, 0, 0, 0, reply_order_name, "",
     "which reply a memory node sends next: \"burst-first\" keeps those of bursts apart",
     "rapid18 4.2.4"},
    {"write_replies", NOC_CHOICE, MEMORY(write_replies), 0, 1, 1, 0, truth_name, "",
     "whether memory nodes of the closed loop answer writes with a packet; else a write's MSHR is "
     "free when its node has done it",
     "te13 3.4: only read replies"},
    {"burst_cycles", NOC_INTEGER, MEMORY(burst_cycles), 1, 100000, 8, 0, NULL, "cycles",
     "reply_order burst-first: a request that follows its core's last one so soon is of a burst",
     "rapid18 5.1: 8"},
    {"burst_queue", NOC_INTEGER, MEMORY(burst_queue), 1, 1024, 66, 0, NULL, "replies",
     "reply_order burst-first: replies of bursts at a memory node until they have left",
     "rapid18 5.1: 66"},
    {"normal_queue", NOC_INTEGER, MEMORY(normal_queue), 1, 1024, 66, 0, NULL, "replies",
     "reply_order burst-first: other replies, likewise", "rapid18 5.1: 66"},
    {"burst_share", NOC_INTEGER, MEMORY(burst_share), 1, 1024, 3, 0, NULL, "replies",
     "reply_order burst-first: replies of bursts in a row while others wait", "rapid18 4.2.4: 3"},
    {"line_bytes", NOC_INTEGER, MEMORY(line_bytes), 1, 4096, 64, 0, NULL, "bytes",
     "of a cache line: what a DRAM access moves", "te13 Table IV: 64"},
    {"interleave_bytes", NOC_INTEGER, MEMORY(interleave_bytes), 1, 65536, 256, 0, NULL, "bytes",
     "block of addresses in one memory node", "te13 2.2: 256"},
    {"l2_cycles", NOC_INTEGER, MEMORY(l2_cycles), 0, 1000, 10, 0, NULL, "cycles",
     "latency of the second-level cache, hit or miss, in network cycles", "assumed"},
    {"l2_banks", NOC_INTEGER, MEMORY(l2_banks), 1, 64, 1, 0, NULL, "banks",
     "banks of the cache slice of a memory node", "assumed"},
    {"l2_bank_cycles", NOC_INTEGER, MEMORY(l2_bank_cycles), 1, 64, 1, 0, NULL, "cycles",
     "network cycles for which an access occupies its bank of the cache", "assumed"},
    {"command_queue", NOC_INTEGER, MEMORY(command_queue), 1, 1024, 32, 0, NULL, "commands",
     "scheduler sms, amc: accesses that have left its stages, up to their data", "dapper: 32"},
    {"amc_queues", NOC_INTEGER, MEMORY(amc_queues), 1, 256, 4, 0, NULL, "queues",
     "scheduler amc: queues that banks share, bank by bank", "dapper: 4"},
    {"check_depth", NOC_INTEGER, MEMORY(check_depth), 2, 1024, 12, 0, NULL, "accesses",
     "scheduler amc: accesses of a burst, half of it approximable begin one; approximator: "
     "replies that are looked at, in as many cycles",
     "dapper: 12"},
    {"sms_age", NOC_INTEGER, MEMORY(sms_age), 0, 100000, 50, 0, NULL, "memory clocks",
     "scheduler sms: for how long a batch waits for more accesses", "assumed"},
    {"sms_batch", NOC_INTEGER, MEMORY(sms_batch), 1, 1024, 16, 0, NULL, "accesses",
     "scheduler sms: accesses of a batch at most", "assumed"},
    {"sms_p", NOC_REAL, MEMORY(sms_p), 0, 1, 0.9, 0, NULL, "",
     "scheduler sms: chance that the core with the fewest accesses is next, not the next in turn",
     "Ausavarungnirun et al. 2012: 0.9"},
    {"approximable", NOC_REAL, MEMORY(approximable), 0, 1, 0, 0, NULL, "",
     "scheduler amc and approximator: share of the reads whose data may be approximate",
     "dapper 5.2: up to 0.78"},
    {"match", NOC_REAL, MEMORY(match), 0, 1, 0, 0, NULL, "",
     "approximator: chance that the data of two such reads is about the same, so that their "
     "replies may go as one packet",
     "dapper 4.1"},
    {"error_threshold", NOC_REAL, MEMORY(error_threshold), 0, NOC_ERROR_THRESHOLD_MAX, 10, 0, NULL,
     "%",
     "approximator: difference of data that counts as none; tells output_error_percent, while "
     "match "
     "says how many replies it lets go together",
     "dapper 5.2: 5 to 20, 10 chosen"},
};

static const noc_key cluster_keys[] = {
    {"cores", NOC_INTEGER, CLUSTER(cores), 0, NOC_CLUSTER_CORES_MAX, 0, 0, NULL, "cores",
     "cores that share a port of the networks by a bus; 0 and 1: each has its own", "icc 2.1: 5"},
    {"merge_entries", NOC_INTEGER, CLUSTER(merge_entries), 0, 65536, 0, 0, NULL, "lines",
     "closed loop: entries of a cluster's merge table, a line each that cores wait for; 0: none",
     "icc 6: 48"},
    {"cache_lines", NOC_INTEGER, CLUSTER(cache_lines), 0, 65536, 0, 0, NULL, "lines",
     "closed loop: of a cluster's cache of lines that several cores asked for; 0: none",
     "icc 6: 24"},
    {"merge_match", NOC_CHOICE, CLUSTER(match), 0, 0, 0, 0, match_name, "",
     "whose reply frees an entry: the first for its line, or that of the request that took it",
     "icc 6: the line's"},
};

static const noc_key cta_keys[] = {
    {"scheduler", &noc_cta_scheduler_type, CTA(scheduler), 0, 0, 0, 0, noc_cta_choice_name, "",
     "which CTA starts where ('nocsight list cta-schedulers'); none: warps run for ever", ""},
    {"slots", NOC_INTEGER, CTA(slots), 1, 64, 2, 0, NULL, "CTAs",
     "CTAs that a core runs at a time; the workload's warps are divided among them", ""},
    {"clusters", NOC_INTEGER, CTA(clusters), 0, 1048576, 0, 0, NULL, "clusters",
     "clusters that the scheduler counts; 0: those that share a port or a local crossbar", ""},
    {"kernels", NOC_INTEGER, CTA(kernels), 1, NOC_KERNELS_MAX, 1, 0, NULL, "kernels",
     "kernels that run at a time", "cdx19 5.5: 2"},
    {"count", NOC_INTEGERS, CTA(counts), 0, 1e9, 0, 0, NULL, "CTAs",
     "CTAs of each kernel, which then run once to their end; 0: without end", ""},
    {"length", NOC_INTEGERS, CTA(lengths), 1, 1e9, 0, 0, NULL, "instructions",
     "of each warp of a CTA, mean, by kernel; default 1000", ""},
    {"spread", NOC_REAL, CTA(spread), 0, 1, 0, 0, NULL, "",
     "lengths of CTAs are uniform within 1 - spread and 1 + spread of their mean", ""},
};

static const noc_key network_keys[] = {
    {"carries", NOC_CHOICE, NETWORK(carries), 0, 0, 0, NOC_EXACT, carries_name, "",
     "the packets that this physical network takes", ""},
    {"topology", &noc_topology_type, NETWORK(topology), 0, 0, 0, 1, noc_topology_name, "",
     "how the routers are connected", ""},
    {"routing", &noc_routing_type, NETWORK(routing), 0, 0, 0, 0, noc_routing_name, "",
     "how packets choose their path", ""},
    {"flit_bytes", NOC_INTEGER, NETWORK(flit_bytes), 1, 1024, 16, NOC_EXACT, NULL, "bytes",
     "width of a channel; over all slices", "te13 Table IV: 16"},
};

static const noc_key traffic_keys[] = {
    {"pattern", &noc_pattern_type, TRAFFIC(pattern), 0, 0, 0, 0, noc_pattern_name, "",
     "who sends to whom", ""},
    {"batch", NOC_INTEGER, TRAFFIC(batch), 0, 1e9, 0, NOC_YOUNGER, NULL, "packets",
     "that each node sends, as fast as the network takes them, then none; with replies, requests "
     "that are answered; 0: no batch",
     "BookSim 2.0: batch_size"},
    {"outstanding", NOC_INTEGER, TRAFFIC(outstanding), 0, 1e6, 0, NOC_YOUNGER, NULL, "packets",
     "of a node on the way at most, requests until their replies are back; without a batch each "
     "node keeps so many on the way for ever; 0: no limit",
     "BookSim 2.0: max_outstanding"},
};

static const struct {
    const char *name;
    noc_key_table keys;
} groups[] = {
    {"chip", NOC_KEYS(chip_keys)},
    {"nodes", NOC_KEYS(nodes_keys)},
    {"network", NOC_KEYS(network_keys)},
    {"traffic", NOC_KEYS(traffic_keys)},
    {"codec", NOC_KEYS(codec_keys)},
    {"memory", NOC_KEYS(memory_keys)},
    {"cluster", NOC_KEYS(cluster_keys)},
    {"cta", NOC_KEYS(cta_keys)},
    {"workload", {NULL, 0}}, /* its keys are those of the table of workloads */
};

const char *noc_design_group(size_t i)
{
    return i < sizeof groups / sizeof groups[0] ? groups[i].name : NULL;
}

noc_key_table noc_design_group_keys(size_t i)
{
    return i == NOC_GROUP_WORKLOAD ? noc_workload_keys() : groups[i].keys;
}

size_t noc_design_group_offset(size_t group, int network)
{
    switch (group) {
    case NOC_GROUP_CHIP:
        return offsetof(noc_design, chip);
    case NOC_GROUP_NODES:
        return offsetof(noc_design, nodes);
    case NOC_GROUP_NETWORK:
        return offsetof(noc_design, networks) + (size_t)network * sizeof(noc_network_spec);
    case NOC_GROUP_CODEC:
        return offsetof(noc_design, codec);
    case NOC_GROUP_MEMORY:
        return offsetof(noc_design, memory);
    case NOC_GROUP_CLUSTER:
        return offsetof(noc_design, cluster);
    case NOC_GROUP_CTA:
        return offsetof(noc_design, cta);
    case NOC_GROUP_WORKLOAD:
        return offsetof(noc_design, workload);
    default:
        return offsetof(noc_design, traffic);
    }
}

bool noc_design_traffic_keys(const noc_traffic_spec *traffic, size_t i, noc_key_table *table)
{
    noc_key_table tables[NOC_TRAFFIC_KINDS + 2] = {noc_design_group_keys(NOC_GROUP_TRAFFIC)};
    size_t count = 1;
    for (noc_traffic_kind kind = 0; kind < NOC_TRAFFIC_KINDS; kind++)
        if (noc_traffic_is(traffic, kind)) tables[count++] = noc_traffic_keys(kind);
    tables[count++] = traffic->pattern->keys;
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
        *owner = (noc_key_owner){NOC_GROUP_TRAFFIC, NOC_OWNER_TRAFFIC, noc_traffic_name(kind),
                                 noc_traffic_keys(kind)};
        return true;
    }
    const noc_pattern_kind *kind = noc_pattern_at(i - NOC_TRAFFIC_KINDS);
    if (kind)
        *owner = (noc_key_owner){NOC_GROUP_TRAFFIC, NOC_OWNER_PATTERN, kind->name, kind->keys};
    return kind != NULL;
}

bool noc_design_group_has(size_t group, const char *key)
{
    noc_key_owner owner;
    if (noc_key_find(noc_design_group_keys(group), key)) return true;
    for (size_t i = 0; noc_key_owner_at(i, &owner); i++)
        if (owner.group == group && noc_key_find(owner.keys, key)) return true;
    return false;
}

const char *noc_design_group_with(const char *key)
{
    for (size_t g = 0; noc_design_group(g); g++)
        if (noc_design_group_has(g, key)) return noc_design_group(g);
    return NULL;
}
