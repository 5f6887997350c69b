#include "network/patterns/synthetic.h"

#include <math.h>

noc_status noc_check_packet_mix(const noc_design *design, int columns, int rows, noc_diag *diag)
{
    (void)columns;
    (void)rows;
    const noc_traffic_spec *t = &design->traffic;
    const char *const keys[] = {"traffic.packet_mix", "traffic.packet_flits", NULL};
    const size_t lengths = t->packet_flits.count ? t->packet_flits.count : 1;
    if (lengths > NOC_PACKET_TYPES_MAX)
        return noc_design_conflict(design, diag, 0, keys,
                                   "traffic.packet_flits has %zu lengths (at most %d)", lengths,
                                   NOC_PACKET_TYPES_MAX);
    if (t->packet_mix.count == 0) return NOC_OK;
    if (t->packet_mix.count != lengths)
        return noc_design_conflict(design, diag, 0, keys,
                                   "traffic.packet_mix has %zu shares for %zu lengths of packets",
                                   t->packet_mix.count, lengths);
    double sum = 0.0;
    for (size_t i = 0; i < lengths; i++) sum += t->packet_mix.values[i];
    if (fabs(sum - 1.0) > 1e-3)
        return noc_design_conflict(design, diag, 0, keys,
                                   "traffic.packet_mix sums to %g (expected 1)", sum);
    return NOC_OK;
}
