#include "network/reply_queue.h"

/* The first network with an output queue, or as many as there are networks. */
static int find(const noc_design *d)
{
    int n = 0;
    while (n < d->network_count && d->networks[n].overlay.output_queue == 0) n++;
    return n;
}

int *noc_reply_queue_of(noc_design *d)
{
    const int n = find(d);
    return n < d->network_count ? &d->networks[n].overlay.output_queue : &d->memory.reply_queue;
}

int noc_reply_queue(const noc_design *d)
{
    const int n = find(d);
    return n < d->network_count ? d->networks[n].overlay.output_queue : d->memory.reply_queue;
}
