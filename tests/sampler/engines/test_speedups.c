/* Routers that run several steps in a cycle and channels that take others than a flit in each:
 * against what BookSim 2.0 measures (tests/reference/booksim.md), and against closed forms. */
#include <math.h>
#include <stdio.h>

#include "analytic/curve/model.h"
#include "analytic/zero_load.h"
#include "sampler/sampling/sample.h"
#include "tests/support/helpers.h"
#include "tests/support/rows/booksim_rows.h"

static const char router[] = "nodes = { compute = 16; };\n"
                             "network = { topology = \"crossbar\"; ports = 16; };\n"
                             "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n";

static noc_sample sample_at(const char *text, const char *const *overrides, double load)
{
    test_system t = test_compile(text, overrides);
    const noc_sample_options options = {.precision = 0.04, .seed = 1};
    noc_sample sample;
    assert_int_equal(noc_sample_at(t.system, load, &options, &sample, NULL), NOC_OK);
    test_system_free(&t);
    return sample;
}

/* ---- one router, more offered than it takes -------------------------------------------------- */

typedef struct full_case {
    const char *name;
    const char *overrides[5];
    double accepted; /* flits a cycle and node */
} full_case;

#define FULL(steps, vcs, flits, accepted)                                                       \
    {                                                                                           \
#steps " steps, " #vcs " VCs, packets of " #flits, {"network.internal_speedup=" #steps, \
                                                            "network.virtual_channels=" #vcs,   \
                                                            "traffic.packet_flits=" #flits },   \
                                                            accepted                            \
    }

static const full_case full[] = {
    FULL(1.5, 2, 1, 0.787),
    FULL(2, 2, 5, 0.786),
    FULL(1.5, 4, 5, 0.857),
};

static void check_full(void **state)
{
    const full_case *c = *state;
    const noc_sample sample = sample_at(router, c->overrides, 1.0);
    assert_near(sample.quantities[NOC_SAMPLE_ACCEPTED].mean, c->accepted, 0.02);
}

/* ---- one stream ------------------------------------------------------------------------------ */

/* Two nodes, each of which sends to the other over a line of two routers. */
static const char line[] =
    "nodes = { compute = 2; };\n"
    "network = { topology = \"mesh\"; columns = 2; rows = 1; virtual_channels = 1; };\n"
    "traffic = { pattern = \"bit-complement\"; packet_flits = 40; };\n";

typedef struct stream_case {
    const char *name;
    const char *overrides[6];
    double flits; /* a cycle */
    bool full;    /* a channel's rate bounds them */
} stream_case;

static const stream_case streams[] = {
    {"links of 0.1", {"network.link_flits_per_cycle=0.1", "network.virtual_channels=4"}, 0.1, true},
    {"links of 0.7", {"network.link_flits_per_cycle=0.7", "network.virtual_channels=4"}, 0.7, true},
    {"ports of 0.4", {"network.port_flits_per_cycle=0.4", "network.virtual_channels=4"}, 0.4, true},
    {"links of 0.7, 2 steps",
     {"network.link_flits_per_cycle=0.7", "network.internal_speedup=2",
      "network.virtual_channels=4"},
     0.7,
     true},
    {"links of 1.5, ports of 2, 2 steps",
     {"network.link_flits_per_cycle=1.5", "network.port_flits_per_cycle=2",
      "network.internal_speedup=2", "network.virtual_channels=8", "network.buffer_flits=64"},
     1.5,
     true},
    {"links of 2, ports of 2, a step",
     {"network.link_flits_per_cycle=2", "network.port_flits_per_cycle=2",
      "network.virtual_channels=4"},
     1.0,
     true},
    /* b flits each time that the credits of the longest loop are back: BookSim 2.0 */
    {"1.5 steps, a buffer of 1",
     {"network.internal_speedup=1.5", "network.buffer_flits=1", "traffic.packet_flits=256"},
     1.0 / 4.0,
     false},
    {"1.5 steps, buffers of 4",
     {"network.internal_speedup=1.5", "network.buffer_flits=4", "traffic.packet_flits=256"},
     1.0 / 1.18,
     false},
};

static void check_stream(void **state)
{
    const stream_case *c = *state;
    const noc_sample sample =
        sample_at(line, c->overrides, c->flits > 1.0 ? 2.0 : fmin(1.0, 2.0 * c->flits));
    assert_near(sample.quantities[NOC_SAMPLE_ACCEPTED].mean / c->flits, 1.0, 0.02);
    if (c->full) assert_near(sample.utilization, 1.0, 0.02);
}

/* ---- a queue in front of a slow port --------------------------------------------------------- */

/* Single flits of one source wait as on M/D/1 of 1/r cycles in discrete time, where arrivals of a
 * cycle are at most one: (load - p) / (2 (1 - load)) service, p the packets a cycle. */
static void check_slow_port(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.port_flits_per_cycle=0.25",
                                            "traffic.packet_flits=1", "network.virtual_channels=4",
                                            NULL};
    static const double loads[] = {0.1, 0.15, 0.2};
    test_system t = test_compile(line, overrides);
    const double alone = noc_zero_load_latency(t.system);
    test_system_free(&t);
    for (size_t i = 0; i < TEST_COUNT(loads); i++) {
        const double used = 4.0 * loads[i];
        const double wait = 4.0 * (used - loads[i]) / (2.0 * (1.0 - used));
        const noc_sample sample = sample_at(line, overrides, loads[i]);
        assert_near(sample.quantities[NOC_SAMPLE_LATENCY].mean / (alone + wait), 1.0, 0.03);
    }
}

/* ---- BookSim 2.0 ---------------------------------------------------------------------------- */

static booksim reference;

static void check_rows(void **state)
{
    (void)state;
    static const double shares[] = {0.30, 0.80};
    assert_int_equal(reference.count, 3);
    for (size_t i = 0; i < reference.count; i++) {
        const booksim_family *f = &reference.families[i];
        test_system t = test_compile(f->design, NULL);
        assert_near(noc_zero_load_latency(t.system), f->zero_load, 0.001);
        test_system_free(&t);
        for (size_t k = 0; k < TEST_COUNT(shares); k++) {
            const booksim_row *row = booksim_near(f, shares[k]);
            const noc_sample sample = sample_at(f->design, NULL, row->load);
            const noc_interval *ours = &sample.quantities[NOC_SAMPLE_LATENCY];
            const double noise = 3.0 * row->error + ours->half_width;
            if (fabs(ours->mean - row->latency) > fmax(0.02 * row->latency, noise))
                fail_msg("%s at load %g: %.2f cycles, BookSim %.2f", f->name, row->load, ours->mean,
                         row->latency);
        }
    }
}

/* The model: latency at 80 % of saturation, saturation and knee. */
static void check_model(void **state)
{
    (void)state;
    for (size_t i = 0; i < reference.count; i++) {
        const booksim_family *f = &reference.families[i];
        const booksim_row *row = booksim_near(f, 0.80);
        test_system t = test_compile(f->design, NULL);
        noc_model *model = noc_model_new(t.system);
        noc_model_limits limits;
        noc_model_point point;
        assert_non_null(model);
        noc_model_find_limits(model, &limits);
        noc_model_solve(model, row->load, &point);
        print_message("%s: latency %.3f, saturation %.3f, knee %.3f of BookSim's\n", f->name,
                      point.packet_latency / row->latency, limits.saturation / f->saturation,
                      limits.knee / f->knee);
        assert_near(point.packet_latency / row->latency, 1.0, 0.15);
        assert_near(limits.saturation / f->saturation, 1.0, 0.10);
        assert_near(limits.knee / f->knee, 1.0, 0.10);
        noc_model_free(model);
        test_system_free(&t);
    }
}

int main(void)
{
    static test_list list;
    reference = booksim_read("booksim-speedups.csv");
    TEST_TABLE_PREFIXED(&list, "full", full, check_full);
    TEST_TABLE_PREFIXED(&list, "stream", streams, check_stream);
    test_add(&list, "a slow port", check_slow_port);
    test_add(&list, "BookSim 2.0", check_rows);
    test_add(&list, "the model beside BookSim 2.0", check_model);
    const int failed = test_run("speed-ups and rates", &list);
    booksim_free(&reference);
    return failed;
}
