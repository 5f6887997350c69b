#include "sampler/engines/vc/forks.h"

uint32_t noc_channel_rule_round_robin(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                                      uint32_t count)
{
    (void)e;
    bundle->next = (bundle->next + 1) % count;
    return turns[bundle->next];
}
