/* analytic/contention/contention_state.h: queues and transitions of the contention model: constants
 * and results.
 *
 * Symbols: lambda packets/cycle, f = lambda E[F] flits/cycle of a stream, F flits of a packet, Fs =
 * E[F^2]/E[F] the size-biased mean of F, n VCs of a group, b flits of buffer. A, B: channels into
 * and out of a router; a, b: groups on A and B. Rates at unit rate are relative (loads.h); times
 * the packet rate they are packets or flits per cycle.
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
    uint32_t from, to; /* class queues on both sides of the router */
    uint32_t pair;     /* first of the pairs that the transition stands for */
    noc_stream unit;
    double followed;      /* packets at unit rate whose latency contains waits of this transition */
    double flits, biased; /* mean packet length E[F] and size-biased mean Fs, flits */
    double each;          /* 1 / E[F], 1/flits */
    double of_head;       /* share of a packet's wait for which its head waits */
    const noc_pair_shares *share; /* borrowed from the map */
    double multiplicity;          /* pairs that the transition stands for */
    double pace;                  /* cycles per flit, as the packets' credits come back */
    double others;                /* flits of other inputs on the output, at unit rate */
    double own_group;             /* share of these flits on the output's group */
    double along_port;            /* flits of the input on the output, f_AB, at unit rate */
    double elsewhere;   /* flits of the input to other outputs per crossbar input, at unit rate */
    double input;       /* flits of the input to all outputs per crossbar input, at unit rate */
    double own_packets; /* packets from one VC of the input to b, lambda_Ab, at unit rate */
    /* share of the input's packets to the output in other VCs than a given packet's */
    double other_vcs;
    /* Sums over the pair and its images that leave the same group, or reach the same group: */
    double waits; /* waits of a packet behind the queue per wait of a branch; 1 without multicast */
    double weight;   /* lambda_p / lambda_a: share of the packets of group a */
    double to_share; /* lambda_p / lambda_b: share of the packets of group b */
    /* share of the flits of group a; share of the flits of channel B */
    double from_share, channel_share;
    double spacing; /* part of the `spacing` of b that this pair causes */
    /* share of other inputs' load that can queue in front of a packet that waits for a VC */
    double queued;
    double fair; /* share of the output that the input gets while other inputs always compete */
    double relative_length; /* E[F] over the E[F] of group b */
    double length_variance; /* E[F^2] - E[F]^2, flits^2 */
    /* cycles by which the router can pass a packet faster than the output channel sends it */
    double hurried;
    /* VCs that the packets choose from, on all links that they may use; packets that own one of
     * these VCs, over packets that own a VC of the output */
    double all_vcs, side_by_side;
    /* cycles of a flit on the channel before the router, over its cycles on the output */
    double came;
    /* `abreast`: packets that the output sends side by side, 0 unless a channel of several flits
     * per cycle is involved; `spread`: cycles by which a tail comes later than the router could
     * pass it */
    double abreast, spread;
} noc_transition;

/* Second moments of the packets that reach a terminal over a channel, per cycle at unit rate:
 * lambda E[F^2] of flits; lambda E[S^2] of cycles S for which a packet uses the channel. */
typedef struct noc_received {
    double flits2, used2;
} noc_received;

/* Channels over which the packets of one source queue are spread. */
typedef struct noc_injection_choice {
    double channels, share;
    noc_spreading spread;
    /* time per packet over its time on one channel, if packets draw channels at random */
    double at_random;
} noc_injection_choice;

/* Speed of a channel, and of the router behind it. */
typedef struct noc_queue_speed {
    /* `slowdown`: cycles per flit, derating included; `derating`: cycles per cycle of the channel
     * with its full capacity */
    double slowed, derated;
    double each;   /* cycles per flit of the channel, without derating */
    double steps;  /* steps per cycle of the network's routers */
    double tries;  /* steps in the time of a flit on the channel */
    double inputs; /* crossbar inputs of this port times the steps per cycle */
    /* cycles by which the crossbar behind the channel can pass a packet faster than the channel
     * brings it */
    double hurried;
    /* cycles in which a whole packet arrives, at the pace of the slowest channel on its way */
    double lasts;
} noc_queue_speed;

/* Constants of queues behind injection channels. */
typedef struct noc_source_queue {
    /* the terminal's packets of the class, over the packets of the class on this channel */
    double fanout;
    /* choice among slices, then choice among the ports of a slice */
    noc_injection_choice slices, ports;
    /* cycles for which packets of all classes keep the channel busy, at unit rate */
    double port_load;
    double own_turn; /* share of the channel's requests that one node sends; 0 for replies */
    /* cycles^2 that pairs of packets lose by turns at their crossbar input, over their rate */
    double turns;
    /* Replies: `spaced` is the wait that spacing by an ejection port saves, as the mean square of
     * the sending time of random packets with an equal wait, cycles^2; `taken_in`: cycles for which
     * a request keeps the ejection port. */
    double spaced, taken_in;
    /* extra cycles to send a packet right behind another in an idle network */
    double lost_in_runs;
} noc_source_queue;

/* Multicast packets of a queue, which fork into branches at routers. */
typedef struct noc_queue_tree {
    double followed; /* packets at unit rate whose latency contains the queue's waits */
    double branches; /* mean outputs to which a packet of the queue goes on; 1 without multicast */
    double forking;  /* share of the queue's packets that go to several terminals */
    double of_fork;  /* mean outputs to which a packet to several terminals goes on */
    double waits;    /* waits of a packet behind the queue per wait of a branch */
} noc_queue_tree;

/* Most packets in the other VCs of a channel. */
typedef struct noc_queue_others {
    /* packets at the fronts of VCs; packets anywhere in the buffers */
    unsigned in_front, in_buffers;
} noc_queue_others;

/* Packets on one channel that choose among the same VCs, and their images. */
typedef struct noc_class_queue {
    uint32_t group, channel; /* group and channel of the first image */
    uint32_t place;          /* number of the channel's part (symmetry.h) */
    noc_class class;
    double multiplicity;
    noc_queue_speed speed;
    noc_stream unit;
    noc_queue_tree tree;
    double flits, biased;   /* mean packet length E[F] and size-biased mean Fs, flits */
    double length_variance; /* E[F^2] - E[F]^2, flits^2 */
    /* cycles of a packet's flits at the crossbar input behind; more on a slow channel */
    double through;
    unsigned vcs;
    bool injects, ejects, atomic;
    bool speculates_equally; /* true if speculative switch requests do not yield */
    /* flits by which a packet is ahead of a packet that it meets in the switch; its head waits as
     * many cycles */
    double head_start;
    double rivals; /* VCs of the crossbar input that packets of the channel use, less one */
    double alike;  /* probability that two flits of the channel's other groups are of one group */
    noc_queue_others others;
    double rounds;           /* iterations of the allocator; INFINITY for a maximum matching */
    double apart;            /* share of the group's packets in other VCs than a given packet's */
    double spacing;          /* probability that two packets come from one upstream VC */
    double inputs_alike;     /* probability that two flits come from one input port */
    double side_by_side;     /* channels over which the packets spread in turn, or by load */
    double all_vcs, each_vc; /* VCs of all channels in `side_by_side`; 1 / `all_vcs` */
    unsigned places;         /* flits of a VC's buffer */
    double buffer; /* cycles for which a VC's full buffer of flits keeps the channel busy */
    /* flits that the buffer holds beside a packet; whole packets that it holds beside one */
    double beside, more;
    /* credits for one flit per cycle: cycles of the credit loop, with the routing of heads that
     * does not overlap with the packet before */
    double loop;
    double period; /* cycles from packet to packet on one VC, as its credits come back */
    /* extra cycles per packet of a saturated VC whose buffer is shorter than its credit loop; 0 if
     * buffer >= loop */
    double paced_by_credits;
    /* utilisation of the input's VCs beyond which waits grow without end (contention_circles.c) */
    double holds_out;
    /* chance that a head's search for a free VC begins at a given VC, where searches begin anywhere
     * among the VCs of all outputs; 0: heads try VCs in turn */
    double hunts;
    /* share of packets whose input VC sent its previous packet to another output */
    double begins_anew;
    /* cycles for which a packet's VC is in use while an idle network sends it on */
    double onward;
    double turnaround; /* cycles between two packets of an input VC */
    double routed;     /* cycles between a head's arrival and its request for the switch */
    /* cycles by which slow channels stretch a packet that meets no other */
    double drawn_out;
    double regained; /* cycles of `routed` in which a stretched body catches up with its head */
    double held;     /* cycles for which a packet owns an output VC before its head can leave */
    /* moments of the time to send a packet into an empty buffer, cycles and cycles^2 */
    double send, send2;
    double least_hold; /* cycles for which a packet owns an output VC in an idle network */
    /* cycles by which a head keeps its buffer slot longer than other flits; 0 unless the router has
     * several steps per cycle */
    double kept_longer;
    double parted; /* share of packets between whose flits late credits of a single VC come */
    /* cycles by which a router of several steps per cycle can pass a packet faster than the channel
     * sends it */
    double outruns;
    double spare;  /* cycles of `send` for which the sender waits for the crossbar behind */
    double longer; /* share of packets longer than the buffer */
    /* cycles of the crossbar for flits after the first that does not fit in the buffer, mean over
     * all packets */
    double overhang;
    /* cycles for which a packet longer than the buffer waits for credits in an idle network */
    double gap;
    /* cycles by which the buffer lasts longer than a head's credits need to come back */
    double outlasts;
    double kept; /* flits of a packet that can be in its buffer when the next packet comes */
    /* cycles between a packet's last flit and the next packet's request for the switch */
    double behind;
    double codec; /* cycles per packet of the codec at the channel's terminal */
    noc_source_queue source;
    noc_received received; /* second moments at the terminal behind an ejection channel */
} noc_class_queue;

/* Utilisations of a queue's stations in a sweep: channel, input VCs, source. A station overflows at
 * 1. */
typedef struct noc_queue_used {
    double channel, input_vcs, source;
} noc_queue_used;

/* Utilisations of the stations to which a transition leads. */
typedef struct noc_transition_used {
    double by_others; /* utilisation of the switch by other inputs */
    double vcs;
    double link; /* utilisation of the link capacity that is left for the packets */
} noc_transition_used;

/* Mean waits of a queue's packets, cycles. */
typedef struct noc_queue_waits {
    double queue, stall;
    double source;   /* wait before injection; 0 on links between routers */
    double outside;  /* part of `queue` at the source, as the buffer is full */
    double onward;   /* waits at all transitions of the queue, mean over its packets */
    double regained; /* part of the tails' lag behind their heads that packets recover */
} noc_queue_waits;

typedef struct noc_transition_waits {
    double switches, vc, link;
    double refused; /* refused switch grants per accepted one, at the packets' input */
} noc_transition_waits;

typedef struct noc_queue_range {
    uint32_t first, end;
} noc_queue_range;

static inline uint32_t noc_queues_in(noc_queue_range range)
{
    return range.end - range.first;
}

/* A network of the design, with all its slices. Networks share no channels, so each network has a
 * fixed point of its own; the slices of a network share vectors of lanes. */
typedef struct noc_swept_network {
    noc_queue_range queues;
    struct noc_sweep *sweep; /* sweep of this network, owned */
} noc_swept_network;

struct noc_contention {
    const noc_system *system;
    const noc_loads *loads;
    const noc_pair_shares *shares; /* borrowed from the map */
    unsigned derated;              /* set of kinds of resources whose channels are derated */
    noc_symmetry symmetry;         /* borrowed from the map */
    noc_transition *transitions;   /* transitions, sorted by `from` */
    /* [queue]: first transition of the queue; one more element ends the last queue */
    uint32_t *first_transition;
    /* [part of the groups]: queues, network after network; a queue comes after the queues to which
     * it leads */
    noc_class_queue *queues;
    uint32_t queue_count, transition_count;
    double class_rate[NOC_CLASSES]; /* [class]: packets at unit rate */
    /* [bit]: network with a port whose packets can use several crossbar inputs at once */
    uint64_t spread;
    const struct noc_sweeper *sweeper; /* functions of the sweeps, for this machine's vectors */
    noc_swept_network *networks;       /* networks with queues */
    uint32_t network_count;
    /* results of the last sweep, by queue and by transition */
    noc_queue_used *used;
    noc_transition_used *transitions_used;
    noc_queue_waits *waits;
    noc_transition_waits *transition_waits;
    double rate; /* packets per cycle of an injecting node in the last sweep */
    /* rates by class of traffic (class_waits.h); NULL: a single class */
    struct noc_class_rates *classes;
    /* Places of waits along routes (class_waits.c), NULL until found. `hop_queues`: [hop]: queue,
     * or NOC_NONE; `hop_pairs`: [hop by hop, onward hop]: pair of groups, or pair_count. */
    uint32_t *hop_queues, *hop_pairs;
    double *circles; /* [queue]: `holds_out`, for later rates; NULL until found */
    /* room for accepted.c: [queue] and [class and part of the terminals]: highest utilisation */
    double *ahead, *ahead_of_terminals;
};

/* Returns the queue that stands for a group of the loads. */
static inline const noc_class_queue *queue_of(const noc_contention *c, uint32_t group)
{
    return &c->queues[c->symmetry.groups.of[group]];
}

static inline uint16_t noc_network_of_queue(const noc_contention *c, const noc_class_queue *q)
{
    return c->system->graph.channels[q->channel].network;
}

/* True if the terminals of an injection channel send packets of both classes on it. */
static inline bool noc_takes_turns(const noc_contention *c, const noc_class_queue *q)
{
    if (!q->injects) return false;
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next)
        if (c->loads->groups[k].class != q->class) return true;
    return false;
}

/* Returns the cycles of the credit loop of a body flit that follows its head without a stop. */
static inline double noc_loop_of_body(const noc_class_queue *q)
{
    return q->loop - (q->routed - q->turnaround);
}

#endif
