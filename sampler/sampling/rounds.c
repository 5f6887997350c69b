#include "sampler/sampling/rounds.h"

#include <math.h>

#include "sampler/engines/engine.h"
#include "sampler/sampling/controls.h"
#include "sampler/sampling/measure.h"
#include "sampler/sampling/steady.h"

enum {
    FIRST_ROUND = 128,    /* batches of the first round, per replication */
    BATCH_PACKETS = 32,   /* minimum packets of a batch */
    SHORTEST_BATCH = 128, /* minimum cycles of a batch */
    LOOP_BATCH = 256,     /* minimum cycles of a batch in closed loop */
    /* upper bound of the length factor in closed loop, where no cycle is idle */
    LOOP_LENGTH_FACTOR = 16,
    BATCH_PERIODS = 4, /* minimum periods of a network in a batch */
    /* Multiple of BATCH_PACKETS for each memory node, where engines have a length factor above
     * 1. */
    NODE_FACTOR = 4,
};
static const double confidence = 0.95;
/* accepted share of the offered load below which a run is saturated */
static const double accepted_share = 0.98;
/* approximate share of half of the first round in the total work */
static const double first_share = 0.01;

/* ---- lengths -------------------------------------------------------------------------------- */

static uint64_t find_cycles_max(const noc_system *system, const noc_sample_options *options)
{
    if (options->max_cycles) return options->max_cycles;
    const unsigned length_factor = noc_run_units_find(system).length_factor;
    return (uint64_t)(options->workload && length_factor > LOOP_LENGTH_FACTOR ? LOOP_LENGTH_FACTOR
                                                                              : length_factor) *
           NOC_SAMPLE_MAX_CYCLES;
}

/* Finds the packets of a batch: some for each memory node, where packets wait for windows or
 * lines of memory nodes. */
static double find_batch_packets(const noc_system *system)
{
    if (noc_run_units_find(system).length_factor <= 1) return BATCH_PACKETS;
    return BATCH_PACKETS * NODE_FACTOR * (double)system->graph.memory_count;
}

/* Finds the cycles of a batch: enough for some packets and periods, few enough for a first round
 * within the permitted cycles. */
static uint64_t find_batch_cycles(const noc_system *system, double load,
                                  const noc_sample_options *options)
{
    const double cycles_max = (double)(find_cycles_max(system, options) / FIRST_ROUND);
    const double period = (double)noc_run_units_find(system).longest_period;
    if (options->workload || options->is_eager)
        return (uint64_t)fmin(cycles_max + 1.0, fmax(LOOP_BATCH, period));
    const double rate = noc_system_packet_rate(system, load) * system->traffic.injector_count;
    const double packets = fmax(SHORTEST_BATCH, find_batch_packets(system) / rate);
    return (uint64_t)fmin(fmax(1.0, cycles_max), fmax(packets, BATCH_PERIODS * period));
}

/* ---- figures measured so far ----------------------------------------------------------------- */

static void summarise_classes(noc_sampling *s, noc_sample *sample)
{
    const uint32_t classes = s->system->traffic.class_count;
    for (uint32_t k = 0; k < classes && classes > 1; k++) {
        noc_sampling_join_batches(s, NOC_SAMPLE_CLASS_LATENCY + (int)k);
        sample->classes[k].latency =
            noc_batch_interval(s->group_sums, NOC_REPLICATIONS, NOC_SAMPLING_GROUPS, confidence);
    }
}

/* Stores the intervals after the warm-up, and the effort. */
static void summarise(noc_sampling *s, noc_sample *sample)
{
    summarise_classes(s, sample);
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) {
        noc_sampling_join_batches(s, q);
        if (q == NOC_SAMPLE_INSTRUCTIONS && s->options->workload)
            noc_remove_phase_noise(&s->options->workload->phases, s->runs.runs, s->warmup_batches,
                                   s->runs.runs[0].batch_count, NOC_SAMPLING_GROUPS, s->group_sums);
        sample->quantities[q] =
            noc_batch_interval(s->group_sums, NOC_REPLICATIONS, NOC_SAMPLING_GROUPS, confidence);
    }
    sample->windows = NOC_REPLICATIONS * NOC_SAMPLING_GROUPS;
    sample->cycles = sample->flit_hops = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_tally *tally = noc_run_tally(s->runs.runs[i].run);
        sample->cycles += tally->cycles;
        sample->flit_hops += tally->flit_hops;
    }
    sample->warmup_cycles = NOC_REPLICATIONS * s->warmup_batches * s->runs.batch_cycles;
}

/* True if a sample stopped within a round has enough batches after the warm-up, at least one per
 * group. The warm-up is that of the previous rounds, or a quarter, up to the next mark. Queues
 * that fell behind count as growing. */
static bool keep_interrupted(noc_sampling *s, noc_sample *sample)
{
    const size_t batches = s->runs.runs[0].batch_count,
                 part_batches = s->planned_batches / NOC_SAMPLING_PARTS;
    const size_t warmup_min = sample->windows ? s->warmup_batches : batches / 4;
    const size_t warmup = (warmup_min + part_batches - 1) / part_batches * part_batches;
    if (!s->options->keep_interrupted || batches < warmup + NOC_SAMPLING_GROUPS) return false;
    s->warmup_batches = warmup;
    summarise(s, sample);
    sample->is_interrupted = true;
    sample->is_converged = false;
    sample->is_saturated = noc_sampling_kept_share(s) < accepted_share;
    sample->is_growing = sample->is_saturated || noc_sampling_backlog_grows(s);
    return true;
}

/* Finds the share of finished work: half-widths fall with the square root of the length. */
static double find_done_share(const noc_interval *interval, double precision)
{
    const double relative = interval->half_width / interval->mean / precision;
    return relative > 0.0 ? 1.0 / (relative * relative) : 1.0;
}

/* Evaluates the run at the end of a round. */
static void judge_round(noc_rounds *r)
{
    noc_sampling *s = &r->sampling;
    noc_sample *sample = r->sample;
    const noc_interval *watched = &sample->quantities[noc_sampling_find_target(s)];
    noc_sampling_find_warmup(s);
    summarise(s, sample);
    const uint64_t cycles = s->runs.runs[0].batch_count * s->runs.batch_cycles;
    sample->is_settled = s->is_settled;
    sample->is_converged =
        s->is_settled && watched->half_width <= s->options->precision * watched->mean;
    const bool has_kept_up = noc_sampling_kept_share(s) >= accepted_share;
    r->late_rounds = has_kept_up ? 0 : r->late_rounds + 1;
    r->is_last = cycles + cycles > find_cycles_max(s->system, s->options);
    sample->is_saturated = r->late_rounds >= 2 || (r->is_last && r->late_rounds > 0);
    sample->is_growing =
        sample->is_saturated || (!sample->is_converged && noc_sampling_backlog_grows(s));
    r->is_over = (sample->is_converged && has_kept_up) || sample->is_saturated || r->is_last;
    r->done_share = fmin(find_done_share(watched, s->options->precision), 0.5);
}

/* ---- a round -------------------------------------------------------------------------------- */

static bool report_progress(const noc_sample_options *options, double done)
{
    return !options->progress || options->progress(options->context, done < 1.0 ? done : 1.0);
}

/* Runs `batch_count` batches in slices, between which the user may stop the sample, and marks the
 * ends of the parts. `done_share`: share of the total work before; `round_share`: share of these
 * batches. */
static noc_status run_batches(noc_sampling *s, size_t batches, double done_share,
                              double round_share)
{
    enum { SLICES = NOC_SAMPLING_PARTS };
    const size_t batches_before = s->runs.runs[0].batch_count,
                 batches_after = batches_before + batches;
    s->planned_batches = batches_after;
    for (size_t from = 0, k = 1; k <= SLICES; k++) {
        const size_t to = batches * k / SLICES;
        if (!report_progress(s->options, done_share + round_share * (double)from / (double)batches))
            return NOC_EINTERRUPTED;
        if (noc_replications_run(&s->runs, to - from) != NOC_OK) return NOC_EFAILED;
        if ((batches_before + to) * NOC_SAMPLING_PARTS % batches_after == 0)
            noc_sampling_set_marks(s,
                                   (batches_before + to) * NOC_SAMPLING_PARTS / batches_after - 1);
        from = to;
    }
    return NOC_OK;
}

/* Runs batches up to the first marks; the end of the round halves these marks like all others. */
static noc_status run_first_half(noc_rounds *r)
{
    const noc_status status = run_batches(&r->sampling, FIRST_ROUND / 2, 0.0, first_share);
    r->done_share = first_share;
    return status;
}

noc_status noc_rounds_run(noc_rounds *r)
{
    noc_sampling *s = &r->sampling;
    noc_status status = s->runs.runs[0].batch_count > 0 ? NOC_OK : run_first_half(r);
    r->round_share = r->done_share; /* a round is as long as all previous rounds together */
    if (status == NOC_OK) {
        noc_sampling_double_parts(s);
        status = run_batches(s, s->runs.runs[0].batch_count, r->done_share, r->round_share);
    }
    if (status == NOC_EINTERRUPTED && keep_interrupted(s, r->sample)) {
        r->is_over = true;
        return NOC_OK;
    }
    if (status == NOC_EFAILED) noc_replications_explain(&s->runs, r->diag);
    if (status == NOC_OK) judge_round(r);
    return status;
}

/* ---- a sample ------------------------------------------------------------------------------- */

noc_status noc_rounds_begin(noc_rounds *r, const noc_system *system, double load,
                            const noc_sample_options *options, noc_sample *sample, noc_diag *diag)
{
    r->sampling = (noc_sampling){.system = system, .load = load, .options = options};
    r->sample = sample;
    r->diag = diag;
    *sample = (noc_sample){0};
    if (!noc_sampling_make_marks(&r->sampling)) return noc_fail_memory(diag);
    return noc_replications_new(&r->sampling.runs, system, load, options,
                                find_batch_cycles(system, load, options), NULL, diag);
}

/* Finds the wanted cycles. A half-width falls with the square root of the cycles, and rounds
 * double the run length; the next of these lengths is wanted. */
static void find_wanted_cycles(const noc_sampling *s, noc_sample *sample)
{
    static const double two_rounds = 4.0; /* factor on the length of a run that has not settled */
    const noc_interval *watched = &sample->quantities[noc_sampling_find_target(s)];
    const uint64_t cycles = s->runs.runs[0].batch_count * s->runs.batch_cycles;
    sample->reached_width = watched->half_width / watched->mean;
    if (sample->is_converged || sample->is_saturated || !isfinite(sample->reached_width)) return;
    const double doublings = ceil(2.0 * log2(sample->reached_width / s->options->precision));
    sample->wanted_cycles =
        noc_sampling_scale_cycles(cycles, s->is_settled ? exp2(fmax(doublings, 0.0)) : two_rounds);
}

noc_status noc_rounds_end(noc_rounds *r)
{
    noc_status status = NOC_OK;
    find_wanted_cycles(&r->sampling, r->sample);
    noc_sampling_measure(&r->sampling, r->sample);
    for (unsigned i = 0; i < NOC_REPLICATIONS && status == NOC_OK; i++)
        status = noc_run_check(r->sampling.runs.runs[i].run, r->diag);
    return status;
}

void noc_rounds_free(noc_rounds *r)
{
    noc_sampling_clear(&r->sampling);
}
