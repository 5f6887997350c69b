/* network/kinds/slice_choices/dci.h: double checkerboard, inverted (te13 4.4, 4.5): half routers of
 * one slice are where the other slice has full routers. Each turn is at a full router of some
 * slice, and packets use this slice. */
#ifndef NOC_NETWORK_KINDS_SLICE_CHOICES_DCI_H
#define NOC_NETWORK_KINDS_SLICE_CHOICES_DCI_H

#include "network/kinds/choices.h"

/* Returns the share of the path's slice in the packets of a flow: 1 / n for each of the n slices in
 * which the path turns at full routers only, 0 for others; equal shares if n is 0. Paths without
 * turns may use any slice if `has_free_straight_paths`, else the slice that fits the parity of
 * their length. */
double noc_dci_share(const noc_slice_path *path, bool has_free_straight_paths);

#endif
