/* Ring slices: a ring past all cores for each memory node's replies, HRCnet (design/slices.h). */
#include <stdio.h>

#include "network/circuits/slices.h"
#include "network/kinds/hub.h"

static const noc_key keys[] = {
    {"hop_cycles", NOC_INTEGER, NOC_SLICE_KEY(hop_cycles), 1, 1000, 1, 0, NULL, "cycles",
     "of a stop", "", NULL, NOC_BY_CONTENTION | NOC_BY_COST},
    {"stops", NOC_INTEGER, NOC_SLICE_KEY(stops), 0, 1048576, 0, 0, NULL, "stops",
     "of a ring (0: one a core)", "cdx19: 56", NULL, NOC_BY_GRAPH | NOC_BY_COST},
};

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    noc_refusal refusal;
    if (noc_reply_slices_check(spec->carried_traffic != NOC_CARRIES_REPLY,
                               design->traffic.pattern->has_memory, &refusal) &&
        noc_ring_slices_check(&spec->conflict_free, noc_compute_terminals(design), &refusal))
        return NOC_OK;
    return noc_design_refuse(design, diag, network, &refusal);
}

/* Returns the structure of the rings. A stop latches a flit, and passes it to its core and to the
 * next stop without a choice. */
static noc_structure find_structure(const noc_design *design, int network)
{
    const uint64_t memories = (uint64_t)design->nodes.memory,
                   cores = (uint64_t)noc_compute_terminals(design);
    const noc_slice_counts counts =
        noc_ring_slices_count(&design->networks[network].conflict_free, design->nodes.memory,
                              noc_compute_terminals(design));
    return (noc_structure){
        .router_name = "stop",
        .crossbar = {1, 1, 1},
        .router_count = counts.routers,
        .latch_count = counts.routers,
        .link_count = counts.links,
        .local_link_count = memories + memories * cores,
        .lane_name = "ring",
        .lane_count = counts.slices,
    };
}

static noc_passage find_passage(const noc_design *design, int network, const noc_terminal *from,
                                const noc_terminal *to)
{
    (void)design, (void)network, (void)from;
    const double stops = to->number + 1.0;
    return (noc_passage){.links = stops, .latches = stops};
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const int stops = design->networks[network].conflict_free.stops;
    snprintf(text, size, "%d rings of %d stops, one for the replies of each memory node",
             design->nodes.memory, stops ? stops : noc_compute_terminals(design));
}

const noc_topology_kind noc_topology_ring_slices = {
    .name = "ring-slices",
    .summary = "a one-way ring past all cores for the replies of each memory node (HRCnet)",
    .source = "cdx19 5",
    .switching = NOC_SWITCHING_SLICES,
    .keys = NOC_KEYS(keys),
    .estimate_size = noc_hub_size,
    .build = noc_hub_build,
    .check = check,
    .find_paths = noc_hub_paths,
    .find_structure = find_structure,
    .find_passage = find_passage,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS({
        .name = "ring-slices",
        .compute = 56,
        .memory = 8,
        .request = {"smesh", NOC_STARTER_REQUESTS, NULL},
        .reply = {"ring-slices", "flit_bytes = 32;", NULL},
        .placements = {"bottom-rows"},
        .clock_mhz = NOC_STARTER_MHZ,
    }),
};
