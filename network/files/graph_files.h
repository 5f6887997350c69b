/* network/files/graph_files.h: the files that a network of topology "file" names, the wirings that
 * were read from them, and what of them makes designs different. The designs of a space have the
 * same wiring, as long as nobody changes the files. */
#ifndef NOC_NETWORK_FILES_GRAPH_FILES_H
#define NOC_NETWORK_FILES_GRAPH_FILES_H

#include <stdio.h>

#include "base/embedded.h"
#include "design/design.h"
#include "design/wiring.h"

/* ---- wirings that were read --------------------------------------------------------------- */

enum { NOC_WIRINGS_KEPT = 8 };

/* Zero-initialise before use; one of a thread. */
typedef struct noc_wiring_memory {
    /* texts in place of files of these names, ended by a NULL; NULL: files are files */
    const noc_embedded_file *given;
    noc_wiring *kept[NOC_WIRINGS_KEPT];
    unsigned next; /* position of the one that is forgotten next */
} noc_wiring_memory;

void noc_wiring_memory_clear(noc_wiring_memory *memory);

/* Marks of a file that would be others if it was another; those of none are 0. False: there is no
 * such file. */
bool noc_wiring_stamp_of(const char *file, noc_wiring_stamp *stamp);

/* A name from the folder of a design's file, or from where the program runs; the caller frees it.
 * NULL when out of memory. */
char *noc_path_beside(const noc_design *design, const char *name);

/* ---- files of a network -------------------------------------------------------------------- */

/* Parameters of the topology: the names of the files are those of noc_wiring_file. */
enum { NOC_GRAPH_TIES = NOC_WIRING_FILES, NOC_GRAPH_CHOICE };

/* Reads the wiring of a network, names counted from the folder of the design's file (from where the
 * program runs, of a design on standard input). NOC_EINPUT, or NOC_EUSAGE for a name of --set, with
 * messages. */
noc_status noc_graph_files_read(noc_design *design, int network, noc_wiring_memory *files,
                                noc_diag *diag);

/* Prints the graph of the files in canonical form: whatever they are called, and however their
 * cells are spelt, the same graph gives the same text. */
void noc_graph_files_print(FILE *out, const noc_design *design, int network, const char *prefix);

#endif
