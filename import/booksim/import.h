/* import/booksim/import.h: a configuration of BookSim 2.0, or of GPGPU-Sim's interconnect (.icnt),
 * as a design. docs/import.md says what is carried over. */
#ifndef NOC_IMPORT_BOOKSIM_IMPORT_H
#define NOC_IMPORT_BOOKSIM_IMPORT_H

#include "import/import.h"

/* A noc_importer. */
noc_status noc_booksim_import(const noc_import_wish *wish, noc_import *out, noc_diag *diag);

/* Parts of a design, as text. All are owned. */
typedef struct noc_booksim_parts {
    char *networks; /* "network = {...};" or "networks = (...);" */
    char *places;   /* lines of the group nodes that say where memory nodes are; "": none do */
} noc_booksim_parts;

/* The same, for a design whose other parts somebody else writes: files of *out are those of a
 * graph alone. The caller clears *parts, too, in either case. */
noc_status noc_booksim_import_parts(const noc_import_wish *wish, noc_import *out,
                                    noc_booksim_parts *parts, noc_diag *diag);
void noc_booksim_parts_clear(noc_booksim_parts *parts);

#endif
