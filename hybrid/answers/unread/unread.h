/* hybrid/answers/unread/unread.h: settings given by the user that an answer does not depend on.
 *
 * A setting on the command line (--set, --vary) is meant for the answer at hand: it is reported if
 * this answer does not read it. A file is written for loads, loops and costs alike: a setting in it
 * is reported if no answer about the design reads it, or if a trace takes the place of the memories
 * that it describes. Default values are never reported. Each key's row, and each group's, has the
 * conditions under which it is not read (design/unread.h). */
#ifndef NOC_HYBRID_ANSWERS_UNREAD_UNREAD_H
#define NOC_HYBRID_ANSWERS_UNREAD_UNREAD_H

#include "design/unread.h"
#include "network/graph/system.h"
#include "sampler/ports/trace_schedule.h"

/* Receives a sentence without its end: "memory.tcl is not read: there is no workload ...". */
typedef void noc_unread_use(void *context, const char *sentence);

/* Reports every unread setting, one sentence per reason, and every unread column of a table or of
 * the played trace (NULL: none), one sentence each: "links.csv:5 and 3 lines more: flits_per_cycle
 * is not read beyond ...". */
void noc_unread_report(const noc_system *system, noc_asked_kind asked,
                       const noc_trace_schedule *played, noc_unread_use *use, void *context);

/* True if no answer reads a key of the network group in a network of the design ("speculation" for
 * routers with four stages), for any value. */
bool noc_unread_in_network(const noc_system *system, int network, const char *key);

#endif
