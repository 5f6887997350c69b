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
