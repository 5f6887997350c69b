/* analytic/reply_bursts.h: burstiness of replies that follows from a network's shape.
 *
 * If cores have more outstanding requests than memory nodes have places, a request that waits for a
 * full node blocks later requests in its virtual channel. When the node accepts it, the blocked
 * requests go to other nodes in a burst, until one of them meets a full node. Routers serve the
 * virtual channels of an input one after the other, so all requests from one side come in one
 * burst. Memory nodes so get requests of equal cores in a row (at a port of cdx19-fc-16ports with
 * 32 MSHRs their variance is 8 to 17 times that of a Poisson stream, with 4 MSHRs equal), and the
 * replies compete for the channels to these cores while other channels idle. */
#ifndef NOC_ANALYTIC_REPLY_BURSTS_H
#define NOC_ANALYTIC_REPLY_BURSTS_H

#include "network/graph/system.h"

typedef struct noc_reply_bursts {
    /* Figures of the channel of replies with the largest product of both. A burst comes from the
     * VCs of one neighbour of a memory node's router. `variance`: relative variance over bursts of
     * the replies on the channel, times the VCs, over the memory nodes whose replies use the
     * channel; the load: cycles of flits at one request per cycle of each core. */
    double variance, busiest_load;
    /* load of the busiest injection channel of replies, over the load of the busiest channel of
     * replies */
    double port_load_ratio;
} noc_reply_bursts;

/* Finds the bursts. Zeros when out of memory. */
noc_reply_bursts noc_find_reply_bursts(const noc_system *system);

#endif
