#include "hybrid/correction/calibration/shipped.h"

#include <pthread.h>

#include "hybrid/correction/calibration/calibration_file.h"
#include "hybrid/correction/calibration/closed_calibration.h"

/* Calibrations, read once at first use, then read-only. */
static noc_calibration network_calibration;
static noc_closed_calibration loop_calibration;
static bool network_fits, loop_fits;

static void read_network(void)
{
    noc_diag ignored = {0};
    network_fits = noc_calibration_embedded(&network_calibration, &ignored) == NOC_OK;
    noc_diag_clear(&ignored);
}

static void read_loop(void)
{
    loop_fits = noc_closed_calibration_embedded(&loop_calibration);
}

const noc_calibration *noc_calibration_shipped(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_network);
    return network_fits ? &network_calibration : NULL;
}

const noc_closed_calibration *noc_closed_calibration_shipped(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_loop);
    return loop_fits ? &loop_calibration : NULL;
}
