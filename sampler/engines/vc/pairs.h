/* sampler/engines/vc/pairs.h: VCs of all outputs of a router given at once, over pairs of a head
 * and a VC, for routers where heads ask for several outputs, or where requests have priorities. As
 * in BookSim 2.0 an allocator's rows are the router's input VCs, its columns the VCs of its
 * outputs, both counted port by port. */
#ifndef NOC_SAMPLER_ENGINES_VC_PAIRS_H
#define NOC_SAMPLER_ENGINES_VC_PAIRS_H

#include "sampler/engines/vc/forks.h"

/* Sides of an allocator. */
typedef enum noc_side { NOC_ROW, NOC_COLUMN, NOC_SIDES } noc_side;

/* A head that asks for a free VC. */
typedef struct noc_pair {
    uint32_t head, vc; /* input VC, VC of the output */
    uint32_t turn;     /* turn by which the head would go to the VC */
    bool taken;        /* head or VC of the pair is given */
    uint16_t at[NOC_SIDES];
    /* order at the side's arbiter, the fewest go first: steps from its pointer to the other side's
     * place; for a matrix arbiter, when it served that place last */
    uint64_t turns[NOC_SIDES];
    uint64_t rank[NOC_SIDES]; /* rank at the side's arbiter, the highest goes first */
} noc_pair;

typedef struct noc_paired_router {
    uint32_t first_output, outputs, first_vc;
    uint16_t size[NOC_SIDES];
    uint16_t circle, diagonal; /* diagonals of the wavefront; number of the first one */
} noc_paired_router;

struct noc_pairs {
    noc_paired_router *routers;
    uint32_t *router_of; /* router of each output */
    /* turn with which a head asks, the first of its fork, by input VC */
    uint32_t *turns;
    uint16_t *row;    /* place of a VC at the router that it leads to, by VC */
    uint16_t *column; /* place of a VC at the router that sends into it, by VC */
    /* true for an input VC whose head's speculative grants fail in this cycle */
    uint8_t *hopeless;
    uint32_t last; /* router whose VCs have been given in this cycle */
    noc_pair *all; /* pairs of the router whose VCs are being given */
    uint32_t count;
    uint32_t *picked[NOC_SIDES]; /* pair that a place picks, by place; NOC_NONE: none */
};

/* Makes the pairs of a numbered engine; none where no router is paired. False when out of
 * memory. */
bool noc_pairs_new(noc_vc_engine *engine);
void noc_pairs_free(noc_pairs *pairs);

/* Makes a head whose fork is left to the allocator ask for the VCs of its ways. */
void noc_pairs_wait(noc_vc_engine *engine, const noc_vc *in);

/* Labels of an output's VCs that a head whose fork is left to the allocator asks for. */
uint32_t noc_pairs_permitted(const noc_vc_engine *engine, uint32_t vc, uint32_t output);

/* Gives the VCs of the router of an output to heads, once a step. */
void noc_pairs_allocate(noc_vc_engine *engine, uint32_t output);

/* Finds the heads whose speculative grants fail, before heads without a VC ask for the switch: a
 * head does not use its grant if any of its ways has no free VC with a credit (BookSim 2.0). */
void noc_pairs_find_hopeless(noc_vc_engine *engine);
NOC_INLINE bool noc_pairs_hopeless(const noc_vc_engine *e, uint32_t vc)
{
    return e->pairs->hopeless[vc];
}

#endif
