/* hybrid/answers/warnings/growth.h: where a queue grows without end latencies depend on how long
 * one waits. */
#ifndef NOC_HYBRID_ANSWERS_WARNINGS_GROWTH_H
#define NOC_HYBRID_ANSWERS_WARNINGS_GROWTH_H

#include "hybrid/answers/figures/figures.h"

/* Why there are no latencies then. */
extern const char noc_growth_at_load[], noc_growth_by_check[];

/* Warns of an answer that says so. */
void noc_growth_warn(const noc_figures *figures, noc_estimate *estimate);

#endif
