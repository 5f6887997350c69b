/* sampler/engines/vc/matching.h: allocators that read all requests of a router at once: maximum,
 * wavefront, lonely output, parallel iterative matching (PIM). */
#ifndef NOC_SAMPLER_ENGINES_VC_MATCHING_H
#define NOC_SAMPLER_ENGINES_VC_MATCHING_H

#include "sampler/engines/vc/grants.h"

/* Router with a matching allocator, for the switch or for virtual channels. */
struct noc_router_matching {
    uint32_t first_input, inputs, first_output, outputs;
    uint32_t size; /* larger one of the numbers of inputs and outputs of the router as built */
    uint8_t allocator, vc_allocator; /* noc_allocator */
    uint16_t diagonal;               /* first diagonal of the switch wavefront */
    /* VC wavefront: first diagonal; distance from it to the first diagonal with a grant; rank of
     * the pair granted there; number of the last allocation (noc_vc_engine.vc_allocations) */
    uint16_t vc_diagonal, vc_first_distance;
    uint64_t vc_rank;
    uint64_t vc_allocation;
};

/* Makes engine->matchings, the routers with matching allocators. False when out of memory. */
bool noc_matchings_new(noc_vc_engine *engine, uint64_t seed);

/* Matches inputs and outputs of all routers whose switch allocator is a matching, grants the pairs,
 * and removes all requests of the inputs. */
void noc_match_switch(noc_vc_engine *engine);

/* Allocates the free virtual channels of an output to the requesting heads. */
void noc_match_vcs(noc_vc_engine *engine, noc_output *out, const uint64_t *heads);

#endif
