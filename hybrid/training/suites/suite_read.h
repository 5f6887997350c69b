/* hybrid/training/suites/suite_read.h: reader of a suite from its file. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_READ_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_READ_H

#include "hybrid/training/suites/suite.h"

/* Reads a suite and compiles its designs. A bad design does not fail the suite: its case has the
 * reason. NOC_EINPUT for a wrong suite file, with every fault reported with its line. The caller
 * clears *suite (noc_suite_clear) in either case. */
noc_status noc_suite_read(const char *path, noc_path_resolver resolve, noc_suite *suite,
                          noc_diag *diag);

#endif
