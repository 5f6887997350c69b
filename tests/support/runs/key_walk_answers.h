/* tests/support/runs/key_walk_answers.h: what both methods say of a design of a walk
 * (key_walk.h). */
#ifndef NOC_TESTS_KEY_WALK_ANSWERS_H
#define NOC_TESTS_KEY_WALK_ANSWERS_H

#include "design/workload/trace.h"
#include "tests/support/runs/key_walk.h"

/* A short trace, for WALK_TRACE. The caller clears it. */
noc_trace walk_trace_of(const noc_system *system);

walk_answer walk_answer_of(const walk_base *base, const noc_system *system, unsigned efforts,
                           const noc_trace *trace);

/* Whether the model's answer with what is kept of other designs is that without. */
bool walk_is_as_kept(const noc_design *design, noc_value_cache *kept);

#endif
