/* hybrid/answers/warnings.h: warnings that an answer carries about its design and its load. */
#ifndef NOC_HYBRID_ANSWERS_WARNINGS_H
#define NOC_HYBRID_ANSWERS_WARNINGS_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/unread/unread.h"

/* Warns of settings and columns that the user gave and the answer does not depend on. */
void noc_warn_unread(const noc_system *system, noc_asked_kind asked, noc_estimate *estimate);

/* Warns of the same, and of columns of a trace, where one is played. */
void noc_warn_unread_played(const noc_system *system, const noc_trace_schedule *played,
                            noc_estimate *estimate);

/* Warns of clocks that are hardly meant in MHz. */
void noc_warn_units(const noc_design *design, noc_estimate *estimate);

/* Warns of columns without cores, which have no slice of a token network (design/slices.h). */
void noc_warn_idle_columns(const noc_system *system, noc_estimate *estimate);

/* Warns of priorities that the allocators of a network ignore (design/allocators.def). */
void noc_warn_priority(const noc_system *system, noc_estimate *estimate);

/* Warns of packets that can wait for each other in a circle, where a design is let pass with one
 * (noc_topology_kind.may_lock). */
void noc_warn_circle(const noc_system *system, noc_estimate *estimate);

/* Warns in an answer about a closed loop: of a merge table that is larger than what a cluster's
 * cores can wait for (design/cores/cluster.h), and of queues of replies, and of banks, that are too
 * few for what looks at them. */
void noc_warn_closed_loop(const noc_design *design, noc_estimate *estimate);

/* Reasons why there are no latencies where a queue grows without end: they depend on how long one
 * waits. */
extern const char noc_growth_at_load[], noc_growth_by_check[];

/* Warns where a queue grows without end. */
void noc_warn_growth(const noc_figures *figures, noc_estimate *estimate);

#endif
