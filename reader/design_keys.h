/* reader/design_keys.h: groups of keys of a design, for the files that read, check and print
 * designs. */
#ifndef NOC_READER_DESIGN_KEYS_H
#define NOC_READER_DESIGN_KEYS_H

#include <stdbool.h>

#include "design/design.h"
#include "design/unread.h"

/* Numbers of the groups. */
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

/* Name of a group of a design file: "chip", "nodes", "network", ... "workload"; NULL past the
 * end. */
const char *noc_design_group_name(size_t i);

/* Keys that a group has in every design. */
noc_key_table noc_design_group_keys(size_t i);

/* Conditions under which no key of a group is read, ended by NULL; NULL: none. */
const noc_unread_condition *const *noc_design_group_unread(size_t group);

/* Offset in noc_design of the struct from which the offsets of a group's keys count. */
size_t noc_design_group_offset(size_t group, int network);

/* Finds table number i of the keys of a group in a design. The first table has the keys of every
 * design. A network adds keys of its kind (switching.h) and topology; the traffic adds keys of
 * its kinds (traffic_keys.h) and pattern, unless it has classes (traffic_classes.h). False past
 * the last. */
bool noc_design_keys(const noc_design *design, size_t group, int network, size_t i,
                     noc_key_table *table);

/* Finds a key of a group by its name in these tables; NULL: none. */
const noc_key *noc_design_key(const noc_design *design, size_t group, int network,
                              const char *name);

/* Parts of a path: group, range of networks (0 for other groups), and key, "" for a whole group. */
typedef struct noc_design_path {
    size_t group;
    int first_network, last_network;
    const char *key; /* borrowed from the path */
} noc_design_path;

/* Reads "network.rows", "networks[1].rows" or "workload". False for an unknown group or a
 * network that the design lacks. */
bool noc_design_path_read(const noc_design *design, const char *path, noc_design_path *parts);

/* Finds the key of a path in the first network that has it; NULL: none. */
const noc_key *noc_design_path_key(const noc_design *design, const noc_design_path *parts);

/* Finds table number i of the keys of a traffic. False past the last. */
bool noc_design_traffic_keys(const noc_traffic_spec *traffic, size_t i, noc_key_table *table);

/* True if the design's file, or --set, has a setting of a group; `group` is not that of
 * networks. */
bool noc_design_group_is_set(const noc_design *design, size_t group);

/* Kind of an owner that adds keys to a group: a kind of network, a topology, a kind of traffic,
 * a pattern. */
typedef enum noc_owner_kind {
    NOC_OWNER_KIND,
    NOC_OWNER_TOPOLOGY,
    NOC_OWNER_TRAFFIC,
    NOC_OWNER_PATTERN
} noc_owner_kind;

typedef struct noc_key_owner {
    size_t group;
    noc_owner_kind kind;
    const char *name;
    noc_key_table keys;
} noc_key_owner;

bool noc_key_owner_at(size_t i, noc_key_owner *owner); /* false past the last */

/* True if a group, or an owner that adds to the group, has a key of this name. */
bool noc_design_group_has(size_t group, const char *key);

/* First group that has a key of a name; NULL: none. */
const char *noc_design_group_of_key(const char *key);

#endif
