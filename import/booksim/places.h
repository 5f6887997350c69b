/* import/booksim/places.h: imports the places of compute and memory nodes in BookSim's network. */
#ifndef NOC_IMPORT_BOOKSIM_PLACES_H
#define NOC_IMPORT_BOOKSIM_PLACES_H

#include "import/booksim/translation.h"

/* Sets t->memory_numbers, and writes the section of the nodes. Compute nodes come first, then
 * memory nodes, unless a map of GPGPU-Sim gives other places. NOC_EUSAGE if the network has another
 * number of nodes than the request. */
noc_status noc_booksim_place_nodes(noc_booksim_translation *t);

/* Returns BookSim's numbers of the design's nodes, compute nodes first: [node]. The caller frees
 * them; NULL when out of memory. */
int *noc_booksim_node_numbers(const noc_booksim_translation *t);

#endif
