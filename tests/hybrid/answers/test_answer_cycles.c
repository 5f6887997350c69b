/* Pipelines before requests are answered, by both methods: round trips are longer by them, and
 * nothing else is; what keeps a window on the way delivers less; a lone batch ends later. */
#include <math.h>
#include <stdio.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "tests/support/helpers.h"

static const noc_sampling sampling = {.precision = 0.02, .seed = 1, .jobs = 1};

enum { BY_MODEL, BY_SAMPLE, METHODS };

#define CYCLES 60
static const double cycles = CYCLES;

#define NODES "nodes = { compute = 12; memory = 4; };\n"
#define MESH  "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
#define LEVELS                                                                               \
    "network = { topology = \"hierarchy\"; buffer_flits = 64; levels = ( { name = \"tpc\"; " \
    "groups = 6; flits_per_cycle = 2.5; cycles = 2; } ); };\n"

static noc_estimate answer(const char *network, const char *traffic, const char *answer_cycles,
                           int method)
{
    char text[1024];
    const char *const overrides[] = {answer_cycles, NULL};
    noc_estimate e;
    snprintf(text, sizeof text, NODES "%straffic = { read_fraction = 0.9; %s };\n", network,
             traffic);
    test_system t = test_compile(text, answer_cycles ? overrides : NULL);
    const bool eager = noc_traffic_is_eager(&t.design->traffic);
    const double load = eager ? NAN : 0.02;
    if (method == BY_MODEL)
        assert_int_equal(noc_estimate_model(t.system, load, &e, NULL), NOC_OK);
    else if (eager)
        assert_int_equal(noc_estimate_sample_closed(t.system, &sampling, &e, NULL), NOC_OK);
    else
        assert_int_equal(noc_estimate_sample(t.system, load, &sampling, &e, NULL), NOC_OK);
    test_system_free(&t);
    return e;
}

static const char later[] = "traffic.answer_cycles=60";
_Static_assert(CYCLES == 60, "as in the text");

static double longer(const noc_estimate *without, const noc_estimate *with, noc_metric_id id)
{
    return with->metrics[id].value - without->metrics[id].value;
}

/* ---- at a load ------------------------------------------------------------------------------ */

typedef struct network_case {
    const char *name, *network;
} network_case;

static const network_case networks[] = {
    {"mesh", MESH},
    {"hierarchy", LEVELS},
    {"ideal", "network = { topology = \"ideal\"; };\n"},
};

static void round_trips_are_longer_and_nothing_else(void **state)
{
    const network_case *c = *state;
    for (int method = 0; method < METHODS; method++) {
        const noc_estimate without = answer(c->network, "", NULL, method);
        const noc_estimate with = answer(c->network, "", later, method);
        const double noise = method == BY_MODEL ? 0.05 : 0.5; /* the knee moves the correction */
        assert_near(longer(&without, &with, NOC_METRIC_zero_load_latency_cycles), cycles, 1e-9);
        assert_near(longer(&without, &with, NOC_METRIC_round_trip_cycles), cycles, noise);
        assert_near(longer(&without, &with, NOC_METRIC_request_latency_cycles), 0.0, noise);
        assert_near(longer(&without, &with, NOC_METRIC_reply_latency_cycles), 0.0, noise);
        assert_near(longer(&without, &with, NOC_METRIC_packet_latency_cycles), 0.0, noise);
    }
}

/* ---- windows -------------------------------------------------------------------------------- */

/* Nodes that keep two requests on the way send two in each round trip, which they see a cycle
 * later. */
static void windows_come_back_later(void **state)
{
    const network_case *c = *state;
    for (int method = 0; method < METHODS; method++) {
        const noc_estimate e = answer(c->network, "outstanding = 2;", later, method);
        const double trip = e.metrics[NOC_METRIC_round_trip_cycles].value;
        const double idle = e.metrics[NOC_METRIC_zero_load_latency_cycles].value;
        const double rate = e.metrics[NOC_METRIC_accepted_flits_per_cycle].value / e.work.flits;
        assert_true(idle > cycles && trip > 0.98 * idle && trip < 1.2 * idle);
        assert_near(rate * (trip + 1.0), 2.0, 0.03 * 2.0);
    }
}

/* ---- a closed loop -------------------------------------------------------------------------- */

/* One warp that waits for all of its reads: each of them takes so much longer. */
static void cores_wait_longer(void **state)
{
    const network_case *c = *state;
    for (int method = 0; method < METHODS; method++) {
        noc_estimate e[2];
        for (int with = 0; with < 2; with++) {
            char text[1024];
            const char *const overrides[] = {later, NULL};
            snprintf(text, sizeof text,
                     NODES "%straffic = { read_fraction = 1.0; };\n"
                           "workload = { instructions = 1.0; warps = 1; read_fraction = 1.0; "
                           "burst = 1; l2_hit_rate = 1.0; };\n",
                     c->network);
            test_system t = test_compile(text, with ? overrides : NULL);
            if (method == BY_MODEL)
                assert_int_equal(noc_estimate_model(t.system, NAN, &e[with], NULL), NOC_OK);
            else
                assert_int_equal(noc_estimate_sample_closed(t.system, &sampling, &e[with], NULL),
                                 NOC_OK);
            test_system_free(&t);
        }
        /* a little less, as fewer requests are on the way */
        assert_near(longer(&e[0], &e[1], NOC_METRIC_round_trip_cycles), cycles - 1.0, 1.5);
    }
}

/* ---- a batch -------------------------------------------------------------------------------- */

/* A node's only request, which is answered after so many cycles. */
static void batches_end_later(void **state)
{
    const network_case *c = *state;
    const noc_estimate without = answer(c->network, "batch = 1;", NULL, BY_SAMPLE);
    const noc_estimate with = answer(c->network, "batch = 1;", later, BY_SAMPLE);
    assert_near(longer(&without, &with, NOC_METRIC_makespan_cycles), cycles, 3.0);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "load", networks, round_trips_are_longer_and_nothing_else);
    TEST_TABLE_PREFIXED(&list, "window", networks, windows_come_back_later);
    TEST_TABLE_PREFIXED(&list, "loop", networks, cores_wait_longer);
    TEST_TABLE_PREFIXED(&list, "batch", networks, batches_end_later);
    return test_run("answer_cycles", &list);
}
