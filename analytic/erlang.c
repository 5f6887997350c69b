#include "analytic/erlang.h"

/* The inverse of the probability that a call finds all servers busy and is lost (1 / B), by that with one server fewer:
 * the recurrence needs no division. `first` / `scale`: with what is over whole servers. `each`: the inverse of what is offered.
 * Returns it times `scale`. */
static double inverse_erlang_b(double first, double scale, double over, int servers, double each)
{
    double inverse = first;
    for (int k = 1; k <= servers; k++) inverse = scale + (over + k) * each * inverse;
    return inverse;
}

/* C = B / (1 - r (1 - B)), r = offered / servers. Less than one server by Rapp's parabola for B (Ericsson Technics 20, 1964):
 * exact for none and one, within 4 % from 0.2 offered calls on, too high for fewer, of which hardly any waits. */
double noc_probability_to_wait(double servers, double offered)
{
    if (!(offered > 0.0)) return servers > 0.0 ? 0.0 : 1.0;
    if (!(offered < servers)) return 1.0;
    const int whole = (int)servers;
    const double over = servers - whole, more = 1.0 + offered, d = more * more + offered;
    const double first = more * d, scale = first - over * ((offered + 2.0) * more - over);
    const double inverse = inverse_erlang_b(first, scale, over, whole, 1.0 / offered);
    return servers * scale / (inverse * (servers - offered) + offered * scale);
}
