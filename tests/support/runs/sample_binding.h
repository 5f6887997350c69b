/* tests/support/runs/sample_binding.h: what binds a closed loop, by the figures of a sample:
 * what the model's answer is compared with. */
#ifndef NOC_TESTS_SAMPLE_BINDING_H
#define NOC_TESTS_SAMPLE_BINDING_H

#include "analytic/loop/closed_loop.h"
#include "sampler/sampling/sample.h"

/* `ties`: all that bind as well, a bit each. */
noc_binding test_sample_binding(const noc_system *system, const noc_sample *sample, unsigned *ties);

#endif
