/* Every shipped design: it compiles (so the channel dependency graph has no cycle), every flow has
 * its paths, they lead where they should and are as long as the wiring allows, the traffic is
 * spread as symmetry demands, a packet alone takes in the sampler what the model says, and no flit
 * is lost. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "network/kinds/kinds.h"
#include "network/kinds/structure.h"
#include "power_area/cost.h"
#include "reports/drawings/svg.h"
#include "reports/drawings/svg_bundles.h"
#include "reports/drawings/svg_structure.h"
#include "sampler/run.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

/* ---- routes --------------------------------------------------------------------------------- */

static bool ejects_at(const noc_graph *g, uint32_t terminal, uint32_t channel)
{
    const noc_terminal *t = &g->terminals[terminal];
    for (uint32_t e = 0; e < t->ejections; e++)
        if (g->ejections[t->first_ejection + e] == channel) return true;
    return false;
}

static bool injects_at(const noc_graph *g, uint32_t terminal, uint32_t channel)
{
    const noc_terminal *t = &g->terminals[terminal];
    for (uint32_t i = 0; i < t->injections; i++)
        if (g->injections[t->first_injection + i] == channel) return true;
    return false;
}

/* Follows a path from its source to its destination: each channel starts where the last one ended,
 * in a network that carries the class and on its virtual channels. Returns the routers. */
static uint32_t follow(const noc_system *s, const noc_flow *flow, const noc_path *path)
{
    const noc_graph *g = &s->graph;
    uint32_t at = NOC_NONE, routers = 0;
    for (uint32_t h = path->first_hop; h != NOC_NONE; h = s->routes.hops[h].next) {
        const noc_hop *hop = &s->routes.hops[h];
        const noc_channel *channel = &g->channels[hop->channel];
        const noc_network *net = &g->networks[channel->network];
        assert_true(net->carries[flow->class]);
        assert_true(hop->vcs != 0 && (hop->vcs & ~net->vcs[flow->class]) == 0);
        if (channel->kind == NOC_INJECTION)
            assert_true(injects_at(g, flow->source, hop->channel));
        else
            assert_int_equal(channel->from, at);
        if (channel->kind == NOC_EJECTION) {
            assert_true(ejects_at(g, flow->destination, hop->channel));
            assert_int_equal(hop->next, NOC_NONE);
        } else {
            at = channel->to;
            routers++;
        }
    }
    return routers;
}

/* Routers from each one to `to`, by a search over all links: independent of any routing. */
static void distances_to(const noc_graph *g, uint32_t to, uint32_t *distance, uint32_t *work)
{
    for (uint32_t r = 0; r < g->router_count; r++) distance[r] = NOC_NONE;
    uint32_t head = 0, tail = 0;
    distance[to] = 1;
    work[tail++] = to;
    while (head < tail) {
        const uint32_t r = work[head++];
        for (uint32_t i = 0; i < g->routers[r].inputs; i++) {
            const noc_channel *in = &g->channels[g->inputs[g->routers[r].first_input + i]];
            if (in->kind != NOC_LINK || distance[in->from] != NOC_NONE) continue;
            distance[in->from] = distance[r] + 1;
            work[tail++] = in->from;
        }
    }
}

/* Router at the end of a path. */
static uint32_t last_router(const noc_system *s, const noc_path *path)
{
    uint32_t at = NOC_NONE;
    for (uint32_t h = path->first_hop; h != NOC_NONE; h = s->routes.hops[h].next)
        if (s->routes.hops[h].next == NOC_NONE)
            at = s->graph.channels[s->routes.hops[h].channel].from;
    return at;
}

/* Express channels are on edges only: the order of dimensions decides whether a packet passes
 * there, so it may cross a router more than on the shortest way. */
static void every_flow_is_routed_minimally(void **state)
{
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    const noc_graph *g = &t.system->graph;
    uint32_t *distance = malloc((g->router_count + 1) * sizeof *distance);
    uint32_t *work = malloc((g->router_count + 1) * sizeof *work);
    assert_non_null(distance);
    assert_non_null(work);
    for (size_t f = 0; f < t.system->traffic.flow_count; f++) {
        const noc_flow *flow = &t.system->traffic.flows[f];
        double probability = 0.0;
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &t.system->routes.paths[flow->route.first_path + i];
            probability += path->probability;
            assert_int_equal(follow(t.system, flow, path), path->router_count);
            distances_to(g, last_router(t.system, path), distance, work);
            const uint32_t first = g->channels[t.system->routes.hops[path->first_hop].channel].to;
            const noc_network *net = &g->networks[g->routers[first].network];
            assert_true(path->router_count >= distance[first]);
            if (!net->express_span) assert_int_equal(path->router_count, distance[first]);
        }
        assert_near(probability, 1.0, 1e-9);
    }
    free(distance);
    free(work);
    test_system_free(&t);
}

/* ---- loads ---------------------------------------------------------------------------------- */

/* What goes into the routers of a network comes out of them, and is what the flows say. */
static void traffic_is_conserved(void **state)
{
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    const noc_graph *g = &t.system->graph;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    double in = 0.0, out = 0.0, flits = 0.0;
    for (uint32_t r = 0; r < g->router_count; r++) {
        double into = 0.0, from = 0.0;
        for (uint32_t i = 0; i < g->routers[r].inputs; i++)
            into += loads.carried_flits[g->inputs[g->routers[r].first_input + i]];
        for (uint32_t o = 0; o < g->routers[r].outputs; o++)
            from += loads.carried_flits[g->outputs[g->routers[r].first_output + o]];
        assert_near(into, from, 1e-6);
    }
    for (uint32_t i = 0; i < g->channel_count; i++) {
        if (g->channels[i].kind == NOC_INJECTION) in += loads.carried_flits[i];
        if (g->channels[i].kind == NOC_EJECTION) out += loads.carried_flits[i];
    }
    for (size_t f = 0; f < t.system->traffic.flow_count; f++) {
        const noc_flow *flow = &t.system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &t.system->routes.paths[flow->route.first_path + i];
            const uint32_t channel = t.system->routes.hops[path->first_hop].channel;
            flits += flow->rate * path->probability *
                     noc_system_mean_flits(t.system, flow->class, g->channels[channel].network);
        }
    }
    assert_near(in, flits, 1e-6);
    assert_near(out, flits, 1e-6);
    test_system_free(&t);
}

/* Designs in which all channels of a kind between alike switches carry the same, by symmetry. */
typedef struct spread_case {
    const char *name;
    const char *path;
    noc_class class;
    int stage;    /* of the links' senders */
    double flits; /* of each, per request and injecting node */
} spread_case;

/* Requests 0.9 * 1 + 0.1 * 5 = 1.4 flits, replies 0.9 * 5 + 0.1 * 1 = 4.6, of 80 SMs. */
static const spread_case spreads[] = {
    {"spread: requests over converged ports", "configs/cdx19-cdxbar-80.cfg", NOC_REQUEST, 0,
     80 * 1.4 / 24},
    {"spread: replies over converged ports", "configs/cdx19-cdxbar-80.cfg", NOC_REPLY, 0,
     80 * 4.6 / 24},
    {"spread: one converged port", "configs/cdx19-cdxbar-80-1port.cfg", NOC_REPLY, 0, 80 * 4.6 / 8},
    {"spread: first half of a Clos", "configs/cdx19-clos-80.cfg", NOC_REQUEST, 0, 10 * 1.4 / 8},
    /* of 16 slices 10 are at the first switch that has any: 16 sources of 4.6 * 80 / 16 each */
    {"spread: replies to each switch of a Clos", "configs/cdx19-clos-80.cfg", NOC_REPLY, 1,
     80 * 4.6 / 8 / 8},
};

static void symmetric_links_carry_the_same(void **state)
{
    const spread_case *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    const noc_graph *g = &t.system->graph;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    int used = 0;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *channel = &g->channels[i];
        if (channel->kind != NOC_LINK || !g->networks[channel->network].carries[c->class]) continue;
        if (g->routers[channel->from].column != c->stage || loads.channel_flits[i] == 0.0) continue;
        assert_near(loads.channel_flits[i], c->flits, 1e-9);
        used++;
    }
    assert_true(used > 0);
    test_system_free(&t);
}

/* cdx19 5.2: S-mesh leaves out what is unused, "with no measurable impact on performance". So no
 * link of the mesh that S-mesh lacks carries anything, and alone packets take as long. */
static void s_mesh_lacks_only_unused_links(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"configs/cdx19-mesh-20.cfg", "configs/cdx19-smesh-20.cfg"},
        {"configs/cdx19-mesh-56.cfg", "configs/cdx19-smesh-56.cfg"},
        {"configs/cdx19-mesh-80.cfg", "configs/cdx19-smesh-80.cfg"},
        {"configs/cdx19-mesh-120.cfg", "configs/cdx19-smesh-120.cfg"},
        {"configs/cdx19-mesh-180.cfg", "configs/cdx19-smesh-180.cfg"},
    };
    for (size_t i = 0; i < TEST_COUNT(pairs); i++) {
        test_system mesh = test_compile_file(pairs[i][0], NULL);
        test_system smesh = test_compile_file(pairs[i][1], NULL);
        const noc_graph *g = &mesh.system->graph;
        NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
        noc_loads loads;
        assert_int_equal(noc_loads_new(mesh.system, &arena, &loads), NOC_OK);
        uint32_t lacking = 0;
        for (uint32_t c = 0; c < g->channel_count; c++) {
            const noc_channel *channel = &g->channels[c];
            if (channel->kind != NOC_LINK ||
                noc_graph_link(&smesh.system->graph, channel->from, channel->to) != NOC_NONE)
                continue;
            lacking++;
            assert_near(loads.channel_flits[c], 0.0, 0.0);
        }
        const noc_network *net = &g->networks[0];
        assert_int_equal(lacking, 2 * net->columns * (net->rows - 1));
        assert_near(noc_zero_load_latency(mesh.system), noc_zero_load_latency(smesh.system), 1e-9);
        test_system_free(&mesh);
        test_system_free(&smesh);
    }
}

/* The router at a place of a network; NOC_NONE: there is none. */
static uint32_t router_at(const noc_graph *g, uint16_t network, int column, int row)
{
    const noc_network *net = &g->networks[network];
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++)
        if (g->routers[r].column == column && g->routers[r].row == row) return r;
    return NOC_NONE;
}

/* Channels that a tailored butterfly lacks carry nothing, and the rest carry the same. The 10-ary
 * 2-fly with 80 SMs and 16 slices keeps 8 switches 10x2 and one each of 8x10 and 8x6 for requests,
 * the reverse for replies. */
static void tailored_butterfly_lacks_only_unused_links(void **state)
{
    (void)state;
    test_system whole = test_compile_file("configs/cdx19-butterfly-80.cfg", NULL);
    test_system rest = test_compile_file("configs/cdx19-butterfly-tailored-80.cfg", NULL);
    const noc_graph *g = &whole.system->graph, *h = &rest.system->graph;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads, left;
    assert_int_equal(noc_loads_new(whole.system, &arena, &loads), NOC_OK);
    assert_int_equal(noc_loads_new(rest.system, &arena, &left), NOC_OK);
    uint32_t links = 0, crosspoints = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (channel->kind != NOC_LINK) continue;
        const noc_router *a = &g->routers[channel->from], *b = &g->routers[channel->to];
        const uint32_t from = router_at(h, channel->network, a->column, a->row);
        const uint32_t to = router_at(h, channel->network, b->column, b->row);
        const bool there = from != NOC_NONE && to != NOC_NONE;
        const uint32_t same = there ? noc_graph_link(h, from, to) : NOC_NONE;
        assert_true((same != NOC_NONE) == (loads.channel_flits[c] > 0.0));
        if (same == NOC_NONE) continue;
        assert_near(left.channel_flits[same], loads.channel_flits[c], 1e-9);
        links++;
    }
    for (uint32_t r = 0; r < h->router_count; r++) {
        assert_int_equal(h->routers[r].built_crossbar.inputs, h->routers[r].inputs);
        assert_int_equal(h->routers[r].built_crossbar.outputs, h->routers[r].outputs);
        crosspoints += h->routers[r].built_crossbar.crosspoints;
    }
    assert_int_equal(links, 2 * 8 * 2);
    assert_int_equal(h->router_count, 2 * (8 + 2));
    assert_int_equal(crosspoints, 2 * (8 * 10 * 2 + 8 * 10 + 8 * 6));
    assert_near(noc_zero_load_latency(whole.system), noc_zero_load_latency(rest.system), 1e-9);
    test_system_free(&whole);
    test_system_free(&rest);
}

/* Each local crossbar of the cascade has one link to each global one, which carries the requests of
 * its 10 SMs to 5 or 6 of 16 slices. */
static void cascade_has_one_path(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/cdx19-cascade-80.cfg", NULL);
    const noc_graph *g = &t.system->graph;
    static const int slices[] = {5, 5, 6};
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    for (uint32_t local = 0; local < 8; local++) {
        assert_int_equal(g->routers[local].built_crossbar.crosspoints, 10 * 3);
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t channel = noc_graph_link(g, local, 8 + k);
            assert_near(loads.channel_flits[channel], 10 * 1.4 * slices[k] / 16, 1e-9);
            assert_int_equal(noc_graph_parallel_link(g, local, 8 + k, 1), NOC_NONE);
            assert_int_equal(g->routers[8 + k].built_crossbar.crosspoints, 8 * slices[k]);
        }
    }
    for (size_t f = 0; f < t.system->traffic.flow_count; f++)
        assert_int_equal(t.system->traffic.flows[f].route.path_count, 1);
    test_system_free(&t);
}

/* By the number of its source alone: of 10 SMs over 3 ports 4, 3 and 3 take each. */
static void source_decides_on_the_port(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/cdx19-cdxbar-80-source.cfg", NULL);
    const noc_graph *g = &t.system->graph;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    for (uint32_t r = 0; r < 8; r++) {
        double sum = 0.0, most = 0.0;
        for (uint32_t p = 0; p < 3; p++) {
            const uint32_t channel = noc_graph_parallel_link(g, r, 8, p);
            assert_true(channel != NOC_NONE);
            const double sms = loads.channel_flits[channel] / 1.4;
            assert_true(fabs(sms - 3.0) < 1e-9 || fabs(sms - 4.0) < 1e-9);
            sum += sms;
            if (sms > most) most = sms;
        }
        assert_int_equal(noc_graph_parallel_link(g, r, 8, 3), NOC_NONE);
        assert_near(sum, 10.0, 1e-9);
        assert_near(most, 4.0, 1e-9);
    }
    test_system_free(&t);
}

/* ---- a packet alone ------------------------------------------------------------------------- */

/* A packet that waits for a window, or a token, takes as long as the cycle of its creation has it;
 * test_overlay_engines and others have these. Less than its flits it never takes. */
static bool is_timed(const noc_network *net)
{
    return net->switching == NOC_SWITCHING_OVERLAY || net->switching == NOC_SWITCHING_TOKEN_SLICES;
}

/* Whichever path the sampler draws, the packet takes what the model says of one of them, at its
 * length or as a codec makes it shorter. */
static bool some_path_takes(const noc_system *s, const noc_flow *flow, const noc_packet_type *type,
                            uint64_t cycles)
{
    for (uint32_t i = 0; i < flow->route.path_count; i++) {
        const noc_path *path = &s->routes.paths[flow->route.first_path + i];
        const uint32_t channel = s->routes.hops[path->first_hop].channel;
        const uint16_t network = s->graph.channels[channel].network;
        const unsigned flits = type->flits[network];
        if (is_timed(&s->graph.networks[network]) && cycles >= flits) return true;
        const unsigned shorter = noc_codec_flits(flits, s->design->codec.saved_share);
        if (fabs(noc_zero_load_path(s, path->first_hop, flits) - (double)cycles) < 1e-9)
            return true;
        if (noc_codec_shortens(&s->design->codec) &&
            fabs(noc_zero_load_path(s, path->first_hop, shorter) - (double)cycles) < 1e-9)
            return true;
    }
    return false;
}

/* The request goes, its reply comes, and nothing else is there. A reply is created with the
 * request's last flit and enters a cycle later. */
static void send_alone(noc_run *engine, const noc_system *s, size_t f, int type)
{
    const noc_flow *flow = &s->traffic.flows[f];
    const int reply = s->traffic.types[type].reply_type;
    const noc_tally before = *noc_run_tally(engine), *now = noc_run_tally(engine);
    assert_int_equal(test_run_place(engine, f, type), NOC_OK);
    const noc_class last = reply < 0 ? NOC_REQUEST : NOC_REPLY;
    for (int tries = 0; tries < 1000 && now->delivered[last] == before.delivered[last]; tries++)
        assert_int_equal(noc_run_cycles(engine, 40, true), NOC_OK);
    assert_true(now->delivered[last] == before.delivered[last] + 1);
    assert_int_equal(noc_run_cycles(engine, 40, true), NOC_OK); /* the credits come home */
    const uint64_t cycles = now->latency[NOC_REQUEST] - before.latency[NOC_REQUEST];
    assert_true(some_path_takes(s, flow, &s->traffic.types[type], cycles));
    if (reply < 0) return;
    const uint64_t back = now->latency[NOC_REPLY] - before.latency[NOC_REPLY] - 1;
    const uint32_t answer =
        noc_traffic_find_flow(&s->traffic, NOC_REPLY, flow->destination, flow->source);
    assert_true(answer != NOC_NONE);
    assert_true(some_path_takes(s, &s->traffic.flows[answer], &s->traffic.types[reply], back));
}

/* Each flow has a packet; of a network of more than 10,000 flows each 61st, a prime that divides no
 * width of it. */
static void a_packet_alone_takes_what_the_model_says(void **state)
{
    enum { FLOWS = 10000 };
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    const noc_traffic *traffic = &t.system->traffic;
    noc_run *engine = noc_run_new(t.system, (noc_load){.packets_per_cycle = 0.0, .seed = 5});
    assert_non_null(engine);
    const size_t step = traffic->flow_count > FLOWS ? 61 : 1;
    for (size_t f = 0; f < traffic->flow_count; f += step)
        for (int type = 0; type < traffic->type_count; type++)
            if (traffic->flows[f].class == NOC_REQUEST && traffic->types[type].class == NOC_REQUEST)
                send_alone(engine, t.system, f, type);
    assert_int_equal(noc_run_check(engine, NULL), NOC_OK);
    noc_run_free(engine);
    test_system_free(&t);
}

/* ---- under load ----------------------------------------------------------------------------- */

static void no_flit_is_lost(void **state)
{
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    const double rates[] = {0.005, 0.2};
    for (size_t i = 0; i < 2; i++) {
        noc_run *engine =
            noc_run_new(t.system, (noc_load){.packets_per_cycle = rates[i], .seed = 3});
        assert_non_null(engine);
        assert_int_equal(noc_run_cycles(engine, 1500, true), NOC_OK);
        noc_diag diag = {0};
        if (noc_run_check(engine, &diag) != NOC_OK) test_print_messages(&diag);
        assert_int_equal(diag.count, 0);
        assert_true(noc_run_tally(engine)->delivered[NOC_REQUEST] > 0);
        noc_run_free(engine);
    }
    test_system_free(&t);
}

/* ---- costs ---------------------------------------------------------------------------------- */

/* Ideal networks too, whose router has no port. */
static void its_cost_is_not_refused(void **state)
{
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    char gap[NOC_GAP_CHARS];
    assert_false(noc_cost_describe_gap(t.design, gap, sizeof gap));
    test_system_free(&t);
}

/* ---- pictures ------------------------------------------------------------------------------- */

static size_t occurrences(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part)) count++;
    return count;
}

/* Switches of a network that is drawn in bundles: of a stage with more than this, as one box. */
static uint64_t boxes_drawn(const noc_graph *g, const noc_network *net)
{
    enum { BOXES_MOST = 20 };
    uint64_t switches[NOC_NAMED_COLUMNS_MAX] = {0}, boxes = 0;
    for (uint32_t r = 0; r < net->router_count; r++)
        switches[g->routers[net->first_router + r].column]++;
    for (int column = 0; column < NOC_NAMED_COLUMNS_MAX; column++)
        boxes += switches[column] > BOXES_MOST ? 1 : switches[column];
    return boxes;
}

/* Equal slices of a network are drawn once, and rings have stops in place of routers. */
static uint64_t routers_drawn(const test_system *t)
{
    const noc_graph *g = &t->system->graph;
    uint64_t routers = 0;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_structure built = noc_structure_find(t->design, &g->networks[n]);
        if (g->networks[n].slice > 0) continue;
        if (noc_svg_is_bundled(t->system, n))
            routers += boxes_drawn(g, &g->networks[n]);
        else if (built.router_count == 0)
            routers += g->networks[n].router_count;
        else if (built.crossbar.inputs > 1)
            routers += (uint64_t)(g->columns * g->rows);
    }
    return routers;
}

/* Each router is there, the legend has one of each, and every coordinate is a number. */
static void a_picture_has_every_router(void **state)
{
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(noc_svg_draw(t.system, out, NULL), NOC_OK);
    fclose(out);
    size_t half = occurrences(text, "class=\"half\"");
    if (half > 0) half--;
    assert_int_equal(occurrences(text, "class=\"router\"") - 1 + half, routers_drawn(&t));
    assert_true(strncmp(text, "<svg ", 5) == 0);
    assert_string_equal(text + size - strlen("</svg>\n"), "</svg>\n");
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    assert_int_equal(occurrences(text, "<text"), occurrences(text, "</text>"));
    free(text);
    test_system_free(&t);
}

/* ---- data ----------------------------------------------------------------------------------- */

/* Programs ask for lines, whether or not packets have headers, and patterns without memory nodes
 * for all of a packet. */
static void its_data_are_lines(void **state)
{
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    const noc_traffic *traffic = &t.system->traffic;
    const noc_traffic_spec *spec = &t.design->traffic;
    double data = traffic->transaction_bytes;
    if (spec->pattern->has_memory)
        data = t.design->memory.line_bytes;
    else if (spec->has_replies) /* a written block: what a write has beyond a read */
        data = spec->write_request_bytes - spec->read_request_bytes;
    assert_near(traffic->transaction_data_bytes, data, 1e-9);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    const test_shipped *designs;
    const size_t design_count = test_shipped_designs(&designs);
    static const struct {
        const char *prefix;
        CMUnitTestFunction check;
    } checks[] = {
        {"routes", every_flow_is_routed_minimally},
        {"conservation", traffic_is_conserved},
        {"zero load", a_packet_alone_takes_what_the_model_says},
        {"under load", no_flit_is_lost},
        {"cost", its_cost_is_not_refused},
        {"picture", a_picture_has_every_router},
        {"data", its_data_are_lines},
    };
    for (size_t i = 0; i < TEST_COUNT(checks); i++)
        test_add_rows(&list, checks[i].prefix, designs, design_count, sizeof designs[0],
                      checks[i].check);
    TEST_TABLE(&list, spreads, symmetric_links_carry_the_same);
    test_add(&list, "a tailored butterfly lacks only unused links",
             tailored_butterfly_lacks_only_unused_links);
    test_add(&list, "a cascade has one path", cascade_has_one_path);
    test_add(&list, "S-mesh lacks only unused links", s_mesh_lacks_only_unused_links);
    test_add(&list, "the source decides on the converged port", source_decides_on_the_port);
    return test_run("shipped designs", &list);
}
