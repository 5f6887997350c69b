/* Flows that are merged load channels, and pairs of channels, as those that are stored one by one,
 * and take as long; those of large meshes as closed forms have it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analytic/curve/model.h"
#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "network/compile/compile.h"
#include "network/compile/flow_routes.h"
#include "network/compile/merged_flows.h"
#include "tests/support/helpers.h"

static const double rounding = 1e-11;

static void assert_alike(double got, double want, const char *what, size_t place)
{
    if (!(fabs(got - want) <= rounding * fmax(fabs(want), 1e-3)))
        fail_msg("%s %zu: %.15g merged, %.15g one by one", what, place, got, want);
}

/* ---- beside stored flows -------------------------------------------------------------------- */

/* Another system of the design, as if it had many flows. */
static noc_system *merge(const noc_design *design)
{
    noc_system *s = NULL;
    assert_int_equal(noc_system_compile(design, &s, NULL), NOC_OK);
    noc_arena_clear(&s->routes.arena);
    s->routes = (noc_routes){0};
    s->traffic.flows = NULL;
    s->traffic.flow_count = s->traffic.injector_count = 0;
    for (uint32_t t = 0; t < s->graph.terminal_count; t++) s->traffic.creates_packets[t] = false;
    assert_int_equal(noc_flows_merge(s), NOC_OK);
    assert_int_equal(noc_flows_route(s, NULL), NOC_OK);
    return s;
}

static const noc_pair_load *pair_between(const noc_loads *l, const noc_group *from,
                                         const noc_group *to)
{
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const noc_group *a = &l->groups[l->pairs[p].input_group],
                        *b = &l->groups[l->pairs[p].output_group];
        if (a->channel == from->channel && a->vcs == from->vcs && b->channel == to->channel &&
            b->vcs == to->vcs)
            return &l->pairs[p];
    }
    fail_msg("no pair of channels %u and %u", from->channel, to->channel);
    return NULL;
}

static void assert_same_loads(const noc_system *merged, const noc_system *stored)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads a, b;
    assert_int_equal(noc_loads_new(merged, &arena, &a), NOC_OK);
    assert_int_equal(noc_loads_new(stored, &arena, &b), NOC_OK);
    assert_int_equal(a.group_count, b.group_count);
    assert_int_equal(a.pair_count, b.pair_count);
    for (uint32_t c = 0; c < stored->graph.channel_count; c++) {
        assert_alike(a.channel_flits[c], b.channel_flits[c], "flits of channel", c);
        assert_alike(a.busy_cycles[c], b.busy_cycles[c], "use of channel", c);
        assert_alike(a.carried_flits[c], b.carried_flits[c], "flits moved on channel", c);
    }
    for (uint32_t p = 0; p < b.pair_count; p++) {
        const noc_pair_load *want = &b.pairs[p];
        const noc_pair_load *got =
            pair_between(&a, &b.groups[want->input_group], &b.groups[want->output_group]);
        assert_alike(got->stream.packets, want->stream.packets, "packets of pair", p);
        assert_alike(got->stream.squares, want->stream.squares, "squares of pair", p);
    }
}

static void assert_same_means(const noc_system *merged, const noc_system *stored)
{
    for (int k = 0; k < NOC_CLASSES; k++) {
        const noc_class class = (noc_class)k;
        const double routers = noc_mean_routers(stored, class);
        if (isnan(routers)) continue;
        assert_alike(noc_mean_routers(merged, class), routers, "routers of class", (size_t)k);
        assert_alike(noc_mean_idle_latency(merged, class), noc_mean_idle_latency(stored, class),
                     "idle latency of class", (size_t)k);
    }
    assert_alike(noc_system_highest_load(merged), noc_system_highest_load(stored), "load", 0);
    assert_alike(noc_system_packet_flits(merged), noc_system_packet_flits(stored), "flits", 0);
    assert_int_equal(merged->traffic.injector_count, stored->traffic.injector_count);
}

/* Of flows that send a part of their packets: a seventh by a sender's number, and a fifth by
 * its owner's. */
static void assert_same_kept(const noc_system *merged, const noc_system *stored)
{
    const noc_graph *g = &stored->graph;
    const size_t senders = (size_t)g->terminal_count * NOC_CLASSES;
    double *kept = calloc(2 * senders, sizeof *kept), *owners = kept + senders;
    double *want = calloc((size_t)g->channel_count * NOC_CLASSES, sizeof *want);
    for (size_t i = 0; i < senders; i++) kept[i] = (double)(i % 7) / 7.0;
    for (uint32_t t = 0; t < g->terminal_count; t++) owners[t] = (double)(t % 5) / 5.0;
    for (size_t f = 0; f < stored->traffic.flow_count; f++) {
        const noc_flow *flow = &stored->traffic.flows[f];
        const double owner = flow->class == NOC_REPLY ? owners[flow->destination] : 1.0;
        const double rate = flow->rate * owner * kept[flow->source * NOC_CLASSES + flow->class];
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &stored->routes.paths[flow->route.first_path + i];
            for (uint32_t h = path->first_hop; h != NOC_NONE; h = stored->routes.hops[h].next)
                want[stored->routes.hops[h].channel * NOC_CLASSES + flow->class] +=
                    rate * path->probability;
        }
    }
    double *got = noc_merged_packets(merged, &(noc_sent_shares){kept, owners});
    assert_non_null(got);
    for (size_t i = 0; i < (size_t)g->channel_count * NOC_CLASSES; i++)
        assert_alike(got[i], want[i], "kept packets at", i);
    free(kept);
    free(want);
    free(got);
}

/* Nodes that a hierarchy tells apart: the flows that stand for others keep the latencies of the
 * node that is nearest, and of the farthest. */
static void assert_same_nodes(const noc_system *merged, const noc_system *stored)
{
    noc_model *a = noc_model_new(merged), *b = noc_model_new(stored);
    noc_model_point point;
    assert_non_null(a);
    assert_non_null(b);
    noc_model_limits limits;
    noc_model_find_limits(b, &limits);
    noc_model_solve(a, 0.6 * limits.overflow, &point);
    noc_model_solve(b, 0.6 * limits.overflow, &point);
    const noc_node_latencies got = noc_model_node_latencies(a), want = noc_model_node_latencies(b);
    assert_near(got.fastest_node.idle_cycles, want.fastest_node.idle_cycles, 1e-9);
    assert_near(got.slowest_node.idle_cycles, want.slowest_node.idle_cycles, 1e-9);
    assert_near(got.fastest_node.wait_cycles, want.fastest_node.wait_cycles, 1e-6);
    assert_near(got.slowest_node.wait_cycles, want.slowest_node.wait_cycles, 1e-6);
    assert_near(got.all_packets.idle_cycles, want.all_packets.idle_cycles, 1e-9);
    assert_near(got.all_packets.wait_cycles, want.all_packets.wait_cycles, 1e-6);
    if (stored->graph.dies > 0) {
        assert_near(got.same_die.idle_cycles, want.same_die.idle_cycles, 1e-9);
        assert_near(got.same_die.wait_cycles, want.same_die.wait_cycles, 1e-6);
        assert_near(got.other_die.idle_cycles, want.other_die.idle_cycles, 1e-9);
        assert_near(got.other_die.wait_cycles, want.other_die.wait_cycles, 1e-6);
    }
    noc_model_free(a);
    noc_model_free(b);
}

/* Levels of 24 cores and 12 memory nodes, whose uneven groups are far from each other. */
#define LEVELS                                                                         \
    "network = { topology = \"hierarchy\"; buffer_flits = 32; levels = ( "             \
    "{ name = \"tpc\"; groups = 12; flits_per_cycle = 1.5; cycles = 2; }, "            \
    "{ name = \"gpc\"; groups = (8, 8, 4, 4); flits_per_cycle = 20; cycles = 3; } ); " \
    "memory_levels = ( { name = \"mp\"; groups = 3; flits_per_cycle = 33; cycles = 2; } );"

static const char *const hierarchies[] = {
    LEVELS " };\n",
    LEVELS " pair_flits_per_cycle = 17; };\n",
    LEVELS " halves = 2; bridge_flits_per_cycle = 18; bridge_cycles = 20; memory_ports = 2; };\n",
    LEVELS " halves = 2; bridge_cycles = 9; pair_flits_per_cycle = 0.7; slices = 2; };\n",
    LEVELS " halves = 2; crossbar_die = 2; die_links = { cycles = 30; }; };\n",
    /* two dies to either side of the crossbar's: ways to both are alike, but one comes back */
    "network = { topology = \"hierarchy\"; buffer_flits = 32; crossbar_die = 1; "
    "levels = ( { name = \"gpc\"; groups = 4; flits_per_cycle = 4; die = (1, 1, 2, 2); } ); "
    "memory_levels = ( { name = \"mp\"; groups = 4; flits_per_cycle = 4; die = (1, 1, 2, 2); } ); "
    "die_links = { cycles = 9; }; };\n",
};

static void hierarchies_merge_node_by_node(void **state)
{
    char text[1024];
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(hierarchies); i++) {
        snprintf(text, sizeof text, "nodes = { compute = 24; memory = 12; };\n%s", hierarchies[i]);
        test_system stored = test_compile(text, NULL);
        noc_system *merged = merge(stored.design);
        assert_true(merged->traffic.flow_count < stored.system->traffic.flow_count);
        assert_same_loads(merged, stored.system);
        assert_same_means(merged, stored.system);
        assert_same_kept(merged, stored.system);
        assert_same_nodes(merged, stored.system);
        noc_system_free(merged);
        test_system_free(&stored);
    }
}

static const struct {
    const char *file;
    const char *overrides[6];
} designs[] = {
    {"configs/synthetic-mesh.cfg", {NULL}},
    {"configs/synthetic-mesh.cfg", {"network.routing=yx", NULL}},
    {"configs/synthetic-mesh.cfg", {"network.slices=2", NULL}},
    {"configs/synthetic-mesh.cfg", {"network.layers=2", "network.rows=4", NULL}},
    {"configs/synthetic-mesh.cfg",
     {"network.layers=2", "network.rows=4", "network.routing=yx", NULL}},
    {"configs/synthetic-mesh.cfg",
     {"network.topology=cmesh", "network.concentration=4", "network.columns=4", "network.rows=4",
      NULL}},
    {"configs/synthetic-mesh.cfg",
     {"network.topology=flattened-butterfly", "network.concentration=4", "network.columns=4",
      "network.rows=4", NULL}},
    {"configs/synthetic-mesh.cfg", {"traffic.pattern=transpose", NULL}},
    {"configs/te13-baseline.cfg", {NULL}},
    {"configs/te13-baseline.cfg", {"network.routing=cdr", "network.memory_ports=2", NULL}},
    {"configs/te13-baseline.cfg",
     {"traffic.hotspot_fraction=0.2", "network.channel_cycles=2", NULL}},
    {"configs/te13-baseline.cfg",
     {"nodes.placement=staircase", "network.slices=2", "network.slice_choice=round-robin", NULL}},
};

static void merged_flows_are_the_stored_ones_together(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(designs); i++) {
        test_system stored = test_compile_file(designs[i].file, designs[i].overrides);
        noc_system *merged = merge(stored.design);
        assert_true(merged->traffic.flow_count < stored.system->traffic.flow_count);
        assert_same_loads(merged, stored.system);
        assert_same_means(merged, stored.system);
        assert_same_kept(merged, stored.system);
        noc_system_free(merged);
        test_system_free(&stored);
    }
}

/* ---- large ---------------------------------------------------------------------------------- */

/* A design's system as the model gets it, with other settings. */
static test_system for_model(const char *text, const char *const *overrides)
{
    test_system t = {test_design(text, overrides), NULL};
    assert_int_equal(noc_system_compile_kept(t.design, NULL, &t.system, NULL), NOC_OK);
    assert_non_null(t.system->merged_rates.packets);
    return t;
}

/* Of k x k nodes that send to all alike the k/2 nodes of one side of a row send half of their
 * packets to the other: k/4 on the link in the middle. Ways have (k - 1/k) / 3 links in each
 * dimension. */
static void middle_links_of_a_large_mesh_carry_a_quarter_of_its_side(void **state)
{
    static const char *const side_32[] = {"network.columns=32", "network.rows=32",
                                          "nodes.compute=1024", NULL};
    const double k = 32.0;
    (void)state;
    char *text = test_read_text("configs/synthetic-mesh.cfg");
    test_system t = for_model(text, side_32);
    free(text);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    const uint32_t busiest = noc_loads_busiest(&loads, t.system->graph.channel_count);
    assert_near(loads.carried_flits[busiest], k / 4.0 * t.system->traffic.injected_flits, 1e-9);
    assert_near(noc_mean_routers(t.system, NOC_REQUEST), 1.0 + 2.0 * (k - 1.0 / k) / 3.0, 1e-9);
    test_system_free(&t);
}

static const char large_gpu[] =
    "nodes = { compute = 4064; memory = 32; placement = \"scattered\"; };\n"
    "network = { topology = \"mesh\"; columns = 64; rows = 64; virtual_channels = 4; };\n"
    "traffic = { read_fraction = 0.9; };\n";

/* A router passes on what comes: packets of a channel into it are those of its pairs. */
static void routers_of_a_large_gpu_pass_on_what_comes(void **state)
{
    (void)state;
    test_system t = for_model(large_gpu, NULL);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads l;
    assert_int_equal(noc_loads_new(t.system, &arena, &l), NOC_OK);
    double *left = calloc(l.group_count, sizeof *left), *came = calloc(l.group_count, sizeof *came);
    double asked = 0.0, answered = 0.0;
    for (uint32_t p = 0; p < l.pair_count; p++) {
        left[l.pairs[p].input_group] += l.pairs[p].stream.packets;
        came[l.pairs[p].output_group] += l.pairs[p].stream.packets;
    }
    for (uint32_t i = 0; i < l.group_count; i++) {
        const noc_channel_kind kind = t.system->graph.channels[l.groups[i].channel].kind;
        const double packets = l.groups[i].stream.packets;
        if (kind != NOC_EJECTION) assert_near(left[i], packets, 1e-9 * packets);
        if (kind != NOC_INJECTION) assert_near(came[i], packets, 1e-9 * packets);
        if (kind == NOC_EJECTION && l.groups[i].class == NOC_REQUEST) asked += packets;
        if (kind == NOC_EJECTION && l.groups[i].class == NOC_REPLY) answered += packets;
    }
    assert_near(asked, 4064.0, 1e-6);
    assert_near(answered, 4064.0, 1e-6);
    free(left);
    free(came);
    test_system_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_flows_are_the_stored_ones_together),
        cmocka_unit_test(hierarchies_merge_node_by_node),
        cmocka_unit_test(middle_links_of_a_large_mesh_carry_a_quarter_of_its_side),
        cmocka_unit_test(routers_of_a_large_gpu_pass_on_what_comes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
