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

#include "analytic/contention/contention.h"
#include "network/kinds/choices.h"

/* Packets that go from one class queue to another through a router: a pair of groups and its
 * images. */
typedef struct noc_transition {
    uint32_t from, to;      /* class queues on both sides of the router */
    uint32_t pair;          /* first of the pairs that the transition stands for */
    noc_stream unit_stream; /* packets and flits of the pair, at unit rate */
    /* packets at unit rate whose latency contains waits of this transition */
    double followed_packets;
    double flits, biased_length;        /* mean packet length E[F] and size-biased mean Fs, flits */
    double length_inverse;              /* 1 / E[F], 1/flits */
    double head_share;                  /* share of a packet's wait for which its head waits */
    const noc_pair_shares *pair_shares; /* borrowed from the map */
    double multiplicity;                /* pairs that the transition stands for */
    double pace;                        /* cycles per flit, as the packets' credits come back */
    double other_flits;                 /* flits of other inputs on the output, at unit rate */
    double own_group_share;             /* share of these flits on the output's group */
    double port_flits;                  /* flits of the input on the output, f_AB, at unit rate */
    /* flits of the input to other outputs per crossbar input, at unit rate */
    double elsewhere_flits;
    double input_flits; /* flits of the input to all outputs per crossbar input, at unit rate */
    double own_packets; /* packets from one VC of the input to b, lambda_Ab, at unit rate */
    /* share of the input's packets to the output in other VCs than a given packet's */
    double other_vc_share;
    /* waits of a packet behind the queue per wait of a branch; 1 without multicast */
    double branch_waits;
    /* lambda_p / lambda_a: share of the packets of group a, sum over the images that leave a */
    double weight;
    /* lambda_p / lambda_b: share of the packets of group b, sum over the images that reach b */
    double to_share;
    /* share of the flits of group a, sum over the images that leave a; share of the flits of
     * channel B, sum over the images that reach B */
    double from_share, channel_share;
    /* part of the `same_vc_chance` of b that the images which reach b cause */
    double same_vc_chance;
    /* share of other inputs' load that can queue in front of a packet that waits for a VC */
    double queued_share;
    /* share of the output that the input gets while other inputs always compete */
    double fair_share;
    double relative_length; /* E[F] over the E[F] of group b */
    double length_variance; /* E[F^2] - E[F]^2, flits^2 */
    /* cycles by which the router can pass a packet faster than the output channel sends it */
    double crossbar_lead;
    /* `all_vcs`: VCs that the packets choose from, on all links that they may use; `side_by_side`:
     * packets that own one of these VCs, over packets that own a VC of the output */
    double all_vcs, side_by_side;
    /* cycles of a flit on the channel before the router, over its cycles on the output */
    double pace_ratio;
    /* `parallel_packets`: packets that the output sends side by side, 0 unless a channel of several
     * flits per cycle is involved; `tail_spread`: cycles by which a tail comes later than the
     * router could pass it */
    double parallel_packets, tail_spread;
} noc_transition;

/* Second moments of the packets that reach a terminal over a channel, per cycle at unit rate:
 * lambda E[F^2] of flits; lambda E[S^2] of cycles S for which a packet uses the channel. */
typedef struct noc_received_moments {
    double squared_flits, squared_cycles;
} noc_received_moments;

/* Choice among the channels over which the packets of one source queue are spread. */
typedef struct noc_injection_choice {
    /* number of channels; factor on the time per packet (noc_slice_choice_kind) */
    double channels, blocking_share;
    noc_spread_rule rule;
    /* time per packet over its time on one channel, if packets draw channels at random */
    double random_overlap;
} noc_injection_choice;

/* Speed of a channel, and of the router behind the channel. */
typedef struct noc_queue_speed {
    /* `slowdown`: cycles per flit, derating included; `derating`: cycles per cycle of the channel
     * with its full capacity */
    double slowdown, derating;
    double flit_cycles;     /* cycles per flit of the channel, without derating */
    double steps_per_cycle; /* steps per cycle of the network's routers */
    double steps_per_flit;  /* steps in the time of a flit on the channel */
    double crossbar_inputs; /* crossbar inputs of this port times the steps per cycle */
    /* cycles by which the crossbar behind the channel can pass a packet faster than the channel
     * brings it */
    double crossbar_lead;
    /* cycles in which a whole packet arrives, at the pace of the slowest channel on its way */
    double arrival_cycles;
} noc_queue_speed;

/* Source of a terminal's packets of one class on one injection channel. */
typedef struct noc_source_queue {
    /* the terminal's packets of the class, over the packets of the class on this channel */
    double fanout;
    /* choice among slices, then choice among the ports of a slice */
    noc_injection_choice slices, ports;
    /* cycles for which packets of all classes keep the channel busy, at unit rate */
    double port_load;
    double node_share; /* share of the channel's requests that one node sends; 0 for replies */
    /* cycles^2 that pairs of packets lose by turns at their crossbar input, over their rate */
    double turn_loss;
    /* Replies: `saved_wait` is the wait that spacing by an ejection port saves, as the mean square
     * of the sending time of random packets with an equal wait, cycles^2; `request_cycles`: cycles
     * for which a request keeps the ejection port. */
    double saved_wait, request_cycles;
    /* extra cycles to send a packet right behind another in an idle network */
    double run_loss;
} noc_source_queue;

/* Multicast packets of a queue, which fork into branches at routers. */
typedef struct noc_queue_tree {
    double followed_packets; /* packets at unit rate whose latency contains the queue's waits */
    double branches; /* mean outputs to which a packet of the queue goes on; 1 without multicast */
    double fork_share;    /* share of the queue's packets that go to several terminals */
    double fork_outputs;  /* mean outputs to which a packet to several terminals goes on */
    double slowest_waits; /* waits of a packet behind the queue per wait of a branch */
} noc_queue_tree;

/* Most packets in the other VCs of a channel. */
typedef struct noc_other_packets {
    /* packets at the fronts of VCs; packets anywhere in the buffers */
    unsigned front_packets, buffered_packets;
} noc_other_packets;

/* Packets on one channel that choose among the same VCs, and their images. */
typedef struct noc_class_queue {
    uint32_t group, channel; /* group and channel of the first image */
    uint32_t channel_part;   /* number of the channel's part (symmetry.h) */
    noc_class class;
    double multiplicity; /* groups that the queue stands for */
    noc_queue_speed speed;
    noc_stream unit_stream; /* packets and flits of one group, at unit rate */
    noc_queue_tree tree;
    double flits, biased_length; /* mean packet length E[F] and size-biased mean Fs, flits */
    double length_variance;      /* E[F^2] - E[F]^2, flits^2 */
    /* cycles of a packet's flits at the crossbar input behind; more on a slow channel */
    double crossbar_cycles;
    unsigned vcs; /* VCs of the group */
    /* kind of the channel; `is_atomic`: a VC gets its next packet only when its buffer is empty */
    bool is_injection, is_ejection, is_atomic;
    bool has_equal_speculation; /* true if speculative switch requests do not yield */
    /* flits by which a packet is ahead of a packet that it meets in the switch; its head waits as
     * many cycles */
    double head_start;
    double rivals; /* VCs of the crossbar input that packets of the channel use, less one */
    /* probability that two flits of the channel's other groups are of one group */
    double same_group_chance;
    noc_other_packets other_packets;
    double rounds;            /* iterations of the allocator; INFINITY for a maximum matching */
    double other_vc_share;    /* share of the group's packets in other VCs than a given packet's */
    double same_vc_chance;    /* probability that two packets come from one upstream VC */
    double same_input_chance; /* probability that two flits come from one input port */
    double side_by_side;      /* channels over which the packets spread in turn, or by load */
    double all_vcs, all_vcs_inverse; /* VCs of all channels in `side_by_side`; 1 / `all_vcs` */
    unsigned buffer_slots;           /* flits of a VC's buffer */
    double buffer; /* cycles for which a VC's full buffer of flits keeps the channel busy */
    /* flits that the buffer holds beside a packet; whole packets that it holds beside one */
    double spare_flits, spare_packets;
    /* credits for one flit per cycle: cycles of the credit loop, with the routing of heads that
     * does not overlap with the packet before */
    double credit_loop;
    double credit_period; /* cycles from packet to packet on one VC, as its credits come back */
    /* extra cycles per packet of a saturated VC whose buffer is shorter than its credit loop; 0 if
     * buffer >= loop */
    double credit_excess;
    /* utilisation of the input's VCs beyond which waits grow without end (contention_circles.c) */
    double jam_level;
    /* chance that a head's search for a free VC begins at a given VC, where searches begin anywhere
     * among the VCs of all outputs; 0: heads try VCs in turn */
    double search_chance;
    /* share of packets whose input VC sent its previous packet to another output */
    double restart_share;
    /* cycles for which a packet's VC is in use while an idle network sends it on */
    double onward_cycles;
    double turnaround;     /* cycles between two packets of an input VC */
    double routing_cycles; /* cycles between a head's arrival and its request for the switch */
    /* cycles by which slow channels stretch a packet that meets no other */
    double stretch;
    /* cycles of `routing_cycles` in which a stretched body catches up with its head */
    double recovered_cycles;
    double start_cycles; /* cycles for which a packet owns an output VC before its head can leave */
    /* moments of the time to send a packet into an empty buffer, cycles and cycles^2 */
    double send, squared_send;
    double least_hold; /* cycles for which a packet owns an output VC in an idle network */
    /* cycles by which a head keeps its buffer slot longer than other flits; 0 unless the router has
     * several steps per cycle */
    double head_excess;
    double parted_share; /* share of packets between whose flits late credits of a single VC come */
    /* cycles by which a router of several steps per cycle can pass a packet faster than the channel
     * sends it */
    double channel_lead;
    double spare_cycles; /* cycles of `send` for which the sender waits for the crossbar behind */
    double long_share;   /* share of packets longer than the buffer */
    /* cycles of the crossbar for flits after the first that does not fit in the buffer, mean over
     * all packets */
    double overhang;
    /* cycles for which a packet longer than the buffer waits for credits in an idle network */
    double gap;
    /* cycles by which the buffer lasts longer than a head's credits need to come back */
    double buffer_slack;
    double kept_flits; /* flits of a packet that can be in its buffer when the next packet comes */
    /* cycles between a packet's last flit and the next packet's request for the switch */
    double next_packet_gap;
    double codec;                  /* cycles per packet of the codec at the channel's terminal */
    noc_source_queue source;       /* source of the packets of an injection channel */
    noc_received_moments received; /* second moments at the terminal behind an ejection channel */
} noc_class_queue;

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
    struct noc_sweep *sweep; /* sweep of this network, owned */
} noc_swept_network;

struct noc_contention {
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
    double *jam_levels; /* [queue]: `jam_level`, for later rates; NULL until found */
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
    return q->credit_loop - (q->routing_cycles - q->turnaround);
}

#endif
