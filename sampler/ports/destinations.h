/* sampler/ports/destinations.h: random destinations of requests: a draw among the request flows of
 * a source (ports.h), with probabilities proportional to their rates. */
#ifndef NOC_SAMPLER_PORTS_DESTINATIONS_H
#define NOC_SAMPLER_PORTS_DESTINATIONS_H

#include "base/random.h"
#include "network/graph/system.h"

/* Destinations of a source. */
typedef struct noc_terminal_destinations {
    size_t first_flow;       /* first request flow of the source; flows are sorted by source */
    noc_alias_table offsets; /* distribution of the flow's number, counted from first_flow */
} noc_terminal_destinations;

typedef struct noc_destinations {
    /* [source]: destinations; empty: the source sends nothing */
    noc_terminal_destinations *by_source;
} noc_destinations;

/* Makes the destinations of a system. A copy of the struct shares the tables of the arena, and may
 * serve another run of the system. False when out of memory. */
bool noc_destinations_make(noc_destinations *destinations, noc_arena *arena,
                           const noc_system *system);

/* Approximate size of the destinations of a system, bytes. */
double noc_destinations_bytes(const noc_system *system);

/* True if a source has a flow. */
static inline bool noc_destinations_has_flow(const noc_destinations *destinations, uint32_t source)
{
    return destinations->by_source[source].offsets.count > 0;
}

/* Draws a flow of a source, which must have one. */
static inline size_t noc_destinations_draw(const noc_destinations *destinations, uint32_t source,
                                           noc_random *random)
{
    const noc_terminal_destinations *d = &destinations->by_source[source];
    return d->first_flow + noc_alias_table_draw(&d->offsets, random);
}

#endif
