#include "network/graph/graph.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/growing_list.h"
#include "network/graph/wire_timing.h"

uint32_t noc_graph_add_router(noc_graph *g, uint16_t network, int column, int row,
                              noc_crossbar built)
{
    if (!noc_list_make_room(&g->arena, &g->routers, g->router_count + 1, &g->router_capacity,
                            sizeof *g->routers))
        return 0;
    noc_network *net = &g->networks[network];
    if (net->router_count == 0) net->first_router = g->router_count;
    net->router_count++;
    net->nominal_inputs += built.inputs;
    g->routers[g->router_count] = (noc_router){
        .network = network,
        .column = (int16_t)column,
        .row = (int16_t)row,
        .built_crossbar = built,
        .connected_inputs = built.inputs,
        .upper_router = NOC_NONE,
    };
    return g->router_count++;
}

/* Latency of a channel, cycles: the given one, or the latency of its wire where
 * network.link_timing = "wire" and the wire is slower. */
static int find_latency(noc_graph *g, uint16_t network, int given_cycles, double length_mm)
{
    const noc_design *timing = g->networks[network].vc.timing_design;
    if (!timing || !(length_mm > 0.0)) return given_cycles;
    if (g->last_wire_mm != length_mm)
        g->last_wire_cycles = noc_wire_timing_cycles(timing, length_mm);
    g->last_wire_mm = length_mm;
    return g->last_wire_cycles > given_cycles ? g->last_wire_cycles : given_cycles;
}

uint32_t noc_graph_add_channel(noc_graph *g, noc_channel_kind kind, uint16_t network, uint32_t from,
                               uint32_t to, int latency, double length_mm)
{
    if (!noc_list_make_room(&g->arena, &g->channels, g->channel_count + 1, &g->channel_capacity,
                            sizeof *g->channels))
        return 0;
    const int cycles = find_latency(g, network, latency, length_mm);
    g->channels[g->channel_count] = (noc_channel){
        .kind = kind,
        .network = network,
        .from = from,
        .to = to,
        .latency = (uint16_t)cycles,
        .buffer_flits = g->networks[network].vc.buffer_flits,
        .length_mm = length_mm,
        .is_timed = cycles > latency,
    };
    return g->channel_count++;
}

/* ---- terminals ------------------------------------------------------------------------------ */

/* Peers send and receive packets of all classes of a network. */
bool noc_terminal_injects(const noc_graph *g, uint16_t network, uint32_t terminal)
{
    const noc_class sent_class =
        g->terminals[terminal].kind == NOC_MEMORY ? NOC_REPLY : NOC_REQUEST;
    return g->memory_count == 0 || g->networks[network].carries[sent_class];
}

bool noc_terminal_ejects(const noc_graph *g, uint16_t network, uint32_t terminal)
{
    const noc_class received_class =
        g->terminals[terminal].kind == NOC_MEMORY ? NOC_REQUEST : NOC_REPLY;
    return g->memory_count == 0 || g->networks[network].carries[received_class];
}

bool noc_graph_is_multirate(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].vc.is_multirate) return true;
    return false;
}

bool noc_graph_has_replies(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].carries[NOC_REPLY]) return true;
    return false;
}

void noc_graph_share_port(noc_graph *g, uint32_t terminal, uint32_t channel)
{
    if (!noc_list_make_room(&g->arena, &g->attachments, g->attachment_count + 1,
                            &g->attachment_capacity, sizeof *g->attachments))
        return;
    g->attachments[g->attachment_count++] = (noc_attachment){terminal, channel};
    g->channels[channel].sharers++;
}

uint32_t noc_graph_add_port(noc_graph *g, noc_channel_kind kind, uint16_t network,
                            uint32_t terminal, uint32_t router, int latency, double length_mm)
{
    const bool injects = kind == NOC_INJECTION;
    const double link_mm = g->networks[network].vc.terminal_link_mm;
    const uint32_t channel = noc_graph_add_channel(g, kind, network, injects ? terminal : router,
                                                   injects ? router : terminal, latency,
                                                   link_mm > 0.0 ? link_mm : length_mm);
    noc_graph_share_port(g, terminal, channel);
    return channel;
}

void noc_graph_attach(noc_graph *g, uint16_t network, uint32_t terminal, uint32_t inject_to,
                      uint32_t eject_from, noc_memory_ports memory, double length_mm)
{
    const bool is_memory = g->terminals[terminal].kind == NOC_MEMORY;
    const noc_memory_ports ports = is_memory ? memory : (noc_memory_ports){1, 1};
    const int in = noc_terminal_injects(g, network, terminal) ? ports.injections : 0;
    const int out = noc_terminal_ejects(g, network, terminal) ? ports.ejections : 0;
    for (int p = 0; p < in || p < out; p++) {
        if (p < in)
            noc_graph_add_port(g, NOC_INJECTION, network, terminal, inject_to, 1, length_mm);
        if (p < out)
            noc_graph_add_port(g, NOC_EJECTION, network, terminal, eject_from, 1, length_mm);
    }
}

/* Number of crossbar ports, one flit wide each, that a channel occupies in a router. */
static uint16_t count_crossbar_ports(const noc_channel *channel)
{
    return (uint16_t)fmax(1.0, ceil(channel->flits_per_cycle));
}

void noc_graph_size_crossbars(noc_graph *g, uint16_t network)
{
    noc_network *net = &g->networks[network];
    if (g->arena.is_short) return; /* channels may lead to missing routers */
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (channel->network != network) continue;
        const uint16_t ports = net->vc.has_wide_ports ? count_crossbar_ports(channel) : 1;
        if (channel->kind != NOC_INJECTION)
            g->routers[channel->from].built_crossbar.outputs += ports;
        if (channel->kind == NOC_EJECTION) continue;
        g->routers[channel->to].built_crossbar.inputs += ports;
        g->routers[channel->to].connected_inputs++;
    }
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        noc_crossbar *built = &g->routers[r].built_crossbar;
        built->crosspoints = (uint32_t)built->inputs * built->outputs;
        net->nominal_inputs += g->routers[r].connected_inputs;
    }
}

/* ---- ports ---------------------------------------------------------------------------------- */

/* Numbers the ports in the order in which the channels were added. */
static void count_ports(noc_graph *g)
{
    for (uint32_t c = 0; c < g->channel_count; c++) {
        noc_channel *channel = &g->channels[c];
        if (channel->kind != NOC_INJECTION)
            channel->from_port = g->routers[channel->from].outputs++;
        if (channel->kind != NOC_EJECTION) channel->to_port = g->routers[channel->to].inputs++;
    }
    for (uint32_t a = 0; a < g->attachment_count; a++) {
        noc_terminal *terminal = &g->terminals[g->attachments[a].terminal];
        if (g->channels[g->attachments[a].channel].kind == NOC_INJECTION)
            terminal->injections++;
        else
            terminal->ejections++;
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

static void sort_attachments(noc_graph *g)
{
    for (uint32_t t = 0; t < g->terminal_count; t++)
        g->terminals[t].injections = g->terminals[t].ejections = 0;
    for (uint32_t a = 0; a < g->attachment_count; a++) {
        const uint32_t index = g->attachments[a].channel, owner = g->attachments[a].terminal;
        noc_terminal *terminal = &g->terminals[owner];
        noc_channel *channel = &g->channels[index];
        if (channel->kind == NOC_INJECTION) {
            if (channel->from == owner) channel->from_port = (uint16_t)terminal->injections;
            g->injections[terminal->first_injection + terminal->injections++] = index;
        } else {
            if (channel->to == owner) channel->to_port = (uint16_t)terminal->ejections;
            g->ejections[terminal->first_ejection + terminal->ejections++] = index;
        }
    }
}

/* Lists the injection channels in the order of their first terminals, each with its terminals. */
static void list_injectors(noc_graph *g)
{
    uint32_t total = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) g->channels[c].injector = NOC_NONE;
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        for (uint32_t i = 0; i < g->terminals[t].injections; i++) {
            const uint32_t channel = g->injections[g->terminals[t].first_injection + i];
            if (g->channels[channel].injector != NOC_NONE) continue;
            g->channels[channel].injector = g->injector_count;
            g->first_sharer[g->injector_count] = total;
            g->injectors[g->injector_count++] = channel;
            total += g->channels[channel].sharers;
        }
    }
    for (uint32_t t = g->terminal_count; t-- > 0;) { /* each list is filled from its end */
        for (uint32_t i = 0; i < g->terminals[t].injections; i++) {
            noc_channel *channel = &g->channels[g->injections[g->terminals[t].first_injection + i]];
            g->sharers[g->first_sharer[channel->injector] + --channel->sharers] = t;
        }
    }
    for (uint32_t a = 0; a < g->attachment_count; a++) {
        noc_channel *channel = &g->channels[g->attachments[a].channel];
        channel->sharers += channel->kind == NOC_INJECTION;
    }
}

/* Averages the buffers of each router. A router without inputs, in a network without buffers,
 * gets the network's depth. */
static void average_buffers(noc_graph *g)
{
    for (uint32_t r = 0; r < g->router_count; r++) {
        noc_router *router = &g->routers[r];
        uint32_t flits = 0;
        for (uint32_t i = 0; i < router->inputs; i++)
            flits += g->channels[g->inputs[router->first_input + i]].buffer_flits;
        router->buffer_flits = router->inputs > 0 ? (double)flits / router->inputs
                                                  : g->networks[router->network].vc.buffer_flits;
    }
}

unsigned noc_graph_memory_buffer(const noc_graph *g, uint16_t network, noc_channel_kind kind)
{
    for (uint32_t m = 0; m < g->memory_count; m++) {
        const noc_terminal *t = &g->terminals[g->memory_terminals[m]];
        const bool sends = kind == NOC_INJECTION;
        const uint32_t *ports =
            sends ? &g->injections[t->first_injection] : &g->ejections[t->first_ejection];
        for (uint32_t p = 0; p < (sends ? t->injections : t->ejections); p++)
            if (g->channels[ports[p]].network == network) return g->channels[ports[p]].buffer_flits;
    }
    return g->networks[network].vc.buffer_flits;
}

noc_status noc_graph_finish(noc_graph *g, noc_diag *diag)
{
    count_ports(g);
    /* Each channel is one output (or injection) and one input (or ejection). */
    uint32_t **const channel_lists[] = {&g->inputs, &g->outputs, &g->injectors, &g->first_sharer};
    uint32_t **const attachment_lists[] = {&g->injections, &g->ejections, &g->sharers};
    for (size_t i = 0; i < 4; i++)
        *channel_lists[i] = noc_arena_array(&g->arena, g->channel_count, sizeof(uint32_t));
    for (size_t i = 0; i < 3; i++)
        *attachment_lists[i] = noc_arena_array(&g->arena, g->attachment_count, sizeof(uint32_t));
    if (g->arena.is_short) return noc_fail_memory(diag);
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (channel->kind != NOC_INJECTION)
            g->outputs[g->routers[channel->from].first_output + channel->from_port] = c;
        if (channel->kind != NOC_EJECTION)
            g->inputs[g->routers[channel->to].first_input + channel->to_port] = c;
    }
    average_buffers(g);
    sort_attachments(g);
    list_injectors(g);
    noc_arena_release(&g->arena, g->attachments);
    g->attachments = NULL;
    return NOC_OK;
}

uint32_t noc_graph_link(const noc_graph *g, uint32_t from, uint32_t to)
{
    return noc_graph_parallel_link(g, from, to, 0);
}

uint32_t noc_graph_parallel_link(const noc_graph *g, uint32_t from, uint32_t to, uint32_t number)
{
    const noc_router *router = &g->routers[from];
    for (uint32_t o = 0; o < router->outputs; o++) {
        const uint32_t c = g->outputs[router->first_output + o];
        if (g->channels[c].kind == NOC_LINK && g->channels[c].to == to && number-- == 0) return c;
    }
    return NOC_NONE;
}

noc_lanes noc_graph_lanes(const noc_graph *g, uint32_t from, uint32_t to)
{
    noc_lanes lanes = {noc_graph_link(g, from, to), 0};
    if (lanes.first == NOC_NONE) return lanes;
    for (uint32_t c = lanes.first; c < g->channel_count; c++, lanes.count++) {
        const noc_channel *channel = &g->channels[c];
        if (channel->kind != NOC_LINK || channel->from != from || channel->to != to) break;
    }
    return lanes;
}

bool noc_graph_is_turn(const noc_graph *g, uint32_t in, uint32_t out)
{
    const noc_router *from = &g->routers[g->channels[in].from],
                     *at = &g->routers[g->channels[in].to], *to = &g->routers[g->channels[out].to];
    return !(from->row == at->row && at->row == to->row) &&
           !(from->column == at->column && at->column == to->column);
}

bool noc_graph_has_channels(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_network_has_channels(&g->networks[n])) return true;
    return false;
}

bool noc_graph_has_silicon(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_network_has_silicon(&g->networks[n])) return true;
    return false;
}

bool noc_graph_has_only_channels(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (!noc_network_has_channels(&g->networks[n])) return false;
    return true;
}

bool noc_graph_has_only_buffers(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (!noc_network_has_buffers(&g->networks[n])) return false;
    return true;
}

double noc_channel_flit_rate(const noc_graph *g, uint32_t channel)
{
    const noc_channel *ch = &g->channels[channel];
    const noc_network *net = &g->networks[ch->network];
    const double channel_rate = ch->flits_per_cycle, crossbar_rate = net->vc.internal_speedup;
    return net->vc.is_multirate && ch->kind != NOC_INJECTION && crossbar_rate < channel_rate
               ? crossbar_rate
               : channel_rate;
}

double noc_channel_capacity(const noc_graph *g, uint32_t channel)
{
    const noc_channel *ch = &g->channels[channel];
    const noc_network *net = &g->networks[ch->network];
    const double output_rate = noc_channel_flit_rate(g, channel);
    const double input_rate = net->vc.internal_speedup * net->vc.input_speedup;
    return net->vc.is_multirate && ch->kind != NOC_EJECTION && input_rate < output_rate
               ? input_rate
               : output_rate;
}

const char *noc_channel_kind_name(noc_channel_kind kind)
{
    static const char *const names[] = {"injection", "link", "ejection"};
    return names[kind];
}

/* True if a network carries one class only, and no network of another spec carries that class. */
static bool carries_class_alone(const noc_graph *g, const noc_network *net)
{
    if (net->carries[NOC_REQUEST] == net->carries[NOC_REPLY]) return false;
    const noc_class carried_class = net->carries[NOC_REQUEST] ? NOC_REQUEST : NOC_REPLY;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].spec_index != net->spec_index && g->networks[n].carries[carried_class])
            return false;
    return true;
}

void noc_network_name(const noc_graph *g, uint16_t network, char *text, size_t size)
{
    const noc_network *net = &g->networks[network];
    bool has_other_specs = false, has_other_slices = false;
    char slice[24] = "", name[40] = "";
    for (uint16_t n = 0; n < g->network_count; n++) {
        has_other_specs |= g->networks[n].spec_index != net->spec_index;
        has_other_slices |= n != network && g->networks[n].spec_index == net->spec_index;
    }
    if (has_other_specs && carries_class_alone(g, net))
        snprintf(name, sizeof name, "the %s network",
                 net->carries[NOC_REQUEST] ? "request" : "reply");
    else if (has_other_specs)
        snprintf(name, sizeof name, "networks[%u]", net->spec_index);
    if (has_other_slices)
        snprintf(slice, sizeof slice, "%sslice %u", has_other_specs ? ", " : "", net->slice);
    snprintf(text, size, "%s%s", name, slice);
}

void noc_router_name(const noc_graph *g, uint32_t router, char *text, size_t size)
{
    const noc_router *r = &g->routers[router];
    const noc_network *net = &g->networks[r->network];
    const uint32_t number = router - net->first_router;
    if (net->is_numbered)
        snprintf(text, size, "router %u", number);
    else if (net->column_names)
        snprintf(text, size, "%s %d", net->column_names[r->column], r->row);
    else if (net->is_dimension_sliced)
        snprintf(text, size, "slice %u of (%d,%d)", number < net->router_count / 2 ? 1 : 2,
                 r->column, r->row);
    else
        snprintf(text, size, "(%d,%d)", r->column, r->row);
}

void noc_terminal_name(const noc_graph *g, uint32_t terminal, char *text, size_t size)
{
    const noc_terminal *t = &g->terminals[terminal];
    if (g->memory_count == 0)
        snprintf(text, size, "node %u", terminal);
    else
        snprintf(text, size, "%s %u", t->kind == NOC_MEMORY ? "memory" : "compute", t->number);
}

void noc_channel_name(const noc_graph *g, uint32_t channel, char *text, size_t size)
{
    const noc_channel *c = &g->channels[channel];
    char name[64], network[70] = "";
    noc_network_name(g, c->network, name, sizeof name);
    if (*name) snprintf(network, sizeof network, " of %s", name);
    if (c->kind == NOC_LINK) {
        const noc_network *net = &g->networks[c->network];
        char from[40], to[40];
        noc_router_name(g, c->from, from, sizeof from);
        noc_router_name(g, c->to, to, sizeof to);
        snprintf(text, size, "%s to %s%s", from, net->is_numbered ? to + strlen("router ") : to,
                 network);
        return;
    }
    const uint32_t node = c->kind == NOC_INJECTION ? c->from : c->to;
    const uint32_t number = g->memory_count == 0 ? node : g->terminals[node].number;
    char first[40], more[24] = ""; /* a concentrator's terminals have consecutive numbers */
    noc_terminal_name(g, node, first, sizeof first);
    if (c->sharers > 1) snprintf(more, sizeof more, " to %u", number + c->sharers - 1);
    snprintf(text, size, "%s%s%s", first, more, network);
}

void noc_graph_list_tiles(const noc_graph *graph, noc_terminal_kind kind, noc_point *tiles)
{
    const uint32_t *terminals =
        kind == NOC_MEMORY ? graph->memory_terminals : graph->compute_terminals;
    const uint32_t count = kind == NOC_MEMORY ? graph->memory_count : graph->compute_count;
    for (uint32_t i = 0; i < count; i++) {
        const noc_terminal *t = &graph->terminals[terminals[i]];
        tiles[i] = (noc_point){t->column, t->row};
    }
}
