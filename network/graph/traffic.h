/* network/graph/traffic.h: flows of packets between terminals: rates, classes, lengths.
 *
 * Rates are relative: packets per cycle when every injecting node creates one packet per cycle.
 * Multiplied by the real packet rate they are packets per cycle. */
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
    const char *name; /* "read request"; "packet" where there are no replies */
    noc_class class;
    double share;    /* share of the packets of its class */
    int bytes;       /* bytes of a packet; 0 when the design gives flits */
    uint16_t *flits; /* flits of a packet on each network of the graph */
    int reply;       /* type of the reply; -1: none */
    bool has_data;
    double header;     /* bytes other than data in a packet with data, whatever its length */
    int traffic_class; /* number in noc_traffic.classes; 0 with replies */
} noc_packet_type;

typedef struct noc_flow {
    uint32_t source, destination; /* terminals */
    noc_class class;
    uint32_t traffic_class; /* number in noc_traffic.classes; 0 with replies */
    double rate;            /* packets per cycle, relative (see above) */
    noc_route route;
} noc_flow;

/* Class of traffic (design.h: traffic.classes). A node creates packets of each class independently
 * of the other classes: at a load of L flits a cycle L * flits of this class, at r packets a cycle
 * of all classes r * packets of this class, where the node has flows of the class. */
typedef struct noc_traffic_class {
    double flits;   /* share of the offered flits */
    double packets; /* share of the packets, and sum of the rates of a node's flows of the class */
    double mean;    /* flits of a packet, mean */
    int priority;   /* rank; the larger goes first with traffic.priority */
    /* packet types, whose shares sum to `packets`; types shortened by a codec are as many, from
     * type_count on */
    int first_type, types;
} noc_traffic_class;

/* Terminal whose packet a flow carries: the source of the packet, or of the request that a reply
 * answers. */
static inline uint32_t noc_flow_owner(const noc_flow *flow)
{
    return flow->class == NOC_REPLY ? flow->destination : flow->source;
}

typedef struct noc_traffic {
    noc_packet_type types[NOC_PACKET_TYPES_MAX];
    int type_count;
    /* packet types as sent, at the same positions; where a codec makes some packets shorter
     * (design/memory/codec.h) their shares are those of unchanged packets, and as many more follow,
     * in the same order, of shortened packets; lengths of replies, too */
    noc_packet_type lengths[NOC_PACKET_LENGTHS_MAX];
    int length_count;
    /* classes of traffic; one where the design has none, for all packets, replies, too */
    noc_traffic_class classes[NOC_TRAFFIC_CLASSES_MAX];
    uint32_t class_count;
    /* flows by class, then traffic class, then source, then destination; all with a positive rate.
     * In a merged system (network/graph/system.h) each stands for all whose ways have equal
     * latency */
    noc_flow *flows;
    size_t flow_count;
    bool *creates;      /* true for terminals that create packets other than replies */
    uint32_t injectors; /* count of terminals that create packets */
    double answered;    /* share of created packets that get a reply */
    /* packets of each terminal over the mean of terminals that create some; NULL: all create as
     * many */
    double *pace;
    double pace_square; /* mean square of `pace`; 1 where all create as many */
    /* packets per cycle of an injecting node, mean, set in the design (traffic.rates); 0: the load
     * sets the rate */
    double own_rate;
    double injected_flits;    /* flits of a created packet, mean over networks and types */
    double multicast;         /* share of packets to several terminals; 0: none */
    uint32_t targets;         /* terminals of each multicast packet */
    double transaction_bytes; /* bytes of a created packet and its reply, mean */
    double transaction_data;  /* bytes of data in transaction_bytes (noc_data_bytes) */
} noc_traffic;

/* Share of a packet type, as designed or as sent, in the packets of a flow; 0: a type of other
 * flows. */
static inline double noc_type_share(const noc_traffic *traffic, const noc_packet_type *type,
                                    const noc_flow *flow)
{
    if (type->class != flow->class || type->traffic_class != (int)flow->traffic_class) return 0.0;
    return traffic->class_count > 1 ? type->share / traffic->classes[flow->traffic_class].packets
                                    : type->share;
}

/* Packets that a terminal creates over the mean of terminals that create some. */
static inline double noc_traffic_pace_of(const noc_traffic *traffic, uint32_t terminal)
{
    return traffic->pace ? traffic->pace[terminal] : 1.0;
}

/* Mean flits of a flow's packets over mean flits of all packets that nodes create, or of all
 * replies. */
double noc_flow_length(const noc_traffic *traffic, const noc_flow *flow);

/* Bytes of data of a trace's packet: `bytes` less the header of its type. A reply no longer than
 * replies to writes has none. */
double noc_traffic_data(const noc_traffic *traffic, int type, double bytes);

/* Mean flits, on a network of the graph, of the packets of a type as sent. */
double noc_traffic_mean_flits(const noc_traffic *traffic, int type, uint16_t network);

/* Flow of a class between two terminals, of the first traffic class that has one; NOC_NONE:
 * none. */
uint32_t noc_traffic_find_flow(const noc_traffic *traffic, noc_class class, uint32_t source,
                               uint32_t destination);

/* Frees types, lengths and flows. */
void noc_traffic_clear(noc_traffic *traffic);

#endif
