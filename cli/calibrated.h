/* cli/calibrated.h: which calibration a command line wants. */
#ifndef NOC_CLI_CALIBRATED_H
#define NOC_CLI_CALIBRATED_H

#include "cli/request.h"
#include "hybrid/discrepancy/calibrate.h"

typedef struct noc_calibrated {
    noc_calibration own;        /* of --calibration */
    const noc_calibration *use; /* NULL: none */
} noc_calibrated;

/* NOC_EINPUT for a file that cannot be used. *calibrated, zeroed before, must stay where it is. The caller closes it in either
 * case. */
noc_status noc_calibrated_open(const noc_request *request, noc_calibrated *calibrated,
                               noc_diag *diag);
void noc_calibrated_close(noc_calibrated *calibrated);

/* Its name, for results; NULL: none. */
const char *noc_calibrated_name(const noc_calibrated *calibrated);

#endif
