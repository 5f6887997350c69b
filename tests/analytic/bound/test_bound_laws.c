/* What any flow and any prices must obey: each shipped design's bound is proven by its prices, and
 * reached by a flow that keeps every packet; so are those of searches that end early. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/runs/bounds.h"

/* ---- prices --------------------------------------------------------------------------------- */

/* Bellman and Ford: relaxes every pair of channels until nothing changes. */
static void find_prices(const noc_graph *g, const uint32_t *ports, uint32_t count, noc_class class,
                        const double *prices, double *found)
{
    bool changed = true;
    for (uint32_t c = 0; c < g->channel_count; c++) found[c] = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        if (g->networks[g->channels[ports[i]].network].carries[class])
            found[ports[i]] = prices[ports[i]];
    while (changed) {
        changed = false;
        for (uint32_t c = 0; c < g->channel_count; c++) {
            if (g->channels[c].kind == NOC_EJECTION || isinf(found[c])) continue;
            const noc_router *r = &g->routers[g->channels[c].to];
            for (uint32_t o = 0; o < r->outputs; o++) {
                const uint32_t next = g->outputs[r->first_output + o];
                if (!test_may_turn(g, c, next) || !(found[c] + prices[next] < found[next]))
                    continue;
                found[next] = found[c] + prices[next];
                changed = true;
            }
        }
    }
}

/* The bound that the prices prove, for designs whose networks are all as wide. */
static double proven(const noc_system *s, const double *prices)
{
    const noc_graph *g = &s->graph;
    double *found = malloc((g->channel_count + 1) * sizeof *found), total = 0.0, sum = 0.0;
    assert_non_null(found);
    for (uint32_t c = 0; c < g->channel_count; c++) sum += prices[c] * noc_channel_capacity(g, c);
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        const noc_terminal *from = &g->terminals[flow->source],
                           *to = &g->terminals[flow->destination];
        if (f == 0 || flow->source != flow[-1].source || flow->class != flow[-1].class)
            find_prices(g, &g->injections[from->first_injection], from->injections, flow->class,
                        prices, found);
        double least = INFINITY;
        for (uint32_t i = 0; i < to->ejections; i++) {
            const uint32_t port = g->ejections[to->first_ejection + i];
            least = fmin(least, found[port] * test_flits_on(s, flow, port));
        }
        total += least;
    }
    free(found);
    return s->traffic.injected_flits * sum / total;
}

/* Flits that a class brings to each terminal, and takes from it, when each node creates a packet a
 * cycle; networks all as wide. */
static void check_demand(const noc_system *s, const double *flits, noc_class class)
{
    const noc_graph *g = &s->graph;
    double got[2] = {0.0, 0.0}, want = 0.0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        if (g->channels[c].kind == NOC_INJECTION) got[0] += flits[c];
        if (g->channels[c].kind == NOC_EJECTION) got[1] += flits[c];
    }
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        const uint32_t port = g->injections[g->terminals[flow->source].first_injection];
        if (flow->class == class) want += test_flits_on(s, flow, port);
    }
    assert_near(got[0], want, 1e-6 * (want + 1.0));
    assert_near(got[1], want, 1e-6 * (want + 1.0));
}

/* What goes into a router comes out of it. */
static void check_conservation(const noc_graph *g, const double *flits)
{
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        double in = 0.0, out = 0.0;
        for (uint32_t i = 0; i < router->inputs; i++)
            in += flits[g->inputs[router->first_input + i]];
        for (uint32_t o = 0; o < router->outputs; o++)
            out += flits[g->outputs[router->first_output + o]];
        assert_near(in, out, 1e-6 * (in + 1.0));
    }
}

static bool is_alike(const noc_graph *g)
{
    for (uint16_t n = 1; n < g->network_count; n++)
        if (g->networks[n].flit_bytes != g->networks[0].flit_bytes) return false;
    return true;
}

static void check_answer(const noc_system *s, const noc_bound *b)
{
    const noc_graph *g = &s->graph;
    const double packets = noc_system_packet_rate(s, b->reached_load);
    double worst = 0.0;
    for (uint32_t c = 0; c < g->channel_count; c++)
        worst = fmax(worst, packets * (b->best_flow[NOC_REQUEST][c] + b->best_flow[NOC_REPLY][c]) /
                                noc_channel_capacity(g, c));
    assert_near(worst, 1.0, 1e-9);
    for (int class = 0; class < NOC_CLASSES; class ++) {
        check_conservation(g, b->best_flow[class]);
        if (is_alike(g)) check_demand(s, b->best_flow[class], (noc_class) class);
    }
    assert_true(b->bound >= b->reached_load * (1.0 - 1e-12));
    assert_true(b->reached_load >= b->routing_load * (1.0 - 1e-9));
    if (is_alike(g)) assert_near(proven(s, b->prices), b->bound, 1e-9 * b->bound);
}

static bool has_single_paths(const char *file)
{
    return strstr(file, "butterfly") || strstr(file, "-fc-") || strstr(file, "te13-xbar");
}

/* Without channels there is nothing to bound. */
static void check_refused(const noc_system *system)
{
    const noc_bound_options options = {NULL, NULL, 0};
    noc_bound bound;
    noc_diag diag = {0};
    assert_int_equal(noc_bound_solve(system, &options, &bound, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_non_null(strstr(diag.messages[0].text, "bound"));
    noc_diag_clear(&diag);
}

static void check_shipped(void **state)
{
    enum {
        FLOWS_QUICK = 20000
    }; /* a bound of more, as of 14,400 pairs and answers, takes minutes */
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    if (t.system->traffic.flow_count > FLOWS_QUICK) {
        test_system_free(&t);
        skip();
    }
    if (noc_graph_has_only_channels(&t.system->graph)) {
        noc_bound b = test_bound(t.system, 0);
        assert_true(b.is_closed);
        assert_near(b.reached_load, b.bound, 1e-6 * b.bound);
        check_answer(t.system, &b);
        if (has_single_paths(c->path)) assert_near(b.bound, b.routing_load, 1e-9 * b.bound);
        noc_arena_clear(&b.arena);
    } else {
        check_refused(t.system);
    }
    test_system_free(&t);
}

/* A bound of ways of packets to one node is none of packets to several. */
static void trees_are_refused(void **state)
{
    (void)state;
    static const char *const several[] = {"traffic.multicast.share=0.5",
                                          "traffic.multicast.destinations=3", NULL};
    static const char *const one[] = {"traffic.multicast.share=0.5", NULL};
    static const char uniform[] =
        "nodes = { compute = 9; memory = 0; };\n"
        "network = { topology = \"mesh\"; columns = 3; rows = 3; flit_bytes = 16; };\n"
        "traffic = { pattern = \"uniform\"; packet_flits = 4; };\n";
    test_system t = test_compile(uniform, several);
    check_refused(t.system);
    test_system_free(&t);
    t = test_compile(uniform, one);
    noc_bound b = test_bound(t.system, 0);
    assert_true(b.is_closed);
    noc_arena_clear(&b.arena);
    test_system_free(&t);
}

/* A search that ends early has proven what it says. */
static void stopped_early(void **state)
{
    (void)state;
    static const char *const crooked[] = {"nodes.placement=scattered", "network.memory_ports=4",
                                          NULL};
    test_system t = test_compile(test_bound_many_to_few, crooked);
    noc_bound last = test_bound(t.system, 0);
    for (int rounds = 1; rounds < 4; rounds++) {
        noc_bound b = test_bound(t.system, rounds);
        check_answer(t.system, &b);
        assert_true(b.bound >= last.bound * (1.0 - 1e-7));
        assert_true(b.reached_load <= last.reached_load * (1.0 + 1e-7));
        noc_arena_clear(&b.arena);
    }
    assert_true(last.rounds > 3); /* else nothing was stopped */
    noc_arena_clear(&last.arena);
    test_system_free(&t);
}

static bool stop(void *context, double done)
{
    ++*(int *)context;
    return done < 0.0;
}

static void interrupted(void **state)
{
    (void)state;
    static const char *const crooked[] = {"nodes.placement=scattered", "network.memory_ports=4",
                                          NULL};
    test_system t = test_compile(test_bound_many_to_few, crooked);
    int calls = 0;
    noc_bound b;
    const noc_bound_options options = {stop, &calls, 0};
    assert_int_equal(noc_bound_solve(t.system, &options, &b, NULL), NOC_OK);
    assert_true(b.is_interrupted && !b.is_closed);
    assert_int_equal(calls, 1);
    check_answer(t.system, &b);
    noc_arena_clear(&b.arena);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    test_add(&list, "a search that ends early", stopped_early);
    test_add(&list, "packets to several nodes", trees_are_refused);
    test_add(&list, "an interrupted search", interrupted);
    test_add_rows(&list, NULL, designs, count, sizeof *designs, check_shipped);
    return count == 0 || test_run("laws of the bound", &list);
}
