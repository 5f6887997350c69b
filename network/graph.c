#include "network/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more element of a growing array. Returns false when out of memory. */
static bool reserve(void **array, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity) return true;
    const uint32_t wanted = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*array, wanted * size);
    if (!grown) return false;
    *array = grown;
    *capacity = wanted;
    return true;
}

uint32_t noc_graph_add_router(noc_graph *g, uint16_t network, int column, int row,
                              noc_crossbar built)
{
    if (!reserve((void **)&g->routers, g->router_count, &g->router_capacity, sizeof *g->routers))
        return NOC_NONE;
    noc_network *net = &g->networks[network];
    if (net->router_count == 0) net->first_router = g->router_count;
    net->router_count++;
    g->routers[g->router_count] = (noc_router){
        .network = network,
        .column = (int16_t)column,
        .row = (int16_t)row,
        .built = built,
    };
    return g->router_count++;
}

uint32_t noc_graph_add_channel(noc_graph *g, noc_channel_kind kind, uint16_t network, uint32_t from,
                               uint32_t to, int latency, double length_mm)
{
    if (!reserve((void **)&g->channels, g->channel_count, &g->channel_capacity,
                 sizeof *g->channels))
        return NOC_NONE;
    g->channels[g->channel_count] = (noc_channel){
        .kind = kind,
        .network = network,
        .from = from,
        .to = to,
        .latency = (uint16_t)latency,
        .length_mm = length_mm,
    };
    return g->channel_count++;
}

bool noc_graph_attach(noc_graph *g, uint16_t network, uint32_t terminal, uint32_t inject_to,
                      uint32_t eject_from, int memory_ports, double length_mm)
{
    const int ports = g->terminals[terminal].kind == NOC_MEMORY ? memory_ports : 1;
    for (int p = 0; p < ports; p++)
        if (noc_graph_add_channel(g, NOC_INJECTION, network, terminal, inject_to, 1, length_mm) ==
                NOC_NONE ||
            noc_graph_add_channel(g, NOC_EJECTION, network, eject_from, terminal, 1, length_mm) ==
                NOC_NONE)
            return false;
    return true;
}

/* Numbers the ports in the order in which the channels were added. */
static void count_ports(noc_graph *g)
{
    for (uint32_t c = 0; c < g->channel_count; c++) {
        noc_channel *channel = &g->channels[c];
        if (channel->kind == NOC_INJECTION)
            channel->from_port = (uint16_t)g->terminals[channel->from].injections++;
        else
            channel->from_port = g->routers[channel->from].outputs++;
        if (channel->kind == NOC_EJECTION)
            channel->to_port = (uint16_t)g->terminals[channel->to].ejections++;
        else
            channel->to_port = g->routers[channel->to].inputs++;
    }
    uint32_t inputs = 0, outputs = 0, injections = 0, ejections = 0;
    for (uint32_t r = 0; r < g->router_count; r++) {
        g->routers[r].first_input = inputs;
        g->routers[r].first_output = outputs;
        inputs += g->routers[r].inputs;
        outputs += g->routers[r].outputs;
    }
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        g->terminals[t].first_injection = injections;
        g->terminals[t].first_ejection = ejections;
        injections += g->terminals[t].injections;
        ejections += g->terminals[t].ejections;
    }
}

noc_status noc_graph_finish(noc_graph *g, noc_diag *diag)
{
    count_ports(g);
    /* Each channel is one output (or injection) and one input (or ejection). */
    const size_t bytes = (g->channel_count + 1) * sizeof(uint32_t);
    g->inputs = malloc(bytes);
    g->outputs = malloc(bytes);
    g->injections = malloc(bytes);
    g->ejections = malloc(bytes);
    if (!g->inputs || !g->outputs || !g->injections || !g->ejections) return noc_fail_memory(diag);
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (channel->kind == NOC_INJECTION)
            g->injections[g->terminals[channel->from].first_injection + channel->from_port] = c;
        else
            g->outputs[g->routers[channel->from].first_output + channel->from_port] = c;
        if (channel->kind == NOC_EJECTION)
            g->ejections[g->terminals[channel->to].first_ejection + channel->to_port] = c;
        else
            g->inputs[g->routers[channel->to].first_input + channel->to_port] = c;
    }
    return NOC_OK;
}

void noc_graph_clear(noc_graph *g)
{
    free(g->networks);
    free(g->routers);
    free(g->channels);
    free(g->terminals);
    free(g->memories);
    free(g->inputs);
    free(g->outputs);
    free(g->injections);
    free(g->ejections);
    *g = (noc_graph){0};
}

uint32_t noc_graph_link(const noc_graph *g, uint32_t from, uint32_t to)
{
    const noc_router *router = &g->routers[from];
    for (uint32_t o = 0; o < router->outputs; o++) {
        const uint32_t c = g->outputs[router->first_output + o];
        if (g->channels[c].kind == NOC_LINK && g->channels[c].to == to) return c;
    }
    return NOC_NONE;
}

void noc_channel_name(const noc_graph *g, uint32_t channel, char *text, size_t size)
{
    const noc_channel *c = &g->channels[channel];
    char network[24] = "";
    if (g->network_count > 1) snprintf(network, sizeof network, " of network %u", c->network);
    if (c->kind == NOC_LINK) {
        const noc_router *from = &g->routers[c->from], *to = &g->routers[c->to];
        snprintf(text, size, "(%d,%d) to (%d,%d)%s", from->column, from->row, to->column, to->row,
                 network);
        return;
    }
    const uint32_t node = c->kind == NOC_INJECTION ? c->from : c->to;
    const noc_terminal *terminal = &g->terminals[node];
    if (g->memory_count == 0)
        snprintf(text, size, "node %u%s", node, network);
    else
        snprintf(text, size, "%s %u%s", terminal->kind == NOC_MEMORY ? "memory" : "compute",
                 terminal->number, network);
}
