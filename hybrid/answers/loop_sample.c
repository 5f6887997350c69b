#include "hybrid/answers/loop_sample.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "hybrid/answers/cause_sample.h"
#include "hybrid/answers/figures/bottleneck.h"
#include "hybrid/answers/figures/channels.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "hybrid/answers/figures/operating_point.h"

/* The sums over a set's workloads, while they are sampled one after the other. */
typedef struct loop_sums {
    noc_set_mean mean;
    noc_loop_activity activity;
    double *seen; /* by the workload at work: flits per cycle of each channel and class */
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    size_t count;
    /* Of the workload that weighs most so far. */
    noc_sample slowest;
    double *used; /* shares of the time, by channel */
} loop_sums;

static void add_effort(noc_estimate *e, const noc_sample *sample)
{
    e->cycles_simulated += sample->cycles;
    e->warmup_cycles += sample->warmup_cycles;
    e->windows += sample->windows;
    e->flit_hops += sample->flit_hops;
}

static noc_status add_activity(const noc_system *system, const noc_workload_part *part,
                               const noc_sample *sample, loop_sums *sums, noc_diag *diag)
{
    const double reads = noc_workload_of_all_phases(&part->workload).read_fraction;
    noc_design design;
    noc_system *own = NULL;
    noc_status status = NOC_OK;
    if (noc_loop_is_other_mix(system, reads))
        status = noc_loop_other_mix(system, reads, &design, &own, diag);
    if (status != NOC_OK) return status;
    const noc_system *mix = own ? own : system;
    const double accepted = sample->quantities[NOC_SAMPLE_ACCEPTED].mean;
    noc_channels_join_classes(system, sums->seen);
    const noc_loop_shares shares = {sample->row_hit_rate, sample->absorbed};
    noc_loop_activity_add(&sums->activity, mix, part, &shares,
                          noc_system_packet_rate(mix, accepted) * mix->traffic.injectors,
                          sums->seen, 1.0);
    noc_system_free(own);
    return NOC_OK;
}

static noc_status sample_workload(const noc_system *system, const noc_sampling *sampling,
                                  const noc_workload_part *part, loop_sums *sums,
                                  noc_loop_quality *quality, noc_estimate *e, noc_diag *diag)
{
    noc_sample sample;
    noc_sample_options options = noc_sampler_options(sampling);
    options.workload = &part->workload;
    options.utilization = sums->seen;
    const noc_status status = noc_sample_at(system, 0.0, &options, &sample, diag);
    if (status != NOC_OK) return status;
    noc_set_mean_add_sample(&sums->mean, part, &sample);
    if (sums->mean.part == part) {
        sums->slowest = sample;
        noc_bottleneck_time_used(system, sums->seen, sums->used);
    }
    quality->settled &= sample.settled;
    quality->converged &= sample.converged;
    quality->interrupted |= sample.interrupted;
    quality->reached = fmax(quality->reached, sample.reached);
    quality->wanted_cycles = max_u64(quality->wanted_cycles, sample.wanted_cycles);
    add_effort(e, &sample);
    return add_activity(system, part, &sample, sums, diag);
}

/* `parts` of the progress: samples, and what limits the slowest. */
static noc_status sample_workloads(const noc_system *system, const noc_sampling *sampling,
                                   size_t parts, loop_sums *sums, noc_loop_quality *quality,
                                   noc_estimate *e, noc_diag *diag)
{
    for (size_t i = 0; i < sums->count; i++) {
        noc_sampling_part part = {sampling, i, parts};
        noc_sampling own = noc_sampling_of_part(&part);
        own.keep_interrupted &= sums->count == 1; /* the mean of a set needs all */
        const noc_status status =
            sample_workload(system, &own, &sums->parts[i], sums, quality, e, diag);
        if (status != NOC_OK) return status;
    }
    return NOC_OK;
}

/* The cause of the workload that weighs most in the mean. */
static noc_status name_cause(const noc_system *system, const noc_sampling *sampling, size_t parts,
                             const loop_sums *sums, noc_loop_quality *quality, noc_estimate *e,
                             noc_diag *diag)
{
    noc_sampling_part last = {sampling, parts - 1, parts};
    noc_sampling own = noc_sampling_of_part(&last);
    own.keep_interrupted = false;
    const noc_workload_part *part = sums->mean.part;
    const noc_sampled_loop loop = {&part->workload, &sums->slowest, sums->used};
    const noc_status status = quality->interrupted
                                  ? NOC_EINTERRUPTED
                                  : noc_cause_sample_loop(system, &own, &loop, e, diag);
    if (status == NOC_EINTERRUPTED && sampling->keep_interrupted && sums->count == 1) {
        quality->interrupted = true;
        return NOC_OK; /* without its cause */
    }
    noc_bottleneck_put_workload(part->name, sums->count, &e->bottleneck);
    return status;
}

static noc_status put(const noc_system *system, const noc_sampling *sampling, loop_sums *sums,
                      noc_loop_quality *quality, noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    const size_t parts = sums->count + !sampling->no_cause;
    noc_status status = noc_loop_activity_begin(system, &sums->activity, diag);
    if (status == NOC_OK)
        status = sample_workloads(system, sampling, parts, sums, quality, e, diag);
    if (status == NOC_OK) {
        const noc_figure ipc = noc_figure_within(noc_set_mean_ipc(&sums->mean),
                                                 noc_set_mean_ipc_half_width(&sums->mean));
        noc_set_mean_put(&sums->mean, &ipc, f);
        status = noc_figures_put_loop_activity(f, &sums->activity, diag);
    }
    return status == NOC_OK && !sampling->no_cause
               ? name_cause(system, sampling, parts, sums, quality, e, diag)
               : status;
}

noc_status noc_loop_sample_put(const noc_system *system, const noc_sampling *sampling,
                               noc_loop_quality *quality, noc_figures *f, noc_estimate *e,
                               noc_diag *diag)
{
    loop_sums sums = {.seen = noc_channels_room(system), .used = noc_channels_room(system)};
    sums.count = noc_design_workloads(system->design, sums.parts);
    *quality = (noc_loop_quality){.settled = true, .converged = true};
    noc_set_mean_begin(&sums.mean);
    const noc_status status = sums.seen && sums.used
                                  ? put(system, sampling, &sums, quality, f, e, diag)
                                  : noc_fail_memory(diag);
    noc_loop_activity_clear(&sums.activity);
    free(sums.seen);
    free(sums.used);
    return status;
}
