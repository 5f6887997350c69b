/* import/accelsim/memory.h: imports the memory partitions of a GPU's configuration as the group
 * `memory` of a design: bus, timing, queues and slices of L2. */
#ifndef NOC_IMPORT_ACCELSIM_MEMORY_H
#define NOC_IMPORT_ACCELSIM_MEMORY_H

#include "import/accelsim/translation.h"

/* Writes the group. NOC_EINPUT with the line of the first fault. */
noc_status noc_accelsim_write_memory(noc_accelsim_translation *t);

#endif
