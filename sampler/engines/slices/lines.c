#include "sampler/engines/slices/lines.h"

#include <string.h>

#include "sampler/engines/due_packets.h"

enum { TAIL_SENT, DELIVERY };

typedef struct line_sender {
    int waiting; /* packets in its queue whose head is not sent */
    int turn;    /* the line that the next packet takes */
} line_sender;

struct noc_slice_lines {
    noc_sender_queues queues;
    int count, lines, destinations;
    line_sender *senders;
    uint64_t *free_at; /* of each line, sender by sender */
    int *way;
    int waiting; /* of all senders */
    noc_due_packets due;
};

static size_t longest_of(const int *way, size_t count)
{
    int longest = 0;
    for (size_t i = 0; i < count; i++)
        if (way[i] > longest) longest = way[i];
    return (size_t)longest;
}

noc_slice_lines *noc_slice_lines_new(int senders, int lines, int destinations, const int *way,
                                     noc_sender_queues queues)
{
    noc_slice_lines *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    const size_t all = (size_t)senders * (size_t)lines,
                 ways = (size_t)senders * (size_t)destinations;
    *l = (noc_slice_lines){
        .queues = queues, .count = senders, .lines = lines, .destinations = destinations};
    l->senders = calloc((size_t)senders, sizeof *l->senders);
    l->free_at = calloc(all, sizeof *l->free_at);
    l->way = malloc(ways * sizeof *l->way);
    /* A line begins a packet a cycle at most; one more is sending its tail. */
    if (!noc_due_make(&l->due, all * (longest_of(way, ways) + 2)) || !l->senders || !l->free_at ||
        !l->way) {
        noc_slice_lines_free(l);
        return NULL;
    }
    memcpy(l->way, way, ways * sizeof *l->way);
    return l;
}

void noc_slice_lines_free(noc_slice_lines *lines)
{
    if (!lines) return;
    free(lines->senders);
    free(lines->free_at);
    free(lines->way);
    noc_due_clear(&lines->due);
    free(lines);
}

void noc_slice_lines_created(noc_slice_lines *lines, int sender, uint64_t now)
{
    (void)now;
    lines->senders[sender].waiting++;
    lines->waiting++;
}

/* ---- sending -------------------------------------------------------------------------------- */

/* The head takes its way, and the tail follows it. */
static void begin(noc_slice_lines *l, int from, uint64_t *free_at, uint64_t now)
{
    const noc_sent_packet packet = l->queues.next(l->queues.owner, from, false);
    const int way = l->way[from * l->destinations + packet.destination];
    const uint64_t tail = now + (uint64_t)packet.flits - 1;
    l->senders[from].waiting--;
    l->senders[from].turn = (l->senders[from].turn + 1) % l->lines;
    l->waiting--;
    *free_at = tail + 1;
    l->queues.take(l->queues.owner, from, packet.number);
    noc_due_add(&l->due, (noc_due_packet){tail, packet.number, TAIL_SENT, way, from});
}

static void pass(noc_slice_lines *l)
{
    noc_due_packet due = noc_due_take(&l->due);
    if (due.what == DELIVERY) {
        l->queues.delivered(l->queues.owner, due.packet, due.cycle);
        return;
    }
    l->queues.sent(l->queues.owner, due.sender, due.packet, due.cycle);
    due.what = DELIVERY;
    due.cycle += (uint64_t)due.cycles - 1;
    noc_due_add(&l->due, due);
}

static uint64_t *next_line(const noc_slice_lines *l, int from)
{
    return &l->free_at[from * l->lines + l->senders[from].turn];
}

void noc_slice_lines_arrive(noc_slice_lines *lines, uint64_t now)
{
    while (noc_due_first(&lines->due) <= now) pass(lines);
}

void noc_slice_lines_send(noc_slice_lines *lines, uint64_t now)
{
    for (int from = 0; from < lines->count && lines->waiting > 0; from++)
        while (lines->senders[from].waiting > 0 && *next_line(lines, from) <= now)
            begin(lines, from, next_line(lines, from), now);
}

uint64_t noc_slice_lines_quiet_until(const noc_slice_lines *lines, uint64_t now)
{
    uint64_t next = noc_due_first(&lines->due);
    for (int from = 0; from < lines->count && lines->waiting > 0; from++) {
        const uint64_t free_at = *next_line(lines, from);
        const uint64_t at = free_at > now ? free_at : now + 1;
        if (lines->senders[from].waiting > 0 && at < next) next = at;
    }
    return next;
}
