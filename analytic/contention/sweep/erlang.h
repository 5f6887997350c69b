/* analytic/contention/sweep/erlang.h: Erlang's formulas (Kleinrock 1975, section 3.5). */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_ERLANG_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_ERLANG_H

#include "analytic/contention/sweep/lanes.h"

/* Returns 1 / B times `scale`, B the probability that a call finds all servers busy and is lost.
 * Each round adds a server; the recurrence of 1 / B needs no division. `first` / `scale`: 1 / B for
 * the fractional part of a server. `call_inverse`: 1 / offered calls. */
static inline lanes inverse_erlang_b(lanes first, lanes scale, lanes fraction, lanes servers,
                                     lanes call_inverse)
{
    const double max_servers_lane = highest_lane(servers);
    lanes inverse = first;
    for (double k = 1.0; k <= max_servers_lane; k++)
        inverse = pick(servers >= k, scale + (fraction + k) * call_inverse * inverse, inverse);
    return inverse;
}

/* Returns Erlang's B: the probability that a call finds no server free and is lost. Numbers of
 * servers need not be whole. */
static inline lanes erlang_b(lanes servers, lanes offered)
{
    const lanes whole_servers = floor_of(servers), busy = max_of(offered, 1e-9);
    const lanes fraction = servers - whole_servers, busy_plus_one = 1.0 + busy,
                d = busy_plus_one * busy_plus_one + busy;
    const lanes first = busy_plus_one * d,
                scale = first - fraction * ((busy + 2.0) * busy_plus_one - fraction);
    return scale / inverse_erlang_b(first, scale, fraction, whole_servers, 1.0 / busy);
}

/* Returns Erlang's C: the probability that a call finds all servers busy and waits (M/M/n); 1 if
 * the offered calls exceed the servers. Numbers of servers need not be whole.
 *
 * C = B / (1 - r (1 - B)), r = offered / servers. Below one server B follows Rapp's parabola
 * (Ericsson Technics 20, 1964): exact for no server and one server, within 4 % from 0.2 offered
 * calls on, too high for fewer offered calls, of which hardly any waits. */
static inline lanes erlang_c(lanes servers, lanes offered)
{
    const lanes whole_servers = floor_of(servers);
    const lanes fraction = servers - whole_servers, offered_plus_one = 1.0 + offered,
                d = offered_plus_one * offered_plus_one + offered;
    const lanes first = offered_plus_one * d,
                scale = first - fraction * ((offered + 2.0) * offered_plus_one - fraction);
    const lanes inverse = inverse_erlang_b(first, scale, fraction, whole_servers, 1.0 / offered);
    const lanes wait_probability =
        servers * scale / (inverse * (servers - offered) + offered * scale);
    const lanes empty_result = pick(servers > 0.0, every(0.0), every(1.0));
    return pick(offered > 0.0, pick(offered < servers, wait_probability, every(1.0)), empty_result);
}

#endif
