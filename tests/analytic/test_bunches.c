/* Bunches of requests: what a network's shape makes of them, against closed forms; that the sampler
 * has them. */
#include <math.h>
#include <stdio.h>

#include "analytic/memory/memory_model.h"
#include "analytic/reply_bursts.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/engines.h"

/* ---- crossbars ------------------------------------------------------------------------------ */

/* One router in front of all memory nodes: a bunch comes from one of n equal groups of cores,
 * through so many VCs, and its replies take the group's own channels: relative variance n - 1. */
typedef struct crossbar_case {
    const char *name, *file;
    double groups, vcs, nodes, busy; /* nodes: that share the channel; busy: it over the busiest */
    double ports;                    /* an injection channel of replies over the busiest */
    double memories;
    double flit_cycles;
} crossbar_case;

static const crossbar_case crossbars[] = {
    {"16 ports for 80 cores", "configs/cdx19-fc-16ports.cfg", 16, 4, 16, 1.0, 1.0, 16, 1},
    {"a port a core", "configs/cdx19-fc-ideal-80.cfg", 80, 4, 16, 16.0 / 80.0, 1.0, 16, 1},
    {"a port a core, held", "configs/cdx19-fc-real-80.cfg", 80, 4, 16, 16.0 / 80.0, 1.0, 16, 2},
    {"8 groups, 3 ports", "configs/cdx19-cdxbar-80.cfg", 8, 12, 16, 16.0 / 24.0, 1.0, 16, 1},
    {"8 groups, a port", "configs/cdx19-cdxbar-80-1port.cfg", 8, 4, 16, 1.0, 0.5, 16, 1},
    /* The first of three ports is for 6 of 16 nodes. */
    {"8 groups, ports by source", "configs/cdx19-cdxbar-80-source.cfg", 8, 12, 6, 0.75, 1.0, 16, 1},
};

/* Of all cores, a request each. */
static double all_reply_flits(const noc_system *s)
{
    const double reads = s->design->traffic.read_fraction;
    const noc_packet_type *types = s->traffic.types;
    return s->graph.compute_count * (reads * types[NOC_READ_REPLY].flits[0] +
                                     (1.0 - reads) * types[NOC_WRITE_REPLY].flits[0]);
}

static void crossbars_have_groups(void **state)
{
    const crossbar_case *c = *state;
    test_system t = test_compile_file(c->file, (const char *const[]){NULL});
    const noc_reply_bursts b = noc_find_reply_bursts(t.system);
    const double busiest = all_reply_flits(t.system) / c->memories / c->ports;
    assert_near(noc_find_request_paths(t.system).head_vcs, c->groups * c->vcs / c->memories, 1e-9);
    assert_near(b.variance, c->vcs * (c->groups - 1.0) / c->nodes, 1e-9);
    assert_near(b.busiest_load, c->flit_cycles * c->busy * busiest, 1e-9);
    assert_near(b.port_load_ratio, c->ports, 1e-9);
    test_system_free(&t);
}

/* ---- a row ---------------------------------------------------------------------------------- */

/* A cores, a memory node, B cores: bunches come from the left, a share a of them, or from the
 * right. The link to the left is a times as busy as the node's port, and of relative variance (1
 * - a) / a. */
typedef struct row_case {
    const char *name;
    int left, right, vcs;
} row_case;

static const row_case rows[] = {
    {"row: 1 and 1", 1, 1, 2},
    {"row: 3 and 1", 3, 1, 2},
    {"row: 2 and 5, VCs", 2, 5, 8},
};

static void rows_have_sides(void **state)
{
    const row_case *c = *state;
    const double left = (double)c->left / (c->left + c->right), vcs = c->vcs / 2.0;
    char text[512];
    snprintf(text, sizeof text,
             "nodes = { compute = %d; memory = 1; placement = \"explicit\";\n"
             "          memory_at = ((%d, 0)); };\n"
             "network = { topology = \"mesh\"; columns = %d; rows = 1; virtual_channels = %d; };\n"
             "traffic = { pattern = \"many-to-few\"; };\n",
             c->left + c->right, c->left, c->left + c->right + 1, c->vcs);
    test_system t = test_compile(text, NULL);
    const noc_reply_bursts b = noc_find_reply_bursts(t.system);
    assert_near(noc_find_request_paths(t.system).head_vcs, 2.0 * vcs, 1e-9);
    assert_near(b.variance * b.busiest_load,
                vcs * fmax(left, 1.0 - left) * all_reply_flits(t.system), 1e-9);
    assert_near(b.port_load_ratio, 1.0, 1e-9);
    test_system_free(&t);
}

/* Any way through the middle, from all sides: no channel is of some cores only, but for their
 * own. */
static void clos_has_none(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/cdx19-clos-80.cfg", (const char *const[]){NULL});
    assert_near(noc_find_reply_bursts(t.system).variance, 0.0, 1e-9);
    test_system_free(&t);
}

/* ---- the sampler ---------------------------------------------------------------------------- */

static uint32_t flits_of_port(const noc_run *run, const noc_graph *g, uint32_t port)
{
    return noc_run_channel_flits(run, g->injectors[port], NOC_REQUEST) +
           noc_run_channel_flits(run, g->injectors[port], NOC_REPLY);
}

/* Variance over mean of what concentrators send in windows, requests of a flit. */
static double dispersion(const char *mshrs)
{
    enum { WARM_UP = 30000, WINDOWS = 200, WINDOW = 300, PORTS = 16 };
    const char *const over[] = {"workload=steady", "workload.read_fraction=1", mshrs, NULL};
    test_system t = test_compile_file("configs/cdx19-fc-16ports.cfg", over);
    noc_run *e = noc_run_new(t.system, (noc_load){.seed = 3, .workload = &t.design->workload});
    assert_non_null(e);
    test_run_cycles(e, WARM_UP);
    double sum = 0.0, squares = 0.0;
    for (int w = 0; w < WINDOWS; w++) {
        uint32_t before[PORTS];
        for (uint32_t p = 0; p < PORTS; p++) before[p] = flits_of_port(e, &t.system->graph, p);
        test_run_cycles(e, WINDOW);
        for (uint32_t p = 0; p < PORTS; p++) {
            const double sent = flits_of_port(e, &t.system->graph, p) - before[p];
            sum += sent;
            squares += sent * sent;
        }
    }
    noc_run_free(e);
    test_system_free(&t);
    const double count = WINDOWS * PORTS, mean = sum / count;
    return (squares / count - mean * mean) / mean;
}

static void requests_come_in_bunches(void **state)
{
    (void)state;
    const double many = dispersion("nodes.mshrs=32"), few = dispersion("nodes.mshrs=2");
    assert_true(many > 6.0);
    assert_true(few < 1.5);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "crossbar", crossbars, crossbars_have_groups);
    TEST_TABLE(&list, rows, rows_have_sides);
    test_add(&list, "clos: none", clos_has_none);
    test_add(&list, "sampler: requests come in bunches", requests_come_in_bunches);
    return test_run("bunches", &list);
}
