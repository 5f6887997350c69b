/* sampler/engines/vc/allocators/maximum.h: the ideal allocator: a matching of maximum size between
 * the inputs and outputs of each router. No router could find it in a cycle; it shows what a better
 * allocator could gain. VCs are allocated by iSLIP, in as many iterations as there are VCs, which
 * is the same: a head asks for one output. */
#ifndef NOC_SAMPLER_ENGINES_VC_ALLOCATORS_MAXIMUM_H
#define NOC_SAMPLER_ENGINES_VC_ALLOCATORS_MAXIMUM_H

#include "sampler/engines/vc/state.h"

/* Matches the inputs and outputs of the routers that have it (allocation.matched, taken_inputs). */
void noc_maximum_match(noc_vc_engine *engine);

#endif
