/* hybrid/training/suites/suite_record.h: what was measured of a suite, as a JSON file beside it:
 * one object a design, found by the id of its case. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_RECORD_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_RECORD_H

#include "hybrid/training/suites/suite.h"

/* Takes what `path` knows of the suite's designs; a file that is not there knows nothing.
 * Measurements with another seed, precision or other shares are not taken. NOC_EINPUT when it is
 * damaged. */
noc_status noc_suite_load(noc_suite *suite, const char *path, noc_diag *diag);

/* All measurements as the text of such a file. The caller frees it; NULL when out of memory. */
char *noc_suite_text(const noc_suite *suite, const char *version);

#endif
