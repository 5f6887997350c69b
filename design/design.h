/* design/design.h: a design: the settings of a design file, read, checked and complete.
 *
 * A design is plain data: the user's settings, with every default filled in and every value inside
 * its range. Routers and flits on wires are no part of it; noc_system_compile (system.h) makes
 * those. */
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

typedef enum noc_carries { NOC_CARRIES_BOTH, NOC_CARRIES_REQUEST, NOC_CARRIES_REPLY } noc_carries;
typedef enum noc_allocator {
#define NOC_ALLOCATOR(ID, name, summary, source, arbiters, ranks, anywhere) NOC_ALLOCATOR_##ID,
#include "design/allocators.def"
#undef NOC_ALLOCATOR
    NOC_ALLOCATORS
} noc_allocator;
typedef enum noc_reallocation {
    NOC_REALLOCATION_NON_ATOMIC,
    NOC_REALLOCATION_ATOMIC
} noc_reallocation;
/* Flits that need a cycle more in switch allocation, with crossbar input and output held
 * meanwhile. */
typedef enum noc_allocation_hold {
    NOC_HOLD_NONE,
    NOC_HOLD_PACKET, /* head flit of each packet */
    NOC_HOLD_FLIT,   /* every flit */
} noc_allocation_hold;
typedef enum noc_ports_of { NOC_PORTS_BOTH, NOC_PORTS_INJECTION, NOC_PORTS_EJECTION } noc_ports_of;
/* Tiles of memory nodes: their own, or tiles of compute nodes, shared. */
typedef enum noc_memory_on { NOC_MEMORY_ON_OWN_TILES, NOC_MEMORY_ON_COMPUTE_TILES } noc_memory_on;
typedef enum noc_link_timing { NOC_LINKS_GIVEN, NOC_LINKS_WIRE } noc_link_timing;
/* Flits that an adaptive choice of a link counts: flits sent less credits returned, or flits in the
 * buffers behind the link. */
typedef enum noc_adaptive_sees { NOC_SEES_OUTSTANDING, NOC_SEES_BUFFERED } noc_adaptive_sees;
typedef enum noc_edge_routers { NOC_EDGE_FULL, NOC_EDGE_TRIMMED } noc_edge_routers;

/* Cells of input buffers: those in a technology's table (flip-flops; at 65 nm ORION's SRAM),
 * published SRAM cells, or the latter in arrays that are large enough for their periphery. */
typedef enum noc_buffer_cells {
    NOC_BUFFERS_TABLE,
    NOC_BUFFERS_SRAM,
    NOC_BUFFERS_AUTO
} noc_buffer_cells;

/* Time at which the head behind a packet in its virtual channel is routed and gets an output VC:
 * once the packet has left, or before. */
typedef enum noc_turnaround { NOC_TURNAROUND_PIPELINE, NOC_TURNAROUND_OVERLAPPED } noc_turnaround;

/* Arbiters inside the separable allocators: grant the first request at or after a pointer, or the
 * one that was granted least recently (Dally and Towles 2004, 18.5). */
typedef enum noc_arbitration {
    NOC_ARBITRATION_ROUND_ROBIN,
    NOC_ARBITRATION_MATRIX
} noc_arbitration;

/* Packets that win over others with the same request (BookSim 2.0: priority). */
typedef enum noc_priority {
    NOC_PRIORITY_NONE,
    NOC_PRIORITY_CLASS,       /* packets of the class with the larger priority */
    NOC_PRIORITY_AGE,         /* packets created first */
    NOC_PRIORITY_NETWORK_AGE, /* flits that were injected first */
    NOC_PRIORITY_LOCAL_AGE,   /* flits that reached the router first */
} noc_priority;

typedef enum noc_speculation { NOC_SPECULATION_PRIORITY, NOC_SPECULATION_EQUAL } noc_speculation;

/* Basis of the costs in answers. */
typedef enum noc_cost_basis {
    NOC_COST_MODEL, /* figures of the tables, for the circuit as drawn */
    /* figures of silicon: the tables' figures times the ratio of built chips to drawn circuits */
    NOC_COST_SILICON,
} noc_cost_basis;

typedef struct noc_chip_spec {
    double technology_nm, clock_mhz, tile_mm, other_area_mm2;
    double die_mm2;       /* area of one die, mm2; 0: not known */
    double supply_v;      /* supply of the network, V; 0: the nominal one of its technology */
    int cost;             /* noc_cost_basis */
    int scale_technology; /* 1: cost figures may be scaled beyond the technologies measured */
} noc_chip_spec;

typedef struct noc_nodes_spec {
    /* cores; memory nodes. noc_compute_terminals: compute nodes that the cores make */
    int compute, memory;
    const struct noc_placement_kind *placement;
    noc_points memory_at; /* resolved: one point for each memory node, whatever the placement */
    noc_points empty_at;  /* tiles with a router and no node */
    int memory_on;        /* noc_memory_on */
    int mshrs;            /* requests for which a core may wait at a time; closed loop only */
    /* lines of a core's first-level cache; 0: the workload's requests are its misses already */
    int l1_lines;
    int l1_ways;
    double core_mhz; /* clock of the cores, MHz; 0: that of the network */
    int simd_width, warp_threads;
} noc_nodes_spec;

/* A memory node of the closed loop: cache slice, queues, and the DRAM behind it. Timings are in
 * cycles of the memory's clock, the latency of the cache in cycles of the network. */
typedef struct noc_memory_spec {
    double clock_mhz;
    int bus_bytes; /* bytes that the bus transfers in a memory clock */
    int banks, slices;
    int tcl, trp, trc, tras, trcd, trrd, tccd, twr;
    int dram_queue, input_queue, reply_queue; /* capacities: requests, requests, replies */
    const struct noc_scheduler_kind *scheduler;
    int command_queue; /* commands; only for schedulers with stages before this queue */
    /* accesses that a scheduler compares; replies that the approximator compares */
    int check_depth;
    /* values of schedulers' own keys */
#define NOC_SCHEDULER_FIELD(type, name) type name;
#include "design/memory/schedulers.def"
    /* share of the replies to reads; share of pairs of these replies that match */
    double approximable, match;
    double error_threshold; /* % by which data may differ and still match */
    int reply_order;        /* noc_replies_order (design/memory/replies.h) */
    int write_replies;      /* 1: writes have replies */
    int burst_cycles, burst_queue, normal_queue, burst_share; /* cycles, replies */
    int line_bytes, interleave_bytes;
    int l2_cycles, l2_banks, l2_bank_cycles;
} noc_memory_spec;

typedef union noc_parameter {
    int integer;
    double real;
    char *text;            /* owned; NULL where nothing is written */
    const void *kind;      /* chosen kind, for a choice among kinds */
    noc_integers integers; /* owned */
    noc_levels levels;     /* owned */
} noc_parameter;

typedef struct noc_network_spec {
    int carries; /* noc_carries */
    const struct noc_topology_kind *topology;
    const struct noc_routing_kind *routing;
    int flit_bytes, virtual_channels, buffer_flits;
    /* virtual channels of requests, where both classes share the network (noc_request_vcs); 0: half
     * of all virtual channels */
    int request_virtual_channels;
    int router_stages, channel_cycles;
    int link_timing;  /* noc_link_timing */
    int allocator;    /* noc_allocator */
    int vc_allocator; /* 0: the same as `allocator`; else 1 + noc_allocator (noc_vc_allocator) */
    int allocator_iterations;
    int arbitration;     /* noc_arbitration */
    int speculation;     /* noc_speculation */
    int vc_reallocation; /* noc_reallocation */
    int vc_turnaround;   /* noc_turnaround */
    int allocation_hold; /* noc_allocation_hold */
    int credit_cycles;   /* cycles of delay of a credit beyond the channel's latency */
    int input_speedup;
    double internal_speedup; /* steps of a router per cycle */
    /* default rates; a topology may set a channel's own */
    double link_flits_per_cycle, port_flits_per_cycle;
    int slices, memory_ports;
    int memory_ports_of; /* noc_ports_of */
    double terminal_mm;  /* length of a terminal's link, mm; 0: the topology's default */
    int edge_routers;    /* noc_edge_routers */
    int buffer_cells;    /* noc_buffer_cells */
    int buffer_banks;    /* arrays that an input buffer consists of */
    int ecc_bits;        /* check bits that go with a flit of each slice */
    int adaptive_sees;   /* noc_adaptive_sees */
    int multicast;       /* 1: a merged reply goes to several nodes as one packet */
    const struct noc_slice_choice_kind *slice_choice;
    const struct noc_channel_choice_kind *port_policy;
    noc_overlay overlay;      /* settings of overlays */
    noc_slices conflict_free; /* settings of slices, rings and token slices */
    noc_die_links die_links;  /* settings of links between dies */
    /* values of the topology's own keys, in its order */
    noc_parameter parameters[NOC_PARAMETERS_MAX];
    noc_wiring *wiring; /* owned; content of the files that these keys name; NULL without */
} noc_network_spec;

/* Returns the noc_allocator of virtual channels. */
static inline int noc_vc_allocator(const noc_network_spec *spec)
{
    return spec->vc_allocator ? spec->vc_allocator - 1 : spec->allocator;
}

/* Virtual channels of requests in a network that replies share; replies have the others. */
static inline int noc_request_vcs(const noc_network_spec *spec)
{
    return spec->request_virtual_channels ? spec->request_virtual_channels
                                          : spec->virtual_channels / 2;
}

/* Ports of a memory node in a network: injection ports into the network, ejection ports out of
 * it. */
typedef struct noc_memory_ports {
    int injections, ejections;
} noc_memory_ports;

static inline noc_memory_ports noc_memory_ports_of(const noc_network_spec *spec)
{
    return (noc_memory_ports){
        spec->memory_ports_of == NOC_PORTS_EJECTION ? 1 : spec->memory_ports,
        spec->memory_ports_of == NOC_PORTS_INJECTION ? 1 : spec->memory_ports,
    };
}

/* True if a network overlaps packets of a virtual channel: false if its routers have no stage
 * before switch allocation, or if a virtual channel holds one packet at a time. */
static inline bool noc_overlaps_packets(const noc_network_spec *spec)
{
    return spec->vc_turnaround == NOC_TURNAROUND_OVERLAPPED && spec->router_stages > 2 &&
           spec->vc_reallocation != NOC_REALLOCATION_ATOMIC;
}

/* Classes of traffic (network/kinds/traffic_classes.h). */
typedef struct noc_traffic_classes {
    size_t count;                /* number of classes; 0: all packets are of one kind */
    struct noc_class_spec *list; /* owned */
} noc_traffic_classes;

/* Packets that go to several nodes. */
typedef struct noc_multicast_spec {
    double share;     /* share of the packets */
    int destinations; /* destinations of each of these packets, drawn among those of its pattern */
} noc_multicast_spec;

typedef struct noc_traffic_spec {
    /* Pattern; with classes it is the first one's. Keys of patterns and lengths are then unused
     * here, as each class has its own (noc_traffic_part). */
    const struct noc_pattern_kind *pattern;
    int replies;     /* 1: every node answers, in patterns without memory nodes (traffic_keys.h) */
    int batch;       /* packets that each node sends, in place of a load; 0: without end */
    int outstanding; /* packets of a node that may be on the way at a time; 0: any number */
    int priority;    /* noc_priority */
    double read_fraction;
    int read_request_bytes, read_reply_bytes, write_request_bytes, write_reply_bytes;
    int answer_cycles; /* cycles of a node's pipeline before a request is answered */
    /* bytes of data, setting as written; 0: noc_data_bytes has the default (traffic_keys.h) */
    int data_bytes;
    double hotspot_fraction; /* share of all requests that goes to hotspot_memory; 0: uniform */
    int hotspot_memory;
    noc_reals memory_weights; /* relative weights of memory nodes in requests; none: equal */
    int interleave;           /* noc_interleave (network/kinds/interleave.h) */
    int interleave_bytes;     /* bytes of a block of addresses in one memory node */
    double stride_bytes, footprint_bytes; /* step of a stream; bytes that the stream covers */
    noc_node_list sources, destinations;  /* nodes that send, and receive; none: all */
    char *rates_file; /* owned; table of rates between nodes, in place of the pattern; NULL: none */
    noc_rates *rates; /* owned; content of rates_file; NULL without */
    /* Owned: shares of the requests by memory node, where weights or a stream give them; not a
     * setting: computed once the settings are read. */
    noc_reals memory_shares;
    noc_integers packet_flits;
    noc_reals packet_mix;
    noc_integers hotspot_nodes;
    noc_traffic_classes classes;
    noc_multicast_spec multicast;
} noc_traffic_spec;

/* A class of traffic: packets with a pattern, lengths and a priority of their own. */
typedef struct noc_class_spec {
    char *name;               /* owned */
    double share;             /* share of the offered flits; shares of all classes sum to 1 */
    int priority;             /* larger goes first, if traffic.priority = class */
    noc_traffic_spec traffic; /* pattern, its keys, and lengths; other fields are unused */
} noc_class_spec;

/* Parts of the traffic: its classes, or the traffic itself where it has none. */
static inline size_t noc_traffic_parts(const noc_traffic_spec *spec)
{
    return spec->classes.count ? spec->classes.count : 1;
}

static inline const noc_traffic_spec *noc_traffic_part(const noc_traffic_spec *spec, size_t i)
{
    return spec->classes.count ? &spec->classes.list[i].traffic : spec;
}

/* True if some packets go to several nodes; packets with one destination each are as all others. */
static inline bool noc_traffic_is_multicast(const noc_traffic_spec *spec)
{
    return spec->multicast.share > 0.0 && spec->multicast.destinations > 1;
}

/* True if nodes send as fast as the network accepts packets, so that there is no load to give. */
static inline bool noc_traffic_is_eager(const noc_traffic_spec *spec)
{
    return spec->batch > 0 || spec->outstanding > 0;
}

/* Source of a value, for messages about values that do not fit together. */
typedef struct noc_origin {
    char *path; /* "network.rows", "networks[1].rows" */
    noc_place place;
    int overridden; /* value given by --set */
    bool doubtful;  /* true if this name or one like it has a fault that was reported */
} noc_origin;

typedef struct noc_design {
    char *name;
    char *file;       /* path of the file */
    char *word;       /* design as the user typed it, for a command that runs elsewhere, too */
    char **overrides; /* overrides as the user typed them: "network.rows=8" */
    size_t override_count;
    noc_chip_spec chip;
    noc_nodes_spec nodes;
    noc_network_spec networks[NOC_NETWORKS_MAX];
    int network_count;
    noc_traffic_spec traffic;
    /* 1 + the class whose traffic `traffic` is (noc_design_view); 0: the whole traffic */
    int viewed_class;
    noc_codec_spec codec;
    noc_memory_spec memory;
    noc_cluster_spec cluster;
    noc_cta_spec cta;
    /* resolved: groups of compute nodes that share a local switch; 0: none */
    int local_switches;
    bool kinds_follow_counts; /* kinds_follow_counts of its noc_source */
    bool closed_loop;         /* true if the design has a workload, and is to run it */
    /* name of a row of the table, of a set of rows, or of several kernels' rows; NULL: only figures
     * that the design sets itself */
    char *workload_name;
    noc_workload workload; /* resolved, unless the name is a set's; workload of the first kernel */
    char *kernel_names[NOC_KERNELS_MAX]; /* rows of the table, if each kernel has its own */
    size_t kernel_name_count;
    noc_workload kernels[NOC_KERNELS_MAX]; /* workload of each kernel; cta.kernels of them */
    char hash[NOC_HASH_CHARS + 1];
    noc_settings_read read; /* settings that were read for the design, by stages */

    noc_origin *origins;
    size_t origin_count;
    char **origin_files; /* strings to which the origins' places point */
    size_t origin_file_count;
} noc_design;

/* Compute nodes as seen by networks: cores, or clusters of cores that share a port. */
static inline int noc_compute_terminals(const noc_design *design)
{
    const int cores = design->cluster.cores;
    return cores > 1 ? design->nodes.compute / cores : design->nodes.compute;
}

/* Cores behind a compute node's port. */
static inline int noc_cores_of_terminal(const noc_design *design)
{
    return design->cluster.cores > 1 ? design->cluster.cores : 1;
}

/* The text of a design file, kept so that many variants can be made without reading it again. */
typedef struct noc_source {
    char *path; /* where the file is; "-" is standard input */
    char *text;
    /* word that the user typed: a path, or the name of a shipped design; NULL: same as `path` */
    char *word;
    /* true if files of nodes may name the kinds of nodes that `text` has: where overrides change
     * the counts of nodes, the kinds follow the new counts */
    bool kinds_follow_counts;
} noc_source;

/* Finds the file that a name stands for: a path, seen from the current folder, or a shipped design.
 * The caller frees *path. */
typedef noc_status (*noc_resolve)(const char *word, char **path, noc_diag *diag);

/* Reads a whole file. Refuses a file that cannot be a design: missing, a directory, empty, binary,
 * larger than a mebibyte. NOC_EINPUT with a message; the caller owns *source (noc_source_clear). */
noc_status noc_source_read(const char *path, noc_source *source, noc_diag *diag);
void noc_source_clear(noc_source *source);

/* Workloads of a design in the closed loop, with their weights; 0 without a closed loop. */
size_t noc_design_workloads(const noc_design *design,
                            noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX]);

/* True if the design's workload is a set of several. */
bool noc_design_has_set(const noc_design *design);

/* True if some network is defined by files (design/wiring.h). */
bool noc_design_has_wiring(const noc_design *design);

/* True if the design has further files: those of a wiring, or a table of rates. */
bool noc_design_has_tables(const noc_design *design);

/* True if a key was written, in the file or by --set. `network` is the network's position, ignored
 * for other groups. */
bool noc_design_was_set(const noc_design *design, const char *group, int network, const char *key);

/* True if any key of a group was written, in the file or by --set. */
bool noc_design_has_group(const noc_design *design, const char *group);

/* True if --set or --vary gave the key its value. */
bool noc_design_was_commanded(const noc_design *design, const char *group, int network,
                              const char *key);

/* Makes *view, a copy of the design whose traffic is one part of it (noc_traffic_part), and which
 * borrows all data: messages about keys of the view's traffic name the class. Without classes it is
 * a plain copy. */
void noc_design_view(const noc_design *design, size_t part, noc_design *view);

/* Reports a conflict of values, at the place of the first of `keys` ("group.key", NULL-terminated)
 * that a --set overrode, else of the first that was written. Returns the status. */
noc_status noc_design_conflict(const noc_design *design, noc_diag *diag, int network,
                               const char *const *keys, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Reports a refusal as noc_design_conflict does. */
noc_status noc_design_refuse(const noc_design *design, noc_diag *diag, int network,
                             const noc_refusal *refusal);

#endif
