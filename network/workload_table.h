/* network/workload_table.h: data/workloads.cfg as text inside the program. */
#ifndef NOC_NETWORK_WORKLOAD_TABLE_H
#define NOC_NETWORK_WORKLOAD_TABLE_H

#include "network/embedded.h"

extern const noc_embedded_file noc_workload_tables[];

#endif
