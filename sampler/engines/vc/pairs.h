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
    uint32_t turn;     /* turn by which it would go there */
    bool taken;        /* head or VC are given */
    /* properties by side */
    uint16_t at[NOC_SIDES];
    /* steps from that side's pointer to the other's place, of matrix arbiters when that was served
     * last; the fewest go first */
    uint64_t turns[NOC_SIDES];
    uint64_t rank[NOC_SIDES]; /* rank for its arbiter, the highest goes first */
} noc_pair;

typedef struct noc_paired_router {
    uint32_t first_output, outputs, first_vc;
    uint16_t size[NOC_SIDES];
    uint16_t circle, diagonal; /* diagonals of the wavefront; the first one */
} noc_paired_router;

struct noc_pairs {
    noc_paired_router *routers;
    uint32_t *router_of; /* router by output */
    uint32_t *turns;     /* turn that a head asks with, the first of its fork, by input VC */
    uint16_t *row;       /* place at the router behind a VC, by VC */
    uint16_t *column;    /* place at the router before a VC, by VC */
    uint8_t *hopeless;   /* speculative grants of this cycle come to nothing, by input VC */
    uint32_t last;       /* router whose VCs have been given in this cycle */
    noc_pair *all;       /* pairs of the router at work */
    uint32_t count;
    uint32_t *picked[NOC_SIDES]; /* pair that a place picks, by place; NOC_NONE */
};

/* Makes the pairs of a numbered engine; it has none where no router is paired. False when out of
 * memory. */
bool noc_pairs_new(noc_vc_engine *engine);
void noc_pairs_free(noc_pairs *pairs);

/* A head whose fork is left to the allocator asks for the VCs of its ways. */
void noc_pairs_wait(noc_vc_engine *engine, const noc_vc *in);

/* Labels of the VCs of an output that such a head asks for. */
uint32_t noc_pairs_permitted(const noc_vc_engine *engine, uint32_t vc, uint32_t output);

/* Gives the VCs of the router of an output, once a step. */
void noc_pairs_allocate(noc_vc_engine *engine, uint32_t output);

/* Called before heads ask for the switch with a VC still to come: a head does not use what it is
 * granted if any of its ways has no free VC with a credit (BookSim 2.0). */
void noc_pairs_find_hopeless(noc_vc_engine *engine);
NOC_INLINE bool noc_pairs_hopeless(const noc_vc_engine *e, uint32_t vc)
{
    return e->pairs->hopeless[vc];
}

#endif
