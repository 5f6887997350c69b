#include "reports/designs/starter_gpu.h"

#include "base/min_max.h"

/* Two SMs share a TPC, at most 18 a GPC; eight slices a partition (configs/h100.cfg). */
enum { TPC_SMS = 2, GPC_SMS = 18, PARTITION_SLICES = 8 };

static int groups_of(int nodes, int most)
{
    return (nodes + most - 1) / most;
}

/* A link between two dies carries all that the GPCs of one ask of the other, as UCIe does it in an
 * advanced package (docs/designs.md): 2 ns, and as much again for crossing clocks; 1317 GB/s a mm of
 * edge, both directions. */
static void write_dies(FILE *out, int dies, int gpcs)
{
    static const double gpc_flits = 18.2, flit_bytes = 32.0, edge_gb_per_s = 1317.0, most = 64.0;
    const double flits = min_of(gpc_flits * gpcs / (dies * dies), most);
    const double gb_per_s = 2.0 * flits * flit_bytes * NOC_STARTER_MHZ / 1e3;
    fprintf(out,
            "    halves = %d;\n"
            "    die_links = { cycles = 7; flits_per_cycle = %.3g; pj_per_bit = 0.25;\n"
            "                  mm_of_edge = %.2g; };\n"
            "    bridge_buffer_flits = 320;\n",
            dies, flits, gb_per_s / edge_gb_per_s);
}

/* Levels of a network, whose TPCs pass so many flits a cycle. */
static void write_levels(FILE *out, const noc_starter_counts *c, double tpc)
{
    const int gpcs = max_int(groups_of(c->compute, GPC_SMS), c->dies);
    const int partitions = max_int(groups_of(c->memory, PARTITION_SLICES), c->dies);
    const bool cut = c->dies > 1;
    char die[20] = "";
    if (cut) snprintf(die, sizeof die, "; die = %d", c->dies);
    fprintf(out,
            " levels = (\n"
            "      { name = \"sm\"; groups = %d; flits_per_cycle = 2; },\n"
            "      { name = \"tpc\"; groups = %d; flits_per_cycle = %g; cycles = 2; mm = 1;\n"
            "        buffer_flits = 48; },\n"
            "      { name = \"gpc\"; groups = %d; flits_per_cycle = 18.2; cycles = 6; mm = 8;\n"
            "        buffer_flits = 160%s; } );\n",
            c->compute, groups_of(c->compute, TPC_SMS), tpc, gpcs, die);
    if (cut)
        write_dies(out, c->dies, gpcs);
    else if (min_int(gpcs, partitions) > 1)
        fprintf(out, "    halves = 2; reach = \"half\";\n"
                     "    bridge_flits_per_cycle = 32; bridge_cycles = 75; bridge_mm = 12;\n"
                     "    bridge_buffer_flits = 2560;\n");
    if (!cut) fprintf(out, "    pair_flits_per_cycle = 7;\n");
    fprintf(out,
            "    memory_levels = (\n"
            "      { name = \"slice\"; groups = %d; flits_per_cycle = 2; },\n"
            "      { name = \"partition\"; groups = %d; flits_per_cycle = 16; cycles = 4;\n"
            "        mm = 6; buffer_flits = 192%s; } );\n   ",
            c->memory, partitions, die);
}

static void write_requests(FILE *out, const noc_starter_counts *c)
{
    write_levels(out, c, 4.0);
}

static void write_replies(FILE *out, const noc_starter_counts *c)
{
    write_levels(out, c, 3.9);
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
             "# SMs read slices of their own half. Assumed: buffers, lengths, the bridge, what\n"
             "# pairs of GPC and partition pass, how the 258 cycles of a read divide.\n",
    .cuts = true,
    .nodes = "simd_width = 128; mshrs = 1024;",
    .groups = "memory = { line_bytes = 32; bus_bytes = 8; banks = 16; clock_mhz = 5234; };\n"
              "traffic = { read_fraction = 0.9; data_bytes = 32; answer_cycles = 215;\n"
              "            read_request_bytes = 8; read_reply_bytes = 32;\n"
              "            write_request_bytes = 32; write_reply_bytes = 8; };\n",
};
