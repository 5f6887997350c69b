#include "reports/designs/starter_gpu.h"

#include "base/min_max.h"

/* Two SMs share a TPC, at most 18 a GPC; eight slices a partition (configs/h100.cfg). */
enum { TPC_SMS = 2, GPC_SMS = 18, PARTITION_SLICES = 8 };

static int groups_of(int nodes, int most)
{
    return (nodes + most - 1) / most;
}

/* What differs between the networks: flits a cycle of TPCs, and latencies of the nodes' ports. */
typedef struct direction {
    double tpc;
    int sm_cycles, sm_buffer, slice_cycles, slice_buffer;
} direction;

/* A port that takes as long as its node's own pipeline, and holds what is on its way. */
static void write_port(FILE *out, const char *name, int nodes, int cycles, int buffer)
{
    fprintf(out, "{ name = \"%s\"; groups = %d; flits_per_cycle = 2;", name, nodes);
    if (cycles > 1) fprintf(out, " cycles = %d; buffer_flits = %d;", cycles, buffer);
    fprintf(out, " }");
}

static void write_levels(FILE *out, const noc_starter_counts *c, const direction *d)
{
    const int gpcs = groups_of(c->compute, GPC_SMS);
    const int partitions = groups_of(c->memory, PARTITION_SLICES);
    fprintf(out, " levels = (\n      ");
    write_port(out, "sm", c->compute, d->sm_cycles, d->sm_buffer);
    fprintf(out,
            ",\n      { name = \"tpc\"; groups = %d; flits_per_cycle = %g; cycles = 2; mm = 1;"
            "\n        buffer_flits = 48; },\n"
            "      { name = \"gpc\"; groups = %d; flits_per_cycle = 18.2; cycles = 6; mm = 8;\n"
            "        buffer_flits = 160; } );\n",
            groups_of(c->compute, TPC_SMS), d->tpc, gpcs);
    if (min_int(gpcs, partitions) > 1)
        fprintf(out, "    halves = 2; reach = \"half\";\n"
                     "    bridge_flits_per_cycle = 32; bridge_cycles = 75; bridge_mm = 12;\n"
                     "    bridge_buffer_flits = 2560;\n");
    fprintf(out, "    pair_flits_per_cycle = 8;\n    memory_levels = (\n      ");
    write_port(out, "slice", c->memory, d->slice_cycles, d->slice_buffer);
    fprintf(out,
            ",\n      { name = \"partition\"; groups = %d; flits_per_cycle = 16; cycles = 4;\n"
            "        mm = 6; buffer_flits = 192; } );\n   ",
            partitions);
}

static void write_requests(FILE *out, const noc_starter_counts *c)
{
    static const direction requests = {4.0, 1, 0, 108, 512};
    write_levels(out, c, &requests);
}

static void write_replies(FILE *out, const noc_starter_counts *c)
{
    static const direction replies = {3.9, 103, 448, 1, 0};
    write_levels(out, c, &replies);
}

#define NETWORK "flit_bytes = 32; virtual_channels = 2; buffer_flits = 32;\n    router_stages = 2;"

const noc_starter_form noc_starter_gpu = {
    .name = "gpu",
    .compute = 132,
    .memory = 80,
    .request = {"hierarchy", NETWORK, write_requests},
    .reply = {"hierarchy", NETWORK, write_replies},
    .clock_mhz = NOC_STARTER_MHZ,
    .about = "# As published of an H100 (nocsight query h100-sxm; its file has a source for each\n"
             "# number): two SMs a TPC, up to 18 a GPC, a crossbar in two halves, partitions of\n"
             "# eight slices of the L2. A flit is a sector of 32 bytes, its header beside it.\n"
             "# SMs and slices read their own half; their pipelines are in `cycles` of their\n"
             "# ports. Assumed: buffers, lengths, the bridge, and how the 258 cycles divide.\n",
    .nodes = "simd_width = 128; mshrs = 1024;",
    .groups = "memory = { line_bytes = 32; bus_bytes = 8; banks = 16; clock_mhz = 5234; };\n"
              "traffic = { read_fraction = 0.9; data_bytes = 32;\n"
              "            read_request_bytes = 8; read_reply_bytes = 32;\n"
              "            write_request_bytes = 32; write_reply_bytes = 8; };\n",
};
