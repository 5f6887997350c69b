#include "hybrid/training/learning/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/c/version.h"
#include "cli/commands/parts/suites.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/option.h"
#include "cli/frame/progress.h"
#include "cli/frame/request.h"
#include "hybrid/correction/calibration/calibration_file.h"
#include "reports/writers/output.h"

/* Values of the options. */
typedef struct option_values {
    noc_suite_choice suite;
} option_values;

static const noc_option_use uses[] = {{&noc_suite_options, offsetof(option_values, suite)}, {0}};

static noc_status fit(const noc_request *r, const noc_suite *suite, noc_calibration *c,
                      noc_diag *diag)
{
    NOC_AUTO(noc_progress_end) noc_progress progress = noc_progress_begin("learning", r->is_quiet);
    const noc_calibrate_options options = {
        .jobs = r->jobs,
        .version = noc_version(),
        .progress = noc_progress_tick,
        .context = &progress,
    };
    const noc_status status = noc_calibrate(suite, &options, c, diag);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE, "interrupted: nothing is written");
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_suite_clear) noc_suite suite = {0};
    NOC_AUTO_FREE noc_calibration *c = calloc(1, sizeof *c);
    NOC_AUTO_FREE char *text = NULL;
    noc_status status = c ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK && !values->suite.file)
        status = NOC_REFUSE(diag, "calibrate: --suite FILE is missing (nocsight describe suites)");
    if (status == NOC_OK) status = noc_output_check_path(r->output, diag);
    if (status == NOC_OK) status = noc_suites_open(r, &values->suite, &suite, diag);
    if (status == NOC_OK) status = fit(r, &suite, c, diag);
    if (status == NOC_OK && !(text = noc_calibration_text(c))) status = noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_output_write(r->output, text, strlen(text), diag);
    if (c) noc_calibration_clear(c);
    return status == NOC_OK && suite.bad_count > 0 ? NOC_EXIT_FAILED_POINTS
                                                   : noc_exit_from_status(status);
}

const noc_command noc_command_calibrate = {
    .name = "calibrate",
    .operands = "",
    .purpose = "Learn from measured designs how far the model's answers are off, and may be.",
    .details =
        "Designs of the suite that are not measured yet are measured first; measured designs are "
        "kept beside the suite's file. What designs deviate from the model adjusts the answers for "
        "designs like them, and intervals are learned from answers that all others adjust. The "
        "result (-o FILE) is used with --calibration FILE; data/calibration.cfg is compiled in.",
    .examples = "  nocsight calibrate --suite training -o calibration.cfg\n"
                "  nocsight query te13-baseline --load 0.03 --calibration calibration.cfg\n",
    .options = uses,
    .values_size = sizeof(option_values),
    .run = run,
};
