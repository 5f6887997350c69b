/* sampler/engines/vc/matching.h: allocators that read all requests of a router at once: maximum,
 * wavefront, lonely output, parallel iterative matching (PIM). */
#ifndef NOC_SAMPLER_ENGINES_VC_MATCHING_H
#define NOC_SAMPLER_ENGINES_VC_MATCHING_H

#include "sampler/engines/vc/grants.h"

/* Router with such an allocator, for the switch or for virtual channels. */
struct noc_router_matching {
    uint32_t first_input, inputs, first_output, outputs;
    uint32_t size; /* larger one of the numbers of inputs and outputs of the router as built */
    uint8_t allocator, vc_allocator; /* noc_allocator */
    uint16_t diagonal;               /* first diagonal of the switch wavefront */
    /* VC wavefront: first diagonal; distance from it to the first diagonal with a grant, in the
     * allocation vc_allocation */
    uint16_t vc_diagonal, vc_first_distance;
    uint64_t vc_rank; /* rank of the pair granted on the first diagonal with a grant */
    uint64_t vc_allocation;
};

/* Finds the routers with such allocators. False when out of memory. */
bool noc_matchings_new(noc_vc_engine *engine, uint64_t seed);
void noc_matchings_free(noc_vc_engine *engine);

/* Matches inputs and outputs of these routers, and grants the pairs; then no request of their
 * inputs is left. */
void noc_match_switch(noc_vc_engine *engine);

/* Allocates the free virtual channels of an output to the requesting heads. */
void noc_match_vcs(noc_vc_engine *engine, noc_output *out, const uint64_t *heads);

#endif
