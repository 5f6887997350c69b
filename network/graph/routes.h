/* network/graph/routes.h: paths of packets from terminal to terminal.
 *
 * A path is a chain of hops: injection channel, links, ejection channel, each with the set of
 * virtual channels that the packet may use there. Equal ends of paths are stored once, so that the
 * hops of all paths to one destination form a tree towards it. A hop is always stored after the hop
 * that follows it (next < own index): readers that sweep hops from last to first meet every hop
 * before its next.
 *
 * Where a routing lets a packet choose among links on its way, hops have alternatives in a list
 * (noc_hop_choice.other): behind a hop, a packet goes on to the next hop or to one of that hop's
 * list. The rule is the network's (noc_route_choice). A hop's alternatives are stored before it,
 * too. */
#ifndef NOC_NETWORK_GRAPH_ROUTES_H
#define NOC_NETWORK_GRAPH_ROUTES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "network/graph/graph.h"

typedef struct noc_hop {
    uint32_t channel;
    uint32_t vcs;  /* set of virtual channels (bits) */
    uint32_t next; /* hop, NOC_NONE after the ejection channel */
} noc_hop;

/* Properties of a hop that is one of a list of alternatives. */
typedef struct noc_hop_choice {
    uint32_t other;   /* next hop of the list; NOC_NONE: the list ends */
    uint16_t weight;  /* weight of the flits outstanding on its channel */
    uint16_t bias;    /* flits added to weight times the flits outstanding */
    uint8_t priority; /* rank of requests for virtual channels; the higher goes first */
} noc_hop_choice;

/* Choice of a hop without alternatives. */
#define NOC_NO_CHOICE ((noc_hop_choice){.other = NOC_NONE, .weight = 1})

typedef struct noc_path {
    uint32_t first;     /* hop on an injection channel */
    uint32_t routers;   /* routers on the path; with choices, in an idle network */
    double probability; /* probability of the path among those of its route */
} noc_path;

/* Paths of a flow; the source draws one for each packet, by their probabilities. */
typedef struct noc_route {
    uint32_t first_path;
    uint32_t paths;
} noc_route;

typedef struct noc_routes {
    noc_hop *hops;
    noc_hop_choice *choices; /* choices by hop; NULL: no packet has one */
    uint32_t hop_count, hop_capacity;
    noc_path *paths;
    uint32_t path_count, path_capacity;
    /* hops that lead to each hop (first_before, then next_before from one to the next), and last
     * hops of paths by channel; while building only */
    uint32_t *first_before, *next_before;
    uint32_t *last_hops, last_hop_channels;
    bool lent; /* arrays belong to another system, which frees them */
} noc_routes;

/* A list of router-to-router paths under construction, reused from pair to pair. */
typedef struct noc_paths {
    struct noc_step {
        uint32_t channel, vcs;
    } * steps;
    size_t step_count, step_capacity;
    struct noc_way {
        size_t first, count; /* first position in steps; count */
        double probability;
    } * ways;
    size_t way_count, way_capacity;
    bool failed; /* memory ran out at some point */
} noc_paths;

/* Functions for routings: start a path, then add its links in order. A path may have none. */
void noc_paths_begin(noc_paths *paths, double probability);
void noc_paths_step(noc_paths *paths, uint32_t channel, uint32_t vcs);
void noc_paths_clear(noc_paths *paths);

/* Hop (channel, vcs, next), stored once. NOC_NONE when out of memory. */
uint32_t noc_routes_hop(noc_routes *routes, uint32_t channel, uint32_t vcs, uint32_t next);
/* Hop that is one of a list of alternatives, stored once. NOC_NONE when out of memory. */
uint32_t noc_routes_choice(noc_routes *routes, noc_hop hop, noc_hop_choice choice);

/* Next hop of a list of alternatives; NOC_NONE: the list ends. */
static inline uint32_t noc_routes_other(const noc_routes *routes, uint32_t hop)
{
    return routes->choices ? routes->choices[hop].other : NOC_NONE;
}

/* Hop of a list that a packet takes where no flit is outstanding: the least bias, the first of
 * equals. */
uint32_t noc_routes_idle(const noc_routes *routes, uint32_t hop);

/* Hop that follows a hop in an idle network; NOC_NONE after the ejection channel. */
static inline uint32_t noc_routes_onward(const noc_routes *routes, uint32_t hop)
{
    const uint32_t next = routes->hops[hop].next;
    return routes->choices && next != NOC_NONE ? noc_routes_idle(routes, next) : next;
}

uint32_t noc_routes_add_path(noc_routes *routes, noc_path path);

/* Ends building: frees the lists that only building needs. */
void noc_routes_finish(noc_routes *routes);
void noc_routes_clear(noc_routes *routes);

/* ---- turns --------------------------------------------------------------------------------- */

/* Half router (in which packets do not turn, te13 4.1) at which a way turns, in the network whose
 * routers are numbered `shift` higher than the way's own; NOC_NONE: none. */
uint32_t noc_half_turn(const noc_graph *graph, const noc_paths *paths, const struct noc_way *way,
                       uint32_t shift);

/* True if a way turns anywhere. */
bool noc_way_turns(const noc_graph *graph, const noc_paths *paths, const struct noc_way *way);

#endif
