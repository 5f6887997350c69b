/* network/graph/pace.h: steps of routers in a cycle, and cycles in which a channel accepts a flit
 * whose rate is not one a cycle. Both methods use the rates defined here.
 *
 * Routers of a speed-up s run floor((t+1)s) - floor(ts) steps in cycle t, as BookSim 2.0's: with
 * 1.5 these are 1, 2, 1, 2.
 *
 * A channel of r flits a cycle has credit. Each cycle adds r, and as many whole flits may leave;
 * the remaining fraction of a flit counts in the next cycle: with 1.5 the flits are 1, 2, 1, 2. A
 * channel that could have passed a flit and got none does not save the credit up: in the next cycle
 * its credit is the larger of r and 1. So the flit after a pause leaves at once, and the next flit
 * of a channel of 0.5 two cycles later.
 *
 * Rates and credit are in billionths, so that decimal rates are exact and runs do not depend on
 * rounding. */
#ifndef NOC_NETWORK_GRAPH_PACE_H
#define NOC_NETWORK_GRAPH_PACE_H

#include <stdint.h>

#define NOC_PACE_FLIT UINT64_C(1000000000)

typedef struct noc_pace {
    uint64_t rate;   /* billionths of a flit a cycle; 0: no pace, a flit in each cycle */
    uint64_t credit; /* billionths of a flit left in cycle `at`, the last one accounted */
    uint64_t at;
} noc_pace;

/* Returns the pace of a channel that has been idle. */
static inline noc_pace noc_pace_of(double flits_per_cycle)
{
    return (noc_pace){
        .rate = (uint64_t)(flits_per_cycle * (double)NOC_PACE_FLIT + 0.5),
        .at = -(uint64_t)NOC_PACE_FLIT,
    };
}

/* Credit in cycle `now`, where all cycles after `at` have been idle. */
static inline uint64_t noc_pace_credit(const noc_pace *pace, uint64_t now)
{
    const uint64_t pause = now - pace->at - 1;
    if (pause > 0 &&
        (pause > NOC_PACE_FLIT / pace->rate || pace->credit + pause * pace->rate >= NOC_PACE_FLIT))
        return pace->rate > NOC_PACE_FLIT ? pace->rate : NOC_PACE_FLIT;
    return pace->credit + (pause + 1) * pace->rate;
}

/* Spends `flits` of the credit in cycle `now`. */
static inline void noc_pace_spend(noc_pace *pace, uint64_t now, uint64_t credit, uint64_t flits)
{
    const uint64_t missed = pace->rate < NOC_PACE_FLIT ? NOC_PACE_FLIT - pace->rate : 0;
    pace->credit = flits < credit / NOC_PACE_FLIT ? missed : credit - flits * NOC_PACE_FLIT;
    pace->at = now;
}

/* Steps before a cycle; `speedup` in billionths. 10^9 cycles are a period; whole steps are counted
 * apart, so that no product exceeds 64 bits. */
static inline uint64_t noc_steps_before(uint64_t speedup, uint64_t cycle)
{
    const uint64_t whole = speedup / NOC_PACE_FLIT, rest = speedup % NOC_PACE_FLIT;
    return cycle * whole + cycle / NOC_PACE_FLIT * rest +
           cycle % NOC_PACE_FLIT * rest / NOC_PACE_FLIT;
}

/* Cycle of a step, counted from 0 on: the last cycle with no more than `step` steps before it. */
static inline uint64_t noc_cycle_of_step(uint64_t speedup, uint64_t step)
{
    uint64_t cycle = (uint64_t)((double)step * (double)NOC_PACE_FLIT / (double)speedup);
    while (noc_steps_before(speedup, cycle) > step) cycle--;
    while (noc_steps_before(speedup, cycle + 1) <= step) cycle++;
    return cycle;
}

#endif
