/* Figures of one answer hold together, for every method: designs and loads are drawn, and all laws
 * are checked on each answer. What channels pass is counted here, packet by packet and hop by hop,
 * as no part of the program does. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/graph/units.h"
#include "tests/support/helpers.h"

/* ---- designs -------------------------------------------------------------------------------- */

/* A design to draw from, and settings of which each gets one value. */
enum { SETTINGS = 7, VALUES = 5, SMALLER = 4 };
typedef struct family {
    const char *name, *file;
    const char *settings[SETTINGS][VALUES + 1]; /* values end with NULL; so do the settings */
    int draws;
    const char *smaller[SMALLER]; /* settings of a smaller grid, for a test that is not whole */
} family;

#define GRID_4X4 "network.columns=4", "network.rows=4"

static const family families[] = {
    {"mesh, many to few",
     "configs/te13-baseline.cfg",
     {{"network.virtual_channels=2", "network.virtual_channels=4", "network.virtual_channels=8"},
      {"network.buffer_flits=2", "network.buffer_flits=8", "network.buffer_flits=24"},
      {"network.router_stages=1", "network.router_stages=3", "network.router_stages=4"},
      {"network.routing=xy", "network.routing=cdr", "network.routing=yx"},
      {"network.memory_ports=1", "network.memory_ports=2"},
      {"network.flit_bytes=8", "network.flit_bytes=16", "network.flit_bytes=48"},
      {"nodes.placement=top-bottom", "nodes.placement=scattered"}},
     .draws = 7,
     .smaller = {GRID_4X4, "nodes.compute=12", "nodes.memory=4"}},
    {"hot memory node",
     "configs/te13-baseline.cfg",
     {{"network.virtual_channels=2", "network.virtual_channels=8"},
      {"traffic.hotspot_fraction=0.15", "traffic.hotspot_fraction=0.3",
       "traffic.hotspot_fraction=0.6"},
      {"traffic.read_fraction=0.2", "traffic.read_fraction=0.9"}},
     .draws = 6},
    {"mesh, uniform",
     "configs/synthetic-mesh.cfg",
     {{"network.virtual_channels=1", "network.virtual_channels=4", "network.virtual_channels=16"},
      {"network.buffer_flits=1", "network.buffer_flits=5", "network.buffer_flits=32"},
      {"network.router_stages=1", "network.router_stages=2", "network.router_stages=4"},
      {"network.routing=xy", "network.routing=yx"},
      {"traffic.packet_flits=(1,5)", "traffic.packet_flits=(2,3)", "traffic.packet_flits=(9,1)"},
      {"network.channel_cycles=1", "network.channel_cycles=5"}},
     .draws = 6,
     .smaller = {GRID_4X4, "nodes.compute=16"}},
    {"mesh, transpose",
     "configs/synthetic-mesh.cfg",
     {{"traffic.pattern=transpose"},
      {"network.virtual_channels=2", "network.virtual_channels=8"},
      {"network.buffer_flits=4", "network.buffer_flits=16"},
      {"network.router_stages=1", "network.router_stages=4"}},
     .draws = 4,
     .smaller = {GRID_4X4, "nodes.compute=16"}},
    {"mesh, hot node",
     "configs/synthetic-mesh.cfg",
     {{"traffic.pattern=hotspot"},
      {"traffic.hotspot_nodes=(27)", "traffic.hotspot_nodes=(0,63)", "traffic.hotspot_nodes=(9)"},
      {"network.virtual_channels=2", "network.virtual_channels=8"},
      {"network.buffer_flits=4", "network.buffer_flits=16"}},
     .draws = 6},
    {"crossbar",
     "configs/te13-xbar-16b.cfg",
     {{"network.virtual_channels=2", "network.virtual_channels=6"},
      {"network.buffer_flits=4", "network.buffer_flits=16"}},
     .draws = 3},
    {"Clos", "configs/cdx19-clos-20.cfg", {{"network.virtual_channels=2"}}, .draws = 1},
    {"butterfly", "configs/cdx19-butterfly-20.cfg", {{"network.virtual_channels=2"}}, .draws = 1},
    {"two cycles a flit",
     "configs/cdx19-fc-real-20.cfg",
     {{"network.virtual_channels=2"}},
     .draws = 1},
    {"CD-Xbar", "configs/cdx19-cdxbar-20.cfg", {{"network.virtual_channels=2"}}, .draws = 1},
    {"slices",
     "configs/te13-dcie-2p.cfg",
     {{"network.virtual_channels=2"}},
     .draws = 1,
     .smaller = {GRID_4X4, "nodes.compute=12", "nodes.memory=4"}},
    {"half routers", "configs/te13-cp-cr.cfg", {{"network.buffer_flits=8"}}, .draws = 1},
    {"ideal, so many flits a cycle",
     "configs/te13-bwlimit.cfg",
     {{"traffic.read_fraction=0.9"}},
     .draws = 1},
};

/* One design of a family: the settings are drawn. */
static test_system draw(const family *f, uint64_t *random, char *name, size_t size)
{
    const char *overrides[SETTINGS + SMALLER + 1] = {NULL};
    size_t count = 0;
    snprintf(name, size, "%s", f->name);
    for (; count < SETTINGS && f->settings[count][0]; count++) {
        size_t values = 0;
        while (f->settings[count][values]) values++;
        overrides[count] = f->settings[count][test_random_below(random, values)];
        const size_t end = strlen(name);
        snprintf(name + end, size - end, ", %s", overrides[count]);
    }
    if (!test_is_whole()) memcpy(overrides + count, f->smaller, sizeof f->smaller);
    return test_compile_file(f->file, overrides);
}

static bool has_channels(const noc_system *system)
{
    return noc_graph_has_channels(&system->graph);
}

/* ---- what channels pass --------------------------------------------------------------------- */

/* By channel: its flits a cycle, and the share of the packets of its class, of one flit a cycle
 * that each injecting node offers. */
typedef struct limits {
    double *flits, *share;
    double bound; /* load at which the first channel is full */
} limits;

/* Flits that a packet of a class is on average, and the cycles for which it takes a crossbar's
 * port. */
static double port_cycles(const noc_system *s, noc_class class, uint16_t network)
{
    double cycles = 0.0;
    for (int t = 0; t < s->traffic.type_count; t++) {
        const noc_packet_type *type = &s->traffic.types[t];
        if (type->class == class)
            cycles += type->share *
                      noc_network_port_cycles(&s->graph.networks[network], type->flits[network]);
    }
    return cycles;
}

static limits limits_of(const noc_system *s)
{
    const uint32_t channels = s->graph.channel_count;
    limits l = {calloc(channels + 1u, sizeof *l.flits), calloc(channels + 1u, sizeof *l.share),
                0.0};
    assert_true(l.flits && l.share);
    double all[NOC_CLASSES] = {0.0};
    for (size_t f = 0; f < s->traffic.flow_count; f++)
        all[s->traffic.flows[f].class] += s->traffic.flows[f].rate;
    const double packets = noc_system_packet_rate(s, 1.0);
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + i];
            const double rate = flow->rate * path->probability;
            for (uint32_t h = path->first_hop; h != NOC_NONE; h = s->routes.hops[h].next) {
                const uint32_t c = s->routes.hops[h].channel;
                l.flits[c] +=
                    packets * rate * port_cycles(s, flow->class, s->graph.channels[c].network);
                l.share[c] += rate / all[flow->class];
            }
        }
    }
    double most = 0.0;
    for (uint32_t c = 0; c < channels; c++) most = fmax(most, l.flits[c]);
    l.bound = has_channels(s) ? 1.0 / most : INFINITY;
    return l;
}

/* Up to this load 98 % can be accepted: what is beyond a channel's limit is lost, of packets of one
 * class there. */
static double ceiling_of(const noc_system *s, const limits *l)
{
    double ceiling = INFINITY;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (l->share[c] > 0.021 && l->share[c] <= 1.0 + 1e-9)
            ceiling = fmin(ceiling, 1.0 / l->flits[c] / (1.0 - 0.02 / l->share[c]));
    return ceiling;
}

/* What can be accepted of a load. */
static double most_of(const noc_system *s, const limits *l, double load)
{
    double most = load;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (l->flits[c] * load > 1.0 && l->share[c] <= 1.0 + 1e-9)
            most = fmin(most, load * (1.0 - l->share[c]) + l->share[c] / l->flits[c]);
    return most;
}

static void limits_clear(limits *l)
{
    free(l->flits);
    free(l->share);
}

/* ---- laws ----------------------------------------------------------------------------------- */

/* A finite run of random sources is a little off: the model is not. */
typedef struct subject {
    const char *name;
    const noc_system *system;
    const limits *limits;
    const noc_estimate *e;
    const double *flits; /* by channel and class; NULL for an answer without a load */
    double slack;        /* relative */
} subject;

static double value(const subject *s, noc_metric_id id)
{
    return s->e->metrics[id].value;
}

static bool has(const subject *s, noc_metric_id id)
{
    return isfinite(value(s, id));
}

static void fail_of(const subject *s, const char *law)
{
    print_error("%s, %s at load %.6g: %s\n", s->name, noc_method_name(s->e->method), s->e->load,
                law);
    fail();
}

#define HOLDS(s, law)                   \
    do {                                \
        if (!(law)) fail_of((s), #law); \
    } while (0)

/* Every figure has a value or a reason, and an interval around it that does not begin below 0. */
static void check_figures(const subject *s)
{
    for (int id = 0; id < NOC_METRICS; id++) {
        const noc_metric *m = &s->e->metrics[id];
        HOLDS(s, isfinite(m->value) == (m->reason == NULL));
        HOLDS(s, isnan(m->lo) == isnan(m->hi));
        if (isnan(m->lo)) continue;
        HOLDS(s, m->lo >= 0.0 && m->lo <= m->value && m->value <= m->hi);
    }
}

static void check_limits(const subject *s)
{
    const noc_metric *m = &s->e->metrics[NOC_METRIC_saturation_flits_per_cycle];
    const noc_metric *knee = &s->e->metrics[NOC_METRIC_knee_flits_per_cycle];
    const double ceiling = (1.0 + 1e-9) * ceiling_of(s->system, s->limits);
    const double bound = (1.0 + 1e-9) * s->limits->bound;
    if (isfinite(m->value)) HOLDS(s, m->value <= ceiling);
    if (isfinite(m->hi)) HOLDS(s, m->hi <= ceiling);
    if (isfinite(knee->value)) HOLDS(s, knee->value <= bound);
    if (isfinite(knee->hi)) HOLDS(s, knee->hi <= bound);
    if (isfinite(knee->value) && isfinite(m->value))
        HOLDS(s, knee->value <= (1.0 + s->slack) * m->value);
}

static void check_load(const subject *s)
{
    const double load = s->e->load, accepted = value(s, NOC_METRIC_accepted_flits_per_cycle);
    const double saturation = value(s, NOC_METRIC_saturation_flits_per_cycle);
    const noc_answer answer = s->e->answer;
    HOLDS(s, accepted <= (1.0 + s->slack) * load);
    if (has_channels(s->system))
        HOLDS(s, accepted <= (1.0 + s->slack) * most_of(s->system, s->limits, load));
    if (load > (1.0 + 1e-6) * s->limits->bound) HOLDS(s, noc_answer_has_growth(answer));
    if (answer == NOC_ANSWER_SATURATED) HOLDS(s, accepted <= (0.98 + s->slack) * load);
    if (answer != NOC_ANSWER_SATURATED) HOLDS(s, accepted >= (0.98 - s->slack) * load);
    if (isfinite(saturation)) HOLDS(s, (load > saturation) == (answer == NOC_ANSWER_SATURATED));
}

static void check_latencies(const subject *s)
{
    static const noc_metric_id latencies[] = {
        NOC_METRIC_packet_latency_cycles,  NOC_METRIC_network_latency_cycles,
        NOC_METRIC_request_latency_cycles, NOC_METRIC_reply_latency_cycles,
        NOC_METRIC_round_trip_cycles,      NOC_METRIC_latency_p50_cycles,
        NOC_METRIC_latency_p95_cycles,     NOC_METRIC_latency_p99_cycles,
    };
    const bool grows = noc_answer_has_growth(s->e->answer);
    /* the model tells latencies of a network that takes the load, as far as saturation may lie
     * beyond it */
    const bool may_hold = s->e->method == NOC_METHOD_MODEL && s->e->load <= s->limits->bound &&
                          s->e->load < s->e->metrics[NOC_METRIC_saturation_flits_per_cycle].hi;
    for (size_t i = 0; i < TEST_COUNT(latencies) && grows && !may_hold; i++)
        HOLDS(s, !has(s, latencies[i]));
    HOLDS(s, grows || has(s, NOC_METRIC_packet_latency_cycles));
    if (grows) return;
    const double packet = value(s, NOC_METRIC_packet_latency_cycles);
    const double watched =
        has(s, NOC_METRIC_round_trip_cycles) ? value(s, NOC_METRIC_round_trip_cycles) : packet;
    HOLDS(s, watched >= (1.0 - s->slack) * value(s, NOC_METRIC_zero_load_latency_cycles) - 1e-9);
    HOLDS(s, packet >= value(s, NOC_METRIC_network_latency_cycles) - 1e-9);
    if (has(s, NOC_METRIC_latency_p50_cycles))
        HOLDS(s,
              value(s, NOC_METRIC_latency_p50_cycles) <= value(s, NOC_METRIC_latency_p95_cycles) &&
                  value(s, NOC_METRIC_latency_p95_cycles) <=
                      value(s, NOC_METRIC_latency_p99_cycles));
    if (!has(s, NOC_METRIC_round_trip_cycles)) return;
    const double trip =
        value(s, NOC_METRIC_request_latency_cycles) + value(s, NOC_METRIC_reply_latency_cycles);
    HOLDS(s, fabs(watched - trip) <= (s->slack + 1e-3) * watched);
    HOLDS(s, fabs(packet - watched / 2.0) <= (s->slack + 1e-3) * packet);
}

/* What arrives is what is accepted, and no channel is used for longer than there is time. */
static void check_channels(const subject *s)
{
    const noc_graph *g = &s->system->graph;
    const noc_class class = g->memory_count > 0 ? NOC_REPLY : NOC_REQUEST;
    double arriving = 0.0, most = 0.0, own = 0.0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const double *flits = &s->flits[(size_t)c * NOC_CLASSES];
        HOLDS(s, flits[NOC_REQUEST] + flits[NOC_REPLY] <= 1.0 + 1e-9);
        most = fmax(most, flits[NOC_REQUEST] + flits[NOC_REPLY]);
        if (g->channels[c].kind != NOC_EJECTION) continue;
        arriving += flits[class] / noc_system_mean_flits(s->system, class, g->channels[c].network);
        own += flits[class];
    }
    const double accepted = value(s, NOC_METRIC_accepted_flits_per_cycle);
    const double packets =
        noc_system_packet_rate(s->system, accepted) * s->system->traffic.injector_count;
    const double used = value(s, NOC_METRIC_channel_utilization_max);
    HOLDS(s, fabs(arriving - packets) <= (1e-6 + 2.0 * s->slack) * packets);
    HOLDS(s, used <= 1.0 && used >= most - 1e-9);
    HOLDS(s, own > 0.0);
}

static void check_answer(const subject *s)
{
    check_figures(s);
    check_limits(s);
    if (isnan(s->e->load)) return;
    check_load(s);
    check_latencies(s);
    if (s->flits) check_channels(s);
}

/* ---- methods -------------------------------------------------------------------------------- */

static double *room_of(const noc_system *system)
{
    double *flits = noc_channels_alloc_rates(system);
    assert_non_null(flits);
    return flits;
}

static void check_model(const char *name, const noc_system *system, const limits *l, double load)
{
    noc_estimate e;
    double *flits = room_of(system);
    const noc_calibration *calibrations[] = {noc_calibration_shipped(), NULL};
    for (size_t i = 0; i < TEST_COUNT(calibrations); i++) {
        assert_int_equal(noc_estimate_calibrated(system, calibrations[i], load, flits, &e, NULL),
                         NOC_OK);
        const bool counted = isfinite(load) && has_channels(system);
        check_answer(&(subject){name, system, l, &e, counted ? flits : NULL, 2e-3});
    }
    free(flits);
}

static void check_checked(const char *name, const noc_system *system, const limits *l, double load)
{
    noc_estimate e;
    double *flits = room_of(system);
    const noc_sampling sampling = {.precision = 0.05, .seed = 3, .jobs = 1, .channel_flits = flits};
    assert_int_equal(
        noc_estimate_checked(system, noc_calibration_shipped(), load, &sampling, &e, NULL), NOC_OK);
    check_answer(&(subject){name, system, l, &e, has_channels(system) ? flits : NULL, 2e-3});
    free(flits);
}

static void check_sampled(const char *name, const noc_system *system, const limits *l, double load)
{
    noc_estimate e;
    double *flits = room_of(system);
    const noc_sampling sampling = {
        .precision = 0.1, .seed = 5, .jobs = 1, .max_cycles = 20000, .channel_flits = flits};
    assert_int_equal(noc_estimate_sample(system, load, &sampling, &e, NULL), NOC_OK);
    check_answer(&(subject){name, system, l, &e, has_channels(system) ? flits : NULL, 0.04});
    free(flits);
}

static double saturation_of(const noc_system *system)
{
    noc_estimate e;
    assert_int_equal(noc_estimate_model(system, NAN, &e, NULL), NOC_OK);
    return e.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
}

/* From far below saturation to far beyond; near it, where calibration and channels may disagree,
 * more of them. */
static void check_family(void **state)
{
    static const double shares[] = {0.1, 0.6, 0.93, 0.97, 0.99, 1.01, 1.04, 1.2, 2.0, 5.0};
    const family *f = *state;
    const int draws = test_is_whole() ? f->draws : (f->draws + 5) / 6;
    uint64_t random = 8;
    char name[400];
    for (int i = 0; i < draws; i++) {
        test_system t = draw(f, &random, name, sizeof name);
        limits l = limits_of(t.system);
        const double saturation = saturation_of(t.system);
        const double highest = noc_system_highest_load(t.system);
        check_model(name, t.system, &l, NAN);
        for (size_t k = 0; k < TEST_COUNT(shares); k++)
            check_model(name, t.system, &l, fmin(shares[k] * saturation, highest));
        const double some = shares[test_random_below(&random, TEST_COUNT(shares))];
        const double other = shares[test_random_below(&random, TEST_COUNT(shares))];
        check_checked(name, t.system, &l, fmin(some * saturation, highest));
        check_sampled(name, t.system, &l, fmin(other * saturation, highest));
        limits_clear(&l);
        test_system_free(&t);
    }
}

/* ---- published cases ------------------------------------------------------------------------ */

/* A hot node that takes 1/64 of a flit from each of 64: the router's virtual channels cannot make
 * it more. */
static void a_hot_node_takes_a_flit_a_cycle(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(27)",
                                            "traffic.packet_flits=(1,1)",
                                            "network.virtual_channels=8", NULL};
    test_system t = test_compile_file("configs/synthetic-mesh.cfg", overrides);
    const noc_sampling sampling = {.precision = 0.02, .seed = 1, .skips_knee = true};
    noc_estimate e;
    const noc_metric *m = &e.metrics[NOC_METRIC_saturation_flits_per_cycle];
    assert_int_equal(noc_estimate_model(t.system, NAN, &e, NULL), NOC_OK);
    assert_near(m->value, 1.0 / 64.0 / 0.98, 0.01 / 64.0);
    assert_true(m->hi <= 1.0 / 64.0 / 0.98 + 1e-12);
    assert_int_equal(noc_estimate_sample_saturation(t.system, &sampling, &e, NULL), NOC_OK);
    assert_near(m->value, 1.0 / 64.0 / 0.98, 0.01 / 64.0);
    assert_true(m->hi <= 1.0 / 64.0 / 0.98 + 1e-12);
    test_system_free(&t);
}

/* Transpose on 8x8 fills its busiest link at 1/7; of 0.15 it accepts what BookSim 2.0 does
 * (0.1484), by every method. */
static void transpose_beyond_its_bound(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.pattern=transpose",
                                            "traffic.packet_flits=(1,1)",
                                            "network.virtual_channels=8", NULL};
    test_system t = test_compile_file("configs/synthetic-mesh.cfg", overrides);
    const noc_sampling sampling = {
        .precision = 0.02, .seed = 1, .max_cycles = test_is_whole() ? 0 : 60000};
    /* noise falls with the root of the cycles; the model has none */
    const double noise = test_is_whole() ? 1e-4 : 5e-4;
    noc_estimate model, checked, sample;
    assert_int_equal(noc_estimate_model(t.system, 0.15, &model, NULL), NOC_OK);
    assert_int_equal(
        noc_estimate_checked(t.system, noc_calibration_shipped(), 0.15, &sampling, &checked, NULL),
        NOC_OK);
    assert_int_equal(noc_estimate_sample(t.system, 0.15, &sampling, &sample, NULL), NOC_OK);
    const noc_estimate *all[] = {&model, &checked, &sample};
    const double off[] = {1e-4, noise, noise};
    for (size_t i = 0; i < TEST_COUNT(all); i++) {
        assert_int_equal(all[i]->answer, NOC_ANSWER_UNBOUNDED);
        assert_near(all[i]->metrics[NOC_METRIC_accepted_flits_per_cycle].value, 0.1484, off[i]);
        assert_near(all[i]->metrics[NOC_METRIC_channel_utilization_max].value, 1.0, 1e-3);
        assert_true(isnan(all[i]->metrics[NOC_METRIC_packet_latency_cycles].value));
    }
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "drawn", families, check_family);
    test_add(&list, "a hot node takes a flit a cycle", a_hot_node_takes_a_flit_a_cycle);
    test_add(&list, "transpose beyond its bound", transpose_beyond_its_bound);
    return test_run("consistency", &list);
}
