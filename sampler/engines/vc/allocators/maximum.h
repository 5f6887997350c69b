/* sampler/engines/vc/allocators/maximum.h: the ideal allocator: a matching of maximum size between
 * the inputs and outputs of each router. No router could find it in a cycle; it shows what a better
 * allocator could gain. VCs are allocated by iSLIP, in as many iterations as there are VCs, which
 * is the same: a head asks for one output. */
#ifndef NOC_SAMPLER_ENGINES_VC_ALLOCATORS_MAXIMUM_H
#define NOC_SAMPLER_ENGINES_VC_ALLOCATORS_MAXIMUM_H

#include "sampler/engines/vc/allocators/islip.h"

NOC_INLINE void noc_maximum_vcs(noc_vc_engine *e, noc_output *out, const uint64_t *heads,
                                noc_mode m)
{
    noc_islip_vcs(e, out, heads, m);
}

/* An output that has requests may be matched with each of their inputs. */
NOC_INLINE void noc_maximum_output(noc_vc_engine *e, unsigned o, unsigned round, noc_mode m)
{
    if (round == 0) noc_pass_all_requests(e, o, m);
}

/* Inputs are matched before any chooses. */
NOC_INLINE void noc_maximum_input(noc_vc_engine *e, unsigned i, unsigned port, bool yields,
                                  unsigned round, noc_mode m)
{
    (void)e, (void)i, (void)port, (void)yields, (void)round, (void)m;
}

/* Matches all inputs and outputs of these routers: no input of theirs has anything left to choose
 * from. */
void noc_maximum_match(noc_vc_engine *engine);

#endif
