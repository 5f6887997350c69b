/* import/import.h: functions for importers, and the result of importing a file of another program:
 * a design with its files, and a note on the fate of each setting. */
#ifndef NOC_IMPORT_IMPORT_H
#define NOC_IMPORT_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"

enum { NOC_IMPORT_FILES_MAX = 4, NOC_IMPORT_LOAD_CHARS = 40 };

/* Fate of a setting of the other program. */
typedef enum noc_import_fate {
    NOC_IMPORT_CARRIED,  /* the design has the same setting */
    NOC_IMPORT_DEFAULT,  /* no such setting, but its value is the design's behaviour */
    NOC_IMPORT_CHANGED,  /* replaced by the nearest setting of the design */
    NOC_IMPORT_DOUBTFUL, /* the same setting, but its value is probably a mistake */
    NOC_IMPORT_LEFT_OUT, /* no such setting, and the value has an effect in the other program */
    NOC_IMPORT_RUN,      /* concerns runs or output of the other program, not a design */
    NOC_IMPORT_UNREAD,   /* no effect in the other program */
    NOC_IMPORT_ASSUMED,  /* needed by a design, but not given by the other program */
    NOC_IMPORT_FATES
} noc_import_fate;

/* A setting and its fate. No text is NULL unless memory runs out. */
typedef struct noc_import_note {
    noc_import_fate fate;
    char *setting, *value; /* name and value in the other program */
    int line;              /* line of the other program's file; 0: a default, or given elsewhere */
    char *design_setting;  /* setting of the design: "virtual_channels = 4"; "": none */
    char *reason;          /* reason, "" without one */
} noc_import_note;

typedef struct noc_import_file {
    char *name; /* name without a folder */
    char *text; /* text, NULL until the file is closed */
    size_t size;
    FILE *out; /* stream, NULL once the file is closed */
} noc_import_file;

/* Zero-initialise before use; noc_import_clear at the end. */
typedef struct noc_import {
    char *name; /* name of the design */
    noc_import_file files[NOC_IMPORT_FILES_MAX];
    size_t file_count;
    noc_import_note *notes;
    size_t note_count, note_capacity;
    /* load of the file, as for --load: "0.1" or "0.1tx"; "": none */
    char load[NOC_IMPORT_LOAD_CHARS];
    char *trace;        /* file of packets, written while packets are read; NULL: none */
    bool out_of_memory; /* true if memory ran out */
    noc_arena arena;    /* owns notes, and the names of files */
} noc_import;

/* Input of an import. The other program numbers compute nodes from 0 on, and then memory nodes,
 * unless its file places them. */
typedef struct noc_import_request {
    const char *path;
    const char *const *settings; /* settings given beside the file: "k=4" */
    size_t setting_count;
    int compute_nodes, memory_nodes; /* numbers of compute nodes and of memory nodes */
} noc_import_request;

/* Imports a file of another program. The design is the first of the files. NOC_EINPUT with the line
 * of the first fault. NOC_EUSAGE if the request is wrong. The caller clears *out in either case. */
typedef noc_status (*noc_importer)(const noc_import_request *wish, noc_import *out, noc_diag *diag);

/* Returns the part of a path after its folder. */
const char *noc_import_base_name(const char *path);

/* Returns the path of a file `name` in the folder of `path`. The caller frees it; NULL when out of
 * memory. */
char *noc_import_relative_path(const char *path, const char *name);

/* Returns a text as a name: all characters except letters, digits and the allowed ones become '-'.
 * `fallback` if the name would be empty, or begin with '-' or '.'. The caller frees it; NULL when
 * out of memory. */
char *noc_import_clean_name(const char *text, size_t length, const char *allowed,
                            const char *fallback);

/* Returns a file's name without folder and suffix, cleaned by noc_import_clean_name; `fallback` if
 * no name is left. The caller frees it; NULL when out of memory. */
char *noc_import_stem(const char *path, const char *fallback);

/* Returns a file's name without folder, up to `suffix`, or up to its first dot if it has no such
 * suffix; dots become '-' as well. The caller frees it; NULL when out of memory. */
char *noc_import_stem_before(const char *path, const char *suffix, const char *fallback);

/* Returns the words for a fate: "carried over", "left out", ... */
const char *noc_import_fate_word(noc_import_fate fate);

/* Adds a note, with the arguments of the format `reason`. Texts are copied. If memory runs out,
 * out_of_memory becomes true. */
void noc_import_note_fate(noc_import *import, noc_import_fate fate, const char *setting,
                          const char *value, int line, const char *design_setting,
                          const char *reason, ...) __attribute__((format(printf, 7, 8)));

/* Adds a note of a count. */
void noc_import_note_count(noc_import *import, noc_import_fate fate, const char *setting,
                           uint64_t count, const char *design_setting, const char *reason);

/* True if a setting has a note. */
bool noc_import_has_note(const noc_import *import, const char *setting);

/* Returns the name of a file: a design's name, cut if it is long, and `suffix`. The caller frees
 * it; NULL when out of memory. */
char *noc_import_file_name(const char *name, const char *suffix);

/* Begins a file named after the design, with a suffix, and returns its stream; NULL when out of
 * memory. */
FILE *noc_import_begin_named(noc_import *import, const char *suffix);

/* Begins a file of any name, and returns its stream; NULL when out of memory. */
FILE *noc_import_begin_file(noc_import *import, const char *name);

/* Ends all files. NOC_EFAILED if memory ran out anywhere. */
noc_status noc_import_end(noc_import *import, noc_diag *diag);

void noc_import_clear(noc_import *import);

#endif
