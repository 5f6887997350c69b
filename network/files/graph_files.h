/* network/files/graph_files.h: files of a network of topology "file": reads their wiring, keeps
 * wirings for later designs, and prints the graph. Designs of a space share a wiring while the
 * stamps of its files (noc_wiring_stamp) do not change. */
#ifndef NOC_NETWORK_FILES_GRAPH_FILES_H
#define NOC_NETWORK_FILES_GRAPH_FILES_H

#include <stdio.h>

#include "base/embedded.h"
#include "design/design.h"
#include "design/wiring.h"

/* ---- wirings that were read --------------------------------------------------------------- */

enum { NOC_WIRINGS_KEPT = 8 };

/* Wirings that were read. Zero-initialise before use; one per thread. */
typedef struct noc_wiring_memory {
    /* texts that replace files of the same names, ended by a NULL; NULL: no texts */
    const noc_embedded_file *given_files;
    noc_wiring *wirings[NOC_WIRINGS_KEPT];
    unsigned next_position; /* position of the next wiring that is replaced */
} noc_wiring_memory;

void noc_wiring_memory_clear(noc_wiring_memory *memory);

/* Finds the stamp of a file, which changes with the file or its content; 0 if `file` is NULL.
 * False: the file does not exist. */
bool noc_wiring_stamp_of(const char *file, noc_wiring_stamp *stamp);

/* Path of a name that counts from the folder of a design's file, or from the current directory
 * for a design on standard input. The caller frees it. NULL when out of memory. */
char *noc_design_relative_path(const noc_design *design, const char *name);

/* ---- files of a network -------------------------------------------------------------------- */

/* Parameters of the topology, after the file names (noc_wiring_file). */
enum { NOC_GRAPH_TIES = NOC_WIRING_FILES, NOC_GRAPH_CHOICE };

/* Reads the wiring of a network. File names count from the folder of the design's file
 * (noc_design_relative_path). NOC_EINPUT with messages; NOC_EUSAGE for a name set by --set. */
noc_status noc_graph_files_read(noc_design *design, int network, noc_wiring_memory *files,
                                noc_diag *diag);

/* Prints the graph in canonical form: equal graphs give equal texts, for any file names and any
 * spelling of cells. */
void noc_graph_files_print(FILE *out, const noc_design *design, int network, const char *prefix);

#endif
