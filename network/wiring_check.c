#include "network/wiring_check.h"

#include <stdlib.h>

#include "network/design_check.h"
#include "network/kinds.h"
#include "network/wiring_links.h"

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
    if (at->kind && (at->kind == 1 + NOC_MEMORY) != is_memory)
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
                            "there is no node %u: nodes.compute + nodes.memory = %u + %d (nodes 0 "
                            "to %u)",
                            n, computes, d->nodes.memory, nodes - 1);
    for (uint32_t n = 0; n < nodes; n++) {
        if (n >= w->node_count || !w->nodes[n].line)
            return noc_fail(diag, NOC_EINPUT, file,
                            "node %u (%s) has no router (a line node,router for each of "
                            "nodes.compute + nodes.memory = %u + %d)",
                            n, kind_name(n >= computes), computes, d->nodes.memory);
        const noc_status status = check_node(d, w, n, diag);
        if (status != NOC_OK) return status;
    }
    return NOC_OK;
}

noc_status noc_wiring_check(const noc_design *d, int network, noc_diag *diag)
{
    return check_nodes(d, network, diag);
}
