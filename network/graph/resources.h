/* network/graph/resources.h: the kinds of things of which a design has only so much, and what "5 %
 * less" of one means.
 *
 * What limits a design is the kind whose capacity, NOC_DERATED_SHARE less, costs most throughput.
 * Both methods take that capacity away in the same sense, one kind at a time:
 *
 *   cores          the clock of a core stands still in one of NOC_REST_CYCLES of its cycles, and it
 *                  has 5 % fewer MSHRs
 *   networks       each of their channels moves nothing in one of so many network cycles; an ideal
 *                  network accepts nothing then (overlays and slices: the clock of a memory node's
 *                  sender stands still then, or that of a column's token)
 *   memory ports   likewise the injection and ejection channels of memory nodes
 *   memory queues  input and reply queues have 5 % fewer places: a queue that rests would still
 *                  hold as much
 *   cache          no lookup begins in one of so many network cycles, and those under way keep
 *                  their bank for a cycle longer
 *   DRAM           its clock stands still in one of so many memory clocks, all of its timings with
 *                  it
 *
 * The sampler lets members rest in turn, and takes whole places from members, evenly. The model
 * multiplies what a channel, a pipeline or a cache can do by 1 - NOC_DERATED_SHARE, slows the
 * memory clock by as much, and counts places that need not be whole. Latency is no capacity, so
 * nothing rests for it. If all times grew by 5 %, throughput would fall by as much: so latency
 * costs what is left of 5 % when all kinds are derated at once. */
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

/* Those whose members are channels, or what an ideal network accepts. */
enum {
    NOC_RESOURCE_CHANNELS = 1 << NOC_RESOURCE_REQUEST_NETWORK | 1 << NOC_RESOURCE_REPLY_NETWORK |
                            1 << NOC_RESOURCE_NETWORK | 1 << NOC_RESOURCE_MEMORY_PORT
};

/* A member of a derated kind rests in one of so many cycles. */
enum { NOC_REST_CYCLES = 20 };
#define NOC_DERATED_SHARE (1.0 / NOC_REST_CYCLES)

/* Which kinds are derated in a run, and in one of how many cycles their members rest. */
typedef struct noc_derating {
    unsigned kinds; /* set; 0: none */
    unsigned rest_cycles;
} noc_derating;

/* Kinds whose losses differ by less than this, as a share of the throughput, are both the cause. */
#define NOC_RESOURCE_TIE 0.005

/* "cores", "request-network", ...; "" for none. */
const char *noc_resource_name(noc_resource resource);

/* The kind of that name, NOC_RESOURCE_NONE if there is none. */
noc_resource noc_resource_named(const char *name);

/* In words for people, with an article: "the request network", "the DRAM" (of a memory node, which
 * may follow), "the latency of single requests". */
const char *noc_resource_words(noc_resource resource);

/* The kind of a network's own channels. */
noc_resource noc_resource_of_network(const noc_graph *graph, uint16_t network);

/* The kind that a channel belongs to: its network, or memory ports. */
noc_resource noc_resource_of_channel(const noc_graph *graph, uint32_t channel);

/* Set of the kinds of a design that can be short: cores, queues, caches and DRAMs in closed loop
 * only, and no ideal network that accepts any number of flits. */
unsigned noc_resources_of(const noc_system *system, bool closed_loop);

/* Places that are taken from one of `members` that have `places` each, when one in `rest_cycles` of
 * all are: whole ones, spread evenly; none where all together have too few. */
uint32_t noc_places_taken(uint32_t places, uint32_t members, uint32_t member, unsigned rest_cycles);

#endif
