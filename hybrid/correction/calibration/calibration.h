/* hybrid/correction/calibration/calibration.h: corrections of the model learned from measurements:
 * the deviations of its answers for designs like the measured ones, the errors that remain, and the
 * range of designs for which this was tried. */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_H

#include "hybrid/correction/calibration/ranges.h"
#include "hybrid/correction/discrepancy/deviations.h"
#include "hybrid/correction/intervals/intervals.h"

typedef struct noc_calibration {
    char id[80]; /* name "training-1a2b3c4d": the suite, and a digest of the file */
    char suite[48], version[48];
    uint64_t seed;
    size_t designs;         /* number of designs behind it */
    noc_kriging deviations; /* deviations of the designs from the model, by their features */
    noc_intervals intervals;
    /* ranges of the suite's own designs, without those of other suites that it names */
    noc_ranges ranges;
} noc_calibration;

void noc_calibration_clear(noc_calibration *calibration);

/* The model corrected by the calibration for designs like this one; uncorrected if the calibration
 * is NULL. */
noc_corrected_model noc_correct_as_calibrated(const noc_system *system, noc_model *model,
                                              const noc_calibration *calibration);

#endif
