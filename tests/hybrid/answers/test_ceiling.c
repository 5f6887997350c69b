/* hybrid/answers/cause.h: why a network is used no further, and at what share of a port: against
 * the throughput of input queues in closed form and by the sampler; all commands name one limit. */
#include <math.h>
#include <string.h>

#include "hybrid/answers/cause.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/explain/explain.h"
#include "hybrid/correction/calibration/shipped.h"
#include "sampler/sampling/sample.h"
#include "tests/support/runs/engines.h"

/* ---- input queues --------------------------------------------------------------------------- */

/* A switch whose inputs are queues of packets of one flit for outputs at random, buffers without an
 * end to speak of, a packet a cycle. */
#define SWITCH(nodes, vcs)                                               \
    "nodes = { compute = " #nodes "; };\n"                               \
    "network = { topology = \"crossbar\"; virtual_channels = " #vcs "; " \
    "buffer_flits = 64; router_stages = 1; };\n"                         \
    "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n"

static noc_estimate estimate_of(const noc_system *s, double load)
{
    noc_estimate e;
    assert_int_equal(noc_estimate_model(s, load, &e, NULL), NOC_OK);
    return e;
}

/* Flits a cycle of a node when more than enough is offered, by the sampler. */
static double most_carried(const noc_system *s)
{
    enum { WARM = 4000, CYCLES = 12000 };
    noc_run *run = test_engine_at(s, 0.95, 1);
    uint64_t flits[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        test_run_cycles(run, k == 0 ? WARM : CYCLES);
        for (uint32_t c = 0; c < s->graph.channel_count; c++)
            if (s->graph.channels[c].kind == NOC_EJECTION)
                flits[k] += noc_run_channel_flits(run, c, NOC_REQUEST);
    }
    noc_run_free(run);
    return (double)(flits[1] - flits[0]) / CYCLES / s->traffic.injector_count;
}

/* Karol, Hluchyj and Morgan, Input versus output queueing on a space-division packet switch, IEEE
 * Trans. Communications 35 (1987), Table I: a queue an input carries 0.6184 of a packet a cycle
 * with 8 inputs, 0.5858 with any number. Saturation is where 98 % is still carried. */
static void a_queue_an_input(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double carried;
    } cases[] = {{SWITCH(8, 1), 0.6184}, {SWITCH(64, 1), 0.5858}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_system t = test_compile(cases[i].text, NULL);
        const noc_estimate e = estimate_of(t.system, NAN);
        assert_true(noc_bottleneck_has_reason(&e.bottleneck, NOC_HELD_BY_OTHERS));
        assert_near(e.bottleneck.held_utilization, cases[i].carried / 0.98, 0.025);
        assert_near(most_carried(t.system), cases[i].carried, 0.02);
        test_system_free(&t);
    }
}

/* More virtual channels let packets pass a first one that waits (Dally, Virtual-channel flow
 * control, 1992): the ceiling is higher, by both methods. */
static void virtual_channels_raise_it(void **state)
{
    (void)state;
    test_system one = test_compile(SWITCH(16, 1), NULL), two = test_compile(SWITCH(16, 2), NULL);
    const noc_estimate a = estimate_of(one.system, NAN), b = estimate_of(two.system, NAN);
    assert_true(b.bottleneck.held_utilization > a.bottleneck.held_utilization + 0.03);
    assert_true(most_carried(two.system) > most_carried(one.system) + 0.03);
    test_system_free(&one);
    test_system_free(&two);
}

/* ---- other reasons -------------------------------------------------------------------------- */

typedef struct reason_case {
    const char *name, *text;
    const char *overrides[OVERRIDES_MAX];
    noc_hold_cause by;
} reason_case;

/* Two nodes that exchange packets over a link of 20 cycles there and back. */
static const char far[] =
    "nodes = { compute = 2; };\n"
    "network = { topology = \"mesh\"; columns = 2; rows = 1; channel_cycles = 20; "
    "virtual_channels = 2; buffer_flits = 4; vc_turnaround = \"overlapped\"; };\n"
    "traffic = { pattern = \"transpose\"; packet_flits = 4; };\n";

/* A row of routers with long links, of which the middle ones carry most. */
static const char line[] =
    "nodes = { compute = 6; };\n"
    "network = { topology = \"mesh\"; columns = 6; rows = 1; channel_cycles = 20; "
    "virtual_channels = 2; buffer_flits = 8; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 4; };\n";

static const reason_case reasons[] = {
    {"reason: a long link between routers", line, {NULL}, NOC_HELD_BY_CREDITS},
    {"reason: buffers shorter than the round trip of credits",
     far,
     {"traffic.pattern=neighbor"},
     NOC_HELD_BY_CREDITS},
    {"reason: all of a channel",
     far,
     {"traffic.pattern=neighbor", "network.buffer_flits=64"},
     NOC_HELD_BY_FLITS},
    {"reason: heads that are routed",
     SWITCH(16, 1),
     {"network.router_stages=4"},
     NOC_HELD_BY_ROUTING},
};

static void check_reason(void **state)
{
    const reason_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_estimate e = estimate_of(t.system, NAN);
    if (!noc_bottleneck_has_reason(&e.bottleneck, c->by))
        fail_msg("%s: %s", c->name, e.bottleneck.reason);
    assert_int_equal(e.bottleneck.is_held_by_routing, c->by == NOC_HELD_BY_ROUTING);
    test_system_free(&t);
}

/* ---- one name ------------------------------------------------------------------------------- */

static bool has_channel(const noc_bottleneck *b)
{
    return b->channel != NOC_NONE && b->where[0];
}

/* An answer at a load, one at saturation and the explanation of saturation have one limit. */
static void check_shipped(void **state)
{
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    noc_explainer x;
    noc_explanation tree;
    noc_estimate at;
    assert_int_equal(noc_explainer_make(t.system, noc_calibration_shipped(), NAN, &x, NULL),
                     NOC_OK);
    const double saturation = x.estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    at = estimate_of(t.system, 0.6 * saturation);
    noc_bottleneck named;
    noc_bottleneck_find(t.system, &x.corrected, NAN, &named);
    assert_string_equal(at.bottleneck.kind, named.kind);
    assert_string_equal(at.bottleneck.where, named.where);
    assert_string_equal(at.bottleneck.reason, named.reason);
    assert_int_equal(noc_explain(&x, NOC_METRIC_saturation_flits_per_cycle, &tree, NULL), NOC_OK);
    if (has_channel(&named)) assert_non_null(strstr(tree.nodes[2].name, named.where));
    if (named.reason[0]) assert_true(named.held_utilization > 0.2 && named.held_utilization <= 1.0);
    noc_explainer_clear(&x);
    test_system_free(&t);
}

/* A sample at a load has the limit that the model has, and the use of it that was measured. */
static void a_sample_has_the_same_limit(void **state)
{
    (void)state;
    const noc_sampling sampling = {.precision = 0.05, .seed = 1, .jobs = 1};
    test_system t = test_compile_file("configs/te13-xbar-16b.cfg", NULL);
    noc_estimate sample;
    const noc_estimate model = estimate_of(t.system, 0.04);
    assert_int_equal(noc_estimate_sample(t.system, 0.04, &sampling, &sample, NULL), NOC_OK);
    assert_string_equal(sample.bottleneck.kind, model.bottleneck.kind);
    assert_string_equal(sample.bottleneck.where, model.bottleneck.where);
    assert_string_equal(sample.bottleneck.reason, model.bottleneck.reason);
    assert_near(sample.bottleneck.utilization, model.bottleneck.utilization, 0.03);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "a queue an input", a_queue_an_input);
    test_add(&list, "virtual channels raise it", virtual_channels_raise_it);
    TEST_TABLE(&list, reasons, check_reason);
    test_add(&list, "a sample has the same limit", a_sample_has_the_same_limit);
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    test_add_some(&list, NULL, designs, count, sizeof *designs, check_shipped, 3);
    return count == 0 || test_run("ceiling", &list);
}
