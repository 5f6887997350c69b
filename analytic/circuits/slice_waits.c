#include "analytic/circuits/slice_waits.h"

#include <math.h>
#include <stdlib.h>

/* Return E[X] and E[X (X - 1)] of a batch. */
static double batch_mean(noc_batch b)
{
    return b.sources * b.probability;
}

static double batch_pairs(noc_batch b)
{
    return b.sources * (b.sources - 1.0) * b.probability * b.probability;
}

/* The wait is the work that a batch meets one cycle after its creation, by V(t + 1) = V(t) + work -
 * [V(t) > 0], less the flit sent in that cycle; plus the earlier packets of its own batch.
 * docs/model.md (36). */
double noc_batch_queue_wait(noc_batch batch, const noc_reply_mix *mix)
{
    const double f = noc_reply_mix_flits(mix), square = noc_reply_mix_squared_flits(mix),
                 x = batch_mean(batch), pairs = batch_pairs(batch), rho = x * f;
    if (rho >= 1.0) return INFINITY;
    if (x <= 0.0) return 0.0;
    const double work =
        (x * (square - f * f) + (pairs + x) * f * f + rho - 2.0 * rho * rho) / (2.0 * (1.0 - rho));
    return work - rho + pairs * f / (2.0 * x);
}

/* Returns the wait over the wait of Poisson arrivals at equal load: Kingman's wait of GI/G/1,
 * reduced for arrivals more regular than Poisson's (Kraemer, Langenbach-Belz 1976). arrivals,
 * service: squared coefficients of variation. */
static double regular_arrivals(double arrivals, double service, double rho)
{
    const double spare = 1.0 - arrivals;
    return (arrivals + service) / (1.0 + service) *
           exp(-2.0 * (1.0 - rho) * spare * spare / (3.0 * rho * (arrivals + service)));
}

double noc_slices_in_turn_wait(noc_batch batch, const noc_reply_mix *mix, int slices)
{
    if (slices == 1 || batch.probability <= 0.0) return noc_batch_queue_wait(batch, mix);
    const noc_batch own = {batch.sources, batch.probability / slices};
    const double f = noc_reply_mix_flits(mix), rho = batch_mean(own) * f;
    if (rho >= 1.0) return INFINITY;
    const double service = noc_reply_mix_squared_flits(mix) / (f * f) - 1.0;
    return noc_batch_queue_wait(own, mix) * regular_arrivals(1.0 / slices, service, rho);
}

/* A polling system with one packet per visit and equal cores: the pseudo-conservation law (Boxma
 * and Groenendijk 1987; in discrete time 1988). A visit lasts for the packet's flits less one, then
 * the token moves to the next core. docs/model.md (37). */
double noc_token_wait(int cores, double probability, int hop, const noc_reply_mix *mix)
{
    noc_reply_mix visit = *mix;
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++) visit.flits[kind]--;
    const double n = cores, walk = n * hop, one = probability * noc_reply_mix_flits(&visit),
                 rho = n * one, spare = 1.0 - rho - probability * walk;
    if (spare <= 0.0) return INFINITY;
    const double batch = noc_batch_queue_wait((noc_batch){n, probability}, &visit);
    const double moves =
        rho > 0.0 ? walk / (2.0 * (1.0 - rho) * rho) * (rho * rho + n * one * one) : 0.0;
    return (batch + (walk - 1.0) / 2.0 + moves) * (1.0 - rho) / spare;
}

double noc_token_full(int cores, int hop, const noc_reply_mix *mix)
{
    return 1.0 / (cores * (noc_reply_mix_flits(mix) - 1.0 + hop));
}

double noc_slice_way(double hops, int hop_cycles, int flits)
{
    return hops * hop_cycles + flits - 1.0;
}
