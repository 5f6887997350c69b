/* What binds a closed loop: as a sample's signs tell it, and ties of both classes in the model. */
#include "analytic/loop/closed_loop.h"
#include "analytic/zero_load.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "hybrid/correction/calibration/shipped.h"
#include "sampler/sampling/sample.h"
#include "tests/support/runs/closed_loops.h"
#include "tests/support/runs/sample_binding.h"

/* ---- in a sample ---------------------------------------------------------------------------- */

/* Shares of the time, and latencies over those of zero load. */
typedef struct sign_case {
    const char *name;
    double issuing, stalled, dram, inputs, request, reply;
    noc_binding binding;
    unsigned ties;
} sign_case;

#define BIT(x) (1u << NOC_BINDS_##x)
static const sign_case sign_cases[] = {
    {"binds: pipelines", 0.99, 0.5, 0.0, 0.0, 9.0, 9.0, NOC_BINDS_CORES, BIT(CORES)},
    {"binds: stalls", 0.5, 0.4, 0.1, 0.5, 99.0, 2.0, NOC_BINDS_REPLIES, BIT(REPLIES)},
    {"binds: the DRAM", 0.5, 0.1, 0.4, 0.5, 99.0, 1.0, NOC_BINDS_DRAM, BIT(DRAM)},
    {"binds: both block", 0.1, 0.15, 0.16, 0.1, 70.0, 1.0, NOC_BINDS_DRAM,
     BIT(DRAM) | BIT(REPLIES)},
    {"binds: caches", 0.5, 0.0, 0.0, 0.5, 99.0, 1.0, NOC_BINDS_CONTROLLER, BIT(CONTROLLER)},
    {"binds: requests wait", 0.5, 0.01, 0.0, 0.0, 9.0, 3.0, NOC_BINDS_REQUESTS, BIT(REQUESTS)},
    {"binds: replies wait", 0.5, 0.05, 0.0, 0.0, 1.0, 9.0, NOC_BINDS_REPLIES, BIT(REPLIES)},
    {"binds: nothing", 0.5, 0.01, 0.01, 0.0, 1.2, 1.2, NOC_BINDS_LATENCY, BIT(LATENCY)},
};

static void sample_tells_what_binds(void **state)
{
    const sign_case *c = *state;
    test_system t = test_compile_file("configs/te13-baseline.cfg", (const char *const[]){NULL});
    noc_sample s = {
        .cores_issuing = c->issuing,
        .memory_stalled = c->stalled,
        .dram_full = c->dram,
        .inputs_full = c->inputs,
    };
    s.quantities[NOC_SAMPLE_REQUEST_LATENCY].mean =
        c->request * noc_mean_idle_latency(t.system, NOC_REQUEST);
    s.quantities[NOC_SAMPLE_REPLY_LATENCY].mean =
        c->reply * noc_mean_idle_latency(t.system, NOC_REPLY);
    unsigned ties;
    assert_int_equal(test_sample_binding(t.system, &s, &ties), c->binding);
    assert_int_equal(ties, c->ties);
    test_system_free(&t);
}

/* ---- in the model --------------------------------------------------------------------------- */

/* With as many reads as writes requests need as many flits as replies, on crossbars alike. A sample
 * names the replies alone, with 6 to 32 requests a core, as these come in bunches; the model has
 * too few full nodes for that (IPC 10 % high with 32) and says a tie, which has to hold them, and
 * nothing but the networks. */
typedef struct class_case {
    const char *name, *mshrs;
} class_case;

static const class_case class_cases[] = {
    {"binds: classes alike, many requests", "nodes.mshrs=32"},
    {"binds: classes alike, few", "nodes.mshrs=6"},
};

static void classes_tie(void **state)
{
    const class_case *c = *state;
    const char *const over[] = {"workload=steady",
                                "workload.l2_hit_rate=0.9",
                                "traffic.read_fraction=0.5",
                                "workload.read_fraction=0.5",
                                c->mshrs,
                                NULL};
    test_system t = test_compile_file("configs/cdx19-fc-16ports.cfg", over);
    noc_closed_point p;
    const noc_open_curve curve = test_open_curve(t.system);
    noc_closed_solve(&curve, &t.design->workload, noc_closed_calibration_shipped(), &p);
    assert_true(p.ties & BIT(REPLIES));
    assert_int_equal(p.ties & ~(BIT(REQUESTS) | BIT(REPLIES)), 0);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, sign_cases, sample_tells_what_binds);
    TEST_TABLE(&list, class_cases, classes_tie);
    return test_run("what binds a closed loop", &list);
}
