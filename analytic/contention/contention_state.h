/* analytic/contention/contention_state.h: state of the contention model: constants and results of
 * its queues and transitions.
 *
 * Symbols: lambda packets/cycle, f = lambda E[F] flits/cycle of a stream, F flits of a packet, Fs =
 * E[F^2]/E[F] the size-biased mean of F, n VCs of a group, b flits of buffer. A, B: channels into
 * and out of a router; a, b: groups on A and B. Rates at unit rate are relative (loads.h); times
 * the packet rate they are packets or flits per cycle. On a channel that does not carry one flit
 * per cycle, flits of lengths, loads and buffers count as the channel's cycles
 * (noc_contention_slow_channels).
 *
 * A class queue stands for a group of the loads and for its images (symmetry.h). A transition
 * stands for a pair of groups through a router and for the pair's images. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_STATE_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_STATE_H

#include "analytic/contention/contention_paces.h"
#include "analytic/contention/contention_setup.h"
#include "analytic/contention/contention_sources.h"

/* Packets on one channel that choose among the same VCs, and their images: their stations from the
 * sender of the channel, a terminal or a router, to the input VC of the next router. */
struct noc_class_queue {
    uint32_t group, channel; /* group and channel of the first image */
    uint32_t channel_part;   /* number of the channel's part (symmetry.h) */
    noc_class class;
    double multiplicity;        /* groups that the queue stands for */
    noc_stream unit_stream;     /* packets and flits of one group, at unit rate */
    double followed_packets;    /* packets at unit rate whose latency contains the queue's waits */
    unsigned vcs, buffer_slots; /* VCs of the group; flits of a VC's buffer */
    /* most packets in the other VCs of the channel: at the fronts of VCs; anywhere in buffers */
    unsigned front_packets, buffered_packets;
    /* kind of the channel; `is_atomic`: a VC gets its next packet only when its buffer is empty */
    bool is_injection, is_ejection, is_atomic;
    noc_channel_pace pace;
    noc_queue_packets packet;
    noc_queue_tree tree;
    noc_source_queue source; /* terminals */
    noc_output_vcs output;
    noc_switch_allocation allocation;
    noc_sending sending;
    noc_credits credits;
    noc_input_vc input;
    noc_receiver receiver;
};

/* Packets that go from one class queue to another through a router: a pair of groups and its
 * images. */
typedef struct noc_transition {
    uint32_t from, to;      /* class queues on both sides of the router */
    uint32_t pair;          /* first of the pairs that the transition stands for */
    double multiplicity;    /* pairs that the transition stands for */
    noc_stream unit_stream; /* packets and flits of the pair, at unit rate */
    /* packets at unit rate whose latency contains waits of this transition */
    double followed_packets;
    const noc_pair_shares *pair_shares; /* borrowed from the map */
    noc_transition_packets packet;
    noc_transition_pace pace;
    noc_transition_shares share;
    noc_transition_switch crossbar;
    noc_transition_link link;
    noc_transition_vcs output;
} noc_transition;

/* Utilisations of a queue's stations in a sweep: channel, input VCs, source. A station overflows at
 * 1. */
typedef struct noc_queue_utilization {
    double channel, input_vcs, source;
} noc_queue_utilization;

/* Utilisations of the stations to which a transition leads. */
typedef struct noc_transition_utilization {
    double other_inputs; /* utilisation of the output by packets of other inputs */
    double vcs;          /* utilisation of the group's VCs at the output */
    double link;         /* utilisation of the link capacity that other inputs leave */
} noc_transition_utilization;

/* Mean waits of a queue's packets, cycles. */
typedef struct noc_queue_waits {
    /* wait behind packets of the same input VC; delay of the packets' credits at their sender */
    double queue, stall;
    double source;        /* wait before injection; 0 on links between routers */
    double source_part;   /* part of `queue` at the source, as the buffer is full */
    double transitions;   /* waits at all transitions of the queue, mean over its packets */
    double recovered_lag; /* part of the tails' lag behind their heads that packets recover */
} noc_queue_waits;

/* Mean waits of a transition's packets, cycles. */
typedef struct noc_transition_waits {
    /* wait for the switch, against other inputs and for refused grants; wait for an output VC; wait
     * for packets in other VCs of the same input, on their common link */
    double switches, vc, link;
    double refusals; /* refused switch grants per accepted one, at the packets' input */
} noc_transition_waits;

typedef struct noc_queue_range {
    uint32_t first, end;
} noc_queue_range;

static inline uint32_t noc_count_queues(noc_queue_range range)
{
    return range.end - range.first;
}

/* A network of the design, with all its slices. Networks share no channels, so each network has a
 * fixed point of its own; queues of all slices of a network fill common vectors of lanes. */
typedef struct noc_swept_network {
    noc_queue_range queues;  /* queues of the network */
    struct noc_sweep *sweep; /* sweep of this network */
} noc_swept_network;

struct noc_contention {
    noc_arena *arena; /* owner of the model's memory */
    const noc_system *system;
    const noc_loads *loads;
    const noc_pair_shares *shares; /* borrowed from the map */
    unsigned derated_kinds;        /* set of kinds of resources whose channels are derated */
    noc_symmetry symmetry;         /* borrowed from the map */
    noc_transition *transitions;   /* transitions, sorted by `from` */
    /* [queue]: first transition of the queue; one more element ends the last queue */
    uint32_t *first_transition;
    /* [part of the groups]: queues, network after network; a queue comes after the queues to which
     * it leads */
    noc_class_queue *queues;
    uint32_t queue_count, transition_count;
    double class_rates[NOC_CLASSES]; /* [class]: packets at unit rate */
    /* [bit]: network with a port whose packets can use several crossbar inputs at once */
    uint64_t spread_networks;
    const struct noc_sweeper *sweeper; /* functions of the sweeps, for this machine's vectors */
    noc_swept_network *networks;       /* networks with queues */
    uint32_t network_count;
    /* results of the last sweep, by queue and by transition */
    noc_queue_utilization *utilizations;
    noc_transition_utilization *transition_utilizations;
    noc_queue_waits *waits;
    noc_transition_waits *transition_waits;
    double rate; /* packets per cycle of an injecting node in the last sweep */
    /* rates by class of traffic (class_waits.h); NULL: a single class */
    struct noc_class_rates *class_rates_by_traffic;
    /* Places of waits along routes (class_waits.c), NULL until found. `hop_queues`: [hop]: queue,
     * or NOC_NONE; `hop_pairs`: [hop by hop, onward hop]: pair of groups, or pair_count. */
    uint32_t *hop_queues, *hop_pairs;
    double *jam_levels; /* [queue]: `jam_level`, at all rates; NULL until found */
    /* room for accepted.c: [queue]: utilisation of its fullest station; [part of the terminals and
     * class]: utilisation of the fullest station on the routes */
    double *max_utilizations, *terminal_max_utilizations;
};

/* Returns the queue that stands for a group of the loads. */
static inline const noc_class_queue *noc_find_queue(const noc_contention *c, uint32_t group)
{
    return &c->queues[c->symmetry.groups.part[group]];
}

/* Returns the number of the network of a queue's channel; slices are networks of their own. */
static inline uint16_t noc_find_queue_network(const noc_contention *c, const noc_class_queue *q)
{
    return c->system->graph.channels[q->channel].network;
}

/* True if the terminals of an injection channel send packets of both classes on it. */
static inline bool noc_sends_both_classes(const noc_contention *c, const noc_class_queue *q)
{
    if (!q->is_injection) return false;
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next)
        if (c->loads->groups[k].class != q->class) return true;
    return false;
}

/* Returns the cycles of the credit loop of a body flit that follows its head without a stop. */
static inline double noc_find_body_loop(const noc_class_queue *q)
{
    return q->credits.loop - (q->input.routing_cycles - q->input.turnaround);
}

#endif
