/* analytic/contention/trials.h: loads that were solved on the way to where a queue overflows and to
 * the knee, what they tell of these, and where solves of other loads begin.
 *
 * A trial is solved as exactly as its distance to what is looked for asks for. All other solves
 * come after the trials, so no answer depends on what was asked before. */
#ifndef NOC_ANALYTIC_CONTENTION_TRIALS_H
#define NOC_ANALYTIC_CONTENTION_TRIALS_H

#include "analytic/waits.h"

enum { NOC_TRIALS_MOST = 32 };

/* What is looked for: the load at which a queue overflows, and the one at which latency is that of
 * the knee. */
typedef enum noc_goal { NOC_GOAL_OVERFLOW, NOC_GOAL_KNEE, NOC_GOALS } noc_goal;

/* The first trial has no load. */
typedef struct noc_trial {
    double load;
    double reached[NOC_GOALS]; /* 1 at the goal, growing with the load */
    noc_most_used limit;
} noc_trial;

typedef struct noc_trials {
    noc_trial list[NOC_TRIALS_MOST];
    double *states[NOC_TRIALS_MOST]; /* states of all queues, by trial */
    int count;
    size_t size; /* doubles of a state */
} noc_trials;

/* A network's part of a state. */
typedef struct noc_state_part {
    size_t first, size;
} noc_state_part;

/* From this utilization on waits of queues that overflow run away: such a trial tells nothing but
 * that it lies above the goals. */
static const double noc_runaway = 1.25;
bool noc_trial_ran_away(const noc_trial *trial);

/* To what share of the load limits are found. */
static const double noc_limit_precision = 1e-3;

/* Keeps a trial, and returns the room of its state, which the caller fills. NULL: nothing begins
 * there, as the trial ran away, or memory is short, which is noted (base/shortage.h); the first
 * trial's then stands for it. */
double *noc_trials_add(noc_trials *trials, const noc_trial *trial);
void noc_trials_clear(noc_trials *trials);

/* A part of the state of the i-th trial. */
const double *noc_trials_state(const noc_trials *trials, noc_state_part part, int i);

/* Where a solve of a network at a load begins: on the line through the states of two trials, for
 * which there is `room`, or in that of one. */
const double *noc_trials_start(const noc_trials *trials, noc_state_part part, double load,
                               double *room);

/* True if a trial all but met the goal, and is near the load where that is thought to be. */
bool noc_trial_meets(const noc_trial *trial, noc_goal goal, double load);

/* True if the trials tell at which load, at most `most`, the goal is reached. *load: that load, or
 * else the one to try next. */
bool noc_trials_tell(const noc_trials *trials, noc_goal goal, double most, double *load);

/* The trial of the highest load tried, up to `most`, at which no queue overflows; else of the
 * lowest. `*is_above`: whether at one queues do. */
const noc_trial *noc_trials_limit(const noc_trials *trials, double most, bool *is_above);

/* By how many per cent what is used of the fullest station grows where it overflows, with one per
 * cent of the load: at least one. */
double noc_trials_growth(const noc_trials *trials, double overflow);

#endif
