/* import/booksim/import.h: imports a configuration of BookSim 2.0, or of GPGPU-Sim's interconnect
 * (.icnt), as a design. docs/import.md lists the settings that are carried over. */
#ifndef NOC_IMPORT_BOOKSIM_IMPORT_H
#define NOC_IMPORT_BOOKSIM_IMPORT_H

#include "import/import.h"

/* A noc_importer. */
noc_status noc_booksim_import(const noc_import_request *request, noc_import *out, noc_diag *diag);

/* Parts of a design as text; all owned. */
typedef struct noc_booksim_parts {
    char *networks;        /* networks: "network = {...};" or "networks = (...);" */
    char *placement_lines; /* lines of the group `nodes` that place memory nodes; "": none */
} noc_booksim_parts;

/* Imports parts of a design that another importer completes. *out has only the files of a graph.
 * The caller clears *parts and *out in either case. */
noc_status noc_booksim_import_parts(const noc_import_request *request, noc_import *out,
                                    noc_booksim_parts *parts, noc_diag *diag);
void noc_booksim_parts_clear(noc_booksim_parts *parts);

#endif
