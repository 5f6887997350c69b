/* Sketches of latencies: against the exact quantiles of the values kept, one by one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/sketch.h"
#include "tests/support/helpers.h"

enum { VALUES = 20011 };

typedef struct sketch_case {
    const char *name;
    double mean;  /* of the values, exponential */
    double error; /* relative, of a quantile; 0: exact */
} sketch_case;

/* Half of a bucket is half of 1/128 of its value at the most, and values are whole. */
static const sketch_case cases[] = {
    {"sketch: values below 128", 9.0, 0.0},
    {"sketch: hundreds", 300.0, 0.5 / 128},
    {"sketch: millions", 3e6, 0.5 / 128},
    {"sketch: around 2^28", 2e8, 0.5 / 128},
};

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The least value that a share q of all does not exceed. */
static double exact_quantile(const uint64_t *sorted, double q)
{
    return (double)sorted[(size_t)ceil(q * VALUES) - 1];
}

static uint64_t draw(noc_random *random, double mean)
{
    return (uint64_t)(-mean * log(noc_random_positive(random)));
}

static void check_quantiles(void **state)
{
    static const double shares[] = {0.01, 0.25, 0.50, 0.75, 0.95, 0.99};
    static uint64_t values[VALUES];
    static noc_sketch sketch;
    const sketch_case *c = *state;
    noc_random random = noc_random_stream(7, 1);
    memset(&sketch, 0, sizeof sketch);
    for (size_t i = 0; i < VALUES; i++) {
        values[i] = draw(&random, c->mean);
        if (c->error == 0.0) values[i] %= 128;
        noc_sketch_add(&sketch, values[i]);
    }
    qsort(values, VALUES, sizeof *values, compare);
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        const double want = exact_quantile(values, shares[i]);
        assert_near(noc_sketch_quantile(&sketch, shares[i]), want, c->error * want);
    }
}

/* Rounds and replications add up: the sketch of all is the sum of theirs, and what came before is
 * taken away to the last count. */
static void sketches_add_up(void **state)
{
    (void)state;
    static noc_sketch before, after, other, all, sum;
    noc_random random = noc_random_stream(8, 1);
    for (size_t i = 0; i < VALUES; i++) {
        const uint64_t value = draw(&random, 500.0);
        noc_sketch_add(i % 3 ? &after : &other, value);
        noc_sketch_add(&all, value);
    }
    noc_sketch_merge(&sum, &after);
    noc_sketch_merge(&sum, &other);
    assert_memory_equal(&sum, &all, sizeof all);
    before = all;
    for (size_t i = 0; i < VALUES; i++) noc_sketch_add(&all, draw(&random, 50.0));
    noc_sketch_subtract(&all, &before);
    assert_int_equal(all.total, VALUES);
    assert_true(noc_sketch_quantile(&all, 0.50) < 50.0);
    noc_sketch_subtract(&sum, &before);
    assert_int_equal(sum.total, 0);
    assert_true(isnan(noc_sketch_quantile(&sum, 0.50)));
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, check_quantiles);
    test_add(&list, "sketch: sums and differences", sketches_add_up);
    return test_run("sketch", &list);
}
