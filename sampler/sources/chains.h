/* sampler/sources/chains.h: lines of a held trace that depend on each other, and their packets: a
 * line starts in its cycle, or when all its predecessors have ended and its delay has passed,
 * whichever is later. A waiting line does not block other lines. */
#ifndef NOC_SAMPLER_SOURCES_CHAINS_H
#define NOC_SAMPLER_SOURCES_CHAINS_H

#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"
#include "sampler/sources/releases.h"

/* ---- lines ---------------------------------------------------------------------------------- */

/* Lines of a held trace, in the order of their possible start. */
typedef struct noc_linked_lines {
    const noc_trace *trace;      /* trace of the lines; borrowed */
    uint64_t start;              /* cycle of the trace's first line, in schedule time */
    uint32_t *predecessors_left; /* [line]: predecessors that have not ended */
    size_t *first_waiters; /* [line]: start of its list in `waiters`; one more entry at the end */
    uint32_t *waiters;     /* lists of dependent lines, line by line */
    uint32_t next_line;    /* first line without predecessors that has not started */
    noc_releases released_lines; /* further lines that may start */
} noc_linked_lines;

/* Makes the lines of a schedule's trace, which is borrowed. False when out of memory. */
bool noc_linked_lines_make(noc_linked_lines *lines, noc_arena *arena,
                           const noc_trace_schedule *schedule);

/* Finds the earliest line that may start, with its number in `line` and `slot`; within a cycle
 * the first line of the trace. Cycle UINT64_MAX: none. */
noc_release noc_linked_lines_first(const noc_linked_lines *lines);

/* Removes the earliest line, if its cycle has come, and stores it in *release. False: none. */
bool noc_linked_lines_take(noc_linked_lines *lines, uint64_t now, noc_release *release);

/* Ends a line in this cycle, which may release dependent lines. */
void noc_linked_lines_end(noc_linked_lines *lines, uint32_t line, uint64_t now);

/* ---- packets -------------------------------------------------------------------------------- */

/* Packets of linked lines: a line ends when its packets are delivered, and its reads answered. */
typedef struct noc_chains noc_chains;

/* Makes the packets of a linked schedule (noc_trace_schedule_is_linked). Schedule and ports are
 * borrowed. NULL when out of memory. */
noc_chains *noc_chains_new(noc_ports *ports, const noc_trace_schedule *schedule);

/* Creates the packets of lines that start in this cycle. */
void noc_chains_step(noc_chains *chains);

/* Receives a delivered packet: a request or an answer. */
void noc_chains_receive(noc_chains *chains, const noc_packet *packet);

/* Cycle of the next creation, if known; UINT64_MAX: none. */
uint64_t noc_chains_next_event(const noc_chains *chains);

#endif
