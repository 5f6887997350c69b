/* hybrid/training/suites/measured_deviation.h: how far what was measured of a design lies from the
 * model. */
#ifndef NOC_HYBRID_TRAINING_SUITES_MEASURED_DEVIATION_H
#define NOC_HYBRID_TRAINING_SUITES_MEASURED_DEVIATION_H

#include "analytic/curve/corrected_model.h"
#include "hybrid/training/suites/suite.h"

/* Of the model, uncorrected; NAN where something is missing. */
noc_deviation noc_deviation_measured(noc_model *model, const noc_suite_record *record);

#endif
