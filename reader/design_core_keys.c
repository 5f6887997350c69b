#include "reader/design_core_keys.h"

#include "design/cores/cta_scheduler.h"
#include "network/kinds/kinds.h"
#include "network/kinds/unread_conditions.h"

#define NODES(member)   offsetof(noc_nodes_spec, member)
#define CLUSTER(member) offsetof(noc_cluster_spec, member)
#define CTA(member)     offsetof(noc_cta_spec, member)

NOC_NAMES(match_name, "address", "request")
NOC_NAMES(memory_on_name, "own-tiles", "compute-tiles")

/* ---- conditions under which keys are not read ----------------------------------------------- */

typedef const noc_unread_question question;

static bool has_no_memory(question *q)
{
    return q->design->nodes.memory == 0;
}

/* True if a trace without addresses is played: cores only send its packets. */
static bool plays_packets(question *q)
{
    return noc_unread_plays_trace(q) && !noc_unread_has_lines(q);
}

static bool shares_no_ports(question *q)
{
    return noc_cores_of_terminal(q->design) == 1;
}

static bool has_no_l1(question *q)
{
    return q->design->nodes.l1_lines == 0;
}

static bool has_no_table(question *q)
{
    return q->design->cluster.merge_entries == 0;
}

static bool has_entries_for_all(question *q)
{
    const noc_design *d = q->design;
    return d->cluster.merge_entries >= noc_cluster_max_entries(&d->cluster, d->nodes.mshrs);
}

static bool runs_no_ctas(question *q)
{
    return q->design->cta.scheduler == NULL && noc_workloads_are_unshared(q);
}

static bool ignores_clusters(question *q)
{
    uint64_t counts[NOC_KERNELS_MAX];
    return !noc_cta_make_setup(q->design, counts).scheduler->needs_clusters;
}

static const noc_unread_condition
    no_memory = {has_no_memory, false, NULL, "there are no memory nodes"},
    packets_played = {plays_packets, false, NULL, NOC_UNREAD_PLAYED},
    trace_has_no_lines = {plays_packets, false, NULL,
                          "a trace without addresses is played, and its requests are all "
                          "different"},
    no_shared_ports = {shares_no_ports, false, NULL, "every core has its own port (cluster.cores)"},
    no_shared_lines = {noc_workloads_are_unshared, true, NULL,
                       "each request has its own line (workload.sharing.same is 0)"},
    no_l1 = {has_no_l1, false, NULL, "nodes.l1_lines is 0"},
    no_table = {has_no_table, false, NULL, "cluster.merge_entries is 0"},
    entries_for_all = {has_entries_for_all, false, NULL,
                       "there are entries for all lines that cores wait for "
                       "(cluster.merge_entries)"},
    dealt_by_cores = {ignores_clusters, true, NULL,
                      "cta.scheduler deals to cores in the order of their numbers"};

const noc_unread_condition noc_unread_endless_warps = {
    runs_no_ctas, true, NULL,
    "warps run for ever (cta.scheduler, or workload.sharing.same above 0)"};

/* ---- keys ----------------------------------------------------------------------------------- */

static const noc_key nodes_keys[] = {
    {"compute", NOC_INTEGER, NODES(compute), 1, 1048576, 0, 1, NULL, "nodes",
     "compute nodes (SMs); every node for the patterns without memory", "", NULL,
     NOC_BY_GRAPH | NOC_BY_COST},
    {"memory", NOC_INTEGER, NODES(memory), 0, 1048576, 0, 0, NULL, "nodes",
     "memory nodes (memory controllers or cache slices)", "", NOC_UNREAD(&noc_unread_ideal_nodes),
     NOC_BY_GRAPH | NOC_BY_COST},
    {"placement", &noc_placement_type, NODES(placement), 0, 0, 0, 0, noc_placement_name, "",
     "where the memory nodes stand", "te13 Figures 4, 30", NULL, NOC_BY_GRAPH},
    {"memory_at", NOC_POINTS, NODES(memory_positions), 0, 4095, 0, 0, NULL, "",
     "with placement = \"explicit\": the (column, row) of each memory node, (0,0) the top left", "",
     NULL, NOC_BY_GRAPH},
    {"empty_at", NOC_POINTS, NODES(empty_positions), 0, 4095, 0, 0, NULL, "",
     "the (column, row) of tiles that have a router but no node", "te13 6.3: one of 11x11", NULL,
     NOC_BY_GRAPH | NOC_BY_COST},
    {"memory_on", NOC_CHOICE, NODES(memory_tiles), 0, 0, NOC_MEMORY_TILES_OWN, NOC_YOUNGER,
     memory_on_name, "",
     "tiles on which memory nodes stand: their own, or tiles of compute nodes, whose routers then "
     "have ports for both",
     "", NOC_UNREAD(&no_memory), NOC_BY_GRAPH | NOC_BY_COST},
    {"mshrs", NOC_INTEGER, NODES(mshrs), 1, 4096, 64, 0, NULL, "requests",
     "closed loop: requests that a core may wait for at a time", "te13 Table II: 64",
     NOC_UNREAD(&packets_played, &noc_unread_no_workload, &noc_unread_open_loop), NOC_BY_LOOP},
    {"l1_lines", NOC_INTEGER, NODES(l1_lines), 0, 1048576, 0, NOC_YOUNGER, NULL, "lines",
     "closed loop: lines of a core's first-level cache, which keeps what CTAs of the core touch "
     "again; 0: a workload's requests are its misses already",
     "icc Table 2: 384",
     NOC_UNREAD(&noc_unread_trace_played, &noc_unread_no_workload, &noc_unread_open_loop,
                &no_shared_lines),
     NOC_BY_LOOP},
    {"l1_ways", NOC_INTEGER, NODES(l1_ways), 1, 1048576, 4, NOC_YOUNGER, NULL, "lines",
     "closed loop: lines of a set of that cache, of which the least recently used leaves",
     "icc Table 2: 4",
     NOC_UNREAD(&noc_unread_trace_played, &noc_unread_no_workload, &noc_unread_open_loop,
                &no_shared_lines, &no_l1),
     NOC_BY_LOOP},
    {"core_mhz", NOC_REAL, NODES(core_mhz), 0, 20000, 0, 0, NULL, "MHz",
     "closed loop: clock of the cores; 0: that of the network", "te13 Table II: 1296",
     NOC_UNREAD(&noc_unread_trace_played, &noc_unread_no_workload, &noc_unread_open_loop),
     NOC_BY_LOOP},
    {"simd_width", NOC_INTEGER, NODES(simd_width), 1, 1024, 8, 0, NULL, "lanes",
     "closed loop: threads that a core works for in a core cycle", "te13 Table II: 8",
     NOC_UNREAD(&noc_unread_trace_played, &noc_unread_no_workload, &noc_unread_open_loop),
     NOC_BY_LOOP},
    {"warp_threads", NOC_INTEGER, NODES(warp_threads), 1, 1024, 32, 0, NULL, "threads",
     "closed loop: threads of a warp, which take turns on the lanes", "te13 Table II: 32",
     NOC_UNREAD(&noc_unread_trace_played, &noc_unread_no_workload, &noc_unread_open_loop),
     NOC_BY_LOOP},
};

static const noc_key cluster_keys[] = {
    {"cores", NOC_INTEGER, CLUSTER(cores), 0, NOC_CLUSTER_CORES_MAX, 0, 0, NULL, "cores",
     "cores that share a port of the networks by a bus; 0 and 1: each has its own", "icc 2.1: 5",
     NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"merge_entries", NOC_INTEGER, CLUSTER(merge_entries), 0, 65536, 0, 0, NULL, "lines",
     "closed loop: entries of a cluster's merge table, a line each that cores wait for; 0: none",
     "icc 6: 48",
     NOC_UNREAD(&trace_has_no_lines, &noc_unread_no_workload, &noc_unread_open_loop,
                &no_shared_ports),
     NOC_BY_LOOP},
    {"cache_lines", NOC_INTEGER, CLUSTER(cache_lines), 0, 65536, 0, 0, NULL, "lines",
     "closed loop: of a cluster's cache of lines that several cores asked for; 0: none",
     "icc 6: 24",
     NOC_UNREAD(&trace_has_no_lines, &noc_unread_no_workload, &noc_unread_open_loop,
                &no_shared_ports, &no_table),
     NOC_BY_LOOP},
    {"merge_match", NOC_CHOICE, CLUSTER(match_rule), 0, 0, 0, 0, match_name, "",
     "whose reply frees an entry: the first for its line, or that of the request that took it",
     "icc 6: the line's",
     NOC_UNREAD(&trace_has_no_lines, &noc_unread_no_workload, &noc_unread_open_loop,
                &no_shared_ports, &no_table, &entries_for_all),
     NOC_BY_LOOP},
};

static const noc_key cta_keys[] = {
    {"scheduler", &noc_cta_scheduler_type, CTA(scheduler), 0, 0, 0, 0, noc_cta_choice_name, "",
     "which CTA starts where ('nocsight describe cta-schedulers'); none: warps run for ever", "",
     NULL, NOC_BY_LOOP},
    {"slots", NOC_INTEGER, CTA(slots), 1, 64, 2, 0, NULL, "CTAs",
     "CTAs that a core runs at a time; the workload's warps are divided among them", "", NULL,
     NOC_BY_LOOP},
    {"clusters", NOC_INTEGER, CTA(clusters), 0, 1048576, 0, 0, NULL, "clusters",
     "clusters that the scheduler counts; 0: cores that share a port or a local crossbar", "",
     NOC_UNREAD(&dealt_by_cores), NOC_BY_LOOP},
    {"kernels", NOC_INTEGER, CTA(kernels), 1, NOC_KERNELS_MAX, 1, 0, NULL, "kernels",
     "kernels that run at a time", "cdx19 5.5: 2", NULL, NOC_BY_LOOP},
    {"count", NOC_INTEGERS, CTA(counts), 0, 1e9, 0, 0, NULL, "CTAs",
     "CTAs of each kernel, which then run once to their end; 0: without end", "", NULL,
     NOC_BY_LOOP},
    {"length", NOC_INTEGERS, CTA(lengths), 1, 1e9, 0, 0, NULL, "instructions",
     "of each warp of a CTA, mean, by kernel; default 1000", "", NULL, NOC_BY_LOOP},
    {"spread", NOC_REAL, CTA(length_spread), 0, 1, 0, 0, NULL, "",
     "lengths of CTAs are uniform within 1 - spread and 1 + spread of their mean", "", NULL,
     NOC_BY_LOOP},
};

const noc_key_table noc_nodes_keys = NOC_KEYS(nodes_keys),
                    noc_cluster_keys = NOC_KEYS(cluster_keys), noc_cta_keys = NOC_KEYS(cta_keys);
