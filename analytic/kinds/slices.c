/* Slices and rings: replies of a memory node wait only for replies of that node (design/slices.h,
 * analytic/circuits/slice_waits.h). */
#include <math.h>
#include <stdlib.h>

#include "analytic/circuits/senders.h"
#include "analytic/circuits/slice_waits.h"
#include "analytic/network_model.h"

static const noc_slices *slices_of(const noc_system *s, uint16_t network)
{
    return &noc_system_spec(s, network)->conflict_free;
}

static uint16_t network_of(const noc_system *s, uint32_t first)
{
    return s->graph.channels[s->routes.hops[first].channel].network;
}

/* True for a ring, which has no grid. */
static bool is_ring(const noc_slices *slices)
{
    return slices->columns == 0;
}

/* Number of routers on a packet's path, or of stops of a ring, at which cores are in the order of
 * their numbers. */
static uint32_t hops(const noc_system *s, uint32_t first)
{
    const noc_ends ends = noc_ends_of(s, first);
    if (is_ring(slices_of(s, network_of(s, first)))) return ends.to->number + 1;
    return 1u + (uint32_t)abs(ends.to->column - ends.from->column) +
           (uint32_t)abs(ends.to->row - ends.from->row);
}

static int at_once(const noc_system *s, const noc_slices *slices)
{
    return noc_slices_at_once(slices, (int)s->graph.memory_count);
}

/* Idle latency; the first cycle of a reply is not in the network. */
static double zero_load(const noc_system *s, uint32_t first, unsigned flits)
{
    const noc_slices *slices = slices_of(s, network_of(s, first));
    return noc_slice_way(hops(s, first), slices->hop_cycles,
                         noc_slices_cycles((int)flits, at_once(s, slices))) -
           NOC_REPLY_WAIT_CYCLES;
}

static int parts(const noc_system *s, uint32_t first, unsigned flits,
                 noc_path_part list[NOC_PATH_PARTS])
{
    const noc_slices *slices = slices_of(s, network_of(s, first));
    const double way = (double)hops(s, first) * slices->hop_cycles - NOC_REPLY_WAIT_CYCLES;
    list[0] = is_ring(slices)
                  ? (noc_path_part){"stops", "of the ring, to that of the core", way}
                  : (noc_path_part){"hops", "routers of the slice and their links", way};
    list[1] = (noc_path_part){"serialization", "a flit a cycle and slice after the first",
                              noc_slices_cycles((int)flits, at_once(s, slices)) - 1.0};
    return 2;
}

static double capacity(const noc_system *system, uint32_t channel)
{
    (void)system, (void)channel;
    return INFINITY;
}

static int lines_of(const noc_slices *slices)
{
    return is_ring(slices) ? 1 : slices->slices_per_memory;
}

/* Lengths of replies in cycles of sending, in place of flits. */
static noc_reply_mix sent_mix(const noc_system *s, uint16_t network)
{
    noc_reply_mix mix = noc_mix_on(s, NOC_REPLY, network);
    for (int k = 0; k < NOC_REPLY_KINDS; k++)
        mix.flits[k] = noc_slices_cycles(mix.flits[k], at_once(s, slices_of(s, network)));
    return mix;
}

/* Shared limit of all memory nodes, for slices that all nodes share. */
static noc_shared_limit shared_gate(const noc_system *s, uint16_t network,
                                    const noc_senders *senders)
{
    const noc_reply_mix mix = noc_mix_on(s, NOC_REPLY, network), sent = sent_mix(s, network);
    return (noc_shared_limit){
        .network = network,
        .channel = noc_sender_channel(s, network, NOC_REPLY, 0),
        .share[NOC_REPLY] = senders->packets / senders->all,
        .flits[NOC_REPLY] = senders->packets * noc_reply_mix_flits(&mix),
        .limit = noc_reply_mix_flits(&mix) / noc_reply_mix_flits(&sent),
        .resource = "slice",
        .scope = NOC_SHARED_BY_ALL,
    };
}

/* Adds the limits of slices or rings, each of which carries one flit per cycle. */
static bool gates(const noc_system *s, uint16_t network, noc_shared_limits *list)
{
    const noc_slices *slices = slices_of(s, network);
    const noc_reply_mix mix = noc_mix_on(s, NOC_REPLY, network);
    noc_senders senders;
    bool added = noc_senders_find(s, network, NOC_REPLY, &senders) == NOC_OK;
    if (added && slices->shared)
        added = noc_shared_limits_add(list, shared_gate(s, network, &senders));
    for (uint32_t m = 0; added && !slices->shared && m < senders.count; m++)
        added = noc_shared_limits_add(
            list, (noc_shared_limit){
                      .network = network,
                      .channel = noc_sender_channel(s, network, NOC_REPLY, m),
                      .share[NOC_REPLY] = senders.list[m].packets / senders.all,
                      .flits[NOC_REPLY] = senders.list[m].packets * noc_reply_mix_flits(&mix),
                      .limit = lines_of(slices),
                      .resource = is_ring(slices) ? "ring" : "slice",
                      .scope = NOC_SHARED_BY_MEMORY,
                      .number = (int)m,
                  });
    noc_senders_clear(&senders);
    return added;
}

static double spacing(const noc_system *s, uint16_t network, double flits)
{
    const noc_slices *slices = slices_of(s, network);
    return fmax(1.0, flits / (slices->shared ? at_once(s, slices) : lines_of(slices)));
}

/* Wait in one common queue of the replies of all memory nodes. */
static double shared_wait(const noc_senders *senders, double rate, const noc_reply_mix *mix)
{
    double sources = 0.0;
    for (uint32_t m = 0; m < senders->count; m++) sources += senders->list[m].receivers;
    const noc_batch batch = {sources, rate * senders->packets / sources};
    return senders->packets / senders->all * noc_batch_queue_wait(batch, mix);
}

/* Adds the waits of replies. Requests, and so replies, of different cores are independent. */
static void waits(const noc_system *s, uint16_t network, noc_arrivals come, double pace,
                  double all_waits[NOC_CLASSES])
{
    const noc_slices *slices = slices_of(s, network);
    const int lines = lines_of(slices);
    const noc_reply_mix mix = sent_mix(s, network);
    noc_senders senders;
    if (noc_senders_find(s, network, NOC_REPLY, &senders) != NOC_OK) all_waits[NOC_REPLY] = NAN;
    if (senders.list && slices->shared)
        all_waits[NOC_REPLY] += shared_wait(&senders, come.rate / pace, &mix) / pace;
    for (uint32_t m = 0; senders.list && !slices->shared && m < senders.count; m++) {
        const noc_sender *sender = &senders.list[m];
        if (!(sender->packets > 0.0)) continue;
        const noc_batch batch = {sender->receivers,
                                 come.rate / pace * sender->packets / sender->receivers};
        all_waits[NOC_REPLY] +=
            sender->packets / senders.all * noc_slices_in_turn_wait(batch, &mix, lines) / pace;
    }
    noc_senders_clear(&senders);
}

static noc_sender_kind senders(const noc_system *s, uint16_t network)
{
    (void)s, (void)network;
    return NOC_SENDERS_LINES;
}

const noc_network_model_kind noc_network_model_slices = {
    .switching = NOC_SWITCHING_SLICES,
    .zero_load = zero_load,
    .parts = parts,
    .alike = hops,
    .capacity = capacity,
    .gates = gates,
    .spacing = spacing,
    .waits = waits,
    .senders = senders,
};
