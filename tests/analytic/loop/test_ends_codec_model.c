/* Codecs in the model: capacity and zero load in closed form, waits beside the sampler's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/memory/codec.h"
#include "reader/design_read.h"
#include "tests/support/runs/engines.h"
#include "tests/support/runs/models.h"

typedef struct codec_case {
    const char *name, *text, *file; /* one of them */
    const char *overrides[OVERRIDES_MAX];
    bool port; /* a port with a codec is full before full buffers hold up anybody */
} codec_case;

#define UNIFORM "traffic.packet_flits=4", "network.virtual_channels=4", "network.buffer_flits=8"

static const codec_case cases[] = {
    {"uniform, 6 cycles", test_uniform, NULL, {UNIFORM, "codec.cycles=6"}, false},
    {"uniform, 3 cycles, shorter",
     test_uniform,
     NULL,
     {UNIFORM, "codec.cycles=3", "codec.compressible=0.5", "codec.ratio=0.5"},
     false},
    {"dapper, 2 cycles", NULL, "configs/dapper-baseline-16.cfg", {"codec.cycles=2"}, true},
    {"Approx-NoC, 16", NULL, "configs/dapper-approxnoc-16.cfg", {NULL}, true},
    {"Approx-NoC, 64", NULL, "configs/dapper-approxnoc-64.cfg", {NULL}, true},
    {"te13, 2 cycles", NULL, "configs/te13-baseline.cfg", {"codec.cycles=2"}, false},
};

static test_system system_of(const codec_case *c)
{
    return c->text ? test_compile(c->text, c->overrides) : test_compile_file(c->file, c->overrides);
}

/* Packets a cycle, at unit rate, of the busiest port, times F + c; the lengths by the design. */
static double fullest_port(const noc_system *s)
{
    double *packets[NOC_CLASSES], most = 0.0;
    const noc_codec_spec *codec = &s->design->codec;
    for (int k = 0; k < NOC_CLASSES; k++)
        packets[k] = calloc(2 * s->graph.terminal_count, sizeof *packets[k]);
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        packets[flow->class][2 * flow->source] += flow->rate;
        packets[flow->class][2 * flow->destination + 1] += flow->rate;
    }
    for (uint32_t end = 0; end < 2 * s->graph.terminal_count; end++) {
        double used = 0.0;
        for (int t = 0; t < s->traffic.type_count; t++) {
            const noc_packet_type *type = &s->traffic.types[t];
            const double whole = type->flits[0];
            const double saved = whole - noc_codec_flits(type->flits[0], codec->saved_share);
            used += packets[type->class][end] * type->share *
                    (whole - codec->compressible_share * saved + codec->cycles);
        }
        most = fmax(most, used);
    }
    for (int k = 0; k < NOC_CLASSES; k++) free(packets[k]);
    return most;
}

/* Where a port is full first 98 % of what is offered are accepted beyond it by a fiftieth at most.
 */
static void port_is_full_where_it_should_be(void **state)
{
    const codec_case *c = *state;
    test_system t = system_of(c);
    noc_model *model = test_model(t.system);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    const double full = t.system->traffic.injected_flits / fullest_port(t.system);
    assert_true(limits.overflow <= full * (1.0 + 1e-9));
    if (c->port) assert_near(limits.overflow / full, 1.0, 0.02);
    assert_true(noc_model_capacity_bound(model) <= full * (1.0 + 1e-9));
    assert_true(limits.saturation <= full / 0.98 * (1.0 + 1e-9));
    noc_model_free(model);
    test_system_free(&t);
}

/* Uncalibrated; the largest errors when this was written: 1.0, 2.5 and 3.6 %. */
static void waits_are_those_of_the_sampler(void **state)
{
    static const double shares[] = {0.3, 0.6, 0.75}, errors[] = {0.02, 0.05, 0.07};
    const codec_case *c = *state;
    test_system t = system_of(c);
    noc_model *model = test_model(t.system);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        noc_model_point p;
        const double load = shares[i] * limits.saturation;
        noc_model_solve(model, load, &p);
        const noc_sample sample = test_sample_of(t.system, load, test_quick(0.02, 3));
        const bool trips = t.system->graph.memory_count > 0;
        const noc_interval seen =
            sample.quantities[trips ? NOC_SAMPLE_ROUND_TRIP : NOC_SAMPLE_LATENCY];
        assert_near(test_watched(t.system, &p) / seen.mean, 1.0, errors[i]);
    }
    noc_model_free(model);
    test_system_free(&t);
}

/* An interface alone: packets of 3 flits in the mean, and the codec's cycles. */
static void capacity_is_that_of_one_interface(void **state)
{
    (void)state;
    static const char wire[] = "nodes = { compute = 2; };\n"
                               "network = { topology = \"crossbar\"; virtual_channels = 8;\n"
                               "  buffer_flits = 16; };\n"
                               "traffic = { pattern = \"bit-complement\"; packet_flits = 4; };\n"
                               "codec = { compressible = 0.5; ratio = 0.5; };\n";
    for (int cycles = 0; cycles < 6; cycles++) {
        char over[32];
        snprintf(over, sizeof over, "codec.cycles=%d", cycles);
        test_system t = test_compile(wire, (const char *const[]){over, NULL});
        noc_model *model = test_model(t.system);
        const double packets = noc_model_capacity_bound(model) / t.system->traffic.injected_flits;
        assert_near(4.0 * packets, 4.0 / (3.0 + cycles), 1e-9);
        noc_model_free(model);
        test_system_free(&t);
    }
}

/* ---- what is refused ------------------------------------------------------------------------ */

typedef struct refused_case {
    const char *name, *text, *override, *message;
} refused_case;

static const refused_case refused[] = {
    {"refused: all flits", test_uniform, "codec.ratio=1",
     "codec.ratio = 1 saves all flits of a packet (below 1"},
    {"refused: more than all", test_uniform, "codec.ratio=1.5",
     "codec.ratio = 1.5: expected a number in 0..1"},
    {"refused: half a cycle", test_uniform, "codec.cycles=2.5",
     "codec.cycles = 2.5: expected an integer"},
    {"refused: negative cycles", test_uniform, "codec.cycles=-1",
     "codec.cycles = -1: expected an integer in 0..1000"},
    {"refused: no routers",
     "nodes = { compute = 4; memory = 1; };\nnetwork = { topology = \"ideal\"; };\n"
     "traffic = { pattern = \"many-to-few\"; };\n",
     "codec.cycles=2", "topology \"ideal\" has no routers"},
};

static void wrong_codec_is_refused(void **state)
{
    const refused_case *c = *state;
    noc_diag diag = {0};
    noc_design *design = NULL;
    noc_source source = test_source("codec.cfg", c->text);
    const char *const overrides[] = {c->override, NULL};
    assert_int_not_equal(noc_design_read(&source, overrides, 1, &design, &diag), NOC_OK);
    assert_int_equal(diag.count, 1);
    assert_non_null(strstr(diag.messages[0].text, c->message));
    noc_diag_clear(&diag);
    noc_source_clear(&source);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "full port", cases, port_is_full_where_it_should_be);
    TEST_TABLE_PREFIXED(&list, "waits", cases, waits_are_those_of_the_sampler);
    test_add(&list, "capacity of an interface", capacity_is_that_of_one_interface);
    TEST_TABLE(&list, refused, wrong_codec_is_refused);
    return test_run("codec model", &list);
}
