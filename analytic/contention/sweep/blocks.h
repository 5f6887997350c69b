/* analytic/contention/sweep/blocks.h: queues and transitions by blocks of NOC_LANES, one in each
 * lane. Symbols and meanings in contention_state.h.
 *
 * Queues of a block do not lead to each other and are of one kind. Lanes that are left over repeat
 * the first one, with no weight in any sum. The transitions that leave the queues of a block lie in
 * blocks of their own: the first transition of each queue, the second of each, and so on; a queue
 * that has fewer repeats its first one, likewise. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_BLOCKS_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_BLOCKS_H

#include <stdbool.h>

#include "analytic/contention/sweep/lanes.h"
#include "analytic/contention/sweep/sweeper.h"

static const double little = 1e-9;        /* keeps denominators positive */
static const double at_once = 1.0 + 1e-9; /* paces of a flit a cycle, as they are rounded */

/* Servers of which packets that slow find one free; beyond overload a tail may lag by any time. */
static const double most_servers = 64.0;

/* ---- use of servers ------------------------------------------------------------------------- */

/* A server used at u <= 1 leaves a share s of its time to packets that wait,
 * (2 s - (1 - u))^4 = (1 - u)^4 + b u: 1 - u well below 1, where the queue settles, and a little at
 * 1, where it grows for as long as it is watched. One curve joins both, on which 1 / s, the growth
 * of waits, rises ever faster (after the coordinate transformation of Kimber and Hollis, Traffic
 * queues and delays at road junctions, TRRL report 909, 1979; the fourth power leaves waits at low
 * loads alone). docs/model.md (22a). */
static const double left_when_full = 4e-6; /* b, not derived: waits at u = 1 grow by 45 */

/* Use of a server in equilibrium that leaves as large a share as one that is used so much. */
static inline lanes below_one(lanes used)
{
    const lanes u = min_of(used, 1.0), idle = 1.0 - u; /* nothing is answered above */
    const lanes square = idle * idle;
    return 1.0 - 0.5 * (idle + root_of(root_of(square * square + left_when_full * u)));
}

/* ---- constants ------------------------------------------------------------------------------ */

/* clang-format off */

/* Constants of queues, the same as in noc_class_queue, by the member of a block that has them. */
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

/* Constants of the sources of terminals, the same as in noc_source_queue. */
#define SOURCE_CONSTANTS(X)                                                                        \
    X(source, fanout) X(source, turns) X(source, port_load) X(source, own_turn) X(source, spaced)  \
    X(source, taken_in) X(source, lost_in_runs)

/* Constants of transitions, the same as in noc_transition. */
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
    lanes in_use; /* use of the whole channel */
    lanes passes; /* packets, over those of their class */
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
    lanes slot;    /* cycles that the channel takes to bring a flit, one at most */
} time_lanes;

/* Packets that fork, the same as in noc_queue_tree; passes of the crossbar for a flit of one of the
 * queue's packets, mean (switch.h). */
typedef struct tree_lanes {
    TREE_CONSTANTS(LANES_MEMBER)
    lanes passes;
    lanes siblings; /* other branches of the packet that a flit belongs to behind, mean of all */
    lanes slowest;  /* wait of the slowest branch of a packet that forks, over that of one */
    lanes between;  /* the same of their waits for each other, over the former */
} tree_lanes;

typedef struct choice_lanes {
    lanes channels, share, at_random;
    lane_bits in_turn, empty; /* the choice, where it is not at random */
} choice_lanes;

/* Constants that only queues of terminals have. */
typedef struct source_lanes {
    SOURCE_CONSTANTS(LANES_MEMBER)
    choice_lanes slices, ports;
} source_lanes;

/* Numbers that a queue learns from the router behind: means of its transitions. */
typedef struct crossed_lanes {
    lanes dilation;
    lanes refused; /* the same as in noc_transition_waits */
    lanes late;    /* cycles that heads wait for a VC and for their link */
    /* packets that fork only: chance that a branch is not sent in a cycle, as others go first or
     * own the VCs; share of the branches that are apart by this which compete for their input */
    lanes taken, compete;
} crossed_lanes;

/* Delays that packets bring along from the router before (tail_lag.h): mean of all that come, or
 * the part of one transition over all of them. */
typedef struct brought_lanes {
    lanes lag;    /* cycles by which their tails come later than their heads */
    lanes filled; /* part of these, cycles in which flits for the same channel come between */
    /* Cycles for which packets own a VC of a switch of several steps beyond those that it takes to
     * pass them, as their flits come over a link or wait for room in the queue behind it; less the
     * part of the lag that is in that queue. */
    lanes owning;
    /* cycles beyond `owning` for which flits of packets over wide channels are not there yet; the
     * number towards which it moves */
    lanes late, late_now;
    lanes queued;   /* cycles that they waited in that queue */
    lanes heads;    /* cycles that their heads waited for the switch, owning a VC of it */
    lanes upstream; /* service there, times `spacing` */
} brought_lanes;

/* Packets in the switch behind, and its grants (switch.h). */
typedef struct grant_lanes {
    /* packets of the queue that one of the channel meets, over their load there */
    lanes rival_flits;
    /* cycles of the switch that they are granted, and are there for, at unit rate */
    lanes granted_flits, served_flits;
    lanes met;      /* rivals that a packet meets */
    lanes granted;  /* share of the cycles in which an output grants a flit there */
    lanes siblings; /* grants of other branches of a packet that come with one of its own */
} grant_lanes;

/* Service: cycles from one packet of an input VC to the next. */
typedef struct service_lanes {
    lanes mean, second; /* moments */
    lanes last;         /* the mean, in the sweep before */
    lanes all_busy;     /* the mean while all VCs of its crossbar input have packets */
    /* parts of it: cycles that credits alone take beyond the time to send, in step with those
     * upstream; waits for packets of the same port; waits for credits of the next channel */
    lanes paced, among_own, onward_credits;
    lanes onward_stall; /* stalls of the next channel */
} service_lanes;

/* Waits, cycles: of packets, and of those who wait for them. */
typedef struct wait_lanes {
    lanes queue;
    lanes outside; /* part of it that the buffer cannot hold: at the source */
    lanes blocks;  /* cycles that a packet keeps the other class of its source waiting for room */
    lanes stall;   /* cycles by which credits come late to those who send them */
    lanes late_in_runs; /* cycles that they wait for credits that nothing else holds up */
    lanes credits;      /* cycles beyond the stall that they wait for credits of the channel */
    lanes start;        /* waits of heads, for VC and switch */
    lanes transitions;  /* waits of all its transitions, for a packet of its class */
    lanes where_any;    /* wait of heads that wait at all, in buffers and stalls */
    lanes source;       /* before injection */
} wait_lanes;

/* The output VC that a packet owns on its way here. */
typedef struct hold_lanes {
    lanes mean;    /* cycles that it owns one */
    lanes in_runs; /* cycles between two packets of those that wait for it */
    lanes peak;    /* the least of it, over it */
    lanes blocked; /* wait of a packet that finds all owned, where others have few */
    lanes late;    /* part of `blocked`: flits that are not there yet, where nobody waited before */
} hold_lanes;

/* Use of its stations, the same as in noc_queue_used. */
typedef struct used_lanes {
    lanes input, source;
} used_lanes;

typedef struct queue_lanes {
    uint32_t of[NOC_LANES]; /* queue of the contention */
    unsigned count;         /* lanes that are there */
    lane_bits there;
    lane_bits requests; /* the class */
    bool one_class;     /* all of them are of one */
    bool injects, ejects, atomic;
    bool single; /* all of them are alone: one VC, or one on each channel that they spread over */
    bool from_queue;  /* sources: packets of a single VC that come from a queue of their own */
    bool takes_turns; /* sources: some send packets of the other class by the channel, too */
    /* sources: the channel brings flits faster than the crossbar's input takes them */
    bool outruns_input;
    bool overflows;     /* some have packets that the buffer cannot hold */
    bool hurries;       /* the router behind has several steps */
    bool wide;          /* some channels bring several flits a cycle */
    bool hunts;         /* heads of some look for VCs from anywhere on */
    bool forks;         /* packets of some go on to several outputs */
    bool lacks_credits; /* some have buffers that are shorter than their credit loop */
    uint32_t first_transition, end_transition; /* blocks */
    uint32_t first_mate, end_mate;

    packet_lanes packet;
    load_lanes load;
    input_lanes input;
    room_lanes room;
    time_lanes time;
    tree_lanes tree;
    source_lanes source;

    /* results */
    crossed_lanes crossed, next; /* next: sums under way */
    brought_lanes brought;
    grant_lanes grants;
    service_lanes service;
    wait_lanes wait;
    hold_lanes hold;
    used_lanes used;
} queue_lanes;

/* ---- transitions ------------------------------------------------------------------------------
 * */

/* Numbers that a transition finds where it leads, and that the steps of its sweep tell those
 * behind. */
typedef struct meeting_lanes {
    lanes hold, in_runs, peak, blocked, late, stall, credits, late_in_runs,
        last_service;     /* means of the queue there */
    lanes there;          /* cycles that heads wait there */
    lanes efficiency;     /* efficiency of the output's grants */
    lanes taken;          /* share of the output's cycles that flits of other inputs take */
    lanes met;            /* packets of these that one meets in the switch */
    lanes owned;          /* chance that a packet finds all VCs owned */
    lanes owned_for;      /* cycles that it waits then */
    lanes vc_wait_length; /* E[W^2] / E[W] of the wait for a VC */
    lanes behind;    /* wait for packets of the same port that are not at the front of their VCs */
    lanes among_own; /* part of the waits, for packets of the same input port */
} meeting_lanes;

/* Lengths of packets, and the pace at which they come. */
typedef struct pair_packet_lanes {
    PAIR_PACKET_CONSTANTS(LANES_MEMBER)
} pair_packet_lanes;

/* Loads, at unit rate. */
typedef struct pair_load_lanes {
    PAIR_LOAD_CONSTANTS(LANES_MEMBER)
    lanes passes; /* packets, over those of their class */
} pair_load_lanes;

/* The part that a transition is of queues and channels at both ends, and its share of the output.
 * */
typedef struct pair_part_lanes {
    PAIR_PART_CONSTANTS(LANES_MEMBER)
    lanes along, packet; /* noc_pair_shares */
} pair_part_lanes;

/* The queue that a transition leads to. */
typedef struct output_lanes {
    OUTPUT_CONSTANTS(LANES_MEMBER)
    lanes packets;    /* at unit rate */
    lanes each_own;   /* 1 / its VCs */
    lanes speculates; /* 1: speculative switch requests do not yield */
    whole_lanes vcs_but_two;
    whole_lanes steps_more; /* steps of its router in a cycle, but one, rounded down, */
    lanes tries;            /* in the time of a flit on the channel */
    lanes queue_room;       /* flits that credits let wait for the channel (output.h) */
    lanes part_of_step;     /* the rest beside whole steps */
    bool queues;            /* steps outnumber the flits that the channel takes, which queue */
    bool in_turn;           /* some spread over channels side by side */
    bool with_gaps;         /* some have packets that wait for credits with nothing in their way */
    bool iterations;        /* some have allocators of several */
    bool speculate;         /* some do */
} output_lanes;

/* Grants of the switch (switch.h). */
typedef struct pair_grant_lanes {
    lanes refused;
    lanes again;      /* refused grants that a packet's slowest branch waits for */
    lanes efficiency; /* its share in that of the output: grants that are accepted */
    /* cycles of the output, for each flit, by heads that win the switch without a VC */
    lanes wasted;
} pair_grant_lanes;

/* noc_transition_waits. */
typedef struct pair_wait_lanes {
    lanes switches, vc, link;
    lanes head;      /* part of the wait for the switch: what its packets' heads wait */
    lanes behind;    /* wait in the queue behind the switch (output.h) */
    lanes drawn_out; /* part of `behind` by which packets are drawn out */
    lanes room;      /* wait for room in that queue */
    lanes parted;    /* stall between the flits of its packets */
} pair_wait_lanes;

/* noc_transition_used. */
typedef struct pair_used_lanes {
    lanes by_others, vcs, link;
} pair_used_lanes;

typedef struct transition_lanes {
    uint32_t of[NOC_LANES];    /* transition of the contention */
    uint32_t to[NOC_LANES];    /* numbers from a member of the first block of queues to its own */
    uint32_t place[NOC_LANES]; /* part of the channels of that */
    bool paced;                /* some come slower than a flit a cycle */
    bool wide;                 /* some come from, or go to, channels of several flits a cycle */
    pair_packet_lanes packet;
    pair_load_lanes load;
    pair_part_lanes part;
    output_lanes out;

    /* at a rate */
    lanes taken; /* share of the cycles in which the input sends to other outputs */
    /* waits of its packets for each other on their link into the router: behind those at the front,
     * behind all */
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
    uint32_t at[NOC_LANES]; /* numbers, as those of transitions */
    lanes there;            /* 1 */
    lanes met;   /* share of its packets that are in other VCs than a given one of the queue */
    lanes other; /* 1: of the other class, both from the same terminals */
} mate_lanes;

struct noc_sweep {
    const noc_contention *contention;
    noc_queue_range range; /* range of its own queues */
    uint32_t first_transition, transition_count;
    bool has_codecs;
    bool queues_behind; /* some transition has a queue behind its switch */
    bool forks;         /* some packets fork */
    bool wide;          /* some go over channels of several flits a cycle */
    double rate;
    lanes most_used, moved_most; /* maxima over all queues so far, and noc_waits */
    queue_lanes *queues;
    transition_lanes *transitions;
    mate_lanes *mates;
    uint32_t queue_blocks, transition_blocks, mate_blocks;
    uint32_t most_transitions; /* blocks of them that leave one block of queues */
    brought_lanes *brought; /* each block of the transitions that leave a block of queues: room */
    /* each transition of its own: numbers from a member of the first block to its own, and the part
     * of the channels that it leads to */
    uint32_t *places, *outputs;
    /* each part of the channels: share of the switch's grants that are accepted */
    double *efficiency;
    struct seat *seats; /* queues by block (lane_packing.h) */
    uint32_t *of_queue; /* each queue of the contention: its place, as those of transitions */
};

/* A member of the queues at these places. */
#define GATHER_QUEUES(sweep, member, at) gather((const double *)&(sweep)->queues->member, at)

/* Lanes that are left over become as the first. */
static inline lanes repeat_first(const queue_lanes *q, lanes x)
{
    return pick(q->there, x, every(x[0]));
}

/* A mean wait w of packets of which few wait has w^2 + w Fs for variance, as in a service: if
 * exponential where they do, it is (w + Fs) / 2 there, and not less than w. */
static inline lanes wait_where_any(const queue_lanes *q, lanes wait)
{
    return max_of(wait, 0.5 * (wait + q->packet.biased));
}

/* Notes the use of a station, and the most of all stations. */
static inline void note_used(noc_sweep *s, lanes *station, lanes used)
{
    *station = used;
    s->most_used = max_of(s->most_used, used);
}

#endif
