/* analytic/contention/sweep/blocks.h: structures of the sweep: queues and transitions in blocks of
 * NOC_LANES, one per lane. Symbols in contention_state.h.
 *
 * The queues of a block do not lead to each other and are of one kind. Spare lanes repeat the
 * block's first queue, with no weight in any sum. The transitions of a block of queues lie in
 * blocks of their own: the first transition of each queue, the second of each, and so on; a queue
 * with fewer transitions repeats its first one, with no weight. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_BLOCKS_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_BLOCKS_H

#include <stdbool.h>

#include "analytic/contention/sweep/lanes.h"
#include "analytic/contention/sweep/sweeper.h"

static const double epsilon = 1e-9;         /* least denominator */
static const double unit_pace = 1.0 + 1e-9; /* one cycle per flit, with a margin for rounding */

/* Largest number of servers in the queues M/M/p and M/D/c that stand for packets side by side.
 * Beyond overload a tail may lag by any time, and the number would have no bound. */
static const double max_servers = 64.0;

/* ---- use of servers ------------------------------------------------------------------------- */

/* Constant b of the growth of waits near overload. A server of utilisation u <= 1 leaves the share
 * s of its time to packets that wait, where (2 s - (1 - u))^4 = (1 - u)^4 + b u. Well below u = 1
 * the share is 1 - u, as in equilibrium; at u = 1 it is small but positive, as for a queue that
 * grows during a finite time (after the coordinate transformation of Kimber and Hollis, Traffic
 * queues and delays at road junctions, TRRL report 909, 1979; the fourth power leaves waits at low
 * loads unchanged). docs/model.md (22a). */
static const double overload_constant = 4e-6; /* not derived; 1 / s is 45 at u = 1 */

/* Returns the utilisation 1 - s < 1 at which a server in equilibrium leaves the same share s. */
static inline lanes bound_utilization(lanes utilization)
{
    const lanes u = min_of(utilization, 1.0),
                idle = 1.0 - u; /* the equation has no solution above 1 */
    const lanes squared_idle = idle * idle;
    return 1.0 - 0.5 * (idle + square_root(square_root(squared_idle * squared_idle +
                                                       overload_constant * u)));
}

/* ---- queues: constants by station (contention_setup.h) --------------------------------------- */

/* Stations of many queues, a queue in each lane. Members are those of the station without lanes, in
 * the same order, for put_station (make.h); members of the sweep alone follow them. */

typedef struct packet_lanes {
    lanes flits, biased_length, length_variance, crossbar_cycles;
} packet_lanes;

/* Multicast packets, which fork into branches. */
typedef struct tree_lanes {
    lanes branches, fork_share, fork_outputs, slowest_waits;
    lanes crossbar_passes; /* crossbar passes per flit of the queue's packets (switch.h) */
    /* other branches of a flit's packet at the router behind, mean over all flits */
    lanes sibling_count;
    /* wait of a forking packet's slowest branch, over the wait of one branch */
    lanes slowest_wait;
    /* the slowest branch's wait for its siblings, over one branch's wait for siblings, over
     * `slowest_wait` */
    lanes sibling_wait;
} tree_lanes;

/* Choice among the channels over which packets are spread. */
typedef struct choice_lanes {
    lanes channels, blocking_share, random_overlap;
    /* rules other than random choice, all bits of a lane or none */
    lane_bits uses_turns, prefers_empty;
} choice_lanes;

typedef struct source_lanes {
    lanes codec, fanout, port_load, node_share, turn_loss, saved_wait, request_cycles, run_loss;
    choice_lanes slices, ports;
} source_lanes;

typedef struct output_lanes {
    lanes all_vcs, all_vcs_inverse, search_chance, restart_share, start_cycles, least_hold;
} output_lanes;

typedef struct allocation_lanes {
    lanes head_start, rounds, speculation, same_group_chance, same_input_chance;
} allocation_lanes;

typedef struct sending_lanes {
    lanes cycles, squared_cycles, spare_cycles, credit_period, credit_excess, parted_share,
        long_share, overhang;
} sending_lanes;

typedef struct credit_lanes {
    lanes buffer, loop, slack, spare_flits, spare_packets, kept_flits, next_packet_gap, head_excess;
} credit_lanes;

typedef struct input_lanes {
    lanes turnaround, routing_cycles, recovered_cycles, onward_cycles, rivals, same_vc_chance,
        jam_level;
    lanes vcs; /* VCs of the queue's packets */
    integer_lanes vc_count;
    integer_lanes front_packets, buffered_packets; /* most packets of other VCs, plus one */
    integer_lanes other_busy_vcs;                  /* VCs of a crossbar input, less one */
    uint32_t max_rivals;                           /* largest `rivals` of all lanes, plus one */
} input_lanes;

/* Pace of the channel, part of noc_channel_pace. */
typedef struct pace_lanes {
    lanes sender_lead, receiver_lead;
    lanes slot; /* cycles per flit of the channel, at most 1 */
} pace_lanes;

/* Load, at unit rate. */
typedef struct load_lanes {
    lanes packets, flits;
    lanes utilization; /* utilisation of the whole channel, at unit rate */
    lanes class_share; /* packets of the queue over all packets of the class */
} load_lanes;

/* ---- queues: results by station -------------------------------------------------------------- */

/* Results of the router behind a queue, means over the queue's transitions. */
typedef struct crossing_lanes {
    lanes dilation; /* cycles in the switch per flit */
    lanes refused;  /* refused grants per accepted one */
    lanes late;     /* cycles for which heads wait for a VC and for their link */
    /* Multicast packets. `taken`: chance that a branch is not sent in a cycle, since other packets
     * go first or own the VCs; `compete`: share of the branches with such a delay that compete for
     * their input. */
    lanes taken, compete;
} crossing_lanes;

/* Delays that packets bring from the previous router (tail_lag.h), cycles: means over all arrivals,
 * or the part of one transition in these means. */
typedef struct brought_delay_lanes {
    lanes lag; /* cycles by which tails come later than in an unstretched packet */
    /* part of `lag` in which flits of other packets for the same channel come between */
    lanes filled;
    /* cycles for which heads waited for that switch while they owned a VC of its output */
    lanes heads;
    /* service of the input VC in that router, times the chance that packets come from one VC */
    lanes upstream;
    /* Switches of several steps per cycle, and wide channels: */
    /* cycles for which packets own a VC of the switch after the switch could have passed them,
     * since their flits come over a link or wait for room in the output queue; less the part of the
     * lag in that queue */
    lanes owning;
    lanes queued; /* cycles for which packets waited in the output queue of that switch */
    /* cycles beyond `owning` until the flits of packets over wide channels arrive: value of this
     * sweep, which `late` approaches */
    lanes late_target;
    lanes late; /* the same, in the state */
} brought_delay_lanes;

/* Members of brought_delay_lanes, without `late`: those of all networks, and all. */
enum { BROUGHT_BY_ALL = 4, BROUGHT_MEMBERS = 7 };

/* Packets in the switch behind the queue, and the switch's grants (switch.h). */
typedef struct grant_lanes {
    /* packets of this queue that a packet of the channel meets, over the packet rate */
    lanes rival_flits;
    /* cycles in which packets get grants, and in which packets are at the switch, at unit rate */
    lanes granted_flits, served_flits;
    lanes met_rivals;     /* rivals that a packet meets */
    lanes grant_share;    /* share of the cycles at the switch in which an output grants a flit */
    lanes sibling_grants; /* grants of a packet's other branches that come together with its own */
} grant_lanes;

/* Service of an input VC: cycles from one packet to the next. */
typedef struct service_lanes {
    lanes mean, second_moment; /* moments, cycles and cycles^2 */
    lanes last_mean;           /* mean in the sweep before, cycles */
    lanes busy_mean;           /* mean while all VCs of the crossbar input have packets, cycles */
    /* Parts of the mean, cycles: delay by credits alone, beyond the time to send; wait for packets
     * of the same input port; wait for credits of the next channel. */
    lanes credit_delay, port_wait, credit_wait;
    lanes next_stall; /* stall of the next channel, cycles */
} service_lanes;

/* Mean waits of packets, and of senders that wait for room or credits, cycles. */
typedef struct wait_lanes {
    lanes queue;       /* wait behind packets of the same input VC */
    lanes source_part; /* part of `queue` at the source, as the buffer is full */
    lanes blocking;    /* wait that a packet causes for the other class of its source */
    lanes stall;       /* delay of credits at their senders */
    /* senders' wait for credits in runs of packets, as credits need their loop */
    lanes run_delay;
    lanes credits;        /* senders' wait for credits of short buffers */
    lanes heads;          /* wait of heads for VC, switch and link */
    lanes transitions;    /* wait at all transitions, times the queue's share of its class */
    lanes positive_heads; /* mean of the positive waits of heads, in buffers and stalls */
    lanes source;         /* wait before injection */
} wait_lanes;

/* Ownership of an output VC by packets on their way to this queue, cycles. */
typedef struct hold_lanes {
    lanes mean;       /* mean hold: cycles for which a packet owns a VC */
    lanes run_period; /* cycles from packet to packet among packets that wait for a VC */
    lanes peakedness; /* least hold over mean hold, at most 1: peakedness of the number of owners */
    lanes
        blocked_wait; /* wait of a packet that finds all VCs owned, with no other packet waiting */
    /* part of `blocked_wait` for the owner's late flits, where the owner did not wait */
    lanes late_wait;
} hold_lanes;

/* Utilisations of stations, as in noc_queue_utilization. */
typedef struct utilization_lanes {
    lanes input, source;
} utilization_lanes;

/* A block of queues, one per lane. */
typedef struct queue_lanes {
    uint32_t queue_numbers[NOC_LANES]; /* [lane]: queue of the contention model */
    unsigned count;                    /* lanes that are filled */
    lane_bits filled_lanes;            /* lanes that are filled: all bits of a lane or none */
    lane_bits requests;                /* lanes of requests; other lanes are replies */
    bool has_one_class;                /* true if all queues are of one class */
    bool is_injection, is_ejection, is_atomic;
    /* true if the channels of each queue have one VC */
    bool has_single_vc;
    /* true if packets of a single VC wait in a source queue of their own */
    bool has_source_queue;
    /* true if some sources send packets of both classes on the channel */
    bool has_both_classes;
    /* true if an injection channel brings flits faster than the crossbar input accepts them */
    bool has_slow_input;
    bool has_long_packets;  /* true if some queues have packets longer than the buffer */
    bool has_several_steps; /* true if some routers behind have several steps per cycle */
    bool has_wide_channels; /* true if some channels bring several flits per cycle */
    bool has_random_search; /* true if some heads search for VCs from a random place */
    bool has_forks;         /* true if some packets go on to several outputs */
    bool has_short_buffers; /* true if some buffers are shorter than their credit loop */
    uint32_t first_transition, end_transition; /* range of the block's transitions, in blocks */
    uint32_t first_peer, end_peer;             /* range of the block's peers, in blocks */

    packet_lanes packet;
    load_lanes load;
    tree_lanes tree;
    pace_lanes pace;
    source_lanes source;
    output_lanes output;
    sending_lanes sending;
    credit_lanes credits;
    input_lanes input;

    /* results */
    crossing_lanes crossed, next_sums; /* `next_sums`: sums of the present sweep */
    brought_delay_lanes brought;
    grant_lanes grants;
    service_lanes service;
    wait_lanes wait;
    hold_lanes hold;
    utilization_lanes utilization;
} queue_lanes;

/* ---- transitions ------------------------------------------------------------------------------
 * */

/* Figures of a transition's destination, and results of one step of a sweep for later steps; cycles
 * unless stated otherwise. */
typedef struct output_state_lanes {
    lanes hold, run_period, peakedness, blocked_wait, late_wait, stall, credits, run_delay,
        last_service; /* figures of the destination (hold_lanes, wait_lanes, service_lanes) */
    lanes head_wait;  /* mean of the positive waits of heads at the destination */
    lanes efficiency; /* efficiency of the output's grants */
    lanes others_utilization; /* utilisation of the output by other inputs */
    lanes met_packets;        /* packets of other inputs that a packet meets in the switch */
    lanes owned_probability;  /* chance that a packet finds all VCs owned */
    lanes owned_wait;         /* wait of a packet that finds all VCs owned */
    lanes vc_wait_ratio;      /* E[W^2] / E[W] of the wait for a VC */
    /* wait for packets of the same input port that are not at the front of their VCs */
    lanes buffer_wait;
    lanes port_wait; /* part of all waits: wait for packets of the same input port */
} output_state_lanes;

typedef struct pair_packet_lanes {
    lanes flits, biased_length, length_inverse, head_share, length_variance, relative_length;
} pair_packet_lanes;

typedef struct pair_pace_lanes {
    lanes cycles_per_flit, ratio, crossbar_lead, parallel_packets, tail_spread;
} pair_pace_lanes;

typedef struct pair_share_lanes {
    lanes weight, arriving, leaving, channel, same_vc, branch_waits;
    lanes of_class; /* packets of the transition over all packets of the class */
} pair_share_lanes;

typedef struct pair_switch_lanes {
    lanes other_flits, own_group_share, fair_share;
} pair_switch_lanes;

typedef struct pair_link_lanes {
    lanes port_flits, elsewhere_flits, input_flits, other_vc_share, output_share;
} pair_link_lanes;

typedef struct pair_vc_lanes {
    lanes own_packets, queued_share, packet_share, all_vcs, side_by_side;
} pair_vc_lanes;

/* Constants of the queue to which a transition leads, of several stations, so that a sweep need not
 * gather them. */
typedef struct destination_lanes {
    lanes packets;                                 /* packets of the queue, at unit rate */
    lanes flits, length_variance;                  /* noc_queue_packets */
    lanes vcs, vc_inverse;                         /* VCs of the queue; 1 / `vcs` */
    lanes all_vcs_inverse, start_cycles;           /* noc_output_vcs */
    lanes send;                                    /* `cycles` of noc_sending */
    lanes credit_period, parted_share, long_share; /* noc_sending */
    lanes gap;                                     /* noc_credits */
    allocation_lanes allocation;
    integer_lanes vcs_minus_two;
    integer_lanes extra_steps; /* whole steps of the router per cycle, less one */
    lanes steps_per_flit;      /* steps in the time of a flit on the channel */
    lanes step_fraction;       /* fractional part of the router's steps per cycle */
    lanes queue_room;          /* flits for which the queue at the channel has credits (output.h) */
} destination_lanes;

/* Grants of the switch (switch.h). */
typedef struct pair_grant_lanes {
    lanes refusals;
    lanes slowest_refusals; /* refused grants for which a packet's slowest branch waits */
    /* share of the output's flits, times the share of its grants that are accepted */
    lanes efficiency;
    /* cycles of the output, per flit, lost to heads that win the switch without a VC */
    lanes wasted_cycles;
} pair_grant_lanes;

/* Waits of noc_transition_waits, cycles. */
typedef struct pair_wait_lanes {
    lanes switches, vc, link;
    lanes head;         /* part of `switches`: wait of the packets' heads */
    lanes output_queue; /* wait in the output queue behind the switch (output.h) */
    lanes stretch;      /* part of `output_queue` by which packets are stretched */
    lanes room;         /* wait for room in the output queue */
    lanes flit_stall;   /* stall between the flits of a packet */
} pair_wait_lanes;

/* Utilisations of noc_transition_utilization. */
typedef struct pair_utilization_lanes {
    lanes other_inputs, vcs, link;
} pair_utilization_lanes;

/* A block of transitions, one per lane. */
typedef struct transition_lanes {
    uint32_t transition_numbers[NOC_LANES]; /* [lane]: transition of the contention model */
    /* [lane]: offset of the destination's members from the first block's, doubles */
    uint32_t destinations[NOC_LANES];
    uint32_t channel_parts[NOC_LANES]; /* [lane]: part of the channels of the destination */
    bool has_slow_packets;             /* true if some packets come slower than a flit per cycle */
    bool has_wide_channels; /* true if some channels on either side carry several flits per cycle */
    bool has_queues; /* true if the router passes flits faster than the channel, so flits queue */
    bool has_parallel_channels; /* true if some packets spread over parallel channels */
    bool has_gaps;              /* true if some packets wait for credits in an idle network */
    bool has_iterations;        /* true if some allocators have several iterations */
    bool has_speculation;       /* true if some heads speculate without yielding */
    pair_packet_lanes packet;
    pair_pace_lanes pace;
    pair_share_lanes share;
    pair_switch_lanes crossbar;
    pair_link_lanes link;
    pair_vc_lanes output;
    destination_lanes to;

    /* Figures at the present rate: */
    lanes elsewhere_utilization; /* share of the cycles in which the input sends to other outputs */
    /* waits of the packets for each other on their link into the router, cycles: behind packets at
     * the fronts of VCs; behind all packets */
    lanes front_link_wait, link_wait;

    /* results */
    lanes dilation;
    pair_grant_lanes grants;
    pair_wait_lanes wait;
    pair_utilization_lanes utilization;
} transition_lanes;

/* ---- all of a network ----------------------------------------------------------------------- */

/* Peers of queues: queues of the same channel, the queue itself included. */
typedef struct peer_lanes {
    /* [lane]: offset of the peer's members from the first block's, doubles */
    uint32_t places[NOC_LANES];
    lanes presence; /* 1 if there is a peer, else 0 */
    lanes
        rival_share; /* share of the peer's packets in other VCs than a given packet of the queue */
    lanes other_class; /* 1 if the peer is of the other class, else 0 */
} peer_lanes;

struct noc_sweep {
    const noc_contention *contention;
    noc_queue_range range;                       /* range of queues of this sweep */
    uint32_t first_transition, transition_count; /* transitions of the queues in `range` */
    bool has_codecs;                             /* true if some terminals have a codec */
    bool has_output_queues; /* true if some transitions have an output queue behind the switch */
    bool has_forks;         /* true if some packets fork */
    bool has_wide_channels; /* true if some channels carry several flits per cycle */
    double rate;            /* packets per cycle of an injecting node */
    lanes max_utilization, max_move; /* maxima over all queues of the sweep so far (noc_waits) */
    queue_lanes *queues;             /* [block of queues] */
    transition_lanes *transitions; /* [block of transitions], block of queues by block of queues */
    peer_lanes *peers;             /* [block of peers], block of queues by block of queues */
    uint32_t queue_blocks, transition_blocks, peer_blocks; /* numbers of blocks */
    uint32_t max_transitions; /* largest number of blocks of transitions of one block of queues */
    /* room: [block of transitions of one block of queues]: delays that its packets bring */
    brought_delay_lanes *brought;
    /* [transition]: offset of its members from the first block's, doubles; part of the channels of
     * its destination */
    uint32_t *transition_places, *output_parts;
    /* [part of the channels]: share of the switch's grants that are accepted */
    double *efficiency;
    struct packed_queue *packed_queues; /* queues in the order of the blocks (lane_packing.h) */
    /* [queue of the contention model]: offset of its members from the first block's, doubles */
    uint32_t *queue_places;
};

/* Gathers a member of queues; at: [lane]: offset of the queue's members, doubles. */
#define GATHER_QUEUES(sweep, member, at) gather((const double *)&(sweep)->queues->member, at)

/* Fills the spare lanes of a block with the first lane. */
static inline lanes repeat_first(const queue_lanes *q, lanes x)
{
    return pick(q->filled_lanes, x, every(x[0]));
}

/* Returns the mean of the positive waits, given the mean wait w of all packets, cycles. If few
 * packets wait, w has variance w^2 + w Fs, as in a service; if positive waits are exponential,
 * their mean is (w + Fs) / 2, and at least w. */
static inline lanes find_positive_wait(const queue_lanes *q, lanes wait)
{
    return max_of(wait, 0.5 * (wait + q->packet.biased_length));
}

/* Stores the utilisation of a station, and the maximum over all stations. */
static inline void record_utilization(noc_sweep *s, lanes *station, lanes utilization)
{
    *station = utilization;
    s->max_utilization = max_of(s->max_utilization, utilization);
}

#endif
