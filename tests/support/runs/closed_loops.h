/* tests/support/runs/closed_loops.h: what tests of the closed loop share. */
#ifndef NOC_TESTS_CLOSED_LOOPS_H
#define NOC_TESTS_CLOSED_LOOPS_H

#include "analytic/loop/open_curve.h"
#include "tests/support/helpers.h"

extern const char test_lone_core[]; /* with one MSHR, and one memory node, behind a crossbar */

/* The open network that a loop is closed around, as calibrated. */
noc_open_curve test_open_curve(const noc_system *system);

#endif
