/* Cost of slices whose senders take turns: routers and links, a line for each token, and a
 * buffer at every memory node (rapid18 2; cdx19 5: "large ejection buffers", without a size). */
#include <math.h>

#include "network/circuits/slices.h"
#include "power_area/bufferless.h"
#include "power_area/link.h"
#include "power_area/moves.h"
#include "power_area/network_cost.h"
#include "power_area/slice_cost.h"

static const double um2_per_mm2 = 1e6;
static const double bits_per_byte = 8.0;

static void add_dynamic(const noc_costing *c, uint16_t network, size_t part, double pj_per_cycle)
{
    if (c->activity)
        c->networks[network].parts[part].dynamic_mw += noc_costing_mw_per_pj(c) * pj_per_cycle;
}

/* Adds the lines of tokens: a wire along the routers of a column and back, with a register at
 * each router. Assumed: the line is folded, so a token goes at most two tiles from a core to the
 * next, and from the last core to the first. A token changes the wire of each hop once; a bit of
 * a flit changes a wire every second time. Flits hold tokens. */
static void add_token_lines(const noc_costing *c, uint16_t network, const noc_slices *slices,
                            const noc_slice_counts *counts, double flits)
{
    noc_network_cost *cost = &c->networks[network];
    const double length = 2.0 * c->system->design->chip.tile_mm, hops = slices->rows - 1.0;
    const noc_link_cost hop =
        noc_cost_of_link(c->process, 1.0, length, c->clock_mhz / slices->token_hop_cycles);
    const noc_piece_cost bit = noc_cost_of_register_bit(c->process);
    const double lines = (double)counts->token_lines;
    noc_part_add(cost, NOC_PART_TOKEN_LINES, counts->token_lines,
                 hops * hop.area_um2 + slices->rows * bit.area_um2,
                 hops * hop.leakage_mw + slices->rows * bit.leakage_mw);
    cost->wire_area_mm2 += lines * hops * hop.wire_area_um2 / um2_per_mm2;
    const double token_rounds =
        fmax(0.0, lines - flits) / (slices->rows * slices->token_hop_cycles);
    add_dynamic(c, network, NOC_PART_TOKEN_LINES, token_rounds * 2.0 * hops * hop.flit_pj);
    if (!hop.meets_clock) noc_costing_note_late_link(c, length);
}

static double longest_request(const noc_system *system, uint16_t network)
{
    double longest = 1.0;
    for (int i = 0; i < system->traffic.type_count; i++) {
        const noc_packet_type *type = &system->traffic.types[i];
        if (type->class == NOC_REQUEST) longest = fmax(longest, type->flits[network]);
    }
    return longest;
}

/* Adds the ejection buffers; assumed: each holds the longest packet. */
static void add_buffers(const noc_costing *c, uint16_t network, const noc_slice_counts *counts,
                        double flits)
{
    const double bits = bits_per_byte * c->system->graph.networks[network].flit_bytes;
    const noc_buffer_cost buffer =
        noc_cost_of_buffer(c->process, longest_request(c->system, network), bits);
    noc_part_add(&c->networks[network], NOC_PART_EJECTION_BUFFERS, counts->ejection_buffers,
                 buffer.buffer.area_um2, buffer.buffer.leakage_mw);
    add_dynamic(c, network, NOC_PART_EJECTION_BUFFERS, flits * buffer.flit_pj);
}

static void add_network(const noc_costing *c, uint16_t network)
{
    const noc_design *design = c->system->design;
    const noc_slices *slices = &noc_system_spec(c->system, network)->conflict_free;
    const noc_slice_counts counts =
        noc_token_slices_count(slices, design->nodes.memory_positions.values, design->nodes.memory);
    const double flits = noc_flit_movement_of(c, network).flits;
    noc_slice_cost_add(c, network);
    add_token_lines(c, network, slices, &counts, flits);
    add_buffers(c, network, &counts, flits);
}

static void add_token_slice_costs(const noc_costing *c)
{
    const noc_graph *graph = &c->system->graph;
    for (uint16_t n = 0; n < graph->network_count; n++)
        if (graph->networks[n].switching == NOC_SWITCHING_TOKEN_SLICES) add_network(c, n);
}

const noc_cost_kind noc_cost_kind_token_slices = {
    .switching = NOC_SWITCHING_TOKEN_SLICES,
    .add_costs = add_token_slice_costs,
    .wire_words = "across a crossbar, and to the next router",
};
