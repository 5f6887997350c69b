/* import/netrace/import.h: imports a trace of Netrace, with a design of as many nodes.
 * docs/import.md lists what is carried over. */
#ifndef NOC_IMPORT_NETRACE_IMPORT_H
#define NOC_IMPORT_NETRACE_IMPORT_H

#include <stdint.h>
#include <stdio.h>

#include "import/import.h"

/* Input of the import: the file to read, and the stream for its packets. */
typedef struct noc_netrace_request {
    const char *path;
    int region; /* region to read, from 0; below 0: the whole trace */
    /* cycles from the arrival of the last awaited packet to the creation of the waiting one */
    uint64_t delay;
    FILE *trace; /* output, open for writing */
    /* called with the read share; false stops; may be NULL */
    bool (*progress)(void *context, double share);
    void *context;
} noc_netrace_request;

/* Returns a design's name made from the file of a trace: "blackscholes" for x/blackscholes.tra.bz2.
 * The caller frees it; NULL when out of memory. */
char *noc_netrace_name(const char *path);

/* Reads a trace packet by packet, and writes it as CSV. The design is the first of the files. Only
 * packets for which later ones wait stay in memory. NOC_EINPUT for a file that is no trace, is
 * damaged or cut off; NOC_EUSAGE for a region that it does not have; NOC_EINTERRUPTED. The caller
 * clears *out in either case. */
noc_status noc_netrace_import(const noc_netrace_request *request, noc_import *out, noc_diag *diag);

#endif
