#include "sampler/loop/outbox.h"

#include "base/min_max.h"
#include "design/memory/replies.h"
#include "network/graph/multicast.h"

/* ---- making --------------------------------------------------------------------------------- */

uint32_t noc_memory_queue_places(const noc_system *system, noc_derating derating, uint32_t places,
                                 uint32_t memory)
{
    if (places < 2 || !noc_resource_is_in(derating.kinds, NOC_RESOURCE_MEMORY_QUEUE)) return places;
    return places -
           noc_places_removed(places, system->graph.memory_count, memory, derating.rest_cycles);
}

/* Makes the groups of replies; a packet's cores are listed by the packet's number. */
static bool make_groups(noc_outboxes *b, uint32_t packets, noc_arena *arena)
{
    const uint32_t depth = (uint32_t)b->memory->check_depth;
    const uint32_t places = (uint32_t)noc_reply_capacity(b->ports->system->design);
    b->group_max = min_unsigned(depth, places);
    b->replies = noc_arena_array(arena, depth, sizeof *b->replies);
    b->group_replies = noc_arena_array(arena, depth, sizeof *b->group_replies);
    if (!b->has_multicast) return true;
    noc_target_groups *groups = &b->ports->groups;
    const size_t flows = (size_t)packets * b->group_max;
    groups->entries = noc_arena_array(arena, packets + 1u, sizeof *groups->entries);
    groups->flows = noc_arena_array(arena, flows, sizeof *groups->flows);
    groups->flits_left = noc_arena_array(arena, flows, sizeof *groups->flits_left);
    groups->destinations_max = b->group_max;
    groups->has_groups[NOC_REPLY] = true;
    for (uint32_t i = 0; groups->entries && i < packets; i++)
        groups->entries[i + 1].first = i * b->group_max;
    if (!groups->entries || !groups->flows || !groups->flits_left) return false;
    if (!noc_multicast_can_fork(b->ports->system, NOC_REPLY)) return true;
    groups->answers = noc_arena_array(arena, flows, sizeof *groups->answers);
    return groups->answers;
}

/* Frees the place of a departed packet. */
static void free_place(void *outboxes, uint32_t packet)
{
    noc_outboxes *b = outboxes;
    const uint32_t flow = b->ports->packets.entries[packet].flow;
    const noc_system *s = b->ports->system;
    const uint32_t memory = s->graph.terminals[s->traffic.flows[flow].source].number;
    noc_outbox *o = &b->nodes[memory];
    noc_set_add(b->active_nodes, memory);
    o->departures[noc_reply_find_kind(&o->queues, b->burst_packets[packet])]++;
}

/* Makes the outboxes' queues: one for bursts and one for other replies, or one for all. */
static bool make_queues(noc_outboxes *b, uint32_t packets, noc_derating derating, noc_arena *arena)
{
    const noc_system *s = b->ports->system;
    const uint32_t memories = s->graph.memory_count;
    const uint32_t bursts = b->has_burst_queue ? (uint32_t)b->memory->burst_queue : 0;
    const uint32_t others = b->has_burst_queue ? (uint32_t)b->memory->normal_queue
                                               : (uint32_t)noc_reply_capacity(s->design);
    b->words = memories / 64 + 1;
    b->active_nodes = noc_arena_array(arena, b->words, sizeof *b->active_nodes);
    b->burst_packets = noc_arena_array(arena, packets, sizeof *b->burst_packets);
    for (uint32_t m = 0; m < memories; m++) {
        b->nodes[m].next_reply = NOC_NONE;
        b->nodes[m].queues = noc_reply_queues_make(noc_memory_queue_places(s, derating, bursts, m),
                                                   noc_memory_queue_places(s, derating, others, m),
                                                   (uint32_t)b->memory->burst_share, arena);
    }
    b->ports->departure_callback = (noc_departure_callback){free_place, b};
    return (!b->has_groups || make_groups(b, packets, arena)) && !arena->is_short;
}

bool noc_outboxes_make(noc_outboxes *b, const noc_requests *requests, const noc_loop_load *load,
                       noc_arena *arena)
{
    const noc_system *s = requests->ports->system;
    const uint32_t memories = s->graph.memory_count;
    *b = (noc_outboxes){
        .ports = requests->ports,
        .memory = requests->memory,
        .transactions = requests->transactions,
        .nodes = noc_arena_array(arena, memories, sizeof *b->nodes),
        .finished_writes = NOC_NONE,
        .has_burst_queue = noc_has_burst_priority(requests->memory),
        .has_groups = noc_replies_are_coalesced(requests->memory),
        .has_multicast = noc_ports_have_multicast(s),
    };
    if (!b->nodes) return false;
    for (uint32_t m = 0; m < memories; m++) {
        noc_outbox *o = &b->nodes[m];
        const uint64_t stream = (uint64_t)s->graph.terminal_count + memories + m;
        o->terminal = s->graph.memory_terminals[m];
        o->places =
            noc_memory_queue_places(s, load->derating, (uint32_t)noc_reply_capacity(s->design), m);
        o->data_random = noc_random_stream(load->seed, stream);
    }
    b->are_used = b->has_burst_queue || b->has_groups;
    return !b->are_used ||
           make_queues(b, (uint32_t)noc_requests_max_packets(requests), load->derating, arena);
}

/* ---- replies that join ---------------------------------------------------------------------- */

static noc_outbox *find_outbox(const noc_outboxes *b, uint32_t transaction)
{
    return &b->nodes[b->transactions[transaction].memory_node];
}

void noc_outbox_draw_approximable(noc_outboxes *b, uint32_t transaction)
{
    noc_transaction *t = &b->transactions[transaction];
    const double share = b->memory->approximable_share;
    t->is_approximable = !t->is_write && share > 0.0 &&
                         noc_random_uniform(&find_outbox(b, transaction)->data_random) < share;
}

bool noc_outbox_has_room(const noc_outboxes *b, uint32_t transaction)
{
    const noc_transaction *t = &b->transactions[transaction];
    const noc_outbox *o = find_outbox(b, transaction);
    if (!noc_has_reply(b->memory, t->is_write)) return true;
    if (b->are_used) return noc_reply_queues_have_room(&o->queues, t->is_burst);
    return noc_port_has_room(b->ports, o->terminal, NOC_REPLY, o->places);
}

static void join_queue(noc_outboxes *b, uint32_t transaction)
{
    noc_transaction *t = &b->transactions[transaction];
    noc_outbox *o = find_outbox(b, transaction);
    t->join_cycle = b->ports->now;
    t->next_in_packet = NOC_NONE;
    t->lane = (uint8_t)noc_port_find_lane(b->ports, t->reply_flow);
    noc_reply_queues_join(&o->queues, transaction, t->is_burst);
    noc_set_add(b->active_nodes, t->memory_node);
    noc_port_announce_waiting(b->ports, t->reply_flow, 1);
    o->unused_lanes &= ~(1u << t->lane);
}

void noc_outbox_send(noc_outboxes *b, uint32_t transaction)
{
    noc_transaction *t = &b->transactions[transaction];
    if (!noc_has_reply(b->memory, t->is_write)) {
        t->next = b->finished_writes;
        b->finished_writes = transaction;
    } else if (b->are_used) {
        join_queue(b, transaction);
    } else {
        noc_port_submit(b->ports, t->reply_flow, t->is_write ? NOC_WRITE_REPLY : NOC_READ_REPLY,
                        transaction, t->request_cycle);
    }
}

uint32_t noc_outboxes_take_write(noc_outboxes *b)
{
    const uint32_t transaction = b->finished_writes;
    if (transaction != NOC_NONE) b->finished_writes = b->transactions[transaction].next;
    return transaction;
}

/* ---- groups --------------------------------------------------------------------------------- */

static noc_candidate_reply describe_reply(const noc_outboxes *b, uint32_t transaction)
{
    return (noc_candidate_reply){
        .reply = transaction,
        .is_approximable = b->transactions[transaction].is_approximable,
    };
}

/* Gathers the next replies in the queue that match the first one, as a list behind the first.
 * Returns their number. */
static uint32_t gather_group(noc_outboxes *b, noc_outbox *o, noc_reply_pick head, uint32_t first)
{
    noc_ring *ring = &o->queues.queues[head.kind];
    const noc_match_criterion matching = {
        .probability = b->memory->match_share,
        .random = &o->data_random,
    };
    size_t count = 0;
    b->replies[count++] = describe_reply(b, first);
    for (uint32_t place = head.place; place < ring->count && count < b->group_max; place++)
        b->replies[count++] = describe_reply(b, *noc_ring_entry(ring, place));
    const uint32_t others =
        (uint32_t)noc_approximator_take(b->replies, &count, (size_t)b->memory->check_depth,
                                        &matching, b->group_replies) -
        1;
    for (uint32_t i = 0; i < count; i++)
        *noc_ring_entry(ring, head.place + others + i) = b->replies[i].reply;
    noc_ring_remove(ring, head.place, others);
    for (uint32_t i = 0; i < others; i++)
        b->transactions[b->group_replies[i]].next_in_packet = b->group_replies[i + 1];
    return others;
}

/* Lists the flows of a packet's replies, each once. */
static void list_targets(noc_outboxes *b, uint32_t packet, uint32_t first)
{
    noc_target_group *group = &b->ports->groups.entries[packet + 1];
    uint32_t *flows = &b->ports->groups.flows[group->first];
    group->count = 0;
    for (uint32_t t = first; t != NOC_NONE; t = b->transactions[t].next_in_packet) {
        const uint32_t flow = (uint32_t)b->transactions[t].reply_flow;
        uint32_t place = 0;
        while (place < group->count && flows[place] != flow) place++;
        flows[place] = flow;
        group->count += place == group->count;
    }
    if (group->count > 1) b->ports->packets.entries[packet].group = packet + 1;
}

/* Lists, for each destination of a packet that forks, the replies that end when its copy
 * arrives. */
static void split_answers(noc_outboxes *b, uint32_t packet, uint32_t first)
{
    const noc_target_group *group = &b->ports->groups.entries[packet + 1];
    const uint32_t *flows = &b->ports->groups.flows[group->first];
    noc_target_answer *answers = &b->ports->groups.answers[group->first];
    for (uint32_t k = 0; k < group->count; k++) answers[k].tag = NOC_NONE;
    for (uint32_t next, i = first; i != NOC_NONE; i = next) {
        noc_transaction *t = &b->transactions[i];
        uint32_t place = 0;
        while (flows[place] != (uint32_t)t->reply_flow) place++;
        next = t->next_in_packet;
        t->next_in_packet = NOC_NONE;
        if (answers[place].tag == NOC_NONE) {
            answers[place] = (noc_target_answer){t->join_cycle, t->request_cycle, i};
            continue;
        }
        t->next_in_packet = b->transactions[answers[place].tag].next_in_packet;
        b->transactions[answers[place].tag].next_in_packet = i;
    }
}

/* ---- replies that leave --------------------------------------------------------------------- */

/* Counts the waits of a list of replies until now. */
static void count_waits(noc_outboxes *b, uint32_t first)
{
    noc_reply_tally *tally = &b->ports->tally.replies;
    tally->groups++;
    for (uint32_t i = first; i != NOC_NONE; i = b->transactions[i].next_in_packet) {
        const noc_transaction *t = &b->transactions[i];
        tally->count[t->is_burst]++;
        tally->waits[t->is_burst] += b->ports->now - t->join_cycle;
    }
}

/* Passes a reply, and the replies in the same packet, to the port. */
static void send_reply(noc_outboxes *b, noc_outbox *o, uint32_t transaction)
{
    const noc_transaction *t = &b->transactions[transaction];
    const uint32_t index = noc_port_make(
        b->ports, t->reply_flow, t->is_write ? NOC_WRITE_REPLY : NOC_READ_REPLY, t->join_cycle);
    noc_packet *packet = &b->ports->packets.entries[index];
    packet->tag = transaction;
    packet->request_cycle = t->request_cycle;
    b->burst_packets[index] = t->is_burst;
    if (t->next_in_packet != NOC_NONE) list_targets(b, index, transaction);
    for (uint32_t i = t->next_in_packet; i != NOC_NONE; i = b->transactions[i].next_in_packet)
        noc_port_announce_waiting(b->ports, b->transactions[i].reply_flow, -1);
    if (packet->group != 0 && b->ports->groups.answers) split_answers(b, index, transaction);
    o->handover_cycle = b->ports->now;
    o->has_begun = true;
    noc_port_submit_packet(b->ports, index);
}

/* Passes the next reply of a group with separate packets to the port. */
static void send_next_reply(noc_outboxes *b, noc_outbox *o)
{
    const uint32_t transaction = o->next_reply;
    o->next_reply = b->transactions[transaction].next_in_packet;
    b->transactions[transaction].next_in_packet = NOC_NONE;
    send_reply(b, o, transaction);
}

/* True if the check of the queue is complete: a cycle for each reply, while the previous packet
 * leaves. */
static bool has_checked_queue(const noc_outboxes *b, const noc_outbox *o, uint32_t transaction)
{
    return !o->has_begun ||
           b->ports->now - o->handover_cycle >=
               noc_approximator_spacing(0, b->transactions[transaction].is_approximable,
                                        (uint64_t)b->memory->check_depth);
}

typedef struct free_lanes {
    const noc_transaction *transactions;
    unsigned lanes;
} free_lanes;

static bool can_send(const void *context, uint32_t transaction)
{
    const free_lanes *f = context;
    return f->lanes >> f->transactions[transaction].lane & 1u;
}

static unsigned find_free_lanes(const noc_outboxes *b, uint32_t memory)
{
    noc_outbox *o = &b->nodes[memory];
    if (b->ports->now < o->closed_until) return 0;
    return noc_port_free_lanes(b->ports, o->terminal, NOC_REPLY, &o->closed_until);
}

static bool is_empty(const noc_outbox *o)
{
    return o->queues.queues[0].count + o->queues.queues[1].count == 0;
}

/* Finds the next reply to send. False: none can be sent. */
static bool find_next_reply(noc_outboxes *b, uint32_t memory, noc_reply_pick *pick)
{
    noc_outbox *o = &b->nodes[memory];
    if (is_empty(o)) return false;
    const free_lanes f = {b->transactions, find_free_lanes(b, memory) & ~o->unused_lanes};
    if (f.lanes == 0) return false;
    const bool found = noc_reply_queues_find(&o->queues, can_send, &f, pick);
    if (!found) o->unused_lanes |= f.lanes;
    return found;
}

static void take_group(noc_outboxes *b, noc_outbox *o, noc_reply_pick pick)
{
    const uint32_t first = noc_reply_queues_take(&o->queues, pick);
    const uint32_t others = b->has_groups ? gather_group(b, o, pick, first) : 0;
    count_waits(b, first);
    if (b->has_multicast) {
        send_reply(b, o, first);
        return;
    }
    o->queues.held_places[pick.kind] += others; /* places stay occupied until each reply has left */
    o->next_reply = first;
    send_next_reply(b, o);
}

/* Sends further replies of a group with separate packets. */
static void feed_group(noc_outboxes *b, uint32_t memory)
{
    noc_outbox *o = &b->nodes[memory];
    while (o->next_reply != NOC_NONE) {
        const free_lanes f = {b->transactions, find_free_lanes(b, memory)};
        if (!can_send(&f, o->next_reply)) return;
        send_next_reply(b, o);
    }
}

static void feed_port(noc_outboxes *b, uint32_t memory)
{
    noc_outbox *o = &b->nodes[memory];
    noc_reply_pick pick;
    for (int kind = 0; kind < NOC_REPLY_QUEUES; kind++) {
        o->queues.held_places[kind] -= o->departures[kind];
        o->departures[kind] = 0;
    }
    feed_group(b, memory);
    while (o->next_reply == NOC_NONE && find_next_reply(b, memory, &pick)) {
        const uint32_t head = *noc_ring_entry(&o->queues.queues[pick.kind], pick.place);
        if (b->has_groups && !has_checked_queue(b, o, head)) return;
        take_group(b, o, pick);
        feed_group(b, memory);
    }
}

void noc_outboxes_feed(noc_outboxes *b)
{
    NOC_SET_EACH(m, b->active_nodes, b->words)
    {
        feed_port(b, (uint32_t)m);
        const noc_outbox *o = &b->nodes[m];
        const bool is_idle =
            is_empty(o) && o->next_reply == NOC_NONE && o->departures[0] + o->departures[1] == 0;
        if (is_idle) noc_set_remove(b->active_nodes, (unsigned)m);
    }
}

uint32_t noc_outbox_next_reply(noc_outboxes *b, const noc_packet *packet, uint32_t transaction)
{
    const uint32_t next = b->transactions[transaction].next_in_packet;
    if (next == NOC_NONE) return NOC_NONE;
    const noc_transaction *t = &b->transactions[next];
    noc_port_count_merged(b->ports, packet, t->join_cycle, t->request_cycle);
    return next;
}
