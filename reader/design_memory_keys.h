/* reader/design_memory_keys.h: keys of the group "memory": the memory nodes of the closed loop. */
#ifndef NOC_READER_DESIGN_MEMORY_KEYS_H
#define NOC_READER_DESIGN_MEMORY_KEYS_H

#include "design/key.h"

/* Keys of memory nodes, schedulers (scheduler_kind.h) and approximator; offsets count from
 * noc_memory_spec. Threads may share the table. */
noc_key_table noc_memory_keys(void);

#endif
