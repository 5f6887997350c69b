/* Loads of channels: against numbers worked out by hand, conservation at every router, and
 * symmetry. */
#include <stdlib.h>
#include <string.h>

#include "analytic/loads.h"
#include "base/auto.h"
#include "tests/support/designs/model_designs.h"
#include "tests/support/helpers.h"

/* ---- loads worked out by hand --------------------------------------------------------------- */

typedef struct load_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX];
    noc_channel_kind kind;
    noc_point from, to; /* tiles; of a terminal link both are the terminal's */
    double flits;       /* a cycle when every injecting node creates a packet a cycle */
    double bound;       /* on the offered load, by this channel alone */
    bool busiest;       /* no channel carries more */
} load_case;

/* te13's balanced mesh with write requests of 64 bytes: requests of 1 (90 %) and 4 flits, mean 1.3,
 * replies 3.7. Row 0 under XY between columns 3 and 4: replies of the memory nodes in columns 1..3
 * to the 10 nodes of columns 4 and 5, 30 pairs, and the requests of node (0,0) to the memory nodes
 * in column 4, 2 pairs; each pair has 1/8: (30 * 3.7 + 2 * 1.3) / 8 = 14.2, and 1.3 / 14.2 =
 * 0.0915. A memory node answers 28/8 requests: 28/8 * 3.7 = 12.95, and 1.3 / 12.95 = 0.1004. */
static const load_case load_cases[] = {
    {"te13, 64-byte writes: the busiest link",
     gpu,
     {"traffic.write_request_bytes=64"},
     NOC_LINK,
     {3, 0},
     {4, 0},
     14.2,
     0.0915493,
     true},
    {"te13, 64-byte writes: its mirror image",
     gpu,
     {"traffic.write_request_bytes=64"},
     NOC_LINK,
     {2, 5},
     {1, 5},
     14.2,
     0.0915493,
     true},
    {"te13, 64-byte writes: a memory node's injection",
     gpu,
     {"traffic.write_request_bytes=64"},
     NOC_INJECTION,
     {2, 0},
     {2, 0},
     12.95,
     0.1003861,
     false},
    {"te13, 64-byte writes: a memory node's ejection",
     gpu,
     {"traffic.write_request_bytes=64"},
     NOC_EJECTION,
     {4, 5},
     {4, 5},
     4.55,
     0.2857143,
     false},
    {"te13, 64-byte writes: a compute node's injection",
     gpu,
     {"traffic.write_request_bytes=64"},
     NOC_INJECTION,
     {0, 3},
     {0, 3},
     1.3,
     1.0,
     false},
    {"te13, 64-byte writes: a compute node's ejection",
     gpu,
     {"traffic.write_request_bytes=64"},
     NOC_EJECTION,
     {5, 2},
     {5, 2},
     3.7,
     0.3513514,
     false},
    /* 72-byte writes take 5 flits: (30 * 3.7 + 2 * 1.4) / 8 */
    {"te13: the busiest link", gpu, {NULL}, NOC_LINK, {3, 0}, {4, 0}, 14.225, 0.0984183, true},
    /* replies of memory node (2,0) to all but the nodes of row 0: 26 pairs */
    {"te13, yx: a column out of a memory node",
     gpu,
     {"network.routing=yx"},
     NOC_LINK,
     {2, 0},
     {2, 1},
     26.0 * 3.7 / 8.0,
     1.4 / (26.0 * 3.7 / 8.0),
     false},
    /* the six nodes of column 0 ask the four memory nodes of row 0 */
    {"te13, yx: requests in row 0",
     gpu,
     {"network.routing=yx"},
     NOC_LINK,
     {0, 0},
     {1, 0},
     24.0 * 1.4 / 8.0,
     1.0 / 3.0,
     false},
    {"te13, cdr: a memory node's injection",
     gpu,
     {"network.routing=cdr"},
     NOC_INJECTION,
     {3, 5},
     {3, 5},
     12.95,
     1.4 / 12.95,
     true},
    /* a fifth of all requests, 28/5 of them, answered by memory node 0 */
    {"te13, hot memory: its injection",
     gpu,
     {"traffic.hotspot_fraction=0.2"},
     NOC_INJECTION,
     {1, 0},
     {1, 0},
     5.6 * 3.7,
     1.4 / (5.6 * 3.7),
     true},
    {"te13, 2 ports: half of a memory node's injection",
     gpu,
     {"network.memory_ports=2"},
     NOC_INJECTION,
     {2, 0},
     {2, 0},
     12.95 / 2.0,
     1.4 / 6.475,
     false},
    /* slices of 8 bytes: requests of 1 and 9 flits, replies of 8 and 1, half of them on each */
    {"te13, 2 slices: a memory node's injection",
     gpu,
     {"network.slices=2"},
     NOC_INJECTION,
     {2, 0},
     {2, 0},
     3.5 / 2.0 * 7.3,
     1.8 / (1.75 * 7.3),
     false},
    /* k/2 sources of the row send half of their packets across; k/4 */
    {"uniform 4x4: the bisection", uniform, {NULL}, NOC_LINK, {1, 2}, {2, 2}, 1.0, 1.0, true},
    {"uniform 6x6: the bisection",
     uniform,
     {SIX},
     NOC_LINK,
     {3, 1},
     {3, 2},
     5 * 8.0 / 36.0 * 1.2,
     0.75,
     false},
    {"uniform 6x6, 5 flits: the bisection",
     uniform,
     {SIX, "traffic.packet_flits=5"},
     NOC_LINK,
     {3, 4},
     {2, 4},
     7.5,
     2.0 / 3.0,
     true},
    {"uniform 8x8: the bisection", uniform, {EIGHT}, NOC_LINK, {7, 3}, {7, 4}, 2.0, 0.5, true},
    /* (1 + x)(k - 1 - x)/k of column x: 1 * 7 / 8 */
    {"uniform 8x8: the edge",
     uniform,
     {EIGHT},
     NOC_LINK,
     {0, 5},
     {1, 5},
     0.875,
     1.0 / 0.875,
     false},
    {"uniform 8x8, o1turn: the bisection",
     uniform,
     {EIGHT, "network.routing=o1turn"},
     NOC_LINK,
     {3, 0},
     {4, 0},
     2.0,
     0.5,
     true},
    /* nodes 0..2 of row 3 send to column 3 */
    {"transpose 4x4: into the corner",
     uniform,
     {"traffic.pattern=transpose"},
     NOC_LINK,
     {2, 3},
     {3, 3},
     3.0,
     1.0 / 3.0,
     true},
    {"bit complement 4x4: the bisection",
     uniform,
     {"traffic.pattern=bit-complement"},
     NOC_LINK,
     {1, 0},
     {2, 0},
     2.0,
     0.5,
     true},
    {"hotspot: one of two ejection ports",
     uniform,
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(3, 9)"},
     NOC_EJECTION,
     {1, 2},
     {1, 2},
     8.0,
     0.125,
     true},
};

/* The router behind a tile, of the first network. */
static bool stands_at(const noc_graph *g, uint32_t router, noc_point at)
{
    return g->routers[router].column == at.column && g->routers[router].row == at.row &&
           g->routers[router].network == 0;
}

static uint32_t find_channel(const noc_graph *g, const load_case *c)
{
    for (uint32_t k = 0; k < g->channel_count; k++) {
        const noc_channel *channel = &g->channels[k];
        if (channel->kind != c->kind) continue;
        const bool starts = channel->kind == NOC_INJECTION || stands_at(g, channel->from, c->from);
        const bool ends = channel->kind == NOC_EJECTION || stands_at(g, channel->to, c->to);
        if (starts && ends) return k;
    }
    fail_msg("%s: no such channel", c->name);
    return 0;
}

static void check_load(void **state)
{
    const load_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    const double flits = loads.channel_flits[find_channel(&t.system->graph, c)];
    const uint32_t busiest = noc_loads_busiest(&loads, t.system->graph.channel_count);
    assert_near(flits, c->flits, 1e-9 * c->flits);
    assert_near(t.system->traffic.injected_flits / flits, c->bound, 1e-6 * c->bound);
    if (c->busiest) {
        assert_near(loads.channel_flits[busiest], flits, 1e-9 * flits);
        assert_near(noc_loads_bound(t.system, &loads), c->bound, 1e-6 * c->bound);
    } else {
        assert_true(loads.channel_flits[busiest] > flits * (1.0 + 1e-9));
    }
    test_system_free(&t);
}

/* ---- loads obey conservation ---------------------------------------------------------------- */

static noc_stream plus(noc_stream a, noc_stream b)
{
    return (noc_stream){a.packets + b.packets, a.flits + b.flits, a.squares + b.squares};
}

static void assert_same_stream(noc_stream a, noc_stream b)
{
    assert_near(a.packets, b.packets, 1e-9 * b.packets);
    assert_near(a.flits, b.flits, 1e-9 * b.flits);
    assert_near(a.squares, b.squares, 1e-9 * b.squares);
}

/* What enters by the injection channels, network by network and class by class, leaves by the
 * ejection channels. */
static void check_ends(const noc_system *s, const noc_loads *loads)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        for (int class = 0; class < NOC_CLASSES; class ++) {
            noc_stream in = {0}, out = {0};
            for (uint32_t g = 0; g < loads->group_count; g++) {
                const noc_channel *channel = &s->graph.channels[loads->groups[g].channel];
                if (channel->network != n || (int)loads->groups[g].class != class) continue;
                if (channel->kind == NOC_INJECTION) in = plus(in, loads->groups[g].stream);
                if (channel->kind == NOC_EJECTION) out = plus(out, loads->groups[g].stream);
            }
            assert_same_stream(out, in);
        }
    }
}

/* The pairs that leave a group carry what the group does, and so do those that lead to it. */
static void check_routers(const noc_system *s, const noc_loads *loads)
{
    noc_stream *into = calloc(loads->group_count, sizeof *into);
    noc_stream *out_of = calloc(loads->group_count, sizeof *out_of);
    assert_non_null(into);
    assert_non_null(out_of);
    for (uint32_t p = 0; p < loads->pair_count; p++) {
        const noc_pair_load *pair = &loads->pairs[p];
        const noc_channel *from = &s->graph.channels[loads->groups[pair->input_group].channel];
        const noc_channel *to = &s->graph.channels[loads->groups[pair->output_group].channel];
        assert_int_equal(from->to, to->from); /* of one router */
        out_of[pair->input_group] = plus(out_of[pair->input_group], pair->stream);
        into[pair->output_group] = plus(into[pair->output_group], pair->stream);
    }
    for (uint32_t g = 0; g < loads->group_count; g++) {
        const noc_channel *channel = &s->graph.channels[loads->groups[g].channel];
        if (channel->kind != NOC_EJECTION) assert_same_stream(out_of[g], loads->groups[g].stream);
        if (channel->kind != NOC_INJECTION) assert_same_stream(into[g], loads->groups[g].stream);
    }
    free(into);
    free(out_of);
}

/* Where allocation holds, a packet uses each port for twice its flits, or one cycle more, and moves
 * as many flits as it does elsewhere. */
static const design_case holds[] = {
    {"two cycles a flit", uniform, {"traffic.packet_flits=(1, 5)", "network.allocation_hold=flit"}},
    {"two cycles a packet", gpu, {"network.allocation_hold=packet"}},
};

static void check_hold(void **state)
{
    const design_case *c = *state;
    const char *without[OVERRIDES_MAX] = {NULL};
    for (size_t i = 0; c->overrides[i + 1]; i++)
        without[i] = c->overrides[i]; /* all but the last */
    test_system held = test_compile(c->text, c->overrides),
                free_one = test_compile(c->text, without);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads with, plain;
    assert_int_equal(noc_loads_new(held.system, &arena, &with), NOC_OK);
    assert_int_equal(noc_loads_new(free_one.system, &arena, &plain), NOC_OK);
    for (uint32_t g = 0; g < plain.group_count; g++) {
        const noc_stream *a = &plain.groups[g].stream, *b = &with.groups[g].stream;
        const bool flit = strstr(c->name, "flit") != NULL;
        assert_near(b->packets, a->packets, 1e-12);
        assert_near(b->flits, flit ? 2.0 * a->flits : a->flits + a->packets, 1e-9);
        assert_near(b->squares, flit ? 4.0 * a->squares : a->squares + 2.0 * a->flits + a->packets,
                    1e-9);
    }
    for (uint32_t k = 0; k < held.system->graph.channel_count; k++) {
        assert_near(plain.carried_flits[k], plain.channel_flits[k], 1e-12);
        assert_near(with.carried_flits[k], plain.channel_flits[k], 1e-12);
        assert_true(with.channel_flits[k] >= plain.channel_flits[k]);
    }
    test_system_free(&held);
    test_system_free(&free_one);
}

static void check_conservation(void **state)
{
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_system *s = t.system;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(s, &arena, &loads), NOC_OK);
    check_ends(s, &loads);
    check_routers(s, &loads);
    double injected = 0.0, hops = 0.0, links = 0.0;
    for (uint32_t k = 0; k < s->graph.channel_count; k++) {
        double groups = 0.0;
        for (uint32_t g = loads.first_group[k]; g != NOC_NONE; g = loads.groups[g].next)
            groups += loads.groups[g].stream.flits;
        assert_near(groups, loads.channel_flits[k], 1e-9 * groups);
        const noc_channel *channel = &s->graph.channels[k];
        if (channel->kind != NOC_INJECTION) links += loads.channel_flits[k];
        if (channel->kind != NOC_INJECTION) continue;
        for (uint32_t g = loads.first_group[k]; g != NOC_NONE; g = loads.groups[g].next)
            if (loads.groups[g].class == NOC_REQUEST) injected += loads.groups[g].stream.flits;
    }
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + i];
            const uint16_t n = s->graph.channels[s->routes.hops[path->first_hop].channel].network;
            hops += flow->rate * path->probability * path->router_count *
                    noc_system_mean_flits(s, flow->class, n);
        }
    }
    assert_near(injected, s->traffic.injector_count * s->traffic.injected_flits, 1e-9 * injected);
    assert_near(links, hops, 1e-9 * hops);
    test_system_free(&t);
}

/* ---- loads of uniform traffic are symmetric ------------------------------------------------- */

typedef struct symmetric_case {
    const char *name;
    int side;
    const char *overrides[OVERRIDES_MAX];
} symmetric_case;

static const symmetric_case symmetric_cases[] = {
    {"symmetric: 4x4 xy", 4, {NULL}},
    {"symmetric: 6x6 yx", 6, {SIX, "network.routing=yx"}},
    {"symmetric: 8x8 o1turn", 8, {EIGHT, "network.routing=o1turn"}},
    {"symmetric: 6x6 xy, 3 and 7 flits", 6, {SIX, "traffic.packet_flits=(3, 7)"}},
};

/* A link from place x to x + 1 of its row or column, or back: (1 + x)(k - 1 - x)/k packets. */
static void check_symmetric(void **state)
{
    const symmetric_case *c = *state;
    test_system t = test_compile(uniform, c->overrides);
    const noc_graph *g = &t.system->graph;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    for (uint32_t k = 0; k < g->channel_count; k++) {
        double packets = 1.0;
        if (g->channels[k].kind == NOC_LINK) {
            const noc_router *a = &g->routers[g->channels[k].from];
            const noc_router *b = &g->routers[g->channels[k].to];
            const int x = a->row == b->row ? (a->column < b->column ? a->column : b->column)
                                           : (a->row < b->row ? a->row : b->row);
            packets = (1.0 + x) * (c->side - 1.0 - x) / c->side;
        }
        const double flits = packets * t.system->traffic.injected_flits;
        assert_near(loads.channel_flits[k], flits, 1e-9 * flits);
    }
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, load_cases, check_load);
    TEST_TABLE(&list, symmetric_cases, check_symmetric);
    TEST_TABLE_PREFIXED(&list, "conservation", designs, check_conservation);
    TEST_TABLE_PREFIXED(&list, "loads", holds, check_hold);
    return test_run("loads", &list);
}
