/* analytic/contention/sweep/sweeper.h: sweeps of the contention model's fixed point, with as many
 * lanes as the machine's vectors. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_SWEEPER_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_SWEEPER_H

#include "analytic/contention/contention_state.h"

typedef struct noc_sweep noc_sweep;

/* Functions of sweep.c, compiled for a number of lanes. Results of all versions are equal, to the
 * bit. */
typedef struct noc_sweeper {
    /* Makes the idle queues of a network of a described contention, and their transitions. NULL
     * when out of memory. */
    noc_sweep *(*make)(const noc_contention *c, noc_queue_range network);
    void (*discard)(noc_sweep *s);
    /* Reads the constants of the contention anew; queues are idle again, and have to be of their
     * old kinds. */
    void (*describe)(noc_sweep *s);
    /* noc_contention_begin, noc_contention_go_on, noc_contention_sweep, noc_contention_save for
     * one network. */
    void (*begin)(noc_sweep *s, double rate, const double *state);
    void (*go_on)(noc_sweep *s, const double *state);
    void (*sweep)(noc_sweep *s, noc_waits *waits);
    void (*save)(const noc_sweep *s, double *state);
    /* doubles of a state, less the room for a vector more */
    size_t (*state_size)(const noc_sweep *s);
    /* Fill in uses and waits of the last sweep, by queue and transition of the contention; those
     * of other networks stay. */
    void (*look_at_use)(const noc_sweep *s, noc_queue_used *queues,
                        noc_transition_used *transitions);
    void (*look_at_waits)(const noc_sweep *s, noc_queue_waits *queues,
                          noc_transition_waits *transitions);
} noc_sweeper;

/* Numbers per queue that one sweep leaves to the next, of which the first are compared to mix
 * sweeps. Waits are not compared: waits of terminals follow from services, and run away where
 * services hardly move. A state has room for a vector more. */
enum { NOC_COMPARED_PER_QUEUE = 2, NOC_LANES_MOST = 8 };

enum { NOC_SWEEPERS_MOST = 3 };

/* Sweepers that this machine can run, the widest first. Returns their number. */
size_t noc_sweepers_of_machine(const noc_sweeper *of[NOC_SWEEPERS_MOST]);

#endif
