/* import/ttnpe/import.h: import of the commands that the network of a Tenstorrent Wormhole received
 * as a trace, with a design that plays it. docs/import.md lists what is carried over. */
#ifndef NOC_IMPORT_TTNPE_IMPORT_H
#define NOC_IMPORT_TTNPE_IMPORT_H

#include <stdbool.h>

#include "import/import.h"

typedef struct noc_ttnpe_wish {
    const char *path;
    const char *design; /* text of the design that plays the trace */
    /* true if commands behind a barrier wait for the packets of the barrier; else each has its
     * recorded cycle */
    bool waits;
} noc_ttnpe_wish;

/* Reads the JSON of tt-npe, events of a chip or a workload. The design is the first of the files,
 * the trace the second. NOC_EINPUT for a file that is no such JSON, is damaged or cut off, or names
 * an unknown core. The caller clears *out in either case. */
noc_status noc_ttnpe_import(const noc_ttnpe_wish *wish, noc_import *out, noc_diag *diag);

#endif
