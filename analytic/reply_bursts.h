/* analytic/reply_bursts.h: what a network's shape makes of requests that move on in bursts.
 *
 * Where cores have more requests outstanding than memory nodes have places, a request that waits
 * for a full node holds up those behind it in its virtual channel. When its turn comes they go to
 * other nodes, until one of them meets a full one; and routers serve the virtual channels of an
 * input one after the other, so all that came from one side get their turns together. So memory
 * nodes get requests of the same cores in a row (those of a port of cdx19-fc-16ports, with 32
 * MSHRs, vary 8 to 17 times as much as a Poisson stream, with 4 MSHRs as much as it), and the
 * replies compete for the channels to these cores while others idle. */
#ifndef NOC_ANALYTIC_REPLY_BURSTS_H
#define NOC_ANALYTIC_REPLY_BURSTS_H

#include "network/graph/system.h"

typedef struct noc_reply_bursts {
    /* A burst comes from the VCs of one neighbour of a memory node's router. Over the bursts, the
     * share of replies that take a channel has a relative variance; times the VCs, over the memory
     * nodes whose replies take the channel. Of the channel of replies for which this is the
     * greatest, times its load; and that load, in cycles a request (one a cycle of each core). */
    double variance, load;
    double
        ports; /* the busiest injection channel of replies, over the busiest channel of replies */
} noc_reply_bursts;

/* Zeros when out of memory. */
noc_reply_bursts noc_reply_bursts_of(const noc_system *system);

#endif
