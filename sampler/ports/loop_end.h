/* sampler/ports/loop_end.h: how the kernels of a closed loop have ended. */
#ifndef NOC_SAMPLER_PORTS_LOOP_END_H
#define NOC_SAMPLER_PORTS_LOOP_END_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/ports/tally.h"

typedef struct noc_loop_end {
    bool over;                           /* all have; never where one has no end */
    uint64_t makespan;                   /* cycles */
    uint64_t makespans[NOC_KERNELS_MAX]; /* of each, by its number in the design; 0: did not run */
    noc_tally tally;                     /* of that time */
} noc_loop_end;

#endif
