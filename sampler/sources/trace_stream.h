/* sampler/sources/trace_stream.h: packets of a streamed trace (noc_trace_scan). Lines are read
 * shortly before their cycles, and dropped when all their packets are delivered, so memory holds
 * only open lines: started or read ahead, and not dropped. Dependent packets follow the rules of
 * chains.h.
 *
 * A line with an id stays open after its end for the longest delay of the trace: a later line whose
 * predecessor is no longer known has waited long enough by its own cycle.
 *
 * The key traffic.outstanding of a design limits the requests of each source in flight, until
 * they are delivered, or answered where nodes answer; further requests wait in order. */
#ifndef NOC_SAMPLER_SOURCES_TRACE_STREAM_H
#define NOC_SAMPLER_SOURCES_TRACE_STREAM_H

#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"
#include "sampler/sources/trace_tally.h"

typedef struct noc_trace_stream noc_trace_stream;

/* Opens the stream of a schedule without packets. Schedule and ports are borrowed. NULL when out
 * of memory; noc_trace_stream_fill reports errors of the file. noc_trace_stream_close accepts
 * NULL. */
noc_trace_stream *noc_trace_stream_open(noc_ports *ports, const noc_trace_schedule *schedule);
void noc_trace_stream_close(noc_trace_stream *stream);

/* Reads the lines of the next `cycles` cycles, and drops ended lines. Between cycles only.
 * NOC_EFAILED: noc_trace_stream_explain states the reason. */
noc_status noc_trace_stream_fill(noc_trace_stream *stream, uint64_t cycles);
void noc_trace_stream_explain(const noc_trace_stream *stream, noc_diag *diag);

/* Number of open lines. */
uint32_t noc_trace_stream_lines(const noc_trace_stream *stream);

/* Creates the packets of lines that start in this cycle. */
void noc_trace_stream_step(noc_trace_stream *stream);

/* Receives a delivered packet: a request or an answer. Returns class and phase of its line. */
noc_trace_line noc_trace_stream_receive(noc_trace_stream *stream, const noc_packet *packet);

/* Cycle of the next creation, if known, or of the next line; UINT64_MAX: none. */
uint64_t noc_trace_stream_next(const noc_trace_stream *stream);

#endif
