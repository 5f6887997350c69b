#include "cli/calibrated.h"

#include "hybrid/discrepancy/calibration_file.h"

noc_status noc_calibrated_open(const noc_request *r, noc_calibrated *c, noc_diag *diag)
{
    if (r->uncalibrated && r->calibration)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "--uncalibrated and --calibration %s contradict each other",
                        r->calibration);
    if (r->uncalibrated) return NOC_OK;
    if (!r->calibration) {
        c->use = noc_calibration_shipped();
        return NOC_OK;
    }
    const noc_status status = noc_calibration_read(r->calibration, &c->own, diag);
    if (status == NOC_OK) c->use = &c->own;
    return status;
}

void noc_calibrated_close(noc_calibrated *c)
{
    noc_calibration_clear(&c->own);
}

const char *noc_calibrated_name(const noc_calibrated *c)
{
    return c->use ? c->use->id : NULL;
}
