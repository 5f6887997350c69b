/* Probabilities of being on a front: closed forms, the definition drawn anew, what must hold for
 * any points. */
#include <math.h>
#include <stdlib.h>

#include "explore/front/front.h"
#include "tests/support/helpers.h"

/* ---- two points whose odds are known -------------------------------------------------------- */

/* Two points of two objectives; in the second the other is better for certain, so that the first is
 * on the front where it is better in the first. */
typedef struct pair_case {
    const char *name;
    double first[3], other[3]; /* worst, value, best of the first objective */
    double odds;               /* of the first point */
} pair_case;

static const pair_case pairs[] = {
    {"equal triangles", {0, 1, 2}, {0, 1, 2}, 0.5},
    {"a leaning one against itself", {0, 0.2, 2}, {0, 0.2, 2}, 0.5},
    /* P(x > c) = (b - c)^2 / ((b - a) (b - m)) of a triangle a, m, b, right of its peak */
    {"against a figure right of the peak", {0, 1, 4}, {2, 2, 2}, 4.0 / 12.0},
    /* P(x < c) = (c - a)^2 / ((b - a) (m - a)) left of it */
    {"against a figure left of the peak", {0, 3, 4}, {1, 1, 1}, 1.0 - 1.0 / 12.0},
    {"a rising edge", {0, 2, 2}, {1, 1, 1}, 0.75},
    {"a falling edge", {0, 0, 2}, {1, 1, 1}, 0.25},
    {"certainly better", {3, 4, 5}, {0, 1, 2}, 1.0},
    {"certainly worse", {0, 1, 2}, {3, 4, 5}, 0.0},
};

static noc_front_point point_of(const double first[3], double second)
{
    return (noc_front_point){
        .value = {first[1], second}, .worst = {first[0], second}, .best = {first[2], second}};
}

static void odds_of_pairs(void **state)
{
    const pair_case *c = *state;
    const noc_front_point points[] = {point_of(c->first, 1.0), point_of(c->other, 2.0)};
    noc_front_mark marks[2];
    double odds[2];
    assert_int_equal(noc_front_mark_all(points, 2, 2, marks, NULL), NOC_OK);
    assert_int_equal(noc_front_estimate_odds(points, marks, 2, 2, odds, NULL), NOC_OK);
    assert_near(odds[0], c->odds, 4.0 * sqrt(0.25 / 2000.0));
    assert_near(odds[1], 1.0, 0.0);
}

/* ---- any points ----------------------------------------------------------------------------- */

enum { POINTS = 40, DRAWS = 4000 };

static void random_points(uint64_t *seed, size_t dimensions, noc_front_point *points)
{
    for (size_t i = 0; i < POINTS; i++)
        for (size_t d = 0; d < dimensions; d++) {
            points[i].value[d] = (double)test_random_below(seed, 1000);
            points[i].worst[d] = points[i].value[d] - (double)test_random_below(seed, 200);
            points[i].best[d] = points[i].value[d] + (double)test_random_below(seed, 200);
        }
}

/* The sum of two uniform ones is a triangle with its peak in the middle; each side is stretched to
 * its own width: the share of the left side is as large as the side. */
static double draw_triangle(uint64_t *seed, double low, double peak, double high)
{
    const double u = (double)test_random_below(seed, 1000000) / 1e6;
    const double v = (double)test_random_below(seed, 1000000) / 1e6;
    const bool left = (double)test_random_below(seed, 1000000) / 1e6 * (high - low) < peak - low;
    const double far = u > v ? u : v; /* density 2x on [0, 1] */
    return left ? low + far * (peak - low) : high - far * (high - peak);
}

static void count_fronts(uint64_t *seed, const noc_front_point *points, size_t dimensions,
                         size_t *hits)
{
    double at[POINTS][NOC_OBJECTIVES_MAX];
    for (size_t n = 0; n < DRAWS; n++) {
        for (size_t i = 0; i < POINTS; i++)
            for (size_t d = 0; d < dimensions; d++)
                at[i][d] =
                    draw_triangle(seed, points[i].worst[d], points[i].value[d], points[i].best[d]);
        for (size_t i = 0; i < POINTS; i++) {
            bool beaten = false;
            for (size_t k = 0; k < POINTS && !beaten; k++)
                beaten = k != i && noc_dominates(at[k], at[i], dimensions);
            hits[i] += !beaten;
        }
    }
}

static void odds_as_defined(void **state)
{
    (void)state;
    uint64_t seed = 5;
    noc_front_point points[POINTS] = {0};
    noc_front_mark marks[POINTS];
    double odds[POINTS], again[POINTS];
    for (size_t dimensions = 2; dimensions <= 4; dimensions++) {
        size_t hits[POINTS] = {0};
        random_points(&seed, dimensions, points);
        assert_int_equal(noc_front_mark_all(points, POINTS, dimensions, marks, NULL), NOC_OK);
        assert_int_equal(noc_front_estimate_odds(points, marks, POINTS, dimensions, odds, NULL),
                         NOC_OK);
        assert_int_equal(noc_front_estimate_odds(points, marks, POINTS, dimensions, again, NULL),
                         NOC_OK);
        count_fronts(&seed, points, dimensions, hits);
        for (size_t i = 0; i < POINTS; i++) {
            assert_near(odds[i], (double)hits[i] / DRAWS, 5.0 * sqrt(0.25 / 2000.0 + 0.25 / DRAWS));
            assert_near(again[i], odds[i], 0.0);
            if (marks[i].membership == NOC_FRONT_OFF) assert_near(odds[i], 0.0, 0.0);
            if (marks[i].membership == NOC_FRONT_CERTAIN) assert_near(odds[i], 1.0, 0.0);
        }
    }
}

/* Without intervals the odds are those of the values, ties on the front with each other. */
static void odds_of_exact_points(void **state)
{
    (void)state;
    noc_front_point points[4] = {0};
    const double values[][2] = {{1, 2}, {1, 2}, {2, 1}, {1, 1}}, wanted[] = {1, 1, 1, 0};
    noc_front_mark marks[4];
    double odds[4];
    for (size_t i = 0; i < 4; i++)
        for (size_t d = 0; d < 2; d++)
            points[i].value[d] = points[i].worst[d] = points[i].best[d] = values[i][d];
    assert_int_equal(noc_front_mark_all(points, 4, 2, marks, NULL), NOC_OK);
    assert_int_equal(noc_front_estimate_odds(points, marks, 4, 2, odds, NULL), NOC_OK);
    for (size_t i = 0; i < 4; i++) assert_near(odds[i], wanted[i], 0.0);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, pairs, odds_of_pairs);
    test_add(&list, "as defined", odds_as_defined);
    test_add(&list, "exact points", odds_of_exact_points);
    return test_run("front_odds", &list);
}
