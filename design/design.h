/* design/design.h: a design, the settings of a design file, checked and complete.
 *
 * A design is plain data: the user's settings, with each default filled in and each value inside
 * its range. noc_system_compile (network/compile/compile.h) turns a design into routers, channels
 * and flits. */
#ifndef NOC_DESIGN_DESIGN_H
#define NOC_DESIGN_DESIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "design/cores/cluster.h"
#include "design/cores/cta.h"
#include "design/dies.h"
#include "design/kept.h"
#include "design/key.h"
#include "design/levels.h"
#include "design/memory/codec.h"
#include "design/node_list.h"
#include "design/overlay.h"
#include "design/rates.h"
#include "design/refusal.h"
#include "design/slices.h"
#include "design/wiring.h"
#include "design/workload/workload.h"

enum {
    NOC_NETWORKS_MAX = 8,    /* physical networks of a design, before slicing */
    NOC_PARAMETERS_MAX = 16, /* keys that a topology may add */
    NOC_PORTS_MAX = 4,       /* injection (ejection) ports of a terminal in a network */
    NOC_VCS_MAX = 32,        /* virtual channels of a port: bits of a VC set */
    NOC_TRAFFIC_CLASSES_MAX = 8,
    NOC_HASH_CHARS = 64, /* SHA-256 in hexadecimal digits */
};

/* Classes of packets that a network carries. */
typedef enum noc_carried_traffic {
    NOC_CARRIES_BOTH,
    NOC_CARRIES_REQUEST,
    NOC_CARRIES_REPLY
} noc_carried_traffic;
/* Allocators of switches and virtual channels (design/allocators.def). */
typedef enum noc_allocator {
#define NOC_ALLOCATOR(ID, name, summary, source, arbiters, ranks, anywhere) NOC_ALLOCATOR_##ID,
#include "design/allocators.def"
#undef NOC_ALLOCATOR
    NOC_ALLOCATORS
} noc_allocator;
/* Time at which an output VC may go to the next packet: once the tail before it has left, or
 * (atomic) once its buffer is empty. */
typedef enum noc_reallocation {
    NOC_REALLOCATION_NON_ATOMIC,
    NOC_REALLOCATION_ATOMIC
} noc_reallocation;
/* Flits that need a second cycle in switch allocation. The crossbar input and output stay held in
 * this cycle. */
typedef enum noc_allocation_hold {
    NOC_HOLD_NONE,
    NOC_HOLD_PACKET, /* head flit of each packet */
    NOC_HOLD_FLIT,   /* every flit */
} noc_allocation_hold;
/* Directions in which a memory node has memory_ports ports; one port in the other direction. */
typedef enum noc_port_directions {
    NOC_PORTS_BOTH,
    NOC_PORTS_INJECTION,
    NOC_PORTS_EJECTION
} noc_port_directions;
/* Tiles of memory nodes: own tiles, or tiles shared with compute nodes. */
typedef enum noc_memory_tiles { NOC_MEMORY_TILES_OWN, NOC_MEMORY_TILES_SHARED } noc_memory_tiles;
/* Latencies of links: as given by settings, or longer where the wire needs more cycles. */
typedef enum noc_link_timing { NOC_LINKS_GIVEN, NOC_LINKS_WIRE } noc_link_timing;
/* Flits by which an adaptive routing measures the congestion of a link: flits sent minus credits
 * returned, or flits in the buffers behind the link. */
typedef enum noc_congestion_measure {
    NOC_CONGESTION_OUTSTANDING,
    NOC_CONGESTION_BUFFERED
} noc_congestion_measure;
/* Cost of routers at a grid's edge: all ports of a regular router, or only their own. */
typedef enum noc_edge_routers { NOC_EDGE_FULL, NOC_EDGE_TRIMMED } noc_edge_routers;

/* Cells of input buffers: cells of the technology's table (flip-flops; at 65 nm ORION's SRAM),
 * published SRAM cells, or SRAM cells only in arrays that are large enough for their periphery. */
typedef enum noc_buffer_cells {
    NOC_BUFFERS_TABLE,
    NOC_BUFFERS_SRAM,
    NOC_BUFFERS_AUTO
} noc_buffer_cells;

/* Time at which the next head in a virtual channel is routed and gets an output VC: after the
 * packet before it has left the buffer, or earlier. */
typedef enum noc_turnaround { NOC_TURNAROUND_PIPELINE, NOC_TURNAROUND_OVERLAPPED } noc_turnaround;

/* Arbiters inside the separable allocators: round-robin arbiters grant the first request at or
 * after a pointer; matrix arbiters grant the request that was granted least recently (Dally and
 * Towles 2004, 18.5). */
typedef enum noc_arbitration {
    NOC_ARBITRATION_ROUND_ROBIN,
    NOC_ARBITRATION_MATRIX
} noc_arbitration;

/* Packets or flits that win over others with the same request (BookSim 2.0: priority). */
typedef enum noc_priority {
    NOC_PRIORITY_NONE,
    NOC_PRIORITY_CLASS,       /* packets of the class with the larger priority number */
    NOC_PRIORITY_AGE,         /* packets created first */
    NOC_PRIORITY_NETWORK_AGE, /* flits that were injected first */
    NOC_PRIORITY_LOCAL_AGE,   /* flits that reached the router first */
} noc_priority;

/* Speculative switch requests in routers of one or two stages: they yield to others, or are
 * equal. */
typedef enum noc_speculation { NOC_SPECULATION_PRIORITY, NOC_SPECULATION_EQUAL } noc_speculation;

/* Basis of the costs in answers. */
typedef enum noc_cost_basis {
    NOC_COST_MODEL, /* figures of the technology's tables, for the circuit as drawn */
    /* figures of the tables times the ratio of built chips to drawn circuits */
    NOC_COST_SILICON,
} noc_cost_basis;

typedef struct noc_chip_spec {
    /* technology node, clock of the networks, width of a tile, and area besides the networks */
    double technology_nm, clock_mhz, tile_mm, other_area_mm2;
    double die_mm2;  /* area of one die, mm2; 0: the largest that scanners expose */
    double supply_v; /* supply voltage of the network, V; 0: nominal voltage of the technology */
    int cost_basis;  /* noc_cost_basis */
    int scale_technology; /* 1: cost figures may be extrapolated to technologies without a table */
} noc_chip_spec;

typedef struct noc_nodes_spec {
    /* number of cores, and of memory nodes; noc_compute_terminals returns the number of compute
     * nodes, which may have several cores */
    int compute, memory;
    const struct noc_placement_kind *placement;
    /* [memory node]: position, column and row; known for every placement */
    noc_points memory_positions;
    noc_points empty_positions; /* positions of tiles that have a router and no node */
    int memory_tiles;           /* noc_memory_tiles */
    /* largest number of outstanding requests of a core; closed loop only */
    int mshrs;
    /* lines of a core's first-level cache; 0: no cache, the workload's requests are its misses */
    int l1_lines;
    /* lines of a set of this cache */
    int l1_ways;
    double core_mhz; /* clock of the cores, MHz; 0: that of the network */
    /* threads that a core executes in a core cycle, and threads of a warp */
    int simd_width, warp_threads;
} noc_nodes_spec;

/* A memory node of the closed loop: a cache slice, queues, and the DRAM behind them. DRAM timings
 * are in cycles of the memory's clock; `l2_cycles` and `l2_bank_cycles` are in cycles of the
 * network. */
typedef struct noc_memory_spec {
    double clock_mhz;
    int bus_bytes; /* bytes that the data bus transfers in a cycle of the memory's clock */
    int banks, slices;
    int tcl, trp, trc, tras, trcd, trrd, tccd, twr;
    /* capacities: requests of the DRAM, requests of the node, replies */
    int dram_queue, input_queue, reply_queue;
    const struct noc_scheduler_kind *scheduler;
    int command_queue; /* commands; read only by schedulers with stages in front of this queue */
    /* accesses that the scheduler searches, and replies that the approximator searches */
    int check_depth;
    /* values of the keys of single schedulers */
#define NOC_SCHEDULER_FIELD(type, name) type name;
#include "design/memory/schedulers.def"
    /* share of the read replies whose data may be approximated, and share of pairs of these replies
     * that match */
    double approximable_share, match_share;
    double error_threshold; /* largest difference between data that match, % */
    int reply_order;        /* noc_replies_order (design/memory/replies.h) */
    int write_replies;      /* 1: writes have replies */
    /* burst_cycles: largest distance of a burst's requests, cycles; burst_queue, normal_queue:
     * capacities, replies; burst_share: replies of bursts sent in a row while others wait */
    int burst_cycles, burst_queue, normal_queue, burst_share;
    int line_bytes, interleave_bytes;
    int l2_cycles, l2_banks, l2_bank_cycles;
} noc_memory_spec;

typedef union noc_parameter {
    int integer;
    double real;
    char *text;       /* NULL where nothing is written */
    const void *kind; /* chosen kind, where the key is a choice among kinds */
    noc_integers integers;
    noc_levels levels;
} noc_parameter;

typedef struct noc_network_spec {
    int carried_traffic; /* noc_carried_traffic */
    const struct noc_topology_kind *topology;
    const struct noc_routing_kind *routing;
    int flit_bytes, virtual_channels, buffer_flits;
    /* virtual channels of requests, where replies share the network (noc_request_vcs); 0: half of
     * all virtual channels */
    int request_virtual_channels;
    int router_stages, channel_cycles;
    int link_timing;  /* noc_link_timing */
    int allocator;    /* noc_allocator */
    int vc_allocator; /* 0: allocator of the switch; else 1 + noc_allocator (noc_vc_allocator) */
    int allocator_iterations;
    int arbitration;     /* noc_arbitration */
    int speculation;     /* noc_speculation */
    int vc_reallocation; /* noc_reallocation */
    int vc_turnaround;   /* noc_turnaround */
    int allocation_hold; /* noc_allocation_hold */
    int credit_cycles;   /* delay of a credit beyond the channel's latency, cycles */
    int input_speedup;
    double internal_speedup; /* steps that a router executes per cycle */
    /* default rates of a link and of a port, flits per cycle; a topology may set other rates */
    double link_flits_per_cycle, port_flits_per_cycle;
    int slices, memory_ports;
    int memory_port_directions; /* noc_port_directions */
    /* length of the link between a node and its router, mm; 0: the topology's default */
    double terminal_mm;
    int edge_routers;       /* noc_edge_routers */
    int buffer_cells;       /* noc_buffer_cells */
    int buffer_banks;       /* number of arrays of an input buffer */
    int ecc_bits;           /* check bits of a flit, in each slice */
    int congestion_measure; /* noc_congestion_measure */
    int multicast;          /* 1: a merged reply goes to several nodes as one packet */
    const struct noc_slice_choice_kind *slice_choice;
    const struct noc_channel_choice_kind *channel_choice;
    noc_overlay overlay;      /* settings of overlays */
    noc_slices conflict_free; /* settings of slices, rings and token slices */
    noc_die_links die_links;  /* settings of links between dies */
    /* values of the topology's own keys, in the order of its table */
    noc_parameter parameters[NOC_PARAMETERS_MAX];
    /* owned; content of the CSV files that the topology's keys name; NULL: no files */
    noc_wiring *wiring;
} noc_network_spec;

/* Returns the allocator of virtual channels, a noc_allocator; vc_allocator or, where it is 0, the
 * switch's. */
static inline int noc_vc_allocator(const noc_network_spec *spec)
{
    return spec->vc_allocator ? spec->vc_allocator - 1 : spec->allocator;
}

/* Returns the number of virtual channels of requests in a network that requests and replies share.
 * Replies have the others. */
static inline int noc_request_vcs(const noc_network_spec *spec)
{
    return spec->request_virtual_channels ? spec->request_virtual_channels
                                          : spec->virtual_channels / 2;
}

/* Ports of a memory node in a network. Injection ports lead into the network, ejection ports lead
 * out of it. */
typedef struct noc_memory_ports {
    int injections, ejections;
} noc_memory_ports;

/* Returns the ports of each memory node in a network. */
static inline noc_memory_ports noc_count_memory_ports(const noc_network_spec *spec)
{
    return (noc_memory_ports){
        spec->memory_port_directions == NOC_PORTS_EJECTION ? 1 : spec->memory_ports,
        spec->memory_port_directions == NOC_PORTS_INJECTION ? 1 : spec->memory_ports,
    };
}

/* True if a network routes the next packet of a virtual channel before the packet in front has
 * left. False if routers have no stage before switch allocation, or if a virtual channel holds one
 * packet at a time. */
static inline bool noc_has_packet_overlap(const noc_network_spec *spec)
{
    return spec->vc_turnaround == NOC_TURNAROUND_OVERLAPPED && spec->router_stages > 2 &&
           spec->vc_reallocation != NOC_REALLOCATION_ATOMIC;
}

/* Classes of traffic (network/kinds/traffic_classes.h). */
typedef struct noc_traffic_classes {
    size_t count; /* number of classes; 0: the traffic has no classes */
    struct noc_class_spec *list;
} noc_traffic_classes;

/* Packets that go to several nodes. */
typedef struct noc_multicast_spec {
    double share;     /* share of the packets with several destinations */
    int destinations; /* destinations of each of these packets, drawn by the pattern */
} noc_multicast_spec;

typedef struct noc_traffic_spec {
    /* Pattern. With classes it is the pattern of the first class; keys of patterns and packet
     * lengths are then unused here, since each class has its own (noc_traffic_part). */
    const struct noc_pattern_kind *pattern;
    /* 1: each node replies to requests, in patterns without memory nodes (traffic_keys.h) */
    int has_replies;
    /* packets that each node sends in all, instead of a load; 0: no batch */
    int batch_packets;
    int outstanding_packets; /* largest number of outstanding packets of a node; 0: any number */
    int priority;            /* noc_priority */
    double read_fraction;
    int read_request_bytes, read_reply_bytes, write_request_bytes, write_reply_bytes;
    int answer_cycles; /* cycles of a node's pipeline between a request's arrival and its service */
    /* bytes of data per packet, as written; 0: the default of noc_data_bytes (traffic_keys.h) */
    int data_bytes;
    double hotspot_fraction; /* share of all requests that go to hotspot_memory; 0: no hotspot */
    int hotspot_memory;
    /* relative weights of memory nodes in the requests; empty: equal weights */
    noc_reals memory_weights;
    int interleave;       /* noc_interleave (network/kinds/interleave.h) */
    int interleave_bytes; /* bytes of consecutive addresses in one memory node */
    /* step of a stream of addresses, and range of its addresses */
    double stride_bytes, footprint_bytes;
    /* nodes that send, and nodes that receive; empty: all nodes */
    noc_node_list sources, destinations;
    /* file with a table of rates between nodes, instead of the pattern; NULL: none */
    char *rates_file;
    noc_rates *rates; /* owned; content of rates_file; NULL without a file */
    /* [memory node]: share of the requests; computed from weights or a stream after the
     * settings are read, no setting; empty without either */
    noc_reals memory_shares;
    noc_integers packet_flits;
    noc_reals packet_mix;
    noc_integers hotspot_nodes;
    noc_traffic_classes classes;
    noc_multicast_spec multicast;
} noc_traffic_spec;

/* A class of traffic: packets with their own pattern, lengths and priority. */
typedef struct noc_class_spec {
    char *name;
    double share; /* share of the offered flits; the shares of all classes sum to 1 */
    int priority; /* priority number, larger first; read if traffic.priority = class */
    /* pattern with its keys, and packet lengths; other members are unused */
    noc_traffic_spec traffic;
} noc_class_spec;

/* Returns the number of parts of the traffic: the classes, or 1 without classes. noc_traffic_part
 * returns part `i`. */
static inline size_t noc_traffic_part_count(const noc_traffic_spec *spec)
{
    return spec->classes.count ? spec->classes.count : 1;
}

static inline const noc_traffic_spec *noc_traffic_part(const noc_traffic_spec *spec, size_t i)
{
    return spec->classes.count ? &spec->classes.list[i].traffic : spec;
}

/* True if some packets have several destinations. Packets with one destination are no
 * multicasts. */
static inline bool noc_traffic_is_multicast(const noc_traffic_spec *spec)
{
    return spec->multicast.share > 0.0 && spec->multicast.destinations > 1;
}

/* True if nodes send packets as fast as the network accepts them; such traffic has no load. */
static inline bool noc_traffic_is_eager(const noc_traffic_spec *spec)
{
    return spec->batch_packets > 0 || spec->outstanding_packets > 0;
}

/* Origin of a value, for messages about values that do not fit together. */
typedef struct noc_origin {
    char *path; /* "network.rows", "networks[1].rows" */
    noc_place place;
    int is_overridden;       /* 1: --set or --vary gave the value */
    bool has_reported_fault; /* true if a fault of this key or a misspelling of it was reported */
} noc_origin;

typedef struct noc_design {
    char *name;
    char *file; /* path of the file */
    /* name or path of the design as the user typed it, for a command that runs elsewhere */
    char *typed_name;
    char **overrides; /* overrides as the user typed them: "network.rows=8" */
    size_t override_count;
    noc_chip_spec chip;
    noc_nodes_spec nodes;
    noc_network_spec networks[NOC_NETWORKS_MAX];
    int network_count;
    noc_traffic_spec traffic;
    /* 1 + number of the class in `traffic` (noc_design_make_view); 0: the whole traffic */
    int viewed_class;
    noc_codec_spec codec;
    noc_memory_spec memory;
    noc_cluster_spec cluster;
    noc_cta_spec cta;
    /* number of groups of compute nodes that share a local switch; 0: none; derived, no setting */
    int local_switches;
    bool kinds_follow_counts; /* true if the source has kinds_follow_counts (noc_source) */
    bool closed_loop;         /* true if the design has a workload, which runs in the closed loop */
    /* name of a row of the table of workloads, of a set of rows, or names of one row per kernel;
     * NULL: the design sets all figures itself */
    char *workload_name;
    noc_workload workload; /* workload of the first kernel; unset if `workload_name` is a set */
    char *kernel_names[NOC_KERNELS_MAX]; /* names of rows, if each kernel has its own workload */
    size_t kernel_name_count;
    noc_workload kernels[NOC_KERNELS_MAX]; /* workload of each kernel, `cta.kernels` entries */
    char hash[NOC_HASH_CHARS + 1];
    /* settings that stages of an answer read, in the order of the stages */
    noc_read_settings read_settings;

    noc_origin *origins;
    size_t origin_count;
    char **origin_files; /* file names to which the places of origins point */
    size_t origin_file_count;
    noc_arena arena; /* owns texts and lists */
} noc_design;

/* Returns the number of compute nodes of a network: cores, or clusters of cores that share a
 * port. */
static inline int noc_compute_terminals(const noc_design *design)
{
    const int cores = design->cluster.cores;
    return cores > 1 ? design->nodes.compute / cores : design->nodes.compute;
}

/* Returns the number of cores behind a compute node's port. */
static inline int noc_cores_of_terminal(const noc_design *design)
{
    return design->cluster.cores > 1 ? design->cluster.cores : 1;
}

/* Text of a design file, from which variants are made without reading the file again. */
typedef struct noc_source {
    char *path; /* path of the file; "-": standard input */
    char *text;
    /* path or name of a shipped design, as the user typed it; NULL: equal to `path` */
    char *typed_name;
    /* true if the kinds of nodes in files of nodes may differ from the counts of nodes that
     * overrides set: the kinds then follow the new counts */
    bool kinds_follow_counts;
} noc_source;

/* Type of functions that find the file of a design: a path relative to the current folder, or the
 * name of a shipped design. The caller frees *path. */
typedef noc_status (*noc_path_resolver)(const char *word, char **path, noc_diag *diag);

/* Reads a whole design file. NOC_EINPUT with a message if the file is missing, a directory, empty,
 * binary, or larger than a mebibyte. The caller clears *source with noc_source_clear. */
noc_status noc_source_read(const char *path, noc_source *source, noc_diag *diag);
void noc_source_clear(noc_source *source);

/* Finds the workloads of a design in the closed loop, with their weights. Returns their number, 0
 * without a closed loop. */
size_t noc_design_workloads(const noc_design *design,
                            noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX]);

/* True if the design's workload is a set of several workloads. */
bool noc_design_is_workload_set(const noc_design *design);

/* True if CSV files define a network of the design (design/wiring.h). */
bool noc_design_has_wiring(const noc_design *design);

/* True if the design reads further files: files of a network, or a table of rates. */
bool noc_design_has_tables(const noc_design *design);

/* True if a key has a value from the file or from --set. `network` is the number of the network,
 * ignored for other groups. */
bool noc_design_has_key(const noc_design *design, const char *group, int network, const char *key);

/* True if any key of a group has a value from the file or from --set. */
bool noc_design_has_group(const noc_design *design, const char *group);

/* True if a key has its value from --set or --vary. */
bool noc_design_has_override(const noc_design *design, const char *group, int network,
                             const char *key);

/* Makes *view, a copy of the design whose traffic is part `part` (noc_traffic_part). The copy
 * borrows all data. Messages about its traffic keys name the class. Without classes *view equals
 * the design. */
void noc_design_make_view(const noc_design *design, size_t part, noc_design *view);

/* Reports a conflict of the values of `keys` ("group.key", NULL-terminated), at the place of the
 * first key that --set or --vary overrode, else of the first key that the file sets. Returns
 * NOC_EUSAGE for an override, else NOC_EINPUT. Adds no message if a fault of one of the keys was
 * reported before. */
noc_status noc_design_conflict(const noc_design *design, noc_diag *diag, int network,
                               const char *const *keys, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Reports a refusal of settings of network `network` as noc_design_conflict does. */
noc_status noc_design_refuse(const noc_design *design, noc_diag *diag, int network,
                             const noc_refusal *refusal);

#endif
