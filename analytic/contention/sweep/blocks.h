/* analytic/contention/sweep/blocks.h: queues and transitions by blocks of NOC_LANES, one in each
 * lane. Symbols and meanings in contention_state.h.
 *
 * Queues of a block do not lead to each other and are of one kind. Lanes that are left over repeat
 * the first one, with no weight in any sum. The transitions that leave the queues of a block lie
 * in blocks of their own: the first transition of each queue, the second of each, and so on; a
 * queue with fewer transitions repeats its first one, with no weight. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_BLOCKS_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_BLOCKS_H

#include <stdbool.h>

#include "analytic/contention/sweep/lanes.h"
#include "analytic/contention/sweep/sweeper.h"

static const double little = 1e-9;        /* keeps denominators positive */
static const double at_once = 1.0 + 1e-9; /* paces of a flit per cycle, as they are rounded */

/* Most servers of which slow packets find one free; beyond overload a tail may lag by any time. */
static const double most_servers = 64.0;

/* ---- use of servers ------------------------------------------------------------------------- */

/* Constant b. A server of utilisation u <= 1 leaves a share s of its time to packets that wait, (2
 * s - (1 - u))^4 = (1 - u)^4 + b u: 1 - u well below 1, where the queue settles, and a little at
 * 1, where it grows for as long as it is watched. One curve joins both, on which 1 / s, the growth
 * of waits, rises ever faster (after the coordinate transformation of Kimber and Hollis, Traffic
 * queues and delays at road junctions, TRRL report 909, 1979; the fourth power leaves waits at low
 * loads alone). docs/model.md (22a). */
static const double left_when_full = 4e-6; /* b, not derived: waits at u = 1 grow by 45 */

/* Utilisation below 1 at which a server in equilibrium leaves as large a share as at `used`. */
static inline lanes below_one(lanes used)
{
    const lanes u = min_of(used, 1.0), idle = 1.0 - u; /* limited to 1: no result beyond */
    const lanes square = idle * idle;
    return 1.0 - 0.5 * (idle + root_of(root_of(square * square + left_when_full * u)));
}

/* ---- constants ------------------------------------------------------------------------------ */

/* clang-format off */

/* Constants of queues, named as in noc_class_queue, by the member of a block that has them. */
#define PACKET_CONSTANTS(X)                                                                        \
    X(packet, flits) X(packet, biased) X(packet, length_variance) X(packet, through)
#define INPUT_CONSTANTS(X)                                                                         \
    X(input, vcs) X(input, all_vcs) X(input, each_vc) X(input, rivals) X(input, spacing)           \
    X(input, begins_anew) X(input, holds_out) X(input, hunts)
#define ROOM_CONSTANTS(X)                                                                          \
    X(room, buffer) X(room, beside) X(room, more) X(room, loop)                                    \
    X(room, longer) X(room, overhang) X(room, outlasts) X(room, kept) X(room, behind)
#define TIME_CONSTANTS(X)                                                                          \
    X(time, send) X(time, send2) X(time, turnaround) X(time, period) X(time, paced_by_credits)     \
    X(time, onward) X(time, held) X(time, least_hold) X(time, spare) X(time, regained)             \
    X(time, codec) X(time, routed) X(time, outruns) X(time, kept_longer)
#define TREE_CONSTANTS(X) X(tree, branches) X(tree, forking) X(tree, of_fork) X(tree, waits)
#define QUEUE_CONSTANTS(X)                                                                         \
    PACKET_CONSTANTS(X) INPUT_CONSTANTS(X) ROOM_CONSTANTS(X) TIME_CONSTANTS(X)

/* Constants of the sources of terminals, named as in noc_source_queue. */
#define SOURCE_CONSTANTS(X)                                                                        \
    X(source, fanout) X(source, turns) X(source, port_load) X(source, own_turn) X(source, spaced)  \
    X(source, taken_in) X(source, lost_in_runs)

/* Constants of transitions, named as in noc_transition. */
#define PAIR_PACKET_CONSTANTS(X)                                                                   \
    X(packet, flits) X(packet, biased) X(packet, each) X(packet, of_head)                          \
    X(packet, length_variance) X(packet, relative_length) X(packet, pace) X(packet, hurried)       \
    X(packet, came) X(packet, abreast) X(packet, spread)
#define PAIR_LOAD_CONSTANTS(X)                                                                     \
    X(load, others) X(load, along_port) X(load, elsewhere) X(load, input) X(load, own_packets)
#define PAIR_PART_CONSTANTS(X)                                                                     \
    X(part, weight) X(part, waits) X(part, to_share) X(part, from_share) X(part, channel_share) X(part, spacing)  \
    X(part, own_group) X(part, other_vcs) X(part, queued) X(part, fair)
#define TRANSITION_CONSTANTS(X)                                                                    \
    PAIR_PACKET_CONSTANTS(X) PAIR_LOAD_CONSTANTS(X) PAIR_PART_CONSTANTS(X)

/* Constants of the noc_class_queue that a transition leads to. */
#define OUTPUT_CONSTANTS(X)                                                                        \
    X(out, flits) X(out, length_variance) X(out, vcs) X(out, all_vcs) X(out, each_vc)              \
    X(out, side_by_side) X(out, alike) X(out, held) X(out, head_start) X(out, rounds)              \
    X(out, send) X(out, period) X(out, gap) X(out, longer) X(out, buffer)                          \
    X(out, loop) X(out, inputs_alike) X(out, parted)

/* clang-format on */

#define LANES_MEMBER(group, name) lanes name;

/* ---- queues --------------------------------------------------------------------------------- */

/* Lengths of packets. */
typedef struct packet_lanes {
    PACKET_CONSTANTS(LANES_MEMBER)
} packet_lanes;

/* Load, at unit rate. */
typedef struct load_lanes {
    lanes packets, flits;
    lanes in_use; /* use of the whole channel, at unit rate */
    lanes passes; /* packets of the queue, over the packets of their class */
} load_lanes;

/* The VCs of the input behind the channel. */
typedef struct input_lanes {
    INPUT_CONSTANTS(LANES_MEMBER)
    whole_lanes whole_vcs;
    whole_lanes in_front, in_buffers; /* packets of other VCs, and one more */
    whole_lanes others_busy;          /* VCs of a crossbar input, less one */
    uint32_t most_rivals;             /* most rivals of all lanes, and one more */
} input_lanes;

/* Room in a VC's buffer, and the part of longer packets that does not fit. */
typedef struct room_lanes {
    ROOM_CONSTANTS(LANES_MEMBER)
} room_lanes;

/* Times of a packet with nothing in its way, cycles. */
typedef struct time_lanes {
    TIME_CONSTANTS(LANES_MEMBER)
    lanes hurried; /* noc_queue_speed */
    lanes slot;    /* cycles in which the channel brings a flit, one at most */
} time_lanes;

/* Packets that fork, with members as in noc_queue_tree; mean passes of the crossbar for a flit of
 * one of the queue's packets (switch.h). */
typedef struct tree_lanes {
    TREE_CONSTANTS(LANES_MEMBER)
    lanes passes;
    lanes siblings; /* other branches behind of the packet that a flit belongs to, mean over all */
    /* wait of the slowest branch of a packet that forks, over the wait of one branch */
    lanes slowest;
    /* slowest branch's wait for its siblings, over that of one branch, divided by `slowest` */
    lanes between;
} tree_lanes;

typedef struct choice_lanes {
    lanes channels, share, at_random;
    lane_bits in_turn, empty; /* rule of the choice, where it is not random */
} choice_lanes;

/* Constants that only queues of terminals have. */
typedef struct source_lanes {
    SOURCE_CONSTANTS(LANES_MEMBER)
    choice_lanes slices, ports;
} source_lanes;

/* Numbers that a queue gets from the router behind: means over its transitions. */
typedef struct crossed_lanes {
    lanes dilation;
    lanes refused; /* refused grants per accepted one, as in noc_transition_waits */
    lanes late;    /* cycles that heads wait for a VC and for their link */
    /* packets that fork only: chance that a branch is not sent in a cycle, as others go first or
     * own the VCs; share of the branches parted by this that compete for their input */
    lanes taken, compete;
} crossed_lanes;

/* Delays that packets bring along from the router before (tail_lag.h): mean over all arrivals, or
 * the part of one transition in that mean. */
typedef struct brought_lanes {
    lanes lag;    /* cycles by which tails come later than their heads */
    lanes filled; /* part of `lag`: cycles in which flits for the same channel come between */
    /* Cycles for which packets own a VC of a switch of several steps beyond those in which it
     * passes them, as their flits come over a link or wait for room in the queue behind it; less
     * the part of the lag in that queue. */
    lanes owning;
    /* cycles beyond `owning` for which flits of packets over wide channels are not there yet; the
     * number towards which it moves */
    lanes late, late_now;
    lanes queued;   /* cycles that they waited in the queue behind that switch */
    lanes heads;    /* cycles that their heads waited for the switch, owning a VC of it */
    lanes upstream; /* service in that router times `spacing`, cycles */
} brought_lanes;

/* Packets in the switch behind, and its grants (switch.h). */
typedef struct grant_lanes {
    /* packets of the queue that a packet of the channel meets, over their load there */
    lanes rival_flits;
    /* cycles of the switch in which they get grants; cycles in which they are there; at unit
     * rate */
    lanes granted_flits, served_flits;
    lanes met;      /* rivals that a packet meets */
    lanes granted;  /* share of the cycles in which an output grants a flit there */
    lanes siblings; /* grants of other branches of a packet that come with one of its own */
} grant_lanes;

/* Service: cycles from one packet of an input VC to the next. */
typedef struct service_lanes {
    lanes mean, second; /* moments, cycles and cycles^2 */
    lanes last;         /* mean in the sweep before, cycles */
    lanes all_busy;     /* mean while all VCs of its crossbar input have packets, cycles */
    /* parts of the mean: cycles that credits alone add to the time to send, in step with those
     * upstream; waits for packets of the same port; waits for credits of the next channel */
    lanes paced, among_own, onward_credits;
    lanes onward_stall; /* stalls of the next channel, cycles */
} service_lanes;

/* Mean waits, cycles: of packets, and of senders that wait for them. */
typedef struct wait_lanes {
    lanes queue;
    lanes outside;      /* part of `queue` beyond the buffer: at the source */
    lanes blocks;       /* wait for room that a packet causes the other class of its source */
    lanes stall;        /* cycles by which credits come late to their senders */
    lanes late_in_runs; /* senders' wait for credits that nothing else holds up */
    lanes credits;      /* senders' wait for credits of the channel beyond the stall */
    lanes start;        /* waits of heads for VC and switch */
    lanes transitions;  /* waits of all its transitions, for a packet of its class */
    lanes where_any;    /* wait of heads that wait at all, in buffers and stalls */
    lanes source;       /* wait before injection */
} wait_lanes;

/* The output VC that a packet owns on its way to this queue. */
typedef struct hold_lanes {
    lanes mean;    /* mean cycles that a packet owns it */
    lanes in_runs; /* cycles between two packets among those that wait for it */
    lanes peak;    /* least hold over the mean hold */
    lanes blocked; /* wait of a packet that finds all VCs owned, with few others waiting */
    lanes late; /* part of `blocked`: flits that are not there yet, where no packet waited before */
} hold_lanes;

/* Use of its stations, as in noc_queue_used. */
typedef struct used_lanes {
    lanes input, source;
} used_lanes;

typedef struct queue_lanes {
    uint32_t of[NOC_LANES]; /* [lane]: queue of the contention */
    unsigned count;         /* lanes that are filled */
    lane_bits there;
    lane_bits requests; /* class, by lane */
    bool one_class;     /* true if all queues are of one class */
    bool injects, ejects, atomic;
    /* true if all queues are alone: one VC, or one on each channel that they spread over */
    bool single;
    /* sources: true for packets of a single VC that come from a queue of their own */
    bool from_queue;
    /* sources: true if some send packets of the other class on the channel, too */
    bool takes_turns;
    /* sources: true if the channel brings flits faster than the crossbar's input accepts them */
    bool outruns_input;
    bool overflows;     /* true if some have packets longer than the buffer */
    bool hurries;       /* true if the router behind has several steps */
    bool wide;          /* true if some channels bring several flits per cycle */
    bool hunts;         /* true if heads of some search VCs from anywhere on */
    bool forks;         /* true if packets of some go on to several outputs */
    bool lacks_credits; /* true if some have buffers shorter than their credit loop */
    uint32_t first_transition, end_transition; /* range of blocks of transitions */
    uint32_t first_mate, end_mate;

    packet_lanes packet;
    load_lanes load;
    input_lanes input;
    room_lanes room;
    time_lanes time;
    tree_lanes tree;
    source_lanes source;

    /* results */
    crossed_lanes crossed, next; /* next: sums being made */
    brought_lanes brought;
    grant_lanes grants;
    service_lanes service;
    wait_lanes wait;
    hold_lanes hold;
    used_lanes used;
} queue_lanes;

/* ---- transitions ------------------------------------------------------------------------------
 * */

/* Figures that a transition finds at its destination, and tells later steps of its sweep. */
typedef struct meeting_lanes {
    lanes hold, in_runs, peak, blocked, late, stall, credits, late_in_runs,
        last_service;     /* figures of the queue there (hold_lanes, wait_lanes, service_lanes) */
    lanes there;          /* cycles that heads wait there */
    lanes efficiency;     /* efficiency of the output's grants */
    lanes taken;          /* share of the output's cycles that flits of other inputs use */
    lanes met;            /* packets of other inputs that one packet meets in the switch */
    lanes owned;          /* chance that a packet finds all VCs owned */
    lanes owned_for;      /* cycles that a packet waits if all VCs are owned */
    lanes vc_wait_length; /* E[W^2] / E[W] of the wait for a VC */
    lanes behind;         /* wait for packets of the same port behind the front of their VCs */
    lanes among_own;      /* part of the waits, for packets of the same input port */
} meeting_lanes;

/* Lengths of packets, and the pace at which they come. */
typedef struct pair_packet_lanes {
    PAIR_PACKET_CONSTANTS(LANES_MEMBER)
} pair_packet_lanes;

/* Loads, at unit rate. */
typedef struct pair_load_lanes {
    PAIR_LOAD_CONSTANTS(LANES_MEMBER)
    lanes passes; /* packets of the transition, over the packets of their class */
} pair_load_lanes;

/* Part of a transition in the queues and channels at both ends, and its share of the output. */
typedef struct pair_part_lanes {
    PAIR_PART_CONSTANTS(LANES_MEMBER)
    lanes along, packet; /* noc_pair_shares */
} pair_part_lanes;

/* The queue that a transition leads to. */
typedef struct output_lanes {
    OUTPUT_CONSTANTS(LANES_MEMBER)
    lanes packets;    /* packets of the queue, at unit rate */
    lanes each_own;   /* 1 / its VCs */
    lanes speculates; /* 1: speculative switch requests do not yield */
    whole_lanes vcs_but_two;
    whole_lanes steps_more; /* whole part of the steps of its router per cycle, less one */
    lanes tries;            /* steps in the time of a flit on the channel */
    lanes queue_room;       /* flits that credits let wait for the channel (output.h) */
    lanes part_of_step;     /* rest of the steps beside the whole ones */
    bool queues;     /* true if steps outnumber the flits that the channel carries, which queue */
    bool in_turn;    /* true if some spread over channels side by side */
    bool with_gaps;  /* true if some have packets that wait for credits with nothing in their way */
    bool iterations; /* true if some have allocators of several iterations */
    bool speculate;  /* true if some have heads that speculate */
} output_lanes;

/* Grants of the switch (switch.h). */
typedef struct pair_grant_lanes {
    lanes refused;
    lanes again; /* refused grants that a packet's slowest branch waits for */
    /* part in the output's efficiency: its share of the output's flits, times the share of its
     * grants that are accepted */
    lanes efficiency;
    /* cycles of the output per flit lost to heads that win the switch without a VC */
    lanes wasted;
} pair_grant_lanes;

/* Waits of noc_transition_waits, cycles. */
typedef struct pair_wait_lanes {
    lanes switches, vc, link;
    lanes head;      /* part of the wait for the switch: wait of its packets' heads */
    lanes behind;    /* wait in the queue behind the switch (output.h) */
    lanes drawn_out; /* part of `behind` by which packets are drawn out */
    lanes room;      /* wait for room in the queue behind the switch */
    lanes parted;    /* stall between the flits of its packets */
} pair_wait_lanes;

/* Uses of noc_transition_used. */
typedef struct pair_used_lanes {
    lanes by_others, vcs, link;
} pair_used_lanes;

typedef struct transition_lanes {
    uint32_t of[NOC_LANES]; /* [lane]: transition of the contention */
    /* [lane]: doubles from a member of the first block of queues to that of its destination */
    uint32_t to[NOC_LANES];
    uint32_t place[NOC_LANES]; /* [lane]: part of the channels of its destination */
    bool paced;                /* true if some come slower than a flit per cycle */
    bool wide; /* true if some come from, or go to, channels of several flits per cycle */
    pair_packet_lanes packet;
    pair_load_lanes load;
    pair_part_lanes part;
    output_lanes out;

    /* figures at the present rate: */
    lanes taken; /* share of the cycles in which the input sends to other outputs */
    /* waits of its packets for each other on their link into the router, cycles: behind packets at
     * the front; behind all */
    lanes front_before, before;

    /* results */
    lanes dilation;
    pair_grant_lanes grants;
    pair_wait_lanes wait;
    pair_used_lanes used;
} transition_lanes;

/* ---- all of a network ----------------------------------------------------------------------- */

/* A queue of the same channel, or the queue itself. */
typedef struct mate_lanes {
    /* [lane]: doubles from a member of the first block to that of the mate */
    uint32_t at[NOC_LANES];
    lanes there; /* 1: a mate is there */
    lanes met; /* share of the mate's packets that are in other VCs than a given one of the queue */
    lanes other; /* 1: the mate is of the other class, both from the same terminals */
} mate_lanes;

struct noc_sweep {
    const noc_contention *contention;
    noc_queue_range range; /* range of queues of this sweep */
    uint32_t first_transition, transition_count;
    bool has_codecs;
    bool queues_behind; /* true if some transition has a queue behind its switch */
    bool forks;         /* true if some packets fork */
    bool wide;          /* true if some packets use channels of several flits per cycle */
    double rate;
    lanes most_used, moved_most; /* maxima over all queues so far, as in noc_waits */
    queue_lanes *queues;
    transition_lanes *transitions;
    mate_lanes *mates;
    uint32_t queue_blocks, transition_blocks, mate_blocks;
    uint32_t most_transitions; /* most blocks of transitions that leave one block of queues */
    brought_lanes *brought; /* room for each block of transitions that leaves a block of queues */
    /* [transition]: doubles from a member of the first block to its own; part of the channels that
     * it leads to */
    uint32_t *places, *outputs;
    /* [part of the channels]: share of the switch's grants that are accepted */
    double *efficiency;
    struct seat *seats; /* seats of the queues, block by block (lane_packing.h) */
    uint32_t *of_queue; /* [queue of the contention]: place, as those of transitions */
};

/* A member of the queues at these places. */
#define GATHER_QUEUES(sweep, member, at) gather((const double *)&(sweep)->queues->member, at)

/* Fills lanes that are left over with the first one. */
static inline lanes repeat_first(const queue_lanes *q, lanes x)
{
    return pick(q->there, x, every(x[0]));
}

/* Wait of packets that wait at all. If few packets wait, a mean wait w has variance w^2 + w Fs, as
 * in a service: if exponential where packets wait, the wait there is (w + Fs) / 2, and not less
 * than w. */
static inline lanes wait_where_any(const queue_lanes *q, lanes wait)
{
    return max_of(wait, 0.5 * (wait + q->packet.biased));
}

/* Notes the use of a station, and the maximum over all stations. */
static inline void note_used(noc_sweep *s, lanes *station, lanes used)
{
    *station = used;
    s->most_used = max_of(s->most_used, used);
}

#endif
