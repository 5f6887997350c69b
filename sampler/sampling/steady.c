#include "sampler/sampling/steady.h"

#include <math.h>

enum {
    LEAST_WARMUP = 2, /* parts that are always dropped */
    MOST_WARMUP = 8,  /* parts of a warm-up without an end: the run is too short */
    /* minimum round trips of a settled closed loop */
    LEAST_TRIPS = 64,
    LEAST_WAVES = 4,  /* minimum waves of CTAs that share lines; the first wave is dropped */
    LEAST_ROUNDS = 3, /* minimum rounds of phases; the first round is dropped */
};
/* confidence that a dropped part belongs to the warm-up */
static const double warmup_confidence = 0.99;
static const double level_confidence = 0.95; /* confidence that the rest of the run still drifts */
/* permitted drift of the backlog, as a share of the outstanding requests */
static const double moved_share = 0.03;

/* ---- warm-up -------------------------------------------------------------------------------- */

/* Means of each replication over two consecutive spans of batches. */
typedef struct contrast {
    double first[NOC_REPLICATIONS], rest[NOC_REPLICATIONS];
} contrast;

static contrast contrast_of(const noc_sampling *s, int quantity, size_t from, size_t middle)
{
    contrast c;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        c.first[i] = noc_sampling_mean(s, quantity, run, from, middle);
        c.rest[i] = noc_sampling_mean(s, quantity, run, middle, run->batches);
    }
    return c;
}

/* Finds the growth from the first to the second mean, averaged over the replications. */
static double gap_of(const contrast *c)
{
    double gap = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++)
        gap += (c->rest[i] - c->first[i]) / NOC_REPLICATIONS;
    return gap;
}

/* Finds the first batch of a part. */
static size_t begin(const noc_sampling *s, size_t part)
{
    return part * s->runs.runs[0].batches / NOC_SAMPLING_PARTS;
}

/* True if latencies of a part are below those of all later parts. */
static bool still_fills(const noc_sampling *s, size_t part)
{
    const int quantity = (int)noc_sampling_main_quantity(s->system);
    const contrast c = contrast_of(s, quantity, begin(s, part), begin(s, part + 1));
    return noc_is_lower(c.first, c.rest, NOC_REPLICATIONS, warmup_confidence);
}

/* True if the throughput of a part is above that of all later parts. */
static bool still_sinks(const noc_sampling *s, size_t part)
{
    const contrast c = contrast_of(s, NOC_SAMPLE_INSTRUCTIONS, begin(s, part), begin(s, part + 1));
    return noc_is_lower(c.rest, c.first, NOC_REPLICATIONS, warmup_confidence);
}

/* True if the halves of the time from a part on differ by more than `least_gap`. */
static bool still_moves(const noc_sampling *s, int quantity, size_t part, double least)
{
    const size_t from = begin(s, part);
    const contrast c = contrast_of(s, quantity, from, (from + s->runs.runs[0].batches) / 2);
    return fabs(gap_of(&c)) > least &&
           (noc_is_lower(c.first, c.rest, NOC_REPLICATIONS, level_confidence) ||
            noc_is_lower(c.rest, c.first, NOC_REPLICATIONS, level_confidence));
}

/* Finds the mean of a quantity over the whole run. */
static double whole_mean(const noc_sampling *s, int quantity)
{
    noc_pair sums = {0.0, 0.0};
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const noc_pair one = noc_sampling_sums(s, quantity, run, 0, run->batches);
        sums.sum += one.sum;
        sums.count += one.count;
    }
    return sums.sum / sums.count;
}

/* True if the throughput of a closed loop still falls. It starts high, with requests spread
 * evenly over memory nodes, and falls while requests gather at some nodes. */
static bool loop_sinks(const noc_sampling *s, size_t part)
{
    const noc_sample_quantity ipc = NOC_SAMPLE_INSTRUCTIONS;
    return still_sinks(s, part) ||
           still_moves(s, ipc, part, s->options->precision * whole_mean(s, ipc));
}

/* True if a closed loop still fills. With round-robin routers, nodes far from memory get little
 * bandwidth, so their requests fill the buffers on the path only after tens of round trips.
 * Until then throughput may stay level and fall later, while requests move from cores into the
 * network. */
static bool loop_fills(const noc_sampling *s)
{
    double outstanding = 0.0, trips = 0.0, cycles = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_tally *tally = noc_run_tally(s->runs.runs[i].run);
        outstanding += (double)tally->outstanding; /* sum over cycles */
        trips += (double)tally->round_trips + (double)tally->unanswered;
        cycles += (double)tally->cycles;
    }
    const double trip = outstanding / trips; /* Little's law, with outstanding requests */
    return cycles < LEAST_TRIPS * NOC_REPLICATIONS * trip ||
           still_moves(s, NOC_SAMPLE_WAITING, LEAST_WARMUP, moved_share * outstanding / cycles);
}

/* Counts the refills of slots; INFINITY: refills change nothing. CTAs of the first wave start
 * together with their neighbours; later CTAs are mixed. */
static double waves_of_ctas(const noc_sampling *s)
{
    const noc_design *d = s->system->design;
    double ended = 0.0, touches = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_ends_tally *ends = &noc_run_tally(s->runs.runs[i].run)->ends;
        for (int k = 0; k < NOC_KERNELS_MAX; k++) {
            ended += (double)ends->ctas[k];
            touches += (double)ends->touches[k];
        }
    }
    return touches > 0.0 ? ended / NOC_REPLICATIONS / d->nodes.compute / d->cta.slots : INFINITY;
}

/* Counts the rounds of cores through their phases; INFINITY: no phases. Cores start at a random
 * instruction of a round, not at a random time, so the first round differs. */
static double rounds_of_phases(const noc_sampling *s)
{
    const noc_workload *w = s->options->workload;
    double instructions = 0.0;
    if (!w || w->phases.count == 0) return INFINITY;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++)
        instructions += (double)noc_run_tally(s->runs.runs[i].run)->instructions;
    return instructions / NOC_REPLICATIONS / s->system->design->nodes.compute / w->phases.period;
}

/* An empty network fills in open loop: latency starts low and rises to its mean, and initial
 * parts are dropped while they are below the rest. A part above the rest is a burst and belongs
 * to the mean: rules that search for the calmest rest (MSER, White 1997) cut off the bursts of a
 * busy network, and up to half a per cent of its mean latency. Throughput of a closed loop has
 * no such bursts. */
void noc_sampling_find_warmup(noc_sampling *s)
{
    const double waves = waves_of_ctas(s), rounds = rounds_of_phases(s);
    const double first = NOC_SAMPLING_PARTS / fmin(waves, rounds);
    size_t part = (size_t)fmax(LEAST_WARMUP, fmin(MOST_WARMUP, first));
    while (part < MOST_WARMUP &&
           (still_fills(s, part) || (s->options->workload && loop_sinks(s, part))))
        part++;
    s->settled = part < MOST_WARMUP && waves >= LEAST_WAVES && rounds >= LEAST_ROUNDS &&
                 !(s->options->workload && loop_fills(s));
    s->warmup = part * s->runs.runs[0].batches / NOC_SAMPLING_PARTS;
}

double noc_sampling_drift(const noc_sampling *s, int quantity)
{
    const contrast c =
        contrast_of(s, quantity, s->warmup, (s->warmup + s->runs.runs[0].batches) / 2);
    return gap_of(&c);
}

/* ---- saturation ----------------------------------------------------------------------------- */

/* True if sources wait for the network, so that no backlog grows: cores, and eager terminals. */
static bool waits_for_network(const noc_sampling *s)
{
    return s->options->workload || s->options->eager;
}

double noc_sampling_share_kept_up(const noc_sampling *s)
{
    if (waits_for_network(s)) return 1.0;
    double grown = 0.0, offered = 0.0;
    const double rate = noc_system_packet_rate(s->system, s->load) * s->system->traffic.injectors;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const size_t half = run->batches / 2;
        grown += run->waiting[run->batches] - run->waiting[half];
        offered += rate * (double)((run->batches - half) * s->runs.batch_cycles);
    }
    return 1.0 - grown / offered;
}

bool noc_sampling_backlog_grows(const noc_sampling *s)
{
    static const double straight = 0.65;
    double middle[NOC_REPLICATIONS], end[NOC_REPLICATIONS], first = 0.0, second = 0.0;
    if (waits_for_network(s)) return false;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const size_t eighth = run->batches / 8;
        middle[i] = noc_sampling_mean(s, NOC_SAMPLE_WAITING, run, run->batches / 2 - eighth,
                                      run->batches / 2);
        end[i] = noc_sampling_mean(s, NOC_SAMPLE_WAITING, run, run->batches - eighth, run->batches);
        first += middle[i];
        second += end[i] - middle[i];
    }
    return second > straight * first &&
           noc_is_lower(middle, end, NOC_REPLICATIONS, warmup_confidence);
}
