/* analytic/contention/trials.h: trials: loads solved during the search for saturation and for the
 * knee, conclusions from them, and states in which solves of other loads begin.
 *
 * A trial is solved as precisely as its distance to the goals requires. All other solves come after
 * the trials, so no answer depends on earlier questions. */
#ifndef NOC_ANALYTIC_CONTENTION_TRIALS_H
#define NOC_ANALYTIC_CONTENTION_TRIALS_H

#include "analytic/waits.h"
#include "base/arena.h"

enum { NOC_TRIALS_MAX = 32 };

/* Goals of trials: the load at which a queue overflows, and the load of the knee of latency. */
typedef enum noc_goal { NOC_GOAL_OVERFLOW, NOC_GOAL_KNEE, NOC_GOALS } noc_goal;

/* A trial of a load, flits per cycle of an injecting node. The first trial has load 0. */
typedef struct noc_trial {
    double load;
    double reached[NOC_GOALS]; /* [goal]: figure that is 1 at the goal, and grows with the load */
    noc_busiest_station busiest_station; /* most used station at the load */
} noc_trial;

typedef struct noc_trials {
    noc_trial list[NOC_TRIALS_MAX];
    double *states[NOC_TRIALS_MAX]; /* [trial]: state of all networks */
    noc_arena *arena;               /* owner of the states */
    int count;
    size_t size; /* doubles of a state */
} noc_trials;

/* Part of a network, or of the choice among routes, in a state: index of the first double, and
 * number of doubles. */
typedef struct noc_state_part {
    size_t first, size;
} noc_state_part;

/* Utilisation from which on waits of overflowing queues run away: the trial shows only that its
 * load is above the goals. */
static const double noc_runaway = 1.25;
bool noc_trial_ran_away(const noc_trial *trial);

/* Precision of limits, as a share of the load. */
static const double noc_limit_precision = 1e-3;

/* Stores a trial. Returns the room of its state, which the caller fills. NULL if the trial ran
 * away, or when out of memory (base/shortage.h records it): no solve begins in this state, and the
 * first trial's state replaces it. */
double *noc_trials_add(noc_trials *trials, const noc_trial *trial);

/* Returns a part of the state of the i-th trial. */
const double *noc_trials_state(const noc_trials *trials, noc_state_part part, int i);

/* Returns the state in which a solve of a network at a load begins: an interpolation between the
 * states of two trials, stored in `room`, or the state of one trial. */
const double *noc_trials_start(const noc_trials *trials, noc_state_part part, double load,
                               double *room);

/* True if a trial nearly met the goal, and its load is near `load`, the estimated load of the
 * goal. */
bool noc_trial_meets(const noc_trial *trial, noc_goal goal, double load);

/* True if the trials determine the load of the goal, up to `max_load`. *load: load of the goal, or
 * else the next load to try. */
bool noc_trials_find_goal(const noc_trials *trials, noc_goal goal, double max_load, double *load);

/* Returns the trial of the highest load up to `max_load` at which no queue overflows, else of the
 * lowest load. *has_overflow: true if queues overflow at some trial. */
const noc_trial *noc_trials_limit(const noc_trials *trials, double max_load, bool *has_overflow);

/* Returns the growth of the fullest station's utilisation at the load `overflow`, where the station
 * overflows: per cent for each per cent of the load, at least 1. */
double noc_trials_growth(const noc_trials *trials, double overflow);

#endif
