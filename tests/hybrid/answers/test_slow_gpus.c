/* Shipped designs of measured GPUs, asked as microbenchmarks ask: what follows from Little's law
 * and from the narrowest port is what both methods find. What was measured is for the suite
 * "silicon". */
#include <math.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "tests/support/helpers.h"

#define SOURCES(numbers)      "traffic.sources=(" numbers ")"
#define DESTINATIONS(numbers) "traffic.destinations=(" numbers ")"
#define ON_THE_WAY(sectors)   "traffic.outstanding=" #sectors
#define GPC                   "0,1,2,3,4,5,6,7,8,9,10,11,12,13"

typedef struct asked_case {
    const char *name, *path;
    const char *overrides[5];
    double bytes; /* data a cycle, by hand */
} asked_case;

/* Sectors have 32 bytes. */
/* clang-format off */
static const asked_case asked_cases[] = {
    {"V100: an SM waits for its sectors", "configs/v100.cfg", {SOURCES("0"), ON_THE_WAY(512)}, 512 * 32 / 213.0},
    {"V100: from one slice, too", "configs/v100.cfg", {SOURCES("0"), DESTINATIONS("80"), ON_THE_WAY(163)}, 163 * 32 / 213.0},
    {"V100: a TPC's port", "configs/v100.cfg", {SOURCES("0,1"), ON_THE_WAY(512)}, 4.36 * 32},
    {"V100: a slice's port", "configs/v100.cfg", {SOURCES(GPC), DESTINATIONS("80"), ON_THE_WAY(512)}, 1.925 * 32},
    {"V100: a GPC and a partition", "configs/v100.cfg", {SOURCES(GPC), DESTINATIONS("80,81,82,83,84,85,86,87"), ON_THE_WAY(512)}, 2.92 * 32},
    {"V100: a GPC's port", "configs/v100.cfg", {SOURCES(GPC), ON_THE_WAY(512)}, 8.65 * 32},
    {"V100: acknowledgements of a TPC's writes", "configs/v100.cfg", {SOURCES("0,1"), ON_THE_WAY(4096), "traffic.read_fraction=0"}, 4.36 * 32},
    {"A100: an SM's port", "configs/a100.cfg", {SOURCES("0"), ON_THE_WAY(1024)}, 2 * 32},
    {"A100: an SM and a near slice", "configs/a100.cfg", {SOURCES("0"), DESTINATIONS("108"), ON_THE_WAY(182)}, 182 * 32 / 209.0},
    {"A100: a far one", "configs/a100.cfg", {SOURCES("0"), DESTINATIONS("187"), ON_THE_WAY(182)}, 182 * 32 / 357.0},
    {"H100: a TPC's port", "configs/h100.cfg", {SOURCES("0,1"), ON_THE_WAY(1024)}, 3.9 * 32},
};
/* clang-format on */

static const double sampled_within = 0.03, modelled_within = 0.08;

static void gives_what_its_ports_take(void **state)
{
    const asked_case *c = *state;
    static const noc_sampling sampling = {.precision = 0.02, .seed = 1, .jobs = 1};
    test_system t = test_compile_file(c->path, (const char **)(size_t)c->overrides);
    noc_estimate model, sample;
    assert_int_equal(noc_estimate_model(t.system, NAN, &model, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample_closed(t.system, &sampling, &sample, NULL), NOC_OK);
    const double per_gb = 1e3 / t.design->chip.clock_mhz;
    const double modelled = per_gb * model.metrics[NOC_METRIC_delivered_data_gb_per_s].value;
    const double sampled = per_gb * sample.metrics[NOC_METRIC_delivered_data_gb_per_s].value;
    print_message("%.1f B/clk by hand, %.1f by the model, %.1f by the sample\n", c->bytes, modelled,
                  sampled);
    assert_near(sampled, c->bytes, sampled_within * c->bytes);
    assert_near(modelled, c->bytes, modelled_within * c->bytes);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, asked_cases, gives_what_its_ports_take);
    return test_run("gpus", &list);
}
