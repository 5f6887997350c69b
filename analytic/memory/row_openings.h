/* analytic/memory/row_openings.h: how fast a DRAM works whose banks need not wait for each
 * other. */
#ifndef NOC_ANALYTIC_MEMORY_ROW_OPENINGS_H
#define NOC_ANALYTIC_MEMORY_ROW_OPENINGS_H

#include "analytic/memory/scheduler_model.h"

/* Memory clocks of an access, as noc_scheduler_model has them. */
double noc_row_openings_clocks(const noc_memory_spec *memory, const noc_row_demands *demands,
                               noc_row_stream stream);

#endif
