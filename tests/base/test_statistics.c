/* Means and intervals: against values worked out by hand and published quantiles, against series
 * whose transient is known, and against their own promise: 95 % of the intervals cover the mean. */
#include <math.h>

#include "base/statistics.h"
#include "tests/support/helpers.h"

/* ---- random numbers ------------------------------------------------------------------------- */

static double uniform(uint64_t *state)
{
    return ((double)(test_random(state) >> 11) + 0.5) * 0x1p-53;
}

static double exponential(uint64_t *state)
{
    return -log(uniform(state));
}

/* Box and Muller. */
static double normal(uint64_t *state)
{
    const double radius = sqrt(2.0 * exponential(state));
    return radius * cos(6.283185307179586 * uniform(state));
}

/* Arrivals of a unit-rate process in a span of `mean`. */
static unsigned poisson(uint64_t *state, double mean)
{
    unsigned count = 0;
    for (double t = exponential(state); t < mean; t += exponential(state)) count++;
    return count;
}

/* ---- ratio interval ------------------------------------------------------------------------- */

enum { PAIRS_MAX = 8 };

typedef struct ratio_case {
    const char *name;
    size_t count;
    noc_batch_sums batches[PAIRS_MAX];
    double confidence, mean, half_width;
} ratio_case;

static const ratio_case ratio_cases[] = {
    /* variance 1, error 1/sqrt(3), t(2; 0.975) = 4.302653 */
    {"interval: plain mean of three", 3, {{1, 1}, {2, 1}, {3, 1}}, 0.95, 2.0, 4.302653 / 1.7320508},
    {"interval: the same at 90 %", 3, {{1, 1}, {2, 1}, {3, 1}}, 0.90, 2.0, 2.919986 / 1.7320508},
    /* mean 30/12; residuals 0, 1, -1; error sqrt(1/3) over the mean count 4 */
    {"interval: batches of different size",
     3,
     {{10, 4}, {6, 2}, {14, 6}},
     0.95,
     2.5,
     4.302653 * 0.57735027 / 4.0},
    /* mean 40/8; residuals -2.5, 7.5, -5, 0 with the empty batch; error sqrt(87.5/3/4) / 2 */
    {"interval: an empty batch counts",
     4,
     {{10, 2.5}, {25, 3.5}, {5, 2}, {0, 0}},
     0.95,
     5.0,
     3.182446 * 2.7003086 / 2.0},
    {"interval: scatter in proportion is none", 3, {{7, 2}, {14, 4}, {3.5, 1}}, 0.95, 3.5, 0.0},
    {"interval: one batch has no width", 1, {{7, 2}}, 0.95, 3.5, INFINITY},
    {"interval: nothing counted", 3, {{0, 0}, {0, 0}, {0, 0}}, 0.95, NAN, INFINITY},
    {"interval: no batches", 0, {{0, 0}}, 0.95, NAN, INFINITY},
};

static void assert_same(double got, double want)
{
    if (isnan(want)) {
        assert_true(isnan(got));
    } else if (isinf(want)) {
        assert_true(isinf(got));
    } else {
        assert_near(got, want, 1e-6 * fabs(want) + 1e-12);
    }
}

static void check_ratio(void **state)
{
    const ratio_case *c = *state;
    const noc_interval got = noc_ratio_interval(c->batches, c->count, c->confidence);
    assert_same(got.mean, c->mean);
    assert_same(got.half_width, c->half_width);
}

/* ---- t quantiles ---------------------------------------------------------------------------- */

typedef struct t_case {
    const char *name;
    size_t batches; /* an even number */
    double confidence, quantile;
} t_case;

/* Student's t, two-sided (Abramowitz and Stegun 1964, Table 26.10, and its continuations). */
static const t_case t_cases[] = {
    {"quantile: 1 degree of freedom", 2, 0.95, 12.706205},
    {"quantile: 3", 4, 0.95, 3.182446},
    {"quantile: 9", 10, 0.95, 2.262157},
    {"quantile: 9 at 90 %", 10, 0.90, 1.833113},
    {"quantile: 9 at 99 %", 10, 0.99, 3.249836},
    {"quantile: 29", 30, 0.95, 2.045230},
    {"quantile: 39", 40, 0.95, 2.022691},
    {"quantile: 119", 120, 0.95, 1.980100},
};

/* Half of the batches at 117 - 2.385, half at 117 + 2.385: the error is 2.385 / sqrt(n - 1). */
static void check_quantile(void **state)
{
    const t_case *c = *state;
    const double deviation = 2.385, mean = 117.0;
    noc_batch_sums batches[120];
    assert_true(c->batches <= TEST_COUNT(batches));
    for (size_t i = 0; i < c->batches; i++)
        batches[i] = (noc_batch_sums){mean + (i % 2 ? deviation : -deviation), 1.0};
    const noc_interval got = noc_ratio_interval(batches, c->batches, c->confidence);
    const double error = deviation / sqrt((double)c->batches - 1.0);
    assert_near(got.mean, mean, 1e-9);
    assert_near(got.half_width / error, c->quantile, 2e-6 * c->quantile);
}

/* ---- coverage ------------------------------------------------------------------------------- */

enum { TRIALS = 2000, BATCHES_MAX = 160 };

typedef noc_batch_sums (*draw)(uint64_t *state);

/* All with mean 7.25. */
static noc_batch_sums draw_normal(uint64_t *state)
{
    return (noc_batch_sums){7.25 + 1.5 * normal(state), 1.0};
}

static noc_batch_sums draw_uniform(uint64_t *state)
{
    return (noc_batch_sums){14.5 * uniform(state), 1.0};
}

/* Random numbers of packets with exponential latencies: the ratio that the sampler estimates. */
static noc_batch_sums draw_packets(uint64_t *state)
{
    const unsigned count = poisson(state, 12.0);
    noc_batch_sums batch = {0.0, count};
    for (unsigned i = 0; i < count; i++) batch.numerator += 7.25 * exponential(state);
    return batch;
}

/* More packets in a batch make all of them slower, as in a queue; the ratio of the expectations is
 * 7.25: E[sum] = (5 * 6 + 15 * 7.6666...) / 2, E[count] = 10. */
static noc_batch_sums draw_congested(uint64_t *state)
{
    const bool busy = uniform(state) < 0.5;
    const unsigned count = busy ? 15 : 5;
    noc_batch_sums batch = {0.0, count};
    for (unsigned i = 0; i < count; i++)
        batch.numerator += (busy ? 23.0 / 3.0 : 6.0) * exponential(state);
    return batch;
}

typedef struct coverage_case {
    const char *name;
    draw of;
    size_t batches;
    double confidence, least, most; /* share of the trials that cover the mean */
} coverage_case;

static const coverage_case coverage_cases[] = {
    {"coverage: normal, 8 batches", draw_normal, 8, 0.95, 0.93, 0.97},
    {"coverage: normal, 40 batches", draw_normal, 40, 0.95, 0.93, 0.97},
    {"coverage: normal, 160 batches", draw_normal, 160, 0.95, 0.93, 0.97},
    {"coverage: normal, 40 batches, 80 %", draw_normal, 40, 0.80, 0.78, 0.82},
    {"coverage: uniform, 40 batches", draw_uniform, 40, 0.95, 0.93, 0.97},
    {"coverage: packets, 40 batches", draw_packets, 40, 0.95, 0.93, 0.97},
    {"coverage: packets, 160 batches", draw_packets, 160, 0.95, 0.93, 0.97},
    {"coverage: congested, 40 batches", draw_congested, 40, 0.95, 0.93, 0.97},
};

static void check_coverage(void **state)
{
    const coverage_case *c = *state;
    uint64_t random = 20260725;
    noc_batch_sums batches[BATCHES_MAX];
    unsigned covered = 0;
    assert_true(c->batches <= BATCHES_MAX);
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        for (size_t i = 0; i < c->batches; i++) batches[i] = c->of(&random);
        const noc_interval got = noc_ratio_interval(batches, c->batches, c->confidence);
        covered += fabs(got.mean - 7.25) <= got.half_width;
    }
    const double share = (double)covered / TRIALS;
    if (share < c->least || share > c->most) print_error("%s: %g\n", c->name, share);
    assert_true(share >= c->least && share <= c->most);
}

/* ---- intervals from runs whose batches are correlated or skewed ----------------------------- */

enum { RUNS = 4, PER_RUN = 16 };

typedef struct run_case {
    const char *name;
    double correlation; /* of a batch with the next of its run */
    bool skewed;        /* exponential, else normal */
    double least, most; /* share of the trials that cover the mean, at 95 % */
    double wider;       /* mean width over that of noc_ratio_interval, at least */
} run_case;

/* Wider than need be is no fault below 99 %, narrower is; 16 batches do not tell a strong
 * correlation well. */
static const run_case run_cases[] = {
    {"runs: independent, normal", 0.0, false, 0.93, 0.99, 1.0},
    {"runs: correlated by 0.3, normal", 0.3, false, 0.93, 0.99, 1.2},
    {"runs: correlated by 0.6, normal", 0.6, false, 0.90, 0.99, 1.6},
    {"runs: correlated by -0.3, normal", -0.3, false, 0.93, 1.0, 1.0},
    {"runs: independent, skewed", 0.0, true, 0.93, 0.99, 1.0},
    {"runs: correlated by 0.3, skewed", 0.3, true, 0.92, 0.99, 1.2},
};

/* A series whose neighbours have the correlation asked for, stationary from the start, mean 7.25.
 */
static void draw_run(const run_case *c, uint64_t *random, noc_batch_sums *batches)
{
    const double a = c->correlation, innovation = sqrt(1.0 - a * a);
    double x = c->skewed ? exponential(random) - 1.0 : normal(random);
    for (size_t i = 0; i < PER_RUN; i++) {
        batches[i] = (noc_batch_sums){7.25 + x, 1.0};
        x = a * x + innovation * (c->skewed ? exponential(random) - 1.0 : normal(random));
    }
}

static void check_runs(void **state)
{
    const run_case *c = *state;
    uint64_t random = 20260801;
    unsigned covered = 0;
    double width = 0.0, plain_width = 0.0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        noc_batch_sums batches[RUNS * PER_RUN];
        for (size_t r = 0; r < RUNS; r++) draw_run(c, &random, &batches[r * PER_RUN]);
        const noc_interval plain = noc_ratio_interval(batches, RUNS * PER_RUN, 0.95);
        const noc_interval got = noc_batch_interval(batches, RUNS, PER_RUN, 0.95);
        assert_true(got.mean == plain.mean);
        assert_true(got.half_width >= plain.half_width * (1.0 - 1e-12));
        covered += fabs(got.mean - 7.25) <= got.half_width;
        width += got.half_width;
        plain_width += plain.half_width;
    }
    const double share = (double)covered / TRIALS;
    if (share < c->least || share > c->most) print_error("%s: %g\n", c->name, share);
    assert_true(share >= c->least && share <= c->most);
    assert_true(width >= c->wider * plain_width);
}

static void runs_without_packets_have_no_interval(void **state)
{
    (void)state;
    const noc_batch_sums nothing[4] = {{0.0, 0.0}}, one[1] = {{7.0, 2.0}};
    assert_same(noc_batch_interval(nothing, 2, 2, 0.95).mean, NAN);
    assert_same(noc_batch_interval(nothing, 2, 2, 0.95).half_width, INFINITY);
    assert_same(noc_batch_interval(one, 1, 1, 0.95).mean, 3.5);
    assert_same(noc_batch_interval(one, 1, 1, 0.95).half_width, INFINITY);
    const noc_batch_sums alike[4] = {{6.0, 2.0}, {3.0, 1.0}, {9.0, 3.0}, {3.0, 1.0}};
    assert_same(noc_batch_interval(alike, 2, 2, 0.95).mean, 3.0);
    assert_same(noc_batch_interval(alike, 2, 2, 0.95).half_width, 0.0);
}

/* ---- lag-1 correlation ---------------------------------------------------------------------- */

typedef struct lag_case {
    const char *name;
    size_t count;
    noc_batch_sums batches[PAIRS_MAX];
    double correlation;
} lag_case;

static const lag_case lag_cases[] = {
    {"lag 1: alternating", 4, {{3, 1}, {1, 1}, {3, 1}, {1, 1}}, -0.75},
    {"lag 1: in runs", 4, {{3, 1}, {3, 1}, {1, 1}, {1, 1}}, 0.25},
    /* residuals -2, -1, 0, 1, 2: products 2 + 0 + 0 + 2, squares 10 */
    {"lag 1: a ramp", 5, {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}}, 0.4},
    /* mean 2.5, residuals 0, 1, -1 */
    {"lag 1: batches of different size", 3, {{10, 4}, {6, 2}, {14, 6}}, -0.5},
    {"lag 1: no scatter", 4, {{2, 1}, {2, 1}, {2, 1}, {2, 1}}, 0.0},
    {"lag 1: two batches tell nothing", 2, {{3, 1}, {1, 1}}, 0.0},
    {"lag 1: nothing counted", 3, {{0, 0}, {0, 0}, {0, 0}}, 0.0},
    {"lag 1: no batches", 0, {{0, 0}}, 0.0},
};

static void check_lag(void **state)
{
    const lag_case *c = *state;
    assert_near(noc_lag1_correlation(c->batches, c->count), c->correlation, 1e-12);
}

typedef struct autoregressive_case {
    const char *name;
    double coefficient;
} autoregressive_case;

static const autoregressive_case autoregressive_cases[] = {
    {"lag 1: independent series", 0.0},
    {"lag 1: autoregressive 0.2", 0.2},
    {"lag 1: autoregressive 0.7", 0.7},
    {"lag 1: autoregressive -0.4", -0.4},
};

/* The estimate's standard error is sqrt((1 - a^2) / n): 0.007 at the most. */
static void check_autoregressive(void **state)
{
    enum { LENGTH = 20000 };
    static noc_batch_sums batches[LENGTH];
    const autoregressive_case *c = *state;
    uint64_t random = 77;
    double x = 0.0;
    for (size_t i = 0; i < LENGTH; i++) {
        x = c->coefficient * x + normal(&random);
        batches[i] = (noc_batch_sums){40.0 + x, 1.0};
    }
    assert_near(noc_lag1_correlation(batches, LENGTH), c->coefficient, 0.025);
}

/* ---- warm-up -------------------------------------------------------------------------------- */

/* Student's t of the differences rest - first, by hand: mean / (deviation / sqrt(runs)). Quantiles
 * of t with 3 degrees of freedom: 2.353 at 0.95, 4.541 at 0.99. */
typedef struct lower_case {
    const char *name;
    size_t runs;
    double first[4], rest[4];
    double confidence;
    bool lower;
} lower_case;

static const lower_case lower_cases[] = {
    {"lower: t = 3.87 is beyond 0.95", 4, {9, 8, 7, 6}, {10, 10, 10, 10}, 0.95, true},
    {"lower: t = 3.87 is not beyond 0.99", 4, {9, 8, 7, 6}, {10, 10, 10, 10}, 0.99, false},
    {"lower: t = 4.90 is beyond 0.99", 4, {8, 8, 7, 9}, {10, 10, 10, 10}, 0.99, true},
    {"lower: higher is not lower", 4, {12, 12, 13, 11}, {10, 10, 10, 10}, 0.95, false},
    {"lower: the same in all runs", 4, {9, 9, 9, 9}, {10, 10, 10, 10}, 0.99, true},
    {"lower: equal", 4, {10, 10, 10, 10}, {10, 10, 10, 10}, 0.95, false},
    {"lower: a part without packets", 4, {NAN, 8, 7, 9}, {10, 10, 10, 10}, 0.95, false},
    {"lower: one run tells nothing", 1, {8}, {10}, 0.95, false},
};

static void check_lower(void **state)
{
    const lower_case *c = *state;
    assert_int_equal(noc_is_significantly_lower(c->first, c->rest, c->runs, c->confidence),
                     c->lower);
}

/* Noise alone is taken for a warm-up as often as the confidence admits. */
static void noise_is_rarely_lower(void **state)
{
    (void)state;
    enum { SAMPLE = 4, TRIES = 20000 };
    uint64_t random = 99;
    size_t lower = 0;
    for (unsigned s = 0; s < TRIES; s++) {
        double first[SAMPLE], rest[SAMPLE];
        for (size_t i = 0; i < SAMPLE; i++) {
            first[i] = 30.0 + 4.0 * normal(&random);
            rest[i] = 30.0 + normal(&random);
        }
        lower += noc_is_significantly_lower(first, rest, SAMPLE, 0.95);
    }
    assert_near((double)lower / TRIES, 0.05, 0.005); /* 3.2 standard errors */
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, ratio_cases, check_ratio);
    TEST_TABLE(&list, t_cases, check_quantile);
    TEST_TABLE(&list, coverage_cases, check_coverage);
    TEST_TABLE(&list, run_cases, check_runs);
    test_add(&list, "runs: without packets", runs_without_packets_have_no_interval);
    TEST_TABLE(&list, lag_cases, check_lag);
    TEST_TABLE(&list, autoregressive_cases, check_autoregressive);
    TEST_TABLE(&list, lower_cases, check_lower);
    test_add(&list, "lower: noise alone is rarely lower", noise_is_rarely_lower);
    return test_run("statistics", &list);
}
