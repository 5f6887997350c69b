#include "tests/support/runs/busiest.h"

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "tests/support/helpers.h"

void test_busiest(const noc_system *s, double *load, double *routers)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(s, &arena, &loads), NOC_OK);
    *load = 0.0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (s->graph.channels[c].kind == NOC_LINK && loads.channel_flits[c] > *load)
            *load = loads.channel_flits[c];
    *routers = (noc_mean_routers(s, NOC_REQUEST) + noc_mean_routers(s, NOC_REPLY)) / 2.0;
}
