/* network/compile/merged_flows.h: flows of a large network whose ways follow a rule are not stored,
 * but added up while they are gone: all ways to a node, or from it, form a tree, which gets one
 * sweep. So memory grows with routers, and time with the nodes times the routers of a tree.
 *
 * What remains of them are the rates of every channel and of every pair of channels that packets
 * pass one after the other, and one flow for all whose ways have channels of the same kinds, which
 * take equally long; in hierarchies, one for all such of the same compute node. */
#ifndef NOC_NETWORK_COMPILE_MERGED_FLOWS_H
#define NOC_NETWORK_COMPILE_MERGED_FLOWS_H

#include "network/graph/system.h"

/* True if the flows of a design are merged where its reader asks for none of them: there are many,
 * no more than the open network is asked for, and ways are in dimension order on grids without
 * rings, or up and down a hierarchy, where no packets wait for each other in a circle (Dally and
 * Seitz 1987). */
bool noc_flows_can_merge(const noc_design *design);

/* Flows of a design, of both classes; whether they are so many that an answer takes long. */
double noc_flows_of(const noc_design *design);
bool noc_flows_are_many(const noc_design *design);

/* Bytes for what memory nodes are asked while flows are merged. */
double noc_merging_bytes(const noc_design *design);

/* Gives a system whose graph and packet types are made the rates of all flows, and the flows that
 * stand for them. NOC_EFAILED when out of memory. */
noc_status noc_flows_merge(noc_system *system);

/* Shares of packets that are sent, each by terminal and class. */
typedef struct noc_kept_shares {
    const double *of_sender; /* terminal * NOC_CLASSES + class */
    const double *of_owner;  /* factor by the terminal that asked for a reply; NULL: 1 */
} noc_kept_shares;

/* Packets per cycle of every channel, [channel * NOC_CLASSES + class], where the flows of a merged
 * system send these shares of their packets. NULL when out of memory; the caller frees the list. */
double *noc_merged_packets(const noc_system *system, const noc_kept_shares *kept);

#endif
