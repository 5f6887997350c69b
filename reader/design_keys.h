/* reader/design_keys.h: groups of keys, for the files that read, check and print designs. */
#ifndef NOC_READER_DESIGN_KEYS_H
#define NOC_READER_DESIGN_KEYS_H

#include <stdbool.h>

#include "design/design.h"
#include "design/unread.h"

/* Positions for noc_design_group. */
enum {
    NOC_GROUP_CHIP,
    NOC_GROUP_NODES,
    NOC_GROUP_NETWORK,
    NOC_GROUP_TRAFFIC,
    NOC_GROUP_CODEC,
    NOC_GROUP_MEMORY,
    NOC_GROUP_CLUSTER,
    NOC_GROUP_CTA,
    NOC_GROUP_WORKLOAD,
    NOC_GROUPS
};

/* Names of the groups of a design file: "chip", "nodes", "network", ... "workload". NULL past the
 * end. */
const char *noc_design_group(size_t i);

/* Keys of a group that every design has. */
noc_key_table noc_design_group_keys(size_t i);

/* Conditions under which no key of a group is read, ended by NULL; NULL: there are none. */
const noc_unread_condition *const *noc_design_group_unread(size_t group);

/* Offset in a noc_design of the struct from which the offsets of a group's keys count. */
size_t noc_design_group_offset(size_t group, int network);

/* Finds the i-th table of keys of a group in a design: first the keys of every design; then, for a
 * network, the keys of its kind (switching.h) and of its topology; for the traffic, the keys of its
 * kinds (traffic_keys.h) and of its pattern, unless it has classes (traffic_classes.h). False past
 * the last. */
bool noc_design_keys(const noc_design *design, size_t group, int network, size_t i,
                     noc_key_table *table);

/* Finds a key of a group by its name in all of these tables; NULL: none. */
const noc_key *noc_design_key(const noc_design *design, size_t group, int network,
                              const char *name);

/* Parts of a path in a design: group, networks (0 for the other groups), and key, "" for a whole
 * group. */
typedef struct noc_design_path {
    size_t group;
    int first, last;
    const char *key; /* borrowed from the path */
} noc_design_path;

/* Reads "network.rows", "networks[1].rows" or "workload". False for a group or a network that the
 * design does not have. */
bool noc_design_path_read(const noc_design *design, const char *path, noc_design_path *parts);

/* Finds the key of a path in the first of its networks that has it; NULL: none. */
const noc_key *noc_design_path_key(const noc_design *design, const noc_design_path *parts);

/* Finds the i-th table of keys of a traffic, whatever the design. False past the last. */
bool noc_design_traffic_keys(const noc_traffic_spec *traffic, size_t i, noc_key_table *table);

/* True if the design's file, or --set, has a setting of a group other than networks. */
bool noc_design_group_was_set(const noc_design *design, size_t group);

/* Owner of further keys of a group: a kind of network, a topology, a kind of traffic or a
 * pattern. */
typedef enum noc_owner_kind {
    NOC_OWNER_KIND,
    NOC_OWNER_TOPOLOGY,
    NOC_OWNER_TRAFFIC,
    NOC_OWNER_PATTERN
} noc_owner_kind;

typedef struct noc_key_owner {
    size_t group;
    noc_owner_kind is;
    const char *name;
    noc_key_table keys;
} noc_key_owner;

bool noc_key_owner_at(size_t i, noc_key_owner *owner); /* false past the last */

/* True if some key of a group, or of an owner that adds to it, has this name. */
bool noc_design_group_has(size_t group, const char *key);

/* Returns the first group that has a key of a name; NULL: none. */
const char *noc_design_group_with(const char *key);

#endif
