/* network/graph/multicast.h: packets to several terminals, which fork in networks of
 * virtual-channel routers, and the conditions for forks.
 *
 * A multicast packet follows the paths of its flows, as one packet where they share channels, and
 * forks where they part: each channel carries each flit once. The packet holds a virtual channel
 * that all paths over the channel allow, so it waits for nothing that packets to one of its
 * destinations would not wait for there; and it goes in parts that the buffer of a virtual channel
 * holds (sampler/engines/vc/multicast.h), so no branch waits for another. Where packets to one
 * terminal each cannot deadlock (network/compile/deadlock.h), packets to several cannot either. */
#ifndef NOC_NETWORK_GRAPH_MULTICAST_H
#define NOC_NETWORK_GRAPH_MULTICAST_H

#include "network/graph/system.h"

/* True if some network carries a class, and all such networks are of virtual-channel routers, where
 * packets fork. */
bool noc_multicast_forks(const noc_system *system, noc_class class);

/* Reason why packets of a class cannot fork: a setting of the networks that excludes forks; NULL:
 * none. */
const char *noc_multicast_hindrance(const noc_system *system, noc_class class);

/* Tree of the paths of one packet, by channel; used again for the next packet. */
typedef struct noc_path_tree {
    uint32_t *before; /* channel before a channel, by channel; NOC_NONE: none */
    uint32_t *vcs;    /* virtual channels that all paths over a channel allow, by channel */
    uint32_t *met;    /* last tree that a channel was part of, by channel */
    uint32_t trees;
} noc_path_tree;

/* Allocates a tree. False when out of memory; noc_path_tree_clear frees the tree in either case. */
bool noc_path_tree_make(noc_path_tree *tree, const noc_system *system);
void noc_path_tree_clear(noc_path_tree *tree);

/* Starts the tree of another packet. */
void noc_path_tree_begin(noc_path_tree *tree);

/* Adds the path of a flow. False, with the reason in `why`: the flow has several paths, or its path
 * is no branch of the tree. */
bool noc_path_tree_add(noc_path_tree *tree, const noc_system *system, const noc_flow *flow,
                       char *why, size_t size);

/* Characters of the reasons below. */
enum { NOC_MULTICAST_CHARS = 200 };

/* True if each terminal can send packets to the number of terminals in the traffic: each terminal
 * has as many others to send to, at equal rates, and the paths are trees. False: reason in
 * `why`. */
bool noc_multicast_can_send(const noc_system *system, char *why, size_t size);

/* True if replies of several terminals can go as one packet: the paths from each memory node are a
 * tree. False: reason in `why`. */
bool noc_multicast_can_reply(const noc_system *system, char *why, size_t size);

#endif
