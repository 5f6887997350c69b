/* Arithmetic in lanes against the C library's, Erlang's formulas against closed forms. */
#include <math.h>

#include "tests/support/helpers.h"

#define NOC_LANES 2
#include "analytic/contention/sweep/erlang.h"

/* ---- choices -------------------------------------------------------------------------------- */

static void check_choices(void **state)
{
    (void)state;
    const lanes a = {1.0, NAN}, b = {2.0, 3.0};
    assert_near(max_of(a, b)[0], 2.0, 0.0);
    assert_near(max_of(a, b)[1], 3.0, 0.0); /* of numbers that are none, the second */
    assert_near(min_of(a, 1.5)[0], 1.0, 0.0);
    assert_near(min_of(a, 1.5)[1], 1.5, 0.0);
    assert_near(min_of(b, 2.5)[1], 2.5, 0.0);
    assert_near(pick(b > 2.5, b, every(0.0))[0], 0.0, 0.0);
    assert_near(pick(b > 2.5, b, every(0.0))[1], 3.0, 0.0);
    assert_true(signbit(every(-0.0)[1]));
    assert_near(absolute_value((lanes){-2.0, 0.5})[0], 2.0, 0.0);
    assert_near(highest_lane((lanes){-2.0, -3.0}), -2.0, 0.0);
}

static void check_whole_parts(void **state)
{
    static const double numbers[] = {0.0, 0.49, 0.5, 0.51, 1.0, 1.5, 2.999999, 1e6 + 0.25};
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(numbers); i++)
        assert_near(floor_of(every(numbers[i]))[0], floor(numbers[i]), 0.0);
}

/* ---- functions ------------------------------------------------------------------------------ */

static const double last_places = 4.0 * 2.3e-16;

/* Random ones, of all sizes. */
static double random_number(uint64_t *seed, double most)
{
    const double share = (double)(test_random(seed) >> 11) * 0x1p-53;
    return most * pow(share, 8.0);
}

static void check_exp(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        const double x = random_number(&seed, 600.0);
        const lanes both = exp_of((lanes){x, -x});
        assert_near(both[0], exp(x), last_places * exp(x));
        assert_near(both[1], exp(-x), last_places * exp(-x));
    }
    assert_near(exp_of(every(0.0))[0], 1.0, 0.0);
    assert_true(exp_of(every(-INFINITY))[0] > 0.0 && exp_of(every(-INFINITY))[0] < 1e-250);
}

static void check_log(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        const double x = random_number(&seed, 1e6), near_1 = 1.0 + random_number(&seed, 0.5);
        const lanes both = log_of((lanes){x + 1e-300, near_1});
        assert_near(both[0], log(x + 1e-300), last_places * fabs(log(x + 1e-300)));
        assert_near(both[1], log(near_1), last_places * fabs(log(near_1)));
    }
    assert_near(log_of(every(1.0))[0], 0.0, 0.0);
    assert_true(log_of(every(0.0))[0] < -700.0);
}

static void check_powers(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        const double x = random_number(&seed, 1.0), exponent = random_number(&seed, 20.0);
        const double want = pow(x, exponent);
        assert_near(power_of(every(x), every(exponent))[0], want, 1e-13 * want + 1e-250);
    }
    assert_near(power_of(every(0.0), every(0.0))[0], 1.0, 0.0);
    integer_lanes exponents = {.maximum = 0};
    set_integer(&exponents, 0, 0);
    set_integer(&exponents, 37, 1);
    const lanes powers = integer_power(every(1.25), &exponents);
    assert_near(powers[0], 1.0, 0.0);
    assert_near(powers[1], pow(1.25, 37.0), 1e-12);
}

/* ---- Erlang --------------------------------------------------------------------------------- */

typedef struct erlang_case {
    const char *name;
    double servers, offered, want;
} erlang_case;

/* M/M/1: r; M/M/2: 2 r^2 / (1 + r); tables of C(n, a) for others (Kleinrock 1975, section 3.5, by
 * its sum). */
static const erlang_case erlang_cases[] = {
    {"wait: M/M/1", 1.0, 0.3, 0.3},
    {"wait: M/M/1, nearly full", 1.0, 0.999, 0.999},
    {"wait: M/M/2", 2.0, 1.0, 2.0 * 0.25 / 1.5},
    {"wait: M/M/2, light", 2.0, 0.02, 2.0 * 1e-4 / 1.01},
    {"wait: M/M/4 at 3", 4.0, 3.0, (81.0 / 24.0 * 4.0) / (1.0 + 3.0 + 4.5 + 4.5 + 13.5)},
    {"wait: nothing offered", 3.0, 0.0, 0.0},
    {"wait: no servers", 0.0, 0.5, 1.0},
    {"wait: no servers, nothing offered", 0.0, 0.0, 1.0},
    {"wait: more offered than served", 2.0, 2.5, 1.0},
};

static void check_erlang(void **state)
{
    const erlang_case *c = *state;
    /* beside a lane that goes on for longer */
    const lanes got = erlang_c((lanes){c->servers, 9.0}, (lanes){c->offered, 5.0});
    assert_near(got[0], c->want, 1e-12);
}

int main(void)
{
    static test_list list;
    test_add(&list, "larger, lesser, one of two", check_choices);
    test_add(&list, "whole parts", check_whole_parts);
    test_add(&list, "exp", check_exp);
    test_add(&list, "log", check_log);
    test_add(&list, "powers", check_powers);
    TEST_TABLE(&list, erlang_cases, check_erlang);
    return test_run("lanes", &list);
}
