/* reports/designs/starter.h: starters: short design files made by the command `new`. All starters
 * have the same ends (reports/designs/starter_ends.h), so starters with equal numbers of nodes
 * differ only in their networks. */
#ifndef NOC_REPORTS_DESIGNS_STARTER_H
#define NOC_REPORTS_DESIGNS_STARTER_H

#include <stdio.h>

#include "design/design.h"

/* Options of the user; 0: default of the starter. */
typedef struct noc_starter_request {
    const char *form_name;    /* form of the starter: a topology, "gpu" or "ring" */
    uint64_t compute, memory; /* numbers of compute nodes and memory nodes */
    double technology_nm;
    double clock_mhz; /* clock of the chip, MHz, even above the clock that routers reach */
    /* Design whose ends, technology and clock are copied (--like); NULL: none. The numbers of
     * nodes, technology and clock above must be equal to those of the design, or 0. */
    const noc_design *source_design;
    uint64_t dies; /* number of dies, for the GPU only; 0: one die */
} noc_starter_request;

/* Makes the text of a design file, and its design. NOC_EUSAGE: no such starter (the message has an
 * alternative), or no design with the requested numbers. The caller frees *text and owns
 * *design. */
noc_status noc_starter_make(const noc_starter_request *request, char **text, noc_design **design,
                            noc_diag *diag);

/* Prints the starter's table files as comment lines, with a command to extract them; nothing
 * without files. */
void noc_starter_print_files(const char *form_name, FILE *out);

/* Returns the name of starter `i`; NULL past the end. */
const char *noc_starter_name(size_t i);

#endif
