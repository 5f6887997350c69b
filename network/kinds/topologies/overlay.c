/* Overlay: circuits for replies over the routers of a mesh, which memory nodes set up in turn
 * (design/overlay.h). */
#include <stdio.h>

#include "base/min_max.h"
#include "network/circuits/overlay_check.h"
#include "network/circuits/overlay_counts.h"
#include "network/graph/units.h"
#include "network/kinds/hub.h"
#include "network/kinds/unread_conditions.h"

NOC_NAMES(window_sizing_name, "equal", "adaptive")
NOC_NAMES(weight_units_name, "packets", "normalised")
NOC_NAMES(multiplexing_name, "off", "reserved", "all")

static bool has_equal_windows(const noc_unread_question *question)
{
    return !noc_has_adaptive_windows(&noc_unread_network_spec(question)->overlay);
}

static bool has_no_acknowledgements(const noc_unread_question *question)
{
    return !noc_unread_network_spec(question)->overlay.has_acknowledgements;
}

/* True for every answer: only traces have packets to several cores. */
static bool always_applies(const noc_unread_question *question)
{
    (void)question;
    return true;
}

static const noc_unread_condition
    equal_windows = {has_equal_windows, false, NULL, "all windows are equal"},
    no_acknowledgements = {has_no_acknowledgements, false, NULL,
                           "packets are not acknowledged (network.ack = true)"},
    acknowledged_at_once = {noc_unread_is_model, true, " by the model",
                            "it has every packet acknowledged at once (nocsight sample reads it)"},
    trace_is_played = {noc_unread_plays_trace, true, NULL, NOC_UNREAD_PLAYED},
    one_destination = {always_applies, true, " by packets to one core",
                       "a trace alone has others (nocsight sample --trace)"};

/* clang-format off */
#define AT(field) (offsetof(noc_network_spec, overlay) + offsetof(noc_overlay, field))
static const noc_key keys[] = {
    {"columns", NOC_INTEGER, AT(columns), 1, 1024, 0, 1, NULL, "routers", "routers in a row", "rapid18 Table 1: 4, 8, 12", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"rows", NOC_INTEGER, AT(rows), 1, 1024, 0, 1, NULL, "routers", "routers in a column", "rapid18 Table 1: 4, 8, 12", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"inject_interval", NOC_INTEGER, AT(inject_interval), 1, 1000, 2, 0, NULL, "cycles", "from one flit of a memory node to its next", "rapid18 4.2.3: 3 in MACRO, 2 in RAPID", NULL, NOC_BY_CONTENTION},
    {"window_switch_cycles", NOC_INTEGER, AT(window_switch_cycles), 0, 1000000, 2, 0, NULL, "cycles", "without circuits at the start of each window", "rapid18 4.2.2: 2", NULL, NOC_BY_CONTENTION},
    {"row_transit_cycles", NOC_INTEGER, AT(row_transit_cycles), 2, NOC_OVERLAY_TRANSIT, NOC_OVERLAY_TRANSIT, 0, NULL, "cycles", "to a core in the memory node's own row (3: routers match a cycle)", "rapid18 Algorithm 4: 3; dapper 4.2: 2", NULL, NOC_BY_CONTENTION | NOC_BY_COST},
    {"straddle", NOC_CHOICE, AT(straddles_windows), 0, 1, 1, 0, noc_truth_name, "", "a packet may stop at the end of a window and go on in the next one", "dapper 4.2: not there", NULL, NOC_BY_CONTENTION},
    {"windows", NOC_CHOICE, AT(window_sizing), 0, 0, NOC_WINDOWS_EQUAL, 0, window_sizing_name, "", "of equal length, or by what arrives and waits at each memory node", "rapid18 4.2.1", NULL, NOC_BY_CONTENTION},
    {"period_cycles", NOC_INTEGER, AT(period_cycles), 1, 1000000, 1000, 0, NULL, "cycles", "of the windows of all memory nodes together", "rapid18 4.2.1: 1000", NULL, NOC_BY_CONTENTION | NOC_BY_COST},
    {"epoch_cycles", NOC_INTEGER, AT(epoch_cycles), 1, 100000000, 10000, 0, NULL, "cycles", "for which adaptive windows stay as they are", "rapid18 4.2.1: 10000", NULL, NOC_BY_CONTENTION | NOC_BY_COST},
    {"weight_arrival", NOC_REAL, AT(weight_arrival), -1e6, 1e6, 0.6, 0, NULL, "", "of what arrives, in the length of a window", "rapid18 4.2.1: 0.6", NOC_UNREAD(&equal_windows), NOC_BY_CONTENTION},
    {"weight_occupancy", NOC_REAL, AT(weight_occupancy), -1e6, 1e6, 0.4, 0, NULL, "", "of what waits, in the length of a window", "rapid18 4.2.1: 0.4", NOC_UNREAD(&equal_windows), NOC_BY_CONTENTION},
    {"weight_units", NOC_CHOICE, AT(weight_units), 0, 0, NOC_WEIGHTS_PACKETS, 0, weight_units_name, "", "packets a period and packets, or packets a cycle and the share of the queue", "", NOC_UNREAD(&equal_windows), NOC_BY_CONTENTION},
    {"gom_cycles", NOC_INTEGER, AT(gom_cycles), 0, 100000000, 27, 0, NULL, "cycles", "without circuits at the start of an epoch, while windows are sent", "rapid18 4.2.1: 3 + 21 + 3; dapper: 2", NOC_UNREAD(&equal_windows), NOC_BY_CONTENTION},
    {"window_min_cycles", NOC_INTEGER, AT(window_min_cycles), 0, 1000000, 0, 0, NULL, "cycles", "least length of an adaptive window (0: the shortest that carries a packet)", "", NOC_UNREAD(&equal_windows), NOC_BY_CONTENTION},
    {"multiplex", NOC_CHOICE, AT(multiplexing), 0, 0, NOC_MULTIPLEX_OFF, 0, multiplexing_name, "", "whether a second memory node sends in a window, and whereto", "rapid18 4.2.3", NULL, NOC_BY_LOADS},
    {"ack", NOC_CHOICE, AT(has_acknowledgements), 0, 1, 0, 0, noc_truth_name, "", "cores acknowledge packets; others go again", "dapper 4.1", NULL, NOC_BY_COST},
    {"output_queue", NOC_INTEGER, AT(output_queue), 0, 65536, 0, 0, NULL, "packets", "of a memory node, until they are acknowledged (0: memory.reply_queue)", "dapper 4.1: half as many again", NOC_UNREAD(&no_acknowledgements, &trace_is_played, &noc_unread_no_workload, &noc_unread_open_loop), NOC_BY_LOOP},
    {"core_queue", NOC_INTEGER, AT(core_queue), 0, 65536, 0, 0, NULL, "packets", "packets that a core holds, which accepts a flit a cycle; further ones are not acknowledged (0: any number)", "dapper 4.1", NOC_UNREAD(&no_acknowledgements, &acknowledged_at_once), 0},
    {"bit_error_rate", NOC_REAL, AT(bit_error_rate), 0, 0.5, 0, 0, NULL, "", "chance that a bit of a packet arrives wrong, and the packet is not acknowledged", "dapper 4.1", NOC_UNREAD(&no_acknowledgements, &acknowledged_at_once), 0},
    {"multicast", NOC_CHOICE, offsetof(noc_network_spec, multicast), 0, 1, 0, 0, noc_truth_name, "", "a packet to several cores goes once", "dapper 4.3", NOC_UNREAD(&one_destination), NOC_BY_LOOP},
};
#undef AT
/* clang-format on */

static void find_tiles(const noc_network_spec *spec, int *columns, int *rows)
{
    *columns = spec->overlay.columns;
    *rows = spec->overlay.rows;
}

/* Returns the flits of the longest reply. */
static int find_longest_reply(const noc_design *design, const noc_network_spec *spec)
{
    const noc_traffic_spec *t = &design->traffic;
    const int bytes = max_int(t->read_reply_bytes, t->write_reply_bytes);
    return (int)noc_flits_of_bytes((uint32_t)bytes, (uint32_t)spec->flit_bytes);
}

static noc_status check_places(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const noc_overlay_context use = {
        .carries_requests = spec->carried_traffic != NOC_CARRIES_REPLY,
        .carries_replies = spec->carried_traffic != NOC_CARRIES_REQUEST,
        .has_memory = design->traffic.pattern->has_memory,
        .memory_at = design->nodes.memory_positions.values,
        .memory_nodes = (int)design->nodes.memory_positions.count,
        .flits_max = find_longest_reply(design, spec),
        .flit_bytes = spec->flit_bytes,
        .tile_mm = design->chip.tile_mm,
        .clock_mhz = design->chip.clock_mhz,
    };
    noc_refusal refusal;
    if (noc_overlay_check(&spec->overlay, &use, &refusal)) return NOC_OK;
    return noc_design_refuse(design, diag, network, &refusal);
}

static noc_structure find_structure(const noc_design *design, int network)
{
    const noc_network_spec *spec = &design->networks[network];
    const noc_overlay_counts counts =
        noc_overlay_count(&spec->overlay, design->nodes.memory, 8 * spec->flit_bytes,
                          spec->overlay.has_acknowledgements);
    return (noc_structure){
        .router_name = "hinge router",
        .crossbar = {(uint16_t)counts.crossbar_inputs, (uint16_t)counts.crossbar_outputs,
                     (uint32_t)(counts.crossbar_inputs * counts.crossbar_outputs)},
        .router_count = counts.routers,
        .latch_count = counts.latches,
        .link_count = counts.links,
        .local_link_count = counts.local_links,
        .lane_name = "circuit",
        .lane_count = (uint64_t)design->nodes.memory,
    };
}

static noc_passage find_passage(const noc_design *design, int network, const noc_terminal *from,
                                const noc_terminal *to)
{
    return noc_overlay_passage(&design->networks[network].overlay,
                               design->nodes.memory_positions.values, design->nodes.memory,
                               (int)from->number, (noc_point){to->column, to->row});
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const noc_overlay *o = &design->networks[network].overlay;
    const char *const partner[] = {"", ", partners where they need none of the owner's ports",
                                   ", partners everywhere"};
    snprintf(text, size, "%d %s windows in %d cycles, a flit every %d cycles%s",
             design->nodes.memory, o->window_sizing == NOC_WINDOWS_EQUAL ? "equal" : "adaptive",
             o->period_cycles, o->inject_interval, partner[o->multiplexing]);
}

const noc_topology_kind noc_topology_overlay = {
    .name = "overlay",
    .summary = "time-multiplexed circuits for the replies of memory nodes, over a mesh's routers",
    .source = "rapid18 4, dapper 4",
    .switching = NOC_SWITCHING_OVERLAY,
    .keys = NOC_KEYS(keys),
    .find_tiles = find_tiles,
    .estimate_size = noc_hub_size,
    .build = noc_hub_build,
    .check_places = check_places,
    .find_paths = noc_hub_paths,
    .find_structure = find_structure,
    .find_passage = find_passage,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS({
        .name = "overlay",
        .compute = 56,
        .memory = 8,
        .request = {"mesh", NOC_STARTER_REQUESTS, NULL},
        .reply = {"overlay", "flit_bytes = 16;", NULL},
        .placements = {"staircase"},
        .has_row_per_memory = true,
        .clock_mhz = 1000, /* highest clock at which a flit crosses 8x8 tiles in a cycle */
    }),
};
