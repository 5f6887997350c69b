/* cli/frame/option.h: description of a command's options, and reading of their values. */
#ifndef NOC_CLI_FRAME_OPTION_H
#define NOC_CLI_FRAME_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Related options of one or several commands, and the struct with their values. */
typedef struct noc_option_group {
    const char *title;         /* heading in the help; NULL: "Options:" */
    const noc_option *options; /* ended by an option without a name */
    const void *defaults;      /* default values of a shared struct; NULL: zeros */
    size_t size;               /* size of the struct, bytes */
} noc_option_group;

/* Group of options of a command. `offset`: offset of its struct in the command's values, bytes. */
typedef struct noc_option_use {
    const noc_option_group *group;
    size_t offset;
} noc_option_use;

/* Stores the value of an option in its group's struct, or reports a fault. max_texts: largest
 * number of texts of a repeatable option. */
void noc_option_store(const noc_option *option, const char *text, void *group, size_t max_texts,
                      noc_diag *diag);

/* Refuses a text: "--NAME TEXT: expected ..." */
void noc_option_refuse(const noc_option *option, const char *text, const char *expected,
                       noc_diag *diag);

/* Reads a real between exclusive bounds. */
void noc_option_read_real(const noc_option *option, const char *text, double *stored,
                          noc_diag *diag);

#endif
