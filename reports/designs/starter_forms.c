#include "reports/designs/starter_forms.h"

/* A class alone has both virtual channels of the default. */
#define REQUESTS "flit_bytes = 16;"
#define REPLIES  "flit_bytes = 32;"

enum { COMPUTE = 28, MEMORY = 8, GIGAHERTZ = 1000 };

/* ---- sizes that no grid tells --------------------------------------------------------------- */

/* The switches of all stages count both kinds of nodes. */
static int nodes_of(const noc_starter_counts *c)
{
    return c->compute + c->memory;
}

/* Two stages reach radix x radix nodes. */
static void size_butterfly(FILE *out, const noc_starter_counts *c)
{
    int radix = 2;
    while (radix * radix < nodes_of(c)) radix++;
    fprintf(out, " radix = %d; stages = 2;", radix);
}

/* As many middle switches as an outer one has nodes: no pair that is free has to wait for a way
 * (Clos 1953, rearranged). */
static void size_clos(FILE *out, const noc_starter_counts *c)
{
    const int nodes = nodes_of(c);
    int n = 1;
    while (n * n < nodes) n++;
    fprintf(out, " m = %d; n = %d; r = %d;", n, n, (nodes + n - 1) / n);
}

/* Of about ten compute nodes each, as cdx19 has them for 80. */
static void size_cdxbar(FILE *out, const noc_starter_counts *c)
{
    const int ten = (c->compute + 9) / 10;
    fprintf(out, " local_crossbars = %d; converged_ports = 3;", ten);
}

/* Two SMs share a port. */
static void size_gpu(FILE *out, const noc_starter_counts *c)
{
    fprintf(out, " ports = %d;", (c->compute + 1) / 2);
}

/* So many slices share a controller as divide them, at most 8; each has 16 bytes of its DRAM. */
static void write_slices(FILE *out, const noc_starter_counts *c)
{
    int slices = 8;
    while (c->memory % slices) slices--;
    fprintf(out,
            "memory = { slices = %d; line_bytes = 128; bus_bytes = %d; banks = 128;\n"
            "           clock_mhz = 2617; };\n",
            slices, 16 * slices);
}

/* ---- forms ---------------------------------------------------------------------------------- */

#define ON_A_GRID(word, settings_of_it)                                                            \
    {                                                                                              \
        word, COMPUTE, MEMORY, .request = {word, settings_of_it, NULL},                            \
                               .placements = {"top-bottom", "bottom-rows"}, .clock_mhz = GIGAHERTZ \
    }

#define OF_SWITCHES(word, size_of_it)                                                       \
    {                                                                                       \
        word, COMPUTE, MEMORY, .request = {word, REQUESTS, size_of_it},                     \
                               .reply = {word, REPLIES, size_of_it}, .clock_mhz = GIGAHERTZ \
    }

static const noc_starter_form forms[] = {
    ON_A_GRID("mesh", "flit_bytes = 16; virtual_channels = 4;"),
    ON_A_GRID("torus", "flit_bytes = 16; virtual_channels = 4;"),
    {
        "ring",
        COMPUTE,
        MEMORY,
        .request = {"torus", "flit_bytes = 32; virtual_channels = 4;", NULL},
        .placements = {"bottom-rows"},
        .rows_most = 1,
        .clock_mhz = GIGAHERTZ,
        .about = "# A ring is topology \"torus\" with rows = 1.\n",
    },
    ON_A_GRID("cmesh", "flit_bytes = 32; virtual_channels = 4;"),
    ON_A_GRID("flattened-butterfly", "flit_bytes = 16; virtual_channels = 4;"),
    {
        "smesh",
        COMPUTE,
        MEMORY,
        .request = {"smesh", REQUESTS, NULL},
        .reply = {"smesh", REPLIES, NULL},
        .placements = {"bottom-rows"},
        .clock_mhz = GIGAHERTZ,
    },
    OF_SWITCHES("crossbar", NULL),
    OF_SWITCHES("butterfly", size_butterfly),
    OF_SWITCHES("clos", size_clos),
    OF_SWITCHES("cdxbar", size_cdxbar),
    {
        "ideal",
        COMPUTE,
        MEMORY,
        .request = {"ideal", "flit_bytes = 16;", NULL},
        .clock_mhz = GIGAHERTZ,
        .about = "# No network at all: the limit that no other can pass. It has no area and no "
                 "power.\n",
    },
    {
        "overlay",
        56,
        8,
        .request = {"mesh", REQUESTS, NULL},
        .reply = {"overlay", "flit_bytes = 16;", NULL},
        .placements = {"staircase"},
        .row_each = true,
        .clock_mhz = GIGAHERTZ,
    },
    {
        "slices",
        56,
        8,
        .request = {"mesh", REQUESTS, NULL},
        .reply = {"slices", "flit_bytes = 16;", NULL},
        .placements = {"staircase", "top-bottom", "bottom-rows"},
        .clock_mhz = GIGAHERTZ,
    },
    {
        "token-slices",
        56,
        8,
        .request = {"token-slices", "flit_bytes = 8;", NULL},
        .reply = {"mesh", REPLIES, NULL},
        .placements = {"staircase", "top-bottom", "bottom-rows"},
        .clock_mhz = GIGAHERTZ,
    },
    {
        "ring-slices",
        56,
        8,
        .request = {"smesh", REQUESTS, NULL},
        .reply = {"ring-slices", "flit_bytes = 32;", NULL},
        .placements = {"bottom-rows"},
        .clock_mhz = GIGAHERTZ,
    },
    {
        "file",
        12,
        4,
        .request = {"file",
                    "links = \"links.csv\"; attach = \"attach.csv\"; flit_bytes = 32; "
                    "virtual_channels = 4;",
                    NULL},
        .clock_mhz = GIGAHERTZ,
    },
    {
        "gpu",
        132,
        80,
        .request = {"crossbar", "flit_bytes = 32;", size_gpu},
        .reply = {"crossbar", "flit_bytes = 64;", size_gpu},
        .workload = "cdx19-high",
        .clock_mhz = 1755,
        .nodes = "simd_width = 32; mshrs = 128;",
        .groups = write_slices,
        .about =
            "# No product: a crossbar for requests and one for replies, whose ends are as wide\n"
            "# as published of GPUs. Two SMs share a port, 8 slices a memory controller (Jin\n"
            "# et al., Uncovering Real GPU NoC Characteristics, MICRO 2024, Table I, DOI\n"
            "# 10.1109/MICRO61859.2024.00070); a slice reads 64 bytes a cycle (NVIDIA A100\n"
            "# whitepaper, p. 35); DRAM 3350 GB/s for 80 slices. Assumed: the width of\n"
            "# requests, buffers, MSHRs, lanes. Published clock: 1755 MHz; here it is what a\n"
            "# single switch reaches in this technology.\n",
    },
};

const noc_starter_form *noc_starter_form_at(size_t i)
{
    return i < sizeof forms / sizeof forms[0] ? &forms[i] : NULL;
}
