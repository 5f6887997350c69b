/* sampler/sources/trace_planning.h: planning of a trace: makes the schedule of a trace
 * (ports/trace_schedule.h) for a system, and refuses packets that the system cannot carry. */
#ifndef NOC_SAMPLER_SOURCES_TRACE_PLANNING_H
#define NOC_SAMPLER_SOURCES_TRACE_PLANNING_H

#include "sampler/ports/trace_schedule.h"

/* ---- packets -------------------------------------------------------------------------------- */

/* Makes the schedule of a trace, which is borrowed, as is `path`, the name of its file. The caller
 * calls noc_trace_schedule_clear. NOC_EINPUT, with file and line of the first packet that the
 * system cannot carry; NOC_EUSAGE if nodes are numbered by tiles and the design has none. */
noc_status noc_trace_schedule_make(const noc_system *system, const noc_trace *trace,
                                   const char *path, noc_trace_schedule *schedule, noc_diag *diag);

/* True if all networks that carry a class can send a packet to several destinations: overlays with
 * network.multicast; routers of virtual channels, unless nodes answer the packets. */
bool noc_trace_allows_multicast(const noc_system *system, const noc_trace *trace, noc_class class);

/* ---- packets of a streamed trace ------------------------------------------------------------- */

/* Packets of a streamed trace, one by one. */
typedef struct noc_trace_feed noc_trace_feed;

/* Opens a streamed trace, to read its packets again. All arguments are borrowed, including
 * `diag`. noc_trace_feed_close accepts NULL, and must be called after an error, too. */
noc_status noc_trace_feed_open(const noc_system *system, const noc_trace_schedule *schedule,
                               noc_trace_feed **feed, noc_diag *diag);
void noc_trace_feed_close(noc_trace_feed *feed);

/* Reads the next line and its packet; the line is valid until the next call. *row NULL: end of
 * the trace. */
noc_status noc_trace_feed_next(noc_trace_feed *feed, const noc_trace_row **row,
                               noc_planned_packet *packet);

#endif
