/* design/cores/sharing_fit.h: fit of the parameters of shared lines (sharing.h) to counts of the
 * lines that CTAs touch. */
#ifndef NOC_DESIGN_CORES_SHARING_FIT_H
#define NOC_DESIGN_CORES_SHARING_FIT_H

#include "design/cores/sharing.h"

/* Counts of lines by distance of the CTAs that touch them. Distance 1 is the next CTA of a run, one
 * stride away. */
typedef struct noc_sharing_counts {
    int max_distance; /* largest distance with counts */
    /* [distance, from 1]: lines of CTAs that have a CTA at this distance, summed over CTAs */
    const double *possible_lines;
    /* [distance, from 1]: lines among these that the other CTA touches, too */
    const double *shared_lines;
    double mean_gap;       /* mean time between neighbours' first requests for a line, cycles */
    double reuse_share;    /* share of the requests whose CTA has requested the line before */
    double reuse_distance; /* mean number of other lines that the CTA requests in between */
} noc_sharing_counts;

/* Fits *sharing to counts. `shared_fraction` and `decay_distance` come from the least-squares line
 * through the logarithms of shared_lines / possible_lines, weighted by the counts, up to the first
 * distance without shared lines, which counts as half a line. `window_cycles` is three times the
 * mean time between neighbours' first requests: two times that are uniform in a window are on
 * average a third of the window apart. `reuse_lines` is reuse_distance, if `reuse_share` is at
 * least half of `shared_fraction`.
 *
 * Parameters without counts keep their values in *sharing: all of them where neighbours share no
 * line. */
void noc_sharing_fit_counts(const noc_sharing_counts *counts, noc_sharing *sharing);

#endif
