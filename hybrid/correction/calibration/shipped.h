/* hybrid/correction/calibration/shipped.h: calibrations that are compiled in, read once for all
 * threads. */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_SHIPPED_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_SHIPPED_H

#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/closed_calibration.h"

/* Compiled-in calibrations of networks (data/calibration.cfg) and of closed loops
 * (data/closed_loop.cfg). NULL: none for this model. */
const noc_calibration *noc_calibration_shipped(void);
const noc_closed_calibration *noc_closed_calibration_shipped(void);

#endif
