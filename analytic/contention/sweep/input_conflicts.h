/* analytic/contention/sweep/input_conflicts.h: accept phase of the switch allocator. Several
 * outputs may grant the same crossbar input in a cycle; the input accepts one grant, and the others
 * are lost. Symbols in contention_state.h.
 *
 * Source: one round of grants and accepts as a matching of random grants (Anderson et al. 1993,
 * PIM), with the number of rivals that packets really meet. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_INPUT_CONFLICTS_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_INPUT_CONFLICTS_H

#include "analytic/contention/sweep/blocks.h"

/* Lengths of a packet up to which its delay is one wait, exponential, and no sum of several: not
 * derived, agrees with crossbars of 2 to 8 VCs (test_model_saturation). */
static const double single_delay = 1.5;

/* Share of its own time in the switch by which a packet of a terminal and its neighbour on the link
 * are out of step there, being late by different amounts; they were one behind the other on their
 * link. If one in 1/p waits, for an exponential time of mean F, min(|difference|, F) is 2 p F (1 -
 * 1/e) in the mean. */
static const double apart_share = 1.26; /* 2 (1 - 1/e), of the mean wait p F */
static inline lanes out_of_step(const queue_lanes *q)
{
    return q->injects ? 1.0 - exp_of(-apart_share * q->crossed.late / q->packet.flits) : every(0.0);
}

/* Cycles a flit that a packet lags behind when the next one comes to the switch. If the next one is
 * sent only when all but `kept` flits of this one have left the buffer, these have been delayed by
 * an exponential time, but it is `behind` cycles after the last of them (more than there are
 * flits). */
static inline lanes lag_of(const queue_lanes *q)
{
    const lanes lag = q->crossed.dilation - 1.0;
    if (!q->injects || !q->overflows) return lag;
    const lanes kept_lag = q->room.kept * lag, ahead = max_of(0.0, q->room.behind - q->room.kept);
    const lanes left = min_of(lag, kept_lag / q->packet.flits * exp_of(-ahead / kept_lag));
    return pick((q->room.kept < INFINITY) & (lag > 0.0), left, lag);
}

/* Mean of a delay L, in lengths of a packet, as far as the other m VCs can take the packets that
 * come in it: E[min(L, m)]. A short one is exponential, of a longer one the last part. */
static inline lanes within_vcs(lanes delay, lanes m)
{
    const lanes each = min_of(delay, single_delay), sure = delay - each;
    return pick(m <= sure, m, delay - each * exp_of(-(m - sure) / each));
}

/* Packets of one input come over its link one flit a cycle, so they meet in the switch only if some
 * are delayed there. At dilation d a packet is there for F (d - 1) cycles longer than its link; so
 * long it meets its successor, its predecessor it, but both at most for what they are delayed: of
 * rho d in the switch (Little's law) rho (d - 1) (d + 1) / d others are met, and those that are out
 * of step with it; no more than there are other VCs for. docs/model.md (11). */
static inline void describe_rival(queue_lanes *q)
{
    const lanes d = q->crossed.dilation, lag = lag_of(q), apart = out_of_step(q);
    const lanes delay = lag + apart;
    const lanes share = pick(delay > 0.0, within_vcs(delay, q->input.rivals) / delay, every(0.0));
    q->grants.rival_flits = q->load.flits * (share * (lag * (d + 1.0) + apart) / d);
    q->grants.granted_flits = q->load.flits * (1.0 + q->crossed.refused);
    q->grants.served_flits = q->load.flits * d;
}

static inline void meet_rivals(const noc_sweep *s, queue_lanes *q)
{
    lanes granted = every(0.0), served = every(0.0), met = every(0.0);
    for (uint32_t k = q->first_mate; k < q->end_mate; k++) {
        const mate_lanes *mate = &s->mates[k];
        met += mate->met * GATHER_QUEUES(s, grants.rival_flits, mate->at);
        granted += mate->there * GATHER_QUEUES(s, grants.granted_flits, mate->at);
        served += mate->there * GATHER_QUEUES(s, grants.served_flits, mate->at);
    }
    q->grants.met = met * s->rate;
    q->grants.granted = pick(served > 0.0, granted / served, every(1.0));
}

/* An input accepts one of the grants that come together: if each of m rivals has one with
 * probability p, so many as 1 / (1 + K) of a binomial K, (1 - (1-p)^(m+1)) / ((m+1) p) in the mean.
 * Returns the refused ones, for each accepted. docs/model.md (12). */
static inline lanes refused_grants(lanes grants, lanes rivals, uint32_t most)
{
    const lanes n = rivals + 1.0, p = min_of(grants / rivals, 1.0);
    lanes none = every(1.0); /* (1-p)^n, the last factor in part: n need not be whole */
    for (uint32_t k = 1; k <= most; k++) none = pick(n >= k, none * (1.0 - p), none);
    none *= 1.0 - (n - whole_part(n)) * p;
    return pick(p < 1e-3, 0.5 * grants, n * p / (1.0 - none) - 1.0);
}

/* Outputs grant a rival a flit in `granted` of its cycles, whether its input accepts it or not.
 * Grants come from other outputs only. */
static inline void accept_grants_of(const queue_lanes *from, transition_lanes *x)
{
    const lanes grants = from->grants.met * (1.0 - x->part.along) * from->grants.granted;
    const lanes refused = refused_grants(grants, from->input.rivals, from->input.most_rivals);
    x->grants.refused = pick(grants > 0.0, refused, every(0.0));
    /* what one iteration does not match, the next may */
    const lanes turns = x->out.queues ? x->grants.refused : x->grants.refused / x->out.tries;
    const lanes once = turns / (1.0 + turns);
    const lanes lost = x->out.iterations ? power_of(once, x->out.rounds) : once;
    x->grants.efficiency = x->part.channel_share * (1.0 - lost) / (1.0 + x->grants.wasted);
}

static inline void sum_efficiencies(noc_sweep *s)
{
    const noc_contention *c = s->contention;
    const double *efficiency = (const double *)&s->transitions->grants.efficiency;
    for (uint32_t k = 0; k < c->symmetry.channels.count; k++) s->efficiency[k] = 0.0;
    for (uint32_t i = 0; i < s->transition_count; i++)
        s->efficiency[s->outputs[i]] += efficiency[s->places[i]];
}

static inline void accept_grants(noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++)
        if (!s->queues[i].ejects) describe_rival(&s->queues[i]);
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *from = &s->queues[i];
        if (from->ejects) continue;
        meet_rivals(s, from);
        for (uint32_t k = from->first_transition; k < from->end_transition; k++)
            accept_grants_of(from, &s->transitions[k]);
    }
    sum_efficiencies(s);
}

#endif
