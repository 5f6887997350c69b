/* Token slices: the cores of a column use one slice in turn, as a token visits them
 * (design/slices.h, analytic/circuits/slice_waits.h). */
#include <math.h>
#include <stdlib.h>

#include "analytic/circuits/senders.h"
#include "analytic/circuits/slice_waits.h"
#include "analytic/network_model.h"
#include "base/auto.h"

static const noc_slices *network_slices(const noc_system *s, uint16_t network)
{
    return &noc_system_spec(s, network)->conflict_free;
}

static int count_column_cores(const noc_graph *g, int column)
{
    int cores = 0;
    for (uint32_t c = 0; c < g->compute_count; c++)
        cores += g->terminals[g->compute_terminals[c]].column == column;
    return cores;
}

/* Pair of a core and a memory node: routers on the path, and cores that share the slice. */
typedef struct node_pair {
    const noc_slices *slices;
    uint32_t hops;
    int cores;
} node_pair;

static node_pair find_node_pair(const noc_system *s, uint32_t first)
{
    const noc_path_ends ends = noc_find_path_ends(s, first);
    return (node_pair){
        network_slices(s, s->graph.channels[s->routes.hops[first].channel].network),
        1u + (uint32_t)abs(ends.to->column - ends.from->column) +
            (uint32_t)abs(ends.to->row - ends.from->row),
        count_column_cores(&s->graph, ends.from->column),
    };
}

/* Mean wait for an idle token, for packets created in any cycle of a round. */
static double idle_wait(int cores, const noc_slices *slices)
{
    return ((double)cores * slices->token_hop_cycles - 1.0) / 2.0;
}

static double idle_latency(const noc_system *s, uint32_t first, unsigned flits)
{
    const node_pair w = find_node_pair(s, first);
    return idle_wait(w.cores, w.slices) +
           noc_slice_path_cycles(w.hops, w.slices->hop_cycles, (int)flits);
}

/* Cycles before the head is sent: the wait for the token, and the cycle of creation. */
static double send_delay(const noc_system *s, uint32_t first)
{
    const node_pair w = find_node_pair(s, first);
    return 1.0 + idle_wait(w.cores, w.slices);
}

static int list_parts(const noc_system *s, uint32_t first, unsigned flits,
                      noc_latency_part list[NOC_LATENCY_PARTS])
{
    const node_pair w = find_node_pair(s, first);
    list[0] = (noc_latency_part){"token", "until it comes round to the core",
                                 idle_wait(w.cores, w.slices)};
    list[1] = (noc_latency_part){"hops", "routers of the slice and their links",
                                 (double)w.hops * w.slices->hop_cycles};
    list[2] =
        (noc_latency_part){"serialization", "a flit a cycle after the first", (double)flits - 1.0};
    return 3;
}

static uint32_t path_key(const noc_system *s, uint32_t first)
{
    const node_pair w = find_node_pair(s, first);
    return (uint32_t)w.cores * (uint32_t)(w.slices->columns + w.slices->rows) + w.hops;
}

/* Packets that the cores of a column send together. */
typedef struct column {
    double packets; /* packets per cycle, relative as in noc_sender */
    int cores;
    uint32_t core; /* number of one of the cores */
} column;

static column find_column(const noc_graph *g, const noc_senders *senders, int number)
{
    column c = {.cores = 0};
    for (uint32_t i = 0; i < senders->count; i++) {
        if (g->terminals[g->compute_terminals[i]].column != number) continue;
        c.packets += senders->list[i].packets;
        c.core = i;
        c.cores++;
    }
    return c;
}

/* Adds the limits of columns. A visit of the token lasts for a packet's flits; the token leaves
 * with the last flit. */
static bool add_limits(const noc_system *s, uint16_t network, noc_shared_limits *list)
{
    const noc_slices *slices = network_slices(s, network);
    const noc_reply_mix mix = noc_find_packet_mix(s, NOC_REQUEST, network);
    const double flits = noc_reply_mix_flits(&mix);
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_senders senders;
    bool is_added = noc_senders_find(s, network, NOC_REQUEST, &scratch, &senders);
    for (int i = 0; is_added && i < slices->columns; i++) {
        const column c = find_column(&s->graph, &senders, i);
        if (c.packets > 0.0)
            is_added = noc_shared_limits_add(
                list, (noc_shared_limit){
                          .network = network,
                          .channel = noc_find_sender_channel(s, network, NOC_REQUEST, c.core),
                          .packet_share[NOC_REQUEST] = c.packets / senders.class_packets,
                          .flits[NOC_REQUEST] = c.packets * flits,
                          .capacity = c.cores * flits *
                                      noc_token_saturation(c.cores, slices->token_hop_cycles, &mix),
                          .resource = "token",
                          .scope = NOC_SHARED_BY_COLUMN,
                          .owner_number = i,
                      });
    }
    return is_added;
}

/* Cycles between packets of a sender, mean over all columns: one packet per round of the token. */
static double packet_interval(const noc_system *s, uint16_t network, double flits)
{
    const noc_slices *slices = network_slices(s, network);
    int columns = 0;
    for (int i = 0; i < slices->columns; i++) columns += count_column_cores(&s->graph, i) > 0;
    return (double)s->graph.compute_count / columns * slices->token_hop_cycles + flits - 1.0;
}

/* Wait of a column's packets, with equal rates of its cores. */
static double column_wait(const noc_slices *slices, const column *c, double rate,
                          const noc_reply_mix *mix)
{
    return noc_token_wait(c->cores, rate * c->packets / c->cores, slices->token_hop_cycles, mix) -
           idle_wait(c->cores, slices);
}

static void add_waits(const noc_system *s, uint16_t network, noc_arrivals arrivals,
                      double capacity_share, double class_waits[NOC_CLASSES])
{
    const noc_slices *slices = network_slices(s, network);
    const noc_reply_mix mix = noc_find_packet_mix(s, NOC_REQUEST, network);
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_senders senders;
    if (!noc_senders_find(s, network, NOC_REQUEST, &scratch, &senders)) {
        class_waits[NOC_REQUEST] = NAN;
        return;
    }
    for (int i = 0; i < slices->columns; i++) {
        const column c = find_column(&s->graph, &senders, i);
        if (c.packets > 0.0)
            class_waits[NOC_REQUEST] +=
                c.packets / senders.class_packets *
                column_wait(slices, &c, arrivals.rate / capacity_share, &mix) / capacity_share;
    }
}

static noc_sender_kind find_sender_kind(const noc_system *s, uint16_t network)
{
    (void)s, (void)network;
    return NOC_SENDERS_LINES;
}

const noc_network_model_kind noc_network_model_token_slices = {
    .switching = NOC_SWITCHING_TOKEN_SLICES,
    .idle_latency = idle_latency,
    .list_parts = list_parts,
    .send_delay = send_delay,
    .path_key = path_key,
    .has_unlimited_channels = true,
    .add_limits = add_limits,
    .packet_interval = packet_interval,
    .add_waits = add_waits,
    .find_sender_kind = find_sender_kind,
};
