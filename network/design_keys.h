/* network/design_keys.h: the groups of keys, for the files that read, check and print designs. */
#ifndef NOC_NETWORK_DESIGN_KEYS_H
#define NOC_NETWORK_DESIGN_KEYS_H

#include "network/design.h"

/* Positions for noc_design_group. */
enum {
    NOC_GROUP_CHIP,
    NOC_GROUP_NODES,
    NOC_GROUP_NETWORK,
    NOC_GROUP_TRAFFIC,
    NOC_GROUP_MEMORY,
    NOC_GROUP_WORKLOAD,
    NOC_GROUPS
};

/* Where in a noc_design the struct lies from which the offsets of a group's keys count. */
size_t noc_design_group_offset(size_t group, int network);

/* The keys that the chosen topology or pattern adds to a group; an empty table for other groups. */
noc_key_table noc_design_own_keys(const noc_design *design, size_t group, int network);

#endif
