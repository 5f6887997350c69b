/* Ways of packets that choose among links: how many there are, how long they are, and that each
 * leads to its destination whatever is chosen. */
#include <stdlib.h>

#include "base/random.h"
#include "network/kinds/kinds.h"
#include "reader/design_read.h"
#include "tests/support/designs/wirings.h"
#include "tests/support/helpers.h"

#define NETWORK(keys) "network = { " keys " virtual_channels = 4; }; "
#define UNIFORM       "traffic = { pattern = \"uniform\"; };"
#define NODES(n)      "nodes = { compute = " #n "; memory = 0; }; "

typedef struct way_case {
    const char *name, *text;
    uint32_t routers_most; /* routers of a way beyond those of a shortest one */
} way_case;

/* clang-format off */
static const way_case cases[] = {
    {"mesh, any shortest way", NODES(20) NETWORK("topology = \"mesh\"; columns = 5; rows = 4; routing = \"min-adaptive\";") UNIFORM, 0},
    {"mesh of layers, any shortest way", NODES(24) NETWORK("topology = \"mesh\"; columns = 3; rows = 4; layers = 2; routing = \"min-adaptive\";") UNIFORM, 0},
    {"memory nodes, any shortest way", "nodes = { compute = 28; memory = 8; }; " NETWORK("topology = \"mesh\"; columns = 6; rows = 6; routing = \"min-adaptive\";"), 0},
    {"torus, any shortest way", NODES(20) NETWORK("topology = \"torus\"; columns = 5; rows = 4; routing = \"min-adaptive\";") UNIFORM, 0},
    {"torus with a dateline at the crossing", NODES(20) NETWORK("topology = \"torus\"; columns = 5; rows = 4; dateline = \"at-crossing\"; adaptive_virtual_channels = 0; routing = \"min-adaptive\";") UNIFORM, 0},
    {"torus of small rings", NODES(12) NETWORK("topology = \"torus\"; columns = 2; rows = 3; layers = 2; routing = \"min-adaptive\";") UNIFORM, 0},
    {"mesh, XY or YX", NODES(20) NETWORK("topology = \"mesh\"; columns = 5; rows = 4; routing = \"xy-yx-adaptive\";") UNIFORM, 0},
    {"flattened butterfly, XY or YX", NODES(48) NETWORK("topology = \"flattened-butterfly\"; columns = 4; rows = 3; routing = \"xy-yx-adaptive\";") UNIFORM, 0},
    {"flattened butterfly, UGAL", NODES(48) NETWORK("topology = \"flattened-butterfly\"; columns = 4; rows = 3; routing = \"ugal\";") UNIFORM, 2},
    {"dragonfly, UGAL", NODES(72) NETWORK("topology = \"dragonfly\"; concentration = 2; routers_per_group = 4; global_channels = 2; routing = \"ugal\";") UNIFORM, 5},
    {"fat tree", NODES(27) NETWORK("topology = \"fat-tree\"; arity = 3; levels = 3; routing = \"nca-adaptive\";") UNIFORM, 0},
    {"tree", NODES(27) NETWORK("topology = \"tree\"; arity = 3; levels = 3; up_links = (2, 3); routing = \"nca-adaptive\";") UNIFORM, 0},
};
/* clang-format on */

/* Routers of a shortest way between two, over the links of the graph (Bellman and Ford). */
static uint32_t *distances_from(const noc_graph *g, uint32_t from)
{
    uint32_t *distance = malloc(g->router_count * sizeof *distance);
    assert_non_null(distance);
    for (uint32_t r = 0; r < g->router_count; r++) distance[r] = g->router_count + 1;
    distance[from] = 1;
    for (uint32_t round = 0; round < g->router_count; round++)
        for (uint32_t c = 0; c < g->channel_count; c++) {
            const noc_channel *link = &g->channels[c];
            if (link->kind == NOC_LINK && distance[link->from] + 1 < distance[link->to])
                distance[link->to] = distance[link->from] + 1;
        }
    return distance;
}

/* Draws among the hops of a list. */
static uint32_t draw(const noc_routes *r, uint32_t list, noc_random *random)
{
    uint32_t count = 0, hop = list;
    for (uint32_t h = list; h != NOC_NONE; h = noc_routes_alternative(r, h)) count++;
    uint32_t number = (uint32_t)(noc_random_uniform(random) * count);
    for (; number > 0; number--) hop = noc_routes_alternative(r, hop);
    return hop;
}

/* Follows a path by chance. Returns the routers that it passes. */
static uint32_t walk(const noc_system *s, const noc_flow *flow, const noc_path *path,
                     noc_random *random)
{
    const noc_graph *g = &s->graph;
    const noc_hop *hops = s->routes.hops;
    uint32_t routers = 0, hop = path->first_hop;
    assert_int_equal(g->channels[hops[hop].channel].from, flow->source);
    while (hops[hop].next != NOC_NONE) {
        const uint32_t next = draw(&s->routes, hops[hop].next, random);
        const noc_network *net = noc_graph_channel_network(g, hops[next].channel);
        assert_int_equal(g->channels[hops[next].channel].from, g->channels[hops[hop].channel].to);
        assert_int_not_equal(hops[next].vcs, 0);
        assert_int_equal(hops[next].vcs & ~net->vcs[flow->class], 0);
        assert_true(next < hop);
        assert_true(++routers <= g->router_count);
        hop = next;
    }
    assert_int_equal(g->channels[hops[hop].channel].kind, NOC_EJECTION);
    assert_int_equal(g->channels[hops[hop].channel].to, flow->destination);
    return routers;
}

static void every_choice_leads_to_the_destination(void **state)
{
    const way_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    const noc_system *s = t.system;
    noc_random random = noc_random_stream(1, 0);
    uint32_t *distance = NULL, from = NOC_NONE, longest = 0;
    assert_non_null(s->routes.choices);
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        double probability = 0.0;
        for (uint32_t p = 0; p < flow->route.path_count; p++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + p];
            const uint32_t first = s->graph.channels[s->routes.hops[path->first_hop].channel].to;
            if (first != from) {
                free(distance);
                distance = distances_from(&s->graph, from = first);
            }
            const noc_terminal *end = &s->graph.terminals[flow->destination];
            const uint32_t last = s->graph.channels[s->graph.ejections[end->first_ejection]].from;
            for (int k = 0; k < 4; k++) {
                const uint32_t routers = walk(s, flow, path, &random);
                assert_in_range(routers, distance[last], distance[last] + c->routers_most);
                if (routers - distance[last] > longest) longest = routers - distance[last];
            }
            probability += path->probability;
        }
        assert_near(probability, 1.0, 1e-12);
    }
    assert_int_equal(longest, c->routers_most); /* ways that are not shortest are there */
    free(distance);
    test_system_free(&t);
}

/* ---- numbers of ways ------------------------------------------------------------------------ */

/* Ways from a hop to the end, over hops of a set of virtual channels where there is a choice. */
static double count_ways(const noc_routes *r, uint32_t hop, uint32_t vcs)
{
    double ways = 0.0;
    const uint32_t list = r->hops[hop].next;
    if (list == NOC_NONE) return 1.0;
    for (uint32_t h = list; h != NOC_NONE; h = noc_routes_alternative(r, h))
        if (noc_routes_alternative(r, list) == NOC_NONE || (r->hops[h].vcs & vcs))
            ways += count_ways(r, h, vcs);
    return ways;
}

static double binomial(int n, int k)
{
    double value = 1.0;
    for (int i = 1; i <= k; i++) value *= (double)(n - k + i) / i;
    return value;
}

/* Packets that are on no escape channel, VC 0, have all shortest ways of a mesh: (x + y over x). */
static void a_mesh_has_all_shortest_ways(void **state)
{
    (void)state;
    test_system t = test_compile(cases[0].text, NULL);
    const noc_system *s = t.system;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        const noc_terminal *a = &s->graph.terminals[flow->source],
                           *b = &s->graph.terminals[flow->destination];
        const int x = abs(a->column - b->column), y = abs(a->row - b->row);
        const uint32_t first = s->routes.paths[flow->route.first_path].first_hop;
        assert_near(count_ways(&s->routes, first, ~1u), binomial(x + y, x), 0.0);
    }
    test_system_free(&t);
}

/* k-ary n-tree: k ways up a level; the way down is one. */
static void a_fat_tree_has_all_ways_up(void **state)
{
    (void)state;
    test_system t = test_compile(cases[10].text, NULL);
    const noc_system *s = t.system;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        double ways = 1.0;
        for (uint32_t a = flow->source / 3, b = flow->destination / 3; a != b; a /= 3, b /= 3)
            ways *= 3.0;
        const uint32_t first = s->routes.paths[flow->route.first_path].first_hop;
        assert_near(count_ways(&s->routes, first, ~0u), ways, 0.0);
    }
    test_system_free(&t);
}

/* ---- UGAL ----------------------------------------------------------------------------------- */

/* Weights on a 4x3 flattened butterfly: a pair that differs in both coordinates has 12 candidates,
 * of which the source's own router is none; BookSim 2.0 compares hops times flits, and the longer
 * way has the threshold, 2 flits, and one more against it. */
static void ugal_weighs_hops(void **state)
{
    (void)state;
    test_system t = test_compile(cases[8].text, NULL);
    const noc_system *s = t.system;
    const noc_routes *r = &s->routes;
    uint32_t drawn = 0;
    const uint32_t flow = noc_traffic_find_flow(&s->traffic, NOC_REQUEST, 0, 47);
    const noc_route route = s->traffic.flows[flow].route;
    assert_int_equal(route.path_count, 12);
    for (uint32_t p = 0; p < route.path_count; p++) {
        const uint32_t list = r->hops[r->paths[route.first_path + p].first_hop].next;
        const uint32_t other = noc_routes_alternative(r, list);
        assert_int_equal(r->paths[route.first_path + p].router_count, 3);
        if (other == NOC_NONE) continue;
        drawn++;
        assert_int_equal(r->choices[list].bias, 3);
        assert_in_range(r->choices[list].weight, 2, 4);
        assert_int_equal(r->choices[other].weight, 2);
        assert_int_equal(noc_routes_idle_hop(r, list), other);
        assert_int_equal(noc_routes_alternative(r, other), NOC_NONE);
    }
    assert_int_equal(drawn, 11);
    test_system_free(&t);
}

/* ---- graphs from files ---------------------------------------------------------------------- */

static const char square_links[] = "from,to,cycles,mm\n0,1,1,1\n1,0,1,1\n1,3,1,1\n3,1,1,1\n"
                                   "0,2,1,1\n2,0,1,1\n2,3,1,1\n3,2,1,1\n";
static const char square_attach[] = "node,router\n0,0\n1,1\n2,2\n3,3\n";
static const char square_routes[] = "router,destination,next,share\n0,1,1,1\n0,2,2,1\n0,3,1,0.25\n"
                                    "0,3,2,0.75\n1,0,0,1\n1,3,3,1\n1,2,0,1\n2,0,0,1\n2,3,3,1\n"
                                    "2,1,0,1\n3,1,1,1\n3,2,2,1\n3,0,1,1\n";

/* Rows of one router and destination are the links of a choice, or paths with their shares. */
static void rows_are_chosen_among(void **state)
{
    (void)state;
    const char *const choices[] = {"choice = \"least-outstanding\"; virtual_channels = 2;",
                                   "choice = \"share\"; virtual_channels = 2;"};
    for (int i = 0; i < 2; i++) {
        const wired_parts d = {square_links,   square_attach, square_routes,
                               "compute = 4;", choices[i],    "pattern = \"uniform\";"};
        test_system t = test_parts(&d);
        const noc_system *s = t.system;
        const uint32_t flow = noc_traffic_find_flow(&s->traffic, NOC_REQUEST, 0, 3);
        const noc_route route = s->traffic.flows[flow].route;
        assert_int_equal(route.path_count, i == 0 ? 1 : 2);
        const uint32_t first = s->routes.paths[route.first_path].first_hop;
        assert_near(count_ways(&s->routes, first, ~0u), i == 0 ? 2.0 : 1.0, 0.0);
        test_system_free(&t);
    }
}

/* ---- refusals ------------------------------------------------------------------------------- */

typedef struct refusal_case {
    const char *name, *text, *words;
} refusal_case;

/* clang-format off */
static const refusal_case refusals[] = {
    {"one virtual channel", NODES(16) "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 1; routing = \"min-adaptive\"; }; " UNIFORM, "routing \"min-adaptive\" needs 2 for each class of packets, so 2 here"},
    {"two of a torus", NODES(16) "network = { topology = \"torus\"; columns = 4; rows = 4; virtual_channels = 2; routing = \"min-adaptive\"; }; " UNIFORM, "unless each class has 3 or more with routing \"min-adaptive\""},
    {"two of a dragonfly", NODES(72) "network = { topology = \"dragonfly\"; concentration = 2; routers_per_group = 4; global_channels = 2; virtual_channels = 2; routing = \"ugal\"; }; " UNIFORM, "routing \"ugal\" needs 3 of a dragonfly for each class of packets, so 3 here"},
    {"UGAL on a mesh", NODES(16) "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4; routing = \"ugal\"; }; " UNIFORM, "network.routing = \"ugal\" does not serve topology \"mesh\""},
    {"half routers", "nodes = { compute = 28; memory = 8; placement = \"staircase\"; }; network = { topology = \"mesh\"; columns = 6; rows = 6; virtual_channels = 4; half_routers = \"odd\"; routing = \"min-adaptive\"; };", "packets turn at any router, and half routers do not"},
    {"slices by the way of a packet", "nodes = { compute = 28; memory = 8; }; network = { topology = \"mesh\"; columns = 6; rows = 6; virtual_channels = 4; slices = 2; slice_choice = \"dci\"; routing = \"xy-yx-adaptive\"; };", "goes by the way of a packet, and network.routing = \"xy-yx-adaptive\" chooses that on the way"},
};
/* clang-format on */

static void bad_input_is_refused(void **state)
{
    const refusal_case *c = *state;
    noc_source source = test_source("test.cfg", c->text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    assert_int_equal(noc_design_read(&source, NULL, 0, &design, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, c->words);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, every_choice_leads_to_the_destination);
    test_add(&list, "a mesh has all shortest ways", a_mesh_has_all_shortest_ways);
    test_add(&list, "a fat tree has all ways up", a_fat_tree_has_all_ways_up);
    test_add(&list, "UGAL weighs hops", ugal_weighs_hops);
    test_add(&list, "rows are chosen among", rows_are_chosen_among);
    TEST_TABLE_PREFIXED(&list, "refused", refusals, bad_input_is_refused);
    return test_run("chosen_routes", &list);
}
