/* Zero load in the mean of a pattern, against numbers worked out by hand. Packets one by one:
 * test_zero_load.c. */
#include <math.h>

#include "analytic/zero_load.h"
#include "tests/support/designs/zero_load_designs.h"
#include "tests/support/helpers.h"

typedef struct mean_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX];
    double request_routers, request; /* cycles */
    double reply_routers, reply;     /* NAN without replies */
} mean_case;

/* Uniform on k x k: H = 1 + 2 (k^2-1)/(3k) routers, own node included; 3 + 4H + (H-1) + (F-1)
 * cycles. */
static const mean_case mean_cases[] = {
    {"mean: uniform 4x4, 1 flit", uniform, {"traffic.packet_flits=1"}, 3.5, 19.5, NAN, NAN},
    {"mean: uniform 4x4, 1 and 5 flits", uniform, {NULL}, 3.5, 21.5, NAN, NAN},
    {"mean: uniform 4x4, 1 of 4 has 5 flits",
     uniform,
     {"traffic.packet_mix=(0.75, 0.25)"},
     3.5,
     20.5,
     NAN,
     NAN},
    {"mean: uniform 6x6",
     uniform,
     {"traffic.packet_flits=1", "network.columns=6", "network.rows=6", "nodes.compute=36"},
     1.0 + 70.0 / 18.0,
     2.0 + 5.0 * (1.0 + 70.0 / 18.0),
     NAN,
     NAN},
    {"mean: uniform 8x8, 1 stage",
     uniform,
     {"traffic.packet_flits=1", "network.columns=8", "network.rows=8", "nodes.compute=64",
      "network.router_stages=1"},
     6.25,
     2.0 + 2.0 * 6.25,
     NAN,
     NAN},
    {"mean: crossbar", crossbar, {NULL}, 1.0, 3.0 + 4.0 + 2.0, NAN, NAN},
    {"mean: butterfly", butterfly, {NULL}, 3.0, 3.0 + 12.0 + 2.0 + 2.0, NAN, NAN},
    /* 3 x 2 routers: mean distances 8/9 and 1/2; other columns 2/3, other rows 1/2 */
    {"mean: cmesh",
     cmesh,
     {"traffic.packet_flits=1"},
     1.0 + 25.0 / 18.0,
     2.0 + 5.0 * (1.0 + 25.0 / 18.0),
     NAN,
     NAN},
    {"mean: flattened butterfly, channels of 2",
     flattened,
     {"traffic.packet_flits=1", "network.channel_cycles=2"},
     1.0 + 7.0 / 6.0,
     3.0 + 4.0 * (1.0 + 7.0 / 6.0) + 2.0 * 25.0 / 18.0,
     NAN,
     NAN},
    /* Column distances from the 12 nodes of columns 0 and 5 to columns 1..4: mean 2.5; from those
     * of columns 1 and 4 (8 nodes): (0+1+2+3)/4; from 2 and 3 (8 nodes): (1+0+1+2)/4. Row distances
     * to rows 0 and 5: 2.5 from every row. Routers: 1 + (12*2.5 + 8*1.5 + 8*1)/28 + 2.5. Flits:
     * requests 0.9*1 + 0.1*5, replies 0.9*4 + 0.1*1. */
    {"mean: te13 top-bottom",
     gpu,
     {NULL},
     3.5 + 50.0 / 28.0,
     2.0 + 5.0 * (3.5 + 50.0 / 28.0) + 0.4,
     3.5 + 50.0 / 28.0,
     2.0 + 5.0 * (3.5 + 50.0 / 28.0) + 2.7},
    {"mean: te13 top-bottom, writes only, yx",
     gpu,
     {"traffic.read_fraction=0", "network.routing=yx"},
     3.5 + 50.0 / 28.0,
     2.0 + 5.0 * (3.5 + 50.0 / 28.0) + 4.0,
     3.5 + 50.0 / 28.0,
     2.0 + 5.0 * (3.5 + 50.0 / 28.0)},
    /* A fifth of the requests to memory 0 in column 1, row 0, the others alike to the rest.
     * Distances to column 1: (6*1 + 4*(0+1+2+3) + 6*4)/28 = 54/28; to all: 50/28, so to the rest
     * (8*50 - 54)/7/28. */
    {"mean: te13 top-bottom, hot memory",
     gpu,
     {"traffic.hotspot_fraction=0.2", "traffic.read_fraction=1"},
     3.5 + 0.2 * 54.0 / 28.0 + 0.8 * 346.0 / 7.0 / 28.0,
     2.0 + 5.0 * (3.5 + 0.2 * 54.0 / 28.0 + 0.8 * 346.0 / 7.0 / 28.0),
     3.5 + 0.2 * 54.0 / 28.0 + 0.8 * 346.0 / 7.0 / 28.0,
     2.0 + 5.0 * (3.5 + 0.2 * 54.0 / 28.0 + 0.8 * 346.0 / 7.0 / 28.0) + 3.0},
};

static void check_mean(void **state)
{
    const mean_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    assert_near(noc_mean_routers(t.system, NOC_REQUEST), c->request_routers, 1e-9);
    assert_near(noc_mean_idle_latency(t.system, NOC_REQUEST), c->request, 1e-9);
    if (isnan(c->reply)) {
        assert_true(isnan(noc_mean_routers(t.system, NOC_REPLY)));
        assert_true(isnan(noc_mean_idle_latency(t.system, NOC_REPLY)));
        assert_near(noc_zero_load_latency(t.system), c->request, 1e-9);
    } else {
        assert_near(noc_mean_routers(t.system, NOC_REPLY), c->reply_routers, 1e-9);
        assert_near(noc_mean_idle_latency(t.system, NOC_REPLY), c->reply, 1e-9);
        assert_near(noc_zero_load_latency(t.system), c->request + 1.0 + c->reply, 1e-9);
    }
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, mean_cases, check_mean);
    return test_run("zero load, means", &list);
}
