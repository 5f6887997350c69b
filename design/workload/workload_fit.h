/* design/workload/workload_fit.h: a workload from a trace of packets (design/trace/trace.h), whose
 * cycles are taken as those of the cores. */
#ifndef NOC_DESIGN_WORKLOAD_WORKLOAD_FIT_H
#define NOC_DESIGN_WORKLOAD_WORKLOAD_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "design/cores/sharing_fit.h"
#include "design/workload/workload.h"

typedef struct noc_workload_fit {
    noc_workload workload; /* what the trace does not tell has its default */
    uint64_t requests, replies, cycles;
    uint32_t sources;   /* nodes that send requests */
    double outstanding; /* most requests that one of them waited for; NAN without replies */
    double mean_burst;
    bool addressed;          /* the workload's sharing is of the trace, as this tells: */
    noc_sharing_fit sharing; /* if its requests have addresses */
    int line_bytes;          /* so many of these are a line */
} noc_workload_fit;

/* Reads a trace. NOC_EINPUT with file and line of the first bad line; then nothing is filled in.
 * `issue_cycles`: core cycles of a warp instruction; `line_bytes`: of a cache line. */
noc_status noc_workload_fit_trace(const char *path, double issue_cycles, int line_bytes,
                                  noc_workload_fit *fit, noc_diag *diag);

#endif
