#include "network/kinds/switching_keys.h"

#include <string.h>

#include "design/allocators.h"
#include "design/memory/replies.h"
#include "network/files/wiring_links.h"
#include "network/kinds/choices.h"
#include "network/kinds/kinds.h"
#include "network/kinds/unread_conditions.h"

#define NETWORK(member) offsetof(noc_network_spec, member)

static const char *allocator_name(size_t i)
{
    return i < NOC_ALLOCATORS ? noc_allocators[i].name : NULL;
}

/* Returns the name of a choice: "as-switch", then the allocators. */
static const char *vc_allocator_name(size_t i)
{
    return i == 0 ? "as-switch" : allocator_name(i - 1);
}
NOC_NAMES(arbitration_name, "round-robin", "matrix")
NOC_NAMES(speculation_name, "priority", "equal")
NOC_NAMES(reallocation_name, "non-atomic", "atomic")
NOC_NAMES(turnaround_name, "pipeline", "overlapped")
NOC_NAMES(allocation_hold_name, "none", "packet", "flit")
NOC_NAMES(port_directions_name, "both", "injection", "ejection")
NOC_NAMES(link_timing_name, "given", "wire")
NOC_NAMES(edge_routers_name, "full", "trimmed")
NOC_NAMES(buffer_cells_name, "table", "sram", "auto")
NOC_NAMES(congestion_name, "outstanding", "buffered")

/* ---- channels ------------------------------------------------------------------------------- */

typedef const noc_unread_question question;

static bool is_link(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->kind == NOC_LINK;
}

static bool is_timed(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->is_timed;
}

static bool has_no_links(question *q)
{
    return !noc_unread_any_channel(q, is_link);
}

static bool has_no_late_wire(question *q)
{
    return !noc_unread_any_channel(q, is_timed);
}

static bool has_one_input_per_port(question *q)
{
    return noc_unread_network_spec(q)->virtual_channels <= 1;
}

/* True if the topology's key long_cycles sets the latency of links between switches. Grids have no
 * such key. */
static bool has_link_cycles(question *q)
{
    const noc_network_spec *spec = noc_unread_network_spec(q);
    const noc_key *key = noc_key_find(spec->topology->keys, "long_cycles");
    int cycles = 0;
    if (key) memcpy(&cycles, (const char *)spec + key->offset, sizeof cycles);
    return cycles > 0;
}

static const noc_unread_condition
    no_links = {has_no_links, false, NULL, "the topology has no channels between routers"},
    wires_in_time = {has_no_late_wire, true, NULL,
                     "no wire needs more cycles than its link is given"},
    one_input = {has_one_input_per_port, false, NULL,
                 "a port has one virtual channel, and so one input of the crossbar"},
    own_link_cycles = {has_link_cycles, false, NULL, "network.long_cycles is given"};

/* ---- routers and ports ---------------------------------------------------------------------- */

static bool has_one_class(question *q)
{
    return noc_unread_network_spec(q)->carried_traffic != NOC_CARRIES_BOTH ||
           noc_unread_has_no_replies(q);
}

static bool has_no_replies(question *q)
{
    return noc_unread_network_spec(q)->carried_traffic == NOC_CARRIES_REQUEST ||
           noc_unread_has_no_replies(q);
}

static bool has_slow_routers(question *q)
{
    return noc_unread_network_spec(q)->internal_speedup == 1.0 &&
           noc_unread_network_spec(q)->link_flits_per_cycle > 1.0;
}

static bool has_long_pipeline(question *q)
{
    return noc_unread_network_spec(q)->router_stages > 2;
}

static bool has_short_pipeline(question *q)
{
    return noc_unread_network_spec(q)->router_stages <= 2;
}

static bool has_one_packet_per_vc(question *q)
{
    return noc_unread_network_spec(q)->vc_reallocation == NOC_REALLOCATION_ATOMIC;
}

static bool has_no_iterations(question *q)
{
    const noc_network_spec *spec = noc_unread_network_spec(q);
    return spec->allocator != NOC_ALLOCATOR_ISLIP && noc_vc_allocator(spec) != NOC_ALLOCATOR_ISLIP;
}

static bool has_no_arbiters(question *q)
{
    const noc_network_spec *spec = noc_unread_network_spec(q);
    return !noc_allocators[spec->allocator].has_arbiters &&
           !noc_allocators[noc_vc_allocator(spec)].has_arbiters;
}

static bool has_one_slice(question *q)
{
    return noc_unread_network_spec(q)->slices == 1;
}

static bool has_one_memory_port(question *q)
{
    return noc_unread_network_spec(q)->memory_ports == 1 || noc_unread_has_no_memory(q);
}

static bool has_one_reply_port(question *q)
{
    return noc_count_memory_ports(noc_unread_network_spec(q)).injections == 1 ||
           noc_unread_network_spec(q)->carried_traffic == NOC_CARRIES_REQUEST ||
           noc_unread_has_no_memory(q);
}

/* True if no router lacks links of a regular router. Trimmed routers lack the ports, too; other
 * routers have unused ports. */
static bool has_no_edge(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_unread_has_network(q, n) && g->networks[n].has_edge) return false;
    return true;
}

/* True if no packets choose a link by its outstanding flits. */
static bool has_no_flit_counts(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_unread_has_network(q, n) && g->networks[n].vc.route_choice > NOC_CHOICE_ALLOCATOR)
            return false;
    return true;
}

static const noc_unread_condition
    no_memory = {noc_unread_has_no_memory, false, NULL, "there are no memory nodes"},
    one_memory_port = {has_one_memory_port, false, NULL, "no memory node has several ports"},
    one_reply_port = {has_one_reply_port, false, NULL,
                      "no memory node has several injection ports to choose from"},
    no_replies = {has_no_replies, false, NULL, "the network carries no replies"},
    one_class = {has_one_class, false, NULL, "requests and replies do not share the network"},
    long_pipeline = {has_long_pipeline, false, NULL, "routers of 3 or 4 stages do not speculate"},
    short_pipeline = {has_short_pipeline, true, NULL,
                      "routers of 1 or 2 stages have none before the switch's allocation"},
    atomic_vcs = {has_one_packet_per_vc, true, NULL,
                  "with vc_reallocation = \"atomic\" no packet is behind another in its virtual "
                  "channel"},
    no_iterations = {has_no_iterations, false, NULL, "of the allocators only \"islip\" iterates"},
    slow_routers = {has_slow_routers, false, NULL,
                    "routers of one step a cycle (network.internal_speedup) pass an output no more "
                    "than a flit"},
    vc_allocator_unread = {noc_unread_is_model, true, " by the model",
                           "it knows the switch's allocator alone (nocsight sample reads it)"},
    no_arbiters = {has_no_arbiters, false, NULL,
                   "of the allocators only \"separable\" and \"separable-output\" have arbiters"},
    arbiters_unread = {noc_unread_is_model, true, " by the model",
                       "it knows how often a switch is granted, not to whom (nocsight sample reads "
                       "it)"},
    one_slice = {has_one_slice, false, NULL, "network.slices is 1"},
    no_counts = {has_no_flit_counts, false, NULL,
                 "packets choose no link by the flits in front of them (network.routing)"},
    no_edge = {has_no_edge, false, NULL, "each router is built with the links that it has"};

/* ---- graphs: no link leaves a cell to a key, no node its ports ------------------------------- */

static bool has_all_cycles(question *q)
{
    const noc_wiring *w = noc_unread_network_spec(q)->wiring;
    bool all_given = w != NULL;
    for (size_t i = 0; all_given && i < w->link_count; i++)
        all_given = w->links[i].cycles > 0 || (noc_unread_network_spec(q)->die_links.cycles > 0 &&
                                               noc_wire_is_between_dies(w, &w->links[i]));
    return all_given;
}

static bool has_all_rates(question *q)
{
    const noc_wiring *w = noc_unread_network_spec(q)->wiring;
    bool all_given = w != NULL;
    for (size_t i = 0; all_given && i < w->link_count; i++)
        all_given = w->links[i].flits_per_cycle > 0.0 ||
                    (noc_unread_network_spec(q)->die_links.flits_per_cycle > 0.0 &&
                     noc_wire_is_between_dies(w, &w->links[i]));
    return all_given;
}

static bool has_all_ports(question *q)
{
    const noc_wiring *w = noc_unread_network_spec(q)->wiring;
    const size_t computes = (size_t)noc_compute_terminals(q->design);
    bool all_given = w != NULL;
    for (size_t n = computes; all_given && n < w->node_count; n++)
        all_given = w->nodes[n].ports > 0;
    return all_given;
}

static bool has_all_port_rates(question *q)
{
    const noc_wiring *w = noc_unread_network_spec(q)->wiring;
    bool all_given = w != NULL;
    for (size_t n = 0; all_given && n < w->node_count; n++)
        all_given = w->nodes[n].flits_per_cycle > 0.0;
    return all_given;
}

static const noc_unread_condition
    cycles_of_links = {has_all_cycles, false, NULL, "every link has its cycles (network.links)"},
    rates_of_links = {has_all_rates, false, NULL,
                      "every link has its flits_per_cycle (network.links)"},
    rates_of_nodes = {has_all_port_rates, false, NULL,
                      "every node has its flits_per_cycle (network.attach)"},
    ports_of_nodes = {has_all_ports, false, NULL,
                      "every memory node has its ports (network.attach)"};

/* ---- keys ----------------------------------------------------------------------------------- */

static const noc_key vc_key_rows[] = {
    {"virtual_channels", NOC_INTEGER, NETWORK(virtual_channels), 1, NOC_VCS_MAX, 2, 0, NULL, "",
     "virtual channels of a port in total, of all classes that share the network",
     "te13 Table IV: 2", NULL, NOC_BY_ROUTES | NOC_BY_COST},
    {"request_virtual_channels", NOC_INTEGER, NETWORK(request_virtual_channels), 0, NOC_VCS_MAX - 1,
     0, 0, NULL, "",
     "virtual channels of requests, where replies share the network and have the others; 0: half, "
     "rounded "
     "down",
     "rapid18 Table 1: 5 in all, shares not stated", NOC_UNREAD(&one_class),
     NOC_BY_ROUTES | NOC_BY_COST},
    {"buffer_flits", NOC_INTEGER, NETWORK(buffer_flits), 1, 1024, 8, 0, NULL, "flits",
     "buffer of each virtual channel", "te13 Table IV: 8", NULL, NOC_BY_CONTENTION | NOC_BY_COST},
    {"router_stages", NOC_INTEGER, NETWORK(router_stages), 1, 4, 4, 0, NULL, "cycles",
     "pipeline; 4: RC,VA,SA,ST  3: look-ahead routing  2: and speculation  1: all in one cycle",
     "te13 Table IV: 4", NULL, NOC_BY_CONTENTION | NOC_BY_COST},
    {"channel_cycles", NOC_INTEGER, NETWORK(channel_cycles), 1, 64, 1, 0, NULL, "cycles",
     "latency of a channel between neighbouring routers", "te13 Table IV: 1",
     NOC_UNREAD(&cycles_of_links, &no_links, &own_link_cycles), NOC_BY_LOADS | NOC_BY_COST},
    {"link_timing", NOC_CHOICE, NETWORK(link_timing), 0, 0, 0, NOC_YOUNGER, link_timing_name, "",
     "given: links take the cycles that settings say (channel_cycles, long_cycles, ...); wire: "
     "more "
     "where their wire needs more at chip.clock_mhz and chip.technology_nm",
     "", NOC_UNREAD(&wires_in_time), NOC_BY_LOADS | NOC_BY_COST},
    {"allocator", NOC_CHOICE, NETWORK(allocator), 0, 0, 0, 0, allocator_name, "",
     "of the switch, and of virtual channels unless network.vc_allocator says otherwise "
     "('nocsight describe allocators')",
     "te13 Table IV: iSLIP", NULL, NOC_BY_CONTENTION | NOC_BY_COST},
    {"vc_allocator", NOC_CHOICE, NETWORK(vc_allocator), 0, 0, 0, NOC_YOUNGER, vc_allocator_name, "",
     "of virtual channels alone", "BookSim 2.0: vc_allocator", NOC_UNREAD(&vc_allocator_unread),
     NOC_BY_CONTENTION},
    {"allocator_iterations", NOC_INTEGER, NETWORK(allocator_iterations), 1, 16, 1, 0, NULL, "",
     "rounds of an iterative allocator in one cycle", "", NOC_UNREAD(&no_iterations),
     NOC_BY_CONTENTION | NOC_BY_COST},
    {"arbitration", NOC_CHOICE, NETWORK(arbitration), 0, 0, 0, NOC_YOUNGER, arbitration_name, "",
     "inside the separable allocators: the first request at or after a pointer, or (matrix) the "
     "one that was served least recently",
     "Dally and Towles 2004, 18.5; BookSim 2.0: arb_type",
     NOC_UNREAD(&no_arbiters, &arbiters_unread), 0},
    {"speculation", NOC_CHOICE, NETWORK(speculation), 0, 0, 0, 0, speculation_name, "",
     "routers of 1 or 2 stages: whether speculative switch requests yield to the others",
     "BookSim 2.0 with iSLIP: equal", NOC_UNREAD(&long_pipeline), NOC_BY_CONTENTION | NOC_BY_COST},
    {"vc_reallocation", NOC_CHOICE, NETWORK(vc_reallocation), 0, 0, 0, 0, reallocation_name, "",
     "when a virtual channel may go to the next packet: once the tail has left for it, or (atomic) "
     "once it is empty again",
     "BookSim 2.0: wait_for_tail_credit", NULL, NOC_BY_CONTENTION | NOC_BY_COST},
    {"vc_turnaround", NOC_CHOICE, NETWORK(vc_turnaround), 0, 0, 0, 0, turnaround_name, "",
     "what a virtual channel does between two packets of routers of 3 or 4 stages; pipeline: it "
     "idles while the next head is routed and gets its output channel; overlapped: that happens "
     "while the packet before leaves, so that stages cost latency only",
     "BookSim 2.0: pipeline; te13 3.3, Table IV: overlapped, as it is read",
     NOC_UNREAD(&short_pipeline, &atomic_vcs), NOC_BY_CONTENTION | NOC_BY_COST},
    {"allocation_hold", NOC_CHOICE, NETWORK(allocation_hold), 0, 0, 0, 0, allocation_hold_name, "",
     "event that costs a second cycle in switch allocation, in which the crossbar input and output "
     "stay "
     "held: nothing, the head of each packet, or every flit",
     "cdx19 5.4, FC-Real: flit", NULL, NOC_BY_LOADS},
    {"credit_cycles", NOC_INTEGER, NETWORK(credit_cycles), 0, 64, 0, 0, NULL, "cycles",
     "delay of credits at routers on top of the channel's", "BookSim 2.0: credit_delay", NULL,
     NOC_BY_CONTENTION},
    {"input_speedup", NOC_INTEGER, NETWORK(input_speedup), 1, 4, 1, 0, NULL, "",
     "crossbar inputs of an input port; its virtual channels take turns on them",
     "te13 Table IV: 1", NOC_UNREAD(&one_input), NOC_BY_CONTENTION | NOC_BY_COST},
    {"internal_speedup", NOC_REAL, NETWORK(internal_speedup), 1, 16, 1, NOC_YOUNGER, NULL,
     "steps/cycle",
     "steps that routers run in a cycle of routing, allocation and crossbar: of 1.5 one and two in "
     "turn; stages take a step each, and outputs have queues",
     "BookSim 2.0: internal_speedup", NULL, NOC_BY_LOADS | NOC_BY_COST},
    {"link_flits_per_cycle", NOC_REAL, NETWORK(link_flits_per_cycle), 0.1, 64, 1, NOC_YOUNGER, NULL,
     "flits/cycle",
     "most flits that a link between routers accepts: 0.5 is a flit every other cycle", "",
     NOC_UNREAD(&rates_of_links, &no_links, &slow_routers), NOC_BY_LOADS | NOC_BY_COST},
    {"port_flits_per_cycle", NOC_REAL, NETWORK(port_flits_per_cycle), 0.1, 64, 1, NOC_YOUNGER, NULL,
     "flits/cycle", "most flits that an injection or ejection port accepts", "",
     NOC_UNREAD(&rates_of_nodes), NOC_BY_LOADS | NOC_BY_COST},
    {"slices", NOC_INTEGER, NETWORK(slices), 1, 8, 1, 0, NULL, "networks",
     "parallel networks that the channel is sliced into, each flit_bytes / slices wide", "te13 4.4",
     NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"memory_ports", NOC_INTEGER, NETWORK(memory_ports), 1, NOC_PORTS_MAX, 1, 0, NULL, "ports",
     "injection and ejection ports of a memory node in each network", "te13 4.3",
     NOC_UNREAD(&no_memory, &ports_of_nodes), NOC_BY_GRAPH | NOC_BY_COST},
    {"memory_ports_of", NOC_CHOICE, NETWORK(memory_port_directions), 0, 0, 0, 0,
     port_directions_name, "",
     "which ports memory_ports counts; of the others a memory node has one", "te13 5.4",
     NOC_UNREAD(&one_memory_port, &ports_of_nodes), NOC_BY_GRAPH | NOC_BY_COST},
    {"terminal_mm", NOC_REAL, NETWORK(terminal_mm), 0, 100, 0, 0, NULL, "mm",
     "length of the links between nodes and routers; 0: as the topology has it",
     "te13 5.9: 0.05; cdx19 4: 3.3", NULL, NOC_BY_CONTENTION | NOC_BY_COST | NOC_BY_WIRES},
    {"edge_routers", NOC_CHOICE, NETWORK(edge_routers), 0, 0, 0, 0, edge_routers_name, "",
     "what routers at the edge of a mesh cost: as the regular tile (full), or without the ports "
     "that lead nowhere (trimmed); where no router has neighbours on all sides (one row, or two), "
     "each costs the ports that it has",
     "te13 Table VI, cdx19 Table 2: full", NOC_UNREAD(&no_edge), NOC_BY_CONTENTION | NOC_BY_COST},
    {"buffer_cells", NOC_CHOICE, NETWORK(buffer_cells), 0, 0, 0, NOC_YOUNGER, buffer_cells_name, "",
     "cells of input buffers: the cells of the technology's table (flip-flops; at 65 nm ORION's "
     "SRAM), "
     "published SRAM cells, or (auto) these in arrays of 16 flits or more",
     "data/sram.cfg", NULL, NOC_BY_COST},
    {"buffer_banks", NOC_INTEGER, NETWORK(buffer_banks), 1, 64, 1, NOC_YOUNGER, NULL, "arrays",
     "arrays over which the flits of an input buffer are spread, each with a decoder and periphery "
     "of its own; an access wakes one",
     "", NULL, NOC_BY_COST},
    {"ecc_bits", NOC_INTEGER, NETWORK(ecc_bits), 0, 8192, 0, NOC_YOUNGER, NULL, "bits",
     "check bits that go with each flit, of each slice, through links, buffers and crossbars: 10 "
     "correct an error and detect two of 256 bits; made where nodes send, checked where they get",
     "Hsiao 1970", NULL, NOC_BY_COST},
    {"adaptive_sees", NOC_CHOICE, NETWORK(congestion_measure), 0, 0, 0, NOC_YOUNGER,
     congestion_name, "",
     "flits that packets count which choose a link by fewer flits; outstanding: sent there, less "
     "the credits that are back, so that those on the wire count; buffered: in the buffers behind "
     "it",
     "BookSim 2.0: outstanding", NOC_UNREAD(&no_counts), NOC_BY_CONTENTION},
    {"multicast", NOC_CHOICE, NETWORK(multicast), 0, 1, 0, NOC_YOUNGER, noc_truth_name, "",
     "replies that a memory node merges (memory.approximable) go to several nodes as one packet, "
     "which forks where their ways part; others that go to several nodes fork in any case",
     "icc 3.2: packet coalescing",
     NOC_UNREAD(&no_replies, &noc_unread_no_coalescing, &noc_unread_trace_played,
                &noc_unread_no_workload, &noc_unread_open_loop),
     NOC_BY_LOOP},
    {"slice_choice", &noc_slice_choice_type, NETWORK(slice_choice), 0, 0, 0, 0,
     noc_slice_choice_name, "", "slice that a packet uses ('nocsight describe slice-choices')",
     "te13 4.4, 4.5", NOC_UNREAD(&one_slice), NOC_BY_ROUTES},
    {"port_policy", &noc_port_choice_type, NETWORK(channel_choice), 0, 0, 0, 0,
     noc_port_choice_name, "",
     "injection port that a packet of a memory node uses ('nocsight describe channel-choices')",
     "te13 4.3.1", NOC_UNREAD(&one_reply_port), NOC_BY_CONTENTION},
};

static const noc_key_table vc_keys = NOC_KEYS(vc_key_rows), no_keys = {NULL, 0};

static const noc_key_table *const tables[NOC_SWITCHINGS] = {
#define NOC_SWITCHING(id, name, keys, channels, limit, silicon, buffers) &keys,
#include "network/graph/switching.def"
#undef NOC_SWITCHING
};

noc_key_table noc_switching_keys(noc_switching switching)
{
    return *tables[switching];
}
