#include "analytic/reply_order.h"

#include <math.h>

double noc_burst_share(double rate, int burst_cycles)
{
    return 1.0 - pow(1.0 - rate, burst_cycles);
}

/* A reply joins a cycle before it can go, waits for the work that it finds, and the second of two
 * that come together for the first. */
double noc_reply_wait(double burst_rate, double normal_rate, double flits)
{
    const double rate = burst_rate + normal_rate, load = rate * flits;
    const double both = burst_rate * normal_rate;
    if (load >= 1.0) return INFINITY;
    if (!(rate > 0.0)) return 1.0;
    const double work = (flits * flits * (rate + 2.0 * both) - flits * rate) / (2.0 * (1.0 - load));
    return 1.0 + work + flits * both / rate;
}

/* Of the class that goes first, which is a share of all. */
static double first_wait(double mean, double used, double share)
{
    return 1.0 + (mean - 1.0) * (1.0 - used) / (1.0 - used * share);
}

/* What is left of the mean for the other class. */
static double rest_of(double mean, double wait, double share)
{
    return share < 1.0 ? (mean - share * wait) / (1.0 - share) : mean;
}

noc_reply_waits noc_reply_waits_apart(double mean, double used, double bursts, int burst_share)
{
    const double sharpness = 2.05 / cbrt(1.0 - used);
    const double others = 1.0 - bursts, turns = others * (burst_share + 1.0);
    const double others_first = 1.0 / (1.0 + pow(turns, sharpness));
    const double if_first = first_wait(mean, used, bursts);
    const double if_last = rest_of(mean, first_wait(mean, used, others), others);
    const double burst = if_first + others_first * (if_last - if_first);
    return (noc_reply_waits){burst, rest_of(mean, burst, bursts)};
}
