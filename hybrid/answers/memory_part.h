/* hybrid/answers/memory_part.h: rate of the memory nodes alone, which the sampler measures for the
 * closed loop's model if DRAMs that serve in order bind, since the rate then has no closed form. A
 * run has 16,000 requests. If it does not settle, the model's approximation is used, which is then
 * more exact (docs/lab/experiments.md, 4.14). */
#ifndef NOC_HYBRID_ANSWERS_MEMORY_PART_H
#define NOC_HYBRID_ANSWERS_MEMORY_PART_H

#include "analytic/loop/open_curve.h"

/* Functions that measure each part once. `kept_results` stores measured parts by all of their
 * inputs. */
noc_part_measurement noc_memory_parts(noc_value_cache *kept_results);

#endif
