/* hybrid/answers/memory_part.h: parts of a closed loop that the model has the sampler measure,
 * because nobody can write them down: a run of the memory nodes alone, of 16,000 requests, where
 * DRAMs that serve in order bind. Where that many do not settle it the model's closed form is
 * nearer (docs/lab/experiments.md, 4.14). */
#ifndef NOC_HYBRID_ANSWERS_MEMORY_PART_H
#define NOC_HYBRID_ANSWERS_MEMORY_PART_H

#include "analytic/loop/open_curve.h"

/* Measures parts, each once: `kept` has what was measured, by all that it follows from. */
noc_part_windows noc_memory_parts(noc_kept *kept);

#endif
