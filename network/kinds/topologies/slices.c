/* Slices: a mesh of bufferless routers for each memory node's replies, DA2 (design/slices.h). */
#include "network/circuits/slices.h"

#include <stdio.h>

#include "network/kinds/hub.h"

static const noc_key keys[] = {
    NOC_SLICE_GRID_KEYS,
    {"slices_per_memory", NOC_INTEGER, NOC_SLICE_KEY(slices_per_memory), 1, 64, 1, 0, NULL,
     "slices", "that a memory node's packets take in turn", "rapid18 2", NULL,
     NOC_BY_CONTENTION | NOC_BY_COST},
    {"shared", NOC_CHOICE, NOC_SLICE_KEY(is_shared), 0, 1, 0, 0, noc_truth_name, "",
     "all memory nodes share the slices: a packet uses all of them at once, and is sent when "
     "those "
     "before it are",
     "rapid18 2, 5.2", NULL, NOC_BY_CONTENTION},
};

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    noc_refusal refusal;
    if (noc_reply_slices_check(design->networks[network].carried_traffic != NOC_CARRIES_REPLY,
                               design->traffic.pattern->has_memory, &refusal))
        return NOC_OK;
    return noc_design_refuse(design, diag, network, &refusal);
}

/* Returns the structure of the meshes. A memory node sends into its slices; each core accepts from
 * all of them. */
static noc_structure find_structure(const noc_design *design, int network)
{
    const noc_slices *slices = &design->networks[network].conflict_free;
    const noc_slice_counts counts = noc_memory_slices_count(slices, design->nodes.memory);
    return noc_slice_structure(slices, &counts,
                               counts.slices * (1 + (uint64_t)noc_compute_terminals(design)));
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const noc_slices *slices = &design->networks[network].conflict_free;
    const int node_slices = slices->slices_per_memory,
              total_slices = node_slices * design->nodes.memory;
    if (slices->is_shared)
        snprintf(text, size, "%d slices, which replies of all memory nodes take together",
                 total_slices);
    else
        snprintf(text, size, "%d slices, %d for the replies of each memory node", total_slices,
                 node_slices);
}

const noc_topology_kind noc_topology_slices = {
    .name = "slices",
    .summary = "a bufferless mesh for the replies of each memory node (DA2)",
    .source = "rapid18 2, Table 2",
    .switching = NOC_SWITCHING_SLICES,
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
        .name = "slices",
        .compute = 56,
        .memory = 8,
        .request = {"mesh", NOC_STARTER_REQUESTS, NULL},
        .reply = {"slices", "flit_bytes = 16;", NULL},
        .placements = {"staircase", "top-bottom", "bottom-rows"},
        .clock_mhz = NOC_STARTER_MHZ,
    }),
};
