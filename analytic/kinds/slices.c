/* Slices and rings: replies of a memory node wait only for replies of that node (design/slices.h,
 * analytic/circuits/slice_waits.h). */
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

static uint16_t path_network(const noc_system *s, uint32_t first)
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
static uint32_t count_hops(const noc_system *s, uint32_t first)
{
    const noc_path_ends ends = noc_find_path_ends(s, first);
    if (is_ring(network_slices(s, path_network(s, first)))) return ends.to->number + 1;
    return 1u + (uint32_t)abs(ends.to->column - ends.from->column) +
           (uint32_t)abs(ends.to->row - ends.from->row);
}

static int parallel_slices(const noc_system *s, const noc_slices *slices)
{
    return noc_slices_per_packet(slices, (int)s->graph.memory_count);
}

/* Idle latency; the first cycle of a reply is not in the network. */
static double idle_latency(const noc_system *s, uint32_t first, unsigned flits)
{
    const noc_slices *slices = network_slices(s, path_network(s, first));
    return noc_slice_path_cycles(count_hops(s, first), slices->hop_cycles,
                                 noc_slices_packet_cycles((int)flits, parallel_slices(s, slices))) -
           NOC_REPLY_WAIT_CYCLES;
}

static int list_parts(const noc_system *s, uint32_t first, unsigned flits,
                      noc_latency_part list[NOC_LATENCY_PARTS])
{
    const noc_slices *slices = network_slices(s, path_network(s, first));
    const double travel_cycles =
        (double)count_hops(s, first) * slices->hop_cycles - NOC_REPLY_WAIT_CYCLES;
    list[0] =
        is_ring(slices)
            ? (noc_latency_part){"stops", "of the ring, to that of the core", travel_cycles}
            : (noc_latency_part){"hops", "routers of the slice and their links", travel_cycles};
    list[1] =
        (noc_latency_part){"serialization", "a flit a cycle and slice after the first",
                           noc_slices_packet_cycles((int)flits, parallel_slices(s, slices)) - 1.0};
    return 2;
}

static int count_lines(const noc_slices *slices)
{
    return is_ring(slices) ? 1 : slices->slices_per_memory;
}

/* Lengths of replies in cycles of sending, in place of flits. */
static noc_reply_mix sent_mix(const noc_system *s, uint16_t network)
{
    noc_reply_mix mix = noc_find_packet_mix(s, NOC_REPLY, network);
    for (int k = 0; k < NOC_REPLY_KINDS; k++)
        mix.flits[k] =
            noc_slices_packet_cycles(mix.flits[k], parallel_slices(s, network_slices(s, network)));
    return mix;
}

/* Shared limit of all memory nodes, for slices that all nodes share. */
static noc_shared_limit shared_limit(const noc_system *s, uint16_t network,
                                     const noc_senders *senders)
{
    const noc_reply_mix mix = noc_find_packet_mix(s, NOC_REPLY, network),
                        sent_lengths = sent_mix(s, network);
    return (noc_shared_limit){
        .network = network,
        .channel = noc_find_sender_channel(s, network, NOC_REPLY, 0),
        .packet_share[NOC_REPLY] = senders->packets / senders->class_packets,
        .flits[NOC_REPLY] = senders->packets * noc_reply_mix_flits(&mix),
        .capacity = noc_reply_mix_flits(&mix) / noc_reply_mix_flits(&sent_lengths),
        .resource = "slice",
        .scope = NOC_SHARED_BY_ALL,
    };
}

/* Adds the limits of slices or rings, each of which carries one flit per cycle. */
static bool add_limits(const noc_system *s, uint16_t network, noc_shared_limits *list)
{
    const noc_slices *slices = network_slices(s, network);
    const noc_reply_mix mix = noc_find_packet_mix(s, NOC_REPLY, network);
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_senders senders;
    bool is_added = noc_senders_find(s, network, NOC_REPLY, &scratch, &senders);
    if (is_added && slices->is_shared)
        is_added = noc_shared_limits_add(list, shared_limit(s, network, &senders));
    for (uint32_t m = 0; is_added && !slices->is_shared && m < senders.count; m++)
        is_added = noc_shared_limits_add(
            list, (noc_shared_limit){
                      .network = network,
                      .channel = noc_find_sender_channel(s, network, NOC_REPLY, m),
                      .packet_share[NOC_REPLY] = senders.list[m].packets / senders.class_packets,
                      .flits[NOC_REPLY] = senders.list[m].packets * noc_reply_mix_flits(&mix),
                      .capacity = count_lines(slices),
                      .resource = is_ring(slices) ? "ring" : "slice",
                      .scope = NOC_SHARED_BY_MEMORY,
                      .owner_number = (int)m,
                  });
    return is_added;
}

static double packet_interval(const noc_system *s, uint16_t network, double flits)
{
    const noc_slices *slices = network_slices(s, network);
    return fmax(1.0,
                flits / (slices->is_shared ? parallel_slices(s, slices) : count_lines(slices)));
}

/* Wait in one common queue of the replies of all memory nodes. */
static double shared_wait(const noc_senders *senders, double rate, const noc_reply_mix *mix)
{
    double sources = 0.0;
    for (uint32_t m = 0; m < senders->count; m++) sources += senders->list[m].receivers;
    const noc_batch batch = {sources, rate * senders->packets / sources};
    return senders->packets / senders->class_packets * noc_batch_queue_wait(batch, mix);
}

/* Adds the waits of replies. Requests, and so replies, of different cores are independent. */
static void add_waits(const noc_system *s, uint16_t network, noc_arrivals arrivals,
                      double capacity_share, double class_waits[NOC_CLASSES])
{
    const noc_slices *slices = network_slices(s, network);
    const int lines = count_lines(slices);
    const noc_reply_mix mix = sent_mix(s, network);
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_senders senders;
    if (!noc_senders_find(s, network, NOC_REPLY, &scratch, &senders)) {
        class_waits[NOC_REPLY] = NAN;
        return;
    }
    if (slices->is_shared)
        class_waits[NOC_REPLY] +=
            shared_wait(&senders, arrivals.rate / capacity_share, &mix) / capacity_share;
    for (uint32_t m = 0; !slices->is_shared && m < senders.count; m++) {
        const noc_sender *sender = &senders.list[m];
        if (!(sender->packets > 0.0)) continue;
        const noc_batch batch = {sender->receivers, arrivals.rate / capacity_share *
                                                        sender->packets / sender->receivers};
        class_waits[NOC_REPLY] += sender->packets / senders.class_packets *
                                  noc_slices_wait(batch, &mix, lines) / capacity_share;
    }
}

static noc_sender_kind find_sender_kind(const noc_system *s, uint16_t network)
{
    (void)s, (void)network;
    return NOC_SENDERS_LINES;
}

const noc_network_model_kind noc_network_model_slices = {
    .switching = NOC_SWITCHING_SLICES,
    .idle_latency = idle_latency,
    .list_parts = list_parts,
    .path_key = count_hops,
    .has_unlimited_channels = true,
    .add_limits = add_limits,
    .packet_interval = packet_interval,
    .add_waits = add_waits,
    .find_sender_kind = find_sender_kind,
};
