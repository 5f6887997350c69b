/* sampler/vc_state.h: the state of the virtual-channel engine, shared by its files.
 *
 * A "vc" is one virtual channel of one channel. Its number (vc_base[channel] + v) names both ends: the
 * input buffer downstream and the credit counter upstream. Inside a router an input VC also has a
 * `bit`: port * stride + v, with stride the next power of two, so that sets of input VCs are words and
 * a port's VCs never straddle two of them. */
#ifndef NOC_SAMPLER_VC_STATE_H
#define NOC_SAMPLER_VC_STATE_H

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "sampler/bitset.h"
#include "sampler/vc_engine.h"

/* A flit is its packet's number and two flags. */
typedef uint32_t noc_flit;
enum { NOC_FLIT_HEAD = 1, NOC_FLIT_TAIL = 2, NOC_FLIT_BITS = 2 };

typedef struct noc_packet {
    uint64_t created, injected; /* cycles */
    uint64_t origin;            /* creation of the request that it answers, or its own */
    uint32_t hop;               /* of routes: the channel that its head is on or comes from */
    uint32_t flow;
    uint32_t next;              /* in a source's queue, or in the list of free packets */
    uint16_t flits;
    uint16_t routers;
    uint8_t type;
} noc_packet;

typedef enum noc_vc_state {
    NOC_VC_IDLE,    /* no packet, or its head has not arrived */
    NOC_VC_ROUTING, /* head in route computation */
    NOC_VC_WAITING, /* head asks for an output VC */
    NOC_VC_ACTIVE,  /* packet owns an output VC */
} noc_vc_state;

/* Downstream end of a VC: a FIFO of flits and the state of the packet at its front. */
typedef struct noc_input_vc {
    uint32_t fifo;           /* first slot in the engine's store of flits */
    uint16_t head, count;    /* position of the front, flits held */
    uint16_t depth;
    uint16_t bit;            /* in its router's sets */
    uint16_t accept_pointer; /* VC allocation: preferred output VC, output port * stride + v */
    uint8_t state;
    uint8_t out_port;
    uint32_t router;
    uint32_t channel;        /* that feeds it */
    uint32_t out_channel;    /* of the packet at the front */
    uint32_t out_vc;         /* owned output VC */
    uint32_t permitted;      /* VCs of out_channel that the packet may take */
} noc_input_vc;

/* Upstream end of a VC. */
typedef struct noc_output_vc {
    uint32_t owner;         /* input VC that holds it; NOC_NONE */
    uint16_t credits;
    uint16_t grant_pointer; /* VC allocation: preferred input VC (bit) */
} noc_output_vc;

/* One channel as its sender sees it. */
typedef struct noc_output {
    uint32_t free_vcs;       /* not owned by a packet */
    uint32_t vc_base;
    uint16_t flight_cycles;  /* from switch grant (or injection) to arrival */
    uint16_t credit_cycles;  /* from departure downstream to use upstream */
    uint16_t grant_pointer;  /* switch: preferred input port * stride */
    uint8_t ejects;
    uint8_t injects;
} noc_output;

typedef struct noc_vc_router {
    uint32_t first_output, first_input; /* into the graph's lists of channels */
    uint32_t first_bit;                 /* into vc_of_bit */
    uint16_t inputs, outputs, bits;     /* bits: inputs * stride */
    uint8_t shift;                      /* log2 of the stride */
    uint8_t vcs;
    uint8_t iterations;
    bool look_ahead, speculative, yields, separable;
} noc_vc_router;

enum { NOC_PORTS_MAX = 255, NOC_SET_WORDS_MAX = 32 };

typedef struct noc_vc_grant {
    uint32_t input, output; /* VCs */
} noc_vc_grant;

typedef struct noc_switch_grant {
    uint16_t in_port, out_port;
    bool speculative;
    uint32_t input; /* VC of in_port whose flit goes */
} noc_switch_grant;

/* What a router's allocations decided in one cycle, and their notes by output port. */
typedef struct noc_plan {
    noc_vc_grant *vcs;
    noc_switch_grant *moves;
    unsigned vc_count, move_count;
    uint16_t *best_bid, *best_turns;
} noc_plan;

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
    gsl_rng *random;
    gsl_ran_discrete_t *destinations;
    size_t first_flow;
    uint64_t next_creation; /* of a Bernoulli source */
    uint32_t timer_next;    /* in the list of a timer slot */
    bool bernoulli;
    bool due;               /* next_creation has come; the packet waits for its turn */
    noc_queue queues[NOC_CLASSES];
} noc_terminal_source;

/* One injection channel sends one packet at a time. */
typedef struct noc_sender {
    uint32_t packet; /* NOC_NONE when idle */
    uint32_t vc;     /* NOC_NONE until the head has one */
    uint16_t left;   /* flits still to send */
    uint8_t last_vc;
    uint32_t channel;
} noc_sender;

enum { NOC_TIMER_SLOTS = 1024 };

struct noc_engine {
    const noc_system *system;
    uint64_t now;
    unsigned words; /* of every set of input VCs or ports */
    double packets_per_cycle, gap_scale;

    noc_vc_router *routers;
    noc_input_vc *input_vcs;
    noc_output_vc *output_vcs;
    noc_output *outputs;       /* by channel */
    uint32_t vc_count;
    uint32_t *vc_of_bit;
    noc_flit *flit_store;
    uint16_t *vc_pointers;     /* by channel as an input: preferred VC of the switch */
    uint16_t *accept_pointers; /* by channel as an input: preferred output port of the switch */

    /* Sets, `words` each. By channel as an output: */
    uint64_t *switch_requests; /* input VCs with a flit and a credit for it */
    uint64_t *waiting_heads;   /* input VCs whose head asks for a VC of it */
    /* By router: */
    uint64_t *switch_outputs;  /* outputs with switch requests */
    uint64_t *waiting_outputs; /* outputs with waiting heads */
    uint64_t *routing;         /* input VCs in route computation, done this cycle */
    uint64_t *routing_next;    /* likewise, done next cycle */
    uint64_t *active_routers;
    unsigned router_words;
    uint64_t *scratch; /* sets of one allocation */
    noc_plan plan;

    noc_slot *slots; /* a wheel of arrivals */
    uint32_t slot_mask;

    noc_packet *packets;
    uint32_t packet_capacity, free_packet, free_packets;

    noc_terminal_source *sources;
    uint64_t *busy_senders; /* injections with a packet */
    unsigned sender_words;
    noc_sender *senders;    /* by position in graph->injections */
    uint32_t *timers;       /* lists of sources by creation cycle, modulo NOC_TIMER_SLOTS */
    uint32_t *woken;        /* terminals whose queue grew in this cycle */
    uint32_t woken_count;
    size_t *reply_flow;     /* by request flow */
    double *type_limits;    /* cumulated shares of the packet types of a class */

    noc_tally tally;
    uint64_t *channel_flits;
};

/* vc_engine.c */
noc_status noc_engine_reserve(noc_engine *engine, uint32_t packets);

NOC_INLINE noc_slot *noc_slot_in(noc_engine *e, unsigned cycles)
{
    return &e->slots[(e->now + cycles) & e->slot_mask];
}

/* Puts a flit on a VC's channel; it arrives flight_cycles later. */
NOC_INLINE void noc_send_flit(noc_engine *e, const noc_output *out, uint32_t channel, uint32_t vc,
                              noc_flit flit)
{
    noc_slot *slot = noc_slot_in(e, out->flight_cycles);
    slot->flits[slot->flit_count++] = (noc_arrival){vc, flit};
    e->output_vcs[vc].credits--;
    e->channel_flits[channel]++;
}

NOC_INLINE void noc_send_credit(noc_engine *e, const noc_output *feeding, uint32_t vc)
{
    noc_slot *slot = noc_slot_in(e, feeding->credit_cycles);
    slot->credits[slot->credit_count++] = vc;
}

/* endpoints.c: the terminals. */
noc_status noc_endpoints_new(noc_engine *engine, noc_load load);
void noc_endpoints_free(noc_engine *engine);
void noc_endpoints_eject(noc_engine *engine, noc_flit flit);
void noc_endpoints_inject(noc_engine *engine);

#endif
