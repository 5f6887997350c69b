/* network/kinds/passages.h: what a flit moves on its way through an overlay, a slice or a ring
 * (noc_passage).
 *
 * On an overlay's circuit it is driven over a whole row and latched in every router of it, then
 * runs along the column of its destination to the column's end, and is taken on the way (rapid18
 * 4.2.2). */
#ifndef NOC_NETWORK_KINDS_PASSAGES_H
#define NOC_NETWORK_KINDS_PASSAGES_H

#include "design/overlay.h"
#include "network/kinds/structure.h"

/* A reply of a memory node, in its own window. `count` memory nodes. */
noc_passage noc_overlay_own_passage(const noc_overlay *overlay, noc_point memory, noc_point core);

/* Likewise as the partner of a window's owner: column first; with NOC_MULTIPLEX_RESERVED over the
 * part of its tree only that needs none of the owner's ports. The core is one that it reaches. */
noc_passage noc_overlay_partner_passage(const noc_overlay *overlay, noc_point owner,
                                        noc_point memory, noc_point core);

/* The mean over both, as far as the memory node reaches the core in both: an idle one finds either
 * window first as often. Under load own windows have a larger share where they are also others'
 * only way (NOC_MULTIPLEX_RESERVED). */
noc_passage noc_overlay_passage(const noc_overlay *overlay, const noc_point *memory_at, int count,
                                int memory, noc_point core);

/* From tile to tile of a mesh without buffers. */
noc_passage noc_slice_passage(noc_point from, noc_point to);

/* To the stop of a ring, counted from 1 on. */
noc_passage noc_ring_passage(int stop);

#endif
