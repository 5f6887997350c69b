/* The model of terminals that wait for their own router, beside the sampler: routers whose steps
 * fit into a cycle, buffers that are shorter than a packet, and crossbar inputs that are slower
 * than their link; and of queues behind crossbars of several steps. */
#include "tests/support/designs/model_designs.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/models.h"

static const char crossbar_of_replies[] =
    "nodes = { compute = 40; memory = 16; };\n"
    "network = { topology = \"crossbar\"; virtual_channels = 2; buffer_flits = 4; };\n"
    "traffic = { pattern = \"many-to-few\"; read_fraction = 1.0;\n"
    "            read_request_bytes = 8; read_reply_bytes = 72; };\n";

static const char fast_mesh[] =
    "nodes = { compute = 16; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; internal_speedup = 2.0; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 4; };\n";

#define ONE_MEMORY "nodes.compute=8", "nodes.memory=1"
#define HOLDS                                                                                 \
    "network.allocation_hold=flit", "network.allocator=separable", "network.router_stages=1", \
        "network.buffer_flits=32"

typedef struct source_case {
    const char *name, *text;
    const char *overrides[OVERRIDES_MAX];
    double saturation;  /* measured, flits/cycle of an injecting node (precision 0.005) */
    double half, eight; /* measured: cycles that users watch, at 50 and 80 % of it (0.01) */
    double error;       /* of latency at 80 %, at most, as a share */
} source_case;

/* Figures of `nocsight query --measure`, seed 1, at most 200,000 cycles. */
static const source_case cases[] = {
    /* A reply of 5 flits a 5 cycles: all steps of a head fit into one. */
    {"4 steps, all in a cycle",
     crossbar_of_replies,
     {ONE_MEMORY, "network.internal_speedup=4"},
     0.02540,
     15.54,
     23.58,
     0.03},
    {"4 steps, 16 memory nodes",
     crossbar_of_replies,
     {"network.internal_speedup=4"},
     0.06669,
     15.74,
     24.78,
     0.07},
    /* A reply of 5 flits a 6 cycles. Credits of 8 receivers each come as late, for a cycle more. */
    {"credits of receivers apart",
     crossbar_of_replies,
     {ONE_MEMORY, "network.router_stages=2"},
     0.02122,
     19.05,
     28.82,
     0.06},
    {"held, 2 VCs",
     crossbar_of_replies,
     {HOLDS, "network.virtual_channels=4"},
     0.03723,
     26.92,
     45.15,
     0.07},
    {"held, 4 VCs",
     crossbar_of_replies,
     {HOLDS, "network.virtual_channels=8"},
     0.03822,
     28.30,
     49.52,
     0.05},
    {"held, 2 VCs, idle outputs",
     crossbar_of_replies,
     {HOLDS, "network.virtual_channels=4", "nodes.compute=160"},
     0.01007,
     26.20,
     44.32,
     0.05},
    /* M/G/1: a packet behind the one that waits for an output. */
    {"a VC",
     crossbar_of_replies,
     {"network.allocator=separable", "network.router_stages=1", "network.buffer_flits=32"},
     0.06657,
     15.72,
     24.68,
     0.03},
    {"held, a VC", crossbar_of_replies, {HOLDS}, 0.03331, 24.52, 43.18, 0.03},
    /* Flits of others lie between a packet's own, in the queue behind a crossbar of two steps. */
    {"2 steps, a mesh of 4 VCs",
     fast_mesh,
     {"network.virtual_channels=4", "network.buffer_flits=8"},
     0.93340,
     20.21,
     30.88,
     0.09},
};

static void waits_as_measured(void **state)
{
    const source_case *c = *state;
    const double shares[] = {0.5, 0.8}, cycles[] = {c->half, c->eight};
    const double errors[] = {0.03, c->error};
    test_system t = test_compile(c->text, c->overrides);
    noc_model *model = test_model(t.system);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    print_message("    saturation %+.1f %%\n", 100.0 * (limits.saturation / c->saturation - 1.0));
    assert_near(limits.saturation, c->saturation, 0.04 * c->saturation);
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        noc_model_point p;
        noc_model_solve(model, shares[i] * c->saturation, &p);
        const double watched = test_watched(t.system, &p);
        print_message("    at %.0f %% %+.1f %%\n", 100.0 * shares[i],
                      100.0 * (watched / cycles[i] - 1.0));
        assert_near(watched, cycles[i], errors[i] * cycles[i]);
    }
    noc_model_free(model);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, waits_as_measured);
    return test_run("model sources", &list);
}
