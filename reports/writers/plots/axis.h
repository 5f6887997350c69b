/* reports/writers/plots/axis.h: axes of plots, linear or logarithmic: positions of values, and
 * ticks at round values. */
#ifndef NOC_REPORTS_WRITERS_PLOTS_AXIS_H
#define NOC_REPORTS_WRITERS_PLOTS_AXIS_H

#include <stdbool.h>
#include <stddef.h>

/* Values at the ends of an axis, low < high, both finite; 0 < low if the axis is logarithmic. */
typedef struct noc_axis {
    double low, high;
    bool is_logarithmic;
} noc_axis;

/* Chooses an axis that has all values from `low` to `high`, with a margin at each end: `margin`
 * times the length between both. Values that are all positive and span a factor of 30 or more get a
 * logarithmic axis. A linear axis of values from 0 on does not begin below 0. Equal values get
 * room, and values that are not finite an axis from 0 to 1. */
noc_axis noc_axis_choose(double low, double high, double margin);

/* Returns the position of a value: 0 at the low end, 1 at the high end; NAN for values without a
 * logarithm on a logarithmic axis. */
double noc_axis_share(const noc_axis *axis, double value);

/* Returns the value at a position, the inverse of noc_axis_share. */
double noc_axis_value(const noc_axis *axis, double share);

enum { NOC_AXIS_TICKS_MAX = 32, NOC_AXIS_TICK_CHARS = 24 };

/* Tick of an axis. */
typedef struct noc_axis_tick {
    double value;
    char text[NOC_AXIS_TICK_CHARS]; /* "0.25"; from a million on, and for small ones, "2.5e6" */
} noc_axis_tick;

/* Ticks of an axis, in ascending order. */
typedef struct noc_axis_ticks {
    noc_axis_tick list[NOC_AXIS_TICKS_MAX];
    size_t count;
} noc_axis_ticks;

/* Finds the ticks of an axis, about `steps` (1 to 12) and two more at most. A linear axis has steps
 * of 1, 2 or 5 times a power of ten, and texts with equally many decimals; a logarithmic axis has
 * powers of ten, with 2 and 5 times these if there is room, or steps as a linear axis if it spans
 * less than a decade. */
noc_axis_ticks noc_axis_find_ticks(const noc_axis *axis, size_t steps);

#endif
