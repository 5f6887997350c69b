/* network/key.h: one row per setting of a design file.
 *
 * A key row says everything about a setting: name, type, where it is stored, range, default,
 * meaning. Reading, `--set`, error messages, the canonical hash, `list keys` and `describe` all
 * walk these rows; no setting is known anywhere else. */
#ifndef NOC_NETWORK_KEY_H
#define NOC_NETWORK_KEY_H

#include <stddef.h>

#include "network/suggest.h"

typedef struct noc_point {
    int column, row; /* (0,0) is the top left */
} noc_point;

/* Lists own their elements (malloc). */
typedef struct noc_integers {
    size_t count;
    int *values;
} noc_integers;

typedef struct noc_reals {
    size_t count;
    double *values;
} noc_reals;

typedef struct noc_points {
    size_t count;
    noc_point *values;
} noc_points;

typedef enum noc_type {
    NOC_INTEGER,  /* int */
    NOC_REAL,     /* double */
    NOC_CHOICE,   /* int: position in the key's list of names */
    NOC_INTEGERS, /* noc_integers; one number stands for a list of one */
    NOC_REALS,    /* noc_reals; likewise */
    NOC_POINTS,   /* noc_points: ((column, row), ...) */
    NOC_PHASES,   /* noc_phases (phases.h): ({ share = 0.5; ... }, ...) */
    NOC_TEXT,     /* char *, owned (malloc); NULL where nothing is written: "links.csv" */
} noc_type;

typedef enum noc_standing {
    NOC_OPTIONAL,
    NOC_REQUIRED, /* no default: the design must give it */
    /* Optional, and younger than designs that were measured: at its default it changes nothing, and
     * is left out of the hash, so that these have the hash that they were measured with. */
    NOC_YOUNGER,
} noc_standing;

typedef struct noc_key {
    const char *name;
    noc_type type;
    size_t offset;    /* of the value in its group's struct */
    double low, high; /* inclusive range of a number, or of each number of a list */
    double fallback;  /* default of a number, position of a choice's default; lists are empty */
    noc_standing standing;
    noc_name_list names; /* NOC_CHOICE only */
    const char *unit;    /* "" for a bare number */
    const char *meaning; /* one line */
    const char *source;  /* paper and section, "" if ours */
} noc_key;

/* A table of key rows, for the loops over it. */
typedef struct noc_key_table {
    const noc_key *keys;
    size_t count;
} noc_key_table;

#define NOC_KEYS(table)                             \
    {                                               \
        (table), sizeof(table) / sizeof((table)[0]) \
    }

/* The row called `name`, NULL if there is none. */
const noc_key *noc_key_find(noc_key_table table, const char *name);

#endif
