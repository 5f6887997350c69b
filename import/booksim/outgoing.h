/* import/booksim/outgoing.h: what the parts of an export share: the design, the configuration that
 * is being written, and notes of what became of each setting. */
#ifndef NOC_IMPORT_BOOKSIM_OUTGOING_H
#define NOC_IMPORT_BOOKSIM_OUTGOING_H

#include <stdio.h>

#include "import/import.h"
#include "network/graph/system.h"

typedef struct noc_booksim_outgoing {
    const noc_system *system;
    const noc_network *net; /* the first that carries requests */
    const noc_network_spec *spec;
    bool apart;           /* replies have a network of their own */
    const char *topology; /* name of the topology there */
    int phases;           /* phases of a way, with a virtual channel each there; 0: none */
    const char *halves;   /* parts that halve the virtual channels of a class there; NULL: none */
    int nodes;
    noc_import *out;
    FILE *config;
    noc_diag *diag;
} noc_booksim_outgoing;

/* Writes a setting of BookSim: "k = 8;". */
void noc_booksim_put(noc_booksim_outgoing *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Notes what became of one of the design's settings: "network.columns", and what it is there. */
void noc_booksim_became(noc_booksim_outgoing *o, noc_import_fate fate, const char *key,
                        const char *there, const char *why);

/* The integer that a key of the network's topology has; `fallback` where there is no such key. */
int noc_booksim_own_integer(const noc_booksim_outgoing *o, const char *key, int fallback);

#endif
