/* network/graph/multicast.h: multicast packets, which fork in networks of virtual-channel routers,
 * and the conditions for forks.
 *
 * A multicast packet follows the paths of its flows, and forks where the paths part, so each
 * channel carries each flit once. The packet holds a virtual channel that all paths over the
 * channel permit. So it waits only for packets that a packet to one of its destinations also
 * waits for. The packet travels in parts that fit into the buffer of a virtual channel
 * (sampler/engines/vc/multicast.h), so no branch waits for another. Where unicast packets cannot
 * deadlock (network/compile/deadlock.h), multicast packets cannot either. */
#ifndef NOC_NETWORK_GRAPH_MULTICAST_H
#define NOC_NETWORK_GRAPH_MULTICAST_H

#include "network/graph/system.h"

/* True if some network carries a class, and all networks that carry the class have
 * virtual-channel routers, where packets fork. */
bool noc_multicast_can_fork(const noc_system *system, noc_class class);

/* Setting of the networks that excludes forks of a class of packets, in words; NULL: none. */
const char *noc_multicast_hindrance(const noc_system *system, noc_class class);

/* Tree of the paths of one packet; the arrays, by channel, are used again for the next packet. */
typedef struct noc_path_tree {
    uint32_t *previous_channel; /* previous channel of each channel on the paths; NOC_NONE: none */
    uint32_t *vcs;              /* virtual channels that all paths over a channel permit */
    uint32_t *last_tree;        /* number of the last tree that had the channel */
    uint32_t tree_number;
    noc_arena arena; /* owns the arrays */
} noc_path_tree;

/* Allocates the arrays of a zeroed tree. False when out of memory; the caller clears the tree's
 * arena in either case. */
bool noc_path_tree_make(noc_path_tree *tree, const noc_system *system);

/* Starts the tree of another packet. */
void noc_path_tree_begin(noc_path_tree *tree);

/* Adds the path of a flow. False if the flow has several paths, or if its path leaves the tree
 * and meets it again; `reason` then has words. */
bool noc_path_tree_add(noc_path_tree *tree, const noc_system *system, const noc_flow *flow,
                       char *reason, size_t size);

/* Characters of the reasons below. */
enum { NOC_MULTICAST_CHARS = 200 };

/* True if each terminal can send multicast packets as the traffic asks: the terminal has enough
 * other terminals to send to, at equal rates, and the paths form a tree. False: `reason` has
 * words. */
bool noc_multicast_can_send(const noc_system *system, char *reason, size_t size);

/* True if replies to several terminals can go as one packet: the paths from each memory node
 * form a tree. False: `reason` has words. */
bool noc_multicast_can_reply(const noc_system *system, char *reason, size_t size);

#endif
