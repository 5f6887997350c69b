/* Strided streams on hashed memory nodes: what a crossbar delivers, where streams camp on some of
 * these, against the closed form, by both methods. */
#include <stdio.h>

#include "analytic/curve/model.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/models.h"

enum { CORES = 24, REPLY_FLITS = 3 };

/* Crossbars of two steps a cycle, with virtual channels enough that heads of line do not block:
 * reply ports of memory nodes are what is full first. */
static const char crossbars[] =
    "nodes = { compute = 24; memory = %d; };\n"
    "networks = (\n"
    "  { carries = \"request\"; topology = \"crossbar\"; flit_bytes = 32; virtual_channels = 4; "
    "buffer_flits = 8; internal_speedup = 2; },\n"
    "  { carries = \"reply\"; topology = \"crossbar\"; flit_bytes = 32; virtual_channels = 8; "
    "buffer_flits = 16; internal_speedup = 2; } );\n"
    "traffic = { read_fraction = 1.0; read_request_bytes = 8; read_reply_bytes = 72;\n"
    "  interleave = \"%s\"; stride_bytes = %d; footprint_bytes = %d; };\n";

/* A stream in blocks of 256 bytes that meets so many of the nodes, all alike. */
typedef struct camp {
    const char *name, *how;
    int nodes, stride, count; /* bytes; addresses */
    int met;
} camp;

static const camp camps[] = {
    {"modulo, 8 nodes, blocks in a row", "modulo", 8, 256, 4096, 8},
    {"modulo, 8 nodes, every second block", "modulo", 8, 512, 4096, 4},
    {"modulo, 8 nodes, every eighth block", "modulo", 8, 2048, 4096, 1},
    {"modulo, 12 nodes, every fourth block", "modulo", 12, 1024, 4095, 3},
    {"modulo, 10 nodes, every fifth block", "modulo", 10, 1280, 4096, 2},
    {"XOR, 8 nodes, every eighth block", "xor", 8, 2048, 4096, 8},
    {"XOR, 8 nodes, nine blocks apart", "xor", 8, 2304, 8, 1},
    {"polynomial, 8 nodes, nine blocks apart", "ipoly", 8, 2304, 8, 8},
    {"polynomial, 8 nodes, every 64th block", "ipoly", 8, 16384, 4096, 8},
    {"polynomial and modulo, 12 nodes, every third block", "ipoly", 12, 768, 4096, 4},
};

/* Each met node answers a third of a request a cycle: 98 % of all are then offered by so many
 * cores. */
static double closed_form(const camp *c)
{
    return (double)c->met / REPLY_FLITS / CORES / 0.98;
}

static void saturation_is_the_closed_form(void **state)
{
    static const double floor = 0.02;
    const camp *c = *state;
    char text[1200];
    snprintf(text, sizeof text, crossbars, c->nodes, c->how, c->stride, c->stride * c->count);
    test_system t = test_compile(text, NULL);
    noc_model *model = test_model(t.system);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    const double wanted = closed_form(c);
    print_message("    model %+.2f %%\n", 100.0 * (limits.saturation / wanted - 1.0));
    assert_near(limits.saturation, wanted, 1e-3 * wanted);
    assert_true(test_accepted_share(t.system, (1.0 - floor) * wanted) >= 0.98);
    assert_true(test_accepted_share(t.system, (1.0 + floor) * wanted) < 0.98);
    noc_model_free(model);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, camps, saturation_is_the_closed_form);
    return test_run("camping", &list);
}
