#include "sampler/loop/outbox.h"

#include <stdlib.h>

#include "base/min_max.h"
#include "design/memory/replies.h"
#include "network/graph/multicast.h"
#include "sampler/ports/ports.h"

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the places of each queue; 0 for the burst queue if there is only one queue. */
static void find_queue_places(const noc_closed_loop *c, uint32_t memory,
                              uint32_t places[NOC_REPLY_QUEUES])
{
    const noc_memory_spec *m = c->memory;
    const bool has_two = noc_has_burst_priority(m);
    const int normal = has_two ? m->normal_queue : noc_reply_capacity(c->system->design);
    places[NOC_NORMAL_REPLIES] = noc_memory_queue_places(c, (uint32_t)normal, memory);
    places[NOC_BURST_REPLIES] =
        has_two ? noc_memory_queue_places(c, (uint32_t)m->burst_queue, memory) : 0;
}

static void start_queues(noc_closed_loop *c, uint32_t memory, uint32_t *entries)
{
    uint32_t places[NOC_REPLY_QUEUES];
    noc_outbox *o = &c->outboxes->nodes[memory];
    find_queue_places(c, memory, places);
    *o = (noc_outbox){.next_reply = NOC_NONE};
    if (c->outboxes->has_burst_queue)
        noc_reply_queues_start(&o->queues, entries + places[NOC_NORMAL_REPLIES],
                               places[NOC_BURST_REPLIES], entries, places[NOC_NORMAL_REPLIES],
                               (uint32_t)c->memory->burst_share);
    else
        noc_reply_queue_start(&o->queues, entries, places[NOC_NORMAL_REPLIES]);
}

/* Makes the groups of replies; a packet's cores are listed by the packet's number. */
static bool make_groups(noc_closed_loop *c)
{
    noc_outboxes *b = c->outboxes;
    const uint32_t depth = (uint32_t)c->memory->check_depth;
    const uint32_t places = (uint32_t)noc_reply_capacity(c->system->design);
    b->group_max = min_unsigned(depth, places);
    b->replies = calloc(depth, sizeof *b->replies);
    b->group_replies = calloc(depth, sizeof *b->group_replies);
    if (!b->replies || !b->group_replies) return false;
    if (!b->has_multicast) return true;
    noc_target_groups *groups = &c->ports->groups;
    const size_t flows = (size_t)b->packets * b->group_max;
    groups->entries = noc_arena_array(c->ports->arena, b->packets + 1u, sizeof *groups->entries);
    groups->flows = noc_arena_array(c->ports->arena, flows, sizeof *groups->flows);
    groups->flits_left = noc_arena_array(c->ports->arena, flows, sizeof *groups->flits_left);
    groups->destinations_max = b->group_max;
    groups->has_groups[NOC_REPLY] = true;
    for (uint32_t i = 0; groups->entries && i < b->packets; i++)
        groups->entries[i + 1].first = i * b->group_max;
    if (!groups->entries || !groups->flows || !groups->flits_left) return false;
    if (!noc_multicast_can_fork(c->system, NOC_REPLY)) return true;
    groups->answers = noc_arena_array(c->ports->arena, flows, sizeof *groups->answers);
    return groups->answers;
}

/* Frees the place of a departed packet. */
static void free_place(void *loop, uint32_t packet)
{
    noc_closed_loop *c = loop;
    const noc_flow *flow = &c->system->traffic.flows[c->ports->packets.entries[packet].flow];
    const uint32_t memory = c->node_number[flow->source];
    noc_outbox *o = &c->outboxes->nodes[memory];
    noc_set_add(c->outboxes->active_nodes, memory);
    o->departures[noc_reply_find_kind(&o->queues, c->outboxes->burst_packets[packet])]++;
}

static bool make_outboxes(noc_closed_loop *c)
{
    noc_outboxes *b = c->outboxes;
    const noc_graph *g = &c->system->graph;
    const uint32_t places = (uint32_t)noc_reply_capacity(c->system->design);
    b->packets = (uint32_t)noc_loop_max_packets(c);
    b->words = c->memory_count / 64 + 1;
    b->nodes = calloc(c->memory_count + 1u, sizeof *b->nodes);
    b->active_nodes = calloc(b->words, sizeof *b->active_nodes);
    b->queue_entries = calloc((size_t)c->memory_count * places + 1, sizeof *b->queue_entries);
    b->runs = calloc(g->terminal_count + 1u, sizeof *b->runs);
    b->burst_packets = calloc(b->packets + 1u, sizeof *b->burst_packets);
    if (!b->nodes || !b->active_nodes || !b->queue_entries || !b->runs || !b->burst_packets)
        return false;
    for (uint32_t m = 0; m < c->memory_count; m++)
        start_queues(c, m, &b->queue_entries[(size_t)m * places]);
    c->ports->departure_callback = (noc_departure_callback){free_place, c};
    return !b->has_groups || make_groups(c);
}

bool noc_outboxes_make(noc_closed_loop *c)
{
    const bool has_burst_queue = noc_has_burst_priority(c->memory);
    const bool has_groups = noc_replies_are_coalesced(c->memory);
    if (!has_burst_queue && !has_groups) return true;
    c->outboxes = calloc(1, sizeof *c->outboxes);
    if (!c->outboxes) return false;
    c->outboxes->has_burst_queue = has_burst_queue;
    c->outboxes->has_groups = has_groups;
    c->outboxes->has_multicast = noc_ports_have_multicast(c->system);
    return make_outboxes(c);
}

void noc_outboxes_clear(noc_closed_loop *c)
{
    noc_outboxes *b = c->outboxes;
    if (!b) return;
    free(b->nodes);
    free(b->active_nodes);
    free(b->queue_entries);
    free(b->runs);
    free(b->burst_packets);
    free(b->replies);
    free(b->group_replies);
    free(b);
}

/* ---- replies that join ---------------------------------------------------------------------- */

bool noc_outbox_note_request(noc_closed_loop *c, uint32_t terminal)
{
    return c->outboxes && c->outboxes->has_burst_queue &&
           noc_burst_extend(&c->outboxes->runs[terminal], c->ports->now,
                            (uint64_t)c->memory->burst_cycles);
}

static noc_outbox *find_outbox(const noc_closed_loop *c, uint32_t transaction)
{
    return &c->outboxes->nodes[c->transactions[transaction].memory_node];
}

bool noc_outbox_has_room(const noc_closed_loop *c, uint32_t transaction)
{
    return noc_reply_queues_have_room(&find_outbox(c, transaction)->queues,
                                      c->transactions[transaction].is_burst);
}

void noc_outbox_join(noc_closed_loop *c, uint32_t transaction)
{
    noc_transaction *t = &c->transactions[transaction];
    noc_outbox *o = find_outbox(c, transaction);
    t->join_cycle = c->ports->now;
    t->next_in_packet = NOC_NONE;
    t->lane = (uint8_t)noc_port_find_lane(c->ports, t->reply_flow);
    noc_reply_queues_join(&o->queues, transaction, t->is_burst);
    noc_set_add(c->outboxes->active_nodes, t->memory_node);
    noc_port_announce_waiting(c->ports, t->reply_flow, 1);
    o->unused_lanes &= ~(1u << t->lane);
}

/* A reply without room blocks only itself, if there is a single queue. */
bool noc_outbox_accepts(const noc_closed_loop *c, uint32_t memory, bool stalled)
{
    return !c->outboxes->has_burst_queue ||
           (!stalled && noc_reply_queues_are_open(&c->outboxes->nodes[memory].queues));
}

/* ---- groups --------------------------------------------------------------------------------- */

static noc_candidate_reply describe_reply(const noc_closed_loop *c, uint32_t transaction)
{
    return (noc_candidate_reply){
        .reply = transaction,
        .is_approximable = c->transactions[transaction].is_approximable,
    };
}

/* Gathers the next replies in the queue that match the first one, as a list behind the first.
 * Returns their number. */
static uint32_t gather_group(noc_closed_loop *c, noc_outbox *o, noc_reply_pick head, uint32_t first)
{
    noc_outboxes *b = c->outboxes;
    noc_ring *ring = &o->queues.queues[head.kind];
    const noc_match_criterion matching = {
        .probability = c->memory->match_share,
        .random = &c->memories[c->transactions[first].memory_node].data_random,
    };
    size_t count = 0;
    b->replies[count++] = describe_reply(c, first);
    for (uint32_t place = head.place; place < ring->count && count < b->group_max; place++)
        b->replies[count++] = describe_reply(c, *noc_ring_entry(ring, place));
    const uint32_t others =
        (uint32_t)noc_approximator_take(b->replies, &count, (size_t)c->memory->check_depth,
                                        &matching, b->group_replies) -
        1;
    for (uint32_t i = 0; i < count; i++)
        *noc_ring_entry(ring, head.place + others + i) = b->replies[i].reply;
    noc_ring_remove(ring, head.place, others);
    for (uint32_t i = 0; i < others; i++)
        c->transactions[b->group_replies[i]].next_in_packet = b->group_replies[i + 1];
    return others;
}

/* Lists the flows of a packet's replies, each once. */
static void list_targets(noc_closed_loop *c, uint32_t packet, uint32_t first)
{
    noc_target_group *group = &c->ports->groups.entries[packet + 1];
    uint32_t *flows = &c->ports->groups.flows[group->first];
    group->count = 0;
    for (uint32_t t = first; t != NOC_NONE; t = c->transactions[t].next_in_packet) {
        const uint32_t flow = (uint32_t)c->transactions[t].reply_flow;
        uint32_t place = 0;
        while (place < group->count && flows[place] != flow) place++;
        flows[place] = flow;
        group->count += place == group->count;
    }
    if (group->count > 1) c->ports->packets.entries[packet].group = packet + 1;
}

/* Lists, for each destination of a packet that forks, the replies that end when its copy
 * arrives. */
static void split_answers(noc_closed_loop *c, uint32_t packet, uint32_t first)
{
    const noc_target_group *group = &c->ports->groups.entries[packet + 1];
    const uint32_t *flows = &c->ports->groups.flows[group->first];
    noc_target_answer *answers = &c->ports->groups.answers[group->first];
    for (uint32_t k = 0; k < group->count; k++) answers[k].tag = NOC_NONE;
    for (uint32_t next, i = first; i != NOC_NONE; i = next) {
        noc_transaction *t = &c->transactions[i];
        uint32_t place = 0;
        while (flows[place] != (uint32_t)t->reply_flow) place++;
        next = t->next_in_packet;
        t->next_in_packet = NOC_NONE;
        if (answers[place].tag == NOC_NONE) {
            answers[place] = (noc_target_answer){t->join_cycle, t->request_cycle, i};
            continue;
        }
        t->next_in_packet = c->transactions[answers[place].tag].next_in_packet;
        c->transactions[answers[place].tag].next_in_packet = i;
    }
}

/* ---- replies that leave --------------------------------------------------------------------- */

/* Counts the waits of a list of replies until now. */
static void count_waits(noc_closed_loop *c, uint32_t first)
{
    noc_reply_tally *tally = &c->ports->tally.replies;
    tally->groups++;
    for (uint32_t i = first; i != NOC_NONE; i = c->transactions[i].next_in_packet) {
        const noc_transaction *t = &c->transactions[i];
        tally->count[t->is_burst]++;
        tally->waits[t->is_burst] += c->ports->now - t->join_cycle;
    }
}

/* Passes a reply, and the replies in the same packet, to the port. */
static void send_reply(noc_closed_loop *c, noc_outbox *o, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    const uint32_t index = noc_port_make(
        c->ports, t->reply_flow, t->is_write ? NOC_WRITE_REPLY : NOC_READ_REPLY, t->join_cycle);
    noc_packet *packet = &c->ports->packets.entries[index];
    packet->tag = transaction;
    packet->request_cycle = t->request_cycle;
    c->outboxes->burst_packets[index] = t->is_burst;
    if (t->next_in_packet != NOC_NONE) list_targets(c, index, transaction);
    for (uint32_t i = t->next_in_packet; i != NOC_NONE; i = c->transactions[i].next_in_packet)
        noc_port_announce_waiting(c->ports, c->transactions[i].reply_flow, -1);
    if (packet->group != 0 && c->ports->groups.answers) split_answers(c, index, transaction);
    o->handover_cycle = c->ports->now;
    o->has_begun = true;
    noc_port_submit_packet(c->ports, index);
}

/* Passes the next reply of a group with separate packets to the port. */
static void send_next_reply(noc_closed_loop *c, noc_outbox *o)
{
    const uint32_t transaction = o->next_reply;
    o->next_reply = c->transactions[transaction].next_in_packet;
    c->transactions[transaction].next_in_packet = NOC_NONE;
    send_reply(c, o, transaction);
}

/* True if the check of the queue is complete: a cycle for each reply, while the previous packet
 * leaves. */
static bool has_checked_queue(const noc_closed_loop *c, const noc_outbox *o, uint32_t transaction)
{
    return !o->has_begun ||
           c->ports->now - o->handover_cycle >=
               noc_approximator_spacing(0, c->transactions[transaction].is_approximable,
                                        (uint64_t)c->memory->check_depth);
}

typedef struct free_lanes {
    const noc_closed_loop *loop;
    unsigned lanes;
} free_lanes;

static bool can_send(const void *context, uint32_t transaction)
{
    const free_lanes *f = context;
    return f->lanes >> f->loop->transactions[transaction].lane & 1u;
}

static unsigned find_free_lanes(const noc_closed_loop *c, uint32_t memory)
{
    noc_outbox *o = &c->outboxes->nodes[memory];
    if (c->ports->now < o->closed_until) return 0;
    return noc_port_free_lanes(c->ports, c->memories[memory].terminal, NOC_REPLY, &o->closed_until);
}

static bool is_empty(const noc_outbox *o)
{
    return o->queues.queues[0].count + o->queues.queues[1].count == 0;
}

/* Finds the next reply to send. False: none can be sent. */
static bool find_next_reply(noc_closed_loop *c, uint32_t memory, noc_reply_pick *pick)
{
    noc_outbox *o = &c->outboxes->nodes[memory];
    if (is_empty(o)) return false;
    const free_lanes f = {c, find_free_lanes(c, memory) & ~o->unused_lanes};
    if (f.lanes == 0) return false;
    const bool found = noc_reply_queues_find(&o->queues, can_send, &f, pick);
    if (!found) o->unused_lanes |= f.lanes;
    return found;
}

static void take_group(noc_closed_loop *c, noc_outbox *o, noc_reply_pick pick)
{
    const uint32_t first = noc_reply_queues_take(&o->queues, pick);
    const uint32_t others = c->outboxes->has_groups ? gather_group(c, o, pick, first) : 0;
    count_waits(c, first);
    if (c->outboxes->has_multicast) {
        send_reply(c, o, first);
        return;
    }
    o->queues.held_places[pick.kind] += others; /* places stay occupied until each reply has left */
    o->next_reply = first;
    send_next_reply(c, o);
}

/* Sends further replies of a group with separate packets. */
static void feed_group(noc_closed_loop *c, uint32_t memory)
{
    noc_outbox *o = &c->outboxes->nodes[memory];
    while (o->next_reply != NOC_NONE) {
        const free_lanes f = {c, find_free_lanes(c, memory)};
        if (!can_send(&f, o->next_reply)) return;
        send_next_reply(c, o);
    }
}

static void feed_port(noc_closed_loop *c, uint32_t memory)
{
    noc_outbox *o = &c->outboxes->nodes[memory];
    noc_reply_pick pick;
    for (int kind = 0; kind < NOC_REPLY_QUEUES; kind++) {
        o->queues.held_places[kind] -= o->departures[kind];
        o->departures[kind] = 0;
    }
    feed_group(c, memory);
    while (o->next_reply == NOC_NONE && find_next_reply(c, memory, &pick)) {
        const uint32_t head = *noc_ring_entry(&o->queues.queues[pick.kind], pick.place);
        if (c->outboxes->has_groups && !has_checked_queue(c, o, head)) return;
        take_group(c, o, pick);
        feed_group(c, memory);
    }
}

void noc_outboxes_feed(noc_closed_loop *c)
{
    NOC_SET_EACH(m, c->outboxes->active_nodes, c->outboxes->words)
    {
        feed_port(c, (uint32_t)m);
        const noc_outbox *o = &c->outboxes->nodes[m];
        const bool is_idle =
            is_empty(o) && o->next_reply == NOC_NONE && o->departures[0] + o->departures[1] == 0;
        if (is_idle) noc_set_remove(c->outboxes->active_nodes, (unsigned)m);
    }
}

uint32_t noc_outbox_next_reply(noc_closed_loop *c, const noc_packet *packet, uint32_t transaction)
{
    const uint32_t next = c->transactions[transaction].next_in_packet;
    if (next == NOC_NONE) return NOC_NONE;
    const noc_transaction *t = &c->transactions[next];
    noc_port_count_merged(c->ports, packet, t->join_cycle, t->request_cycle);
    return next;
}
