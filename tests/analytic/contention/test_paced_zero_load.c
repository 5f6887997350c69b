/* A packet that is alone where routers run several steps in a cycle, or channels take others than a
 * flit in each: the simulated network against the model for every pair of nodes and packet type,
 * created in several cycles, and both against closed formulas. */
#include <stdlib.h>

#include "analytic/contention/paced_packet.h"
#include "analytic/zero_load.h"
#include "base/min_max.h"
#include "sampler/run.h"
#include "tests/support/designs/zero_load_designs.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

typedef struct paced_case {
    const char *name, *text;
    unsigned router;     /* cycles of one, where the formula holds; 0: there is none */
    unsigned link, port; /* cycles between flits on them */
    const char *overrides[OVERRIDES_MAX];
} paced_case;

/* Cycles of a router are BookSim 2.0's, ceil(stages / speed-up) (tests/reference/booksim.md). */
static const paced_case cases[] = {
    {"2 steps, 4 stages", uniform, 2, 1, 1, {"network.internal_speedup=2"}},
    {"3 steps, 4 stages", uniform, 2, 1, 1, {"network.internal_speedup=3"}},
    {"4 steps, 4 stages", uniform, 1, 1, 1, {"network.internal_speedup=4"}},
    {"2 steps, 3 stages",
     uniform,
     2,
     1,
     1,
     {"network.internal_speedup=2", "network.router_stages=3"}},
    {"3 steps, 3 stages",
     uniform,
     1,
     1,
     1,
     {"network.internal_speedup=3", "network.router_stages=3"}},
    {"2 steps, 2 stages",
     uniform,
     1,
     1,
     1,
     {"network.internal_speedup=2", "network.router_stages=2"}},
    {"16 steps, 1 stage",
     uniform,
     1,
     1,
     1,
     {"network.internal_speedup=16", "network.router_stages=1"}},
    {"1.5 steps, 4 stages", uniform, 3, 1, 1, {"network.internal_speedup=1.5"}},
    {"1.5 steps, 3 stages",
     uniform,
     2,
     1,
     1,
     {"network.internal_speedup=1.5", "network.router_stages=3"}},
    {"1.5 steps, 2 stages",
     uniform,
     0,
     1,
     1,
     {"network.internal_speedup=1.5", "network.router_stages=2"}},
    {"1.25 steps, 4 stages", uniform, 0, 1, 1, {"network.internal_speedup=1.25"}},
    {"1.5 steps, buffers of 1",
     uniform,
     0,
     1,
     1,
     {"network.internal_speedup=1.5", "network.buffer_flits=1", "traffic.packet_flits=(1, 9)"}},
    {"2.5 steps, buffers of 3, slow credits",
     uniform,
     0,
     1,
     1,
     {"network.internal_speedup=2.5", "network.buffer_flits=3", "network.credit_cycles=2",
      "traffic.packet_flits=(1, 17)"}},
    {"2 steps, two a flit",
     uniform,
     0,
     1,
     1,
     {"network.internal_speedup=2", "network.allocation_hold=flit"}},

    {"links of 1/2", uniform, 4, 2, 1, {"network.link_flits_per_cycle=0.5"}},
    {"links of 1/4, 1 stage",
     uniform,
     1,
     4,
     1,
     {"network.link_flits_per_cycle=0.25", "network.router_stages=1"}},
    {"links of 1/10", uniform, 4, 10, 1, {"network.link_flits_per_cycle=0.1"}},
    {"ports of 1/5", uniform, 4, 1, 5, {"network.port_flits_per_cycle=0.2"}},
    {"links of 1/2, ports of 1/5, 2 steps",
     uniform,
     2,
     2,
     5,
     {"network.link_flits_per_cycle=0.5", "network.port_flits_per_cycle=0.2",
      "network.internal_speedup=2"}},
    {"links of 2, which nobody fills", uniform, 4, 1, 1, {"network.link_flits_per_cycle=2"}},
    {"links of 0.3", uniform, 0, 1, 1, {"network.link_flits_per_cycle=0.3"}},
    {"ports of 2, links of 1.5, 2 steps",
     uniform,
     0,
     1,
     1,
     {"network.port_flits_per_cycle=2", "network.link_flits_per_cycle=1.5",
      "network.internal_speedup=2", "traffic.packet_flits=(1, 23)"}},
    {"ports of 64, 16 steps",
     uniform,
     0,
     1,
     1,
     {"network.port_flits_per_cycle=64", "network.internal_speedup=16",
      "traffic.packet_flits=(1, 23)"}},
    {"ports of 3, buffers of 1",
     uniform,
     0,
     1,
     1,
     {"network.port_flits_per_cycle=3", "network.buffer_flits=1", "traffic.packet_flits=(1, 9)"}},
    {"links of 0.7, two a flit, buffers of 2",
     uniform,
     0,
     1,
     1,
     {"network.link_flits_per_cycle=0.7", "network.allocation_hold=flit", "network.buffer_flits=2",
      "traffic.packet_flits=(1, 9)"}},
    {"many-to-few, 1.5 steps, links of 0.9",
     gpu,
     0,
     1,
     1,
     {"network.internal_speedup=1.5", "network.link_flits_per_cycle=0.9"}},
};

/* Cycles that flits behind slow links gain on their head in the last router, where it is routed and
 * gets its VC: they go at once. */
static unsigned gained(const paced_case *c, const noc_network *net, unsigned flits)
{
    const unsigned head = c->router > 2 ? net->vc.router_stages - 2u : 0;
    return c->link <= c->port ? 0 : min_unsigned(head, (flits - 1) * (c->link - c->port));
}

/* 3 + H routers + H-1 channels, and the flits behind the head as the slowest lets them go. */
static double closed_formula(const paced_case *c, const noc_network *net, const noc_path *path,
                             unsigned flits)
{
    const unsigned links = path->router_count - 1;
    const unsigned alone = 3 + path->router_count * c->router + links;
    if (links == 0) return alone + (flits - 1) * c->port;
    return alone + (flits - 1) * max_unsigned(c->link, c->port) - gained(c, net, flits);
}

static double measured(const noc_system *s, size_t flow, int type, uint64_t created)
{
    noc_run *run = noc_run_new(s, (noc_load){.seed = 1});
    assert_non_null(run);
    const noc_tally *tally = noc_run_tally(run);
    const noc_class class = s->traffic.flows[flow].class;
    assert_int_equal(noc_run_cycles(run, created, true), NOC_OK);
    assert_int_equal(test_run_place(run, flow, type), NOC_OK);
    while (tally->delivered[class] == 0) assert_int_equal(noc_run_cycles(run, 16, true), NOC_OK);
    assert_int_equal(noc_run_check(run, NULL), NOC_OK);
    const double latency = (double)tally->latency[class];
    noc_run_free(run);
    return latency;
}

static void check_pair(const paced_case *c, const noc_system *s, size_t f, int type)
{
    enum { CYCLES = 4 }; /* the period of 1.5, 1.25 and 2.5 steps */
    const noc_path *path = &s->routes.paths[s->traffic.flows[f].route.first_path];
    const unsigned flits = s->traffic.types[type].flits[0];
    double sum = 0.0;
    for (uint64_t created = 0; created < CYCLES; created++) {
        const double latency = noc_paced_packet_latency(s, path->first_hop, flits, created, 1);
        assert_near(measured(s, f, type, created), latency, 0.0);
        sum += latency;
    }
    const double mean = noc_zero_load_path(s, path->first_hop, flits);
    assert_near(mean, sum / CYCLES, 1e-12);
    if (c->router > 0)
        assert_near(mean, closed_formula(c, &s->graph.networks[0], path, flits), 0.0);
}

static void check_alone(void **state)
{
    const paced_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const size_t step = t.system->traffic.flow_count / 61 + 1;
    for (size_t f = 0; f < t.system->traffic.flow_count; f += step)
        for (int type = 0; type < t.system->traffic.type_count; type++)
            if (t.system->traffic.types[type].class == t.system->traffic.flows[f].class)
                check_pair(c, t.system, f, type);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, check_alone);
    return test_run("zero load of other rates", &list);
}
