/* Ways by routers in between, trees, dragonflies and allocators, by the sampler, against curves
 * measured with BookSim 2.0 (tests/reference/booksim.md). */
#include <math.h>
#include <string.h>

#include "analytic/curve/corrected_model.h"
#include "analytic/curve/model.h"
#include "analytic/zero_load.h"
#include "network/compile/compile.h"
#include "sampler/sampling/limits.h"
#include "tests/support/helpers.h"
#include "tests/support/rows/booksim_rows.h"

static booksim reference;

/* Enumerated by hand, over all pairs and routes. */
static void check_zero_load(void **state)
{
    (void)state;
    for (size_t i = 0; i < reference.count; i++) {
        const booksim_family *f = &reference.families[i];
        test_system t = test_compile(f->design, NULL);
        assert_near(noc_zero_load_latency(t.system), f->zero_load, 0.01);
        test_system_free(&t);
    }
    assert_int_equal(reference.count, 17);
}

typedef struct family_case {
    const char *name;
} family_case;

static const family_case families[] = {
    {"mesh4-p5-v4b8-P4-romm-transpose"}, {"mesh4-p1-v4b8-P4-valiant-fx"},
    {"torus4-p5-v4b8-P4-valiant-fx"},    {"flatfly4-p5-v2b8-P4-valiant"},
    {"fattree4x2-p1-v2b8-P4-nca"},       {"tree4-p1-v2b8-P4-nca"},
    {"dfly2-p5-v2b256-P4-min"},          {"xbar16-p1-v4b8-P4-pim"},
    {"mesh4-p1-v4b8-P2s-sof"},           {"mesh4-p1-v4b8-P4-wavefront"},
};

/* Routes that choose, and, in per cent, how far off the model may be: latencies at 30 %, 65 % and
 * 80 % of saturation (0: not compared); saturation and knee. The wide ones are the model's known
 * faults (docs/limits.md). */
enum { SHARES = 3 };

typedef struct choice_case {
    const char *name;
    double latency[SHARES], limits;
} choice_case;

static const choice_case choices[] = {
    {"mesh6-p1-v4b8-P4-minad-fx", {3.0, 28.0, 0.0}, 9.0},
    {"mesh6-p1-v4b8-P4-minad-fx-select", {2.0, 3.0, 3.0}, 12.0},
    {"torus6-p1-v4b8-P4-minad-fx-tornado", {2.0, 4.0, 5.0}, 10.0},
    {"mesh8-p1-v4b8-P4-axyyx-transpose", {2.0, 5.0, 0.0}, 18.0},
    {"flatfly4-p1-v4b8-P4-ugal-transpose", {2.0, 3.0, 0.0}, 19.0},
    {"dfly2-p5-v3b64-P4-ugal-baddragon", {2.0, 14.0, 9.0}, 10.0},
    {"fattree4x3-p5-v2b8-P4-anca", {2.0, 7.0, 14.0}, 7.0},
};

/* The sampler's latency is within 2 %, or within the noise of both. */
static void check_latency(void **state)
{
    const booksim_family *f = booksim_find(&reference, ((const family_case *)*state)->name);
    static const double shares[] = {0.30, 0.65};
    test_system t = test_compile(f->design, NULL);
    const noc_sample_options options = {.precision = 0.01, .seed = 1};
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        const booksim_row *row = booksim_near(f, shares[i]);
        noc_sample sample;
        assert_int_equal(noc_sample_at(t.system, row->load, &options, &sample, NULL), NOC_OK);
        const noc_interval *ours = &sample.quantities[NOC_SAMPLE_LATENCY];
        const double noise = 3.0 * row->error + ours->half_width;
        if (fabs(ours->mean - row->latency) > fmax(0.02 * row->latency, noise))
            fail_msg("%s at load %g: %.2f +- %.2f cycles, BookSim %.2f, standard error %.2f",
                     f->name, row->load, ours->mean, ours->half_width, row->latency, row->error);
    }
    test_system_free(&t);
}

/* The model as derived: latencies at shares of saturation, saturation and knee, within per cents.
 */
static void check_derived(const char *family, const double latency[SHARES], double of_limits)
{
    static const double shares[SHARES] = {0.30, 0.65, 0.80};
    const booksim_family *f = booksim_find(&reference, family);
    test_system t = test_compile(f->design, NULL);
    noc_model *model = noc_model_new(t.system);
    noc_model_limits limits;
    assert_non_null(model);
    for (size_t i = 0; i < SHARES; i++) {
        const booksim_row *row = booksim_near(f, shares[i]);
        noc_model_point point;
        if (latency[i] <= 0.0) continue;
        noc_model_solve(model, row->load, &point);
        assert_near(point.packet_latency / row->latency, 1.0, latency[i] / 100.0);
    }
    noc_model_find_limits(model, &limits);
    assert_near(limits.saturation / f->saturation, 1.0, of_limits / 100.0);
    assert_near(limits.knee / f->knee, 1.0, of_limits / 100.0);
    noc_model_free(model);
    test_system_free(&t);
}

static void check_model(void **state)
{
    static const double tenth[SHARES] = {10.0, 10.0, 10.0};
    check_derived(((const family_case *)*state)->name, tenth, 10.0);
}

static void check_choice(void **state)
{
    const choice_case *c = *state;
    check_derived(c->name, c->latency, c->limits);
}

int main(void)
{
    static test_list list;
    reference = booksim_read("booksim-adaptive.csv");
    test_add(&list, "zero load of all families", check_zero_load);
    TEST_TABLE_PREFIXED(&list, "latency", families, check_latency);
    TEST_TABLE_SOME(&list, "latency", choices, check_latency, 3);
    TEST_TABLE_PREFIXED(&list, "model", families, check_model);
    TEST_TABLE_SOME(&list, "model", choices, check_choice, 2);
    const int failed = test_run("booksim: adaptive", &list);
    booksim_free(&reference);
    return failed;
}
