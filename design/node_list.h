/* design/node_list.h: values that list nodes, by number or as groups of a hierarchy:
 *
 *     sources = (0, 3, "gpc:1"); */
#ifndef NOC_DESIGN_NODE_LIST_H
#define NOC_DESIGN_NODE_LIST_H

#include "design/key.h"

typedef struct noc_named_nodes {
    char *level; /* level name, "gpc" of "gpc:1"; NULL: a single node */
    int number;  /* number of the node, or number of the group on its level */
    /* First node and number of nodes of the group, counted among all nodes of their kind; computed
     * after the design is read, no setting. */
    int first, count;
} noc_named_nodes;

typedef struct noc_node_list {
    size_t count;
    noc_named_nodes *list;
} noc_node_list;

/* Type of a key whose value lists nodes, stored as a noc_node_list. */
extern const noc_value_type noc_node_list_type;
#define NOC_NODES (&noc_node_list_type)

/* Largest number of characters in front of a group's number, the colon included. */
enum { NOC_LEVEL_NAME_CHARS = 40 };

#endif
