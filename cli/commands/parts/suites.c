#include "cli/commands/parts/suites.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/c/version.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/messages.h"
#include "cli/frame/progress.h"
#include "cli/frame/shipped.h"
#include "hybrid/training/suites/suite_read.h"
#include "hybrid/training/suites/suite_record.h"
#include "reports/writers/output.h"

static const noc_option suite_options[] = {
    {"suite", 0, "FILE",
     "a suite of designs, measured as far as it is not yet; or the name of a shipped one",
     NOC_OPTION_TEXT, .offset = offsetof(noc_suite_choice, file)},
    {"measured", 0, NULL, "only the suite's designs that are measured already", NOC_OPTION_FLAG,
     .offset = offsetof(noc_suite_choice, measured_only)},
    {0},
};

const noc_option_group noc_suite_options = {.options = suite_options};

static noc_status save_measured(const noc_suite *suite, noc_diag *diag)
{
    NOC_AUTO_FREE char *text = noc_suite_text(suite, noc_version());
    if (!text) return noc_fail_memory(diag);
    return noc_output_write(suite->records_file, text, strlen(text), diag);
}

/* Reports invalid designs first, since measuring may last long. */
static void report_invalid(const noc_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++)
        if (!suite->cases[i].design)
            noc_message_print("%s: design '%s' is left out: %s", suite->file, suite->cases[i].name,
                              suite->cases[i].fault ? suite->cases[i].fault : "out of memory");
}

static noc_status measure_missing(const noc_request *r, noc_suite *suite, noc_diag *diag)
{
    noc_progress progress;
    noc_status status = noc_output_check_path(suite->records_file, diag);
    if (status != NOC_OK) return status;
    const size_t missing_designs = suite->count - suite->bad_count - suite->measured_count;
    const noc_suite_measure_options options = {r->jobs, noc_progress_tick, &progress};
    if (!r->is_quiet)
        noc_message_print("%s: %zu of %zu designs are to be measured; Ctrl-C keeps finished ones",
                          suite->name, missing_designs, suite->count - suite->bad_count);
    noc_interrupt_catch();
    noc_progress_start(&progress, (double)missing_designs, r->is_quiet);
    for (size_t i = 0; i < suite->count && status == NOC_OK; i++) {
        noc_suite_case *c = &suite->cases[i];
        if (!c->design || c->is_measured) continue;
        noc_progress_task(&progress, 1.0, c->name);
        status = noc_suite_measure(suite, c, &options, diag);
        if (status == NOC_OK) status = save_measured(suite, diag);
    }
    noc_progress_end(&progress);
    if (status != NOC_EINTERRUPTED) return status;
    noc_diag_clear(diag);
    return noc_fail(diag, status, NOC_NOWHERE,
                    "interrupted: %zu of %zu designs are measured, in %s; the same command goes on",
                    suite->measured_count, suite->count - suite->bad_count, suite->records_file);
}

noc_status noc_suites_open(const noc_request *r, const noc_suite_choice *choice, noc_suite *suite,
                           noc_diag *diag)
{
    char *path = NULL;
    *suite = (noc_suite){0};
    noc_status status = noc_shipped_suite(choice->file, &path, diag);
    if (status == NOC_OK) status = noc_suite_read(path, noc_shipped_resolve, suite, diag);
    free(path);
    if (status != NOC_OK) return status;
    status = noc_suite_load(suite, suite->records_file, diag);
    if (status == NOC_OK && suite->reference) status = noc_suite_check_records(suite, diag);
    report_invalid(suite);
    const bool has_missing = suite->measured_count + suite->bad_count < suite->count;
    if (status == NOC_OK && has_missing && !choice->measured_only)
        status = measure_missing(r, suite, diag);
    return status;
}
