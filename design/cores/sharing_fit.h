/* design/cores/sharing_fit.h: how lines of memory are shared (design/cores/sharing.h), from a trace
 * whose requests have addresses. Its sources are taken for CTAs, in the order of their numbers. */
#ifndef NOC_DESIGN_CORES_SHARING_FIT_H
#define NOC_DESIGN_CORES_SHARING_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "design/cores/sharing.h"
#include "design/trace/trace.h"

typedef struct noc_sharing_fit {
    noc_sharing sharing; /* what the trace does not tell has its default */
    uint64_t lines;      /* of each source, summed */
    double returns;      /* share of the requests whose line their source has asked for before */
    bool neighbours;     /* numbers of two sources follow each other: else nothing is told */
} noc_sharing_fit;

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
