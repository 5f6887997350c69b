/* analytic/contention/contention_state.h: state shared by the files of the contention model.
 *
 * Symbols: lambda packets/cycle, f = lambda E[F] flits/cycle of a stream, F flits of a packet, Fs
 * = E[F^2]/E[F] its size-biased mean, n VCs of a group, b flits of buffer. A, B: channels into and
 * out of a router; a, b: groups on them. Unit rates are relative (loads.h); times the rate they
 * are real.
 *
 * Groups that are images of each other have one queue, pairs that leave it alike one transition. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_STATE_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_STATE_H

#include "analytic/contention/contention.h"
#include "network/kinds/choices.h"

/* A pair of groups through a router, and its images. */
typedef struct noc_transition {
    uint32_t from, to; /* queues */
    uint32_t pair;     /* first of the pairs that the transition stands for */
    noc_stream unit;
    double followed;              /* packets whose latency its waits add to */
    double flits, biased;         /* E[F], Fs, flits */
    double each;                  /* 1 / E[F] */
    double of_head;               /* share of a packet's wait that its head waits */
    const noc_pair_shares *share; /* borrowed from the map */
    double multiplicity;          /* pairs that the transition stands for */
    double pace;                  /* cycles per flit at the pace of its credits */
    double others;                /* flits of other inputs on the output, at unit rate */
    double own_group;             /* part of `others` on the output's group */
    double along_port;            /* f_AB */
    double elsewhere;   /* flits of the input to other outputs, over the crossbar's inputs for it */
    double input;       /* flits of the input to all outputs, over the crossbar's inputs for it */
    double own_packets; /* lambda_Ab of a VC of the input */
    /* share of the input's packets to the output that are in other VCs than a given one */
    double other_vcs;
    /* sums over the pair and those of its images that leave the same group, or come to it: */
    double waits;    /* waits behind the queue, for one wait of a branch; 1 without multicast */
    double weight;   /* lambda_p / lambda_a: share of the packets of the group that it comes from */
    double to_share; /* lambda_p / lambda_b: share of the packets of the group that it goes to */
    double from_share, channel_share; /* share of the flits of a; of B */
    double spacing;                   /* part of b's `spacing` that is due to this pair */
    /* share of the foreign load that can queue up in front of a packet that waits for a VC */
    double queued;
    double fair; /* share of the output that its input gets if other inputs want all they can get */
    double relative_length; /* E[F] over that of b */
    double length_variance; /* E[F^2] - E[F]^2, flits^2 */
    double hurried;         /* `hurried` of the queue that it comes from, cycles */
    /* VCs that its packets choose from, on all links that they may use; packets that own one of
     * these VCs, over packets that own one of its output's */
    double all_vcs, side_by_side;
    double came; /* cycles of a flit on the channel before, over the cycles on the output */
    /* packets that the output sends side by side, from channels of several flits per cycle, else
     * 0; cycles by which a tail comes later than its router could pass it */
    double abreast, spread;
} noc_transition;

/* Second moments of the packets that come to a terminal by a channel, per cycle: lambda E[F^2] of
 * flits, and lambda E[S^2] of the channel's cycles in use. */
typedef struct noc_received {
    double flits2, used2;
} noc_received;

/* Channels that the packets of one queue are spread over. */
typedef struct noc_injection_choice {
    double channels, share;
    noc_spreading spread;
    /* time per packet over its time on a channel, if packets draw channels at random */
    double at_random;
} noc_injection_choice;

/* Speed of a channel, and of the router behind it. */
typedef struct noc_queue_speed {
    /* cycles in which the channel does a cycle's work. `slowed`: work of a channel with a flit per
     * cycle; `derated`: of this channel with its full capacity */
    double slowed, derated;
    double each;   /* cycles per flit of the channel without derating */
    double steps;  /* steps per cycle of its routers */
    double tries;  /* steps in the time of a flit on the channel */
    double inputs; /* inputs of the crossbar, for this port, times its steps */
    /* cycles by which the crossbar behind passes a packet's flits faster than the link */
    double hurried;
    double lasts; /* cycles in which a packet comes, as the slowest channel so far brings it */
} noc_queue_speed;

/* Constants that only queues of terminals' injection channels have. */
typedef struct noc_source_queue {
    double fanout; /* packets of its class, over the packets on this injection channel */
    /* channels that its packets choose among, in the order of the choices */
    noc_injection_choice slices, ports;
    double port_load; /* cycles that packets of all classes keep its channel busy, at unit rate */
    double own_turn;  /* share of requests that belong to one node; 0 for replies */
    /* cycles^2 that pairs of its packets lose by turns at their crossbar input, over their rate */
    double turns;
    /* Replies. `spaced`: wait that an ejection port spares them, as the mean square of the sending
     * time of random packets with that wait, cycles^2; `taken_in`: cycles that requests keep the
     * port. */
    double spaced, taken_in;
    /* extra cycles to send packets right behind others, with nothing else in their way */
    double lost_in_runs;
} noc_source_queue;

/* Packets that fork. */
typedef struct noc_queue_tree {
    double followed; /* packets whose latency the queue's waits add to */
    double branches; /* mean outputs that a packet of the queue goes on to; 1 without multicast */
    double forking;  /* share of the queue's packets that go to several terminals */
    double of_fork;  /* mean outputs that a packet to several terminals goes on to */
    double waits;    /* waits of a packet behind the queue, for one wait of a branch */
} noc_queue_tree;

/* Packets of other VCs of a channel that can be there at a time. */
typedef struct noc_queue_others {
    unsigned in_front, in_buffers; /* packets at the front of their VCs; packets anywhere */
} noc_queue_others;

/* The packets on one channel that choose among the same VCs, and their images. */
typedef struct noc_class_queue {
    uint32_t group, channel; /* group and channel, the first of the images */
    uint32_t place;          /* number among the parts of the channels */
    noc_class class;
    double multiplicity;
    noc_queue_speed speed;
    noc_stream unit;
    noc_queue_tree tree;
    double flits, biased;   /* E[F], Fs, flits */
    double length_variance; /* E[F^2] - E[F]^2, flits^2 */
    /* cycles of a packet's flits at the crossbar input behind; on a slow channel they last
     * longer */
    double through;
    unsigned vcs;
    bool injects, ejects, atomic;
    bool speculates_equally; /* true if speculative switch requests do not yield */
    /* flits by which its packets are ahead of packets that they meet in the switch; their heads
     * wait equally many cycles */
    double head_start;
    double rivals; /* VCs on the same crossbar input that packets of the channel use, less one */
    double alike; /* probability that two flits of the channel's other groups belong to one group */
    noc_queue_others others;
    double rounds;  /* iterations of the allocator; INFINITY for a maximum matching */
    double apart;   /* share of the group's other packets that are in other VCs than a given one */
    double spacing; /* probability that two packets come from one VC upstream */
    double inputs_alike;     /* probability that two flits come from one input port */
    double side_by_side;     /* channels that its packets spread over by turns, or by their load */
    double all_vcs, each_vc; /* VCs of all these channels; 1 over that number */
    unsigned places;         /* flits of a VC's buffer, as built */
    double buffer;       /* flits of a VC's buffer, in the time that the channel needs per flit */
    double beside, more; /* flits that the buffer holds beside a packet; whole packets among them */
    /* credits for one flit per cycle: cycles of the credit loop, and of heads' routing if that
     * overlaps with the packet before */
    double loop;
    double period; /* cycles from packet to packet on one VC, as its credits come back */
    /* extra cycles per packet of a saturated VC, as its credit loop is longer than its buffer; 0
     * without contention if buffer >= loop */
    double paced_by_credits;
    double holds_out; /* use of the input's VCs beyond which waits there grow without end */
    /* chance that a head's search for a free VC begins at a given one but the first, where
     * searches begin anywhere among all VCs of a router's outputs; 0: heads try VCs in turn */
    double hunts;
    double begins_anew; /* share of packets whose input VC sent its last packet to another output */
    /* cycles that its VC is in use while a packet is sent on, with nothing else in its way */
    double onward;
    double turnaround; /* cycles between packets of an input VC */
    double routed;     /* cycles between a head's arrival and its request for the switch */
    /* cycles by which slow channels before draw out a packet that meets no other */
    double drawn_out;
    double regained;    /* cycles of `routed` in which a delayed body catches up */
    double held;        /* cycles that an output VC is owned before its head can leave */
    double send, send2; /* moments of the time to send a packet into an empty buffer, cycles */
    double least_hold;  /* least cycles that a packet owns an output VC, with nothing in its way */
    /* cycles by which heads keep their places longer than other flits, at routers of several
     * steps */
    double kept_longer;
    double parted; /* share of packets between whose flits late credits of an only VC come */
    /* cycles by which a router of several steps can pass a packet faster than the channel sends
     * it */
    double outruns;
    double spare;  /* cycles of `send` that the sender waits for the crossbar behind anyway */
    double longer; /* share of packets longer than the buffer */
    /* cycles of the crossbar for flits beyond the first that does not fit, mean over all packets */
    double overhang;
    /* cycles that a packet longer than the buffer waits for credits, with nothing in its way */
    double gap;
    /* cycles by which the buffer lasts longer than the credits of a head need to come back */
    double outlasts;
    double kept; /* flits of a packet that can lie in its buffer when the next packet comes */
    /* cycles between a packet's last flit and the next packet's request for the switch */
    double behind;
    double codec; /* cycles of the codec at the outer end of the channel, for a packet at a time */
    noc_source_queue source;
    noc_received received; /* second moments at the terminal that the queue ejects to */
} noc_class_queue;

/* Use of a queue's stations in a sweep, as shares of their capacity; 1: the station overflows. */
typedef struct noc_queue_used {
    double channel, input_vcs, source;
} noc_queue_used;

/* Use of the stations that a transition leads to, as shares of their capacity. */
typedef struct noc_transition_used {
    double by_others; /* use of the switch by other inputs */
    double vcs;
    double link; /* use of the link that the packets leave */
} noc_transition_used;

/* Mean waits of packets, cycles. */
typedef struct noc_queue_waits {
    double queue, stall;
    double source;   /* wait before injection; 0 on links between routers */
    double outside;  /* part of `queue` beyond the buffer: at the source */
    double onward;   /* waits of all its transitions, mean over its packets */
    double regained; /* part of the lag of its packets' tails that they catch up */
} noc_queue_waits;

typedef struct noc_transition_waits {
    double switches, vc, link;
    double refused; /* refused switch grants per accepted one, at its packets' input */
} noc_transition_waits;

typedef struct noc_queue_range {
    uint32_t first, end;
} noc_queue_range;

static inline uint32_t noc_queues_in(noc_queue_range range)
{
    return range.end - range.first;
}

/* A network of the design, with all its slices. Networks share no channels, so each comes to its
 * fixed point by itself; slices come to it together, and fill each other's lanes. */
typedef struct noc_swept_network {
    noc_queue_range queues;
    struct noc_sweep *sweep; /* sweep of this network; owned */
} noc_swept_network;

struct noc_contention {
    const noc_system *system;
    const noc_loads *loads;
    const noc_pair_shares *shares; /* borrowed from the map */
    unsigned derated;              /* kinds of resources whose channels are derated */
    noc_symmetry symmetry;         /* borrowed from the map */
    noc_transition *transitions;   /* transitions, sorted by `from` */
    uint32_t *first_transition;    /* [queue], and one more: its first transition */
    /* [part of the groups]: queues, network after network, each after the queues that it leads
     * to */
    noc_class_queue *queues;
    uint32_t queue_count, transition_count;
    double class_rate[NOC_CLASSES]; /* packet rates of classes, at unit rate */
    /* networks, bits by number, with a port whose packets can use several crossbar inputs at
     * once */
    uint64_t spread;
    const struct noc_sweeper *sweeper; /* sweep/sweeper.h */
    noc_swept_network *networks;       /* networks with queues */
    uint32_t network_count;
    /* room for results of the last sweep */
    noc_queue_used *used;
    noc_transition_used *transitions_used;
    noc_queue_waits *waits;
    noc_transition_waits *transition_waits;
    double rate; /* packets per cycle of an injecting node, in the last sweeps */
    struct noc_class_rates *classes; /* class_waits.h; NULL: a single class of traffic */
    /* places of waits along ways (class_waits.c), NULL: not yet found. [hop]: queue, or NOC_NONE;
     * [way on, hop by hop]: pair of groups, pair_count: none */
    uint32_t *hop_queues, *hop_pairs;
    double *circles; /* [queue]: holds_out, kept while rates change; NULL: not yet found */
    /* room for accepted.c */
    double *ahead, *ahead_of_terminals;
};

/* The queue that stands for a group of the loads. */
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

/* Cycles of the credit loop of a flit that follows its head without a stop. */
static inline double noc_loop_of_body(const noc_class_queue *q)
{
    return q->loop - (q->routed - q->turnaround);
}

#endif
