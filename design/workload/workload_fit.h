/* design/workload/workload_fit.h: a workload from a trace of packets (design/workload/trace.h),
 * whose cycles are taken as those of the cores. */
#ifndef NOC_DESIGN_WORKLOAD_WORKLOAD_FIT_H
#define NOC_DESIGN_WORKLOAD_WORKLOAD_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "design/workload/trace.h"
#include "design/workload/workload.h"

/* Lines that are shared (design/cores/sharing.h), from a trace whose requests have addresses. The
 * sources of the trace are taken for CTAs, in the order of their numbers. */
typedef struct noc_sharing_fit {
    noc_sharing sharing; /* default figures where the trace tells none */
    uint64_t lines;      /* lines of each source, summed over sources */
    double reuses;       /* share of the requests whose line their source has asked for before */
    bool neighbours;     /* numbers of two sources follow each other: else nothing is told */
} noc_sharing_fit;

enum { NOC_FIT_NEAR_CYCLES = 4 }; /* requests so close belong to one burst */

typedef struct noc_workload_fit {
    noc_workload workload; /* default figures where the trace tells none */
    uint64_t requests, replies, cycles;
    uint32_t sources;        /* nodes that send requests */
    double outstanding;      /* most requests that a node waited for; NAN without replies */
    double mean_burst;       /* requests */
    bool addressed;          /* requests have addresses: workload.sharing is fitted */
    noc_sharing_fit sharing; /* fit of workload.sharing, if addressed */
    int line_bytes;          /* bytes of a line */
    char unread[60]; /* columns of the trace that tell a workload nothing: "after, delay"; "" */
} noc_workload_fit;

/* Reads a trace. NOC_EINPUT with file and line of the first bad line; then nothing is filled in.
 * `issue_cycles`: core cycles of a warp instruction; `line_bytes`: of a cache line. */
noc_status noc_workload_fit_trace(const char *path, double issue_cycles, int line_bytes,
                                  noc_workload_fit *fit, noc_diag *diag);

/* P(d) is the share of the lines of a source that the source d further on asks for, too, d from 1
 * to 8; `same` and `distance` are the line of least squares through its logarithms, weighted by how
 * many lines that were. `window` is three times the mean time between neighbours' first requests
 * for a line, as two times that are uniform in a window are a third of it apart. `reuse` is the
 * mean number of lines that a source asks for the first time before it comes back to one, if at
 * least so many of its requests do that as half of `same`. Of a trace with one request at least.
 *
 * False when out of memory. */
bool noc_sharing_fit_trace(const noc_trace *trace, int line_bytes, const noc_sharing *defaults,
                           noc_sharing_fit *fit);

#endif
