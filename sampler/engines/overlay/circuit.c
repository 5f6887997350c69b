#include "sampler/engines/overlay/circuit.h"

#include "network/overlay_reach.h"
#include "network/overlay_windows.h"
#include "sampler/engines/due_packets.h"

enum { DELIVERY, RECEIPT, NO_RECEIPT };
enum { NO_WINDOW = -1 }; /* while windows are told, at the start of an epoch */

/* Packets under way: two senders have fewer, since each is under way for six cycles at most. */
enum { UNDER_WAY = 32 };

typedef struct circuit_sender {
    uint64_t free_at;       /* first cycle in which it may send again */
    noc_sent_packet packet; /* whose flits all have their cycles, the tail tail_at */
    uint64_t tail_at;       /* noc_never: there is none */
    uint64_t flits;
    int waiting, reachable; /* packets of its queue; those that it may send as a partner */

    /* Of this epoch. Cycles in which packets left less those in which others came, so that with those that still wait
     * it is the sum over cycles of the packets waiting. */
    uint64_t created;
    int64_t area;
} circuit_sender;

struct noc_overlay_circuit {
    noc_overlay overlay;
    noc_sender_queues queues;
    int memory_nodes, cores, queue, window_min;
    bool has_receipts;
    noc_point *memory_at, *core_at;
    circuit_sender *senders;
    int *windows;
    double *weights;
    int waiting;         /* packets, of all senders */
    int window;          /* NO_WINDOW, or its owner */
    uint64_t start, end; /* of the window */
    uint64_t epoch_end;  /* noc_never with equal windows */
    noc_due_packets due;
};

/* ---- making --------------------------------------------------------------------------------- */

static noc_point *copy_points(const noc_point *points, int count)
{
    noc_point *copy = malloc((size_t)count * sizeof *copy);
    for (int i = 0; i < count && copy; i++) copy[i] = points[i];
    return copy;
}

static bool is_adaptive(const noc_overlay_circuit *c)
{
    return c->overlay.windows == NOC_WINDOWS_ADAPTIVE;
}

/* What comes first in an epoch. */
static void begin_epoch(noc_overlay_circuit *c, uint64_t now)
{
    c->window = NO_WINDOW;
    c->start = now;
    c->end = now + (is_adaptive(c) ? (uint64_t)c->overlay.gom_cycles : 0);
    c->epoch_end = is_adaptive(c) ? now + (uint64_t)noc_overlay_epoch(&c->overlay) : noc_never;
}

noc_overlay_circuit *noc_overlay_circuit_new(const noc_overlay_plan *plan, noc_sender_queues queues)
{
    noc_overlay_circuit *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    const size_t count = (size_t)plan->memory_nodes;
    c->overlay = plan->overlay;
    c->queues = queues;
    c->memory_nodes = plan->memory_nodes;
    c->cores = plan->cores;
    c->queue = plan->queue;
    c->window_min = noc_overlay_window_min(&plan->overlay, plan->flits_max);
    c->has_receipts = plan->has_receipts;
    c->memory_at = copy_points(plan->memory_at, plan->memory_nodes);
    c->core_at = copy_points(plan->core_at, plan->cores);
    c->senders = calloc(count, sizeof *c->senders);
    c->windows = malloc(count * sizeof *c->windows);
    c->weights = malloc(count * sizeof *c->weights);
    if (!noc_due_make(&c->due, UNDER_WAY) || !c->memory_at || !c->core_at || !c->senders ||
        !c->windows || !c->weights) {
        noc_overlay_circuit_free(c);
        return NULL;
    }
    for (size_t m = 0; m < count; m++) c->senders[m].tail_at = noc_never;
    noc_windows_equal(c->overlay.period_cycles, c->memory_nodes, c->windows);
    begin_epoch(c, 0);
    return c;
}

void noc_overlay_circuit_free(noc_overlay_circuit *circuit)
{
    if (!circuit) return;
    free(circuit->memory_at);
    free(circuit->core_at);
    free(circuit->senders);
    free(circuit->windows);
    free(circuit->weights);
    noc_due_clear(&circuit->due);
    free(circuit);
}

bool noc_overlay_circuit_reaches(const noc_overlay_circuit *circuit, int memory, int core)
{
    if (circuit->overlay.multiplex != NOC_MULTIPLEX_RESERVED)
        return circuit->overlay.multiplex == NOC_MULTIPLEX_ALL;
    const int owner = noc_overlay_window_of_partner(memory, circuit->memory_nodes);
    return noc_overlay_reaches(circuit->memory_at[owner], circuit->memory_at[memory],
                               circuit->core_at[core]);
}

const int *noc_overlay_circuit_windows(const noc_overlay_circuit *circuit)
{
    return circuit->windows;
}

uint64_t noc_overlay_circuit_flits(const noc_overlay_circuit *circuit, int memory)
{
    return circuit->senders[memory].flits;
}

/* ---- windows and epochs --------------------------------------------------------------------- */

/* New windows, by what came and waited in the epoch that ends in the cycle before `now`. */
static void size_windows(noc_overlay_circuit *c, uint64_t now)
{
    const double cycles = noc_overlay_epoch(&c->overlay);
    for (int m = 0; m < c->memory_nodes; m++) {
        circuit_sender *s = &c->senders[m];
        const int64_t there = s->waiting * (int64_t)now;
        const double waiting = (double)(s->area + there) / cycles;
        c->weights[m] =
            noc_window_weight(&c->overlay, (noc_window_load){s->created, waiting}, c->queue);
        s->created = 0;
        s->area = -there;
    }
    noc_windows_share(c->overlay.period_cycles, c->window_min, c->weights, c->memory_nodes,
                      c->windows);
}

static void next_window(noc_overlay_circuit *c)
{
    if (c->end == c->epoch_end) {
        size_windows(c, c->end);
        begin_epoch(c, c->end);
        return;
    }
    c->window = c->window + 1 < c->memory_nodes ? c->window + 1 : 0;
    c->start = c->end;
    c->end += (uint64_t)c->windows[c->window];
}

/* The window of cycle `now`. Equal windows repeat for ever, so whole periods may be left out. */
static void go_to(noc_overlay_circuit *c, uint64_t now)
{
    const uint64_t period = (uint64_t)c->overlay.period_cycles;
    if (!is_adaptive(c) && now >= c->end + period) {
        const uint64_t later = (now - c->end) / period * period;
        c->start += later;
        c->end += later;
    }
    while (now >= c->end) next_window(c);
}

/* ---- sending -------------------------------------------------------------------------------- */

static int transit_of(const noc_overlay_circuit *c, int memory, int core)
{
    return c->memory_at[memory].row == c->core_at[core].row ? c->overlay.row_transit_cycles
                                                            : NOC_OVERLAY_TRANSIT;
}

/* The tail is sent: it comes with the end of its transit, whose first cycle this is. */
static void finish(noc_overlay_circuit *c, int memory, uint64_t now)
{
    circuit_sender *s = &c->senders[memory];
    const int transit = transit_of(c, memory, s->packet.destination);
    s->tail_at = noc_never;
    s->waiting--;
    s->reachable -= s->packet.reachable;
    s->area += (int64_t)now;
    c->waiting--;
    noc_due_add(&c->due, (noc_due_packet){now + (uint64_t)transit - 1, s->packet.number, DELIVERY,
                                          transit, memory});
    c->queues.sent(c->queues.owner, memory, s->packet.number, now);
}

/* As many flits of the next packet as go in what is left of the window. A packet that has to go in one window waits
 * for the next one, and nothing passes it. */
static void begin(noc_overlay_circuit *c, int memory, bool reachable_only, uint64_t now)
{
    circuit_sender *s = &c->senders[memory];
    const int interval = c->overlay.inject_interval;
    const int room = (int)(c->end - 1 - NOC_OVERLAY_DRAIN - now) / interval + 1;
    const noc_sent_packet packet = c->queues.next(c->queues.owner, memory, reachable_only);
    if (!c->overlay.straddle && packet.flits > room) {
        s->free_at = c->end;
        return;
    }
    const int flits = packet.flits < room ? packet.flits : room;
    s->flits += (uint64_t)flits;
    s->free_at = now + (uint64_t)(flits * interval);
    if (flits < packet.flits) {
        c->queues.cut(c->queues.owner, memory, packet.number, packet.flits - flits);
        return;
    }
    s->packet = packet;
    s->tail_at = now + (uint64_t)((flits - 1) * interval);
    c->queues.take(c->queues.owner, memory, packet.number);
}

static void send(noc_overlay_circuit *c, int memory, bool reachable_only, uint64_t now)
{
    circuit_sender *s = &c->senders[memory];
    if (s->free_at <= now && (reachable_only ? s->reachable : s->waiting) > 0)
        begin(c, memory, reachable_only, now);
    if (s->tail_at == now) finish(c, memory, now);
}

static bool is_open(const noc_overlay_circuit *c, uint64_t now)
{
    return c->window != NO_WINDOW && now >= c->start + (uint64_t)c->overlay.window_switch_cycles &&
           now + NOC_OVERLAY_DRAIN < c->end;
}

static bool has_partner(const noc_overlay_circuit *c)
{
    return c->overlay.multiplex != NOC_MULTIPLEX_OFF;
}

/* ---- arriving ------------------------------------------------------------------------------- */

/* A receipt takes as long for the way back, from the next cycle on. */
static void arrive(noc_overlay_circuit *c)
{
    noc_due_packet due = noc_due_take(&c->due);
    if (due.what != DELIVERY) {
        c->queues.answered(c->queues.owner, due.packet, due.what == RECEIPT, due.cycle);
        return;
    }
    const bool received = c->queues.delivered(c->queues.owner, due.packet, due.cycle);
    if (!c->has_receipts) return;
    due.what = received ? RECEIPT : NO_RECEIPT;
    due.cycle += (uint64_t)due.cycles;
    noc_due_add(&c->due, due);
}

/* ---- a cycle -------------------------------------------------------------------------------- */

void noc_overlay_circuit_created(noc_overlay_circuit *circuit, int memory, bool reachable,
                                 uint64_t now)
{
    circuit_sender *s = &circuit->senders[memory];
    go_to(circuit, now);
    s->waiting++;
    s->reachable += reachable;
    s->created++;
    s->area -= (int64_t)now;
    circuit->waiting++;
}

void noc_overlay_circuit_arrive(noc_overlay_circuit *circuit, uint64_t now)
{
    while (noc_due_first(&circuit->due) <= now) arrive(circuit);
}

void noc_overlay_circuit_send(noc_overlay_circuit *circuit, uint64_t now)
{
    go_to(circuit, now);
    if (!is_open(circuit, now)) return;
    send(circuit, circuit->window, false, now);
    if (has_partner(circuit))
        send(circuit, noc_overlay_partner(circuit->window, circuit->memory_nodes), true, now);
}

/* ---- what comes next ------------------------------------------------------------------------ */

/* The first cycle after `now` in which a sender may do something in a window whose first open cycle this is. */
static uint64_t next_of(const circuit_sender *s, bool as_partner, uint64_t now, uint64_t open)
{
    if (s->tail_at != noc_never) return s->tail_at;
    if ((as_partner ? s->reachable : s->waiting) == 0) return noc_never;
    const uint64_t from = open > now ? open : now + 1;
    return from > s->free_at ? from : s->free_at;
}

/* Likewise of both senders of a window, noc_never if it ends before. */
static uint64_t next_in(const noc_overlay_circuit *c, int window, uint64_t start, uint64_t end,
                        uint64_t now)
{
    const uint64_t open = start + (uint64_t)c->overlay.window_switch_cycles;
    uint64_t next = next_of(&c->senders[window], false, now, open);
    if (has_partner(c)) {
        const int partner = noc_overlay_partner(window, c->memory_nodes);
        const uint64_t other = next_of(&c->senders[partner], true, now, open);
        next = other < next ? other : next;
    }
    return next != noc_never && next + NOC_OVERLAY_DRAIN < end ? next : noc_never;
}

/* Every packet can go in one of the next windows, unless the epoch ends before. */
static uint64_t next_sending(const noc_overlay_circuit *c, uint64_t now)
{
    int window = c->window;
    uint64_t start = c->start, end = c->end;
    for (;;) {
        const uint64_t next = window == NO_WINDOW ? noc_never : next_in(c, window, start, end, now);
        if (next != noc_never) return next;
        if (end == c->epoch_end) return end;
        window = window + 1 < c->memory_nodes ? window + 1 : 0;
        start = end;
        end += (uint64_t)c->windows[window];
    }
}

uint64_t noc_overlay_circuit_quiet_until(noc_overlay_circuit *circuit, uint64_t now)
{
    const uint64_t due = noc_due_first(&circuit->due);
    if (circuit->waiting == 0) return due;
    go_to(circuit, now);
    const uint64_t next = next_sending(circuit, now);
    return next < due ? next : due;
}
