#include "sampler/loop/outbox.h"

#include <stdlib.h>

#include "base/min_max.h"
#include "design/memory/replies.h"
#include "network/graph/multicast.h"
#include "sampler/ports/ports.h"

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the places of each queue; 0 for the burst queue if there is only one queue. */
static void places_of(const noc_closed_loop *c, uint32_t memory, uint32_t places[NOC_REPLY_QUEUES])
{
    const noc_memory_spec *m = c->memory;
    const bool two = noc_bursts_go_first(m);
    const int normal = two ? m->normal_queue : noc_reply_capacity(c->system->design);
    places[NOC_NORMAL_REPLIES] = noc_memory_places(c, (uint32_t)normal, memory);
    places[NOC_BURST_REPLIES] = two ? noc_memory_places(c, (uint32_t)m->burst_queue, memory) : 0;
}

static void start_queues(noc_closed_loop *c, uint32_t memory, uint32_t *entries)
{
    uint32_t places[NOC_REPLY_QUEUES];
    noc_outbox *o = &c->outboxes->all[memory];
    places_of(c, memory, places);
    *o = (noc_outbox){.next = NOC_NONE};
    if (c->outboxes->bursts_first)
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
    b->group_most = min_unsigned(depth, places);
    b->window = calloc(depth, sizeof *b->window);
    b->taken = calloc(depth, sizeof *b->taken);
    if (!b->window || !b->taken) return false;
    if (!b->multicast) return true;
    noc_target_groups *groups = &c->ports->groups;
    groups->all = calloc(b->packets + 1u, sizeof *groups->all);
    groups->flows = calloc((size_t)b->packets * b->group_most + 1, sizeof *groups->flows);
    groups->left = calloc((size_t)b->packets * b->group_most + 1, sizeof *groups->left);
    groups->most = b->group_most;
    groups->of_class[NOC_REPLY] = true;
    for (uint32_t i = 0; groups->all && i < b->packets; i++)
        groups->all[i + 1].first = i * b->group_most;
    if (!groups->all || !groups->flows || !groups->left) return false;
    if (!noc_multicast_forks(c->system, NOC_REPLY)) return true;
    groups->answers = calloc((size_t)b->packets * b->group_most + 1, sizeof *groups->answers);
    return groups->answers;
}

/* Frees the place of a departed packet. */
static void leave(void *loop, uint32_t packet)
{
    noc_closed_loop *c = loop;
    const noc_flow *flow = &c->system->traffic.flows[c->ports->packets.all[packet].flow];
    const uint32_t memory = c->number_of[flow->source];
    noc_outbox *o = &c->outboxes->all[memory];
    noc_set_add(c->outboxes->active, memory);
    o->left[noc_reply_kind_of(&o->queues, c->outboxes->bursts[packet])]++;
}

static bool make_all(noc_closed_loop *c)
{
    noc_outboxes *b = c->outboxes;
    const noc_graph *g = &c->system->graph;
    const uint32_t places = (uint32_t)noc_reply_capacity(c->system->design);
    b->packets = (uint32_t)noc_loop_packets(c);
    b->words = c->memory_count / 64 + 1;
    b->all = calloc(c->memory_count + 1u, sizeof *b->all);
    b->active = calloc(b->words, sizeof *b->active);
    b->entries = calloc((size_t)c->memory_count * places + 1, sizeof *b->entries);
    b->runs = calloc(g->terminal_count + 1u, sizeof *b->runs);
    b->bursts = calloc(b->packets + 1u, sizeof *b->bursts);
    if (!b->all || !b->active || !b->entries || !b->runs || !b->bursts) return false;
    for (uint32_t m = 0; m < c->memory_count; m++)
        start_queues(c, m, &b->entries[(size_t)m * places]);
    c->ports->hearer = (noc_port_listener){leave, c};
    return !b->coalesce || make_groups(c);
}

bool noc_outboxes_make(noc_closed_loop *c)
{
    const bool bursts_first = noc_bursts_go_first(c->memory);
    const bool coalesce = noc_replies_coalesce(c->memory);
    if (!bursts_first && !coalesce) return true;
    c->outboxes = calloc(1, sizeof *c->outboxes);
    if (!c->outboxes) return false;
    c->outboxes->bursts_first = bursts_first;
    c->outboxes->coalesce = coalesce;
    c->outboxes->multicast = noc_ports_multicast(c->system);
    return make_all(c);
}

void noc_outboxes_clear(noc_closed_loop *c)
{
    noc_outboxes *b = c->outboxes;
    if (!b) return;
    free(b->all);
    free(b->active);
    free(b->entries);
    free(b->runs);
    free(b->bursts);
    free(b->window);
    free(b->taken);
    free(b);
}

/* ---- coming --------------------------------------------------------------------------------- */

bool noc_outbox_label(noc_closed_loop *c, uint32_t terminal)
{
    return c->outboxes && c->outboxes->bursts_first &&
           noc_burst_continues(&c->outboxes->runs[terminal], c->ports->now,
                               (uint64_t)c->memory->burst_cycles);
}

static noc_outbox *outbox_of(const noc_closed_loop *c, uint32_t transaction)
{
    return &c->outboxes->all[c->transactions[transaction].home];
}

bool noc_outbox_has_room(const noc_closed_loop *c, uint32_t transaction)
{
    return noc_reply_queues_have_room(&outbox_of(c, transaction)->queues,
                                      c->transactions[transaction].burst);
}

void noc_outbox_join(noc_closed_loop *c, uint32_t transaction)
{
    noc_transaction *t = &c->transactions[transaction];
    noc_outbox *o = outbox_of(c, transaction);
    t->joined = c->ports->now;
    t->along = NOC_NONE;
    t->lane = (uint8_t)noc_port_lane(c->ports, t->reply_flow);
    noc_reply_queues_join(&o->queues, transaction, t->burst);
    noc_set_add(c->outboxes->active, t->home);
    noc_port_expect(c->ports, t->reply_flow, 1);
    o->unfit &= ~(1u << t->lane);
}

/* A reply without room blocks only itself, if there is a single queue. */
bool noc_outbox_is_open(const noc_closed_loop *c, uint32_t memory, bool stalled)
{
    return !c->outboxes->bursts_first ||
           (!stalled && noc_reply_queues_are_open(&c->outboxes->all[memory].queues));
}

/* ---- groups --------------------------------------------------------------------------------- */

static noc_approximable_reply data_of(const noc_closed_loop *c, uint32_t transaction)
{
    return (noc_approximable_reply){
        .reply = transaction,
        .approximable = c->transactions[transaction].approximable,
    };
}

/* Gathers the next replies in the queue that match the first one, as a list behind the first.
 * Returns their number. */
static uint32_t gather(noc_closed_loop *c, noc_outbox *o, noc_reply_pick head, uint32_t first)
{
    noc_outboxes *b = c->outboxes;
    noc_ring *ring = &o->queues.queues[head.kind];
    const noc_matching by_chance = {
        .probability = c->memory->match,
        .random = &c->memories[c->transactions[first].home].data,
    };
    size_t count = 0;
    b->window[count++] = data_of(c, first);
    for (uint32_t at = head.place; at < ring->count && count < b->group_most; at++)
        b->window[count++] = data_of(c, *noc_ring_at(ring, at));
    const uint32_t along =
        (uint32_t)noc_approximator_take(b->window, &count, (size_t)c->memory->check_depth,
                                        &by_chance, b->taken) -
        1;
    for (uint32_t i = 0; i < count; i++)
        *noc_ring_at(ring, head.place + along + i) = b->window[i].reply;
    noc_ring_cut(ring, head.place, along);
    for (uint32_t i = 0; i < along; i++) c->transactions[b->taken[i]].along = b->taken[i + 1];
    return along;
}

/* Lists the flows of a packet's replies, each once. */
static void list_targets(noc_closed_loop *c, uint32_t packet, uint32_t first)
{
    noc_target_group *group = &c->ports->groups.all[packet + 1];
    uint32_t *flows = &c->ports->groups.flows[group->first];
    group->count = 0;
    for (uint32_t t = first; t != NOC_NONE; t = c->transactions[t].along) {
        const uint32_t flow = (uint32_t)c->transactions[t].reply_flow;
        uint32_t at = 0;
        while (at < group->count && flows[at] != flow) at++;
        flows[at] = flow;
        group->count += at == group->count;
    }
    if (group->count > 1) c->ports->packets.all[packet].group = packet + 1;
}

/* Lists, for each destination of a packet that forks, the replies that end when its copy
 * arrives. */
static void part_targets(noc_closed_loop *c, uint32_t packet, uint32_t first)
{
    const noc_target_group *group = &c->ports->groups.all[packet + 1];
    const uint32_t *flows = &c->ports->groups.flows[group->first];
    noc_target_answer *answers = &c->ports->groups.answers[group->first];
    for (uint32_t k = 0; k < group->count; k++) answers[k].tag = NOC_NONE;
    for (uint32_t next, i = first; i != NOC_NONE; i = next) {
        noc_transaction *t = &c->transactions[i];
        uint32_t at = 0;
        while (flows[at] != (uint32_t)t->reply_flow) at++;
        next = t->along;
        t->along = NOC_NONE;
        if (answers[at].tag == NOC_NONE) {
            answers[at] = (noc_target_answer){t->joined, t->origin, i};
            continue;
        }
        t->along = c->transactions[answers[at].tag].along;
        c->transactions[answers[at].tag].along = i;
    }
}

/* ---- going ---------------------------------------------------------------------------------- */

/* Counts the waits of a list of replies until now. */
static void count_waits(noc_closed_loop *c, uint32_t first)
{
    noc_reply_tally *tally = &c->ports->tally.replies;
    tally->groups++;
    for (uint32_t i = first; i != NOC_NONE; i = c->transactions[i].along) {
        const noc_transaction *t = &c->transactions[i];
        tally->count[t->burst]++;
        tally->waits[t->burst] += c->ports->now - t->joined;
    }
}

/* Passes a reply, and the replies in the same packet, to the port. */
static void hand_over(noc_closed_loop *c, noc_outbox *o, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    const uint32_t index = noc_port_make(c->ports, t->reply_flow,
                                         t->write ? NOC_WRITE_REPLY : NOC_READ_REPLY, t->joined);
    noc_packet *packet = &c->ports->packets.all[index];
    packet->tag = transaction;
    packet->origin = t->origin;
    c->outboxes->bursts[index] = t->burst;
    if (t->along != NOC_NONE) list_targets(c, index, transaction);
    for (uint32_t i = t->along; i != NOC_NONE; i = c->transactions[i].along)
        noc_port_expect(c->ports, c->transactions[i].reply_flow, -1);
    if (packet->group != 0 && c->ports->groups.answers) part_targets(c, index, transaction);
    o->handed = c->ports->now;
    o->began = true;
    noc_port_feed(c->ports, index);
}

/* Passes the next reply of a group with separate packets to the port. */
static void hand_over_next(noc_closed_loop *c, noc_outbox *o)
{
    const uint32_t transaction = o->next;
    o->next = c->transactions[transaction].along;
    c->transactions[transaction].along = NOC_NONE;
    hand_over(c, o, transaction);
}

/* True if the check of the queue is complete: a cycle for each reply, while the previous packet
 * leaves. */
static bool has_looked(const noc_closed_loop *c, const noc_outbox *o, uint32_t transaction)
{
    return !o->began || c->ports->now - o->handed >=
                            noc_approximator_spacing(0, c->transactions[transaction].approximable,
                                                     (uint64_t)c->memory->check_depth);
}

typedef struct free_lanes {
    const noc_closed_loop *loop;
    unsigned lanes;
} free_lanes;

static bool fits(const void *context, uint32_t transaction)
{
    const free_lanes *f = context;
    return f->lanes >> f->loop->transactions[transaction].lane & 1u;
}

static unsigned lanes_of(const noc_closed_loop *c, uint32_t memory)
{
    noc_outbox *o = &c->outboxes->all[memory];
    if (c->ports->now < o->closed_until) return 0;
    return noc_port_free_lanes(c->ports, c->memories[memory].terminal, NOC_REPLY, &o->closed_until);
}

static bool is_empty(const noc_outbox *o)
{
    return o->queues.queues[0].count + o->queues.queues[1].count == 0;
}

/* Finds the next reply to send. False: none can be sent. */
static bool find_next(noc_closed_loop *c, uint32_t memory, noc_reply_pick *pick)
{
    noc_outbox *o = &c->outboxes->all[memory];
    if (is_empty(o)) return false;
    const free_lanes f = {c, lanes_of(c, memory) & ~o->unfit};
    if (f.lanes == 0) return false;
    const bool found = noc_reply_queues_look(&o->queues, fits, &f, pick);
    if (!found) o->unfit |= f.lanes;
    return found;
}

static void take(noc_closed_loop *c, noc_outbox *o, noc_reply_pick pick)
{
    const uint32_t first = noc_reply_queues_take(&o->queues, pick);
    const uint32_t along = c->outboxes->coalesce ? gather(c, o, pick, first) : 0;
    count_waits(c, first);
    if (c->outboxes->multicast) {
        hand_over(c, o, first);
        return;
    }
    o->queues.leaving[pick.kind] += along; /* places stay occupied until each reply has left */
    o->next = first;
    hand_over_next(c, o);
}

/* Sends further replies of a group with separate packets. */
static void feed_rest(noc_closed_loop *c, uint32_t memory)
{
    noc_outbox *o = &c->outboxes->all[memory];
    while (o->next != NOC_NONE) {
        const free_lanes f = {c, lanes_of(c, memory)};
        if (!fits(&f, o->next)) return;
        hand_over_next(c, o);
    }
}

static void feed(noc_closed_loop *c, uint32_t memory)
{
    noc_outbox *o = &c->outboxes->all[memory];
    noc_reply_pick pick;
    for (int kind = 0; kind < NOC_REPLY_QUEUES; kind++) {
        o->queues.leaving[kind] -= o->left[kind];
        o->left[kind] = 0;
    }
    feed_rest(c, memory);
    while (o->next == NOC_NONE && find_next(c, memory, &pick)) {
        const uint32_t head = *noc_ring_at(&o->queues.queues[pick.kind], pick.place);
        if (c->outboxes->coalesce && !has_looked(c, o, head)) return;
        take(c, o, pick);
        feed_rest(c, memory);
    }
}

void noc_outboxes_feed(noc_closed_loop *c)
{
    NOC_SET_EACH(m, c->outboxes->active, c->outboxes->words)
    {
        feed(c, (uint32_t)m);
        const noc_outbox *o = &c->outboxes->all[m];
        const bool calm = is_empty(o) && o->next == NOC_NONE && o->left[0] + o->left[1] == 0;
        if (calm) noc_set_remove(c->outboxes->active, (unsigned)m);
    }
}

uint32_t noc_outbox_next(noc_closed_loop *c, const noc_packet *packet, uint32_t transaction)
{
    const uint32_t next = c->transactions[transaction].along;
    if (next == NOC_NONE) return NOC_NONE;
    const noc_transaction *t = &c->transactions[next];
    noc_port_count_along(c->ports, packet, t->joined, t->origin);
    return next;
}
