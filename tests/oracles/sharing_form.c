#include "tests/oracles/sharing_form.h"

#include <math.h>

/* Chance of `least` or more successes in `trials` of chance p. */
static double binomial_tail(int trials, double p, int least)
{
    double below = 0.0, term = pow(1.0 - p, trials);
    if (p >= 1.0) return least <= trials ? 1.0 : 0.0;
    for (int i = 0; i < least && i <= trials; i++) {
        below += term;
        term *= p / (1.0 - p) * (trials - i) / (i + 1);
    }
    return 1.0 - below;
}

/* The j-th entry is taken if j touches that find one fall into what j - 1 entries leave of the
 * window: for touches that are a Poisson process, so for each number of them. Of those that need an
 * entry `open` get one. */
double oracle_sharing_sends(int touches, double share, double open)
{
    double taken = 0.0;
    if (open <= 0.0) return touches;
    for (int j = 1; j <= touches; j++) {
        const double left = 1.0 - (j - 1) * share;
        if (left <= 0.0) break;
        taken += binomial_tail(touches, open * left, j);
    }
    return taken / open;
}

/* Parts of runs that lie within a cluster's CTAs, of `touches`, for each place: the two at the
 * borders, others, or all of a run. */
static double runs_of(int touches, int ctas, double follows)
{
    const double goes_on = pow(follows, touches - 1), ends = 1.0 - follows;
    if (touches == ctas) return goes_on;
    return goes_on * ends * (2.0 + (ctas - touches - 1) * ends);
}

static double absorbed_of(const noc_sharing *sharing, const oracle_sharing_load *load, double open)
{
    const double follows = pow(noc_sharing_next_chance(sharing), load->apart);
    const double share = load->round_trip / sharing->window_cycles;
    double sends = 0.0;
    for (int n = 1; n <= load->ctas; n++)
        sends += runs_of(n, load->ctas, follows) * oracle_sharing_sends(n, share, open);
    return sharing->shared_fraction * (1.0 - sends / load->ctas);
}

/* Erlang's loss formula, by its recursion over places. */
static double blocking(double offered, double places)
{
    double b = 1.0;
    if (isinf(places)) return 0.0;
    for (double n = 1.0; n <= places; n++) b = offered * b / (n + offered * b);
    return b;
}

oracle_sharing_traffic oracle_sharing_traffic_of(const noc_sharing *sharing,
                                                 const oracle_sharing_load *load)
{
    enum { HALVINGS = 50 };
    double low = 0.0, high = 1.0; /* chance that the table is full */
    for (int i = 0; i < HALVINGS; i++) {
        const double full = 0.5 * (low + high);
        const double sent = load->reads * (1.0 - absorbed_of(sharing, load, 1.0 - full));
        *(blocking(sent * load->round_trip, load->entries) > full ? &low : &high) = full;
    }
    const double full = isinf(load->entries) ? 0.0 : load->entries < 1.0 ? 1.0 : high;
    const double sent = 1.0 - absorbed_of(sharing, load, 1.0 - full);
    return (oracle_sharing_traffic){
        .absorbed = 1.0 - sent,
        .without = sent * full,
        .entries_used = load->reads * sent * (1.0 - full) * load->round_trip,
    };
}
