/* network/workload_table.h: data/workloads.cfg as text inside the program. CMake writes the array
 * (noc_embed in CMakeLists.txt). */
#ifndef NOC_NETWORK_WORKLOAD_TABLE_H
#define NOC_NETWORK_WORKLOAD_TABLE_H

typedef struct noc_embedded_file {
    const char *file; /* relative to the sources; NULL ends the array */
    const char *text;
} noc_embedded_file;

extern const noc_embedded_file noc_workload_tables[];

#endif
