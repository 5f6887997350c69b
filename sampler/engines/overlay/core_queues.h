/* sampler/engines/overlay/core_queues.h: what cores hold of the packets that an overlay brought
 * them.
 *
 * A core holds a limited number of packets (network.core_queue). It takes them out in their order,
 * a flit a cycle of the network, from the cycle after their arrival on: what its local port could
 * bring. A packet's place is free when its last flit is out. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_CORE_QUEUES_H
#define NOC_SAMPLER_ENGINES_OVERLAY_CORE_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct noc_core_queue {
    uint32_t first, count;
    uint64_t free_at; /* cycle in which the last packet is no longer there */
} noc_core_queue;

typedef struct noc_core_queues {
    uint32_t places; /* of each; 0: any number */
    noc_core_queue *all;
    uint64_t *gone; /* rings: by packet, the cycle in which it is no longer there */
} noc_core_queues;

/* False when out of memory; noc_core_queues_clear frees what there is either way. */
bool noc_core_queues_make(noc_core_queues *queues, uint32_t cores, uint32_t places);
void noc_core_queues_clear(noc_core_queues *queues);

/* A packet comes to a core: true if that has a place for it, which it takes. */
bool noc_core_queues_enter(noc_core_queues *queues, uint32_t core, uint64_t now, unsigned flits);

#endif
