/* sampler/sources/eager.h: terminals that send as fast as the network takes their packets: a batch
 * of so many each, or without end, and so many of them on the way at most (traffic.batch,
 * traffic.outstanding).
 *
 * A terminal creates a packet when its packet before is completely in the network. A packet is on
 * the way from its creation until its tail has arrived, or, of a request that is answered, until
 * the tail of the answer has arrived. The terminal sees the arrival one cycle later (BookSim 2.0,
 * batchtrafficmanager.cpp). */
#ifndef NOC_SAMPLER_SOURCES_EAGER_H
#define NOC_SAMPLER_SOURCES_EAGER_H

#include "sampler/ports/tally.h"
#include "sampler/sources/sources.h"

typedef struct noc_eager noc_eager;

/* Sources that make their packets by `sources`, which are of a run without any of its own. NULL
 * when out of memory. noc_eager_free takes NULL. */
noc_eager *noc_eager_new(noc_sources *sources);
void noc_eager_free(noc_eager *eager);

/* Creates the packets of a cycle, before any is injected in it. */
void noc_eager_step(noc_eager *eager);

/* A packet's tail has come. */
void noc_eager_receive(noc_eager *eager, const noc_packet *packet);

/* The cycle that comes next if a packet may be created in it, else UINT64_MAX. */
uint64_t noc_eager_quiet_until(const noc_eager *eager);

/* How the batch has ended; NULL: it is without end. */
const noc_loop_end *noc_eager_end(const noc_eager *eager);

#endif
