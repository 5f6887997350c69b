#include "analytic/loop/halving.h"

#include <math.h>
#include <stdbool.h>

enum { LOWER, UPPER };

/* Evaluates the function at an argument between the nearest ones. Returns the side of the root. */
static int test_argument(noc_halving *h, double argument)
{
    const double value = h->function(h->context, argument);
    const int side = value < 0.0 ? LOWER : UPPER;
    h->nearest[side] = (noc_halving_point){argument, value};
    return side;
}

/* Root of the secant through both nearest points, with weighted values, shifted away from the side
 * of the last test, so that both points come near the root. */
static double secant_argument(const noc_halving *h, const double weight[2], double shift)
{
    const noc_halving_point *lower = &h->nearest[LOWER], *upper = &h->nearest[UPPER];
    const double lower_value = weight[LOWER] * lower->value,
                 upper_value = weight[UPPER] * upper->value;
    return lower->argument +
           (upper->argument - lower->argument) * lower_value / (lower_value - upper_value) + shift;
}

/* Narrows the interval by secants; bisects when two tests have not halved it. */
static void narrow(noc_halving *h, double precision)
{
    enum { TESTS = 12 };
    const noc_halving_point *lower = &h->nearest[LOWER], *upper = &h->nearest[UPPER];
    double weight[2] = {1.0, 1.0}, width_before_last = INFINITY, last_width = INFINITY;
    int last_side = -1;
    for (int i = 0; i < TESTS && upper->argument - lower->argument > precision * upper->argument;
         i++) {
        const double width = upper->argument - lower->argument,
                     step = 0.4 * precision * upper->argument;
        const double shift = last_side == LOWER ? step : last_side == UPPER ? -step : 0.0;
        double argument = secant_argument(h, weight, shift);
        if (!(argument > lower->argument && argument < upper->argument) ||
            width > 0.5 * width_before_last)
            argument = 0.5 * (lower->argument + upper->argument);
        const int side = test_argument(h, argument);
        weight[!side] = side == last_side ? 0.5 * weight[!side] : 1.0;
        weight[side] = 1.0;
        last_side = side;
        width_before_last = last_width;
        last_width = width;
    }
}

void noc_halving_begin(noc_halving *h, noc_halving_point low, noc_halving_point high,
                       double precision)
{
    h->low = low.argument;
    h->high = high.argument;
    h->nearest[LOWER] = high.value < 0.0 ? high : low;
    h->nearest[UPPER] = high;
    narrow(h, precision);
}

void noc_halving_step(noc_halving *h)
{
    const double middle = (h->low + h->high) / 2.0;
    bool is_lower = middle > h->low && middle <= h->nearest[LOWER].argument;
    if (middle > h->nearest[LOWER].argument && middle < h->nearest[UPPER].argument)
        is_lower = test_argument(h, middle) == LOWER;
    *(is_lower ? &h->low : &h->high) = middle;
}
