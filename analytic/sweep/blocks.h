/* analytic/sweep/blocks.h: queues and crossings by blocks of NOC_LANES, one in each lane. Symbols
 * and meanings in contention_state.h.
 *
 * Queues of a block do not lead to each other and are of one kind. Lanes that are left over repeat
 * the first one, with no weight in any sum. The crossings that leave the queues of a block lie in
 * blocks of their own: the first crossing of each queue, the second of each, and so on; a queue
 * that has fewer repeats its first one, likewise. */
#ifndef NOC_ANALYTIC_SWEEP_BLOCKS_H
#define NOC_ANALYTIC_SWEEP_BLOCKS_H

#include <stdbool.h>

#include "analytic/sweep/lanes.h"
#include "analytic/sweep/sweeper.h"

static const double highest_output = 0.98; /* caps that keep denominators positive; a cap that */
static const double highest_queue = 0.97;  /* binds stands for the finite time of a measurement */
static const double little = 1e-9;         /* keeps others positive */
static const double at_once = 1.0 + 1e-9;  /* paces of a flit a cycle, as they are rounded */

/* clang-format off */

/* What does not change, each as in noc_class_queue. */
#define QUEUE_CONSTANTS(X)                                                                         \
    X(flits) X(biased) X(length_variance) X(vcs) X(rivals) X(spacing) X(all_vcs) X(each_vc)        \
    X(buffer) X(beside) X(more) X(loop) X(period) X(paced_by_credits) X(onward) X(lost_in_runs)    \
    X(turnaround) X(held) X(send) X(send2) X(least_hold) X(spare) X(longer) X(overhang)            \
    X(begins_anew) X(outlasts) X(kept) X(behind) X(fanout) X(turns) X(port_load) X(own_turn) X(spaced)            \
    X(taken_in)

/* As in noc_crossing. */
#define CROSSING_CONSTANTS(X)                                                                      \
    X(flits) X(biased) X(each) X(pace) X(others) X(own_group) X(along_port) X(elsewhere)           \
    X(own_packets) X(other_vcs) X(weight) X(to_share) X(from_share) X(channel_share) X(spacing)    \
    X(queued) X(fair) X(relative_length) X(length_variance)

/* As in the noc_class_queue that a crossing leads to. */
#define OUTPUT_CONSTANTS(X)                                                                        \
    X(flits) X(length_variance) X(vcs) X(all_vcs) X(each_vc) X(side_by_side) X(alike) X(held)      \
    X(head_start) X(rounds) X(send) X(period) X(gap) X(longer)

/* clang-format on */

#define LANES_MEMBER(name) lanes name;

typedef struct fan_lanes {
    lanes channels, share, at_random;
    lane_bits in_turn, empty; /* the choice, where it is not at random */
} fan_lanes;

typedef struct queue_lanes {
    uint32_t of[NOC_LANES]; /* queue of the contention */
    unsigned count;         /* those that are there */
    lane_bits there;
    bool injects, ejects, atomic;
    bool single; /* all of them are alone: one VC, or one on each channel that they spread over */
    bool from_queue;    /* of sources: packets of a single VC that come from a queue of their own */
    bool overflows;     /* some have packets that the buffer cannot hold */
    bool lacks_credits; /* some have buffers that are shorter than their credit loop */
    uint32_t first_crossing, end_crossing; /* blocks */
    uint32_t first_mate, end_mate;
    QUEUE_CONSTANTS(LANES_MEMBER)
    lanes packets, flit_rate, channel_flits; /* at unit rate */
    lanes passes;                            /* packets, over those of their class */
    lane_bits requests;                      /* the class */
    whole_lanes whole_vcs;
    whole_lanes in_front, in_buffers; /* packets of other VCs, and one more */
    whole_lanes others_busy;          /* VCs of a crossbar input, less one */
    uint32_t most_rivals;             /* of all of them, and one more */
    fan_lanes slices, ports;

    /* results */
    lanes dilation;  /* mean of its crossings into the router behind */
    lanes stretched; /* cycles by which the tails of its packets come later than their heads */
    lanes filled;    /* of these, cycles in which flits for the same channel come between */
    lanes heads;     /* cycles that their heads waited for the switch, owning a VC of it */
    /* of its packets, those that one of the channel meets in the switch, over their load there */
    lanes rival_flits;
    /* cycles of the switch that they are granted, and are there for, at unit rate */
    lanes granted_flits, served_flits;
    lanes met;     /* rivals that a packet meets in the switch */
    lanes granted; /* share of the cycles in which an output grants a flit there */
    lanes refused; /* as in noc_crossing_waits, mean of its crossings */
    lanes service, service2, queue, stall;
    lanes start; /* wait of heads for VC and switch */
    /* of the service, what credits alone take beyond the time to send: in step with those upstream
     * */
    lanes paced;
    lanes late_in_runs;   /* cycles that its packets wait for credits that nothing else holds up */
    lanes onward_credits; /* of the service, waits for credits of the next channel */
    lanes credits;        /* cycles beyond the stall that packets wait for credits of it */
    lanes all_busy;       /* service while all VCs of its crossbar input have packets */
    lanes among_own;      /* of the service, waits for packets of the same port */
    lanes late;           /* cycles that heads wait for a VC and for their link */
    lanes outside;        /* of the queue, what the buffer cannot hold: at the source */
    lanes hold;           /* cycles that a packet owns an output VC */
    lanes peak;           /* the least of it, over it */
    lanes blocked;        /* wait of a packet that finds all VCs owned, where others have few */
    lanes upstream;       /* service one router before, times `spacing` */
    lanes last_service;   /* of the sweep before */
    lanes next_dilation, next_refused, next_late; /* sums under way */
    lanes crossing_waits; /* of all its crossings, for a packet of its class */
    lanes source_wait;
    lanes input_used, source_used;
} queue_lanes;

/* What a crossing finds where it leads, and what the steps of its sweep tell those behind. */
typedef struct meeting_lanes {
    lanes hold, peak, blocked, stall, credits, late_in_runs, last_service; /* of the queue there */
    lanes efficiency;     /* of the output's grants */
    lanes taken;          /* share of the output's cycles that flits of other inputs take */
    lanes met;            /* packets of these that one meets in the switch */
    lanes vc_wait_length; /* E[W^2] / E[W] of the wait for a VC */
    lanes behind;    /* wait for packets of the same port that are not at the front of their VCs */
    lanes among_own; /* of the waits, for packets of the same input port */
} meeting_lanes;

typedef struct crossing_lanes {
    uint32_t of[NOC_LANES];    /* crossing of the contention */
    uint32_t to[NOC_LANES];    /* numbers from a member of the first block of queues to its own */
    uint32_t place[NOC_LANES]; /* part of the channels of that */
    bool paced;                /* some come slower than a flit a cycle */
    CROSSING_CONSTANTS(LANES_MEMBER)
    lanes along, packet; /* noc_pair_shares */
    lanes passes;        /* packets, over those of their class */
    struct {
        OUTPUT_CONSTANTS(LANES_MEMBER)
        lanes packets;    /* at unit rate */
        lanes each_own;   /* 1 / its VCs */
        lanes speculates; /* 1: speculative switch requests do not yield */
        whole_lanes vcs_but_two;
        bool in_turn;    /* some spread over channels side by side */
        bool with_gaps;  /* some have packets that wait for credits with nothing in their way */
        bool iterations; /* some have allocators of several */
        bool speculate;  /* some do */
    } out;

    /* at a rate */
    lanes taken; /* share of the cycles in which the input sends to other outputs */
    /* what its packets waited for each other on their link into the router: behind those at the
     * front, behind all */
    lanes front_before, before;

    /* results */
    lanes refused;
    lanes efficiency; /* its share in that of the output: grants that are accepted */
    /* cycles of the output, for each flit, by heads that win the switch without a VC */
    lanes wasted;
    lanes dilation;
    lanes switch_wait, vc_wait, own_wait;
    lanes head_wait; /* of the wait for the switch, what its packets' heads wait */
    lanes switch_used, vcs_used, link_used;
} crossing_lanes;

/* A queue of the same channel, or the queue itself. */
typedef struct mate_lanes {
    uint32_t at[NOC_LANES]; /* numbers, as those of crossings */
    lanes there;            /* 1 */
    lanes met; /* share of its packets that are in other VCs than a given one of the queue */
} mate_lanes;

/* What the packets of a crossing bring along into the queue that it leads to, over its packets
 * (stretch.h). */
typedef struct brought_lanes {
    lanes stretched, filled, heads, upstream;
} brought_lanes;

struct noc_sweep {
    const noc_contention *contention;
    noc_queue_range range; /* of its queues its own */
    uint32_t first_crossing, crossing_count;
    double rate;
    lanes most_used, moved_most; /* of all queues so far, and noc_waits */
    queue_lanes *queues;
    crossing_lanes *crossings;
    mate_lanes *mates;
    uint32_t queue_blocks, crossing_blocks, mate_blocks;
    uint32_t most_crossings; /* blocks of them that leave one block of queues */
    brought_lanes *brought;  /* by block of the crossings that leave a block of queues: room */
    /* by crossing of its own: numbers from a member of the first block to its own, and the part of the
     * channels that it leads to */
    uint32_t *places, *outputs;
    /* by part of the channels: share of the switch's grants that are accepted */
    double *efficiency;
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
    return larger(wait, 0.5 * (wait + q->biased));
}

/* Of a station; the most of all of them. */
static inline void note_used(noc_sweep *s, lanes *station, lanes used)
{
    *station = used;
    s->most_used = larger(s->most_used, used);
}

#endif
