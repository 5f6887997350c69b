/* import/booksim/outgoing_topology.h: exports a design's topology, channels and routing to
 * BookSim. */
#ifndef NOC_IMPORT_BOOKSIM_OUTGOING_TOPOLOGY_H
#define NOC_IMPORT_BOOKSIM_OUTGOING_TOPOLOGY_H

#include "import/booksim/outgoing.h"

/* Writes topology, size, channels and routing; the graph of an anynet as a file. */
void noc_booksim_write_topology(noc_booksim_export_state *o);

#endif
