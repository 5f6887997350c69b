/* analytic/waits.h: what the model tells of a network's queues at a load: how long packets wait,
 * and for what. */
#ifndef NOC_ANALYTIC_WAITS_H
#define NOC_ANALYTIC_WAITS_H

#include "network/graph/graph.h"

/* What can be used up before the channel itself is. */
typedef enum noc_station {
    NOC_STATION_CHANNEL,    /* flits a cycle */
    NOC_STATION_OUTPUT_VCS, /* owned by packets */
    NOC_STATION_SWITCH,     /* what other inputs leave of an output for one input */
    NOC_STATION_INPUT_VCS,  /* held by packets in service, their turnaround and waits included */
    NOC_STATION_SOURCE,     /* port of a terminal, stalls by full buffers included */
    NOC_STATION_NETWORK,    /* what a network takes of all terminals together */
} noc_station;

/* What a sweep gives: mean waits, cycles a packet. */
typedef struct noc_waits {
    double network[NOC_CLASSES]; /* from head injection on */
    double source[NOC_CLASSES];  /* before it */
    double utilization;        /* of the most used station; from 1 on a queue grows without bound */
    double moved[NOC_CLASSES]; /* cycles by which services on a packet's way moved in the sweep */
    double moved_most;         /* share by which that of one queue did, as far as others meet it */
} noc_waits;

/* The most used station. */
typedef struct noc_most_used {
    noc_station station;
    uint32_t channel;
    double utilization;
} noc_most_used;

/* What packets wait for. */
typedef enum noc_wait_cause {
    NOC_WAIT_SWITCH,    /* other inputs, and grants that they do not accept */
    NOC_WAIT_OUTPUT_VC, /* all of them owned */
    NOC_WAIT_LINK,      /* packets of other VCs of the same input */
    NOC_WAIT_INPUT_VC,  /* packets before them in the same VC */
    NOC_WAIT_STALL,     /* room in the buffers ahead */
    NOC_WAIT_SOURCE,    /* before injection */
    NOC_WAIT_CAUSES
} noc_wait_cause;

/* What a design's queues are like and what its packets wait for, in a few numbers: means by which
 * designs can be compared. */
typedef struct noc_profile {
    /* Means over the flits of all channels but those of ejection. F: flits of their packets, b:
     * flits of a VC's buffer. */
    double log_vcs;    /* that a packet chooses among */
    double log_longer; /* F / b, 0 where packets fit */
    double log_length; /* F */
    /* Cycles that heads are routed for, and so an input VC between packets; if these overlap, too:
     * designs of as many stages deviate most alike (routers of fewer speculate). */
    double turnaround;
    double log_credits; /* b over the credits for one flit a cycle, less what long channels lack */
    double single, atomic; /* shares: with one VC, atomic */
    double passes;         /* 1 / iterations of the allocator; 0 for a maximum matching */
    /* at a load: cycles a packet, and per transition of a router */
    double waits[NOC_WAIT_CAUSES];
    /* cycles under way on channels longer than usual: there and back if there are replies */
    double flight;
    double refused; /* switch grants */
} noc_profile;

#endif
