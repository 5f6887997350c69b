/* design/workload/workload_table.h: data/workloads.cfg inside the program. */
#ifndef NOC_DESIGN_WORKLOAD_WORKLOAD_TABLE_H
#define NOC_DESIGN_WORKLOAD_WORKLOAD_TABLE_H

#include "base/embedded_config.h"

extern const noc_embedded_config noc_workload_tables[];

#endif
