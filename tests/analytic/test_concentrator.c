/* Nodes behind a concentrator are one queue for one port: k Bernoulli sources of packets of F
 * flits, rate l in all, wait (l F^2 - l F / k) / (2 (1 - l F)) for it: the discrete-time queue with
 * binomial batches (work found on arrival, and the packets of the same cycle that go first).
 * Sampler and model against that. */
#include <math.h>
#include <stdio.h>

#include "analytic/zero_load.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "sampler/run.h"
#include "sampler/sampling/sample.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

typedef struct queue_case {
    const char *name;
    int nodes, flits;
    double utilization; /* of the port */
} queue_case;

static const queue_case queues[] = {
    {"one node has the port to itself", 1, 3, 0.5},
    {"two nodes, single flits", 2, 1, 0.6},
    {"three nodes", 3, 4, 0.5},
    {"five nodes, single flits", 5, 1, 0.8},
    {"ten nodes, long packets", 10, 5, 0.7},
};

/* All nodes share one port to one memory node; their replies have a port each and room. */
static test_system shared_port(const queue_case *c)
{
    char text[900];
    snprintf(text, sizeof text,
             "nodes = { compute = %d; memory = 1; };\n"
             "networks = (\n"
             "  { carries = \"request\"; topology = \"crossbar\"; ports = 1; flit_bytes = 8;\n"
             "    virtual_channels = 8; buffer_flits = 64; },\n"
             "  { carries = \"reply\"; topology = \"crossbar\"; flit_bytes = 64;\n"
             "    virtual_channels = 8; buffer_flits = 64; } );\n"
             "traffic = { pattern = \"many-to-few\"; read_fraction = 1.0;\n"
             "  read_request_bytes = %d; read_reply_bytes = 8; };\n",
             c->nodes, 8 * c->flits);
    return test_compile(text, NULL);
}

static void nodes_wait_for_their_port(void **state)
{
    const queue_case *c = *state;
    test_system t = shared_port(c);
    const double packets = c->utilization / c->flits, f = c->flits;
    const double wait = (packets * f * f - packets * f / c->nodes) / (2.0 * (1.0 - c->utilization));
    const double expected = noc_mean_idle_latency(t.system, NOC_REQUEST) + wait;
    const double load = c->utilization / c->nodes;
    const noc_sampling sampling = {.precision = 0.004, .seed = 11, .jobs = 2};
    noc_estimate sample, model;
    assert_int_equal(noc_estimate_sample(t.system, load, &sampling, &sample, NULL), NOC_OK);
    assert_int_equal(noc_estimate_calibrated(t.system, NULL, load, NULL, &model, NULL), NOC_OK);
    assert_near(sample.metrics[NOC_METRIC_request_latency_cycles].value, expected,
                0.03 * wait + 0.03);
    assert_near(model.metrics[NOC_METRIC_request_latency_cycles].value, expected,
                0.03 * wait + 0.03);
    test_system_free(&t);
}

/* The port serves its nodes in turn: at twice the load that it takes, all get the same. */
static void nodes_get_equal_shares(void **state)
{
    (void)state;
    const queue_case c = {"", 5, 2, 2.0};
    test_system t = shared_port(&c);
    noc_run *engine = noc_run_new(
        t.system, (noc_load){.packets_per_cycle = c.utilization / c.flits / c.nodes, .seed = 4});
    assert_non_null(engine);
    assert_int_equal(noc_run_cycles(engine, 20000, true), NOC_OK);
    const noc_graph *g = &t.system->graph;
    double least = INFINITY, most = 0.0;
    for (uint32_t channel = 0; channel < g->channel_count; channel++) {
        if (g->channels[channel].kind != NOC_EJECTION ||
            g->terminals[g->channels[channel].to].kind != NOC_COMPUTE)
            continue;
        const double flits = noc_run_channel_flits(engine, channel, NOC_REPLY);
        least = fmin(least, flits);
        most = fmax(most, flits);
    }
    assert_near(most, 2000.0, 30.0); /* half a packet a cycle, in five parts */
    assert_true(most - least <= 2.0);
    noc_run_free(engine);
    test_system_free(&t);
}

/* ---- what links and concentrators add ------------------------------------------------------- */

typedef struct latency_case {
    const char *name, *path;
    const char *overrides[3];
    double request, reply; /* cycles more than without */
} latency_case;

static const latency_case latencies[] = {
    {"concentrators of 3 cycles",
     "configs/te13-xbar-16b.cfg",
     {"network.concentrator_cycles=3"},
     3,
     3},
    {"ports of one node have none",
     "configs/cdx19-fc-ideal-20.cfg",
     {"network.concentrator_cycles=3"},
     0,
     0},
    {"long links of 3 cycles at both ends",
     "configs/cdx19-fc-ideal-20.cfg",
     {"network.long_cycles=3"},
     4,
     4},
    {"long links of 4 cycles for requests only",
     "configs/cdx19-fc-ideal-20.cfg",
     {"networks[0].long_cycles=4"},
     6,
     0},
    /* converged links take 2 already, slices' links one */
    {"long links of CD-Xbar", "configs/cdx19-cdxbar-20.cfg", {"network.long_cycles=3"}, 3, 3},
    {"short links of CD-Xbar", "configs/cdx19-cdxbar-20.cfg", {"network.short_cycles=2"}, 1, 1},
};

/* Buffers are deep enough that a longer way costs its cycles and no more. */
static void links_take_what_they_are_given(void **state)
{
    const latency_case *c = *state;
    const char *const plain[] = {"network.buffer_flits=40", NULL};
    const char *const changed[] = {"network.buffer_flits=40", c->overrides[0], NULL};
    test_system before = test_compile_file(c->path, plain);
    test_system after = test_compile_file(c->path, changed);
    assert_near(noc_mean_idle_latency(after.system, NOC_REQUEST) -
                    noc_mean_idle_latency(before.system, NOC_REQUEST),
                c->request, 1e-9);
    assert_near(noc_mean_idle_latency(after.system, NOC_REPLY) -
                    noc_mean_idle_latency(before.system, NOC_REPLY),
                c->reply, 1e-9);
    for (size_t f = 0; f < after.system->traffic.flow_count; f += 11) {
        const noc_flow *flow = &after.system->traffic.flows[f];
        const int type = flow->class == NOC_REQUEST ? 0 : 2;
        assert_int_equal(test_lone_packet(after.system, f, type, 1) -
                             test_lone_packet(before.system, f, type, 1),
                         (int)(flow->class == NOC_REQUEST ? c->request : c->reply));
    }
    test_system_free(&before);
    test_system_free(&after);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, queues, nodes_wait_for_their_port);
    test_add(&list, "nodes of a port get equal shares", nodes_get_equal_shares);
    TEST_TABLE(&list, latencies, links_take_what_they_are_given);
    return test_run("concentrators", &list);
}
