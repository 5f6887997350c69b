/* network/graph/resources.h: kinds of resources that can limit a design, and the meaning of "5 %
 * less capacity" for each.
 *
 * The limit of a design is the kind whose capacity, reduced by NOC_DERATED_SHARE, costs most
 * throughput. Model and sampler reduce the capacity of one kind at a time in the same sense:
 *
 *   cores          a core's clock stops in one of NOC_REST_CYCLES of its cycles; 5 % fewer MSHRs
 *   networks       each channel stops in one of NOC_REST_CYCLES network cycles; an ideal network
 *                  accepts nothing then; in overlays and slices a memory node's sender, or a
 *                  column's token, stops
 *   memory ports   injection and ejection channels of memory nodes stop in one of
 *                  NOC_REST_CYCLES network cycles
 *   memory queues  input and reply queues have 5 % fewer places, as a stopped queue would still
 *                  hold its entries
 *   cache          no lookup begins in one of NOC_REST_CYCLES network cycles; lookups in progress
 *                  hold their bank for a cycle longer
 *   DRAM           the memory clock, with all timings, stops in one of NOC_REST_CYCLES clocks
 *
 * The sampler stops members in turn, and removes whole places from members, evenly. The model
 * multiplies the capacity of a channel, a pipeline or a cache by 1 - NOC_DERATED_SHARE, slows
 * the memory clock by the same factor, and removes fractions of places. Latency is no capacity.
 * If all times grew by 5 %, throughput would fall by 5 %. So the loss due to latency is 5 % less
 * the loss with all kinds reduced at once. */
#ifndef NOC_NETWORK_GRAPH_RESOURCES_H
#define NOC_NETWORK_GRAPH_RESOURCES_H

#include <stdint.h>

#include "network/graph/system.h"

typedef enum noc_resource {
    NOC_RESOURCE_NONE,
    NOC_RESOURCE_CORES,
    NOC_RESOURCE_REQUEST_NETWORK, /* networks that carry requests only */
    NOC_RESOURCE_REPLY_NETWORK,
    NOC_RESOURCE_NETWORK, /* networks that carry both classes, or packets between peers */
    NOC_RESOURCE_MEMORY_PORT,
    NOC_RESOURCE_MEMORY_QUEUE,
    NOC_RESOURCE_CACHE,
    NOC_RESOURCE_DRAM,
    NOC_RESOURCE_LATENCY, /* no capacity is exhausted: cores wait for single requests */
    NOC_RESOURCES
} noc_resource;

/* True if a set of kinds, with bits 1 << kind, contains a kind. */
static inline bool noc_resource_is_in(unsigned set, noc_resource resource)
{
    return set >> resource & 1u;
}

/* Set of kinds whose members are channels, or the flits that an ideal network accepts. */
enum {
    NOC_RESOURCE_CHANNELS = 1 << NOC_RESOURCE_REQUEST_NETWORK | 1 << NOC_RESOURCE_REPLY_NETWORK |
                            1 << NOC_RESOURCE_NETWORK | 1 << NOC_RESOURCE_MEMORY_PORT
};

/* Period of the stops of a member of a derated kind, cycles: the member stops in one cycle of
 * each. */
enum { NOC_REST_CYCLES = 20 };
#define NOC_DERATED_SHARE (1.0 / NOC_REST_CYCLES)

/* Kinds derated in a run. */
typedef struct noc_derating {
    unsigned kinds;       /* set of kinds; 0: none */
    unsigned rest_cycles; /* period of the stops, cycles (NOC_REST_CYCLES) */
} noc_derating;

/* Difference of the losses of two kinds, share of the throughput, below which both are named as
 * the limit. */
#define NOC_RESOURCE_TIE 0.005

/* "cores", "request-network", ...; "" for none. */
const char *noc_resource_name(noc_resource resource);

/* Kind of a name; NOC_RESOURCE_NONE: none. */
noc_resource noc_resource_of_name(const char *name);

/* Name in words, with an article: "the request network", "the DRAM" (a memory node's name may
 * follow), "the latency of single requests". */
const char *noc_resource_words(noc_resource resource);

/* Kind of the channels of a network, ports of memory nodes excluded. */
noc_resource noc_resource_of_network(const noc_graph *graph, uint16_t network);

/* Kind of a channel: a network, or memory ports. */
noc_resource noc_resource_of_channel(const noc_graph *graph, uint32_t channel);

/* Set of the kinds that can limit a design: cores, queues, caches and DRAMs in closed loop only;
 * no ideal network without a limit. */
unsigned noc_resources_of(const noc_system *system, bool closed_loop);

/* Number of places removed from member number `member` of `members`, each with `places`: one in
 * `rest_cycles` of all places, rounded to whole places and spread evenly. */
uint32_t noc_places_removed(uint32_t places, uint32_t members, uint32_t member,
                            unsigned rest_cycles);

#endif
