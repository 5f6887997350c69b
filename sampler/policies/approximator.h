/* sampler/policies/approximator.h: dapper's data approximator: replies whose data is about the same
 * leave as one.
 *
 * When the network interface can take a packet it goes to the core of the first reply that waits;
 * if that one is approximable, also to those of the approximable replies among the next check_depth
 * - 1 that match it, with its data. */
#ifndef NOC_SAMPLER_POLICIES_APPROXIMATOR_H
#define NOC_SAMPLER_POLICIES_APPROXIMATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"

/* What decides whether two replies match: their data, or chance. */
typedef struct noc_matching {
    double
        threshold; /* difference, as a percentage of the first's value, that must not be reached */
    double probability; /* where there is no data */
    noc_random *random; /* of that; NULL: data */
} noc_matching;

typedef struct noc_approximable_reply {
    uint32_t reply; /* of the caller */
    bool approximable;
    const double *values; /* NULL where chance decides */
    size_t value_count;
} noc_approximable_reply;

/* Takes the first reply of a queue (oldest first, at least one in it) and those that go with it.
 * The others move up. `taken` has place for check_depth. Returns how many were taken, the first one
 * first. */
size_t noc_approximator_take(noc_approximable_reply *queue, size_t *count, size_t check_depth,
                             const noc_matching *matching, uint32_t *taken);

/* Cycles from one packet to the next: the network interface's for that packet, and the look at the
 * queue, which goes on meanwhile, if the next one's first reply is approximable. */
static inline uint64_t noc_approximator_spacing(uint64_t transmission, bool approximable,
                                                uint64_t check_depth)
{
    return approximable && check_depth > transmission ? check_depth : transmission;
}

#endif
