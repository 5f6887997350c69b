#include "hybrid/answers/cause_sample.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/memory/memory_model.h"
#include "analytic/zero_load.h"
#include "hybrid/answers/cause.h"
#include "hybrid/answers/figures/bottleneck.h"
#include "sampler/sampling/losses.h"
#include "sampler/sampling/replication.h"

/* Length of the runs that compare kinds, over the sample's length: runs start at a sixteenth and
 * double up to a half. Members pause in one cycle of ten. The kind that costs most with 5 % less
 * capacity mostly costs most with 10 % less, at twice the difference and equal noise; with 20 %
 * less, kinds that were not scarce become scarce. */
static const double first_share = 1.0 / 16.0, most_share = 0.5;
enum { REST_CYCLES = 10 };
static const double precision = 0.01; /* precision of a relative loss */

static noc_losses_request request_of(const noc_sampling *s, unsigned kinds, double cycles)
{
    return (noc_losses_request){
        .kinds = kinds,
        .rest_cycles = REST_CYCLES,
        .precision = precision,
        .first_cycles = (uint64_t)(first_share * cycles),
        .most_cycles = (uint64_t)(most_share * cycles),
        .seed = s->seed,
        .jobs = s->jobs,
        .progress = s->progress,
        .context = s->context,
    };
}

/* Finds the kind with the largest loss. Latency is what no other kind limits, with the uncertainty
 * of all kinds. It counts only if requests are uncontended, and with the lower end of its
 * interval. */
static noc_resource costliest(const noc_losses *losses, bool alone)
{
    const noc_loss *latency = &losses->of[NOC_RESOURCE_LATENCY];
    noc_resource kind = NOC_RESOURCE_LATENCY; /* result if no other kind was measured */
    double most = -INFINITY;
    if (alone)
        most = latency->share > latency->half_width ? latency->share - latency->half_width : 0.0;
    for (int k = 1; k < NOC_RESOURCE_LATENCY; k++)
        if (losses->of[k].share > most) most = losses->of[kind = (noc_resource)k].share;
    return kind;
}

/* ---- closed loop ---------------------------------------------------------------------------- */

/* Mean utilisation of the members that are no channels. */
static noc_use use_of(const noc_system *s, noc_resource kind, const noc_sampled_loop *l)
{
    const noc_sample *sample = l->sample;
    const noc_design *d = s->design;
    const double mshrs = sample->mshrs_used / d->nodes.mshrs;
    const double requests =
        noc_system_packet_rate(s, sample->quantities[NOC_SAMPLE_ACCEPTED].mean) *
        s->traffic.injectors / s->graph.memory_count;
    noc_use use = {.channels = l->used, .members = NAN};
    switch (kind) {
    case NOC_RESOURCE_CORES:
        use.members = fmax(mshrs, sample->cores_issuing);
        use.resource = mshrs > sample->cores_issuing ? "MSHRs" : "pipelines";
        break;
    case NOC_RESOURCE_MEMORY_QUEUE:
        use.members = fmax(sample->inputs_full, sample->memory_stalled);
        break;
    case NOC_RESOURCE_CACHE:
        use.members = requests / noc_cache_rate(&d->memory);
        break;
    case NOC_RESOURCE_DRAM:
        use.members = fmax(sample->dram_used, sample->dram_queued);
        break;
    default:
        break;
    }
    return use;
}

/* True if the mean round trip is less than twice that of a request alone in the design. */
static bool is_alone(const noc_system *s, const noc_sampled_loop *l)
{
    static const double about = 2.0;
    const noc_request_paths paths = noc_request_paths_of(s);
    noc_memory_model memory;
    const noc_workload all = noc_workload_of_all_phases(l->workload);
    noc_memory_model_of(s, &paths, &all, &memory);
    const double idle =
        noc_zero_load_latency(s) + memory.hit + (1.0 - all.l2_hit_rate) * memory.miss;
    return l->sample->quantities[NOC_SAMPLE_ROUND_TRIP].mean < about * idle;
}

/* Utilisation of a kind's busiest channel; 1 for networks without channels, where it is unknown. */
static double busiest_of(const noc_system *s, noc_resource kind, const double *used)
{
    double most = 0.0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (noc_resource_of_channel(&s->graph, c) == kind)
            most = noc_network_has_channels(noc_graph_network_of(&s->graph, c))
                       ? fmax(most, used[c])
                       : 1.0;
    return most;
}

/* True if a kind may limit throughput. An idle kind may not, but a network may at low utilisation,
 * since its virtual channels can be used up before its links. */
static bool may_limit(const noc_system *s, noc_resource kind, const noc_sampled_loop *l)
{
    static const double busy = 0.4, full = 0.02, link_busy = 0.1;
    if (noc_resource_is_in(NOC_RESOURCE_CHANNELS, kind))
        return busiest_of(s, kind, l->used) > link_busy;
    return use_of(s, kind, l).members > (kind == NOC_RESOURCE_MEMORY_QUEUE ? full : busy);
}

static unsigned suspects(const noc_system *s, const noc_sampled_loop *l)
{
    unsigned kinds = noc_resources_of(s, true);
    for (int k = 1; k < NOC_RESOURCES; k++)
        if (!may_limit(s, (noc_resource)k, l)) kinds &= ~(1u << k);
    return kinds;
}

/* Finds the kind in a set of one; latency if the set is empty. */
static noc_resource only_of(unsigned kinds)
{
    noc_resource kind = NOC_RESOURCE_LATENCY;
    for (int k = 1; k < NOC_RESOURCE_LATENCY; k++)
        if (noc_resource_is_in(kinds, (noc_resource)k)) kind = (noc_resource)k;
    return kind;
}

/* Finds the suspected kind with the largest loss. Latency is suspected if requests are
 * uncontended. */
static noc_status convict(const noc_system *s, const noc_sampling *sampling,
                          const noc_sampled_loop *l, noc_resource *kind, noc_diag *diag)
{
    const bool alone = is_alone(s, l);
    const unsigned kinds = suspects(s, l);
    noc_losses_request request =
        request_of(sampling, kinds, (double)l->sample->cycles / NOC_REPLICATIONS);
    noc_losses losses;
    *kind = only_of(kinds);
    if (!alone && (kinds & (kinds - 1)) == 0) return NOC_OK;
    request.workload = l->workload;
    request.no_latency = !alone;
    const noc_status status = noc_sample_losses(s, &request, &losses, diag);
    if (status == NOC_OK) *kind = costliest(&losses, alone);
    return status;
}

noc_status noc_cause_sample_loop(const noc_system *s, const noc_sampling *sampling,
                                 const noc_sampled_loop *l, noc_estimate *e, noc_diag *diag)
{
    /* share of the time that cores issue, above which cores are the limit */
    static const double all = 0.98;
    noc_resource kind = NOC_RESOURCE_CORES;
    if (l->sample->cores_issuing < all) {
        const noc_status status = convict(s, sampling, l, &kind, diag);
        if (status != NOC_OK) return status;
    }
    const noc_use use = use_of(s, kind, l);
    noc_bottleneck_put(s, kind, &use, &e->bottleneck);
    return NOC_OK;
}

/* ---- saturation ----------------------------------------------------------------------------- */

noc_status noc_cause_sample_saturation(const noc_system *s, const noc_sampling *sampling,
                                       double saturation, noc_estimate *e, noc_diag *diag)
{
    static const double usual_latency = 500.0, usual_cycles = 131072.0;
    const unsigned kinds = noc_resources_of(s, false);
    noc_resource kind = NOC_RESOURCE_CORES;
    if (!noc_cause_is_offer(s, NULL, saturation)) {
        const double longer = fmax(1.0, noc_zero_load_latency(s) / usual_latency);
        noc_losses_request request = request_of(sampling, kinds, longer * usual_cycles);
        noc_losses losses;
        request.load = saturation;
        const bool only_one = (kinds & (kinds - 1)) == 0;
        const noc_status status = only_one ? NOC_OK : noc_sample_losses(s, &request, &losses, diag);
        if (status != NOC_OK) return status;
        kind = only_one ? noc_resource_of_channel(&s->graph, 0) : costliest(&losses, false);
    }
    noc_cause_put(s, NULL, kind, saturation, &e->bottleneck);
    noc_model *model = noc_model_new(s); /* model for the reason, at the measured saturation */
    if (!model) return noc_fail_memory(diag);
    noc_cause_put_ceiling(model, s, saturation, &e->bottleneck);
    noc_model_free(model);
    return NOC_OK;
}

/* ---- answers at a load ---------------------------------------------------------------------- */

/* Puts the limit and its member with the most traffic by the routes, since the measured order of
 * equally busy members is noise. */
static void put_limit(const noc_system *s, noc_model *model, double load, double *used,
                      noc_bottleneck *b)
{
    noc_model_limits limits;
    const noc_resource kind = noc_cause_at_saturation(s, model).kind;
    noc_model_find_limits(model, &limits);
    noc_cause_put(s, NULL, kind, load, b);
    const bool seen = b->channel != NOC_NONE &&
                      noc_network_has_channels(noc_graph_network_of(&s->graph, b->channel));
    if (seen) b->utilization = fmin(used[b->channel], 1.0);
    noc_cause_put_ceiling(model, s, limits.saturation, b);
}

noc_status noc_cause_sample_load(const noc_system *s, const double *flits, noc_estimate *e,
                                 noc_diag *diag)
{
    noc_model *model = noc_model_new(s);
    double *used = calloc(s->graph.channel_count + 1u, sizeof *used);
    const bool made = model && used;
    if (made) {
        noc_bottleneck_time_used(s, flits, used);
        put_limit(s, model, e->load, used, &e->bottleneck);
    }
    free(used);
    noc_model_free(model);
    return made ? NOC_OK : noc_fail_memory(diag);
}
