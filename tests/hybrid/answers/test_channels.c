/* Rates of channels: conservation at every router and at the ends, and model against sample. */
#include <math.h>
#include <stdlib.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/correction/calibration/shipped.h"
#include "hybrid/training/learning/calibrate.h"
#include "network/kinds/choices.h"
#include "sampler/run.h"
#include "tests/support/helpers.h"

static noc_arena arena; /* memory of the parts of answers */

typedef struct channels_case {
    const char *name, *file;
    double share; /* of the model's saturation */
} channels_case;

static const channels_case cases[] = {
    {"mesh, uniform", "configs/synthetic-mesh.cfg", 0.3},
    {"mesh, many to few", "configs/te13-baseline.cfg", 0.3},
    {"two slices", "configs/te13-dci.cfg", 0.3},
    {"two slices, two ports at the memory nodes", "configs/te13-dcie-2p.cfg", 0.3},
    {"two slices, replies YX, two ports", "configs/te13-dcie-cdr-2p.cfg", 0.3},
    {"half routers", "configs/te13-cp-cr.cfg", 0.3},
    {"converged ports", "configs/cdx19-cdxbar-80.cfg", 0.3},
    {"two cycles a flit", "configs/cdx19-fc-real-20.cfg", 0.3},
    {"shared ports", "configs/cdx19-fc-16ports.cfg", 0.3},
    {"flattened butterfly", "configs/te13-fbfly-64.cfg", 0.3},
    {"slices of memory nodes", "configs/rapid18-da2-16.cfg", 0.3},
    {"token slices", "configs/rapid18-cenoc-16.cfg", 0.3},
    {"rings", "configs/cdx19-hrcnet-56.cfg", 0.3},
};

/* What one method says of a design at a load. */
typedef struct answer {
    noc_estimate estimate;
    noc_channel_rates rates;
} answer;

static double load_of(const channels_case *c, const noc_system *system)
{
    noc_estimate idle;
    assert_int_equal(noc_estimate_model(system, NAN, &idle, NULL), NOC_OK);
    return c->share * idle.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
}

static answer ask_model(const noc_system *system, double load)
{
    answer a;
    double *flits = noc_channels_alloc_rates(system);
    assert_non_null(flits);
    assert_int_equal(
        noc_estimate_calibrated(system, noc_calibration_shipped(), load, flits, &a.estimate, NULL),
        NOC_OK);
    assert_int_equal(noc_channels_find_rates(system, flits, &arena, &a.rates, NULL), NOC_OK);
    free(flits);
    return a;
}

static answer ask_sample(const noc_system *system, double load)
{
    answer a;
    noc_sampling sampling = {.precision = 0.005, .seed = 1};
    sampling.channel_flits = noc_channels_alloc_rates(system);
    assert_non_null(sampling.channel_flits);
    assert_int_equal(noc_estimate_sample(system, load, &sampling, &a.estimate, NULL), NOC_OK);
    assert_int_equal(
        noc_channels_find_rates(system, sampling.channel_flits, &arena, &a.rates, NULL), NOC_OK);
    free(sampling.channel_flits);
    return a;
}

/* Over all channels of a kind. */
static double sum_of(const noc_channel_rates *rates, noc_channel_kind kind, noc_class class)
{
    double sum = 0.0;
    for (uint32_t c = 0; c < rates->count; c++)
        if (rates->channels[c].kind == kind) sum += rates->channels[c].flits[class];
    return sum;
}

/* What goes into a router comes out of it, class by class. `slack`: flits per cycle that the
 * buffers may have gained meanwhile. */
static void check_routers(const noc_graph *graph, const noc_channel_rates *rates, double slack)
{
    for (int class = 0; class < NOC_CLASSES; class ++) {
        double *gained = calloc(graph->router_count, sizeof *gained);
        assert_non_null(gained);
        for (uint32_t c = 0; c < graph->channel_count; c++) {
            const noc_channel *channel = &graph->channels[c];
            const double flits = rates->channels[c].flits[class];
            if (channel->kind != NOC_EJECTION) gained[channel->to] += flits;
            if (channel->kind != NOC_INJECTION) gained[channel->from] -= flits;
        }
        for (uint32_t r = 0; r < graph->router_count; r++) assert_near(gained[r], 0.0, slack);
        free(gained);
    }
}

/* Beyond saturation. */
static void check_overload(const noc_system *system, double load)
{
    if (load > noc_system_highest_load(system)) return;
    answer a = ask_model(system, load);
    const double accepted = a.estimate.metrics[NOC_METRIC_accepted_flits_per_cycle].value;
    const noc_class class = system->graph.memory_count > 0 ? NOC_REPLY : NOC_REQUEST;
    const uint16_t network = (uint16_t)(system->graph.network_count - 1u);
    const double packets =
        noc_system_packet_rate(system, accepted) * system->traffic.injector_count;
    check_routers(&system->graph, &a.rates, 1e-12);
    assert_true(accepted < 0.98 * load);
    assert_near(sum_of(&a.rates, NOC_EJECTION, class),
                packets * noc_system_mean_flits(system, class, network), 1e-6 * packets);
    for (uint32_t i = 0; i < a.rates.count; i++)
        assert_true(noc_channel_rate_total(&a.rates.channels[i]) <= 1.0 + 1e-9);
}

/* Requests are what the injecting nodes offer, replies as many packets of their own length; beyond
 * saturation replies are what is accepted, and no channel carries more than it can. */
static void check_model(void **state)
{
    const channels_case *c = *state;
    test_system t = test_compile_file(c->file, NULL);
    const double load = load_of(c, t.system), injectors = t.system->traffic.injector_count;
    answer a = ask_model(t.system, load);
    check_routers(&t.system->graph, &a.rates, 1e-12);
    check_overload(t.system, 4.0 * load);
    check_overload(t.system, 10.0 * load);
    double offered = 0.0;
    for (size_t f = 0; f < t.system->traffic.flow_count; f++)
        if (t.system->traffic.flows[f].class == NOC_REPLY)
            offered += t.system->traffic.flows[f].rate;
    offered *= noc_system_packet_rate(t.system, load);
    if (offered > 0.0)
        offered *= noc_system_mean_flits(t.system, NOC_REPLY, t.system->graph.network_count - 1);
    assert_near(sum_of(&a.rates, NOC_EJECTION, NOC_REQUEST), load * injectors, 1e-9);
    assert_near(sum_of(&a.rates, NOC_EJECTION, NOC_REPLY), offered, 1e-9);
    noc_arena_clear(&arena);
    test_system_free(&t);
}

/* The channels of a sample are counted over its second half. Packets of up to 9 flits come at
 * random, so the variance of what is counted in T cycles is at most that of a compound Poisson
 * process, 9 rate T. Six standard deviations, because thousands are compared. */
static double counted_cycles(const noc_estimate *e)
{
    return (double)e->cycles_simulated / 2.0;
}

static double slack_of(double rate, double cycles)
{
    return 6.0 * sqrt(9.0 * rate / cycles) + 9.0 / cycles;
}

static void check_sample(const noc_system *system, const answer *a)
{
    const double cycles = counted_cycles(&a->estimate), injectors = system->traffic.injector_count;
    check_routers(&system->graph, &a->rates,
                  4.0 * 64.0 / cycles); /* what buffers gain in four replications */
    const double accepted =
        injectors * a->estimate.metrics[NOC_METRIC_accepted_flits_per_cycle].value;
    assert_near(sum_of(&a->rates, NOC_EJECTION, NOC_REQUEST), accepted, slack_of(accepted, cycles));
    for (uint32_t i = 0; i < a->rates.count; i++)
        assert_true(noc_channel_rate_total(&a->rates.channels[i]) <= 1.0);
}

/* To the flit: what ejection channels have carried is what was ejected, and what is still on
 * them. */
static void check_engine(void **state)
{
    enum { CYCLES = 3000, FLIGHT = 2 };
    const channels_case *c = *state;
    test_system t = test_compile_file(c->file, NULL);
    const noc_graph *graph = &t.system->graph;
    const double rate = noc_system_packet_rate(t.system, load_of(c, t.system));
    noc_run *engine = noc_run_new(t.system, (noc_load){.packets_per_cycle = rate, .seed = 1});
    assert_non_null(engine);
    assert_int_equal(noc_run_cycles(engine, CYCLES, true), NOC_OK);
    for (int class = 0; class < NOC_CLASSES; class ++) {
        uint64_t carried = 0, ejections = 0;
        for (uint32_t i = 0; i < graph->channel_count; i++) {
            if (graph->channels[i].kind != NOC_EJECTION) continue;
            carried += noc_run_channel_flits(engine, i, (noc_class) class);
            ejections++;
        }
        const uint64_t ejected = noc_run_tally(engine)->flits_ejected[class];
        assert_in_range(carried, ejected, ejected + FLIGHT * ejections);
        if (class == NOC_REQUEST) assert_true(ejected > 0);
    }
    noc_run_free(engine);
    test_system_free(&t);
}

/* Under DCIE packets that are late in one slice are early in the other, so what the other carries
 * adds to the variance. */
static void check_agreement(void **state)
{
    const channels_case *c = *state;
    test_system t = test_compile_file(c->file, NULL);
    const double load = load_of(c, t.system);
    answer model = ask_model(t.system, load), sample = ask_sample(t.system, load);
    const double cycles = counted_cycles(&sample.estimate);
    const uint32_t count = model.rates.count;
    const noc_network *net = &t.system->graph.networks[0];
    const uint32_t to_twin = net->slice_choice->balance_shares ? count / 2 : 0;
    assert_int_equal(count, sample.rates.count);
    check_sample(t.system, &sample);
    for (uint32_t i = 0; i < count; i++) {
        const noc_channel_rate *m = &model.rates.channels[i], *s = &sample.rates.channels[i];
        const noc_channel_rate *twin = &model.rates.channels[(i + to_twin) % count];
        assert_string_equal(m->name, s->name);
        for (int k = 0; k < NOC_CLASSES; k++)
            assert_near(s->flits[k], m->flits[k],
                        slack_of(m->flits[k] + (to_twin ? twin->flits[k] : 0.0), cycles));
    }
    noc_arena_clear(&arena);
    test_system_free(&t);
}

/* ---- DCIE: the up-down counter (te13 4.6.1) -------------------------------------------------- */

typedef struct dcie_case {
    const char *name, *file;
    const char *const *overrides;
    bool replies_yx;
    bool even; /* packets that do not turn suffice at every source */
} dcie_case;

static const char *const scattered[] = {"nodes.placement=scattered", NULL};
static const char *const columns[] = {
    "nodes.placement=explicit", "nodes.memory_at=((0,0),(2,0),(4,0),(0,2),(2,2),(4,2),(0,4),(2,4))",
    NULL};

static const dcie_case dcie_cases[] = {
    {"one port", "configs/te13-dcie.cfg", scattered, false, true},
    {"two ports", "configs/te13-dcie-2p.cfg", scattered, false, true},
    {"replies YX", "configs/te13-dcie-cdr-2p.cfg", scattered, true, true},
    {"memory nodes in even columns", "configs/te13-dcie.cfg", columns, false, false},
    {"memory nodes in even columns, replies YX", "configs/te13-dcie-cdr-2p.cfg", columns, true,
     false},
};

/* Whether a packet may take either slice: in a row or column there is nothing to turn. */
static bool is_free(const noc_terminal *from, const noc_terminal *to)
{
    return from->column == to->column || from->row == to->row;
}

/* The slice that a packet which turns is bound to (te13 4.5, 4.6): the second one's full routers
 * are those of odd tiles, and a packet takes the full one of its source for an even distance in its
 * first dimension. */
static int bound_slice(const noc_terminal *from, const noc_terminal *to, bool y_first)
{
    const int distance = y_first ? to->row - from->row : to->column - from->column;
    const bool odd_tile = (from->column + from->row) & 1, full = distance % 2 == 0;
    return odd_tile == full;
}

/* Of what a source sends the model puts half into either slice, or as near to it as the packets
 * that turn allow: counted here from where the nodes stand. */
static void check_slice_shares(void **state)
{
    const dcie_case *c = *state;
    test_system t = test_compile_file(c->file, c->overrides);
    const noc_graph *g = &t.system->graph;
    double *carried = calloc((size_t)g->terminal_count * 2, sizeof *carried);
    assert_non_null(carried);
    for (size_t f = 0; f < t.system->traffic.flow_count; f++) {
        const noc_flow *flow = &t.system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &t.system->routes.paths[flow->route.first_path + i];
            const uint32_t channel = t.system->routes.hops[path->first_hop].channel;
            const uint16_t slice = g->networks[g->channels[channel].network].slice;
            carried[2 * flow->source + slice] += flow->rate * path->probability;
        }
    }
    int uneven = 0;
    for (uint32_t s = 0; s < g->terminal_count; s++) {
        const noc_terminal *from = &g->terminals[s];
        const bool memory = from->kind == NOC_MEMORY;
        double bound[2] = {0.0, 0.0}, all = 0.0;
        for (uint32_t d = 0; d < g->terminal_count; d++) {
            const noc_terminal *to = &g->terminals[d];
            if (to->kind == from->kind) continue;
            const double rate = 1.0 / g->memory_count; /* of each pair, either way */
            all += rate;
            if (!is_free(from, to)) bound[bound_slice(from, to, c->replies_yx && memory)] += rate;
        }
        const double first = fmin(fmax(all / 2.0, bound[0]), all - bound[1]);
        uneven += fabs(first - all / 2.0) > 1e-9;
        assert_near(carried[2 * s], first, 1e-5);
        assert_near(carried[2 * s + 1], all - first, 1e-5);
    }
    assert_int_equal(uneven == 0, c->even);
    free(carried);
    test_system_free(&t);
}

/* The links of a long run, all together: shares of a half were 6.5 % off in the mean. */
static void check_long_run(void **state)
{
    enum { CYCLES = 300000 };
    const dcie_case *c = *state;
    test_system t = test_compile_file(c->file, c->overrides);
    const double load = 0.04;
    const noc_channel_rates rates = ask_model(t.system, load).rates;
    noc_run *e = noc_run_new(
        t.system,
        (noc_load){.packets_per_cycle = noc_system_packet_rate(t.system, load), .seed = 1});
    assert_non_null(e);
    assert_int_equal(noc_run_cycles(e, CYCLES, true), NOC_OK);
    double carried = 0.0, off = 0.0;
    for (uint32_t i = 0; i < rates.count; i++) {
        if (rates.channels[i].kind != NOC_LINK) continue;
        for (int k = 0; k < NOC_CLASSES; k++) {
            const double flits = (double)noc_run_channel_flits(e, i, (noc_class)k) / CYCLES;
            carried += flits;
            off += fabs(flits - rates.channels[i].flits[k]);
        }
    }
    assert_true(off < 0.02 * carried);
    noc_run_free(e);
    noc_arena_clear(&arena);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "conserved by the model", cases, check_model);
    TEST_TABLE_PREFIXED(&list, "conserved by the engine", cases, check_engine);
    TEST_TABLE_PREFIXED(&list, "conserved by the sample, which agrees with the model", cases,
                        check_agreement);
    TEST_TABLE_PREFIXED(&list, "DCIE: slices even at the source", dcie_cases, check_slice_shares);
    TEST_TABLE_PREFIXED(&list, "DCIE: links of a long run", dcie_cases, check_long_run);
    return test_run("channels", &list);
}
