#include "sampler/engines/vc/forks.h"

uint32_t noc_channel_rule_adaptive(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                                   uint32_t count)
{
    (void)bundle;
    const uint32_t first = noc_fork_draw(e, count);
    const uint32_t second = (first + 1 + noc_fork_draw(e, count - 1)) % count;
    return noc_fork_find_emptiest(e, (const uint32_t[]){turns[first], turns[second]}, 2);
}
