#include "cli/commands/validate_suite.h"

#include <math.h>
#include <stdlib.h>

#include "cli/frame/exit.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/page.h"
#include "hybrid/training/suites/suite_validate.h"
#include "reports/curve/trials.h"

enum { PAIRS = 200 };

static bool go_on(void *context, double done)
{
    (void)context;
    (void)done;
    return !noc_interrupted();
}

static noc_status compare(const noc_request *r, const noc_calibrated *c, const noc_suite *suite,
                          noc_trials *trials, noc_diag *diag)
{
    const noc_validate_request *own = r->own;
    const noc_sampling checking = {.precision = own->precision.precision,
                                   .seed = own->precision.seed,
                                   .jobs = r->jobs,
                                   .progress = go_on};
    if (own->check) noc_interrupt_catch();
    const noc_status status =
        noc_suite_try(suite, c->use, own->check ? &checking : NULL, trials, diag);
    if (status != NOC_EINTERRUPTED) return status;
    noc_diag_clear(diag);
    return noc_fail(diag, status, NOC_NOWHERE, "interrupted: nothing is shown");
}

static noc_status show(const noc_request *r, const noc_calibrated *c, const noc_suite *suite,
                       const noc_trials *trials, noc_diag *diag)
{
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    const noc_ranking ranking = noc_suite_rank(suite, trials, PAIRS);
    page.sheet.run.calibration = noc_calibrated_name(c);
    status = noc_report_trials(&page.sheet, suite, trials, &ranking, diag);
    return noc_page_finish(r, &page, status, diag);
}

static bool is_beyond(double max_error, const noc_trials *trials, noc_diag *diag)
{
    const noc_tally t = noc_trials_latency(trials);
    if (!isfinite(max_error) || t.mean <= max_error) return false;
    noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
             "validate: the mean latency error up to 85 %% of saturation is %.2f%%, above "
             "--max-error %g",
             100.0 * t.mean, 100.0 * max_error);
    return true;
}

int noc_validate_suite(const noc_request *r, noc_diag *diag)
{
    const noc_validate_request *own = r->own;
    noc_suite suite = {0};
    noc_trials trials = {0};
    noc_calibrated *c = calloc(1, sizeof *c);
    noc_status status = c ? noc_calibrated_open(&own->calibration, c, diag) : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_suites_open(r, &own->suite, &suite, diag);
    if (status == NOC_OK && suite.measured == 0)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){suite.file, 0},
                          "none of its designs is measured");
    if (status == NOC_OK) status = compare(r, c, &suite, &trials, diag);
    if (status == NOC_OK) status = show(r, c, &suite, &trials, diag);
    int exit_status = noc_exit_of(status);
    if (status == NOC_OK && suite.bad) exit_status = NOC_EXIT_POINTS;
    if (status == NOC_OK && is_beyond(own->max_error, &trials, diag)) exit_status = NOC_EXIT_LIMITS;
    free(trials.list);
    if (c) noc_calibrated_close(c);
    free(c);
    noc_suite_clear(&suite);
    return exit_status;
}
