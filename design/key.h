/* design/key.h: one row per setting of a design file.
 *
 * A key row contains all about a setting: name, type, place in the struct, range, default, meaning,
 * and the conditions under which nothing reads it. Reading, `--set`, error messages, the canonical
 * hash, and `describe` all walk these rows; no setting is known anywhere else. */
#ifndef NOC_DESIGN_KEY_H
#define NOC_DESIGN_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/suggest.h"

typedef struct noc_point {
    int column, row; /* (0, 0): top left */
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

/* A type of values: functions that store and write them. `stored` is the place of the key's value
 * in memory. */
typedef struct noc_value_type {
    /* Stores a value after checking its form and its range; NaN is never in range. False: the value
     * is wrong, and the stored value is left alone. */
    bool (*store)(const struct noc_key *key, void *stored, const struct config_setting_t *value);

    /* Replaces `store` where parts of a value have faults of their own, with messages as in
     * noc_value_store. NULL: `store` is used. */
    noc_status (*store_parts)(void *stored, const struct config_setting_t *value, const char *path,
                              noc_place place, noc_status status, noc_diag *diag);

    /* Lists of groups, ( { name = "a"; share = 0.5; }, { ... } ): `member` finds the key of a
     * group, and the base of its offset; NULL: no such group or key. `store_member` stores a value
     * of that key, with messages as in noc_value_store. Both are NULL for other types. */
    const struct noc_key *(*member)(const void *stored, int number, const char *name,
                                    const char **base);
    noc_status (*store_member)(void *stored, int number, const char *name,
                               const struct config_setting_t *value, const char *path,
                               noc_place place, noc_status status, noc_diag *diag);

    /* Writes the stored value as libconfig would read it. */
    void (*print)(FILE *out, const struct noc_key *key, const void *stored);

    /* Describes in words the values that the key accepts. */
    void (*expect)(const struct noc_key *key, char *text, size_t size);

    /* Frees memory of a stored value. NULL: it has none. */
    void (*clear)(void *stored);

    /* True if nothing is stored, as where nothing is written. NULL: a number or choice has its
     * default, any other value is empty. */
    bool (*is_empty)(const void *stored);

    /* true if a value has no bytes of its own (noc_value_bytes), and is represented by its text */
    bool read_as_text;

    /* Returns the kind at a position of the key's list of names, for a choice among kinds, which is
     * stored as a pointer to the const kind. NULL: a choice among words is stored as an int, the
     * position. */
    const void *(*kind)(size_t i);
} noc_value_type;

typedef const noc_value_type *noc_type;

extern const noc_value_type noc_integer_type, noc_real_type, noc_choice_type, noc_integers_type,
    noc_reals_type, noc_points_type, noc_text_type;

#define NOC_INTEGER  (&noc_integer_type)  /* int */
#define NOC_REAL     (&noc_real_type)     /* double */
#define NOC_CHOICE   (&noc_choice_type)   /* int: position in the key's list of names */
#define NOC_INTEGERS (&noc_integers_type) /* noc_integers; a bare number is a list of one */
#define NOC_REALS    (&noc_reals_type)    /* noc_reals; a bare number is a list of one */
#define NOC_POINTS   (&noc_points_type)   /* noc_points: ((column, row), ...) */
/* char *, owned (malloc), "links.csv"; NULL where nothing is written */
#define NOC_TEXT (&noc_text_type)

bool noc_choice_store(const struct noc_key *key, void *stored,
                      const struct config_setting_t *value);
void noc_choice_print(FILE *out, const struct noc_key *key, const void *stored);
void noc_choice_expect(const struct noc_key *key, char *text, size_t size);

/* Names of a choice between false, 0, and true, 1. */
const char *noc_truth_name(size_t i);

/* Type of choices among the kinds of a registry; `kinds` is its function `kind`. */
#define NOC_CHOICE_AMONG(kinds)                                                            \
    {                                                                                      \
        .store = noc_choice_store, .print = noc_choice_print, .expect = noc_choice_expect, \
        .kind = (kinds)                                                                    \
    }

typedef enum noc_standing {
    NOC_OPTIONAL,
    NOC_REQUIRED, /* no default: the design must give a value */
    /* Optional, and younger than measured designs: at its default the key changes nothing, and is
     * left out of the hash, so that these designs keep the hash with which they were measured. */
    NOC_YOUNGER,
    /* Optional, and compiled exactly, into routes and flits: results measured with some of its
     * values hold with others, too. */
    NOC_EXACT,
} noc_standing;

/* Stages of an answer, in the order of their execution. Results of a stage depend on the keys that
 * it reads, and on those of all stages before; cost stands beside the others. The row of a key
 * names the first stage that reads it in any design, and cost. Results of a stage are kept for
 * designs with equal settings of all keys on which it depends (design/kept.h), so that a row with
 * too late a stage gives wrong answers. test_keys varies every key, and checks which stages
 * change. */
typedef enum noc_answer_stage {
    NOC_GRAPH_STAGE,  /* terminals, routers, and channels from one to the other */
    NOC_ROUTES_STAGE, /* flows with their rates, paths and virtual channels */
    NOC_LOADS_STAGE, /* cycles and rates of channels, packets, loads, and their classes of equals */
    NOC_CONTENTION_STAGE, /* other properties of networks, waits, limits, their correction */
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
    NOC_BY_WIRES = 1 << NOC_ANSWER_STAGES, /* read by loads if link_timing is wire */
};

struct noc_unread_condition;

typedef struct noc_key {
    const char *name;
    noc_type type;
    size_t offset;    /* bytes from the start of the group's struct to the value */
    double low, high; /* inclusive range of a number, or of each number of a list */
    double fallback;  /* default of a number; position of a choice's default; lists are empty */
    noc_standing standing;
    noc_name_list names; /* names of a choice; NULL: the key is no choice */
    const char *unit;    /* "" for a bare number */
    const char *meaning; /* meaning in one line */
    const char *source;  /* paper and section; "": nocsight's own */
    /* conditions under which the key is not read, ended by NULL (unread.h: NOC_UNREAD); NULL: it is
     * always read */
    const struct noc_unread_condition *const *unread;
    /* stages that read the key, NOC_BY_GRAPH ...; 0: only samples, or checks, read it */
    unsigned read_by;
} noc_key;

/* Table of key rows. */
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

/* Finds the row called `name`, NULL if there is none. */
const noc_key *noc_key_find(noc_key_table table, const char *name);

/* Path of a key in a group of a list: "cycles" of number 1 in "levels[1].cycles". */
typedef struct noc_member_path {
    char list[40];    /* name of the key whose value is the list */
    int number;       /* position of the group, from 0 */
    const char *name; /* borrowed */
} noc_member_path;

/* Reads a path from a text. False: the text is no such path. */
bool noc_member_path_read(const char *text, noc_member_path *path);

/* ---- values --------------------------------------------------------------------------------- */

/* Stores a value at base + key->offset after checking type and range. If it is wrong, adds a
 * message that starts with `path`, and returns `status`. NaN is in no range. */
noc_status noc_value_store(const noc_key *key, char *base, const struct config_setting_t *value,
                           const char *path, noc_place place, noc_status status, noc_diag *diag);

void noc_value_default(const noc_key *key, char *base);

/* True if a number or choice has its default, or a list of numbers is empty. False for values of
 * other types, whose defaults cannot be written. */
bool noc_value_is_default(const noc_key *key, const char *base);

/* Position of the chosen name in the list of names of a choice; and the name. */
size_t noc_value_chosen(const noc_key *key, const char *base);
const char *noc_value_name(const noc_key *key, const char *base);

/* Frees memory of a value. */
void noc_value_clear(const noc_key *key, char *base);

/* Describes in words the values that a key accepts: "an integer in 1..1024, default 8". */
void noc_value_expected(const noc_key *key, char *text, size_t size);

/* Writes a text in quotes, "" for NULL, with escapes for characters that libconfig would read
 * otherwise. */
void noc_text_print(FILE *out, const char *text);

/* Writes the stored value as libconfig would read it: 8, 2.5, "islip", (1, 4). */
void noc_value_print(FILE *out, const noc_key *key, const char *base);

/* Bytes of the stored value, or of the elements of a list: equal if and only if the values are.
 * *size is 0 for texts, phases and classes, which are no single value. */
const void *noc_value_bytes(const noc_key *key, const char *base, size_t *size);

/* Returns the text that noc_value_print writes. The caller frees it; NULL when out of memory. */
char *noc_value_text(const noc_key *key, const char *base);

#endif
