/* network/graph/routes.h: paths of packets from terminal to terminal.
 *
 * A path is a chain of hops: injection channel, links, ejection channel. Each hop has the set of
 * virtual channels that the packet may use there. A way is the part of a path between routers.
 * Paths with equal last hops share these hops, so the hops of all paths to one destination form a
 * tree. A hop is stored after its next hop (next < the hop's number): a sweep from the last hop to
 * the first meets each hop before its next.
 *
 * Where a routing lets a packet choose among links, a list holds the alternatives of a hop
 * (noc_hop_choice.other): after a hop, a packet takes the next hop or another one of the next
 * hop's list. The network has the rule (noc_route_choice). The alternatives of a hop are stored
 * before the hop. */
#ifndef NOC_NETWORK_GRAPH_ROUTES_H
#define NOC_NETWORK_GRAPH_ROUTES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "network/graph/graph.h"

typedef struct noc_hop {
    uint32_t channel;
    uint32_t vcs;  /* set of virtual channels (bits) */
    uint32_t next; /* next hop; NOC_NONE after the ejection channel */
} noc_hop;

/* Properties of a hop in a list of alternatives. */
typedef struct noc_hop_choice {
    uint32_t other;   /* following hop of the list; NOC_NONE: end of the list */
    uint16_t weight;  /* weight of the flits outstanding on the hop's channel */
    uint16_t bias;    /* bias, flits, added to weight times outstanding flits */
    uint8_t priority; /* priority of requests for virtual channels; the higher goes first */
} noc_hop_choice;

/* Choice of a hop without alternatives. */
#define NOC_NO_CHOICE ((noc_hop_choice){.other = NOC_NONE, .weight = 1})

typedef struct noc_path {
    uint32_t first_hop;    /* hop on the injection channel */
    uint32_t router_count; /* routers on the path; where packets choose, in an idle network */
    double probability;    /* probability of the path among the paths of its route */
} noc_path;

/* Paths of a flow. The source draws one for each packet, by their probabilities. */
typedef struct noc_route {
    uint32_t first_path;
    uint32_t path_count;
} noc_route;

typedef struct noc_routes {
    noc_hop *hops;
    noc_hop_choice *choices; /* choices by hop; NULL: no packet chooses */
    uint32_t hop_count, hop_capacity;
    noc_path *paths;
    uint32_t path_count;
    size_t path_capacity;
    /* while the routes are built: list of the hops that lead to each hop (first_predecessor,
     * then next_predecessor), and list of the last hops of paths, by channel, for
     * channels below last_hop_channels */
    uint32_t *first_predecessor, *next_predecessor;
    uint32_t *last_hops, last_hop_channels;
    noc_arena arena; /* owns the arrays; empty where they belong to another owner */
} noc_routes;

/* List of ways from a router to another under construction; the arrays are used again for the
 * next pair. */
typedef struct noc_paths {
    struct noc_step {
        uint32_t channel, vcs;
    } * steps;
    size_t step_count, step_capacity;
    struct noc_way {
        size_t first, count; /* first position in steps; number of steps */
        double probability;
    } * ways;
    size_t way_count, way_capacity;
    noc_arena arena; /* owns the arrays */
} noc_paths;

/* Frees the paths. */
static inline void noc_paths_clear(noc_paths *owner)
{
    noc_arena_clear(&owner->arena);
}

/* Functions by which routings list ways: begin a way, then add its links in order. A way may
 * have no link. When out of memory, the arena of the paths is short. */
void noc_paths_begin_way(noc_paths *paths, double probability);
void noc_paths_add_link(noc_paths *paths, uint32_t channel, uint32_t vcs);

/* Finds or adds the hop (channel, vcs, next). NOC_NONE when out of memory. */
uint32_t noc_routes_add_hop(noc_routes *routes, uint32_t channel, uint32_t vcs, uint32_t next);
/* Finds or adds a hop of a list of alternatives. NOC_NONE when out of memory. */
uint32_t noc_routes_add_choice(noc_routes *routes, noc_hop hop, noc_hop_choice choice);

/* Following hop of a list of alternatives; NOC_NONE: end of the list. */
static inline uint32_t noc_routes_alternative(const noc_routes *routes, uint32_t hop)
{
    return routes->choices ? routes->choices[hop].other : NOC_NONE;
}

/* Hop of a list that a packet takes where no flit is outstanding: the least bias, the first of
 * equals. */
uint32_t noc_routes_idle_hop(const noc_routes *routes, uint32_t hop);

/* Hop after a hop in an idle network; NOC_NONE after the ejection channel. */
static inline uint32_t noc_routes_idle_next(const noc_routes *routes, uint32_t hop)
{
    const uint32_t next = routes->hops[hop].next;
    return routes->choices && next != NOC_NONE ? noc_routes_idle_hop(routes, next) : next;
}

/* Adds a path. Returns its number, NOC_NONE when out of memory. */
uint32_t noc_routes_add_path(noc_routes *routes, noc_path path);

/* Ends the construction: frees the lists that only construction needs, and spare capacity. */
void noc_routes_finish(noc_routes *routes);

/* ---- turns --------------------------------------------------------------------------------- */

/* Half router (packets do not turn there, te13 4.1) at which a way turns, in a network whose
 * routers have numbers higher by `shift` than those of the way; NOC_NONE: none. */
uint32_t noc_find_half_turn(const noc_graph *graph, const noc_paths *paths,
                            const struct noc_way *way, uint32_t shift);

/* True if a way turns at some router. */
bool noc_way_has_turn(const noc_graph *graph, const noc_paths *paths, const struct noc_way *way);

#endif
