/* sampler/ports/packets.h: packets of a run, in a pool that grows between cycles only, and the
 * destinations of packets to several terminals. Queues and flits are elsewhere. */
#ifndef NOC_SAMPLER_PORTS_PACKETS_H
#define NOC_SAMPLER_PORTS_PACKETS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "network/graph/graph.h"

typedef struct noc_packet {
    uint64_t created, injected; /* cycles of creation and of head injection */
    /* cycle in which the request was created that the packet answers, or its own */
    uint64_t origin;
    uint32_t first_hop; /* first hop of the path, on an injection channel; once placed */
    uint32_t door;      /* door of the first hop, once placed; NOC_NONE: its network has no doors */
    uint32_t flow;
    uint32_t next;  /* next in a queue, in the list of arrivals, or in the list of free packets */
    uint32_t tag;   /* maker's number: a transaction of the closed loop */
    uint32_t bytes; /* size of a trace's packet; 0: size of its packet type */
    uint32_t order; /* rank of arrival at the engine that has taken the packet; modulo 2^32 */
    uint32_t group; /* destinations (noc_target_groups); 0: destination of its flow alone */
    uint16_t flits;
    uint16_t routers;
    uint8_t type;
    bool placed;    /* path is chosen */
    bool kept;      /* place in the queue stays taken, and the record with it */
    bool delivered; /* tail has arrived */
} noc_packet;

typedef struct noc_packets {
    noc_packet *all;
    uint32_t capacity;
    uint32_t first_free, free;
} noc_packets;

/* Flits carry the number of their packet with two flags, in 32 bits. */
enum { NOC_PACKETS_MAX = UINT32_MAX >> 2 };

enum { NOC_PACKETS_CYCLES = 64 }; /* cycles between two looks at the size of the pool */

/* Grows the pool until `count` packets are free. Only between cycles: packets move. NOC_EFAILED
 * when out of memory. */
noc_status noc_packets_reserve(noc_packets *packets, uint32_t count);
void noc_packets_clear(noc_packets *packets);

/* Takes a free packet, which must exist. Returns its number. */
static inline uint32_t noc_packets_take(noc_packets *packets)
{
    const uint32_t packet = packets->first_free;
    packets->first_free = packets->all[packet].next;
    packets->free--;
    return packet;
}

static inline void noc_packets_give_back(noc_packets *packets, uint32_t packet)
{
    packets->all[packet].next = packets->first_free;
    packets->first_free = packet;
    packets->free++;
}

/* Packets in a queue, first in, first out, linked by `next`. All 0: empty. */
typedef struct noc_packet_line {
    uint32_t first, last, count;
} noc_packet_line;

static inline void noc_line_append(noc_packets *packets, noc_packet_line *line, uint32_t packet)
{
    if (line->count++ == 0)
        line->first = packet;
    else
        packets->all[line->last].next = packet;
    line->last = packet;
}

/* Takes out the first packet; there must be one. */
static inline uint32_t noc_line_pop(const noc_packets *packets, noc_packet_line *line)
{
    const uint32_t packet = line->first;
    line->first = packets->all[packet].next;
    line->count--;
    return packet;
}

/* Moves a packet to the front. `before`: packet in front of it; NOC_NONE: it is the first. */
static inline void noc_line_raise(const noc_packets *packets, noc_packet_line *line,
                                  uint32_t before, uint32_t packet)
{
    if (before == NOC_NONE) return;
    packets->all[before].next = packets->all[packet].next;
    if (line->last == packet) line->last = before;
    packets->all[packet].next = line->first;
    line->first = packet;
}

/* ---- targets -------------------------------------------------------------------------------- */

struct noc_trace_schedule;

/* Destinations of a packet to several terminals: flows to the terminals that do not have the packet
 * yet. */
typedef struct noc_target_group {
    uint32_t first, count; /* flows: groups->flows[first] and on */
    uint32_t incomplete;   /* destinations without all flits, where packets fork */
} noc_target_group;

/* Answer to one destination, in a packet that answers requests of several: maker's number, and
 * cycles in which the answer and its request were created. */
typedef struct noc_target_answer {
    uint64_t created, origin;
    uint32_t tag;
} noc_target_answer;

/* Groups of a run; all 0: no packet goes to several terminals. */
typedef struct noc_target_groups {
    noc_target_group *all; /* groups, indexed by packet->group */
    uint32_t *flows;
    uint32_t *left; /* flits still to come, by place in flows, where packets fork */
    /* answers by place in flows: each destination is told of its own answer when it has all flits.
     * NULL: the maker of the packet is told once, when the last destination has it */
    noc_target_answer *answers;
    uint32_t most;              /* upper bound of the destinations of a packet */
    bool of_class[NOC_CLASSES]; /* classes of packets to several terminals */
    double bytes;      /* bytes of all packets to several terminals in the run; 0: without end */
    uint32_t drawn;    /* destinations of each packet that draws them; 0: no packet does */
    uint32_t capacity; /* groups of drawn destinations, one for each packet of the pool */
} noc_target_groups;

/* Makes the groups of a trace: planned packet i has group i + 1 if it has several destinations,
 * else none. False when out of memory; the caller calls noc_target_groups_clear in either case. */
bool noc_target_groups_make(noc_target_groups *groups, const struct noc_trace_schedule *schedule);

/* Makes groups of drawn destinations for a pool of packets: packet i has group i + 1. Between
 * cycles only. False when out of memory. */
bool noc_target_groups_grow(noc_target_groups *groups, uint32_t packets);
void noc_target_groups_clear(noc_target_groups *groups);

/* Flows of a packet, one or more; the user may reorder them. */
typedef struct noc_targets {
    uint32_t *flows, count;
} noc_targets;

static inline noc_targets noc_targets_of(const noc_target_groups *groups, noc_packet *packet)
{
    if (packet->group == 0) return (noc_targets){&packet->flow, 1};
    const noc_target_group *group = &groups->all[packet->group];
    return (noc_targets){&groups->flows[group->first], group->count};
}

/* Keeps the first `count` flows, whose destinations do not have the packet yet. */
static inline void noc_targets_cut(const noc_target_groups *groups, const noc_packet *packet,
                                   uint32_t count)
{
    if (packet->group != 0) groups->all[packet->group].count = count;
}

#endif
