/* hybrid/answers/warnings/table_size.h: warns of a merge table that is larger than what a cluster's
 * cores can wait for (design/cores/cluster.h). */
#ifndef NOC_HYBRID_ANSWERS_WARNINGS_TABLE_SIZE_H
#define NOC_HYBRID_ANSWERS_WARNINGS_TABLE_SIZE_H

#include "hybrid/answers/figures/answer.h"

/* Of an answer about a closed loop. */
void noc_table_size_warn(const noc_design *design, noc_estimate *estimate);

#endif
