#include "analytic/cores/core_side.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/min_max.h"

/* Cycles of a round trip on a cluster's bus; cycles of a hit in its cache. */
static const double bus_cycles = 2.0, hit_cycles = 1.0;

/* If warps do not divide evenly, the first slots, which are filled first, have one more warp
 * each. */
double noc_warps_of_ctas(const noc_design *d, const noc_workload *w, double ctas)
{
    const int each = w->warps / d->cta.slots, more = w->warps % d->cta.slots;
    return ctas * each + min_of(ctas, more);
}

noc_core_class noc_core_class_of(const noc_design *d, const noc_workload *w, double cores,
                                 double ctas, double length)
{
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const double clocks = d->chip.clock_mhz / core_mhz;
    const double issue = max_of(1.0, (double)d->nodes.warp_threads / d->nodes.simd_width);
    const double of_cta = (double)w->warps / d->cta.slots;
    noc_core_class c = {
        .workload = w,
        .cores = cores,
        .worked = cores,
        .warps = ctas > 0.0 ? noc_warps_of_ctas(d, w, ctas) : w->warps,
        .ctas = ctas,
        .length = length,
        .think = w->instructions * w->burst * issue * clocks,
        .issuing = (issue - 1.0) * clocks,
        .blocks = ceil((double)w->burst * d->memory.line_bytes / d->memory.interleave_bytes),
    };
    c.lines = w->burst / c.blocks;
    for (int i = 0; i < NOC_MOST_KNOTS && ctas > 0.0; i++)
        c.most[i] = gsl_cdf_ugaussian_Pinv(pow((i + 0.5) / NOC_MOST_KNOTS, 1.0 / of_cta));
    return c;
}

/* ---- a core --------------------------------------------------------------------------------- */

enum { WARPS_MOST = 256 };

/* Memory instructions per cycle of 0, 1, ... warps that alternate on a pipeline and wait for memory
 * in between (mean-value analysis, docs/model.md (29)). */
typedef struct paces {
    double of[WARPS_MOST + 1];
} paces;

static void find_paces(double warps, double think, double away, paces *p)
{
    double queue = 0.0;
    p->of[0] = 0.0;
    for (int n = 1; n < warps + 1.0 && n <= WARPS_MOST; n++) {
        const double stay = think * (1.0 + queue);
        p->of[n] = n / (away + stay);
        queue = p->of[n] * stay;
    }
}

/* Issue rate of a number of warps: linear between whole numbers. */
static double pace_of(const paces *p, double warps)
{
    const double most = min_of(warps, WARPS_MOST);
    const int whole = (int)ceil(most);
    if (whole < 1) return 0.0;
    return p->of[whole] + (whole - most) * (p->of[whole - 1] - p->of[whole]);
}

/* Mean round trip of the last of several blocks, as a share of the round trip. Some blocks hit in a
 * cache; merged blocks take a uniform part of it, up to twice their mean; others take all of it. */
static double longest_of(const noc_read_shares *s, double blocks, double inside)
{
    const double soon = s->l1 + s->hits, some = s->own + s->merged, not_all = soon + some;
    if (!(some > 0.0)) return 1.0 - pow(soon, blocks);
    const double before = 1.0 - inside;
    const double mean =
        (s->own * s->own_waits * inside + s->merged * (before + s->merged_waits * inside)) / some;
    const double most = min_of(1.0, 2.0 * mean);
    const double below =
        (pow(not_all, blocks + 1.0) - pow(soon, blocks + 1.0)) / some / (blocks + 1.0);
    return 1.0 - most * below - (1.0 - most) * pow(not_all, blocks);
}

/* Wait of a warp for a read: mean cycles, and mean square. */
typedef struct reading {
    double mean, square;
} reading;

static reading reading_of(const noc_core_class *c, const noc_read_shares *s, noc_core_trip trip)
{
    const double share = longest_of(s, c->blocks, trip.inside / trip.all);
    /* chance that at least one block is sent */
    const double all = 1.0 - pow(s->l1 + s->hits + s->own + s->merged, c->blocks);
    const double hits = (pow(s->l1 + s->hits, c->blocks) - pow(s->l1, c->blocks)) *
                        (trip.all - trip.inside + hit_cycles);
    const double mean = share * trip.all + all * trip.last + (s->hits > 0.0 ? hits : 0.0);
    const double part = share > all ? (share - all) * 2.0 / 3.0 : 0.0;
    const double longest = trip.all + trip.last;
    return (reading){mean, all * (longest * longest + trip.variance) + part * trip.all * trip.all};
}

/* Mean cycles for which a request holds an MSHR. */
static double held_by(const noc_core_class *c, const noc_read_shares *s, noc_core_trip trip)
{
    const double reads = c->workload->read_fraction, before = trip.all - trip.inside;
    const double merged = before + s->merged_waits * trip.inside, hit = before + hit_cycles;
    return reads * (s->sent * trip.all + s->merged * merged + s->hits * hit) +
           (1.0 - reads) * (trip.all - trip.unheld);
}

/* Finds the time of CTAs. A warp needs time for its instructions, and for a binomial number of
 * waits for memory: about a gamma distribution (Wilson and Hilferty, PNAS 17(12), 1931). A CTA ends
 * with its slowest warp. */
static void find_time(const noc_core_class *c, double cycle, reading r, noc_core_flow *flow)
{
    const noc_workload *w = c->workload;
    const double chance = 1.0 / (w->instructions * w->burst);
    const double times = c->length * chance, mean = times * cycle;
    const double away = w->read_fraction * r.mean;
    const double variance = times * (w->read_fraction * r.square - chance * away * away);
    const double nine = variance / (9.0 * mean * mean);
    double sum = 0.0, square = 0.0;
    for (int i = 0; i < NOC_MOST_KNOTS; i++) {
        const double root = max_of(0.0, 1.0 - nine + c->most[i] * sqrt(nine));
        const double t = root * root * root;
        sum += t / NOC_MOST_KNOTS;
        square += t * t / NOC_MOST_KNOTS;
    }
    flow->at_work = min_of(1.0, 1.0 / sum);
    flow->time = mean * max_of(1.0, sum);
    flow->deviation = sqrt(max_of(0.0, square / (sum * sum) - 1.0));
}

/* Dispersion of the number of requests: of a renewal process, the variance of the time between
 * requests over its squared mean. This time is geometric work and waits. */
static double dispersion_of(const noc_core_class *c, double cycle, double away, reading r)
{
    const double work = cycle - away, reads = c->workload->read_fraction;
    const double variance = work * work + reads * r.square - away * away;
    return variance / (cycle * cycle);
}

/* Flow of a core at given read shares. */
static noc_core_flow core_at(const noc_core_class *c, double mshrs, noc_core_trip trip,
                             const noc_read_shares *s)
{
    const noc_workload *w = c->workload;
    noc_core_flow flow = {.reads = *s, .at_work = 1.0};
    const reading r = reading_of(c, s, trip);
    const double away = w->read_fraction * max_of(0.0, r.mean - c->issuing);
    paces p;
    find_paces(c->warps, c->think, away, &p);
    double rate = pace_of(&p, c->warps);
    if (c->ctas > 0.0 && rate > 0.0) {
        const double most = min_of(1.0, mshrs / held_by(c, s, trip) / (rate * w->burst));
        find_time(c, c->warps / (rate * most), r, &flow);
        rate = pace_of(&p, c->warps * flow.at_work);
    }
    flow.requests = min_of(rate * w->burst, mshrs / held_by(c, s, trip));
    const double cycle = c->warps * flow.at_work / flow.requests * w->burst;
    flow.dispersion = dispersion_of(c, cycle, away, r);
    if (c->ctas > 0.0) flow.time = c->length * c->warps / (flow.requests * w->instructions);
    flow.held = flow.requests * held_by(c, s, trip);
    return flow;
}

/* First touches of lines by a CTA per cycle. */
static double touches_of(const noc_core_class *c, const noc_core_flow *flow)
{
    return flow->requests / c->lines / flow->reads.touches / c->ctas;
}

/* Flow of a core. Iterates, since merged reads speed a core up, so more of its reads are merged. */
static noc_core_flow core_flow(const noc_core_class *c, double mshrs, noc_core_trip trip,
                               noc_read_shares first)
{
    enum { ROUNDS = 12 };
    static const double enough = 5e-4;
    noc_core_flow flow = core_at(c, mshrs, trip, &first);
    if (!c->sharing || !(flow.requests > 0.0)) return flow;
    for (int i = 0; i < ROUNDS; i++) {
        const double before = flow.requests;
        const noc_read_shares s = noc_sharing_curve_at(
            c->sharing, trip.inside * touches_of(c, &flow), (trip.all - trip.inside) / trip.inside);
        flow = core_at(c, mshrs, trip, &s);
        if (fabs(flow.requests - before) < enough * before) break;
    }
    return flow;
}

/* ---- a port --------------------------------------------------------------------------------- */

static void add_class(const noc_core_class *c, const noc_core_flow *flow, noc_port_flow *port)
{
    const double requests = c->cores * flow->requests,
                 reads = requests * c->workload->read_fraction;
    const noc_read_shares *s = &flow->reads;
    port->requests += requests;
    port->sent_reads += reads * s->sent;
    port->sent += reads * s->sent + requests - reads;
    port->reads += reads * (1.0 - s->l1 - s->own);
    port->absorbed += reads * (s->merged + s->hits);
    port->held += c->cores * flow->held;
    if (c->sharing) port->entries += c->cores * c->ctas / c->sharing->s.ctas * s->entries;
}

/* Wait for the bus, cycles: random arrivals, one request per cycle (M/D/1). */
static double bus_wait(double requests)
{
    static const double most = 0.98;
    const double used = min_of(requests, most);
    return used / (2.0 * (1.0 - used));
}

static noc_core_trip behind_bus(const noc_core_side *side, const noc_port_flow *port,
                                noc_core_trip trip)
{
    const double presented = port->reads + port->sent - port->sent_reads;
    trip.inside = port->sent > 0.0 ? min_of(trip.all, trip.room / port->sent) : trip.all;
    if (side->bus) trip.all += bus_cycles + bus_wait(presented);
    return trip;
}

noc_core_flow noc_core_side_one(const noc_core_side *side, const noc_core_class *one,
                                const noc_port_flow *others, noc_core_trip trip)
{
    return core_flow(one, side->mshrs, behind_bus(side, others, trip), noc_shares_of_none());
}

void noc_core_side_flow(const noc_core_side *side, noc_core_trip trip, noc_port_flow *port)
{
    enum { ROUNDS = 3 };
    memset(port, 0, offsetof(noc_port_flow, classes));
    for (int round = 0; round < (side->bus ? ROUNDS : 1); round++) {
        const noc_core_trip t = behind_bus(side, port, trip);
        memset(port, 0, offsetof(noc_port_flow, classes));
        port->inside = t.inside;
        for (size_t i = 0; i < side->count; i++) {
            const noc_core_class *c = &side->classes[i];
            const noc_read_shares first = round ? port->classes[i].reads : noc_shares_of_none();
            port->classes[i] = core_flow(c, side->mshrs, t, first);
            add_class(c, &port->classes[i], port);
        }
    }
}

double noc_core_side_most(const noc_core_side *side)
{
    double sum = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        if (c->warps > 0.0) sum += c->cores * c->workload->burst / c->think;
    }
    return sum;
}
