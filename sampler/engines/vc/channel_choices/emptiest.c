#include <limits.h>

#include "sampler/engines/vc/forks.h"

uint32_t noc_channel_rule_emptiest(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                                   uint32_t count)
{
    uint32_t best = 0;
    unsigned minimum = UINT_MAX;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t i = (bundle->next + k) % count;
        const unsigned flits = noc_fork_count_waiting(e, turns[i]);
        if (flits >= minimum) continue;
        minimum = flits;
        best = i;
    }
    bundle->next = (best + 1) % count;
    return turns[best];
}
