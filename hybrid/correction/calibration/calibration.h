/* hybrid/correction/calibration/calibration.h: what the model has learned from measurements: how
 * far its answers are off for designs like those measured, how far they may be off then, and for
 * which designs that was tried. */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_H

#include "hybrid/correction/calibration/ranges.h"
#include "hybrid/correction/discrepancy/deviations.h"
#include "hybrid/correction/intervals/intervals.h"

typedef struct noc_calibration {
    char id[80]; /* "training-1a2b3c4d": the suite, and what the file holds */
    char suite[48], version[48];
    uint64_t seed;
    size_t designs;         /* designs that it was made of */
    noc_kriging deviations; /* deviations of the designs from the model, by their features */
    noc_intervals intervals;
    noc_ranges ranges; /* the suite's own designs, without those of others that it names */
} noc_calibration;

void noc_calibration_clear(noc_calibration *calibration);

/* The model corrected by what the calibration has learned of designs like this one; as it is
 * without one (NULL). */
noc_corrected_model noc_correct_as_calibrated(const noc_system *system, noc_model *model,
                                              const noc_calibration *calibration);

#endif
