/* cli/reproduction.h: data/reproduce.cfg as text inside the program. CMake writes the array (noc_embed in
 * CMakeLists.txt). */
#ifndef NOC_CLI_REPRODUCTION_H
#define NOC_CLI_REPRODUCTION_H

#include "network/workload_table.h"

extern const noc_embedded_file noc_reproduction_tables[];

#endif
