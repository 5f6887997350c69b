/* network/graph/system.h: compiled design, the one input of the three readers (analytic/, sampler/,
 * power_area/). A system never changes once built, so threads may share it. */
#ifndef NOC_NETWORK_GRAPH_SYSTEM_H
#define NOC_NETWORK_GRAPH_SYSTEM_H

#include "design/design.h"
#include "design/kept.h"
#include "network/graph/graph.h"
#include "network/graph/routes.h"
#include "network/graph/traffic.h"

/* Rates of flows in a large network, where one flow stands for all whose ways have equal latency
 * (network/compile/merged_flows.h). Rates are relative, as those of flows. */
typedef struct noc_merged_rates {
    double *packets; /* packets by channel and class: channel * NOC_CLASSES + class */
    /* packets of each channel, class and next output port; `ports` is the most outputs of a
     * router */
    double *onward;
    uint32_t ports;
    bool by_node; /* flows stand for others of the same compute node only */
} noc_merged_rates;

typedef struct noc_system {
    const noc_design *design; /* borrowed: must outlive the system */
    noc_graph graph;
    noc_routes routes;
    noc_traffic traffic;
    noc_merged_rates merged; /* merged rates; lists NULL: all flows are stored */
    uint32_t vc_layers;      /* most layers that routes of a class need; 1: no layers needed */
    noc_kept_value *lends;   /* routes shared with other systems; NULL: routes of its own */
    /* values that readers keep of the system while it is kept (compile.h); NULL: not kept */
    noc_kept *found;
    noc_kept_value *kept; /* the system's own record among the kept systems */
    /* borrowed; values kept of the systems of one command, with those of the models; NULL: nothing
     * is kept */
    noc_kept *beside;
} noc_system;

/* Returns the settings of a network. */
static inline const noc_network_spec *noc_system_spec(const noc_system *system, uint16_t network)
{
    return &system->design->networks[system->graph.networks[network].spec];
}

/* Frees a system, or lets it go where it is kept. */
void noc_system_free(noc_system *system);

/* Frees a system that is kept no longer, and the values that its readers kept. */
void noc_system_drop(noc_system *system);

/* Mean flits of the packets of a class on one network. */
double noc_system_mean_flits(const noc_system *system, noc_class class, uint16_t network);

/* Mean flits of the packets of a class over all networks that carry the class; 0: none carries
 * it. */
double noc_system_class_flits(const noc_system *system, noc_class class);

/* Mean flits of all packets, requests and replies; 1 where a system has none. */
double noc_system_packet_flits(const noc_system *system);

/* Cycles a flit occupies a channel, by the crossbar port at the channel and the codec at its outer
 * end, mean over the packets of a class; 1 if the channel has none. */
double noc_system_cycles_of_flit(const noc_system *system, noc_class class, uint32_t channel);

/* Utilisation of a channel, or of the busiest one, where a flit of some networks occupies a port
 * for more than a cycle; above 1 for rates that no channel passes. `flits`: flits a cycle, [channel
 * * NOC_CLASSES + class]. */
double noc_system_time_used(const noc_system *system, const double *flits, uint32_t channel);
double noc_system_busiest_used(const noc_system *system, const double *flits);

/* Cycles the codec at the outer end of a channel is busy with each packet; 0 on links, and without
 * a codec. */
double noc_system_codec_cycles(const noc_system *system, uint32_t channel);

/* Packets per cycle of one injecting node at an offered load in flits per cycle of that node. */
double noc_system_packet_rate(const noc_system *system, double load);

/* Flits per cycle that a terminal's ports accept of its own packets; networks without channels
 * accept a packet a cycle at most. */
double noc_system_port_flits(const noc_system *system, uint32_t terminal);

/* Bytes of data per cycle that the ports of all memory nodes accept of replies to reads; NAN: no
 * memory nodes, or replies without channels. */
double noc_system_memory_interface(const noc_system *system);

/* Load set in the design (traffic.rates), flits per cycle of an injecting node, mean; 0: none. */
static inline double noc_system_own_load(const noc_system *system)
{
    return system->traffic.own_rate * system->traffic.injected_flits;
}

/* Highest load that can be offered: the capacity of a node's ports for packets that it creates, at
 * the node with the least capacity for its share. */
double noc_system_highest_load(const noc_system *system);

#endif
