/* tests/suites.h: the shipped suites, for tests. */
#ifndef NOC_TESTS_SUITES_H
#define NOC_TESTS_SUITES_H

#include "hybrid/suites/suite_read.h"
#include "hybrid/suites/suite_record.h"

/* With its measurements. The caller clears it. */
noc_suite test_shipped_suite(const char *name);

#endif
