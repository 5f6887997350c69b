/* network/graph/pace.h: router steps and channel flits in a cycle, for rates other than one a
 * cycle. Model and sampler use these definitions.
 *
 * A router of speed-up s runs floor((t+1)s) - floor(ts) steps in cycle t, as BookSim 2.0 does: 1,
 * 2, 1, 2 with s = 1.5.
 *
 * A channel of r flits a cycle has a credit. Each cycle adds r to the credit, and each whole flit
 * that leaves costs 1; the remaining fraction counts in the next cycle. With r = 1.5 the flits are
 * 1, 2, 1, 2. An idle channel does not accumulate credit: in the cycle after an idle one its credit
 * is the larger of r and 1. So the first flit after a pause leaves at once; with r = 0.5 the next
 * flit leaves two cycles later.
 *
 * Rates and credit are integers in billionths, so decimal rates are exact and runs do not depend
 * on rounding. */
#ifndef NOC_NETWORK_GRAPH_PACE_H
#define NOC_NETWORK_GRAPH_PACE_H

#include <stdint.h>

#define NOC_PACE_FLIT UINT64_C(1000000000)

typedef struct noc_pace {
    uint64_t rate;   /* billionths of a flit a cycle; 0: no pace, a flit in each cycle */
    uint64_t credit; /* billionths of a flit left in last_cycle */
    uint64_t last_cycle;
} noc_pace;

/* Initial pace of a channel: idle before cycle 0. */
static inline noc_pace noc_pace_of(double flits_per_cycle)
{
    return (noc_pace){
        .rate = (uint64_t)(flits_per_cycle * (double)NOC_PACE_FLIT + 0.5),
        .last_cycle = -(uint64_t)NOC_PACE_FLIT,
    };
}

/* Credit in cycle `now`, if all cycles after last_cycle were idle. */
static inline uint64_t noc_pace_credit(const noc_pace *pace, uint64_t now)
{
    const uint64_t idle_cycles = now - pace->last_cycle - 1;
    if (idle_cycles > 0 && (idle_cycles > NOC_PACE_FLIT / pace->rate ||
                            pace->credit + idle_cycles * pace->rate >= NOC_PACE_FLIT))
        return pace->rate > NOC_PACE_FLIT ? pace->rate : NOC_PACE_FLIT;
    return pace->credit + (idle_cycles + 1) * pace->rate;
}

/* Spends `flits` of the credit in cycle `now`. */
static inline void noc_pace_spend(noc_pace *pace, uint64_t now, uint64_t credit, uint64_t flits)
{
    const uint64_t idle_credit = pace->rate < NOC_PACE_FLIT ? NOC_PACE_FLIT - pace->rate : 0;
    pace->credit = flits < credit / NOC_PACE_FLIT ? idle_credit : credit - flits * NOC_PACE_FLIT;
    pace->last_cycle = now;
}

/* Number of router steps before a cycle; `speedup` in billionths. The whole part and the
 * fraction of the speed-up are multiplied separately, so no product exceeds 64 bits. */
static inline uint64_t noc_steps_before(uint64_t speedup, uint64_t cycle)
{
    const uint64_t whole = speedup / NOC_PACE_FLIT, fraction = speedup % NOC_PACE_FLIT;
    return cycle * whole + cycle / NOC_PACE_FLIT * fraction +
           cycle % NOC_PACE_FLIT * fraction / NOC_PACE_FLIT;
}

/* Cycle in which a step runs, steps counted from 0: the last cycle before which at most `step`
 * steps ran. */
static inline uint64_t noc_cycle_of_step(uint64_t speedup, uint64_t step)
{
    uint64_t cycle = (uint64_t)((double)step * (double)NOC_PACE_FLIT / (double)speedup);
    while (noc_steps_before(speedup, cycle) > step) cycle--;
    while (noc_steps_before(speedup, cycle + 1) <= step) cycle++;
    return cycle;
}

#endif
