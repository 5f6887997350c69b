/* network/design_memory_keys.h: the keys of the group "memory": the memory nodes of the closed
 * loop. */
#ifndef NOC_NETWORK_DESIGN_MEMORY_KEYS_H
#define NOC_NETWORK_DESIGN_MEMORY_KEYS_H

#include "network/key.h"

/* Offsets count from noc_memory_spec. */
extern const noc_key_table noc_memory_keys;

#endif
