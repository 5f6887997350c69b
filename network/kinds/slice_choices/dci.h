/* Double checkerboard, inverted (te13 4.4, 4.5): the half routers of one slice stand where the
 * other has full ones, so every turn is at a full router of some slice, which is the one that
 * packets take. */
#ifndef NOC_NETWORK_KINDS_SLICE_CHOICES_DCI_H
#define NOC_NETWORK_KINDS_SLICE_CHOICES_DCI_H

#include "network/kinds/choices.h"

/* The slice's share in the packets that go a way: all where it turns at full routers only, shared
 * evenly with other slices of which this is true. Ways without turns are free to take any slice, or
 * are bound by the parity of their length. */
double noc_dci_share(const noc_slice_way *way, bool straight_is_free);

#endif
