#include "network/graph/traffic.h"

double noc_traffic_mean_flits(const noc_traffic *traffic, int type, uint16_t network)
{
    const noc_packet_type *unchanged = &traffic->lengths[type];
    if (traffic->length_count == traffic->type_count) return unchanged->flits[network];
    const noc_packet_type *shortened = &traffic->lengths[type + traffic->type_count];
    const double share =
        traffic->types[type].share > 0.0 ? shortened->share / traffic->types[type].share : 0.0;
    return (1.0 - share) * unchanged->flits[network] + share * shortened->flits[network];
}

double noc_flow_relative_length(const noc_traffic *traffic, const noc_flow *flow)
{
    double mean_flits = 0.0;
    if (traffic->class_count < 2) return 1.0;
    for (uint32_t k = 0; k < traffic->class_count; k++)
        mean_flits += traffic->classes[k].packet_share * traffic->classes[k].mean_flits;
    return traffic->classes[flow->traffic_class].mean_flits / mean_flits;
}

double noc_traffic_data_bytes(const noc_traffic *traffic, int type, double bytes)
{
    const noc_packet_type *t = &traffic->types[type];
    if (!t->has_data) return 0.0;
    if (t->class == NOC_REPLY) {
        const double least_bytes = traffic->types[NOC_WRITE_REPLY].bytes;
        if (bytes <= least_bytes && least_bytes < t->bytes) return 0.0;
    }
    return bytes > t->header_bytes ? bytes - t->header_bytes : 0.0;
}

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

/* Compares flows by class, traffic class, source, destination. */
static int compare_flows(const noc_flow *flow, const noc_flow *wanted)
{
    if (flow->class != wanted->class) return flow->class < wanted->class ? -1 : 1;
    if (flow->traffic_class != wanted->traffic_class)
        return compare_numbers(flow->traffic_class, wanted->traffic_class);
    if (flow->source != wanted->source) return compare_numbers(flow->source, wanted->source);
    return compare_numbers(flow->destination, wanted->destination);
}

static uint32_t find_flow(const noc_traffic *t, const noc_flow *wanted)
{
    size_t low = 0, high = t->flow_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_flows(&t->flows[middle], wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < t->flow_count && compare_flows(&t->flows[low], wanted) == 0;
    return found ? (uint32_t)low : NOC_NONE;
}

uint32_t noc_traffic_find_flow(const noc_traffic *t, noc_class class, uint32_t source,
                               uint32_t destination)
{
    uint32_t found = NOC_NONE;
    for (uint32_t k = 0; k < t->class_count && found == NOC_NONE; k++)
        found = find_flow(t, &(noc_flow){.class = class,
                                         .traffic_class = k,
                                         .source = source,
                                         .destination = destination});
    return found;
}
