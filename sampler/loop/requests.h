/* sampler/loop/requests.h: requests with known lines: the line of each, and the requests that wait
 * for it.
 *
 * CTAs that share lines draw them from their streams (addresses.h), requests of a trace have
 * addresses (replay.h); all other requests have different lines. A request for a line that its core
 * waits for already is merged (mshrs.h). Any other request is a transaction, which goes to the
 * core's port at once, or waits for the bus where cores share a port. */
#ifndef NOC_SAMPLER_LOOP_REQUESTS_H
#define NOC_SAMPLER_LOOP_REQUESTS_H

#include "sampler/loop/loop_state.h"

/* A core's request for a line. */
typedef struct noc_line_request {
    uint64_t line;
    uint64_t origin; /* cycle in which the request was due */
    uint32_t warp; /* warp of the core that has the line's block and the direction, read or write */
    uint32_t who;  /* receiver of the answer: the warp, or a request of a trace */
    uint32_t bytes; /* bytes of the request's packet; 0: size of its packet type */
} noc_line_request;

/* State of a transaction with a known line. */
typedef struct noc_line_state {
    uint64_t line;
    uint32_t flow; /* flow of the request */
    uint32_t bytes;
    bool sent;     /* reply is still to come */
    bool waits;    /* request waits for the bus */
    bool answered; /* core has the line, or the write is over */
    bool entered;  /* request has an entry in a merge table */
} noc_line_state;

/* Makes loop->requests where a design has clusters or kernels that share lines, and for a trace
 * with addresses. False when out of memory. */
bool noc_requests_make(noc_closed_loop *loop, const noc_loop_load *load);
void noc_requests_clear(noc_closed_loop *loop);

/* Starts the stream of lines of a CTA that starts in a slot. */
void noc_requests_begin_cta(noc_closed_loop *loop, const noc_cta_start *start);

/* Makes a core's request for a line. False: no MSHR is free. */
bool noc_requests_ask(noc_closed_loop *loop, noc_core *core, const noc_line_request *request);

/* Makes the next request of the warp's memory instruction. False: no MSHR is free. */
bool noc_request_access(noc_closed_loop *loop, noc_core *core, uint32_t warp);

/* Gives a core a line. Returns the number of its requests that the line answers; 0: the core does
 * not wait for the line. */
uint32_t noc_requests_answer(noc_closed_loop *loop, uint32_t core, uint64_t line);

/* Hands the reply to a transaction to its core. If the core has the line already, the reply is
 * dropped. */
void noc_requests_receive(noc_closed_loop *loop, uint32_t transaction);

/* ---- for clusters --------------------------------------------------------------------------- */

noc_line_state *noc_requests_asked(noc_closed_loop *loop, uint32_t transaction);

/* Cores of a cluster whose requests wait for the bus, a bit each. */
uint64_t noc_requests_asking(const noc_closed_loop *loop, uint32_t cluster);

/* Takes the first waiting request of a core onto the bus. NOC_NONE: all their lines have come
 * meanwhile. */
uint32_t noc_requests_take(noc_closed_loop *loop, uint32_t core);

/* Sends a transaction to memory. */
void noc_requests_send(noc_closed_loop *loop, uint32_t transaction);

#endif
