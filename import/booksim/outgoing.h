/* import/booksim/outgoing.h: state shared by the parts of an export to BookSim: the design, the
 * configuration that is being written, and notes on each setting. */
#ifndef NOC_IMPORT_BOOKSIM_OUTGOING_H
#define NOC_IMPORT_BOOKSIM_OUTGOING_H

#include <stdio.h>

#include "import/import.h"
#include "network/graph/system.h"

typedef struct noc_booksim_export_state {
    const noc_system *system;
    const noc_network *network; /* first network that carries requests */
    const noc_network_spec *spec;
    bool has_reply_network; /* true if replies have a separate network */
    const char *topology;   /* BookSim's name of the topology */
    /* phases of a path with one virtual channel each in BookSim; 0: each phase uses all */
    int phases;
    /* parts of a path that each use half of a class's virtual channels in BookSim; NULL: none */
    const char *halves;
    int nodes;
    noc_import *out;
    FILE *config;
    noc_diag *diag;
} noc_booksim_export_state;

/* Writes a setting of BookSim: "k = 8;". */
void noc_booksim_write_setting(noc_booksim_export_state *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Notes the fate of a setting of the design, "network.columns". `booksim_setting`: BookSim's
 * setting for it. */
void noc_booksim_note_export(noc_booksim_export_state *o, noc_import_fate fate, const char *key,
                             const char *booksim_setting, const char *reason);

/* Returns the integer value of a topology's key; `fallback` if the topology has no such key. */
int noc_booksim_get_integer(const noc_booksim_export_state *o, const char *key, int fallback);

#endif
