/* tests/support/users/fronts.h: fronts of made designs, to show. */
#ifndef TESTS_FRONTS_H
#define TESTS_FRONTS_H

#include "explore/front/candidates.h"

/* Designs with overrides, throughput and area, intervals of 10 % either way. Start with {0}. */
typedef struct test_front {
    noc_entries entries;
    size_t room;
    noc_candidates all;
    noc_diag diag;
} test_front;

void test_front_add(test_front *front, const char *overrides, double throughput, double area);

/* Finds the front of most throughput and least area, after all designs are added. */
void test_front_find(test_front *front);
void test_front_clear(test_front *front);

#endif
