/* import/ttnpe/import.h: what the network of a Tenstorrent Wormhole was asked for, as a trace of
 * ours with a design that plays it. docs/import-traces.md says what is carried over. */
#ifndef NOC_IMPORT_TTNPE_IMPORT_H
#define NOC_IMPORT_TTNPE_IMPORT_H

#include <stdbool.h>

#include "import/import.h"

typedef struct noc_ttnpe_wish {
    const char *path;
    const char *design; /* text of the design that plays the trace */
    bool waits;         /* commands behind a barrier wait for what that waited for; else each has
                           the cycle that was recorded */
} noc_ttnpe_wish;

/* Reads the JSON of tt-npe, events of a chip or a workload. The design is the first of the files,
 * the trace the second. NOC_EINPUT for a file that is no such JSON, is damaged or cut off, or names
 * a core that there is not. The caller clears *out in either case. */
noc_status noc_ttnpe_import(const noc_ttnpe_wish *wish, noc_import *out, noc_diag *diag);

#endif
