/* design/key.h: one row per setting of a design file.
 *
 * A key row says everything about a setting: name, type, where it is stored, range, default,
 * meaning, and the conditions under which nothing reads it. Reading, `--set`, error messages, the
 * canonical hash, and `describe` all walk these rows; no setting is known anywhere
 * else. */
#ifndef NOC_DESIGN_KEY_H
#define NOC_DESIGN_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/suggest.h"

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

struct noc_key;
struct config_setting_t; /* libconfig's */

/* A type of values: tells how they are stored and written. `stored` is the place of the value that
 * the key names. */
typedef struct noc_value_type {
    /* Stores a value after checking its form and its range, for which NaN never is. False: the
     * value is wrong, and what is stored is left alone. */
    bool (*store)(const struct noc_key *key, void *stored, const struct config_setting_t *value);

    /* Stands in place of `store` where parts of a value have faults of their own, with messages as
     * those of noc_value_store. NULL: `store` does. */
    noc_status (*store_parts)(void *stored, const struct config_setting_t *value, const char *path,
                              noc_place place, noc_status status, noc_diag *diag);

    /* Lists of groups, ( { name = "a"; share = 0.5; }, { ... } ): `member` finds the key of a
     * group, and where its offset counts from; NULL: there is no such group, or no such key.
     * `store_member` stores a value of that key, with messages as those of noc_value_store. Both
     * are NULL where values are no such lists. */
    const struct noc_key *(*member)(const void *stored, int number, const char *name,
                                    const char **base);
    noc_status (*store_member)(void *stored, int number, const char *name,
                               const struct config_setting_t *value, const char *path,
                               noc_place place, noc_status status, noc_diag *diag);

    /* The stored value as libconfig would read it. */
    void (*print)(FILE *out, const struct noc_key *key, const void *stored);

    /* Tells in words what the key accepts. */
    void (*expect)(const struct noc_key *key, char *text, size_t size);

    /* Frees what a stored value holds. NULL: nothing. */
    void (*clear)(void *stored);

    /* True if nothing is stored, as where nothing is written. NULL: numbers and choices have their
     * defaults, all others none. */
    bool (*is_empty)(const void *stored);

    bool read_as_text; /* a value has no bytes of its own (noc_value_bytes): its text tells it */

    /* Kind at a position of the key's list of names, for a choice among kinds, which is stored as a
     * pointer to the const kind. NULL: a choice among words is stored as an int, the position. */
    const void *(*kind)(size_t i);
} noc_value_type;

typedef const noc_value_type *noc_type;

extern const noc_value_type noc_integer_type, noc_real_type, noc_choice_type, noc_integers_type,
    noc_reals_type, noc_points_type, noc_text_type;

#define NOC_INTEGER  (&noc_integer_type)  /* int */
#define NOC_REAL     (&noc_real_type)     /* double */
#define NOC_CHOICE   (&noc_choice_type)   /* int: position in the key's list of names */
#define NOC_INTEGERS (&noc_integers_type) /* noc_integers; one number stands for a list of one */
#define NOC_REALS    (&noc_reals_type)    /* noc_reals; one number stands for a list of one */
#define NOC_POINTS   (&noc_points_type)   /* noc_points: ((column, row), ...) */
/* char *, owned (malloc); NULL where nothing is written: "links.csv" */
#define NOC_TEXT (&noc_text_type)

bool noc_choice_store(const struct noc_key *key, void *stored,
                      const struct config_setting_t *value);
void noc_choice_print(FILE *out, const struct noc_key *key, const void *stored);
void noc_choice_expect(const struct noc_key *key, char *text, size_t size);

/* Names of a choice between false, 0, and true, 1. */
const char *noc_truth_name(size_t i);

/* The type of choices among the kinds of a registry, by its function `kind`. */
#define NOC_CHOICE_AMONG(kinds)                                                            \
    {                                                                                      \
        .store = noc_choice_store, .print = noc_choice_print, .expect = noc_choice_expect, \
        .kind = (kinds)                                                                    \
    }

typedef enum noc_standing {
    NOC_OPTIONAL,
    NOC_REQUIRED, /* no default: the design must give it */
    /* Optional, and younger than designs that were measured: at its default it changes nothing, and
     * is left out of the hash, so that these have the hash that they were measured with. */
    NOC_YOUNGER,
    /* Optional, and compiled exactly, into routes and flits: what was measured with some values of
     * it holds with others, too. */
    NOC_EXACT,
} noc_standing;

/* Stages of an answer, in the order in which they are made. What a stage finds depends on the keys
 * that it reads, and on those that stages before it read; cost stands beside the others. A key's
 * row names the first stage of the chain that reads it, in whichever design that is, and cost: what
 * a stage finds is kept for designs with the same settings of all keys that it depends on
 * (design/kept.h), so a row that names a later stage gives wrong answers. test_keys moves every
 * key, and looks which stages change. */
typedef enum noc_answer_stage {
    NOC_GRAPH_STAGE,      /* terminals, routers, and channels from one to the other */
    NOC_ROUTES_STAGE,     /* flows with their rates, their ways and virtual channels */
    NOC_LOADS_STAGE,      /* cycles and rates of channels, packets, loads, what is alike of them */
    NOC_CONTENTION_STAGE, /* the networks' other properties, waits, limits, their correction */
    NOC_LOOP_STAGE,       /* cores, caches and memory; nodes that wait for replies */
    NOC_COST_STAGE,       /* area and power */
    NOC_ANSWER_STAGES
} noc_answer_stage;

enum {
    NOC_BY_GRAPH = 1 << NOC_GRAPH_STAGE,
    NOC_BY_ROUTES = 1 << NOC_ROUTES_STAGE,
    NOC_BY_LOADS = 1 << NOC_LOADS_STAGE,
    NOC_BY_CONTENTION = 1 << NOC_CONTENTION_STAGE,
    NOC_BY_LOOP = 1 << NOC_LOOP_STAGE,
    NOC_BY_COST = 1 << NOC_COST_STAGE,
    NOC_BY_WIRES = 1 << NOC_ANSWER_STAGES, /* loads read it where link_timing is wire */
};

struct noc_unread_condition;

typedef struct noc_key {
    const char *name;
    noc_type type;
    size_t offset;    /* bytes from the start of its group's struct to the value */
    double low, high; /* inclusive range of a number, or of each number of a list */
    double fallback;  /* default of a number, position of a choice's default; lists are empty */
    noc_standing standing;
    noc_name_list names; /* names of a choice; NULL: the key is none */
    const char *unit;    /* "" for a bare number */
    const char *meaning; /* one line */
    const char *source;  /* paper and section, "" if ours */
    /* the conditions under which it is not read, ended by NULL (unread.h: NOC_UNREAD); NULL: it is
     * always read */
    const struct noc_unread_condition *const *unread;
    unsigned read_by; /* stages, NOC_BY_GRAPH ...; 0: only samples, or checks, read it */
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

static inline bool noc_key_is_choice(const noc_key *key)
{
    return key->names != NULL;
}

/* The row called `name`, NULL if there is none. */
const noc_key *noc_key_find(noc_key_table table, const char *name);

/* A key of a group of a list: "cycles" of number 1 in "levels[1].cycles". */
typedef struct noc_member_path {
    char list[40];    /* name of the key whose value is the list */
    int number;       /* position of the group, from 0 */
    const char *name; /* borrowed */
} noc_member_path;

/* False: the text names no such key. */
bool noc_member_path_read(const char *text, noc_member_path *path);

/* ---- values --------------------------------------------------------------------------------- */

/* Stores a value at base + key->offset after checking type and range. On a fault adds a message
 * that starts with `path`, and returns `status`. NaN fails every range. */
noc_status noc_value_store(const noc_key *key, char *base, const struct config_setting_t *value,
                           const char *path, noc_place place, noc_status status, noc_diag *diag);

void noc_value_default(const noc_key *key, char *base);

/* True if a number or choice has its default, or a list of numbers is empty. False for values of
 * other types: they have no default that could be written. */
bool noc_value_is_default(const noc_key *key, const char *base);

/* The position of what is chosen, in the list of names of a choice; and its name. */
size_t noc_value_chosen(const noc_key *key, const char *base);
const char *noc_value_name(const noc_key *key, const char *base);

/* Frees what a list holds. */
void noc_value_clear(const noc_key *key, char *base);

/* "an integer in 1..1024, default 8": what a key accepts, in words. */
void noc_value_expected(const noc_key *key, char *text, size_t size);

/* A text in quotes, "" for NULL, with what libconfig would take for its end, or for something else,
 * escaped. */
void noc_text_print(FILE *out, const char *text);

/* The stored value as libconfig would read it: 8, 2.5, "islip", (1, 4). */
void noc_value_print(FILE *out, const noc_key *key, const char *base);

/* The stored value itself, or the elements of a list: equal bytes for equal values, and no others.
 * *size 0 for texts, phases and classes, which are no single value. */
const void *noc_value_bytes(const noc_key *key, const char *base, size_t *size);

/* Text of a value as noc_value_print writes it. The caller frees it; NULL when out of memory. */
char *noc_value_text(const noc_key *key, const char *base);

#endif
