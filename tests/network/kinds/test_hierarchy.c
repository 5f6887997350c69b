/* Hierarchies of switches: what they are built of, and how long a packet takes, by hand; what ports
 * of other than a flit a cycle pass, by both methods. */
#include <math.h>

#include "analytic/full/full.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "network/compile/compile.h"
#include "network/graph/pace.h"
#include "reader/design_walk.h"
#include "sampler/run.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/models.h"
#include "tests/support/runs/runs.h"

/* 16 cores in pairs, pairs in two groups; 4 memory nodes in two partitions. */
#define CORE_LEVELS                                                       \
    "levels = ( { name = \"tpc\"; groups = 8; cycles = 2; mm = 0.5; },\n" \
    "           { name = \"gpc\"; groups = 2; cycles = 5; mm = 3.0; } );\n"
#define MEMORY_LEVELS \
    "memory_levels = ( { name = \"partition\"; groups = 2; cycles = 3; mm = 2.0; } );\n"
#define DESIGN(keys)                                                                       \
    "nodes = { compute = 16; memory = 4; };\n"                                             \
    "traffic = { read_fraction = 1.0; read_request_bytes = 8; read_reply_bytes = 64; };\n" \
    "network = { topology = \"hierarchy\"; flit_bytes = 32; virtual_channels = 8;\n"       \
    "            buffer_flits = 32;\n" CORE_LEVELS MEMORY_LEVELS keys " };\n"

static const char plain[] = DESIGN("");

/* ---- what it is built of --------------------------------------------------------------------- */

typedef struct built_case {
    const char *name;
    const char *overrides[4];
    uint32_t routers, links; /* links both ways */
} built_case;

/* clang-format off */
static const built_case built_cases[] = {
    {"levels", {NULL}, 8 + 2 + 1 + 2, 2 * (8 + 2 + 2)},
    {"no levels of memory", {"network.memory_levels=()"}, 8 + 2 + 1, 2 * (8 + 2)},
    {"no levels", {"network.memory_levels=()", "network.levels=()"}, 1, 0},
    {"a level of single cores is their port", {"network.levels[0].groups=16"}, 2 + 1 + 2,
     2 * (2 + 2)},
    {"halves", {"network.halves=2"}, 8 + 2 + 2 + 2, 2 * (8 + 2 + 2 + 1)},
    {"pairs", {"network.pair_flits_per_cycle=1"}, 8 + 2 + 2 + 2 + 2, 2 * (8 + 2 + 4 + 2)},
    {"pairs of two halves", {"network.pair_flits_per_cycle=1", "network.halves=2"},
     8 + 2 + 2 + 2 + 2 + 2, 2 * (8 + 2 + 2 + 2 + 1 + 2 + 2)},
    {"wide ports are several channels", {"network.levels[1].flits_per_cycle=20"}, 8 + 2 + 1 + 2,
     2 * (8 + 2 * 2 + 2)},
    {"uneven sizes", {"network.levels[1].groups=(5,3)"}, 8 + 2 + 1 + 2, 2 * (8 + 2 + 2)},
};
/* clang-format on */

static uint32_t count_links(const noc_graph *g)
{
    uint32_t links = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) links += g->channels[c].kind == NOC_LINK;
    return links;
}

static void has_routers_and_links(void **state)
{
    const built_case *c = *state;
    test_system t = test_compile(plain, (const char **)(size_t)c->overrides);
    assert_int_equal(t.system->graph.router_count, c->routers);
    assert_int_equal(count_links(&t.system->graph), c->links);
    test_system_free(&t);
}

/* Sizes count groups of the level below, or nodes: 5 pairs are 10 cores. */
static void sizes_count_groups_or_nodes(void **state)
{
    (void)state;
    test_system a =
        test_compile(plain, (const char *const[]){"network.levels[1].groups=(5,3)", NULL});
    test_system b =
        test_compile(plain, (const char *const[]){"network.levels[1].groups=(10,6)", NULL});
    const noc_graph *g = &a.system->graph, *h = &b.system->graph;
    assert_int_equal(g->channel_count, h->channel_count);
    for (uint32_t c = 0; c < g->channel_count; c++) {
        assert_int_equal(g->channels[c].from, h->channels[c].from);
        assert_int_equal(g->channels[c].to, h->channels[c].to);
    }
    assert_int_equal(g->routers[8].inputs, 5 + 1); /* the first group's: pairs, the crossbar */
    assert_int_equal(g->routers[9].inputs, 3 + 1);
    test_system_free(&a);
    test_system_free(&b);
}

static void channels_have_names(void **state)
{
    (void)state;
    test_system t = test_compile(plain, NULL);
    const noc_graph *g = &t.system->graph;
    char text[80];
    noc_channel_name(g, noc_graph_link(g, 7, 9), text, sizeof text);
    assert_string_equal(text, "tpc 7 to gpc 1");
    noc_channel_name(g, noc_graph_link(g, 9, 12), text, sizeof text);
    assert_string_equal(text, "gpc 1 to crossbar 0");
    test_system_free(&t);
}

/* Packets over a channel when every core sends one. */
static double packets_over(const noc_system *s, uint32_t channel)
{
    double packets = 0.0;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        for (uint32_t p = 0; p < flow->route.path_count; p++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + p];
            for (uint32_t h = path->first_hop; h != NOC_NONE; h = s->routes.hops[h].next)
                if (s->routes.hops[h].channel == channel) packets += flow->rate * path->probability;
        }
    }
    return packets;
}

/* Groups have two channels up, and the bridge three: each of them has as many packets as those
 * beside it, whether or not their ways go by the bridge. */
static void channels_side_by_side_carry_alike(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.levels[1].flits_per_cycle=20",
                                            "network.halves=2", "network.bridge_flits_per_cycle=40",
                                            NULL};
    test_system t = test_compile(plain, overrides);
    const noc_graph *g = &t.system->graph;
    int beside = 0;
    for (uint32_t c = 1; c < g->channel_count; c++) {
        const noc_channel *one = &g->channels[c - 1], *other = &g->channels[c];
        if (one->kind != NOC_LINK || other->kind != NOC_LINK) continue;
        if (one->from != other->from || one->to != other->to) continue;
        assert_near(packets_over(t.system, c), packets_over(t.system, c - 1), 1e-9);
        beside++;
    }
    assert_int_equal(beside, 2 * 2 * 1 + 2 * 2); /* groups both ways, bridges each way */
    test_system_free(&t);
}

/* A level's port has its own buffers, those of the bridge theirs, and all others the network's. */
static void ports_have_their_buffers(void **state)
{
    (void)state;
    static const char *const overrides[] = {
        "network.levels[1].buffer_flits=100", "network.memory_levels[0].buffer_flits=50",
        "network.halves=2", "network.bridge_buffer_flits=70", NULL};
    test_system t = test_compile(plain, overrides);
    const noc_graph *g = &t.system->graph;
    int with[4] = {0};
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const int flits = g->channels[c].buffer_flits;
        with[flits == 100 ? 0 : flits == 50 ? 1 : flits == 70 ? 2 : 3]++;
        if (flits != 100 && flits != 50 && flits != 70) assert_int_equal(flits, 32);
    }
    assert_int_equal(with[0], 2 * 2); /* two groups, both ways */
    assert_int_equal(with[1], 2 * 2);
    assert_int_equal(with[2], 2);
    test_system_free(&t);
}

/* Cores 0-7 and memory nodes 0-1 are in the first half. Those of uneven groups get more. */
static void reach_ends_at_the_half(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.levels[1].groups=(12,4)", "network.halves=2",
                                            "network.reach=half", NULL};
    test_system t = test_compile(plain, overrides);
    const noc_graph *g = &t.system->graph;
    double got[4] = {0.0}, sent[16] = {0.0};
    for (size_t f = 0; f < t.system->traffic.flow_count; f++) {
        const noc_flow *flow = &t.system->traffic.flows[f];
        if (flow->class == NOC_REPLY) continue;
        const uint32_t core = g->terminals[flow->source].number;
        const uint32_t memory = g->terminals[flow->destination].number;
        assert_int_equal(core < 12, memory < 2);
        sent[core] += flow->rate;
        got[memory] += flow->rate;
    }
    for (int c = 0; c < 16; c++) assert_near(sent[c], 1.0, 1e-12);
    for (int m = 0; m < 4; m++) assert_near(got[m], m < 2 ? 6.0 : 2.0, 1e-12);
    test_system_free(&t);
}

/* Twelve cores are in the first half of one network, eight in that of the other. */
static void halves_are_those_of_all_networks(void **state)
{
    (void)state;
    static const char apart[] =
        "nodes = { compute = 16; memory = 4; };\n"
        "networks = ( { carries = \"request\"; topology = \"hierarchy\"; halves = 2;\n"
        "               levels = ( { name = \"gpc\"; groups = (12, 4); } ); reach = \"half\";\n"
        "               memory_levels = ( { name = \"partition\"; groups = 2; } ); },\n"
        "             { carries = \"reply\"; topology = \"hierarchy\"; halves = 2;\n"
        "               levels = ( { name = \"gpc\"; groups = 2; } );\n"
        "               memory_levels = ( { name = \"partition\"; groups = 2; } ); } );\n";
    noc_design *design = test_design(apart, NULL);
    noc_system *system = NULL;
    noc_diag diag = {0};
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_EINPUT);
    assert_contains(diag.messages[0].text, "the networks put some node on different halves");
    noc_diag_clear(&diag);
    noc_design_free(design);
}

/* Routers of a port of 64 flits run 64 steps in each cycle, those of a whole period among them. */
static void steps_are_counted_at_any_speed(void **state)
{
    (void)state;
    static const uint64_t cycle = NOC_PACE_FLIT - 1, speedup = 64;
    const uint64_t steps = noc_steps_before(speedup * NOC_PACE_FLIT, cycle);
    assert_int_equal(steps, speedup * cycle);
    assert_int_equal(noc_cycle_of_step(speedup * NOC_PACE_FLIT, steps), cycle);
}

/* ---- a packet alone -------------------------------------------------------------------------- */

typedef struct lone_case {
    const char *name;
    const char *overrides[4];
    int routers, links, cycles_of_links; /* passed by a request */
    int cycles_of_router;
} lone_case;

/* A request from a core of the first group to a memory node of the last partition: each router has
 * four stages, a step each; each port takes a cycle. */
/* clang-format off */
static const lone_case lone_cases[] = {
    {"levels", {NULL}, 4, 3, 2 + 5 + 3, 4},
    {"a level of single cores", {"network.levels[0].groups=16"}, 3, 2, 5 + 3 + 1, 4},
    {"two steps a cycle", {"network.levels[1].flits_per_cycle=2"}, 4, 3, 2 + 5 + 3, 2},
    {"three steps a cycle", {"network.levels[1].flits_per_cycle=2.5"}, 4, 3, 2 + 5 + 3, 2},
    {"eight steps a cycle", {"network.memory_levels[0].flits_per_cycle=8"}, 4, 3, 2 + 5 + 3, 1},
    {"pairs", {"network.pair_flits_per_cycle=1"}, 5, 4, 2 + 5 + 1 + 3, 4},
    {"bridge", {"network.halves=2", "network.bridge_cycles=7"}, 5, 4, 2 + 5 + 7 + 3, 4},
    {"pairs and bridge", {"network.halves=2", "network.bridge_cycles=7",
     "network.pair_flits_per_cycle=1"}, 7, 6, 2 + 5 + 1 + 7 + 1 + 3, 4},
};
/* clang-format on */

static size_t flow_between(const noc_system *s, uint32_t core, uint32_t memory)
{
    size_t f = 0;
    while (s->traffic.flows[f].source != s->graph.compute_terminals[core] ||
           s->traffic.flows[f].destination != s->graph.memory_terminals[memory])
        f++;
    return f;
}

static void takes_its_routers_and_links(void **state)
{
    const lone_case *c = *state;
    test_system t = test_compile(plain, (const char **)(size_t)c->overrides);
    const size_t flow = flow_between(t.system, 0, 3);
    const noc_path *path = &t.system->routes.paths[t.system->traffic.flows[flow].route.first_path];
    /* created, into the first router and out of the last: a cycle each */
    const int want = 1 + 2 + c->routers * c->cycles_of_router + c->cycles_of_links;
    assert_int_equal(path->router_count, c->routers);
    assert_near(noc_zero_load_path(t.system, path->first_hop, 1), want, 1e-9);
    assert_int_equal(test_lone_packet(t.system, flow, 0, 1), want);
    test_system_free(&t);
}

/* ---- what ports pass ------------------------------------------------------------------------- */

typedef struct rate_case {
    const char *name;
    const char *overrides[7];
    double load;     /* requests a cycle and core that are offered */
    double accepted; /* passed by the narrowest port */
} rate_case;

/* A request has a flit, and its reply two; eight cores share a group's port. */
/* clang-format off */
static const rate_case rate_cases[] = {
    {"requests of a group", {"network.levels[1].flits_per_cycle=1.5",
     "traffic.read_reply_bytes=32", "network.memory_levels[0].flits_per_cycle=4"}, 0.3, 1.5 / 8},
    {"replies of a group", {"network.levels[1].flits_per_cycle=2.5",
     "network.memory_levels[0].flits_per_cycle=8", "network.port_flits_per_cycle=4"}, 0.3,
     2.5 / 2 / 8},
    {"a partition", {"network.levels[1].flits_per_cycle=4",
     "network.memory_levels[0].flits_per_cycle=2.5", "network.port_flits_per_cycle=4"}, 0.3,
     2.5 / 2 / 8},
    {"pairs", {"network.pair_flits_per_cycle=1.25", "network.levels[1].flits_per_cycle=6",
     "network.memory_levels[0].flits_per_cycle=6", "network.port_flits_per_cycle=4"}, 0.3,
     1.25 * 4 / 2 / 16},
    {"credits of a long port", {"network.levels[1].flits_per_cycle=4", "network.levels[1].cycles=60",
     "network.levels[1].buffer_flits=16", "traffic.read_reply_bytes=32"}, 0.4,
     16 * 4 / (2 * 60 + 3.0) / 8},
    {"a wide half of a few cores", {"network.halves=2", "network.reach=half",
     "network.levels[1].groups=(12,4)", "network.levels[1].flits_per_cycle=4",
     "network.memory_levels[0].flits_per_cycle=1.5",
     "traffic.read_reply_bytes=32"}, 0.2, (1.5 + 4 * 0.2) / 16},
};
/* clang-format on */

/* Queues are long, and packets of one length share them: nearly all of the rate is reached. */
static void ports_pass_their_rates(void **state)
{
    const rate_case *c = *state;
    static const double short_of = 0.05;
    test_system t = test_compile(plain, (const char **)(size_t)c->overrides);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_full_shares shares;
    const double sampled = test_accepted_share(t.system, c->load) * c->load;
    assert_int_equal(noc_full_find_shares(t.system, c->load, INFINITY, &arena, &shares), NOC_OK);
    assert_true(sampled <= c->accepted * 1.005);
    assert_near(sampled, c->accepted, short_of * c->accepted);
    assert_near(shares.accepted_load, sampled, short_of * sampled);
    test_system_free(&t);
}

/* Little's law: one core that keeps 160 reads on the way gets them back at 160 over the round trip,
 * more than one a cycle, as its ports are wide. The core sees a reply a cycle late, and several a
 * cycle meet at memory nodes. */
static void a_core_keeps_its_reads_on_the_way(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.levels=({name=\"sm\"; groups=16; "
                                            "flits_per_cycle=8; cycles=30;})",
                                            "network.memory_levels=()",
                                            "network.port_flits_per_cycle=4",
                                            "network.buffer_flits=256",
                                            "traffic.read_reply_bytes=32",
                                            "traffic.sources=(0)",
                                            "traffic.outstanding=160",
                                            NULL};
    static const uint64_t warm = 4096, counted = 8192;
    test_system t = test_compile(plain, overrides);
    const noc_flow *f = &t.system->traffic.flows[0];
    double trip = 1.0; /* the core sees a reply a cycle late */
    for (size_t k = 0; k < t.system->traffic.flow_count; k++)
        if (noc_flow_owner(&t.system->traffic.flows[k]) == f->source &&
            t.system->traffic.flows[k].destination + t.system->traffic.flows[k].source ==
                f->source + f->destination)
            trip += noc_zero_load_path(
                t.system,
                t.system->routes.paths[t.system->traffic.flows[k].route.first_path].first_hop, 1);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 3, .is_eager = true});
    assert_non_null(run);
    assert_int_equal(noc_run_cycles(run, warm, true), NOC_OK);
    const uint64_t before = noc_run_tally(run)->delivered[NOC_REPLY];
    assert_int_equal(noc_run_cycles(run, counted, true), NOC_OK);
    const double rate =
        (double)(noc_run_tally(run)->delivered[NOC_REPLY] - before) / (double)counted;
    assert_true(rate > 1.5);
    assert_near(rate, 160.0 / trip, 0.05 * 160.0 / trip);
    noc_run_free(run);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_full_shares played; /* a request has a flit: loads are requests a cycle */
    assert_int_equal(noc_full_find_shares(t.system, INFINITY, INFINITY, &arena, &played), NOC_OK);
    assert_near(played.accepted_load, rate, 0.02 * rate);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "built", built_cases, has_routers_and_links);
    test_add(&list, "sizes count groups or nodes", sizes_count_groups_or_nodes);
    test_add(&list, "channels have names", channels_have_names);
    test_add(&list, "channels side by side carry alike", channels_side_by_side_carry_alike);
    test_add(&list, "ports have their buffers", ports_have_their_buffers);
    test_add(&list, "reach ends at the half", reach_ends_at_the_half);
    test_add(&list, "halves are those of all networks", halves_are_those_of_all_networks);
    test_add(&list, "steps are counted at any speed", steps_are_counted_at_any_speed);
    TEST_TABLE_PREFIXED(&list, "alone", lone_cases, takes_its_routers_and_links);
    TEST_TABLE_PREFIXED(&list, "rate", rate_cases, ports_pass_their_rates);
    test_add(&list, "a core keeps its reads on the way", a_core_keeps_its_reads_on_the_way);
    return test_run("hierarchy", &list);
}
