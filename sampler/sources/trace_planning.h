/* sampler/sources/trace_planning.h: the schedule of a trace (trace_schedule.h) for a system, with
 * every packet that the system cannot take refused. */
#ifndef NOC_SAMPLER_SOURCES_TRACE_PLANNING_H
#define NOC_SAMPLER_SOURCES_TRACE_PLANNING_H

#include "sampler/ports/trace_schedule.h"

/* ---- packets -------------------------------------------------------------------------------- */

/* NOC_EINPUT with file and line of the first packet that the system has no way for. The caller
 * clears it. */
noc_status noc_trace_schedule_make(const noc_system *system, const noc_trace *trace,
                                   const char *path, noc_trace_schedule *schedule, noc_diag *diag);

/* True if all networks that carry a class take a packet of a trace to several destinations at once:
 * overlays with network.multicast; routers of virtual channels, where nobody answers it. */
bool noc_trace_is_multicast(const noc_system *system, const noc_trace *trace, noc_class class);

/* ---- packets of a trace that is not held ----------------------------------------------------- */

typedef struct noc_trace_feed noc_trace_feed;

/* Reads the packets of a schedule's trace, which is not held, once more. All are borrowed, as is
 * `diag`. noc_trace_feed_close takes NULL, and is called whether or not there was an error. */
noc_status noc_trace_feed_open(const noc_system *system, const noc_trace_schedule *schedule,
                               noc_trace_feed **feed, noc_diag *diag);
void noc_trace_feed_close(noc_trace_feed *feed);

/* The next line, until the next call, and its packet; *row: NULL: there is none. */
noc_status noc_trace_feed_next(noc_trace_feed *feed, const noc_trace_row **row,
                               noc_planned_packet *packet);

#endif
