/* analytic/contention/sweep/erlang.h: Erlang's formulas (Kleinrock 1975, section 3.5). */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_ERLANG_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_ERLANG_H

#include "analytic/contention/sweep/lanes.h"

/* Returns 1 / B times `scale`, B the probability that a call finds all servers busy and is lost.
 * Each round adds a server; the recurrence of 1 / B needs no division. `first` / `scale`: 1 / B for
 * the fractional part of a server. `call_inverse`: 1 / offered calls. */
static inline lanes inverse_erlang_b(lanes first, lanes scale, lanes over, lanes servers,
                                     lanes each)
{
    const double highest = highest_lane(servers);
    lanes inverse = first;
    for (double k = 1.0; k <= highest; k++)
        inverse = pick(servers >= k, scale + (over + k) * each * inverse, inverse);
    return inverse;
}

/* Returns Erlang's B: the probability that a call finds no server free and is lost. Numbers of
 * servers need not be whole. */
static inline lanes probability_of_none(lanes servers, lanes offered)
{
    const lanes whole = whole_part(servers), busy = max_of(offered, 1e-9);
    const lanes over = servers - whole, more = 1.0 + busy, d = more * more + busy;
    const lanes first = more * d, scale = first - over * ((busy + 2.0) * more - over);
    return scale / inverse_erlang_b(first, scale, over, whole, 1.0 / busy);
}

/* Returns Erlang's C: the probability that a call finds all servers busy and waits (M/M/n); 1 if
 * the offered calls exceed the servers. Numbers of servers need not be whole.
 *
 * C = B / (1 - r (1 - B)), r = offered / servers. Below one server B follows Rapp's parabola
 * (Ericsson Technics 20, 1964): exact for no server and one server, within 4 % from 0.2 offered
 * calls on, too high for fewer offered calls, of which hardly any waits. */
static inline lanes probability_to_wait(lanes servers, lanes offered)
{
    const lanes whole = whole_part(servers);
    const lanes over = servers - whole, more = 1.0 + offered, d = more * more + offered;
    const lanes first = more * d, scale = first - over * ((offered + 2.0) * more - over);
    const lanes inverse = inverse_erlang_b(first, scale, over, whole, 1.0 / offered);
    const lanes waits = servers * scale / (inverse * (servers - offered) + offered * scale);
    const lanes none = pick(servers > 0.0, every(0.0), every(1.0));
    return pick(offered > 0.0, pick(offered < servers, waits, every(1.0)), none);
}

#endif
