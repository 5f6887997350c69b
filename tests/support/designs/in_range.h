/* tests/support/designs/in_range.h: designs that answer within what the shipped calibration has
 * measured. */
#ifndef NOC_TESTS_IN_RANGE_H
#define NOC_TESTS_IN_RANGE_H

#include "network/graph/system.h"

/* Fails the test where an answer about the design warns of the calibrated range. */
void test_expect_in_range(const char *name, const noc_system *system);

#endif
