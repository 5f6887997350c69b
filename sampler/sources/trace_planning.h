/* sampler/sources/trace_planning.h: schedule of a trace (trace_schedule.h) for a system; refuses
 * every packet that the system cannot carry. */
#ifndef NOC_SAMPLER_SOURCES_TRACE_PLANNING_H
#define NOC_SAMPLER_SOURCES_TRACE_PLANNING_H

#include "sampler/ports/trace_schedule.h"

/* ---- packets -------------------------------------------------------------------------------- */

/* Makes the schedule of a trace. NOC_EINPUT with file and line of the first packet without a path
 * in the system. The caller clears the schedule. */
noc_status noc_trace_schedule_make(const noc_system *system, const noc_trace *trace,
                                   const char *path, noc_trace_schedule *schedule, noc_diag *diag);

/* True if all networks that carry a class accept one packet to several destinations: overlays with
 * network.multicast; routers of virtual channels, where no node answers it. */
bool noc_trace_is_multicast(const noc_system *system, const noc_trace *trace, noc_class class);

/* ---- packets of a trace that is not held ----------------------------------------------------- */

typedef struct noc_trace_feed noc_trace_feed;

/* Opens a schedule's trace, which is not held, to read its packets once more. All arguments are
 * borrowed, `diag` included. noc_trace_feed_close accepts NULL, and is called in case of an error,
 * too. */
noc_status noc_trace_feed_open(const noc_system *system, const noc_trace_schedule *schedule,
                               noc_trace_feed **feed, noc_diag *diag);
void noc_trace_feed_close(noc_trace_feed *feed);

/* Reads the next line, valid until the next call, and its packet; *row NULL: end of the trace. */
noc_status noc_trace_feed_next(noc_trace_feed *feed, const noc_trace_row **row,
                               noc_planned_packet *packet);

#endif
