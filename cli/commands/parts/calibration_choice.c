#include "cli/commands/parts/calibration_choice.h"

#include "bindings/c/context.h"
#include "hybrid/correction/calibration/calibration_file.h"
#include "hybrid/correction/calibration/shipped.h"

static const noc_option calibration_options[] = {
    {"calibration", 0, "FILE", "a file of calibrate, which replaces the calibration compiled in",
     NOC_OPTION_TEXT, .offset = offsetof(noc_calibration_choice, file)},
    {"uncalibrated", 0, NULL, "the model as derived, without intervals", NOC_OPTION_FLAG,
     .offset = offsetof(noc_calibration_choice, is_derived)},
    {0},
};

const noc_option_group noc_calibration_options = {.options = calibration_options};

const noc_option_group noc_check_options = NOC_ONE_OPTION(
    "check", 0, NULL, "correct the model by one short measured window of the same design",
    NOC_OPTION_FLAG, .offset = 0);

/* Refuses a choice of two calibrations. */
static noc_status check_choice(const noc_calibration_choice *choice, noc_diag *diag)
{
    if (!choice->is_derived || !choice->file) return NOC_OK;
    return NOC_REFUSE(diag, "--uncalibrated and --calibration %s contradict each other",
                      choice->file);
}

noc_status noc_calibration_choose(const noc_calibration_choice *choice, noc_context *context,
                                  const noc_calibration **calibration, noc_diag *diag)
{
    noc_error error = {0};
    if (check_choice(choice, diag) != NOC_OK) return NOC_EUSAGE;
    const noc_status status = noc_status_of(
        noc_context_set_calibration(context, choice->is_derived ? "" : choice->file, &error));
    noc_error_move(&error, diag);
    *calibration = noc_context_calibration(context);
    return status;
}

noc_status noc_calibration_use_open(const noc_calibration_choice *choice, noc_calibration_use *c,
                                    noc_diag *diag)
{
    if (check_choice(choice, diag) != NOC_OK) return NOC_EUSAGE;
    if (choice->is_derived) return NOC_OK;
    if (!choice->file) {
        c->calibration = noc_calibration_shipped();
        return NOC_OK;
    }
    const noc_status status = noc_calibration_read(choice->file, &c->file_calibration, diag);
    if (status == NOC_OK) c->calibration = &c->file_calibration;
    return status;
}

void noc_calibration_use_close(noc_calibration_use *c)
{
    noc_calibration_clear(&c->file_calibration);
}

const char *noc_calibration_use_name(const noc_calibration_use *c)
{
    return c->calibration ? c->calibration->id : NULL;
}
