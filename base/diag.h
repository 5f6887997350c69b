/* base/diag.h: messages of functions that cannot do their work.
 *
 * Functions that can fail return a noc_status and add a message to the caller's noc_diag: the place
 * (file and line, or the command-line option), the fault, and a valid value. Nothing below cli/
 * prints or exits. A saturated network is a result, not a status.
 *
 * GSL aborts by default. So a process that calls any of these libraries first calls
 * gsl_set_error_handler_off(), as cli/main.c does; the handler is one for all threads, and nothing
 * else sets it. Errors that GSL returns are reported by noc_fail_numeric. */
#ifndef NOC_BASE_DIAG_H
#define NOC_BASE_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Outcomes, by the reaction of the process; cli/ maps each to its exit status. */
typedef enum noc_status {
    NOC_OK = 0,
    NOC_EFAILED,      /* reading, writing, memory, solver */
    NOC_EUSAGE,       /* command line is wrong */
    NOC_EINPUT,       /* file, or a value in a file, is wrong */
    NOC_EINTERRUPTED, /* user asked to stop */
} noc_status;

/* Place that a message points at. `file` may be NULL (no place), `line` 0 (the whole file). A
 * command-line option is its own `file`, with line 0: "--set network.rows=0". */
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

/* Growing list of messages, in the order in which they were found. Zero-initialise before use. */
typedef struct noc_diag {
    noc_message *messages;
    size_t count, capacity;
} noc_diag;

/* Adds a message and returns `status`, so that callers can write `return noc_fail(...)`. `diag` may
 * be NULL: no message. Text is copied. */
noc_status noc_fail(noc_diag *diag, noc_status status, noc_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports, without memory, that memory ran out, and notes it (base/shortage.h). Returns
 * NOC_EFAILED. */
noc_status noc_fail_memory(noc_diag *diag);

/* Reports a computation without an answer though memory sufficed: a singular matrix, a program that
 * its solver gives up on. `computation` is the message's subject, `reason` the solver's own words:
 * gsl_strerror(status). Returns NOC_EFAILED. */
noc_status noc_fail_numeric(noc_diag *diag, const char *computation, const char *reason);

/* Status of the first message; NOC_OK: no message. */
noc_status noc_diag_status(const noc_diag *diag);

/* Sorts the messages from `first` on by their lines, within each run of messages of a file;
 * messages of one line stay in the order in which they were added. */
void noc_diag_sort(noc_diag *diag, size_t first);

void noc_diag_clear(noc_diag *diag);

#define NOC_NOWHERE ((noc_place){NULL, 0})

#endif
