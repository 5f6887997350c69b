/* sampler/sources/chains.h: the packets of a trace that wait for each other: each is created in its
 * cycle, or when all that it waits for have been delivered, reads answered, and its delay has
 * passed, whichever is later. Packets of a source that wait do not hold up those that do not. */
#ifndef NOC_SAMPLER_SOURCES_CHAINS_H
#define NOC_SAMPLER_SOURCES_CHAINS_H

#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"

typedef struct noc_chains noc_chains;

/* For a schedule with links, which is borrowed, as are the ports. NULL when out of memory.
 * noc_chains_free takes NULL. */
noc_chains *noc_chains_new(noc_ports *ports, const noc_trace_schedule *schedule);
void noc_chains_free(noc_chains *chains);

/* Creates the packets whose time has come. */
void noc_chains_step(noc_chains *chains);

/* A packet has been delivered: a request, or an answer. */
void noc_chains_receive(noc_chains *chains, const noc_packet *packet);

/* The cycle of the next creation that is known of; UINT64_MAX if there is none. */
uint64_t noc_chains_quiet_until(const noc_chains *chains);

#endif
