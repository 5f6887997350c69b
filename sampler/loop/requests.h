/* sampler/loop/requests.h: requests whose lines are told apart: which line each asks for, and who
 * waits for it.
 *
 * CTAs that share lines have them from their streams (addresses.h), requests of a trace have
 * addresses (replay.h); others' are all different. A request for a line that its core waits for is
 * merged (mshrs.h). One that is not is a transaction, which goes to the core's port at once, or
 * where cores share one waits for the bus. */
#ifndef NOC_SAMPLER_LOOP_REQUESTS_H
#define NOC_SAMPLER_LOOP_REQUESTS_H

#include "sampler/loop/loop_state.h"

/* What a core asks for. */
typedef struct noc_line_request {
    uint64_t line;
    uint64_t origin; /* cycle in which it was to be made */
    uint32_t warp;   /* of the core, that is where the line is, and reads or writes */
    uint32_t who;    /* gets the answer: that warp, or a request of a trace */
    uint32_t bytes;  /* of its packet; 0: as its type has it */
} noc_line_request;

/* Of a transaction. */
typedef struct noc_asked {
    uint64_t line;
    uint32_t flow; /* of its request */
    uint32_t bytes;
    bool sent;     /* its reply is still to come */
    bool waits;    /* for the bus */
    bool answered; /* it has its line, or its write is over */
    bool entered;  /* in a merge table */
} noc_asked;

/* Makes loop->requests, where a design has clusters or kernels that share lines, and for a trace
 * with addresses. False when out of memory. */
bool noc_requests_make(noc_closed_loop *loop, const noc_loop_load *load);
void noc_requests_clear(noc_closed_loop *loop);

/* A CTA starts in a slot. */
void noc_requests_begin_cta(noc_closed_loop *loop, const noc_cta_start *start);

/* A core makes a request. False: no MSHR is free. */
bool noc_requests_ask(noc_closed_loop *loop, noc_core *core, const noc_line_request *request);

/* The warp's memory instruction makes its next request. False: no MSHR is free. */
bool noc_request_access(noc_closed_loop *loop, noc_core *core, uint32_t warp);

/* A core gets a line. Returns how many of its requests that answers; 0: it does not wait for it. */
uint32_t noc_requests_answer(noc_closed_loop *loop, uint32_t core, uint64_t line);

/* The reply to a transaction has come, and is with its core now, which may have the line already
 * and drop it. */
void noc_requests_receive(noc_closed_loop *loop, uint32_t transaction);

/* ---- for clusters --------------------------------------------------------------------------- */

noc_asked *noc_requests_asked(noc_closed_loop *loop, uint32_t transaction);

/* Cores of a cluster whose requests wait for the bus, a bit each. */
uint64_t noc_requests_asking(const noc_closed_loop *loop, uint32_t cluster);

/* The bus takes the first of a core. NOC_NONE: their lines have come meanwhile. */
uint32_t noc_requests_take(noc_closed_loop *loop, uint32_t core);

/* A transaction goes to memory from now on. */
void noc_requests_send(noc_closed_loop *loop, uint32_t transaction);

#endif
