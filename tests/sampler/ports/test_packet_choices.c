/* What packets choose on their way: ports of a terminal, slices of a network, channels side by
 * side. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/compile/deadlock.h"
#include "sampler/run.h"
#include "sampler/sampling/sample.h"
#include "tests/support/helpers.h"

static const char checkerboard[] =
    "nodes = { compute = 28; memory = 8; placement = \"scattered\"; };\n"
    "network = { topology = \"mesh\"; columns = 6; rows = 6; half_routers = \"odd\";\n"
    "  routing = \"checkerboard\"; virtual_channels = 4; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

static const char dci[] =
    "nodes = { compute = 28; memory = 8; placement = \"scattered\"; };\n"
    "network = { topology = \"mesh\"; columns = 6; rows = 6; half_routers = \"alternate\";\n"
    "  slices = 2; slice_choice = \"dci\"; virtual_channels = 2; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

static const char cdxbar[] =
    "nodes = { compute = 24; memory = 4; };\n"
    "networks = ( { carries = \"request\"; topology = \"cdxbar\"; local_crossbars = 2;\n"
    "    converged_ports = 3; virtual_channels = 4; },\n"
    "  { carries = \"reply\"; topology = \"cdxbar\"; local_crossbars = 2; converged_ports = 3;\n"
    "    virtual_channels = 4; } );\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

enum { OVERRIDES = 6 };

/* ---- which way, once compiled --------------------------------------------------------------- */

/* The routers at which a path turns. */
static size_t turns_of(const noc_system *s, const noc_path *path, uint32_t *routers)
{
    size_t count = 0;
    for (uint32_t h = path->first_hop;;) {
        const noc_hop *hop = &s->routes.hops[h], *next = &s->routes.hops[hop->next];
        const noc_channel *in = &s->graph.channels[hop->channel],
                          *out = &s->graph.channels[next->channel];
        if (out->kind == NOC_EJECTION) return count;
        if (in->kind == NOC_LINK) {
            const noc_router *a = &s->graph.routers[in->from], *b = &s->graph.routers[out->to];
            if (a->column != b->column && a->row != b->row) routers[count++] = in->to;
        }
        h = hop->next;
    }
}

typedef struct half_case {
    const char *name, *text;
    const char *overrides[OVERRIDES];
} half_case;

static const half_case half_cases[] = {
    {"half routers: checkerboard", checkerboard, {NULL}},
    {"half routers: checkerboard, case 3 by a full router",
     checkerboard,
     {"network.routing=checkerboard-via"}},
    {"half routers: two checkerboards", checkerboard, {"network.slices=2"}},
    {"half routers: DCI", dci, {NULL}},
    {"half routers: DCI, YX", dci, {"network.routing=yx"}},
    {"half routers: DCI, class-based", dci, {"network.routing=cdr"}},
    {"half routers: DCI, O1TURN", dci, {"network.routing=o1turn", "network.virtual_channels=4"}},
    {"half routers: DCIE", dci, {"network.slice_choice=dcie"}},
    {"half routers: DCIE, all nodes talk",
     dci,
     {"network.slice_choice=dcie", "traffic.pattern=uniform", "nodes.memory=0", "nodes.compute=36",
      "nodes.placement=explicit"}},
};

/* All ways are minimal, none turns at a half router, and the shares of a flow's ways sum to 1. */
static void check_half(void **state)
{
    const half_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_system *s = t.system;
    size_t half = 0;
    for (uint32_t r = 0; r < s->graph.router_count; r++) half += s->graph.routers[r].is_half;
    assert_int_equal(2 * half, s->graph.router_count);
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        const noc_terminal *a = &s->graph.terminals[flow->source],
                           *b = &s->graph.terminals[flow->destination];
        double share = 0.0;
        for (uint32_t p = 0; p < flow->route.path_count; p++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + p];
            uint32_t routers[64];
            const size_t turns = turns_of(s, path, routers);
            for (size_t i = 0; i < turns; i++) assert_false(s->graph.routers[routers[i]].is_half);
            assert_int_equal(path->router_count,
                             1 + abs(a->column - b->column) + abs(a->row - b->row));
            share += path->probability;
        }
        assert_near(share, 1.0, 1e-12);
    }
    test_system_free(&t);
}

/* te13 4.4, rules 1 and 2: an even number of columns to go, by the full router of the source. */
static void check_dci_rule(void **state)
{
    (void)state;
    test_system t = test_compile(dci, (const char *const[]){"network.routing=cdr", NULL});
    const noc_system *s = t.system;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        const noc_terminal *a = &s->graph.terminals[flow->source],
                           *b = &s->graph.terminals[flow->destination];
        const int tiles = flow->class == NOC_REQUEST ? a->column - b->column : a->row - b->row;
        assert_int_equal(flow->route.path_count, 1);
        const noc_path *path = &s->routes.paths[flow->route.first_path];
        const noc_channel *first = &s->graph.channels[s->routes.hops[path->first_hop].channel];
        assert_int_equal(s->graph.routers[first->to].is_half, tiles % 2 != 0);
    }
    test_system_free(&t);
}

/* te13 5.4: 38.3 % of packets start on a YX channel with uniform traffic; for valid placements the
 * literal rules give 29.5 to 42.9 % (systems.md T8), those that go straight down a column
 * included. */
static void yx_packets_are_as_many_as_the_paper_says(void **state)
{
    (void)state;
    test_system t = test_compile(checkerboard, NULL);
    const noc_system *s = t.system;
    double yx = 0.0, all = 0.0;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        for (uint32_t p = 0; p < flow->route.path_count; p++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + p];
            const uint32_t second = s->routes.hops[path->first_hop].next;
            const uint32_t upper = flow->class == NOC_REQUEST ? 1u << 1 : 1u << 3;
            all += flow->rate * path->probability;
            if (s->routes.hops[second].vcs == upper) yx += flow->rate * path->probability;
        }
    }
    print_message("packets that start YX: %.1f %% (te13: 38.3 %%)\n", 100.0 * yx / all);
    assert_true(yx / all > 0.295 && yx / all < 0.429);
    test_system_free(&t);
}

/* te13 footnote 16 and Figure 29, in crosspoints; its Table VI: 0.87, 0.42, 0.69 mm2 at 128 bits,
 * 0.27 for full routers with two ports at 64 bits, which is 31. */
typedef struct crosspoint_case {
    const char *name, *override;
    uint32_t full, half; /* of memory nodes */
} crosspoint_case;

static const crosspoint_case crosspoint_cases[] = {
    {"crosspoints: one port", "network.memory_ports=1", 25, 12},
    {"crosspoints: two ports", "network.memory_ports=2", 33, 20},
};

static void check_crosspoints(void **state)
{
    const crosspoint_case *c = *state;
    test_system t = test_compile(dci, (const char *const[]){c->override, NULL});
    const noc_graph *g = &t.system->graph;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        const bool memory =
            g->terminals[g->terminal_of_tile[router->row * 6 + router->column]].kind == NOC_MEMORY;
        const uint32_t full = memory ? c->full : 25, half = memory ? c->half : 12;
        assert_int_equal(router->built_crossbar.crosspoints, router->is_half ? half : full);
    }
    test_system_free(&t);
}

/* ---- as packets go -------------------------------------------------------------------------- */

static noc_run *run(const noc_system *system, double load, uint64_t cycles)
{
    noc_run *e = noc_run_new(
        system, (noc_load){.packets_per_cycle = noc_system_packet_rate(system, load), .seed = 11});
    assert_non_null(e);
    assert_int_equal(noc_run_cycles(e, cycles, true), NOC_OK);
    assert_int_equal(noc_run_check(e, NULL), NOC_OK);
    return e;
}

/* Read replies of a flit each, so that flits are packets. */
static const char *const single_flits[] = {"network.memory_ports=2", "network.flit_bytes=128",
                                           NULL};

/* Round robin is exact: the ports of a memory node have sent as many packets, but for the last one,
 * and what is in the queue in front of a busy port. */
static void ports_take_turns(void **state)
{
    (void)state;
    test_system t = test_compile(checkerboard, single_flits);
    const noc_graph *g = &t.system->graph;
    noc_run *e = run(t.system, 0.03, 20000);
    for (uint32_t m = 0; m < g->memory_count; m++) {
        const noc_terminal *memory = &g->terminals[g->memory_terminals[m]];
        assert_int_equal(memory->injections, 2);
        const int64_t a =
            noc_run_channel_flits(e, g->injections[memory->first_injection], NOC_REPLY);
        const int64_t b =
            noc_run_channel_flits(e, g->injections[memory->first_injection + 1], NOC_REPLY);
        assert_true(a > 1000 && llabs(a - b) <= 2);
    }
    noc_run_free(e);
    test_system_free(&t);
}

/* Packets that can go by either slice keep the counter of their source at 0 or 1. */
static void dcie_evens_the_slices_out(void **state)
{
    (void)state;
    static const char row[] =
        "nodes = { compute = 6; };\n"
        "network = { topology = \"mesh\"; columns = 6; rows = 1; half_routers = \"alternate\";\n"
        "  slices = 2; slice_choice = \"dcie\"; virtual_channels = 2; };\n"
        "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n";
    test_system t = test_compile(row, NULL);
    const noc_graph *g = &t.system->graph;
    noc_run *e = run(t.system, 0.3, 20000);
    for (uint32_t i = 0; i < g->terminal_count; i++) {
        const noc_terminal *node = &g->terminals[i];
        const int64_t a =
            noc_run_channel_flits(e, g->injections[node->first_injection], NOC_REQUEST);
        const int64_t b =
            noc_run_channel_flits(e, g->injections[node->first_injection + 1], NOC_REQUEST);
        assert_true(a > 2000 && llabs(a - b) <= 2);
    }
    noc_run_free(e);
    test_system_free(&t);
}

typedef struct even_case {
    const char *name, *choice;
    bool even; /* to the last packet, else within the noise of 3000 */
} even_case;

static const even_case even_cases[] = {
    {"converged ports: round robin", "network.converged_choice=round-robin", true},
    {"converged ports: adaptive", "network.converged_choice=adaptive", false},
};

/* Requests of single flits: the converged ports of a group carry the same number. */
static void check_even(void **state)
{
    const even_case *c = *state;
    static char request[64], reply[64];
    snprintf(request, sizeof request, "networks[0].%s", c->choice + strlen("network."));
    snprintf(reply, sizeof reply, "networks[1].%s", c->choice + strlen("network."));
    test_system t = test_compile(
        cdxbar, (const char *const[]){request, reply, "traffic.read_fraction=1", NULL});
    const noc_graph *g = &t.system->graph;
    noc_run *e = run(t.system, 0.02, 60000);
    for (uint32_t r = 0; r < 2; r++) { /* the local crossbars of the request network */
        const noc_router *local = &g->routers[g->networks[0].first_router + r];
        int64_t least = INT64_MAX, most = 0;
        for (uint32_t o = 0; o < local->outputs; o++) {
            const uint32_t channel = g->outputs[local->first_output + o];
            const int64_t flits = noc_run_channel_flits(e, channel, NOC_REQUEST);
            if (flits < least) least = flits;
            if (flits > most) most = flits;
        }
        assert_int_equal(local->outputs, 3);
        assert_true(least > 3000);
        assert_true(most - least <= (c->even ? 2 : 6 * (int64_t)sqrt((double)most)));
    }
    noc_run_free(e);
    test_system_free(&t);
}

/* What papers say of the policies, at one load: cdx19 3.4 (round robin, then randomised adaptive,
 * then by source), te13 5.4 (two ports, then one; two for injection,
 * then two for ejection), te13 4.3.1 (smart, then its opposite). */
typedef struct order_case {
    const char *name, *text;
    double load;
    const char *better[4], *worse[4];
} order_case;

static const order_case order_cases[] = {
    {"order: round robin before adaptive",
     cdxbar,
     0.038,
     {"networks[0].converged_choice=round-robin", "networks[1].converged_choice=round-robin"},
     {"networks[0].converged_choice=adaptive", "networks[1].converged_choice=adaptive"}},
    {"order: round robin before by source",
     cdxbar,
     0.038,
     {"networks[0].converged_choice=round-robin", "networks[1].converged_choice=round-robin"},
     {"networks[0].converged_choice=source", "networks[1].converged_choice=source"}},
    {"order: two ports before one",
     checkerboard,
     0.07,
     {"network.memory_ports=2"},
     {"network.memory_ports=1"}},
    {"order: round robin before random",
     checkerboard,
     0.08,
     {"network.memory_ports=2", "network.port_policy=round-robin"},
     {"network.memory_ports=2", "network.port_policy=random"}},
    {"order: emptiest before random",
     checkerboard,
     0.08,
     {"network.memory_ports=2", "network.port_policy=emptiest"},
     {"network.memory_ports=2", "network.port_policy=random"}},
    {"order: two injection ports before two ejection ports",
     checkerboard,
     0.07,
     {"network.memory_ports=2", "network.memory_ports_of=injection"},
     {"network.memory_ports=2", "network.memory_ports_of=ejection"}},
    {"order: smart before anti-smart",
     dci,
     0.05,
     {"network.memory_ports=2", "network.virtual_channels=2", "network.port_policy=smart"},
     {"network.memory_ports=2", "network.virtual_channels=2", "network.port_policy=anti-smart"}},
    {"order: DCIE before DCI",
     dci,
     0.06,
     {"network.slice_choice=dcie"},
     {"network.slice_choice=dci"}},
};

static noc_interval round_trip(const char *text, const char *const *overrides, double load)
{
    test_system t = test_compile(text, overrides);
    const noc_sample_options options = {.precision = 0.005, .seed = 1};
    noc_sample sample;
    assert_int_equal(noc_sample_at(t.system, load, &options, &sample, NULL), NOC_OK);
    assert_true(sample.is_converged);
    test_system_free(&t);
    return sample.quantities[NOC_SAMPLE_ROUND_TRIP];
}

static void check_order(void **state)
{
    const order_case *c = *state;
    const noc_interval better = round_trip(c->text, c->better, c->load);
    const noc_interval worse = round_trip(c->text, c->worse, c->load);
    print_message("%s: %.2f and %.2f\n", c->name, better.mean, worse.mean);
    assert_true(better.mean < worse.mean + better.half_width + worse.half_width);
}

/* ---- deadlock ------------------------------------------------------------------------------- */

/* Sends all flows of a 2x2 mesh clockwise: routers 0, 1, 3, 2. */
static void route_clockwise(noc_system *s)
{
    static const uint32_t before[] = {2, 0, 3, 1};
    const noc_graph *g = &s->graph;
    noc_arena_clear(&s->routes.arena);
    s->routes = (noc_routes){0};
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        noc_flow *flow = &s->traffic.flows[f];
        const uint32_t out = g->ejections[g->terminals[flow->destination].first_ejection];
        const uint32_t in = g->injections[g->terminals[flow->source].first_injection];
        uint32_t hop = noc_routes_add_hop(&s->routes, out, 1, NOC_NONE), routers = 1;
        for (uint32_t at = flow->destination; at != flow->source; at = before[at], routers++)
            hop = noc_routes_add_hop(&s->routes, noc_graph_link(g, before[at], at), 1, hop);
        hop = noc_routes_add_hop(&s->routes, in, 1, hop);
        flow->route.first_path = noc_routes_add_path(&s->routes, (noc_path){hop, routers, 1.0});
        flow->route.path_count = 1;
    }
    noc_routes_finish(&s->routes);
}

static const char ring[] =
    "nodes = { compute = 4; };\n"
    "network = { topology = \"mesh\"; columns = 2; rows = 2; virtual_channels = 1;\n"
    "  buffer_flits = 2; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 5; };\n";

static const char *const ring_links[] = {"(0,0) to (1,0)", "(1,0) to (1,1)", "(1,1) to (0,1)",
                                         "(0,1) to (0,0)"};

static void a_ring_is_refused_with_its_cycle(void **state)
{
    (void)state;
    test_system t = test_compile(ring, NULL);
    noc_diag diag = {0};
    assert_int_equal(noc_check_deadlock(t.system, &diag), NOC_OK);
    route_clockwise(t.system);
    assert_int_equal(noc_check_deadlock(t.system, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    for (size_t i = 0; i < 4; i++) assert_contains(diag.messages[0].text, ring_links[i]);
    noc_diag_clear(&diag);
    test_system_free(&t);
}

/* Five-flit packets in buffers of two: soon four of them hold one link each and wait for the
 * next. */
static void a_stuck_ring_is_explained(void **state)
{
    (void)state;
    test_system t = test_compile(ring, NULL);
    route_clockwise(t.system);
    noc_run *e = noc_run_new(t.system, (noc_load){.packets_per_cycle = 0.2, .seed = 1});
    noc_diag diag = {0};
    assert_int_equal(noc_run_cycles(e, 1000000, true), NOC_EFAILED);
    noc_run_explain(e, &diag);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, "deadlock");
    for (size_t i = 0; i < 4; i++) assert_contains(diag.messages[0].text, ring_links[i]);
    assert_int_equal(noc_run_check(e, NULL), NOC_OK); /* stuck, but nothing is lost */
    noc_diag_clear(&diag);
    noc_run_free(e);
    const noc_sample_options options = {.precision = 0.05, .seed = 1};
    noc_sample sample;
    assert_int_equal(noc_sample_at(t.system, 0.9, &options, &sample, &diag), NOC_EFAILED);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, "deadlock");
    noc_diag_clear(&diag);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, half_cases, check_half);
    test_add(&list, "DCI: even ways start at full routers", check_dci_rule);
    test_add(&list, "checkerboard: packets that start YX",
             yx_packets_are_as_many_as_the_paper_says);
    TEST_TABLE(&list, crosspoint_cases, check_crosspoints);
    test_add(&list, "ports: round robin is exact", ports_take_turns);
    test_add(&list, "DCIE: packets without a turn", dcie_evens_the_slices_out);
    TEST_TABLE(&list, even_cases, check_even);
    TEST_TABLE(&list, order_cases, check_order);
    test_add(&list, "deadlock: a ring is refused", a_ring_is_refused_with_its_cycle);
    test_add(&list, "deadlock: a stuck ring is explained", a_stuck_ring_is_explained);
    return test_run("choices", &list);
}
