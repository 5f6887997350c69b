/* hybrid/answers/warnings.h: warnings in an answer about its design and its load. */
#ifndef NOC_HYBRID_ANSWERS_WARNINGS_H
#define NOC_HYBRID_ANSWERS_WARNINGS_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/unread/unread.h"

/* Warns of settings and columns of the user on which the answer does not depend. */
void noc_warn_unread(const noc_system *system, noc_answer_kind question_kind,
                     noc_estimate *estimate);

/* Warns of unread settings and columns in an answer about a trace, including columns of the
 * trace. */
void noc_warn_unread_trace(const noc_system *system, const noc_trace_schedule *schedule,
                           noc_estimate *estimate);

/* Warns of clocks with implausible values in MHz, grid columns without cores, which have no slice
 * of a token network (design/slices.h), priorities that the allocators of a network ignore
 * (design/allocators.def), and a deadlock, if a design that can deadlock was accepted
 * (noc_topology_kind.can_deadlock). */
void noc_warn_design(const noc_system *system, noc_estimate *estimate);

/* Warns in an answer about a closed loop of sizes without effect: a merge table with more entries
 * than a cluster's cores can have outstanding (design/cores/cluster.h), and queues of replies or of
 * banks that are shorter than the search through them. */
void noc_warn_closed_loop(const noc_design *design, noc_estimate *estimate);

/* Reasons of missing latencies if a queue grows without end, at the load or by the check: latencies
 * would depend on the length of the run. */
extern const char noc_load_growth_reason[], noc_check_growth_reason[];

/* Warns of a queue that grows without end. */
void noc_warn_growth(const noc_figures *figures, noc_estimate *estimate);

#endif
