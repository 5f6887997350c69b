/* import/netrace/waits.h: converts waits of packets. A packet of Netrace names the later packets
 * that wait for it; a packet of a trace of nocsight names the packets for which it waits. Memory
 * holds the waits of packets that are still to come, and a bit for each id. */
#ifndef NOC_IMPORT_NETRACE_WAITS_H
#define NOC_IMPORT_NETRACE_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Packet for which another one waits. */
typedef struct noc_netrace_wait {
    uint32_t id;
    uint32_t steps; /* packets between both that stay in their node */
} noc_netrace_wait;

typedef struct noc_netrace_waits noc_netrace_waits;

/* Makes, in an arena, an empty set of waits; NULL when out of memory. */
noc_netrace_waits *noc_netrace_waits_new(noc_arena *arena);

/* Records that a packet has come; *is_repeated is true if its id has come before. False when there
 * is no room. */
bool noc_netrace_waits_arrive(noc_netrace_waits *waits, uint32_t id, bool *is_repeated);

/* True if a packet has come. */
bool noc_netrace_waits_has_arrived(const noc_netrace_waits *waits, uint32_t id);

/* Adds a wait of packet `id`, which is still to come. False when there is no room. */
bool noc_netrace_waits_add(noc_netrace_waits *waits, uint32_t id, noc_netrace_wait wait);

/* Removes the waits of a packet, and lists them by id: each awaited packet once, with the largest
 * number of steps. The list is valid until the next call. False when there is no room. */
bool noc_netrace_waits_remove(noc_netrace_waits *waits, uint32_t id, const noc_netrace_wait **list,
                              size_t *count);

/* Returns the number of stored waits; at the end, of waits by packets that never came. */
uint64_t noc_netrace_waits_count(const noc_netrace_waits *waits);

/* Returns the bytes of memory that the run would need, after a function returned false
 * (base/growing_list.h). */
double noc_netrace_waits_memory(const noc_netrace_waits *waits);

#endif
