/* network/kinds/trees.h: construction and paths of fat trees and trees, with nodes below leaf
 * routers, and routers below routers.
 *
 * A sub-tree of level h has arity^(h + 1) nodes. At its top are `top_counts[h]` routers of level h,
 * each with a path down to all nodes of the sub-tree. Level 0 has the nodes. Routers are numbered
 * level by level from the leaves, and sub-tree by sub-tree. */
#ifndef NOC_NETWORK_KINDS_TREES_H
#define NOC_NETWORK_KINDS_TREES_H

#include "network/kinds/kinds.h"
#include "network/kinds/leaves.h"

enum { NOC_TREE_LEVELS_MAX = 12, NOC_TREE_NODES_MAX = 32768 };

/* Parameters shared by trees; a topology's own parameters follow NOC_TREE_MEMORY. */
enum { NOC_TREE_ARITY, NOC_TREE_LEVELS, NOC_TREE_MEMORY, NOC_TREE_PARAMETERS };

/* clang-format off */
#define NOC_TREE_KEYS                                                                             \
    {"arity", NOC_INTEGER, NOC_PARAMETER(NOC_TREE_ARITY), 2, 128, 0, 1, NULL, "",                 \
     "nodes below a leaf router, and sub-trees that are joined to the next larger one", "", NULL, \
     NOC_BY_GRAPH | NOC_BY_COST},                                                                 \
    {"levels", NOC_INTEGER, NOC_PARAMETER(NOC_TREE_LEVELS), 1, NOC_TREE_LEVELS_MAX, 2, 0, NULL,   \
     "levels", "of routers: arity^levels nodes at most", "", NULL, NOC_BY_GRAPH | NOC_BY_COST},   \
    NOC_LEAVES_KEY(NOC_TREE_MEMORY)
/* clang-format on */

typedef struct noc_tree {
    int arity, levels;
    /* [level]: routers at the top of a sub-tree */
    int top_counts[NOC_TREE_LEVELS_MAX];
} noc_tree;

/* Returns the tree of a network's arity and levels, with one router at the top of a sub-tree of
 * level 0. The topology sets top_counts of the other levels. */
noc_tree noc_tree_read(const noc_network_spec *spec);

double noc_tree_node_count(const noc_tree *tree); /* returns arity^levels */

/* Return the number of sub-trees, or of routers, of a level. */
int noc_tree_subtree_count(const noc_tree *tree, int level);
int noc_tree_level_routers(const noc_tree *tree, int level);

/* Return the number of routers of a tree, and the size of a tree with `up_links` links up in all,
 * each beside one link down. */
double noc_tree_router_count(const noc_tree *tree);
noc_size noc_tree_size(const noc_tree *tree, double up_links);

/* Refuses a tree that is too small for the design's nodes, or has room for more than
 * NOC_TREE_NODES_MAX. */
noc_status noc_tree_check(const noc_design *design, int network, const noc_tree *tree,
                          noc_diag *diag);

/* Returns the number of a router in the graph, by its level and its place, the number among the
 * routers of the level. */
uint32_t noc_tree_find_router(const noc_graph *graph, uint16_t network, const noc_tree *tree,
                              int level, int place);

/* Adds all routers, with `down_links[h]` links below and `up_links[h]` links above each router of
 * level h (down_links[0] is unused), and attaches the nodes. */
void noc_tree_add_routers(noc_graph *graph, const noc_design *design, uint16_t network,
                          const noc_tree *tree, const int *down_links, const int *up_links);

/* Adds links both ways between a router of a level and one of the next level. Links are half as
 * long as the side of the square of tiles below the upper router. */
void noc_tree_add_link_pair(noc_graph *graph, const noc_design *design, uint16_t network,
                            const noc_tree *tree, int level, int lower_place, int upper_place);

/* Adds the paths by nearest common ancestors: up over any link, with equal probability, until the
 * sub-tree has the destination, then down over any link that leads to it. */
void noc_tree_find_paths(const noc_tree *tree, const noc_graph *graph, uint32_t from, uint32_t to,
                         const noc_flow *flow, noc_paths *paths);

/* Find the links of paths by nearest common ancestors (kinds.h: find_options, find_starts) where
 * packets choose among all links up from their router. Of several links down to the destination one
 * is drawn at the source: `down_links` returns their number at a router of a level. */
typedef int noc_tree_down_links(const noc_tree *tree, int level);
void noc_tree_find_options(const noc_tree *tree, const noc_routed_packet *packet,
                           noc_options *options);
void noc_tree_find_starts(const noc_tree *tree, noc_tree_down_links *down_links,
                          const noc_routed_packet *packet, noc_options *options);

/* Returns the smallest arity with which two levels have room for the nodes of a starter. */
int noc_tree_starter_arity(const noc_starter_counts *counts);

#endif
