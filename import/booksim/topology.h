/* import/booksim/topology.h: BookSim's topologies and routing functions, as ours. */
#ifndef NOC_IMPORT_BOOKSIM_TOPOLOGY_H
#define NOC_IMPORT_BOOKSIM_TOPOLOGY_H

#include "import/booksim/translation.h"

/* Writes topology, size, channels and routing into the section of the network; sets t->nodes, and
 * reads t->graph where the topology is anynet. NOC_EINPUT at the line of what has no like here. */
noc_status noc_booksim_topology(noc_booksim_translation *t);

/* BookSim's routing function for a topology of its own and a routing of ours; NULL: it has none
 * like it. */
const char *noc_booksim_function_there(const char *topology, const char *ours);

/* Columns of tiles that nodes stand on in the order of their numbers; 0: on none. */
int noc_booksim_tile_columns(const noc_booksim_translation *t);

/* Phases of a way, each of which has one virtual channel there, whatever num_vcs is: 2 of a
 * dragonfly's shortest ways, 3 of its UGAL (dragonfly.cpp); 0: all of them take all. */
int noc_booksim_phases(const char *topology, const char *function);

/* Parts of a routing function that have halves of the virtual channels of a class: "XY and YX";
 * NULL: it has none. */
const char *noc_booksim_halves(const char *function);

#endif
