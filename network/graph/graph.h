/* network/graph/graph.h: routers, channels, terminals and physical networks of a design.
 *
 * A channel stands for the output port that feeds the channel and the input port (with its buffers)
 * behind the channel. Ports have no records of their own: the ports of a router are the channels
 * around the router. A graph knows nothing of packets, queues or square millimetres, and never
 * changes once finished. */
#ifndef NOC_NETWORK_GRAPH_GRAPH_H
#define NOC_NETWORK_GRAPH_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

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
    NOC_CHOICE_NONE, /* one link at every step */
    /* Head flit asks for virtual channels of all permitted links, and goes where a channel is
     * granted. */
    NOC_CHOICE_ALLOCATOR,
    /* Rules below: one decision, at route computation, by the flits outstanding on each link. */
    NOC_CHOICE_LEAST,       /* least weight * flits + bias; a random one of equals */
    NOC_CHOICE_FIRST_LEAST, /* least weight * flits + bias; the first of equals */
    /* two random links: the one with fewer flits; the first drawn of equals */
    NOC_CHOICE_TWO_DRAWN,
} noc_route_choice;

/* Parameters of networks of virtual-channel routers. */
typedef struct noc_vc_parameters {
    uint8_t virtual_channels; /* virtual channels of a port */
    uint16_t buffer_flits;    /* flits of a virtual channel, unless a channel has its own depth */
    uint8_t route_cycles;     /* R: cycles of route computation, 0 with look-ahead */
    uint8_t traverse_cycles;  /* X: cycles from switch grant to channel, 0 in one-cycle routers */
    uint8_t input_speedup;    /* crossbar inputs of an input port */
    double internal_speedup;  /* steps of a router in a cycle; above 1 outputs have queues */
    bool wide;                /* ports are several flits wide: steps do not mean a faster clock */
    bool paced; /* internal_speedup is not 1, or some channel passes other than a flit a cycle */
    /* cycles a credit spends in a router, beyond the latency of its channel */
    uint16_t credit_cycles;
    noc_allocation_hold allocation_hold;
    bool overlaps;           /* heads are routed and get a VC while the packet in front leaves */
    bool atomic;             /* a VC is reallocated only when it is empty */
    bool speculative;        /* a head asks for VC and switch in the same cycle */
    bool speculation_yields; /* speculative switch requests lose against the others */
    uint8_t router_stages;
    /* rule among the injection channels of a terminal */
    const noc_channel_choice_kind *port_choice;
    /* rule among parallel channels between two routers */
    const noc_channel_choice_kind *link_choice;
    noc_allocator allocator;
    /* allocator of virtual channels; `allocator` is that of the switch */
    noc_allocator vc_allocator;
    uint8_t allocator_iterations;
    noc_route_choice route_choice;
    /* flits outstanding are flits sent less credits returned; false: flits in the buffers behind
     * the link */
    bool sees_wire;
    double terminal_mm; /* mm, length of terminal links; 0: as in the topology */
    /* design whose clock and wires set the least latency of channels; NULL: latencies as added */
    const struct noc_design *timing;
    bool trimmed; /* routers are built without ports that lead nowhere */
} noc_vc_parameters;

/* Names of router columns in a network without a grid: levels of switches. */
enum { NOC_COLUMNS_NAMED = 24, NOC_COLUMN_CHARS = 24 };
typedef char noc_column_name[NOC_COLUMN_CHARS];

/* Parameters of ideal networks. */
typedef struct noc_ideal_parameters {
    uint32_t flits_per_cycle; /* flits accepted a cycle; 0: any number */
} noc_ideal_parameters;

/* Physical network: facts of all kinds, routes with sets of virtual channels among them, and a
 * block of parameters for each kind, which is read in networks of that kind only. */
typedef struct noc_network {
    noc_switching switching;
    uint16_t spec;                             /* position in design->networks; slices share one */
    uint16_t slice;                            /* number of the slice, 0 .. slices-1 */
    bool carries[NOC_CLASSES];                 /* classes of packets that may use the network */
    uint32_t vcs[NOC_CLASSES];                 /* set of virtual channels of each class (bits) */
    uint16_t flit_bytes;                       /* bytes of a flit in the slice */
    const noc_slice_choice_kind *slice_choice; /* rule among the slices of one spec */
    bool is_limited;                           /* terminals share a resource that can be full */
    uint32_t first_router, router_count;
    int columns, rows; /* size of the router grid, layers below each other; 0: no grid */
    int layers;        /* layers of the grid, each of rows / layers rows; 0 as 1 */
    bool by_dimension; /* two layers on the same tiles: routers sliced by dimension */
    /* routers are linked to all of their row and column; false: to their neighbours */
    bool fully_linked;
    int express; /* pitches that an express channel of an edge row or column spans; 0: none */
    double nominal_inputs;         /* input ports of all routers, counted as in papers */
    bool has_edge;                 /* some routers lack links of regular ones */
    bool is_numbered;              /* routers have numbers as names, not columns and rows */
    noc_column_name *column_names; /* owned; names of router columns; NULL: none */
    /* owned; next router of each pair of routers, where no rule finds it; else NULL */
    noc_guide *guide;
    /* owned; layers of virtual channels of each class; NULL: one layer */
    noc_vc_plan *plans[NOC_CLASSES];
    noc_vc_parameters vc;
    noc_ideal_parameters ideal;
} noc_network;

/* Crossbar of a router as built in silicon. Some of its ports may be unused in the graph (a mesh's
 * edge router is the same tile as the others). */
typedef struct noc_crossbar {
    uint16_t inputs, outputs;
    uint32_t crosspoints; /* input-output pairs that can be connected */
} noc_crossbar;

typedef struct noc_router {
    uint16_t network;
    int16_t column, row; /* place of the router, in tiles */
    uint16_t inputs, outputs;
    uint32_t first_input, first_output; /* first position in graph->inputs and graph->outputs */
    /* packets do not turn: east-west, north-south, and to and from terminals only (te13 4.1) */
    bool half;
    noc_crossbar built;
    /* ports of `built` for links from (to) other routers, in a grid */
    uint16_t link_inputs, link_outputs;
    uint16_t own_inputs; /* input ports, less ports of a regular router that lead nowhere */
    double buffer_flits; /* flits of a virtual channel, mean over the inputs */
    uint32_t above;      /* router on the next level up of a hierarchy; NOC_NONE: none */
    uint16_t die;        /* number of the die; 0 where no dies are set (noc_graph.dies) */
} noc_router;

/* Properties that callers ask for in place of the network's kind (columns of switching.def). */
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

/* Most input VCs, and most output VCs, of a router: size of the sampler's allocator sets. */
enum { NOC_ROUTER_VCS_MAX = 2048 };

/* Labels of a port's input VCs in the allocators' sets: equal parts for the crossbar inputs, each a
 * power of two. */
static inline unsigned noc_network_labels(const noc_network *network)
{
    const unsigned speedup = network->vc.input_speedup;
    unsigned part = 1;
    while (part * speedup < network->vc.virtual_channels) part *= 2;
    return part * speedup;
}

/* Crossbar inputs of a port over which a set of its virtual channels is spread: VC v is on input v
 * modulo the speed-up. */
static inline unsigned noc_network_crossbar_inputs(const noc_network *network, uint32_t vcs)
{
    uint32_t inputs = 0;
    for (; vcs; vcs &= vcs - 1)
        inputs |= 1u << (unsigned)__builtin_ctz(vcs) % network->vc.input_speedup;
    return (unsigned)__builtin_popcount(inputs);
}

/* Cycles from the arrival of a head to its first switch request: route computation and VC
 * allocation. */
static inline unsigned noc_network_routed_cycles(const noc_network *network)
{
    return network->vc.route_cycles + !network->vc.speculative;
}

/* Cycles an input VC idles between two packets: the steps of the next head begin when the tail has
 * left, unless they overlap. */
static inline unsigned noc_network_turnaround(const noc_network *network)
{
    return network->vc.overlaps ? 0 : noc_network_routed_cycles(network);
}

typedef enum noc_channel_kind { NOC_INJECTION, NOC_LINK, NOC_EJECTION } noc_channel_kind;

typedef struct noc_channel {
    noc_channel_kind kind;
    uint16_t network;
    uint32_t from, to; /* router; terminal (the first one) at the outer end of a terminal link */
    uint16_t from_port, to_port; /* position among the outputs, inputs of the router (terminal) */
    uint16_t latency;            /* cycles of a flit, and of a credit on its way back */
    uint16_t buffer_flits; /* flits of each virtual channel at the far end; 0: as in the network */
    /* flits passed a cycle at most (noc_pace); 0 while building: as in the network, unless the
     * topology sets the rate */
    double flits_per_cycle;
    double length_mm;
    bool is_long;      /* one of the network's long links, where papers tell two classes */
    bool is_timed;     /* latency is that of the wire, longer than the one given */
    bool between_dies; /* link from a die to another */
    uint32_t injector; /* position in graph->injectors; injection channels only */
    uint32_t sharers;  /* terminals at the outer end: above 1 behind a concentrator */
} noc_channel;

typedef enum noc_terminal_kind { NOC_COMPUTE, NOC_MEMORY } noc_terminal_kind;

typedef struct noc_terminal {
    noc_terminal_kind kind;
    int16_t column, row;
    uint16_t die;    /* number of the die, as in noc_router */
    bool is_on_die;  /* some network has set the die */
    uint8_t half;    /* half of a crossbar (noc_graph.halved); else 0 */
    bool evens_all;  /* all packets may use any slice, and the slice choice evens the slices out */
    uint32_t number; /* number among the terminals of its kind */
    uint32_t first_injection, injections; /* first position in graph->injections; count */
    uint32_t first_ejection, ejections;   /* first position in graph->ejections; count */
} noc_terminal;

/* Terminal and one channel that it sends into or receives from, while building. */
typedef struct noc_attachment {
    uint32_t terminal, channel;
} noc_attachment;

typedef struct noc_graph {
    noc_network *networks;
    uint16_t network_count;
    noc_router *routers;
    uint32_t router_count, router_capacity;
    noc_channel *channels;
    uint32_t channel_count, channel_capacity;
    double timed_mm; /* mm, length of the last wire that was timed */
    int timed_cycles;
    noc_terminal *terminals;
    uint32_t terminal_count;
    uint32_t *computes, *memories; /* terminal of each compute (memory) number */
    uint32_t compute_count, memory_count;
    uint16_t dies;         /* number of dies; 0: no dies set */
    bool is_torn;          /* two networks put a terminal on different dies */
    uint32_t torn;         /* terminal that two networks put on different dies */
    int columns, rows;     /* size of the grid of tiles under the terminals */
    bool tiled;            /* tiles are those of a grid; false: one row, compute nodes first */
    uint32_t *terminal_at; /* terminal of each tile, column + row * columns; NOC_NONE: empty */
    /* memory node of each tile whose compute node `terminal_at` has, NOC_NONE: none; NULL: no tile
     * has two nodes */
    uint32_t *guest_at;
    noc_attachment *attachments;
    uint32_t attachment_count, attachment_capacity;
    /* channels by port, filled by noc_graph_finish */
    uint32_t *inputs, *outputs, *injections, *ejections;
    /* injection channels, each once, and the terminals of each: sharers[first_sharer[i]] and on */
    uint32_t *injectors, *first_sharer, *sharers;
    uint32_t injector_count;
    bool lent;          /* arrays belong to another system, which frees them */
    bool halved;        /* some network is in halves */
    bool halved_apart;  /* two networks put some terminal on different halves */
    bool within_halves; /* compute nodes send to memory nodes of their own half only */
} noc_graph;

/* Functions for topologies, to build a graph: each returns the new index, or NOC_NONE when out of
 * memory. */
#define NOC_NONE UINT32_MAX
uint32_t noc_graph_add_router(noc_graph *graph, uint16_t network, int column, int row,
                              noc_crossbar built);
uint32_t noc_graph_add_channel(noc_graph *graph, noc_channel_kind kind, uint16_t network,
                               uint32_t from, uint32_t to, int latency, double length_mm);

/* True if requests are answered, by memory nodes or by peers. */
bool noc_graph_has_replies(const noc_graph *graph);

/* True if a terminal sends packets into a network, or receives packets from the network. Where a
 * design has memory nodes, compute nodes send requests and memory nodes replies, and no node sends
 * to its own kind. */
bool noc_graph_injects(const noc_graph *graph, uint16_t network, uint32_t terminal);
bool noc_graph_ejects(const noc_graph *graph, uint16_t network, uint32_t terminal);

/* Adds the injection or ejection channel of a terminal. Returns its index, NOC_NONE when out of
 * memory. */
uint32_t noc_graph_add_port(noc_graph *graph, noc_channel_kind kind, uint16_t network,
                            uint32_t terminal, uint32_t router, int latency, double length_mm);

/* Lets another terminal use a terminal's channel: a concentrator, which multiplexes the packets of
 * its terminals in zero cycles. Returns false when out of memory. */
bool noc_graph_share_port(noc_graph *graph, uint32_t terminal, uint32_t channel);

/* Attaches a terminal to the router that it injects into and the router that it ejects from, each
 * if the terminal has packets to send or to receive: a memory node with the channels of `memory`, a
 * compute node with one in each direction. Terminal links have a latency of one cycle. Returns
 * false when out of memory. */
bool noc_graph_attach(noc_graph *graph, uint16_t network, uint32_t terminal, uint32_t inject_to,
                      uint32_t eject_from, noc_memory_ports memory, double length_mm);

/* Gives each router of a network a crossbar as large as the router's ports; a port of several flits
 * a cycle counts as so many ports. */
void noc_graph_size_crossbars(noc_graph *graph, uint16_t network);

/* Flits of a virtual channel behind the ports of memory nodes: injection ports (NOC_INJECTION) or
 * ejection ports. */
unsigned noc_graph_memory_buffer(const noc_graph *graph, uint16_t network, noc_channel_kind kind);

/* Numbers the ports and sorts the channels by port. Called once, when all channels are added. */
noc_status noc_graph_finish(noc_graph *graph, noc_diag *diag);
void noc_graph_clear(noc_graph *graph);

/* True if any network of a design has channels (silicon); if all networks have channels
 * (buffers). */
bool noc_graph_has_channels(const noc_graph *graph);
bool noc_graph_has_silicon(const noc_graph *graph);
bool noc_graph_has_only_channels(const noc_graph *graph);
bool noc_graph_has_only_buffers(const noc_graph *graph);

/* True if channels or crossbars of any network pass other than a flit a cycle. */
bool noc_graph_is_paced(const noc_graph *graph);

/* Returns the network of a channel. */
static inline const noc_network *noc_graph_network_of(const noc_graph *graph, uint32_t channel)
{
    return &graph->networks[graph->channels[channel].network];
}

/* Flits a cycle that a channel passes: its own rate, at most the rate at which the crossbar of the
 * router before the channel feeds one output. */
double noc_channel_passes(const noc_graph *graph, uint32_t channel);

/* Flits a cycle that a channel passes, at most what the crossbar of the router behind accepts from
 * one input. */
double noc_channel_capacity(const noc_graph *graph, uint32_t channel);

/* Channel from router `from` to router `to`, NOC_NONE if they are not neighbours; the `number`-th
 * of parallel ones, from 0 on in port order, NOC_NONE past the last. */
uint32_t noc_graph_link(const noc_graph *graph, uint32_t from, uint32_t to);
uint32_t noc_graph_parallel_link(const noc_graph *graph, uint32_t from, uint32_t to,
                                 uint32_t number);

/* Parallel channels, whose numbers follow each other. */
typedef struct noc_lanes {
    uint32_t first, count;
} noc_lanes;

/* Channels from router `from` to router `to`; none, NOC_NONE, if they are not neighbours. */
noc_lanes noc_graph_lanes(const noc_graph *graph, uint32_t from, uint32_t to);

/* True if a packet changes between row and column on its way from link `in` to link `out`. */
bool noc_graph_turns(const noc_graph *graph, uint32_t in, uint32_t out);

/* Writes the tiles of the compute nodes, or of the memory nodes, in the order of their numbers. */
void noc_graph_places(const noc_graph *graph, noc_terminal_kind kind, noc_point *at);

/* "injection", "link", "ejection". */
const char *noc_channel_kind_name(noc_channel_kind kind);

/* Name of a physical network: "the reply network" by the class that only this network carries, else
 * "networks[1]" as in the design; "slice 2" behind that, or alone where all networks are slices of
 * one; "" for an only network. */
void noc_network_name(const noc_graph *graph, uint16_t network, char *text, size_t size);

/* Router in words: "(2,0)"; "slice 1 of (2,0)" where routers are sliced by dimension, the first
 * that packets pass; "router 7" where routers have numbers only. */
void noc_router_name(const noc_graph *graph, uint32_t router, char *text, size_t size);

/* Terminal in words: "compute 12", "memory 3"; "node 5" where a design has no memory nodes. */
void noc_terminal_name(const noc_graph *graph, uint32_t terminal, char *text, size_t size);

/* Place of a channel in words, without the channel's kind: "(2,0) to (3,0)", "memory 3 of the reply
 * network". */
void noc_channel_name(const noc_graph *graph, uint32_t channel, char *text, size_t size);

#endif
