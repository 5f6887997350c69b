#include "design/slices.h"

bool noc_tile_has_core(const noc_point *memory_positions, int memory_nodes, int column, int row)
{
    for (int m = 0; m < memory_nodes; m++)
        if (memory_positions[m].column == column && memory_positions[m].row == row) return false;
    return true;
}

int noc_slices_count_cores(const noc_slices *slices, const noc_point *memory_positions,
                           int memory_nodes, int column)
{
    int cores = 0;
    for (int row = 0; row < slices->rows; row++)
        cores += noc_tile_has_core(memory_positions, memory_nodes, column, row);
    return cores;
}

static bool refuse_pattern(noc_refusal *refusal, const char *reason)
{
    return noc_refuse(refusal, NOC_PATHS("traffic.pattern", "network.topology"),
                      "%s (traffic.pattern = \"many-to-few\")", reason);
}

bool noc_reply_slices_check(bool carries_requests, bool has_memory, noc_refusal *refusal)
{
    *refusal = (noc_refusal){0};
    if (!has_memory) return refuse_pattern(refusal, "slices carry replies of memory nodes");
    if (!carries_requests) return true;
    return noc_refuse(refusal, NOC_PATHS("network.carries", "network.topology"),
                      "slices of memory nodes carry replies only (network.carries = \"reply\", "
                      "beside another network for the requests)");
}

bool noc_token_slices_check(bool carries_replies, bool has_memory, noc_refusal *refusal)
{
    *refusal = (noc_refusal){0};
    if (!has_memory)
        return refuse_pattern(refusal, "slices with tokens carry requests to memory nodes");
    if (!carries_replies) return true;
    return noc_refuse(refusal, NOC_PATHS("network.carries", "network.topology"),
                      "slices with tokens carry requests only (network.carries = \"request\", "
                      "beside another network for the replies)");
}

bool noc_ring_slices_check(const noc_slices *slices, int cores, noc_refusal *refusal)
{
    *refusal = (noc_refusal){0};
    if (slices->stops == 0 || slices->stops >= cores) return true;
    return noc_refuse(refusal, NOC_PATHS("network.stops", "nodes.compute"),
                      "network.stops = %d: a ring has a stop for each of the %d cores (0 means "
                      "that)",
                      slices->stops, cores);
}
