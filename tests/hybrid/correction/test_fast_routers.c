/* The model beside measurements of routers that run several steps in a cycle: BookSim 2.0's rates
 * of one router, and samples of drawn designs (tests/reference/fast_routers.txt), with what
 * intervals are worth there. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "tests/support/helpers.h"

static noc_estimate ask(const noc_system *system, double load)
{
    noc_estimate e;
    noc_diag diag = {0};
    assert_int_equal(noc_estimate_model(system, load, &e, &diag), NOC_OK);
    return e;
}

/* ---- one router ----------------------------------------------------------------------------- */

/* The interconnect of Accel-Sim's tested configurations: one VC of 256 flits, three stages. */
static const char accel_sim[] =
    "nodes = { compute = 78; memory = 0; };\n"
    "network = { topology = \"crossbar\"; flit_bytes = 40; virtual_channels = 1; "
    "buffer_flits = 256; router_stages = 3; internal_speedup = 2.0; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 2, 3, 4); };\n";

/* The crossbar of tests/reference/booksim.md. */
static const char sixteen[] =
    "nodes = { compute = 16; memory = 0; };\n"
    "network = { topology = \"crossbar\"; virtual_channels = 2; buffer_flits = 8; "
    "router_stages = 4; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n";

typedef struct router_case {
    const char *name, *text;
    const char *overrides[5];
    double accepted; /* flits/cycle of a node, by BookSim where more is offered */
    double error;    /* largest, as a share */
} router_case;

#define TWELVE(steps)                                          \
    {                                                          \
        "nodes.compute=12", "network.internal_speedup=" #steps \
    }
#define SIXTEEN(flits, steps, vcs)                                          \
    {                                                                       \
        "traffic.packet_flits=" #flits, "network.internal_speedup=" #steps, \
            "network.virtual_channels=" #vcs                                \
    }

static const router_case routers[] = {
    {"Ampere's crossbar, 78 ports", accel_sim, {NULL}, 0.8237, 0.03},
    {"12 ports, 1 step", accel_sim, TWELVE(1), 0.430, 0.04},
    {"12 ports, 1.5 steps", accel_sim, TWELVE(1.5), 0.641, 0.03},
    {"12 ports, 2 steps", accel_sim, TWELVE(2), 0.848, 0.03},
    {"16 ports, 2 VCs, 1 flit, 1.5 steps", sixteen, SIXTEEN(1, 1.5, 2), 0.787, 0.05},
    {"16 ports, 2 VCs, 1 flit, 2 steps", sixteen, SIXTEEN(1, 2, 2), 0.901, 0.05},
    {"16 ports, 2 VCs, 5 flits, 1.5 steps", sixteen, SIXTEEN(5, 1.5, 2), 0.774, 0.05},
    {"16 ports, 2 VCs, 5 flits, 2 steps", sixteen, SIXTEEN(5, 2, 2), 0.786, 0.07},
    {"16 ports, 4 VCs, 1 flit, 1.5 steps", sixteen, SIXTEEN(1, 1.5, 4), 0.932, 0.05},
    {"16 ports, 4 VCs, 1 flit, 2 steps", sixteen, SIXTEEN(1, 2, 4), 0.965, 0.05},
    {"16 ports, 4 VCs, 5 flits, 1.5 steps", sixteen, SIXTEEN(5, 1.5, 4), 0.857, 0.05},
    {"16 ports, 4 VCs, 5 flits, 2 steps", sixteen, SIXTEEN(5, 2, 4), 0.867, 0.05},
};

/* Saturation is where 98 % of what is offered is accepted. */
static void accepts_as_booksim(void **state)
{
    const router_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_estimate e = ask(t.system, NAN);
    const double saturation = e.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    assert_near(0.98 * saturation, c->accepted, c->error * c->accepted);
    test_system_free(&t);
}

/* ---- drawn designs -------------------------------------------------------------------------- */

enum { DRAWN_MOST = 128 };
static const double load_share = 0.6; /* share of saturation at which latencies were measured */

typedef struct worth {
    size_t count, inside;
    double sum, worst;         /* absolute relative errors */
    double widths[DRAWN_MOST]; /* half-widths over values */
} worth;

static worth saturations, latencies;

static void compare(worth *w, const noc_metric *m, double measured)
{
    const double error = fabs(m->value / measured - 1.0);
    assert_true(w->count < DRAWN_MOST);
    w->sum += error;
    w->worst = fmax(w->worst, error);
    w->inside += m->lo <= measured && measured <= m->hi;
    w->widths[w->count++] = (m->hi - m->lo) / 2.0 / m->value;
}

/* A line: saturation, latency of a packet, the design. */
static void ask_line(char *line)
{
    char *text;
    const double saturation = strtod(line, &text), latency = strtod(text, &text);
    test_system t = test_compile(text, NULL);
    const noc_estimate e = ask(t.system, load_share * saturation);
    compare(&saturations, &e.metrics[NOC_METRIC_saturation_flits_per_cycle], saturation);
    compare(&latencies, &e.metrics[NOC_METRIC_packet_latency_cycles], latency);
    test_system_free(&t);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void check(worth *w, const char *what, double mean, double worst)
{
    qsort(w->widths, w->count, sizeof *w->widths, by_value);
    const double width = w->widths[w->count / 2];
    print_message("%s: errors %.1f %%, %.1f %% at worst; %zu of %zu inside +-%.1f %% (median)\n",
                  what, 100.0 * w->sum / (double)w->count, 100.0 * w->worst, w->inside, w->count,
                  100.0 * width);
    assert_true(w->sum <= mean * (double)w->count);
    assert_true(w->worst <= worst);
    assert_true(10 * w->inside >= 9 * w->count);
    assert_true(width <= 0.15);
}

static void drawn_designs_are_met(void **state)
{
    (void)state;
    char *text = test_read_text("tests/reference/fast_routers.txt");
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (*line != '#') ask_line(line);
    free(text);
    check(&saturations, "saturation", 0.05, 0.10);
    check(&latencies, "latency", 0.04, 0.10);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, routers, accepts_as_booksim);
    test_add(&list, "drawn designs are met", drawn_designs_are_met);
    return test_run("fast_routers", &list);
}
