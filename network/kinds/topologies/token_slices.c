/* Token slices: a bufferless mesh for the requests of each column of cores, which take turns by a
 * token: CENOC, cfNoC (design/slices.h). */
#include <stdio.h>

#include "network/circuits/slices.h"
#include "network/kinds/hub.h"

static const noc_key keys[] = {
    NOC_SLICE_GRID_KEYS,
    {"token_hop_cycles", NOC_INTEGER, NOC_SLICE_KEY(token_hop_cycles), 1, 1000, 1, 0, NULL,
     "cycles", "of the token, from a core to the next one of its column", "", NULL,
     NOC_BY_CONTENTION | NOC_BY_COST},
};

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    noc_refusal refusal;
    if (noc_token_slices_check(design->networks[network].carried_traffic != NOC_CARRIES_REQUEST,
                               design->traffic.pattern->has_memory, &refusal))
        return NOC_OK;
    return noc_design_refuse(design, diag, network, &refusal);
}

/* Returns the structure of the meshes. A core sends into one slice; each memory node accepts from
 * all of them. */
static noc_structure find_structure(const noc_design *design, int network)
{
    const noc_slices *slices = &design->networks[network].conflict_free;
    const noc_slice_counts counts = noc_token_slices_count(
        slices, design->nodes.memory_positions.values, (int)design->nodes.memory_positions.count);
    return noc_slice_structure(slices, &counts,
                               (uint64_t)noc_compute_terminals(design) + counts.ejection_buffers);
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const noc_slices *slices = &design->networks[network].conflict_free;
    const noc_points *positions = &design->nodes.memory_positions;
    int columns = 0, max_cores = 0;
    for (int column = 0; column < slices->columns; column++) {
        const int cores =
            noc_slices_count_cores(slices, positions->values, (int)positions->count, column);
        columns += cores > 0;
        if (cores > max_cores) max_cores = cores;
    }
    snprintf(text, size, "%d slices, one for the requests of each column of up to %d cores",
             columns, max_cores);
}

const noc_topology_kind noc_topology_token_slices = {
    .name = "token-slices",
    .summary = "a bufferless mesh for the requests of each column of cores, which take turns "
               "(CENOC, cfNoC)",
    .source = "rapid18 2, Table 2; cdx19 5",
    .switching = NOC_SWITCHING_TOKEN_SLICES,
    .keys = NOC_KEYS(keys),
    .find_tiles = noc_slice_grid,
    .estimate_size = noc_hub_size,
    .build = noc_hub_build,
    .check = check,
    .find_paths = noc_hub_paths,
    .find_structure = find_structure,
    .find_passage = noc_slice_passage,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS({
        .name = "token-slices",
        .compute = 56,
        .memory = 8,
        .request = {"token-slices", "flit_bytes = 8;", NULL},
        .reply = {"mesh", NOC_STARTER_REPLIES, NULL},
        .placements = {"staircase", "top-bottom", "bottom-rows"},
        .clock_mhz = NOC_STARTER_MHZ,
    }),
};
