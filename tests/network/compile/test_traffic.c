/* Traffic: rates, types and lengths of packets, who sends to whom. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds/kinds.h"
#include "tests/support/designs/network_systems.h"

static void rates_add_up(void **state)
{
    test_system t = compile(*state);
    const noc_traffic *traffic = &t.system->traffic;
    const noc_graph *g = &t.system->graph;
    double *sent = calloc(g->terminal_count, sizeof *sent), replies = 0.0;
    assert_non_null(sent);
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        assert_true(flow->rate > 0.0);
        if (flow->class == NOC_REQUEST)
            sent[flow->source] += flow->rate;
        else
            replies += flow->rate;
    }
    uint32_t injectors = 0;
    const bool has_memory = g->memory_count > 0;
    for (uint32_t n = 0; n < g->terminal_count; n++) {
        const bool injects = g->terminals[n].kind == NOC_COMPUTE;
        injectors += injects;
        assert_near(sent[n], injects ? 1.0 : 0.0, 1e-12);
    }
    assert_int_equal(traffic->injector_count, injectors);
    assert_near(replies, has_memory ? injectors : 0.0, 1e-9);
    free(sent);
    test_system_free(&t);
}

static void types_add_up(void **state)
{
    test_system t = compile(*state);
    const noc_traffic *traffic = &t.system->traffic;
    double shares[NOC_CLASSES] = {0.0, 0.0};
    for (int i = 0; i < traffic->type_count; i++) {
        const noc_packet_type *type = &traffic->types[i];
        shares[type->class] += type->share;
        for (uint16_t n = 0; n < t.system->graph.network_count; n++)
            assert_true(type->flits[n] >= 1);
        if (type->reply_type < 0) continue;
        assert_int_equal(type->class, NOC_REQUEST);
        assert_int_equal(traffic->types[type->reply_type].class, NOC_REPLY);
        assert_near(traffic->types[type->reply_type].share, type->share, 0.0);
    }
    assert_near(shares[NOC_REQUEST], 1.0, 1e-12);
    assert_near(shares[NOC_REPLY], t.design->nodes.memory ? 1.0 : 0.0, 1e-12);
    test_system_free(&t);
}

static const noc_flow *find_flow(const noc_traffic *traffic, uint32_t source, uint32_t destination,
                                 noc_class class)
{
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        if (flow->source == source && flow->destination == destination && flow->class == class)
            return flow;
    }
    return NULL;
}

static void replies_mirror_requests(void **state)
{
    test_system t = compile(*state);
    const noc_traffic *traffic = &t.system->traffic;
    size_t classes[NOC_CLASSES] = {0, 0};
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        classes[flow->class]++;
        if (flow->class == NOC_REQUEST) continue;
        const noc_flow *request = find_flow(traffic, flow->destination, flow->source, NOC_REQUEST);
        assert_non_null(request);
        assert_near(flow->rate, request->rate, 0.0);
    }
    assert_int_equal(classes[NOC_REPLY], t.design->nodes.memory ? classes[NOC_REQUEST] : 0);
    test_system_free(&t);
}

static void flows_are_in_order(void **state)
{
    test_system t = compile(*state);
    const noc_traffic *traffic = &t.system->traffic;
    for (size_t f = 1; f < traffic->flow_count; f++) {
        const noc_flow *a = &traffic->flows[f - 1], *b = &traffic->flows[f];
        const bool ordered = a->class != b->class     ? a->class < b->class
                             : a->source != b->source ? a->source < b->source
                                                      : a->destination < b->destination;
        assert_true(ordered);
    }
    test_system_free(&t);
}

typedef struct share_case {
    const char *name, *text;
    const char *overrides[6];
    uint32_t source, destination;
    double rate; /* 0: no such flow */
} share_case;

/* clang-format off */
static const share_case shares[] = {
    {"uniform includes the source itself", uniform, {NULL}, 7, 7, 1.0 / 20},
    {"uniform reaches the farthest node alike", uniform, {NULL}, 0, 19, 1.0 / 20},
    {"transpose sends (1, 0) to (0, 1)", square, {NULL}, 1, 4, 1.0},
    {"transpose sends (3, 1) to (1, 3)", square, {NULL}, 7, 13, 1.0},
    {"transpose sends nothing elsewhere", square, {NULL}, 1, 5, 0.0},
    {"transpose leaves the diagonal to itself", square, {NULL}, 5, 5, 1.0},
    {"bit-complement sends 0 to the last node", uniform, {"traffic.pattern=bit-complement"}, 0, 19,
     1.0},
    {"bit-complement sends 12 of 20 to 7", uniform, {"traffic.pattern=bit-complement"}, 12, 7, 1.0},
    {"bit-complement sends nothing elsewhere", uniform, {"traffic.pattern=bit-complement"}, 12, 8,
     0.0},
    {"bit-complement sends a middle node to itself", uniform, {"traffic.pattern=bit-complement",
     "nodes.compute=15", "network.rows=3"}, 7, 7, 1.0},
    {"hotspot nodes share alike", uniform, {"traffic.pattern=hotspot",
     "traffic.hotspot_nodes=(3,19,7)"}, 0, 19, 1.0 / 3},
    {"a hotspot sends to itself too", uniform, {"traffic.pattern=hotspot",
     "traffic.hotspot_nodes=(3,19)"}, 3, 3, 0.5},
    {"other nodes get nothing under hotspot", uniform, {"traffic.pattern=hotspot",
     "traffic.hotspot_nodes=(3,19)"}, 0, 4, 0.0},
    {"a hotspot named twice gets twice the share", uniform, {"traffic.pattern=hotspot",
     "traffic.hotspot_nodes=(3,19,3)"}, 0, 3, 2.0 / 3},
    {"memory nodes share requests alike", gpu, {NULL}, 0, 1, 0.125},
    {"compute nodes get no requests", gpu, {NULL}, 0, 5, 0.0},
    {"memory nodes send no requests", gpu, {NULL}, 1, 2, 0.0},
    {"memory 3 as hotspot gets its fraction", gpu, {"traffic.hotspot_fraction=0.2",
     "traffic.hotspot_memory=3"}, 0, 4, 0.2},
    {"the others share the rest", gpu, {"traffic.hotspot_fraction=0.2", "traffic.hotspot_memory=3"},
     0, 1, 0.8 / 7},
    {"a hotspot of all requests leaves none", gpu, {"traffic.hotspot_fraction=1"}, 0, 2, 0.0},
    {"memory nodes get requests by weight", gpu, {"traffic.memory_weights=(1,2,3,4,0,2,2,2)"}, 0, 2,
     2.0 / 16},
    {"memory nodes of weight 0 get none", gpu, {"traffic.memory_weights=(1,2,3,4,0,2,2,2)"}, 0, 31,
     0.0},
    {"a stride of two blocks misses every other node", gpu, {"traffic.interleave=modulo",
     "traffic.stride_bytes=512"}, 0, 1, 0.25},
    {"hot nodes beside a pattern", uniform, {"traffic.hotspot_fraction=0.1",
     "traffic.hotspot_nodes=(3)"}, 0, 3, 0.1 + 0.9 / 20},
    {"all other nodes share the rest", uniform, {"traffic.hotspot_fraction=0.1",
     "traffic.hotspot_nodes=(3)"}, 0, 4, 0.9 / 20},
    {"hot nodes beside a permutation", square, {"traffic.hotspot_fraction=0.25",
     "traffic.hotspot_nodes=(5,6)"}, 1, 6, 0.125},
    {"a permutation keeps the rest", square, {"traffic.hotspot_fraction=0.25",
     "traffic.hotspot_nodes=(5,6)"}, 1, 4, 0.75},
    {"a single memory node gets everything", gpu, {"traffic.hotspot_fraction=0.2", "nodes.memory=1",
     "nodes.compute=35", "nodes.placement=explicit", "nodes.memory_at=((2,0))"}, 0, 2, 1.0},
};
/* clang-format on */

static void share_is_as_expected(void **state)
{
    const share_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_flow *flow = find_flow(&t.system->traffic, c->source, c->destination, NOC_REQUEST);
    assert_near(flow ? flow->rate : 0.0, c->rate, 1e-15);
    if (c->rate == 0.0) assert_null(flow);
    test_system_free(&t);
}

typedef struct length_case {
    const char *name, *text;
    const char *overrides[4];
    uint16_t network;
    double request, reply;  /* mean flits of a packet on the network */
    double injected, bytes; /* per packet of an injecting node; of a request and its reply */
} length_case;

/* clang-format off */
static const length_case lengths[] = {
    {"te13: 16-byte channels", gpu, {NULL}, 0, 0.9 * 1 + 0.1 * 5, 0.9 * 4 + 0.1 * 1, 1.4, 72.8},
    {"32-byte channels", gpu, {"network.flit_bytes=32"}, 0, 0.9 * 1 + 0.1 * 3, 0.9 * 2 + 0.1 * 1,
     1.2, 72.8},
    {"one-byte channels", gpu, {"network.flit_bytes=1"}, 0, 0.9 * 8 + 0.1 * 72, 0.9 * 64 + 0.1 * 8,
     14.4, 72.8},
    {"the longest packets in the narrowest channels", gpu, {"network.flit_bytes=1",
     "traffic.write_request_bytes=32768", "traffic.read_fraction=0"}, 0, 32768, 8, 32768, 32776},
    {"only reads", gpu, {"traffic.read_fraction=1"}, 0, 1, 4, 1, 72},
    {"two slices of 8 bytes", gpu, {"network.slices=2"}, 1, 0.9 * 1 + 0.1 * 9, 0.9 * 8 + 0.1 * 1,
     1.8, 72.8},
    {"request plane of 8 bytes", planes, {NULL}, 0, 0.9 * 1 + 0.1 * 9, 0.9 * 8 + 0.1 * 1, 1.8,
     72.8},
    {"reply plane of 24 bytes", planes, {NULL}, 1, 0.9 * 1 + 0.1 * 3, 0.9 * 3 + 0.1 * 1, 1.8, 72.8},
    {"planes of 8 and 16 bytes for requests", mixed, {NULL}, 3, 1.4, 3.7, (1.8 + 1.4 + 1.4) / 3,
     72.8},
    {"single flits", uniform, {NULL}, 0, 1, 0, 1, 16},
    {"four flits", uniform, {"traffic.packet_flits=4"}, 0, 4, 0, 4, 64},
    {"peers that answer", uniform, {"traffic.replies=true", "network.virtual_channels=2"}, 0,
     0.9 * 1 + 0.1 * 5, 0.9 * 4 + 0.1 * 1, 1.4, 72.8},
    {"two lengths alike", uniform, {"traffic.packet_flits=(1,4)"}, 0, 2.5, 0, 2.5, 40},
    {"two lengths with shares", uniform, {"traffic.packet_flits=(1,4)",
     "traffic.packet_mix=(0.25,0.75)"}, 0, 3.25, 0, 3.25, 52},
    {"three lengths with rounded shares", uniform, {"traffic.packet_flits=(1,2,3)",
     "traffic.packet_mix=(0.3333,0.3333,0.3333)"}, 0, 2, 0, 2, 32},
};
/* clang-format on */

static void packets_have_the_expected_lengths(void **state)
{
    const length_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    assert_near(noc_system_mean_flits(t.system, NOC_REQUEST, c->network), c->request, 1e-9);
    assert_near(noc_system_mean_flits(t.system, NOC_REPLY, c->network), c->reply, 1e-9);
    assert_near(t.system->traffic.injected_flits, c->injected, 1e-9);
    assert_near(t.system->traffic.transaction_bytes, c->bytes, 1e-9);
    assert_near(noc_system_packet_rate(t.system, 0.37) * c->injected, 0.37, 1e-9);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "rates", systems, rates_add_up);
    TEST_TABLE_PREFIXED(&list, "packet types", systems, types_add_up);
    TEST_TABLE_PREFIXED(&list, "replies", systems, replies_mirror_requests);
    TEST_TABLE_PREFIXED(&list, "order of flows", systems, flows_are_in_order);
    TEST_TABLE(&list, shares, share_is_as_expected);
    TEST_TABLE_PREFIXED(&list, "flits", lengths, packets_have_the_expected_lengths);
    return test_run("traffic", &list);
}
