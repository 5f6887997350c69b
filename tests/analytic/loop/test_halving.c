/* Halving an interval: against a test at each middle. */
#include <math.h>

#include "analytic/loop/halving.h"
#include "tests/support/helpers.h"

typedef struct curve {
    double (*of)(double at); /* falls */
    double goal;
    int tests;
} curve;

static double hyperbola(double at)
{
    return 32.0 / (100.0 + at);
}

static double with_a_kink(double at)
{
    return fmin(32.0 / (100.0 + at), 8.0 / at);
}

static double with_a_pole(double at)
{
    return at < 0.7 ? 1.0 / (1.0 + at / (0.7 - at)) : 0.0;
}

static double steps(double at)
{
    return 8.0 - floor(7.0 * at);
}

static double over_it(void *context, double at)
{
    curve *c = context;
    c->tests++;
    return (c->goal - c->of(at)) / c->of(at);
}

static double over_both(void *context, double at)
{
    curve *c = context;
    c->tests++;
    return (c->goal - c->of(at)) / (c->goal + c->of(at));
}

typedef struct halving_case {
    const char *name;
    double (*of)(double at);
    noc_halving_function beyond;
    double goal, high, precision;
    int tests; /* most tests */
} halving_case;

static const halving_case halving_cases[] = {
    {"a hyperbola", hyperbola, over_it, 0.031, 1e6, 1e-7, 10},
    {"a kink", with_a_kink, over_it, 0.01, 1e4, 1e-4, 8},
    {"a pole", with_a_pole, over_both, 0.05, 1.0, 1e-4, 12},
    {"a root beyond the interval", hyperbola, over_it, 0.1, 200.0, 1e-7, 1},
    {"a root at the low end", hyperbola, over_it, 1.0, 64.0, 1e-4, 1100},
    {"steps", steps, over_both, 4.5, 1.0, 1e-6, 25},
};

static void is_as_if_each_middle_were_tested(void **state)
{
    const halving_case *c = *state;
    curve f = {c->of, c->goal, 0};
    noc_halving h = {.function = c->beyond, .context = &f};
    double low = 0.0, high = c->high;
    noc_halving_begin(&h, (noc_halving_point){low, -1.0},
                      (noc_halving_point){high, c->beyond(&f, high)}, c->precision);
    while (high - low > c->precision * high) {
        const double middle = (low + high) / 2.0;
        *(c->of(middle) > c->goal ? &low : &high) = middle;
        noc_halving_step(&h);
        assert_true(h.low == low && h.high == high);
    }
    assert_true(f.tests <= c->tests);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, halving_cases, is_as_if_each_middle_were_tested);
    return test_run("halving", &list);
}
