#include "network/graph/resources.h"

#include <string.h>

static const struct {
    const char *name, *words;
} resources[NOC_RESOURCES] = {
    [NOC_RESOURCE_NONE] = {"", ""},
    [NOC_RESOURCE_CORES] = {"cores", "the cores"},
    [NOC_RESOURCE_REQUEST_NETWORK] = {"request-network", "the request network"},
    [NOC_RESOURCE_REPLY_NETWORK] = {"reply-network", "the reply network"},
    [NOC_RESOURCE_NETWORK] = {"network", "the network"},
    [NOC_RESOURCE_MEMORY_PORT] = {"memory-port", "the ports of memory nodes"},
    [NOC_RESOURCE_MEMORY_QUEUE] = {"memory-queue", "the queues"},
    [NOC_RESOURCE_CACHE] = {"cache", "the cache"},
    [NOC_RESOURCE_DRAM] = {"dram", "the DRAM"},
    [NOC_RESOURCE_LATENCY] = {"latency", "the latency of single requests"},
};

const char *noc_resource_name(noc_resource resource)
{
    return resources[resource].name;
}

noc_resource noc_resource_of_name(const char *name)
{
    int k = NOC_RESOURCES - 1;
    while (k > NOC_RESOURCE_NONE && strcmp(resources[k].name, name) != 0) k--;
    return (noc_resource)k;
}

const char *noc_resource_words(noc_resource resource)
{
    return resources[resource].words;
}

noc_resource noc_resource_of_network(const noc_graph *g, uint16_t network)
{
    const noc_network *net = &g->networks[network];
    if (!noc_graph_has_replies(g) || net->carries[NOC_REQUEST] == net->carries[NOC_REPLY])
        return NOC_RESOURCE_NETWORK;
    return net->carries[NOC_REQUEST] ? NOC_RESOURCE_REQUEST_NETWORK : NOC_RESOURCE_REPLY_NETWORK;
}

noc_resource noc_resource_of_channel(const noc_graph *g, uint32_t channel)
{
    const noc_channel *c = &g->channels[channel];
    const uint32_t terminal = c->kind == NOC_INJECTION  ? c->from
                              : c->kind == NOC_EJECTION ? c->to
                                                        : NOC_NONE;
    if (noc_network_has_channels(noc_graph_channel_network(g, channel)) && terminal != NOC_NONE &&
        g->terminals[terminal].kind == NOC_MEMORY)
        return NOC_RESOURCE_MEMORY_PORT;
    return noc_resource_of_network(g, c->network);
}

unsigned noc_resources_of(const noc_system *system, bool closed_loop)
{
    const noc_graph *g = &system->graph;
    unsigned set = 0;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (noc_network_has_limit(noc_graph_channel_network(g, c)))
            set |= 1u << noc_resource_of_channel(g, c);
    if (closed_loop)
        set |= 1u << NOC_RESOURCE_CORES | 1u << NOC_RESOURCE_MEMORY_QUEUE |
               1u << NOC_RESOURCE_CACHE | 1u << NOC_RESOURCE_DRAM;
    return set;
}

uint32_t noc_places_removed(uint32_t places, uint32_t members, uint32_t member,
                            unsigned rest_cycles)
{
    const uint64_t total_places = (uint64_t)places * members;
    const uint64_t removed_places = (total_places + rest_cycles / 2) / rest_cycles;
    return (uint32_t)((member + 1u) * removed_places / members - member * removed_places / members);
}
