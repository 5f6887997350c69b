/* cli/frame/option.h: description of a command's options, and reading of their values. */
#ifndef NOC_CLI_FRAME_OPTION_H
#define NOC_CLI_FRAME_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

typedef enum noc_option_kind {
    NOC_OPTION_FLAG,     /* bool: the option has no argument */
    NOC_OPTION_TEXT,     /* const char * */
    NOC_OPTION_TEXTS,    /* noc_texts: the option may be repeated */
    NOC_OPTION_REAL,     /* double, between exclusive bounds */
    NOC_OPTION_NUMBER,   /* double, checked by the command */
    NOC_OPTION_COUNT,    /* uint64_t, between the bounds */
    NOC_OPTION_UNSIGNED, /* unsigned, between the bounds */
    NOC_OPTION_CUSTOM,   /* any type, read by `read` */
} noc_option_kind;

/* Values of a repeatable option, in order. */
typedef struct noc_texts {
    const char **list;
    size_t count;
} noc_texts;

typedef struct noc_option {
    const char *name;     /* long name: "load" */
    char letter;          /* letter of the short form; 0: none */
    const char *argument; /* argument in the help: "L"; NULL: none */
    const char *help;
    noc_option_kind kind;
    size_t offset;                       /* offset of the value in the group's struct, bytes */
    double exclusive_min, exclusive_max; /* bounds of a real, exclusive */
    /* Unit of a real or a number, optional in the text; "": a share, which may have a percent sign;
     * NULL: none. */
    const char *unit;
    const char *expected_text;     /* bounds of a real in words */
    uint64_t min_count, max_count; /* bounds of a count */
    /* NOC_OPTION_CUSTOM: reads a text into *stored, or reports a fault; else NULL */
    void (*read)(const struct noc_option *option, const char *text, void *stored, noc_diag *diag);
} noc_option;

/* Rows of a table of options. `field`: field of the struct `option_values` for the value. */
#define NOC_TAKE_FLAG(name, help, field)                                               \
    {                                                                                  \
        name, 0, NULL, help, NOC_OPTION_FLAG, .offset = offsetof(option_values, field) \
    }
#define NOC_TAKE_TEXT(name, argument, help, field)                                         \
    {                                                                                      \
        name, 0, argument, help, NOC_OPTION_TEXT, .offset = offsetof(option_values, field) \
    }
#define NOC_TAKE_COUNT(name, argument, help, field, least, most)                             \
    {                                                                                        \
        name, 0, argument, help, NOC_OPTION_COUNT, .offset = offsetof(option_values, field), \
                                                   .min_count = least, .max_count = most     \
    }
#define NOC_TAKE_REAL(name, argument, help, field, least, most, expected, of_unit)               \
    {                                                                                            \
        name, 0, argument, help, NOC_OPTION_REAL, .offset = offsetof(option_values, field),      \
                                                  .exclusive_min = least, .exclusive_max = most, \
                                                  .expected_text = expected, .unit = of_unit     \
    }

/* Related options of one or several commands, and the struct with their values. */
typedef struct noc_option_group {
    const noc_option *options; /* ended by an option without a name */
    const char *title;         /* heading in the help; NULL: "Options:" */
    const void *defaults;      /* default values of a shared struct; NULL: zeros */
    size_t size;               /* size of `defaults`, bytes */
} noc_option_group;

/* Group of one option, given by its fields (noc_option). */
#define NOC_ONE_OPTION(...)             \
    {                                   \
        .options = (const noc_option[]) \
        {                               \
            {__VA_ARGS__},              \
            {                           \
                0                       \
            }                           \
        }                               \
    }

/* Group of options of a command. `offset`: offset of its struct in the command's values, bytes. */
typedef struct noc_option_use {
    const noc_option_group *group;
    size_t offset;
} noc_option_use;

/* Use of a command's own table of options. */
#define NOC_OWN_OPTIONS(table)                         \
    {                                                  \
        &(const noc_option_group){.options = table}, 0 \
    }

/* Refuse a command line, without a place, or at an option or a file. */
#define NOC_REFUSE(diag, ...) noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, __VA_ARGS__)
#define NOC_REFUSE_AT(diag, where, ...) \
    noc_fail(diag, NOC_EUSAGE, (noc_place){where, 0}, __VA_ARGS__)

/* Stores the value of an option in its group's struct, or reports a fault. The arena owns the lists
 * of repeatable options. */
void noc_option_store(const noc_option *option, const char *text, void *group, noc_arena *arena,
                      noc_diag *diag);

/* Refuses a text: "--NAME TEXT: expected ..." */
void noc_option_refuse(const noc_option *option, const char *text, const char *expected,
                       noc_diag *diag);

/* Reads a real between exclusive bounds. */
void noc_option_read_real(const noc_option *option, const char *text, double *stored,
                          noc_diag *diag);

#endif
