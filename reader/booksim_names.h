/* reader/booksim_names.h: the settings of BookSim 2.0 and of GPGPU-Sim's configurations of it: for
 * messages to those who bring such a file, and for its import (import/booksim/). */
#ifndef NOC_READER_BOOKSIM_NAMES_H
#define NOC_READER_BOOKSIM_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* How a setting is written there. */
typedef enum noc_booksim_type {
    NOC_BOOKSIM_WHOLE,  /* 4 */
    NOC_BOOKSIM_REAL,   /* 0.5 */
    NOC_BOOKSIM_TEXT,   /* islip */
    NOC_BOOKSIM_WHOLES, /* 4, or one for each class: {4,2}; also a word (seed = time) */
    NOC_BOOKSIM_REALS,  /* likewise */
} noc_booksim_type;

/* What becomes of a setting. */
typedef enum noc_booksim_use {
    NOC_BOOKSIM_CARRIED,  /* it says something about a design */
    NOC_BOOKSIM_LEFT_OUT, /* nothing is like it here */
    NOC_BOOKSIM_RUN,      /* how long that program runs, and what it prints */
    NOC_BOOKSIM_UNREAD,   /* that program does not read it */
} noc_booksim_use;

typedef struct noc_booksim_setting {
    const char *name;
    noc_booksim_type type;
    const char *fallback; /* its value where a file does not say it */
    noc_booksim_use use;
    const char *ours; /* what tells the same here; NULL: nothing does */
    const char *why;  /* of one that is left out: why; NULL: of others */
} noc_booksim_setting;

/* The setting of that name, NULL if there is none. */
const noc_booksim_setting *noc_booksim_setting_named(const char *name);

/* The i-th name, NULL past the end. */
const char *noc_booksim_setting_name(size_t i);

/* True if a word is the name of a setting there that is not also one here. *ours: what tells the
 * same here, NULL if nothing does. */
bool noc_booksim_name(const char *word, const char **ours);

/* True if a text sets several of them. */
bool noc_booksim_is_like(const char *text);

#endif
