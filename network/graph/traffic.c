#include "network/graph/traffic.h"

#include <stdlib.h>

double noc_traffic_mean_flits(const noc_traffic *traffic, int type, uint16_t network)
{
    const noc_packet_type *whole = &traffic->lengths[type];
    if (traffic->length_count == traffic->type_count) return whole->flits[network];
    const noc_packet_type *shorter = &traffic->lengths[type + traffic->type_count];
    const double share =
        traffic->types[type].share > 0.0 ? shorter->share / traffic->types[type].share : 0.0;
    return (1.0 - share) * whole->flits[network] + share * shorter->flits[network];
}

void noc_traffic_clear(noc_traffic *traffic)
{
    for (int i = 0; i < traffic->type_count; i++) free(traffic->types[i].flits);
    for (int i = traffic->type_count; i < traffic->length_count; i++)
        free(traffic->lengths[i].flits);
    free(traffic->flows);
    *traffic = (noc_traffic){0};
}
