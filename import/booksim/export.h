/* import/booksim/export.h: exports a design as a configuration that BookSim 2.0 can run, the
 * inverse of import.h. docs/import.md lists the settings that are carried over. */
#ifndef NOC_IMPORT_BOOKSIM_EXPORT_H
#define NOC_IMPORT_BOOKSIM_EXPORT_H

#include "import/import.h"
#include "network/graph/system.h"

/* Writes the configuration, the first of the files, and the graph of an anynet if BookSim has no
 * such topology. Notes give the fate of the design's settings. `load`: flits per cycle of a node
 * that creates packets; NAN: none. NOC_EINPUT for networks other than of virtual-channel routers.
 * The caller clears *out in either case. */
noc_status noc_booksim_export(const noc_system *system, double load, noc_import *out,
                              noc_diag *diag);

#endif
