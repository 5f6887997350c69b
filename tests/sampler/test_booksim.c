/* The sampler and the zero-load model against curves measured with BookSim 2.0: some families of
 * each kind, some loads of each (tests/reference/booksim.md). test_slow_booksim.c has the rest. */
#include <math.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "sampler/sampling/limits.h"
#include "tests/support/helpers.h"
#include "tests/support/rows/booksim_rows.h"

static booksim reference;

static const booksim_family *family(const char *name)
{
    const booksim_family *f = booksim_find(&reference, name);
    if (!f) fail_msg("no family %s", name);
    return f;
}

static noc_sample_options precise(double precision)
{
    return (noc_sample_options){.precision = precision, .seed = 1};
}

/* ---- latency -------------------------------------------------------------------------------- */

typedef struct family_case {
    const char *name;
} family_case;

static const family_case latency_cases[] = {
    {"mesh6-p1-v2b8-P4"},    {"mesh6-p5-v8b4-P4"},       {"mesh4-bi-v2b4-P2s-sif"},
    {"mesh6-bi-v2b8-P2s"},   {"mesh6-p5-v2b8-P3"},       {"mesh6-p5-v2b8-P4-xyyx"},
    {"mesh4-p1-v2b8-P4"},    {"mesh6-p4-v2b8-P4-hotTB"}, {"m2f6-tb-v4-16B"},
    {"m2f6-tb-v4-32B"},      {"xbar16-p1-v2b8-P4"},      {"cmesh4-p1-v2b8-P4"},
    {"flatfly4-p1-v2b8-P4"}, {"fly4x2-p1-v2b8-P4"},
};

/* Within 2 %, or within the noise of both. */
static void compare_row(const booksim_family *f, const noc_system *system, const booksim_row *row)
{
    const noc_sample_options options = precise(0.01);
    noc_sample sample;
    assert_int_equal(noc_sample_at(system, row->load, &options, &sample, NULL), NOC_OK);
    const noc_interval *ours =
        &sample.quantities[f->many_to_few ? NOC_SAMPLE_ROUND_TRIP : NOC_SAMPLE_LATENCY];
    const double noise = 3.0 * row->error + ours->half_width;
    assert_true(sample.is_converged);
    assert_false(sample.is_saturated);
    if (fabs(ours->mean - row->latency) <= fmax(0.02 * row->latency, noise)) return;
    fail_msg("%s at load %g: %.2f +- %.2f cycles, BookSim %.2f, standard error %.2f", f->name,
             row->load, ours->mean, ours->half_width, row->latency, row->error);
}

static void check_latency(void **state)
{
    const booksim_family *f = family(((const family_case *)*state)->name);
    static const double shares[] = {0.05, 0.50, 0.80};
    test_system t = test_compile(f->design, NULL);
    for (size_t i = 0; i < TEST_COUNT(shares); i++)
        compare_row(f, t.system, booksim_near(f, shares[i]));
    test_system_free(&t);
}

/* ---- zero load ------------------------------------------------------------------------------ */

/* Mean routers of a packet; half of a round trip where there are replies. */
static double routers_of(const noc_system *system, bool many_to_few)
{
    const double request = noc_mean_routers(system, NOC_REQUEST);
    return many_to_few ? (request + noc_mean_routers(system, NOC_REPLY)) / 2.0 : request;
}

/* The mean without contention against a run at 2 % of saturation, which has some contention. So few
 * packets went other distances than the mean, by up to 3 %, and as many-to-few are 1 and 4 flits
 * long, other lengths: what the distance makes is taken off, the rest is noise. */
static double zero_load_error(const booksim_family *f)
{
    const booksim_row *zero = &f->rows[0];
    assert_string_equal(zero->point, "zero");
    test_system t = test_compile(f->design, NULL);
    const double ours = noc_zero_load_latency(t.system);
    const double further = zero->hops - routers_of(t.system, f->many_to_few);
    test_system_free(&t);
    const double longer = isnan(f->hop_cycles) ? 0.0 : f->hop_cycles * further;
    return (ours + (f->many_to_few ? 2.0 : 1.0) * longer) / zero->latency - 1.0;
}

static void check_zero_load(void **state)
{
    (void)state;
    for (size_t i = 0; i < reference.count; i++) {
        const booksim_family *f = &reference.families[i];
        const double error = zero_load_error(f);
        if (fabs(error) > 0.007) fail_msg("%s: zero load off by %+.2f %%", f->name, 100.0 * error);
    }
    assert_int_equal(reference.count, 29);
}

/* ---- saturation ----------------------------------------------------------------------------- */

static const family_case saturation_cases[] = {
    {"mesh4-p1-v2b8-P4"},
    {"m2f6-tb-v4-16B"},
    {"xbar16-p1-v2b8-P4"},
    {"mesh6-p1-v4b4-P2s"},
};

static void check_saturation(void **state)
{
    const booksim_family *f = family(((const family_case *)*state)->name);
    test_system t = test_compile(f->design, NULL);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    const double bound = noc_loads_bound(t.system, &loads);
    const noc_sample_options options = precise(0.02);
    noc_sample_limits limits;
    assert_int_equal(noc_sample_find_limits(t.system, noc_zero_load_latency(t.system), bound,
                                            &options, &limits, NULL),
                     NOC_OK);
    assert_near(limits.saturation, f->saturation, 0.04 * f->saturation);
    assert_near(limits.knee, f->knee, 0.04 * f->knee);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    reference = booksim_read("booksim.csv");
    TEST_TABLE_PREFIXED(&list, "latency", latency_cases, check_latency);
    test_add(&list, "zero load of all families", check_zero_load);
    TEST_TABLE_SOME(&list, "saturation and knee", saturation_cases, check_saturation, 4);
    const int failed = test_run("booksim", &list);
    booksim_free(&reference);
    return failed;
}
