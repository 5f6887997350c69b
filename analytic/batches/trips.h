/* analytic/batches/trips.h: how long the packets of each terminal take, one by one, in an empty
 * network. */
#ifndef NOC_ANALYTIC_BATCHES_TRIPS_H
#define NOC_ANALYTIC_BATCHES_TRIPS_H

#include "network/graph/system.h"

/* From the creation of a packet to the arrival of its tail, of a request to that of its reply, in
 * cycles: over the destinations, paths and lengths that a terminal draws. */
typedef struct noc_trip {
    double mean, variance;
    bool any; /* the terminal sends packets of its own */
} noc_trip;

/* By terminal; the caller frees the list. NULL when out of memory. */
noc_trip *noc_trips_find(const noc_system *system);

#endif
