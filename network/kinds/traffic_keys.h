/* network/kinds/traffic_keys.h: the kinds of traffic that have keys of their own, beside those of
 * each pattern: which of them a design has decides how the sizes of its packets are written. */
#ifndef NOC_NETWORK_KINDS_TRAFFIC_KEYS_H
#define NOC_NETWORK_KINDS_TRAFFIC_KEYS_H

#include <stdbool.h>

#include "design/design.h"
#include "network/kinds/kinds.h"

typedef enum noc_traffic_kind {
    NOC_TRAFFIC_OF_PEERS, /* patterns without memory nodes */
    NOC_TRAFFIC_ANSWERED, /* requests and replies: sizes of both, in bytes */
    NOC_TRAFFIC_ONE_WAY,  /* packets that nobody answers: their lengths, in flits */
    NOC_TRAFFIC_KINDS
} noc_traffic_kind;

/* True if requests are answered: by memory nodes, or by every node (traffic.replies). */
bool noc_design_has_replies(const noc_design *design);

/* True if requests and replies share a network; virtual channels of the class that has fewer of
 * them there. */
bool noc_network_is_shared(const noc_design *design, int network);
int noc_network_fewest_vcs(const noc_design *design, int network);

/* Packets per cycle of a source by destination, as of a pattern's shares (kinds.h), or a
 * table's: of these hotspot_fraction goes to hot nodes; of sources and destinations that are listed
 * only. `view`: the design with a part of its traffic (noc_design_view). `share` is zeroed
 * before. */
void noc_traffic_shares(const noc_design *view, const noc_graph *graph, uint32_t source,
                        double *share);

/* True if only some nodes send, or get packets (traffic.sources, traffic.destinations). */
bool noc_traffic_names_ends(const noc_traffic_spec *traffic);

/* True if a design's traffic is of a kind; whether that of a pattern may be. */
bool noc_traffic_is(const noc_traffic_spec *traffic, noc_traffic_kind kind);
bool noc_traffic_may_be(const noc_pattern_kind *pattern, noc_traffic_kind kind);

/* The keys of the traffic group that come with a kind, and what that is called: "traffic with
 * replies". */
noc_key_table noc_traffic_keys(noc_traffic_kind kind);
const char *noc_traffic_name(noc_traffic_kind kind);

/* Mean flits of a packet of a part of the traffic (noc_traffic_part) without replies, whose lengths
 * and mix are spelt out. */
double noc_part_flits(const noc_traffic_spec *part);

/* Share of the packets that part i of the traffic has, whose lengths are spelt out; 1 without
 * classes. */
double noc_class_packets(const noc_traffic_spec *traffic, size_t i);

/* Bytes of data of a request and its reply, or of a packet that nobody answers (mean):
 * traffic.data_bytes, or the default where that is 0: with replies the smaller of read_reply_bytes
 * and write_request_bytes - read_request_bytes, the first where all requests are reads or the
 * difference is not positive; without replies all bytes of a packet. */
double noc_data_bytes(const noc_design *design);

/* Most bytes of data that the packets hold: reads have data in the reply, writes in the request. */
double noc_data_bytes_most(const noc_design *design);

#endif
