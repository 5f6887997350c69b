/* import/netrace/waits.h: waits of packets for each other. A packet of Netrace's names the packets
 * that wait for it, and comes before them; a packet of a trace here names those for which it waits.
 * Memory holds the waits of packets that are still to come, and a bit for each id. */
#ifndef NOC_IMPORT_NETRACE_WAITS_H
#define NOC_IMPORT_NETRACE_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A packet for which another waits. */
typedef struct noc_netrace_wait {
    uint32_t id;
    uint32_t steps; /* packets in between that stay in their node */
} noc_netrace_wait;

typedef struct noc_netrace_waits noc_netrace_waits;

/* Makes an empty set of waits; NULL when out of memory. noc_netrace_waits_free accepts NULL. */
noc_netrace_waits *noc_netrace_waits_new(void);
void noc_netrace_waits_free(noc_netrace_waits *waits);

/* Notes that a packet has come; *again: its id came before. False when there is no room. */
bool noc_netrace_waits_arrive(noc_netrace_waits *waits, uint32_t id, bool *again);

/* True if a packet has come. */
bool noc_netrace_waits_has_arrived(const noc_netrace_waits *waits, uint32_t id);

/* Adds a wait of packet `id`, which is still to come. False when there is no room. */
bool noc_netrace_waits_add(noc_netrace_waits *waits, uint32_t id, noc_netrace_wait wait);

/* Removes the waits of a packet: each other packet once, by id, with the most steps to it. The list
 * is valid until the next call. False when there is no room. */
bool noc_netrace_waits_remove(noc_netrace_waits *waits, uint32_t id, const noc_netrace_wait **list,
                              size_t *count);

/* Number of held waits: at the end those of packets that never came. */
uint64_t noc_netrace_waits_held(const noc_netrace_waits *waits);

/* Bytes that the run would have held where there was no room (base/growing_list.h). */
double noc_netrace_waits_beyond(const noc_netrace_waits *waits);

#endif
