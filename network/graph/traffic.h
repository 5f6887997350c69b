/* network/graph/traffic.h: flows of packets between terminals: rates, classes, packet lengths.
 *
 * Rates are relative: packets per cycle when every injecting node creates one packet per cycle,
 * mean. A relative rate times the packet rate of a node is in packets per cycle. */
#ifndef NOC_NETWORK_GRAPH_TRAFFIC_H
#define NOC_NETWORK_GRAPH_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#include "design/design.h"
#include "network/graph/graph.h"
#include "network/graph/routes.h"

enum { NOC_PACKET_TYPES_MAX = 16, NOC_PACKET_LENGTHS_MAX = 2 * NOC_PACKET_TYPES_MAX };

/* Packet types of traffic with replies, by position. */
enum { NOC_READ_REQUEST, NOC_WRITE_REQUEST, NOC_READ_REPLY, NOC_WRITE_REPLY };

typedef struct noc_packet_type {
    const char *name; /* "read request"; "packet" in traffic without replies */
    noc_class class;
    double share;    /* share in the packets of the class */
    int bytes;       /* bytes of a packet; 0 where the design gives flits */
    uint16_t *flits; /* flits of a packet, [network of the graph] */
    int reply_type;  /* position of the type of its reply; -1: no reply */
    bool has_data;
    double
        header_bytes;  /* header of a packet with data, bytes; constant for packets of any length */
    int traffic_class; /* number in noc_traffic.classes; 0 with replies */
} noc_packet_type;

typedef struct noc_flow {
    uint32_t source, destination; /* terminals */
    noc_class class;
    uint32_t traffic_class; /* number in noc_traffic.classes; 0 with replies */
    double rate;            /* relative rate, packets per cycle (see above) */
    noc_route route;
} noc_flow;

/* Class of traffic (design.h: traffic.classes). A node with flows of the class creates its
 * packets independently of other classes: at a load of L flits a cycle L * flit_share flits of
 * the class, at r packets a cycle of all classes r * packet_share packets. */
typedef struct noc_traffic_class {
    double flit_share; /* share in the offered flits */
    /* share in the packets; sum of the relative rates of a node's flows of the class */
    double packet_share;
    double mean_flits; /* mean flits of a packet */
    int priority;      /* priority; the larger goes first (traffic.priority) */
    /* packet types of the class: first position and number; their shares sum to packet_share.
     * Types shortened by a codec follow from type_count of the traffic on, in the same order */
    int first_type, type_count;
} noc_traffic_class;

/* Terminal that owns a flow: the source of a request, the destination of a reply. */
static inline uint32_t noc_flow_owner(const noc_flow *flow)
{
    return flow->class == NOC_REPLY ? flow->destination : flow->source;
}

typedef struct noc_traffic {
    noc_packet_type types[NOC_PACKET_TYPES_MAX];
    int type_count;
    /* packet types as sent. Where a codec shortens some packets (design/memory/codec.h), the
     * first type_count types are of unchanged packets, with their shares, and type_count types
     * of shortened packets follow. reply_type is a position in this list */
    noc_packet_type lengths[NOC_PACKET_LENGTHS_MAX];
    int length_count;
    /* classes of traffic; one class of all packets, with replies, where the design sets none */
    noc_traffic_class classes[NOC_TRAFFIC_CLASSES_MAX];
    uint32_t class_count;
    /* flows with a positive rate, sorted by class, traffic class, source, destination. In a
     * merged system (network/graph/system.h) a flow stands for all flows whose paths have equal
     * latency */
    noc_flow *flows;
    size_t flow_count;
    bool *creates_packets;   /* true for each terminal that creates packets other than replies */
    uint32_t injector_count; /* number of terminals that create packets */
    double replied_share;    /* share of created packets that are answered by a reply */
    /* packets that a terminal creates over the mean of terminals that create packets,
     * [terminal]; NULL: equal for all */
    double *relative_rate;
    double relative_rate_square; /* mean square of relative_rate; 1 where rates are equal */
    /* packets per cycle of an injecting node, mean, set in the design (traffic.rates); 0: the
     * load sets the rate */
    double design_rate;
    double injected_flits;         /* mean flits of a created packet, over networks and types */
    double multicast_share;        /* share of multicast packets; 0: none */
    uint32_t multicast_targets;    /* destinations of a multicast packet */
    double transaction_bytes;      /* mean bytes of a created packet and its reply */
    double transaction_data_bytes; /* mean bytes of data in transaction_bytes (noc_data_bytes) */
} noc_traffic;

/* Share of a packet type, as designed or as sent, in the packets of a flow; 0: not a type of the
 * flow. */
static inline double noc_type_share(const noc_traffic *traffic, const noc_packet_type *type,
                                    const noc_flow *flow)
{
    if (type->class != flow->class || type->traffic_class != (int)flow->traffic_class) return 0.0;
    return traffic->class_count > 1
               ? type->share / traffic->classes[flow->traffic_class].packet_share
               : type->share;
}

/* Packets that a terminal creates over the mean of terminals that create packets. */
static inline double noc_traffic_relative_rate(const noc_traffic *traffic, uint32_t terminal)
{
    return traffic->relative_rate ? traffic->relative_rate[terminal] : 1.0;
}

/* Mean flits of a flow's packets over the mean flits of all created packets, or of all replies. */
double noc_flow_relative_length(const noc_traffic *traffic, const noc_flow *flow);

/* Bytes of data in a trace's packet: `bytes` less the header of its type. A reply no longer than
 * replies to writes has no data. */
double noc_traffic_data_bytes(const noc_traffic *traffic, int type, double bytes);

/* Mean flits of the packets of a type, as sent on a network. */
double noc_traffic_mean_flits(const noc_traffic *traffic, int type, uint16_t network);

/* Number of the flow of a class between two terminals, in the first traffic class with such a
 * flow; NOC_NONE: none. */
uint32_t noc_traffic_find_flow(const noc_traffic *traffic, noc_class class, uint32_t source,
                               uint32_t destination);

#endif
