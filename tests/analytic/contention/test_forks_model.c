/* Packets that fork, by the model, beside what the sampler accepts beyond saturation: there the
 * crossbar's inputs, which send some copies of a flit one after the other, are full. */
#include "analytic/curve/model.h"
#include "analytic/zero_load.h"
#include "sampler/sampling/limits.h"
#include "tests/support/runs/engines.h"

#define NETWORK(nodes, topology)                                                          \
    "nodes = { compute = " nodes "; memory = 0; };\n"                                     \
    "network = { " topology " flit_bytes = 32; virtual_channels = 4; buffer_flits = 8;\n" \
    "            router_stages = 3; };\n"                                                 \
    "traffic = { pattern = \"uniform\"; packet_flits = 4; };\n"
#define TO(share, nodes) "traffic.multicast.share=" share, "traffic.multicast.destinations=" nodes

static const char crossbar[] = NETWORK("8", "topology = \"crossbar\";");
static const char mesh[] = NETWORK("16", "topology = \"mesh\"; columns = 4; rows = 4;");
static const char tree[] = NETWORK("8", "topology = \"tree\"; arity = 2; levels = 3;");

/* Errors that the model may have: of saturation, and of the latency at 80 % of it. */
typedef struct fork_case {
    const char *name, *text;
    const char *overrides[4];
    double saturation, latency;
} fork_case;

static const fork_case cases[] = {
    {"a tenth to 4, crossbar", crossbar, {TO("0.1", "4")}, 0.02, 0.08},
    {"half to 4, crossbar", crossbar, {TO("0.5", "4")}, 0.06, 0.12},
    {"half to 4, crossbar, 1 VC",
     crossbar,
     {TO("0.5", "4"), "network.virtual_channels=1"},
     0.06,
     0.13},
    {"all to 2, crossbar", crossbar, {TO("1", "2")}, 0.05, 0.12},
    {"half to 4, mesh", mesh, {TO("0.5", "4")}, 0.13, 0.03},
    {"half to 4, tree", tree, {TO("0.5", "4")}, 0.03, 0.03},
};

/* Flits that a node's packets have, each once, that arrive in a cycle. */
static double accepted(const noc_system *s, double load, double *latency)
{
    enum { WARM = 4000, CYCLES = 16000 };
    noc_run *run = test_engine_at(s, load, 5);
    test_run_cycles(run, WARM);
    const noc_tally from = *noc_run_tally(run), *to = noc_run_tally(run);
    test_run_cycles(run, CYCLES);
    const double packets = (double)(to->delivered[NOC_REQUEST] - from.delivered[NOC_REQUEST]);
    *latency = (double)(to->latency[NOC_REQUEST] - from.latency[NOC_REQUEST]) / packets;
    noc_run_free(run);
    return packets * s->traffic.injected_flits / (CYCLES * s->traffic.injector_count);
}

static void saturate_as_the_sampler_does(void **state)
{
    const fork_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    noc_model *model = noc_model_new(t.system);
    noc_model_limits limits;
    noc_model_point point;
    double latency;
    assert_non_null(model);
    noc_model_find_limits(model, &limits);
    const double most = accepted(t.system, test_static_bound(t.system), &latency);
    assert_near(limits.saturation, most, c->saturation * most);
    accepted(t.system, 0.8 * most, &latency);
    noc_model_solve(model, 0.8 * most, &point);
    assert_int_equal(point.state, NOC_CONTENTION_STABLE);
    assert_near(point.packet_latency, latency, c->latency * latency);
    noc_model_free(model);
    test_system_free(&t);
}

/* The search for saturation counts a packet once, to however many nodes it goes. */
static void a_search_finds_no_more_than_is_accepted(void **state)
{
    (void)state;
    const char *const overrides[] = {TO("0.5", "4"), NULL};
    test_system t = test_compile(crossbar, overrides);
    noc_sample_options options = test_quick(0.05, 1);
    noc_sample_limits limits;
    double latency;
    const double bound = test_static_bound(t.system);
    options.effort = NOC_EFFORT_COARSE;
    options.skips_knee = true;
    assert_int_equal(noc_sample_find_limits(t.system, noc_zero_load_latency(t.system), bound,
                                            &options, &limits, NULL),
                     NOC_OK);
    const double most = accepted(t.system, bound, &latency);
    assert_near(limits.saturation, most, 0.06 * most);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, saturate_as_the_sampler_does);
    test_add(&list, "a search for saturation", a_search_finds_no_more_than_is_accepted);
    return test_run("packets that fork, by the model", &list);
}
