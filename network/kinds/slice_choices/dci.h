/* Double checkerboard, inverted (te13 4.4, 4.5): the half routers of one slice stand where the
 * other slice has full ones, so every turn is at a full router of some slice, and packets use that
 * slice. */
#ifndef NOC_NETWORK_KINDS_SLICE_CHOICES_DCI_H
#define NOC_NETWORK_KINDS_SLICE_CHOICES_DCI_H

#include "network/kinds/choices.h"

/* Share of a slice in the packets of a way: all where the way turns at full routers only, in equal
 * parts with other slices of this property. Ways without turns are free to use any slice, or are
 * bound by the parity of their length. */
double noc_dci_share(const noc_slice_way *way, bool straight_is_free);

#endif
