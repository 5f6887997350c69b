/* Routes: paths of every system, and cycles in which packets would wait. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/compile/compile.h"
#include "network/compile/deadlock.h"
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"
#include "reader/design_walk.h"
#include "tests/support/designs/network_systems.h"

/* ---- routes --------------------------------------------------------------------------------- */

/* Routers on the shortest way. */
static uint32_t fewest_routers(const noc_network *net, const noc_router *from, const noc_router *to)
{
    const int x = abs(from->column - to->column), y = abs(from->row - to->row);
    if (net->columns == 0) return (uint32_t)x + 1; /* as many as there are stages */
    if (net->express_span) return 0;               /* depends on where the way crosses an edge */
    if (net->is_dimension_sliced) return (uint32_t)(x + y) + 2; /* a slice of each dimension */
    return (uint32_t)(net->is_fully_linked ? (x > 0) + (y > 0) : x + y) + 1;
}

/* One path from hop to hop: connected, in one network that takes the class, on the class's
 * channels. */
static void check_path(const noc_system *s, const noc_flow *flow, const noc_path *path)
{
    const noc_graph *g = &s->graph;
    uint32_t h = path->first_hop;
    const noc_channel *c = &g->channels[s->routes.hops[h].channel];
    const noc_network *net = &g->networks[c->network];
    assert_int_equal(c->kind, NOC_INJECTION);
    assert_true(is_at(g, flow->source, s->routes.hops[h].channel));
    assert_true(net->carries[flow->class]);
    uint32_t routers = 0;
    for (;; h = s->routes.hops[h].next) {
        const noc_hop *hop = &s->routes.hops[h];
        c = &g->channels[hop->channel];
        assert_int_equal(c->network, g->channels[s->routes.hops[path->first_hop].channel].network);
        assert_int_not_equal(hop->vcs, 0);
        assert_int_equal(hop->vcs & ~net->vcs[flow->class], 0);
        if (c->kind == NOC_EJECTION) break;
        routers++;
        assert_int_not_equal(hop->next, NOC_NONE);
        assert_true(hop->next < h);
        const noc_channel *next = &g->channels[s->routes.hops[hop->next].channel];
        assert_int_not_equal(next->kind, NOC_INJECTION);
        assert_int_equal(next->from, c->to);
        assert_true(routers <= g->router_count);
    }
    assert_int_equal(s->routes.hops[h].next, NOC_NONE);
    assert_true(is_at(g, flow->destination, s->routes.hops[h].channel));
    assert_int_equal(path->router_count, routers);
    const uint32_t first = g->channels[s->routes.hops[path->first_hop].channel].to;
    const uint32_t fewest = fewest_routers(net, &g->routers[first], &g->routers[c->from]);
    assert_true(fewest == 0 || routers == fewest);
}

static void every_flow_has_connected_minimal_paths(void **state)
{
    const system_case *c = *state;
    test_system t = compile(c);
    const noc_system *s = t.system;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        assert_true(flow->route.path_count >= c->paths_least);
        assert_true(flow->route.first_path + flow->route.path_count <= s->routes.path_count);
        double probability = 0.0;
        for (uint32_t p = 0; p < flow->route.path_count; p++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + p];
            assert_true(path->probability > 0.0);
            probability += path->probability;
            check_path(s, flow, path);
        }
        assert_near(probability, 1.0, 1e-12);
    }
    test_system_free(&t);
}

static int compare_hops(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(noc_hop));
}

static void no_hop_is_stored_twice(void **state)
{
    test_system t = compile(*state);
    noc_routes *routes = &t.system->routes;
    for (uint32_t h = 0; h < routes->hop_count; h++)
        assert_true(routes->hops[h].next == NOC_NONE || routes->hops[h].next < h);
    qsort(routes->hops, routes->hop_count, sizeof *routes->hops, compare_hops);
    for (uint32_t h = 1; h < routes->hop_count; h++)
        assert_int_not_equal(compare_hops(&routes->hops[h - 1], &routes->hops[h]), 0);
    test_system_free(&t);
}

/* ---- cycles --------------------------------------------------------------------------------- */

/* Which virtual channel of which channel a packet may ask for while it holds which: a square
 * matrix. */
typedef struct dependencies {
    size_t size, vcs;
    unsigned char *waits;
} dependencies;

static dependencies new_dependencies(const noc_graph *g)
{
    size_t vcs = 1;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].vc.virtual_channels > vcs) vcs = g->networks[n].vc.virtual_channels;
    dependencies d = {g->channel_count * vcs, vcs, NULL};
    d.waits = calloc(d.size * d.size, 1);
    assert_non_null(d.waits);
    return d;
}

static void add_hops(dependencies *d, const noc_hop *from, const noc_hop *to)
{
    for (size_t v = 0; v < d->vcs; v++)
        for (size_t w = 0; w < d->vcs; w++)
            if ((from->vcs >> v & 1) && (to->vcs >> w & 1))
                d->waits[(from->channel * d->vcs + v) * d->size + to->channel * d->vcs + w] = 1;
}

/* Hops that a head behind a hop waits for: where it asks for all of a list at once, the last one,
 * its escape channel, from which no way leads back to a choice. */
static void add_waits(dependencies *d, const noc_system *s, uint32_t hop, bool *met)
{
    const noc_routes *r = &s->routes;
    if (met[hop]) return;
    met[hop] = true;
    const uint32_t first = r->hops[hop].next;
    for (uint32_t h = first; h != NOC_NONE; h = noc_routes_alternative(r, h)) {
        const noc_network *net = noc_graph_channel_network(&s->graph, r->hops[h].channel);
        const bool is_last = noc_routes_alternative(r, h) == NOC_NONE;
        if (net->vc.route_choice != NOC_CHOICE_ALLOCATOR || is_last)
            add_hops(d, &r->hops[hop], &r->hops[h]);
        const uint32_t behind = r->hops[h].next;
        if (s->design->networks[net->spec_index].routing->served_layouts & NOC_LAYOUT_MESH &&
            is_last && h != first && behind != NOC_NONE)
            assert_int_equal(noc_routes_alternative(r, behind), NOC_NONE);
        add_waits(d, s, h, met);
    }
}

/* Adds the paths of the classes in the set `classes` (bits). */
static void add_flows(dependencies *d, const noc_system *s, unsigned classes)
{
    bool *met = calloc(s->routes.hop_count, sizeof *met);
    assert_non_null(met);
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (!(classes >> flow->class & 1)) continue;
        for (uint32_t p = 0; p < flow->route.path_count; p++)
            add_waits(d, s, s->routes.paths[flow->route.first_path + p].first_hop, met);
    }
    free(met);
}

/* Takes away what waits for nothing until nothing is left, or only cycles and what waits for them.
 */
static bool has_cycle(const dependencies *d)
{
    bool *gone = calloc(d->size, sizeof *gone);
    assert_non_null(gone);
    size_t left = d->size;
    for (bool progress = true; progress && left > 0;) {
        progress = false;
        for (size_t i = d->size; i-- > 0;) {
            bool waits = gone[i];
            for (size_t k = 0; k < d->size && !waits; k++)
                waits = d->waits[i * d->size + k] && !gone[k];
            if (waits) continue;
            gone[i] = true;
            left--;
            progress = true;
        }
    }
    free(gone);
    return left > 0;
}

static void free_dependencies(dependencies *d)
{
    free(d->waits);
    *d = (dependencies){0, 0, NULL};
}

typedef struct cycle_case {
    const char *name, *text;
    const char *overrides[4];
} cycle_case;

static const char torus[] = "nodes = { compute = 25; memory = 0; };"
                            "network = { topology = \"torus\"; columns = 5; rows = 5;"
                            " virtual_channels = 4; };"
                            "traffic = { pattern = \"uniform\"; };";
static const char fat_tree[] = "nodes = { compute = 24; memory = 3; };"
                               "network = { topology = \"fat-tree\"; arity = 3; levels = 3;"
                               " virtual_channels = 2; };"
                               "traffic = { pattern = \"many-to-few\"; };";
static const char tree[] = "nodes = { compute = 27; memory = 0; };"
                           "network = { topology = \"tree\"; arity = 3; levels = 3;"
                           " up_links = (2, 3); virtual_channels = 1; };"
                           "traffic = { pattern = \"uniform\"; };";
static const char dragonfly[] = "nodes = { compute = 72; memory = 0; };"
                                "network = { topology = \"dragonfly\"; concentration = 2;"
                                " routers_per_group = 4; global_channels = 2;"
                                " virtual_channels = 4; };"
                                "traffic = { pattern = \"uniform\"; };";

/* All nodes talk to all, or to memory nodes that stand in the way. */
/* clang-format off */
static const cycle_case cycle_cases[] = {
    {"uniform", uniform, {"network.virtual_channels=4"}},
    {"top-bottom", gpu, {"network.virtual_channels=4"}},
    {"scattered", gpu, {"network.virtual_channels=4", "nodes.placement=scattered"}},
    {"planes", planes, {"network.virtual_channels=4"}},
    {"cmesh", cmesh, {NULL}},
    {"cmesh, uniform", cmesh, {"traffic.pattern=uniform", "nodes.compute=36", "nodes.memory=0"}},
    {"flattened butterfly", flattened, {NULL}},
    {"flattened butterfly, uniform", flattened, {"traffic.pattern=uniform", "nodes.compute=36",
     "nodes.memory=0"}},
    {"torus", torus, {NULL}},
    {"fat tree", fat_tree, {NULL}},
    {"tree", tree, {NULL}},
    {"dragonfly", dragonfly, {NULL}},
};
/* clang-format on */

static void assert_no_cycle(const noc_system *system, const char *routing)
{
    for (unsigned classes = 1; classes < 1u << NOC_CLASSES; classes++) {
        dependencies d = new_dependencies(&system->graph);
        add_flows(&d, system, classes);
        if (has_cycle(&d)) print_error("%s, classes %u\n", routing, classes);
        assert_false(has_cycle(&d));
        free_dependencies(&d);
    }
}

static const noc_topology_kind *topology_of(const cycle_case *c)
{
    test_system t = test_compile(c->text, (const char **)(size_t)c->overrides);
    const noc_topology_kind *topology = t.design->networks[0].topology;
    test_system_free(&t);
    return topology;
}

/* Routings that serve the topology, but for those that ask for places of their own (rapid-request,
 * below). */
static void no_routing_lets_packets_wait_in_a_cycle(void **state)
{
    const cycle_case *c = *state;
    const noc_topology_kind *topology = topology_of(c);
    for (size_t i = 0; noc_routing_name(i); i++) {
        char routing[64];
        if (noc_routing_at(i)->check_places) continue;
        if (!noc_routing_serves(noc_routing_at(i), topology)) continue;
        snprintf(routing, sizeof routing, "network.routing=%s", noc_routing_name(i));
        const char *overrides[TEST_COUNT(c->overrides) + 1] = {routing};
        memcpy(overrides + 1, c->overrides, sizeof c->overrides);
        test_system t = test_compile(c->text, overrides);
        assert_no_cycle(t.system, noc_routing_name(i));
        test_system_free(&t);
    }
}

static void fixed_ports_let_no_packets_wait_in_a_cycle(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/rapid18-rapid-16.cfg", (const char *const[]){NULL});
    assert_no_cycle(t.system, "rapid-request");
    test_system_free(&t);
}

/* XY and YX packets on the same virtual channels can block each other: the check must see it. */
static void the_check_finds_a_cycle(void **state)
{
    (void)state;
    static const char *const yx[] = {"network.routing=yx", NULL};
    test_system one = test_compile(uniform, NULL), other = test_compile(uniform, yx);
    dependencies d = new_dependencies(&one.system->graph);
    add_flows(&d, one.system, 1u << NOC_REQUEST);
    assert_false(has_cycle(&d));
    add_flows(&d, other.system, 1u << NOC_REQUEST);
    assert_true(has_cycle(&d));
    free_dependencies(&d);
    test_system_free(&one);
    test_system_free(&other);
}

/* Three virtual channels of a dragonfly with ways by other groups, as BookSim 2.0 has them: local
 * links before and after a global one share one. */
static void a_circle_that_is_let_pass_is_found(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.routing=ugal", "network.virtual_channels=3",
                                            NULL};
    char text[400] = "";
    test_system t = test_compile(dragonfly, overrides);
    dependencies d = new_dependencies(&t.system->graph);
    add_flows(&d, t.system, 1u << NOC_REQUEST);
    assert_true(has_cycle(&d));
    assert_true(noc_deadlock_describe(t.system, text, sizeof text));
    assert_contains(text, "waited for by");
    free_dependencies(&d);
    test_system_free(&t);
}

/* A compute node and a memory node side by side: by DCI the only requests start at the half router,
 * which is the second slice's (te13 4.4); a network of replies takes the first one's. */
static void a_slice_without_packets_is_refused(void **state)
{
    static const char text[] =
        "nodes = { compute = 1; memory = 1; placement = \"explicit\"; memory_at = ((1, 0)); };\n"
        "networks = (\n"
        "  { carries = \"request\"; topology = \"mesh\"; columns = 2; rows = 1; slices = 2;\n"
        "    half_routers = \"alternate\"; slice_choice = \"dci\"; },\n"
        "  { carries = \"reply\"; topology = \"mesh\"; columns = 2; rows = 1; } );\n";
    static const char *const all_used[] = {"networks[0].slice_choice=random", NULL};
    (void)state;
    noc_design *design = test_design(text, NULL);
    noc_system *system = NULL;
    noc_diag diag = {0};
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_EINPUT);
    assert_int_equal(diag.messages[0].line, 4);
    assert_contains(diag.messages[0].text, "network.slice_choice sends no packet to slice 0 of 2");
    noc_diag_clear(&diag);
    noc_design_free(design);
    test_system t = test_compile(text, all_used);
    test_system_free(&t);
}

/* XY and YX through the system's own check: told apart by their virtual channels, then not. */
static void mixed_orders_are_refused(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.routing=o1turn", "network.virtual_channels=2",
                                            NULL};
    test_system t = test_compile(uniform, overrides);
    noc_diag diag = {0};
    assert_int_equal(noc_check_deadlock(t.system, &diag), NOC_OK);
    assert_int_equal(diag.count, 0);
    for (uint32_t h = 0; h < t.system->routes.hop_count; h++) t.system->routes.hops[h].vcs = 3;
    assert_int_not_equal(noc_check_deadlock(t.system, &diag), NOC_OK);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, "network.routing");
    assert_contains(diag.messages[0].text, "waited for by");
    noc_diag_clear(&diag);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "paths", systems, every_flow_has_connected_minimal_paths);
    TEST_TABLE_PREFIXED(&list, "hops", systems, no_hop_is_stored_twice);
    TEST_TABLE_PREFIXED(&list, "no cycle", cycle_cases, no_routing_lets_packets_wait_in_a_cycle);
    test_add(&list, "no cycle: fixed ports", fixed_ports_let_no_packets_wait_in_a_cycle);
    test_add(&list, "the check of cycles finds one", the_check_finds_a_cycle);
    test_add(&list, "a circle that is let pass is found", a_circle_that_is_let_pass_is_found);
    test_add(&list, "a slice without packets is refused", a_slice_without_packets_is_refused);
    test_add(&list, "mixed orders are refused", mixed_orders_are_refused);
    return test_run("routes", &list);
}
