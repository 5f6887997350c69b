#include "sampler/sampling/finite.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "sampler/sampling/measure.h"
#include "sampler/sampling/sampling.h"

enum {
    ROUNDS_MAX = 64,
    SLICE_CYCLES = 65536, /* cycles between two calls of `progress` */
    /* Upper bound of the cycles of one run, as a multiple of NOC_SAMPLE_MAX_CYCLES. */
    PATIENCE = 64,
};
static const double confidence = 0.95;

/* Results of the rounds so far. */
typedef struct rounds {
    const noc_system *system;
    const noc_sample_options *options;
    noc_sample *sample;
    size_t count;
    uint64_t cycles; /* cycles of the longest replication of each round, summed over rounds */
    noc_pair pairs[NOC_SAMPLE_QUANTITIES][ROUNDS_MAX * NOC_REPLICATIONS];
    noc_pair makespans[ROUNDS_MAX * NOC_REPLICATIONS];
    double *seen; /* flits per cycle of each channel and class, of one round */
} rounds;

bool noc_finite_is(const noc_system *system, const noc_sample_options *options)
{
    if (options->eager) return system->design->traffic.batch > 0;
    return options->workload && !options->kernels.endless &&
           noc_cta_ends(system->design, options->workload);
}

/* ---- a round -------------------------------------------------------------------------------- */

static uint64_t most_cycles(const noc_sample_options *options)
{
    return options->max_cycles ? options->max_cycles : PATIENCE * (uint64_t)NOC_SAMPLE_MAX_CYCLES;
}

static noc_status run_to_end(const rounds *r, noc_sampling *s, noc_diag *diag)
{
    const double done = (double)r->count / (double)(r->count + 1);
    for (uint64_t cycles = 0; !noc_replications_are_over(&s->runs); cycles += SLICE_CYCLES) {
        if (cycles >= most_cycles(r->options))
            return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                            "%s not ended in %" PRIu64 " cycles (%s; 0 for no end)",
                            r->options->eager ? "the batch has" : "the CTAs have", cycles,
                            r->options->eager ? "traffic.batch" : "cta.count, cta.length");
        if (r->options->progress && !r->options->progress(r->options->context, done))
            return NOC_EINTERRUPTED;
        if (noc_replications_run(&s->runs, 1) == NOC_OK) continue;
        noc_replications_explain(&s->runs, diag);
        return NOC_EFAILED;
    }
    return NOC_OK;
}

/* Stores the ends of all runs; a whole run is one batch. Returns the longest makespan, cycles. */
static uint64_t keep_ends(noc_sampling *s)
{
    uint64_t longest = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        noc_replication *run = &s->runs.runs[i];
        const noc_loop_end *end = noc_run_end(run->run);
        run->totals[1] = end->tally;
        run->batches = 1;
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

static void average(double *mean, double next, size_t before)
{
    *mean += (next - *mean) / (double)(before + 1);
}

static void add_figures(rounds *r, noc_sample *one)
{
    noc_sample *all = r->sample;
    if (r->count == 0) *all = *one;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        average((double *)((char *)all + figures[i]), *(double *)((char *)one + figures[i]),
                r->count);
    for (int k = 0; k < NOC_KERNELS_MAX; k++)
        average(&all->kernel_instructions[k], one->kernel_instructions[k], r->count);
    const size_t channels = (size_t)r->system->graph.channel_count * NOC_CLASSES;
    for (size_t c = 0; r->options->utilization && c < channels; c++)
        average(&r->options->utilization[c], r->seen[c], r->count);
}

static void add_round(rounds *r, noc_sampling *s)
{
    noc_sample one = {.settled = true};
    uint64_t cycles = r->sample->cycles, hops = r->sample->flit_hops;
    r->cycles += keep_ends(s);
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++)
            r->pairs[q][r->count * NOC_REPLICATIONS + i] = noc_sampling_sums(s, q, run, 0, 1);
        r->makespans[r->count * NOC_REPLICATIONS + i] =
            (noc_pair){(double)noc_run_end(run->run)->makespan, 1.0};
        cycles += run->totals[1].cycles;
        hops += run->totals[1].flit_hops;
    }
    noc_sampling_measure(s, &one);
    add_figures(r, &one);
    r->sample->cycles = cycles;
    r->sample->flit_hops = hops;
    r->count++;
}

/* Runs a round, with separate seeds. */
static noc_status run_round(rounds *r, noc_diag *diag)
{
    noc_sample_options options = *r->options;
    options.seed += (uint64_t)r->count << 32;
    options.utilization = r->seen;
    noc_sampling s = {.system = r->system, .options = &options};
    noc_status status = noc_sampling_make_marks(&s) ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK)
        status = noc_replications_new(&s.runs, r->system, 0.0, &options, SLICE_CYCLES, NULL, diag);
    if (status == NOC_OK) status = run_to_end(r, &s, diag);
    if (status == NOC_OK) add_round(r, &s);
    for (unsigned i = 0; i < NOC_REPLICATIONS && status == NOC_OK; i++)
        status = noc_run_check(s.runs.runs[i].run, diag);
    noc_replications_free(&s.runs);
    noc_sampling_free_marks(&s);
    return status;
}

static void summarise(rounds *r)
{
    noc_sample *sample = r->sample;
    sample->windows = r->count * NOC_REPLICATIONS;
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++)
        sample->quantities[q] = noc_ratio_interval(r->pairs[q], sample->windows, confidence);
    const noc_interval span = noc_ratio_interval(r->makespans, sample->windows, confidence);
    const noc_interval *watched =
        r->options->eager ? &span : &sample->quantities[NOC_SAMPLE_INSTRUCTIONS];
    sample->makespan_half_width = span.half_width;
    sample->converged = watched->half_width <= r->options->precision * watched->mean;
    sample->reached = watched->half_width / watched->mean;
    sample->wanted_cycles = 0;
    if (sample->converged || r->count == ROUNDS_MAX) return;
    const double lack = sample->reached / r->options->precision;
    sample->wanted_cycles = noc_sampling_longer(r->cycles, lack * lack);
}

static noc_status run_rounds(rounds *r, noc_diag *diag)
{
    const uint64_t most =
        r->options->max_cycles ? r->options->max_cycles : (uint64_t)NOC_SAMPLE_MAX_CYCLES;
    do {
        const noc_status status = run_round(r, diag);
        r->sample->interrupted = status == NOC_EINTERRUPTED && r->options->keep_interrupted;
        if (r->sample->interrupted && r->count > 0) return NOC_OK;
        if (status != NOC_OK) return status;
        summarise(r);
    } while (!r->sample->converged && r->count < ROUNDS_MAX && r->cycles < most);
    return NOC_OK;
}

noc_status noc_finite_sample(const noc_system *system, const noc_sample_options *options,
                             noc_sample *sample, noc_diag *diag)
{
    rounds *r = calloc(1, sizeof *r);
    double *seen = calloc((size_t)system->graph.channel_count * NOC_CLASSES + 1, sizeof *seen);
    noc_status status = r && seen ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) {
        *sample = (noc_sample){0};
        *r = (rounds){.system = system, .options = options, .sample = sample, .seen = seen};
        status = run_rounds(r, diag);
    }
    free(r);
    free(seen);
    return status;
}
