/* network/graph/graph.h: routers, channels, terminals and physical networks of a design.
 *
 * A channel stands for two ports: the output port that feeds the channel, and the input port
 * with its buffers at the channel's far end. Ports have no records: the ports of a router are
 * the channels around the router. A graph has no packets, queues or areas, and is constant once
 * finished. */
#ifndef NOC_NETWORK_GRAPH_GRAPH_H
#define NOC_NETWORK_GRAPH_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "design/design.h"
#include "network/graph/guide.h"
#include "network/graph/switching.h"
#include "network/graph/vc_layers.h"

typedef enum noc_class { NOC_REQUEST, NOC_REPLY, NOC_CLASSES } noc_class;

/* network/kinds/choices.h */
typedef struct noc_slice_choice_kind noc_slice_choice_kind;
typedef struct noc_channel_choice_kind noc_channel_choice_kind;

/* Rules by which a packet selects one of several links that the routing permits (routes.h). */
typedef enum noc_route_choice {
    NOC_CHOICE_NONE, /* one link at every router */
    /* a head flit requests virtual channels of all permitted links, and takes the link of the
     * first grant */
    NOC_CHOICE_ALLOCATOR,
    /* The rules below decide once, at route computation, by the flits outstanding on each link. */
    NOC_CHOICE_LEAST,       /* least weight * flits + bias; a random one of equals */
    NOC_CHOICE_FIRST_LEAST, /* least weight * flits + bias; the first of equals */
    /* the one with fewer flits of two random links; the first drawn of equals */
    NOC_CHOICE_TWO_DRAWN,
} noc_route_choice;

/* Parameters of networks of virtual-channel routers. */
typedef struct noc_vc_parameters {
    uint8_t virtual_channels; /* number of virtual channels of a port */
    /* depth of a virtual channel, flits; default of noc_channel.buffer_flits */
    uint16_t buffer_flits;
    uint8_t route_cycles;    /* R: cycles of route computation; 0 with look-ahead routing */
    uint8_t traverse_cycles; /* X: cycles from switch grant to channel; 0 in one-cycle routers */
    uint8_t input_speedup;   /* number of crossbar inputs of an input port */
    double internal_speedup; /* router steps a cycle; above 1 outputs have queues */
    bool
        has_wide_ports; /* true: ports are several flits wide, and internal_speedup is no faster clock */
    bool
        is_multirate; /* true: internal_speedup, or the rate of some channel, is not one flit a cycle */
    /* cycles of a credit inside a router, besides the latency of its channel */
    uint16_t credit_cycles;
    noc_allocation_hold allocation_hold;
    bool
        overlaps_packets; /* true: a head is routed and gets a VC while the packet in front leaves */
    bool atomic_reallocation; /* true: a VC is reallocated only when it is empty */
    bool is_speculative;      /* true: a head requests VC and switch in the same cycle */
    bool speculation_yields;  /* true: speculative switch requests lose to others */
    uint8_t router_stages;
    /* rule among the injection channels of a terminal */
    const noc_channel_choice_kind *port_choice;
    /* rule among parallel channels between two routers */
    const noc_channel_choice_kind *link_choice;
    noc_allocator allocator;
    /* allocator of virtual channels; `allocator` allocates the switch */
    noc_allocator vc_allocator;
    uint8_t allocator_iterations;
    noc_route_choice route_choice;
    /* true: outstanding flits are flits sent less credits returned; false: flits in the buffers
     * at the far end of the link */
    bool counts_sent_flits;
    double terminal_link_mm; /* length of terminal links, mm; 0: as in the topology */
    /* design whose clock and wires bound the latency of channels from below; NULL: no bound */
    const struct noc_design *timing_design;
    bool has_trimmed_routers; /* true: routers are built without ports that lead nowhere */
} noc_vc_parameters;

/* Names of router columns in a network without a grid: levels of switches. */
enum { NOC_NAMED_COLUMNS_MAX = 24, NOC_COLUMN_CHARS = 24 };
typedef char noc_column_name[NOC_COLUMN_CHARS];

/* Parameters of ideal networks. */
typedef struct noc_ideal_parameters {
    uint32_t flits_per_cycle; /* flits accepted a cycle; 0: any number */
} noc_ideal_parameters;

/* Physical network: properties of networks of any kind, their routing tables and virtual
 * channels, and a block of parameters for each kind. A block is read in networks of its kind
 * only. */
typedef struct noc_network {
    noc_switching switching;
    uint16_t spec_index;       /* position in design->networks; equal for all slices of a network */
    uint16_t slice;            /* number of the slice, 0 .. slices-1 */
    bool carries[NOC_CLASSES]; /* true for each class of packets that may use the network */
    uint32_t vcs[NOC_CLASSES]; /* set of virtual channels (bits) of each class */
    uint16_t flit_bytes;       /* bytes of a flit in the slice */
    const noc_slice_choice_kind *slice_choice; /* rule that selects a slice for each packet */
    bool is_limited; /* true: terminals share a resource that can be exhausted */
    uint32_t first_router, router_count;
    int columns, rows; /* size of the router grid, with layers one below the other; 0: no grid */
    int layers;        /* number of layers, each of rows / layers rows; 0 counts as 1 */
    bool
        is_dimension_sliced; /* true: routers are sliced by dimension, two layers on the same tiles */
    /* true: each router is linked to all others of its row and column; false: to its neighbours */
    bool is_fully_linked;
    int express_span; /* length of an express channel of an edge row or column, tile pitches; 0: none */
    double nominal_inputs;         /* number of input ports of all routers, counted as in papers */
    bool has_edge;                 /* true: some routers lack links that regular routers have */
    bool is_numbered;              /* true: routers are named by numbers, not by columns and rows */
    noc_column_name *column_names; /* names of router columns; NULL: none */
    /* routing table of a network whose routes follow no rule; else NULL */
    noc_guide *guide;
    /* plan of the layers of virtual channels, by class; NULL: one layer */
    noc_vc_plan *plans[NOC_CLASSES];
    noc_vc_parameters vc;
    noc_ideal_parameters ideal;
} noc_network;

/* Crossbar of a router as built in silicon. Some of its ports may be unused in the graph: a
 * mesh's edge router is the same tile as the others. */
typedef struct noc_crossbar {
    uint16_t inputs, outputs;
    uint32_t crosspoints; /* input-output pairs that can be connected */
} noc_crossbar;

typedef struct noc_router {
    uint16_t network;
    int16_t column, row; /* place of the router, in tiles */
    uint16_t inputs, outputs;
    uint32_t first_input, first_output; /* first position in graph->inputs and graph->outputs */
    /* true: packets do not turn; they go east-west, north-south, and to and from terminals (te13
     * 4.1) */
    bool is_half;
    noc_crossbar built_crossbar;
    /* ports of the built crossbar for links from and to other routers, in a grid */
    uint16_t link_inputs, link_outputs;
    /* number of input ports, without ports of a regular router that lead nowhere */
    uint16_t connected_inputs;
    double buffer_flits;   /* depth of a virtual channel, flits, mean over the inputs */
    uint32_t upper_router; /* router of the next higher level of a hierarchy; NOC_NONE: none */
    uint16_t die;          /* number of the die; 0 where no dies are set (noc_graph.dies) */
} noc_router;

/* Properties of a network by its kind of switching (columns of switching.def). Callers ask for
 * the property, not for the kind. */
static inline bool noc_network_has_channels(const noc_network *network)
{
    return noc_switchings[network->switching].has_channels;
}

static inline bool noc_network_has_silicon(const noc_network *network)
{
    return noc_switchings[network->switching].has_silicon;
}

static inline bool noc_network_has_buffers(const noc_network *network)
{
    return noc_switchings[network->switching].has_buffers;
}

/* True if the network has a resource that can be exhausted. */
static inline bool noc_network_has_limit(const noc_network *network)
{
    return network->is_limited;
}

/* Most input VCs and most output VCs of a router: size of the sampler's allocator sets. */
enum { NOC_ROUTER_VCS_MAX = 2048 };

/* Number of labels of a port's input VCs in the allocators' sets. Each crossbar input has an
 * equal part of the labels; a part is a power of two. */
static inline unsigned noc_network_vc_labels(const noc_network *network)
{
    const unsigned speedup = network->vc.input_speedup;
    unsigned part = 1;
    while (part * speedup < network->vc.virtual_channels) part *= 2;
    return part * speedup;
}

/* Number of crossbar inputs of a port that serve a set of its virtual channels: VC v is on input
 * v modulo the speed-up. */
static inline unsigned noc_network_crossbar_inputs(const noc_network *network, uint32_t vcs)
{
    uint32_t inputs = 0;
    for (; vcs; vcs &= vcs - 1)
        inputs |= 1u << (unsigned)__builtin_ctz(vcs) % network->vc.input_speedup;
    return (unsigned)__builtin_popcount(inputs);
}

/* Cycles from the arrival of a head to its first switch request: route computation and VC
 * allocation. */
static inline unsigned noc_network_setup_cycles(const noc_network *network)
{
    return network->vc.route_cycles + !network->vc.is_speculative;
}

/* Cycles in which an input VC idles between two packets: route computation and VC allocation of
 * the next head, unless they overlap with the packet in front. */
static inline unsigned noc_network_vc_idle_cycles(const noc_network *network)
{
    return network->vc.overlaps_packets ? 0 : noc_network_setup_cycles(network);
}

typedef enum noc_channel_kind { NOC_INJECTION, NOC_LINK, NOC_EJECTION } noc_channel_kind;

typedef struct noc_channel {
    noc_channel_kind kind;
    uint16_t network;
    /* ends: a router, or, at the outer end of a terminal link, the first of its terminals */
    uint32_t from, to;
    uint16_t from_port, to_port; /* position among the outputs (inputs) of the router or terminal */
    uint16_t latency;            /* cycles of a flit, and of its credit on the way back */
    /* depth of each virtual channel at the far end, flits; 0: as in the network */
    uint16_t buffer_flits;
    /* largest rate, flits a cycle (noc_pace); 0 while the graph is built: as in the network */
    double flits_per_cycle;
    double length_mm;
    bool is_long;      /* true: one of the network's long links, where papers count two classes */
    bool is_timed;     /* true: the wire sets the latency, which exceeds the given one */
    bool crosses_dies; /* true: the channel leads from a die to another */
    uint32_t injector; /* position in graph->injectors, for injection channels only */
    uint32_t sharers;  /* number of terminals at the outer end; above 1 behind a concentrator */
} noc_channel;

typedef enum noc_terminal_kind { NOC_COMPUTE, NOC_MEMORY } noc_terminal_kind;

typedef struct noc_terminal {
    noc_terminal_kind kind;
    int16_t column, row;
    uint16_t die;          /* number of the die; 0 where no dies are set (noc_graph.dies) */
    bool is_on_die;        /* true: some network has set the die */
    uint8_t crossbar_half; /* half of the crossbar (noc_graph.has_halves); else 0 */
    bool
        balances_slices; /* true: packets may use any slice, and the slice choice balances the slices */
    uint32_t number;     /* number among the terminals of the same kind */
    uint32_t first_injection, injections; /* first position in graph->injections; count */
    uint32_t first_ejection, ejections;   /* first position in graph->ejections; count */
} noc_terminal;

/* Terminal and one of its injection or ejection channels, while the graph is built. */
typedef struct noc_attachment {
    uint32_t terminal, channel;
} noc_attachment;

typedef struct noc_graph {
    noc_network *networks;
    uint16_t network_count;
    noc_router *routers;
    uint32_t router_count;
    noc_channel *channels;
    uint32_t channel_count;
    size_t router_capacity, channel_capacity, attachment_capacity;
    /* length of the last wire whose latency was found, mm, and that latency, cycles */
    double last_wire_mm;
    int last_wire_cycles;
    noc_terminal *terminals;
    uint32_t terminal_count;
    uint32_t *compute_terminals,
        *memory_terminals; /* terminal by number of the compute node (memory node) */
    uint32_t compute_count, memory_count;
    uint16_t dies;                 /* number of dies; 0: no dies set */
    bool has_die_conflict;         /* true: two networks put a terminal on different dies */
    uint32_t conflicting_terminal; /* terminal of has_die_conflict */
    int columns, rows;             /* size of the grid of tiles on which terminals stand */
    bool has_tiles;             /* true: tiles form a grid; false: one row, compute nodes first */
    uint32_t *terminal_of_tile; /* terminal of each tile, column + row * columns; NOC_NONE: empty */
    /* memory node of a tile that has also a compute node, by tile; NOC_NONE: none; NULL: no tile
     * has two nodes */
    uint32_t *second_terminal_of_tile;
    noc_attachment *attachments;
    uint32_t attachment_count;
    /* channels in the order of their ports, filled by noc_graph_finish */
    uint32_t *inputs, *outputs, *injections, *ejections;
    /* injection channels, each once; terminals of channel i begin at sharers[first_sharer[i]] */
    uint32_t *injectors, *first_sharer, *sharers;
    uint32_t injector_count;
    noc_arena arena;          /* owns the lists; empty where they belong to another system */
    bool has_halves;          /* true: the crossbar of some network is divided into halves */
    bool has_half_conflict;   /* true: two networks put some terminal on different halves */
    bool stays_within_halves; /* true: compute nodes send to memory nodes of the same half only */
} noc_graph;

#define NOC_NONE UINT32_MAX

/* Functions by which topologies build a graph. Each returns the new index. When out of memory, the
 * graph's arena is short, which the compiler of the design checks in the end; the index is then 0,
 * a place to write to. */
uint32_t noc_graph_add_router(noc_graph *graph, uint16_t network, int column, int row,
                              noc_crossbar built);
uint32_t noc_graph_add_channel(noc_graph *graph, noc_channel_kind kind, uint16_t network,
                               uint32_t from, uint32_t to, int latency, double length_mm);

/* True if requests are answered, by memory nodes or by peers. */
bool noc_graph_has_replies(const noc_graph *graph);

/* True if a terminal sends packets into a network, or receives packets from the network. Where a
 * design has memory nodes, compute nodes send requests and memory nodes replies, and no node sends
 * to its own kind. */
bool noc_terminal_injects(const noc_graph *graph, uint16_t network, uint32_t terminal);
bool noc_terminal_ejects(const noc_graph *graph, uint16_t network, uint32_t terminal);

/* Adds the injection or ejection channel of a terminal. Returns its index. */
uint32_t noc_graph_add_port(noc_graph *graph, noc_channel_kind kind, uint16_t network,
                            uint32_t terminal, uint32_t router, int latency, double length_mm);

/* Lets another terminal use a terminal's channel: a concentrator, which multiplexes the packets of
 * its terminals in zero cycles. */
void noc_graph_share_port(noc_graph *graph, uint32_t terminal, uint32_t channel);

/* Attaches a terminal to the router that it injects into and the router that it ejects from,
 * each if the terminal has packets to send or to receive. A memory node gets the numbers of
 * channels in `memory`, a compute node one in each direction. Terminal links have a latency of
 * one cycle. */
void noc_graph_attach(noc_graph *graph, uint16_t network, uint32_t terminal, uint32_t inject_to,
                      uint32_t eject_from, noc_memory_ports memory, double length_mm);

/* Gives each router of a network a crossbar as large as the router's ports. A port n flits wide
 * counts as n ports. */
void noc_graph_size_crossbars(noc_graph *graph, uint16_t network);

/* Depth of a virtual channel at the ports of memory nodes, flits: injection ports
 * (NOC_INJECTION) or ejection ports. */
unsigned noc_graph_memory_buffer(const noc_graph *graph, uint16_t network, noc_channel_kind kind);

/* Numbers the ports and sorts the channels by port. Called once, after the last channel is
 * added. NOC_EFAILED when out of memory. */
noc_status noc_graph_finish(noc_graph *graph, noc_diag *diag);

/* True if any network has channels (silicon), or all networks have channels (buffers). */
bool noc_graph_has_channels(const noc_graph *graph);
bool noc_graph_has_silicon(const noc_graph *graph);
bool noc_graph_has_only_channels(const noc_graph *graph);
bool noc_graph_has_only_buffers(const noc_graph *graph);

/* True if a channel or crossbar of any network has a rate other than one flit a cycle. */
bool noc_graph_is_multirate(const noc_graph *graph);

/* Returns the network of a channel. */
static inline const noc_network *noc_graph_channel_network(const noc_graph *graph, uint32_t channel)
{
    return &graph->networks[graph->channels[channel].network];
}

/* Flits a cycle that a channel passes: its rate, bounded by the rate at which the router before
 * the channel feeds one output. */
double noc_channel_flit_rate(const noc_graph *graph, uint32_t channel);

/* Capacity of a channel, flits a cycle: noc_channel_flit_rate, bounded by the rate at which the
 * router at the far end accepts flits from one input. */
double noc_channel_capacity(const noc_graph *graph, uint32_t channel);

/* Channel from router `from` to router `to`, the first in port order; NOC_NONE: none. */
uint32_t noc_graph_link(const noc_graph *graph, uint32_t from, uint32_t to);

/* Channel number `number`, counted from 0 in port order, of the parallel channels from router
 * `from` to router `to`; NOC_NONE past the last. */
uint32_t noc_graph_parallel_link(const noc_graph *graph, uint32_t from, uint32_t to,
                                 uint32_t number);

/* Parallel channels, which have consecutive numbers. */
typedef struct noc_lanes {
    uint32_t first, count;
} noc_lanes;

/* Parallel channels from router `from` to router `to`; first is NOC_NONE if none exists. */
noc_lanes noc_graph_lanes(const noc_graph *graph, uint32_t from, uint32_t to);

/* True if a packet that goes from link `in` to link `out` turns from a row into a column, or
 * back. */
bool noc_graph_is_turn(const noc_graph *graph, uint32_t in, uint32_t out);

/* Lists the tiles of the compute nodes, or of the memory nodes, in the order of their numbers. */
void noc_graph_list_tiles(const noc_graph *graph, noc_terminal_kind kind, noc_point *tiles);

/* "injection", "link", "ejection". */
const char *noc_channel_kind_name(noc_channel_kind kind);

/* Name of a physical network: "the reply network" if no other network carries its class, else
 * "networks[1]" as in the design; followed by "slice 2" if sliced, or "slice 2" alone where all
 * networks are slices of one; "" if the design has one network. */
void noc_network_name(const noc_graph *graph, uint16_t network, char *text, size_t size);

/* Name of a router: "(2,0)"; "slice 1 of (2,0)" where routers are sliced by dimension (1: the
 * first on a packet's path); "router 7" where routers are named by numbers. */
void noc_router_name(const noc_graph *graph, uint32_t router, char *text, size_t size);

/* Name of a terminal: "compute 12", "memory 3"; "node 5" where a design has no memory nodes. */
void noc_terminal_name(const noc_graph *graph, uint32_t terminal, char *text, size_t size);

/* Ends of a channel: "(2,0) to (3,0)", "memory 3 of the reply network"; the channel's kind is
 * left out. */
void noc_channel_name(const noc_graph *graph, uint32_t channel, char *text, size_t size);

#endif
