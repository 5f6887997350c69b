/* Token slices: the cores of a column use one slice in turn, as a token visits them
 * (design/slices.h, analytic/circuits/slice_waits.h). */
#include <math.h>
#include <stdlib.h>

#include "analytic/circuits/senders.h"
#include "analytic/circuits/slice_waits.h"
#include "analytic/network_model.h"

static const noc_slices *slices_of(const noc_system *s, uint16_t network)
{
    return &noc_system_spec(s, network)->conflict_free;
}

static int cores_of_column(const noc_graph *g, int column)
{
    int cores = 0;
    for (uint32_t c = 0; c < g->compute_count; c++)
        cores += g->terminals[g->computes[c]].column == column;
    return cores;
}

/* Pair of a core and a memory node: routers on the path, and cores that share the slice. */
typedef struct way {
    const noc_slices *slices;
    uint32_t hops;
    int cores;
} way;

static way way_of(const noc_system *s, uint32_t first)
{
    const noc_ends ends = noc_ends_of(s, first);
    return (way){
        slices_of(s, s->graph.channels[s->routes.hops[first].channel].network),
        1u + (uint32_t)abs(ends.to->column - ends.from->column) +
            (uint32_t)abs(ends.to->row - ends.from->row),
        cores_of_column(&s->graph, ends.from->column),
    };
}

/* Mean wait for an idle token, for packets created in any cycle of a round. */
static double idle_wait(int cores, const noc_slices *slices)
{
    return ((double)cores * slices->token_hop_cycles - 1.0) / 2.0;
}

static double zero_load(const noc_system *s, uint32_t first, unsigned flits)
{
    const way w = way_of(s, first);
    return idle_wait(w.cores, w.slices) + noc_slice_way(w.hops, w.slices->hop_cycles, (int)flits);
}

/* Cycles before the head is sent: the wait for the token, and the cycle of creation. */
static double unsent(const noc_system *s, uint32_t first)
{
    const way w = way_of(s, first);
    return 1.0 + idle_wait(w.cores, w.slices);
}

static int parts(const noc_system *s, uint32_t first, unsigned flits,
                 noc_path_part list[NOC_PATH_PARTS])
{
    const way w = way_of(s, first);
    list[0] =
        (noc_path_part){"token", "until it comes round to the core", idle_wait(w.cores, w.slices)};
    list[1] = (noc_path_part){"hops", "routers of the slice and their links",
                              (double)w.hops * w.slices->hop_cycles};
    list[2] =
        (noc_path_part){"serialization", "a flit a cycle after the first", (double)flits - 1.0};
    return 3;
}

static uint32_t alike(const noc_system *s, uint32_t first)
{
    const way w = way_of(s, first);
    return (uint32_t)w.cores * (uint32_t)(w.slices->columns + w.slices->rows) + w.hops;
}

static double capacity(const noc_system *system, uint32_t channel)
{
    (void)system, (void)channel;
    return INFINITY;
}

/* Packets that the cores of a column send together. */
typedef struct column {
    double packets; /* packets per cycle, relative as in noc_sender */
    int cores;
    uint32_t core; /* number of one of the cores */
} column;

static column column_of(const noc_graph *g, const noc_senders *senders, int number)
{
    column c = {.cores = 0};
    for (uint32_t i = 0; i < senders->count; i++) {
        if (g->terminals[g->computes[i]].column != number) continue;
        c.packets += senders->list[i].packets;
        c.core = i;
        c.cores++;
    }
    return c;
}

/* Adds the limits of columns. A visit of the token lasts for a packet's flits; the token leaves
 * with the last flit. */
static bool gates(const noc_system *s, uint16_t network, noc_shared_limits *list)
{
    const noc_slices *slices = slices_of(s, network);
    const noc_reply_mix mix = noc_mix_on(s, NOC_REQUEST, network);
    const double flits = noc_reply_mix_flits(&mix);
    noc_senders senders;
    bool added = noc_senders_find(s, network, NOC_REQUEST, &senders) == NOC_OK;
    for (int i = 0; added && i < slices->columns; i++) {
        const column c = column_of(&s->graph, &senders, i);
        if (c.packets > 0.0)
            added = noc_shared_limits_add(
                list, (noc_shared_limit){
                          .network = network,
                          .channel = noc_sender_channel(s, network, NOC_REQUEST, c.core),
                          .share[NOC_REQUEST] = c.packets / senders.all,
                          .flits[NOC_REQUEST] = c.packets * flits,
                          .limit = c.cores * flits *
                                   noc_token_full(c.cores, slices->token_hop_cycles, &mix),
                          .resource = "token",
                          .scope = NOC_SHARED_BY_COLUMN,
                          .number = i,
                      });
    }
    noc_senders_clear(&senders);
    return added;
}

/* Cycles between packets of a sender, mean over all columns: one packet per round of the token. */
static double spacing(const noc_system *s, uint16_t network, double flits)
{
    const noc_slices *slices = slices_of(s, network);
    int columns = 0;
    for (int i = 0; i < slices->columns; i++) columns += cores_of_column(&s->graph, i) > 0;
    return (double)s->graph.compute_count / columns * slices->token_hop_cycles + flits - 1.0;
}

/* Wait of a column's packets, with equal rates of its cores. */
static double column_wait(const noc_slices *slices, const column *c, double rate,
                          const noc_reply_mix *mix)
{
    return noc_token_wait(c->cores, rate * c->packets / c->cores, slices->token_hop_cycles, mix) -
           idle_wait(c->cores, slices);
}

static void waits(const noc_system *s, uint16_t network, noc_arrivals come, double pace,
                  double all_waits[NOC_CLASSES])
{
    const noc_slices *slices = slices_of(s, network);
    const noc_reply_mix mix = noc_mix_on(s, NOC_REQUEST, network);
    noc_senders senders;
    if (noc_senders_find(s, network, NOC_REQUEST, &senders) != NOC_OK) all_waits[NOC_REQUEST] = NAN;
    for (int i = 0; senders.list && i < slices->columns; i++) {
        const column c = column_of(&s->graph, &senders, i);
        if (c.packets > 0.0)
            all_waits[NOC_REQUEST] +=
                c.packets / senders.all * column_wait(slices, &c, come.rate / pace, &mix) / pace;
    }
    noc_senders_clear(&senders);
}

static noc_sender_kind senders(const noc_system *s, uint16_t network)
{
    (void)s, (void)network;
    return NOC_SENDERS_LINES;
}

const noc_network_model_kind noc_network_model_token_slices = {
    .switching = NOC_SWITCHING_TOKEN_SLICES,
    .zero_load = zero_load,
    .parts = parts,
    .unsent = unsent,
    .alike = alike,
    .capacity = capacity,
    .gates = gates,
    .spacing = spacing,
    .waits = waits,
    .senders = senders,
};
