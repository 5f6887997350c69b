/* design/rates.h: a user's table of rates between nodes: the file that traffic.rates names
 * (docs/traffic.md). */
#ifndef NOC_DESIGN_RATES_H
#define NOC_DESIGN_RATES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "design/wiring.h"

enum { NOC_RATES_NODES_MAX = 65536 };

/* Rate of packets from a node to another: requests, where requests are answered. */
typedef struct noc_rate {
    uint32_t source, destination; /* node numbers as the table has them (noc_graph_node) */
    double packets;               /* packets per cycle, positive */
    int line;                     /* line of the file */
} noc_rate;

/* A table of rates; it never changes once read, and designs share it. */
typedef struct noc_rates {
    atomic_uint more_users; /* users beside the first */
    noc_wiring_stamp stamp;
    char *file;     /* path that was opened, for messages */
    noc_rate *list; /* pairs, ascending by source, then destination */
    size_t count;
    uint32_t sources;                         /* nodes that send */
    double sum;                               /* packets per cycle of all pairs */
    char digest[NOC_WIRING_DIGEST_CHARS + 1]; /* SHA-256 of the file's bytes */
} noc_rates;

/* Adds a user of the table; each user releases it with noc_rates_free, which accepts NULL. */
noc_rates *noc_rates_share(noc_rates *rates);
void noc_rates_free(noc_rates *rates);

/* Rows of a source: returns the first, and sets *count, which may be 0. */
const noc_rate *noc_rates_of(const noc_rates *rates, uint32_t source, size_t *count);

#endif
