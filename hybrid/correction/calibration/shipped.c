#include "hybrid/correction/calibration/shipped.h"

#include <pthread.h>

#include "hybrid/correction/calibration/calibration_file.h"
#include "hybrid/correction/calibration/closed_calibration.h"

/* Calibrations, read once at first use, then read-only. */
static noc_calibration shipped;
static noc_closed_calibration closed;
static bool shipped_fits, closed_fits;

static void read_shipped(void)
{
    noc_diag ignored = {0};
    shipped_fits = noc_calibration_embedded(&shipped, &ignored) == NOC_OK;
    noc_diag_clear(&ignored);
}

static void read_closed(void)
{
    closed_fits = noc_closed_calibration_embedded(&closed);
}

const noc_calibration *noc_calibration_shipped(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_shipped);
    return shipped_fits ? &shipped : NULL;
}

const noc_closed_calibration *noc_closed_calibration_shipped(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_closed);
    return closed_fits ? &closed : NULL;
}
