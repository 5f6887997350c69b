#include "hybrid/settings/unread_network.h"

#include <string.h>

#include "hybrid/settings/unread_asked.h"
#include "network/design_keys.h"
#include "network/grid.h"
#include "network/kinds.h"

typedef const noc_unread_question question;

/* ---- channels ------------------------------------------------------------------------------- */

static bool is_of_spec(question *q, uint16_t network)
{
    return q->system->graph.networks[network].spec == q->network;
}

/* Whether some channel of the network, slices included, has a property. */
static bool some_channel(question *q, bool (*has)(const noc_graph *, const noc_channel *))
{
    const noc_graph *g = &q->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (is_of_spec(q, g->channels[c].network) && has(g, &g->channels[c])) return true;
    return false;
}

static bool is_link(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->kind == NOC_LINK;
}

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

static bool is_timed(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->is_timed;
}

static bool is_shared(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->sharers > 1;
}

/* Virtual channels of a channel that its packets may take. */
static uint32_t vcs_of(const noc_graph *g, const noc_channel *c)
{
    const noc_network *net = &g->networks[c->network];
    if (c->kind == NOC_LINK) return net->vcs[NOC_REQUEST] | net->vcs[NOC_REPLY];
    if (g->memory_count == 0) return net->vcs[NOC_REQUEST] | net->vcs[NOC_REPLY];
    return net->vcs[g->terminals[c->from].kind == NOC_MEMORY ? NOC_REPLY : NOC_REQUEST];
}

static bool feeds_several_inputs(const noc_graph *g, const noc_channel *c)
{
    return c->kind != NOC_EJECTION &&
           noc_network_crossbar_inputs(&g->networks[c->network], vcs_of(g, c)) > 1;
}

static bool has_no_links(question *q)
{
    return !some_channel(q, is_link);
}

static bool has_no_short_links(question *q)
{
    return !some_channel(q, is_short);
}

static bool has_no_long_links(question *q)
{
    return !some_channel(q, is_long);
}

static bool wires_are_in_time(question *q)
{
    return !some_channel(q, is_timed);
}

static bool has_no_concentrator(question *q)
{
    return !some_channel(q, is_shared);
}

static bool has_one_input_a_port(question *q)
{
    return !some_channel(q, feeds_several_inputs);
}

/* ---- routers and ports ---------------------------------------------------------------------- */

static double number_of(question *q, const char *name)
{
    const noc_key *key = noc_design_key(noc_unread_design(q), NOC_GROUP_NETWORK, q->network, name);
    const char *base = (const char *)noc_unread_spec(q);
    int number = 0;
    if (key) memcpy(&number, base + key->offset, sizeof number);
    return number;
}

/* Links between switches are long ones; of grids they have no latency of their own. */
static bool has_link_cycles(question *q)
{
    return number_of(q, "long_cycles") > 0;
}

static bool has_one_converged_port(question *q)
{
    return number_of(q, "converged_ports") == 1;
}

static bool has_one_class(question *q)
{
    return noc_unread_spec(q)->carries != NOC_CARRIES_BOTH || noc_unread_has_no_replies(q);
}

static bool passes_no_more_than_a_flit(question *q)
{
    return noc_unread_spec(q)->internal_speedup == 1.0 &&
           noc_unread_spec(q)->link_flits_per_cycle > 1.0;
}

static bool does_not_speculate(question *q)
{
    return noc_unread_spec(q)->router_stages > 2;
}

static bool allocates_at_once(question *q)
{
    return noc_unread_spec(q)->router_stages <= 2;
}

static bool has_packets_alone(question *q)
{
    return noc_unread_spec(q)->vc_reallocation == NOC_REALLOCATION_ATOMIC;
}

static bool does_not_iterate(question *q)
{
    return noc_unread_spec(q)->allocator != NOC_ALLOCATOR_ISLIP;
}

static bool has_one_slice(question *q)
{
    return noc_unread_spec(q)->slices == 1;
}

static bool has_one_memory_port(question *q)
{
    return noc_unread_spec(q)->memory_ports == 1 || noc_unread_has_no_memory(q);
}

static bool has_one_reply_port(question *q)
{
    return noc_memory_ports_of(noc_unread_spec(q)).injections == 1 ||
           noc_unread_spec(q)->carries == NOC_CARRIES_REQUEST || noc_unread_has_no_memory(q);
}

/* Trimmed routers lack ports; others of a regular grid have them unused. */
static bool has_no_edge(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint32_t r = 0; r < g->router_count; r++)
        if (is_of_spec(q, g->routers[r].network) && g->routers[r].link_ports > 0) return false;
    return true;
}

/* ---- graphs --------------------------------------------------------------------------------- */

/* Of graphs: no link leaves a cell to it, no node its ports, no tie its rule. */
static bool says_all_cycles(question *q)
{
    const noc_wiring *w = noc_unread_spec(q)->wiring;
    bool all = w != NULL;
    for (size_t i = 0; all && i < w->link_count; i++) all = w->links[i].cycles > 0;
    return all;
}

static bool says_all_rates(question *q)
{
    const noc_wiring *w = noc_unread_spec(q)->wiring;
    bool all = w != NULL;
    for (size_t i = 0; all && i < w->link_count; i++) all = w->links[i].flits_per_cycle > 0.0;
    return all;
}

static bool says_all_ports(question *q)
{
    const noc_wiring *w = noc_unread_spec(q)->wiring;
    const size_t computes = (size_t)noc_compute_terminals(noc_unread_design(q));
    bool all = w != NULL;
    for (size_t n = computes; all && n < w->node_count; n++) all = w->nodes[n].ports > 0;
    return all;
}

static bool says_all_port_rates(question *q)
{
    const noc_wiring *w = noc_unread_spec(q)->wiring;
    bool all = w != NULL;
    for (size_t n = 0; all && n < w->node_count; n++) all = w->nodes[n].flits_per_cycle > 0.0;
    return all;
}

static bool has_routes(question *q)
{
    const noc_wiring *w = noc_unread_spec(q)->wiring;
    return w && w->step_count > 0;
}

/* ---- grids ---------------------------------------------------------------------------------- */

static bool has_one_layer(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (is_of_spec(q, n) && g->networks[n].layers > 1) return false;
    return true;
}

static bool has_one_row(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (is_of_spec(q, n) && noc_grid_layer_rows(&g->networks[n]) > 1) return false;
    return true;
}

static bool never_turns(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (is_of_spec(q, n) && g->networks[n].columns > 1 && g->networks[n].rows > 1) return false;
    return noc_unread_spec(q)->topology->grid != NULL;
}

/* ---- overlays ------------------------------------------------------------------------------- */

static bool has_equal_windows(question *q)
{
    return !noc_unread_is_adaptive_overlay(noc_unread_spec(q));
}

static bool acknowledges_nothing(question *q)
{
    return !noc_unread_spec(q)->overlay.ack;
}

static bool always(question *q)
{
    (void)q;
    return true;
}

/* ---- the table ------------------------------------------------------------------------------ */

static const noc_unread_rule rules[] = {
    {NOC_GROUP_NETWORK, "carries", noc_unread_has_no_replies, false, NULL,
     "without memory nodes all packets are requests"},
    {NOC_GROUP_NETWORK, "memory_ports", noc_unread_has_no_memory, false, NULL,
     "there are no memory nodes"},
    {NOC_GROUP_NETWORK, "memory_ports_of", has_one_memory_port, false, NULL,
     "no memory node has several ports"},
    {NOC_GROUP_NETWORK, "port_policy", has_one_reply_port, false, NULL,
     "no memory node has several injection ports to choose from"},
    {NOC_GROUP_NETWORK, "request_virtual_channels", has_one_class, false, NULL,
     "requests and replies do not share the network"},
    {NOC_GROUP_NETWORK, "routing", never_turns, false, NULL,
     "in a single row or column all routings are one"},
    {NOC_GROUP_NETWORK, "link_timing", wires_are_in_time, true, NULL,
     "no wire needs more cycles than its link is given"},
    {NOC_GROUP_NETWORK, "layer_cycles layer_mm", has_one_layer, false, NULL,
     "the grid has one layer (network.layers)"},
    {NOC_GROUP_NETWORK, "column_cycles", has_one_row, false, NULL, "the grid has one row"},
    {NOC_GROUP_NETWORK, "channel_cycles", says_all_cycles, false, NULL,
     "every link has its cycles (network.links)"},
    {NOC_GROUP_NETWORK, "link_flits_per_cycle", says_all_rates, false, NULL,
     "every link has its flits_per_cycle (network.links)"},
    {NOC_GROUP_NETWORK, "port_flits_per_cycle", says_all_port_rates, false, NULL,
     "every node has its flits_per_cycle (network.attach)"},
    {NOC_GROUP_NETWORK, "memory_ports memory_ports_of", says_all_ports, false, NULL,
     "every memory node has its ports (network.attach)"},
    {NOC_GROUP_NETWORK, "route_ties", has_routes, false, NULL, "ways are those of network.routes"},
    {NOC_GROUP_NETWORK, "channel_cycles", has_no_links, false, NULL,
     "the topology has no channels between routers"},
    {NOC_GROUP_NETWORK, "channel_cycles", has_link_cycles, false, NULL,
     "network.long_cycles is given"},
    {NOC_GROUP_NETWORK, "short_mm short_cycles", has_no_short_links, false, NULL,
     "all links of the topology are long ones"},
    {NOC_GROUP_NETWORK, "long_mm long_cycles", has_no_long_links, false, NULL,
     "all links of the topology are short ones"},
    {NOC_GROUP_NETWORK, "concentrator_cycles", has_no_concentrator, false, NULL,
     "every node has a port of its own (network.ports)"},
    {NOC_GROUP_NETWORK, "converged_choice", has_one_converged_port, false, NULL,
     "there is one converged port to choose"},
    {NOC_GROUP_NETWORK, "speculation", does_not_speculate, false, NULL,
     "routers of 3 or 4 stages do not speculate"},
    {NOC_GROUP_NETWORK, "vc_turnaround", allocates_at_once, true, NULL,
     "routers of 1 or 2 stages have none before the switch's allocation"},
    {NOC_GROUP_NETWORK, "vc_turnaround", has_packets_alone, true, NULL,
     "with vc_reallocation = \"atomic\" no packet is behind another in its virtual channel"},
    {NOC_GROUP_NETWORK, "allocator_iterations", does_not_iterate, false, NULL,
     "of the allocators only \"islip\" iterates"},
    {NOC_GROUP_NETWORK, "input_speedup", has_one_input_a_port, false, NULL,
     "packets of a port have one virtual channel, and so one input of the crossbar"},
    {NOC_GROUP_NETWORK, "link_flits_per_cycle", has_no_links, false, NULL,
     "the topology has no channels between routers"},
    {NOC_GROUP_NETWORK, "link_flits_per_cycle", passes_no_more_than_a_flit, false, NULL,
     "routers of one step a cycle (network.internal_speedup) pass an output no more than a flit"},
    {NOC_GROUP_NETWORK, "slice_choice", has_one_slice, false, NULL, "network.slices is 1"},
    {NOC_GROUP_NETWORK, "weight_arrival weight_occupancy weight_units gom_cycles window_min_cycles",
     has_equal_windows, false, NULL, "all windows are equal"},
    {NOC_GROUP_NETWORK, "output_queue core_queue bit_error_rate", acknowledges_nothing, false, NULL,
     "packets are not acknowledged (network.ack = true)"},
    {NOC_GROUP_NETWORK, "multicast", always, true, " by packets to one core",
     "a trace alone has others (nocsight sample --trace)"},
    {NOC_GROUP_NETWORK, "edge_routers", has_no_edge, false, NULL,
     "the topology has no regular routers at an edge"},
    {NOC_GROUP_NETWORK, "core_queue bit_error_rate", noc_unread_asks_model, true, " by the model",
     "it has every packet acknowledged at once (nocsight sample reads it)"},
    {NOC_GROUP_NETWORK, "multicast", noc_unread_plays_no_trace, true, NULL,
     "only packets of a trace go to several destinations"},
    {NOC_GROUP_NETWORK, "output_queue", noc_unread_plays_trace, true, NULL, noc_unread_played},
    {NOC_GROUP_NETWORK, "output_queue", noc_unread_has_no_workload, false, NULL,
     noc_unread_no_workload},
    {NOC_GROUP_NETWORK, "output_queue", noc_unread_runs_nothing, true, NULL, noc_unread_open_loop},
};

const noc_unread_rule *noc_unread_network_rule_at(size_t i)
{
    return i < sizeof rules / sizeof rules[0] ? &rules[i] : NULL;
}
