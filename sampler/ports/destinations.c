#include "sampler/ports/destinations.h"

#include <stdlib.h>

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

bool noc_destinations_make(noc_destinations *destinations, const noc_system *system)
{
    const noc_traffic *traffic = &system->traffic;
    const uint32_t terminals = system->graph.terminal_count;
    double *rates = malloc((terminals + 1u) * sizeof *rates);
    destinations->count = terminals * traffic->class_count;
    destinations->by_source = calloc(destinations->count + 1u, sizeof *destinations->by_source);
    bool success = rates && destinations->by_source;
    for (size_t f = 0, end; f < traffic->flow_count && success; f = end) {
        const noc_flow *first = &traffic->flows[f];
        end = find_run_end(traffic, f);
        if (first->class != NOC_REQUEST) continue;
        for (size_t k = f; k < end; k++) rates[k - f] = traffic->flows[k].rate;
        noc_terminal_destinations *d =
            &destinations->by_source[first->source + first->traffic_class * terminals];
        d->first_flow = f;
        success = noc_alias_table_make(&d->offsets, rates, end - f);
    }
    free(rates);
    return success;
}

noc_destinations noc_destinations_borrow(const noc_destinations *lender)
{
    return (noc_destinations){lender->by_source, lender->count, true};
}

static void free_tables(noc_destinations *destinations)
{
    for (uint32_t t = 0; destinations->by_source && t < destinations->count; t++)
        noc_alias_table_clear(&destinations->by_source[t].offsets);
    free(destinations->by_source);
}

void noc_destinations_clear(noc_destinations *destinations)
{
    if (!destinations->is_borrowed) free_tables(destinations);
    *destinations = (noc_destinations){0};
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
