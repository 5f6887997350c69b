/* design/key.h: table rows that describe the settings of a design file, one row per setting.
 *
 * A key row has all facts about a setting: name, type, offset in the struct, range, default,
 * meaning, and the conditions under which nothing reads it. Reading, `--set`, error messages, the
 * canonical hash and `describe` use these rows only. */
#ifndef NOC_DESIGN_KEY_H
#define NOC_DESIGN_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/suggest.h"

typedef struct noc_point {
    int column, row; /* (0, 0): top left */
} noc_point;

/* List of integers. The design's arena owns the elements of lists. */
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
struct noc_key_table;
struct config_setting_t; /* type of libconfig */

/* Setting whose value is stored. */
typedef struct noc_storing {
    const char *path; /* path of the setting, with which messages start */
    noc_place place;
    noc_status status; /* status that a wrong value returns */
    noc_arena *arena;  /* owns lists and texts; NULL if no key of the group has one */
    noc_diag *diag;
} noc_storing;

/* Type of a value: functions that store and print it. `stored` is the address of the key's
 * value. */
typedef struct noc_value_type {
    /* Stores a value after a check of its form and range; NaN is never in range. False: the value
     * is wrong, and the stored value stays unchanged. */
    bool (*store)(noc_arena *arena, const struct noc_key *key, void *stored,
                  const struct config_setting_t *value);

    /* Replaces `store` for values whose parts have faults of their own; reports faults as
     * noc_value_store does. NULL: `store` is used. */
    noc_status (*store_parts)(const noc_storing *storing, void *stored,
                              const struct config_setting_t *value);

    /* Lists of groups, ( { name = "a"; share = 0.5; }, { ... } ). `member` finds the key of a
     * group, and the base of its offset; NULL: no such group or key. `store_member` stores a value
     * of this key and reports faults as noc_value_store does. `members` has the keys that every
     * group can have. Other types have NULL for all. */
    const struct noc_key *(*member)(const void *stored, int number, const char *name,
                                    const char **base);
    noc_status (*store_member)(const noc_storing *storing, void *stored, int number,
                               const char *name, const struct config_setting_t *value);
    const struct noc_key_table *members;

    /* Writes the stored value as libconfig would read it. */
    void (*print)(FILE *out, const struct noc_key *key, const void *stored);

    /* Writes words for the values that the key accepts, "an integer in 1..1024". */
    void (*expect)(const struct noc_key *key, char *text, size_t size);

    /* True if the value equals the value of an absent key. NULL: numbers and choices have their
     * default, other values are empty. */
    bool (*is_empty)(const void *stored);

    /* true if the design's hash and caches compare the value as printed text, since it has no
     * comparable bytes (noc_value_bytes) */
    bool is_read_as_text;

    /* Returns kind `i` of the registry, for a choice among kinds, which is stored as a pointer to
     * the kind. NULL: a choice among words, stored as an int, its position. */
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
/* char *: "links.csv"; NULL without a value */
#define NOC_TEXT (&noc_text_type)

/* Functions of choices, as in noc_value_type. */
bool noc_choice_store(noc_arena *arena, const struct noc_key *key, void *stored,
                      const struct config_setting_t *value);
void noc_choice_print(FILE *out, const struct noc_key *key, const void *stored);
void noc_choice_expect(const struct noc_key *key, char *text, size_t size);

/* Returns the name of a truth value: 0: "false", 1: "true"; NULL past the end. */
const char *noc_truth_name(size_t i);

/* Type of a choice among the kinds of a registry; `kinds` returns the kind of a position. */
#define NOC_CHOICE_AMONG(kinds)                                                            \
    {                                                                                      \
        .store = noc_choice_store, .print = noc_choice_print, .expect = noc_choice_expect, \
        .kind = (kinds)                                                                    \
    }

typedef enum noc_standing {
    NOC_OPTIONAL,
    NOC_REQUIRED, /* no default: the design must give a value */
    /* Optional, and added after designs were measured. At its default the key changes nothing and
     * is left out of the hash, so that measured designs keep their hash. */
    NOC_YOUNGER,
    /* Optional; the compiler represents each value exactly in routes and flits. Results measured
     * with some of its values hold for other values. */
    NOC_EXACT,
} noc_standing;

/* Stages of an answer, in the order of execution. Results of a stage depend on the keys that it
 * reads and on the results of all stages before it; the cost stage stands apart. A key row names
 * the first stage that reads the key in any design, and the cost stage if it reads the key. Results
 * of a stage are cached by the settings on which they depend (design/kept.h), so a row with too
 * late a stage gives wrong answers. test_keys varies every key and checks which stages change. */
typedef enum noc_answer_stage {
    NOC_GRAPH_STAGE,  /* terminals, routers and channels */
    NOC_ROUTES_STAGE, /* flows with their rates, paths and virtual channels */
    /* cycles and rates of channels, packets, loads, and classes of equal channels */
    NOC_LOADS_STAGE,
    NOC_CONTENTION_STAGE, /* other properties of networks, waits, limits, correction */
    NOC_LOOP_STAGE,       /* closed loop: cores, caches, memory */
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
    NOC_BY_WIRES = 1 << NOC_ANSWER_STAGES, /* loads stage reads the key if link_timing is wire */
};

struct noc_unread_condition;

typedef struct noc_key {
    const char *name;
    noc_type type;
    size_t offset;    /* bytes from the start of the group's struct to the value */
    double low, high; /* inclusive range of a number, or of each number of a list */
    /* default of a number; position of a choice's default; lists are empty by default */
    double default_value;
    noc_standing standing;
    noc_name_list names; /* names of a choice; NULL: the key is no choice */
    const char *unit;    /* "" for a bare number */
    const char *meaning; /* meaning in one line */
    const char *source;  /* paper and section; "": no source */
    /* conditions under which nothing reads the key, NULL-terminated (unread.h: NOC_UNREAD); NULL:
     * always read */
    const struct noc_unread_condition *const *unread_conditions;
    /* stages that read the key, NOC_BY_GRAPH ...; 0: read by samples or checks only */
    unsigned reading_stages;
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

/* Finds the row of a name; NULL: none. */
const noc_key *noc_key_find(noc_key_table table, const char *name);

/* Path of a key in a group of a list: "levels[1].cycles" is the key "cycles" of group 1. */
typedef struct noc_member_path {
    char list_name[40];   /* name of the key whose value is the list */
    int number;           /* position of the group, from 0 */
    const char *key_name; /* borrowed */
} noc_member_path;

/* Reads a path from a text. False: the text is no such path. */
bool noc_member_path_read(const char *text, noc_member_path *path);

/* ---- values --------------------------------------------------------------------------------- */

/* Stores a value at base + key->offset after a check of type and range; NaN is in no range. If the
 * value is wrong, adds a message that starts with the setting's path, and returns its status. */
noc_status noc_value_store(const noc_storing *storing, const noc_key *key, char *base,
                           const struct config_setting_t *value);

/* Stores the default of a key at base + key->offset. */
void noc_value_default(const noc_key *key, char *base);

/* True if a number or choice has its default, or a list is empty. False for values of other
 * types. */
bool noc_value_is_default(const noc_key *key, const char *base);

/* Return the position of the chosen name of a choice in the key's list of names, and the name. */
size_t noc_value_choice_index(const noc_key *key, const char *base);
const char *noc_value_choice_name(const noc_key *key, const char *base);

/* Writes words for the values that a key accepts: "an integer in 1..1024, default 8". */
void noc_value_expected(const noc_key *key, char *text, size_t size);

/* Writes a text in quotes, "" for NULL, with escapes for quotes, backslashes and control
 * characters. */
void noc_text_print(FILE *out, const char *text);

/* Writes the stored value as libconfig would read it: 8, 2.5, "islip", (1, 4). */
void noc_value_print(FILE *out, const noc_key *key, const char *base);

/* Returns the bytes of the stored value, or of a list's elements, and sets *size; two values are
 * equal if and only if their bytes are. *size is 0 for values of other types: texts, phases,
 * classes, levels, nodes. */
const void *noc_value_bytes(const noc_key *key, const char *base, size_t *size);

/* Returns the text that noc_value_print writes. The caller frees it; NULL when out of memory. */
char *noc_value_text(const noc_key *key, const char *base);

#endif
