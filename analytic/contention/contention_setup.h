/* analytic/contention/contention_setup.h: construction of the contention model: the constants of a
 * system that do not depend on the load, station by station on a packet's way. Symbols in
 * contention_state.h. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_SETUP_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_SETUP_H

#include "analytic/contention/contention.h"
#include "base/arena.h"

/* ---- stations of a queue: one channel, from its sender to the router behind ------------------ */

/* Lengths of a queue's packets, cycles of the channel (flits on a channel of one per cycle). */
typedef struct noc_queue_packets {
    double flits, biased_length; /* mean E[F] and size-biased mean Fs */
    double length_variance;      /* E[F^2] - E[F]^2 */
    double crossbar_cycles;      /* cycles at the crossbar input behind; more on a slow channel */
} noc_queue_packets;

/* Multicast packets of a queue, which fork into branches at routers. */
typedef struct noc_queue_tree {
    double branches; /* mean outputs to which a packet of the queue goes on; 1 without multicast */
    double fork_share;    /* share of the queue's packets that go to several terminals */
    double fork_outputs;  /* mean outputs to which a packet to several terminals goes on */
    double slowest_waits; /* waits of a packet behind the queue per wait of a branch */
} noc_queue_tree;

/* VC allocation: the VCs of the channel among which heads at the sender choose, and that packets
 * own one after the other. */
typedef struct noc_output_vcs {
    double all_vcs, all_vcs_inverse; /* VCs of all channels in `side_by_side`; 1 / `all_vcs` */
    /* chance that a head's search for a free VC begins at a given VC, where searches begin anywhere
     * among the VCs of all outputs; 0: heads try VCs in turn */
    double search_chance;
    /* share of packets whose input VC sent its previous packet to another output */
    double restart_share;
    double start_cycles;   /* cycles for which a packet owns its VC before its head can leave */
    double least_hold;     /* cycles for which a packet owns its VC in an idle network */
    double side_by_side;   /* channels over which the packets spread in turn, or by load */
    double other_vc_share; /* share of the group's packets in other VCs than a given packet's */
} noc_output_vcs;

/* Switch allocation at the sender: the output that inputs use in turn. */
typedef struct noc_switch_allocation {
    /* flits by which a packet is ahead of a packet that it meets in the switch; its head waits as
     * many cycles */
    double head_start;
    double rounds;            /* iterations of the allocator; INFINITY for a maximum matching */
    double speculation;       /* 1: speculative switch requests do not yield; else 0 */
    double same_group_chance; /* probability that two flits of other groups are of one group */
    double same_input_chance; /* probability that two flits come from one input port */
} noc_switch_allocation;

/* Credits of the VCs: the buffer behind the channel, and the loop of its credits. Cycles; times
 * without a unit in their names are those for which a full buffer of flits keeps the channel
 * busy. */
typedef struct noc_credits {
    double buffer; /* a VC's buffer */
    /* credits for one flit per cycle: cycles of the credit loop, with the routing of heads that
     * does not overlap with the packet before */
    double loop;
    double slack; /* cycles by which the buffer lasts longer than a head's credits need */
    double spare_flits, spare_packets; /* room beside a packet: flits, and whole packets */
    double kept_flits; /* flits of a packet that can be in its buffer when the next packet comes */
    /* cycles between a packet's last flit and the next packet's request for the switch */
    double next_packet_gap;
    /* cycles by which a head keeps its buffer slot longer than other flits; 0 unless the router has
     * several steps per cycle */
    double head_excess;
    /* cycles for which a packet longer than the buffer waits for credits in an idle network */
    double gap;
} noc_credits;

/* Input VC behind the channel: a FIFO whose first packet is routed, gets an output VC and asks for
 * the switch, while the packets behind it wait (head-of-line blocking). */
typedef struct noc_input_vc {
    double turnaround;     /* cycles between two packets of the VC */
    double routing_cycles; /* cycles between a head's arrival and its request for the switch */
    /* cycles of `routing_cycles` in which a stretched body catches up with its head */
    double recovered_cycles;
    double onward_cycles; /* cycles for which a packet uses its VC while an idle network sends it */
    double rivals;        /* VCs of the crossbar input that packets of the channel use, less one */
    double same_vc_chance; /* probability that two packets come from one upstream VC */
    /* utilisation of the VCs beyond which waits grow without end (contention_circles.c) */
    double jam_level;
} noc_input_vc;

/* Receiver at an ejection channel: second moments of all packets that reach the terminal over it,
 * per cycle at unit rate: lambda E[F^2] of flits; lambda E[S^2] of cycles S for which a packet uses
 * the channel. */
typedef struct noc_receiver {
    double squared_flits, squared_cycles;
} noc_receiver;

/* ---- stations of a transition: one way through a router -------------------------------------- */

/* Lengths of the packets, cycles of the output. */
typedef struct noc_transition_packets {
    double flits, biased_length; /* mean E[F] and size-biased mean Fs */
    double length_inverse;       /* 1 / E[F] */
    double head_share;           /* share of a packet's wait for which its head waits */
    double length_variance;      /* E[F^2] - E[F]^2 */
    double relative_length;      /* E[F] over the E[F] of the output's group */
} noc_transition_packets;

/* Pace at which the packets' flits come, beside the pace of the output. */
typedef struct noc_transition_pace {
    double cycles_per_flit; /* pace at which credits come back, over the output's */
    double ratio; /* cycles of a flit on the channel before the router, over its cycles behind */
    /* cycles by which the router can pass a packet faster than the output channel sends it */
    double crossbar_lead;
    /* packets that the output sends side by side, 0 unless a channel of several flits per cycle is
     * involved; cycles by which a tail comes later than the router could pass it */
    double parallel_packets, tail_spread;
} noc_transition_pace;

/* Shares of the transition, with its images, in sums over a queue (a before the router, b behind)
 * or over a channel. */
typedef struct noc_transition_shares {
    double weight;       /* lambda_p / lambda_a: packets of group a, over the images that leave a */
    double arriving;     /* lambda_p / lambda_b: packets of group b, over the images that reach b */
    double leaving;      /* flits of group a, over the images that leave a */
    double channel;      /* flits of channel B, over the images that reach B */
    double same_vc;      /* part of the `same_vc_chance` of b, over the images that reach b */
    double branch_waits; /* waits of a packet per wait of a branch; 1 without multicast */
} noc_transition_shares;

/* Switch: the output, which other inputs use as well. Flits per cycle at unit rate. */
typedef struct noc_transition_switch {
    double other_flits;     /* flits of other inputs on the output */
    double own_group_share; /* share of these flits on the output's group */
    /* share of the output that the input gets while other inputs always compete */
    double fair_share;
} noc_transition_switch;

/* Link that the packets of one input port share, before and behind the router. Flits per cycle at
 * unit rate. */
typedef struct noc_transition_link {
    double port_flits;      /* flits of the input on the output, f_AB */
    double elsewhere_flits; /* flits of the input to other outputs per crossbar input */
    double input_flits;     /* flits of the input to all outputs per crossbar input */
    /* share of the input's packets to the output in other VCs than a given packet's */
    double other_vc_share;
    double output_share; /* share of the input's flits that go to the output (noc_pair_shares) */
} noc_transition_link;

/* Output VCs for which the packets' heads wait. */
typedef struct noc_transition_vcs {
    double own_packets; /* packets from one VC of the input to b, lambda_Ab, at unit rate */
    /* share of other inputs' load that can queue in front of a packet that waits for a VC */
    double queued_share;
    double packet_share; /* share of b's packets that come from the input (noc_pair_shares) */
    /* VCs that the packets choose from, on all links that they may use; packets that own one of
     * these VCs, over packets that own a VC of the output */
    double all_vcs, side_by_side;
} noc_transition_vcs;

/* ---- construction ---------------------------------------------------------------------------- */

/* Makes the contention model of a system in the arena, without derated channels. NULL when out of
 * memory. System and map must outlive the model. */
noc_contention *noc_contention_new(const noc_system *system, const noc_flow_map *map,
                                   noc_arena *arena);

/* Describes the contention model again, in the same memory, at the map's present rates, with 5 %
 * less capacity of the channels of a set of kinds (network/graph/resources.h; 0: no kind). States
 * keep their size; sweeps have to begin again. False when out of memory: the model must not be used
 * then. */
bool noc_contention_derate(noc_contention *c, unsigned kinds);

#endif
