/* sampler/engines/vc/ranks.h: who goes first where priorities decide (traffic.priority), or matrix
 * arbiters (network.arbitration).
 *
 * A request has the rank of the flit at the front of its VC; the larger rank goes first. Ranks act
 * in three places, as in BookSim 2.0: of several VCs of an input that ask for the same output the
 * one of the highest rank is presented to the switch's allocator, whatever that is; allocators that
 * honour priorities (design/allocators.def) serve the highest rank first in the switch, and among
 * the heads that ask for a VC. Speculative requests that yield rank below all others.
 *
 * Of equal ranks a round-robin arbiter serves the first at or after its pointer, a matrix arbiter
 * the one that was served least recently. The matrix of the latter says for each two requesters
 * which of them goes first (Dally and Towles 2004, 18.5); the same order follows from when each was
 * served last, so that is what is kept. At the start the last requester goes first, as in BookSim
 * 2.0. */
#ifndef NOC_SAMPLER_ENGINES_VC_RANKS_H
#define NOC_SAMPLER_ENGINES_VC_RANKS_H

#include "design/allocators.h"
#include "sampler/engines/vc/state.h"

/* Matrix arbiters, all in one array: when each requester was served last, in grants of all. */
typedef struct noc_matrix_arbiters {
    uint64_t *last;
    size_t count;    /* requesters of all arbiters */
    uint64_t grants; /* grants so far */
} noc_matrix_arbiters;

/* The first grant counts beyond all places. */
enum { NOC_MATRIX_FIRST_GRANT = 1 << 24 };

/* Makes an arbiter of requesters `first` to `first + places - 1`; nobody has been served. */
void noc_matrix_start(noc_matrix_arbiters *arbiters, size_t first, size_t places);

NOC_INLINE void noc_matrix_serve(noc_matrix_arbiters *arbiters, size_t requester)
{
    arbiters->last[requester] = NOC_MATRIX_FIRST_GRANT + arbiters->grants++;
}

/* Arbiters of a router's parts; NOC_NONE: round robin. */
typedef struct noc_matrix_places {
    uint32_t *inputs;     /* outputs by crossbar input */
    uint32_t *outputs;    /* inputs by output */
    uint32_t *heads;      /* VCs of all outputs, by input VC */
    uint32_t *output_vcs; /* input VCs of the router before, by VC */
} noc_matrix_places;

/* A pair that asks for the switch: an input of a router and one of its outputs. */
typedef struct noc_ranked_pair {
    uint64_t rank;
    uint32_t input, port;
} noc_ranked_pair;

struct noc_ranks {
    noc_priority priority;
    uint32_t
        of_type[NOC_PACKET_TYPES_MAX]; /* priority of the class that packets of a type are of */
    uint32_t *came; /* cycle of arrival modulo 2^32, by slot of the engine's flits; local age */
    uint64_t *best_rank, *best_turn; /* rank and turn of the best bid (input first), by output */
    noc_ranked_pair *pairs;          /* room for those of a router */
    noc_matrix_arbiters arbiters;
    noc_matrix_places places;
};

/* Makes the ranks of a numbered engine; it has none where nothing goes before others. False when
 * out of memory. */
bool noc_ranks_new(noc_vc_engine *engine);
void noc_ranks_free(noc_ranks *ranks); /* NULL: nothing */

/* Requesters of all matrix arbiters of a router with so many input VCs, and VCs of each output. */
size_t noc_ranks_requesters(const noc_network_spec *spec, const noc_router *router, unsigned bits,
                            unsigned labels);

/* Rank of the flit at the front of a VC, which has one. */
uint64_t noc_front_rank(const noc_vc_engine *engine, uint32_t vc);

/* Rank of a packet at its source, among those of other classes of traffic. */
uint64_t noc_source_rank(const noc_vc_engine *engine, const noc_packet *packet);

/* The flit that comes now is the last one of its VC. */
NOC_INLINE void noc_ranks_arrive(noc_vc_engine *e, const noc_vc *in)
{
    if (e->ranks->came)
        e->ranks->came[in->fifo + ((in->head + in->count) & in->fifo_mask)] = (uint32_t)e->now;
}

/* ---- the switch ----------------------------------------------------------------------------- */

/* Finds, of an input's VCs that ask for the same output, the one that is presented. */
unsigned noc_first_vc(const noc_vc_engine *engine, const noc_input *input, uint32_t asking);

/* Rank of an input's request for one of its ports. */
uint64_t noc_request_rank(noc_vc_engine *engine, uint32_t input, unsigned port);

/* The request (input VC) of a set that an output grants. */
unsigned noc_first_request(noc_vc_engine *engine, unsigned output, const uint64_t *requests);

/* The port of a set that an input chooses. */
unsigned noc_first_port(noc_vc_engine *engine, uint32_t input, const uint64_t *ports);

/* An input bids for a port, of allocators in which inputs choose first. */
void noc_bid_by_rank(noc_vc_engine *engine, uint32_t input, unsigned port);

/* An input and a port were matched. */
void noc_ranks_serve(noc_vc_engine *engine, const noc_input *input, unsigned port);

/* ---- virtual channels ----------------------------------------------------------------------- */

/* True if the VCs of an output are given by rank, or by matrix arbiters. */
NOC_INLINE bool noc_ranks_vcs(const noc_output *out)
{
    return noc_allocators[out->vc_allocator].arbiters || out->vc_allocator == NOC_ALLOCATOR_SELECT;
}

/* Gives free VCs of such an output to heads that ask for it. */
void noc_share_out_by_rank(noc_vc_engine *engine, noc_output *out, const uint64_t *heads);

#endif
