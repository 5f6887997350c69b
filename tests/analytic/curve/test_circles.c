/* Networks whose links lead on to one another in circles: they saturate long before a link or a
 * virtual channel is used up, when waits hold up each other round the circle. Saturation by the
 * model as derived beside the sampler's (to 2 %); and virtual channels that are left over, which
 * must not cost throughput. */
#include <math.h>
#include <stdlib.h>

#include "tests/support/designs/wirings.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/models.h"

/* Router i is linked both ways with i +- 1 and i +- far, modulo all of them. */
static test_system circulant(unsigned routers, unsigned far, unsigned vcs)
{
    char *links = NULL, *attach = test_attach_in_order(routers), nodes[64], network[128];
    size_t size;
    FILE *out = open_memstream(&links, &size);
    assert_non_null(out);
    fprintf(out, "from,to,cycles,mm\n");
    for (unsigned i = 0; i < routers; i++)
        fprintf(out, "%u,%u,1,2\n%u,%u,1,2\n%u,%u,1,2\n%u,%u,1,2\n", i, (i + 1) % routers, i,
                (i + routers - 1) % routers, i, (i + far) % routers, i,
                (i + routers - far) % routers);
    fclose(out);
    snprintf(nodes, sizeof nodes, "compute = %u; memory = 0;", routers);
    snprintf(network, sizeof network,
             "flit_bytes = 16; virtual_channels = %u; buffer_flits = 8; router_stages = 3;", vcs);
    const wired_parts parts = {links, attach,  NULL,
                               nodes, network, "pattern = \"uniform\"; packet_flits = 4;"};
    const test_system t = test_parts(&parts);
    free(links);
    free(attach);
    return t;
}

static test_system torus(unsigned columns, unsigned rows, unsigned vcs, const char *dateline)
{
    char text[320];
    snprintf(text, sizeof text,
             "nodes = { compute = %u; memory = 0; };\n"
             "network = { topology = \"torus\"; columns = %u; rows = %u; virtual_channels = %u;\n"
             "  buffer_flits = 8; router_stages = 3; dateline = \"%s\"; };\n"
             "traffic = { pattern = \"uniform\"; packet_flits = 4; replies = false; };\n",
             columns * rows, columns, rows, vcs, dateline);
    return test_compile(text, NULL);
}

/* A torus, or with `far` a circulant graph of so many columns. */
typedef struct circle_case {
    const char *name;
    unsigned columns, rows, far, vcs;
    const char *dateline;
    double saturation;
} circle_case;

static const circle_case cases[] = {
    {"ring of 16, 4 VCs", 16, 1, 0, 4, "at-entry", 0.3357},
    {"ring of 16, 8 VCs", 16, 1, 0, 8, "at-entry", 0.3811},
    {"ring of 16 with layers, 3 VCs", 16, 1, 0, 3, "at-crossing", 0.2648},
    {"ring of 16 with layers, 4 VCs", 16, 1, 0, 4, "at-crossing", 0.3086},
    {"ring of 16 with layers, 8 VCs", 16, 1, 0, 8, "at-crossing", 0.3625},
    {"8x8 torus with layers, 3 VCs", 8, 8, 0, 3, "at-crossing", 0.4349},
    {"8x8 torus with layers, 4 VCs", 8, 8, 0, 4, "at-crossing", 0.5268},
    {"C(64; 1, 14), 4 VCs", 64, 1, 14, 4, NULL, 0.2723},
    {"C(48; 1, 10), 4 VCs", 48, 1, 10, 4, NULL, 0.2536},
    {"C(40; 1, 9), 4 VCs", 40, 1, 9, 4, NULL, 0.3349},
};

static test_system system_of(const circle_case *c)
{
    return c->far ? circulant(c->columns, c->far, c->vcs)
                  : torus(c->columns, c->rows, c->vcs, c->dateline);
}

static void circles_hold_up_themselves(void **state)
{
    (void)state;
    const size_t count = sizeof cases / sizeof *cases;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        const circle_case *c = &cases[i];
        test_system t = system_of(c);
        noc_model *model = test_model(t.system);
        noc_model_limits limits;
        noc_model_find_limits(model, &limits);
        const double off = limits.saturation / c->saturation - 1.0;
        print_message("    %s: saturation %+.1f %%\n", c->name, 100.0 * off);
        assert_near(limits.saturation, c->saturation, 0.08 * c->saturation);
        sum += fabs(off);
        noc_model_free(model);
        test_system_free(&t);
    }
    print_message("    mean %.1f %%\n", 100.0 * sum / (double)count);
    assert_true(sum <= 0.05 * (double)count);
}

/* The sampler accepts these loads; with the left-over virtual channel in another layer, as before,
 * it accepted 0.224 and 0.211. */
static void left_over_channels_cost_nothing(void **state)
{
    (void)state;
    test_system t = circulant(48, 10, 4);
    assert_true(test_accepted_share(t.system, 0.24) >= 0.98);
    test_system_free(&t);
    t = torus(16, 1, 3, "at-crossing");
    assert_true(test_accepted_share(t.system, 0.25) >= 0.98);
    test_system_free(&t);
}

/* Packets that ask for escape channels and others at once do not come to a full circle: what jams a
 * torus in dimension order is no limit here. The sampler's saturation: 0.372. */
static void escape_channels_do_not_jam(void **state)
{
    (void)state;
    test_system t =
        test_compile("nodes = { compute = 64; memory = 0; };\n"
                     "network = { topology = \"torus\"; columns = 8; rows = 8; routing = "
                     "\"min-adaptive\";\n"
                     "  virtual_channels = 4; buffer_flits = 8; router_stages = 4; };\n"
                     "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n",
                     NULL);
    noc_model *model = test_model(t.system);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    assert_near(limits.saturation, 0.372, 0.05 * 0.372);
    noc_model_free(model);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "circles hold up themselves", circles_hold_up_themselves);
    test_add(&list, "left-over virtual channels cost nothing", left_over_channels_cost_nothing);
    test_add(&list, "escape channels do not jam", escape_channels_do_not_jam);
    return test_run("circles", &list);
}
