/* Networks beyond saturation by the model, against figures of others: BookSim 2.0 and the sampler
 * (8x8 meshes and tori, long runs), closed forms where round robin halves what comes from afar. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/figures/channels.h"
#include "tests/support/helpers.h"

static noc_estimate model_of(const noc_system *system, double load, double *flits)
{
    noc_estimate e;
    if (flits)
        assert_int_equal(noc_estimate_calibrated(system, NULL, load, flits, &e, NULL), NOC_OK);
    else
        assert_int_equal(noc_estimate_model(system, load, &e, NULL), NOC_OK);
    return e;
}

static double value_of(const noc_estimate *e, noc_metric_id id)
{
    return e->metrics[id].value;
}

/* ---- grids ---------------------------------------------------------------------------------- */

/* 8x8, 4 virtual channels of 8 flits, three stages, packets of 4 flits. `accepted`: BookSim 2.0's
 * at that load (sim_type = throughput), the sampler's where BookSim's was not run. */
typedef struct grid_case {
    const char *name;
    const char *topology, *pattern;
    double load, accepted;
} grid_case;

static const grid_case grids[] = {
    {"mesh, uniform", "mesh", "uniform", 0.8, 0.396},
    {"mesh, transpose", "mesh", "transpose", 0.8, 0.313},
    {"mesh, shuffle", "mesh", "shuffle", 0.8, 0.305},
    {"mesh, bit-complement", "mesh", "bit-complement", 0.8, 0.107},
    {"mesh, tornado", "mesh", "tornado", 0.8, 0.146},
    {"torus, tornado", "torus", "tornado", 0.9, 0.088},
    {"torus, bit-complement", "torus", "bit-complement", 0.9, 0.369},
    {"torus, uniform", "torus", "uniform", 0.9, 0.518},
};

static test_system grid(const char *topology, const char *pattern, const char *more)
{
    char text[600];
    snprintf(text, sizeof text,
             "nodes = { compute = 64; memory = 0; };\n"
             "network = { topology = \"%s\"; columns = 8; rows = 8; virtual_channels = 4;"
             " buffer_flits = 8; router_stages = 3; flit_bytes = 16; };\n"
             "traffic = { pattern = \"%s\"; packet_flits = 4; %s };\n",
             topology, pattern, more);
    return test_compile(text, NULL);
}

static void accepts_what_others_measure(void **state)
{
    const grid_case *c = *state;
    test_system t = grid(c->topology, c->pattern, "");
    const noc_estimate e = model_of(t.system, c->load, NULL);
    const noc_metric *accepted = &e.metrics[NOC_METRIC_accepted_flits_per_cycle];
    assert_int_equal(e.answer, NOC_ANSWER_SATURATED);
    assert_near(accepted->value, c->accepted, 0.03 * c->accepted);
    assert_true(accepted->lo < c->accepted && c->accepted < accepted->hi);
    assert_near(value_of(&e, NOC_METRIC_delivered_bytes_per_cycle), 64 * 16 * accepted->value,
                1e-6 * 64 * 16);
    test_system_free(&t);
}

/* All of a batch at once: the sampler's makespans. */
typedef struct batch_case {
    const char *name;
    const char *pattern;
    double makespan;
} batch_case;

static const batch_case batches[] = {
    {"a batch of bit-complement", "bit-complement", 5365.0},
    {"a batch of tornado", "tornado", 5755.0},
};

static void batches_take_as_long(void **state)
{
    const batch_case *c = *state;
    test_system t = grid("mesh", c->pattern, "batch = 200;");
    const noc_estimate e = model_of(t.system, NAN, NULL);
    assert_near(value_of(&e, NOC_METRIC_makespan_cycles), c->makespan, 0.02 * c->makespan);
    test_system_free(&t);
}

/* ---- turns ---------------------------------------------------------------------------------- */

/* A line into one port, which packets of one flit and a single virtual channel use half of the
 * time: each router gives its node a half of what is left. */
static const char line[] =
    "nodes = { compute = 8; memory = 0; };\n"
    "network = { topology = \"mesh\"; columns = 8; rows = 1; flit_bytes = 16;"
    " virtual_channels = 1; buffer_flits = 4; router_stages = 3; };\n"
    "traffic = { pattern = \"hotspot\"; hotspot_nodes = (0); packet_flits = 1; };\n";

static void the_far_get_halves(void **state)
{
    (void)state;
    test_system t = test_compile(line, NULL);
    const noc_graph *g = &t.system->graph;
    double *flits = noc_channels_alloc_rates(t.system), share = 0.25;
    assert_non_null(flits);
    const noc_estimate e = model_of(t.system, 0.3, flits);
    for (uint32_t n = 0; n < 8; n++) {
        const uint32_t port = g->injections[g->terminals[n].first_injection];
        assert_near(flits[port * NOC_CLASSES + NOC_REQUEST], share, 0.002);
        if (n < 6) share /= 2.0; /* the last two share what is left */
    }
    assert_near(value_of(&e, NOC_METRIC_accepted_flits_per_cycle), 0.0625, 1e-3);
    assert_near(value_of(&e, NOC_METRIC_slowest_node_share), 1.0 / 16.0, 0.02);
    assert_near(value_of(&e, NOC_METRIC_busiest_node_share), 4.0, 0.05);
    free(flits);
    test_system_free(&t);
}

/* Nodes at the edge of 18x10 tiles read from the 128 tiles inside, request and reply a flit: link
 * (8,0) to (9,0) carries four times the load, and beyond its share of 0.25 the mean falls. */
static test_system edge_masters(void)
{
    char memories[2000] = "", text[3200];
    size_t at = 0;
    for (int y = 1; y < 9; y++)
        for (int x = 1; x < 17; x++)
            at += (size_t)snprintf(memories + at, sizeof memories - at, "%s(%d,%d)", at ? "," : "",
                                   x, y);
    static const char network[] =
        "topology = \"mesh\"; columns = 18; rows = 10; flit_bytes = 8; virtual_channels = 2;"
        " buffer_flits = 2; router_stages = 1;";
    snprintf(text, sizeof text,
             "nodes = { compute = 48; memory = 128; placement = \"explicit\"; memory_at = (%s);"
             " empty_at = ((0,0),(17,0),(0,9),(17,9)); };\n"
             "networks = ( { carries = \"request\"; %s }, { carries = \"reply\"; %s } );\n"
             "traffic = { pattern = \"many-to-few\"; read_fraction = 1.0; read_request_bytes = 8;"
             " read_reply_bytes = 8; };\n",
             memories, network, network);
    return test_compile(text, NULL);
}

static void edge_masters_fall_back(void **state)
{
    (void)state;
    test_system t = edge_masters();
    const noc_estimate half = model_of(t.system, 0.5, NULL), full = model_of(t.system, 1.0, NULL);
    assert_near(value_of(&half, NOC_METRIC_accepted_flits_per_cycle), 0.1817, 0.03 * 0.1817);
    assert_near(value_of(&full, NOC_METRIC_accepted_flits_per_cycle), 0.1526, 0.05 * 0.1526);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, grids, accepts_what_others_measure);
    TEST_TABLE(&list, batches, batches_take_as_long);
    test_add(&list, "the far of a line get halves", the_far_get_halves);
    test_add(&list, "edge masters", edge_masters_fall_back);
    return test_run("full networks", &list);
}
