/* hybrid/training/suites/suite_record.h: measures the designs of a suite, and reads and writes
 * their measurements as a JSON file, one object per design with the id of its case. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_RECORD_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_RECORD_H

#include "hybrid/training/suites/suite.h"

/* Options of a measurement. */
typedef struct noc_suite_measure_options {
    unsigned jobs;
    bool (*progress)(void *context, double done); /* callback as in noc_sampling */
    void *context;
} noc_suite_measure_options;

/* Measures one case: a search for saturation, then a sample and a window at each share of the
 * saturation. */
noc_status noc_suite_measure(noc_suite *suite, noc_suite_case *c,
                             const noc_suite_measure_options *options, noc_diag *diag);

/* Reads the measurements of the suite's designs from the file `path`; a missing file has none.
 * Measurements with another seed, precision or other shares are ignored. NOC_EINPUT if the file is
 * damaged. */
noc_status noc_suite_load(noc_suite *suite, const char *path, noc_diag *diag);

/* Text of a file with all measurements. The caller frees it; NULL when out of memory. */
char *noc_suite_text(const noc_suite *suite, const char *version);

#endif
