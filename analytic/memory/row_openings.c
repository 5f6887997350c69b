/* Rows ask for banks, activations and the bus, a closed network by mean-value analysis (Reiser and
 * Lavenberg 1980). */
#include "analytic/memory/row_openings.h"

#include <math.h>

/* Of a station whose services are all alike: those in front of an arrival, of which the first is
 * half done. */
static double wait_for(double demand, double queue)
{
    return demand * (queue < 1.0 ? queue / 2.0 : queue - 0.5);
}

/* Rows a clock, with so many in the queue, while rows can be opened. Each asks for a bank drawn at
 * random, for an activation and, once an access, for the bus: between whole numbers by a line. A
 * row is out of the queue with its last column command, its bank is taken for tRC, or for as long
 * as it is opened, of which a streak is over then. */
static double opening_rate(const noc_memory_spec *m, const noc_row_demands *d, double accesses,
                           double rows)
{
    const double beside = d->streak > 0.0 ? 0.0 : d->bus; /* of the bus */
    const double alone = d->opening + fmax(0.0, beside - d->column);
    const double cycle = fmax(d->bank - d->streak, fmin(d->bank, d->opening));
    const double commands = 2.0 + accesses - d->streak;
    const double least = fmax(fmax(beside, d->activation), fmax(cycle / m->banks, commands));
    double bus = 0.0, activations = 0.0, rate = 0.0, before = 0.0;
    for (int k = 1; k < rows + 1.0 && !(before >= 1.0 / least); k++) {
        const double bus_wait = wait_for(beside, bus);
        const double activation_wait = wait_for(d->activation, activations);
        const double bank_wait = cycle * (k - 1) / m->banks;
        before = rate;
        rate = fmin(k / (alone + bus_wait + activation_wait + bank_wait), 1.0 / least);
        bus = rate * (beside + bus_wait);
        activations = rate * (d->activation + activation_wait);
    }
    const double over = ceil(rows) - rows;
    return rate + over * (before - rate);
}

double noc_row_openings_clocks(const noc_memory_spec *m, const noc_row_demands *d, noc_row_stream s)
{
    return (1.0 / opening_rate(m, d, s.accesses, s.rows) + d->streak) / s.accesses;
}
