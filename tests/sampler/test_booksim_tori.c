/* Tori, rings, lines and layers, by sampler and model, against curves measured with BookSim 2.0
 * (tests/reference/booksim.md). */
#include <math.h>
#include <string.h>

#include "analytic/curve/corrected_model.h"
#include "analytic/curve/model.h"
#include "analytic/zero_load.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "sampler/sampling/limits.h"
#include "tests/support/helpers.h"
#include "tests/support/rows/booksim_rows.h"

static booksim reference;

/* Exact: by hand, over all pairs. */
static void check_zero_load(void **state)
{
    (void)state;
    for (size_t i = 0; i < reference.count; i++) {
        const booksim_family *f = &reference.families[i];
        test_system t = test_compile(f->design, NULL);
        assert_near(noc_zero_load_latency(t.system), f->zero_load, 0.001);
        test_system_free(&t);
    }
    assert_int_equal(reference.count, 8);
}

typedef struct family_case {
    const char *name;
} family_case;

static const family_case families[] = {
    {"torus4-p1-v2b8-P4"}, {"torus4-p5-v8b4-P4-neighbor"}, {"ring8-p1-v2b8-P4"},
    {"line8-p5-v2b8-P4"},  {"ring16-p1-v4b8-P4-tornado"},
};

/* Within 2 %, or within the noise of both. Rings collapse beyond saturation, and near it runs
 * differ widely. */
static void check_latency(void **state)
{
    const booksim_family *f = booksim_find(&reference, ((const family_case *)*state)->name);
    static const double shares[] = {0.05, 0.50, 0.80};
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

/* ---- rings do not lock ---------------------------------------------------------------------- */

typedef struct lock_case {
    const char *name;
    const char *overrides[4];
    const char *says; /* the circle that is named; NULL: there is none */
} lock_case;

static const lock_case locks[] = {
    {"halves at entry", {NULL}, NULL},
    {"halves at crossing", {"network.dateline=at-crossing"}, NULL},
    {"one way round, at entry", {"network.directions=positive"}, "can deadlock"},
    {"one way round, at crossing",
     {"network.directions=positive", "network.dateline=at-crossing"},
     NULL},
    {"the other way, at crossing",
     {"network.directions=negative", "network.dateline=at-crossing"},
     NULL},
    {"one virtual channel", {"network.virtual_channels=1"}, "can deadlock"},
    {"halves of halves, of replies", {"network.virtual_channels=4", "traffic.replies=true"}, NULL},
    {"one virtual channel for replies",
     {"network.virtual_channels=3", "network.request_virtual_channels=2", "traffic.replies=true"},
     "can deadlock"},
};

static const char torus_5[] = "nodes = { compute = 25; memory = 0; };"
                              "network = { topology = \"torus\"; columns = 5; rows = 5; };"
                              "traffic = { pattern = \"uniform\"; };";

static void check_lock(void **state)
{
    const lock_case *c = *state;
    noc_diag diag = {0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    noc_source source = test_source("torus.cfg", torus_5);
    size_t count = 0;
    while (c->overrides[count]) count++;
    noc_status status = noc_design_read(&source, c->overrides, count, &design, &diag);
    if (status == NOC_OK) status = noc_system_compile(design, &system, &diag);
    assert_int_equal(status != NOC_OK, c->says != NULL);
    if (c->says) assert_contains(diag.messages[0].text, c->says);
    noc_system_free(system);
    noc_design_free(design);
    noc_source_clear(&source);
    noc_diag_clear(&diag);
}

int main(void)
{
    static test_list list;
    reference = booksim_read("booksim-tori.csv");
    test_add(&list, "zero load of all families", check_zero_load);
    TEST_TABLE_PREFIXED(&list, "latency", families, check_latency);
    TEST_TABLE_PREFIXED(&list, "locks", locks, check_lock);
    const int failed = test_run("booksim: tori", &list);
    booksim_free(&reference);
    return failed;
}
