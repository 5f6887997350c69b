#include "analytic/circuits/window_queue.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/auto.h"
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
    UNIT_KINDS =
        2 * NOC_REPLY_KINDS, /* packets in units of the grid: each kind rounded down and up */
    PASSES_KEPT = 3,         /* passes that mixing compares */
};

/* relative change of the mean latency in a pass at convergence */
static const double max_change = 2e-4;
static const double negligible = 1e-12;

/* Highest utilisation for which a grid is made; waits at higher utilisations are scaled from the
 * waits here. */
static const double max_utilization = 0.998;

/* Distribution of the backlog over the grid's points 0 .. count - 1. */
typedef struct backlog {
    double *chances;
    int count;
} backlog;

/* Probabilities of 0, 1, ... arriving units in a time. */
typedef struct arrivals {
    double chances[TAPS_MAX];
    int count;
} arrivals;

/* Grid of backlogs, with the constants of a period and the room of its passes. */
typedef struct grid {
    const noc_window_queue *queue; /* queue with trains as packets */
    /* packets of a train; first packets of a train, whose latency counts */
    int train_packets, counted_packets;
    double unit;                           /* flits of a unit */
    double sent_flits;                     /* flits sent in the last pass */
    double period;                         /* cycles of a period */
    double window_units[NOC_OPENINGS_MAX]; /* [window]: units that the window holds */
    int packet_units[UNIT_KINDS];          /* [kind]: units of a packet */
    double kind_shares[UNIT_KINDS];        /* [kind]: share of the packets */
    int points;                            /* points of the grid */
    /* arrivals in a step; [window]: in the last, shorter step; [window]: in a stride before the
     * window */
    arrivals step_arrivals, last_step_arrivals[NOC_OPENINGS_MAX], stride_arrivals[NOC_OPENINGS_MAX];
    double *buffer;       /* room for a convolution */
    double *tail_chances; /* [point]: probability of this backlog or more */
    double *next_start;   /* first state of a pass */
    /* [pass]: state that the pass reached, and its move, last pass first */
    double *reached_states[PASSES_KEPT], *moves[PASSES_KEPT];
} grid;

/* Returns the length of the longest packet, flits. */
static int find_longest_packet(const noc_window_queue *q)
{
    int longest = 0;
    for (int k = 0; k < NOC_REPLY_KINDS; k++)
        if (q->mix.shares[k] > 0.0 && q->mix.flits[k] > longest) longest = q->mix.flits[k];
    return longest;
}

static double find_mean_flits(const noc_window_queue *q)
{
    return noc_reply_mix_flits(&q->mix);
}

/* Returns the flits that all windows of a period hold. */
static double find_period_flits(const noc_window_queue *q)
{
    double sum = 0.0;
    for (int w = 0; w < q->window_count; w++) sum += q->window_flits[w];
    return sum;
}

/* Returns the cycles of a period. */
static double find_period(const noc_window_queue *q)
{
    double sum = 0.0;
    for (int w = 0; w < q->window_count; w++)
        sum += q->closed_cycles[w] + q->window_flits[w] * q->interval;
    return sum;
}

/* Returns the queue with trains as packets. */
static noc_window_queue make_train_queue(const noc_window_queue *queue)
{
    noc_window_queue trains = *queue;
    const int train = max_int(1, queue->train);
    trains.rate /= train;
    for (int k = 0; k < NOC_REPLY_KINDS; k++) trains.mix.flits[k] *= train;
    return trains;
}

bool noc_window_queue_is_small(const noc_window_queue *packet_queue)
{
    const noc_window_queue trains = make_train_queue(packet_queue), *queue = &trains;
    const double longest = find_longest_packet(queue);
    const double packets = queue->rate * find_period(queue) / STRIDES,
                 units = fmin(longest, fmax(1.0, longest * STEPS / queue->window_flits[0]));
    bool is_small = (packets + TAIL_DEVIATIONS * sqrt(packets) + TAIL_PACKETS) * units < TAPS_MAX;
    for (int w = 0; w < queue->window_count; w++)
        is_small = is_small && queue->window_flits[w] <= STEPS_MAX * longest;
    return is_small;
}

double noc_window_queue_use(const noc_window_queue *queue)
{
    return queue->rate * find_period(queue) * find_mean_flits(queue) / find_period_flits(queue);
}

/* ---- grid ----------------------------------------------------------------------------------- */

/* Returns the decay rate of the probability of long backlogs, per flit, at which arrivals and
 * capacity of a period have equal moment generating functions. Newton's method approaches the root
 * from above. */
static double find_decay(const noc_window_queue *q)
{
    const double n = q->rate * find_period(q), room = find_period_flits(q);
    double t = 2.0 * (room - n * find_mean_flits(q)) / (n * noc_reply_mix_squared_flits(&q->mix));
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
static void convert_packets(grid *g)
{
    for (int k = 0; k < NOC_REPLY_KINDS; k++) {
        const double units = g->queue->mix.flits[k] / g->unit, whole_units = floor(units);
        g->packet_units[2 * k] = (int)whole_units;
        g->packet_units[2 * k + 1] = (int)whole_units + 1;
        g->kind_shares[2 * k] = g->queue->mix.shares[k] * (1.0 - (units - whole_units));
        g->kind_shares[2 * k + 1] = g->queue->mix.shares[k] * (units - whole_units);
    }
}

/* Finds the distribution of units from a Poisson number of packets (Panjer 1981). Packets of 0
 * units do not count. */
static void find_arrivals(const grid *g, double cycles, arrivals *a)
{
    const double mean = g->queue->rate * cycles;
    double zero_unit_share = 0.0, sum;
    for (int k = 0; k < UNIT_KINDS; k++)
        if (g->packet_units[k] == 0) zero_unit_share += g->kind_shares[k];
    a->chances[0] = sum = exp(-mean * (1.0 - zero_unit_share));
    for (a->count = 1; a->count < TAPS_MAX && sum < 1.0 - negligible; a->count++) {
        double chance = 0.0;
        for (int k = 0; k < UNIT_KINDS; k++)
            if (g->packet_units[k] > 0 && g->packet_units[k] <= a->count)
                chance += g->kind_shares[k] * g->packet_units[k] *
                          a->chances[a->count - g->packet_units[k]];
        a->chances[a->count] = chance * mean / a->count;
        sum += a->chances[a->count];
    }
}

/* Returns the number of points after which backlogs are negligible. */
static double find_point_count(const noc_window_queue *q, double unit)
{
    const double n = q->rate * find_period(q);
    const double mean = n * find_mean_flits(q), variance = n * noc_reply_mix_squared_flits(&q->mix);
    return (TAIL / find_decay(q) + mean + TAIL_DEVIATIONS * sqrt(variance) +
            TAIL_PACKETS * find_longest_packet(q)) /
           unit;
}

/* Returns the unit of the grid, flits. The longest packet has whole units, since backlogs would
 * vary too much otherwise. The unit is as fine as windows need, unless the grid has too many
 * points. */
static double find_unit(const noc_window_queue *q)
{
    const int longest = find_longest_packet(q);
    int parts = (int)(longest * STEPS / q->window_flits[0] + 0.5);
    parts = parts < 1 ? 1 : parts > longest ? longest : parts;
    while (parts > 1 && find_point_count(q, (double)longest / parts) > POINTS_MAX) parts--;
    return (double)longest / parts;
}

/* Makes a grid, with memory of the arena. False when out of memory. */
static bool make_grid(grid *g, const noc_window_queue *queue, noc_arena *arena)
{
    *g = (grid){.queue = queue,
                .train_packets = max_int(1, queue->train),
                .counted_packets = max_int(1, queue->train),
                .period = find_period(queue),
                .unit = find_unit(queue)};
    g->points = (int)find_point_count(queue, g->unit);
    convert_packets(g);
    for (int w = 0; w < queue->window_count; w++) {
        g->window_units[w] = queue->window_flits[w] / g->unit;
        const double last_part = g->window_units[w] - floor(g->window_units[w]);
        find_arrivals(g, last_part * g->unit * queue->interval, &g->last_step_arrivals[w]);
        find_arrivals(g, queue->closed_cycles[w] / STRIDES, &g->stride_arrivals[w]);
    }
    find_arrivals(g, g->unit * queue->interval, &g->step_arrivals);
    const size_t points = (size_t)g->points;
    g->buffer = noc_arena_array(arena, points, sizeof *g->buffer);
    g->tail_chances = noc_arena_array(arena, points, sizeof *g->tail_chances);
    g->next_start = noc_arena_array(arena, points, sizeof *g->next_start);
    for (int i = 0; i < PASSES_KEPT; i++) {
        g->reached_states[i] = noc_arena_array(arena, points, sizeof *g->reached_states[i]);
        g->moves[i] = noc_arena_array(arena, points, sizeof *g->moves[i]);
    }
    return !arena->is_short;
}

/* ---- a pass --------------------------------------------------------------------------------- */

static void trim_backlog(backlog *b)
{
    while (b->count > 1 && b->chances[b->count - 1] < negligible) b->count--;
}

/* Adds arrivals to a backlog; its last point collects what the grid does not hold. */
static void add_arrivals(grid *g, const arrivals *a, backlog *b)
{
    const int full_count = b->count + a->count - 1, count = min_int(full_count, g->points);
    memset(g->buffer, 0, (size_t)count * sizeof *g->buffer);
    for (int n = 0; n < a->count; n++) {
        const double chance = a->chances[n];
        const int fitting_points = b->count < count - n ? b->count : count - n;
        for (int i = 0; i < fitting_points; i++) g->buffer[n + i] += chance * b->chances[i];
        for (int i = fitting_points > 0 ? fitting_points : 0; i < b->count; i++)
            g->buffer[count - 1] += chance * b->chances[i];
    }
    memcpy(b->chances, g->buffer, (size_t)count * sizeof *b->chances);
    b->count = count;
    trim_backlog(b);
}

/* Sends a unit with the probability `sent_part`: the share of a unit that the window has left. */
static void send_unit(backlog *b, double sent_part)
{
    double sent_above = 0.0;
    for (int i = b->count - 1; i > 0; i--) {
        const double sent_chance = sent_part * b->chances[i];
        b->chances[i] += sent_above - sent_chance;
        sent_above = sent_chance;
    }
    b->chances[0] += sent_above;
    if (sent_part == 1.0 && b->count > 1) b->count--;
}

/* Stores the tail probabilities of a backlog in the grid. Returns the mean backlog, units. */
static double find_tail_chances(const grid *g, const backlog *b)
{
    double tail_chance = 0.0, mean = 0.0;
    for (int i = b->count - 1; i >= 0; i--) {
        tail_chance += b->chances[i];
        g->tail_chances[i] = tail_chance;
        if (i > 0) mean += tail_chance;
    }
    return mean;
}

/* Returns the probability of more than `units` units, linear between two points. */
static double find_tail_chance(const grid *g, const backlog *b, double units)
{
    if (units < 0.0)
        return units <= -1.0 ? 1.0 : g->tail_chances[1] - units * (1.0 - g->tail_chances[1]);
    const int whole_units = (int)units;
    const double fraction = units - whole_units;
    const double high_chance = whole_units + 1 < b->count ? g->tail_chances[whole_units + 1] : 0.0,
                 low_chance = whole_units + 2 < b->count ? g->tail_chances[whole_units + 2] : 0.0;
    return high_chance + fraction * (low_chance - high_chance);
}

/* Returns the mean cycles between windows for which a packet waits, if the queue has `spare_units`
 * units of room before the time that precedes `window`. */
static double find_closed_wait(const grid *g, const backlog *b, double spare_units, int window)
{
    double sum = 0.0;
    for (int w = window; spare_units < b->count - 1; w = (w + 1) % g->queue->window_count) {
        sum += g->queue->closed_cycles[w] * find_tail_chance(g, b, spare_units);
        spare_units += g->window_units[w];
    }
    return sum;
}

/* Returns the mean cycles between windows for which packets that arrive now wait. `room_units`:
 * units that can be sent before the time that precedes `window`. A packet waits for the earlier
 * packets of its train as well. */
static double find_mean_closed_wait(const grid *g, const backlog *b, double room_units, int window)
{
    double sum = 0.0;
    for (int k = 0; k < UNIT_KINDS; k++)
        for (int train_place = 1; train_place <= g->counted_packets; train_place++)
            sum += g->kind_shares[k] *
                   find_closed_wait(g, b,
                                    room_units -
                                        (double)g->packet_units[k] * train_place / g->train_packets,
                                    window);
    return sum / g->counted_packets;
}

/* Returns the sum of latencies over the arrival cycles before a window opens, with the wait for the
 * window. A stride counts with the mean of its ends. */
static double sum_closed_latencies(grid *g, int window, backlog *b)
{
    const noc_window_queue *q = g->queue;
    const double cycles = q->closed_cycles[window] / STRIDES, unit = g->unit * q->interval;
    const int next_window = (window + 1) % q->window_count;
    double sum = 0.0, last_value = 0.0;
    for (int i = 0; i <= STRIDES; i++) {
        if (i > 0) add_arrivals(g, &g->stride_arrivals[window], b);
        const double value = find_tail_chances(g, b) * unit +
                             find_mean_closed_wait(g, b, g->window_units[window], next_window);
        if (i > 0)
            sum += cycles *
                   (0.5 * (last_value + value) + q->closed_cycles[window] - (i - 0.5) * cycles);
        last_value = value;
    }
    return sum;
}

/* Returns the sum of latencies over the arrival cycles of an open window. Packets arrive in the
 * middle of a step on average, when half of the step is sent. */
static double sum_open_latencies(grid *g, int window, backlog *b)
{
    const double unit = g->unit * g->queue->interval;
    const int next_window = (window + 1) % g->queue->window_count;
    double sum = 0.0;
    for (int i = 0; i < g->window_units[window]; i++) {
        const double remaining_units = g->window_units[window] - i,
                     sent_part = fmin(1.0, remaining_units);
        const double busy_chance = 1.0 - b->chances[0];
        g->sent_flits += sent_part * busy_chance * g->unit;
        send_unit(b, sent_part);
        sum += sent_part * unit *
               ((find_tail_chances(g, b) + 0.5 * sent_part * busy_chance) * unit +
                find_mean_closed_wait(g, b, remaining_units - sent_part, next_window));
        add_arrivals(g, sent_part == 1.0 ? &g->step_arrivals : &g->last_step_arrivals[window], b);
    }
    return sum;
}

/* Passes a period. Returns the mean latency of packets over its arrival cycles. */
static double pass_period(grid *g, backlog *b)
{
    double sum = 0.0;
    g->sent_flits = 0.0;
    for (int w = 0; w < g->queue->window_count; w++)
        sum += sum_closed_latencies(g, w, b) + sum_open_latencies(g, w, b);
    return sum / g->period;
}

/* ---- the stationary distribution ------------------------------------------------------------ */

/* Estimates the backlog after the last window: a mix of an empty queue and of a geometric backlog
 * with the decay rate, so that flits sent equal flits that arrive. */
static void estimate_backlog(grid *g)
{
    const double decay = find_decay(g->queue) * g->unit,
                 arriving_flits = g->queue->rate * g->period * find_mean_flits(g->queue);
    double sent_by_guess[2];
    for (int number = 0; number < 2; number++) {
        backlog b = {g->reached_states[number], g->points};
        for (int i = 0; i < g->points; i++)
            b.chances[i] = number ? (1.0 - exp(-decay)) * exp(-decay * i) : i == 0 ? 1.0 : 0.0;
        trim_backlog(&b);
        pass_period(g, &b);
        for (int i = b.count; i < g->points; i++) b.chances[i] = 0.0;
        sent_by_guess[number] = g->sent_flits;
    }
    const double chance = fmin(1.0, fmax(0.0, (arriving_flits - sent_by_guess[0]) /
                                                  (sent_by_guess[1] - sent_by_guess[0])));
    for (int i = 0; i < g->points; i++)
        g->next_start[i] =
            (1.0 - chance) * g->reached_states[0][i] + chance * g->reached_states[1][i];
}

/* Makes a pass from g->next_start. Returns the mean latency. */
static double make_pass(grid *g)
{
    const size_t points = (size_t)g->points;
    double *oldest = g->reached_states[PASSES_KEPT - 1], *oldest_moved = g->moves[PASSES_KEPT - 1];
    for (int i = PASSES_KEPT - 1; i > 0; i--) {
        g->reached_states[i] = g->reached_states[i - 1];
        g->moves[i] = g->moves[i - 1];
    }
    g->reached_states[0] = oldest;
    g->moves[0] = oldest_moved;
    backlog b = {memcpy(oldest, g->next_start, points * sizeof *oldest), g->points};
    trim_backlog(&b);
    const double latency = pass_period(g, &b);
    for (int i = b.count; i < g->points; i++) oldest[i] = 0.0;
    for (int i = 0; i < g->points; i++)
        oldest_moved[i] = (oldest[i] - g->next_start[i]) * sqrt(1.0 + i);
    return latency;
}

/* Returns the sum over the points of (a - b) (c - d), of moves of four passes; d < 0: 0. */
static double multiply_moves(const grid *g, int a, int b, int c, int d)
{
    double sum = 0.0;
    for (int i = 0; i < g->points; i++)
        sum +=
            (g->moves[a][i] - g->moves[b][i]) * (g->moves[c][i] - (d < 0 ? 0.0 : g->moves[d][i]));
    return sum;
}

/* Mixes the last three passes (Anderson's mixing, as in analytic/contention/mixing.h, without
 * limits): passes are linear, so a combination has the least move. */
static void mix_passes(grid *g, int passes)
{
    double older_share = 0.0, oldest_share = 0.0, sum = 0.0;
    if (passes > 2) {
        const double older_square = multiply_moves(g, 1, 0, 1, 0),
                     cross_product = multiply_moves(g, 1, 0, 2, 0),
                     oldest_square = multiply_moves(g, 2, 0, 2, 0),
                     a = -multiply_moves(g, 1, 0, 0, -1), b = -multiply_moves(g, 2, 0, 0, -1),
                     determinant = older_square * oldest_square - cross_product * cross_product;
        if (determinant > 1e-12 * older_square * oldest_square) {
            older_share = (a * oldest_square - b * cross_product) / determinant;
            oldest_share = (b * older_square - a * cross_product) / determinant;
        }
    }
    for (int i = 0; i < g->points; i++) {
        const double last = g->reached_states[0][i],
                     next_value = last + older_share * (g->reached_states[1][i] - last) +
                                  oldest_share * (g->reached_states[2][i] - last);
        g->next_start[i] = next_value > 0.0 ? next_value : 0.0;
        sum += g->next_start[i];
    }
    for (int i = 0; i < g->points; i++) g->next_start[i] /= sum;
}

/* Finds the stationary backlog by passes. Returns the mean latency. */
static double find_latency(grid *g)
{
    double latency = 0.0, last_latency;
    int passes = 0;
    estimate_backlog(g);
    do {
        if (passes > 0) mix_passes(g, passes);
        last_latency = latency;
        latency = make_pass(g);
    } while (++passes < PASSES_MAX && fabs(latency - last_latency) > max_change * latency);
    return latency;
}

/* Returns the mean latency without other packets. */
static double find_lone_latency(grid *g)
{
    g->step_arrivals = (arrivals){{1.0}, 1};
    for (int w = 0; w < g->queue->window_count; w++)
        g->last_step_arrivals[w] = g->stride_arrivals[w] = g->step_arrivals;
    g->reached_states[0][0] = 1.0;
    g->counted_packets = 1;
    return pass_period(g, &(backlog){g->reached_states[0], 1});
}

double noc_window_queue_wait(const noc_window_queue *queue)
{
    const double load = noc_window_queue_use(queue);
    if (load >= 1.0) return INFINITY;
    if (queue->rate <= 0.0) return 0.0;
    noc_window_queue train_queue = make_train_queue(queue);
    if (load > max_utilization) train_queue.rate *= max_utilization / load;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    grid *g = noc_arena_array(&scratch, 1, sizeof *g);
    if (!g || !make_grid(g, &train_queue, &scratch)) return NAN;
    const double latency = find_latency(g), wait = latency - find_lone_latency(g);
    return load > max_utilization ? wait * (1.0 - max_utilization) / (1.0 - load) : wait;
}
