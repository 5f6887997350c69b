/* import/ttnpe/import.h: imports the network commands of a run on a Tenstorrent Wormhole as a
 * trace, with a design that plays it. docs/import.md lists what is carried over. */
#ifndef NOC_IMPORT_TTNPE_IMPORT_H
#define NOC_IMPORT_TTNPE_IMPORT_H

#include <stdbool.h>

#include "import/import.h"

typedef struct noc_ttnpe_request {
    const char *path;
    const char *design; /* text of the design that plays the trace */
    /* true: commands after a barrier wait for its packets; false: each has its recorded cycle */
    bool waits_at_barriers;
} noc_ttnpe_request;

/* Imports JSON of tt-npe, events of a chip or a workload. The design is the first of the files, the
 * trace the second one. NOC_EINPUT for a file that is no such JSON, is damaged or cut off, or names
 * an unknown core. The caller clears *out in either case. */
noc_status noc_ttnpe_import(const noc_ttnpe_request *request, noc_import *out, noc_diag *diag);

#endif
