/* design/rates.h: a user's table of packet rates between nodes, read from the file that
 * traffic.rates names (docs/traffic.md). */
#ifndef NOC_DESIGN_RATES_H
#define NOC_DESIGN_RATES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "design/wiring.h"

enum { NOC_RATES_NODES_MAX = 65536 };

/* Rate of packets from one node to another. With replies it is the rate of requests. */
typedef struct noc_rate {
    uint32_t source, destination; /* node numbers of the file */
    double packet_rate;           /* packet rate, packets per cycle, positive */
    int line;                     /* line of the file */
} noc_rate;

/* A table of rates. It never changes after reading; designs share it. */
typedef struct noc_rates {
    atomic_uint extra_users; /* number of users minus 1 */
    noc_wiring_stamp stamp;
    noc_arena arena; /* owns the path and the list */
    char *file;      /* path of the file, for messages */
    noc_rate *list;  /* rates of pairs, ascending by source, then destination */
    size_t count;
    uint32_t source_count;                    /* number of nodes that send */
    double total_rate;                        /* packet rate of all pairs, packets per cycle */
    char digest[NOC_WIRING_DIGEST_CHARS + 1]; /* SHA-256 of the file's bytes */
} noc_rates;

/* Adds a user of the table. Each user releases it with noc_rates_free, which accepts NULL. */
noc_rates *noc_rates_share(noc_rates *rates);
void noc_rates_free(noc_rates *rates);

/* Finds the rows of a source: returns the first, and sets *count, which may be 0. */
const noc_rate *noc_rates_of_source(const noc_rates *rates, uint32_t source, size_t *count);

#endif
