/* cli/commands/parts/calibration_choice.h: calibration chosen by the options of a command. */
#ifndef NOC_CLI_COMMANDS_PARTS_CALIBRATION_CHOICE_H
#define NOC_CLI_COMMANDS_PARTS_CALIBRATION_CHOICE_H

#include "bindings/c/nocsight.h"
#include "cli/frame/option.h"
#include "hybrid/correction/calibration/calibration.h"

/* Values of the options. */
typedef struct noc_calibration_choice {
    const char *file; /* file of --calibration; NULL: the calibration compiled in */
    bool is_derived;  /* uses the model without a calibration */
} noc_calibration_choice;

extern const noc_option_group noc_calibration_options; /* a noc_calibration_choice */
extern const noc_option_group noc_check_options;       /* a bool: --check */

/* Calibration that a command uses. */
typedef struct noc_calibration_use {
    noc_calibration file_calibration;   /* calibration of the file of --calibration */
    const noc_calibration *calibration; /* calibration in use; NULL: none */
} noc_calibration_use;

/* Opens the calibration. NOC_EINPUT for an invalid file. The caller zeroes *calibrated before, does
 * not move it, and closes it in any case. */
noc_status noc_calibration_use_open(const noc_calibration_choice *choice,
                                    noc_calibration_use *calibrated, noc_diag *diag);
void noc_calibration_use_close(noc_calibration_use *calibrated);

/* Sets the calibration of a context, and finds it; *calibration NULL: the model as derived.
 * NOC_EINPUT for an invalid file. */
noc_status noc_calibration_choose(const noc_calibration_choice *choice, noc_context *context,
                                  const noc_calibration **calibration, noc_diag *diag);

/* Returns the name of the calibration, for results; NULL: none. */
const char *noc_calibration_use_name(const noc_calibration_use *calibrated);

#endif
