/* analytic/contention/sweep/sweeper.h: functions of the contention model's sweeps, for each vector
 * width. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_SWEEPER_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_SWEEPER_H

#include "analytic/contention/contention_state.h"

typedef struct noc_sweep noc_sweep;

/* Functions of sweep.c for one number of lanes. All versions have results that are equal to the
 * bit. */
typedef struct noc_sweeper {
    /* Makes the sweep of the queues of one network, in a described contention model and its arena,
     * with idle queues. NULL when out of memory. */
    noc_sweep *(*make)(const noc_contention *c, noc_queue_range network);
    /* Reads the constants of the contention model again, and resets the queues to idle; the kinds
     * of queues must not have changed. */
    void (*describe)(noc_sweep *s);
    /* Begins at `rate` packets per cycle of each injecting node, from a saved state, or from one
     * between two saved ones; results do not depend on earlier rates. `resume` continues at the
     * same rate, from another state. */
    void (*begin)(noc_sweep *s, double rate, const double *state);
    void (*resume)(noc_sweep *s, const double *state);
    /* Makes one sweep towards the fixed point. */
    void (*sweep)(noc_sweep *s, noc_waits *waits);
    /* Saves the state after the last sweep, or the state of idle queues before the first: as many
     * doubles as `state_size` returns, and NOC_LANES_MAX zeros. The state begins with
     * NOC_COMPARED_PER_QUEUE numbers per queue, services and stalls, cycles, which mixing
     * compares. */
    void (*save)(const noc_sweep *s, double *state);
    size_t (*state_size)(const noc_sweep *s);
    /* Store the utilisations and the waits of the last sweep, by queue and transition of the
     * contention model; elements of other networks are unchanged. */
    void (*store_utilizations)(const noc_sweep *s, noc_queue_utilization *queues,
                               noc_transition_utilization *transitions);
    void (*store_waits)(const noc_sweep *s, noc_queue_waits *queues,
                        noc_transition_waits *transitions);
} noc_sweeper;

/* NOC_COMPARED_PER_QUEUE: numbers of a state per queue, from the first on, that mixing compares.
 * Waits are not compared: waits of terminals follow from services, and run away where services
 * hardly move. NOC_LANES_MAX: doubles of the widest vector, the extra room of a state. */
enum { NOC_COMPARED_PER_QUEUE = 2, NOC_LANES_MAX = 8 };

enum { NOC_SWEEPERS_MAX = 3 }; /* vectors of 2, 4 and 8 doubles */

/* Lists the sweepers that this machine can run, the widest first. Returns their number. */
size_t noc_list_sweepers(const noc_sweeper *sweepers[NOC_SWEEPERS_MAX]);

#endif
