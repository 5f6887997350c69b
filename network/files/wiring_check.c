#include "network/files/wiring_check.h"

#include "network/files/wiring_links.h"
#include "network/graph/graph.h"

enum { LANE_NUMBERS_MAX = 64 };

/* Of a link, flits per cycle. */
#define RATE_LEAST 0.1
#define RATE_MOST  64.0

/* ---- nodes ---------------------------------------------------------------------------------- */

static const char *kind_name(bool is_memory)
{
    return is_memory ? "memory" : "compute";
}

static noc_status check_node(const noc_design *d, const noc_wiring *w, uint32_t node,
                             noc_diag *diag)
{
    const uint32_t computes = (uint32_t)noc_compute_terminals(d);
    const noc_wired_node *at = &w->nodes[node];
    const bool is_memory = node >= computes;
    const noc_place place = {w->files[NOC_WIRING_ATTACH], at->line};
    if (at->kind && !d->kinds_follow_counts && (at->kind == 1 + NOC_MEMORY) != is_memory)
        return noc_fail(diag, NOC_EINPUT, place,
                        "node %u is a %s node, not %s (compute nodes are 0 to %u, then memory "
                        "nodes)",
                        node, kind_name(is_memory), kind_name(!is_memory), computes - 1);
    return NOC_OK;
}

static noc_status check_nodes(const noc_design *d, int network, noc_diag *diag)
{
    const noc_wiring *w = d->networks[network].wiring;
    const uint32_t computes = (uint32_t)noc_compute_terminals(d);
    const uint32_t nodes = computes + (uint32_t)d->nodes.memory;
    const noc_place file = {w->files[NOC_WIRING_ATTACH], 0};
    for (uint32_t n = nodes; n < w->node_count; n++)
        if (w->nodes[n].line)
            return noc_fail(diag, NOC_EINPUT, (noc_place){file.file, w->nodes[n].line},
                            "there is no node %u: the design has %u compute and %d memory nodes (0 "
                            "to %u)",
                            n, computes, d->nodes.memory, nodes - 1);
    for (uint32_t n = 0; n < nodes; n++) {
        if (n >= w->node_count || !w->nodes[n].line)
            return noc_fail(diag, NOC_EINPUT, file,
                            "node %u (%s) has no router (a line node,router for each of the %u "
                            "compute and %d memory nodes)",
                            n, kind_name(n >= computes), computes, d->nodes.memory);
        const noc_status status = check_node(d, w, n, diag);
        if (status != NOC_OK) return status;
    }
    return NOC_OK;
}

/* ---- links ---------------------------------------------------------------------------------- */

static noc_status check_links(const noc_design *d, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &d->networks[network];
    const noc_wiring *w = spec->wiring;
    for (size_t i = 0; i < w->link_count; i++) {
        const noc_wire *link = &w->links[i];
        const noc_place place = {w->files[NOC_WIRING_LINKS], link->line};
        const double rate = noc_wire_rate(spec, link), mm = noc_wire_mm(d, spec, link);
        if (!(rate >= RATE_LEAST && rate <= RATE_MOST))
            return noc_fail(diag, NOC_EINPUT, place,
                            "flit_bytes = %d of network.flit_bytes = %d, times "
                            "network.link_flits_per_cycle = %g, makes %.3g flits per cycle (%g to "
                            "%g)",
                            link->flit_bytes, spec->flit_bytes, spec->link_flits_per_cycle, rate,
                            RATE_LEAST, RATE_MOST);
        if (!(mm > 0.0))
            return noc_fail(diag, NOC_EINPUT, place,
                            "routers %u and %u stand in the same place, and mm is empty (give the "
                            "length, or other positions)",
                            link->from, link->to);
    }
    const uint32_t numbers = noc_wiring_lane_numbers(w);
    if (numbers <= LANE_NUMBERS_MAX) return NOC_OK;
    return noc_fail(diag, NOC_EINPUT, (noc_place){w->files[NOC_WIRING_LINKS], 0},
                    "the lanes of all links have %u as their least common multiple (at most %d: "
                    "1, 2, 4 and 8 go together)",
                    numbers, LANE_NUMBERS_MAX);
}

noc_status noc_wiring_check(const noc_design *d, int network, noc_diag *diag)
{
    const noc_status status = check_nodes(d, network, diag);
    const noc_status links = check_links(d, network, diag);
    return status == NOC_OK ? links : status;
}
