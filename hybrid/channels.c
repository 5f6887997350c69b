#include "hybrid/channels.h"

#include <stdlib.h>

#include "analytic/loads.h"

double noc_channel_rate_total(const noc_channel_rate *channel)
{
    double total = 0.0;
    for (int k = 0; k < NOC_CLASSES; k++) total += channel->flits[k];
    return total;
}

static noc_status name_channels(const noc_system *system, noc_channel_rates *rates, noc_diag *diag)
{
    const noc_graph *graph = &system->graph;
    *rates = (noc_channel_rates){calloc(graph->channel_count, sizeof *rates->channels),
                                 graph->channel_count};
    if (!rates->channels) return noc_fail_memory(diag);
    for (uint32_t c = 0; c < rates->count; c++) {
        noc_channel_rate *channel = &rates->channels[c];
        channel->kind = graph->channels[c].kind;
        channel->network = graph->channels[c].network;
        noc_channel_name(graph, c, channel->where, sizeof channel->where);
    }
    return NOC_OK;
}

noc_status noc_channels_of_model(const noc_system *system, double load, noc_channel_rates *rates,
                                 noc_diag *diag)
{
    noc_loads loads;
    if (noc_loads_new(system, &loads) != NOC_OK) return noc_fail_memory(diag);
    const noc_status status = name_channels(system, rates, diag);
    const double packets = noc_system_packet_rate(system, load);
    for (uint32_t g = 0; g < loads.group_count && status == NOC_OK; g++) {
        const noc_group *group = &loads.groups[g];
        noc_channel_rate *channel = &rates->channels[group->channel];
        channel->flits[group->class] +=
            group->stream.packets * packets *
            noc_system_mean_flits(system, group->class, channel->network);
    }
    noc_loads_clear(&loads);
    return status;
}

noc_status noc_channels_of_sample(const noc_system *system, const double *seen,
                                  noc_channel_rates *rates, noc_diag *diag)
{
    const noc_status status = name_channels(system, rates, diag);
    for (uint32_t c = 0; c < rates->count && status == NOC_OK; c++)
        for (uint32_t k = 0; k < NOC_CLASSES; k++)
            rates->channels[c].flits[k] = seen[c * NOC_CLASSES + k];
    return status;
}

void noc_channels_join_classes(const noc_system *system, double *seen)
{
    for (size_t c = 0; c < system->graph.channel_count; c++) {
        double flits = 0.0;
        for (size_t k = 0; k < NOC_CLASSES; k++) flits += seen[c * NOC_CLASSES + k];
        seen[c] = flits; /* never behind what is still to be read */
    }
}

void noc_channels_clear(noc_channel_rates *rates)
{
    free(rates->channels);
    *rates = (noc_channel_rates){0};
}
