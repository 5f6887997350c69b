/* Nodes that send as fast as the network accepts it: schedules by hand, BookSim's own figures of
 * them, conservation and Little's law. */
#include <stdio.h>
#include <stdlib.h>

#include "sampler/run.h"
#include "sampler/sampling/sample.h"
#include "tests/support/designs/design_texts.h"
#include "tests/support/helpers.h"

static const char torus[] =
    "name = \"t\"; chip = { technology_nm = 65; }; nodes = { compute = 16; memory = 0; };\n"
    "network = { carries = \"both\"; topology = \"torus\"; columns = 4; rows = 4;"
    " channel_cycles = 2; virtual_channels = 8; router_stages = 4; };\n"
    "traffic = { pattern = \"neighbor\"; };\n";

static noc_sample sample_of(const noc_system *system, double precision, unsigned jobs)
{
    const noc_sample_options options = {
        .precision = precision, .seed = 1, .thread_count = jobs, .is_eager = true};
    noc_sample sample;
    assert_int_equal(noc_sample_at(system, 0.0, &options, &sample, NULL), NOC_OK);
    return sample;
}

/* ---- schedules by hand ---------------------------------------------------------------------- */

/* Nobody meets: a packet of F flits takes T = 18 + F cycles, and its node sees it in the next. */
typedef struct schedule_case {
    const char *name;
    const char *overrides[4];
    double makespan; /* BookSim 2.0's, but for the first and the last */
} schedule_case;

static const schedule_case schedules[] = {
    {"a lone packet", {"traffic.batch=1"}, 20.0},
    {"one on the way", {"traffic.batch=100", "traffic.outstanding=1"}, 2000.0},
    {"one of five flits",
     {"traffic.batch=100", "traffic.outstanding=1", "traffic.packet_flits=(5)"},
     2400.0},
    {"four of five flits, 24 x 24 + 15 + 24",
     {"traffic.batch=100", "traffic.outstanding=4", "traffic.packet_flits=(5)"},
     615.0},
    {"two by turns, 24 x 49 + 5 + 24",
     {"traffic.batch=100", "traffic.outstanding=2", "traffic.packet_flits=(5)"},
     1205.0},
};

static void check_schedule(void **state)
{
    const schedule_case *c = *state;
    test_system t = test_compile(torus, c->overrides);
    const noc_sample sample = sample_of(t.system, 0.02, 1);
    assert_near(sample.makespan, c->makespan, 0.0);
    assert_near(sample.makespan_half_width, 0.0, 0.0);
    assert_true(sample.is_converged);
    test_system_free(&t);
}

/* ---- laws ----------------------------------------------------------------------------------- */

typedef struct law_case {
    const char *name;
    const char *text; /* NULL: a shipped design */
    const char *path;
} law_case;

static const law_case laws[] = {
    {"peers", test_design_synthetic, NULL},
    {"memory nodes", test_design_gpu, NULL},
    {"a network for each class", test_design_planes, NULL},
    {"an ideal network", NULL, "configs/te13-ideal.cfg"},
    {"circuits", NULL, "configs/rapid18-rapid-64.cfg"},
};

static test_system compile(const law_case *c, const char *batch, const char *outstanding)
{
    const char *const overrides[] = {batch, outstanding, NULL};
    return c->text ? test_compile(c->text, overrides) : test_compile_file(c->path, overrides);
}

static noc_run *run_out(const noc_system *system, bool skips)
{
    enum { STEP = 64, MOST = 200000 };
    noc_run *engine = noc_run_new(system, (noc_load){.seed = 7, .is_eager = true});
    assert_non_null(engine);
    for (int i = 0; i < MOST && !noc_run_end(engine)->is_over; i++)
        assert_int_equal(noc_run_cycles(engine, STEP, skips), NOC_OK);
    assert_true(noc_run_end(engine)->is_over);
    return engine;
}

/* All packets of the batch come, and are answered, and no more. */
static void check_conservation(void **state)
{
    test_system t = compile(*state, "traffic.batch=20", "traffic.outstanding=3");
    noc_run *engine = run_out(t.system, true);
    const noc_tally *tally = noc_run_tally(engine);
    const uint64_t packets = 20u * t.system->traffic.injector_count;
    assert_int_equal(tally->created[NOC_REQUEST], packets);
    assert_int_equal(tally->delivered[NOC_REQUEST], packets);
    assert_int_equal(tally->delivered[NOC_REPLY],
                     t.system->traffic.types[0].reply_type < 0 ? 0 : packets);
    assert_int_equal(noc_run_end(engine)->makespan, tally->last_delivery + 1);
    assert_int_equal(noc_run_check(engine, NULL), NOC_OK);
    noc_run_free(engine);
    test_system_free(&t);
}

/* Idle cycles are left out, and change nothing. */
static void check_leaps(void **state)
{
    test_system t = compile(*state, "traffic.batch=5", "traffic.outstanding=2");
    noc_run *leaps = run_out(t.system, true);
    noc_run *steps = run_out(t.system, false);
    assert_int_equal(noc_run_end(leaps)->makespan, noc_run_end(steps)->makespan);
    noc_run_free(leaps);
    noc_run_free(steps);
    test_system_free(&t);
}

/* Without end, one on the way: a packet for each of its cycles and the one in which it is seen. */
static void check_little(void **state)
{
    test_system t = compile(*state, "traffic.batch=0", "traffic.outstanding=1");
    const noc_sample sample = sample_of(t.system, 0.1, 1);
    const bool replies = t.system->traffic.types[0].reply_type >= 0;
    const noc_sample_quantity watched = replies ? NOC_SAMPLE_ROUND_TRIP : NOC_SAMPLE_LATENCY;
    const double rate =
        noc_system_packet_rate(t.system, sample.quantities[NOC_SAMPLE_ACCEPTED].mean);
    assert_near(rate * (sample.quantities[watched].mean + 1.0), 1.0, 0.01);
    assert_false(sample.is_saturated || sample.is_growing);
    test_system_free(&t);
}

static void check_jobs(void **state)
{
    (void)state;
    const char *const overrides[] = {"traffic.batch=50", "traffic.outstanding=4", NULL};
    test_system t = test_compile(test_design_synthetic, overrides);
    const noc_sample one = sample_of(t.system, 0.02, 1), four = sample_of(t.system, 0.02, 4);
    assert_near(one.makespan, four.makespan, 0.0);
    assert_int_equal(one.cycles, four.cycles);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, schedules, check_schedule);
    TEST_TABLE_PREFIXED(&list, "conservation", laws, check_conservation);
    TEST_TABLE_PREFIXED(&list, "leaps", laws, check_leaps);
    TEST_TABLE_PREFIXED(&list, "little", laws, check_little);
    test_add(&list, "threads change nothing", check_jobs);
    return test_run("eager", &list);
}
