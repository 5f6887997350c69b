#include "network/circuits/overlay_windows.h"

#include <math.h>

#include "base/min_max.h"

void noc_windows_divide_equally(int period, int count, int *cycles)
{
    for (int m = 0; m < count; m++) cycles[m] = period / count + (m < period % count ? 1 : 0);
}

static double sum_of(const double *values, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum += values[i];
    return sum;
}

/* Part of the period for a weight, cycles, not rounded. */
static double exact_cycles(int period, double weight, double sum)
{
    return (double)period * weight / sum;
}

/* Window with the largest loss by rounding; the first of equals. */
static int find_most_rounded(int period, const double *weights, double sum, int count,
                             const int *cycles)
{
    int window = 0;
    double largest_loss = -1.0;
    for (int m = 0; m < count; m++) {
        const double loss = exact_cycles(period, weights[m], sum) - cycles[m];
        if (loss > largest_loss) {
            largest_loss = loss;
            window = m;
        }
    }
    return window;
}

static int find_longest(const int *cycles, int count)
{
    int window = 0;
    for (int m = 1; m < count; m++)
        if (cycles[m] > cycles[window]) window = m;
    return window;
}

static void raise_short_windows(int least, int count, int *cycles)
{
    int missing = 0;
    for (int m = 0; m < count; m++) {
        if (cycles[m] >= least) continue;
        missing += least - cycles[m];
        cycles[m] = least;
    }
    for (; missing > 0; missing--) cycles[find_longest(cycles, count)]--;
}

void noc_windows_divide(int period, int least, const double *weights, int count, int *cycles)
{
    const double sum = sum_of(weights, count);
    if (sum <= 0.0) {
        noc_windows_divide_equally(period, count, cycles);
        return;
    }
    int cycles_left = period;
    for (int m = 0; m < count; m++) {
        cycles[m] = (int)floor(exact_cycles(period, weights[m], sum));
        cycles_left -= cycles[m];
    }
    /* A window that gets a cycle has more than its part, so its loss is negative afterwards. */
    for (; cycles_left > 0; cycles_left--)
        cycles[find_most_rounded(period, weights, sum, count, cycles)]++;
    raise_short_windows(least, count, cycles);
}

double noc_window_weight(const noc_overlay *overlay, noc_window_load load, int queue)
{
    const double arrived = (double)load.created / noc_overlay_epoch_cycles(overlay);
    if (overlay->weight_units == NOC_WEIGHTS_NORMALISED)
        return overlay->weight_arrival * arrived + overlay->weight_occupancy * load.waiting / queue;
    return overlay->weight_arrival * overlay->period_cycles * arrived +
           overlay->weight_occupancy * load.waiting;
}

int noc_overlay_epoch_cycles(const noc_overlay *overlay)
{
    return overlay->window_sizing == NOC_WINDOWS_ADAPTIVE
               ? overlay->gom_cycles + overlay->epoch_cycles
               : overlay->period_cycles;
}

int noc_window_open_cycles(const noc_overlay *overlay, int cycles)
{
    return cycles - overlay->window_switch_cycles - NOC_OVERLAY_DRAIN;
}

int noc_window_slots(const noc_overlay *overlay, int cycles)
{
    const int open_cycles = noc_window_open_cycles(overlay, cycles),
              interval = overlay->inject_interval;
    return open_cycles > 0 ? (open_cycles + interval - 1) / interval : 0;
}

/* ---- partners ------------------------------------------------------------------------------- */

int noc_overlay_partner(int window, int count)
{
    return (window + count / 2) % count;
}

int noc_overlay_window_of_partner(int memory, int count)
{
    return (memory + count - count / 2) % count;
}

static bool is_between(int a, int b, int value)
{
    return value >= min_int(a, b) && value <= max_int(a, b);
}

/* The owner's flits go outwards along its row, then outwards from that row along all columns. All
 * other links are free for the partner: its column towards the owner's row, the rows on the way,
 * and the owner's row towards the owner. */
bool noc_partner_reaches_core(noc_point owner, noc_point partner, noc_point core)
{
    if (!is_between(owner.row, partner.row, core.row)) return false;
    return core.row != owner.row || is_between(owner.column, partner.column, core.column);
}
