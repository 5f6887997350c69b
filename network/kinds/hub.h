/* network/kinds/hub.h: networks that the graph shows as one router with a port for each terminal,
 * and the passage of a flit through overlays, slices and rings.
 *
 * Engines and models of these networks know the paths between the ports; routes have the two ports
 * of a packet only.
 *
 * On an overlay's circuit a flit crosses a whole row and is latched in each router of the row. Then
 * it runs along its destination's column to the column's end; the destination accepts it on the way
 * (rapid18 4.2.2). */
#ifndef NOC_NETWORK_KINDS_HUB_H
#define NOC_NETWORK_KINDS_HUB_H

#include "design/overlay.h"
#include "network/circuits/slices.h"
#include "network/kinds/kinds.h"
#include "network/kinds/structure.h"

/* Members of a noc_topology_kind. */
noc_size noc_hub_size(const noc_network_spec *spec);
void noc_hub_build(noc_graph *graph, const noc_design *design, uint16_t network);
void noc_hub_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, uint32_t to,
                   const noc_flow *flow, noc_paths *paths);

/* Passages (structure.h) of a flit. */

/* Returns the passage of a memory node's reply in its own window. */
noc_passage noc_overlay_owner_passage(const noc_overlay *overlay, noc_point memory, noc_point core);

/* Returns the passage of a reply of the partner of a window's owner, column first. With
 * NOC_MULTIPLEX_RESERVED the reply uses only the part of its tree that needs none of the owner's
 * ports. The partner must reach the core. */
noc_passage noc_overlay_partner_passage(const noc_overlay *overlay, noc_point owner,
                                        noc_point memory, noc_point core);

/* Returns the mean passage over both windows in which a memory node of `count` can send to the
 * core: an idle node finds either window first equally often. Under load own windows have a larger
 * share, since some cores are reached in own windows only (NOC_MULTIPLEX_RESERVED). */
noc_passage noc_overlay_passage(const noc_overlay *overlay, const noc_point *memory_positions,
                                int count, int memory_index, noc_point core);

/* Returns the passage between two tiles of a mesh without buffers (noc_topology_kind). */
noc_passage noc_slice_passage(const noc_design *design, int network, const noc_terminal *from,
                              const noc_terminal *to);

/* Returns the structure of slices, each a mesh without buffers. `local_links`: links from senders
 * and to receivers. */
noc_structure noc_slice_structure(const noc_slices *slices, const noc_slice_counts *counts,
                                  uint64_t local_links);

#endif
