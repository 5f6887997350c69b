/* network/kinds/hub.h: networks whose inside the graph does not show: one place without size, with
 * a port for each terminal.
 *
 * Engines and models of these networks know the paths between the ports; routes name the two ports
 * of a packet only.
 *
 * A flit on an overlay's circuit is driven over a whole row and latched in every router of the row,
 * then runs along the column of its destination to the column's end, and is accepted on the way
 * (rapid18 4.2.2). */
#ifndef NOC_NETWORK_KINDS_HUB_H
#define NOC_NETWORK_KINDS_HUB_H

#include "design/overlay.h"
#include "network/kinds/kinds.h"
#include "network/kinds/structure.h"

/* Members of a noc_topology_kind. */
noc_size noc_hub_size(const noc_network_spec *spec);
noc_status noc_hub_build(noc_graph *graph, const noc_design *design, uint16_t network);
void noc_hub_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, uint32_t to,
                   const noc_flow *flow, noc_paths *paths);

/* Passages (structure.h) of a flit through an overlay, a slice or a ring. */

/* Passage of a reply of a memory node, in its own window. */
noc_passage noc_overlay_own_passage(const noc_overlay *overlay, noc_point memory, noc_point core);

/* Passage of a reply as the partner of a window's owner: column first; with NOC_MULTIPLEX_RESERVED
 * over only that part of its tree which needs none of the owner's ports. The partner must reach the
 * core. */
noc_passage noc_overlay_partner_passage(const noc_overlay *overlay, noc_point owner,
                                        noc_point memory, noc_point core);

/* Mean passage over both windows, of `count` memory nodes, if the memory node reaches the core in
 * both: an idle node finds either window first equally often. Under load own windows have a larger
 * share where they are also others' only way (NOC_MULTIPLEX_RESERVED). */
noc_passage noc_overlay_passage(const noc_overlay *overlay, const noc_point *memory_at, int count,
                                int memory, noc_point core);

/* Passage from tile to tile of a mesh without buffers. */
noc_passage noc_slice_passage(noc_point from, noc_point to);

/* Passage to the stop of a ring, counted from 1 on. */
noc_passage noc_ring_passage(int stop);

#endif
