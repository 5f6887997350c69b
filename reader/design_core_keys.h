/* reader/design_core_keys.h: the keys of the groups "nodes", "cluster" and "cta": cores, and what
 * runs on them. */
#ifndef NOC_READER_DESIGN_CORE_KEYS_H
#define NOC_READER_DESIGN_CORE_KEYS_H

#include "design/key.h"
#include "design/unread.h"

/* Offsets count from noc_nodes_spec, noc_cluster_spec and noc_cta_spec. */
extern const noc_key_table noc_nodes_keys, noc_cluster_keys, noc_cta_keys;

/* Warps run for ever, in no CTA: no key of the group "cta" is read. */
extern const noc_unread_condition noc_unread_endless_warps;

#endif
