/* network/graph/multicast.h: whether packets to several terminals can fork in networks of
 * virtual-channel routers.
 *
 * Such a packet follows the paths of its flows, as one where they share channels, and forks where
 * they part: each channel carries each of its flits once. It holds a virtual channel out of those
 * that all paths over the channel allow, so it waits for nothing that packets to one of its
 * destinations would not wait for there; and it goes in parts that the buffer of a virtual channel
 * holds (sampler/engines/vc/multicast.h), so no branch waits for another. Where packets to one
 * terminal each cannot deadlock (network/compile/deadlock.h), those to several cannot either. */
#ifndef NOC_NETWORK_GRAPH_MULTICAST_H
#define NOC_NETWORK_GRAPH_MULTICAST_H

#include "network/graph/system.h"

/* True if all networks that carry a class are of routers with virtual channels, where packets
 * fork. False where none carries it. */
bool noc_multicast_forks(const noc_system *system, noc_class class);

/* Reason why packets of a class cannot fork in any case: something that the networks have that
 * forks do not go with; NULL: they can. */
const char *noc_multicast_hindrance(const noc_system *system, noc_class class);

/* The tree of the paths of one packet, by channel; used again for the next one. */
typedef struct noc_path_tree {
    uint32_t *before; /* channel before a channel, by channel */
    uint32_t *vcs;    /* virtual channels that all paths over a channel allow, by channel */
    uint32_t *met;    /* last tree that a channel was part of, by channel */
    uint32_t trees;
} noc_path_tree;

/* False when out of memory; noc_path_tree_clear frees what there is either way. */
bool noc_path_tree_make(noc_path_tree *tree, const noc_system *system);
void noc_path_tree_clear(noc_path_tree *tree);

/* Starts the tree of another packet. */
void noc_path_tree_begin(noc_path_tree *tree);

/* Adds the path of a flow. False, with the reason in `why`: the flow has several, or its path is no
 * branch of the tree. */
bool noc_path_tree_add(noc_path_tree *tree, const noc_system *system, const noc_flow *flow,
                       char *why, size_t size);

/* Characters of reasons below. */
enum { NOC_MULTICAST_CHARS = 200 };

/* True if packets to as many terminals as the traffic says can go from each terminal to any of
 * those that it sends to, its own left out: as many there are, with equal rates, and their paths
 * are trees. False, with the reason in `why`: they cannot. */
bool noc_multicast_goes(const noc_system *system, char *why, size_t size);

/* True if replies of several terminals can go as one packet: those of each memory node have paths
 * that are a tree, wherever they go. False, with the reason in `why`: they cannot. */
bool noc_multicast_answers(const noc_system *system, char *why, size_t size);

#endif
