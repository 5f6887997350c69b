/* reports/designs/starter.h: designs to start from: a dozen lines that give every headline figure:
 * bandwidth, latency, area, power. All have the same ends (reports/designs/starter_ends.h), so that
 * designs of the same counts differ by their networks alone. */
#ifndef NOC_REPORTS_DESIGNS_STARTER_H
#define NOC_REPORTS_DESIGNS_STARTER_H

#include <stdio.h>

#include "design/design.h"

/* Wishes of the user; 0: the starter's own value. */
typedef struct noc_starter_wish {
    const char *what; /* a topology, "gpu" or "ring" */
    uint64_t compute, memory;
    double technology_nm;
    double clock_mhz; /* clock of the chip, MHz; kept, even if routers do not reach it */
    /* design whose ends and clock the starter gets; NULL: none. Counts, technology and clock that
     * are given as well have to be the same */
    const noc_design *like;
    uint64_t dies; /* number of dies, of starters that can be cut into dies; 0: none */
} noc_starter_wish;

/* Makes a design file, and its design. NOC_EUSAGE for a word without a starter, with the way out,
 * or for counts that the starter cannot have. The caller frees *text and owns *design. */
noc_status noc_starter_make(const noc_starter_wish *wish, char **text, noc_design **design,
                            noc_diag *diag);

/* Prints the files that a starter names as comment lines, with the way to take them out; nothing
 * where there are none. */
void noc_starter_print_files(const char *what, FILE *out);

/* The words after `new`; NULL past the end. */
const char *noc_starter_name(size_t i);

#endif
