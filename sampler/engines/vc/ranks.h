/* sampler/engines/vc/ranks.h: order of requests by priorities (traffic.priority) or by matrix
 * arbiters (network.arbitration).
 *
 * A request has the rank of the front flit of its VC; the larger rank is served first. As in
 * BookSim 2.0, ranks act in three places. Among the VCs of an input that request the same output,
 * the VC of the highest rank is presented to the switch allocator. Allocators that honour
 * priorities (design/allocators.def) serve the highest rank first in the switch. They also serve it
 * first among the heads that request a VC. Yielding speculative requests rank below all others.
 *
 * Among equal ranks a round-robin arbiter serves the first requester at or after its pointer, a
 * matrix arbiter the least recently served requester. The matrix states for each pair of
 * requesters which one is first (Dally and Towles 2004, 18.5). The time of the last service
 * gives the same order, so only these times are stored. At the start the last requester is
 * first, as in BookSim 2.0. */
#ifndef NOC_SAMPLER_ENGINES_VC_RANKS_H
#define NOC_SAMPLER_ENGINES_VC_RANKS_H

#include "design/allocators.h"
#include "sampler/engines/vc/state.h"

/* Matrix arbiters in one array. */
typedef struct noc_matrix_arbiters {
    uint64_t *last_grants;  /* [requester]: number of its last grant */
    size_t requester_count; /* requesters of all arbiters */
    uint64_t grant_count;   /* grants so far */
} noc_matrix_arbiters;

/* Number of the first grant; larger than the initial numbers in last_grants. */
enum { NOC_MATRIX_FIRST_GRANT = 1 << 24 };

/* Starts an arbiter for the requesters [first, first + places), none of which has been served. */
void noc_matrix_start(noc_matrix_arbiters *arbiters, size_t first, size_t places);

/* Notes a grant to a requester. */
NOC_INLINE void noc_matrix_serve(noc_matrix_arbiters *arbiters, size_t requester)
{
    arbiters->last_grants[requester] = NOC_MATRIX_FIRST_GRANT + arbiters->grant_count++;
}

/* Arbiters of the parts of routers, each as the number of its first requester; NOC_NONE: round
 * robin. */
typedef struct noc_matrix_places {
    uint32_t *inputs;  /* [crossbar input]: arbiter among outputs */
    uint32_t *outputs; /* [output]: arbiter among inputs */
    uint32_t *heads;   /* [input VC]: arbiter among VCs of all outputs */
    /* [VC]: arbiter among the input VCs of the upstream router */
    uint32_t *output_vcs;
} noc_matrix_places;

/* Switch request: an input of a router and one of its outputs. */
typedef struct noc_ranked_pair {
    uint64_t rank;
    uint32_t input, port;
} noc_ranked_pair;

struct noc_ranks {
    noc_priority priority;
    /* [packet type]: priority of its class of traffic */
    uint32_t type_priorities[NOC_PACKET_TYPES_MAX];
    /* [slot of the flit store]: arrival cycle modulo 2^32; for local age */
    uint32_t *arrival_cycles;
    /* [output]: rank and order of the best bid, where inputs choose first */
    uint64_t *best_ranks, *best_orders;
    noc_ranked_pair *pairs; /* room for the pairs of a router */
    noc_matrix_arbiters arbiters;
    noc_matrix_places places;
};

/* Makes the ranks of a numbered engine, unless all requests are equal. False when out of memory. */
bool noc_ranks_new(noc_vc_engine *engine);

/* Counts the requesters of all matrix arbiters of a router with `bits` input VCs and `labels`
 * VCs per output. */
size_t noc_ranks_count_requesters(const noc_network_spec *spec, const noc_router *router,
                                  unsigned bits, unsigned labels);

/* Finds the rank of the front flit of a VC, which must not be empty. */
uint64_t noc_find_front_rank(const noc_vc_engine *engine, uint32_t vc);

/* Finds the rank of a packet at its source, among packets of other classes of traffic. */
uint64_t noc_find_source_rank(const noc_vc_engine *engine, const noc_packet *packet);

/* Stores the arrival cycle of the last flit of a VC. */
NOC_INLINE void noc_ranks_note_arrival(noc_vc_engine *e, const noc_vc *in)
{
    if (e->ranks->arrival_cycles)
        e->ranks
            ->arrival_cycles[in->fifo + ((in->left_flits + in->buffered_flits) & in->fifo_mask)] =
            (uint32_t)e->now;
}

/* ---- the switch ----------------------------------------------------------------------------- */

/* Chooses the VC to present, among the VCs of an input that request the same output. */
unsigned noc_choose_vc(const noc_vc_engine *engine, const noc_crossbar_input *input,
                       uint32_t asking);

/* Finds the rank of an input's request for a port. */
uint64_t noc_find_request_rank(noc_vc_engine *engine, uint32_t input, unsigned port);

/* Chooses the request (input VC) that an output grants. */
unsigned noc_choose_request(noc_vc_engine *engine, unsigned output, const uint64_t *requests);

/* Chooses the port of a set for an input. */
unsigned noc_choose_ranked_port(noc_vc_engine *engine, uint32_t input, const uint64_t *ports);

/* Bids for a port on behalf of an input, where inputs choose first. */
void noc_bid_by_rank(noc_vc_engine *engine, uint32_t input, unsigned port);

/* Notes a match of an input and a port. */
void noc_ranks_note_match(noc_vc_engine *engine, const noc_crossbar_input *input, unsigned port);

/* ---- virtual channels ----------------------------------------------------------------------- */

/* True if ranks or matrix arbiters allocate the VCs of an output. */
NOC_INLINE bool noc_has_ranked_vcs(const noc_output *out)
{
    return noc_allocators[out->vc_allocator].has_arbiters ||
           out->vc_allocator == NOC_ALLOCATOR_SELECT;
}

/* Allocates the free VCs of an output to the requesting heads, by rank. */
void noc_give_vcs_by_rank(noc_vc_engine *engine, noc_output *out, const uint64_t *heads);

#endif
