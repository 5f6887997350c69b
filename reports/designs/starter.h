/* reports/designs/starter.h: designs to start from: a dozen lines, of which every headline figure
 * comes: bandwidth, latency, area, power. All have the same ends (reports/designs/starter_ends.h),
 * so that designs of the same counts differ by their networks alone. */
#ifndef NOC_REPORTS_DESIGNS_STARTER_H
#define NOC_REPORTS_DESIGNS_STARTER_H

#include <stdio.h>

#include "design/design.h"

/* What is asked for; 0: what the starter has by itself. */
typedef struct noc_starter_wish {
    const char *what; /* a topology, "gpu" or "ring" */
    uint64_t compute, memory;
    double technology_nm;
    double clock_mhz; /* kept, even if routers do not reach it */
    /* design whose ends it is to have, with its clock; NULL: none. Counts, technology and clock
     * that are asked for as well have to be the same. */
    const noc_design *like;
    uint64_t dies; /* dies that it is cut into, of starters that can be; 0: none */
} noc_starter_wish;

/* The design file, and the design that it is. NOC_EUSAGE for what there is no starter of, with the
 * way out, or for counts that it cannot take. The caller frees *text and owns *design. */
noc_status noc_starter_make(const noc_starter_wish *wish, char **text, noc_design **design,
                            noc_diag *diag);

/* The files that a starter names, as comment lines, and how to take them out of them; nothing where
 * there are none. */
void noc_starter_print_files(const char *what, FILE *out);

/* The words after `new`; NULL past the end. */
const char *noc_starter_name(size_t i);

#endif
