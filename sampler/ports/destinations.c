#include "sampler/ports/destinations.h"

#include "base/auto.h"

/* Finds the end of the consecutive flows with the source and the classes of flow f. */
static size_t find_run_end(const noc_traffic *traffic, size_t f)
{
    const noc_flow *first = &traffic->flows[f];
    size_t end = f;
    while (end < traffic->flow_count && traffic->flows[end].source == first->source &&
           traffic->flows[end].class == first->class &&
           traffic->flows[end].traffic_class == first->traffic_class)
        end++;
    return end;
}

bool noc_destinations_make(noc_destinations *destinations, noc_arena *arena,
                           const noc_system *system)
{
    const noc_traffic *traffic = &system->traffic;
    const uint32_t terminals = system->graph.terminal_count;
    NOC_AUTO_FREE double *rates = malloc((terminals + 1u) * sizeof *rates);
    destinations->by_source = noc_arena_array(arena, (size_t)terminals * traffic->class_count,
                                              sizeof *destinations->by_source);
    if (!rates || !destinations->by_source) return false;
    for (size_t f = 0, end; f < traffic->flow_count; f = end) {
        const noc_flow *first = &traffic->flows[f];
        end = find_run_end(traffic, f);
        if (first->class != NOC_REQUEST) continue;
        for (size_t k = f; k < end; k++) rates[k - f] = traffic->flows[k].rate;
        noc_terminal_destinations *d =
            &destinations->by_source[first->source + first->traffic_class * terminals];
        d->first_flow = f;
        if (!noc_alias_table_make(&d->offsets, arena, rates, end - f)) return false;
    }
    return true;
}

/* Tables of equal weights have no parts, so parts count for terminals with different rates only. */
double noc_destinations_bytes(const noc_system *system)
{
    const noc_traffic *traffic = &system->traffic;
    double bytes = (double)system->graph.terminal_count * traffic->class_count *
                   sizeof(noc_terminal_destinations);
    for (size_t f = 0, end; f < traffic->flow_count; f = end) {
        size_t k = f;
        end = find_run_end(traffic, f);
        while (k < end && traffic->flows[k].rate == traffic->flows[f].rate) k++;
        if (k < end) bytes += (double)(end - f) * sizeof(noc_alias_part);
    }
    return bytes;
}
