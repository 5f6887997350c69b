/* analytic/contention/trials.h: loads that were solved during the search for the overflow of a
 * queue and for the knee, conclusions from them about both, and states in which solves of other
 * loads begin.
 *
 * A trial is solved as precisely as its distance to the goals asks for. All other solves come
 * after the trials, so no answer depends on earlier questions. */
#ifndef NOC_ANALYTIC_CONTENTION_TRIALS_H
#define NOC_ANALYTIC_CONTENTION_TRIALS_H

#include "analytic/waits.h"

enum { NOC_TRIALS_MOST = 32 };

/* Goals of trials: the load at which a queue overflows, and the load at which latency is that of
 * the knee. */
typedef enum noc_goal { NOC_GOAL_OVERFLOW, NOC_GOAL_KNEE, NOC_GOALS } noc_goal;

/* A trial of a load. The first trial has load 0. */
typedef struct noc_trial {
    double load;
    double reached[NOC_GOALS]; /* figure that is 1 at the goal, and grows with the load */
    noc_most_used limit;
} noc_trial;

typedef struct noc_trials {
    noc_trial list[NOC_TRIALS_MOST];
    double *states[NOC_TRIALS_MOST]; /* [trial]: states of all queues */
    int count;
    size_t size; /* doubles of a state */
} noc_trials;

/* A network's part of a state. */
typedef struct noc_state_part {
    size_t first, size;
} noc_state_part;

/* Utilisation from which on waits of queues that overflow run away: the trial says only that it
 * lies above the goals. */
static const double noc_runaway = 1.25;
bool noc_trial_ran_away(const noc_trial *trial);

/* Precision of limits, as a share of the load. */
static const double noc_limit_precision = 1e-3;

/* Keeps a trial. Returns the room of its state, which the caller fills. NULL: no solve begins
 * there, as the trial ran away, or memory is short, which is noted (base/shortage.h); the first
 * trial's state then stands for it. */
double *noc_trials_add(noc_trials *trials, const noc_trial *trial);
void noc_trials_clear(noc_trials *trials);

/* A part of the state of the i-th trial. */
const double *noc_trials_state(const noc_trials *trials, noc_state_part part, int i);

/* State in which a solve of a network at a load begins: interpolated between the states of two
 * trials, in `room`, or that of one trial. */
const double *noc_trials_start(const noc_trials *trials, noc_state_part part, double load,
                               double *room);

/* True if a trial nearly met the goal, and lies near `load`, the estimated load of the goal. */
bool noc_trial_meets(const noc_trial *trial, noc_goal goal, double load);

/* True if the trials tell the load, at most `most`, at which the goal is reached. *load: that
 * load, or else the next one to try. */
bool noc_trials_tell(const noc_trials *trials, noc_goal goal, double most, double *load);

/* Trial of the highest load, up to `most`, at which no queue overflows; else of the lowest load.
 * `*is_above`: true if queues overflow at some trial. */
const noc_trial *noc_trials_limit(const noc_trials *trials, double most, bool *is_above);

/* Growth of the fullest station's use where it overflows, per cent for each per cent of the load:
 * at least one. */
double noc_trials_growth(const noc_trials *trials, double overflow);

#endif
