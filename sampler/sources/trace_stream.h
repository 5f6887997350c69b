/* sampler/sources/trace_stream.h: the packets of a trace that is not held (noc_trace_scan). Lines
 * are read as their cycles come up, and are let go when all that belongs to them has been
 * delivered: memory is that of the lines that are open, and of those read ahead, however long the
 * trace is. Packets that wait for others go as in chains.h.
 *
 * A line with an id stays as long after its end as the trace's longest delay: a line that is read
 * later, and whose id is no longer known, has waited long enough by its own cycle.
 *
 * Of a design with traffic.outstanding each source has so many requests on the way at most, until
 * they have been delivered, or answered where nodes answer; the others wait in their order, and are
 * created as one comes to its end. */
#ifndef NOC_SAMPLER_SOURCES_TRACE_STREAM_H
#define NOC_SAMPLER_SOURCES_TRACE_STREAM_H

#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"
#include "sampler/sources/trace_tally.h"

typedef struct noc_trace_stream noc_trace_stream;

/* Makes the stream of a schedule without packets, which is borrowed, as are the ports. NULL when
 * out of memory; noc_trace_stream_fill finds what is wrong with the file.
 * noc_trace_stream_free takes NULL. */
noc_trace_stream *noc_trace_stream_new(noc_ports *ports, const noc_trace_schedule *schedule);
void noc_trace_stream_free(noc_trace_stream *stream);

/* Reads the lines of so many cycles from now on, and lets go of those that are over. Between cycles
 * only. NOC_EFAILED: noc_trace_stream_explain has the reason. */
noc_status noc_trace_stream_fill(noc_trace_stream *stream, uint64_t cycles);
void noc_trace_stream_explain(const noc_trace_stream *stream, noc_diag *diag);

/* Lines that are open. */
uint32_t noc_trace_stream_open(const noc_trace_stream *stream);

/* Creates the packets whose time has come. */
void noc_trace_stream_step(noc_trace_stream *stream);

/* A packet has been delivered: a request, or an answer. Returns what its line is. */
noc_trace_line noc_trace_stream_receive(noc_trace_stream *stream, const noc_packet *packet);

/* The cycle of the next creation that is known of, or of the next line; UINT64_MAX if there is
 * none. */
uint64_t noc_trace_stream_quiet_until(const noc_trace_stream *stream);

#endif
