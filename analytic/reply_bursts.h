/* analytic/reply_bursts.h: effect of a network's shape on requests that move on in bursts.
 *
 * Where cores have more requests outstanding than memory nodes have places, a request that waits
 * for a full node holds up those behind it in its virtual channel. When its turn comes they go to
 * other nodes, until one of them meets a full one; and routers serve the virtual channels of an
 * input one after the other, so all requests from one side get their turns together. So memory
 * nodes get requests of the same cores in a row (at a port of cdx19-fc-16ports, with 32 MSHRs,
 * they vary 8 to 17 times as much as a Poisson stream, with 4 MSHRs as much), and the replies
 * compete for the channels to these cores while other channels idle. */
#ifndef NOC_ANALYTIC_REPLY_BURSTS_H
#define NOC_ANALYTIC_REPLY_BURSTS_H

#include "network/graph/system.h"

typedef struct noc_reply_bursts {
    /* Bursts. A burst comes from the VCs of one neighbour of a memory node's router. Over the
     * bursts, the share of replies on a channel has a relative variance. `variance`: this variance
     * times the VCs, over the memory nodes whose replies use the channel, for the channel of
     * replies with the greatest product of it and the load. `load`: that channel's load, in cycles
     * per request (one request per cycle of each core). */
    double variance, load;
    /* load of the busiest injection channel of replies, over that of the busiest channel of
     * replies */
    double ports;
} noc_reply_bursts;

/* Finds the bursts. Zeros when out of memory. */
noc_reply_bursts noc_reply_bursts_of(const noc_system *system);

#endif
