/* Nodes that offer more than a flit a cycle, by several ports or by a wide one: what is accepted,
 * and how long it takes, by both methods; in closed form where nobody is in the way (each node
 * sends to the next, over one router), one method against the other where packets meet. */
#include <math.h>
#include <stdlib.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "tests/support/designs/wirings.h"
#include "tests/support/helpers.h"

/* Nodes at one router. */
typedef struct star {
    unsigned nodes, ports, flits; /* flits of a packet */
    double rate;                  /* flits a cycle of each port */
    double steps;                 /* steps of the router in a cycle */
    const char *pattern;
} star;

static test_system system_of(const star *s)
{
    char *attach = NULL, nodes[60], network[160], traffic[80];
    size_t size;
    FILE *out = open_memstream(&attach, &size);
    assert_non_null(out);
    fprintf(out, "node,router,ports,flits_per_cycle\n");
    for (unsigned i = 0; i < s->nodes; i++) fprintf(out, "%u,0,%u,%g\n", i, s->ports, s->rate);
    fclose(out);
    snprintf(nodes, sizeof nodes, "compute = %u; memory = 0;", s->nodes);
    snprintf(network, sizeof network,
             "flit_bytes = 16; virtual_channels = 4; buffer_flits = 8; router_stages = 1; "
             "internal_speedup = %g;",
             s->steps);
    snprintf(traffic, sizeof traffic, "pattern = \"%s\"; packet_flits = %u;", s->pattern, s->flits);
    const wired_parts parts = {"from,to,cycles,mm\n", attach, NULL, nodes, network, traffic};
    const test_system t = test_parts(&parts);
    free(attach);
    return t;
}

static const noc_sampling sampling = {.precision = 0.1, .max_cycles = 10000, .seed = 1, .jobs = 1};

static double accepted(const noc_estimate *e)
{
    return e->metrics[NOC_METRIC_accepted_flits_per_cycle].value;
}

static double latency(const noc_estimate *e)
{
    return e->metrics[NOC_METRIC_packet_latency_cycles].value;
}

/* ---- nobody in the way ---------------------------------------------------------------------- */

typedef struct alone_case {
    const char *name;
    star star;
    double load;
    double trip; /* cycles: 3 and a router of one stage, and the flits behind the head */
} alone_case;

/* clang-format off */
static const alone_case alone_cases[] = {
    {"a port, half a flit", {4, 1, 1, 1, 1, "neighbor"}, 0.5, 4},
    {"four ports, half a flit", {4, 4, 1, 1, 1, "neighbor"}, 0.5, 4},
    {"four ports, a flit", {4, 4, 1, 1, 1, "neighbor"}, 1.0, 4},
    {"four ports, one flit or two", {4, 4, 1, 1, 1, "neighbor"}, 1.5, 4},
    {"four ports, two flits", {4, 4, 1, 1, 1, "neighbor"}, 2.0, 4},
    {"two ports, one flit or two", {4, 2, 1, 1, 1, "neighbor"}, 1.5, 4},
    {"a wide port, half a flit", {4, 1, 1, 4, 4, "neighbor"}, 0.5, 4},
    {"a wide port, two flits", {4, 1, 1, 4, 4, "neighbor"}, 2.0, 4},
    {"a wide port, three flits or four", {4, 1, 1, 4, 4, "neighbor"}, 3.25, 4},
    {"a port of two flits, one or two", {4, 1, 1, 2, 2, "neighbor"}, 1.5, 4},
};
/* clang-format on */

static void nobody_waits(void **state)
{
    const alone_case *c = *state;
    test_system t = system_of(&c->star);
    noc_estimate model, sample;
    assert_int_equal(noc_estimate_model(t.system, c->load, &model, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample(t.system, c->load, &sampling, &sample, NULL), NOC_OK);
    assert_near(accepted(&model), c->load, 1e-9);
    assert_near(accepted(&sample), c->load, c->load == floor(c->load) ? 1e-12 : 0.01 * c->load);
    assert_near(latency(&sample), c->trip, 1e-12);
    assert_near(latency(&model), c->trip, 0.06 * c->trip); /* the model draws ejection ports */
    test_system_free(&t);
}

/* All that a node of four flits a cycle can offer goes through: as many leave as come. */
static void all_ports_are_full(void **state)
{
    (void)state;
    const star stars[] = {{4, 4, 1, 1, 1, "neighbor"}, {4, 1, 1, 4, 4, "neighbor"}};
    for (size_t i = 0; i < TEST_COUNT(stars); i++) {
        test_system t = system_of(&stars[i]);
        noc_estimate sample, model;
        assert_int_equal(noc_estimate_model(t.system, 4.0, &model, NULL), NOC_OK);
        assert_int_equal(noc_estimate_sample(t.system, 4.0, &sampling, &sample, NULL), NOC_OK);
        assert_near(accepted(&model), 4.0, 0.025 * 4.0);
        assert_near(accepted(&sample), 4.0, 1e-12);
        assert_near(latency(&sample), 4.0, 1e-12);
        test_system_free(&t);
    }
}

/* ---- packets meet --------------------------------------------------------------------------- */

typedef struct meet_case {
    const char *name;
    star star;
    double load;
    double wait, moved; /* largest relative errors: latency at it, throughput beyond saturation */
} meet_case;

/* clang-format off */
static const meet_case meet_cases[] = {
    {"four ports, single flits", {6, 4, 1, 1, 1, "uniform"}, 1.8, 0.01, 0.04},
    {"two ports, packets", {8, 2, 4, 1, 1, "uniform"}, 0.9, 0.15, 0.05},
    {"a wide port, single flits", {8, 1, 1, 4, 4, "uniform"}, 1.8, 0.05, 0.05},
    {"a wide port, packets", {8, 1, 4, 4, 4, "uniform"}, 1.8, 0.15, 0.05},
    {"a port of two flits", {8, 1, 1, 2, 2, "uniform"}, 0.9, 0.08, 0.05},
};
/* clang-format on */

static void methods_agree(void **state)
{
    const meet_case *c = *state;
    test_system t = system_of(&c->star);
    const double most = c->star.ports * c->star.rate;
    noc_estimate model, sample;
    assert_int_equal(noc_estimate_model(t.system, c->load, &model, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample(t.system, c->load, &sampling, &sample, NULL), NOC_OK);
    assert_near(accepted(&sample), c->load, 0.02 * c->load);
    assert_near(latency(&model), latency(&sample), c->wait * latency(&sample));
    assert_int_equal(noc_estimate_model(t.system, most, &model, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample(t.system, most, &sampling, &sample, NULL), NOC_OK);
    assert_near(accepted(&model), accepted(&sample), c->moved * accepted(&sample));
    test_system_free(&t);
}

/* ---- what ports take ------------------------------------------------------------------------ */

static void more_is_refused(void **state)
{
    (void)state;
    const star stars[] = {{4, 1, 1, 1, 1, "uniform"},
                          {4, 4, 1, 1, 1, "uniform"},
                          {4, 1, 1, 4, 1, "uniform"},
                          {4, 2, 8, 1, 1, "uniform"}};
    const double most[] = {1.0, 4.0, 4.0, 2.0};
    for (size_t i = 0; i < TEST_COUNT(stars); i++) {
        test_system t = system_of(&stars[i]);
        noc_estimate e;
        noc_diag diag = {0};
        assert_near(noc_system_highest_load(t.system), most[i], 1e-12);
        assert_int_equal(noc_estimate_model(t.system, most[i] + 0.1, &e, &diag), NOC_EUSAGE);
        assert_int_equal(noc_estimate_sample(t.system, most[i] + 0.1, &sampling, &e, &diag),
                         NOC_EUSAGE);
        noc_diag_clear(&diag);
        test_system_free(&t);
    }
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, alone_cases, nobody_waits);
    TEST_TABLE(&list, meet_cases, methods_agree);
    test_add(&list, "all ports are full", all_ports_are_full);
    test_add(&list, "more than ports take is refused", more_is_refused);
    return test_run("wide nodes", &list);
}
