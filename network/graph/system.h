/* network/graph/system.h: compiled design, the input of its three readers: analytic/, sampler/,
 * power_area/. A system is constant once built, so threads may share it. */
#ifndef NOC_NETWORK_GRAPH_SYSTEM_H
#define NOC_NETWORK_GRAPH_SYSTEM_H

#include "base/auto.h"
#include "design/design.h"
#include "design/kept.h"
#include "network/graph/graph.h"
#include "network/graph/routes.h"
#include "network/graph/traffic.h"

/* Rates of a large network, in which one flow stands for all flows whose paths have equal
 * latency (network/compile/merged_flows.h). Rates are relative, as in traffic.h. */
typedef struct noc_merged_rates {
    double *packets; /* packets of each channel and class: [channel * NOC_CLASSES + class] */
    /* packets of each channel and class, by next output port: [(channel * NOC_CLASSES + class) *
     * max_outputs + port]; max_outputs: most outputs of a router */
    double *output_packets;
    uint32_t max_outputs;
    bool is_by_node; /* true: a flow stands for other flows of the same compute node only */
} noc_merged_rates;

typedef struct noc_system {
    const noc_design *design; /* borrowed: must outlive the system */
    noc_graph graph;
    noc_routes routes;
    noc_traffic traffic;
    noc_arena arena;               /* owns the lists of the traffic and of merged rates */
    noc_merged_rates merged_rates; /* rates of merged flows; lists NULL: all flows are stored */
    /* largest number of VC layers that the routes of a class need; 1: no layers */
    uint32_t vc_layers;
    /* record of routes shared with other systems; NULL: the system owns its routes */
    noc_cached_value *shared_routes;
    /* values that readers keep with the system (compile.h); NULL: compiled without a cache */
    noc_value_cache *reader_values;
    noc_cached_value *kept_record; /* record of the system among the kept systems */
    /* borrowed; kept systems, and values of the models, of one command; NULL: nothing is kept */
    noc_value_cache *command_values;
} noc_system;

/* Returns the settings of a network. */
static inline const noc_network_spec *noc_system_spec(const noc_system *system, uint16_t network)
{
    return &system->design->networks[system->graph.networks[network].spec_index];
}

/* Frees a system, or releases it if it is kept. */
void noc_system_free(noc_system *system);

/* Frees the system of a variable: NOC_AUTO_SYSTEM noc_system *system = NULL; */
static inline void noc_auto_system_free(noc_system **system)
{
    noc_system_free(*system);
}
#define NOC_AUTO_SYSTEM NOC_AUTO(noc_auto_system_free)

/* Frees a system, and the values that its readers kept. */
void noc_system_destroy(noc_system *system);

/* Mean flits of the packets of a class on one network. */
double noc_system_mean_flits(const noc_system *system, noc_class class, uint16_t network);

/* Mean flits of the packets of a class over all networks that carry the class; 0: no network
 * carries it. */
double noc_system_class_flits(const noc_system *system, noc_class class);

/* Mean flits of all packets, requests and replies; 1 for a system without packets. */
double noc_system_packet_flits(const noc_system *system);

/* Cycles that a flit occupies a channel, by the crossbar port at the channel and the codec at
 * the channel's outer end, mean over the packets of a class; 1 for a channel without such
 * packets. */
double noc_system_flit_cycles(const noc_system *system, noc_class class, uint32_t channel);

/* Utilisation of a channel, and of the busiest channel. A flit may occupy a port for more than a
 * cycle; a value above 1 is a rate that no channel passes. `flits`: flits a cycle, [channel *
 * NOC_CLASSES + class]. */
double noc_system_utilisation(const noc_system *system, const double *flits, uint32_t channel);
double noc_system_max_utilisation(const noc_system *system, const double *flits);

/* Cycles that the codec at the outer end of a channel is busy with each packet; 0 on links, and
 * without a codec. */
double noc_system_codec_cycles(const noc_system *system, uint32_t channel);

/* Packets per cycle of one injecting node at an offered load, flits per cycle of the node. */
double noc_system_packet_rate(const noc_system *system, double load);

/* Capacity of a terminal's ports for packets that the terminal creates, flits per cycle. Ports
 * of networks without channels accept one packet a cycle. */
double noc_system_port_flits(const noc_system *system, uint32_t terminal);

/* Bandwidth of the ports of all memory nodes for replies to reads, bytes of data per cycle; NAN:
 * no memory nodes, or a reply network without channels. */
double noc_system_reply_bandwidth(const noc_system *system);

/* Load set in the design (traffic.rates), flits per cycle of an injecting node, mean; 0: none. */
static inline double noc_system_design_load(const noc_system *system)
{
    return system->traffic.design_rate * system->traffic.injected_flits;
}

/* Highest load that can be offered: the least capacity of a node's ports for packets that the
 * node creates, divided by the node's relative rate. */
double noc_system_highest_load(const noc_system *system);

#endif
