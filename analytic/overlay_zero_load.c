#include "analytic/overlay_zero_load.h"

#include "analytic/overlay_openings.h"

double noc_overlay_transit(const noc_overlay *overlay, const noc_overlay_load *load, int memory)
{
    int in_row = 0;
    for (int c = 0; c < load->cores; c++)
        in_row += load->core_at[c].row == load->memory_at[memory].row;
    const int spared = NOC_OVERLAY_TRANSIT - overlay->row_transit_cycles;
    return NOC_OVERLAY_TRANSIT - 1.0 - (double)spared * in_row / load->cores;
}

double noc_overlay_alone(const noc_overlay *overlay, const noc_overlay_load *load,
                         const int *windows, int memory, int flits)
{
    const double reachable = noc_overlay_reachable_share(overlay, load, memory);
    double sent = 0.0;
    for (int as_partner = 0; as_partner < 2; as_partner++) {
        const double share = as_partner ? reachable : 1.0 - reachable;
        if (share <= 0.0) continue;
        const noc_openings openings =
            noc_overlay_openings(overlay, windows, load->memory_nodes, memory, as_partner);
        sent += share * noc_openings_alone(&openings, flits);
    }
    return sent + noc_overlay_transit(overlay, load, memory);
}

double noc_overlay_zero_load(const noc_overlay *overlay, const noc_overlay_load *load,
                             const int *windows, double by_kind[NOC_REPLY_KINDS])
{
    double mean = 0.0;
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++) {
        double sum = 0.0;
        for (int m = 0; m < load->memory_nodes; m++)
            sum += load->shares[m] *
                   noc_overlay_alone(overlay, load, windows, m, load->mix.flits[kind]);
        mean += load->mix.shares[kind] * sum;
        if (by_kind) by_kind[kind] = sum;
    }
    return mean;
}
