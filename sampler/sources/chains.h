/* sampler/sources/chains.h: lines of a trace that wait for each other: each line goes in its cycle,
 * or when all lines it waits for are over and its delay has passed, whichever is later. Lines that
 * wait do not hold up other lines. */
#ifndef NOC_SAMPLER_SOURCES_CHAINS_H
#define NOC_SAMPLER_SOURCES_CHAINS_H

#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"
#include "sampler/sources/releases.h"

/* ---- lines ---------------------------------------------------------------------------------- */

/* Lines of a trace that is held, in the order in which they may go. */
typedef struct noc_trace_waits {
    const noc_trace *trace; /* trace of the lines; borrowed */
    uint64_t start;         /* cycle of the trace's first line, counted by the schedule */
    uint32_t *open;         /* lines that each line still waits for */
    size_t *first_waiter;   /* place in `waiters` of each line's list; one entry more at the end */
    uint32_t *waiters;      /* lines that wait for each line, one list after the other */
    uint32_t next;          /* first line that waits for nothing and has not gone */
    noc_releases released;  /* other lines that may go */
} noc_trace_waits;

/* Makes the lines of a schedule's trace, which is borrowed. False when out of memory; the caller
 * clears them in either case. */
bool noc_trace_waits_make(noc_trace_waits *waits, const noc_trace_schedule *schedule);
void noc_trace_waits_clear(noc_trace_waits *waits);

/* Earliest line that may go, with its number in `line` and `slot`; among lines of a cycle the first
 * in the trace. Cycle UINT64_MAX: none is known. */
noc_release noc_trace_waits_first(const noc_trace_waits *waits);

/* Takes the earliest line out, if its cycle has come. */
bool noc_trace_waits_take(noc_trace_waits *waits, uint64_t now, noc_release *release);

/* Ends a line in this cycle: lines that wait for it may go. */
void noc_trace_waits_end(noc_trace_waits *waits, uint32_t line, uint64_t now);

/* ---- packets -------------------------------------------------------------------------------- */

/* Packets of such a trace: a line is over when its packets have been delivered, and reads
 * answered. */
typedef struct noc_chains noc_chains;

/* Makes the packets of a linked schedule (noc_trace_schedule_is_linked). Schedule and ports are
 * borrowed. NULL when out of memory. noc_chains_free accepts NULL. */
noc_chains *noc_chains_new(noc_ports *ports, const noc_trace_schedule *schedule);
void noc_chains_free(noc_chains *chains);

/* Creates the packets whose time has come. */
void noc_chains_step(noc_chains *chains);

/* Receives a packet that has been delivered: a request, or an answer. */
void noc_chains_receive(noc_chains *chains, const noc_packet *packet);

/* Cycle of the next creation, as far as known; UINT64_MAX: none. */
uint64_t noc_chains_quiet_until(const noc_chains *chains);

#endif
