/* network/graph/pace.h: steps of routers in a cycle, and when a channel takes a flit that takes
 * others than one a cycle. What both methods call rates is defined here.
 *
 * Routers of a speed-up s run floor((t+1)s) - floor(ts) steps in cycle t, as BookSim 2.0's: of 1.5
 * these are 1, 2, 1, 2.
 *
 * A channel of r flits a cycle has credit. In each cycle it gets r more, and as many whole flits
 * may leave; what they leave is a fraction of a flit, and counts in the next cycle: of 1.5 they are
 * 1, 2, 1, 2. A channel that could have taken a flit and got none does not save it up: in the next
 * cycle it has the larger of r and 1. So the flit that comes after a pause leaves at once, and the
 * next one of a channel of 0.5 two cycles later.
 *
 * Both in billionths, so that decimal rates are exact and runs do not depend on rounding. */
#ifndef NOC_NETWORK_GRAPH_PACE_H
#define NOC_NETWORK_GRAPH_PACE_H

#include <stdint.h>

#define NOC_PACE_FLIT UINT64_C(1000000000)

typedef struct noc_pace {
    uint64_t rate;   /* a cycle; 0: the channel has no pace, and takes a flit in each */
    uint64_t credit; /* that was left in cycle `at`, the last one that was accounted */
    uint64_t at;
} noc_pace;

/* Of a channel that has been idle. */
static inline noc_pace noc_pace_of(double flits_per_cycle)
{
    return (noc_pace){
        .rate = (uint64_t)(flits_per_cycle * (double)NOC_PACE_FLIT + 0.5),
        .at = -(uint64_t)NOC_PACE_FLIT,
    };
}

/* Its credit in a cycle after `at`, all cycles between them idle. */
static inline uint64_t noc_pace_credit(const noc_pace *pace, uint64_t now)
{
    const uint64_t pause = now - pace->at - 1;
    if (pause > 0 &&
        (pause > NOC_PACE_FLIT / pace->rate || pace->credit + pause * pace->rate >= NOC_PACE_FLIT))
        return pace->rate > NOC_PACE_FLIT ? pace->rate : NOC_PACE_FLIT;
    return pace->credit + (pause + 1) * pace->rate;
}

/* So many flits of its credit have left in the cycle. */
static inline void noc_pace_spend(noc_pace *pace, uint64_t now, uint64_t credit, uint64_t flits)
{
    const uint64_t missed = pace->rate < NOC_PACE_FLIT ? NOC_PACE_FLIT - pace->rate : 0;
    pace->credit = flits < credit / NOC_PACE_FLIT ? missed : credit - flits * NOC_PACE_FLIT;
    pace->at = now;
}

/* Steps before a cycle; `speedup` in billionths. 10^9 cycles are a period; whole steps are counted
 * apart, so that no product is beyond 64 bits. */
static inline uint64_t noc_steps_before(uint64_t speedup, uint64_t cycle)
{
    const uint64_t whole = speedup / NOC_PACE_FLIT, rest = speedup % NOC_PACE_FLIT;
    return cycle * whole + cycle / NOC_PACE_FLIT * rest +
           cycle % NOC_PACE_FLIT * rest / NOC_PACE_FLIT;
}

/* The cycle of a step, counted from 0 on: the last one before which there are no more. */
static inline uint64_t noc_cycle_of_step(uint64_t speedup, uint64_t step)
{
    uint64_t cycle = (uint64_t)((double)step * (double)NOC_PACE_FLIT / (double)speedup);
    while (noc_steps_before(speedup, cycle) > step) cycle--;
    while (noc_steps_before(speedup, cycle + 1) <= step) cycle++;
    return cycle;
}

#endif
