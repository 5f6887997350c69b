/* hybrid/answers/idle_columns.h: warns of columns without cores, which have no slice of a token
 * network (network/slices.h). */
#ifndef NOC_HYBRID_ANSWERS_IDLE_COLUMNS_H
#define NOC_HYBRID_ANSWERS_IDLE_COLUMNS_H

#include "hybrid/answers/answer.h"
#include "network/system.h"

void noc_idle_columns_warn(const noc_system *system, noc_estimate *estimate);

#endif
