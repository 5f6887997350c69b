#include "sampler/sampling/set.h"

#include <math.h>
#include <stdlib.h>

#include "base/auto.h"
#include "base/min_max.h"
#include "sampler/sampling/finite.h"
#include "sampler/sampling/measure.h"
#include "sampler/sampling/rounds.h"
#include "sampler/sampling/steady.h"

/* Running member of a set. */
typedef struct member_run {
    noc_rounds rounds;
    /* options of the set, with the member's workload and with progress of the set */
    noc_sample_options options;
    struct workload_set *workload_set; /* set of the member; borrowed */
} member_run;

typedef struct workload_set {
    const noc_system *system;
    const noc_sample_options *options;
    noc_set_member *members;
    member_run *runs;
    size_t member_count;
    /* approximate share of the total work before this round, and of this round */
    double done_share, round_share;
} workload_set;

bool noc_can_sample_set(const noc_system *system, const noc_sample_options *options,
                        const noc_set_member *members, size_t count)
{
    noc_sample_options member_options = *options;
    bool has_end = system->design->cta.kernels > 1;
    for (size_t i = 0; i < count; i++) {
        member_options.workload = &members[i].weighted_workload.workload;
        has_end = has_end || noc_sample_has_end(system, &member_options);
    }
    return count > 1 && !has_end;
}

/* ---- precision of the mean ------------------------------------------------------------------ */

/* Finds the half-width of a member's quantity, including the drift until the member has settled. */
static double find_half_width(const member_run *l, noc_sample_quantity quantity)
{
    const noc_sample *sample = l->rounds.sample;
    const double noise = sample->quantities[quantity].half_width;
    if (sample->is_settled) return noise;
    return hypot(noise, noc_sampling_drift(&l->rounds.sampling, (int)quantity));
}

/* Finds the contribution of a member to the mean of the inverse IPC. */
static double find_inverse(const workload_set *s, size_t member)
{
    const noc_workload_part *part = &s->members[member].weighted_workload;
    const noc_sample *sample = s->runs[member].rounds.sample;
    return part->weight /
           (part->workload.active_threads * sample->quantities[NOC_SAMPLE_INSTRUCTIONS].mean);
}

/* Finds the contribution of a member to the relative half-width of the mean. */
static double find_error(const workload_set *s, size_t member, double inverse)
{
    const member_run *l = &s->runs[member];
    const double mean = l->rounds.sample->quantities[NOC_SAMPLE_INSTRUCTIONS].mean;
    const double error =
        find_inverse(s, member) / inverse * (find_half_width(l, NOC_SAMPLE_INSTRUCTIONS) / mean);
    return isfinite(error) ? error : INFINITY;
}

static double sum_inverses(const workload_set *s)
{
    double inverse = 0.0;
    for (size_t i = 0; i < s->member_count; i++) inverse += find_inverse(s, i);
    return inverse;
}

/* Finds the relative half-width of the mean. Stores in *next the member, among members that may
 * continue, with the largest ratio of its contribution to the variance and its cycles;
 * `member_count`: none. */
static double find_relative_width(const workload_set *s, size_t *next)
{
    const double inverse = sum_inverses(s);
    double variance = 0.0, maximum = 0.0;
    *next = s->member_count;
    for (size_t i = 0; i < s->member_count; i++) {
        const member_run *l = &s->runs[i];
        const double error = find_error(s, i, inverse);
        const double gain = error * error / (double)l->rounds.sample->cycles;
        variance += error * error;
        if (l->rounds.is_last || l->rounds.sample->is_interrupted || !(gain > maximum)) continue;
        maximum = gain;
        *next = i;
    }
    return sqrt(variance);
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* Reports the progress of a round as progress of the set. */
static bool report_progress(void *context, double done)
{
    const member_run *l = context;
    const workload_set *s = l->workload_set;
    const double share_before = l->rounds.done_share, share = l->rounds.round_share;
    const double part = share > 0.0 ? fmin(fmax((done - share_before) / share, 0.0), 1.0) : 0.0;
    return s->options->progress(s->options->context, s->done_share + s->round_share * part);
}

static noc_status begin_member(workload_set *s, size_t member, noc_diag *diag)
{
    member_run *l = &s->runs[member];
    noc_set_member *m = &s->members[member];
    l->workload_set = s;
    l->options = *s->options;
    l->options.workload = &m->weighted_workload.workload;
    l->options.utilization = m->utilization;
    if (l->options.progress) {
        l->options.progress = report_progress;
        l->options.context = l;
    }
    return noc_rounds_begin(&l->rounds, s->system, 0.0, &l->options, &m->sample, diag);
}

/* Runs the first round of each member, which is always needed. */
static noc_status run_first_rounds(workload_set *s, noc_diag *diag)
{
    noc_status status = NOC_OK;
    s->round_share = 0.5 / (double)s->member_count;
    for (size_t i = 0; i < s->member_count && status == NOC_OK; i++) {
        status = begin_member(s, i, diag);
        s->runs[i].options.keep_interrupted = false;
        if (status == NOC_OK) status = noc_rounds_run(&s->runs[i].rounds);
        s->runs[i].options.keep_interrupted = s->options->keep_interrupted;
        s->done_share += s->round_share;
    }
    return status;
}

/* Plans the share of the next round in the total work. Variances fall with the run length, which
 * bounds the finished share from below. The remaining cycles are assumed equal to the cycles so
 * far; a round repeats the cycles of its member. */
static void plan_round(workload_set *s, double reached, size_t next)
{
    const double relative = s->options->precision / reached;
    double total_cycles = 0.0;
    for (size_t i = 0; i < s->member_count; i++)
        total_cycles += (double)s->members[i].sample.cycles;
    const double round_cycles = (double)s->members[next].sample.cycles;
    s->done_share = fmax(s->done_share, fmin(relative * relative, 1.0));
    s->round_share = (1.0 - s->done_share) * round_cycles / (round_cycles + total_cycles);
}

static noc_status run_rounds(workload_set *s, noc_set_quality *quality, noc_diag *diag)
{
    size_t next;
    noc_status status = run_first_rounds(s, diag);
    while (status == NOC_OK) {
        quality->reached_width = find_relative_width(s, &next);
        quality->is_converged = quality->reached_width <= s->options->precision;
        if (quality->is_converged || quality->is_interrupted || next == s->member_count)
            return NOC_OK;
        plan_round(s, quality->reached_width, next);
        status = noc_rounds_run(&s->runs[next].rounds);
        s->done_share += s->round_share;
        quality->is_interrupted = s->members[next].sample.is_interrupted;
    }
    return status;
}

/* ---- the set -------------------------------------------------------------------------------- */

/* Adds the drift to the intervals of a member that has not settled. */
static void widen_intervals(member_run *l)
{
    noc_sample *sample = l->rounds.sample;
    double half[NOC_SAMPLE_QUANTITIES];
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++)
        half[q] = find_half_width(l, (noc_sample_quantity)q);
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) sample->quantities[q].half_width = half[q];
}

static noc_status end_rounds(workload_set *s, noc_set_quality *quality)
{
    noc_status status = NOC_OK;
    quality->is_settled = true;
    for (size_t i = 0; i < s->member_count && status == NOC_OK; i++) {
        const noc_sample *sample = &s->members[i].sample;
        widen_intervals(&s->runs[i]);
        status = noc_rounds_end(&s->runs[i].rounds);
        quality->is_settled &= sample->is_settled;
        quality->wanted_cycles = max_u64(quality->wanted_cycles, sample->wanted_cycles);
    }
    quality->is_settled |= quality->is_converged;
    return status;
}

static void free_runs(workload_set *s)
{
    for (size_t i = 0; s->runs && i < s->member_count; i++) noc_rounds_free(&s->runs[i].rounds);
    free(s->runs);
}

noc_status noc_sample_set(const noc_system *system, const noc_sample_options *options,
                          noc_set_member *members, size_t count, noc_set_quality *quality,
                          noc_diag *diag)
{
    NOC_AUTO(free_runs)
    workload_set s = {.system = system,
                      .options = options,
                      .members = members,
                      .runs = calloc(count, sizeof *s.runs),
                      .member_count = count};
    *quality = (noc_set_quality){.reached_width = NAN};
    if (!s.runs) return noc_fail_memory(diag);
    const noc_status status = run_rounds(&s, quality, diag);
    return status == NOC_OK ? end_rounds(&s, quality) : status;
}
