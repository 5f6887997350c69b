/* Fronts and what is learned for them: the definitions, word for word, and intervals that hold. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/front/front.h"
#include "explore/front/learn.h"
#include "tests/support/helpers.h"

enum { POINTS = 300 };

static noc_front_point random_point(uint64_t *state, size_t dimensions, double width)
{
    noc_front_point p = {.value = {0}};
    for (size_t d = 0; d < dimensions; d++) {
        p.value[d] = (double)test_random_below(state, 20); /* ties on purpose */
        p.worst[d] = p.value[d] - width * (double)test_random_below(state, 5);
        p.best[d] = p.value[d] + width * (double)test_random_below(state, 5);
    }
    return p;
}

/* The definitions, word for word. */
static void check_marks(const noc_front_point *p, const noc_front_mark *marks, size_t dimensions)
{
    for (size_t i = 0; i < POINTS; i++) {
        bool value = true, possible = true, certain = true;
        for (size_t k = 0; k < POINTS; k++) {
            if (k == i) continue;
            value = value && !noc_dominates(p[k].value, p[i].value, dimensions);
            possible = possible && !noc_dominates(p[k].worst, p[i].best, dimensions);
            certain = certain && !noc_dominates(p[k].best, p[i].worst, dimensions);
        }
        assert_int_equal(marks[i].is_on_value_front, value);
        assert_int_equal(marks[i].membership, certain    ? NOC_FRONT_CERTAIN
                                              : possible ? NOC_FRONT_POSSIBLE
                                                         : NOC_FRONT_OFF);
    }
}

/* Share of a grid of cells that some point dominates: values are whole, so this is exact. */
static double counted_volume(const noc_front_point *p, size_t dimensions)
{
    int low[4], high[4];
    long cells = 1, covered = 0;
    for (size_t d = 0; d < dimensions; d++) {
        low[d] = high[d] = (int)p[0].value[d];
        for (size_t i = 0; i < POINTS; i++) {
            if (p[i].value[d] < low[d]) low[d] = (int)p[i].value[d];
            if (p[i].value[d] > high[d]) high[d] = (int)p[i].value[d];
        }
        cells *= high[d] - low[d];
    }
    for (long cell = 0; cell < cells; cell++) {
        int corner[4];
        long rest = cell;
        for (size_t d = 0; d < dimensions; d++) {
            corner[d] = low[d] + (int)(rest % (high[d] - low[d])) + 1;
            rest /= high[d] - low[d];
        }
        bool in = false;
        for (size_t i = 0; i < POINTS && !in; i++) {
            in = true;
            for (size_t d = 0; d < dimensions && in; d++) in = p[i].value[d] >= corner[d];
        }
        covered += in;
    }
    return (double)covered / (double)cells;
}

static void fronts_as_defined(void **state)
{
    (void)state;
    uint64_t seed = 7;
    noc_front_point points[POINTS];
    noc_front_mark marks[POINTS];
    for (size_t dimensions = 2; dimensions <= 4; dimensions++)
        for (int round = 0; round < 12; round++) {
            for (size_t i = 0; i < POINTS; i++)
                points[i] = random_point(&seed, dimensions, round % 3 * 0.4);
            assert_int_equal(noc_front_mark_all(points, POINTS, dimensions, marks, NULL), NOC_OK);
            check_marks(points, marks, dimensions);
            if (dimensions < 4 || round == 0)
                assert_near(noc_front_find_hypervolume(points, marks, POINTS, dimensions),
                            counted_volume(points, dimensions), 1e-9);
        }
}

static void knee_of_a_corner(void **state)
{
    (void)state;
    const double values[][2] = {{0, 10}, {8, 8}, {10, 0}, {5, 9}, {1, 1}};
    noc_front_point points[5] = {0};
    noc_front_mark marks[5];
    for (size_t i = 0; i < 5; i++)
        for (size_t d = 0; d < 2; d++)
            points[i].value[d] = points[i].worst[d] = points[i].best[d] = values[i][d];
    assert_int_equal(noc_front_mark_all(points, 5, 2, marks, NULL), NOC_OK);
    assert_int_equal(noc_front_find_knee(points, marks, 5, 2), 1);
    assert_false(marks[4].is_on_value_front);
}

/* ---- learning ------------------------------------------------------------------------------- */

/* Designs of three settings of 4, 5 and 3 values, whose logarithms are sums of shares and noise. */
enum { LEARNED = 60, SHARES = 12, ROUNDS = 40 };

typedef struct lesson {
    char *overrides[LEARNED];
    double truth[LEARNED], logs[LEARNED];
    noc_correction corrections[LEARNED];
    noc_correction_info learned;
} lesson;

static double noise(uint64_t *state)
{
    double sum = -6.0; /* of twelve uniform ones: nearly normal, variance 1 */
    for (int i = 0; i < 12; i++) sum += (double)test_random_below(state, 1000000) / 1e6;
    return sum;
}

static void make_lesson(lesson *l, uint64_t *state, size_t measured, double spread,
                        double deviation)
{
    double shares[SHARES];
    for (int i = 0; i < SHARES; i++) shares[i] = spread * noise(state);
    for (size_t i = 0; i < LEARNED; i++) {
        const size_t a = i % 4, b = i / 4 % 5, c = i / 20;
        assert_true(asprintf(&l->overrides[i], "[\"a=%zu\", \"b=%zu\", \"c=%zu\"]", a, b, c) > 0);
        l->truth[i] = 0.1 + shares[a] + shares[4 + b] + shares[9 + c] + deviation * noise(state);
        l->logs[i] = NAN;
    }
    for (size_t n = 0; n < measured;) {
        const size_t i = test_random_below(state, LEARNED);
        if (!isnan(l->logs[i])) continue;
        l->logs[i] = l->truth[i];
        n++;
    }
    assert_int_equal(noc_corrections_learn((const char *const *)l->overrides, l->logs, LEARNED,
                                           0.95, l->corrections, &l->learned, NULL),
                     NOC_OK);
}

static void clear_lesson(lesson *l)
{
    for (size_t i = 0; i < LEARNED; i++) free(l->overrides[i]);
}

/* Intervals of 95 % hold for 92 to 98 % of what was not measured, and where settings explain the
 * error they are much narrower than the errors are wide. */
static void learned_intervals_hold(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int settings_tell = 0; settings_tell < 2; settings_tell++) {
        size_t inside = 0, all = 0;
        double half = 0.0;
        for (int round = 0; round < ROUNDS; round++) {
            lesson l;
            make_lesson(&l, &seed, 40, settings_tell ? 0.1 : 0.0, 0.02);
            assert_int_equal(l.learned.measured_count, 40);
            for (size_t i = 0; i < LEARNED; i++) {
                if (!isnan(l.logs[i])) continue;
                inside += fabs(l.truth[i] - l.corrections[i].centre) <= l.corrections[i].half_width;
                all++;
            }
            half += l.learned.half_width / ROUNDS;
            clear_lesson(&l);
        }
        const double share = (double)inside / (double)all;
        assert_in_range((int)(1000.0 * share), 920, 980);
        assert_true(half > 0.04 && half < 0.07); /* 1.96 x 0.02, and what estimating costs */
    }
}

static void too_few_teach_nothing(void **state)
{
    (void)state;
    uint64_t seed = 3;
    lesson l;
    make_lesson(&l, &seed, 18, 0.1, 0.02); /* 19 of 20 is 95 % */
    assert_int_equal(l.learned.measured_count, 0);
    clear_lesson(&l);
    make_lesson(&l, &seed, 19, 0.1, 0.02);
    assert_int_equal(l.learned.measured_count, 19);
    clear_lesson(&l);
}

int main(void)
{
    static test_list list;
    test_add(&list, "fronts and hypervolumes are as defined", fronts_as_defined);
    test_add(&list, "knee", knee_of_a_corner);
    test_add(&list, "learned intervals hold", learned_intervals_hold);
    test_add(&list, "too few measured designs teach nothing", too_few_teach_nothing);
    return test_run("front", &list);
}
