/* network/kinds/traffic_keys.h: kinds of traffic that have keys of their own, beside those of each
 * pattern: the kind of a design decides in which keys the sizes of its packets are. */
#ifndef NOC_NETWORK_KINDS_TRAFFIC_KEYS_H
#define NOC_NETWORK_KINDS_TRAFFIC_KEYS_H

#include <stdbool.h>

#include "design/design.h"
#include "network/kinds/kinds.h"

typedef enum noc_traffic_kind {
    NOC_TRAFFIC_OF_PEERS, /* patterns without memory nodes */
    NOC_TRAFFIC_ANSWERED, /* requests and replies: sizes of both, in bytes */
    NOC_TRAFFIC_ONE_WAY,  /* packets without replies: their lengths, in flits */
    NOC_TRAFFIC_KINDS
} noc_traffic_kind;

/* True if requests are answered, by memory nodes or by every node (traffic.replies). */
bool noc_design_has_replies(const noc_design *design);

/* True if requests and replies share a network; virtual channels of the class with the fewest
 * there. */
bool noc_network_is_shared(const noc_design *design, int network);
int noc_network_fewest_vcs(const noc_design *design, int network);

/* Packets per cycle of a source by destination: a pattern's shares (kinds.h) or a table's, of which
 * hotspot_fraction goes to hot nodes; listed sources and destinations only. `view`: the design with
 * a part of its traffic (noc_design_view). `share` is zeroed before. */
void noc_traffic_shares(const noc_design *view, const noc_graph *graph, uint32_t source,
                        double *share);

/* True if only some nodes send, or get, packets (traffic.sources, traffic.destinations). */
bool noc_traffic_names_ends(const noc_traffic_spec *traffic);

/* True if a design's traffic is of a kind; if a pattern's traffic may be. */
bool noc_traffic_is(const noc_traffic_spec *traffic, noc_traffic_kind kind);
bool noc_traffic_may_be(const noc_pattern_kind *pattern, noc_traffic_kind kind);

/* Keys of the traffic group that come with a kind, and the kind's name: "traffic with replies". */
noc_key_table noc_traffic_keys(noc_traffic_kind kind);
const char *noc_traffic_name(noc_traffic_kind kind);

/* Mean flits of a packet of a part of the traffic (noc_traffic_part) without replies, whose lengths
 * and mix are listed. */
double noc_part_flits(const noc_traffic_spec *part);

/* Share of the packets in part i of the traffic, whose lengths are listed; 1 without classes. */
double noc_class_packets(const noc_traffic_spec *traffic, size_t i);

/* Bytes of data of a request and its reply, or of a packet without a reply (mean):
 * traffic.data_bytes, or the default where that is 0: with replies the smaller of read_reply_bytes
 * and write_request_bytes - read_request_bytes, the first where all requests are reads or the
 * difference is not positive; without replies all bytes of a packet. */
double noc_data_bytes(const noc_design *design);

/* Upper bound on the bytes of data in the packets: reads have data in the reply, writes in the
 * request. */
double noc_data_bytes_most(const noc_design *design);

#endif
