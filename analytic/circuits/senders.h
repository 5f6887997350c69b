/* analytic/circuits/senders.h: what each terminal sends over one network: for models in which
 * senders do not meet each other's packets but those of their own queue, or of their own column.
 *
 * Rates are relative to one packet per cycle and injecting node, and its reply. */
#ifndef NOC_ANALYTIC_CIRCUITS_SENDERS_H
#define NOC_ANALYTIC_CIRCUITS_SENDERS_H

#include "analytic/circuits/overlay_load.h"
#include "network/graph/system.h"

typedef struct noc_sender {
    double packets;   /* per cycle */
    double receivers; /* terminals that get them */
} noc_sender;

typedef struct noc_senders {
    noc_sender *list; /* by number of the terminals that send the class: compute or memory nodes */
    uint32_t count;
    double packets; /* of all together */
    double all;     /* packets of the class, on whatever network */
} noc_senders;

/* NOC_EFAILED when out of memory. The caller clears *senders. */
noc_status noc_senders_find(const noc_system *system, uint16_t network, noc_class class,
                            noc_senders *senders);
void noc_senders_clear(noc_senders *senders);

/* The lengths of a class's packets on a network: of traffic that reads and writes. */
noc_reply_mix noc_mix_on(const noc_system *system, noc_class class, uint16_t network);

/* The injection channel of a sender, by its number. */
uint32_t noc_sender_channel(const noc_system *system, uint16_t network, noc_class class,
                            uint32_t number);

/* The two ends of the path that starts with hop `first`, over a network that is one router
 * (network/kinds/hub.h). */
typedef struct noc_ends {
    const noc_terminal *from, *to;
} noc_ends;
noc_ends noc_ends_of(const noc_system *system, uint32_t first);

#endif
