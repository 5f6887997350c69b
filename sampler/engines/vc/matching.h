/* sampler/engines/vc/matching.h: allocators that look at all requests of a router at once: maximum,
 * wavefront, lonely output, parallel iterative matching. */
#ifndef NOC_SAMPLER_ENGINES_VC_MATCHING_H
#define NOC_SAMPLER_ENGINES_VC_MATCHING_H

#include "sampler/engines/vc/grants.h"

/* A router with such an allocator, of the switch or of virtual channels. */
struct noc_matching {
    uint32_t first_input, inputs, first_output, outputs;
    uint32_t size; /* inputs or outputs of the router as it is built, of which it has more */
    uint8_t allocator, vc_allocator; /* noc_allocator */
    uint16_t diagonal;               /* first diagonal of the switch's wavefront */
    /* The same of virtual channels: diagonals from the first one on to the first that granted, and
     * the allocation in which it was so. */
    uint16_t vc_diagonal, vc_granted;
    uint64_t vc_rank; /* rank of the pair that was granted there */
    uint64_t vc_turn;
};

/* Finds these routers, if there are any. Returns false when out of memory. */
bool noc_matchings_new(noc_vc_engine *engine, uint64_t seed);
void noc_matchings_free(noc_vc_engine *engine);

/* Matches inputs and outputs of these routers, and grants the pairs: none of their inputs has
 * anything left to choose from. */
void noc_match_switch(noc_vc_engine *engine);

/* Gives the free virtual channels of one output to heads that ask for it. */
void noc_match_vcs(noc_vc_engine *engine, noc_output *out, const uint64_t *heads);

#endif
