/* import/import.h: a network that was described for another program, as a design and its files,
 * with what became of each setting. */
#ifndef NOC_IMPORT_IMPORT_H
#define NOC_IMPORT_IMPORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"

enum { NOC_IMPORT_FILES_MAX = 4, NOC_IMPORT_LOAD_CHARS = 40 };

/* What became of a setting of the other program. */
typedef enum noc_import_fate {
    NOC_IMPORT_CARRIED,  /* the same setting is here */
    NOC_IMPORT_USUAL,    /* no such setting is here, but its value is how things are here */
    NOC_IMPORT_CHANGED,  /* the nearest setting that there is here */
    NOC_IMPORT_DOUBTED,  /* the same setting is here; its value is hardly what was meant */
    NOC_IMPORT_LEFT_OUT, /* no such setting is here */
    NOC_IMPORT_RUN,      /* runs or prints of that program: no matter of a design */
    NOC_IMPORT_UNREAD,   /* no effect in that program */
    NOC_IMPORT_ASSUMED,  /* a design needs it, and the other program does not say it */
    NOC_IMPORT_FATES
} noc_import_fate;

/* A setting, and what became of it. All texts are owned; none is NULL but for want of memory. */
typedef struct noc_import_note {
    noc_import_fate fate;
    char *setting, *value; /* as the other program writes them */
    int line;              /* of its file; 0: its default, or given elsewhere */
    char *here;            /* what the design says: "virtual_channels = 4"; "": nothing */
    char *why;             /* "": nothing to say */
} noc_import_note;

typedef struct noc_import_file {
    char *name; /* without a folder */
    char *text; /* NULL until it is closed */
    size_t size;
    FILE *out; /* NULL once it is closed */
} noc_import_file;

/* Zero-initialise before use; noc_import_clear at the end. */
typedef struct noc_import {
    char *name; /* name of the design */
    noc_import_file files[NOC_IMPORT_FILES_MAX];
    size_t file_count;
    noc_import_note *notes;
    size_t note_count;
    char load[NOC_IMPORT_LOAD_CHARS]; /* of --load, "0.1" or "0.1tx"; "": the file has none */
    char *trace; /* file of packets beside the others, written while they are read; NULL: none */
    bool failed; /* out of memory */
} noc_import;

/* What to read, for which nodes. The other program numbers compute nodes 0..compute-1, then memory
 * nodes, unless its file says where they are. */
typedef struct noc_import_wish {
    const char *path;
    const char *const *settings; /* given beside the file: "k=4" */
    size_t setting_count;
    int compute, memory; /* nodes */
} noc_import_wish;

/* Reads what another program describes. The design is the first of the files. NOC_EINPUT with the
 * line of the first fault; NOC_EUSAGE where the wish is wrong. The caller clears *out in either
 * case. */
typedef noc_status (*noc_importer)(const noc_import_wish *wish, noc_import *out, noc_diag *diag);

/* The part of a path behind its folder. */
const char *noc_import_file_of(const char *path);

/* The path of a file that another one names, seen from the folder of the other one. The caller
 * frees it; NULL when out of memory. */
char *noc_import_beside(const char *path, const char *name);

/* A text as a name, with nothing that a shell or a design minds: other characters than letters,
 * digits and those of `kept` become '-'. `otherwise` where that is no name. The caller frees it;
 * NULL when out of memory. */
char *noc_import_clean_name(const char *text, size_t length, const char *kept,
                            const char *otherwise);

/* A file's name without folder and suffix, with nothing that a shell or a design minds; `otherwise`
 * where that is no name. The caller frees it; NULL when out of memory. */
char *noc_import_name_of(const char *path, const char *otherwise);

/* A file's name without folder, up to `suffix`, or to its first dot where it has no such suffix;
 * dots become '-', too. The caller frees it; NULL when out of memory. */
char *noc_import_name_before(const char *path, const char *suffix, const char *otherwise);

/* "carried over", "left out", ... */
const char *noc_import_fate_word(noc_import_fate fate);

/* Adds a note. `value` and `here` are copied; `why` is formatted. A shortage of memory is
 * remembered in `failed`. */
void noc_import_tell(noc_import *import, noc_import_fate fate, const char *setting,
                     const char *value, int line, const char *here, const char *why, ...)
    __attribute__((format(printf, 7, 8)));
void noc_import_vtell(noc_import *import, noc_import_fate fate, const char *setting,
                      const char *value, int line, const char *here, const char *why,
                      va_list arguments) __attribute__((format(printf, 7, 0)));

/* Adds a note of a count. */
void noc_import_tell_count(noc_import *import, noc_import_fate fate, const char *setting,
                           uint64_t count, const char *here, const char *why);

/* True if a setting has a note. */
bool noc_import_was_told(const noc_import *import, const char *setting);

/* File of a design's name, which is cut where it would be too long: NAME and `suffix`. The caller
 * frees it; NULL when out of memory. */
char *noc_import_file_called(const char *name, const char *suffix);

/* Begins the file of import->name with this suffix, and returns the stream to write it to: NULL
 * when out of memory. */
FILE *noc_import_begin_own(noc_import *import, const char *suffix);

/* Begins a file of another name, likewise. */
FILE *noc_import_begin(noc_import *import, const char *name);

/* Ends all files that were begun. NOC_EFAILED when memory ran out anywhere. */
noc_status noc_import_end(noc_import *import, noc_diag *diag);

void noc_import_clear(noc_import *import);

#endif
