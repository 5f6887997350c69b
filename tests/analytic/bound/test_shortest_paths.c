/* analytic/bound/shortest_paths.c: the cheapest ways keep to the turns that routers allow. The
 * bound's prices prove that they are the cheapest (test_bound_laws.c). */
#include <stdlib.h>

#include "analytic/bound/shortest_paths.h"
#include "base/auto.h"
#include "tests/support/runs/bounds.h"

/* Two ways around a corner, and a half router on one of them. */
static void cheapest_does_not_turn_at_half_routers(void **state)
{
    (void)state;
    static const char *const overrides[] = {
        "nodes.memory_at=((1,0),(0,1))", "network.half_routers=odd", "network.routing=checkerboard",
        "network.virtual_channels=4", NULL};
    test_system t = test_compile(test_bound_small_mesh, overrides);
    const noc_graph *g = &t.system->graph;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_shortest_paths *c = noc_shortest_paths_new(g, &arena);
    double *prices = calloc(g->channel_count, sizeof *prices);
    assert_true(c && prices);
    for (uint32_t terminal = 0; terminal < g->terminal_count; terminal++) {
        for (int heading = 0; heading < 2; heading++) {
            noc_shortest_paths_find(c, terminal, (noc_heading)heading, NOC_REQUEST, prices);
            for (uint32_t channel = 0; channel < g->channel_count; channel++) {
                const uint32_t next = noc_shortest_paths_next(c, channel);
                if (next == NOC_NONE) continue;
                const uint32_t in = heading ? channel : next, out = heading ? next : channel;
                assert_int_equal(g->channels[in].to, g->channels[out].from);
                assert_true(test_may_turn(g, in, out));
            }
        }
    }
    free(prices);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "ways do not turn at half routers", cheapest_does_not_turn_at_half_routers);
    return test_run("cheapest ways", &list);
}
