#include "bindings/c/call.h"

#include <gsl/gsl_errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>

#include "network/graph/supply.h"
#include "network/graph/wire_timing.h"
#include "power_area/link.h"

/* ---- process -------------------------------------------------------------------------------- */

static pthread_once_t start_once = PTHREAD_ONCE_INIT;
static locale_t plain_locale; /* numbers as in C; 0: none */

static void start(void)
{
    gsl_set_error_handler_off(); /* GSL's handler would abort; statuses are checked instead */
    noc_wire_delay_set(noc_wire_ps);
    noc_supply_set_finder(noc_process_supply_range);
    plain_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void noc_library_start(void)
{
    pthread_once(&start_once, start);
}

/* ---- errors --------------------------------------------------------------------------------- */

/* The members `reserved` of an error: its list of messages, and the list's capacity. */
enum { MESSAGES, CAPACITY };

/* Takes the messages out of an error, as the diag that they were. */
static noc_diag take_messages(noc_error *error)
{
    const noc_diag diag = {error->reserved[MESSAGES], error->count,
                           (size_t)(uintptr_t)error->reserved[CAPACITY]};
    *error = (noc_error){0};
    return diag;
}

static noc_fault make_fault(const noc_message *message)
{
    return (noc_fault){noc_code_of(message->status), message->line,
                       message->file ? message->file : "", message->text};
}

/* Moves the messages of a diag into an empty error. */
static void fill_error(noc_error *error, noc_diag *diag)
{
    const noc_fault first = diag->count ? make_fault(&diag->messages[0])
                                        : (noc_fault){NOC_CODE_FAILED, 0, "", "no message"};
    *error = (noc_error){first.status, first.line,
                         first.file,   first.message,
                         diag->count,  {diag->messages, (void *)(uintptr_t)diag->capacity}};
    *diag = (noc_diag){0};
}

int noc_error_fault(const noc_error *error, size_t i, noc_fault *fault)
{
    if (!error || !fault || i >= error->count) return NOC_CODE_USAGE;
    const noc_message *messages = error->reserved[MESSAGES];
    *fault = make_fault(&messages[i]);
    return NOC_CODE_OK;
}

void noc_error_clear(noc_error *error)
{
    if (!error) return;
    noc_diag diag = take_messages(error);
    noc_diag_clear(&diag);
}

void noc_error_move(noc_error *error, noc_diag *diag)
{
    noc_diag faults = take_messages(error);
    for (size_t i = 0; i < faults.count; i++) {
        const noc_message *m = &faults.messages[i];
        noc_fail(diag, m->status, (noc_place){m->file, m->line}, "%s", m->text);
    }
    noc_diag_clear(&faults);
}

/* ---- calls ---------------------------------------------------------------------------------- */

noc_call noc_call_begin(noc_error *error)
{
    noc_library_start();
    noc_error_clear(error);
    return (noc_call){.error = error, .host_locale = uselocale(plain_locale)};
}

int noc_code_of(noc_status status)
{
    switch (status) {
    case NOC_OK:
        return NOC_CODE_OK;
    case NOC_EUSAGE:
        return NOC_CODE_USAGE;
    case NOC_EINPUT:
        return NOC_CODE_INPUT;
    case NOC_EINTERRUPTED:
        return NOC_CODE_CANCELLED;
    case NOC_EFAILED:
        break;
    }
    return NOC_CODE_FAILED;
}

noc_status noc_status_of(int code)
{
    switch (code) {
    case NOC_CODE_OK:
        return NOC_OK;
    case NOC_CODE_USAGE:
        return NOC_EUSAGE;
    case NOC_CODE_INPUT:
        return NOC_EINPUT;
    case NOC_CODE_CANCELLED:
        return NOC_EINTERRUPTED;
    default:
        return NOC_EFAILED;
    }
}

int noc_call_end(noc_call *call, noc_status status)
{
    if (status == NOC_EINTERRUPTED && call->diag.count == 0)
        noc_fail(&call->diag, status, NOC_NOWHERE, "stopped by the progress function");
    if (status == NOC_OK || !call->error)
        noc_diag_clear(&call->diag);
    else
        fill_error(call->error, &call->diag);
    uselocale(call->host_locale);
    return noc_code_of(status);
}

noc_status noc_call_require(noc_call *call, ...)
{
    noc_status status = NOC_OK;
    va_list arguments;
    va_start(arguments, call);
    for (const char *name = va_arg(arguments, const char *); name && status == NOC_OK;
         name = va_arg(arguments, const char *))
        if (!va_arg(arguments, const void *))
            status = noc_fail(&call->diag, NOC_EUSAGE, NOC_NOWHERE, "%s is NULL", name);
    va_end(arguments);
    return status;
}

bool noc_call_has_null(const char *const *texts, size_t count)
{
    if (!texts) return count > 0;
    size_t i = 0;
    while (i < count && texts[i]) i++;
    return i < count;
}

noc_status noc_call_check_position(noc_call *call, const char *kind, size_t i, size_t count)
{
    if (i < count) return NOC_OK;
    return noc_fail(&call->diag, NOC_EUSAGE, NOC_NOWHERE, "there is no %s %zu (there are %zu)",
                    kind, i, count);
}

int noc_call_progress(locale_t host_locale, noc_progress_function function, void *data,
                      double share)
{
    const locale_t own_locale = uselocale(host_locale);
    const int goes_on = function(data, share);
    uselocale(own_locale);
    return goes_on;
}
