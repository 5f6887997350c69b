/* network/graph/graph.h: what is estimated: routers, channels, terminals, physical networks.
 *
 * A channel stands for the output port that feeds it and the input port (with its buffers) that it
 * feeds, so ports need no records of their own: a router's ports are the channels around it. The
 * graph knows nothing of packets, queues or square millimetres, and never changes once finished. */
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

/* Rules by which a packet takes one of several links that its routing permits (routes.h). */
typedef enum noc_route_choice {
    NOC_CHOICE_NONE, /* there is one link at every step */
    /* A head asks for virtual channels of all of these links, and goes where it gets one. */
    NOC_CHOICE_ALLOCATOR,
    /* The others decide once, as the route is computed, by the flits outstanding. */
    NOC_CHOICE_LEAST,       /* the least weight * flits + bias; of equals one at random */
    NOC_CHOICE_FIRST_LEAST, /* the least, the first of equals */
    NOC_CHOICE_TWO_DRAWN,   /* two drawn, of these the one with fewer; of equals the first drawn */
} noc_route_choice;

/* What only networks of virtual-channel routers have. */
typedef struct noc_vc_parameters {
    uint8_t virtual_channels; /* in total */
    uint16_t buffer_flits;    /* flits per virtual channel, unless a channel has its own */
    uint8_t route_cycles;     /* R: cycles of route computation, 0 with look-ahead */
    uint8_t traverse_cycles;  /* X: cycles from switch grant to channel, 0 in one-cycle routers */
    uint8_t input_speedup;    /* crossbar inputs of an input port */
    double internal_speedup;  /* steps of a router in a cycle; above 1 its outputs have queues */
    bool wide;                /* ports are several flits wide: the steps are no faster clock */
    bool paced; /* that is not 1, or some channel takes others than a flit in each cycle */
    uint16_t credit_cycles; /* delay of a credit at a router beyond its channel's */
    noc_allocation_hold allocation_hold;
    bool overlaps;           /* heads are routed and get a VC while the packet before leaves */
    bool atomic;             /* a VC is reallocated only when it is empty */
    bool speculative;        /* a head asks for VC and switch in the same cycle */
    bool speculation_yields; /* speculative switch requests lose against the others */
    uint8_t router_stages;
    const noc_channel_choice_kind *port_choice; /* among the injection channels of a terminal */
    const noc_channel_choice_kind
        *link_choice; /* among the channels between the same two routers */
    noc_allocator allocator;
    noc_allocator vc_allocator; /* allocator of virtual channels; `allocator` is the switch's */
    uint8_t allocator_iterations;
    noc_route_choice route_choice;
    bool sees_wire;     /* flits outstanding are those sent less the credits that are back; else
                           those in the buffers behind the link only */
    double terminal_mm; /* length of terminal links; 0: as the topology has it */
    /* whose clock and wires say how long channels take, at least; NULL: as they are added */
    const struct noc_design *timing;
    bool trimmed; /* routers are built without the ports that lead nowhere */
} noc_vc_parameters;

/* Names of the columns that routers of a network without a grid stand in: levels of switches. */
enum { NOC_COLUMNS_NAMED = 24, NOC_COLUMN_CHARS = 24 };
typedef char noc_column_name[NOC_COLUMN_CHARS];

/* What only ideal networks have. */
typedef struct noc_ideal_parameters {
    uint32_t flits_per_cycle; /* that it accepts in a cycle; 0: any number */
} noc_ideal_parameters;

/* What networks of all kinds have, routes with sets of virtual channels among that, and a block of
 * each kind, which is read in networks of that kind only. */
typedef struct noc_network {
    noc_switching switching;
    uint16_t spec;                             /* position in design->networks: slices share one */
    uint16_t slice;                            /* 0 .. slices-1 */
    bool carries[NOC_CLASSES];                 /* classes of packets that may take this network */
    uint32_t vcs[NOC_CLASSES];                 /* set of virtual channels of each class (bits) */
    uint16_t flit_bytes;                       /* of this slice */
    const noc_slice_choice_kind *slice_choice; /* among the slices of the same spec */
    bool is_limited;                           /* its terminals share something that can be full */
    uint32_t first_router, router_count;
    int columns, rows; /* of the router grid, layers below each other; 0 where there is none */
    int layers;        /* of the grid, each of rows / layers rows; 0 as 1 */
    bool by_dimension; /* two layers on the same tiles: the slices of routers for each dimension */
    bool fully_linked; /* each router to all of its row and column, else to its neighbours */
    int express;       /* pitches that an express channel of an edge row or column spans, 0: none */
    double nominal_inputs; /* input ports of all routers, as papers count them */
    bool has_edge;         /* some of its routers lack links of its regular ones */
    bool is_numbered;      /* its routers are called by their numbers, not by columns and rows */
    noc_column_name *column_names; /* owned; of its routers; NULL: they have none */
    noc_guide *guide; /* owned; the next router of each pair, where no rule finds it; else NULL */
    noc_vc_plan *plans[NOC_CLASSES]; /* owned; layers of its virtual channels; NULL: one layer */
    noc_vc_parameters vc;
    noc_ideal_parameters ideal;
} noc_network;

/* The crossbar of a router as it is built in silicon, which may have ports that the graph does not
 * use (a mesh's edge router is the same tile as the others). */
typedef struct noc_crossbar {
    uint16_t inputs, outputs;
    uint32_t crosspoints; /* input-output pairs that can be connected */
} noc_crossbar;

typedef struct noc_router {
    uint16_t network;
    int16_t column, row; /* where it stands, in tiles */
    uint16_t inputs, outputs;
    uint32_t first_input, first_output; /* into graph->inputs and graph->outputs */
    bool half; /* no turns: east-west and north-south only, and to and from terminals (te13 4.1) */
    noc_crossbar built;
    /* Ports of `built` for links from (to) other routers, in a grid. */
    uint16_t link_inputs, link_outputs;
    uint16_t own_inputs; /* input ports, without those of a regular router that lead nowhere */
    double buffer_flits; /* flits of a virtual channel, mean over its inputs */
    uint32_t above;      /* router on the next level up, in a hierarchy; NOC_NONE: there is none */
    uint16_t die;        /* 0 where nothing tells of dies (noc_graph.dies) */
} noc_router;

/* What is asked of a network in place of its kind: switching.def says what each means. */
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

/* True if there is anything that a network could run out of. */
static inline bool noc_network_has_limit(const noc_network *network)
{
    return network->is_limited;
}

/* The sets of the sampler's allocators hold so many input VCs of a router, and so many outputs. */
enum { NOC_ROUTER_VCS_MAX = 2048 };

/* Input VCs of a port as they are counted there: in equal parts for its crossbar inputs, each a
 * power of two. */
static inline unsigned noc_network_labels(const noc_network *network)
{
    const unsigned speedup = network->vc.input_speedup;
    unsigned part = 1;
    while (part * speedup < network->vc.virtual_channels) part *= 2;
    return part * speedup;
}

/* Crossbar inputs of a port that a set of its virtual channels is spread over: VC v is on input v
 * modulo the speed-up. */
static inline unsigned noc_network_crossbar_inputs(const noc_network *network, uint32_t vcs)
{
    uint32_t inputs = 0;
    for (; vcs; vcs &= vcs - 1)
        inputs |= 1u << (unsigned)__builtin_ctz(vcs) % network->vc.input_speedup;
    return (unsigned)__builtin_popcount(inputs);
}

/* Cycles from a head's arrival to the one in which it asks for the switch: it is routed, and gets
 * its output VC. */
static inline unsigned noc_network_routed_cycles(const noc_network *network)
{
    return network->vc.route_cycles + !network->vc.speculative;
}

/* Cycles that an input VC idles between two packets: the next head takes these steps when the tail
 * has left, unless they overlap. */
static inline unsigned noc_network_turnaround(const noc_network *network)
{
    return network->vc.overlaps ? 0 : noc_network_routed_cycles(network);
}

typedef enum noc_channel_kind { NOC_INJECTION, NOC_LINK, NOC_EJECTION } noc_channel_kind;

typedef struct noc_channel {
    noc_channel_kind kind;
    uint16_t network;
    uint32_t from, to; /* router; the (first) terminal at the outer end of a terminal link */
    uint16_t from_port, to_port; /* position among the router's (terminal's) outputs, inputs */
    uint16_t latency;            /* cycles; the credits that come back take as many */
    uint16_t buffer_flits;  /* flits of each virtual channel at its end; 0: as its network has it */
    double flits_per_cycle; /* that it takes at most (noc_pace); 0 while building: as its network
                               has it, unless the topology sets it */
    double length_mm;
    bool is_long;      /* of the long links of its network, where papers tell two classes */
    bool is_timed;     /* its latency is what its wire needs, which is more than was given */
    bool between_dies; /* link from a die to another */
    uint32_t injector; /* of an injection channel: its position in graph->injectors */
    uint32_t sharers;  /* terminals at its outer end: above 1 behind a concentrator */
} noc_channel;

typedef enum noc_terminal_kind { NOC_COMPUTE, NOC_MEMORY } noc_terminal_kind;

typedef struct noc_terminal {
    noc_terminal_kind kind;
    int16_t column, row;
    uint16_t die;    /* number of its die, as of routers */
    bool is_on_die;  /* a network has told its die */
    uint8_t half;    /* half of a crossbar (noc_graph.halved); else 0 */
    bool evens_all;  /* all its packets may take any slice, and its choice evens these out */
    uint32_t number; /* among the terminals of its kind */
    uint32_t first_injection, injections; /* into graph->injections */
    uint32_t first_ejection, ejections;   /* into graph->ejections */
} noc_terminal;

/* A terminal and a channel that it sends into or takes from, while building. */
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
    double timed_mm; /* the last wire that was timed */
    int timed_cycles;
    noc_terminal *terminals;
    uint32_t terminal_count;
    uint32_t *computes, *memories; /* terminal of each compute (memory) number */
    uint32_t compute_count, memory_count;
    uint16_t dies;         /* 0: nothing tells of dies */
    bool is_torn;          /* two networks have a terminal on different dies */
    uint32_t torn;         /* terminal that they tell two dies of */
    int columns, rows;     /* of the tiles that terminals stand on */
    bool tiled;            /* these are a grid's; else all stand in a row, compute nodes first */
    uint32_t *terminal_at; /* by tile, column + row * columns; NOC_NONE where it is empty */
    /* memory nodes by tile whose compute node `terminal_at` has, NOC_NONE where there is none;
     * NULL: no tile has two nodes */
    uint32_t *guest_at;
    noc_attachment *attachments;
    uint32_t attachment_count, attachment_capacity;
    /* filled by noc_graph_finish: channels by port */
    uint32_t *inputs, *outputs, *injections, *ejections;
    /* Injection channels, each once, and the terminals of each: sharers[first_sharer[i]] and on. */
    uint32_t *injectors, *first_sharer, *sharers;
    uint32_t injector_count;
    bool lent;          /* lent by another system, which frees it */
    bool halved;        /* some network is in halves */
    bool halved_apart;  /* another one puts some terminal on another half */
    bool within_halves; /* compute nodes send to memory nodes of their own half only */
} noc_graph;

/* Building, for topologies. Each returns the new index, or NOC_NONE when out of memory. */
#define NOC_NONE UINT32_MAX
uint32_t noc_graph_add_router(noc_graph *graph, uint16_t network, int column, int row,
                              noc_crossbar built);
uint32_t noc_graph_add_channel(noc_graph *graph, noc_channel_kind kind, uint16_t network,
                               uint32_t from, uint32_t to, int latency, double length_mm);

/* True if requests are answered: by memory nodes, or by peers. */
bool noc_graph_has_replies(const noc_graph *graph);

/* True if a terminal sends packets into a network, or gets packets from it: where there are memory
 * nodes, compute nodes send requests and memory nodes replies, and none sends to its own kind. */
bool noc_graph_injects(const noc_graph *graph, uint16_t network, uint32_t terminal);
bool noc_graph_ejects(const noc_graph *graph, uint16_t network, uint32_t terminal);

/* Adds the injection or ejection channel of a terminal. Returns its index, NOC_NONE when out of
 * memory. */
uint32_t noc_graph_add_port(noc_graph *graph, noc_channel_kind kind, uint16_t network,
                            uint32_t terminal, uint32_t router, int latency, double length_mm);

/* Lets another terminal use a terminal's channel: a concentrator, which multiplexes the packets
 * that go in and takes no time. Returns false when out of memory. */
bool noc_graph_share_port(noc_graph *graph, uint32_t terminal, uint32_t channel);

/* Attaches a terminal to the router that it injects to and the one that it ejects from, each if it
 * has anything to send or to get: a memory node with the channels of `memory`, a compute node with
 * one in each direction. Terminal links take a cycle. Returns false when out of memory. */
bool noc_graph_attach(noc_graph *graph, uint16_t network, uint32_t terminal, uint32_t inject_to,
                      uint32_t eject_from, noc_memory_ports memory, double length_mm);

/* Gives all routers of a network crossbars as large as the ports that they have; a port of several
 * flits a cycle counts as so many. */
void noc_graph_size_crossbars(noc_graph *graph, uint16_t network);

/* Flits of a virtual channel behind the ports of memory nodes: those that they send into
 * (NOC_INJECTION), or take from. */
unsigned noc_graph_memory_buffer(const noc_graph *graph, uint16_t network, noc_channel_kind kind);

/* Numbers the ports and sorts the channels by them. Call once, when all channels are there. */
noc_status noc_graph_finish(noc_graph *graph, noc_diag *diag);
void noc_graph_clear(noc_graph *graph);

/* The same of a design: whether any of its networks is such; all of them. */
bool noc_graph_has_channels(const noc_graph *graph);
bool noc_graph_has_silicon(const noc_graph *graph);
bool noc_graph_has_only_channels(const noc_graph *graph);
bool noc_graph_has_only_buffers(const noc_graph *graph);

/* True if channels or crossbars of any of its networks pass other than a flit a cycle. */
bool noc_graph_is_paced(const noc_graph *graph);

/* The network of a channel. */
static inline const noc_network *noc_graph_network_of(const noc_graph *graph, uint32_t channel)
{
    return &graph->networks[graph->channels[channel].network];
}

/* Flits a cycle that a channel passes: what it takes, at most what the crossbar of a router before
 * it passes to one output. */
double noc_channel_passes(const noc_graph *graph, uint32_t channel);

/* Of these, as many as the crossbar of a router behind it takes from one input. */
double noc_channel_capacity(const noc_graph *graph, uint32_t channel);

/* The channel from router `from` to router `to`, NOC_NONE if they are not neighbours; the
 * `number`-th of parallel ones, from 0 on in port order, NOC_NONE past the last. */
uint32_t noc_graph_link(const noc_graph *graph, uint32_t from, uint32_t to);
uint32_t noc_graph_parallel_link(const noc_graph *graph, uint32_t from, uint32_t to,
                                 uint32_t number);

/* Channels side by side, whose numbers follow each other. */
typedef struct noc_lanes {
    uint32_t first, count;
} noc_lanes;

/* The channels from router `from` to router `to`; none, NOC_NONE, if they are not neighbours. */
noc_lanes noc_graph_lanes(const noc_graph *graph, uint32_t from, uint32_t to);

/* True if a packet that goes from one link into the next changes between row and column. */
bool noc_graph_turns(const noc_graph *graph, uint32_t in, uint32_t out);

/* The tiles of the compute nodes, or of the memory nodes, in the order of their numbers. */
void noc_graph_places(const noc_graph *graph, noc_terminal_kind kind, noc_point *at);

/* "injection", "link", "ejection". */
const char *noc_channel_kind_name(noc_channel_kind kind);

/* Name of a physical network: "the reply network" by the class that it alone carries, else
 * "networks[1]" as in the design; "slice 2" behind that, or alone where all are slices of one
 * network; "" for an only network. */
void noc_network_name(const noc_graph *graph, uint16_t network, char *text, size_t size);

/* A router in words: "(2,0)"; "slice 1 of (2,0)" where routers are sliced by dimension, the first
 * that packets pass; "router 7" where they have numbers only. */
void noc_router_name(const noc_graph *graph, uint32_t router, char *text, size_t size);

/* A terminal in words: "compute 12", "memory 3"; "node 5" where there are no memory nodes. */
void noc_terminal_name(const noc_graph *graph, uint32_t terminal, char *text, size_t size);

/* Place of a channel in words, without the channel's kind: "(2,0) to (3,0)", "memory 3 of the reply
 * network". */
void noc_channel_name(const noc_graph *graph, uint32_t channel, char *text, size_t size);

#endif
