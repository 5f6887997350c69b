/* sampler/ports/destinations.h: where the requests of each terminal go: draws of one of its flows
 * by their rates. */
#ifndef NOC_SAMPLER_PORTS_DESTINATIONS_H
#define NOC_SAMPLER_PORTS_DESTINATIONS_H

#include "base/random.h"
#include "network/graph/system.h"

typedef struct noc_terminal_destinations {
    size_t first_flow; /* flows are sorted by source, so a source's are a run */
    noc_alias_table offsets;
} noc_terminal_destinations;

typedef struct noc_destinations {
    noc_terminal_destinations
        *of; /* destinations by source (ports.h); without parts where it sends none */
    uint32_t count;
    bool borrowed; /* `of` is another run's */
} noc_destinations;

/* Destinations borrowed from another run of the system, which outlive the use of these. */
noc_destinations noc_destinations_like(const noc_destinations *other);

/* False when out of memory. The caller clears them in either case. */
bool noc_destinations_make(noc_destinations *destinations, const noc_system *system);
void noc_destinations_clear(noc_destinations *destinations);

/* Bytes that the destinations of a system take, about. */
double noc_destinations_bytes(const noc_system *system);

static inline bool noc_destinations_has(const noc_destinations *destinations, uint32_t terminal)
{
    return destinations->of[terminal].offsets.count > 0;
}

/* A flow of a terminal that has some. */
static inline size_t noc_destinations_draw(const noc_destinations *destinations, uint32_t terminal,
                                           noc_random *random)
{
    const noc_terminal_destinations *d = &destinations->of[terminal];
    return d->first_flow + noc_alias_table_draw(&d->offsets, random);
}

#endif
