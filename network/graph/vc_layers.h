/* network/graph/vc_layers.h: layers of virtual channels, in which routes of any graph are free of
 * circles.
 *
 * Routes of a general graph may depend on each other in a circle (network/compile/deadlock.h). So
 * virtual channels are divided into layers, each with an order of the links
 * (network/graph/link_order.h). A packet stays in its layer as long as its route leads on in that
 * layer's order, and goes up to the next layer where it turns back, as at a dateline. Dependencies
 * stay within a layer or lead to a higher one, so no circle closes. (LASH-TOR: Skeie, Lysne,
 * Flich, Lopez, Robles, Duato, A Generic Transition-Oriented Routing Algorithm, ICPADS 2004; after
 * LASH: Skeie, Lysne, Theiss, IPDPS 2002. With packets that keep their layer, as LASH and DFSSSP
 * have it, a ring of 8 in one direction takes 4 layers in place of 2, a random graph of 1,024
 * routers with four links each 16 in place of 5.) */
#ifndef NOC_NETWORK_GRAPH_VC_LAYERS_H
#define NOC_NETWORK_GRAPH_VC_LAYERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

enum { NOC_LAYERS_MOST = 32 };

/* Routes by destination: at router r a packet for router d goes on to router next[d * routers + r].
 * Links of router r have the numbers first[r] to first[r + 1] - 1, in ascending order of the
 * routers to[link] that they lead to. Routes have no loops; only routes of the pairs are read. */
typedef struct noc_link_table {
    uint32_t routers, links;
    const uint32_t *first, *to;
    const uint16_t *next;
} noc_link_table;

/* Link from a router to another, which must exist. */
uint32_t noc_link_between(const noc_link_table *table, uint32_t from, uint32_t to);

/* Pair of routers, with the packets between them (in any unit). `layer` is the result: the layer in
 * which its packets start. */
typedef struct noc_vc_pair {
    uint32_t source, destination;
    double rate;
    uint32_t layer;
} noc_vc_pair;

typedef struct noc_vc_layers {
    uint32_t count; /* layers needed; NOC_LAYERS_MOST + 1: more than NOC_LAYERS_MOST */
    uint32_t *place[NOC_LAYERS_MOST]; /* place of each link in the order of the layer */
    double busiest[NOC_LAYERS_MOST];  /* packets of the layer on its busiest link */
} noc_vc_layers;

/* Finds layers, and gives each pair the layer that its packets start in: the one where the packets
 * of earlier pairs on the same links are fewest. Pairs stand in the order of their destinations;
 * equal pairs give equal layers. Where NOC_LAYERS_MOST layers do not suffice pairs are left
 * unchanged. NOC_EFAILED when out of memory; clear in any case. */
noc_status noc_vc_layers_find(noc_vc_layers *layers, const noc_link_table *table,
                              noc_vc_pair *pairs, size_t count);
void noc_vc_layers_clear(noc_vc_layers *layers);

/* Layer of a packet that comes over link `in` in `layer`, when it goes on over link `out`. */
static inline uint32_t noc_vc_layers_on(const noc_vc_layers *layers, uint32_t layer, uint32_t in,
                                        uint32_t out)
{
    const uint32_t *place = layers->place[layer];
    return place[in] < place[out] ? layer : layer + 1;
}

/* Divides a set of virtual channels (bits) among the layers, lowest first: one for each layer, and
 * the others one by one to the layer with most packets on its busiest link for each channel that it
 * has: virtual channels run out there first. False where there are fewer channels than layers. */
bool noc_vc_layers_divide(const noc_vc_layers *layers, uint32_t vcs,
                          uint32_t sets[NOC_LAYERS_MOST]);

/* Virtual channels that the packets of a class use on their ways through a network whose routes
 * would close circles without layers. */
typedef struct noc_vc_plan {
    noc_vc_layers layers;
    uint32_t sets[NOC_LAYERS_MOST]; /* virtual channels (bits) of each layer */
    uint32_t routers;
    /* layer of a packet's first link, at router * routers + destination; NULL where the class has
     * fewer virtual channels than layers, so all packets use all, and once packets are routed */
    uint8_t *start;
} noc_vc_plan;

/* Makes a plan for pairs of routers, each once and in the order of their destinations, of packets
 * that have the virtual channels `vcs`. NULL when out of memory. */
noc_vc_plan *noc_vc_plan_make(const noc_link_table *table, noc_vc_pair *pairs, size_t count,
                              uint32_t vcs);
void noc_vc_plan_free(noc_vc_plan *plan);

/* Frees the first layers, a byte for each pair of routers, when no more packets will be routed. */
void noc_vc_plan_finish(noc_vc_plan *plan);

/* Layer of a packet's first link. */
static inline uint32_t noc_vc_plan_start(const noc_vc_plan *plan, uint32_t from, uint32_t to)
{
    return plan->start[(size_t)from * plan->routers + to];
}

#endif
