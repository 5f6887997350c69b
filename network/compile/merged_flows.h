/* network/compile/merged_flows.h: merged flows of a large network whose paths follow a rule. Flows
 * are not stored; their rates are summed. All paths to a node, or from a node, form a tree, and one
 * sweep over the tree sums its rates. So memory grows with the number of routers, and time with the
 * number of nodes times the routers of a tree.
 *
 * The sums are the rate of each channel, and of each pair of consecutive channels. One flow
 * stands for all flows whose paths have channels of the same kinds, and so equal latency; in
 * hierarchies, for all of these at the same compute node. */
#ifndef NOC_NETWORK_COMPILE_MERGED_FLOWS_H
#define NOC_NETWORK_COMPILE_MERGED_FLOWS_H

#include "network/graph/system.h"

/* True if the flows of a design are merged for a caller that needs no single flow: flows are
 * many, the answer is of the open network only, and paths are in dimension order on grids
 * without rings, or up and down a hierarchy. Such paths cannot deadlock (Dally and Seitz 1987). */
bool noc_flows_can_merge(const noc_design *design);

/* Estimates the number of flows of a design, requests and replies: all pairs of nodes that the
 * pattern permits. */
double noc_flows_count(const noc_design *design);

/* True if a design has so many flows (noc_flows_count) that answers take long. */
bool noc_flows_are_many(const noc_design *design);

/* Bytes of the requests to memory nodes while flows are merged. */
double noc_merging_bytes(const noc_design *design);

/* Sums the rates of a system that has graph and packet types, and adds the flows that stand for
 * all. NOC_EFAILED when out of memory. */
noc_status noc_flows_merge(noc_system *system);

/* Shares of packets that are sent, by terminal and class. */
typedef struct noc_sent_shares {
    const double *sender_share; /* share of a sender: [terminal * NOC_CLASSES + class] */
    const double *owner_share;  /* factor of replies to a terminal, [terminal]; NULL: 1 */
} noc_sent_shares;

/* Packets per cycle of every channel, [channel * NOC_CLASSES + class], of a merged system whose
 * flows send only `shares` of their packets. NULL when out of memory; the caller frees the list. */
double *noc_merged_packets(const noc_system *system, const noc_sent_shares *shares);

#endif
