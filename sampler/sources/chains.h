/* sampler/sources/chains.h: the lines of a trace that wait for each other: each goes in its cycle,
 * or when all that it waits for are over and its delay has passed, whichever is later. Lines that
 * wait do not hold up those that do not. */
#ifndef NOC_SAMPLER_SOURCES_CHAINS_H
#define NOC_SAMPLER_SOURCES_CHAINS_H

#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"
#include "sampler/sources/releases.h"

/* ---- lines ---------------------------------------------------------------------------------- */

/* The lines of a trace that is held, in the order in which they may go. */
typedef struct noc_trace_waits {
    const noc_trace *trace; /* borrowed */
    uint64_t start;         /* cycle of the trace's first line, as the schedule counts */
    uint32_t *open;         /* lines that a line waits for still, by line */
    size_t *first_waiter;   /* place in `waiters`, by line; the end behind them */
    uint32_t *waiters;      /* lines that wait for a line, one list behind the other */
    uint32_t next;          /* first line that waits for nothing and has not gone */
    noc_releases released;  /* the others that may go */
} noc_trace_waits;

/* Makes the lines of a schedule's trace, which is borrowed. False when out of memory; the caller
 * clears them in either case. */
bool noc_trace_waits_make(noc_trace_waits *waits, const noc_trace_schedule *schedule);
void noc_trace_waits_clear(noc_trace_waits *waits);

/* The earliest line that may go, of several in a cycle the one that is before the others in the
 * trace, with its number in `line` and `slot`. Cycle UINT64_MAX: none is known of. */
noc_release noc_trace_waits_first(const noc_trace_waits *waits);

/* Takes that line out, if its cycle has come. */
bool noc_trace_waits_take(noc_trace_waits *waits, uint64_t now, noc_release *release);

/* A line is over in this cycle: those that wait for it may go. */
void noc_trace_waits_end(noc_trace_waits *waits, uint32_t line, uint64_t now);

/* ---- packets -------------------------------------------------------------------------------- */

/* The packets of such a trace: a line is over when they have been delivered, reads answered. */
typedef struct noc_chains noc_chains;

/* Makes the packets of a schedule that is linked (noc_trace_schedule_is_linked); it is borrowed, as
 * are the ports. NULL when out of memory.
 * noc_chains_free takes NULL. */
noc_chains *noc_chains_new(noc_ports *ports, const noc_trace_schedule *schedule);
void noc_chains_free(noc_chains *chains);

/* Creates the packets whose time has come. */
void noc_chains_step(noc_chains *chains);

/* A packet has been delivered: a request, or an answer. */
void noc_chains_receive(noc_chains *chains, const noc_packet *packet);

/* The cycle of the next creation that is known of; UINT64_MAX if there is none. */
uint64_t noc_chains_quiet_until(const noc_chains *chains);

#endif
