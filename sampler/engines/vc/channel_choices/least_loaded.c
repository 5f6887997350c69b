#include "sampler/engines/vc/forks.h"

uint32_t noc_channel_rule_least_loaded(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                                       uint32_t count)
{
    (void)bundle;
    return noc_fork_find_emptiest(e, turns, count);
}
