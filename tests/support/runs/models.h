/* tests/support/runs/models.h: the model of a system, and what it is compared by. */
#ifndef NOC_TESTS_MODELS_H
#define NOC_TESTS_MODELS_H

#include "analytic/contention/contention.h"
#include "analytic/curve/model.h"
#include "tests/support/helpers.h"

/* As derived. Free with noc_model_free. */
noc_model *test_model(const noc_system *system);

/* The contention of a shipped design, or of one that is handed over, as derived; ends the test as
 * skipped if that is ideal. */
typedef struct test_contention {
    test_system system;
    noc_flow_map map;
    noc_arena arena; /* memory of the contention model */
    noc_contention *contention;
} test_contention;
void test_contention_new(const test_shipped *design, test_contention *t);
void test_contention_of(test_system system, test_contention *t);
void test_contention_free(test_contention *t);

/* Cycles that the user watches: round trips where there are replies, else latency of packets. */
double test_watched(const noc_system *system, const noc_model_point *point);

/* Simulated: answered packets over offered ones, at a load in flits per cycle and node. */
double test_accepted_share(const noc_system *system, double load);

#endif
