/* network/compile/merged_flows.h: flows of a large network whose ways follow a rule are not stored,
 * but summed as they are found: all ways to a node, or from a node, form a tree, which gets one
 * sweep. So memory grows with routers, and time with the nodes times the routers of a tree.
 *
 * The sums are the rates of every channel and of every pair of channels that packets pass one after
 * the other, and one flow for all flows whose ways have channels of the same kinds, and so equal
 * latency; in hierarchies, one flow for all of them at the same compute node. */
#ifndef NOC_NETWORK_COMPILE_MERGED_FLOWS_H
#define NOC_NETWORK_COMPILE_MERGED_FLOWS_H

#include "network/graph/system.h"

/* True if the flows of a design are merged, for a reader that asks for none of them: flows are
 * many, answers concern the open network only, and ways are in dimension order on grids without
 * rings, or up and down a hierarchy, where no packets wait for each other in a circle (Dally and
 * Seitz 1987). */
bool noc_flows_can_merge(const noc_design *design);

/* Flows of a design, of both classes; true if they are so many that an answer takes long. */
double noc_flows_of(const noc_design *design);
bool noc_flows_are_many(const noc_design *design);

/* Bytes of the requests to memory nodes while flows are merged. */
double noc_merging_bytes(const noc_design *design);

/* Gives a system whose graph and packet types are made the rates of all flows, and the flows that
 * stand for them. NOC_EFAILED when out of memory. */
noc_status noc_flows_merge(noc_system *system);

/* Shares of packets that are sent, of each terminal and class. */
typedef struct noc_kept_shares {
    const double *of_sender; /* terminal * NOC_CLASSES + class */
    const double *of_owner;  /* factor of the terminal that a reply goes to; NULL: 1 */
} noc_kept_shares;

/* Packets per cycle of every channel, [channel * NOC_CLASSES + class], where the flows of a merged
 * system send the shares `kept` of their packets. NULL when out of memory; the caller frees the
 * list. */
double *noc_merged_packets(const noc_system *system, const noc_kept_shares *kept);

#endif
