/* sampler/loop/requests.h: requests for known memory lines, and the waiting requests of each line.
 *
 * CTAs that share lines draw lines from their streams (addresses.h); requests of a trace have
 * addresses (replay.h); all other requests have different lines. A request for a line that its
 * core already awaits is merged (policies/mshrs.h). Other requests become transactions, which go
 * to the core's port at once, or wait for the bus if cores share a port. */
#ifndef NOC_SAMPLER_LOOP_REQUESTS_H
#define NOC_SAMPLER_LOOP_REQUESTS_H

#include "sampler/loop/loop_state.h"

/* Request of a core for a line. */
typedef struct noc_line_request {
    uint64_t line;
    uint64_t request_cycle; /* creation cycle of the request */
    uint32_t warp;          /* warp with the block of the line and the direction (read or write) */
    uint32_t receiver;      /* receiver of the answer: a warp, or a request of a trace */
    uint32_t bytes;         /* bytes of the request packet; 0: size of its packet type */
} noc_line_request;

/* Transaction with a known line. */
typedef struct noc_line_transaction {
    uint64_t line;
    uint32_t flow; /* flow of the request */
    uint32_t bytes;
    bool is_sent;     /* request is sent, and the reply has not arrived */
    bool is_waiting;  /* request waits for the bus */
    bool is_answered; /* core has the line, or the write has ended */
    bool has_entry;   /* request has an entry in a merge table */
} noc_line_transaction;

/* Makes loop->requests for designs with clusters or shared lines, and for traces with addresses.
 * False when out of memory. */
bool noc_requests_make(noc_closed_loop *loop, const noc_loop_load *load);
void noc_requests_clear(noc_closed_loop *loop);

/* Starts the line stream of a CTA that starts in a slot. */
void noc_requests_begin_cta(noc_closed_loop *loop, const noc_cta_start *start);

/* Makes a request of a core for a line. False: no MSHR is free. */
bool noc_requests_ask(noc_closed_loop *loop, noc_core *core, const noc_line_request *request);

/* Makes the next request of a warp's memory instruction. False: no MSHR is free. */
bool noc_requests_ask_next(noc_closed_loop *loop, noc_core *core, uint32_t warp);

/* Delivers a line to a core, given its number. Returns the number of answered requests; 0: the core
 * does not await the line. */
uint32_t noc_requests_answer(noc_closed_loop *loop, uint32_t core, uint64_t line);

/* Delivers the reply of a transaction to its core; the reply is dropped if the core already has
 * the line. */
void noc_requests_receive(noc_closed_loop *loop, uint32_t transaction);

/* ---- for clusters --------------------------------------------------------------------------- */

/* Finds the line state of a transaction. */
noc_line_transaction *noc_requests_find(noc_closed_loop *loop, uint32_t transaction);

/* Returns the cores of a cluster that request the bus, a bit each. */
uint64_t noc_requests_asking_cores(const noc_closed_loop *loop, uint32_t cluster);

/* Removes the first request of a core that waits for the bus. Returns its transaction; NOC_NONE:
 * all lines have arrived meanwhile. */
uint32_t noc_requests_take_waiting(noc_closed_loop *loop, uint32_t core);

/* Sends a transaction to memory. */
void noc_requests_send(noc_closed_loop *loop, uint32_t transaction);

#endif
