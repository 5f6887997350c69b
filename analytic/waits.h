/* analytic/waits.h: stations of a packet's path, waits in front of them at a load, causes of waits
 * and of saturation. */
#ifndef NOC_ANALYTIC_WAITS_H
#define NOC_ANALYTIC_WAITS_H

#include "network/graph/graph.h"

/* Stations of a packet's path: a channel, and resources that may saturate before the channel. */
typedef enum noc_station {
    NOC_STATION_CHANNEL,    /* capacity of the channel, flits per cycle */
    NOC_STATION_OUTPUT_VCS, /* VCs that packets own */
    NOC_STATION_SWITCH,     /* share of an output port that other inputs leave to one input */
    NOC_STATION_INPUT_VCS,  /* VCs with packets in service, turnaround and waits included */
    NOC_STATION_SOURCE,     /* port of a terminal, stalls by full buffers included */
    NOC_STATION_NETWORK,    /* limit on the traffic of several terminals (shared_limits.h) */
} noc_station;

/* Mean waits that a sweep finds, cycles per packet. */
typedef struct noc_waits {
    double network[NOC_CLASSES]; /* waits after the head's injection */
    double source[NOC_CLASSES];  /* waits before the head's injection */
    /* [class of traffic]: the two waits, if there are several classes (network/graph/traffic.h) */
    double class_network[NOC_TRAFFIC_CLASSES_MAX], class_source[NOC_TRAFFIC_CLASSES_MAX];
    double utilization; /* use of the most used station; 1 or more: a queue grows without bound */
    /* cycles by which the sweep changed the service times on a packet's path */
    double service_change[NOC_CLASSES];
    /* largest relative change of a service time for which other queues wait */
    double largest_change;
} noc_waits;

/* Most used station. */
typedef struct noc_busiest_station {
    noc_station station;
    uint32_t channel;
    double utilization;
} noc_busiest_station;

/* Utilisation from which on a channel counts as full: no other cause limits its traffic. */
#define NOC_FULL_CHANNEL 0.95

/* Cause that limits the utilisation of a channel at saturation. */
typedef enum noc_hold_cause {
    NOC_HELD_BY_FLITS,  /* no other cause: the channel, or the network, is full */
    NOC_HELD_BY_OTHERS, /* head-of-line blocking: the first packet of a VC waits elsewhere */
    /* allocation: inputs refuse grants, or outputs grant other inputs */
    NOC_HELD_BY_MATCHING,
    NOC_HELD_BY_VCS,     /* all VCs of an output are owned */
    NOC_HELD_BY_CREDITS, /* credits return after the buffer is full */
    NOC_HELD_BY_ROUTING, /* a VC idles while the next head is routed and allocated */
    NOC_HELD_BY_CODEC,   /* the codec of a port is busy with an earlier packet */
    NOC_HELD_CAUSES
} noc_hold_cause;

/* Cause of saturation at the first queue that overflows. If its packets wait for full buffers: the
 * cause at the channel where the blocking starts. */
typedef struct noc_ceiling {
    noc_hold_cause cause;
    uint32_t channel;
    unsigned vcs; /* VCs of the channel from which its packets choose; 0: no VCs */
} noc_ceiling;

/* Causes of waits. */
typedef enum noc_wait_cause {
    NOC_WAIT_SWITCH,    /* wait for the switch: grants to other inputs, and refused grants */
    NOC_WAIT_OUTPUT_VC, /* wait for a VC of the output while all are owned */
    NOC_WAIT_LINK,      /* wait for packets of other VCs of the same input */
    NOC_WAIT_INPUT_VC,  /* wait for earlier packets of the same VC */
    NOC_WAIT_STALL,     /* wait for space in the next buffer */
    NOC_WAIT_SOURCE,    /* wait for injection */
    NOC_WAIT_CAUSES
} noc_wait_cause;

/* Profile of a design: means of its queues, and of its packets' waits by cause, by which designs
 * are compared. */
typedef struct noc_profile {
    /* Means over the flits of all channels except ejection. F: flits of their packets, b: flits of
     * a VC's buffer; ln: natural logarithm. */
    double log_vcs;           /* ln of the VCs from which a packet chooses */
    double log_buffer_excess; /* ln(F / b); 0 where packets fit into the buffer */
    double log_length;        /* ln F */
    /* Cycles of a head's routing, and so of an input VC between packets, even if packets overlap:
     * designs with equal numbers of stages have the most similar deviations (routers with fewer
     * stages speculate). */
    double turnaround;
    /* ln of b over the credits for one flit per cycle, without the shortage of long channels */
    double log_credits;
    double single_vc_share,
        atomic_vc_share;           /* share of flits on channels with one VC; with atomic VCs */
    double inverse_iterations;     /* 1 / iterations of the allocator; 0: maximum matching */
    double waits[NOC_WAIT_CAUSES]; /* cycles per packet at the profile's load */
    /* mean cycles on channels beyond the usual length; round trips where there are replies */
    double flight_excess;
    double refused_grants; /* switch grants that inputs refuse, per transition of a router */
} noc_profile;

#endif
