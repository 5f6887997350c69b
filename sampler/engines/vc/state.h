/* sampler/engines/vc/state.h: the state of the virtual-channel engine, shared by its files.
 *
 * One engine runs all networks of input-queued virtual-channel routers of a system together. A
 * router's cycle is: flits and credits arrive; heads that finished route computation (R cycles) ask
 * for a virtual channel; packets that have one ask for the switch, flit by flit; a granted flit is
 * on its channel X cycles later and at the next router after the channel's latency and one cycle
 * more. Ejection channels have buffers and credits like any other. Timing follows BookSim 2.0's
 * input-queued router with its delays at 0 or 1, so that a packet of F flits over H routers takes 3
 * + H*stages + (H-1)*channel + (F-1) cycles when it is alone.
 *
 * Everything is numbered so that a router's things are neighbours:
 * - an output is a channel as its sender sees it: a router's outputs in port order, router by
 *   router, then the injection channels of the terminals;
 * - a vc is one virtual channel of one channel; its number names both ends, the input buffer
 *   downstream and the credit counter upstream. A router's input VCs follow one another; a VC's
 *   place among them is its `bit`, so sets of input VCs are words;
 * - an input is a crossbar input. A port has `input_speedup` of them, and its VCs take turns on
 *   them. The VCs of one input are neighbours, padded to a power of two (the stride), so that they
 *   never straddle two words; therefore VCs carry labels (noc_label) in place of their numbers.
 * VCs into terminals come last. */
#ifndef NOC_SAMPLER_ENGINES_VC_STATE_H
#define NOC_SAMPLER_ENGINES_VC_STATE_H

#include "base/bitset.h"
#include "base/random.h"
#include "network/graph/resources.h"
#include "sampler/engines/vc/delay_lines.h"
#include "sampler/ports/ports.h"

/* A flit: number of its packet with two flags; a head also carries the turn that it takes at the
 * router where it arrives, or the first turn of a fork. Body flits follow their head and need no
 * turn. */
typedef struct noc_flit {
    _Alignas(uint64_t) uint32_t packet; /* number << NOC_FLIT_BITS | flags */
    uint32_t turn;
} noc_flit;
enum { NOC_FLIT_HEAD = 1, NOC_FLIT_TAIL = 2, NOC_FLIT_BITS = 2 };

/* Flag in the turn of a head whose route was computed ahead: its fork has been decided. */
#define NOC_TURN_DECIDED ((uint32_t)1 << 30)

typedef enum noc_vc_state {
    NOC_VC_IDLE,    /* no packet, or its head has not arrived */
    NOC_VC_ROUTING, /* head in route computation */
    NOC_VC_WAITING, /* head asks for an output VC */
    NOC_VC_ACTIVE,  /* packet owns an output VC */
    NOC_VC_FORKED,  /* packet goes to several outputs (multicast.h), and asks for VCs or has some */
} noc_vc_state;

/* A hop of a route, with the data that a router needs. */
typedef struct noc_turn {
    uint32_t next; /* turn at the next router, NOC_NONE at the end */
    uint32_t output;
    uint32_t permitted; /* labels of the output's VCs that the packet may take */
    /* fork in which the turn is a way, or the first way (forks.h); NOC_NONE: none */
    uint32_t fork;
} noc_turn;

/* Bytes of a line of the processor's cache. A shift finds a record of one line. */
enum { NOC_VC_LINE = 64 };

/* A VC with both of its ends: upstream a FIFO of flits, flits under way included; downstream the
 * state of the packet at its front. The upstream end writes a flit into the FIFO when it sends the
 * flit, since a credit is a place there; `count` includes the flit when it arrives. A FIFO is a
 * ring whose size is a power of two. */
typedef struct noc_vc {
    _Alignas(NOC_VC_LINE) uint64_t member; /* bit of the VC in a word of its router's sets */
    uint32_t label;                        /* bit of the VC in sets of labels of its channel */
    /* first slot in the engine's store of flits; number of slots less one */
    uint32_t fifo, fifo_mask;
    /* upstream */
    uint32_t flits;         /* flits sent so far, modulo 2^32 */
    uint32_t owner;         /* input VC that holds the VC; NOC_NONE, or NOC_SENDER at injection */
    uint16_t credits;       /* places that are free downstream */
    uint16_t grant_pointer; /* VC allocation: preferred input VC (bit) */
    /* downstream */
    uint32_t head;           /* flits that have left so far, modulo 2^32 */
    uint16_t count;          /* flits held */
    uint16_t accept_pointer; /* VC allocation: preferred output VC, port and label */
    uint32_t output;         /* output that the packet at the front goes to */
    /* labels of the output's VCs that the packet may take; 0: its fork is open */
    uint32_t permitted;
    uint32_t out_vc;      /* output VC that the packet owns */
    uint32_t feeding;     /* output that sends into the VC */
    uint16_t bit;         /* place of the VC in its router's sets */
    uint16_t credit_line; /* line of credits, from a flit's departure to the use of its place */
    uint16_t depth;
    uint8_t state;
    bool look_ahead; /* no route computation */
} noc_vc;

#define NOC_SENDER (NOC_NONE - 1)

/* A channel at its sender, with the data that the allocators of its router need. Sets of input VCs
 * that do not fit into a word lie in noc_requests. */
typedef struct noc_output {
    /* set of noc_requests, if it fits into a word */
    _Alignas(NOC_VC_LINE) uint64_t switch_requests;
    uint64_t waiting_heads;
    uint64_t asked;    /* switch requests at the switch's allocation, if they fit into a word */
    uint32_t free_vcs; /* labels of VCs that no packet owns */
    uint32_t first_vc;
    uint32_t first_input_vc, first_input; /* first input VC and first input of its router */
    uint32_t input_labels;                /* labels of one input, from bit 0 on */
    uint16_t flight_line;   /* line of flits, from switch grant or injection to arrival */
    uint16_t grant_pointer; /* switch: preferred input * stride */
    uint16_t first_label;   /* first label among the labels of its router's outputs */
    uint16_t port;          /* number among its router's outputs */
    uint16_t input_bits;    /* inputs * stride */
    uint16_t network;
    uint8_t labels;                          /* number of labels */
    uint8_t shift;                           /* log2 of the stride */
    uint8_t vc_rounds, switch_rounds;        /* iterations of iSLIP */
    uint8_t allocator : 4, vc_allocator : 4; /* noc_allocator */
    uint8_t hold;                            /* noc_allocation_hold */
    uint8_t inputs; /* crossbar inputs of a port, over which its VCs are spread */
    bool speculative : 1, yields : 1, atomic : 1;
    bool overlaps : 1; /* VCs are allocated as the cycle's flits leave them */
    bool paired : 1;   /* VCs are given together with the router's other outputs' VCs (pairs.h) */
    bool queues : 1, traverses : 1; /* paces.h: flits queue for the channel; the crossbar takes a
                                       step */
} noc_output;

/* A crossbar input in the switch allocator. */
typedef struct noc_input {
    /* set of noc_switch_allocation, if it fits into a word */
    _Alignas(NOC_VC_LINE / 2) uint64_t grants;
    uint32_t first_output;       /* first output of its router */
    uint32_t first_vc;           /* first of its input VCs */
    uint32_t labels;             /* labels of its VCs, from bit 0 on */
    uint16_t first_bit, end_bit; /* range of its VCs in its router's sets */
    uint16_t accept_pointer;     /* preferred output port */
    uint16_t vc_pointer;
    uint16_t outputs;
    uint8_t allocator; /* noc_allocator */
    bool yields;
} noc_input;

enum { NOC_SET_WORDS_MAX = 32 };

/* An injection channel for one class of traffic: it sends one packet at a time, the packet at its
 * door. */
typedef struct noc_sender {
    uint32_t vc;   /* VC that the head has or has found; NOC_NONE before */
    uint16_t left; /* flits of the packet still to be sent, once it has a VC */
    uint8_t last_vc;
    bool memory; /* sender of a memory node */
    uint32_t output;
    /* output by which its last packet left the first router; smart ports only */
    uint32_t last_direction;
} noc_sender;

/* Features of allocation and of the cycle loop that the routers of a design need; the loop is
 * specialised where they are constants. */
typedef struct noc_mode {
    unsigned words;   /* words of a set of a router's input VCs, or ports */
    unsigned rounds;  /* iterations of an iSLIP switch allocator, at most */
    bool speculation; /* some router grants the switch speculatively */
    bool mixed;       /* some allocator is not iSLIP */
    bool forks;       /* packets choose among channels side by side */
    bool chooses;     /* packets choose their way by the flits outstanding */
    bool paired;      /* some routers give the VCs of all outputs at once (pairs.h) */
    bool hold;        /* some grants take two cycles */
    bool rests;       /* some channels rest in each cycle */
    bool overlaps;    /* some routers overlap packets of a VC */
    /* some routers have several crossbar inputs a port: labels are not VCs' numbers */
    bool spread;
    /* some routers run several steps a cycle, or channels accept other than a flit a cycle */
    bool paced;
    bool atomic;    /* some VCs have one packet at a time */
    bool ranked;    /* some requests go before others (ranks.h) */
    bool multicast; /* some packets go to several terminals */
    bool classes;   /* several classes of traffic share injection channels */
} noc_mode;

/* Requests for an output: sets of input VCs, each of noc_mode.words words, and sets of the outputs
 * with requests. Sets of one word lie in the output's record. */
typedef struct noc_requests {
    uint64_t *switch_requests; /* VCs with a flit and a credit for the output */
    uint64_t *asked;           /* VCs that asked when the switch was allocated */
    uint64_t *waiting_heads;   /* VCs whose head asks for a VC of the output */
    uint64_t *speculations;    /* waiting heads that ask for the switch, too, in this cycle */
    uint64_t *switch_outputs;  /* outputs with switch requests */
    uint64_t *waiting_outputs; /* outputs with waiting heads */
    /* switch_outputs and waiting_outputs, in this order, may have members */
    bool some_switch, some_heads;
    uint64_t *speculative_outputs; /* outputs with speculations in this cycle */
} noc_requests;

/* State of one cycle's switch allocation. Each input has sets of output ports, of noc_mode.words
 * words each, which are empty outside of the allocation. */
typedef struct noc_switch_allocation {
    /* ports that grant the input (iSLIP), or that it wants (separable, maximum) */
    uint64_t *grants;
    uint64_t *yielding; /* ports that grant the input's speculative requests, or that these want */
    uint64_t *granted_inputs, *bid_outputs, *taken_inputs, *open_outputs;
    /* [output]: input with the best bid; steps from the output's pointer to it */
    uint32_t *best_bid, *best_turns;
    /* [output]: input matched; last search that looked at the output */
    uint32_t *matched, *tried;
    uint32_t searches;
} noc_switch_allocation;

/* Input VCs in the first of two cycles of their grant, and the inputs and outputs that they
 * hold. */
typedef struct noc_holds {
    uint32_t *vcs;
    uint32_t count;
    uint64_t *inputs, *outputs;
} noc_holds;

/* Input VCs whose head finishes route computation in this cycle and in the next one. */
typedef struct noc_routing_heads {
    uint32_t *now, *next, *now_end, *next_end;
} noc_routing_heads;

typedef struct noc_fork noc_fork;
typedef struct noc_bundle noc_bundle;
typedef struct noc_matching noc_matching;
typedef struct noc_pairs noc_pairs;
typedef struct noc_resting_channels noc_resting_channels;
typedef struct noc_ejections noc_ejections;
typedef struct noc_paces noc_paces;
typedef struct noc_ranks noc_ranks;
typedef struct noc_multicast noc_multicast;

typedef struct noc_vc_engine {
    const noc_system *system;
    noc_ports *ports;
    uint64_t now; /* ports->now, while a cycle runs */
    noc_mode mode;
    bool maximum;            /* some allocator is a maximum matching */
    noc_matching *matchings; /* routers with allocators that read all requests */
    uint32_t matching_count;
    uint32_t *matching_of_input; /* matching of a router, by its first input */
    uint64_t vc_allocations;     /* allocations so far, where matchings count */
    noc_random matching_random;
    noc_pairs *pairs; /* NULL: no router is paired */

    noc_input *inputs;
    noc_output *outputs;
    noc_vc *vcs;
    /* [VC]: cycle in which its last flit came; kept where routers overlap packets */
    uint64_t *arrivals;
    uint32_t vc_count, first_terminal_vc;
    /* inputs and outputs of routers; injection channels follow as outputs */
    uint32_t input_count, output_count;
    unsigned input_words, output_words;
    uint32_t *output_of_channel;
    noc_flit *flit_store;
    noc_turn *turns;    /* turn of each hop of the routes */
    bool borrows_turns; /* another engine owns the turns */
    noc_fork *forks;
    noc_bundle *bundles;
    uint32_t *fork_turns;
    uint32_t fork_count, fork_turn_count, bundle_count;
    /* fork of channels side by side, by turn; NULL: a turn has one fork at most */
    uint32_t *besides;
    noc_random fork_random;

    noc_requests requests;
    noc_switch_allocation allocation;
    noc_holds holds;
    noc_routing_heads routing;
    uint32_t *found;                   /* VCs that a phase leaves to the next one (noc_list_if) */
    uint32_t *released, *released_end; /* input VCs whose tail has left */
    noc_delay_lines lines;
    noc_sender *senders; /* senders by door */
    /* class of traffic served last, by position in graph->injectors */
    uint8_t *served;
    /* ejections into terminals that limit the packets they let in; NULL: no terminal does */
    noc_ejections *ejections;
    noc_derating derating;         /* kinds of channels that rest in some cycles */
    noc_resting_channels *resting; /* channels that rest; NULL: none does */
    /* NULL: routers run a step a cycle, channels accept a flit a cycle */
    noc_paces *paces;
    noc_ranks *ranks;         /* NULL: all requests have equal rank */
    noc_multicast *multicast; /* packets that fork; NULL: none does */
} noc_vc_engine;

/* True if the engine runs a network. */
NOC_INLINE bool noc_vc_is_own(const noc_vc_engine *e, uint16_t network)
{
    return e->system->graph.networks[network].switching == NOC_SWITCHING_VC;
}

/* Sets of an output: input VCs with a flit and a credit for the output, and input VCs whose head
 * asks for one of its VCs. */
NOC_INLINE uint64_t *noc_switch_requests(noc_vc_engine *e, uint32_t output, noc_mode m)
{
    return m.words == 1 ? &e->outputs[output].switch_requests
                        : &e->requests.switch_requests[output * m.words];
}

NOC_INLINE uint64_t *noc_waiting_heads(noc_vc_engine *e, uint32_t output, noc_mode m)
{
    return m.words == 1 ? &e->outputs[output].waiting_heads
                        : &e->requests.waiting_heads[output * m.words];
}

/* Switch requests at the time when the switch was allocated: requests of the next cycle come while
 * grants are decided. */
NOC_INLINE uint64_t *noc_line_state(noc_vc_engine *e, uint32_t output, noc_mode m)
{
    return m.words == 1 ? &e->outputs[output].asked : &e->requests.asked[output * m.words];
}

/* Set of an input: output ports that grant the input, or that it wants. */
NOC_INLINE uint64_t *noc_grants(noc_vc_engine *e, uint32_t input, noc_mode m)
{
    return m.words == 1 ? &e->inputs[input].grants : &e->allocation.grants[input * m.words];
}

/* VC v of a port is on the crossbar input with the number v modulo the inputs of a port, as in
 * BookSim 2.0; labels go input by input. */
NOC_INLINE unsigned noc_vc_of_label(const noc_output *out, unsigned label)
{
    return (label & ((1u << out->shift) - 1)) * out->inputs + (label >> out->shift);
}

NOC_INLINE unsigned noc_label_of_vc(unsigned inputs, unsigned shift, unsigned v)
{
    return (v % inputs << shift) + v / inputs;
}

/* First label of a mask in the order of VCs, from VC `from` on, going round. */
NOC_INLINE unsigned noc_first_label(const noc_output *out, uint32_t mask, unsigned from)
{
    uint32_t vcs = 0;
    for (; mask; mask &= mask - 1) vcs |= 1u << noc_vc_of_label(out, (unsigned)__builtin_ctz(mask));
    return noc_label_of_vc(out->inputs, out->shift, noc_mask_first_from(vcs, from));
}

/* Adds a VC to a list if a condition holds that branches predict badly: the VC is written in any
 * case, and counts if the condition holds. Returns the list's end. */
NOC_INLINE uint32_t *noc_list_if(uint32_t *end, uint32_t vc, bool condition)
{
    *end = vc;
    return end + condition;
}

/* Flit of an input VC that has `others` flits before it. */
NOC_INLINE noc_flit *noc_flit_behind(const noc_vc_engine *e, const noc_vc *in, unsigned others)
{
    return &e->flit_store[in->fifo + ((in->head + others) & in->fifo_mask)];
}

/* Writes a flit into a free place of a VC downstream. */
NOC_INLINE void noc_write_flit(noc_vc_engine *e, uint32_t vc, noc_flit flit)
{
    noc_vc *to = &e->vcs[vc];
    e->flit_store[to->fifo + (to->flits & to->fifo_mask)] = flit;
    to->credits--;
    to->flits++;
}

/* Puts a flit on a VC's channel. */
NOC_INLINE void noc_send_flit(noc_vc_engine *e, const noc_output *out, uint32_t vc, noc_flit flit)
{
    noc_delay_push(&e->lines, out->flight_line, vc);
    noc_write_flit(e, vc, flit);
}

/* Sends the credit of a flit that has left the buffer of a VC. */
NOC_INLINE void noc_send_credit(noc_vc_engine *e, const noc_vc *in, uint32_t vc)
{
    noc_delay_push(&e->lines, in->credit_line, vc);
}

/* Draws a number from 0 to count - 1, for allocators at random. */
NOC_INLINE uint32_t noc_match_draw(noc_vc_engine *e, uint32_t count)
{
    return (uint32_t)(noc_random_uniform(&e->matching_random) * count);
}

/* The engine's mode without multicast: packets to several terminals exclude priorities, and heads
 * that ask for several outputs. */
NOC_INLINE noc_mode noc_mode_without_multicast(const noc_vc_engine *e)
{
    noc_mode m = e->mode;
    m.multicast = false;
    return m;
}

#endif
