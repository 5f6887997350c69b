#include "tests/support/runs/busiest.h"

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "tests/support/helpers.h"

void test_busiest(const noc_system *s, double *load, double *routers)
{
    noc_loads loads;
    assert_int_equal(noc_loads_new(s, &loads), NOC_OK);
    *load = 0.0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (s->graph.channels[c].kind == NOC_LINK && loads.channel_flits[c] > *load)
            *load = loads.channel_flits[c];
    noc_loads_clear(&loads);
    *routers = (noc_mean_routers(s, NOC_REQUEST) + noc_mean_routers(s, NOC_REPLY)) / 2.0;
}
