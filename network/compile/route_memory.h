/* network/compile/route_memory.h: the routes of the system compiled before, for the next one with
 * the same graph, flows and routing: of designs that differ in buffers, widths or stages only the
 * first is routed. */
#ifndef NOC_NETWORK_COMPILE_ROUTE_MEMORY_H
#define NOC_NETWORK_COMPILE_ROUTE_MEMORY_H

#include "network/graph/system.h"

/* Zero-initialise before use; one of a thread. */
typedef struct noc_route_memory {
    unsigned char *key; /* all that routes depend on */
    size_t key_size, key_capacity;
    noc_routes routes;
    noc_route *of_flows;
    size_t flow_count;
    uint32_t vc_layers; /* most that these routes take */
    uint64_t number;    /* of what is remembered: the n-th */
    bool known;
} noc_route_memory;

/* Lends a system whose graph and traffic are made the routes that are remembered, and gives it
 * their number and the number of their layers, but no plans: it must be freed before another one
 * asks. False if they are others': then the key is this system's, for noc_routes_remember. */
bool noc_routes_recall(noc_route_memory *memory, noc_system *system);

/* Takes the routes of the system that was asked for last, lends them to it and gives it their
 * number. Out of memory it forgets all. */
void noc_routes_remember(noc_route_memory *memory, noc_system *system);
void noc_route_memory_clear(noc_route_memory *memory);

#endif
