/* design/cores/sharing_fit.h: figures of shared lines (sharing.h) from counts of lines that CTAs
 * were seen to touch. */
#ifndef NOC_DESIGN_CORES_SHARING_FIT_H
#define NOC_DESIGN_CORES_SHARING_FIT_H

#include "design/cores/sharing.h"

/* Counts of CTAs that touch lines. Distances are in strides: 1 is the next CTA of a run. */
typedef struct noc_sharing_counts {
    int far;               /* largest distance that was looked at */
    const double *all;     /* lines of CTAs that have another one at a distance, from 1 on */
    const double *both;    /* lines of these that the other one touches, too */
    double apart;          /* cycles between neighbours' first requests for a line, mean */
    double reuses;         /* share of the requests whose line their CTA has asked for before */
    double reuse_distance; /* other lines that the CTA asks for until then, mean */
} noc_sharing_counts;

/* `same` and `distance` are the line of least squares through the logarithms of both / all,
 * weighted by how many lines that were, up to the first distance at which none is shared, which
 * counts as half a line. `window` is three times the mean time between neighbours' first requests,
 * as two times that are uniform in a window are a third of it apart. `reuse` is the mean number of
 * lines in between, if at least half of `same` is the share of the requests that come back.
 *
 * Figures that the counts do not tell stay as they are in *sharing: all where neighbours share no
 * line. */
void noc_sharing_conclude(const noc_sharing_counts *counts, noc_sharing *sharing);

#endif
