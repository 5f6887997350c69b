/* Axes of plots: round ticks against known ones, and laws that all axes keep. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/plots/axis.h"
#include "tests/support/helpers.h"

/* ---- known ticks ---------------------------------------------------------------------------- */

typedef struct tick_case {
    const char *name;
    noc_axis axis;
    size_t steps;
    const char *texts;
} tick_case;

static const tick_case tick_cases[] = {
    {"to a hundred", {0, 100, false}, 5, "0 20 40 60 80 100 "},
    {"a little more", {0, 101, false}, 5, "0 50 100 "},
    {"steps of two", {0, 10, false}, 6, "0 2 4 6 8 10 "},
    {"one step", {0, 1, false}, 1, "0 1 "},
    {"equally many decimals", {0.08, 0.36, false}, 6, "0.10 0.15 0.20 0.25 0.30 0.35 "},
    {"below zero", {-3, 7, false}, 5, "-2 0 2 4 6 "},
    {"far from zero", {1000, 1004.5, false}, 5, "1000 1001 1002 1003 1004 "},
    {"millions", {0, 3e6, false}, 3, "0 1e6 2e6 3e6 "},
    {"millions with decimals", {0, 2e6, false}, 4, "0 5e5 1e6 1.5e6 2e6 "},
    {"far millions", {5e6, 5.0002e6, false}, 2, "5e6 5.0001e6 5.0002e6 "},
    {"tiny", {0, 3e-7, false}, 3, "0 1e-7 2e-7 3e-7 "},
    {"hundredths of thousandths",
     {0, 0.0005, false},
     5,
     "0.0000 0.0001 0.0002 0.0003 0.0004 0.0005 "},
    {"huge", {0, 4e300, false}, 4, "0 1e300 2e300 3e300 4e300 "},
    {"three decades", {0.5, 200, true}, 8, "0.5 1 2 5 10 20 50 100 200 "},
    {"three decades, little room", {0.5, 200, true}, 4, "1 10 100 "},
    {"decades below one", {0.0005, 5, true}, 5, "0.001 0.01 0.1 1 "},
    {"many decades", {1e-9, 1e9, true}, 6, "1e-9 1e-6 0.001 1 1000 1e6 1e9 "},
    {"less than a decade", {2, 9, true}, 7, "2 3 4 5 6 7 8 9 "},
};

static void ticks_are_those_known(void **state)
{
    const tick_case *c = *state;
    char texts[NOC_AXIS_TICKS_MAX * (NOC_AXIS_TICK_CHARS + 1)] = "";
    const noc_axis_ticks ticks = noc_axis_find_ticks(&c->axis, c->steps);
    for (size_t i = 0; i < ticks.count; i++) {
        strcat(texts, ticks.list[i].text);
        strcat(texts, " ");
    }
    assert_string_equal(texts, c->texts);
}

/* ---- laws ----------------------------------------------------------------------------------- */

/* A number from 0 to 1 of a generator of its own (Lehmer's, with Park and Miller's factor). */
static double draw(uint64_t *seed)
{
    *seed = *seed * 48271 % 2147483647;
    return (double)*seed / 2147483647.0;
}

static noc_axis draw_axis(uint64_t *seed, bool is_logarithmic)
{
    const double length = pow(10.0, 24.0 * draw(seed) - 12.0);
    if (is_logarithmic)
        return (noc_axis){length, length * pow(10.0, 0.05 + 9.0 * draw(seed)), true};
    const double distance = draw(seed) < 0.3 ? 0.0 : length * pow(10.0, 6.0 * draw(seed) - 3.0);
    const double low = draw(seed) < 0.5 ? -distance : distance;
    return (noc_axis){low, low + length, false};
}

/* Whether a number is 1, 2 or 5 times a power of ten, as its shortest text says. */
static bool is_round(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.6e", value);
    return strncmp(text + 1, ".000000e", 8) == 0 && strchr("125", *text);
}

static void check_ticks(const noc_axis *axis, size_t steps)
{
    const noc_axis_ticks ticks = noc_axis_find_ticks(axis, steps);
    if (!axis->is_logarithmic) /* steps are at most 2.5 times as long as asked for */
        assert_in_range(ticks.count, (size_t)((double)steps / 2.5 - 1e-6), steps + 1);
    assert_true(ticks.count <= steps + 2);
    for (size_t i = 0; i < ticks.count; i++) {
        const double value = ticks.list[i].value, last = i ? ticks.list[i - 1].value : NAN;
        const double share = noc_axis_share(axis, value);
        assert_true(share >= -1e-6 && share <= 1.0 + 1e-6);
        assert_near(noc_axis_share(axis, noc_axis_value(axis, share)), share, 1e-9);
        assert_near(strtod(ticks.list[i].text, NULL), value, 1e-12 * fabs(value));
        if (i == 0) continue;
        assert_true(value > last);
        if (!axis->is_logarithmic) assert_true(is_round(value - last));
        if (axis->is_logarithmic && axis->high / axis->low >= 10.0)
            assert_true(is_round(value) && value / last >= 2.0 - 1e-9);
    }
}

static void all_axes_keep_the_laws(void **state)
{
    uint64_t seed = 7;
    (void)state;
    for (int i = 0; i < 4000; i++) {
        const noc_axis axis = draw_axis(&seed, i % 2 == 1);
        check_ticks(&axis, 1 + (size_t)(11.0 * draw(&seed)));
    }
}

/* Positions of values are those of rulers. */
static void shares_are_those_of_rulers(void **state)
{
    const noc_axis linear = {-10, 30, false}, decades = {0.1, 1000, true};
    (void)state;
    assert_near(noc_axis_share(&linear, 0), 0.25, 1e-12);
    assert_near(noc_axis_share(&linear, 50), 1.5, 1e-12);
    assert_near(noc_axis_share(&decades, 1), 0.25, 1e-12);
    assert_near(noc_axis_share(&decades, 100), 0.75, 1e-12);
    assert_true(isnan(noc_axis_share(&decades, 0)));
    assert_true(isnan(noc_axis_share(&decades, -1)));
}

/* ---- choices -------------------------------------------------------------------------------- */

typedef struct choice_case {
    const char *name;
    double low, high, margin;
    noc_axis axis;
} choice_case;

static const choice_case choice_cases[] = {
    {"a margin at both ends", 20, 30, 0.1, {19, 31, false}},
    {"not below zero", 1, 11, 0.2, {0, 13, false}},
    {"below zero where values are", -1, 9, 0.1, {-2, 10, false}},
    {"one value", 40, 40, 0.1, {36, 44, false}},
    {"one value without a margin", 40, 40, 0, {38, 42, false}},
    {"only zero", 0, 0, 0.1, {0, 0.1, false}},
    {"a factor of 29", 1, 29, 0, {1, 29, false}},
    {"a factor of 30", 1, 30, 0, {1, 30, true}},
    {"a logarithmic margin", 1, 100, 0.5, {0.1, 1000, true}},
    {"no values", INFINITY, -INFINITY, 0.1, {0, 1, false}},
    {"nothing known", NAN, NAN, 0.1, {0, 1, false}},
};

static void axes_have_room(void **state)
{
    const choice_case *c = *state;
    const noc_axis axis = noc_axis_choose(c->low, c->high, c->margin);
    assert_near(axis.low, c->axis.low, 1e-9);
    assert_near(axis.high, c->axis.high, 1e-9);
    assert_int_equal(axis.is_logarithmic, c->axis.is_logarithmic);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, tick_cases, ticks_are_those_known);
    TEST_TABLE(&list, choice_cases, axes_have_room);
    test_add(&list, "all axes keep the laws", all_axes_keep_the_laws);
    test_add(&list, "shares are those of rulers", shares_are_those_of_rulers);
    return test_run("axis", &list);
}
