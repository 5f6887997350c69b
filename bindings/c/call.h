/* bindings/c/call.h: frame of each public call: its error, and its locale. */
#ifndef NOC_BINDINGS_C_CALL_H
#define NOC_BINDINGS_C_CALL_H

#include <locale.h>
#include <stdbool.h>

#include "base/diag.h"
#include "bindings/c/nocsight.h"

/* Sets what every process needs once: GSL without its handler, and the functions of power_area/
 * that network/ calls. Any thread may call it, any number of times. */
void noc_library_start(void);

/* A public call. Numbers have a point and no thousands mark while it lasts, in this thread only. */
typedef struct noc_call {
    noc_error *error; /* NULL: the caller wants no messages */
    noc_diag diag;
    locale_t host_locale; /* the thread's locale before the call */
} noc_call;

/* Begins a call; empties the error. */
noc_call noc_call_begin(noc_error *error);

/* Ends a call: hands its messages to the error. Returns the code of the status. */
int noc_call_end(noc_call *call, noc_status status);

/* Refuses a call in which a required argument is NULL: pairs of an argument's name and the
 * argument, ended by NULL. */
noc_status noc_call_require(noc_call *call, ...) __attribute__((sentinel));

/* True if a list of `count` texts, or one of them, is NULL. */
bool noc_call_has_null(const char *const *texts, size_t count);

/* Refuses position `i` unless it is below `count`; `kind`: "metric". */
noc_status noc_call_check_position(noc_call *call, const char *kind, size_t i, size_t count);

/* Moves the messages of an error to `diag`, as the functions inside would have added them. */
void noc_error_move(noc_error *error, noc_diag *diag);

/* Converts a status into the code of the same meaning. */
int noc_code_of(noc_status status);

/* Converts a code into the status of the same meaning. */
noc_status noc_status_of(int code);

/* Calls a function of the host with the thread's locale as it was before the call. */
int noc_call_progress(locale_t host_locale, noc_progress_function function, void *data,
                      double share);

#endif
