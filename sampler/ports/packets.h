/* sampler/ports/packets.h: packet records of a run, in a pool that grows between cycles only,
 * and the destination lists of multicast packets. */
#ifndef NOC_SAMPLER_PORTS_PACKETS_H
#define NOC_SAMPLER_PORTS_PACKETS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "network/graph/graph.h"

typedef struct noc_packet {
    uint64_t creation_cycle, injection_cycle; /* cycles of creation and of the head's injection */
    /* creation cycle of the request: the answered one for a reply, else the packet itself */
    uint64_t request_cycle;
    /* first hop of the path, on an injection channel; valid once a path is chosen */
    uint32_t first_hop;
    /* door of the first hop, once a path is chosen; NOC_NONE: the network has no doors */
    uint32_t door;
    uint32_t flow;
    /* next packet in a queue, in the list of arrivals, or in the list of free packets */
    uint32_t next;
    /* creator's number of the packet: a transaction of the closed loop, or a line of a trace */
    uint32_t tag;
    uint32_t bytes; /* size of a trace's packet; 0: size of its packet type */
    uint32_t order; /* arrival number at the engine, modulo 2^32 */
    uint32_t group; /* destination group (noc_target_groups); 0: only the destination of the flow */
    uint16_t flits;
    uint16_t routers;
    uint8_t type;
    bool is_placed;    /* path is chosen */
    bool keeps_place;  /* packet still occupies its place in the queue, and its record */
    bool is_delivered; /* tail has arrived */
} noc_packet;

/* Pool of packet records; free records are linked by `next`. All 0: empty. */
typedef struct noc_packets {
    noc_packet *entries;             /* [packet]: record */
    uint32_t capacity;               /* number of records */
    uint32_t first_free, free_count; /* first free record; number of free records */
} noc_packets;

/* A flit has 32 bits for the number of its packet and two flags. */
enum { NOC_PACKETS_MAX = UINT32_MAX >> 2 };

enum { NOC_POOL_CHECK_CYCLES = 64 }; /* cycles between two checks of the pool's size */

/* Grows the pool, which the arena owns, until `count` records are free. Between cycles only, since
 * records move in memory. NOC_EFAILED when out of memory, or with more than NOC_PACKETS_MAX
 * records. */
noc_status noc_packets_reserve(noc_packets *packets, noc_arena *arena, uint32_t count);

/* Removes a free record, which must exist, from the pool. Returns its number. */
static inline uint32_t noc_packets_take(noc_packets *packets)
{
    const uint32_t packet = packets->first_free;
    packets->first_free = packets->entries[packet].next;
    packets->free_count--;
    return packet;
}

/* Returns the record of a packet to the pool. */
static inline void noc_packets_give_back(noc_packets *packets, uint32_t packet)
{
    packets->entries[packet].next = packets->first_free;
    packets->first_free = packet;
    packets->free_count++;
}

/* Queue of packets, first in, first out, linked by `next`. All 0: empty. */
typedef struct noc_packet_queue {
    uint32_t first, last, count;
} noc_packet_queue;

static inline void noc_packet_queue_append(noc_packets *packets, noc_packet_queue *queue,
                                           uint32_t packet)
{
    if (queue->count++ == 0)
        queue->first = packet;
    else
        packets->entries[queue->last].next = packet;
    queue->last = packet;
}

/* Removes the first packet; the queue must not be empty. */
static inline uint32_t noc_packet_queue_pop(const noc_packets *packets, noc_packet_queue *queue)
{
    const uint32_t packet = queue->first;
    queue->first = packets->entries[packet].next;
    queue->count--;
    return packet;
}

/* Moves a packet to the front of its queue. `before`: packet ahead of it; NOC_NONE: the packet
 * is the first. */
static inline void noc_packet_queue_promote(const noc_packets *packets, noc_packet_queue *queue,
                                            uint32_t before, uint32_t packet)
{
    if (before == NOC_NONE) return;
    packets->entries[before].next = packets->entries[packet].next;
    if (queue->last == packet) queue->last = before;
    packets->entries[packet].next = queue->first;
    queue->first = packet;
}

/* ---- targets -------------------------------------------------------------------------------- */

struct noc_trace_schedule;

/* Destinations of a multicast packet that do not have the packet yet. */
typedef struct noc_target_group {
    uint32_t first, count;     /* flows to the destinations: range in groups->flows */
    uint32_t incomplete_count; /* destinations that still miss flits, where packets fork */
} noc_target_group;

/* Answer to one destination of a multicast reply that answers several requests. */
typedef struct noc_target_answer {
    uint64_t creation_cycle, request_cycle;
    uint32_t tag;
} noc_target_answer;

/* Destination groups of a run; the arena of its ports owns the lists. All 0: the run has no
 * multicast packets. */
typedef struct noc_target_groups {
    noc_target_group *entries; /* [packet->group]: group */
    uint32_t *flows;           /* flows of all groups */
    uint32_t *flits_left; /* flits still missing, for each entry of `flows`, where packets fork */
    /* answer for each entry of `flows`; each destination ends with its own last flit. NULL: the
     * packet ends once, at the last destination */
    noc_target_answer *answers;
    uint32_t destinations_max;    /* upper bound of the destinations of a packet */
    bool has_groups[NOC_CLASSES]; /* classes with multicast packets */
    double bytes; /* bytes of all multicast packets of the run; 0: their number is unlimited */
    /* random destinations of each multicast packet; 0: destinations are not random */
    uint32_t drawn_count;
    uint32_t capacity; /* number of groups with random destinations: one for each record */
} noc_target_groups;

/* Makes the groups of a trace: planned packet i has group i + 1 if it has several destinations,
 * else none. False when out of memory. */
bool noc_target_groups_make(noc_target_groups *groups, noc_arena *arena,
                            const struct noc_trace_schedule *schedule);

/* Grows the groups with random destinations for a pool of packets: packet i has group i + 1.
 * Between cycles only. False when out of memory. */
bool noc_target_groups_grow(noc_target_groups *groups, noc_arena *arena, uint32_t packets);

/* Flows of a packet to its destinations, at least one; the caller may reorder the flows. */
typedef struct noc_targets {
    uint32_t *flows, count;
} noc_targets;

/* Finds the flows of a packet; the packet or the groups own the list. */
static inline noc_targets noc_packet_targets(const noc_target_groups *groups, noc_packet *packet)
{
    if (packet->group == 0) return (noc_targets){&packet->flow, 1};
    const noc_target_group *group = &groups->entries[packet->group];
    return (noc_targets){&groups->flows[group->first], group->count};
}

/* Shortens the destination list of a packet to the first `count` flows; the other destinations
 * have the packet. */
static inline void noc_targets_truncate(const noc_target_groups *groups, const noc_packet *packet,
                                        uint32_t count)
{
    if (packet->group != 0) groups->entries[packet->group].count = count;
}

#endif
