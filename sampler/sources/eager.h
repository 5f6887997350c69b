/* sampler/sources/eager.h: eager terminals, which send as fast as the network accepts packets: a
 * batch each, or without end, with a limit of packets in flight (traffic.batch,
 * traffic.outstanding).
 *
 * A terminal creates a packet when its previous packet has entered the network completely. A
 * packet is in flight from its creation until its tail has arrived; a request with an answer,
 * until the tail of the answer has arrived. The terminal sees the arrival one cycle later
 * (BookSim 2.0, batchtrafficmanager.cpp). */
#ifndef NOC_SAMPLER_SOURCES_EAGER_H
#define NOC_SAMPLER_SOURCES_EAGER_H

#include "sampler/ports/tally.h"
#include "sampler/sources/sources.h"

typedef struct noc_eager noc_eager;

/* Makes eager sources, which create packets through `sources`; the run has no other sources.
 * NULL when out of memory. */
noc_eager *noc_eager_new(noc_sources *sources);

/* Creates the packets of a cycle, before any injection in the cycle. */
void noc_eager_step(noc_eager *eager);

/* Receives a packet's tail. */
void noc_eager_receive(noc_eager *eager, const noc_packet *packet);

/* Finds the next event: the current cycle if a packet may be created, else UINT64_MAX. */
uint64_t noc_eager_next_event(const noc_eager *eager);

/* End of the batch; NULL: no batch. */
const noc_loop_end *noc_eager_end(const noc_eager *eager);

#endif
