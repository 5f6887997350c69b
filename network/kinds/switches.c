#include "network/kinds/switches.h"

#include <stdio.h>

#include "network/kinds/unread_conditions.h"

/* ---- keys ----------------------------------------------------------------------------------- */

static bool is_short_link(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return !c->is_long;
}

static bool is_long_link(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->is_long;
}

static bool has_no_short_links(const noc_unread_question *question)
{
    return !noc_unread_any_channel(question, is_short_link);
}

static bool has_no_long_links(const noc_unread_question *question)
{
    return !noc_unread_any_channel(question, is_long_link);
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

static double find_length(const noc_switches *s, noc_link_class link_class)
{
    return s->spec->parameters[s->first_link_parameter + (link_class == NOC_LONG)].real;
}

static int find_latency(const noc_switches *s, noc_link_class link_class, int default_cycles)
{
    const int set_cycles =
        s->spec->parameters[s->first_link_parameter + 2 + (link_class == NOC_LONG)].integer;
    return set_cycles ? set_cycles : default_cycles;
}

void noc_switch_join(const noc_switches *s, uint32_t from, uint32_t to, noc_link_class link_class)
{
    const uint32_t channel = noc_graph_add_channel(
        s->graph, NOC_LINK, s->network, from, to,
        find_latency(s, link_class, s->spec->channel_cycles), find_length(s, link_class));
    s->graph->channels[channel].is_long = link_class == NOC_LONG;
}

static uint32_t add_port(const noc_switches *s, noc_channel_kind kind, uint32_t terminal,
                         uint32_t router, noc_link_class link_class, int extra_cycles)
{
    const uint32_t channel =
        noc_graph_add_port(s->graph, kind, s->network, terminal, router,
                           find_latency(s, link_class, 1), find_length(s, link_class));
    noc_channel *port = &s->graph->channels[channel];
    port->latency = (uint16_t)(port->latency + extra_cycles);
    const bool has_set_length = s->spec->terminal_mm > 0.0;
    port->is_long =
        has_set_length ? port->length_mm >= find_length(s, NOC_LONG) : link_class == NOC_LONG;
    return channel;
}

void noc_switch_attach(const noc_switches *s, uint32_t terminal, uint32_t injection_router,
                       uint32_t ejection_router, noc_link_class link_class)
{
    const bool is_memory = s->graph->terminals[terminal].kind == NOC_MEMORY;
    const noc_memory_ports ports =
        is_memory ? noc_count_memory_ports(s->spec) : (noc_memory_ports){1, 1};
    const bool injects =
        injection_router != NOC_NONE && noc_terminal_injects(s->graph, s->network, terminal);
    const bool ejects =
        ejection_router != NOC_NONE && noc_terminal_ejects(s->graph, s->network, terminal);
    const int injection_ports = injects ? ports.injections : 0,
              ejection_ports = ejects ? ports.ejections : 0;
    for (int p = 0; p < injection_ports || p < ejection_ports; p++) {
        if (p < injection_ports)
            add_port(s, NOC_INJECTION, terminal, injection_router, link_class, 0);
        if (p < ejection_ports) add_port(s, NOC_EJECTION, terminal, ejection_router, link_class, 0);
    }
}

static void add_shared_port(const noc_switches *s, noc_channel_kind kind, int first, int count,
                            uint32_t router, noc_link_class link_class, int cycles)
{
    const uint32_t *computes = s->graph->compute_terminals;
    const uint32_t channel = add_port(s, kind, computes[first], router, link_class, cycles);
    for (int i = 1; i < count; i++) noc_graph_share_port(s->graph, computes[first + i], channel);
}

void noc_switch_concentrate(const noc_switches *s, int first, int count, uint32_t router,
                            noc_link_class link_class, int cycles)
{
    const uint32_t terminal = s->graph->compute_terminals[first];
    if (noc_terminal_injects(s->graph, s->network, terminal))
        add_shared_port(s, NOC_INJECTION, first, count, router, link_class, cycles);
    if (noc_terminal_ejects(s->graph, s->network, terminal))
        add_shared_port(s, NOC_EJECTION, first, count, router, link_class, cycles);
}

int noc_switch_extra_ports(const noc_switches *s, uint32_t first, uint32_t end, bool is_injection)
{
    const noc_memory_ports ports = noc_count_memory_ports(s->spec);
    int extra = 0;
    for (uint32_t t = first; t < end && t < s->graph->terminal_count; t++) {
        if (s->graph->terminals[t].kind != NOC_MEMORY) continue;
        if (is_injection ? noc_terminal_injects(s->graph, s->network, t)
                         : noc_terminal_ejects(s->graph, s->network, t))
            extra += (is_injection ? ports.injections : ports.ejections) - 1;
    }
    return extra;
}

void noc_describe_groups(int count, int groups, char *text, size_t size)
{
    const int larger_groups = count % groups, smaller_size = count / groups;
    if (larger_groups == 0)
        snprintf(text, size, "%d of %d", groups, smaller_size);
    else
        snprintf(text, size, "%d of %d and %d of %d", groups - larger_groups, smaller_size,
                 larger_groups, smaller_size + 1);
}
