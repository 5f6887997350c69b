#include "hybrid/answers/cause_sample.h"

#include <math.h>

#include "analytic/memory/memory_model.h"
#include "analytic/zero_load.h"
#include "hybrid/answers/cause.h"
#include "hybrid/answers/figures/bottleneck.h"
#include "sampler/sampling/losses.h"
#include "sampler/sampling/replication.h"

/* Length of the runs that compare kinds, over the sample's length: first run and longest run, with
 * doubled lengths between. */
static const double first_share = 1.0 / 16.0, last_share = 0.5;
/* Derating of a kind: its members pause in one cycle of REST_CYCLES, which takes 10 % of the
 * capacity. The kind with the largest loss at 10 % mostly has the largest loss at 5 %, but the
 * differences are twice as large, at equal noise. At 20 % kinds that were not scarce become
 * scarce. */
enum { REST_CYCLES = 10 };
static const double precision = 0.01; /* precision of a relative loss */

static noc_losses_request make_losses_request(const noc_sampling *s, unsigned kinds, double cycles)
{
    return (noc_losses_request){
        .kinds = kinds,
        .rest_cycles = REST_CYCLES,
        .precision = precision,
        .first_cycles = (uint64_t)(first_share * cycles),
        .cycles_max = (uint64_t)(last_share * cycles),
        .seed = s->seed,
        .thread_count = s->jobs,
        .progress = s->progress,
        .context = s->context,
    };
}

/* Finds the kind with the largest loss. The loss by latency is the remainder that no other kind
 * explains. It has the uncertainty of all kinds, so it counts with the lower end of its interval,
 * and only if requests are uncontended. */
static noc_resource find_costliest_kind(const noc_losses *losses, bool uncontended)
{
    const noc_loss *latency = &losses->kinds[NOC_RESOURCE_LATENCY];
    noc_resource kind = NOC_RESOURCE_LATENCY; /* result if no other kind was measured */
    double largest_loss = -INFINITY;
    if (uncontended)
        largest_loss =
            latency->share > latency->half_width ? latency->share - latency->half_width : 0.0;
    for (int k = 1; k < NOC_RESOURCE_LATENCY; k++)
        if (losses->kinds[k].share > largest_loss)
            largest_loss = losses->kinds[kind = (noc_resource)k].share;
    return kind;
}

/* ---- closed loop ---------------------------------------------------------------------------- */

/* Mean utilisation of the members that are no channels. */
static noc_resource_use find_member_use(const noc_system *s, noc_resource kind,
                                        const noc_sampled_loop *l)
{
    const noc_sample *sample = l->sample;
    const noc_design *d = s->design;
    const double mshrs = sample->mshrs_used / d->nodes.mshrs;
    const double requests =
        noc_system_packet_rate(s, sample->quantities[NOC_SAMPLE_ACCEPTED].mean) *
        s->traffic.injector_count / s->graph.memory_count;
    noc_resource_use use = {.channel_utilization = l->utilization, .member_utilization = NAN};
    switch (kind) {
    case NOC_RESOURCE_CORES:
        use.member_utilization = fmax(mshrs, sample->cores_issuing);
        use.part = mshrs > sample->cores_issuing ? "MSHRs" : "pipelines";
        break;
    case NOC_RESOURCE_MEMORY_QUEUE:
        use.member_utilization = fmax(sample->inputs_full, sample->memory_stalled);
        break;
    case NOC_RESOURCE_CACHE:
        use.member_utilization = requests / noc_cache_rate(&d->memory);
        break;
    case NOC_RESOURCE_DRAM:
        use.member_utilization = fmax(sample->dram_used, sample->dram_queued);
        break;
    default:
        break;
    }
    return use;
}

/* True if the mean round trip is less than twice that of a request alone in the design. */
static bool is_uncontended(const noc_system *s, const noc_sampled_loop *l)
{
    static const double latency_factor = 2.0;
    const noc_request_paths paths = noc_find_request_paths(s);
    noc_memory_model memory;
    const noc_workload workload = noc_workload_phase_mean(l->workload);
    noc_find_full_memory_model(s, &paths, &workload, &memory);
    const double idle = noc_zero_load_latency(s) + memory.hit_cycles +
                        (1.0 - workload.l2_hit_rate) * memory.extra_miss_cycles;
    return l->sample->quantities[NOC_SAMPLE_ROUND_TRIP].mean < latency_factor * idle;
}

/* Utilisation of a kind's busiest channel; 1 for networks without channels, where it is unknown. */
static double find_busiest_use(const noc_system *s, noc_resource kind, const double *utilization)
{
    double max_utilization = 0.0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (noc_resource_of_channel(&s->graph, c) == kind)
            max_utilization = noc_network_has_channels(noc_graph_channel_network(&s->graph, c))
                                  ? fmax(max_utilization, utilization[c])
                                  : 1.0;
    return max_utilization;
}

/* True if a kind may limit throughput. An idle kind may not, but a network may at low utilisation,
 * since its virtual channels can be used up before its links. */
static bool can_limit(const noc_system *s, noc_resource kind, const noc_sampled_loop *l)
{
    static const double busy_share = 0.4, full_share = 0.02, busy_link_share = 0.1;
    if (noc_resource_is_in(NOC_RESOURCE_CHANNELS, kind))
        return find_busiest_use(s, kind, l->utilization) > busy_link_share;
    return find_member_use(s, kind, l).member_utilization >
           (kind == NOC_RESOURCE_MEMORY_QUEUE ? full_share : busy_share);
}

static unsigned find_suspects(const noc_system *s, const noc_sampled_loop *l)
{
    unsigned kinds = noc_resources_of(s, true);
    for (int k = 1; k < NOC_RESOURCES; k++)
        if (!can_limit(s, (noc_resource)k, l)) kinds &= ~(1u << k);
    return kinds;
}

/* Finds the kind in a set of one; latency if the set is empty. */
static noc_resource find_single_kind(unsigned kinds)
{
    noc_resource kind = NOC_RESOURCE_LATENCY;
    for (int k = 1; k < NOC_RESOURCE_LATENCY; k++)
        if (noc_resource_is_in(kinds, (noc_resource)k)) kind = (noc_resource)k;
    return kind;
}

/* Finds the suspected kind with the largest loss. Latency is among the suspects if requests are
 * uncontended. */
static noc_status find_limiting_kind(const noc_system *s, const noc_sampling *sampling,
                                     const noc_sampled_loop *l, noc_resource *kind, noc_diag *diag)
{
    const bool uncontended = is_uncontended(s, l);
    const unsigned kinds = find_suspects(s, l);
    noc_losses_request request =
        make_losses_request(sampling, kinds, (double)l->sample->cycles / NOC_REPLICATIONS);
    noc_losses losses;
    *kind = find_single_kind(kinds);
    if (!uncontended && (kinds & (kinds - 1)) == 0) return NOC_OK;
    request.workload = l->workload;
    request.skips_latency = !uncontended;
    const noc_status status = noc_sample_losses(s, &request, &losses, diag);
    if (status == NOC_OK) *kind = find_costliest_kind(&losses, uncontended);
    return status;
}

noc_status noc_cause_sample_loop(const noc_system *s, const noc_sampling *sampling,
                                 const noc_sampled_loop *l, noc_estimate *e, noc_diag *diag)
{
    /* share of the time that cores issue, above which cores are the limit */
    static const double issuing_share = 0.98;
    noc_resource kind = NOC_RESOURCE_CORES;
    if (l->sample->cores_issuing < issuing_share) {
        const noc_status status = find_limiting_kind(s, sampling, l, &kind, diag);
        if (status != NOC_OK) return status;
    }
    const noc_resource_use use = find_member_use(s, kind, l);
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
    if (!noc_cause_is_injection(s, NULL, saturation)) {
        const double length_factor = fmax(1.0, noc_zero_load_latency(s) / usual_latency);
        noc_losses_request request =
            make_losses_request(sampling, kinds, length_factor * usual_cycles);
        noc_losses losses;
        request.load = saturation;
        const bool is_single = (kinds & (kinds - 1)) == 0;
        const noc_status status =
            is_single ? NOC_OK : noc_sample_losses(s, &request, &losses, diag);
        if (status != NOC_OK) return status;
        kind =
            is_single ? noc_resource_of_channel(&s->graph, 0) : find_costliest_kind(&losses, false);
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
static void put_limit(const noc_system *s, noc_model *model, double load, const double *flits,
                      noc_bottleneck *b)
{
    noc_model_limits limits;
    const noc_resource kind = noc_cause_find(s, model).kind;
    noc_model_find_limits(model, &limits);
    noc_cause_put(s, NULL, kind, load, b);
    if (b->channel != NOC_NONE &&
        noc_network_has_channels(noc_graph_channel_network(&s->graph, b->channel)))
        b->utilization = fmin(noc_system_utilisation(s, flits, b->channel), 1.0);
    noc_cause_put_ceiling(model, s, limits.saturation, b);
}

noc_status noc_cause_sample_load(const noc_system *s, const double *flits, noc_estimate *e,
                                 noc_diag *diag)
{
    noc_model *model = noc_model_new(s);
    if (!model) return noc_fail_memory(diag);
    put_limit(s, model, e->load, flits, &e->bottleneck);
    noc_model_free(model);
    return NOC_OK;
}
