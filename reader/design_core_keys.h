/* reader/design_core_keys.h: keys of the groups "nodes", "cluster" and "cta": cores, and the
 * CTAs that run on them. */
#ifndef NOC_READER_DESIGN_CORE_KEYS_H
#define NOC_READER_DESIGN_CORE_KEYS_H

#include "design/key.h"
#include "design/unread.h"

/* Keys of each group; offsets count from noc_nodes_spec, noc_cluster_spec and noc_cta_spec. */
extern const noc_key_table noc_nodes_keys, noc_cluster_keys, noc_cta_keys;

/* Condition that no key of the group "cta" is read: warps run for ever, in no CTA. */
extern const noc_unread_condition noc_unread_endless_warps;

#endif
