/* hybrid/correction/calibration/calibration.h: corrections of the model learned from measured
 * designs: the deviations of measurements from the model, the errors that remain after correction,
 * and the ranges of the designs' settings. */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_H

#include "hybrid/correction/calibration/ranges.h"
#include "hybrid/correction/discrepancy/deviations.h"
#include "hybrid/correction/intervals/intervals.h"

typedef struct noc_calibration {
    char id[80]; /* name "training-1a2b3c4d": suite, and digest of the file */
    char suite[48], version[48];
    uint64_t seed;
    size_t designs; /* number of measured designs */
    /* deviations of measurements from the model, as a field over the designs' features */
    noc_kriging deviations;
    noc_intervals intervals;
    /* ranges of the settings of the suite's designs, without those of other suites that it names */
    noc_ranges ranges;
} noc_calibration;

void noc_calibration_clear(noc_calibration *calibration);

/* Corrects the model by the deviations of similar designs. `calibration` NULL: no correction. */
noc_corrected_model noc_calibration_correct(const noc_system *system, noc_model *model,
                                            const noc_calibration *calibration);

#endif
