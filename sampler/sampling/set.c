#include "sampler/sampling/set.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "sampler/sampling/finite.h"
#include "sampler/sampling/measure.h"
#include "sampler/sampling/rounds.h"
#include "sampler/sampling/steady.h"

/* Running member of a set. */
typedef struct lane {
    noc_rounds rounds;
    /* options of the set, with the member's workload and with progress of the set */
    noc_sample_options options;
    struct set *set; /* set of the member; borrowed */
} lane;

typedef struct set {
    const noc_system *system;
    const noc_sample_options *options;
    noc_set_member *members;
    lane *lanes;
    size_t count;
    /* approximate share of the total work before this round, and of this round */
    double done, share;
} set;

bool noc_sample_set_is(const noc_system *system, const noc_sample_options *options,
                       const noc_set_member *members, size_t count)
{
    noc_sample_options own = *options;
    bool ends = system->design->cta.kernels > 1;
    for (size_t i = 0; i < count; i++) {
        own.workload = &members[i].part.workload;
        ends = ends || noc_finite_is(system, &own);
    }
    return count > 1 && !ends;
}

/* ---- precision of the mean ------------------------------------------------------------------ */

/* Finds the half-width of a member's quantity, including the drift until the member has settled. */
static double half_width(const lane *l, noc_sample_quantity quantity)
{
    const noc_sample *sample = l->rounds.sample;
    const double noise = sample->quantities[quantity].half_width;
    if (sample->settled) return noise;
    return hypot(noise, noc_sampling_drift(&l->rounds.sampling, (int)quantity));
}

/* Finds the contribution of a member to the mean of the inverse IPC. */
static double inverse_of(const set *s, size_t member)
{
    const noc_workload_part *part = &s->members[member].part;
    const noc_sample *sample = s->lanes[member].rounds.sample;
    return part->weight /
           (part->workload.active_threads * sample->quantities[NOC_SAMPLE_INSTRUCTIONS].mean);
}

/* Finds the contribution of a member to the relative half-width of the mean. */
static double error_of(const set *s, size_t member, double inverse)
{
    const lane *l = &s->lanes[member];
    const double mean = l->rounds.sample->quantities[NOC_SAMPLE_INSTRUCTIONS].mean;
    const double error =
        inverse_of(s, member) / inverse * (half_width(l, NOC_SAMPLE_INSTRUCTIONS) / mean);
    return isfinite(error) ? error : INFINITY;
}

static double inverse_of_all(const set *s)
{
    double inverse = 0.0;
    for (size_t i = 0; i < s->count; i++) inverse += inverse_of(s, i);
    return inverse;
}

/* Finds the relative half-width of the mean. *next: member, among those that may continue, with
 * the largest variance per cycle; `member_count`: none. */
static double reached_by(const set *s, size_t *next)
{
    const double inverse = inverse_of_all(s);
    double variance = 0.0, most = 0.0;
    *next = s->count;
    for (size_t i = 0; i < s->count; i++) {
        const lane *l = &s->lanes[i];
        const double error = error_of(s, i, inverse);
        const double gain = error * error / (double)l->rounds.sample->cycles;
        variance += error * error;
        if (l->rounds.is_last || l->rounds.sample->interrupted || !(gain > most)) continue;
        most = gain;
        *next = i;
    }
    return sqrt(variance);
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* Reports the progress of a round as progress of the set. */
static bool report(void *context, double done)
{
    const lane *l = context;
    const set *s = l->set;
    const double begun = l->rounds.done, share = l->rounds.share;
    const double part = share > 0.0 ? fmin(fmax((done - begun) / share, 0.0), 1.0) : 0.0;
    return s->options->progress(s->options->context, s->done + s->share * part);
}

static noc_status begin(set *s, size_t member, noc_diag *diag)
{
    lane *l = &s->lanes[member];
    noc_set_member *m = &s->members[member];
    l->set = s;
    l->options = *s->options;
    l->options.workload = &m->part.workload;
    l->options.utilization = m->utilization;
    if (l->options.progress) {
        l->options.progress = report;
        l->options.context = l;
    }
    return noc_rounds_begin(&l->rounds, s->system, 0.0, &l->options, &m->sample, diag);
}

/* Runs the first round of each member, which is always needed. */
static noc_status run_first(set *s, noc_diag *diag)
{
    noc_status status = NOC_OK;
    s->share = 0.5 / (double)s->count;
    for (size_t i = 0; i < s->count && status == NOC_OK; i++) {
        status = begin(s, i, diag);
        s->lanes[i].options.keep_interrupted = false;
        if (status == NOC_OK) status = noc_rounds_run(&s->lanes[i].rounds);
        s->lanes[i].options.keep_interrupted = s->options->keep_interrupted;
        s->done += s->share;
    }
    return status;
}

/* Plans the share of the next round in the total work. Variances fall with the run length, which
 * bounds the finished share from below. The remaining cycles are assumed equal to the cycles so
 * far; a round repeats the cycles of its member. */
static void plan(set *s, double reached, size_t next)
{
    const double relative = s->options->precision / reached;
    double all = 0.0;
    for (size_t i = 0; i < s->count; i++) all += (double)s->members[i].sample.cycles;
    const double own = (double)s->members[next].sample.cycles;
    s->done = fmax(s->done, fmin(relative * relative, 1.0));
    s->share = (1.0 - s->done) * own / (own + all);
}

static noc_status run_rounds(set *s, noc_set_quality *quality, noc_diag *diag)
{
    size_t next;
    noc_status status = run_first(s, diag);
    while (status == NOC_OK) {
        quality->reached = reached_by(s, &next);
        quality->converged = quality->reached <= s->options->precision;
        if (quality->converged || quality->interrupted || next == s->count) return NOC_OK;
        plan(s, quality->reached, next);
        status = noc_rounds_run(&s->lanes[next].rounds);
        s->done += s->share;
        quality->interrupted = s->members[next].sample.interrupted;
    }
    return status;
}

/* ---- the set -------------------------------------------------------------------------------- */

/* Adds the drift to the intervals of a member that has not settled. */
static void widen(lane *l)
{
    noc_sample *sample = l->rounds.sample;
    double half[NOC_SAMPLE_QUANTITIES];
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) half[q] = half_width(l, (noc_sample_quantity)q);
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) sample->quantities[q].half_width = half[q];
}

static noc_status end(set *s, noc_set_quality *quality)
{
    noc_status status = NOC_OK;
    quality->settled = true;
    for (size_t i = 0; i < s->count && status == NOC_OK; i++) {
        const noc_sample *sample = &s->members[i].sample;
        widen(&s->lanes[i]);
        status = noc_rounds_end(&s->lanes[i].rounds);
        quality->settled &= sample->settled;
        quality->wanted_cycles = max_u64(quality->wanted_cycles, sample->wanted_cycles);
    }
    quality->settled |= quality->converged;
    return status;
}

noc_status noc_sample_set(const noc_system *system, const noc_sample_options *options,
                          noc_set_member *members, size_t count, noc_set_quality *quality,
                          noc_diag *diag)
{
    set s = {.system = system, .options = options, .members = members, .count = count};
    *quality = (noc_set_quality){.reached = NAN};
    s.lanes = calloc(count, sizeof *s.lanes);
    noc_status status = s.lanes ? run_rounds(&s, quality, diag) : noc_fail_memory(diag);
    if (status == NOC_OK) status = end(&s, quality);
    for (size_t i = 0; s.lanes && i < count; i++) noc_rounds_free(&s.lanes[i].rounds);
    free(s.lanes);
    return status;
}
