/* network/graph/resources.h: kinds of resources that limit a design, and the meaning of "5 % less"
 * for each.
 *
 * What limits a design is the kind whose capacity, NOC_DERATED_SHARE less, costs most throughput.
 * Both methods remove that capacity in the same sense, one kind at a time:
 *
 *   cores          the clock of a core stands still in one of NOC_REST_CYCLES of its cycles, and it
 *                  has 5 % fewer MSHRs
 *   networks       each channel moves nothing in one of so many network cycles; an ideal network
 *                  accepts nothing then (overlays and slices: the clock of a memory node's sender
 *                  stands still then, or that of a column's token)
 *   memory ports   injection and ejection channels of memory nodes move nothing in one of so many
 *                  network cycles
 *   memory queues  input and reply queues have 5 % fewer places: a queue that rests would still
 *                  hold as much
 *   cache          no lookup begins in one of so many network cycles, and lookups under way keep
 *                  their bank for a cycle longer
 *   DRAM           its clock stands still in one of so many memory clocks, with all of its timings
 *
 * The sampler lets members rest in turn, and removes whole places from members, evenly. The model
 * multiplies the capacity of a channel, a pipeline or a cache by 1 - NOC_DERATED_SHARE, slows the
 * memory clock by as much, and counts places that need not be whole. Latency is no capacity, so
 * nothing rests for it. If all times grew by 5 %, throughput would fall by as much: so the loss due
 * to latency is 5 %, less the loss with all kinds derated at once. */
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
    NOC_RESOURCE_LATENCY, /* nothing is used up: cores wait for single requests */
    NOC_RESOURCES
} noc_resource;

/* Sets of kinds have bits 1 << kind. */
static inline bool noc_resource_is_in(unsigned set, noc_resource resource)
{
    return set >> resource & 1u;
}

/* Sets of kinds whose members are channels, or the flits that an ideal network accepts. */
enum {
    NOC_RESOURCE_CHANNELS = 1 << NOC_RESOURCE_REQUEST_NETWORK | 1 << NOC_RESOURCE_REPLY_NETWORK |
                            1 << NOC_RESOURCE_NETWORK | 1 << NOC_RESOURCE_MEMORY_PORT
};

/* Cycles of a member of a derated kind, of which it rests in one. */
enum { NOC_REST_CYCLES = 20 };
#define NOC_DERATED_SHARE (1.0 / NOC_REST_CYCLES)

/* Kinds derated in a run, and cycles of their members of which they rest in one. */
typedef struct noc_derating {
    unsigned kinds; /* set of kinds; 0: none */
    unsigned rest_cycles;
} noc_derating;

/* Difference of losses, as a share of the throughput, below which both kinds are the cause. */
#define NOC_RESOURCE_TIE 0.005

/* "cores", "request-network", ...; "" for none. */
const char *noc_resource_name(noc_resource resource);

/* Kind of a name; NOC_RESOURCE_NONE: none. */
noc_resource noc_resource_named(const char *name);

/* Name in words for people, with an article: "the request network", "the DRAM" (of a memory node,
 * which may follow), "the latency of single requests". */
const char *noc_resource_words(noc_resource resource);

/* Kind of a network's own channels. */
noc_resource noc_resource_of_network(const noc_graph *graph, uint16_t network);

/* Kind of a channel: its network, or memory ports. */
noc_resource noc_resource_of_channel(const noc_graph *graph, uint32_t channel);

/* Set of the kinds that can limit a design: cores, queues, caches and DRAMs in closed loop only,
 * and no ideal network that accepts any number of flits. */
unsigned noc_resources_of(const noc_system *system, bool closed_loop);

/* Places removed from one of `members` that have `places` each, where one in `rest_cycles` of all
 * is removed: whole places, spread evenly; none where all members together have too few. */
uint32_t noc_places_taken(uint32_t places, uint32_t members, uint32_t member, unsigned rest_cycles);

#endif
