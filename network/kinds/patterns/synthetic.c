#include "network/kinds/patterns/synthetic.h"

#include <math.h>

#include "network/kinds/unread_conditions.h"

/* ---- keys ----------------------------------------------------------------------------------- */

static bool has_no_hot_nodes(const noc_unread_question *question)
{
    const noc_traffic_spec *traffic = &question->design->traffic;
    bool has_hot_nodes = false;
    for (size_t i = 0; i < noc_traffic_part_count(traffic); i++)
        has_hot_nodes |= noc_traffic_part(traffic, i)->hotspot_fraction > 0.0;
    return !has_hot_nodes;
}

static const noc_unread_condition no_hot_nodes = {has_no_hot_nodes, false, NULL,
                                                  "traffic.hotspot_fraction is 0"};

const noc_key noc_hot_keys[2] = {
    {"hotspot_fraction", NOC_REAL, offsetof(noc_traffic_spec, hotspot_fraction), 0, 1, 0,
     NOC_YOUNGER, NULL, "",
     "share of the packets that goes to hotspot_nodes, in place of where the pattern sends them",
     "", NOC_UNREAD(&noc_unread_trace_packets), NOC_BY_ROUTES},
    {"hotspot_nodes", NOC_INTEGERS, offsetof(noc_traffic_spec, hotspot_nodes), 0, 1048575, 0,
     NOC_YOUNGER, NULL, "", "numbers of the nodes that get hotspot_fraction, all alike", "",
     NOC_UNREAD(&noc_unread_trace_packets, &no_hot_nodes), NOC_BY_ROUTES},
};

/* ---- checks --------------------------------------------------------------------------------- */

static noc_status check_hot_nodes(const noc_design *design, int columns, int rows, noc_diag *diag)
{
    const noc_traffic_spec *t = &design->traffic;
    const noc_integers *nodes = &t->hotspot_nodes;
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->values[i] >= columns * rows)
            return noc_design_conflict(
                design, diag, 0,
                NOC_PATHS("traffic.hotspot_nodes", "network.columns", "network.rows"),
                "traffic.hotspot_nodes: there is no node %d (nodes are 0..%d)", nodes->values[i],
                columns * rows - 1);
    if (t->hotspot_fraction > 0.0 && nodes->count == 0)
        return noc_design_conflict(design, diag, 0, NOC_PATHS("traffic.hotspot_fraction"),
                                   "traffic.hotspot_fraction = %g: traffic.hotspot_nodes has to "
                                   "say which nodes get so much",
                                   t->hotspot_fraction);
    return NOC_OK;
}

static noc_status check_lengths(const noc_design *design, noc_diag *diag)
{
    const noc_traffic_spec *t = &design->traffic;
    const char *const keys[] = {"traffic.packet_mix", "traffic.packet_flits", NULL};
    const size_t lengths = t->packet_flits.count ? t->packet_flits.count : 1;
    if (lengths > NOC_PACKET_TYPES_MAX)
        return noc_design_conflict(design, diag, 0, keys,
                                   "traffic.packet_flits has %zu lengths (at most %d)", lengths,
                                   NOC_PACKET_TYPES_MAX);
    if (t->packet_mix.count == 0) return NOC_OK;
    if (t->packet_mix.count != lengths)
        return noc_design_conflict(design, diag, 0, keys,
                                   "traffic.packet_mix has %zu shares for %zu lengths of packets",
                                   t->packet_mix.count, lengths);
    double sum = 0.0;
    for (size_t i = 0; i < lengths; i++) sum += t->packet_mix.values[i];
    if (fabs(sum - 1.0) > 1e-3)
        return noc_design_conflict(design, diag, 0, keys,
                                   "traffic.packet_mix sums to %g (expected 1)", sum);
    return NOC_OK;
}

noc_status noc_check_synthetic(const noc_design *design, int columns, int rows, noc_diag *diag)
{
    const noc_status status = check_hot_nodes(design, columns, rows, diag);
    return status == NOC_OK ? check_lengths(design, diag) : status;
}

/* ---- shares --------------------------------------------------------------------------------- */

static int shift_coordinate(int coordinate, int length, int (*find_distance)(int length))
{
    return (coordinate + find_distance(length)) % length;
}

void noc_share_to_shifted(const noc_graph *g, uint32_t source, int (*find_distance)(int length),
                          double *shares)
{
    const int layers = g->networks[0].layers > 1 ? g->networks[0].layers : 1;
    const int rows = g->rows / layers;
    const noc_terminal *from = &g->terminals[source];
    const int column = shift_coordinate(from->column, g->columns, find_distance);
    const int row = shift_coordinate(from->row % rows, rows, find_distance);
    const int layer = shift_coordinate(from->row / rows, layers, find_distance);
    const uint32_t to = g->terminal_of_tile[(layer * rows + row) * g->columns + column];
    if (to != NOC_NONE) shares[to] = 1.0;
}

unsigned noc_count_node_bits(uint32_t nodes)
{
    unsigned bits = 0;
    while (nodes >> bits > 1) bits++;
    return bits;
}

noc_status noc_check_bits(const noc_design *design, unsigned multiple, noc_diag *diag)
{
    const uint32_t nodes = (uint32_t)design->nodes.compute;
    const unsigned bits = noc_count_node_bits(nodes);
    if (nodes == 1u << bits && bits > 0 && bits % multiple == 0) return NOC_OK;
    return noc_design_conflict(
        design, diag, 0, NOC_PATHS("traffic.pattern", "nodes.compute"),
        "traffic.pattern = \"%s\" uses the bits of node numbers, and nodes.compute = %u is no "
        "power of %u",
        design->traffic.pattern->name, nodes, 1u << multiple);
}

noc_status noc_check_permutation(const noc_design *design, int columns, int rows, noc_diag *diag)
{
    if (noc_check_bits(design, 1, diag) != NOC_OK) return NOC_EINPUT;
    return noc_check_synthetic(design, columns, rows, diag);
}
