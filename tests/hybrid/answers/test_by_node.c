/* Bytes and round trips of pairs of nodes, by both methods: Little's law, sums over pairs, near
 * and far halves of a hierarchy; and what ports of memory nodes take over what DRAM moves. */
#include <math.h>
#include <stdlib.h>

#include "hybrid/answers/by_node.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/correction/calibration/shipped.h"
#include "tests/support/helpers.h"

static noc_arena arena; /* memory of the parts of answers */

/* 16 cores, 4 memory nodes, in two halves that are 40 cycles apart. */
static const char halves[] =
    "nodes = { compute = 16; memory = 4; };\n"
    "traffic = { read_fraction = 1.0; read_request_bytes = 8; read_reply_bytes = 40;\n"
    "            data_bytes = 32; outstanding = 4; };\n"
    "network = { topology = \"hierarchy\"; flit_bytes = 40; virtual_channels = 8;\n"
    "            buffer_flits = 32; halves = 2; bridge_cycles = 40; bridge_flits_per_cycle = 8;\n"
    "            levels = ( { name = \"gpc\"; groups = 4; flits_per_cycle = 4; cycles = 5; } );\n"
    "            memory_levels = ( { name = \"mp\"; groups = 2; flits_per_cycle = 4; } ); };\n";

enum { BY_MODEL, BY_SAMPLE, METHODS };

/* An answer with its pairs. */
typedef struct told {
    noc_estimate e;
    noc_node_pairs pairs;
} told;

static told ask(const noc_system *s, int method, double load)
{
    static const noc_sampling usual = {
        .precision = 0.01, .seed = 1, .jobs = 1, .skips_cause = true};
    told t;
    noc_sampling sampling = usual;
    sampling.flows = calloc(s->traffic.flow_count + 1, sizeof *sampling.flows);
    assert_non_null(sampling.flows);
    assert_int_equal(noc_node_pairs_check(s, NULL), NOC_OK);
    if (method == BY_MODEL) {
        assert_int_equal(noc_estimate_model(s, load, &t.e, NULL), NOC_OK);
        assert_int_equal(
            noc_node_flows_solve(s, noc_calibration_shipped(), load, sampling.flows, NULL), NOC_OK);
    } else if (isnan(load)) {
        assert_int_equal(noc_estimate_sample_closed(s, &sampling, &t.e, NULL), NOC_OK);
    } else {
        assert_int_equal(noc_estimate_sample(s, load, &sampling, &t.e, NULL), NOC_OK);
    }
    assert_int_equal(noc_node_pairs_join(s, sampling.flows, &arena, &t.pairs, NULL), NOC_OK);
    free(sampling.flows);
    return t;
}

static double value_of(const told *t, noc_metric_id id)
{
    return t->e.metrics[id].value;
}

/* ---- Little's law --------------------------------------------------------------------------- */

/* One core keeps W reads of 32 bytes on the way, and sees an answer a cycle late: W x 32 bytes over
 * the round trip and that cycle. Few reads hardly meet each other. */
static void one_core_gets_what_littles_law_says(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.sources=(0)", "traffic.destinations=(1)",
                                            NULL};
    static const double reads = 4.0, bytes = 32.0;
    test_system s = test_compile(halves, overrides);
    for (int k = 0; k < METHODS; k++) {
        told t = ask(s.system, k, NAN);
        const double trip = value_of(&t, NOC_METRIC_zero_load_latency_cycles);
        assert_int_equal(t.pairs.count, 1);
        assert_near(t.pairs.list[0].data_rate, reads * bytes / (trip + 1.0),
                    0.03 * t.pairs.list[0].data_rate);
        assert_near(t.pairs.list[0].latency, trip, 0.03 * trip);
        noc_arena_clear(&arena);
    }
    test_system_free(&s);
}

/* ---- sums ----------------------------------------------------------------------------------- */

typedef struct sum_case {
    const char *name, *design, *file;
    const char *overrides[4];
    double load;
} sum_case;

static const sum_case sum_cases[] = {
    {"on the way", halves, NULL, {NULL}, NAN},
    {"many on the way", halves, NULL, {"traffic.outstanding=64"}, NAN},
    {"a load", halves, NULL, {"traffic.outstanding=0", "traffic.batch=0"}, 0.1},
    {"a mesh", NULL, "configs/te13-baseline.cfg", {NULL}, 0.03},
    {"a mesh, on the way", NULL, "configs/te13-baseline.cfg", {"traffic.outstanding=2"}, NAN},
    {"peers", NULL, "configs/synthetic-mesh.cfg", {NULL}, 0.1},
};

/* Bytes of all pairs are what the network delivers, and their mean trip is the answer's. */
static void pairs_sum_to_the_whole(void **state)
{
    const sum_case *c = *state;
    static const double of[METHODS] = {1e-3, 0.02};
    test_system s = c->design ? test_compile(c->design, c->overrides)
                              : test_compile_file(c->file, c->overrides);
    for (int k = 0; k < METHODS; k++) {
        told t = ask(s.system, k, c->load);
        double bytes = 0.0, trips = 0.0;
        for (size_t i = 0; i < t.pairs.count; i++) {
            bytes += t.pairs.list[i].payload_rate;
            trips += t.pairs.list[i].payload_rate * t.pairs.list[i].latency;
        }
        const double whole = value_of(&t, NOC_METRIC_delivered_bytes_per_cycle);
        const double trip = value_of(&t, t.pairs.has_replies ? NOC_METRIC_round_trip_cycles
                                                             : NOC_METRIC_packet_latency_cycles);
        print_message("%s, %s: %.4g of %.4g bytes a cycle, %.4g of %.4g cycles\n", c->name,
                      noc_method_name(t.e.method), bytes, whole, trips / bytes, trip);
        assert_near(bytes, whole, of[k] * whole);
        assert_near(trips / bytes, trip, 0.02 * trip);
        noc_arena_clear(&arena);
    }
    test_system_free(&s);
}

/* ---- near and far --------------------------------------------------------------------------- */

/* Mean over cores of a half. */
static double mean_of_half(const noc_node_pairs *p, bool far, bool data)
{
    double sum = 0.0, count = 0.0;
    for (size_t i = 0; i < p->count; i++) {
        if ((p->sources.numbers[p->list[i].row] >= 8) != far) continue;
        sum += data ? p->list[i].data_rate : p->list[i].latency;
        count += 1.0;
    }
    return sum / count;
}

/* Cores of the near half get more of a memory partition, by the ratio of their trips: both ways
 * take 40 cycles more from the far half. */
static void near_cores_get_more(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.destinations=\"mp:0\"", NULL};
    test_system s = test_compile(halves, overrides);
    double near[METHODS], far[METHODS];
    for (int k = 0; k < METHODS; k++) {
        told t = ask(s.system, k, NAN);
        assert_int_equal(t.pairs.count, 32);
        near[k] = mean_of_half(&t.pairs, false, true);
        far[k] = mean_of_half(&t.pairs, true, true);
        const double close = mean_of_half(&t.pairs, false, false);
        const double distant = mean_of_half(&t.pairs, true, false);
        assert_near(distant - close, 80.0, 4.0);
        assert_near(near[k] / far[k], (distant + 1.0) / (close + 1.0), 0.03 * near[k] / far[k]);
        noc_arena_clear(&arena);
    }
    assert_near(near[BY_MODEL], near[BY_SAMPLE], 0.05 * near[BY_SAMPLE]);
    assert_near(far[BY_MODEL], far[BY_SAMPLE], 0.05 * far[BY_SAMPLE]);
    test_system_free(&s);
}

/* Nodes at the ends of slowest_node_share and busiest_node_share are of the far and the near half,
 * and said by both methods. */
static void shares_name_their_nodes(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.destinations=\"mp:0\"",
                                            "traffic.sources=(3, 12)", NULL};
    test_system s = test_compile(halves, overrides);
    for (int k = 0; k < METHODS; k++) {
        told t = ask(s.system, k, NAN);
        assert_string_equal(noc_estimate_node_name(&t.e, NOC_METRIC_busiest_node_share),
                            "compute 3");
        assert_string_equal(noc_estimate_node_name(&t.e, NOC_METRIC_slowest_node_share),
                            "compute 12");
        noc_arena_clear(&arena);
    }
    test_system_free(&s);
}

/* ---- the interface -------------------------------------------------------------------------- */

/* te13-baseline: 8 ports of 16 bytes at 602 MHz, 8 controllers of 16 bytes at 1107 MHz (Jin et al.,
 * MICRO 2024, VI-C). Two ports are twice as much; two nodes that share a DRAM as well. */
static void interface_is_ports_over_dram(void **state)
{
    (void)state;
    static const char *const ports[] = {"network.memory_ports=2", NULL};
    static const char *const slices[] = {"memory.slices=2", NULL};
    const char *const *const overrides[] = {NULL, ports, slices};
    for (int i = 0; i < 3; i++) {
        test_system s = test_compile_file("configs/te13-baseline.cfg", overrides[i]);
        for (int k = 0; k < METHODS; k++) {
            told t = ask(s.system, k, 0.02);
            assert_near(value_of(&t, NOC_METRIC_interface_over_memory_bandwidth),
                        (i ? 2.0 : 1.0) * 602.0 / 1107.0, 1e-9);
            noc_arena_clear(&arena);
        }
        test_system_free(&s);
    }
}

static void designs_without_memory_have_none(void **state)
{
    (void)state;
    test_system s = test_compile(halves, NULL);
    told t = ask(s.system, BY_MODEL, NAN);
    assert_true(isnan(value_of(&t, NOC_METRIC_interface_over_memory_bandwidth)));
    assert_contains(t.e.metrics[NOC_METRIC_interface_over_memory_bandwidth].reason, "memory");
    noc_arena_clear(&arena);
    test_system_free(&s);
}

int main(void)
{
    static test_list list;
    test_add(&list, "Little's law", one_core_gets_what_littles_law_says);
    TEST_TABLE_PREFIXED(&list, "sums", sum_cases, pairs_sum_to_the_whole);
    test_add(&list, "near and far", near_cores_get_more);
    test_add(&list, "nodes of shares", shares_name_their_nodes);
    test_add(&list, "the interface", interface_is_ports_over_dram);
    test_add(&list, "no memory", designs_without_memory_have_none);
    return test_run("by node", &list);
}
