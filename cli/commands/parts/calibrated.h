/* cli/commands/parts/calibrated.h: calibration chosen by the options of a command. */
#ifndef NOC_CLI_COMMANDS_PARTS_CALIBRATED_H
#define NOC_CLI_COMMANDS_PARTS_CALIBRATED_H

#include "cli/frame/option.h"
#include "hybrid/correction/calibration/calibration.h"

/* Values of the options. */
typedef struct noc_calibration_choice {
    const char *file; /* NULL: the calibration compiled in */
    bool none;        /* the model without a calibration */
} noc_calibration_choice;

extern const noc_option_group noc_calibration_options; /* a noc_calibration_choice */
extern const noc_option_group noc_check_options;       /* a bool: --check */

typedef struct noc_calibrated {
    noc_calibration own;        /* calibration of the file of --calibration */
    const noc_calibration *use; /* calibration in use; NULL: none */
} noc_calibrated;

/* Opens the calibration. NOC_EINPUT for an invalid file. *calibrated is zeroed before and must not
 * move. The caller closes it in any case. */
noc_status noc_calibrated_open(const noc_calibration_choice *choice, noc_calibrated *calibrated,
                               noc_diag *diag);
void noc_calibrated_close(noc_calibrated *calibrated);

/* Returns the name of the calibration, for results; NULL: none. */
const char *noc_calibrated_name(const noc_calibrated *calibrated);

#endif
