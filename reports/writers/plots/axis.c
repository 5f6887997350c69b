#include "reports/writers/plots/axis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Factor between the largest and the smallest value from which on an axis is logarithmic. */
static const double logarithmic_ratio = 30.0;

/* Margin of an axis with one value, as a share of the value. */
static const double least_margin = 0.05;

/* Values from `exponents_from` on, and steps below `exponents_below`, have exponents. */
static const double exponents_from = 1e6, exponents_below = 1e-4;

/* ---- positions ------------------------------------------------------------------------------ */

noc_axis noc_axis_choose(double low, double high, double margin)
{
    if (!isfinite(low) || !isfinite(high) || low > high) return (noc_axis){0.0, 1.0, false};
    if (low > 0.0 && high >= logarithmic_ratio * low) {
        const double factor = pow(high / low, margin);
        return (noc_axis){low / factor, high * factor, true};
    }
    const double largest = fmax(fabs(low), fabs(high));
    const double length = high > low ? high - low : largest > 0.0 ? largest : 1.0;
    const double room = (high > low ? margin : fmax(margin, least_margin)) * length;
    const noc_axis axis = {low - room, high + room, false};
    return (noc_axis){low >= 0.0 ? fmax(axis.low, 0.0) : axis.low, axis.high, false};
}

double noc_axis_share(const noc_axis *axis, double value)
{
    if (!axis->is_logarithmic) return (value - axis->low) / (axis->high - axis->low);
    return value > 0.0 ? log(value / axis->low) / log(axis->high / axis->low) : NAN;
}

double noc_axis_value(const noc_axis *axis, double share)
{
    return axis->is_logarithmic ? axis->low * pow(axis->high / axis->low, share)
                                : axis->low + share * (axis->high - axis->low);
}

/* ---- ticks ---------------------------------------------------------------------------------- */

/* Returns the double nearest to digits * 10^exponent, as its decimal text is read. */
static double decimal(double digits, int exponent)
{
    char text[48];
    snprintf(text, sizeof text, "%.0fe%d", digits, exponent);
    return strtod(text, NULL);
}

/* Returns the largest exponent of a power of ten that is at most `value`. */
static int floor_exponent(double value)
{
    int exponent = (int)floor(log10(value));
    if (decimal(1.0, exponent + 1) <= value) exponent++;
    if (decimal(1.0, exponent) > value) exponent--;
    return exponent;
}

static const double ticks_per_decade = 3.0;

/* Step of a linear axis: digits * 10^exponent, with digits 1, 2 or 5. */
typedef struct step {
    double digits;
    int exponent;
} step;

/* Returns the smallest round step of at least `length`. */
static step round_step(double length)
{
    static const double choices[] = {1.0, 2.0, 5.0};
    const int exponent = floor_exponent(length);
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
        if (decimal(choices[i], exponent) >= length * (1.0 - 1e-9))
            return (step){choices[i], exponent};
    return (step){1.0, exponent + 1};
}

/* Writes a text with an exponent and few characters: "2.5e6", not "2.50e+06". */
static void write_exponent(char text[NOC_AXIS_TICK_CHARS], double value, int decimals)
{
    char digits[NOC_AXIS_TICK_CHARS];
    snprintf(digits, sizeof digits, "%.*e", decimals, value);
    char *mark = strchr(digits, 'e');
    if (!mark) return;
    const int exponent = atoi(mark + 1);
    *mark = '\0';
    if (strchr(digits, '.'))
        for (char *last = mark - 1; *last == '0' || *last == '.'; last--) {
            const bool is_point = *last == '.';
            *last = '\0';
            if (is_point) break;
        }
    if (value == 0.0)
        snprintf(text, NOC_AXIS_TICK_CHARS, "0");
    else
        snprintf(text, NOC_AXIS_TICK_CHARS, "%.16se%d", digits, exponent);
}

static void add_tick(noc_axis_ticks *ticks, double value, bool has_exponent, int decimals)
{
    if (ticks->count == NOC_AXIS_TICKS_MAX) return;
    noc_axis_tick *tick = &ticks->list[ticks->count++];
    tick->value = value;
    if (has_exponent)
        write_exponent(tick->text, value, decimals);
    else
        snprintf(tick->text, sizeof tick->text, "%.*f", decimals, value);
}

static void find_linear(const noc_axis *axis, size_t steps, noc_axis_ticks *ticks)
{
    const step s = round_step((axis->high - axis->low) / (double)steps);
    const double length = decimal(s.digits, s.exponent);
    const double first = ceil(axis->low / length - 1e-9), last = floor(axis->high / length + 1e-9);
    const double largest = fmax(fabs(axis->low), fabs(axis->high));
    const bool has_exponent = largest >= exponents_from || length < exponents_below;
    int decimals = s.exponent < 0 ? -s.exponent : 0;
    if (has_exponent) decimals = floor_exponent(largest) - s.exponent;
    if (decimals > NOC_AXIS_TICK_CHARS - 10) decimals = NOC_AXIS_TICK_CHARS - 10;
    for (size_t i = 0; i < NOC_AXIS_TICKS_MAX && first + (double)i <= last; i++) {
        const double digits = (first + (double)i) * s.digits;
        add_tick(ticks, decimal(digits, s.exponent), has_exponent, decimals);
    }
}

/* Adds the powers of ten, each `stride`-th, with the multiples if `has_multiples`. */
static void find_powers(const noc_axis *axis, int stride, bool has_multiples, noc_axis_ticks *ticks)
{
    static const double multiples[] = {1.0, 2.0, 5.0};
    const int first = floor_exponent(axis->low), last = floor_exponent(axis->high);
    for (int e = first; e <= last; e++)
        for (size_t i = 0; i < (has_multiples ? 3 : 1); i++) {
            const double value = decimal(multiples[i], e);
            if (value < axis->low * (1.0 - 1e-9) || value > axis->high * (1.0 + 1e-9) ||
                e % stride != 0)
                continue;
            const bool has_exponent = value >= exponents_from || value < exponents_below;
            add_tick(ticks, value, has_exponent, has_exponent || e >= 0 ? 0 : -e);
        }
}

noc_axis_ticks noc_axis_find_ticks(const noc_axis *axis, size_t steps)
{
    noc_axis_ticks ticks = {.count = 0};
    const double decades = axis->is_logarithmic ? log10(axis->high / axis->low) : 0.0;
    if (decades < 1.0) {
        find_linear(axis, steps, &ticks);
    } else {
        const int stride = (int)ceil(decades / (double)steps - 1e-9);
        find_powers(axis, stride, ticks_per_decade * decades <= (double)steps + 1.0, &ticks);
    }
    return ticks;
}
