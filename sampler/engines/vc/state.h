/* sampler/engines/vc/state.h: state of the virtual-channel engine.
 *
 * One engine runs all networks of input-queued virtual-channel routers of a system. A router's
 * cycle: flits and credits arrive; heads after route computation (R cycles) request a virtual
 * channel; packets with a VC request the switch, flit by flit; a granted flit enters its channel X
 * cycles later, and reaches the next router after the channel's latency and one more cycle.
 * Ejection channels have buffers and credits like other channels. The timing follows the
 * input-queued router of BookSim 2.0 with delays of 0 or 1: an unblocked packet of F flits over H
 * routers takes 3 + H*stages + (H-1)*channel + (F-1) cycles.
 *
 * Numbers make the parts of a router neighbours:
 * - an output is the sending end of a channel: outputs of routers in port order, router by router,
 *   then the injection channels of the terminals;
 * - a vc is one virtual channel of one channel. Its number names both ends: the input buffer
 *   downstream and the credit counter upstream. The input VCs of a router are consecutive; the
 *   position of a VC among them is set_place, so a set of input VCs is a few words;
 * - an input is a crossbar input. A port has `input_speedup` inputs, which its VCs share in
 *   rotation. The VCs of an input are neighbours, padded to a power of two (the stride), so that
 *   they never straddle two words; VCs therefore have labels (noc_label_of_vc) in place of their
 *   numbers.
 * VCs into terminals are last. */
#ifndef NOC_SAMPLER_ENGINES_VC_STATE_H
#define NOC_SAMPLER_ENGINES_VC_STATE_H

#include "base/bitset.h"
#include "base/random.h"
#include "network/graph/resources.h"
#include "sampler/engines/vc/delay_lines.h"
#include "sampler/ports/ports.h"

/* Flit: number of its packet with two flags. A head also carries its turn at the next router, or
 * the first turn of a fork. Body flits follow their head and need no turn. */
typedef struct noc_flit {
    _Alignas(uint64_t) uint32_t packet; /* number << NOC_FLIT_BITS | flags */
    uint32_t turn;
} noc_flit;
enum { NOC_FLIT_HEAD = 1, NOC_FLIT_TAIL = 2, NOC_FLIT_BITS = 2 };

/* Flag in the turn of a head with look-ahead routing: the fork is decided. */
#define NOC_TURN_DECIDED ((uint32_t)1 << 30)

typedef enum noc_vc_state {
    NOC_VC_IDLE,    /* no packet, or its head has not arrived */
    NOC_VC_ROUTING, /* head in route computation */
    NOC_VC_WAITING, /* head requests an output VC */
    NOC_VC_ACTIVE,  /* packet owns an output VC */
    NOC_VC_FORKED,  /* packet forks to several outputs (multicast.h) */
} noc_vc_state;

/* Turn: a hop of a route, with the data that a router needs. */
typedef struct noc_vc_turn {
    uint32_t next; /* turn at the next router; NOC_NONE at the end */
    uint32_t output;
    uint32_t permitted; /* labels of the output's VCs that the packet may take */
    /* fork that contains the turn; of alternative hops, only at the first one (forks.h);
     * NOC_NONE: none */
    uint32_t fork;
} noc_vc_turn;

/* Bytes of a cache line of the processor; records of one line are found by a shift. */
enum { NOC_VC_LINE = NOC_PORT_LINE };

/* VC with both ends. Upstream: a FIFO, which includes flits in transit; the sender writes a flit
 * when it leaves, since a credit is a free place. Downstream: the state of the packet at the
 * front; buffered_flits counts arrived flits only. The FIFO is a ring whose size is a power of
 * two. */
typedef struct noc_vc {
    _Alignas(NOC_VC_LINE) uint64_t word_bit; /* bit of the VC in a word of its router's sets */
    uint32_t label;                          /* bit of the VC in sets of labels of its channel */
    /* first slot in the flit store; number of slots less one */
    uint32_t fifo, fifo_mask;
    /* upstream */
    uint32_t sent_flits;    /* flits sent so far, modulo 2^32 */
    uint32_t owner;         /* input VC that owns the VC; NOC_SENDER at injection; NOC_NONE: free */
    uint16_t credits;       /* places that are free downstream */
    uint16_t grant_pointer; /* VC allocation: preferred input VC (bit) */
    /* downstream */
    uint32_t left_flits;     /* flits that have left so far, modulo 2^32 */
    uint16_t buffered_flits; /* flits held */
    uint16_t accept_pointer; /* VC allocation: preferred output VC, port and label */
    uint32_t output;         /* output of the packet at the front */
    /* labels of permitted output VCs; 0: the fork is undecided */
    uint32_t permitted;
    uint32_t out_vc;        /* output VC that the packet owns */
    uint32_t source_output; /* output that sends into the VC */
    uint16_t set_place;     /* place of the VC in its router's sets */
    uint16_t credit_line;   /* delay line of credits, up to the use of the place upstream */
    uint16_t depth;
    uint8_t state;
    bool has_look_ahead; /* no route computation */
} noc_vc;

#define NOC_SENDER (NOC_NONE - 1)

/* Output: the sending end of a channel, with the data for the allocators of its router. Sets of
 * input VCs of more than a word are in noc_output_requests. */
typedef struct noc_output {
    /* sets of noc_output_requests, if they fit into a word */
    _Alignas(NOC_VC_LINE) uint64_t switch_requests;
    uint64_t waiting_heads;
    uint64_t start_requests;
    uint32_t free_vcs; /* labels of free VCs */
    uint32_t first_vc;
    uint32_t first_input_vc, first_input; /* first input VC, and first input, of the router */
    uint32_t input_labels;                /* labels of one input, from bit 0 on */
    uint16_t flight_line;   /* delay line of flits, from switch grant or injection to arrival */
    uint16_t grant_pointer; /* switch: preferred input * stride */
    uint16_t first_label;   /* first label, counted over all outputs of the router */
    uint16_t port;          /* number among the outputs of the router */
    uint16_t input_bits;    /* inputs * stride */
    uint16_t network;
    uint8_t labels;                          /* number of labels */
    uint8_t shift;                           /* log2 of the stride */
    uint8_t vc_rounds, switch_rounds;        /* iterations of iSLIP */
    uint8_t allocator : 4, vc_allocator : 4; /* noc_allocator */
    uint8_t hold;                            /* noc_allocation_hold */
    uint8_t inputs;                          /* crossbar inputs of a port */
    bool speculative : 1, yields : 1, atomic : 1;
    bool overlaps : 1;  /* VCs are reallocated in the cycle in which tails leave */
    bool is_paired : 1; /* all outputs of the router allocate VCs together (pairs.h) */
    /* paces.h: flits queue for the channel; the crossbar takes a step */
    bool has_queue : 1, has_traversal : 1;
} noc_output;

/* Crossbar input in the switch allocator. */
typedef struct noc_crossbar_input {
    /* set of noc_switch_allocation, if it fits into a word */
    _Alignas(NOC_VC_LINE / 2) uint64_t grants;
    uint32_t first_output;       /* first output of the router */
    uint32_t first_vc;           /* first input VC */
    uint32_t labels;             /* labels of the VCs, from bit 0 on */
    uint16_t first_bit, end_bit; /* range of the VCs in the router's sets */
    uint16_t accept_pointer;     /* preferred output port */
    uint16_t vc_pointer;
    uint16_t outputs;
    uint8_t allocator; /* noc_allocator */
    bool yields;
} noc_crossbar_input;

enum { NOC_SET_WORDS_MAX = 32 };

/* Sender of an injection channel for one class of traffic: sends the packet at its door. */
typedef struct noc_injection_sender {
    uint32_t vc;         /* VC of the packet, or chosen for its head; NOC_NONE: none */
    uint16_t flits_left; /* unsent flits of the packet, once the packet has a VC */
    uint8_t last_vc;
    bool is_memory; /* sender of a memory node */
    uint32_t output;
    /* output of the last packet at the first router; smart ports only */
    uint32_t last_direction;
} noc_injection_sender;

/* Features that the routers of a design need; the cycle loop is specialised for constant
 * features. */
typedef struct noc_mode {
    unsigned words;   /* words of a set of a router's input VCs or ports */
    unsigned rounds;  /* upper bound of the iterations of an iSLIP switch allocator */
    bool speculation; /* some routers grant the switch speculatively */
    bool mixed;       /* some allocators are not iSLIP */
    bool forks;       /* packets choose among parallel channels */
    bool adaptive;    /* packets choose their route by outstanding flits */
    bool paired;      /* some routers allocate the VCs of all outputs at once (pairs.h) */
    bool hold;        /* some grants take two cycles */
    bool resting;     /* some channels rest in each cycle */
    bool overlaps;    /* some routers overlap packets of a VC */
    /* some routers have several crossbar inputs per port, so labels differ from VC numbers */
    bool input_speedup;
    /* some routers run several steps per cycle, or some channels do not accept one flit per
     * cycle */
    bool paced;
    bool atomic;    /* some VCs hold one packet at a time */
    bool ranked;    /* some requests have ranks (ranks.h) */
    bool multicast; /* some packets fork to several terminals */
    bool classes;   /* several classes of traffic share injection channels */
} noc_mode;

/* Requests for outputs: for each output a set of input VCs, of noc_mode.words words, and sets of
 * outputs with requests. A set of one word is in noc_output. */
typedef struct noc_output_requests {
    uint64_t *switch_requests; /* VCs with a flit and a credit for the output */
    uint64_t *start_requests;  /* [output]: switch requests at the start of switch allocation */
    uint64_t *waiting_heads;   /* VCs whose head requests a VC of the output */
    uint64_t *speculations;    /* waiting heads with a speculative switch request in this cycle */
    uint64_t *switch_outputs;  /* outputs with switch requests */
    uint64_t *waiting_outputs; /* outputs with waiting heads */
    /* switch_outputs may have members; waiting_outputs may have members */
    bool has_switch_requests, has_waiting_heads;
    uint64_t *speculative_outputs; /* outputs with speculations in this cycle */
} noc_output_requests;

/* State of switch allocation in a cycle. Each input has sets of output ports, of noc_mode.words
 * words each, empty outside the allocation. */
typedef struct noc_switch_allocation {
    /* [input]: ports that grant the input (iSLIP), or that the input requests (other allocators) */
    uint64_t *grants;
    /* [input]: ports that grant, or receive, speculative requests of the input */
    uint64_t *yielding;
    uint64_t *granted_inputs, *bid_outputs, *taken_inputs, *open_outputs;
    /* [output]: input with the best bid; distance from the output's pointer */
    uint32_t *best_bids, *best_distances;
    /* [output]: matched input; last search that checked the output */
    uint32_t *matched_inputs, *last_searches;
    uint32_t search_count;
} noc_switch_allocation;

/* Input VCs in the first cycle of a two-cycle grant, with the inputs and outputs held. */
typedef struct noc_holds {
    uint32_t *vcs;
    uint32_t count;
    uint64_t *inputs, *outputs;
} noc_holds;

/* Input VCs whose head finishes route computation in this cycle, and in the next cycle. */
typedef struct noc_routing_heads {
    uint32_t *current_vcs, *next_vcs, *current_end, *next_end;
} noc_routing_heads;

typedef struct noc_fork noc_fork;
typedef struct noc_bundle noc_bundle;
typedef struct noc_router_matching noc_router_matching;
typedef struct noc_pairs noc_pairs;
typedef struct noc_resting_channels noc_resting_channels;
typedef struct noc_ejections noc_ejections;
typedef struct noc_paces noc_paces;
typedef struct noc_ranks noc_ranks;
typedef struct noc_multicast noc_multicast;

typedef struct noc_vc_engine {
    const noc_system *system;
    noc_ports *ports;
    uint64_t now; /* equals ports->now while a cycle runs */
    noc_mode mode;
    bool has_maximum;               /* some allocators are maximum matchings */
    noc_router_matching *matchings; /* routers with matching allocators */
    uint32_t matching_count;
    uint32_t *matching_index; /* [first input of a router]: matching */
    uint64_t vc_allocations;  /* VC allocations so far, for matching allocators */
    noc_random matching_random;
    noc_pairs *pairs; /* NULL: no router is paired */

    noc_crossbar_input *inputs;
    noc_output *outputs;
    noc_vc *vcs;
    /* [VC]: arrival cycle of the last flit; valid where routers overlap packets */
    uint64_t *arrival_cycles;
    uint32_t vc_count, first_terminal_vc;
    /* inputs of routers; outputs of routers, followed by injection channels */
    uint32_t input_count, output_count;
    unsigned input_words, output_words;
    uint32_t *output_index; /* [channel]: output */
    noc_flit *flit_store;
    noc_vc_turn *turns; /* [hop of the routes]: turn */
    bool borrows_turns; /* another engine owns the turns */
    noc_fork *forks;
    noc_bundle *bundles;
    uint32_t *fork_turns;
    uint32_t fork_count, fork_turn_count, bundle_count;
    /* [turn]: fork of parallel channels; NULL: each turn has at most one fork */
    uint32_t *channel_forks;
    noc_random fork_random;

    noc_output_requests requests;
    noc_switch_allocation allocation;
    noc_holds holds;
    noc_routing_heads routing;
    uint32_t *pending_vcs; /* VCs passed from one phase to the next (noc_append_if) */
    uint32_t *released_vcs, *released_end; /* input VCs whose tail has left */
    noc_delay_lines lines;
    noc_injection_sender *senders; /* [door]: sender */
    /* [position in graph->injectors]: class of traffic served last */
    uint8_t *last_classes;
    /* ejections into terminals with limited admission; NULL: none */
    noc_ejections *ejections;
    noc_derating derating;                  /* kinds of channels that rest in some cycles */
    noc_resting_channels *resting_channels; /* NULL: no channel rests */
    /* NULL: routers run one step, and channels accept one flit, per cycle */
    noc_paces *paces;
    noc_ranks *ranks;         /* NULL: all requests have equal rank */
    noc_multicast *multicast; /* NULL: no packet forks */
} noc_vc_engine;

/* True if the engine runs a network. */
NOC_INLINE bool noc_vc_has_network(const noc_vc_engine *e, uint16_t network)
{
    return e->system->graph.networks[network].switching == NOC_SWITCHING_VC;
}

/* Set of the input VCs with a flit and a credit for an output. */
NOC_INLINE uint64_t *noc_switch_requests(noc_vc_engine *e, uint32_t output, noc_mode m)
{
    return m.words == 1 ? &e->outputs[output].switch_requests
                        : &e->requests.switch_requests[output * m.words];
}

/* Set of the input VCs whose head requests a VC of an output. */
NOC_INLINE uint64_t *noc_waiting_heads(noc_vc_engine *e, uint32_t output, noc_mode m)
{
    return m.words == 1 ? &e->outputs[output].waiting_heads
                        : &e->requests.waiting_heads[output * m.words];
}

/* Switch requests at the start of switch allocation; requests of the next cycle appear while
 * grants are decided. */
NOC_INLINE uint64_t *noc_start_requests(noc_vc_engine *e, uint32_t output, noc_mode m)
{
    return m.words == 1 ? &e->outputs[output].start_requests
                        : &e->requests.start_requests[output * m.words];
}

/* Set of an input: output ports that grant the input, or that the input requests. */
NOC_INLINE uint64_t *noc_input_grants(noc_vc_engine *e, uint32_t input, noc_mode m)
{
    return m.words == 1 ? &e->inputs[input].grants : &e->allocation.grants[input * m.words];
}

/* Label and VC: VC v of a port uses the crossbar input v modulo the inputs of the port, as in
 * BookSim 2.0; labels are ordered by input. */
NOC_INLINE unsigned noc_vc_of_label(const noc_output *out, unsigned label)
{
    return (label & ((1u << out->shift) - 1)) * out->inputs + (label >> out->shift);
}

NOC_INLINE unsigned noc_label_of_vc(unsigned inputs, unsigned shift, unsigned v)
{
    return (v % inputs << shift) + v / inputs;
}

/* Finds the first label of a mask in VC order, from VC `from` on, with wrap-around. */
NOC_INLINE unsigned noc_first_label(const noc_output *out, uint32_t mask, unsigned from)
{
    uint32_t vcs = 0;
    for (; mask; mask &= mask - 1) vcs |= 1u << noc_vc_of_label(out, (unsigned)__builtin_ctz(mask));
    return noc_label_of_vc(out->inputs, out->shift, noc_mask_first_from(vcs, from));
}

/* Appends a VC to a list if a condition holds, without a branch: the VC is always written, and
 * counts only if the condition holds. Returns the end of the list. */
NOC_INLINE uint32_t *noc_append_if(uint32_t *end, uint32_t vc, bool condition)
{
    *end = vc;
    return end + condition;
}

/* Finds the flit of an input VC behind `place` earlier flits. */
NOC_INLINE noc_flit *noc_flit_at(const noc_vc_engine *e, const noc_vc *in, unsigned place)
{
    return &e->flit_store[in->fifo + ((in->left_flits + place) & in->fifo_mask)];
}

/* Writes a flit into a free place of a VC downstream. */
NOC_INLINE void noc_write_flit(noc_vc_engine *e, uint32_t vc, noc_flit flit)
{
    noc_vc *buffer = &e->vcs[vc];
    e->flit_store[buffer->fifo + (buffer->sent_flits & buffer->fifo_mask)] = flit;
    buffer->credits--;
    buffer->sent_flits++;
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

/* Draws a number from 0 to count - 1, for random allocators. */
NOC_INLINE uint32_t noc_draw_number(noc_vc_engine *e, uint32_t count)
{
    return (uint32_t)(noc_random_uniform(&e->matching_random) * count);
}

/* Mode without multicast: multicast packets exclude priorities and heads that request several
 * outputs. */
NOC_INLINE noc_mode noc_unicast_mode(const noc_vc_engine *e)
{
    noc_mode m = e->mode;
    m.multicast = false;
    return m;
}

#endif
