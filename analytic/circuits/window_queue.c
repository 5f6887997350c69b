#include "analytic/circuits/window_queue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"

enum {
    STRIDES = 6,         /* strides between two windows */
    STEPS_MAX = 80,      /* most packet lengths of a window */
    STEPS = 20,          /* approximate steps of a window */
    POINTS_MAX = 400,    /* most points of the grid before it is made coarser */
    TAPS_MAX = 400,      /* most units that arrive in a stride or step */
    TAIL = 16,           /* negative logarithm of the neglected probability of longer backlogs */
    TAIL_DEVIATIONS = 5, /* standard deviations of a period's arrivals in the grid's length */
    TAIL_PACKETS = 6,    /* longest packets in the grid's length */
    PASSES_MAX = 80,
    KINDS = 2 * NOC_REPLY_KINDS, /* packets in units of the grid: each kind rounded down and up */
    PAST = 3,                    /* passes that mixing compares */
};

/* relative change of the mean latency in a pass at convergence */
static const double settled = 2e-4;
static const double nothing = 1e-12;

/* Highest utilisation for which a grid is made; waits at higher utilisations are scaled from the
 * waits here. */
static const double full = 0.998;

/* Distribution of the backlog over the grid's points 0 .. count - 1. */
typedef struct backlog {
    double *at;
    int count;
} backlog;

/* Probabilities of 0, 1, ... arriving units in a time. */
typedef struct arrivals {
    double chance[TAPS_MAX];
    int count;
} arrivals;

typedef struct grid {
    const noc_window_queue *queue; /* queue with trains as packets */
    int parts, counted; /* packets of a train; first packets of a train, whose latency counts */
    double unit;        /* flits of a unit */
    double sent;        /* flits sent in the last pass */
    double period;      /* cycles of a period */
    double steps[NOC_OPENINGS_MAX]; /* [window]: units that the window holds */
    int size[KINDS];                /* [kind]: units of a packet */
    double share[KINDS];
    int points;
    arrivals step, last_step[NOC_OPENINGS_MAX], stride[NOC_OPENINGS_MAX];
    double *room;  /* memory of all arrays */
    double *spare; /* room for a convolution */
    double *above; /* [point]: probability of this backlog or more */
    double *from;  /* first state of a pass */
    /* [pass]: state that the pass reached, and its move, last pass first */
    double *reached[PAST], *moved[PAST];
} grid;

/* Returns the length of the longest packet, flits. */
static int longest_packet(const noc_window_queue *q)
{
    int longest = 0;
    for (int k = 0; k < NOC_REPLY_KINDS; k++)
        if (q->mix.shares[k] > 0.0 && q->mix.flits[k] > longest) longest = q->mix.flits[k];
    return longest;
}

static double mean_flits(const noc_window_queue *q)
{
    return noc_reply_mix_flits(&q->mix);
}

static double flits_of_period(const noc_window_queue *q)
{
    double sum = 0.0;
    for (int w = 0; w < q->windows; w++) sum += q->flits[w];
    return sum;
}

static double period_of(const noc_window_queue *q)
{
    double sum = 0.0;
    for (int w = 0; w < q->windows; w++) sum += q->closed[w] + q->flits[w] * q->interval;
    return sum;
}

/* Returns the queue with trains as packets. */
static noc_window_queue of_trains(const noc_window_queue *queue)
{
    noc_window_queue trains = *queue;
    const int train = max_int(1, queue->train);
    trains.rate /= train;
    for (int k = 0; k < NOC_REPLY_KINDS; k++) trains.mix.flits[k] *= train;
    return trains;
}

bool noc_window_queue_is_small(const noc_window_queue *queue_of)
{
    const noc_window_queue trains = of_trains(queue_of), *queue = &trains;
    const double longest = longest_packet(queue);
    const double packets = queue->rate * period_of(queue) / STRIDES,
                 units = fmin(longest, fmax(1.0, longest * STEPS / queue->flits[0]));
    bool small = (packets + TAIL_DEVIATIONS * sqrt(packets) + TAIL_PACKETS) * units < TAPS_MAX;
    for (int w = 0; w < queue->windows; w++)
        small = small && queue->flits[w] <= STEPS_MAX * longest;
    return small;
}

double noc_window_queue_load(const noc_window_queue *queue)
{
    return queue->rate * period_of(queue) * mean_flits(queue) / flits_of_period(queue);
}

/* ---- grid ----------------------------------------------------------------------------------- */

/* Returns the decay rate of the probability of long backlogs, per flit, at which arrivals and
 * capacity of a period have equal moment generating functions. Newton's method, with values above
 * the root. */
static double decay_of(const noc_window_queue *q)
{
    const double n = q->rate * period_of(q), room = flits_of_period(q);
    double t = 2.0 * (room - n * mean_flits(q)) / (n * noc_reply_mix_squared_flits(&q->mix));
    for (int i = 0; i < 30; i++) {
        double value = -t * room, slope = -room;
        for (int k = 0; k < NOC_REPLY_KINDS; k++) {
            const double grown = exp(fmin(t * q->mix.flits[k], 600.0));
            value += n * q->mix.shares[k] * (grown - 1.0);
            slope += n * q->mix.shares[k] * q->mix.flits[k] * grown;
        }
        if (slope <= 0.0) break;
        t -= value / slope;
        if (fabs(value) < 1e-12 * room) break;
    }
    return t;
}

/* Converts packets to units: a length between two points is rounded down or up so that its mean is
 * exact. */
static void cut_packets(grid *g)
{
    for (int k = 0; k < NOC_REPLY_KINDS; k++) {
        const double units = g->queue->mix.flits[k] / g->unit, whole = floor(units);
        g->size[2 * k] = (int)whole;
        g->size[2 * k + 1] = (int)whole + 1;
        g->share[2 * k] = g->queue->mix.shares[k] * (1.0 - (units - whole));
        g->share[2 * k + 1] = g->queue->mix.shares[k] * (units - whole);
    }
}

/* Finds the distribution of units from a Poisson number of packets (Panjer 1981). Packets of 0
 * units do not count. */
static void draw_arrivals(const grid *g, double cycles, arrivals *a)
{
    const double mean = g->queue->rate * cycles;
    double none = 0.0, sum;
    for (int k = 0; k < KINDS; k++)
        if (g->size[k] == 0) none += g->share[k];
    a->chance[0] = sum = exp(-mean * (1.0 - none));
    for (a->count = 1; a->count < TAPS_MAX && sum < 1.0 - nothing; a->count++) {
        double chance = 0.0;
        for (int k = 0; k < KINDS; k++)
            if (g->size[k] > 0 && g->size[k] <= a->count)
                chance += g->share[k] * g->size[k] * a->chance[a->count - g->size[k]];
        a->chance[a->count] = chance * mean / a->count;
        sum += a->chance[a->count];
    }
}

/* Returns the number of points after which backlogs are negligible. */
static double points_needed(const noc_window_queue *q, double unit)
{
    const double n = q->rate * period_of(q);
    const double mean = n * mean_flits(q), variance = n * noc_reply_mix_squared_flits(&q->mix);
    return (TAIL / decay_of(q) + mean + TAIL_DEVIATIONS * sqrt(variance) +
            TAIL_PACKETS * longest_packet(q)) /
           unit;
}

/* Returns the unit of the grid, flits. The longest packet has whole units, since backlogs would
 * vary too much otherwise. The unit is as fine as windows need, unless the grid has too many
 * points. */
static double unit_of(const noc_window_queue *q)
{
    const int longest = longest_packet(q);
    int parts = (int)(longest * STEPS / q->flits[0] + 0.5);
    parts = parts < 1 ? 1 : parts > longest ? longest : parts;
    while (parts > 1 && points_needed(q, (double)longest / parts) > POINTS_MAX) parts--;
    return (double)longest / parts;
}

static bool lay_grid(grid *g, const noc_window_queue *queue)
{
    *g = (grid){.queue = queue,
                .parts = max_int(1, queue->train),
                .counted = max_int(1, queue->train),
                .period = period_of(queue),
                .unit = unit_of(queue)};
    g->points = (int)points_needed(queue, g->unit);
    cut_packets(g);
    for (int w = 0; w < queue->windows; w++) {
        g->steps[w] = queue->flits[w] / g->unit;
        const double part = g->steps[w] - floor(g->steps[w]);
        draw_arrivals(g, part * g->unit * queue->interval, &g->last_step[w]);
        draw_arrivals(g, queue->closed[w] / STRIDES, &g->stride[w]);
    }
    draw_arrivals(g, g->unit * queue->interval, &g->step);
    const size_t points = (size_t)g->points;
    g->room = malloc((3 + 2 * PAST) * points * sizeof *g->room);
    g->spare = g->room;
    g->above = g->room + points;
    g->from = g->room + 2 * points;
    for (int i = 0; i < PAST; i++) {
        g->reached[i] = g->room + (3 + 2 * (size_t)i) * points;
        g->moved[i] = g->reached[i] + points;
    }
    return g->room != NULL;
}

/* ---- a pass --------------------------------------------------------------------------------- */

static void trim(backlog *b)
{
    while (b->count > 1 && b->at[b->count - 1] < nothing) b->count--;
}

/* Adds arrivals to a backlog; its last point collects what the grid does not hold. */
static void add_arrivals(grid *g, const arrivals *a, backlog *b)
{
    const int most = b->count + a->count - 1, count = min_int(most, g->points);
    memset(g->spare, 0, (size_t)count * sizeof *g->spare);
    for (int n = 0; n < a->count; n++) {
        const double chance = a->chance[n];
        const int fit = b->count < count - n ? b->count : count - n;
        for (int i = 0; i < fit; i++) g->spare[n + i] += chance * b->at[i];
        for (int i = fit > 0 ? fit : 0; i < b->count; i++) g->spare[count - 1] += chance * b->at[i];
    }
    memcpy(b->at, g->spare, (size_t)count * sizeof *b->at);
    b->count = count;
    trim(b);
}

/* Sends a unit; `part`: share of a unit that the window has left, used as a probability. */
static void send_unit(backlog *b, double part)
{
    double more = 0.0;
    for (int i = b->count - 1; i > 0; i--) {
        const double sent = part * b->at[i];
        b->at[i] += more - sent;
        more = sent;
    }
    b->at[0] += more;
    if (part == 1.0 && b->count > 1) b->count--;
}

/* Stores the tail probabilities of a backlog in the grid. Returns the mean backlog, units. */
static double sum_up(const grid *g, const backlog *b)
{
    double above = 0.0, mean = 0.0;
    for (int i = b->count - 1; i >= 0; i--) {
        above += b->at[i];
        g->above[i] = above;
        if (i > 0) mean += above;
    }
    return mean;
}

/* Returns the probability of more than `units` units, linear between two points. */
static double more_than(const grid *g, const backlog *b, double units)
{
    if (units < 0.0) return units <= -1.0 ? 1.0 : g->above[1] - units * (1.0 - g->above[1]);
    const int whole = (int)units;
    const double part = units - whole;
    const double high = whole + 1 < b->count ? g->above[whole + 1] : 0.0,
                 low = whole + 2 < b->count ? g->above[whole + 2] : 0.0;
    return high + part * (low - high);
}

/* Returns the mean cycles between windows for which a packet waits, if the queue has `spare` units
 * of room before the time that precedes `window`. */
static double closed_for(const grid *g, const backlog *b, double spare, int window)
{
    double sum = 0.0;
    for (int w = window; spare < b->count - 1; w = (w + 1) % g->queue->windows) {
        sum += g->queue->closed[w] * more_than(g, b, spare);
        spare += g->steps[w];
    }
    return sum;
}

/* Returns the mean cycles between windows for which packets that arrive now wait. `room_units`:
 * units that can be sent before the time that precedes `window`. A packet waits for the earlier
 * packets of its train as well. */
static double closed_cycles(const grid *g, const backlog *b, double room, int window)
{
    double sum = 0.0;
    for (int k = 0; k < KINDS; k++)
        for (int part = 1; part <= g->counted; part++)
            sum +=
                g->share[k] * closed_for(g, b, room - (double)g->size[k] * part / g->parts, window);
    return sum / g->counted;
}

/* Returns the sum of latencies over the arrival cycles before a window opens, with the wait for the
 * window. A stride counts with the mean of its ends. */
static double pass_closed(grid *g, int window, backlog *b)
{
    const noc_window_queue *q = g->queue;
    const double cycles = q->closed[window] / STRIDES, unit = g->unit * q->interval;
    const int next = (window + 1) % q->windows;
    double sum = 0.0, before = 0.0;
    for (int i = 0; i <= STRIDES; i++) {
        if (i > 0) add_arrivals(g, &g->stride[window], b);
        const double here = sum_up(g, b) * unit + closed_cycles(g, b, g->steps[window], next);
        if (i > 0) sum += cycles * (0.5 * (before + here) + q->closed[window] - (i - 0.5) * cycles);
        before = here;
    }
    return sum;
}

/* Returns the sum of latencies over the arrival cycles of an open window. Packets arrive in the
 * middle of a step on average, when half of the step is sent. */
static double pass_open(grid *g, int window, backlog *b)
{
    const double unit = g->unit * g->queue->interval;
    const int next = (window + 1) % g->queue->windows;
    double sum = 0.0;
    for (int i = 0; i < g->steps[window]; i++) {
        const double left = g->steps[window] - i, part = fmin(1.0, left);
        const double busy = 1.0 - b->at[0];
        g->sent += part * busy * g->unit;
        send_unit(b, part);
        sum += part * unit *
               ((sum_up(g, b) + 0.5 * part * busy) * unit + closed_cycles(g, b, left - part, next));
        add_arrivals(g, part == 1.0 ? &g->step : &g->last_step[window], b);
    }
    return sum;
}

static double pass_period(grid *g, backlog *b)
{
    double sum = 0.0;
    g->sent = 0.0;
    for (int w = 0; w < g->queue->windows; w++) sum += pass_closed(g, w, b) + pass_open(g, w, b);
    return sum / g->period;
}

/* ---- the stationary distribution ------------------------------------------------------------ */

/* Estimates the backlog after the last window: a mix of an empty queue and of a geometric backlog
 * with the decay rate, so that flits sent equal flits that arrive. */
static void guess(grid *g)
{
    const double decay = decay_of(g->queue) * g->unit,
                 come = g->queue->rate * g->period * mean_flits(g->queue);
    double sent[2];
    for (int some = 0; some < 2; some++) {
        backlog b = {g->reached[some], g->points};
        for (int i = 0; i < g->points; i++)
            b.at[i] = some ? (1.0 - exp(-decay)) * exp(-decay * i) : i == 0 ? 1.0 : 0.0;
        trim(&b);
        pass_period(g, &b);
        for (int i = b.count; i < g->points; i++) b.at[i] = 0.0;
        sent[some] = g->sent;
    }
    const double chance = fmin(1.0, fmax(0.0, (come - sent[0]) / (sent[1] - sent[0])));
    for (int i = 0; i < g->points; i++)
        g->from[i] = (1.0 - chance) * g->reached[0][i] + chance * g->reached[1][i];
}

/* Makes a pass from g->next_start. Returns the mean latency. */
static double make_pass(grid *g)
{
    const size_t points = (size_t)g->points;
    double *oldest = g->reached[PAST - 1], *oldest_moved = g->moved[PAST - 1];
    for (int i = PAST - 1; i > 0; i--) {
        g->reached[i] = g->reached[i - 1];
        g->moved[i] = g->moved[i - 1];
    }
    g->reached[0] = oldest;
    g->moved[0] = oldest_moved;
    backlog b = {memcpy(oldest, g->from, points * sizeof *oldest), g->points};
    trim(&b);
    const double latency = pass_period(g, &b);
    for (int i = b.count; i < g->points; i++) oldest[i] = 0.0;
    for (int i = 0; i < g->points; i++) oldest_moved[i] = (oldest[i] - g->from[i]) * sqrt(1.0 + i);
    return latency;
}

/* Returns the sum over the points of (a - b) (c - d), of moves of four passes; d < 0: 0. */
static double product(const grid *g, int a, int b, int c, int d)
{
    double sum = 0.0;
    for (int i = 0; i < g->points; i++)
        sum +=
            (g->moved[a][i] - g->moved[b][i]) * (g->moved[c][i] - (d < 0 ? 0.0 : g->moved[d][i]));
    return sum;
}

/* Mixes the last three passes (Anderson's mixing, as in analytic/contention/mixing.h, without
 * limits): passes are linear, so a combination has the least move. */
static void choose_next(grid *g, int passes)
{
    double older = 0.0, oldest = 0.0, sum = 0.0;
    if (passes > 2) {
        const double aa = product(g, 1, 0, 1, 0), ab = product(g, 1, 0, 2, 0),
                     bb = product(g, 2, 0, 2, 0), a = -product(g, 1, 0, 0, -1),
                     b = -product(g, 2, 0, 0, -1), det = aa * bb - ab * ab;
        if (det > 1e-12 * aa * bb) {
            older = (a * bb - b * ab) / det;
            oldest = (b * aa - a * ab) / det;
        }
    }
    for (int i = 0; i < g->points; i++) {
        const double last = g->reached[0][i], next = last + older * (g->reached[1][i] - last) +
                                                     oldest * (g->reached[2][i] - last);
        g->from[i] = next > 0.0 ? next : 0.0;
        sum += g->from[i];
    }
    for (int i = 0; i < g->points; i++) g->from[i] /= sum;
}

static double settle(grid *g)
{
    double latency = 0.0, before;
    int passes = 0;
    guess(g);
    do {
        if (passes > 0) choose_next(g, passes);
        before = latency;
        latency = make_pass(g);
    } while (++passes < PASSES_MAX && fabs(latency - before) > settled * latency);
    return latency;
}

/* Returns the mean latency without other packets. */
static double alone(grid *g)
{
    g->step = (arrivals){{1.0}, 1};
    for (int w = 0; w < g->queue->windows; w++) g->last_step[w] = g->stride[w] = g->step;
    g->reached[0][0] = 1.0;
    g->counted = 1;
    return pass_period(g, &(backlog){g->reached[0], 1});
}

double noc_window_queue_wait(const noc_window_queue *queue)
{
    const double load = noc_window_queue_load(queue);
    if (load >= 1.0) return INFINITY;
    if (queue->rate <= 0.0) return 0.0;
    noc_window_queue less = of_trains(queue);
    if (load > full) less.rate *= full / load;
    grid *g = malloc(sizeof *g);
    if (!g || !lay_grid(g, &less)) {
        free(g);
        return NAN;
    }
    const double latency = settle(g), wait = latency - alone(g);
    free(g->room);
    free(g);
    return load > full ? wait * (1.0 - full) / (1.0 - load) : wait;
}
