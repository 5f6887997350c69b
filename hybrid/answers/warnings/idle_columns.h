/* hybrid/answers/warnings/idle_columns.h: warns of columns without cores, which have no slice of a
 * token network (design/slices.h). */
#ifndef NOC_HYBRID_ANSWERS_WARNINGS_IDLE_COLUMNS_H
#define NOC_HYBRID_ANSWERS_WARNINGS_IDLE_COLUMNS_H

#include "hybrid/answers/figures/answer.h"
#include "network/graph/system.h"

void noc_idle_columns_warn(const noc_system *system, noc_estimate *estimate);

#endif
