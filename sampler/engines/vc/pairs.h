/* sampler/engines/vc/pairs.h: allocation of all VCs of a router at once, over pairs of a head
 * and a VC, for routers whose heads request several outputs or whose requests have priorities.
 * As in BookSim 2.0, the rows of an allocator are the input VCs of the router, and the columns
 * the VCs of its outputs, both port by port. */
#ifndef NOC_SAMPLER_ENGINES_VC_PAIRS_H
#define NOC_SAMPLER_ENGINES_VC_PAIRS_H

#include "sampler/engines/vc/forks.h"

/* Sides of an allocator. */
typedef enum noc_side { NOC_ROW, NOC_COLUMN, NOC_SIDES } noc_side;

/* Pair of a head and a free VC that the head requests. */
typedef struct noc_vc_candidate {
    uint32_t head, vc;          /* input VC; output VC */
    uint32_t turn;              /* turn of the head to the VC */
    bool is_taken;              /* head or VC of the pair is matched */
    uint16_t places[NOC_SIDES]; /* row of the head; column of the VC */
    /* [side]: order at the arbiter, the smallest first: distance from the pointer to the other
     * side's place; for a matrix arbiter, time of the last service of that place */
    uint64_t orders[NOC_SIDES];
    uint64_t ranks[NOC_SIDES]; /* [side]: rank at the arbiter, the highest first */
} noc_vc_candidate;

/* Router whose VCs are allocated over pairs. */
typedef struct noc_paired_router {
    uint32_t first_output, outputs, first_vc; /* range of outputs; first input VC */
    uint16_t size[NOC_SIDES];                 /* number of rows, and of columns */
    uint16_t diagonal_count,
        first_diagonal; /* number of diagonals of the wavefront; first diagonal */
} noc_paired_router;

struct noc_pairs {
    noc_paired_router *routers;
    uint32_t *router_index; /* [output]: router */
    /* [input VC]: turn of the head, the first of its fork */
    uint32_t *turns;
    uint16_t *row_places;    /* [VC]: row at the router downstream */
    uint16_t *column_places; /* [VC]: column at the router upstream */
    /* [input VC]: true if speculative grants of the head fail in this cycle */
    uint8_t *failing_heads;
    uint32_t last_router;      /* router whose VCs were allocated last in this cycle */
    noc_vc_candidate *entries; /* pairs of the router under allocation */
    uint32_t count;
    uint32_t *picked_pairs[NOC_SIDES]; /* [side][place]: picked pair; NOC_NONE: none */
};

/* Makes the pairs of a numbered engine, if it has paired routers. False when out of memory. */
bool noc_pairs_new(noc_vc_engine *engine);

/* Requests VCs of all turns of a head whose fork is left to the VC allocator. */
void noc_pairs_request_vcs(noc_vc_engine *engine, const noc_vc *in);

/* Finds the labels of an output's VCs that the head of input VC `vc` requests. */
uint32_t noc_pairs_find_permitted(const noc_vc_engine *engine, uint32_t vc, uint32_t output);

/* Allocates the VCs of an output's router, once per step. */
void noc_pairs_allocate(noc_vc_engine *engine, uint32_t output);

/* Finds the heads whose speculative grants fail, before the speculative requests: a head does
 * not use its grant if any of its turns has no free VC with a credit (BookSim 2.0). */
void noc_pairs_find_failing(noc_vc_engine *engine);

/* True if the speculative grants of the head of an input VC fail in this cycle. */
NOC_INLINE bool noc_pairs_is_failing(const noc_vc_engine *e, uint32_t vc)
{
    return e->pairs->failing_heads[vc];
}

#endif
