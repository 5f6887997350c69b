/* hybrid/training/suites/suite_measure.h: measures the designs of a suite. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_MEASURE_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_MEASURE_H

#include "hybrid/training/suites/suite.h"

/* How one is made. */
typedef struct noc_suite_measuring {
    unsigned jobs;
    bool (*progress)(void *context, double done); /* as in noc_sampling */
    void *context;
} noc_suite_measuring;

/* Measures one case: a search for saturation, then a sample and a window at each share of it. */
noc_status noc_suite_measure(noc_suite *suite, noc_suite_case *c, const noc_suite_measuring *how,
                             noc_diag *diag);

#endif
