#include "network/kinds/switches.h"

#include <stdio.h>

#include "network/kinds/unread_conditions.h"

/* ---- keys ----------------------------------------------------------------------------------- */

static bool is_short(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return !c->is_long;
}

static bool is_long(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->is_long;
}

static bool has_no_short_links(const noc_unread_question *question)
{
    return !noc_unread_some_channel(question, is_short);
}

static bool has_no_long_links(const noc_unread_question *question)
{
    return !noc_unread_some_channel(question, is_long);
}

const noc_unread_condition noc_switch_long_links = {has_no_short_links, false, NULL,
                                                    "all links of the topology are long ones"};
const noc_unread_condition noc_switch_short_links = {has_no_long_links, false, NULL,
                                                     "all links of the topology are short ones"};

/* ---- switches and links --------------------------------------------------------------------- */

uint32_t noc_switch_add(const noc_switches *s, int stage, int row, int inputs, int outputs)
{
    const noc_crossbar built = {(uint16_t)inputs, (uint16_t)outputs,
                                (uint32_t)inputs * (uint32_t)outputs};
    return noc_graph_add_router(s->graph, s->network, stage, row, built);
}

static double length_of(const noc_switches *s, noc_reach reach)
{
    return s->spec->parameters[s->link_keys + (reach == NOC_LONG)].real;
}

static int latency_of(const noc_switches *s, noc_reach reach, int otherwise)
{
    const int given = s->spec->parameters[s->link_keys + 2 + (reach == NOC_LONG)].integer;
    return given ? given : otherwise;
}

bool noc_switch_join(const noc_switches *s, uint32_t from, uint32_t to, noc_reach reach)
{
    const uint32_t channel =
        noc_graph_add_channel(s->graph, NOC_LINK, s->network, from, to,
                              latency_of(s, reach, s->spec->channel_cycles), length_of(s, reach));
    if (channel == NOC_NONE) return false;
    s->graph->channels[channel].is_long = reach == NOC_LONG;
    return true;
}

static uint32_t add_port(const noc_switches *s, noc_channel_kind kind, uint32_t terminal,
                         uint32_t router, noc_reach reach, int more_cycles)
{
    const uint32_t channel = noc_graph_add_port(s->graph, kind, s->network, terminal, router,
                                                latency_of(s, reach, 1), length_of(s, reach));
    if (channel == NOC_NONE) return NOC_NONE;
    noc_channel *port = &s->graph->channels[channel];
    port->latency = (uint16_t)(port->latency + more_cycles);
    const bool own_length = s->spec->terminal_mm > 0.0;
    port->is_long = own_length ? port->length_mm >= length_of(s, NOC_LONG) : reach == NOC_LONG;
    return channel;
}

bool noc_switch_attach(const noc_switches *s, uint32_t terminal, uint32_t inject_to,
                       uint32_t eject_from, noc_reach reach)
{
    const bool is_memory = s->graph->terminals[terminal].kind == NOC_MEMORY;
    const noc_memory_ports ports =
        is_memory ? noc_memory_ports_of(s->spec) : (noc_memory_ports){1, 1};
    const bool injects = inject_to != NOC_NONE && noc_graph_injects(s->graph, s->network, terminal);
    const bool ejects = eject_from != NOC_NONE && noc_graph_ejects(s->graph, s->network, terminal);
    const int in = injects ? ports.injections : 0, out = ejects ? ports.ejections : 0;
    for (int p = 0; p < in || p < out; p++) {
        if (p < in && add_port(s, NOC_INJECTION, terminal, inject_to, reach, 0) == NOC_NONE)
            return false;
        if (p < out && add_port(s, NOC_EJECTION, terminal, eject_from, reach, 0) == NOC_NONE)
            return false;
    }
    return true;
}

static bool concentrate(const noc_switches *s, noc_channel_kind kind, int first, int count,
                        uint32_t router, noc_reach reach, int cycles)
{
    const uint32_t *computes = s->graph->computes;
    const uint32_t channel = add_port(s, kind, computes[first], router, reach, cycles);
    bool added = channel != NOC_NONE;
    for (int i = 1; i < count && added; i++)
        added = noc_graph_share_port(s->graph, computes[first + i], channel);
    return added;
}

bool noc_switch_concentrate(const noc_switches *s, int first, int count, uint32_t router,
                            noc_reach reach, int cycles)
{
    const uint32_t terminal = s->graph->computes[first];
    return (!noc_graph_injects(s->graph, s->network, terminal) ||
            concentrate(s, NOC_INJECTION, first, count, router, reach, cycles)) &&
           (!noc_graph_ejects(s->graph, s->network, terminal) ||
            concentrate(s, NOC_EJECTION, first, count, router, reach, cycles));
}

int noc_switch_extra_ports(const noc_switches *s, uint32_t first, uint32_t end, bool injects)
{
    const noc_memory_ports ports = noc_memory_ports_of(s->spec);
    int extra = 0;
    for (uint32_t t = first; t < end && t < s->graph->terminal_count; t++) {
        if (s->graph->terminals[t].kind != NOC_MEMORY) continue;
        if (injects ? noc_graph_injects(s->graph, s->network, t)
                    : noc_graph_ejects(s->graph, s->network, t))
            extra += (injects ? ports.injections : ports.ejections) - 1;
    }
    return extra;
}

void noc_group_text(int count, int groups, char *text, size_t size)
{
    const int larger = count % groups, least = count / groups;
    if (larger == 0)
        snprintf(text, size, "%d of %d", groups, least);
    else
        snprintf(text, size, "%d of %d and %d of %d", groups - larger, least, larger, least + 1);
}
