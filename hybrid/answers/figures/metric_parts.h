/* hybrid/answers/figures/metric_parts.h: metrics of parts that a design may not have: merge tables,
 * kernels that end, several kernels. Text leaves them out there; data say why they are missing. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_METRIC_PARTS_H
#define NOC_HYBRID_ANSWERS_FIGURES_METRIC_PARTS_H

#include "design/design.h"
#include "hybrid/answers/metrics.h"

/* Why the design has nothing that the metric could be of, a static text; NULL: it has. */
const char *noc_metric_lacks(const noc_design *design, noc_metric_id id);

#endif
