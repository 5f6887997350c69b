/* network/graph/traffic.h: who sends how much of what to whom.
 *
 * Rates are relative: packets per cycle when every injecting node creates one packet per cycle.
 * Times the real packet rate they are packets per cycle. */
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
    double share;    /* of the packets of its class */
    int bytes;       /* 0 when the design gives flits */
    uint16_t *flits; /* by network of the graph */
    int reply;       /* type of the packet that answers it, -1 if none does */
    bool has_data;
    double header;     /* bytes of a packet with data that are no data, whatever its length */
    int traffic_class; /* number in noc_traffic.classes; 0 with replies */
} noc_packet_type;

typedef struct noc_flow {
    uint32_t source, destination; /* terminals */
    noc_class class;
    uint32_t traffic_class; /* number in noc_traffic.classes; 0 with replies */
    double rate;            /* relative, see above */
    noc_route route;
} noc_flow;

/* A class of traffic (design.h: traffic.classes). A node creates packets of each class on its own,
 * independently of the other classes: of a load of L flits a cycle L * flits of this class, so at r
 * packets a cycle of all classes r * packets of it, where it has flows of the class. */
typedef struct noc_traffic_class {
    double flits;   /* share of the offered flits */
    double packets; /* share of the packets; a node's flows of the class have rates of this sum */
    double mean;    /* flits of a packet */
    int priority;   /* larger goes first, where traffic.priority says so */
    /* packet types, whose shares sum to `packets`; those that a codec has shortened likewise
     * from type_count on */
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
    /* As they are sent: the types, at the same positions; where a codec makes packets of some
     * shorter (design/memory/codec.h) their shares are those that it leaves as they are, and as
     * many more follow, in the same order, that it has shortened. Replies are lengths, too. */
    noc_packet_type lengths[NOC_PACKET_LENGTHS_MAX];
    int length_count;
    /* one where the design has none, which all packets are of, replies, too */
    noc_traffic_class classes[NOC_TRAFFIC_CLASSES_MAX];
    uint32_t class_count;
    /* flows by class, then traffic class, then source, then destination; all with a positive rate.
     * Of a merged system (network/graph/system.h) each stands for all whose ways take equally long
     */
    noc_flow *flows;
    size_t flow_count;
    bool *creates;         /* terminals that create packets of their own, not replies */
    uint32_t injectors;    /* number of terminals that create packets */
    double answered;       /* share of the packets that they create which get a reply */
    double *pace;          /* packets of a terminal over the mean of those that create some, by
                            * terminal; NULL: all of these create as many */
    double pace_square;    /* mean square of these; 1 where all create as many */
    double own_rate;       /* packets per cycle of an injecting node, mean, that the design itself
                                 says (traffic.rates); 0: it leaves that to a load */
    double injected_flits; /* mean flits of a packet that they create, over networks and types */
    double multicast;      /* share of the packets that go to several terminals; 0: none does */
    uint32_t targets;      /* terminals of each such packet */
    double transaction_bytes; /* of a created packet and its reply, mean */
    double transaction_data;  /* bytes of data among transaction_bytes (noc_data_bytes) */
} noc_traffic;

/* Share of a packet type, as designed or as it is sent, in the packets of a flow; 0: of others. */
static inline double noc_type_share(const noc_traffic *traffic, const noc_packet_type *type,
                                    const noc_flow *flow)
{
    if (type->class != flow->class || type->traffic_class != (int)flow->traffic_class) return 0.0;
    return traffic->class_count > 1 ? type->share / traffic->classes[flow->traffic_class].packets
                                    : type->share;
}

/* Packets that a terminal creates over the mean of those that create some. */
static inline double noc_traffic_pace_of(const noc_traffic *traffic, uint32_t terminal)
{
    return traffic->pace ? traffic->pace[terminal] : 1.0;
}

/* Mean flits of a flow's packets over those of all packets that nodes create, or that answer
 * them. */
double noc_flow_length(const noc_traffic *traffic, const noc_flow *flow);

/* Bytes of data of a trace's packet: `bytes` less the header of its type. A reply that is no longer
 * than replies to writes has none. */
double noc_traffic_data(const noc_traffic *traffic, int type, double bytes);

/* Mean flits, on a network of the graph, of the packets of a type as they are sent. */
double noc_traffic_mean_flits(const noc_traffic *traffic, int type, uint16_t network);

/* The flow of a class between two terminals, of the first traffic class that has one; NOC_NONE:
 * there is none. */
uint32_t noc_traffic_find_flow(const noc_traffic *traffic, noc_class class, uint32_t source,
                               uint32_t destination);

/* Frees types, lengths and flows. */
void noc_traffic_clear(noc_traffic *traffic);

#endif
