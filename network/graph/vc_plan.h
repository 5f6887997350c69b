/* network/graph/vc_plan.h: which virtual channels the packets of a class use on their ways through
 * a network whose routes would close circles without layers (network/graph/vc_layers.h). */
#ifndef NOC_NETWORK_GRAPH_VC_PLAN_H
#define NOC_NETWORK_GRAPH_VC_PLAN_H

#include "network/graph/vc_layers.h"

typedef struct noc_vc_plan {
    noc_vc_layers layers;
    uint32_t sets[NOC_LAYERS_MOST]; /* virtual channels (bits) of each layer */
    uint32_t routers;
    uint8_t *start; /* layer of a packet's first link, by router * routers + destination; NULL where
                       the class has fewer virtual channels than layers: then all use all; and
                       once packets are routed */
} noc_vc_plan;

/* A plan for pairs of routers, each once and in the order of their destinations, of packets that
 * have the virtual channels `vcs`. NULL when out of memory. */
noc_vc_plan *noc_vc_plan_make(const noc_link_table *table, noc_vc_pair *pairs, size_t count,
                              uint32_t vcs);
void noc_vc_plan_free(noc_vc_plan *plan);

/* No more packets will be routed: drops where they start, which takes a byte for each pair of
 * routers. */
void noc_vc_plan_finish(noc_vc_plan *plan);

/* The layer of a packet's first link. */
static inline uint32_t noc_vc_plan_start(const noc_vc_plan *plan, uint32_t from, uint32_t to)
{
    return plan->start[(size_t)from * plan->routers + to];
}

#endif
