#include "network/kinds/unread_conditions.h"

typedef const noc_unread_question question;

/* ---- questions ------------------------------------------------------------------------------ */

static bool has_eager_nodes(question *q)
{
    return noc_traffic_is_eager(&q->design->traffic);
}

/* True if no workload runs, even if the design has one: the answer is for a load, or nodes are
 * eager. */
static bool runs_no_workload(question *q)
{
    return noc_unread_has_load(q) || (has_eager_nodes(q) && !noc_unread_plays_trace(q));
}

/* True if the design has no workload, no eager nodes, and no trace with addresses is played. */
static bool has_no_workload(question *q)
{
    return !q->design->closed_loop && !has_eager_nodes(q) && !noc_unread_has_lines(q);
}

bool noc_unread_is_open_loop(question *q)
{
    return has_no_workload(q) || has_eager_nodes(q);
}

const noc_unread_condition noc_unread_trace_played = {noc_unread_plays_trace, false, NULL,
                                                      NOC_UNREAD_PLAYED};

/* Condition: no workload is set. The message is for overrides only, since settings of cores and
 * memory in a file serve a workload that --set may add. */
const noc_unread_condition noc_unread_no_workload = {
    has_no_workload, true, NULL,
    "there is no workload (--set workload=HH), and memory nodes answer at once"};

const noc_unread_condition noc_unread_open_loop = {
    runs_no_workload, true, NULL, "no workload is run here, and memory nodes answer at once"};

const noc_unread_condition noc_unread_trace_packets = {noc_unread_plays_trace, true, NULL,
                                                       NOC_UNREAD_TRACE_PACKETS};

/* ---- systems -------------------------------------------------------------------------------- */

bool noc_unread_has_no_memory(question *q)
{
    return q->system->graph.memory_count == 0;
}

bool noc_unread_has_no_replies(question *q)
{
    return !noc_graph_has_replies(&q->system->graph);
}

bool noc_unread_has_no_silicon(question *q)
{
    return !noc_graph_has_silicon(&q->system->graph);
}

/* True in open loop on ideal networks, where all memory nodes have equal limits. */
static bool has_equal_nodes(question *q)
{
    return !noc_graph_has_channels(&q->system->graph) && noc_unread_has_no_silicon(q) &&
           !noc_unread_plays_trace(q) && (has_no_workload(q) || runs_no_workload(q));
}

const noc_unread_condition noc_unread_ideal_nodes = {
    has_equal_nodes, true, NULL, "an ideal network accepts as much for one node as for many"};

/* ---- networks and channels ------------------------------------------------------------------ */

const noc_network_spec *noc_unread_network_spec(question *q)
{
    return &q->design->networks[q->network];
}

bool noc_unread_has_network(question *q, uint16_t network)
{
    return q->system->graph.networks[network].spec_index == q->network;
}

bool noc_unread_any_channel(question *q,
                            bool (*has_property)(const noc_graph *, const noc_channel *))
{
    const noc_graph *g = &q->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (noc_unread_has_network(q, g->channels[c].network) && has_property(g, &g->channels[c]))
            return true;
    return false;
}

static bool is_between_dies(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->crosses_dies;
}

static bool has_die_link_costs(question *q)
{
    const noc_die_links *links = &noc_unread_network_spec(q)->die_links;
    return links->pj_per_bit > 0.0 && links->mm_of_edge > 0.0;
}

static bool has_no_die_links(question *q)
{
    return !noc_unread_any_channel(q, is_between_dies);
}

const noc_unread_condition noc_unread_die_costs_set = {
    has_die_link_costs, false, NULL,
    "energy and edge are given (network.die_links.pj_per_bit, network.die_links.mm_of_edge)"};

const noc_unread_condition noc_unread_one_die = {
    has_no_die_links, false, NULL, "no link of the network goes from a die to another (`die`)"};
