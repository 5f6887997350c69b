/* import/netrace/waits.h: who waits for whom. A packet of Netrace's names those that wait for it,
 * and comes before them; a trace of ours names those that a packet waits for. What is held are the
 * waits for packets that are still to come, and a bit for each id. */
#ifndef NOC_IMPORT_NETRACE_WAITS_H
#define NOC_IMPORT_NETRACE_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A packet that another waits for. */
typedef struct noc_netrace_wait {
    uint32_t id;
    uint32_t steps; /* packets in between that stay in their node */
} noc_netrace_wait;

typedef struct noc_netrace_waits noc_netrace_waits;

/* NULL when out of memory. noc_netrace_waits_free accepts NULL. */
noc_netrace_waits *noc_netrace_waits_new(void);
void noc_netrace_waits_free(noc_netrace_waits *waits);

/* Notes that a packet has come; *again: one of that id was there before. False when there is no
 * room. */
bool noc_netrace_waits_come(noc_netrace_waits *waits, uint32_t id, bool *again);

/* True if a packet has come. */
bool noc_netrace_waits_came(const noc_netrace_waits *waits, uint32_t id);

/* Adds that `id`, which is still to come, waits for a packet. False when there is no room. */
bool noc_netrace_waits_add(noc_netrace_waits *waits, uint32_t id, noc_netrace_wait wait);

/* Takes out what a packet waits for: each packet once, by id, with the most steps to it. The list
 * is theirs until the next call. False when there is no room. */
bool noc_netrace_waits_take(noc_netrace_waits *waits, uint32_t id, const noc_netrace_wait **list,
                            size_t *count);

/* Waits that are held: at the end those of packets that never came. */
uint64_t noc_netrace_waits_held(const noc_netrace_waits *waits);

/* Bytes that the run would have held where there was no room (base/growing_list.h). */
double noc_netrace_waits_beyond(const noc_netrace_waits *waits);

#endif
