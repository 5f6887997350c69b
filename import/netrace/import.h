/* import/netrace/import.h: a trace of Netrace's as a trace of ours, with a design of as many nodes.
 * docs/import-traces.md says what is carried over. */
#ifndef NOC_IMPORT_NETRACE_IMPORT_H
#define NOC_IMPORT_NETRACE_IMPORT_H

#include <stdint.h>
#include <stdio.h>

#include "import/import.h"

/* The trace to read, and where its packets go. */
typedef struct noc_netrace_wish {
    const char *path;
    int region;     /* region to read, from 0; below 0: all of the trace */
    uint64_t delay; /* cycles from the last packet waited for to the one that waits */
    FILE *trace;    /* open for writing */
    bool (*go_on)(void *context, double share); /* asked now and then; false: stop */
    void *context;
} noc_netrace_wish;

/* Name of the design that a trace becomes, from the trace's file: "blackscholes" of
 * x/blackscholes.tra.bz2. The caller frees it; NULL when out of memory. */
char *noc_netrace_name(const char *path);

/* Reads a trace packet by packet and writes it as CSV; the design is the first of the files. What
 * is held are packets that others to come wait for. NOC_EINPUT for a trace that is none, is damaged
 * or cut off, NOC_EUSAGE for a region that it does not have, NOC_EINTERRUPTED. The caller clears
 * *out in either case. */
noc_status noc_netrace_import(const noc_netrace_wish *wish, noc_import *out, noc_diag *diag);

#endif
