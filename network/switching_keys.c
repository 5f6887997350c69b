#include "network/switching_keys.h"

#include "network/choices.h"
#include "network/design.h"

#define NETWORK(member) offsetof(noc_network_spec, member)

static const char *allocator_name(size_t i)
{
    static const char *const names[] = {
#define NOC_ALLOCATOR(id, ID) #id,
#include "network/allocators.def"
#undef NOC_ALLOCATOR
    };
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}
NOC_NAMES(speculation_name, "priority", "equal")
NOC_NAMES(reallocation_name, "non-atomic", "atomic")
NOC_NAMES(turnaround_name, "pipeline", "overlapped")
NOC_NAMES(hold_name, "none", "packet", "flit")
NOC_NAMES(ports_of_name, "both", "injection", "ejection")
NOC_NAMES(timing_name, "given", "wire")
NOC_NAMES(edge_routers_name, "full", "trimmed")

static const noc_key rows[] = {
    {"virtual_channels", NOC_INTEGER, NETWORK(virtual_channels), 1, NOC_VCS_MAX, 2, 0, NULL, "",
     "virtual channels of a port in total, of all classes that share the network",
     "te13 Table IV: 2"},
    {"request_virtual_channels", NOC_INTEGER, NETWORK(request_virtual_channels), 0, NOC_VCS_MAX - 1,
     0, 0, NULL, "",
     "those of requests, where replies share the network and have the others; 0: half, rounded "
     "down",
     "rapid18 Table 1: 5 in all, shares not stated"},
    {"buffer_flits", NOC_INTEGER, NETWORK(buffer_flits), 1, 1024, 8, 0, NULL, "flits",
     "buffer of each virtual channel", "te13 Table IV: 8"},
    {"router_stages", NOC_INTEGER, NETWORK(router_stages), 1, 4, 4, 0, NULL, "cycles",
     "pipeline; 4: RC,VA,SA,ST  3: look-ahead routing  2: and speculation  1: all in one cycle",
     "te13 Table IV: 4"},
    {"channel_cycles", NOC_INTEGER, NETWORK(channel_cycles), 1, 64, 1, 0, NULL, "cycles",
     "latency of a channel between neighbouring routers", "te13 Table IV: 1"},
    {"link_timing", NOC_CHOICE, NETWORK(link_timing), 0, 0, 0, NOC_YOUNGER, timing_name, "",
     "given: links take the cycles that settings say (channel_cycles, long_cycles, ...); wire: "
     "more "
     "where their wire needs more at chip.clock_mhz and chip.technology_nm",
     ""},
    {"allocator", NOC_CHOICE, NETWORK(allocator), 0, 0, 0, 0, allocator_name, "",
     "of virtual channels and of the switch; separable: input first; maximum: the ideal, a "
     "matching of maximum size",
     "te13 Table IV: iSLIP"},
    {"allocator_iterations", NOC_INTEGER, NETWORK(allocator_iterations), 1, 16, 1, 0, NULL, "",
     "rounds of an iterative allocator in one cycle", ""},
    {"speculation", NOC_CHOICE, NETWORK(speculation), 0, 0, 0, 0, speculation_name, "",
     "routers of 1 or 2 stages: whether speculative switch requests yield to the others",
     "BookSim 2.0 with iSLIP: equal"},
    {"vc_reallocation", NOC_CHOICE, NETWORK(vc_reallocation), 0, 0, 0, 0, reallocation_name, "",
     "when a virtual channel may go to the next packet: once the tail has left for it, or (atomic) "
     "once it is empty again",
     "BookSim 2.0: wait_for_tail_credit"},
    {"vc_turnaround", NOC_CHOICE, NETWORK(vc_turnaround), 0, 0, 0, 0, turnaround_name, "",
     "what a virtual channel does between two packets of routers of 3 or 4 stages; pipeline: it "
     "idles while the next head is routed and gets its output channel; overlapped: that happens "
     "while the packet before leaves, so that stages cost latency only",
     "BookSim 2.0: pipeline; te13 3.3, Table IV: overlapped, as it is read"},
    {"allocation_hold", NOC_CHOICE, NETWORK(allocation_hold), 0, 0, 0, 0, hold_name, "",
     "what takes a second cycle in switch allocation, in which the crossbar input and output stay "
     "held: nothing, the head of each packet, or every flit",
     "cdx19 5.4, FC-Real: flit"},
    {"credit_cycles", NOC_INTEGER, NETWORK(credit_cycles), 0, 64, 0, 0, NULL, "cycles",
     "delay of credits at routers on top of the channel's", "BookSim 2.0: credit_delay"},
    {"input_speedup", NOC_INTEGER, NETWORK(input_speedup), 1, 4, 1, 0, NULL, "",
     "crossbar inputs of an input port; its virtual channels take turns on them",
     "te13 Table IV: 1"},
    {"internal_speedup", NOC_REAL, NETWORK(internal_speedup), 1, 16, 1, NOC_YOUNGER, NULL,
     "steps/cycle",
     "steps that routers run in a cycle of routing, allocation and crossbar: of 1.5 one and two in "
     "turn; stages take a step each, and outputs have queues",
     "BookSim 2.0: internal_speedup"},
    {"link_flits_per_cycle", NOC_REAL, NETWORK(link_flits_per_cycle), 0.1, 64, 1, NOC_YOUNGER, NULL,
     "flits/cycle", "most that a link between routers takes: 0.5 is a flit every other cycle", ""},
    {"port_flits_per_cycle", NOC_REAL, NETWORK(port_flits_per_cycle), 0.1, 64, 1, NOC_YOUNGER, NULL,
     "flits/cycle", "most that an injection or ejection port takes", ""},
    {"slices", NOC_INTEGER, NETWORK(slices), 1, 8, 1, 0, NULL, "networks",
     "parallel networks that the channel is sliced into, each flit_bytes / slices wide",
     "te13 4.4"},
    {"memory_ports", NOC_INTEGER, NETWORK(memory_ports), 1, NOC_PORTS_MAX, 1, 0, NULL, "ports",
     "injection and ejection ports of a memory node in each network", "te13 4.3"},
    {"memory_ports_of", NOC_CHOICE, NETWORK(memory_ports_of), 0, 0, 0, 0, ports_of_name, "",
     "which ports memory_ports counts; of the others a memory node has one", "te13 5.4"},
    {"terminal_mm", NOC_REAL, NETWORK(terminal_mm), 0, 100, 0, 0, NULL, "mm",
     "length of the links between nodes and routers; 0: as the topology has it",
     "te13 5.9: 0.05; cdx19 4: 3.3"},
    {"edge_routers", NOC_CHOICE, NETWORK(edge_routers), 0, 0, 0, 0, edge_routers_name, "",
     "what routers at the edge of a mesh cost: as the regular tile (full), or without the ports "
     "that lead nowhere (trimmed)",
     "te13 Table VI, cdx19 Table 2: full"},
    {"slice_choice", &noc_slice_choice_type, NETWORK(slice_choice), 0, 0, 0, 0,
     noc_slice_choice_name, "", "slice that a packet takes ('nocsight list slice-choices')",
     "te13 4.4, 4.5"},
    {"port_policy", &noc_port_choice_type, NETWORK(port_policy), 0, 0, 0, 0, noc_port_choice_name,
     "", "injection port that a packet of a memory node takes ('nocsight list channel-choices')",
     "te13 4.3.1"},
};

static const noc_key_table vc_keys = NOC_KEYS(rows), no_keys = {NULL, 0};

static const noc_key_table *const tables[NOC_SWITCHINGS] = {
#define NOC_SWITCHING(id, name, keys, channels, limit, silicon, buffers) &keys,
#include "network/switching.def"
#undef NOC_SWITCHING
};

noc_key_table noc_switching_keys(noc_switching switching)
{
    return *tables[switching];
}
