#include "network/kinds/hub.h"

#include <stdlib.h>

#include "network/circuits/overlay_counts.h"
#include "network/circuits/overlay_windows.h"

noc_size noc_hub_size(const noc_network_spec *spec)
{
    (void)spec;
    return (noc_size){.router_count = 1, .link_count = 0, .longest_path = 1};
}

void noc_hub_build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    /* One router stands for all, with the crossbar of each. Ideal networks have no crossbar. */
    const noc_crossbar crossbar = noc_structure_find(design, &graph->networks[network]).crossbar;
    graph->networks[network].nominal_inputs = 0.0;
    const uint32_t router = noc_graph_add_router(graph, network, 0, 0, crossbar);
    for (uint32_t t = 0; t < graph->terminal_count; t++)
        noc_graph_attach(graph, network, t, router, router, (noc_memory_ports){1, 1}, 0.0);
}

void noc_hub_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, uint32_t to,
                   const noc_flow *flow, noc_paths *paths)
{
    (void)spec, (void)graph, (void)from, (void)to, (void)flow;
    noc_paths_begin_way(paths, 1.0);
}

/* ---- passages ------------------------------------------------------------------------------- */

/* Returns the hops from one coordinate past another to the end of a line of `length` routers; 0 if
 * both are equal. */
static int hops_outwards(int from, int to, int length)
{
    return to < from ? from : to > from ? length - 1 - from : 0;
}

/* Returns the passage with `first_links` and `second_links` links in the two dimensions. A crossbar
 * drives each link and the link to the core. Without a match cycle a flit that turned is latched
 * once more, in the router that accepts it (dapper 4.2.2). */
static noc_passage make_passage(const noc_overlay *overlay, int first_links, int second_links,
                                noc_point memory, noc_point core)
{
    const bool turn_latches = second_links > 0 && !noc_overlay_has_match_cycle(overlay);
    const int hops_back = abs(memory.column - core.column) + abs(memory.row - core.row);
    return (noc_passage){
        .links = first_links + second_links,
        .crossbars = first_links + second_links + 1,
        .latches = first_links + 1 + turn_latches,
        .ack_links = overlay->has_acknowledgements ? hops_back : 0,
    };
}

noc_passage noc_overlay_owner_passage(const noc_overlay *overlay, noc_point memory, noc_point core)
{
    return make_passage(overlay, overlay->columns - 1,
                        hops_outwards(memory.row, core.row, overlay->rows), memory, core);
}

noc_passage noc_overlay_partner_passage(const noc_overlay *overlay, noc_point owner,
                                        noc_point memory, noc_point core)
{
    int column = overlay->rows - 1,
        row = hops_outwards(memory.column, core.column, overlay->columns);
    if (overlay->multiplexing == NOC_MULTIPLEX_RESERVED) {
        column = abs(owner.row - memory.row);
        if (core.row == owner.row && row > 0) row = abs(owner.column - memory.column);
    }
    return make_passage(overlay, column, row, memory, core);
}

static noc_passage mean_passage(noc_passage a, noc_passage b)
{
    return (noc_passage){(a.links + b.links) / 2, (a.crossbars + b.crossbars) / 2,
                         (a.latches + b.latches) / 2, (a.ack_links + b.ack_links) / 2};
}

noc_passage noc_overlay_passage(const noc_overlay *overlay, const noc_point *memory_positions,
                                int count, int memory_index, noc_point core)
{
    const noc_passage owner_passage =
        noc_overlay_owner_passage(overlay, memory_positions[memory_index], core);
    if (overlay->multiplexing == NOC_MULTIPLEX_OFF) return owner_passage;
    const noc_point owner = memory_positions[noc_overlay_window_of_partner(memory_index, count)];
    if (overlay->multiplexing == NOC_MULTIPLEX_RESERVED &&
        !noc_partner_reaches_core(owner, memory_positions[memory_index], core))
        return owner_passage;
    return mean_passage(owner_passage, noc_overlay_partner_passage(
                                           overlay, owner, memory_positions[memory_index], core));
}

noc_passage noc_slice_passage(const noc_design *design, int network, const noc_terminal *from,
                              const noc_terminal *to)
{
    (void)design, (void)network;
    const int links = abs(from->column - to->column) + abs(from->row - to->row);
    return (noc_passage){.links = links, .crossbars = links + 1, .latches = links + 1};
}

noc_structure noc_slice_structure(const noc_slices *slices, const noc_slice_counts *counts,
                                  uint64_t local_links)
{
    const unsigned ports = noc_mesh_ports(slices->columns, slices->rows);
    return (noc_structure){
        .router_name = "slice router",
        .crossbar = {(uint16_t)ports, (uint16_t)ports, ports * ports},
        .router_count = counts->routers,
        .latch_count = ports * counts->routers,
        .link_count = counts->links,
        .local_link_count = local_links,
        .lane_name = "slice",
        .lane_count = counts->slices,
    };
}
