/* design/node_list.h: values that name nodes, by number or as groups of a hierarchy:
 *
 *     sources = (0, 3, "gpc:1");
 */
#ifndef NOC_DESIGN_NODE_LIST_H
#define NOC_DESIGN_NODE_LIST_H

#include "design/key.h"

typedef struct noc_named_nodes {
    char *level; /* "gpc" of "gpc:1"; owned. NULL: a node */
    int number;  /* number of the node, or of the group on its level */
    /* Nodes of a group, counted among all nodes of their kind; not a setting: found once a design
     * is read. */
    int first, count;
} noc_named_nodes;

typedef struct noc_node_list {
    size_t count;
    noc_named_nodes *list; /* owned */
} noc_node_list;

/* The type of a key whose value names nodes, stored as a noc_node_list. */
extern const noc_value_type noc_node_list_type;
#define NOC_NODES (&noc_node_list_type)

/* Most characters before the number of a group. */
enum { NOC_LEVEL_NAME_CHARS = 40 };

#endif
