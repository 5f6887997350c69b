/* exp, log and the like (base/elementary.c) against the C library's of long double, which are of
 * other authors and have eleven bits more: in units of the last place, over all the ranges where
 * they differ in method. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/helpers.h"

enum { DRAWS = 40000 };

/* ---- how far off ---------------------------------------------------------------------------- */

static double last_place(double x)
{
    int exponent;
    frexp(x, &exponent);
    return ldexp(1.0, exponent - 53 < -1074 ? -1074 : exponent - 53);
}

static double units_off(double got, long double right)
{
    if (isnan((double)right) || isinf((double)right)) {
        const double as_double = (double)right;
        return memcmp(&got, &as_double, sizeof got) == 0 || (isnan(got) && isnan(as_double))
                   ? 0.0
                   : INFINITY;
    }
    return (double)(fabsl((long double)got - right) / last_place((double)right));
}

static double drawn(uint64_t *seed, double low, double high)
{
    return low + (high - low) * ((double)(test_random(seed) >> 11) * 0x1p-53);
}

/* ---- of one number -------------------------------------------------------------------------- */

typedef struct function_case {
    const char *name;
    double (*ours)(double);
    long double (*right)(long double);
    double low, high;
    bool exponents; /* the ends are powers of two: evenly drawn exponents */
    double most;    /* units of the last place */
} function_case;

static function_case functions[] = {
    {"exp", exp, expl, -708.0, 709.7, false, 0.52},
    {"exp near 0", exp, expl, -1e-3, 1e-3, false, 0.52},
    {"exp of tiny numbers", exp, expl, -1074, -10, true, 0.52},
    {"exp without exponents", exp, expl, -745.2, -708.0, false, 1.0},
    {"log", log, logl, -1074, 1023, true, 0.52},
    {"log near 1", log, logl, 0.98, 1.02, false, 0.52},
    {"log over its parts", log, logl, 0.68, 1.4, false, 0.52},
    {"log2", log2, log2l, -1074, 1023, true, 0.52},
    {"log2 near 1", log2, log2l, 0.98, 1.02, false, 0.52},
    {"log10", log10, log10l, -1074, 1023, true, 0.52},
    {"log10 near 1", log10, log10l, 0.98, 1.02, false, 0.52},
    {"log1p", log1p, log1pl, -0.9999, 4.0, false, 0.52},
    {"log1p of small numbers", log1p, log1pl, -80, -3, true, 0.52},
    {"log1p of large numbers", log1p, log1pl, 2, 1023, true, 0.52},
    {"expm1", expm1, expm1l, -40.0, 709.7, false, 0.6},
    {"expm1 near 0", expm1, expm1l, -0.3, 0.3, false, 0.6},
    {"expm1 of small numbers", expm1, expm1l, -80, -2, true, 0.6},
    {"exp2", exp2, exp2l, -1022.0, 1023.9, false, 0.52},
    {"cbrt", cbrt, cbrtl, -1074, 1023, true, 0.52},
    {"erfc", erfc, erfcl, -6.0, 1.0, false, 4.0},
    {"erfc of large numbers", erfc, erfcl, 1.0, 26.0, false, 4.0},
};

static void is_close(void **state)
{
    const function_case *c = *state;
    uint64_t seed = 1;
    double worst = 0.0, at = 0.0;
    if (LDBL_MANT_DIG < 64) skip();
    for (int i = 0; i < DRAWS; i++) {
        double x = drawn(&seed, c->low, c->high);
        if (c->exponents) x = ldexp(drawn(&seed, 1.0, 2.0), (int)floor(x));
        if (c->exponents && c->ours(-1.0) < 0.0 && i % 2)
            x = -x; /* where there are negative ones */
        if (c->ours == log1p && x <= -1.0) x = -x;
        const double off = units_off(c->ours(x), c->right(x));
        if (off > worst) {
            worst = off;
            at = x;
        }
    }
    if (worst >= c->most) print_message("%s(%a): %.4f units off\n", c->name, at, worst);
    assert_true(worst < c->most);
}

/* ---- powers --------------------------------------------------------------------------------- */

typedef struct power_case {
    const char *name;
    double low, high, least, most; /* of base and exponent */
} power_case;

static power_case powers[] = {
    {"powers of anything", 0.0, 1000.0, -100.0, 100.0},
    {"powers of shares", 0.0, 1.0, 0.0, 20.0},
    {"powers of numbers near 1", 0.999, 1.001, -500000.0, 500000.0},
    {"small powers", 1e-300, 1e300, -1e-3, 1e-3},
    {"whole powers", 0.1, 10.0, -200.0, 200.0},
};

static void power_is_close(void **state)
{
    const power_case *c = *state;
    uint64_t seed = 2;
    double worst = 0.0;
    if (LDBL_MANT_DIG < 64) skip();
    for (int i = 0; i < DRAWS; i++) {
        const double x = drawn(&seed, c->low, c->high);
        double y = drawn(&seed, c->least, c->most);
        if (strstr(c->name, "whole")) y = round(y);
        const double off = units_off(pow(x, y), powl(x, y));
        if (off > worst) worst = off;
    }
    if (worst >= 0.6) print_message("%s: %.4f units off\n", c->name, worst);
    assert_true(worst < 0.6);
}

/* ---- exact ones ----------------------------------------------------------------------------- */

/* Powers of two and of ten, cubes: where there is an exact answer it is given. */
static void exact_answers_are_exact(void **state)
{
    (void)state;
    double ten = 1.0;
    for (int i = 0; i <= 22; i++, ten *= 10.0) {
        assert_true(log10(ten) == i);
        assert_true(pow(10.0, i) == ten);
    }
    for (int i = -1074; i <= 1023; i++) {
        assert_true(log2(ldexp(1.0, i)) == i);
        assert_true(exp2(i) == ldexp(1.0, i));
        assert_true(pow(2.0, i) == ldexp(1.0, i));
    }
    for (int i = -1000; i <= 1000; i++) {
        const double x = i;
        assert_true(cbrt(x * x * x) == x);
        assert_true(pow(x, 2.0) == x * x);
        assert_true(pow(x, 3.0) == x * x * x);
    }
    assert_true(exp(0.0) == 1.0 && log(1.0) == 0.0 && expm1(0.0) == 0.0 && log1p(0.0) == 0.0);
}

/* Zeros, infinities, none, negative numbers: as the C library, bit for bit but for the sign of what
 * is none. */
static void ends_are_those_of_the_c_library(void **state)
{
    (void)state;
    static const double ends[] = {0.0,    -0.0,   1.0,     -1.0,     0.5,       -0.5,       2.0,
                                  -2.0,   3.0,    -3.0,    INFINITY, -INFINITY, NAN,        1e300,
                                  -1e300, 1e-300, 5e-324,  -5e-324,  709.0,     710.0,      -746.0,
                                  -745.0, 1024.0, -1075.0, 0x1p53,   -0x1p53,   0x1p53 + 2, 1e-20};
    long double (*const right[])(long double) = {expl,   logl,  log2l, log10l, log1pl,
                                                 expm1l, exp2l, cbrtl, erfcl};
    double (*const ours[])(double) = {exp, log, log2, log10, log1p, expm1, exp2, cbrt, erfc};
    for (size_t i = 0; i < TEST_COUNT(ends); i++) {
        for (size_t f = 0; f < TEST_COUNT(ours); f++) {
            const double off = units_off(ours[f](ends[i]), right[f](ends[i]));
            const double most = ours[f] == erfc ? 4.0 : 1.0;
            if (!(off < most)) print_message("function %zu of %a\n", f, ends[i]);
            assert_true(off < most);
        }
        for (size_t k = 0; k < TEST_COUNT(ends); k++) {
            const double off = units_off(pow(ends[i], ends[k]), powl(ends[i], ends[k]));
            if (!(off < 1.0))
                print_message("%a to the power %a: %a\n", ends[i], ends[k], pow(ends[i], ends[k]));
            assert_true(off < 1.0);
        }
    }
}

/* ---- who uses them -------------------------------------------------------------------------- */

/* The program takes from the C library only functions whose answers are exact, and what GSL never
 * calls for us. */
static void the_program_has_none_from_the_c_library(void **state)
{
    (void)state;
    static const char *const own[] = {"exp",  "exp2",  "exp10", "expm1", "log", "log1p",
                                      "log2", "log10", "pow",   "cbrt",  "erf", "erfc"};
    FILE *names = popen("nm --undefined-only --dynamic '" NOC_BINARY "' | sed 's/@.*//'", "r");
    char line[200];
    size_t count = 0;
    assert_non_null(names);
    while (fgets(line, sizeof line, names)) {
        const char *name = strrchr(line, ' ') ? strrchr(line, ' ') + 1 : line;
        count++;
        for (size_t i = 0; i < TEST_COUNT(own); i++) {
            if (strncmp(name, own[i], strlen(own[i])) != 0 || name[strlen(own[i])] != '\n')
                continue;
            print_message("the C library's %s is used\n", own[i]);
            fail();
        }
    }
    assert_int_equal(pclose(names), 0);
    assert_true(count > 20); /* nm told something */
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, functions, is_close);
    TEST_TABLE(&list, powers, power_is_close);
    test_add(&list, "exact answers are exact", exact_answers_are_exact);
    test_add(&list, "ends are those of the C library", ends_are_those_of_the_c_library);
    test_add(&list, "the program has none from the C library",
             the_program_has_none_from_the_c_library);
    return test_run("elementary", &list);
}
