#include "tests/support/runs/engines.h"

#include "analytic/loads.h"
#include "base/auto.h"

const char test_uniform[] =
    "nodes = { compute = 16; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

const char test_gpu[] = "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
                        "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                        "traffic = { pattern = \"many-to-few\"; };\n";

const char test_planes[] =
    "nodes = { compute = 28; memory = 8; placement = \"scattered\"; };\n"
    "networks = (\n"
    "  { carries = \"request\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 8;\n"
    "    routing = \"yx\"; virtual_channels = 1; router_stages = 3; },\n"
    "  { carries = \"reply\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 24;\n"
    "    router_stages = 2; channel_cycles = 2; } );\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

/* A node that sends to itself: its only queue is the one before its injection port. */
const char test_own_node[] =
    "nodes = { compute = 1; };\n"
    "network = { topology = \"mesh\"; columns = 1; rows = 1; virtual_channels = 8;\n"
    "  buffer_flits = 16; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 5; };\n";

double test_static_bound(const noc_system *s)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(s, &arena, &loads), NOC_OK);
    const double bound = noc_loads_bound(s, &loads);
    return bound;
}

noc_run *test_engine_at(const noc_system *s, double load, uint64_t seed)
{
    noc_run *engine = noc_run_new(
        s, (noc_load){.packets_per_cycle = noc_system_packet_rate(s, load), .seed = seed});
    assert_non_null(engine);
    return engine;
}

void test_run_cycles(noc_run *engine, uint64_t cycles)
{
    assert_int_equal(noc_run_cycles(engine, cycles, true), NOC_OK);
}

noc_sample_options test_quick(double precision, uint64_t seed)
{
    return (noc_sample_options){.precision = precision, .seed = seed, .thread_count = 1};
}

noc_sample test_sample_of(const noc_system *s, double load, noc_sample_options options)
{
    noc_sample sample;
    noc_diag diag = {0};
    const noc_status status = noc_sample_at(s, load, &options, &sample, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
    return sample;
}
