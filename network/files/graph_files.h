/* network/files/graph_files.h: files that a network of topology "file" names, the wirings read from
 * them, and the marks by which designs with different files differ. The designs of a space share a
 * wiring, as long as the files do not change. */
#ifndef NOC_NETWORK_FILES_GRAPH_FILES_H
#define NOC_NETWORK_FILES_GRAPH_FILES_H

#include <stdio.h>

#include "base/embedded.h"
#include "design/design.h"
#include "design/wiring.h"

/* ---- wirings that were read --------------------------------------------------------------- */

enum { NOC_WIRINGS_KEPT = 8 };

/* Wirings that have been read. Zero-initialise before use; one of a thread. */
typedef struct noc_wiring_memory {
    /* texts in place of files of these names, ended by a NULL; NULL: no texts */
    const noc_embedded_file *given;
    noc_wiring *kept[NOC_WIRINGS_KEPT];
    unsigned next; /* position of the next wiring to be replaced */
} noc_wiring_memory;

void noc_wiring_memory_clear(noc_wiring_memory *memory);

/* Finds the mark of a file, which differs for another file or another state of it; 0 without a
 * file. False: the file does not exist. */
bool noc_wiring_stamp_of(const char *file, noc_wiring_stamp *stamp);

/* Path of a name relative to the folder of a design's file, or to the current directory; the caller
 * frees it. NULL when out of memory. */
char *noc_path_beside(const noc_design *design, const char *name);

/* ---- files of a network -------------------------------------------------------------------- */

/* Parameters of the topology: the names of the files are those of noc_wiring_file. */
enum { NOC_GRAPH_TIES = NOC_WIRING_FILES, NOC_GRAPH_CHOICE };

/* Reads the wiring of a network; names are relative to the folder of the design's file (to the
 * current directory for a design on standard input). NOC_EINPUT, or NOC_EUSAGE for a name of --set,
 * with messages. */
noc_status noc_graph_files_read(noc_design *design, int network, noc_wiring_memory *files,
                                noc_diag *diag);

/* Prints the graph of the files in canonical form: equal graphs give equal texts, for any file
 * names and any spelling of cells. */
void noc_graph_files_print(FILE *out, const noc_design *design, int network, const char *prefix);

#endif
