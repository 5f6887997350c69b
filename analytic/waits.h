/* analytic/waits.h: the model's figures of a network's queues at a load: waits of packets, and
 * their causes. */
#ifndef NOC_ANALYTIC_WAITS_H
#define NOC_ANALYTIC_WAITS_H

#include "network/graph/graph.h"

/* Stations of a packet's way: a channel, and resources that can be used up before the channel
 * is. */
typedef enum noc_station {
    NOC_STATION_CHANNEL,    /* capacity of the channel, flits per cycle */
    NOC_STATION_OUTPUT_VCS, /* VCs that packets own */
    NOC_STATION_SWITCH,     /* share of an output that other inputs leave for one input */
    NOC_STATION_INPUT_VCS,  /* VCs with packets in service, turnaround and waits included */
    NOC_STATION_SOURCE,     /* port of a terminal, stalls by full buffers included */
    NOC_STATION_NETWORK,    /* traffic that a network accepts of all terminals together */
} noc_station;

/* Mean waits that a sweep finds, cycles per packet. */
typedef struct noc_waits {
    double network[NOC_CLASSES]; /* waits after the head's injection */
    double source[NOC_CLASSES];  /* waits before the head's injection */
    /* waits by class of traffic, where there are several (network/graph/traffic.h) */
    double class_network[NOC_TRAFFIC_CLASSES_MAX], class_source[NOC_TRAFFIC_CLASSES_MAX];
    double utilization; /* use of the most used station; 1 or more: a queue grows without end */
    double moved[NOC_CLASSES]; /* cycles by which services on a packet's way moved in the sweep */
    /* greatest relative move of a queue's service, as far as other queues wait for that service */
    double moved_most;
} noc_waits;

/* The most used station. */
typedef struct noc_most_used {
    noc_station station;
    uint32_t channel;
    double utilization;
} noc_most_used;

/* Use of a channel from which on it counts as full: nothing holds its packets. */
#define NOC_FULL_CHANNEL 0.95

/* Cause that keeps a channel from being used more at saturation. */
typedef enum noc_held_by {
    NOC_HELD_BY_FLITS,  /* none: the channel, or the network, is full */
    NOC_HELD_BY_OTHERS, /* head-of-line blocking: the first packet of a VC waits for others */
    /* inputs refuse grants, or outputs are not granted to the inputs that ask */
    NOC_HELD_BY_MATCHING,
    NOC_HELD_BY_VCS,     /* all VCs of an output are owned */
    NOC_HELD_BY_CREDITS, /* credits come back after the buffer is full */
    NOC_HELD_BY_ROUTING, /* a VC idles while the next head is routed and allocated */
    NOC_HELD_BY_CODEC,   /* the codec of a port is busy with the packet before */
    NOC_HELD_CAUSES
} noc_held_by;

/* The cause at the first queue that overflows. Where its packets wait for full buffers: the cause
 * at the channel behind which they wait. */
typedef struct noc_ceiling {
    noc_held_by by;
    uint32_t channel;
    unsigned vcs; /* VCs of the channel that its packets choose among; 0: none */
} noc_ceiling;

/* Causes of waits. */
typedef enum noc_wait_cause {
    NOC_WAIT_SWITCH,    /* grants to other inputs, and grants that inputs do not accept */
    NOC_WAIT_OUTPUT_VC, /* a VC, while all are owned */
    NOC_WAIT_LINK,      /* packets of other VCs of the same input */
    NOC_WAIT_INPUT_VC,  /* packets before them in the same VC */
    NOC_WAIT_STALL,     /* room in the buffers ahead */
    NOC_WAIT_SOURCE,    /* injection */
    NOC_WAIT_CAUSES
} noc_wait_cause;

/* Profile: queues of a design, and waits of its packets by cause, as a few means by which designs
 * can be compared. */
typedef struct noc_profile {
    /* Means over the flits of all channels except ejection. F: flits of their packets, b: flits of
     * a VC's buffer. */
    double log_vcs;    /* VCs that a packet chooses among */
    double log_longer; /* F / b, 0 where packets fit */
    double log_length; /* F */
    /* Cycles that heads are routed for, and so an input VC between packets, even if these overlap:
     * designs with equal numbers of stages deviate most alike (routers with fewer stages
     * speculate). */
    double turnaround;
    /* b over the credits for one flit per cycle, less the lack of long channels */
    double log_credits;
    double single, atomic;         /* shares of flits: on channels with one VC; with atomic VCs */
    double passes;                 /* 1 / iterations of the allocator; 0 for a maximum matching */
    double waits[NOC_WAIT_CAUSES]; /* cycles a packet, at the load of the profile */
    /* mean cycles under way on channels beyond the usual length: there and back with replies */
    double flight;
    double refused; /* switch grants that inputs refuse, per transition of a router */
} noc_profile;

#endif
