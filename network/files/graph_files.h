/* network/files/graph_files.h: the files that a network of topology "file" names, and what of them
 * makes designs different. */
#ifndef NOC_NETWORK_FILES_GRAPH_FILES_H
#define NOC_NETWORK_FILES_GRAPH_FILES_H

#include <stdio.h>

#include "design/design.h"
#include "network/files/wiring_memory.h"

/* Parameters of the topology: the names of the files are those of noc_wiring_file. */
enum { NOC_GRAPH_TIES = NOC_WIRING_FILES };

/* Reads the wiring of a network, names counted from the folder of the design's file (from where the
 * program runs, of a design on standard input). NOC_EINPUT, or NOC_EUSAGE for a name of --set, with
 * messages. */
noc_status noc_graph_files_read(noc_design *design, int network, noc_wiring_memory *files,
                                noc_diag *diag);

/* What the files say, in canonical form: whatever they are called, and however their cells are
 * spelt, the same graph gives the same text. */
void noc_graph_files_print(FILE *out, const noc_design *design, int network, const char *prefix);

#endif
