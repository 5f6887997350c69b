/* Classes of traffic and their priorities in the sampler: BookSim 2.0's latencies by class, packets
 * that are kept class by class, and who starves. */
#include <math.h>
#include <string.h>

#include "analytic/zero_load.h"
#include "tests/support/rows/booksim_rows.h"
#include "tests/support/runs/engines.h"
#include "tests/support/runs/models.h"
#include "tests/support/runs/runs.h"

/* ---- beside BookSim ------------------------------------------------------------------------- */

static booksim reference;

typedef struct family_case {
    const char *name;
} family_case;

static const family_case families[] = {
    {"mesh4-c2-v4b8-P4-none"},
    {"mesh4-c2-v4b8-P4-sif-class"},
    {"mesh6-p4-v4b8-P4-sif-hotTB"},
    {"mesh6-p4-v4b8-P4-sif-age-hotTB"},
};

/* Compares within 2 %, or within the noise of both. */
static void compare(const char *what, const noc_interval *ours, double theirs, double error)
{
    const double noise = 3.0 * error + ours->half_width;
    if (fabs(ours->mean - theirs) > fmax(0.02 * theirs, noise))
        fail_msg("%s: %.2f +- %.2f cycles, BookSim %.2f, standard error %.2f", what, ours->mean,
                 ours->half_width, theirs, error);
}

static void check_latencies(void **state)
{
    static const double shares[] = {0.30, 0.80};
    const booksim_family *f = booksim_find(&reference, ((const family_case *)*state)->name);
    test_system t = test_compile(f->design, NULL);
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        const booksim_row *row = booksim_near(f, shares[i]);
        const noc_sample sample = test_sample_of(t.system, row->load, test_quick(0.01, 1));
        compare("all packets", &sample.quantities[NOC_SAMPLE_LATENCY], row->latency, row->error);
        for (uint32_t k = 0; k < t.system->traffic.class_count && row->class_error[k] > 0.0; k++)
            compare(k ? "class 1" : "class 0", &sample.classes[k].latency, row->class_latency[k],
                    row->class_error[k]);
    }
    test_system_free(&t);
}

/* ---- conservation --------------------------------------------------------------------------- */

static const char two[] =
    "nodes = { compute = 16; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4; };\n"
    "traffic = { classes = (\n"
    "{ name = \"low\"; share = 0.75; pattern = \"uniform\"; packet_flits = 5; },\n"
    "{ name = \"high\"; share = 0.25; pattern = \"transpose\"; priority = 1; }); };\n";

typedef struct kept_case {
    const char *name;
    const char *overrides[OVERRIDES_MAX]; /* the last stays NULL */
} kept_case;

#define CLASS "traffic.priority=class"
#define AGE   "traffic.priority=age"

static const kept_case kept[] = {
    {"no priority", {NULL}},
    {"by class", {CLASS, "network.allocator=separable"}},
    {"by class: separable-output", {CLASS, "network.allocator=separable-output"}},
    {"by class: select", {CLASS, "network.allocator=select"}},
    {"by class: wavefront", {CLASS, "network.allocator=wavefront"}},
    {"by class: rr-wavefront", {CLASS, "network.allocator=rr-wavefront"}},
    {"by class: wavefront, heads that speculate",
     {CLASS, "network.allocator=wavefront", "network.router_stages=2"}},
    {"by class: wavefront, heads that speculate alike",
     {CLASS, "network.allocator=wavefront", "network.router_stages=2",
      "network.speculation=equal"}},
    {"by class: an allocator that ignores it", {CLASS, "network.allocator=loa"}},
    {"by age", {AGE, "network.allocator=separable"}},
    {"by age: matrix arbiters", {AGE, "network.allocator=separable", "network.arbitration=matrix"}},
    {"by class: packets that choose",
     {CLASS, "network.allocator=separable", "network.routing=min-adaptive"}},
};

enum { PACKETS_PER_FLOW = 6 };

/* A packet that is alone takes what the model says of its way, whatever the priorities are: heads
 * that speculate are not held up. */
static void check_alone(const noc_system *s)
{
    const noc_flow *flow = &s->traffic.flows[0];
    const int type = (int)flow->traffic_class;
    assert_int_equal(s->traffic.types[type].traffic_class, type);
    if (flow->route.path_count > 1) return;
    const uint32_t first = s->routes.paths[flow->route.first_path].first_hop;
    assert_near((double)test_lone_packet(s, 0, type, 1),
                noc_zero_load_path(s, first, s->traffic.types[type].flits[0]), 1e-9);
}

/* Packets of each class that all nodes send at once: what was placed is what arrives, and no class
 * has more before. */
static void check_kept(void **state)
{
    const kept_case *c = *state;
    test_system t = test_compile(two, c->overrides);
    const noc_traffic *traffic = &t.system->traffic;
    check_alone(t.system);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 1});
    uint64_t placed[2] = {0, 0};
    assert_non_null(run);
    for (int round = 0; round < PACKETS_PER_FLOW; round++)
        for (size_t f = 0; f < traffic->flow_count; f++)
            for (int type = 0; type < traffic->type_count; type++) {
                if (traffic->types[type].traffic_class != (int)traffic->flows[f].traffic_class)
                    continue;
                assert_int_equal(test_run_place(run, f, type), NOC_OK);
                placed[traffic->flows[f].traffic_class]++;
            }
    for (int part = 0; part < 40; part++) {
        assert_int_equal(noc_run_cycles(run, 100, true), NOC_OK);
        assert_int_equal(noc_run_check(run, NULL), NOC_OK);
        for (int k = 0; k < 2; k++)
            assert_true(noc_run_tally(run)->classes[k].delivered <= placed[k]);
    }
    assert_true(placed[0] > 1000 && placed[1] > 50);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(noc_run_tally(run)->classes[k].delivered, placed[k]);
        assert_int_equal(noc_run_tally(run)->classes[k].flits, placed[k] * (k ? 1 : 5));
    }
    noc_run_free(run);
    test_system_free(&t);
}

/* ---- starvation ----------------------------------------------------------------------------- */

/* Both classes go to the nodes of the other half of a column of two: single channels carry them. */
static const char contended[] =
    "nodes = { compute = 4; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 1; virtual_channels = 4;\n"
    "allocator = \"separable\"; };\n"
    "traffic = { classes = (\n"
    "{ name = \"low\"; share = 0.5; pattern = \"bit-complement\"; packet_flits = 4; },\n"
    "{ name = \"high\"; share = 0.5; pattern = \"bit-complement\"; packet_flits = 4;\n"
    "priority = 1; }); };\n";

/* Flits of the low class over those of the high one, delivered at a load of both. */
static double low_over_high(const char *priority, double load)
{
    const char *const overrides[] = {priority, NULL};
    test_system t = test_compile(contended, overrides);
    noc_run *run = test_engine_at(t.system, load, 1);
    test_run_cycles(run, 4000);
    const noc_tally before = *noc_run_tally(run);
    test_run_cycles(run, 16000);
    const noc_tally *after = noc_run_tally(run);
    double flits[2];
    for (int k = 0; k < 2; k++)
        flits[k] = (double)(after->classes[k].flits - before.classes[k].flits);
    noc_run_free(run);
    test_system_free(&t);
    return flits[0] / flits[1];
}

/* Each half of the line sends to the other over one channel: 0.5 flits a node. A high class of 0.9
 * a node fills it alone. By age packets of both classes that are as old go alike. */
static void low_class_starves_by_class_only(void **state)
{
    (void)state;
    assert_near(low_over_high("traffic.priority=class", 0.3), 1.0, 0.1);
    assert_true(low_over_high("traffic.priority=class", 1.8) < 0.1);
    assert_near(low_over_high("traffic.priority=age", 1.8), 1.0, 0.1);
    assert_near(low_over_high("traffic.priority=none", 1.8), 1.0, 0.1);
}

/* ---- requests that are answered ------------------------------------------------------------- */

/* 6x6 mesh with six memory nodes at its edges, seven of ten requests writes, beyond saturation. */
static const char gpu[] =
    "nodes = { compute = 30; memory = 6; placement = \"top-bottom\"; };\n"
    "network = { topology = \"mesh\"; columns = 6; rows = 6; virtual_channels = 4;\n"
    "allocator = \"separable\"; };\n"
    "traffic = { pattern = \"many-to-few\"; read_fraction = 0.3; };\n";

/* Answers to the most served node over those to the least served one. */
static double unevenness(const char *priority)
{
    const char *const overrides[] = {priority, NULL};
    test_system t = test_compile(gpu, overrides);
    noc_sample_options options = test_quick(0.05, 1);
    noc_sample sample;
    options.max_cycles = 12000;
    assert_int_equal(noc_sample_at(t.system, 0.5, &options, &sample, NULL), NOC_OK);
    assert_true(sample.is_saturated);
    test_system_free(&t);
    return sample.most_served / sample.least_served;
}

/* The most served node has 2.4 times what the least served one has (this sampler's figure); age
 * brings both near each other, where it decides in both networks. */
static void age_serves_nodes_alike(void **state)
{
    (void)state;
    assert_true(unevenness("traffic.priority=none") > 2.0);
    assert_true(unevenness("traffic.priority=age") < 1.6);
}

/* Routers of two stages, whose heads ask for the switch before they have a virtual channel: BookSim
 * 2.0 accepts 98 % of 0.749 flits a cycle and node, as an input's flits that need not speculate go
 * before heads that do, whatever their classes are. */
static void speculation_does_not_go_first(void **state)
{
    (void)state;
    static const char fat_tree[] =
        "nodes = { compute = 27; memory = 0; };\n"
        "network = { topology = \"fat-tree\"; arity = 3; levels = 3; flit_bytes = 16;\n"
        "buffer_flits = 12; virtual_channels = 6; router_stages = 2; speculation = \"equal\";\n"
        "credit_cycles = 2; };\n"
        "traffic = { priority = \"class\"; classes = (\n"
        "{ name = \"low\"; share = 0.75; pattern = \"uniform\"; packet_flits = 4; },\n"
        "{ name = \"high\"; share = 0.25; pattern = \"uniform\"; priority = 1; }); };\n";
    test_system t = test_compile(fat_tree, NULL);
    assert_true(test_accepted_share(t.system, 0.73) > 0.98);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    reference = booksim_read("booksim-classes.csv");
    TEST_TABLE_PREFIXED(&list, "latencies", families, check_latencies);
    TEST_TABLE_PREFIXED(&list, "conservation", kept, check_kept);
    test_add(&list, "the low class starves by class only", low_class_starves_by_class_only);
    test_add(&list, "age serves nodes alike", age_serves_nodes_alike);
    test_add(&list, "speculation does not go first", speculation_does_not_go_first);
    const int failed = test_run("sampler: classes", &list);
    booksim_free(&reference);
    return failed;
}
