/* design/cores/sharing_fit.h: fit of the figures of shared lines (sharing.h) to counts of the lines
 * that CTAs touch. */
#ifndef NOC_DESIGN_CORES_SHARING_FIT_H
#define NOC_DESIGN_CORES_SHARING_FIT_H

#include "design/cores/sharing.h"

/* Counts of lines by the CTAs that touch them. Distances are in strides: 1 is the next CTA of a
 * run. */
typedef struct noc_sharing_counts {
    int far;           /* largest distance with counts */
    const double *all; /* lines of CTAs that have a CTA at a distance, by distance, from 1 on */
    /* lines among these that the other CTA touches, too, by distance, from 1 on */
    const double *both;
    double apart;  /* cycles between neighbours' first requests for a line, mean */
    double reuses; /* share of the requests for a line that their CTA has requested before */
    double reuse_distance; /* other lines that the CTA requests in between, mean */
} noc_sharing_counts;

/* Method: `same` and `distance` are the line of least squares through the logarithms of both / all,
 * weighted by the counts, up to the first distance at which no line is shared, which counts as half
 * a line. `window` is three times the mean time between neighbours' first requests, as two times
 * that are uniform in a window are on average a third of the window apart. `reuse` is the mean
 * number of lines in between, if the share of the requests that come back is at least half of
 * `same`.
 *
 * Figures on which the counts say nothing keep their values in *sharing: all of them where
 * neighbours share no line. */
void noc_sharing_conclude(const noc_sharing_counts *counts, noc_sharing *sharing);

#endif
