/* Shares of the ways that packets choose among, by the model: in closed form where ways are alike,
 * and conserved everywhere. */
#include <stdlib.h>

#include "analytic/curve/model.h"
#include "analytic/loads.h"
#include "tests/support/designs/wirings.h"
#include "tests/support/helpers.h"

/* ---- a square -------------------------------------------------------------------------------- */

/* Two ways from 0 to 3, by 1 or by 2; the link from 0 to 2 takes so many cycles. */
static test_system square(int cycles, const char *sees)
{
    char links[160], network[128];
    snprintf(links, sizeof links,
             "from,to,cycles,mm\n0,1,1,1\n1,0,1,1\n1,3,1,1\n3,1,1,1\n"
             "0,2,%d,1\n2,0,1,1\n2,3,1,1\n3,2,1,1\n",
             cycles);
    snprintf(network, sizeof network,
             "choice = \"least-outstanding\"; virtual_channels = 2; adaptive_sees = \"%s\";", sees);
    const wired_parts d = {links,
                           "node,router\n0,0\n1,1\n2,2\n3,3\n",
                           "router,destination,next,share\n0,1,1,1\n0,2,2,1\n0,3,1,0.5\n0,3,2,0.5\n"
                           "1,0,0,1\n1,3,3,1\n1,2,0,1\n2,0,0,1\n2,3,3,1\n2,1,0,1\n"
                           "3,1,1,1\n3,2,2,1\n3,0,1,1\n",
                           "compute = 4;",
                           network,
                           "pattern = \"uniform\"; packet_flits = 4;"};
    return test_parts(&d);
}

/* Share of those from 0 to 3 that goes by 1. */
static double share_by_first(const test_system *t, double load)
{
    noc_model *model = noc_model_new(t->system);
    noc_model_point point;
    assert_non_null(model);
    noc_model_solve(model, load, &point);
    assert_int_equal(point.state, NOC_CONTENTION_STABLE);
    const noc_route_shares *ways = noc_model_loads(model)->route_shares;
    assert_non_null(ways);
    assert_int_equal(ways->decision_count, 1);
    const noc_channel *first = &t->system->graph.channels[ways->options[0].channel];
    const double share = ways->options[first->to == 1 ? 0 : 1].share;
    noc_model_free(model);
    return share;
}

static void equal_ways_get_equal_shares(void **state)
{
    (void)state;
    test_system t = square(1, "outstanding");
    assert_near(share_by_first(&t, 0.3), 0.5, 1e-3);
    assert_near(share_by_first(&t, 0.6), 0.5, 1e-3);
    test_system_free(&t);
}

/* A long link has many flits outstanding without a queue: 0.3 flits a cycle of ten are three more.
 * Buffers do not know it. */
static void long_links_get_less(void **state)
{
    (void)state;
    test_system t = square(11, "outstanding");
    const double outstanding = share_by_first(&t, 0.5);
    test_system_free(&t);
    t = square(11, "buffered");
    const double buffered = share_by_first(&t, 0.5);
    test_system_free(&t);
    assert_true(outstanding > 0.6);
    assert_near(buffered, 0.5, 0.1);
}

/* ---- conservation ---------------------------------------------------------------------------- */

typedef struct network_case {
    const char *name, *text;
    double load;
} network_case;

#define UNIFORM "traffic = { pattern = \"uniform\"; packet_flits = 1; };"
static const network_case networks[] = {
    {"min-adaptive mesh",
     "nodes = { compute = 16; memory = 0; }; network = { topology = \"mesh\"; columns = 4; rows = "
     "4; "
     "virtual_channels = 4; routing = \"min-adaptive\"; }; " UNIFORM,
     0.4},
    {"xy-yx-adaptive mesh",
     "nodes = { compute = 16; memory = 0; }; network = { topology = \"mesh\"; columns = 4; rows = "
     "4; "
     "virtual_channels = 4; routing = \"xy-yx-adaptive\"; }; " UNIFORM,
     0.4},
    {"fat tree",
     "nodes = { compute = 16; memory = 0; }; network = { topology = \"fat-tree\"; arity = 4; "
     "levels = "
     "2; virtual_channels = 2; routing = \"nca-adaptive\"; }; " UNIFORM,
     0.4},
    {"flattened butterfly",
     "nodes = { compute = 32; memory = 0; }; network = { topology = \"flattened-butterfly\"; "
     "columns "
     "= 4; rows = 4; concentration = 2; virtual_channels = 4; routing = \"ugal\"; }; " UNIFORM,
     0.3},
};

static void expect_whole(const noc_route_shares *ways)
{
    for (uint32_t d = 0; d < ways->decision_count; d++) {
        double sum = 0.0;
        for (uint32_t w = ways->first_option[d]; w < ways->first_option[d + 1]; w++) {
            assert_true(ways->options[w].share > 0.0);
            sum += ways->options[w].share;
        }
        assert_near(sum, 1.0, 1e-9);
    }
}

/* Packets that come into a router leave it, and all that is sent arrives. */
static void expect_conserved(const noc_system *system, const noc_loads *loads)
{
    const noc_graph *g = &system->graph;
    double sent = 0.0, arrived = 0.0;
    double *left = calloc(g->router_count + 1u, sizeof *left);
    assert_non_null(left);
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        const double flits = loads->channel_flits[c];
        if (channel->kind == NOC_INJECTION) sent += flits;
        if (channel->kind == NOC_EJECTION) arrived += flits;
        if (channel->kind != NOC_INJECTION) left[channel->from] -= flits;
        if (channel->kind != NOC_EJECTION) left[channel->to] += flits;
    }
    for (uint32_t r = 0; r < g->router_count; r++) assert_near(left[r], 0.0, 1e-6);
    assert_near(sent, arrived, 1e-6);
    free(left);
}

/* A wait adds to the latency of each packet that waits there, at these shares of the ways too. */
static void expect_followed(const noc_loads *loads)
{
    for (uint32_t g = 0; g < loads->group_count; g++)
        assert_near(loads->groups[g].delayed_packets, loads->groups[g].stream.packets, 1e-9);
    for (uint32_t p = 0; p < loads->pair_count; p++)
        assert_near(loads->pairs[p].delayed_packets, loads->pairs[p].stream.packets, 1e-9);
}

static void nothing_is_lost(void **state)
{
    const network_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    noc_model *model = noc_model_new(t.system);
    noc_model_point point;
    noc_model_limits limits;
    assert_non_null(model);
    noc_model_solve(model, c->load, &point);
    noc_model_find_limits(model, &limits);
    expect_whole(noc_model_loads(model)->route_shares);
    expect_conserved(t.system, noc_model_loads(model));
    expect_followed(noc_model_loads(model));
    assert_true(limits.saturation <= noc_model_capacity_bound(model) * 1.0001);
    assert_true(noc_model_route_choices(model).mean_choices > 0.0);
    noc_model_free(model);
    test_system_free(&t);
}

/* ---- what could be carried at most ------------------------------------------------------------
 */

/* All of a node's packets leave by its port; links have less. The bound of shares chosen best lies
 * at that, or a few per cent above. */
static void best_shares_are_bounded(void **state)
{
    (void)state;
    test_system t = test_compile(networks[2].text, NULL);
    noc_model *model = noc_model_new(t.system);
    assert_non_null(model);
    assert_near(noc_model_capacity_bound(model), 1.05, 0.05);
    noc_model_free(model);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "equal ways get equal shares", equal_ways_get_equal_shares);
    test_add(&list, "long links get less", long_links_get_less);
    TEST_TABLE_PREFIXED(&list, "conservation", networks, nothing_is_lost);
    test_add(&list, "the best shares", best_shares_are_bounded);
    return test_run("choice", &list);
}
