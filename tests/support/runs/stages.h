/* tests/support/runs/stages.h: what each stage of an answer (design/key.h) finds of a design, as a
 * number: equal ones for equal finds. */
#ifndef NOC_TESTS_STAGES_H
#define NOC_TESTS_STAGES_H

#include "network/graph/system.h"

typedef struct test_stages {
    uint64_t of[NOC_ANSWER_STAGES];
    uint64_t read[NOC_KEPT_STAGES]; /* settings that they read (design/kept.h) */
} test_stages;

test_stages test_stages_of(const noc_system *system);

#endif
