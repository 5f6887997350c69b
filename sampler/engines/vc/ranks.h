/* sampler/engines/vc/ranks.h: order of requests where priorities (traffic.priority) or matrix
 * arbiters (network.arbitration) decide.
 *
 * A request has the rank of the flit at the front of its VC; the larger rank goes first. As in
 * BookSim 2.0, ranks act in three places: if several VCs of an input ask for the same output, the
 * VC of the highest rank is presented to the switch allocator, whatever its form; allocators that
 * honour priorities (design/allocators.def) serve the highest rank first in the switch, and among
 * the heads that ask for a VC. Speculative requests that yield rank below all others.
 *
 * Among equal ranks a round-robin arbiter serves the first at or after its pointer, a matrix
 * arbiter the requester served least recently. The matrix says for each two requesters which of
 * them goes first (Dally and Towles 2004, 18.5); the same order follows from the time when each was
 * served last, so only these times are kept. At the start the last requester goes first, as in
 * BookSim 2.0. */
#ifndef NOC_SAMPLER_ENGINES_VC_RANKS_H
#define NOC_SAMPLER_ENGINES_VC_RANKS_H

#include "design/allocators.h"
#include "sampler/engines/vc/state.h"

/* Matrix arbiters, all in one array: the time when each requester was served last, in grants of all
 * arbiters. */
typedef struct noc_matrix_arbiters {
    uint64_t *last;
    size_t count;    /* requesters of all arbiters */
    uint64_t grants; /* grants so far */
} noc_matrix_arbiters;

/* Number of the first grant, above all places. */
enum { NOC_MATRIX_FIRST_GRANT = 1 << 24 };

/* Makes an arbiter of requesters `first` to `first + places - 1`, none of which has been served. */
void noc_matrix_start(noc_matrix_arbiters *arbiters, size_t first, size_t places);

NOC_INLINE void noc_matrix_serve(noc_matrix_arbiters *arbiters, size_t requester)
{
    arbiters->last[requester] = NOC_MATRIX_FIRST_GRANT + arbiters->grants++;
}

/* Arbiters of a router's parts; NOC_NONE: round robin. */
typedef struct noc_matrix_places {
    uint32_t *inputs;  /* arbiters among outputs, by crossbar input */
    uint32_t *outputs; /* arbiters among inputs, by output */
    uint32_t *heads;   /* arbiters among VCs of all outputs, by input VC */
    /* arbiters among input VCs of the router that sends into the VC, by VC */
    uint32_t *output_vcs;
} noc_matrix_places;

/* A pair that asks for the switch: an input of a router and one of its outputs. */
typedef struct noc_ranked_pair {
    uint64_t rank;
    uint32_t input, port;
} noc_ranked_pair;

struct noc_ranks {
    noc_priority priority;
    /* priority of the class to which packets of a type belong, by type */
    uint32_t of_type[NOC_PACKET_TYPES_MAX];
    /* cycle of a flit's arrival modulo 2^32, by slot of the engine's store of flits; for local
     * age */
    uint32_t *came;
    /* rank and turn of the best bid (inputs choose first), by output */
    uint64_t *best_rank, *best_turn;
    noc_ranked_pair *pairs; /* room for the pairs of a router */
    noc_matrix_arbiters arbiters;
    noc_matrix_places places;
};

/* Makes the ranks of a numbered engine; none where all requests are equal. False when out of
 * memory. */
bool noc_ranks_new(noc_vc_engine *engine);
void noc_ranks_free(noc_ranks *ranks); /* NULL: nothing */

/* Requesters of all matrix arbiters of a router with `bits` input VCs and `labels` VCs of each
 * output. */
size_t noc_ranks_requesters(const noc_network_spec *spec, const noc_router *router, unsigned bits,
                            unsigned labels);

/* Rank of the flit at the front of a VC that is not empty. */
uint64_t noc_front_rank(const noc_vc_engine *engine, uint32_t vc);

/* Rank of a packet at its source, among packets of other classes of traffic. */
uint64_t noc_source_rank(const noc_vc_engine *engine, const noc_packet *packet);

/* Notes the arrival of a flit, the last one of its VC. */
NOC_INLINE void noc_ranks_arrive(noc_vc_engine *e, const noc_vc *in)
{
    if (e->ranks->came)
        e->ranks->came[in->fifo + ((in->head + in->count) & in->fifo_mask)] = (uint32_t)e->now;
}

/* ---- the switch ----------------------------------------------------------------------------- */

/* Finds the VC that is presented, among an input's VCs that ask for the same output. */
unsigned noc_first_vc(const noc_vc_engine *engine, const noc_input *input, uint32_t asking);

/* Rank of an input's request for one of its ports. */
uint64_t noc_request_rank(noc_vc_engine *engine, uint32_t input, unsigned port);

/* Request (input VC) of a set that an output grants. */
unsigned noc_first_request(noc_vc_engine *engine, unsigned output, const uint64_t *requests);

/* Port of a set that an input chooses. */
unsigned noc_first_port(noc_vc_engine *engine, uint32_t input, const uint64_t *ports);

/* Bids for a port for an input, in allocators in which inputs choose first. */
void noc_bid_by_rank(noc_vc_engine *engine, uint32_t input, unsigned port);

/* Notes that an input and a port were matched. */
void noc_ranks_serve(noc_vc_engine *engine, const noc_input *input, unsigned port);

/* ---- virtual channels ----------------------------------------------------------------------- */

/* True if ranks or matrix arbiters allocate the VCs of an output. */
NOC_INLINE bool noc_ranks_vcs(const noc_output *out)
{
    return noc_allocators[out->vc_allocator].arbiters || out->vc_allocator == NOC_ALLOCATOR_SELECT;
}

/* Gives free VCs of an output to heads that ask for it, by rank. */
void noc_share_out_by_rank(noc_vc_engine *engine, noc_output *out, const uint64_t *heads);

#endif
