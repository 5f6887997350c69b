/* The meshes beside overlays: RAPID's request plane, XYYX's two planes, and one shared network,
 * with the memory nodes of `staircase`. Closed forms of rapid18's platforms (derived by hand and by
 * an independent program): zero loads, busiest links and ports, links that are used, and packets
 * alone in the sampler; and how virtual channels are shared. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "sampler/run.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

/* ---- designs -------------------------------------------------------------------------------- */

typedef enum plane { R1_REQUEST, RAPID_REQUEST, XYYX, SHARED_CDR, SHARED_XY } plane;

static const char *const planes[] = {
    [R1_REQUEST] =
        "{ carries = \"request\"; topology = \"mesh\"; columns = %d; rows = %d; flit_bytes = 8;\n"
        "  virtual_channels = 5; buffer_flits = %d; router_stages = 4; },\n"
        "{ carries = \"reply\"; topology = \"ideal\"; flit_bytes = 8; }",
    [RAPID_REQUEST] =
        "{ carries = \"request\"; topology = \"mesh\"; columns = %d; rows = %d; flit_bytes = 8;\n"
        "  routing = \"rapid-request\"; virtual_channels = 2; buffer_flits = %d;\n"
        "  router_stages = 2; },\n"
        "{ carries = \"reply\"; topology = \"ideal\"; flit_bytes = 8; }",
    [XYYX] =
        "{ carries = \"reply\"; topology = \"mesh\"; columns = %d; rows = %d; flit_bytes = 8;\n"
        "  routing = \"yx\"; virtual_channels = 5; buffer_flits = %d; router_stages = 4; },\n"
        "{ carries = \"request\"; topology = \"ideal\"; flit_bytes = 8; }",
    [SHARED_CDR] = "{ topology = \"mesh\"; columns = %d; rows = %d; flit_bytes = 16;\n"
                   "  routing = \"cdr\"; virtual_channels = 5; buffer_flits = %d; }",
    [SHARED_XY] = "{ topology = \"mesh\"; columns = %d; rows = %d; flit_bytes = 16;\n"
                  "  virtual_channels = 5; buffer_flits = %d; }",
};

/* A flit's credit is back after five cycles, so buffers of AMPLE flits hold up no packet. */
enum { CREDIT_LOOP = 5, AMPLE = 8, PAPERS = 4 };

/* Of n x n tiles with n memory nodes. */
static test_system compile(plane p, int n, int buffer)
{
    char networks[600], text[1000];
    snprintf(networks, sizeof networks, planes[p], n, n, buffer);
    snprintf(text, sizeof text,
             "nodes = { compute = %d; memory = %d; placement = \"staircase\"; };\n"
             "networks = ( %s );\n"
             "traffic = { pattern = \"many-to-few\"; };\n",
             n * (n - 1), n, networks);
    return test_compile(text, NULL);
}

/* ---- zero load ------------------------------------------------------------------------------ */

typedef struct latency_case {
    const char *name;
    plane plane;
    noc_class class;
    unsigned flits;
    double cycles[3]; /* mean over all pairs: 4x4, 8x8, 12x12 */
} latency_case;

static const int sizes[3] = {4, 8, 12};

static const latency_case latencies[] = {
    {"R1 request, read", R1_REQUEST, NOC_REQUEST, 1, {19.5, 33.25, 46.722}},
    {"R1 request, write", R1_REQUEST, NOC_REQUEST, 9, {27.5, 41.25, 54.722}},
    {"RAPID request, read", RAPID_REQUEST, NOC_REQUEST, 1, {12.5, 20.75, 28.833}},
    {"RAPID request, write", RAPID_REQUEST, NOC_REQUEST, 9, {20.5, 28.75, 36.833}},
    {"reply of 64 bits, read", XYYX, NOC_REPLY, 8, {26.5, 40.25, 53.722}},
    {"reply of 128 bits, read", SHARED_XY, NOC_REPLY, 4, {22.5, 36.25, 49.722}},
    {"reply of 128 bits by YX", SHARED_CDR, NOC_REPLY, 4, {22.5, 36.25, 49.722}},
};

static double mean_of(const latency_case *c, int n, int buffer)
{
    test_system t = compile(c->plane, n, buffer);
    double sum = 0.0, count = 0.0;
    for (size_t f = 0; f < t.system->traffic.flow_count; f++) {
        const noc_flow *flow = &t.system->traffic.flows[f];
        if (flow->class != c->class) continue;
        assert_int_equal(flow->route.path_count, 1);
        const noc_path *path = &t.system->routes.paths[flow->route.first_path];
        sum += noc_zero_load_path(t.system, path->first_hop, c->flits);
        count++;
    }
    test_system_free(&t);
    return sum / count;
}

static void alone_it_takes_the_closed_form(void **state)
{
    const latency_case *c = *state;
    for (size_t i = 0; i < TEST_COUNT(sizes); i++)
        assert_near(mean_of(c, sizes[i], AMPLE), c->cycles[i], 0.0005);
}

/* With the papers' buffers a packet waits for a credit each time that its flits have filled one. */
static void short_buffers_hold_up_long_packets(void **state)
{
    const latency_case *c = *state;
    const unsigned waits = (c->flits - 1) / PAPERS * (CREDIT_LOOP - PAPERS);
    for (size_t i = 0; i < TEST_COUNT(sizes); i++)
        assert_near(mean_of(c, sizes[i], PAPERS), c->cycles[i] + waits, 0.0005);
}

/* ---- what channels carry --------------------------------------------------------------------- */

typedef struct bound_case {
    const char *name;
    plane plane;
    noc_channel_kind kind;
    bool at_memory;   /* of terminal links, those of memory nodes */
    double most_p[3]; /* requests per core and cycle at which the busiest is always in use */
} bound_case;

/* 1.8 flits of 8 B a request, 7.3 a reply; of 16 B 1.4 and 3.7. */
static const bound_case bounds[] = {
    {"requests, links", R1_REQUEST, NOC_LINK, false, {0.24691, 0.09070, 0.05510}},
    {"requests of RAPID, links", RAPID_REQUEST, NOC_LINK, false, {0.24691, 0.09070, 0.05510}},
    {"requests, memory nodes", R1_REQUEST, NOC_EJECTION, true, {0.18519, 0.07937, 0.05051}},
    {"requests of RAPID, memory nodes",
     RAPID_REQUEST,
     NOC_EJECTION,
     true,
     {0.18519, 0.07937, 0.05051}},
    {"replies of XYYX, links", XYYX, NOC_LINK, false, {0.06088, 0.02237, 0.01359}},
    {"replies of XYYX, memory nodes", XYYX, NOC_INJECTION, true, {0.04566, 0.01957, 0.01245}},
    {"one network, XY and YX, links", SHARED_CDR, NOC_LINK, false, {0.12012, 0.04413, 0.02680}},
    {"one network, XY and YX, memory nodes",
     SHARED_CDR,
     NOC_INJECTION,
     true,
     {0.09009, 0.03861, 0.02457}},
    {"one network, XY, links", SHARED_XY, NOC_LINK, false, {0.12012, 0.04413, 0.02680}},
    {"one network, XY, memory nodes", SHARED_XY, NOC_INJECTION, true, {0.09009, 0.03861, 0.02457}},
};

static bool is_of(const noc_graph *g, const noc_channel *c, const bound_case *b)
{
    if (c->kind != b->kind || !noc_network_has_channels(&g->networks[c->network])) return false;
    if (c->kind == NOC_LINK) return true;
    const uint32_t terminal = c->kind == NOC_INJECTION ? c->from : c->to;
    return (g->terminals[terminal].kind == NOC_MEMORY) == b->at_memory;
}

static void the_busiest_carries_the_closed_form(void **state)
{
    const bound_case *c = *state;
    for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
        test_system t = compile(c->plane, sizes[i], AMPLE);
        const noc_graph *g = &t.system->graph;
        NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
        noc_loads loads;
        assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
        double most = 0.0;
        for (uint32_t channel = 0; channel < g->channel_count; channel++)
            if (is_of(g, &g->channels[channel], c)) most = fmax(most, loads.channel_flits[channel]);
        assert_near(1.0 / most, c->most_p[i], 0.5001e-5);
        test_system_free(&t);
    }
}

typedef struct used_case {
    const char *name;
    int n, links, used, vertical;
} used_case;

static const used_case uses[] = {
    {"4x4", 4, 48, 34, 12},
    {"8x8", 8, 224, 166, 56},
    {"12x12", 12, 528, 394, 132},
};

/* A column's links carry flits towards its memory node only, in the sampler too. */
static void rapid_uses_links_towards_memory_nodes(void **state)
{
    const used_case *c = *state;
    test_system t = compile(RAPID_REQUEST, c->n, PAPERS);
    const noc_graph *g = &t.system->graph;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    noc_run *run = noc_run_new(t.system, (noc_load){.packets_per_cycle = 0.02, .seed = 7});
    assert_non_null(run);
    assert_int_equal(noc_run_cycles(run, 20000, true), NOC_OK);
    int links = 0, used = 0, vertical = 0;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        if (g->channels[i].kind != NOC_LINK) continue;
        links++;
        const bool carries = loads.channel_flits[i] > 0.0;
        assert_int_equal(carries, noc_run_channel_flits(run, i, NOC_REQUEST) > 0);
        used += carries;
        vertical += carries &&
                    g->routers[g->channels[i].from].column == g->routers[g->channels[i].to].column;
    }
    assert_int_equal(links, c->links);
    assert_int_equal(used, c->used);
    assert_int_equal(vertical, c->vertical);
    noc_run_free(run);
    test_system_free(&t);
}

/* ---- packets alone in the sampler ------------------------------------------------------------ */

typedef struct alone_case {
    const char *name;
    plane plane;
    noc_class class;
    noc_point core;
    int memory;
    bool writes;
    uint64_t cycles; /* from creation to the tail */
} alone_case;

/* On 4x4. A reply counts one more from its creation: it enters in the next cycle. */
static const alone_case alones[] = {
    {"RAPID, one column away", RAPID_REQUEST, NOC_REQUEST, {0, 0}, 2, false, 11},
    {"RAPID, a write", RAPID_REQUEST, NOC_REQUEST, {0, 0}, 2, true, 19},
    {"RAPID, the far corner", RAPID_REQUEST, NOC_REQUEST, {3, 3}, 0, false, 20},
    {"R1, the far corner", R1_REQUEST, NOC_REQUEST, {3, 3}, 0, false, 32},
    {"XYYX, a read's reply", XYYX, NOC_REPLY, {3, 3}, 0, false, 40},
};

static size_t flow_between(const noc_system *s, noc_point core, int memory)
{
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        const noc_terminal *from = &s->graph.terminals[flow->source];
        const noc_terminal *to = &s->graph.terminals[flow->destination];
        if (flow->class == NOC_REQUEST && from->column == core.column && from->row == core.row &&
            (int)to->number == memory)
            return f;
    }
    fail();
    return 0;
}

static int request_type(const noc_system *s, bool writes)
{
    for (int t = 0; t < s->traffic.type_count; t++)
        if (s->traffic.types[t].class == NOC_REQUEST && (s->traffic.types[t].bytes > 8) == writes)
            return t;
    fail();
    return 0;
}

static void a_packet_takes_what_was_counted_by_hand(void **state)
{
    const alone_case *c = *state;
    test_system t = compile(c->plane, 4, AMPLE);
    noc_run *run = noc_run_new(t.system, (noc_load){.packets_per_cycle = 0.0, .seed = 1});
    assert_non_null(run);
    assert_int_equal(test_run_place(run, flow_between(t.system, c->core, c->memory),
                                    request_type(t.system, c->writes)),
                     NOC_OK);
    assert_int_equal(noc_run_cycles(run, 200, true), NOC_OK);
    assert_int_equal(noc_run_tally(run)->delivered[c->class], 1);
    assert_int_equal(noc_run_tally(run)->latency[c->class], c->cycles);
    noc_run_free(run);
    test_system_free(&t);
}

/* ---- shares of virtual channels -------------------------------------------------------------- */

typedef struct share_case {
    const char *name;
    int channels, requests; /* as the design says */
    unsigned expected;
} share_case;

static const share_case shares[] = {
    {"half of 2", 2, 0, 1}, {"half of 5, rounded down", 5, 0, 2},
    {"1 of 5", 5, 1, 1},    {"2 of 5, written", 5, 2, 2},
    {"4 of 5", 5, 4, 4},
};

static test_system compile_share(const share_case *c)
{
    char channels[60], requests[60];
    snprintf(channels, sizeof channels, "network.virtual_channels=%d", c->channels);
    snprintf(requests, sizeof requests, "network.request_virtual_channels=%d", c->requests);
    return test_compile("nodes = { compute = 12; memory = 4; placement = \"staircase\"; };\n"
                        "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
                        "traffic = { pattern = \"many-to-few\"; };\n",
                        (const char *const[]){channels, requests, NULL});
}

/* The model's groups and the sampler's hops are both of these sets. */
static void classes_have_their_shares(void **state)
{
    const share_case *c = *state;
    test_system t = compile_share(c);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    const uint32_t all = (1u << c->channels) - 1, requests = (1u << c->expected) - 1;
    for (uint32_t i = 0; i < loads.group_count; i++)
        assert_int_equal(loads.groups[i].vcs,
                         loads.groups[i].class == NOC_REQUEST ? requests : all & ~requests);
    for (size_t f = 0; f < t.system->traffic.flow_count; f++) {
        const noc_flow *flow = &t.system->traffic.flows[f];
        uint32_t hop = t.system->routes.paths[flow->route.first_path].first_hop;
        for (; hop != NOC_NONE; hop = t.system->routes.hops[hop].next)
            assert_int_equal(t.system->routes.hops[hop].vcs,
                             flow->class == NOC_REQUEST ? requests : all & ~requests);
    }
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "zero load", latencies, alone_it_takes_the_closed_form);
    TEST_TABLE_PREFIXED(&list, "short buffers", latencies, short_buffers_hold_up_long_packets);
    TEST_TABLE_PREFIXED(&list, "busiest", bounds, the_busiest_carries_the_closed_form);
    TEST_TABLE_PREFIXED(&list, "links used", uses, rapid_uses_links_towards_memory_nodes);
    TEST_TABLE_PREFIXED(&list, "alone", alones, a_packet_takes_what_was_counted_by_hand);
    TEST_TABLE_PREFIXED(&list, "shares", shares, classes_have_their_shares);
    return test_run("request planes", &list);
}
