/* design/workload/workload_fit.h: fit of a workload to a trace of packets
 * (design/workload/trace.h), whose cycles count as cycles of the cores. */
#ifndef NOC_DESIGN_WORKLOAD_WORKLOAD_FIT_H
#define NOC_DESIGN_WORKLOAD_WORKLOAD_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "design/workload/trace.h"
#include "design/workload/workload.h"

/* Fit of shared lines (design/cores/sharing.h) to a trace whose requests have addresses. Sources of
 * the trace stand for CTAs, in the order of their numbers. */
typedef struct noc_sharing_fit {
    noc_sharing sharing; /* fitted figures; defaults where the trace has none */
    uint64_t lines;      /* different lines of each source, summed over sources */
    double reuses;   /* share of the requests for a line that their source has requested before */
    bool neighbours; /* true if two sources have consecutive numbers; else nothing is fitted */
} noc_sharing_fit;

enum { NOC_FIT_NEAR_CYCLES = 4 }; /* cycles: requests at most so far apart belong to one burst */

typedef struct noc_workload_fit {
    noc_workload workload; /* fitted figures; defaults where the trace has none */
    uint64_t requests, replies, cycles;
    uint32_t sources;        /* nodes that send requests */
    double outstanding;      /* most requests for which a node waited; NAN without replies */
    double mean_burst;       /* requests of a burst, mean */
    bool addressed;          /* true if requests have addresses: workload.sharing is fitted */
    noc_sharing_fit sharing; /* fit of workload.sharing, if addressed */
    int line_bytes;          /* bytes of a line */
    char unread[60]; /* columns of the trace that a workload cannot use: "after, delay"; "" */
} noc_workload_fit;

/* Fits a workload to a trace. NOC_EINPUT with file and line of the first bad line; then nothing is
 * filled in. `issue_cycles`: core cycles of a warp instruction; `line_bytes`: bytes of a cache
 * line. */
noc_status noc_workload_fit_trace(const char *path, double issue_cycles, int line_bytes,
                                  noc_workload_fit *fit, noc_diag *diag);

/* Fits shared lines to a trace with one request at least. P(d) is the share of the lines of a
 * source that the source d further on requests, too, d from 1 to 8; `same` and `distance` are the
 * line of least squares through its logarithms, weighted by the counts of lines. `window` is three
 * times the mean time between neighbours' first requests for a line, as two times that are uniform
 * in a window are on average a third of it apart. `reuse` is the mean number of lines that a source
 * requests for the first time before it comes back to one, if the share of its requests that come
 * back is at least half of `same`.
 *
 * False when out of memory. */
bool noc_sharing_fit_trace(const noc_trace *trace, int line_bytes, const noc_sharing *defaults,
                           noc_sharing_fit *fit);

#endif
