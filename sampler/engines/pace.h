/* sampler/engines/pace.h: how long is long for a design: what lengths of runs are counted in,
 * beside cycles. */
#ifndef NOC_SAMPLER_ENGINES_PACE_H
#define NOC_SAMPLER_ENGINES_PACE_H

#include "network/graph/system.h"

typedef struct noc_run_pace {
    uint64_t rhythm;   /* cycles of the slowest rhythm of its networks; 0: they have none */
    unsigned patience; /* so many times as many cycles as with routers only */
} noc_run_pace;

noc_run_pace noc_run_pace_of(const noc_system *system);

#endif
