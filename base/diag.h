/* base/diag.h: messages and statuses of functions that fail.
 *
 * A function that can fail returns a noc_status and adds a message to the caller's noc_diag: place
 * (file and line, or command-line option), fault, and a valid value. Only cli/ prints and exits. A
 * saturated network is a result, not a failure.
 *
 * GSL aborts by default, so each process first calls gsl_set_error_handler_off(), as cli/main.c
 * does; the handler holds for all threads, and no other code sets it. noc_fail_numeric reports
 * errors of GSL. */
#ifndef NOC_BASE_DIAG_H
#define NOC_BASE_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Outcomes of functions; cli/ maps each to an exit status. */
typedef enum noc_status {
    NOC_OK = 0,
    NOC_EFAILED,      /* failure of reading, writing, memory or a solver */
    NOC_EUSAGE,       /* fault of the command line */
    NOC_EINPUT,       /* fault of a file */
    NOC_EINTERRUPTED, /* stop requested by the user */
} noc_status;

/* Place of a fault. `file` NULL: no place; `line` 0: the whole file. A command-line option stands
 * as `file` with line 0: "--set network.rows=0". */
typedef struct noc_place {
    const char *file;
    int line;
} noc_place;

typedef struct noc_message {
    noc_status status;
    char *file; /* NULL: no place */
    int line;   /* 0: no line */
    char *text; /* never NULL */
} noc_message;

/* List of messages in the order of their reports. The caller initialises it with zeros. */
typedef struct noc_diag {
    noc_message *messages;
    size_t count, capacity;
} noc_diag;

/* Adds a message and returns `status`, so that callers can write `return noc_fail(...)`. `diag`
 * NULL: no message. */
noc_status noc_fail(noc_diag *diag, noc_status status, noc_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports, without an allocation, that memory ran out, and records it (base/shortage.h). Returns
 * NOC_EFAILED. */
noc_status noc_fail_memory(noc_diag *diag);

/* Reports a numeric computation without a result: a singular matrix, a linear program that its
 * solver does not solve. `computation`: subject of the message; `reason`: text of the solver, such
 * as gsl_strerror(status). Returns NOC_EFAILED. */
noc_status noc_fail_numeric(noc_diag *diag, const char *computation, const char *reason);

/* Status of the first message; NOC_OK: no message. */
noc_status noc_diag_status(const noc_diag *diag);

/* Sorts the messages from `first` on by line, within each run of messages of a file. Messages of
 * one line keep their order. */
void noc_diag_sort(noc_diag *diag, size_t first);

void noc_diag_clear(noc_diag *diag);

#define NOC_NOWHERE ((noc_place){NULL, 0})

#endif
