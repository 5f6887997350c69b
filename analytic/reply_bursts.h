/* analytic/reply_bursts.h: burstiness of replies that follows from a network's shape.
 *
 * If cores have more outstanding requests than memory nodes have places, a request that waits for a
 * full node blocks later requests in its virtual channel. When the node accepts it, the blocked
 * requests go to other nodes in a burst, until one of them meets a full node. Routers serve the
 * virtual channels of an input one after the other, so all requests from one side come in one
 * burst. Memory nodes thus get the requests of neighbouring cores in a row, and the replies compete
 * for the channels to these cores while other channels idle. Example: at a port of cdx19-fc-16ports
 * the requests have 8 to 17 times the variance of a Poisson stream with 32 MSHRs, and the variance
 * of a Poisson stream with 4 MSHRs. */
#ifndef NOC_ANALYTIC_REPLY_BURSTS_H
#define NOC_ANALYTIC_REPLY_BURSTS_H

#include "network/graph/system.h"

typedef struct noc_reply_bursts {
    /* Figures of the reply channel on which variance times busiest_load is largest. A burst comes
     * from the VCs of one neighbour of a memory node's router. `variance`: relative variance, over
     * requests, of the load per request on the channel, which depends on the request's neighbour;
     * times the VCs from that neighbour; over the number of memory nodes whose replies use the
     * channel. `busiest_load`: cycles of flits on the channel while each core makes one request per
     * cycle. */
    double variance, busiest_load;
    /* load of the busiest injection channel of replies, over the load of the busiest channel of
     * replies */
    double port_load_ratio;
} noc_reply_bursts;

/* Finds the bursts. Zeros when out of memory. */
noc_reply_bursts noc_find_reply_bursts(const noc_system *system);

#endif
