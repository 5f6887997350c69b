#include "tests/support/runs/bounds.h"

#include "network/graph/units.h"

const char test_bound_many_to_few[] =
    "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
    "network = { topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n"
    "chip = { technology_nm = 65; clock_mhz = 602.0; tile_mm = 2.6; };\n";

const char test_bound_small_mesh[] =
    "nodes = { compute = 7; memory = 2; placement = \"explicit\"; memory_at = ((0,0),(1,0)); };\n"
    "network = { topology = \"mesh\"; columns = 3; rows = 3; flit_bytes = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n"
    "chip = { technology_nm = 65; clock_mhz = 602.0; tile_mm = 2.6; };\n";

noc_bound test_bound(const noc_system *system, int rounds)
{
    noc_diag diag = {0};
    noc_bound bound;
    const noc_bound_options options = {NULL, NULL, rounds};
    const noc_status status = noc_bound_solve(system, &options, &bound, &diag);
    if (status != NOC_OK) test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    noc_diag_clear(&diag);
    return bound;
}

bool test_may_turn(const noc_graph *g, uint32_t in, uint32_t out)
{
    return !g->routers[g->channels[in].to].is_half || g->channels[in].kind != NOC_LINK ||
           g->channels[out].kind != NOC_LINK || !noc_graph_is_turn(g, in, out);
}

double test_flits_on(const noc_system *s, const noc_flow *flow, uint32_t channel)
{
    const uint16_t network = s->graph.channels[channel].network;
    double cycles = 0.0; /* at the ports of crossbars, for flits that take more than one */
    for (int i = 0; i < s->traffic.length_count; i++) {
        const noc_packet_type *type = &s->traffic.lengths[i];
        if (type->class == flow->class)
            cycles += type->share *
                      noc_network_port_cycles(&s->graph.networks[network], type->flits[network]);
    }
    return flow->rate * cycles;
}
