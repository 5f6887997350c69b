/* import/booksim/routing.h: BookSim's routing functions, as ours. */
#ifndef NOC_IMPORT_BOOKSIM_ROUTING_H
#define NOC_IMPORT_BOOKSIM_ROUTING_H

#include "import/booksim/translation.h"

/* Writes the routing into the section of the network: the nearest that there is. NOC_EINPUT for a
 * function that BookSim does not have for the topology. */
noc_status noc_booksim_routing(noc_booksim_translation *t);

#endif
