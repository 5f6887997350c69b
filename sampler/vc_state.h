/* sampler/vc_state.h: the state of the virtual-channel engine, shared by its files.
 *
 * Everything is numbered so that a router's things are neighbours:
 * - an output is a channel as its sender sees it: a router's outputs in port order, router by router,
 *   then the injection channels of the terminals;
 * - a vc is one virtual channel of one channel; its number names both ends, the input buffer downstream
 *   and the credit counter upstream. A router's input VCs follow one another; a VC's place among them is
 *   its `bit`, so sets of input VCs are words;
 * - an input is a crossbar input. A port has `input_speedup` of them, and its VCs take turns on them. The
 *   VCs of one input are neighbours, padded to a power of two (the stride), so that they never straddle
 *   two words; therefore VCs carry labels (noc_label) in place of their numbers.
 * VCs into terminals come last. */
#ifndef NOC_SAMPLER_VC_STATE_H
#define NOC_SAMPLER_VC_STATE_H

#include "network/choices.h"
#include "sampler/alias_table.h"
#include "sampler/bitset.h"
#include "sampler/random.h"
#include "sampler/recent.h"
#include "sampler/sketch.h"
#include "sampler/vc_engine.h"

/* A flit: its packet's number with two flags, and, in a head, the turn that it takes next. Bodies
 * follow their head, so they need none. */
typedef struct noc_flit {
    uint32_t packet; /* number << NOC_FLIT_BITS | flags */
    uint32_t turn;
} noc_flit;
enum { NOC_FLIT_HEAD = 1, NOC_FLIT_TAIL = 2, NOC_FLIT_BITS = 2 };

typedef struct noc_packet {
    uint64_t created, injected; /* cycles */
    uint64_t origin;            /* creation of the request that it answers, or its own */
    uint32_t first_turn;        /* to its injection channel */
    uint32_t flow;
    uint32_t next;  /* in a source's queue, or in the list of free packets */
    uint32_t bytes; /* of a trace's packet; 0: as its type has it */
    uint16_t flits;
    uint16_t routers;
    uint8_t type;
    bool placed; /* its path is chosen */
} noc_packet;

typedef enum noc_vc_state {
    NOC_VC_IDLE,    /* no packet, or its head has not arrived */
    NOC_VC_ROUTING, /* head in route computation */
    NOC_VC_WAITING, /* head asks for an output VC */
    NOC_VC_ACTIVE,  /* packet owns an output VC */
} noc_vc_state;

/* A hop of a route, with what a router needs of it. */
typedef struct noc_turn {
    uint32_t next; /* turn, NOC_NONE at the end */
    uint32_t output;
    uint32_t permitted; /* labels of its VCs that the packet may take */
    uint32_t fork;      /* that it is one way of (forks.h), NOC_NONE */
    uint16_t network;
} noc_turn;

/* Downstream end of a VC: a FIFO of flits and the state of the packet at its front. */
typedef struct noc_input_vc {
    uint32_t fifo;        /* first slot in the engine's store of flits */
    uint16_t head, count; /* position of the front, flits held */
    uint16_t depth;
    uint16_t bit;            /* in its router's sets */
    uint32_t feeding;        /* output that sends into it */
    uint32_t turn;           /* of the packet at the front */
    uint32_t output;         /* that it goes to */
    uint32_t permitted;      /* labels of the output's VCs that it may take */
    uint32_t out_vc;         /* that it owns */
    uint16_t accept_pointer; /* VC allocation: preferred output VC, port and label */
    uint8_t state;
    bool look_ahead; /* no route computation */
} noc_input_vc;

/* Upstream end of a VC. */
typedef struct noc_output_vc {
    uint32_t owner; /* input VC that holds it; NOC_NONE, or NOC_SENDER at injection */
    uint32_t flits; /* sent so far, modulo 2^32 */
    uint16_t credits;
    uint16_t grant_pointer; /* VC allocation: preferred input VC (bit) */
} noc_output_vc;

#define NOC_SENDER (NOC_NONE - 1)

/* A channel as its sender sees it, with what the allocators of its router need. */
typedef struct noc_output {
    uint32_t free_vcs; /* labels that no packet owns */
    uint32_t first_vc;
    uint16_t flight_cycles; /* from switch grant (or injection) to arrival */
    uint16_t credit_cycles; /* from departure downstream to use upstream */
    uint16_t grant_pointer; /* switch: preferred input * stride */
    uint16_t port;          /* of its router */
    uint32_t first_input_vc, first_input, first_output; /* of its router */
    uint16_t input_bits;                                /* inputs * stride */
    uint16_t output_bits;                               /* outputs << label_shift */
    uint8_t shift;                                      /* log2 of the stride */
    uint8_t label_shift;                                /* bits of a label */
    uint8_t vc_rounds, switch_rounds;                   /* iterations of iSLIP */
    noc_allocator allocator;
    bool speculative, yields, atomic;
    uint8_t hold; /* noc_allocation_hold */
} noc_output;

/* A crossbar input, as the switch allocator sees it. */
typedef struct noc_input {
    uint32_t first_output;   /* of its router */
    uint16_t outputs, place; /* place among the inputs of its router */
    uint16_t accept_pointer; /* preferred output port */
    uint16_t vc_pointer, vcs;
    noc_allocator allocator;
    bool yields;
} noc_input;

enum { NOC_SET_WORDS_MAX = 32 };

/* A flit that leaves: its input VC; speculative if that had no output VC yet when it asked. */
typedef struct noc_switch_grant {
    uint32_t input;
    bool speculative;
} noc_switch_grant;

/* What arrives where in one cycle: each channel brings one flit and one credit at the most. */
typedef struct noc_arrival {
    uint32_t vc;
    noc_flit flit;
} noc_arrival;

typedef struct noc_slot {
    noc_arrival *flits;
    uint32_t *credits;
    uint32_t flit_count, credit_count;
} noc_slot;

/* Packets of one class waiting at one terminal, first come first served. */
typedef struct noc_queue {
    uint32_t first, last; /* packets, NOC_NONE when empty */
    uint32_t count;
} noc_queue;

/* A terminal as a source. Requests of open-loop sources are not stored while they wait: the source
 * remembers when the next one was (or will be) created, and makes it when its turn comes. */
typedef struct noc_terminal_source {
    noc_random random;
    noc_alias_table destinations; /* as offsets to its first flow */
    size_t first_flow;
    uint64_t next_creation; /* of a Bernoulli source, or of one that plays a trace */
    uint32_t planned;       /* next packet of the trace */
    uint32_t timer_next;    /* in the list of a timer slot */
    bool bernoulli;
    bool due;          /* next_creation has come; the packet waits for its turn */
    noc_class creates; /* class of the packets that it creates of its own */
    noc_slice_state slices;
    noc_queue queues[NOC_CLASSES];
} noc_terminal_source;

/* One injection channel sends one packet at a time. Terminals that share it (a concentrator) take turns. */
typedef struct noc_sender {
    uint32_t packet; /* NOC_NONE when idle */
    uint32_t vc;     /* NOC_NONE until the head has one */
    uint16_t left;   /* flits still to send */
    uint8_t last_vc;
    bool memory; /* of a memory node */
    uint32_t output;
    uint32_t first_sharer, sharers; /* terminals: graph->sharers[first_sharer] and on */
    uint32_t turn;                  /* place among them of the one that was served last */
    uint32_t
        last_direction; /* output by which its last packet leaves the first router; smart ports only */
} noc_sender;

enum { NOC_TIMER_SLOTS = 1024 };

typedef struct noc_fork noc_fork;
typedef struct noc_bundle noc_bundle;
typedef struct noc_closed_loop noc_closed_loop;
typedef struct noc_resting noc_resting;

struct noc_engine {
    const noc_system *system;
    uint64_t now;
    unsigned words; /* of every set of a router's input VCs or ports */
    double packets_per_cycle, gap_scale;

    noc_input *inputs;
    noc_output *outputs;
    noc_input_vc *input_vcs;
    noc_output_vc *output_vcs;
    uint32_t vc_count, first_terminal_vc;
    bool mixed, maximum; /* some allocator is not iSLIP; some is a maximum matching */
    uint32_t input_count, output_count; /* of routers; injection channels follow as outputs */
    uint32_t ejection_count; /* of the outputs of routers, those that lead to terminals */
    uint32_t *output_of_channel;
    noc_flit *flit_store;
    noc_turn *turns; /* by hop of the routes */
    noc_fork *forks;
    noc_bundle *bundles;
    uint32_t *fork_turns;
    uint32_t fork_count, fork_turn_count, bundle_count;
    noc_random fork_random;

    /* Requests, by output: sets of input VCs, `words` each. */
    uint64_t *switch_requests; /* with a flit and a credit for it */
    uint64_t *waiting_heads;   /* whose head asks for a VC of it */
    uint64_t *speculations;    /* of those, who ask for the switch too; of this cycle only */
    /* Work lists: sets of outputs and inputs. */
    uint64_t *switch_outputs;  /* with switch requests */
    uint64_t *waiting_outputs; /* with waiting heads */
    unsigned output_words, input_words;
    unsigned most_rounds; /* iterations of any iSLIP allocator */
    bool speculation;     /* by any router */
    bool hold;            /* likewise: some grants take two cycles */

    /* Of one allocation. By input: sets of output ports, `words` each. */
    uint64_t *grants;   /* that grant it (iSLIP) or that it wants (separable) */
    uint64_t *yielding; /* likewise, for speculative requests */
    uint64_t *granted_inputs, *bid_outputs, *taken_inputs, *open_outputs;
    uint32_t *best_bid, *best_turns; /* by output */
    uint32_t *matched, *tried;       /* by output: input, and the last search that looked at it */
    uint32_t searches;
    noc_switch_grant *switch_grants;
    uint32_t switch_grant_count;

    /* Input VCs in the first of two cycles of their grant, and the inputs and outputs that they hold. */
    uint32_t *held;
    uint32_t held_count;
    uint64_t *held_inputs, *held_outputs;

    /* Input VCs whose head finishes route computation in this cycle and in the next one. */
    uint32_t *routing, *routing_next;
    uint32_t routing_count, routing_next_count;

    noc_slot *slots; /* a wheel of arrivals */
    uint32_t slot_mask;

    noc_packet *packets;
    uint32_t packet_capacity, free_packet, free_packets;

    noc_terminal_source *sources;
    uint64_t *busy_senders; /* injections with a packet */
    unsigned sender_words;
    noc_sender *senders; /* by position in graph->injectors */
    uint32_t *timers;    /* lists of sources by creation cycle, modulo NOC_TIMER_SLOTS */
    uint32_t *woken;     /* terminals whose queue grew in this cycle */
    uint32_t woken_count;
    size_t *reply_flow;  /* by request flow */
    int request_types;   /* the first of the packet types */
    double *type_limits; /* cumulated shares of the packet types of a class */

    noc_derating derating; /* of which kinds there is less */
    noc_resting *resting;  /* channels that rest, where these are such; else NULL */

    noc_closed_loop *closed;      /* NULL in open loop */
    const noc_playlist *playlist; /* of a trace; NULL: Bernoulli sources */
    bool ideal;            /* all networks are: packets arrive in the cycle in which they leave */
    int64_t *budget;       /* flits that an ideal network still takes in this cycle; by network */
    uint32_t first_served; /* terminal that ideal networks serve first */

    uint64_t still_cycles; /* since a flit last moved, in whole chunks */
    noc_tally tally;
    noc_sketch sketch; /* of round trips where there are replies, else of packet latencies */
    noc_recent recent; /* likewise */
};

/* vc_engine.c */
noc_status noc_engine_reserve(noc_engine *engine, uint32_t packets);

NOC_INLINE noc_slot *noc_slot_in(noc_engine *e, unsigned cycles)
{
    return &e->slots[(e->now + cycles) & e->slot_mask];
}

/* Puts a flit on a VC's channel; it arrives flight_cycles later. */
NOC_INLINE void noc_send_flit(noc_engine *e, const noc_output *out, uint32_t vc, noc_flit flit)
{
    noc_slot *slot = noc_slot_in(e, out->flight_cycles);
    slot->flits[slot->flit_count++] = (noc_arrival){vc, flit};
    e->output_vcs[vc].credits--;
    e->output_vcs[vc].flits++;
}

NOC_INLINE void noc_send_credit(noc_engine *e, const noc_output *feeding, uint32_t vc)
{
    noc_slot *slot = noc_slot_in(e, feeding->credit_cycles);
    slot->credits[slot->credit_count++] = vc;
}

/* maximum_matching.c: switch allocation by a matching of maximum size. */
void noc_match_maximum(noc_engine *engine, unsigned words);

/* endpoints.c: the terminals. */
noc_status noc_endpoints_new(noc_engine *engine, noc_load load);
void noc_endpoints_free(noc_engine *engine);
void noc_endpoints_eject(noc_engine *engine, noc_flit flit);
void noc_endpoints_inject(noc_engine *engine);

#endif
