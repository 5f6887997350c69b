/* Channels of several flits a cycle: the model beside queues that are counted here, and beside
 * samples of drawn hierarchies (tests/reference/hierarchies.txt), without what it learns. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/helpers.h"
#include "tests/support/runs/models.h"

static noc_model_point solve(const noc_system *system, double load)
{
    noc_model *m = test_model(system);
    noc_model_point p;
    noc_model_solve(m, load, &p);
    noc_model_free(m);
    return p;
}

/* ---- a port of several flits a cycle -------------------------------------------------------- */

enum { CORES = 24, BACKLOG = 400, ROUNDS = 20000 };

/* Mean cycles that flits wait which cores send, each one in a cycle with a chance p, by a port that
 * passes so many a cycle: what is left at the end of a cycle is what was there, less those; its
 * distribution is repeated until it rests. Little's law. */
static double wait_at_port(int passes, double p)
{
    static double left[BACKLOG + CORES + 1], next[BACKLOG + CORES + 1];
    double come[CORES + 1] = {1.0}, mean = 0.0;
    for (int k = 0; k < CORES; k++) /* binomial */
        for (int i = k + 1; i >= 0; i--)
            come[i] = (i <= k ? come[i] * (1.0 - p) : 0.0) + (i > 0 ? come[i - 1] * p : 0.0);
    memset(left, 0, sizeof left);
    left[0] = 1.0;
    for (int round = 0; round < ROUNDS; round++) {
        memset(next, 0, sizeof next);
        for (int i = 0; i < BACKLOG && left[i] > 1e-14; i++)
            for (int k = 0; k <= CORES; k++)
                next[i + k > passes ? i + k - passes : 0] += left[i] * come[k];
        double moved = 0.0;
        for (int i = 0; i < BACKLOG; i++) moved += fabs(next[i] - left[i]);
        memcpy(left, next, sizeof left);
        if (moved < 1e-12) break;
    }
    for (int i = 0; i < BACKLOG; i++) mean += i * left[i];
    return mean / (CORES * p);
}

/* Requests of 24 cores, a flit each, go over a port to 16 wide memory nodes, where next to none
 * waits; routers have virtual channels and buffers for all. */
#define PORT                                                                                     \
    "nodes = { compute = 24; memory = 16; };\n"                                                  \
    "traffic = { read_fraction = 1.0; read_request_bytes = 8; read_reply_bytes = 32; };\n"       \
    "network = { topology = \"hierarchy\"; flit_bytes = 32; virtual_channels = 8; buffer_flits " \
    "= 256;\n  levels = ( { name = \"gpc\"; groups = 1; flits_per_cycle = 4; } );\n"             \
    "  memory_levels = ( { name = \"slice\"; groups = 16; flits_per_cycle = 12; } ); };\n"

typedef struct port_case {
    const char *name, *rate;
    int passes;
    double used;
} port_case;

static const port_case port_cases[] = {
    {"2 flits, 60 %", "network.levels[0].flits_per_cycle=2", 2, 0.6},
    {"2 flits, 85 %", "network.levels[0].flits_per_cycle=2", 2, 0.85},
    {"4 flits, 70 %", "network.levels[0].flits_per_cycle=4", 4, 0.7},
    {"4 flits, 90 %", "network.levels[0].flits_per_cycle=4", 4, 0.9},
    {"8 flits, 80 %", "network.levels[0].flits_per_cycle=8", 8, 0.8},
    {"8 flits, 95 %", "network.levels[0].flits_per_cycle=8", 8, 0.95},
};

static void waits_as_flits_of_a_cycle_do(void **state)
{
    const port_case *c = *state;
    const double p = c->used * c->passes / CORES, want = wait_at_port(c->passes, p);
    test_system t = test_compile(PORT, (const char *const[]){c->rate, NULL});
    const noc_model_point point = solve(t.system, p);
    const double wait = point.network_wait[NOC_REQUEST] + point.source_wait[NOC_REQUEST];
    print_message("%s: %.3f cycles, counted %.3f\n", c->name, wait, want);
    assert_near(wait, want, 0.15 * want + 0.03);
    test_system_free(&t);
}

/* ---- own input ------------------------------------------------------------------------------ */

/* A core's replies of four flits come over a link of 12 flits a cycle from 32 memory nodes, and
 * leave by a port of one: it is a queue of packets at random (M/D/1). Ports before it hardly
 * wait. */
#define REPLIES                                                                                   \
    "nodes = { compute = 4; memory = 32; };\n"                                                    \
    "traffic = { read_fraction = 1.0; read_request_bytes = 8; read_reply_bytes = 120; };\n"       \
    "networks = ( { carries = \"request\"; topology = \"hierarchy\"; flit_bytes = 32;\n"          \
    "    virtual_channels = 8; buffer_flits = 256; levels = (); memory_levels = (); },\n"         \
    "  { carries = \"reply\"; topology = \"hierarchy\"; flit_bytes = 32; virtual_channels = 8;\n" \
    "    buffer_flits = 256; levels = ( { name = \"gpc\"; groups = 1; flits_per_cycle = 12; } "   \
    ");\n"                                                                                        \
    "    memory_levels = ( { name = \"slice\"; groups = 32; flits_per_cycle = 12; } ); } );\n"

static void packets_of_one_input_wait_at_a_narrow_port(void **state)
{
    (void)state;
    enum { FLITS = 4 };
    test_system t = test_compile(REPLIES, NULL);
    for (double used = 0.3; used < 0.9; used += 0.25) {
        const double want = used * FLITS / (2.0 * (1.0 - used));
        const noc_model_point p = solve(t.system, used / FLITS);
        const double wait = p.network_wait[NOC_REPLY];
        print_message("used to %.2f: %.2f cycles, M/D/1 %.2f\n", used, wait, want);
        assert_near(wait, want, 0.15 * want);
    }
    test_system_free(&t);
}

/* ---- drawn hierarchies ---------------------------------------------------------------------- */

typedef struct errors {
    double sum, worst;
    int count;
} errors;

static void add(errors *e, double answer, double measured)
{
    const double error = isfinite(answer) ? fabs(answer / measured - 1.0) : 1.0;
    e->sum += error;
    e->worst = fmax(e->worst, error);
    e->count++;
}

static void check(const errors *e, const char *what, double mean)
{
    print_message("%s: %.1f %% off, %.1f %% at worst\n", what, 100.0 * e->sum / e->count,
                  100.0 * e->worst);
    assert_true(e->sum <= mean * e->count);
}

static errors saturations, round_trips;

static void ask_line(char *line)
{
    static const double shares[] = {0.4, 0.6, 0.8};
    noc_model_limits limits;
    noc_model_point p;
    char *text;
    double trips[3];
    const double saturation = strtod(line, &text);
    for (int k = 0; k < 3; k++) trips[k] = strtod(text, &text);
    test_system t = test_compile(text, NULL);
    noc_model *m = test_model(t.system);
    noc_model_find_limits(m, &limits);
    add(&saturations, limits.saturation, saturation);
    for (int k = 0; k < 3; k++) {
        noc_model_solve(m, shares[k] * saturation, &p);
        add(&round_trips, p.state == NOC_CONTENTION_UNSTABLE ? NAN : p.round_trip, trips[k]);
    }
    noc_model_free(m);
    test_system_free(&t);
}

static void drawn_hierarchies_are_met(void **state)
{
    (void)state;
    char *text = test_read_text("tests/reference/hierarchies.txt");
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (*line != '#') ask_line(line);
    free(text);
    check(&saturations, "saturation", 0.05);
    check(&round_trips, "round trip", 0.04);
}

/* ---- dies ----------------------------------------------------------------------------------- */

#define DIES(carried)                                                                          \
    "{ carries = \"" carried                                                                   \
    "\"; topology = \"hierarchy\"; halves = 2; crossbar_die = 2; slices = 2;\n"                \
    "    virtual_channels = 1; buffer_flits = 16; router_stages = 2; flit_bytes = 64;\n"       \
    "    bridge_flits_per_cycle = 12; bridge_cycles = 30; bridge_buffer_flits = 160;\n"        \
    "    die_links = { cycles = 4; flits_per_cycle = 12; };\n"                                 \
    "    levels = ( { name = \"cu\"; groups = 64; flits_per_cycle = 2; },\n"                   \
    "      { name = \"xcd\"; groups = 4; die = 2; mm = 1; cycles = 4; buffer_flits = 160;\n"   \
    "        flits_per_cycle = 16; } );\n"                                                     \
    "    memory_levels = ( { name = \"slice\"; groups = 32; flits_per_cycle = 1; },\n"         \
    "      { name = \"stack\"; groups = 4; die = 2; mm = 5; cycles = 4; buffer_flits = 160;\n" \
    "        flits_per_cycle = 8; } ); }"

static const char dies[] =
    "nodes = { compute = 64; memory = 32; };\n"
    "networks = ( " DIES("request") ",\n" DIES(
        "reply") " );\n"
                 "traffic = { pattern = \"many-to-few\"; read_fraction = 0.7; read_request_bytes = "
                 "8;\n"
                 "  read_reply_bytes = 128; write_request_bytes = 128; write_reply_bytes = 8; };\n";

/* The first design of its family of configs/today.suite, as measured there. Packets that waited for
 * an only VC have all their flits with them, so that a link of 8 flits a cycle passes replies which
 * ports of a flit a cycle have drawn out. */
static void an_only_vc_passes_what_has_waited(void **state)
{
    const double saturation = 0.44608, trip_at_80 = 48.186;
    (void)state;
    test_system t = test_compile(dies, NULL);
    noc_model *m = test_model(t.system);
    noc_model_limits limits;
    noc_model_point p;
    noc_model_find_limits(m, &limits);
    noc_model_solve(m, 0.8 * saturation, &p);
    print_message("saturation %.3f, measured %.3f; round trip at 80 %% %.1f, %.1f\n",
                  limits.saturation, saturation, p.round_trip, trip_at_80);
    assert_near(limits.saturation, saturation, 0.1 * saturation);
    assert_near(p.round_trip, trip_at_80, 0.03 * trip_at_80);
    noc_model_free(m);
    test_system_free(&t);
}

/* ---- buffers that are long enough ----------------------------------------------------------- */

static double saturation_with(const char *const *overrides)
{
    test_system t = test_compile_file("configs/a100.cfg", overrides);
    noc_model *m = test_model(t.system);
    noc_model_limits limits;
    noc_model_find_limits(m, &limits);
    noc_model_free(m);
    test_system_free(&t);
    return limits.saturation;
}

/* Single flits draw no packet out, so that buffers of 32 flits a VC, more than credits take to come
 * back, do as well as longer ones: the sampler delivers 5.10 TB/s of 5.15 with either. */
static void longer_buffers_bring_nothing(void **state)
{
    static const char *const longer[] = {"networks[1].buffer_flits=128", NULL};
    const double saturation = saturation_with(NULL), with = saturation_with(longer);
    (void)state;
    assert_near(with, saturation, 0.01 * saturation);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "port", port_cases, waits_as_flits_of_a_cycle_do);
    test_add(&list, "packets of one input wait at a narrow port",
             packets_of_one_input_wait_at_a_narrow_port);
    test_add(&list, "drawn hierarchies are met", drawn_hierarchies_are_met);
    test_add(&list, "an only VC passes what has waited", an_only_vc_passes_what_has_waited);
    test_add(&list, "longer buffers bring nothing", longer_buffers_bring_nothing);
    return test_run("wide_channels", &list);
}
