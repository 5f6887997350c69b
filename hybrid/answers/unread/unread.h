/* hybrid/answers/unread/unread.h: settings of the user on which an answer does not depend.
 *
 * A setting on the command line (--set, --vary) is reported if the present answer does not read it.
 * A setting in a file is reported if no answer about the design reads it, or if a trace replaces
 * the memories that it describes, since a file is written for loads, loops and costs together.
 * Default values are never reported. The conditions under which a key or a group is not read are in
 * design/unread.h. */
#ifndef NOC_HYBRID_ANSWERS_UNREAD_UNREAD_H
#define NOC_HYBRID_ANSWERS_UNREAD_UNREAD_H

#include "design/unread.h"
#include "network/graph/system.h"
#include "sampler/ports/trace_schedule.h"

/* Receives a sentence without a full stop: "memory.tcl is not read: there is no workload ...". */
typedef void noc_unread_receiver(void *context, const char *sentence);

/* Reports all unread settings, one sentence per reason, and each unread column of a table or of the
 * played trace (NULL: none), one sentence each: "links.csv:5 and 3 lines more: flits_per_cycle is
 * not read beyond ...". */
void noc_unread_report(const noc_system *system, noc_answer_kind question_kind,
                       const noc_trace_schedule *schedule, noc_unread_receiver *receive,
                       void *context);

/* True if no answer reads a key of group `network` for this network of the design, whatever its
 * value: "speculation" for routers with four stages. */
bool noc_is_unread_network_key(const noc_system *system, int network, const char *key);

#endif
