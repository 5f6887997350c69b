/* network/kinds/traffic_keys.h: kinds of traffic with their keys, packet sizes and shares of
 * destinations. The kind of a design's traffic determines the keys with the sizes of its
 * packets. */
#ifndef NOC_NETWORK_KINDS_TRAFFIC_KEYS_H
#define NOC_NETWORK_KINDS_TRAFFIC_KEYS_H

#include <stdbool.h>

#include "design/design.h"
#include "network/kinds/kinds.h"

typedef enum noc_traffic_kind {
    NOC_TRAFFIC_PEERS,        /* patterns without memory nodes */
    NOC_TRAFFIC_WITH_REPLIES, /* requests and replies, with sizes in bytes */
    NOC_TRAFFIC_ONE_WAY,      /* packets without replies, with lengths in flits */
    NOC_TRAFFIC_KINDS
} noc_traffic_kind;

/* True if requests have replies, by memory nodes or by every node (traffic.replies). */
bool noc_design_has_replies(const noc_design *design);

/* True if requests and replies share a network. noc_network_min_vcs returns the virtual channels of
 * the class that has fewer of them in a shared network, and all virtual channels of another
 * network. */
bool noc_network_is_shared(const noc_design *design, int network);
int noc_network_min_vcs(const noc_design *design, int network);

/* Finds the packets per cycle of a source by destination: shares of a pattern (kinds.h) or of a
 * table, of which hotspot_fraction goes to hot nodes, restricted to listed sources and
 * destinations. `view`: design with a part of its traffic (noc_design_make_view). All shares are
 * zero before the call. */
void noc_traffic_fill_shares(const noc_design *view, const noc_graph *graph, uint32_t source,
                             double *shares);

/* True if traffic.sources or traffic.destinations restricts the nodes that send or receive
 * packets. */
bool noc_traffic_has_node_lists(const noc_traffic_spec *traffic);

/* True if a design's traffic has a kind, or if a pattern's traffic can have it. Traffic may have
 * two kinds: peers send with replies or one way. */
bool noc_traffic_has_kind(const noc_traffic_spec *traffic, noc_traffic_kind kind);
bool noc_traffic_can_have_kind(const noc_pattern_kind *pattern, noc_traffic_kind kind);

/* Return the keys of the traffic group for a kind, and the name of the kind: "traffic with
 * replies". */
noc_key_table noc_traffic_kind_keys(noc_traffic_kind kind);
const char *noc_traffic_kind_name(noc_traffic_kind kind);

/* Returns the mean flits of a packet of one part of the traffic (noc_traffic_part). The traffic has
 * no replies, and its packet_flits and packet_mix are complete. */
double noc_part_mean_flits(const noc_traffic_spec *part);

/* Returns the share of part `i` in the packets of the traffic, whose lengths are complete; 1
 * without classes. */
double noc_class_packet_share(const noc_traffic_spec *traffic, size_t i);

/* Returns the bytes of data of a request and its reply, or of a packet without a reply (mean):
 * traffic.data_bytes, or its default if 0. With replies the default is the smaller of
 * read_reply_bytes and write_request_bytes - read_request_bytes; it is read_reply_bytes if all
 * requests are reads or the difference is not positive. Without replies it is all bytes of a
 * packet. */
double noc_data_bytes(const noc_design *design);

/* Returns the largest valid traffic.data_bytes: reads have data in the reply, writes in the
 * request, and packets without a reply are all data. */
double noc_data_bytes_max(const noc_design *design);

#endif
