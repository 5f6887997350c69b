/* cli/frame/option.h: an option of a command: its line in the help, and where its value goes. */
#ifndef NOC_CLI_FRAME_OPTION_H
#define NOC_CLI_FRAME_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

typedef enum noc_option_kind {
    NOC_OPTION_FLAG,   /* bool: the option has no argument */
    NOC_OPTION_TEXT,   /* const char * */
    NOC_OPTION_TEXTS,  /* noc_texts: the option may be repeated */
    NOC_OPTION_REAL,   /* double, between the bounds, neither of them included */
    NOC_OPTION_NUMBER, /* double, any; the command checks it */
    NOC_OPTION_COUNT,  /* uint64_t, between the bounds */
    NOC_OPTION_SMALL,  /* unsigned, between the bounds */
    NOC_OPTION_OWN,    /* any type, read by `read` */
} noc_option_kind;

/* The values of an option that may be repeated, in order. */
typedef struct noc_texts {
    const char **list;
    size_t count;
} noc_texts;

typedef struct noc_option {
    const char *name;     /* name of the long form: "load" */
    char letter;          /* letter of a short form; 0: none */
    const char *argument; /* argument as the help calls it: "L"; NULL: none */
    const char *help;
    noc_option_kind kind;
    size_t offset;       /* offset of the value in the struct that the group fills */
    double above, below; /* bounds of a real */
    /* unit that may be written behind a real or a number; "": a percent sign; NULL: none */
    const char *unit;
    const char *expected; /* bounds of a real in words */
    uint64_t least, most; /* bounds of a count */
    void (*read)(const struct noc_option *option, const char *text, void *stored, noc_diag *diag);
} noc_option;

/* Options that belong together, and the struct that has their values; a struct of a command's own,
 * or one that several commands share. */
typedef struct noc_option_group {
    const char *title;         /* heading in the help; NULL: "Options:" */
    const noc_option *options; /* ended by one without a name */
    const void *defaults;      /* values of a struct that commands share; NULL: zeros */
    size_t size;               /* size of the struct, bytes */
} noc_option_group;

/* A group that a command accepts: `offset` is the place of the struct in the command's request. */
typedef struct noc_option_use {
    const noc_option_group *group;
    size_t offset;
} noc_option_use;

/* Puts the value of an option into its group's struct, or tells the fault. An option that is
 * repeated has at most `room` texts. */
void noc_option_store(const noc_option *option, const char *text, void *group, size_t room,
                      noc_diag *diag);

/* Refuses a text: "--NAME TEXT: expected ..." */
void noc_option_refuse(const noc_option *option, const char *text, const char *expected,
                       noc_diag *diag);

/* Reads a real between the bounds, neither of them included. */
void noc_option_read_real(const noc_option *option, const char *text, double *stored,
                          noc_diag *diag);

#endif
