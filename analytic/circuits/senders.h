/* analytic/circuits/senders.h: packets that each terminal sends over one network, for models in
 * which packets meet only packets of their sender's queue, or of their sender's column.
 *
 * Rates are relative to one packet per cycle and injecting node, and its reply. */
#ifndef NOC_ANALYTIC_CIRCUITS_SENDERS_H
#define NOC_ANALYTIC_CIRCUITS_SENDERS_H

#include "analytic/circuits/overlay_load.h"
#include "base/arena.h"
#include "network/graph/system.h"

typedef struct noc_sender {
    double packets;   /* packets per cycle, relative */
    double receivers; /* number of terminals that receive the packets */
} noc_sender;

typedef struct noc_senders {
    /* [number of a node]: compute node if the class is requests, memory node if replies */
    noc_sender *list;
    uint32_t count;
    double packets;       /* packets per cycle of all senders together, relative */
    double class_packets; /* packets of the class per cycle, on all networks, relative */
} noc_senders;

/* Finds the senders of a class on a network; the list is the arena's. False when out of memory. */
bool noc_senders_find(const noc_system *system, uint16_t network, noc_class class, noc_arena *arena,
                      noc_senders *senders);

/* Returns the lengths of a class's packets on a network, for traffic of reads and writes. */
noc_reply_mix noc_find_packet_mix(const noc_system *system, noc_class class, uint16_t network);

/* Returns the injection channel into a network of the sender with a number in `list`. */
uint32_t noc_find_sender_channel(const noc_system *system, uint16_t network, noc_class class,
                                 uint32_t number);

/* Terminals at the ends of the path that starts with hop `first`, in a network of one router
 * (network/kinds/hub.h). */
typedef struct noc_path_ends {
    const noc_terminal *from, *to;
} noc_path_ends;
noc_path_ends noc_find_path_ends(const noc_system *system, uint32_t first);

#endif
