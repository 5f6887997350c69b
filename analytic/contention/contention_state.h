/* analytic/contention/contention_state.h: what the files of the contention model share.
 *
 * Symbols: lambda packets/cycle, f = lambda E[F] flits/cycle of a stream, F flits of a packet, Fs =
 * E[F^2]/E[F] its size-biased mean, n VCs of a group, b flits of buffer. A, B: channels into and
 * out of a router; a, b: groups on them. Unit rates are relative (loads.h); times the rate they are
 * real.
 *
 * Groups that are images of each other have one queue, pairs that leave it alike one transition. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_STATE_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_STATE_H

#include "analytic/contention/contention.h"
#include "network/kinds/choices.h"

/* A pair of groups through a router, and its images. */
typedef struct noc_transition {
    uint32_t from, to; /* queues */
    uint32_t pair;     /* the first of those that it stands for */
    noc_stream unit;
    double followed;              /* packets whose latency its waits add to */
    double flits, biased;         /* E[F], Fs */
    double each;                  /* 1 / E[F] */
    double of_head;               /* share of a wait for a packet that is its head's */
    const noc_pair_shares *share; /* the map's */
    double multiplicity;          /* pairs that it stands for */
    double pace;                  /* cycles a flit at the pace of its credits */
    double others;                /* flits of other inputs on the output */
    double own_group;             /* part of these of the output's group */
    double along_port;            /* f_AB */
    double elsewhere; /* flits of the input, over the crossbar's inputs for it, to other outputs */
    double input;     /* flits of the input, over the crossbar's inputs for it, to all outputs */
    double own_packets; /* lambda_Ab of a VC of the input */
    /* share of the input's packets to the output that are in another VC than a given one */
    double other_vcs;
    /* with those of its images that leave the same group, or come to it */
    double waits;    /* waits behind the queue, for one wait of a branch; 1 without multicast */
    double weight;   /* lambda_p / lambda_a: of the packets that it comes from */
    double to_share; /* lambda_p / lambda_b: of those that it goes to */
    double from_share, channel_share; /* share of the flits of a, of B */
    double spacing;                   /* spacing of b, by this pair */
    /* share of the foreign load that can queue up in front of a packet that waits for a VC */
    double queued;
    double fair; /* share of the output that its input gets if others want all they can get */
    double relative_length; /* E[F] over that of b */
    double length_variance; /* E[F^2] - E[F]^2 */
    double hurried;         /* the same as of the queue that it comes from */
    /* VCs that its packets choose from, on all links that they may take, and packets that own one
     * of these, over those that own one of its output's */
    double all_vcs, side_by_side;
    double came; /* cycles of a flit on the channel before, over those on the output */
    /* packets that the output takes side by side, of channels of several flits a cycle, else 0;
     * cycles by which a tail comes later than its router could pass it */
    double abreast, spread;
} noc_transition;

/* Second moments of all that comes to a terminal by a channel, over time: lambda E[F^2] of flits,
 * and lambda E[S^2] of the channel's time in use. */
typedef struct noc_received {
    double flits2, used2;
} noc_received;

/* Channels that the packets of one queue are spread over. */
typedef struct noc_injection_choice {
    double channels, share;
    noc_spreading spread;
    double at_random; /* time per packet over its time on a channel, if each is drawn at random */
} noc_injection_choice;

/* Speed of a channel, and of the router behind it. */
typedef struct noc_queue_speed {
    /* cycles in which the channel does what another does in one: a flit a cycle, or (derated) what
     * it did if it were not */
    double slowed, derated;
    double each;    /* cycles that a flit takes of a channel that is not derated */
    double steps;   /* steps of its routers in a cycle */
    double tries;   /* steps in the time that a flit takes of the channel */
    double inputs;  /* inputs of the crossbar, for this port, times its steps */
    double hurried; /* cycles that the crossbar behind takes less than the link for its flits */
    double lasts;   /* cycles in which a packet comes, as the slowest channel so far brings it */
} noc_queue_speed;

/* Constants that only queues of terminals' injection channels have. */
typedef struct noc_source_queue {
    double fanout; /* packets of its class, over those on this injection channel */
    noc_injection_choice slices, ports; /* where its packets go, in order */
    double port_load; /* cycles that packets of all classes keep its channel busy */
    double own_turn;  /* share of requests that are those of one node; none of replies */
    double turns; /* cycles^2 that pairs of its packets lose by turns at their crossbar input, over
                   * their rate */
    /* Replies: the wait that an ejection port spares them, as the mean square of the time to send
     * them is what packets at random wait for; cycles for which requests keep it. */
    double spaced, taken_in;
    /* cycles that packets right behind others take longer to send, nothing else in their way */
    double lost_in_runs;
} noc_source_queue;

/* Packets that fork. */
typedef struct noc_queue_tree {
    double followed; /* packets whose latency the queue's waits add to */
    double branches; /* outputs that a packet of it goes on to, mean; 1 without multicast */
    double forking;  /* share of its packets that go to several terminals */
    double of_fork;  /* outputs that one of these goes on to, mean */
    double waits;    /* waits of a packet behind the queue, for one wait of a branch */
} noc_queue_tree;

/* Packets of other VCs of a channel that can be there at a time. */
typedef struct noc_queue_others {
    unsigned in_front, in_buffers; /* packets at the front, or anywhere */
} noc_queue_others;

/* The packets on one channel that choose among the same VCs, and their images. */
typedef struct noc_class_queue {
    uint32_t group, channel; /* the first of them */
    uint32_t place;          /* part of the channels */
    noc_class class;
    double multiplicity;
    noc_queue_speed speed;
    noc_stream unit;
    noc_queue_tree tree;
    double flits, biased;   /* E[F], Fs */
    double length_variance; /* E[F^2] - E[F]^2 */
    double through; /* cycles that its flits take of the crossbar input behind; a slow channel's
                     * take longer of the channel */
    unsigned vcs;
    bool injects, ejects, atomic;
    bool speculates_equally; /* speculative switch requests do not yield */
    /* flits that its packets are ahead of those that they meet in the switch; as many cycles
     * their heads wait */
    double head_start;
    double rivals; /* VCs on the same crossbar input that packets of the channel take, less one */
    double alike;  /* the channel's other groups: probability that two of their flits are of one */
    noc_queue_others others;
    double rounds;  /* iterations of the allocator; INFINITY for a maximum matching */
    double apart;   /* share of the group's other packets that are in other VCs than a given one */
    double spacing; /* probability that two packets come from one VC upstream */
    double inputs_alike;     /* probability that two flits come from one input port */
    double side_by_side;     /* channels that its packets spread over by turns, or by their load */
    double all_vcs, each_vc; /* VCs of all these channels, and 1 over it */
    unsigned places;         /* flits of a VC's buffer, as it is built */
    double buffer;           /* the same, as the channel takes them */
    double beside, more;     /* flits that it holds beside a packet, whole packets among them */
    /* credits for one flit a cycle: the credit loop, cycles; with what heads are routed for if that
     * overlaps with the packet before */
    double loop;
    double period; /* cycles from packet to packet on one VC, as its credits come back */
    /* extra cycles per packet of a saturated VC because its credit loop is longer than its buffer;
     * 0 without contention if buffer >= loop */
    double paced_by_credits;
    double holds_out; /* use of the input's VCs beyond which what waits there grows without end */
    /* chance that a head's search for a free VC begins at a given one but the first, where searches
     * begin anywhere among all VCs of a router's outputs; 0: heads take them in turn */
    double hunts;
    double begins_anew; /* share of packets whose input VC sent its last one to another output */
    /* cycles for which its VC is taken while a packet is sent on, nothing else in its way */
    double onward;
    double turnaround; /* cycles between packets of an input VC */
    double routed;     /* cycles between a head's arrival and its request for the switch */
    double drawn_out; /* cycles by which slow channels before draw a packet out that meets nobody */
    double regained;  /* cycles of `routed` in which a body catches up that was delayed */
    double held;      /* cycles that an output VC is owned before its head can leave */
    double send, send2; /* moments of the time to send a packet into an empty buffer */
    double least_hold;  /* cycles that a packet owns an output VC if nothing is in its way */
    /* cycles by which heads keep their places longer than other flits, at routers of several
     * steps */
    double kept_longer;
    double parted;  /* share of packets between whose flits late credits of an only VC come */
    double outruns; /* cycles by which a router of several steps can pass a packet faster than the
                     * channel sends it */
    double spare;   /* cycles of `send` that the sender waits for the crossbar behind anyway */
    double longer;  /* share of packets that the buffer cannot hold */
    /* cycles of the crossbar for flits beyond the first that does not fit, mean of all
     * packets */
    double overhang;
    double gap; /* cycles that such a packet waits for credits if nothing is in its way */
    /* cycles by which the buffer is longer than the credits of a head take to come back */
    double outlasts;
    double kept;   /* flits of a packet that can lie in its buffer when the next one comes, */
    double behind; /* cycles after its last flit in which that asks for the switch */
    double codec;  /* cycles at the outer end of the channel, for a packet at a time */
    noc_source_queue source;
    noc_received received; /* where it ejects */
} noc_class_queue;

/* Use of a queue's stations, as a sweep has found it: how much of each is used, 1 where it
 * overflows. */
typedef struct noc_queue_used {
    double channel, input_vcs, source;
} noc_queue_used;

/* Use of the stations that a transition leads to. */
typedef struct noc_transition_used {
    double by_others; /* the switch, by other inputs */
    double vcs;
    double link; /* the link that they leave */
} noc_transition_used;

/* Waits of packets, cycles. */
typedef struct noc_queue_waits {
    double queue, stall;
    double source;   /* cycles before injection; 0 of links between routers */
    double outside;  /* part of `queue` that the buffer cannot hold: at the source */
    double onward;   /* waits of all its transitions, mean of its packets */
    double regained; /* cycles of what its packets' tails lag behind in which they catch up */
} noc_queue_waits;

typedef struct noc_transition_waits {
    double switches, vc, link;
    double
        refused; /* switch grants that its packets' input does not accept, for one that it does */
} noc_transition_waits;

typedef struct noc_queue_range {
    uint32_t first, end;
} noc_queue_range;

static inline uint32_t noc_queues_in(noc_queue_range range)
{
    return range.end - range.first;
}

/* A network of the design, with all its slices. None shares a channel with another, so each comes
 * to its fixed point by itself; slices come to it together, and fill each other's lanes. */
typedef struct noc_swept_network {
    noc_queue_range queues;
    struct noc_sweep *sweep; /* its own */
} noc_swept_network;

struct noc_contention {
    const noc_system *system;
    const noc_loads *loads;
    const noc_pair_shares *shares; /* the map's */
    unsigned derated;              /* kinds of resources whose channels are derated */
    noc_symmetry symmetry;         /* the map's */
    noc_transition *transitions;   /* transitions of one `from` after another */
    uint32_t *first_transition;    /* each queue, and one more */
    /* each part of the groups: those of one network after another, each after those that it leads
     * to */
    noc_class_queue *queues;
    uint32_t queue_count, transition_count;
    double class_rate[NOC_CLASSES]; /* unit packet rates */
    /* networks, by number, with a port whose packets can use several crossbar inputs at once */
    uint64_t spread;
    const struct noc_sweeper *sweeper; /* sweep/sweeper.h */
    noc_swept_network *networks;       /* networks that have queues */
    uint32_t network_count;
    /* room for what the last sweep has found */
    noc_queue_used *used;
    noc_transition_used *transitions_used;
    noc_queue_waits *waits;
    noc_transition_waits *transition_waits;
    double rate; /* packets per cycle of an injecting node, of the last sweeps */
    struct noc_class_rates *classes; /* class_waits.h; NULL: traffic has one class */
    /* places of waits along ways (class_waits.c), NULL: not found yet: queue by hop, or NOC_NONE;
     * pair of groups of each way on, hop by hop, pair_count: none */
    uint32_t *hop_queues, *hop_pairs;
    double *circles; /* holds_out by queue, kept where rates change; NULL: not yet */
    /* room of accepted.c */
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

/* True if the terminals of an injection channel send packets of both classes by it. */
static inline bool noc_takes_turns(const noc_contention *c, const noc_class_queue *q)
{
    if (!q->injects) return false;
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next)
        if (c->loads->groups[k].class != q->class) return true;
    return false;
}

/* The credit loop of a flit that goes on behind its head without a stop. */
static inline double noc_loop_of_body(const noc_class_queue *q)
{
    return q->loop - (q->routed - q->turnaround);
}

#endif
