#include "analytic/circuits/slice_waits.h"

#include <math.h>
#include <stdlib.h>

/* Returns E[X], the mean packets X of a batch. */
static double find_batch_mean(noc_batch b)
{
    return b.sources * b.probability;
}

/* Returns E[X (X - 1)] of a batch. */
static double find_batch_pairs(noc_batch b)
{
    return b.sources * (b.sources - 1.0) * b.probability * b.probability;
}

/* Adds the work V that a batch meets in the cycle after its creation, less the flit sent in that
 * cycle, and the earlier packets of its own batch; V(t + 1) = V(t) + new work - [V(t) > 0].
 * docs/model.md (36). */
double noc_batch_queue_wait(noc_batch batch, const noc_reply_mix *mix)
{
    const double f = noc_reply_mix_flits(mix), square = noc_reply_mix_squared_flits(mix),
                 x = find_batch_mean(batch), pairs = find_batch_pairs(batch), rho = x * f;
    if (rho >= 1.0) return INFINITY;
    if (x <= 0.0) return 0.0;
    const double work =
        (x * (square - f * f) + (pairs + x) * f * f + rho - 2.0 * rho * rho) / (2.0 * (1.0 - rho));
    return work - rho + pairs * f / (2.0 * x);
}

/* Returns the wait over the wait of Poisson arrivals at equal load: Kingman's wait of GI/G/1,
 * reduced for arrivals more regular than Poisson's (Kraemer, Langenbach-Belz 1976). `arrivals`,
 * `service`: squared coefficients of variation. */
static double find_regularity_factor(double arrivals, double service, double rho)
{
    const double regularity = 1.0 - arrivals;
    return (arrivals + service) / (1.0 + service) *
           exp(-2.0 * (1.0 - rho) * regularity * regularity / (3.0 * rho * (arrivals + service)));
}

double noc_slices_wait(noc_batch batch, const noc_reply_mix *mix, int slices)
{
    if (slices == 1 || batch.probability <= 0.0) return noc_batch_queue_wait(batch, mix);
    const noc_batch slice_batch = {batch.sources, batch.probability / slices};
    const double f = noc_reply_mix_flits(mix), rho = find_batch_mean(slice_batch) * f;
    if (rho >= 1.0) return INFINITY;
    const double service_variation = noc_reply_mix_squared_flits(mix) / (f * f) - 1.0;
    return noc_batch_queue_wait(slice_batch, mix) *
           find_regularity_factor(1.0 / slices, service_variation, rho);
}

/* Solves a polling system of equal cores with one packet per visit by the pseudo-conservation law
 * (Boxma and Groenendijk 1987; in discrete time 1988). A visit lasts for the packet's flits less
 * one, then the token moves to the next core. docs/model.md (37). */
double noc_token_wait(int cores, double probability, int hop_cycles, const noc_reply_mix *mix)
{
    noc_reply_mix visit = *mix;
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++) visit.flits[kind]--;
    const double core_count = cores, token_cycles = core_count * hop_cycles,
                 core_utilization = probability * noc_reply_mix_flits(&visit),
                 rho = core_count * core_utilization,
                 spare_share = 1.0 - rho - probability * token_cycles;
    if (spare_share <= 0.0) return INFINITY;
    const double batch_wait = noc_batch_queue_wait((noc_batch){core_count, probability}, &visit);
    const double move_wait =
        rho > 0.0 ? token_cycles / (2.0 * (1.0 - rho) * rho) *
                        (rho * rho + core_count * core_utilization * core_utilization)
                  : 0.0;
    return (batch_wait + (token_cycles - 1.0) / 2.0 + move_wait) * (1.0 - rho) / spare_share;
}

double noc_token_saturation(int cores, int hop_cycles, const noc_reply_mix *mix)
{
    return 1.0 / (cores * (noc_reply_mix_flits(mix) - 1.0 + hop_cycles));
}

double noc_slice_path_cycles(double hops, int hop_cycles, int flits)
{
    return hops * hop_cycles + flits - 1.0;
}
