/* network/graph/system.h: a design, compiled. The one thing that the three readers (analytic/,
 * sampler/, power_area/) are given; it never changes once built, so threads may share it. */
#ifndef NOC_NETWORK_GRAPH_SYSTEM_H
#define NOC_NETWORK_GRAPH_SYSTEM_H

#include "design/design.h"
#include "design/kept.h"
#include "network/graph/graph.h"
#include "network/graph/routes.h"
#include "network/graph/traffic.h"

/* Rates that flows of a large network make, where one stands for all whose ways are alike
 * (network/compile/merged_flows.h). Rates are relative, as flows'. */
typedef struct noc_merged_rates {
    double *packets; /* packets by channel and class: channel * NOC_CLASSES + class */
    /* packets by channel, class and the output port that they take next; `ports`: those of the
     * router that has most */
    double *onward;
    uint32_t ports;
    bool by_node; /* flows stand for others of the same compute node only */
} noc_merged_rates;

typedef struct noc_system {
    const noc_design *design; /* borrowed: must outlive the system */
    noc_graph graph;
    noc_routes routes;
    noc_traffic traffic;
    noc_merged_rates merged; /* lists NULL: every flow is there */
    uint32_t vc_layers;      /* most that routes of a class take; 1: none needed */
    noc_kept_value *lends;   /* routes that others have, too; NULL: they are its own */
    /* What its readers keep of it, as long as it is kept (compile.h); NULL: it is not. */
    noc_kept *found;
    noc_kept_value *kept; /* itself */
    /* Values kept of the systems of one command, from which models take their own, too; borrowed.
     * NULL: nothing is kept. */
    noc_kept *beside;
} noc_system;

/* The settings of one of its networks. */
static inline const noc_network_spec *noc_system_spec(const noc_system *system, uint16_t network)
{
    return &system->design->networks[system->graph.networks[network].spec];
}

/* Frees a system, or lets it go where it is kept. */
void noc_system_free(noc_system *system);

/* Frees a system that is kept no longer, and what its readers kept of it. */
void noc_system_drop(noc_system *system);

/* Mean flits of the packets of a class on one network. */
double noc_system_mean_flits(const noc_system *system, noc_class class, uint16_t network);

/* The same over all networks that carry the class; 0 if none does. */
double noc_system_class_flits(const noc_system *system, noc_class class);

/* Mean flits of all packets, requests and replies; 1 where there are none. */
double noc_system_packet_flits(const noc_system *system);

/* Cycles for which a flit takes a channel, as the crossbar's port at it and the codec at its outer
 * end do, mean over the packets of a class; 1 if it has none. */
double noc_system_cycles_of_flit(const noc_system *system, noc_class class, uint32_t channel);

/* Share of the time that a channel, or the busiest one, is in use, where a flit of some networks
 * takes a port for longer than a cycle; above 1 for rates that no channel passes.
 * `flits`: flits a cycle, [channel * NOC_CLASSES + class]. */
double noc_system_time_used(const noc_system *system, const double *flits, uint32_t channel);
double noc_system_busiest_used(const noc_system *system, const double *flits);

/* Cycles for which the codec at the outer end of a channel is busy with each packet; 0 on links,
 * and where there are none. */
double noc_system_codec_cycles(const noc_system *system, uint32_t channel);

/* Packets per cycle of one injecting node at an offered load in flits per cycle of that node. */
double noc_system_packet_rate(const noc_system *system, double load);

/* Flits per cycle that the ports for a terminal's own packets take; networks without channels take
 * a packet a cycle at most. */
double noc_system_port_flits(const noc_system *system, uint32_t terminal);

/* Bytes of data per cycle that the ports of all memory nodes take of replies to reads; NAN: there
 * are no memory nodes, or their replies do not take channels. */
double noc_system_memory_interface(const noc_system *system);

/* The load that the design itself says (traffic.rates), flits per cycle of an injecting node, mean;
 * 0: it says none. */
static inline double noc_system_own_load(const noc_system *system)
{
    return system->traffic.own_rate * system->traffic.injected_flits;
}

/* The highest load that can be offered: what the ports of a node take for packets that it creates,
 * of the node whose ports take least of what it is to send. */
double noc_system_highest_load(const noc_system *system);

#endif
