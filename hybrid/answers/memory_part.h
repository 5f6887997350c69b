/* hybrid/answers/memory_part.h: parts of a closed loop that the sampler measures for the model,
 * because they have no closed form: a run of the memory nodes alone, of 16,000 requests, if DRAMs
 * that serve in order bind. If so many requests do not settle the run, the model's closed form is
 * nearer (docs/lab/experiments.md, 4.14). */
#ifndef NOC_HYBRID_ANSWERS_MEMORY_PART_H
#define NOC_HYBRID_ANSWERS_MEMORY_PART_H

#include "analytic/loop/open_curve.h"

/* Measures parts, each once: `kept` holds measured parts by all of their inputs. */
noc_part_windows noc_memory_parts(noc_kept *kept);

#endif
