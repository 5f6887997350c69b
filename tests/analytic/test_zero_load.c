/* A packet that is alone: the simulated network against the model's zero load and against closed
 * formulas, to the cycle, for every pair of nodes, packet type and path. Means over a pattern:
 * test_zero_load_mean.c. */
#include <stdlib.h>
#include <string.h>

#include "analytic/zero_load.h"
#include "base/min_max.h"
#include "network/kinds/kinds.h"
#include "sampler/run.h"
#include "sampler/sampling/sample.h"
#include "tests/support/designs/zero_load_designs.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

/* ---- designs -------------------------------------------------------------------------------- */

typedef struct lone_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX]; /* the last stays NULL */
} lone_case;

static const lone_case cases[] = {
    {"uniform 4x4, 4 stages", uniform, {NULL}},
    {"uniform 4x4, 3 stages", uniform, {"network.router_stages=3"}},
    {"uniform 4x4, 2 stages", uniform, {"network.router_stages=2"}},
    {"uniform 4x4, 1 stage", uniform, {"network.router_stages=1"}},
    {"uniform 4x4, 2 stages, equal speculation",
     uniform,
     {"network.router_stages=2", "network.speculation=equal"}},
    {"uniform 4x4, 1 stage, separable",
     uniform,
     {"network.router_stages=1", "network.allocator=separable"}},
    {"uniform 4x4, channels of 2", uniform, {"network.channel_cycles=2"}},
    {"uniform 4x4, channels of 3, 3 stages",
     uniform,
     {"network.channel_cycles=3", "network.router_stages=3"}},
    {"uniform 4x4, channels of 4, 1 stage",
     uniform,
     {"network.channel_cycles=4", "network.router_stages=1"}},
    {"uniform 4x4, yx, separable", uniform, {"network.routing=yx", "network.allocator=separable"}},
    {"uniform 4x4, 1 VC", uniform, {"network.virtual_channels=1"}},
    {"uniform 4x4, 32 VCs", uniform, {"network.virtual_channels=32"}},
    {"uniform 4x4, 2 slices", uniform, {"network.slices=2"}},
    {"uniform 2x8", uniform, {"network.columns=2", "network.rows=8"}},
    {"uniform 16x1", uniform, {"network.columns=16", "network.rows=1"}},

    /* buffers shorter than the credit loop; 7 and 23 flits are no multiples of anything here */
    {"buffers of 1", uniform, {"network.buffer_flits=1", "traffic.packet_flits=(1, 2, 7, 23)"}},
    {"buffers of 2", uniform, {"network.buffer_flits=2", "traffic.packet_flits=(1, 2, 7, 23)"}},
    {"buffers of 3", uniform, {"network.buffer_flits=3", "traffic.packet_flits=(1, 3, 7, 23)"}},
    {"buffers of 4", uniform, {"network.buffer_flits=4", "traffic.packet_flits=(1, 4, 7, 23)"}},
    {"buffers of 5: the loop", uniform, {"network.buffer_flits=5", "traffic.packet_flits=(6, 40)"}},
    {"buffers of 1, 1 stage",
     uniform,
     {"network.buffer_flits=1", "network.router_stages=1", "traffic.packet_flits=(2, 23)"}},
    {"buffers of 2, 2 stages",
     uniform,
     {"network.buffer_flits=2", "network.router_stages=2", "traffic.packet_flits=(2, 23)"}},
    {"buffers of 3, 1 stage",
     uniform,
     {"network.buffer_flits=3", "network.router_stages=1", "traffic.packet_flits=(4, 23)"}},
    {"buffers of 3, 3 stages, channels of 2",
     uniform,
     {"network.buffer_flits=3", "network.router_stages=3", "network.channel_cycles=2",
      "traffic.packet_flits=(4, 23)"}},
    {"buffers of 4, 1 stage, channels of 4",
     uniform,
     {"network.buffer_flits=4", "network.router_stages=1", "network.channel_cycles=4",
      "traffic.packet_flits=(5, 23)"}},
    {"buffers of 8, channels of 4",
     uniform,
     {"network.channel_cycles=4", "traffic.packet_flits=(9, 40)"}},
    {"slow credits", uniform, {"network.credit_cycles=2", "traffic.packet_flits=(8, 9, 40)"}},
    {"slow credits, buffers of 4, 2 stages",
     uniform,
     {"network.credit_cycles=3", "network.buffer_flits=4", "network.router_stages=2",
      "traffic.packet_flits=(5, 23)"}},
    {"atomic VCs, maximum matching",
     uniform,
     {"network.vc_reallocation=atomic", "network.allocator=maximum",
      "traffic.packet_flits=(1, 23)"}},
    {"atomic VCs, 1 VC, 1 stage",
     uniform,
     {"network.vc_reallocation=atomic", "network.virtual_channels=1", "network.router_stages=1"}},
    {"two cycles a flit",
     uniform,
     {"network.allocation_hold=flit", "traffic.packet_flits=(1, 2, 7)"}},
    {"two cycles a packet",
     uniform,
     {"network.allocation_hold=packet", "traffic.packet_flits=(1, 2, 7)"}},
    {"two cycles a flit, buffers of 1",
     uniform,
     {"network.allocation_hold=flit", "network.buffer_flits=1", "traffic.packet_flits=(1, 7, 23)"}},
    {"two cycles a flit, buffers of 3, 1 stage",
     uniform,
     {"network.allocation_hold=flit", "network.buffer_flits=3", "network.router_stages=1",
      "traffic.packet_flits=(4, 23)"}},
    {"two cycles a packet, buffers of 2, 2 stages",
     uniform,
     {"network.allocation_hold=packet", "network.buffer_flits=2", "network.router_stages=2",
      "traffic.packet_flits=(2, 23)"}},
    {"two cycles a packet, 3 stages, separable, slow credits",
     uniform,
     {"network.allocation_hold=packet", "network.router_stages=3", "network.allocator=separable",
      "network.credit_cycles=2", "traffic.packet_flits=(1, 23)"}},
    {"two cycles a flit, atomic VCs, maximum matching",
     uniform,
     {"network.allocation_hold=flit", "network.vc_reallocation=atomic", "network.allocator=maximum",
      "traffic.packet_flits=(1, 23)"}},
    {"two cycles a flit, converged ports", cdxbar, {"network.allocation_hold=flit"}},
    {"input speed-up 2, 2 stages",
     uniform,
     {"network.input_speedup=2", "network.router_stages=2", "traffic.packet_flits=(1, 23)"}},
    {"input speed-up 4, 3 VCs, separable",
     uniform,
     {"network.input_speedup=4", "network.virtual_channels=3", "network.allocator=separable"}},
    {"the longest packets", uniform, {"traffic.packet_flits=256"}},
    {"the longest packets, buffers of 1",
     uniform,
     {"traffic.packet_flits=256", "network.buffer_flits=1"}},
    {"the longest channels",
     uniform,
     {"network.channel_cycles=64", "traffic.packet_flits=(1, 40)"}},

    {"peers that answer", uniform, {"traffic.replies=true"}},
    {"peers that answer, long packets, buffers of 3",
     uniform,
     {"traffic.replies=true", "network.buffer_flits=3", "traffic.write_request_bytes=360"}},
    {"peers that answer, crossbar", crossbar, {"traffic.replies=true"}},

    {"many-to-few 6x6, xy", gpu, {NULL}},
    {"many-to-few 6x6, yx", gpu, {"network.routing=yx"}},
    {"many-to-few 6x6, cdr", gpu, {"network.routing=cdr"}},
    {"many-to-few 6x6, 1 stage, channels of 3",
     gpu,
     {"network.router_stages=1", "network.channel_cycles=3"}},
    {"many-to-few 6x6, buffers of 1, cdr",
     gpu,
     {"network.buffer_flits=1", "network.routing=cdr", "network.flit_bytes=8"}},
    {"many-to-few 6x6, 2 slices", gpu, {"network.slices=2"}},
    {"many-to-few 6x6, 4 slices, buffers of 3",
     gpu,
     {"network.slices=4", "network.buffer_flits=3"}},
    {"many-to-few 6x6, 2 memory ports", gpu, {"network.memory_ports=2"}},
    {"many-to-few 6x6, 3 memory ports, 2 slices",
     gpu,
     {"network.memory_ports=3", "network.slices=2", "nodes.placement=scattered"}},
    {"many-to-few 6x6, wide flits", gpu, {"network.flit_bytes=128"}},
    {"two planes", planes, {NULL}},
    {"two planes, 2 ports and 2 slices for replies",
     planes,
     {"networks[1].memory_ports=2", "networks[1].slices=2", "networks[0].buffer_flits=2"}},

    {"o1turn", uniform, {"network.routing=o1turn", "traffic.packet_flits=(1, 5, 23)"}},
    {"o1turn, 2 stages, many-to-few",
     gpu,
     {"network.routing=o1turn", "network.virtual_channels=4", "network.router_stages=2"}},
    {"cmesh", cmesh, {NULL}},
    {"cmesh, 2 stages, channels of 2, o1turn",
     cmesh,
     {"network.router_stages=2", "network.channel_cycles=2", "network.routing=o1turn"}},
    {"flattened butterfly", flattened, {NULL}},
    {"flattened butterfly, 1 stage, yx, buffers of 4",
     flattened,
     {"network.router_stages=1", "network.routing=yx", "network.buffer_flits=4",
      "traffic.packet_flits=(1, 23)"}},
    {"flattened butterfly, channels of 3",
     flattened,
     {"network.channel_cycles=3", "traffic.packet_flits=(3, 23)"}},
    {"crossbar", crossbar, {NULL}},
    {"crossbar, 32 VCs, 1 stage, buffers of 3",
     crossbar,
     {"network.virtual_channels=32", "network.router_stages=1", "network.buffer_flits=3",
      "traffic.packet_flits=(2, 23)"}},
    {"butterfly, 3 stages of radix 3", butterfly, {NULL}},
    {"Clos", clos, {NULL}},
    {"Clos, channels of 3, 2 stages, buffers of 3",
     clos,
     {"network.channel_cycles=3", "network.router_stages=2", "network.buffer_flits=3",
      "traffic.packet_flits=(2, 23)"}},
    {"CD-Xbar", cdxbar, {NULL}},
    {"CD-Xbar by source, channels of 2, narrow, buffers of 2",
     cdxbar,
     {"network.channel_cycles=2", "network.converged_choice=source", "network.flit_bytes=4",
      "network.buffer_flits=2"}},
    {"crossbar with concentrators", concentrated, {NULL}},
    {"crossbar with concentrators, 1 stage, narrow, buffers of 3",
     concentrated,
     {"network.router_stages=1", "network.flit_bytes=4", "network.buffer_flits=3"}},
    {"butterfly, look-ahead, channels of 2",
     butterfly,
     {"network.router_stages=3", "network.channel_cycles=2", "network.buffer_flits=2",
      "traffic.packet_flits=(2, 9)"}},
};

/* ---- closed formula ------------------------------------------------------------------------- */

/* Cycles that a router holds a head, and a body, between its grant and its departure. */
static unsigned head_hold(const noc_network *net)
{
    return net->vc.allocation_hold != NOC_HOLD_NONE;
}

static unsigned body_hold(const noc_network *net)
{
    return net->vc.allocation_hold == NOC_HOLD_FLIT;
}

/* Credits that a VC needs for one flit a cycle: the switch, the channel there and back, and a cycle
 * at either end, and what the routers there hold a flit; terminals have no switch, and use credits
 * at once. */
static unsigned loop_of(const noc_network *net, const noc_channel *channel)
{
    const unsigned before = channel->kind == NOC_INJECTION ? 0 : body_hold(net);
    const unsigned behind = channel->kind == NOC_EJECTION ? 0 : body_hold(net);
    const unsigned loop = 2u * channel->latency + 2u + before + behind;
    if (channel->kind == NOC_INJECTION) return loop;
    return loop + net->vc.traverse_cycles + net->vc.credit_cycles;
}

/* Routers on the way, and router pitches that the channels between them span. */
typedef struct distance {
    unsigned routers, pitches;
} distance;

static distance distance_of(const char *topology, const noc_terminal *from, const noc_terminal *to)
{
    const bool flattened_butterfly = strcmp(topology, "flattened-butterfly") == 0;
    const int tiles =
        flattened_butterfly || strcmp(topology, "cmesh") == 0 ? 2 : 1; /* of a router */
    const unsigned x = (unsigned)abs(from->column / tiles - to->column / tiles);
    const unsigned y = (unsigned)abs(from->row / tiles - to->row / tiles);
    if (strcmp(topology, "crossbar") == 0) return (distance){1, 0};
    if (strcmp(topology, "butterfly") == 0) return (distance){3, 2};
    if (strcmp(topology, "clos") == 0) return (distance){3, 2};
    if (strcmp(topology, "cdxbar") == 0) return (distance){2, 1};
    if (flattened_butterfly) return (distance){1u + (x > 0) + (y > 0), x + y};
    return (distance){1 + x + y, x + y};
}

/* Cycles from the head's arrival to the last of `flits` flits, which go back to back unless the
 * buffers are shorter than the credit loops. With b flits of buffer every b-th flit closes a loop
 * of C cycles, the longest on the way. The first loop starts from the head, which spends some
 * cycles in each router that the flits behind it do not: they catch up by as much in each router
 * behind that loop. */
static unsigned streaming_cycles(const noc_system *s, const noc_network *net, const noc_path *path,
                                 unsigned flits)
{
    const unsigned buffer = net->vc.buffer_flits, behind = flits - 1;
    const unsigned step = 1u + body_hold(net);
    const unsigned head = net->vc.router_stages - net->vc.traverse_cycles - 1u /* route and VC */
                          + head_hold(net) - body_hold(net);
    unsigned longest = 0, first = 0, routers_left = path->router_count;
    for (uint32_t h = path->first_hop; h != NOC_NONE; h = s->routes.hops[h].next) {
        const unsigned loop = loop_of(net, &s->graph.channels[s->routes.hops[h].channel]);
        const unsigned caught_up = head * (routers_left > 0 ? routers_left - 1u : 0u);
        longest = max_unsigned(longest, loop);
        first = max_unsigned(first, loop > caught_up ? loop - caught_up : 0);
        routers_left -= routers_left > 0;
    }
    if (behind < buffer || longest <= step * buffer) return step * behind;
    return max_unsigned(step * behind,
                        first + (behind / buffer - 1u) * longest + step * (behind % buffer));
}

/* 3 + H stages + channels + (F-1), the last term as above, and a cycle a router that holds
 * heads. */
static uint64_t closed_formula(const noc_system *s, const noc_flow *flow, const noc_path *path,
                               unsigned flits)
{
    const uint32_t first = s->routes.hops[path->first_hop].channel;
    const noc_network *net = &s->graph.networks[s->graph.channels[first].network];
    const noc_network_spec *spec = &s->design->networks[net->spec_index];
    const distance way = distance_of(spec->topology->name, &s->graph.terminals[flow->source],
                                     &s->graph.terminals[flow->destination]);
    assert_int_equal(path->router_count, way.routers);
    return 3u + way.routers * (net->vc.router_stages + head_hold(net)) +
           way.pitches * (unsigned)spec->channel_cycles + streaming_cycles(s, net, path, flits);
}

/* ---- every pair, type and path -------------------------------------------------------------- */

/* All paths of a flow in these designs are equally long, as are their networks, so whichever the
 * source draws takes as long. */
static uint64_t expected(const noc_system *s, const noc_flow *flow, const noc_packet_type *type)
{
    uint64_t latency = 0;
    for (uint32_t i = 0; i < flow->route.path_count; i++) {
        const noc_path *path = &s->routes.paths[flow->route.first_path + i];
        const uint32_t channel = s->routes.hops[path->first_hop].channel;
        const unsigned flits = type->flits[s->graph.channels[channel].network];
        const uint64_t formula = closed_formula(s, flow, path, flits);
        assert_near(noc_zero_load_path(s, path->first_hop, flits), (double)formula, 0.0);
        assert_true(latency == 0 || latency == formula);
        latency = formula;
    }
    assert_true(latency > 0);
    return latency;
}

static void check_lone_packets(const noc_system *s)
{
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        for (int type = 0; type < s->traffic.type_count; type++) {
            if (s->traffic.types[type].class != flow->class) continue;
            const uint64_t want = expected(s, flow, &s->traffic.types[type]);
            const uint64_t got = test_lone_packet(s, f, type, f);
            if (got != want)
                print_error("%u -> %u, type %d: %llu cycles, expected %llu\n", flow->source,
                            flow->destination, type, (unsigned long long)got,
                            (unsigned long long)want);
            assert_true(got == want);
        }
    }
}

/* ---- tight on both sides, and a network that forgets ---------------------------------------- */

static const noc_flow *flow_back(const noc_system *s, const noc_flow *flow)
{
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *back = &s->traffic.flows[f];
        if (back->class == NOC_REPLY && back->source == flow->destination &&
            back->destination == flow->source)
            return back;
    }
    fail_msg("node %u does not answer node %u", flow->destination, flow->source);
    return NULL;
}

static void run(noc_run *engine, uint64_t cycles)
{
    assert_int_equal(noc_run_cycles(engine, cycles, true), NOC_OK);
}

/* Not there after as many cycles as the latency, there one cycle later. */
static void follow_request(noc_run *engine, uint64_t latency)
{
    const noc_tally before = *noc_run_tally(engine), *now = noc_run_tally(engine);
    run(engine, latency);
    assert_true(now->delivered[NOC_REQUEST] == before.delivered[NOC_REQUEST]);
    run(engine, 1);
    assert_true(now->delivered[NOC_REQUEST] == before.delivered[NOC_REQUEST] + 1);
    assert_true(now->latency[NOC_REQUEST] == before.latency[NOC_REQUEST] + latency);
    assert_true(now->network_latency[NOC_REQUEST] == before.network_latency[NOC_REQUEST] + latency);
}

/* The reply is created with the request's last flit and enters the network a cycle later. */
static void follow_reply(noc_run *engine, uint64_t request, uint64_t reply)
{
    const noc_tally before = *noc_run_tally(engine), *now = noc_run_tally(engine);
    run(engine, reply);
    assert_true(now->round_trips == before.round_trips);
    run(engine, 1);
    assert_true(now->round_trips == before.round_trips + 1);
    assert_true(now->latency[NOC_REPLY] == before.latency[NOC_REPLY] + reply + 1);
    assert_true(now->network_latency[NOC_REPLY] == before.network_latency[NOC_REPLY] + reply);
    assert_true(now->round_trip == before.round_trip + request + 1 + reply);
}

static void send_and_follow(noc_run *engine, const noc_system *s, size_t f, int type)
{
    const noc_flow *flow = &s->traffic.flows[f];
    const int reply_type = s->traffic.types[type].reply_type;
    const noc_tally *now = noc_run_tally(engine);
    const uint64_t request = expected(s, flow, &s->traffic.types[type]);
    assert_int_equal(test_run_place(engine, f, type), NOC_OK);
    follow_request(engine, request);
    assert_int_equal(noc_run_check(engine, NULL), NOC_OK);
    if (reply_type >= 0)
        follow_reply(engine, request,
                     expected(s, flow_back(s, flow), &s->traffic.types[reply_type]));
    run(engine, 200); /* the credits come home, and nothing else happens */
    assert_int_equal(noc_run_check(engine, NULL), NOC_OK);
    assert_true(now->flits_injected ==
                now->flits_ejected[NOC_REQUEST] + now->flits_ejected[NOC_REPLY]);
}

/* Packets one after the other through one engine. */
static void check_in_sequence(const noc_system *s)
{
    noc_run *engine = noc_run_new(s, (noc_load){.packets_per_cycle = 0.0, .seed = 5});
    assert_non_null(engine);
    for (size_t f = 0; f < s->traffic.flow_count; f += s->traffic.flow_count / 37 + 1)
        for (int type = 0; type < s->traffic.type_count; type++)
            if (s->traffic.flows[f].class == NOC_REQUEST &&
                s->traffic.types[type].class == NOC_REQUEST)
                send_and_follow(engine, s, f, type);
    noc_run_free(engine);
}

static void check_alone(void **state)
{
    const lone_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    check_lone_packets(t.system);
    check_in_sequence(t.system);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, check_alone);
    return test_run("zero load", &list);
}
