/* design/rates.h: who sends how much to whom, as a table of the user's has it: the file that
 * traffic.rates names (docs/designs.md). */
#ifndef NOC_DESIGN_RATES_H
#define NOC_DESIGN_RATES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "design/wiring.h"

enum { NOC_RATES_NODES_MAX = 65536 };

/* Packets that a node sends to another: requests, where they are answered. */
typedef struct noc_rate {
    uint32_t source, destination; /* node numbers as the table has them (noc_graph_node) */
    double packets;               /* packets per cycle, positive */
    int line;                     /* line of the file */
} noc_rate;

/* Never changes once it is read; designs share it. */
typedef struct noc_rates {
    atomic_uint more_users; /* than one */
    noc_wiring_stamp stamp;
    char *file;     /* path that was opened, for messages */
    noc_rate *list; /* pairs, ascending by source, then destination */
    size_t count;
    uint32_t sources;                         /* nodes that send */
    double sum;                               /* packets per cycle of all of them */
    char digest[NOC_WIRING_DIGEST_CHARS + 1]; /* SHA-256 of the file's bytes */
} noc_rates;

/* Another user of the same; each lets go of it by noc_rates_free, which takes NULL. */
noc_rates *noc_rates_share(noc_rates *rates);
void noc_rates_free(noc_rates *rates);

/* The rows of a node: the first, and *count of them, which may be 0. */
const noc_rate *noc_rates_of(const noc_rates *rates, uint32_t source, size_t *count);

#endif
