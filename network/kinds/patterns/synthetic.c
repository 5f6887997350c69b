#include "network/kinds/patterns/synthetic.h"

#include <math.h>

noc_status noc_check_packet_mix(const noc_design *design, int columns, int rows, noc_diag *diag)
{
    (void)columns;
    (void)rows;
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

static int further_on(int place, int length, int (*distance)(int length))
{
    return (place + distance(length)) % length;
}

void noc_share_further_on(const noc_graph *g, uint32_t source, int (*distance)(int length),
                          double *share)
{
    const int layers = g->networks[0].layers > 1 ? g->networks[0].layers : 1;
    const int rows = g->rows / layers;
    const noc_terminal *from = &g->terminals[source];
    const int column = further_on(from->column, g->columns, distance);
    const int row = further_on(from->row % rows, rows, distance);
    const int layer = further_on(from->row / rows, layers, distance);
    const uint32_t to = g->terminal_at[(layer * rows + row) * g->columns + column];
    if (to != NOC_NONE) share[to] = 1.0;
}

unsigned noc_bits_of(uint32_t nodes)
{
    unsigned bits = 0;
    while (nodes >> bits > 1) bits++;
    return bits;
}

noc_status noc_check_bits(const noc_design *design, unsigned multiple, noc_diag *diag)
{
    const uint32_t nodes = (uint32_t)design->nodes.compute;
    const unsigned bits = noc_bits_of(nodes);
    if (nodes == 1u << bits && bits > 0 && bits % multiple == 0) return NOC_OK;
    return noc_design_conflict(
        design, diag, 0, NOC_PATHS("traffic.pattern", "nodes.compute"),
        "traffic.pattern = \"%s\" takes the bits of node numbers, and nodes.compute = %u is no "
        "power of %u",
        design->traffic.pattern->name, nodes, 1u << multiple);
}

noc_status noc_check_permutation(const noc_design *design, int columns, int rows, noc_diag *diag)
{
    if (noc_check_bits(design, 1, diag) != NOC_OK) return NOC_EINPUT;
    return noc_check_packet_mix(design, columns, rows, diag);
}
