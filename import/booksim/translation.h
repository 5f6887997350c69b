/* import/booksim/translation.h: what the parts of the translation share: the configuration, the
 * sections of the design that is being written, and notes of what becomes of each setting. */
#ifndef NOC_IMPORT_BOOKSIM_TRANSLATION_H
#define NOC_IMPORT_BOOKSIM_TRANSLATION_H

#include <stdio.h>

#include "import/booksim/anynet.h"
#include "import/booksim/config.h"
#include "import/import.h"

enum { NOC_BOOKSIM_NODES_MAX = 1 << 20, NOC_BOOKSIM_LINE_CHARS = 240 };

/* Groups of the design. The network's has what all physical networks have in common. */
typedef enum noc_booksim_section {
    NOC_BOOKSIM_IN_NODES,
    NOC_BOOKSIM_IN_NETWORK,
    NOC_BOOKSIM_IN_TRAFFIC,
    NOC_BOOKSIM_SECTIONS
} noc_booksim_section;

typedef struct noc_booksim_translation {
    const noc_booksim_config *config;
    const noc_import_wish *wish;
    noc_booksim_graph graph; /* of the topology anynet */
    bool gpu;                /* GPGPU-Sim's: its nodes are compute and memory nodes */
    bool replies;            /* requests are answered */
    int nodes;               /* of the network there */
    int flit_bytes;
    bool apart;         /* requests and replies have networks of their own */
    const char *halves; /* parts with virtual channels of their own: "XY and YX"; NULL: none */
    int classes; /* classes of traffic, all of which are carried over; 0: the first alone is */
    int vcs[2];  /* virtual channels of requests, of replies; parts of a network that both share */
    int *memory_at; /* the numbers there of the memory nodes */
    struct {
        FILE *out;
        char *text; /* NULL until it is closed */
        size_t size;
    } sections[NOC_BOOKSIM_SECTIONS];
    noc_import *out;
    noc_diag *diag;
} noc_booksim_translation;

/* Writes a setting of the design: "columns = 8;". */
void noc_booksim_write(noc_booksim_translation *t, noc_booksim_section section, const char *format,
                       ...) __attribute__((format(printf, 3, 4)));

/* Classes of traffic there. */
int noc_booksim_class_count(const noc_booksim_translation *t);

/* Notes what became of a setting. `here` is what the design says, "" for nothing. Of a list with an
 * element for each class the first is carried over, which is noted, too, unless all classes are:
 * then what is carried over of one after the other is noted once. */
void noc_booksim_note(noc_booksim_translation *t, noc_import_fate fate, const char *setting,
                      const char *here, const char *why, ...) __attribute__((format(printf, 5, 6)));

/* Both at once: the setting is carried over as this. */
void noc_booksim_carry(noc_booksim_translation *t, noc_booksim_section section, const char *setting,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Notes that the design needs something that the configuration does not say, and writes it. */
void noc_booksim_assume(noc_booksim_translation *t, noc_booksim_section section, const char *what,
                        const char *why, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* NOC_EINPUT at the line of the setting. */
noc_status noc_booksim_refuse(const noc_booksim_translation *t, const char *setting,
                              const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Names that a setting may have: NULL past the end. */
typedef const char *noc_booksim_names(size_t i);

/* Which of `names` a text begins with, before brackets: "islip(2)" is islip. Past the end: none. */
size_t noc_booksim_called(const char *text, noc_booksim_names *names);

/* NOC_EINPUT: what the setting says is none of `names`; the nearest of them is proposed. */
noc_status noc_booksim_unknown(const noc_booksim_translation *t, const char *setting,
                               const char *text, noc_booksim_names *names);

/* Opens and closes the sections. NOC_EFAILED when out of memory. */
noc_status noc_booksim_translation_begin(noc_booksim_translation *t);
noc_status noc_booksim_translation_end(noc_booksim_translation *t);
void noc_booksim_translation_clear(noc_booksim_translation *t);

#endif
