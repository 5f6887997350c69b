/* import/booksim/export.h: export of a design as a configuration that BookSim 2.0 runs, the inverse
 * of import.h. docs/import.md lists the settings carried over. */
#ifndef NOC_IMPORT_BOOKSIM_EXPORT_H
#define NOC_IMPORT_BOOKSIM_EXPORT_H

#include "import/import.h"
#include "network/graph/system.h"

/* Writes the configuration, the first of the files, and the graph of an anynet if BookSim has no
 * such topology. Notes give the fate of the design's settings. `load`: flits per cycle and node
 * that creates packets; NAN: none is given. NOC_EINPUT for networks that are not of virtual-channel
 * routers. The caller clears *out in either case. */
noc_status noc_booksim_export(const noc_system *system, double load, noc_import *out,
                              noc_diag *diag);

#endif
