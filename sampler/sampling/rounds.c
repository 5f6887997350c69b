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
    LOOP_PATIENCE = 16,
    BATCH_RHYTHMS = 4, /* minimum periods of a network in a batch */
    /* Multiple of BATCH_PACKETS for each memory node, where engines have a length factor above
     * 1. */
    WAITING_FOR_LONG = 4,
};
static const double confidence = 0.95;
/* accepted share of the offered load below which a run is saturated */
static const double accepted_share = 0.98;
/* approximate share of half of the first round in the total work */
static const double first_share = 0.01;

/* ---- lengths -------------------------------------------------------------------------------- */

static uint64_t most_cycles(const noc_system *system, const noc_sample_options *options)
{
    if (options->max_cycles) return options->max_cycles;
    const unsigned patience = noc_run_pace_of(system).patience;
    return (uint64_t)(options->workload && patience > LOOP_PATIENCE ? LOOP_PATIENCE : patience) *
           NOC_SAMPLE_MAX_CYCLES;
}

/* Finds the packets of a batch: some for each memory node, where packets wait for windows or
 * lines of memory nodes. */
static double batch_packets(const noc_system *system)
{
    if (noc_run_pace_of(system).patience <= 1) return BATCH_PACKETS;
    return BATCH_PACKETS * WAITING_FOR_LONG * (double)system->graph.memory_count;
}

/* Finds the cycles of a batch: enough for some packets and periods, few enough for a first round
 * within the permitted cycles. */
static uint64_t batch_cycles(const noc_system *system, double load,
                             const noc_sample_options *options)
{
    const double longest = (double)(most_cycles(system, options) / FIRST_ROUND);
    const double rhythm = (double)noc_run_pace_of(system).rhythm;
    if (options->workload || options->eager)
        return (uint64_t)fmin(longest + 1.0, fmax(LOOP_BATCH, rhythm));
    const double rate = noc_system_packet_rate(system, load) * system->traffic.injectors;
    const double packets = fmax(SHORTEST_BATCH, batch_packets(system) / rate);
    return (uint64_t)fmin(fmax(1.0, longest), fmax(packets, BATCH_RHYTHMS * rhythm));
}

/* ---- figures measured so far ----------------------------------------------------------------- */

static void summarise_classes(noc_sampling *s, noc_sample *sample)
{
    const uint32_t classes = s->system->traffic.class_count;
    for (uint32_t k = 0; k < classes && classes > 1; k++) {
        noc_sampling_join_batches(s, NOC_SAMPLE_OF_CLASS + (int)k);
        sample->classes[k].latency =
            noc_batch_interval(s->pairs, NOC_REPLICATIONS, NOC_SAMPLING_GROUPS, confidence);
    }
}

/* Stores the intervals after the warm-up, and the effort. */
static void summarise(noc_sampling *s, noc_sample *sample)
{
    summarise_classes(s, sample);
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) {
        noc_sampling_join_batches(s, q);
        if (q == NOC_SAMPLE_INSTRUCTIONS && s->options->workload)
            noc_free_of_phases(&s->options->workload->phases, s->runs.runs, s->warmup,
                               s->runs.runs[0].batches, NOC_SAMPLING_GROUPS, s->pairs);
        sample->quantities[q] =
            noc_batch_interval(s->pairs, NOC_REPLICATIONS, NOC_SAMPLING_GROUPS, confidence);
    }
    sample->windows = NOC_REPLICATIONS * NOC_SAMPLING_GROUPS;
    sample->cycles = sample->flit_hops = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_tally *tally = noc_run_tally(s->runs.runs[i].run);
        sample->cycles += tally->cycles;
        sample->flit_hops += tally->flit_hops;
    }
    sample->warmup_cycles = NOC_REPLICATIONS * s->warmup * s->runs.batch_cycles;
}

/* True if a sample stopped within a round has enough batches after the warm-up, at least one per
 * group. The warm-up is that of the previous rounds, or a quarter, up to the next mark. Queues
 * that fell behind count as growing. */
static bool keep_interrupted(noc_sampling *s, noc_sample *sample)
{
    const size_t batches = s->runs.runs[0].batches, part = s->planned / NOC_SAMPLING_PARTS;
    const size_t wanted = sample->windows ? s->warmup : batches / 4;
    const size_t warmup = (wanted + part - 1) / part * part;
    if (!s->options->keep_interrupted || batches < warmup + NOC_SAMPLING_GROUPS) return false;
    s->warmup = warmup;
    summarise(s, sample);
    sample->interrupted = true;
    sample->converged = false;
    sample->saturated = noc_sampling_share_kept_up(s) < accepted_share;
    sample->grows = sample->saturated || noc_sampling_backlog_grows(s);
    return true;
}

/* Finds the share of finished work: half-widths fall with the square root of the length. */
static double share_done(const noc_interval *interval, double precision)
{
    const double relative = interval->half_width / interval->mean / precision;
    return relative > 0.0 ? 1.0 / (relative * relative) : 1.0;
}

/* Evaluates the run at the end of a round. */
static void judge(noc_rounds *r)
{
    noc_sampling *s = &r->sampling;
    noc_sample *sample = r->sample;
    const noc_interval *watched = &sample->quantities[noc_sampling_watched_quantity(s)];
    noc_sampling_find_warmup(s);
    summarise(s, sample);
    const uint64_t cycles = s->runs.runs[0].batches * s->runs.batch_cycles;
    sample->settled = s->settled;
    sample->converged = s->settled && watched->half_width <= s->options->precision * watched->mean;
    const bool kept_up = noc_sampling_share_kept_up(s) >= accepted_share;
    r->behind = kept_up ? 0 : r->behind + 1;
    r->is_last = cycles + cycles > most_cycles(s->system, s->options);
    sample->saturated = r->behind >= 2 || (r->is_last && r->behind > 0);
    sample->grows = sample->saturated || (!sample->converged && noc_sampling_backlog_grows(s));
    r->is_over = (sample->converged && kept_up) || sample->saturated || r->is_last;
    r->done = fmin(share_done(watched, s->options->precision), 0.5);
}

/* ---- a round -------------------------------------------------------------------------------- */

static bool report(const noc_sample_options *options, double done)
{
    return !options->progress || options->progress(options->context, done < 1.0 ? done : 1.0);
}

/* Runs `batches` batches in slices, between which the user may stop the sample, and marks the
 * ends of the parts. `done_share`: share of the total work before; `round_share`: share of these
 * batches. */
static noc_status run_batches(noc_sampling *s, size_t batches, double done, double share)
{
    enum { SLICES = NOC_SAMPLING_PARTS };
    const size_t before = s->runs.runs[0].batches, after = before + batches;
    s->planned = after;
    for (size_t from = 0, k = 1; k <= SLICES; k++) {
        const size_t to = batches * k / SLICES;
        if (!report(s->options, done + share * (double)from / (double)batches))
            return NOC_EINTERRUPTED;
        if (noc_replications_run(&s->runs, to - from) != NOC_OK) return NOC_EFAILED;
        if ((before + to) * NOC_SAMPLING_PARTS % after == 0)
            noc_sampling_set_marks(s, (before + to) * NOC_SAMPLING_PARTS / after - 1);
        from = to;
    }
    return NOC_OK;
}

/* Runs batches up to the first marks; the end of the round halves these marks like all others. */
static noc_status run_first(noc_rounds *r)
{
    const noc_status status = run_batches(&r->sampling, FIRST_ROUND / 2, 0.0, first_share);
    r->done = first_share;
    return status;
}

noc_status noc_rounds_run(noc_rounds *r)
{
    noc_sampling *s = &r->sampling;
    noc_status status = s->runs.runs[0].batches > 0 ? NOC_OK : run_first(r);
    r->share = r->done; /* a round is as long as all previous rounds together */
    if (status == NOC_OK) {
        noc_sampling_double_parts(s);
        status = run_batches(s, s->runs.runs[0].batches, r->done, r->share);
    }
    if (status == NOC_EINTERRUPTED && keep_interrupted(s, r->sample)) {
        r->is_over = true;
        return NOC_OK;
    }
    if (status == NOC_EFAILED) noc_replications_explain(&s->runs, r->diag);
    if (status == NOC_OK) judge(r);
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
                                batch_cycles(system, load, options), NULL, diag);
}

/* Finds the wanted cycles. A half-width falls with the square root of the cycles, and rounds
 * double the run length; the next of these lengths is wanted. */
static void tell_wanted(const noc_sampling *s, noc_sample *sample)
{
    static const double two_rounds = 4.0; /* factor on the length of a run that has not settled */
    const noc_interval *watched = &sample->quantities[noc_sampling_watched_quantity(s)];
    const uint64_t cycles = s->runs.runs[0].batches * s->runs.batch_cycles;
    sample->reached = watched->half_width / watched->mean;
    if (sample->converged || sample->saturated || !isfinite(sample->reached)) return;
    const double doublings = ceil(2.0 * log2(sample->reached / s->options->precision));
    sample->wanted_cycles =
        noc_sampling_longer(cycles, s->settled ? exp2(fmax(doublings, 0.0)) : two_rounds);
}

noc_status noc_rounds_end(noc_rounds *r)
{
    noc_status status = NOC_OK;
    tell_wanted(&r->sampling, r->sample);
    noc_sampling_measure(&r->sampling, r->sample);
    for (unsigned i = 0; i < NOC_REPLICATIONS && status == NOC_OK; i++)
        status = noc_run_check(r->sampling.runs.runs[i].run, r->diag);
    return status;
}

void noc_rounds_free(noc_rounds *r)
{
    noc_replications_free(&r->sampling.runs);
    noc_sampling_free_marks(&r->sampling);
}
