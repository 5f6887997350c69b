#include "analytic/circuits/overlay_load.h"

#include "network/circuits/overlay_reach.h"

double noc_overlay_reachable_share(const noc_overlay *overlay, const noc_overlay_load *load,
                                   int memory)
{
    if (overlay->multiplex == NOC_MULTIPLEX_OFF) return 0.0;
    if (overlay->multiplex == NOC_MULTIPLEX_ALL) return 1.0;
    const int owner = noc_overlay_window_of_partner(memory, load->memory_nodes);
    int reachable = 0;
    for (int c = 0; c < load->cores; c++)
        reachable +=
            noc_overlay_reaches(load->memory_at[owner], load->memory_at[memory], load->core_at[c]);
    return (double)reachable / load->cores;
}
