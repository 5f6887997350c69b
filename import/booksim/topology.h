/* import/booksim/topology.h: imports BookSim's topologies and routing functions. */
#ifndef NOC_IMPORT_BOOKSIM_TOPOLOGY_H
#define NOC_IMPORT_BOOKSIM_TOPOLOGY_H

#include "import/booksim/translation.h"

/* Writes topology, size, channels and routing into the section of the network. Sets t->nodes, and
 * t->graph for an anynet. NOC_EINPUT at the line of a setting that has no equal here. */
noc_status noc_booksim_carry_topology(noc_booksim_translation *t);

/* Returns BookSim's routing function for a topology of BookSim and a routing of the design; NULL:
 * there is none like it. */
const char *noc_booksim_find_function(const char *topology, const char *routing);

/* Returns the columns of the tile grid, if nodes stand on tiles in the order of their numbers;
 * otherwise 0. */
int noc_booksim_tile_columns(const noc_booksim_translation *t);

/* Returns the phases of a path with one virtual channel each in BookSim, for any num_vcs: 2 for a
 * dragonfly's shortest paths, 3 for its UGAL (dragonfly.cpp); 0: each phase uses all virtual
 * channels. */
int noc_booksim_path_phases(const char *topology, const char *function);

/* Returns the parts of a routing function that each use half of a class's virtual channels: "XY and
 * YX"; NULL: none. */
const char *noc_booksim_vc_halves(const char *function);

#endif
