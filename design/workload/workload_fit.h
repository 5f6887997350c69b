/* design/workload/workload_fit.h: fit of a workload to a trace of packets
 * (design/workload/trace.h). Cycles of the trace count as cycles of the cores. */
#ifndef NOC_DESIGN_WORKLOAD_WORKLOAD_FIT_H
#define NOC_DESIGN_WORKLOAD_WORKLOAD_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "design/workload/trace.h"
#include "design/workload/workload.h"

/* Fit of shared lines (design/cores/sharing.h) to a trace with addresses. Sources of the trace
 * stand for CTAs, in the order of their numbers. */
typedef struct noc_sharing_fit {
    noc_sharing sharing; /* fitted parameters; defaults where the trace has no data */
    uint64_t line_count; /* distinct lines of each source, summed over sources */
    double reuse_share;  /* share of the requests whose source requested the line before */
    bool has_neighbours; /* true if two sources have consecutive numbers; else nothing is fitted */
} noc_sharing_fit;

enum { NOC_FIT_NEAR_CYCLES = 4 }; /* largest distance of requests of one burst, cycles */

typedef struct noc_workload_fit {
    noc_workload workload; /* fitted parameters; defaults where the trace has no data */
    uint64_t requests, replies, cycles;
    uint32_t source_count; /* number of nodes that send requests */
    /* largest number of outstanding requests of a node; NAN without replies */
    double max_outstanding;
    double mean_burst;       /* mean requests of a burst */
    bool has_addresses;      /* true if requests have addresses; workload.sharing is then fitted */
    noc_sharing_fit sharing; /* fit of workload.sharing, if has_addresses */
    int line_bytes;          /* bytes of a line */
    /* columns of the trace that the fit does not use: "after, delay"; "": none */
    char unread_columns[60];
} noc_workload_fit;

/* Fits a workload to a trace. NOC_EINPUT with file and line of the first bad line; *fit is then
 * unchanged. `issue_cycles`: core cycles of a warp instruction. `line_bytes`: bytes of a cache
 * line. */
noc_status noc_workload_fit_trace(const char *path, double issue_cycles, int line_bytes,
                                  noc_workload_fit *fit, noc_diag *diag);

/* Fits shared lines to a trace with at least one request, as noc_sharing_fit_counts does. Distances
 * are 1 .. 8 sources. `reuse_lines` counts lines that a source requests for the first time between
 * two requests for a line.
 *
 * False when out of memory. */
bool noc_sharing_fit_trace(const noc_trace *trace, int line_bytes, const noc_sharing *defaults,
                           noc_sharing_fit *fit);

#endif
