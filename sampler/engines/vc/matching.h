/* sampler/engines/vc/matching.h: allocators that read all requests of a router at once: maximum,
 * wavefront, lonely output, parallel iterative matching. */
#ifndef NOC_SAMPLER_ENGINES_VC_MATCHING_H
#define NOC_SAMPLER_ENGINES_VC_MATCHING_H

#include "sampler/engines/vc/grants.h"

/* A router with an allocator of this form, of the switch or of virtual channels. */
struct noc_matching {
    uint32_t first_input, inputs, first_output, outputs;
    uint32_t size; /* inputs or outputs of the router as it is built, the larger number */
    uint8_t allocator, vc_allocator; /* noc_allocator */
    uint16_t diagonal;               /* first diagonal of the switch's wavefront */
    /* Wavefront of virtual channels: its first diagonal; diagonals from it to the first one that
     * granted, in the allocation `vc_turn`. */
    uint16_t vc_diagonal, vc_granted;
    uint64_t vc_rank; /* rank of the pair granted on that diagonal */
    uint64_t vc_turn;
};

/* Finds the routers with such allocators, if there are any. Returns false when out of memory. */
bool noc_matchings_new(noc_vc_engine *engine, uint64_t seed);
void noc_matchings_free(noc_vc_engine *engine);

/* Matches inputs and outputs of the routers found, and grants the pairs; their inputs have nothing
 * left to choose from afterwards. */
void noc_match_switch(noc_vc_engine *engine);

/* Gives the free virtual channels of an output to heads that ask for it. */
void noc_match_vcs(noc_vc_engine *engine, noc_output *out, const uint64_t *heads);

#endif
