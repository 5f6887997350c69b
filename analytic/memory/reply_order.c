#include "analytic/memory/reply_order.h"

#include <math.h>

double noc_burst_share(double rate, int burst_cycles)
{
    return 1.0 - pow(1.0 - rate, burst_cycles);
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
