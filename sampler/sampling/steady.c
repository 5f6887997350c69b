#include "sampler/sampling/steady.h"

#include <math.h>

enum {
    WARMUP_PARTS_MIN = 2, /* parts that are always dropped */
    WARMUP_PARTS_MAX = 8, /* parts of a warm-up without an end: the run is too short */
    /* minimum round trips of a settled closed loop */
    TRIPS_MIN = 64,
    WAVES_MIN = 4,  /* minimum waves of CTAs that share lines; the first wave is dropped */
    ROUNDS_MIN = 3, /* minimum rounds of phases; the first round is dropped */
};
/* confidence that a dropped part belongs to the warm-up */
static const double warmup_confidence = 0.99;
static const double drift_confidence = 0.95; /* confidence that the rest of the run still drifts */
/* permitted drift of the backlog, as a share of the outstanding requests */
static const double moved_share = 0.03;

/* ---- warm-up -------------------------------------------------------------------------------- */

/* Means of each replication over two consecutive spans of batches. */
typedef struct mean_pair {
    double first_means[NOC_REPLICATIONS], second_means[NOC_REPLICATIONS];
} mean_pair;

static mean_pair compare_means(const noc_sampling *s, int quantity, size_t from, size_t middle)
{
    mean_pair c;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        c.first_means[i] = noc_sampling_mean(s, quantity, run, from, middle);
        c.second_means[i] = noc_sampling_mean(s, quantity, run, middle, run->batch_count);
    }
    return c;
}

/* Finds the growth from the first to the second mean, averaged over the replications. */
static double find_gap(const mean_pair *c)
{
    double gap = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++)
        gap += (c->second_means[i] - c->first_means[i]) / NOC_REPLICATIONS;
    return gap;
}

/* Finds the first batch of a part. */
static size_t find_part_start(const noc_sampling *s, size_t part)
{
    return part * s->runs.runs[0].batch_count / NOC_SAMPLING_PARTS;
}

/* True if latencies of a part are below those of all later parts. */
static bool has_low_latency(const noc_sampling *s, size_t part)
{
    const int quantity = (int)noc_sampling_find_main(s->system);
    const mean_pair c =
        compare_means(s, quantity, find_part_start(s, part), find_part_start(s, part + 1));
    return noc_is_significantly_lower(c.first_means, c.second_means, NOC_REPLICATIONS,
                                      warmup_confidence);
}

/* True if the throughput of a part is above that of all later parts. */
static bool has_high_throughput(const noc_sampling *s, size_t part)
{
    const mean_pair c = compare_means(s, NOC_SAMPLE_INSTRUCTIONS, find_part_start(s, part),
                                      find_part_start(s, part + 1));
    return noc_is_significantly_lower(c.second_means, c.first_means, NOC_REPLICATIONS,
                                      warmup_confidence);
}

/* True if the halves of the time from a part on differ by more than `least_gap`. */
static bool has_moved(const noc_sampling *s, int quantity, size_t part, double least_gap)
{
    const size_t from = find_part_start(s, part);
    const mean_pair c = compare_means(s, quantity, from, (from + s->runs.runs[0].batch_count) / 2);
    return fabs(find_gap(&c)) > least_gap &&
           (noc_is_significantly_lower(c.first_means, c.second_means, NOC_REPLICATIONS,
                                       drift_confidence) ||
            noc_is_significantly_lower(c.second_means, c.first_means, NOC_REPLICATIONS,
                                       drift_confidence));
}

/* Finds the mean of a quantity over the whole run. */
static double find_whole_mean(const noc_sampling *s, int quantity)
{
    noc_batch_sums sums = {0.0, 0.0};
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const noc_batch_sums run_sums = noc_sampling_sum(s, quantity, run, 0, run->batch_count);
        sums.numerator += run_sums.numerator;
        sums.denominator += run_sums.denominator;
    }
    return sums.numerator / sums.denominator;
}

/* True if the throughput of a closed loop still falls from a part on. Throughput starts high, with
 * requests spread evenly over memory nodes, and falls while requests gather at some nodes. */
static bool is_loop_sinking(const noc_sampling *s, size_t part)
{
    const noc_sample_quantity ipc = NOC_SAMPLE_INSTRUCTIONS;
    return has_high_throughput(s, part) ||
           has_moved(s, ipc, part, s->options->precision * find_whole_mean(s, ipc));
}

/* True if a closed loop still fills. With round-robin routers, nodes far from memory get little
 * bandwidth, so their requests fill the buffers on the path only after tens of round trips.
 * Until then throughput may stay level and fall later, while requests move from cores into the
 * network. */
static bool is_loop_filling(const noc_sampling *s)
{
    double outstanding = 0.0, trips = 0.0, cycles = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_tally *tally = noc_run_tally(s->runs.runs[i].run);
        outstanding += (double)tally->outstanding; /* sum over cycles */
        trips += (double)tally->round_trips + (double)tally->unanswered;
        cycles += (double)tally->cycles;
    }
    const double trip = outstanding / trips; /* Little's law, with outstanding requests */
    return cycles < TRIPS_MIN * NOC_REPLICATIONS * trip ||
           has_moved(s, NOC_SAMPLE_WAITING, WARMUP_PARTS_MIN, moved_share * outstanding / cycles);
}

/* Counts the refills of slots; INFINITY: refills change nothing. CTAs of the first wave start
 * together with their neighbours; later CTAs are mixed. */
static double count_cta_waves(const noc_sampling *s)
{
    const noc_design *d = s->system->design;
    double ended = 0.0, touches = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_cores_tally *cores = &noc_run_tally(s->runs.runs[i].run)->cores;
        for (int k = 0; k < NOC_KERNELS_MAX; k++) {
            ended += (double)cores->ctas[k];
            touches += (double)cores->touches[k];
        }
    }
    return touches > 0.0 ? ended / NOC_REPLICATIONS / d->nodes.compute / d->cta.slots : INFINITY;
}

/* Counts the rounds of cores through their phases; INFINITY: no phases. Cores start at a random
 * instruction of a round, not at a random time, so the first round differs. */
static double count_phase_rounds(const noc_sampling *s)
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
    const double waves = count_cta_waves(s), rounds = count_phase_rounds(s);
    const double first = NOC_SAMPLING_PARTS / fmin(waves, rounds);
    size_t part = (size_t)fmax(WARMUP_PARTS_MIN, fmin(WARMUP_PARTS_MAX, first));
    while (part < WARMUP_PARTS_MAX &&
           (has_low_latency(s, part) || (s->options->workload && is_loop_sinking(s, part))))
        part++;
    s->is_settled = part < WARMUP_PARTS_MAX && waves >= WAVES_MIN && rounds >= ROUNDS_MIN &&
                    !(s->options->workload && is_loop_filling(s));
    s->warmup_batches = part * s->runs.runs[0].batch_count / NOC_SAMPLING_PARTS;
}

double noc_sampling_drift(const noc_sampling *s, int quantity)
{
    const mean_pair c = compare_means(s, quantity, s->warmup_batches,
                                      (s->warmup_batches + s->runs.runs[0].batch_count) / 2);
    return find_gap(&c);
}

/* ---- saturation ----------------------------------------------------------------------------- */

/* True if sources wait for the network, so that no backlog grows: cores, and eager terminals. */
static bool has_waiting_sources(const noc_sampling *s)
{
    return s->options->workload || s->options->is_eager;
}

double noc_sampling_kept_share(const noc_sampling *s)
{
    if (has_waiting_sources(s)) return 1.0;
    double growth = 0.0, offered = 0.0;
    const double rate =
        noc_system_packet_rate(s->system, s->load) * s->system->traffic.injector_count;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const size_t half = run->batch_count / 2;
        growth += run->backlogs[run->batch_count] - run->backlogs[half];
        offered += rate * (double)((run->batch_count - half) * s->runs.batch_cycles);
    }
    return 1.0 - growth / offered;
}

bool noc_sampling_backlog_grows(const noc_sampling *s)
{
    static const double growth_ratio = 0.65;
    double middle[NOC_REPLICATIONS], end[NOC_REPLICATIONS], first_growth = 0.0, second_growth = 0.0;
    if (has_waiting_sources(s)) return false;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const size_t eighth = run->batch_count / 8;
        middle[i] = noc_sampling_mean(s, NOC_SAMPLE_WAITING, run, run->batch_count / 2 - eighth,
                                      run->batch_count / 2);
        end[i] = noc_sampling_mean(s, NOC_SAMPLE_WAITING, run, run->batch_count - eighth,
                                   run->batch_count);
        first_growth += middle[i];
        second_growth += end[i] - middle[i];
    }
    return second_growth > growth_ratio * first_growth &&
           noc_is_significantly_lower(middle, end, NOC_REPLICATIONS, warmup_confidence);
}
