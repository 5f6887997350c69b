/* analytic/profile.h: what a design's queues are like and what its packets wait for, in a few
 * numbers: means by which designs can be compared. */
#ifndef NOC_ANALYTIC_PROFILE_H
#define NOC_ANALYTIC_PROFILE_H

#include "analytic/contention.h"

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

/* At the load of the last sweep. */
void noc_contention_profile(const noc_contention *c, noc_profile *profile);

#endif
