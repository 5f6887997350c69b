/* import/booksim/translation.h: state shared by the parts of the import from BookSim: the
 * configuration, the sections of the design that is being written, and notes on each setting. */
#ifndef NOC_IMPORT_BOOKSIM_TRANSLATION_H
#define NOC_IMPORT_BOOKSIM_TRANSLATION_H

#include <stdio.h>

#include "import/booksim/anynet.h"
#include "import/booksim/config.h"
#include "import/import.h"

enum { NOC_BOOKSIM_NODES_MAX = 1 << 20, NOC_BOOKSIM_LINE_CHARS = 240 };

/* Groups of the design. The group of the network has settings common to all physical networks. */
typedef enum noc_booksim_section {
    NOC_BOOKSIM_IN_NODES,
    NOC_BOOKSIM_IN_NETWORK,
    NOC_BOOKSIM_IN_TRAFFIC,
    NOC_BOOKSIM_SECTIONS
} noc_booksim_section;

typedef struct noc_booksim_translation {
    const noc_booksim_config *config;
    const noc_import_request *request;
    noc_booksim_graph graph; /* graph of the topology anynet */
    bool is_gpu;             /* true for GPGPU-Sim: its nodes are compute and memory nodes */
    bool has_replies;        /* true if requests have replies */
    int nodes;               /* nodes of BookSim's network */
    int flit_bytes;
    bool has_reply_network; /* true if requests and replies have separate networks */
    /* parts of a path that each use half of a class's virtual channels: "XY and YX"; NULL: none */
    const char *halves;
    int classes; /* classes of traffic, if all are carried over; 0: only the first one is */
    /* virtual channels of requests, and of replies; in a shared network their sum is the number of
     * all */
    int vcs[2];
    int *memory_numbers; /* [memory node]: BookSim's number of the node; owned */
    struct {
        FILE *out;
        char *text; /* text, NULL until the section is closed */
        size_t size;
    } sections[NOC_BOOKSIM_SECTIONS];
    noc_import *out;
    noc_diag *diag;
} noc_booksim_translation;

/* Writes a setting of the design: "columns = 8;". */
void noc_booksim_write(noc_booksim_translation *t, noc_booksim_section section, const char *format,
                       ...) __attribute__((format(printf, 3, 4)));

/* Returns the number of BookSim's classes of traffic. */
int noc_booksim_class_count(const noc_booksim_translation *t);

/* Notes the fate of a setting of BookSim. `design_setting`: the design's setting; "": none. If the
 * value is a list with an element for each class and only the first class is carried over, the note
 * adds this. If all classes are carried over, their common fate is noted once. */
void noc_booksim_note(noc_booksim_translation *t, noc_import_fate fate, const char *setting,
                      const char *design_setting, const char *reason, ...)
    __attribute__((format(printf, 5, 6)));

/* Writes a setting of the design, and notes that `setting` was carried over as this one. */
void noc_booksim_carry(noc_booksim_translation *t, noc_booksim_section section, const char *setting,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Writes a setting that the design needs and the configuration does not give, and notes it as
 * assumed. */
void noc_booksim_assume(noc_booksim_translation *t, noc_booksim_section section,
                        const char *subject, const char *reason, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Refuses a setting: NOC_EINPUT at its line. */
noc_status noc_booksim_refuse(const noc_booksim_translation *t, const char *setting,
                              const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Names of a setting's values; NULL past the end. */
typedef const char *noc_booksim_names(size_t i);

/* Returns the index in `names` of the name in front of brackets in a text, islip in "islip(2)"; an
 * index past the end: the text has none of the names. */
size_t noc_booksim_find_name(const char *text, noc_booksim_names *names);

/* Refuses a value that is none of `names`, and suggests the nearest name: NOC_EINPUT. */
noc_status noc_booksim_refuse_name(const noc_booksim_translation *t, const char *setting,
                                   const char *text, noc_booksim_names *names);

/* Open the sections for writing; close them, so that their texts are complete. NOC_EFAILED when out
 * of memory. */
noc_status noc_booksim_translation_begin(noc_booksim_translation *t);
noc_status noc_booksim_translation_end(noc_booksim_translation *t);
void noc_booksim_translation_clear(noc_booksim_translation *t);

#endif
