#include "sampler/sampling/finite.h"

#include <inttypes.h>
#include <math.h>

#include "base/auto.h"
#include "sampler/sampling/measure.h"
#include "sampler/sampling/sampling.h"

enum {
    ROUNDS_MAX = 64,
    SLICE_CYCLES = 65536, /* cycles between two calls of `progress` */
    /* Upper bound of the cycles of one run, as a multiple of NOC_SAMPLE_MAX_CYCLES. */
    RUN_LENGTH_FACTOR = 64,
};
static const double confidence = 0.95;

/* Results of the rounds so far. */
typedef struct rounds {
    const noc_system *system;
    const noc_sample_options *options;
    noc_sample *sample;
    size_t round_count;
    uint64_t cycles; /* cycles of the longest replication of each round, summed over rounds */
    noc_batch_sums pairs[NOC_SAMPLE_QUANTITIES][ROUNDS_MAX * NOC_REPLICATIONS];
    noc_batch_sums makespans[ROUNDS_MAX * NOC_REPLICATIONS];
    double *channel_rates; /* flits per cycle of each channel and class, of one round */
} rounds;

bool noc_sample_has_end(const noc_system *system, const noc_sample_options *options)
{
    if (options->is_eager) return system->design->traffic.batch_packets > 0;
    return options->workload && !options->kernels.is_endless &&
           noc_cta_has_end(system->design, options->workload);
}

/* ---- a round -------------------------------------------------------------------------------- */

static uint64_t find_cycles_max(const noc_sample_options *options)
{
    return options->max_cycles ? options->max_cycles
                               : RUN_LENGTH_FACTOR * (uint64_t)NOC_SAMPLE_MAX_CYCLES;
}

static noc_status run_to_end(const rounds *r, noc_sampling *s, noc_diag *diag)
{
    const double progress = (double)r->round_count / (double)(r->round_count + 1);
    for (uint64_t cycles = 0; !noc_replications_are_over(&s->runs); cycles += SLICE_CYCLES) {
        if (cycles >= find_cycles_max(r->options))
            return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                            "%s not ended in %" PRIu64 " cycles (%s; 0 for no end)",
                            r->options->is_eager ? "the batch has" : "the CTAs have", cycles,
                            r->options->is_eager ? "traffic.batch" : "cta.count, cta.length");
        if (r->options->progress && !r->options->progress(r->options->context, progress))
            return NOC_EINTERRUPTED;
        if (noc_replications_run(&s->runs, 1) == NOC_OK) continue;
        noc_replications_explain(&s->runs, diag);
        return NOC_EFAILED;
    }
    return NOC_OK;
}

/* Stores the ends of all runs; a whole run is one batch. Returns the longest makespan, cycles. */
static uint64_t store_ends(noc_sampling *s)
{
    uint64_t longest = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        noc_replication *run = &s->runs.runs[i];
        const noc_loop_end *end = noc_run_end(run->run);
        run->totals[1] = end->tally;
        run->batch_count = 1;
        if (end->makespan > longest) longest = end->makespan;
    }
    return longest;
}

/* ---- rounds --------------------------------------------------------------------------------- */

#define FIGURE(name) offsetof(noc_sample, name)
static const size_t figures[] = {
    FIGURE(p50),
    FIGURE(p95),
    FIGURE(p99),
    FIGURE(p50_half),
    FIGURE(p95_half),
    FIGURE(p99_half),
    FIGURE(utilization_half),
    FIGURE(memory_blocked),
    FIGURE(dram_full),
    FIGURE(inputs_full),
    FIGURE(dram_used),
    FIGURE(memory_stalled),
    FIGURE(read_requests),
    FIGURE(redundant),
    FIGURE(mshrs_used),
    FIGURE(cores_issuing),
    FIGURE(dram_queued),
    FIGURE(cores_blocked),
    FIGURE(row_hit_rate),
    FIGURE(absorbed),
    FIGURE(makespan),
    FIGURE(bank_parallelism),
    FIGURE(entries_used),
    FIGURE(threads),
    FIGURE(utilization),
    FIGURE(replies.group),
    FIGURE(replies.bursts),
    FIGURE(replies.burst_wait),
    FIGURE(replies.normal_wait),
};
#undef FIGURE

static void update_mean(double *mean, double value, size_t count)
{
    *mean += (value - *mean) / (double)(count + 1);
}

static void add_figures(rounds *r, noc_sample *round)
{
    noc_sample *total = r->sample;
    if (r->round_count == 0) *total = *round;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        update_mean((double *)((char *)total + figures[i]), *(double *)((char *)round + figures[i]),
                    r->round_count);
    for (int k = 0; k < NOC_KERNELS_MAX; k++)
        update_mean(&total->kernel_instructions[k], round->kernel_instructions[k], r->round_count);
    const size_t channels = (size_t)r->system->graph.channel_count * NOC_CLASSES;
    for (size_t c = 0; r->options->utilization && c < channels; c++)
        update_mean(&r->options->utilization[c], r->channel_rates[c], r->round_count);
}

static void add_round(rounds *r, noc_sampling *s)
{
    noc_sample round = {.is_settled = true};
    uint64_t cycles = r->sample->cycles, hops = r->sample->flit_hops;
    r->cycles += store_ends(s);
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++)
            r->pairs[q][r->round_count * NOC_REPLICATIONS + i] = noc_sampling_sum(s, q, run, 0, 1);
        r->makespans[r->round_count * NOC_REPLICATIONS + i] =
            (noc_batch_sums){(double)noc_run_end(run->run)->makespan, 1.0};
        cycles += run->totals[1].cycles;
        hops += run->totals[1].flit_hops;
    }
    noc_sampling_measure(s, &round);
    add_figures(r, &round);
    r->sample->cycles = cycles;
    r->sample->flit_hops = hops;
    r->round_count++;
}

/* Runs a round, with separate seeds. */
static noc_status run_round(rounds *r, noc_diag *diag)
{
    noc_sample_options options = *r->options;
    options.seed += (uint64_t)r->round_count << 32;
    options.utilization = r->channel_rates;
    NOC_AUTO(noc_sampling_clear)
    noc_sampling s = {.system = r->system, .options = &options};
    noc_status status = noc_sampling_make_marks(&s) ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK)
        status = noc_replications_new(&s.runs, r->system, 0.0, &options, SLICE_CYCLES, NULL, diag);
    if (status == NOC_OK) status = run_to_end(r, &s, diag);
    if (status == NOC_OK) add_round(r, &s);
    for (unsigned i = 0; i < NOC_REPLICATIONS && status == NOC_OK; i++)
        status = noc_run_check(s.runs.runs[i].run, diag);
    return status;
}

static void summarise(rounds *r)
{
    noc_sample *sample = r->sample;
    sample->windows = r->round_count * NOC_REPLICATIONS;
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++)
        sample->quantities[q] = noc_ratio_interval(r->pairs[q], sample->windows, confidence);
    const noc_interval makespan = noc_ratio_interval(r->makespans, sample->windows, confidence);
    const noc_interval *watched =
        r->options->is_eager ? &makespan : &sample->quantities[NOC_SAMPLE_INSTRUCTIONS];
    sample->makespan_half_width = makespan.half_width;
    sample->is_converged = watched->half_width <= r->options->precision * watched->mean;
    sample->reached_width = watched->half_width / watched->mean;
    sample->wanted_cycles = 0;
    if (sample->is_converged || r->round_count == ROUNDS_MAX) return;
    const double width_ratio = sample->reached_width / r->options->precision;
    sample->wanted_cycles = noc_sampling_scale_cycles(r->cycles, width_ratio * width_ratio);
}

static noc_status run_rounds(rounds *r, noc_diag *diag)
{
    const uint64_t cycles_max =
        r->options->max_cycles ? r->options->max_cycles : (uint64_t)NOC_SAMPLE_MAX_CYCLES;
    do {
        const noc_status status = run_round(r, diag);
        r->sample->is_interrupted = status == NOC_EINTERRUPTED && r->options->keep_interrupted;
        if (r->sample->is_interrupted && r->round_count > 0) return NOC_OK;
        if (status != NOC_OK) return status;
        summarise(r);
    } while (!r->sample->is_converged && r->round_count < ROUNDS_MAX && r->cycles < cycles_max);
    return NOC_OK;
}

noc_status noc_finite_sample(const noc_system *system, const noc_sample_options *options,
                             noc_sample *sample, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    rounds *r = noc_arena_array(&scratch, 1, sizeof *r);
    double *channel_rates =
        noc_arena_array(&scratch, system->graph.channel_count, NOC_CLASSES * sizeof *channel_rates);
    if (scratch.is_short) return noc_fail_memory(diag);
    *sample = (noc_sample){0};
    *r = (rounds){
        .system = system, .options = options, .sample = sample, .channel_rates = channel_rates};
    return run_rounds(r, diag);
}
