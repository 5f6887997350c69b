/* hybrid/intervals/intervals_put.h: a calibration's intervals on a model's estimate. */
#ifndef NOC_HYBRID_INTERVALS_INTERVALS_PUT_H
#define NOC_HYBRID_INTERVALS_INTERVALS_PUT_H

#include "hybrid/answers/check.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/discrepancy/calibrate.h"

/* Gives the model's figures in *estimate their intervals; warns of designs outside the calibrated range.
 * `model` is NULL where no design is like those measured: of networks without buffers. */
void noc_intervals_put(const noc_system *system, const noc_adjusted *model,
                       const noc_calibration *calibration, noc_estimate *estimate);

/* The same after a check, whose corrections it puts in place of the model's figures. `calibration` may be
 * NULL: no intervals. */
void noc_check_put(const noc_system *system, const noc_adjusted *model,
                   const noc_calibration *calibration, const noc_check *check,
                   noc_estimate *estimate);

#endif
