/* Graphs: what holds for every system, and the counts of some. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"
#include "tests/support/designs/network_systems.h"

static void counts_are_as_expected(void **state)
{
    const system_case *c = *state;
    test_system t = compile(c);
    const noc_graph *g = &t.system->graph;
    uint32_t kinds[3] = {0, 0, 0};
    for (uint32_t i = 0; i < g->channel_count; i++) kinds[g->channels[i].kind]++;
    assert_int_equal(g->router_count, c->routers);
    assert_int_equal(kinds[NOC_LINK], c->links);
    assert_int_equal(kinds[NOC_INJECTION], c->injections);
    assert_int_equal(kinds[NOC_EJECTION], c->ejections);
    assert_int_equal(g->terminal_count, t.design->nodes.compute + t.design->nodes.memory);
    assert_int_equal(g->memory_count, t.design->nodes.memory);
    assert_int_equal(t.system->traffic.flow_count, c->flows);
    test_system_free(&t);
}

/* The place of a channel among those between the same two routers, NOC_NONE if it is none of
 * them. */
static uint32_t parallel_place(const noc_graph *g, uint32_t channel)
{
    const noc_channel *c = &g->channels[channel];
    for (uint32_t p = 0;; p++) {
        const uint32_t found = noc_graph_parallel_link(g, c->from, c->to, p);
        if (found == channel) return p;
        if (found == NOC_NONE) return NOC_NONE;
    }
}

/* Each port of routers and terminals is the channel that says so. */
static void ports_and_channels_agree(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    uint32_t inputs = 0, outputs = 0, injections = 0, ejections = 0, ends = 0;
    uint32_t kinds[3] = {0, 0, 0};
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        inputs += router->inputs;
        outputs += router->outputs;
        assert_true(router->inputs <= router->built_crossbar.inputs);
        assert_true(router->outputs <= router->built_crossbar.outputs);
        assert_true(router->built_crossbar.crosspoints <=
                    router->built_crossbar.inputs * (uint32_t)router->built_crossbar.outputs);
    }
    for (uint32_t n = 0; n < g->terminal_count; n++) {
        injections += g->terminals[n].injections;
        ejections += g->terminals[n].ejections;
    }
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *c = &g->channels[i];
        kinds[c->kind]++;
        assert_true(c->kind == NOC_LINK ? c->sharers == 0 : c->sharers >= 1);
        ends += c->sharers;
        uint32_t there = 0;
        for (uint32_t n = 0; c->kind != NOC_LINK && n < g->terminal_count; n++)
            there += is_at(g, n, i);
        assert_int_equal(there, c->sharers);
        assert_true(c->latency >= 1);
        assert_true(c->length_mm > 0.0);
        if (c->kind == NOC_INJECTION) {
            assert_int_equal(g->injections[g->terminals[c->from].first_injection + c->from_port],
                             i);
        } else {
            assert_int_equal(g->outputs[g->routers[c->from].first_output + c->from_port], i);
            assert_int_equal(g->routers[c->from].network, c->network);
        }
        if (c->kind == NOC_EJECTION) {
            assert_int_equal(g->ejections[g->terminals[c->to].first_ejection + c->to_port], i);
        } else {
            assert_int_equal(g->inputs[g->routers[c->to].first_input + c->to_port], i);
            assert_int_equal(g->routers[c->to].network, c->network);
        }
        if (c->kind == NOC_LINK) assert_int_not_equal(parallel_place(g, i), NOC_NONE);
    }
    assert_int_equal(inputs + kinds[NOC_EJECTION], g->channel_count);
    assert_int_equal(outputs + kinds[NOC_INJECTION], g->channel_count);
    assert_int_equal(injections + ejections, ends);
    test_system_free(&t);
}

/* Grids link neighbours, or all routers of a row and of a column; butterflies link stage to stage.
 */
static void links_join_the_right_routers(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *c = &g->channels[i];
        if (c->kind != NOC_LINK) continue;
        const noc_router *from = &g->routers[c->from], *to = &g->routers[c->to];
        const noc_network *net = &g->networks[c->network];
        const int cycles = t.design->networks[net->spec_index].channel_cycles;
        const int x = abs(from->column - to->column), y = abs(from->row - to->row);
        if (net->columns == 0) {
            assert_int_equal(x, 1);
            continue;
        }
        if (net->is_dimension_sliced && x + y == 0) { /* link from slice to slice of a tile */
            assert_int_equal(c->latency, 1);
            assert_int_equal(noc_graph_link(g, c->to, c->from), NOC_NONE);
            continue;
        }
        assert_int_equal(c->latency, (x + y) * cycles);
        const bool express = x + y == net->express_span && (x == 0) != (y == 0);
        assert_true(net->is_fully_linked ? (x == 0) != (y == 0) : x + y == 1 || express);
        assert_int_equal(c->is_long, x + y > 1);
        const noc_topology_kind *topology = t.design->networks[net->spec_index].topology;
        if (strcmp(topology->name, "smesh") == 0 && y > 0) {
            assert_int_equal(noc_graph_link(g, c->to, c->from), NOC_NONE);
            continue;
        }
        const uint32_t back = noc_graph_link(g, c->to, c->from);
        assert_int_not_equal(back, NOC_NONE);
        assert_int_equal(g->channels[back].latency, c->latency);
        assert_near(g->channels[back].length_mm, c->length_mm, 0.0);
    }
    test_system_free(&t);
}

static void networks_own_their_routers(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    uint32_t next = 0;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network *net = &g->networks[n];
        const noc_network_spec *spec = &t.design->networks[net->spec_index];
        const int tile_rows = net->is_dimension_sliced ? net->rows / 2 : net->rows + 1;
        assert_int_equal(net->first_router, next);
        assert_int_equal(net->flit_bytes * spec->slices, spec->flit_bytes);
        for (uint32_t r = 0; r < net->router_count; r++) {
            const noc_router *router = &g->routers[net->first_router + r];
            assert_int_equal(router->network, n);
            if (net->columns == 0) continue;
            assert_int_equal(router->column, (int)r % net->columns);
            assert_int_equal(router->row, (int)r / net->columns % tile_rows);
        }
        if (net->columns > 0) assert_int_equal(net->router_count, net->columns * net->rows);
        next += net->router_count;
    }
    assert_int_equal(next, g->router_count);
    test_system_free(&t);
}

/* The classes that share a network split its virtual channels; one class alone has them all. */
static void classes_split_the_virtual_channels(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network *net = &g->networks[n];
        const uint64_t all = ((uint64_t)1 << net->vc.virtual_channels) - 1;
        uint64_t used = 0;
        assert_true(net->carries[NOC_REQUEST] || net->carries[NOC_REPLY]);
        assert_true(g->memory_count > 0 || !net->carries[NOC_REPLY]);
        int least = NOC_VCS_MAX, most = 0;
        for (int k = 0; k < NOC_CLASSES; k++) {
            if (!net->carries[k]) continue;
            const int size = __builtin_popcount(net->vcs[k]);
            assert_int_equal(used & net->vcs[k], 0);
            used |= net->vcs[k];
            least = size < least ? size : least;
            most = size > most ? size : most;
        }
        assert_true(used == all);
        assert_true(least >= 1 &&
                    most - least <= (net->carries[NOC_REQUEST] && net->carries[NOC_REPLY]));
    }
    test_system_free(&t);
}

static void memory_nodes_stand_where_the_design_says(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    uint32_t computes = 0, memories = 0;
    for (uint32_t m = 0; m < g->memory_count; m++) {
        const noc_terminal *terminal = &g->terminals[g->memory_terminals[m]];
        assert_int_equal(terminal->kind, NOC_MEMORY);
        assert_int_equal(terminal->number, m);
        assert_int_equal(terminal->column, t.design->nodes.memory_positions.values[m].column);
        assert_int_equal(terminal->row, t.design->nodes.memory_positions.values[m].row);
    }
    for (uint32_t n = 0; n < g->terminal_count; n++) {
        if (g->terminals[n].kind == NOC_COMPUTE)
            assert_int_equal(g->terminals[n].number, computes++);
        else
            memories++;
    }
    assert_int_equal(computes, t.design->nodes.compute);
    assert_int_equal(memories, t.design->nodes.memory);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "counts", systems, counts_are_as_expected);
    TEST_TABLE_PREFIXED(&list, "ports are channels", systems, ports_and_channels_agree);
    TEST_TABLE_PREFIXED(&list, "links", systems, links_join_the_right_routers);
    TEST_TABLE_PREFIXED(&list, "routers of networks", systems, networks_own_their_routers);
    TEST_TABLE_PREFIXED(&list, "VC shares", systems, classes_split_the_virtual_channels);
    TEST_TABLE_PREFIXED(&list, "memory nodes", systems, memory_nodes_stand_where_the_design_says);
    return test_run("graph", &list);
}
