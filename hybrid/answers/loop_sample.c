#include "hybrid/answers/loop_sample.h"

#include <math.h>

#include "base/auto.h"
#include "base/min_max.h"
#include "hybrid/answers/cause_sample.h"
#include "hybrid/answers/figures/bottleneck.h"
#include "hybrid/answers/figures/channels.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "hybrid/answers/figures/operating_point.h"
#include "sampler/sampling/set.h"

/* Samples of a design's workloads, and sums over them. */
typedef struct loop_sums {
    noc_set_member members[NOC_WORKLOAD_PARTS_MAX];
    size_t count;
    noc_set_mean mean;
    noc_loop_activity activity;
    const noc_set_member *slowest_member; /* the heaviest workload so far */
    double *utilization;                  /* utilisation by channel with the slowest workload */
    noc_arena arena;
} loop_sums;

static void clear_sums(loop_sums *sums)
{
    noc_arena_clear(&sums->arena);
}

/* ---- samples -------------------------------------------------------------------------------- */

/* Samples the workloads one after the other, each to the requested precision. `parts`: number of
 * parts of the progress: samples, and the search for the bottleneck unless it is skipped. */
static noc_status sample_sequence(const noc_system *system, const noc_sampling *sampling,
                                  size_t parts, loop_sums *sums, noc_loop_quality *quality,
                                  noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < sums->count && status == NOC_OK; i++) {
        noc_sampling_part part = {sampling, i, parts};
        const noc_sampling part_sampling = noc_sampling_make_part(&part);
        noc_set_member *m = &sums->members[i];
        noc_sample_options options = noc_sampler_options(&part_sampling);
        options.keep_interrupted &= sums->count == 1; /* the mean of a set needs all samples */
        options.workload = &m->weighted_workload.workload;
        options.utilization = m->utilization;
        status = noc_sample_at(system, 0.0, &options, &m->sample, diag);
        if (status != NOC_OK) return status;
        quality->is_settled &= m->sample.is_settled;
        quality->is_converged &= m->sample.is_converged;
        quality->is_interrupted |= m->sample.is_interrupted;
        quality->half_width = fmax(quality->half_width, m->sample.reached_width);
        quality->wanted_cycles = max_u64(quality->wanted_cycles, m->sample.wanted_cycles);
    }
    return status;
}

static noc_status sample_set(const noc_system *system, const noc_sampling *sampling, size_t parts,
                             loop_sums *sums, noc_loop_quality *quality, noc_diag *diag)
{
    noc_sampling_part part = {sampling, 0, parts};
    const noc_sampling part_sampling = noc_sampling_make_part(&part);
    const noc_sample_options options = noc_sampler_options(&part_sampling);
    noc_set_quality set;
    const noc_status status =
        noc_sample_set(system, &options, sums->members, sums->count, &set, diag);
    *quality = (noc_loop_quality){set.is_settled, set.is_converged, set.is_interrupted,
                                  set.reached_width, set.wanted_cycles};
    return status;
}

/* ---- sums ----------------------------------------------------------------------------------- */

static noc_status add_activity(const noc_system *system, const noc_set_member *m, loop_sums *sums,
                               noc_diag *diag)
{
    const double reads = noc_workload_phase_mean(&m->weighted_workload.workload).read_fraction;
    noc_design design;
    noc_system *own_system = NULL;
    const noc_status status = noc_loop_has_other_mix(system, reads)
                                  ? noc_loop_make_mix(system, reads, &design, &own_system, diag)
                                  : NOC_OK;
    if (status != NOC_OK) return status;
    const noc_system *mix = own_system ? own_system : system;
    const double accepted = m->sample.quantities[NOC_SAMPLE_ACCEPTED].mean;
    noc_channels_sum_classes(system, m->utilization);
    const noc_loop_shares shares = {m->sample.row_hit_rate, m->sample.absorbed};
    noc_loop_activity_add(&sums->activity, mix, &m->weighted_workload, &shares,
                          noc_system_packet_rate(mix, accepted) * mix->traffic.injector_count,
                          m->utilization, 1.0);
    noc_system_free(own_system);
    return NOC_OK;
}

static void add_effort(noc_estimate *e, const noc_sample *sample)
{
    e->cycles_simulated += sample->cycles;
    e->warmup_cycles += sample->warmup_cycles;
    e->windows += sample->windows;
    e->flit_hops += sample->flit_hops;
}

static noc_status sum_samples(const noc_system *system, loop_sums *sums, noc_estimate *e,
                              noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < sums->count && status == NOC_OK; i++) {
        const noc_set_member *m = &sums->members[i];
        noc_set_mean_add_sample(&sums->mean, &m->weighted_workload, &m->sample);
        if (sums->mean.slowest_part == &m->weighted_workload) {
            sums->slowest_member = m;
            noc_channels_find_use(system, m->utilization, sums->utilization);
        }
        add_effort(e, &m->sample);
        status = add_activity(system, m, sums, diag);
    }
    return status;
}

/* ---- cause ---------------------------------------------------------------------------------- */

/* Measures the bottleneck of the heaviest workload. If the measurement is stopped and
 * sampling->keep_interrupted is set, the answer has no bottleneck. */
static noc_status name_cause(const noc_system *system, const noc_sampling *sampling, size_t parts,
                             const loop_sums *sums, noc_loop_quality *quality, noc_estimate *e,
                             noc_diag *diag)
{
    noc_sampling_part last = {sampling, parts - 1, parts};
    const noc_sampling part_sampling = noc_sampling_make_part(&last);
    const noc_set_member *m = sums->slowest_member;
    const noc_sampled_loop loop = {&m->weighted_workload.workload, &m->sample, sums->utilization};
    const noc_status status = quality->is_interrupted
                                  ? NOC_EINTERRUPTED
                                  : noc_cause_sample_loop(system, &part_sampling, &loop, e, diag);
    if (status == NOC_EINTERRUPTED && sampling->keep_interrupted) {
        quality->is_interrupted = true;
        return NOC_OK;
    }
    noc_bottleneck_put_workload(m->weighted_workload.name, sums->count, &e->bottleneck);
    return status;
}

/* ---- the answer ----------------------------------------------------------------------------- */

static noc_status sample_members(const noc_system *system, const noc_sampling *sampling,
                                 size_t parts, loop_sums *sums, noc_loop_quality *quality,
                                 noc_diag *diag)
{
    const noc_sample_options options = noc_sampler_options(sampling);
    return noc_can_sample_set(system, &options, sums->members, sums->count)
               ? sample_set(system, sampling, parts, sums, quality, diag)
               : sample_sequence(system, sampling, parts, sums, quality, diag);
}

static noc_status put_loop(const noc_system *system, const noc_sampling *sampling, loop_sums *sums,
                           noc_loop_quality *quality, noc_figures *f, noc_estimate *e,
                           noc_diag *diag)
{
    const size_t parts = sums->count + !sampling->skips_cause;
    noc_status status = noc_loop_activity_begin(system, &sums->arena, &sums->activity, diag);
    if (status == NOC_OK) status = sample_members(system, sampling, parts, sums, quality, diag);
    if (status == NOC_OK) status = sum_samples(system, sums, e, diag);
    if (status == NOC_OK) {
        const noc_figure ipc = noc_figure_within(noc_set_mean_ipc(&sums->mean),
                                                 noc_set_mean_ipc_half_width(&sums->mean));
        noc_set_mean_put(&sums->mean, &ipc, NULL, f);
        status = noc_figures_put_loop_activity(f, &sums->activity, diag);
    }
    return status == NOC_OK && !sampling->skips_cause
               ? name_cause(system, sampling, parts, sums, quality, e, diag)
               : status;
}

/* Lists the design's workloads, each with room for its sample. False when out of memory. */
static bool list_members(const noc_system *system, loop_sums *sums)
{
    const size_t size = noc_channels_rates_size(system);
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    sums->count = noc_design_workloads(system->design, parts);
    sums->utilization = noc_arena_array(&sums->arena, 1, size);
    for (size_t i = 0; i < sums->count; i++)
        sums->members[i] = (noc_set_member){.weighted_workload = parts[i],
                                            .utilization = noc_arena_array(&sums->arena, 1, size)};
    return !sums->arena.is_short;
}

noc_status noc_loop_sample_put(const noc_system *system, const noc_sampling *sampling,
                               noc_loop_quality *quality, noc_figures *f, noc_estimate *e,
                               noc_diag *diag)
{
    NOC_AUTO(clear_sums) loop_sums sums = {.count = 0};
    *quality = (noc_loop_quality){.is_settled = true, .is_converged = true};
    noc_set_mean_begin(&sums.mean);
    if (!list_members(system, &sums)) return noc_fail_memory(diag);
    return put_loop(system, sampling, &sums, quality, f, e, diag);
}
