/* network/workload_table.h: data/workloads.cfg inside the program. */
#ifndef NOC_NETWORK_WORKLOAD_TABLE_H
#define NOC_NETWORK_WORKLOAD_TABLE_H

#include "network/embedded_config.h"

extern const noc_embedded_config noc_workload_tables[];

#endif
