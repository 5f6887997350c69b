/* sampler/sources/trace_stream.h: packets of a trace that is not held (noc_trace_scan). Lines are
 * read as their cycles come up, and are forgotten when all their packets have been delivered:
 * memory holds the open lines and the lines read ahead, however long the trace is. Packets that
 * wait for others follow chains.h.
 *
 * A line with an id stays open after its end for the trace's longest delay: a line that is read
 * later, and waits for an id that is no longer known, has waited long enough by its own cycle.
 *
 * If a design has traffic.outstanding, it limits the requests of each source on the way, until they
 * have been delivered, or answered where nodes answer; the other requests wait in their order, and
 * one is created as another ends. */
#ifndef NOC_SAMPLER_SOURCES_TRACE_STREAM_H
#define NOC_SAMPLER_SOURCES_TRACE_STREAM_H

#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"
#include "sampler/sources/trace_tally.h"

typedef struct noc_trace_stream noc_trace_stream;

/* Makes the stream of a schedule without packets. Schedule and ports are borrowed. NULL when out of
 * memory; noc_trace_stream_fill reports errors of the file. noc_trace_stream_free accepts NULL. */
noc_trace_stream *noc_trace_stream_new(noc_ports *ports, const noc_trace_schedule *schedule);
void noc_trace_stream_free(noc_trace_stream *stream);

/* Reads the lines of the next `cycles` cycles, and forgets lines that are over. Between cycles
 * only. NOC_EFAILED: noc_trace_stream_explain has the reason. */
noc_status noc_trace_stream_fill(noc_trace_stream *stream, uint64_t cycles);
void noc_trace_stream_explain(const noc_trace_stream *stream, noc_diag *diag);

/* Number of open lines. */
uint32_t noc_trace_stream_open(const noc_trace_stream *stream);

/* Creates the packets whose time has come. */
void noc_trace_stream_step(noc_trace_stream *stream);

/* Receives a packet that has been delivered: a request, or an answer. Returns its line. */
noc_trace_line noc_trace_stream_receive(noc_trace_stream *stream, const noc_packet *packet);

/* Cycle of the next creation, as far as known, or of the next line; UINT64_MAX: none. */
uint64_t noc_trace_stream_quiet_until(const noc_trace_stream *stream);

#endif
