#include "analytic/circuits/overlay_latency.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "analytic/circuits/overlay_capacity.h"
#include "analytic/circuits/overlay_openings.h"
#include "analytic/circuits/window_queue.h"
#include "analytic/fixed_stream.h"
#include "base/min_max.h"
#include "network/circuits/overlay_windows.h"

/* ---- epochs, window by window --------------------------------------------------------------- */

enum {
    DRAWS = 24000,     /* random numbers, approximately; a millisecond of computing */
    EPOCHS_LEAST = 40, /* least number of epochs, for any number of draws */
    PERIODS = 12,      /* periods of an epoch if windows are equal */
    PERIODS_MAX = 50,  /* most periods of an epoch: windows of longer epochs hardly vary */
    WARM_UP_SHARE = 8, /* the first 1 / 8 of the epochs are left out */
    /* most trains drawn from the Poisson distribution; means of more than half of them are drawn
     * from the normal distribution */
    PACKETS_MAX = 200,
};

enum { OTHERS, REACHABLE, CLASSES };

/* A time interval, and the arrivals in it: mean number of trains of each class, and the probability
 * of no train. */
typedef struct segment {
    double cycles, mean[CLASSES], none[CLASSES];
} segment;

/* A memory node with waiting flits by class. `young`: flits of OTHERS that came after the oldest
 * REACHABLE flit. */
typedef struct node {
    double rate[CLASSES]; /* [class]: packets per cycle */
    double flits[CLASSES], young;
    double cut[CLASSES]; /* [class]: probability that a packet is partly sent */
    /* mean waits without other packets: of a single packet, and of a packet of a train, cycles */
    double alone, train_alone;
    double waiting, created; /* sum of packets over the cycles, and arrived packets, of one epoch */
    /* the same sums over all epochs that count */
    double all_waiting, all_created;
} node;

/* A window in which a node may send. */
typedef struct visit {
    segment open;
    double slots; /* flits that the window holds */
    bool as_partner;
    /* Queue of a window that is always open, M/G/1: utilisation; mean wait and relaxation time,
     * cycles; `extra_cycles`: extra cycles per packet of backlog until the queue is empty, as
     * arrivals are not even. */
    double load, wait, relaxation, swing;
} visit;

typedef struct stream {
    const noc_overlay *overlay;
    const noc_overlay_load *load;
    double flits;                     /* mean flits of a packet */
    double square;                    /* mean square of a packet's flits */
    int train;                        /* packets of a train */
    double train_flits, train_square; /* mean and mean square of a train's flits */
    double cut; /* packets for which a partly sent packet counts beyond its flits */
    noc_fixed_stream draws;
    double inverse[PACKETS_MAX + 1];   /* [n]: 1 / n */
    double deviation[PACKETS_MAX + 1]; /* [n]: standard deviation of the flits of n trains */
    node *nodes;
    double *weights;
    int *windows;
    noc_window_fill fill; /* fill of windows if packets are sent whole */
    int queue, window_min;
    int periods, gom; /* periods of an epoch; cycles before the epoch's first window */
} stream;

/* ---- arrivals ------------------------------------------------------------------------------- */

typedef struct batch {
    double packets, flits;
} batch;

/* Draws many trains from the normal distribution, with mean flits. */
static batch draw_many(const stream *s, double mean, double u)
{
    /* standard deviation of the trains' flits, in trains */
    const double spread = sqrt(mean * s->train_square) / s->train_flits;
    const double trains = fmax(0.0, mean + spread * gsl_cdf_ugaussian_Pinv(fmax(u, 0x1p-53)));
    return (batch){trains * s->train, trains * s->train_flits};
}

/* Draws a Poisson number of trains by inversion, with one random number, so that a rate does not
 * change later draws. The rest of the random number decides if the trains' flits are a standard
 * deviation above or below the mean. */
static batch draw(stream *s, const segment *g, int which)
{
    const double u = noc_fixed_uniform(&s->draws), mean = g->mean[which];
    if (mean > 0.5 * PACKETS_MAX) return draw_many(s, mean, u);
    double chance = g->none[which], sum = chance;
    int n = 0;
    while (u >= sum && n < PACKETS_MAX) {
        chance *= mean * s->inverse[++n];
        sum += chance;
    }
    const double deviation = u < sum - 0.5 * chance ? s->deviation[n] : -s->deviation[n];
    return (batch){n * s->train, n * s->train_flits + deviation};
}

/* Makes the segment of a time. The last injection interval of a window may end after the window, so
 * times may be negative; they count as 0. */
static segment segment_of(const stream *s, const node *m, double cycles)
{
    segment g = {.cycles = fmax(0.0, cycles)};
    for (int which = 0; which < CLASSES; which++) {
        g.mean[which] = m->rate[which] * g.cycles / s->train;
        g.none[which] = exp(-g.mean[which]);
    }
    return g;
}

/* Draws the arrivals of a class in a segment, and adds them to the node. */
static batch come(stream *s, node *m, const segment *g, int which)
{
    if (m->rate[which] == 0.0) return (batch){0.0, 0.0};
    const batch b = draw(s, g, which);
    m->created += b.packets;
    m->flits[which] += b.flits;
    if (which == OTHERS) m->young += b.flits;
    return b;
}

/* Adds the wait of a class that is not sent: arrivals wait for half of the segment on average. */
static void stay(stream *s, node *m, const segment *g, int which)
{
    const double there = m->flits[which], flits = come(s, m, g, which).flits;
    m->waiting += g->cycles * (there + 0.5 * flits) / s->flits;
}

static void pass_closed(stream *s, node *m, const segment *g)
{
    m->waiting += (m->cut[OTHERS] + m->cut[REACHABLE]) * s->cut * g->cycles;
    for (int which = 0; which < CLASSES; which++) stay(s, m, g, which);
}

/* ---- packets sent --------------------------------------------------------------------------- */

/* Ends a window, which cuts a packet of the classes sent with probability `chance`. */
static void end_window(node *m, const visit *v, double chance)
{
    const double others = v->as_partner ? 0.0 : m->rate[OTHERS], all = others + m->rate[REACHABLE];
    m->cut[REACHABLE] = all > 0.0 ? chance * m->rate[REACHABLE] / all : 0.0;
    if (!v->as_partner) m->cut[OTHERS] = chance - m->cut[REACHABLE];
}

/* Returns the flits left in excess of an even flow: a queue that is empty at times wastes service.
 * A Brownian bridge from `backlog` to `end` (negative if the window could send more) has its
 * minimum below -m with the probability exp(-2 (backlog + m) (end + m) / variance); the result
 * approximates the integral over m, exactly for short and for long bridges. */
static double left_by_chance(double backlog, double end, double variance)
{
    static const double short_way = 1.5957691216057308; /* sqrt(8 / pi) */
    const double product = end > 0.0 ? 2.0 * backlog * end : 0.0, way = backlog + fabs(end);
    if (variance <= 0.0 || product > 8.0 * variance) return 0.0;
    const double left = variance / (2.0 * way + short_way * sqrt(variance));
    return product > 0.0 ? left * exp(-product / variance) : left;
}

/* Returns the mean number of packets of its train before a packet. */
static double before_in_train(const stream *s)
{
    return 0.5 * (s->train - 1);
}

/* Adds the waits in a window that has emptied the queue: for `cycles` cycles the window acts as one
 * that is always open, which reaches equilibrium in its relaxation time. */
static void idle(const stream *s, node *m, const visit *v, double cycles, double flits)
{
    const double settled = cycles / (cycles + v->relaxation), interval = v->open.cycles / v->slots,
                 share = cycles / v->open.cycles;
    m->waiting +=
        share * flits * (interval * (1.0 + before_in_train(s)) + settled * v->wait / s->flits);
    end_window(m, v, settled * v->load);
}

/* Sends backlog and arrivals in a window until the window ends, or the queue is empty. Returns the
 * flits left. */
static double flow(const stream *s, node *m, const visit *v, double backlog, batch b)
{
    const double net = (v->slots - b.flits) / v->open.cycles, end = backlog + b.flits - v->slots;
    const bool empties = net > 0.0 && end < 0.0;
    const double busy = empties ? backlog / net : v->open.cycles, left = empties ? 0.0 : end,
                 more = left_by_chance(backlog, end, b.packets / s->train * s->train_square);
    m->waiting += busy * (0.5 * (backlog + left) / s->flits + s->cut);
    if (empties) {
        m->waiting += backlog / s->flits * v->swing * (1.0 - busy / v->open.cycles);
        idle(s, m, v, v->open.cycles - busy, b.flits);
    } else {
        end_window(m, v, 1.0);
    }
    return left + more;
}

/* Removes the oldest flits, so that `left` flits are left. Since the oldest reachable flit both
 * classes are mixed evenly. */
static void leave_youngest(node *m, double left)
{
    const double mixed = m->flits[REACHABLE] + m->young;
    if (left <= mixed) {
        m->flits[REACHABLE] *= mixed > 0.0 ? left / mixed : 0.0;
        m->young = m->flits[OTHERS] = left - m->flits[REACHABLE];
    } else {
        m->flits[OTHERS] = left - m->flits[REACHABLE];
    }
}

static void pass_open(stream *s, node *m, const visit *v)
{
    const double reachable = m->flits[REACHABLE], others = m->flits[OTHERS];
    if (v->as_partner) {
        m->waiting += m->cut[OTHERS] * s->cut * v->open.cycles;
        stay(s, m, &v->open, OTHERS);
        m->flits[REACHABLE] = flow(s, m, v, reachable, come(s, m, &v->open, REACHABLE));
        m->young =
            fmin(m->flits[OTHERS], m->flits[REACHABLE] * m->rate[OTHERS] / m->rate[REACHABLE]);
    } else {
        const batch one = come(s, m, &v->open, REACHABLE), other = come(s, m, &v->open, OTHERS);
        const batch both = {one.packets + other.packets, one.flits + other.flits};
        leave_youngest(m, flow(s, m, v, reachable + others, both));
    }
}

/* ---- an epoch ------------------------------------------------------------------------------- */

/* A node's windows in a period, and the segments before, between and after the windows. */
typedef struct timetable {
    visit visits[NOC_OPENINGS_MAX];
    segment before[NOC_OPENINGS_MAX], wrap, last, first;
    int count;
} timetable;

typedef struct slot {
    double start, slots;
    bool as_partner;
} slot;

static slot slot_of(const stream *s, int window, bool as_partner)
{
    double start = s->overlay->window_switch_cycles;
    for (int w = 0; w < window; w++) start += s->windows[w];
    const int slots = noc_window_slots(s->overlay, s->windows[window]);
    return (slot){start, s->overlay->straddle ? slots : noc_window_fill_flits(&s->fill, slots),
                  as_partner};
}

/* Makes a visit. Wait of Pollaczek and Khinchine; relaxation time of Newell's diffusion
 * approximation. */
static visit visit_of(const stream *s, const node *m, const slot *at, double length)
{
    visit v = {segment_of(s, m, length), at->slots, at->as_partner, 0.0, 0.0, 1.0, 0.0};
    const double others = at->as_partner ? 0.0 : m->rate[OTHERS],
                 rate = m->rate[REACHABLE] + others, interval = length / at->slots,
                 square = rate / s->train * s->train_square * interval * interval;
    v.load = rate * s->flits * interval;
    if (v.load >= 1.0 || rate == 0.0) return v;
    v.wait = 0.5 * square / (1.0 - v.load);
    v.relaxation = square / (1.0 - v.load) / (1.0 - v.load);
    v.swing = 0.5 * v.relaxation;
    return v;
}

static timetable timetable_of(const stream *s, int memory)
{
    const node *m = &s->nodes[memory];
    const double period = s->overlay->period_cycles, gom = s->gom;
    slot slots[NOC_OPENINGS_MAX] = {slot_of(s, memory, false)};
    timetable t = {.count = 1};
    double end = 0.0;
    if (m->rate[REACHABLE] > 0.0) {
        const int other = noc_overlay_window_of_partner(memory, s->load->memory_nodes);
        slots[t.count++] = slot_of(s, other, true);
        if (other < memory) {
            slots[1] = slots[0];
            slots[0] = slot_of(s, other, true);
        }
    }
    for (int i = 0; i < t.count; i++) {
        const double length = slots[i].slots * s->overlay->inject_interval;
        t.before[i] = segment_of(s, m, slots[i].start - end);
        t.visits[i] = visit_of(s, m, &slots[i], length);
        end = slots[i].start + length;
    }
    t.first = segment_of(s, m, gom + slots[0].start);
    t.wrap = segment_of(s, m, period - end + slots[0].start);
    t.last = segment_of(s, m, period - end);
    return t;
}

static void run_node(stream *s, int memory)
{
    const timetable t = timetable_of(s, memory);
    node *m = &s->nodes[memory];
    for (int p = 0; p < s->periods; p++)
        for (int i = 0; i < t.count; i++) {
            pass_closed(s, m, i > 0 ? &t.before[i] : p > 0 ? &t.wrap : &t.first);
            pass_open(s, m, &t.visits[i]);
        }
    pass_closed(s, m, &t.last);
}

static void size_windows(stream *s)
{
    const int count = s->load->memory_nodes;
    const double cycles = (double)s->periods * s->overlay->period_cycles + s->gom,
                 longer = noc_overlay_epoch(s->overlay) / cycles;
    for (int m = 0; m < count; m++) {
        const noc_window_load load = {
            (uint64_t)(s->nodes[m].created * longer + 0.5),
            s->nodes[m].waiting / cycles,
        };
        s->weights[m] = noc_window_weight(s->overlay, load, s->queue);
    }
    noc_windows_share(s->overlay->period_cycles, s->window_min, s->weights, count, s->windows);
}

static void run_epoch(stream *s, bool counts)
{
    const int count = s->load->memory_nodes;
    for (int m = 0; m < count; m++) s->nodes[m].waiting = s->nodes[m].created = 0.0;
    for (int m = 0; m < count; m++) run_node(s, m);
    for (int m = 0; m < count && counts; m++) {
        s->nodes[m].all_waiting += s->nodes[m].waiting;
        s->nodes[m].all_created += s->nodes[m].created;
    }
    if (s->overlay->windows == NOC_WINDOWS_ADAPTIVE) size_windows(s);
}

/* ---- all epochs ----------------------------------------------------------------------------- */

/* Returns the mean number of windows that a packet fills entirely when it begins with a window. */
static double filled_windows(const stream *s, double slots)
{
    double sum = 0.0;
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++)
        sum += s->load->mix.shares[kind] * (ceil(s->load->mix.flits[kind] / slots) - 1.0);
    return sum;
}

/* Returns the wait of a train's packet in equal windows without contention, cycles. Arrivals
 * between two windows wait for half of that time; a packet needs the intervals of its flits and of
 * earlier ones of its train; and at each end of a window the packet waits for the next window.
 * `packets`: packets of the train up to this one, mean. */
static double alone(const stream *s, int memory, double packets)
{
    const double period = s->overlay->period_cycles,
                 own = packets * s->flits * s->overlay->inject_interval;
    const node *m = &s->nodes[memory];
    const timetable t = timetable_of(s, memory);
    const double filled = filled_windows(s, t.visits[0].slots);
    double squares = t.wrap.cycles * t.wrap.cycles, both = t.wrap.cycles, only = period;
    for (int i = 0; i < t.count; i++) {
        if (i > 0) squares += t.before[i].cycles * t.before[i].cycles;
        if (i > 0) both += t.before[i].cycles;
        if (!t.visits[i].as_partner) only -= t.visits[i].open.cycles;
    }
    const double sum = m->rate[REACHABLE] * ((0.5 + filled) * squares + own * both) +
                       m->rate[OTHERS] * ((0.5 + filled) * only * only + own * only);
    return sum / (m->rate[REACHABLE] + m->rate[OTHERS]) / period + own;
}

static bool begin(stream *s, const int *windows, double rate)
{
    const double variance = s->square - s->flits * s->flits;
    for (int n = 1; n <= PACKETS_MAX; n++) {
        s->inverse[n] = 1.0 / n;
        s->deviation[n] = sqrt(n * s->train * variance);
    }
    const int count = s->load->memory_nodes;
    s->nodes = calloc((size_t)count, sizeof *s->nodes);
    s->weights = malloc((size_t)count * sizeof *s->weights);
    s->windows = malloc((size_t)count * sizeof *s->windows);
    const int slots = noc_window_slots(s->overlay, s->overlay->period_cycles);
    const bool filled =
        s->overlay->straddle || noc_window_fill_make(&s->fill, &s->load->mix, slots);
    if (!s->nodes || !s->weights || !s->windows || !filled) return false;
    for (int m = 0; m < count; m++) {
        const double own = rate * s->load->shares[m],
                     reachable = noc_overlay_reachable_share(s->overlay, s->load, m);
        s->nodes[m].rate[REACHABLE] = own * reachable;
        s->nodes[m].rate[OTHERS] = own * (1.0 - reachable);
        s->windows[m] = windows[m];
    }
    return true;
}

static void run(stream *s)
{
    const bool adaptive = s->overlay->windows == NOC_WINDOWS_ADAPTIVE;
    const int draws = s->overlay->multiplex == NOC_MULTIPLEX_RESERVED ? 8
                      : s->overlay->multiplex == NOC_MULTIPLEX_ALL    ? 4
                                                                      : 2;
    const int periods = s->overlay->epoch_cycles / s->overlay->period_cycles;
    s->periods = !adaptive ? PERIODS : periods < PERIODS_MAX ? periods : PERIODS_MAX;
    s->gom = adaptive ? s->overlay->gom_cycles : 0;
    const int epochs = max_int(EPOCHS_LEAST, DRAWS / (s->load->memory_nodes * s->periods * draws));
    for (int e = 0; e < epochs; e++) run_epoch(s, e >= epochs / WARM_UP_SHARE);
}

/* Stores the waits: a packet's wait in its train beyond the time in which the train is sent without
 * a break, and `share` of the waits for other packets. Memory nodes without arrivals have no
 * wait. */
static void fill_waits(const stream *s, double share, double *waits)
{
    const double sent = before_in_train(s) * s->flits * s->overlay->inject_interval;
    for (int m = 0; m < s->load->memory_nodes; m++) {
        const node *n = &s->nodes[m];
        const double others = n->all_waiting / n->all_created - n->train_alone;
        waits[m] = n->all_created > 0.0 ? n->train_alone - n->alone - sent + share * others : 0.0;
    }
}

static void wait_alone(stream *s)
{
    for (int m = 0; m < s->load->memory_nodes; m++) {
        s->nodes[m].alone = alone(s, m, 1.0);
        s->nodes[m].train_alone = alone(s, m, 1.0 + before_in_train(s));
    }
}

/* Simulates an overlay with adaptive windows, or with partners that reach some cores only, window
 * after window, with a fixed stream of random numbers. Backlogs are flits that flow evenly: the
 * number of arrivals in a segment is random; their instants are not, except for the service that
 * they waste.
 *
 * `waits`: [memory node]: mean cycles by which packets' latency exceeds latency without other
 * packets and with equal windows, less the time in which a train is sent; rate: packets per cycle
 * that all nodes can carry; `share`: share of the waits for others that counts. False when out of
 * memory. */
static bool epochs_waits(const noc_overlay *overlay, const noc_overlay_load *load,
                         const int *windows, int queue, double rate, double share, double *waits)
{
    const noc_reply_mix *mix = &load->mix;
    const double mean = noc_reply_mix_flits(mix), square = noc_reply_mix_squared_flits(mix);
    const int train = max_int(1, load->train);
    stream s = {
        .overlay = overlay,
        .load = load,
        .flits = mean,
        .square = square,
        .train = train,
        .train_flits = train * mean,
        .train_square = train * (square + (train - 1) * mean * mean),
        .cut = 1.0 - 0.5 * square / (mean * mean),
        .window_min = noc_overlay_window_min(overlay, max_int(mix->flits[0], mix->flits[1])),
        .queue = queue,
    };
    const bool made = begin(&s, windows, rate);
    if (made) {
        wait_alone(&s);
        run(&s);
        fill_waits(&s, share, waits);
    }
    noc_window_fill_clear(&s.fill);
    free(s.nodes);
    free(s.weights);
    free(s.windows);
    return made;
}

/* ---- each memory node by itself ------------------------------------------------------------- */

/* Returns the flits that a window holds. Whole packets leave some slots empty. */
static double room_of(const noc_overlay *overlay, const noc_overlay_load *load, int cycles)
{
    return noc_window_flits(overlay, &load->mix, noc_window_slots(overlay, cycles));
}

/* Returns the queue of a memory node that sends in its own window and, with multiplexing, for all
 * cores in its partner's window. */
static noc_window_queue queue_of(const noc_overlay *overlay, const noc_overlay_load *load,
                                 const int *windows, int memory, double rate)
{
    const int other = noc_overlay_window_of_partner(memory, load->memory_nodes);
    const int first = min_int(other, memory), second = other + memory - first;
    noc_window_queue queue = {
        .rate = rate * load->shares[memory],
        .mix = load->mix,
        .train = load->train,
        .interval = overlay->inject_interval,
        .flits = {room_of(overlay, load, windows[memory])},
        .windows = 1,
    };
    const double sent = queue.flits[0] * queue.interval;
    queue.closed[0] = overlay->period_cycles - sent;
    if (overlay->multiplex == NOC_MULTIPLEX_OFF) return queue;
    double between = 0.0;
    for (int w = first; w < second; w++) between += windows[w];
    queue.windows = 2;
    for (int w = 0; w < 2; w++)
        queue.flits[w] = room_of(overlay, load, windows[w ? second : first]);
    queue.closed[1] = between - queue.flits[0] * queue.interval;
    queue.closed[0] = overlay->period_cycles - between - queue.flits[1] * queue.interval;
    return queue;
}

static bool is_same(const noc_window_queue *a, const noc_window_queue *b)
{
    bool same = a->rate == b->rate && a->windows == b->windows;
    for (int w = 0; w < a->windows; w++)
        same = same && a->flits[w] == b->flits[w] && a->closed[w] == b->closed[w];
    return same;
}

/* True if all queues have few packets. Packets of memory nodes with equal windows do not meet, so
 * each node is a queue of its own. */
static bool are_small(const noc_window_queue *queues, int count)
{
    bool small = true;
    for (int m = 0; m < count; m++) small = small && noc_window_queue_is_small(&queues[m]);
    return small;
}

static void wait_apart(const noc_window_queue *queues, int count, double *waits)
{
    for (int m = 0; m < count; m++) {
        int same = 0;
        while (!is_same(&queues[same], &queues[m])) same++;
        waits[m] = same < m ? waits[same] : noc_window_queue_wait(&queues[m]);
    }
}

/* Finds waits by simulation, for partners that reach some cores only and for adaptive windows,
 * which are no independent queues. A simulation of few packets has large errors, so at low rates in
 * equal windows waits grow from 0 with the rate, as in M/G/1. False when out of memory. */
static bool follow_epochs(const noc_overlay *overlay, const noc_overlay_load *load,
                          const int *windows, int queue, double rate, double *waits)
{
    static const double enough = 0.25;
    const double full = noc_overlay_full(overlay, load, windows).rate;
    const bool few = overlay->windows == NOC_WINDOWS_EQUAL && rate < enough * full;
    const double at = few ? enough * full : rate;
    const double share = few ? rate / at * (full - at) / (full - rate) : 1.0;
    return epochs_waits(overlay, load, windows, queue, at, share, waits);
}

static bool find_waits(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                       int queue, double rate, double *waits)
{
    const int count = load->memory_nodes;
    if (rate <= 0.0) {
        for (int m = 0; m < count; m++) waits[m] = 0.0;
        return true;
    }
    noc_window_queue *queues = malloc((size_t)count * sizeof *queues);
    if (!queues) return false;
    for (int m = 0; m < count; m++) queues[m] = queue_of(overlay, load, windows, m, rate);
    const bool apart = overlay->windows == NOC_WINDOWS_EQUAL &&
                       overlay->multiplex != NOC_MULTIPLEX_RESERVED && are_small(queues, count);
    if (apart) wait_apart(queues, count, waits);
    free(queues);
    return apart || follow_epochs(overlay, load, windows, queue, rate, waits);
}

bool noc_overlay_waits(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                       int queue, double rate, double *waits)
{
    if (rate < noc_overlay_full(overlay, load, windows).rate)
        return find_waits(overlay, load, windows, queue, rate, waits);
    for (int m = 0; m < load->memory_nodes; m++) waits[m] = INFINITY;
    return true;
}
