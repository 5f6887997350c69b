#include "analytic/circuits/overlay_latency.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdint.h>

#include "analytic/circuits/overlay_capacity.h"
#include "analytic/circuits/overlay_openings.h"
#include "analytic/circuits/window_queue.h"
#include "analytic/fixed_stream.h"
#include "base/auto.h"
#include "base/min_max.h"
#include "network/circuits/overlay_windows.h"

/* ---- epochs, window by window --------------------------------------------------------------- */

enum {
    DRAW_COUNT = 24000,  /* random numbers, approximately; a millisecond of computing */
    EPOCHS_MIN = 40,     /* least number of epochs, for any number of draws */
    EQUAL_PERIODS = 12,  /* periods of an epoch if windows are equal */
    PERIODS_MAX = 50,    /* most periods of an epoch: windows of longer epochs hardly vary */
    WARM_UP_DIVISOR = 8, /* the first 1 / 8 of the epochs are left out */
    /* most trains drawn from the Poisson distribution; means of more than half of them are drawn
     * from the normal distribution */
    PACKETS_MAX = 200,
};

/* Classes of a memory node's packets: to cores that only the node's own window reaches; to cores
 * that the partner's window reaches as well. */
enum { OTHERS, REACHABLE, CLASSES };

/* A time span, and the arrivals in it: [class]: mean number of trains; probability of no train. */
typedef struct time_span {
    double cycles, mean_trains[CLASSES], no_train_chance[CLASSES];
} time_span;

/* A memory node with waiting flits by class. `young_flits`: flits of OTHERS that came after the
 * oldest REACHABLE flit. */
typedef struct memory_node {
    double rates[CLASSES]; /* [class]: packets per cycle */
    double waiting_flits[CLASSES], young_flits;
    double cut_chances[CLASSES]; /* [class]: probability that a packet is partly sent */
    /* mean waits without other packets: of a single packet, and of a packet of a train, cycles */
    double lone_wait, train_lone_wait;
    /* sum of the waiting packets over the cycles of an epoch; packets that arrive in the epoch */
    double packet_cycles, arrived_packets;
    /* the same sums over all epochs that count */
    double counted_cycles, counted_packets;
} memory_node;

/* A window in which a node may send. */
typedef struct window_visit {
    time_span open_time;
    double slots; /* flits that the window holds */
    bool is_partner;
    /* Queue of a window that is always open, M/G/1: utilisation; mean wait and relaxation time,
     * cycles; `extra_cycles`: extra cycles per packet of backlog until the queue is empty, as
     * arrivals are not even. */
    double utilization, mean_wait, relaxation_cycles, extra_cycles;
} window_visit;

/* A simulation of epochs, one after the other. */
typedef struct epoch_run {
    const noc_overlay *overlay;
    const noc_overlay_load *load;
    double flits;                            /* mean flits of a packet */
    double squared_flits;                    /* mean square of a packet's flits */
    int train_packets;                       /* packets of a train */
    double train_flits, squared_train_flits; /* mean and mean square of a train's flits */
    double cut_packets; /* packets for which a partly sent packet counts beyond its flits left */
    noc_fixed_stream draws;
    double inverses[PACKETS_MAX + 1];   /* [n]: 1 / n */
    double deviations[PACKETS_MAX + 1]; /* [n]: standard deviation of the flits of n trains */
    memory_node *nodes;                 /* [memory node] */
    double *weights;                    /* [memory node]: weight of the next epoch's window */
    int *windows;                       /* [memory node]: cycles of the present window */
    noc_window_fill fill;               /* fill of windows if packets are sent whole */
    int queue, window_min;    /* packets that a reply queue holds; least cycles of a window */
    int periods, lead_cycles; /* periods of an epoch; cycles before the epoch's first window */
} epoch_run;

/* ---- arrivals ------------------------------------------------------------------------------- */

/* Packets, and flits, of trains that arrive in a time span. */
typedef struct arrived_trains {
    double packets, flits;
} arrived_trains;

/* Draws many trains from the normal distribution, with mean flits. */
static arrived_trains draw_many_trains(const epoch_run *s, double mean, double u)
{
    /* standard deviation of the trains' flits, in trains */
    const double deviation = sqrt(mean * s->squared_train_flits) / s->train_flits;
    const double trains = fmax(0.0, mean + deviation * gsl_cdf_ugaussian_Pinv(fmax(u, 0x1p-53)));
    return (arrived_trains){trains * s->train_packets, trains * s->train_flits};
}

/* Draws a Poisson number of trains by inversion, with one random number, so that a rate does not
 * change later draws. The rest of the random number decides if the trains' flits are a standard
 * deviation above or below the mean. */
static arrived_trains draw_trains(epoch_run *s, const time_span *time, int class)
{
    const double u = noc_fixed_uniform(&s->draws), mean = time->mean_trains[class];
    if (mean > 0.5 * PACKETS_MAX) return draw_many_trains(s, mean, u);
    double chance = time->no_train_chance[class], sum = chance;
    int n = 0;
    while (u >= sum && n < PACKETS_MAX) {
        chance *= mean * s->inverses[++n];
        sum += chance;
    }
    const double deviation = u < sum - 0.5 * chance ? s->deviations[n] : -s->deviations[n];
    return (arrived_trains){n * s->train_packets, n * s->train_flits + deviation};
}

/* Makes a time span of `cycles` cycles. The last injection interval of a window may end after the
 * window, so `cycles` may be negative, which counts as 0. */
static time_span make_time_span(const epoch_run *s, const memory_node *m, double cycles)
{
    time_span span = {.cycles = fmax(0.0, cycles)};
    for (int class = 0; class < CLASSES; class ++) {
        span.mean_trains[class] = m->rates[class] * span.cycles / s->train_packets;
        span.no_train_chance[class] = exp(-span.mean_trains[class]);
    }
    return span;
}

/* Draws the arrivals of a class in a time span, and adds them to the node. */
static arrived_trains draw_arrivals(epoch_run *s, memory_node *m, const time_span *time, int class)
{
    if (m->rates[class] == 0.0) return (arrived_trains){0.0, 0.0};
    const arrived_trains trains = draw_trains(s, time, class);
    m->arrived_packets += trains.packets;
    m->waiting_flits[class] += trains.flits;
    if (class == OTHERS) m->young_flits += trains.flits;
    return trains;
}

/* Adds the wait of a class that is not sent: arrivals wait for half of the time span on average. */
static void add_unsent_wait(epoch_run *s, memory_node *m, const time_span *time, int class)
{
    const double waiting_flits = m->waiting_flits[class],
                 flits = draw_arrivals(s, m, time, class).flits;
    m->packet_cycles += time->cycles * (waiting_flits + 0.5 * flits) / s->flits;
}

/* Passes a time span in which the node may not send. */
static void pass_closed_time(epoch_run *s, memory_node *m, const time_span *time)
{
    m->packet_cycles +=
        (m->cut_chances[OTHERS] + m->cut_chances[REACHABLE]) * s->cut_packets * time->cycles;
    for (int class = 0; class < CLASSES; class ++) add_unsent_wait(s, m, time, class);
}

/* ---- packets sent --------------------------------------------------------------------------- */

/* Ends a window, which cuts a packet of the classes sent with probability `chance`. */
static void end_window(memory_node *m, const window_visit *v, double chance)
{
    const double other_rate = v->is_partner ? 0.0 : m->rates[OTHERS],
                 total_rate = other_rate + m->rates[REACHABLE];
    m->cut_chances[REACHABLE] = total_rate > 0.0 ? chance * m->rates[REACHABLE] / total_rate : 0.0;
    if (!v->is_partner) m->cut_chances[OTHERS] = chance - m->cut_chances[REACHABLE];
}

/* Returns the flits left in excess of an even flow, at the end of a window: a queue that is
 * empty at times wastes service. A Brownian bridge from `backlog` to `end` (negative if the
 * window could send more) has its minimum below -m with the probability exp(-2 (backlog + m)
 * (end + m) / variance); the result approximates the integral over m, exactly for short and for
 * long bridges. */
static double find_wasted_flits(double backlog, double end, double variance)
{
    static const double short_bridge = 1.5957691216057308; /* sqrt(8 / pi) */
    const double product = end > 0.0 ? 2.0 * backlog * end : 0.0,
                 bridge_length = backlog + fabs(end);
    if (variance <= 0.0 || product > 8.0 * variance) return 0.0;
    const double wasted_flits = variance / (2.0 * bridge_length + short_bridge * sqrt(variance));
    return product > 0.0 ? wasted_flits * exp(-product / variance) : wasted_flits;
}

/* Returns the mean number of packets of its train before a packet. */
static double find_train_position(const epoch_run *s)
{
    return 0.5 * (s->train_packets - 1);
}

/* Adds the waits in a window that has emptied the queue: for `cycles` cycles the window acts as one
 * that is always open, which reaches equilibrium in its relaxation time. */
static void add_idle_waits(const epoch_run *s, memory_node *m, const window_visit *v, double cycles,
                           double flits)
{
    const double equilibrium_share = cycles / (cycles + v->relaxation_cycles),
                 interval = v->open_time.cycles / v->slots, share = cycles / v->open_time.cycles;
    m->packet_cycles +=
        share * flits *
        (interval * (1.0 + find_train_position(s)) + equilibrium_share * v->mean_wait / s->flits);
    end_window(m, v, equilibrium_share * v->utilization);
}

/* Sends backlog and arrivals in a window until the window ends, or the queue is empty. Returns the
 * flits left. */
static double send_flow(const epoch_run *s, memory_node *m, const window_visit *v, double backlog,
                        arrived_trains trains)
{
    const double net_rate = (v->slots - trains.flits) / v->open_time.cycles,
                 end = backlog + trains.flits - v->slots;
    const bool empties = net_rate > 0.0 && end < 0.0;
    const double busy_cycles = empties ? backlog / net_rate : v->open_time.cycles,
                 left_flits = empties ? 0.0 : end,
                 wasted_flits = find_wasted_flits(
                     backlog, end, trains.packets / s->train_packets * s->squared_train_flits);
    m->packet_cycles += busy_cycles * (0.5 * (backlog + left_flits) / s->flits + s->cut_packets);
    if (empties) {
        m->packet_cycles +=
            backlog / s->flits * v->extra_cycles * (1.0 - busy_cycles / v->open_time.cycles);
        add_idle_waits(s, m, v, v->open_time.cycles - busy_cycles, trains.flits);
    } else {
        end_window(m, v, 1.0);
    }
    return left_flits + wasted_flits;
}

/* Removes the oldest flits, so that `left_flits` flits are left. From the oldest reachable flit on
 * both classes are mixed evenly. */
static void keep_youngest(memory_node *m, double left_flits)
{
    const double mixed_flits = m->waiting_flits[REACHABLE] + m->young_flits;
    if (left_flits <= mixed_flits) {
        m->waiting_flits[REACHABLE] *= mixed_flits > 0.0 ? left_flits / mixed_flits : 0.0;
        m->young_flits = m->waiting_flits[OTHERS] = left_flits - m->waiting_flits[REACHABLE];
    } else {
        m->waiting_flits[OTHERS] = left_flits - m->waiting_flits[REACHABLE];
    }
}

/* Passes a window in which the node sends both classes, or only REACHABLE in its partner's
 * window. */
static void pass_window(epoch_run *s, memory_node *m, const window_visit *v)
{
    const double reachable_flits = m->waiting_flits[REACHABLE],
                 other_flits = m->waiting_flits[OTHERS];
    if (v->is_partner) {
        m->packet_cycles += m->cut_chances[OTHERS] * s->cut_packets * v->open_time.cycles;
        add_unsent_wait(s, m, &v->open_time, OTHERS);
        m->waiting_flits[REACHABLE] =
            send_flow(s, m, v, reachable_flits, draw_arrivals(s, m, &v->open_time, REACHABLE));
        m->young_flits = fmin(m->waiting_flits[OTHERS],
                              m->waiting_flits[REACHABLE] * m->rates[OTHERS] / m->rates[REACHABLE]);
    } else {
        const arrived_trains reachable_trains = draw_arrivals(s, m, &v->open_time, REACHABLE),
                             other_trains = draw_arrivals(s, m, &v->open_time, OTHERS);
        const arrived_trains all_trains = {reachable_trains.packets + other_trains.packets,
                                           reachable_trains.flits + other_trains.flits};
        keep_youngest(m, send_flow(s, m, v, reachable_flits + other_flits, all_trains));
    }
}

/* ---- an epoch ------------------------------------------------------------------------------- */

/* A node's windows in a period, and the time spans before, between and after the windows. `gaps`:
 * [window]: time before the window, from the second window on. */
typedef struct period_plan {
    window_visit visits[NOC_OPENINGS_MAX];
    time_span gaps[NOC_OPENINGS_MAX], between_periods, after_last, before_first;
    int count;
} period_plan;

/* Start of a window in the period, cycles, and the flits that the window holds. */
typedef struct window_start {
    double start, slots;
    bool is_partner;
} window_start;

static window_start make_window_start(const epoch_run *s, int window, bool is_partner)
{
    double start = s->overlay->window_switch_cycles;
    for (int w = 0; w < window; w++) start += s->windows[w];
    const int slots = noc_window_slots(s->overlay, s->windows[window]);
    return (window_start){
        start, s->overlay->straddles_windows ? slots : noc_window_fill_flits(&s->fill, slots),
        is_partner};
}

/* Makes the visit of a window that is open for `length` cycles, with the wait of Pollaczek and
 * Khinchine, and the relaxation time of Newell's diffusion approximation. */
static window_visit make_visit(const epoch_run *s, const memory_node *m, const window_start *start,
                               double length)
{
    window_visit v = {
        make_time_span(s, m, length), start->slots, start->is_partner, 0.0, 0.0, 1.0, 0.0};
    const double other_rate = start->is_partner ? 0.0 : m->rates[OTHERS],
                 rate = m->rates[REACHABLE] + other_rate, interval = length / start->slots,
                 square = rate / s->train_packets * s->squared_train_flits * interval * interval;
    v.utilization = rate * s->flits * interval;
    if (v.utilization >= 1.0 || rate == 0.0) return v;
    v.mean_wait = 0.5 * square / (1.0 - v.utilization);
    v.relaxation_cycles = square / (1.0 - v.utilization) / (1.0 - v.utilization);
    v.extra_cycles = 0.5 * v.relaxation_cycles;
    return v;
}

static period_plan make_period_plan(const epoch_run *s, int memory)
{
    const memory_node *m = &s->nodes[memory];
    const double period = s->overlay->period_cycles, lead_cycles = s->lead_cycles;
    window_start starts[NOC_OPENINGS_MAX] = {make_window_start(s, memory, false)};
    period_plan t = {.count = 1};
    double end = 0.0;
    if (m->rates[REACHABLE] > 0.0) {
        const int partner = noc_overlay_window_of_partner(memory, s->load->memory_nodes);
        starts[t.count++] = make_window_start(s, partner, true);
        if (partner < memory) {
            starts[1] = starts[0];
            starts[0] = make_window_start(s, partner, true);
        }
    }
    for (int i = 0; i < t.count; i++) {
        const double length = starts[i].slots * s->overlay->inject_interval;
        t.gaps[i] = make_time_span(s, m, starts[i].start - end);
        t.visits[i] = make_visit(s, m, &starts[i], length);
        end = starts[i].start + length;
    }
    t.before_first = make_time_span(s, m, lead_cycles + starts[0].start);
    t.between_periods = make_time_span(s, m, period - end + starts[0].start);
    t.after_last = make_time_span(s, m, period - end);
    return t;
}

static void run_node(epoch_run *s, int memory)
{
    const period_plan t = make_period_plan(s, memory);
    memory_node *m = &s->nodes[memory];
    for (int p = 0; p < s->periods; p++)
        for (int i = 0; i < t.count; i++) {
            pass_closed_time(s, m,
                             i > 0   ? &t.gaps[i]
                             : p > 0 ? &t.between_periods
                                     : &t.before_first);
            pass_window(s, m, &t.visits[i]);
        }
    pass_closed_time(s, m, &t.after_last);
}

/* Sizes the windows of the next epoch by the loads of this one. */
static void size_windows(epoch_run *s)
{
    const int count = s->load->memory_nodes;
    const double cycles = (double)s->periods * s->overlay->period_cycles + s->lead_cycles,
                 epoch_factor = noc_overlay_epoch_cycles(s->overlay) / cycles;
    for (int m = 0; m < count; m++) {
        const noc_window_load load = {
            (uint64_t)(s->nodes[m].arrived_packets * epoch_factor + 0.5),
            s->nodes[m].packet_cycles / cycles,
        };
        s->weights[m] = noc_window_weight(s->overlay, load, s->queue);
    }
    noc_windows_divide(s->overlay->period_cycles, s->window_min, s->weights, count, s->windows);
}

static void run_epoch(epoch_run *s, bool is_counted)
{
    const int count = s->load->memory_nodes;
    for (int m = 0; m < count; m++) s->nodes[m].packet_cycles = s->nodes[m].arrived_packets = 0.0;
    for (int m = 0; m < count; m++) run_node(s, m);
    for (int m = 0; m < count && is_counted; m++) {
        s->nodes[m].counted_cycles += s->nodes[m].packet_cycles;
        s->nodes[m].counted_packets += s->nodes[m].arrived_packets;
    }
    if (s->overlay->window_sizing == NOC_WINDOWS_ADAPTIVE) size_windows(s);
}

/* ---- all epochs ----------------------------------------------------------------------------- */

/* Returns the mean number of windows that a packet fills entirely when it begins with a window. */
static double count_filled_windows(const epoch_run *s, double slots)
{
    double sum = 0.0;
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++)
        sum += s->load->mix.shares[kind] * (ceil(s->load->mix.flits[kind] / slots) - 1.0);
    return sum;
}

/* Returns the mean wait of a train's packet, with its sending, in equal windows without contention,
 * cycles. Arrivals between two windows wait for half of that time; a packet needs the intervals of
 * its flits and of earlier packets of its train; and at each end of a window the packet waits for
 * the next window. `packets`: packets of the train up to this one, mean. */
static double find_lone_wait(const epoch_run *s, int memory, double packets)
{
    const double period = s->overlay->period_cycles,
                 sending_cycles = packets * s->flits * s->overlay->inject_interval;
    const memory_node *m = &s->nodes[memory];
    const period_plan t = make_period_plan(s, memory);
    const double extra_windows = count_filled_windows(s, t.visits[0].slots);
    double squares = t.between_periods.cycles * t.between_periods.cycles,
           closed_cycles = t.between_periods.cycles, other_closed = period;
    for (int i = 0; i < t.count; i++) {
        if (i > 0) squares += t.gaps[i].cycles * t.gaps[i].cycles;
        if (i > 0) closed_cycles += t.gaps[i].cycles;
        if (!t.visits[i].is_partner) other_closed -= t.visits[i].open_time.cycles;
    }
    const double sum =
        m->rates[REACHABLE] * ((0.5 + extra_windows) * squares + sending_cycles * closed_cycles) +
        m->rates[OTHERS] *
            ((0.5 + extra_windows) * other_closed * other_closed + sending_cycles * other_closed);
    return sum / (m->rates[REACHABLE] + m->rates[OTHERS]) / period + sending_cycles;
}

/* Makes the run's lists, with memory of the arena. False when out of memory. */
static bool make_run(epoch_run *s, const int *windows, double rate, noc_arena *arena)
{
    const double variance = s->squared_flits - s->flits * s->flits;
    for (int n = 1; n <= PACKETS_MAX; n++) {
        s->inverses[n] = 1.0 / n;
        s->deviations[n] = sqrt(n * s->train_packets * variance);
    }
    const int count = s->load->memory_nodes;
    s->nodes = noc_arena_array(arena, (size_t)count, sizeof *s->nodes);
    s->weights = noc_arena_array(arena, (size_t)count, sizeof *s->weights);
    s->windows = noc_arena_copy(arena, windows, (size_t)count, sizeof *s->windows);
    const int slots = noc_window_slots(s->overlay, s->overlay->period_cycles);
    if (!s->overlay->straddles_windows) noc_window_fill_make(&s->load->mix, slots, arena, &s->fill);
    if (arena->is_short) return false;
    for (int m = 0; m < count; m++) {
        const double node_rate = rate * s->load->shares[m],
                     reachable_share = noc_overlay_reachable_share(s->overlay, s->load, m);
        s->nodes[m].rates[REACHABLE] = node_rate * reachable_share;
        s->nodes[m].rates[OTHERS] = node_rate * (1.0 - reachable_share);
    }
    return true;
}

static void run_epochs(epoch_run *s)
{
    const bool adaptive = s->overlay->window_sizing == NOC_WINDOWS_ADAPTIVE;
    const int draws = s->overlay->multiplexing == NOC_MULTIPLEX_RESERVED ? 8
                      : s->overlay->multiplexing == NOC_MULTIPLEX_ALL    ? 4
                                                                         : 2;
    const int periods = s->overlay->epoch_cycles / s->overlay->period_cycles;
    s->periods = !adaptive ? EQUAL_PERIODS : periods < PERIODS_MAX ? periods : PERIODS_MAX;
    s->lead_cycles = adaptive ? s->overlay->gom_cycles : 0;
    const int epochs =
        max_int(EPOCHS_MIN, DRAW_COUNT / (s->load->memory_nodes * s->periods * draws));
    for (int e = 0; e < epochs; e++) run_epoch(s, e >= epochs / WARM_UP_DIVISOR);
}

/* Stores the waits: a packet's wait in its train beyond the time in which the train is sent without
 * a break, and `share` of the waits for other packets. Memory nodes without arrivals have no
 * wait. */
static void fill_waits(const epoch_run *s, double share, double *waits)
{
    const double train_cycles = find_train_position(s) * s->flits * s->overlay->inject_interval;
    for (int m = 0; m < s->load->memory_nodes; m++) {
        const memory_node *n = &s->nodes[m];
        const double other_wait = n->counted_cycles / n->counted_packets - n->train_lone_wait;
        waits[m] = n->counted_packets > 0.0
                       ? n->train_lone_wait - n->lone_wait - train_cycles + share * other_wait
                       : 0.0;
    }
}

static void find_lone_waits(epoch_run *s)
{
    for (int m = 0; m < s->load->memory_nodes; m++) {
        s->nodes[m].lone_wait = find_lone_wait(s, m, 1.0);
        s->nodes[m].train_lone_wait = find_lone_wait(s, m, 1.0 + find_train_position(s));
    }
}

/* Simulates an overlay with adaptive windows, or with partners that reach some cores only, window
 * after window, with a fixed stream of random numbers. Backlogs are flits that flow evenly: the
 * number of arrivals in a time span is random; their instants are not, except for the service that
 * they waste.
 *
 * `waits`: as noc_overlay_waits finds them; `rate`: packets per cycle of all nodes, below
 * saturation; `share`: share of the waits for other packets that counts. False when out of
 * memory. */
static bool simulate_epochs(const noc_overlay *overlay, const noc_overlay_load *load,
                            const int *windows, int queue, double rate, double share, double *waits)
{
    const noc_reply_mix *mix = &load->mix;
    const double mean = noc_reply_mix_flits(mix), squared_flits = noc_reply_mix_squared_flits(mix);
    const int train = max_int(1, load->train);
    epoch_run run_data = {
        .overlay = overlay,
        .load = load,
        .flits = mean,
        .squared_flits = squared_flits,
        .train_packets = train,
        .train_flits = train * mean,
        .squared_train_flits = train * (squared_flits + (train - 1) * mean * mean),
        .cut_packets = 1.0 - 0.5 * squared_flits / (mean * mean),
        .window_min = noc_overlay_min_window(overlay, max_int(mix->flits[0], mix->flits[1])),
        .queue = queue,
    };
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    if (!make_run(&run_data, windows, rate, &scratch)) return false;
    find_lone_waits(&run_data);
    run_epochs(&run_data);
    fill_waits(&run_data, share, waits);
    return true;
}

/* ---- each memory node by itself ------------------------------------------------------------- */

/* Returns the flits that a window holds. Whole packets leave some slots empty. */
static double find_window_flits(const noc_overlay *overlay, const noc_overlay_load *load,
                                int cycles)
{
    return noc_window_flits(overlay, &load->mix, noc_window_slots(overlay, cycles));
}

/* Returns the queue of a memory node that sends in its own window and, with multiplexing, for all
 * cores in its partner's window. */
static noc_window_queue make_window_queue(const noc_overlay *overlay, const noc_overlay_load *load,
                                          const int *windows, int memory, double rate)
{
    const int partner = noc_overlay_window_of_partner(memory, load->memory_nodes);
    const int first = min_int(partner, memory), second = partner + memory - first;
    noc_window_queue queue = {
        .rate = rate * load->shares[memory],
        .mix = load->mix,
        .train = load->train,
        .interval = overlay->inject_interval,
        .window_flits = {find_window_flits(overlay, load, windows[memory])},
        .window_count = 1,
    };
    const double open_cycles = queue.window_flits[0] * queue.interval;
    queue.closed_cycles[0] = overlay->period_cycles - open_cycles;
    if (overlay->multiplexing == NOC_MULTIPLEX_OFF) return queue;
    double start_distance = 0.0;
    for (int w = first; w < second; w++) start_distance += windows[w];
    queue.window_count = 2;
    for (int w = 0; w < 2; w++)
        queue.window_flits[w] = find_window_flits(overlay, load, windows[w ? second : first]);
    queue.closed_cycles[1] = start_distance - queue.window_flits[0] * queue.interval;
    queue.closed_cycles[0] =
        overlay->period_cycles - start_distance - queue.window_flits[1] * queue.interval;
    return queue;
}

static bool are_equal_queues(const noc_window_queue *a, const noc_window_queue *b)
{
    bool is_equal = a->rate == b->rate && a->window_count == b->window_count;
    for (int w = 0; w < a->window_count; w++)
        is_equal = is_equal && a->window_flits[w] == b->window_flits[w] &&
                   a->closed_cycles[w] == b->closed_cycles[w];
    return is_equal;
}

/* True if all queues are small (noc_window_queue_is_small). */
static bool are_small(const noc_window_queue *queues, int count)
{
    bool are_all_small = true;
    for (int m = 0; m < count; m++)
        are_all_small = are_all_small && noc_window_queue_is_small(&queues[m]);
    return are_all_small;
}

/* Finds the waits of independent queues. `waits`: [queue]; equal queues are computed once. */
static void find_queue_waits(const noc_window_queue *queues, int count, double *waits)
{
    for (int m = 0; m < count; m++) {
        int equal_queue = 0;
        while (!are_equal_queues(&queues[equal_queue], &queues[m])) equal_queue++;
        waits[m] = equal_queue < m ? waits[equal_queue] : noc_window_queue_wait(&queues[m]);
    }
}

/* Finds the waits by simulation, where the memory nodes are no independent queues, or have many
 * packets. A simulation of few packets has large errors, so at low rates in equal windows waits
 * grow from 0 with the rate, as in M/G/1. False when out of memory. */
static bool find_simulated_waits(const noc_overlay *overlay, const noc_overlay_load *load,
                                 const int *windows, int queue, double rate, double *waits)
{
    static const double reference_share = 0.25;
    const double saturation = noc_overlay_saturation(overlay, load, windows).rate;
    const bool is_low =
        overlay->window_sizing == NOC_WINDOWS_EQUAL && rate < reference_share * saturation;
    const double simulated_rate = is_low ? reference_share * saturation : rate;
    const double share =
        is_low ? rate / simulated_rate * (saturation - simulated_rate) / (saturation - rate) : 1.0;
    return simulate_epochs(overlay, load, windows, queue, simulated_rate, share, waits);
}

/* Finds the waits below saturation. Memory nodes with equal windows are independent queues, unless
 * partners reach some cores only. False when out of memory. */
static bool find_waits(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                       int queue, double rate, double *waits)
{
    const int count = load->memory_nodes;
    if (rate <= 0.0) {
        for (int m = 0; m < count; m++) waits[m] = 0.0;
        return true;
    }
    NOC_AUTO_FREE noc_window_queue *queues = malloc((size_t)count * sizeof *queues);
    if (!queues) return false;
    for (int m = 0; m < count; m++) queues[m] = make_window_queue(overlay, load, windows, m, rate);
    const bool is_independent = overlay->window_sizing == NOC_WINDOWS_EQUAL &&
                                overlay->multiplexing != NOC_MULTIPLEX_RESERVED &&
                                are_small(queues, count);
    if (is_independent) find_queue_waits(queues, count, waits);
    return is_independent || find_simulated_waits(overlay, load, windows, queue, rate, waits);
}

bool noc_overlay_waits(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                       int queue, double rate, double *waits)
{
    if (rate < noc_overlay_saturation(overlay, load, windows).rate)
        return find_waits(overlay, load, windows, queue, rate, waits);
    for (int m = 0; m < load->memory_nodes; m++) waits[m] = INFINITY;
    return true;
}
