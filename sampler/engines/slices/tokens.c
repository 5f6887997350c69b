#include "sampler/engines/slices/tokens.h"

#include <string.h>

#include "sampler/engines/due_packets.h"

enum { TAIL_SENT, DELIVERY };

/* A slice, and where its token is. */
typedef struct slice {
    int first, count; /* of its senders, in `order` */
    int place;        /* among them, of the one that has the token in cycle `at` */
    uint64_t at;
    uint64_t next; /* the cycle in which the token finds a packet, noc_never if none waits */
    int waiting;
} slice;

struct noc_token_slices {
    noc_sender_queues queues;
    int count, senders, destinations, hop;
    slice *slices;
    int *order;    /* senders, slice by slice */
    int *slice_of; /* of each sender */
    int *waiting;  /* packets of each sender */
    int *way;
    noc_due_packets due;
};

/* ---- making --------------------------------------------------------------------------------- */

static int *copy_of(const int *values, size_t count)
{
    int *copy = malloc(count * sizeof *copy);
    if (copy) memcpy(copy, values, count * sizeof *copy);
    return copy;
}

static void sort_senders(noc_token_slices *t)
{
    int next = 0;
    for (int s = 0; s < t->count; s++) {
        t->slices[s] = (slice){.first = next, .next = noc_never};
        for (int from = 0; from < t->senders; from++)
            if (t->slice_of[from] == s) t->order[next++] = from;
        t->slices[s].count = next - t->slices[s].first;
    }
}

static size_t longest_of(const int *way, size_t count)
{
    int longest = 0;
    for (size_t i = 0; i < count; i++)
        if (way[i] > longest) longest = way[i];
    return (size_t)longest;
}

noc_token_slices *noc_token_slices_new(const noc_token_plan *plan, noc_sender_queues queues)
{
    noc_token_slices *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    const size_t senders = (size_t)plan->senders, slices = (size_t)plan->slices,
                 ways = senders * (size_t)plan->destinations;
    *t = (noc_token_slices){.queues = queues,
                            .count = plan->slices,
                            .senders = plan->senders,
                            .destinations = plan->destinations,
                            .hop = plan->hop_cycles};
    t->slices = malloc(slices * sizeof *t->slices);
    t->order = malloc(senders * sizeof *t->order);
    t->slice_of = copy_of(plan->slice_of, senders);
    t->waiting = calloc(senders, sizeof *t->waiting);
    t->way = copy_of(plan->way, ways);
    /* A slice begins a packet a cycle at most; one more is sending its tail. */
    if (!noc_due_make(&t->due, slices * (longest_of(plan->way, ways) + 2)) || !t->slices ||
        !t->order || !t->slice_of || !t->waiting || !t->way) {
        noc_token_slices_free(t);
        return NULL;
    }
    sort_senders(t);
    return t;
}

void noc_token_slices_free(noc_token_slices *slices)
{
    if (!slices) return;
    free(slices->slices);
    free(slices->order);
    free(slices->slice_of);
    free(slices->waiting);
    free(slices->way);
    noc_due_clear(&slices->due);
    free(slices);
}

/* ---- tokens --------------------------------------------------------------------------------- */

/* The token goes on to the first cycle after `now`, past senders that had no packet. */
static void pass_on(const noc_token_slices *t, slice *s, uint64_t now)
{
    if (s->at > now) return;
    const uint64_t hop = (uint64_t)t->hop, hops = (now - s->at) / hop + 1;
    s->place = (int)(((uint64_t)s->place + hops) % (uint64_t)s->count);
    s->at += hops * hop;
}

/* When the token comes to a sender with a packet. */
static void find_next(const noc_token_slices *t, slice *s)
{
    s->next = noc_never;
    for (int k = 0, place = s->place; k < s->count && s->waiting > 0; k++) {
        if (t->waiting[t->order[s->first + place]] > 0) {
            s->next = s->at + (uint64_t)(k * t->hop);
            return;
        }
        place = place + 1 < s->count ? place + 1 : 0;
    }
}

void noc_token_slices_created(noc_token_slices *slices, int sender, uint64_t now)
{
    slice *s = &slices->slices[slices->slice_of[sender]];
    pass_on(slices, s, now);
    slices->waiting[sender]++;
    s->waiting++;
    find_next(slices, s);
}

/* The packet that the token finds in this cycle. */
static void begin(noc_token_slices *t, slice *s, uint64_t now)
{
    pass_on(t, s, now - 1);
    const int from = t->order[s->first + s->place];
    const noc_sent_packet packet = t->queues.next(t->queues.owner, from, false);
    const int way = t->way[from * t->destinations + packet.destination];
    const uint64_t tail = now + (uint64_t)packet.flits - 1;
    t->waiting[from]--;
    s->waiting--;
    s->place = s->place + 1 < s->count ? s->place + 1 : 0;
    s->at = tail + (uint64_t)t->hop;
    find_next(t, s);
    t->queues.take(t->queues.owner, from, packet.number);
    noc_due_add(&t->due, (noc_due_packet){tail, packet.number, TAIL_SENT, way, from});
}

/* ---- a cycle -------------------------------------------------------------------------------- */

static void pass(noc_token_slices *t)
{
    noc_due_packet due = noc_due_take(&t->due);
    if (due.what == DELIVERY) {
        t->queues.delivered(t->queues.owner, due.packet, due.cycle);
        return;
    }
    t->queues.sent(t->queues.owner, due.sender, due.packet, due.cycle);
    due.what = DELIVERY;
    due.cycle += (uint64_t)due.cycles - 1;
    noc_due_add(&t->due, due);
}

void noc_token_slices_arrive(noc_token_slices *slices, uint64_t now)
{
    while (noc_due_first(&slices->due) <= now) pass(slices);
}

void noc_token_slices_send(noc_token_slices *slices, uint64_t now)
{
    for (int s = 0; s < slices->count; s++)
        if (slices->slices[s].next == now) begin(slices, &slices->slices[s], now);
}

uint64_t noc_token_slices_quiet_until(const noc_token_slices *slices, uint64_t now)
{
    (void)now;
    uint64_t next = noc_due_first(&slices->due);
    for (int s = 0; s < slices->count; s++)
        if (slices->slices[s].next < next) next = slices->slices[s].next;
    return next;
}
