/* reader/booksim_names.h: table of the settings of BookSim 2.0, and of GPGPU-Sim's version of
 * it, with nocsight's equivalents: for messages to users who bring such a file, and for its
 * import (import/booksim/). */
#ifndef NOC_READER_BOOKSIM_NAMES_H
#define NOC_READER_BOOKSIM_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Form of a setting's value in BookSim. */
typedef enum noc_booksim_type {
    NOC_BOOKSIM_WHOLE,  /* 4 */
    NOC_BOOKSIM_REAL,   /* 0.5 */
    NOC_BOOKSIM_TEXT,   /* islip */
    NOC_BOOKSIM_WHOLES, /* 4, or one for each class: {4,2}; or a word (seed = time) */
    NOC_BOOKSIM_REALS,  /* 0.5, or one for each class: {0.5,0.2} */
} noc_booksim_type;

/* Use of a setting of BookSim's in nocsight. */
typedef enum noc_booksim_use {
    NOC_BOOKSIM_CARRIED,  /* describes a design */
    NOC_BOOKSIM_LEFT_OUT, /* describes a design, but has no equivalent in nocsight */
    NOC_BOOKSIM_RUN,      /* controls length and output of BookSim's run */
    NOC_BOOKSIM_UNREAD,   /* BookSim does not read it */
} noc_booksim_use;

typedef struct noc_booksim_setting {
    const char *name;
    noc_booksim_type type;
    const char *fallback; /* default */
    noc_booksim_use use;
    const char *nocsight_name; /* nocsight's setting of the same meaning; NULL: none */
    const char *reason;        /* reason why the setting is left out; NULL: it is not */
} noc_booksim_setting;

/* Finds a setting by its name; NULL: none. */
const noc_booksim_setting *noc_booksim_find_setting(const char *name);

/* Name of setting number i; NULL past the end. */
const char *noc_booksim_setting_name(size_t i);

/* True if a word names a setting of BookSim, and none of nocsight. *nocsight_name: nocsight's
 * setting of the same meaning; NULL: none. */
bool noc_booksim_is_name(const char *word, const char **nocsight_name);

/* True if a text sets two or more settings that only BookSim has. */
bool noc_booksim_is_config(const char *text);

#endif
