/* hybrid/answers/warnings.h: warnings in an answer about its design and its load. */
#ifndef NOC_HYBRID_ANSWERS_WARNINGS_H
#define NOC_HYBRID_ANSWERS_WARNINGS_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/unread/unread.h"

/* Warns of settings and columns, given by the user, that the answer does not depend on. */
void noc_warn_unread(const noc_system *system, noc_asked_kind asked, noc_estimate *estimate);

/* Warns of unread settings and columns, among them columns of a played trace. */
void noc_warn_unread_played(const noc_system *system, const noc_trace_schedule *played,
                            noc_estimate *estimate);

/* Warns of clocks that are unlikely as MHz. */
void noc_warn_units(const noc_design *design, noc_estimate *estimate);

/* Warns of columns without cores, which have no slice of a token network (design/slices.h). */
void noc_warn_idle_columns(const noc_system *system, noc_estimate *estimate);

/* Warns of priorities that the allocators of a network ignore (design/allocators.def). */
void noc_warn_priority(const noc_system *system, noc_estimate *estimate);

/* Warns of packets that can wait for each other in a circle, if a design with one was accepted
 * (noc_topology_kind.may_lock). */
void noc_warn_circle(const noc_system *system, noc_estimate *estimate);

/* Warns in an answer about a closed loop: of a merge table with more entries than a cluster's cores
 * can have outstanding (design/cores/cluster.h), and of queues of replies, or of banks, shorter
 * than the search through them. */
void noc_warn_closed_loop(const noc_design *design, noc_estimate *estimate);

/* Reasons of missing latencies where a queue grows without end: they would depend on the length of
 * the run. */
extern const char noc_growth_at_load[], noc_growth_by_check[];

/* Warns of a queue that grows without end. */
void noc_warn_growth(const noc_figures *figures, noc_estimate *estimate);

#endif
