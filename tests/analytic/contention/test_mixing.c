/* Mixing: steps to fixed points that are known, against steps without it. */
#include <math.h>
#include <stdio.h>

#include "analytic/contention/mixing.h"
#include "base/auto.h"
#include "tests/support/helpers.h"

enum { SIZE = 2, STEPS_MOST = 500 };

/* x -> p + A (x - p), bent by b |x - p|^2. Without a bend two differences span the plane: a step to
 * know each, one to be there, unless the way is longer than mixing goes on. */
typedef struct map_case {
    const char *name;
    double a[SIZE][SIZE], bend;
    int steps; /* at most, to 1e-9 of the way */
} map_case;

static const map_case maps[] = {
    {"two slow roots", {{0.4, 0.0}, {0.0, 0.2}}, 0.0, 3},
    {"a slow approach", {{0.9, 0.0}, {0.0, 0.5}}, 0.0, 25},
    {"a swing", {{-0.9, 0.0}, {0.0, -0.5}}, 0.0, 3},
    {"a turn", {{0.0, -0.8}, {0.8, 0.0}}, 0.0, 3},
    {"bent", {{-0.7, 0.3}, {-0.3, 0.2}}, 0.05, 8},
};

static const double fixed_point[SIZE] = {3.0, 5.0}, begin[SIZE] = {2.0, 6.0};

static double off(const double *x)
{
    return hypot(x[0] - fixed_point[0], x[1] - fixed_point[1]);
}

static void step(const map_case *c, const double *x, double *to)
{
    const double d[SIZE] = {x[0] - fixed_point[0], x[1] - fixed_point[1]};
    for (int i = 0; i < SIZE; i++)
        to[i] = fixed_point[i] + c->a[i][0] * d[0] + c->a[i][1] * d[1] +
                c->bend * (d[0] * d[0] + d[1] * d[1]);
}

static int steps_without(const map_case *c)
{
    double x[SIZE] = {begin[0], begin[1]}, to[SIZE];
    int steps = 0;
    for (; off(x) > 1e-9 && steps < STEPS_MOST; steps++) {
        step(c, x, to);
        x[0] = to[0];
        x[1] = to[1];
    }
    return steps;
}

/* The state that the next step goes from, if this one has reached so much. */
static const double *next_after(noc_mixing *m, double first, double second, const double *least)
{
    double *reached = m->reached;
    reached[0] = first;
    reached[1] = second;
    return noc_mixing_next(m, least);
}

static int steps_with(noc_mixing *m, const map_case *c)
{
    static const double least[SIZE] = {-1e9, -1e9};
    const double *x = begin;
    int steps = 0;
    noc_mixing_begin(m, begin);
    for (; off(x) > 1e-9 && steps < STEPS_MOST; steps++) {
        step(c, x, m->reached);
        x = noc_mixing_next(m, least);
    }
    return steps;
}

static void finds_the_fixed_point(void **state)
{
    const map_case *c = *state;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_mixing m;
    assert_true(noc_mixing_make(&m, SIZE, SIZE, &arena));
    const int steps = steps_with(&m, c);
    printf("%s: %d steps, %d without\n", c->name, steps, steps_without(c));
    assert_true(steps <= c->steps);
    assert_true(steps < steps_without(c));
    assert_int_equal(steps_with(&m, c), steps); /* nothing is left of the first time */
}

/* Steps of 1, then 0.4 lead to 1/3 and 1, where the first may not be less than a half. */
static void stays_above_the_least(void **state)
{
    (void)state;
    static const double least[SIZE] = {0.5, 0.5}, from[SIZE] = {2.0, 6.0};
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_mixing m;
    assert_true(noc_mixing_make(&m, SIZE, SIZE, &arena));
    noc_mixing_begin(&m, from);
    next_after(&m, 1.0, 3.0, least);
    const double *x = next_after(&m, 0.6, 1.8, least);
    assert_near(x[0], 0.5, 1e-12);
    assert_near(x[1], 1.0, 1e-12);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, maps, finds_the_fixed_point);
    test_add(&list, "stays above the least", stays_above_the_least);
    return test_run("mixing", &list);
}
