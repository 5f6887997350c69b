/* import/booksim/export.h: a design as a configuration that BookSim 2.0 runs, the inverse of
 * import.h. docs/import.md says what is carried over. */
#ifndef NOC_IMPORT_BOOKSIM_EXPORT_H
#define NOC_IMPORT_BOOKSIM_EXPORT_H

#include "import/import.h"
#include "network/graph/system.h"

/* Writes the configuration, the first of the files, and the graph of an anynet where the topology
 * has no name there. Notes say what became of the design's settings. `load`: flits a cycle and node
 * that creates packets; NAN: none is given. NOC_EINPUT for networks that are not of virtual-channel
 * routers. The caller clears *out in either case. */
noc_status noc_booksim_export(const noc_system *system, double load, noc_import *out,
                              noc_diag *diag);

#endif
