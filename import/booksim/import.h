/* import/booksim/import.h: a configuration of BookSim 2.0, or of GPGPU-Sim's interconnect (.icnt),
 * as a design. docs/import.md says what is carried over. */
#ifndef NOC_IMPORT_BOOKSIM_IMPORT_H
#define NOC_IMPORT_BOOKSIM_IMPORT_H

#include "import/import.h"

/* A noc_importer. */
noc_status noc_booksim_import(const noc_import_wish *wish, noc_import *out, noc_diag *diag);

#endif
