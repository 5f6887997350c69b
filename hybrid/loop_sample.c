#include "hybrid/loop_sample.h"

#include <stdlib.h>

#include "hybrid/channels.h"
#include "hybrid/cost_figures.h"
#include "hybrid/figures.h"
#include "hybrid/operating_point.h"
#include "hybrid/sampling_part.h"

/* The sums over a set's workloads, while they are sampled one after the other. */
typedef struct loop_sums {
    noc_set_mean mean;
    noc_loop_activity activity;
    double *seen; /* by the workload at work: flits per cycle of each channel and class */
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
    const double reads = part->workload.read_fraction;
    noc_design design;
    noc_system *own = NULL;
    noc_status status = NOC_OK;
    if (reads != system->design->traffic.read_fraction)
        status = noc_loop_other_mix(system, reads, &design, &own, diag);
    if (status != NOC_OK) return status;
    const noc_system *mix = own ? own : system;
    const double accepted = sample->quantities[NOC_SAMPLE_ACCEPTED].mean;
    noc_channels_join_classes(system, sums->seen);
    noc_loop_activity_add(&sums->activity, mix, part->weight,
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
    noc_sample_options options = noc_figures_sample_options(sampling);
    options.workload = &part->workload;
    options.utilization = sums->seen;
    const noc_status status = noc_sample_at(system, 0.0, &options, &sample, diag);
    if (status != NOC_OK) return status;
    noc_set_mean_add_sample(&sums->mean, system, part, &sample);
    quality->settled &= sample.settled;
    quality->converged &= sample.converged;
    add_effort(e, &sample);
    return add_activity(system, part, &sample, sums, diag);
}

static noc_status sample_workloads(const noc_system *system, const noc_sampling *sampling,
                                   loop_sums *sums, noc_loop_quality *quality, noc_estimate *e,
                                   noc_diag *diag)
{
    noc_workload_part workloads[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_design_workloads(system->design, workloads);
    for (size_t i = 0; i < count; i++) {
        noc_sampling_part part = {sampling, i, count};
        const noc_sampling own = noc_sampling_of_part(&part);
        const noc_status status =
            sample_workload(system, &own, &workloads[i], sums, quality, e, diag);
        if (status != NOC_OK) return status;
    }
    return NOC_OK;
}

noc_status noc_loop_sample_put(const noc_system *system, const noc_sampling *sampling,
                               noc_loop_quality *quality, noc_estimate *e, noc_diag *diag)
{
    loop_sums sums = {
        .seen = calloc((size_t)system->graph.channel_count * NOC_CLASSES, sizeof *sums.seen)};
    *quality = (noc_loop_quality){true, true};
    noc_set_mean_begin(&sums.mean);
    noc_status status = sums.seen ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_loop_activity_begin(system, &sums.activity, diag);
    if (status == NOC_OK) status = sample_workloads(system, sampling, &sums, quality, e, diag);
    if (status == NOC_OK) {
        noc_set_mean_put(&sums.mean, system, e);
        status = noc_figures_put_loop_power(system, &sums.activity, e, diag);
    }
    noc_loop_activity_clear(&sums.activity);
    free(sums.seen);
    return status;
}
