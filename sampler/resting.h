/* sampler/resting.h: members of a derated kind rest in turn (network/resources.h). */
#ifndef NOC_SAMPLER_RESTING_H
#define NOC_SAMPLER_RESTING_H

#include "network/resources.h"

/* Whether a member of `kind` rests in a cycle of its clock while the kinds of a set are derated. */
static inline bool noc_rests(const noc_derating *d, noc_resource kind, uint64_t cycle,
                             uint32_t member)
{
    return noc_resource_is_in(d->kinds, kind) && (cycle + member) % d->rest_cycles == 0;
}

#endif
