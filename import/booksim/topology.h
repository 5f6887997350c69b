/* import/booksim/topology.h: import of BookSim's topologies and routing functions. */
#ifndef NOC_IMPORT_BOOKSIM_TOPOLOGY_H
#define NOC_IMPORT_BOOKSIM_TOPOLOGY_H

#include "import/booksim/translation.h"

/* Writes topology, size, channels and routing into the section of the network; sets t->nodes, and
 * reads t->graph where the topology is anynet. NOC_EINPUT at the line of a setting that has no
 * equal here. */
noc_status noc_booksim_topology(noc_booksim_translation *t);

/* Returns BookSim's routing function for a topology of BookSim's and a routing of nocsight's; NULL:
 * it has none like it. */
const char *noc_booksim_function_there(const char *topology, const char *ours);

/* Columns of tiles, if nodes stand on tiles in the order of their numbers; else 0. */
int noc_booksim_tile_columns(const noc_booksim_translation *t);

/* Phases of a path with one virtual channel each in BookSim, whatever num_vcs is: 2 for a
 * dragonfly's shortest paths, 3 for its UGAL (dragonfly.cpp); 0: each phase uses all virtual
 * channels. */
int noc_booksim_phases(const char *topology, const char *function);

/* Parts of a routing function that divide the virtual channels of a class into halves: "XY and YX";
 * NULL: none. */
const char *noc_booksim_halves(const char *function);

#endif
