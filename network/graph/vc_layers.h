/* network/graph/vc_layers.h: layers of virtual channels, which keep routes of any graph free of
 * deadlock.
 *
 * Routes of a general graph may depend on each other in a circle (network/compile/deadlock.h).
 * Layers divide the virtual channels. Each layer has an order of the links
 * (network/graph/link_order.h). A packet stays in its layer while its route leads forward in the
 * layer's order. Where the route turns back, the packet moves to the next layer, as at a dateline.
 * So each dependency stays forward in one layer or leads to a higher layer, and no circle closes.
 * (LASH-TOR: Skeie, Lysne, Flich, Lopez, Robles, Duato, A Generic Transition-Oriented Routing
 * Algorithm, ICPADS 2004; after LASH: Skeie, Lysne, Theiss, IPDPS 2002.)
 *
 * LASH and DFSSSP keep a packet in one layer. They need 4 layers for a ring of 8 routers in one
 * direction, and 16 for a random graph of 1,024 routers with four links each; this scheme needs
 * 2 and 5. */
#ifndef NOC_NETWORK_GRAPH_VC_LAYERS_H
#define NOC_NETWORK_GRAPH_VC_LAYERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

enum { NOC_LAYERS_MAX = 32 };

/* Routes by destination: a packet for router d goes from router r to next_router[d *
 * router_count + r]. Links of router r are numbered first_link[r] to first_link[r + 1] - 1, in
 * ascending order of their targets, link_target[link]. Routes have no loops. Only routes of the
 * given pairs are read. */
typedef struct noc_link_table {
    uint32_t router_count, link_count;
    const uint32_t *first_link, *link_target;
    const uint16_t *next_router;
} noc_link_table;

/* Number of the link from a router to another; the link must exist. */
uint32_t noc_link_between(const noc_link_table *table, uint32_t from, uint32_t to);

/* Pair of routers, with the rate of packets between them in any unit. Result: start_layer, the
 * layer in which its packets start. */
typedef struct noc_vc_pair {
    uint32_t source, destination;
    double rate;
    uint32_t start_layer;
} noc_vc_pair;

typedef struct noc_vc_layers {
    uint32_t count; /* number of layers needed; NOC_LAYERS_MAX + 1: more than NOC_LAYERS_MAX */
    uint32_t *link_place[NOC_LAYERS_MAX]; /* place of each link in the order of each layer */
    double largest_load[NOC_LAYERS_MAX];  /* rate of packets of each layer on its busiest link */
} noc_vc_layers;

/* Finds the layers, and the start layer of each pair: the layer in which its links carry the
 * least traffic of earlier pairs. Pairs are sorted by destination; equal pairs give equal
 * layers. If NOC_LAYERS_MAX layers are too few, pairs are unchanged. NOC_EFAILED when out of
 * memory. The arena owns the places of links. */
noc_status noc_vc_layers_find(noc_arena *arena, noc_vc_layers *layers, const noc_link_table *table,
                              noc_vc_pair *pairs, size_t count);

/* Layer in which a packet goes on over link `out`, if it came over link `in` in `layer`. */
static inline uint32_t noc_vc_layers_next_layer(const noc_vc_layers *layers, uint32_t layer,
                                                uint32_t in, uint32_t out)
{
    const uint32_t *place = layers->link_place[layer];
    return place[in] < place[out] ? layer : layer + 1;
}

/* Divides a set of virtual channels (bits) among the layers, lowest first: one to each layer,
 * then each further one to the layer with the largest load of its busiest link for each channel
 * that the layer has. False where there are fewer channels than layers. */
bool noc_vc_layers_divide(const noc_vc_layers *layers, uint32_t vcs, uint32_t sets[NOC_LAYERS_MAX]);

/* Plan of a class of packets in a network whose routes close circles without layers: the virtual
 * channels of each layer, and the start layers. */
typedef struct noc_vc_plan {
    noc_vc_layers layers;
    uint32_t vc_sets[NOC_LAYERS_MAX]; /* set of virtual channels (bits) of each layer */
    uint32_t router_count;
    /* layer of a packet's first link, [router * router_count + destination]; NULL where the
     * class has fewer virtual channels than layers, so packets use all, and when all packets are
     * routed */
    uint8_t *start_layer;
} noc_vc_plan;

/* Makes, in an arena, a plan for packets that may use the virtual channels `vcs`. Each pair of
 * routers stands once, sorted by destination. NULL when out of memory. */
noc_vc_plan *noc_vc_plan_make(noc_arena *arena, const noc_link_table *table, noc_vc_pair *pairs,
                              size_t count, uint32_t vcs);

/* Layer of a packet's first link. */
static inline uint32_t noc_vc_plan_start_layer(const noc_vc_plan *plan, uint32_t from, uint32_t to)
{
    return plan->start_layer[(size_t)from * plan->router_count + to];
}

#endif
