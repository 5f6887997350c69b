/* network/kinds/unread_conditions.h: conditions and predicates for unread settings
 * (design/unread.h) that keys of several groups share. */
#ifndef NOC_NETWORK_KINDS_UNREAD_CONDITIONS_H
#define NOC_NETWORK_KINDS_UNREAD_CONDITIONS_H

#include "design/unread.h"
#include "network/graph/system.h"

/* Conditions of settings of memories, cores and CTAs. noc_unread_trace_played: a trace is played.
 * noc_unread_no_workload: the design has no workload. noc_unread_open_loop: no workload runs, since
 * the answer is for a load, or nodes send as fast as the network accepts (noc_traffic_is_eager). */
#define NOC_UNREAD_PLAYED "a trace is played, and memory nodes answer at once"
extern const noc_unread_condition noc_unread_trace_played, noc_unread_no_workload,
    noc_unread_open_loop;

/* Condition of settings of packets: a trace is played, which has its own packets. */
#define NOC_UNREAD_TRACE_PACKETS "a trace has its own packets"
extern const noc_unread_condition noc_unread_trace_packets;

/* Condition of settings that differ between memory nodes: all networks are ideal, and the loop is
 * open. */
extern const noc_unread_condition noc_unread_ideal_nodes;

/* True if the traffic's share of reads applies: no workload with its own share runs. */
bool noc_unread_is_open_loop(const noc_unread_question *question);

/* True if no network of the system has silicon, since all are ideal. */
bool noc_unread_has_no_silicon(const noc_unread_question *question);

/* Returns the settings of the network in question. */
const noc_network_spec *noc_unread_network_spec(const noc_unread_question *question);

/* True if a network of the graph, or a slice of one, has the settings in question. */
bool noc_unread_has_network(const noc_unread_question *question, uint16_t network);

/* True if some channel of the network in question, its slices included, has a property. */
bool noc_unread_any_channel(const noc_unread_question *question,
                            bool (*has_property)(const noc_graph *graph,
                                                 const noc_channel *channel));

/* Condition of settings of links between dies: no link of the network joins two dies. */
extern const noc_unread_condition noc_unread_one_die;

/* Condition of settings of the package: energy and edge of links between dies are set. */
extern const noc_unread_condition noc_unread_die_costs_set;

/* True if the system has no memory nodes, or no replies. */
bool noc_unread_has_no_memory(const noc_unread_question *question);
bool noc_unread_has_no_replies(const noc_unread_question *question);

#endif
