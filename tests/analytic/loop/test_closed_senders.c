/* Closed loops over slices, tokens, rings and overlays by the model, against samples of the same
 * designs. */
#include <math.h>

#include "hybrid/answers/estimate.h"
#include "tests/support/designs/overlay_designs.h"

/* IPC as `nocsight sample --set workload=steady --set workload.instructions=N --precision 0.03` had
 * it at seed 1; what limits it. */
typedef struct loop_case {
    const char *name, *family, *instructions;
    double ipc, tolerance;
    const char *kind, *resource;
} loop_case;

#define CASE(family, n, ipc, tolerance, kind, resource)                                   \
    {                                                                                     \
        family ", " n " instructions a request", family, "workload.instructions=" n, ipc, \
            tolerance, kind, resource                                                     \
    }

static const loop_case cases[] = {
    CASE("da2-64-16b", "8.1", 68.39, 0.02, "reply-network", "slice"),
    CASE("da2-64-16b", "20", 169.45, 0.02, "reply-network", "slice"),
    CASE("da2-64-16b", "60", 447.84, 0.005, "cores", "pipelines"),
    CASE("da2-16-16b", "8.1", 33.90, 0.02, "reply-network", "slice"),
    CASE("da2-64-8b-hot20", "60", 161.91, 0.04, "reply-network", "slice"),
    CASE("cfnoc-64-64b", "8.1", 448.00, 0.005, "cores", "pipelines"),
    CASE("cenoc-16-16b", "20", 96.00, 0.005, "cores", "pipelines"),
    CASE("hrcnet-64", "20", 447.96, 0.005, "cores", "pipelines"),
    CASE("rapid-16-fix", "8.1", 16.68, 0.02, "reply-network", "window"),
    CASE("rapid-64-ada", "8.1", 16.79, 0.02, "reply-network", "windows"),
    CASE("rapid-64-ada", "60", 123.63, 0.02, "reply-network", "windows"),
    CASE("macro-16-ada-hot40", "20", 26.75, 0.04, "reply-network", "windows"),
    CASE("dapper-16-fix", "8.1", 16.22, 0.02, "reply-network", "window"),
    /* A reply queue of six, full of those that a partner may not send. */
    CASE("rapid-16-ada-mux", "8.1", 24.00, 0.04, "reply-network", "windows"),
    CASE("rapid-64-fix-mux", "8.1", 25.64, 0.07, "reply-network", "window"),
};

static void loops_are_as_sampled(void **state)
{
    const loop_case *c = *state;
    const char *const overrides[] = {"workload=steady", c->instructions, NULL};
    test_system t = overlay_compile(overlay_family_of(c->family), overrides);
    noc_diag diag = {0};
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, NAN, &e, &diag), NOC_OK);
    assert_near(e.metrics[NOC_METRIC_ipc].value, c->ipc, c->tolerance * c->ipc);
    assert_string_equal(e.bottleneck.kind, c->kind);
    assert_string_equal(e.bottleneck.resource, c->resource);
    test_system_free(&t);
}

/* Room for more replies gives windows of partners more to choose from. */
static void longer_reply_queues_carry_more(void **state)
{
    (void)state;
    static const char *const queues[] = {"memory.reply_queue=3", "memory.reply_queue=6",
                                         "memory.reply_queue=24", "memory.reply_queue=132"};
    double before = 0.0;
    for (size_t i = 0; i < TEST_COUNT(queues); i++) {
        const char *const overrides[] = {"workload=steady", queues[i], NULL};
        test_system t = overlay_compile(overlay_family_of("rapid-64-fix-mux"), overrides);
        noc_diag diag = {0};
        noc_estimate e;
        assert_int_equal(noc_estimate_model(t.system, NAN, &e, &diag), NOC_OK);
        assert_true(e.metrics[NOC_METRIC_ipc].value > before);
        before = e.metrics[NOC_METRIC_ipc].value;
        test_system_free(&t);
    }
}

/* Round trips as `nocsight sample --loop --set workload=CLASS --precision 0.05` had them at seed 1:
 * the class burst has four requests at a time for one memory node, whose replies are a train. */
typedef struct trip_case {
    const char *name, *path, *workload, *setting;
    double round_trip, tolerance;
} trip_case;

#define TRIP(design, class, setting, trip, tolerance)                                         \
    {                                                                                         \
        design ", " class ", " setting, "configs/" design ".cfg", "workload=" class, setting, \
            trip, tolerance                                                                   \
    }

static const trip_case trips[] = {
    TRIP("rapid18-macro-16", "even", "network.windows=equal", 384.04, 0.04),
    TRIP("rapid18-macro-16", "burst", "network.windows=equal", 429.64, 0.04),
    TRIP("rapid18-macro-16", "burst", "network.windows=adaptive", 732.02, 0.08),
    TRIP("rapid18-macro-64", "burst", "network.windows=equal", 940.01, 0.04),
    TRIP("rapid18-macro-64", "burst", "network.windows=adaptive", 1426.45, 0.05),
    TRIP("rapid18-rapid-64", "burst", "network.windows=equal", 404.77, 0.05),
    TRIP("rapid18-rapid-64", "burst", "network.windows=adaptive", 477.80, 0.10),
    TRIP("rapid18-da2-64", "even", "network.shared=true", 71.28, 0.02),
    TRIP("rapid18-da2-64", "burst", "network.shared=true", 77.66, 0.03),
    TRIP("rapid18-da2-144", "burst", "network.shared=true", 97.29, 0.08),
};

static void trips_are_as_sampled(void **state)
{
    const trip_case *c = *state;
    const char *const overrides[] = {c->workload, c->setting, NULL};
    test_system t = test_compile_file(c->path, overrides);
    noc_diag diag = {0};
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, NAN, &e, &diag), NOC_OK);
    assert_near(e.metrics[NOC_METRIC_round_trip_cycles].value, c->round_trip,
                c->tolerance * c->round_trip);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, loops_are_as_sampled);
    TEST_TABLE(&list, trips, trips_are_as_sampled);
    test_add(&list, "longer reply queues carry more", longer_reply_queues_carry_more);
    return test_run("closed loops of senders", &list);
}
