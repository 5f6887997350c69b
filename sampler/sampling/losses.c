#include "sampler/sampling/losses.h"

#include <math.h>

#include "base/auto.h"
#include "sampler/sampling/controls.h"
#include "sampler/sampling/replication.h"

enum { BATCHES = 64, GROUPS = 16, WARMUP_QUARTERS = 1 };
static const double confidence = 0.95;
/* load, relative to saturation, for the slope of the accepted load */
static const double overload = 1.05;

/* Arm: runs with one set of derated resources; the first arm has none. */
typedef struct arm {
    noc_resource kind; /* derated kind; NOC_RESOURCE_LATENCY: all kinds */
    double load;
    noc_replications runs;
    noc_interval throughput;
    bool is_given_up;
} arm;

enum { ARMS_MAX = NOC_RESOURCES + 2 };

typedef struct measurement {
    const noc_system *system;
    const noc_losses_request *request;
    noc_losses *losses;
    noc_diag *diag;
    arm arms[ARMS_MAX];
    int arm_count;
    size_t batch_count; /* batches of each active run */
} measurement;

static unsigned find_derated_kinds(const measurement *m, const arm *a)
{
    if (a->kind == NOC_RESOURCE_NONE) return 0;
    return a->kind == NOC_RESOURCE_LATENCY
               ? noc_resources_of(m->system, m->request->workload != NULL)
               : 1u << a->kind;
}

static noc_status make_arm(measurement *m, noc_resource kind, double load)
{
    arm *a = &m->arms[m->arm_count++];
    *a = (arm){.kind = kind, .load = load};
    const noc_losses_request *r = m->request;
    const noc_sample_options options = {.seed = r->seed,
                                        .thread_count = r->thread_count,
                                        .workload = r->workload,
                                        .kernels = {.is_endless = true},
                                        .derating = {find_derated_kinds(m, a), r->rest_cycles}};
    const uint64_t batch = r->first_cycles / BATCHES + 1;
    const noc_replications *lender = m->arm_count > 1 ? &m->arms[0].runs : NULL;
    return noc_replications_new(&a->runs, m->system, load, &options, batch, lender, m->diag);
}

static noc_status make_arms(measurement *m)
{
    const noc_losses_request *r = m->request;
    noc_status status = make_arm(m, NOC_RESOURCE_NONE, r->load);
    if (status == NOC_OK && r->workload && !r->skips_latency)
        status = make_arm(m, NOC_RESOURCE_LATENCY, r->load);
    if (status == NOC_OK && !r->workload)
        status = make_arm(m, NOC_RESOURCE_NONE,
                          fmin(overload * r->load, noc_system_highest_load(m->system)));
    for (int k = 1; k < NOC_RESOURCE_LATENCY && status == NOC_OK; k++)
        if (noc_resource_is_in(r->kinds, (noc_resource)k))
            status = make_arm(m, (noc_resource)k, r->load);
    return status;
}

static void free_arms(measurement *m)
{
    for (int i = 0; i < m->arm_count; i++) noc_replications_free(&m->arms[i].runs);
}

static noc_batch_sums sum_batches(const measurement *m, const arm *a, const noc_replication *run,
                                  size_t from, size_t end)
{
    const noc_tally *first = &run->totals[from], *last = &run->totals[end];
    const double injectors = m->system->traffic.injector_count;
    if (!m->request->workload)
        return noc_replication_kept_load(
            run, noc_system_packet_rate(m->system, a->load) * injectors, from, end);
    return (noc_batch_sums){(double)(last->instructions - first->instructions),
                            (double)(last->core_cycles - first->core_cycles)};
}

/* Measures the throughput of an arm after the warm-up, a quarter of the run. */
static noc_interval measure_throughput(const measurement *m, const arm *a)
{
    noc_batch_sums pairs[NOC_REPLICATIONS * GROUPS];
    const size_t warmup = WARMUP_QUARTERS * m->batch_count / 4, batches = m->batch_count - warmup;
    size_t count = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++)
        for (size_t g = 0; g < GROUPS; g++)
            pairs[count++] = sum_batches(m, a, &a->runs.runs[i], warmup + g * batches / GROUPS,
                                         warmup + (g + 1) * batches / GROUPS);
    if (m->request->workload)
        noc_remove_phase_noise(&m->request->workload->phases, a->runs.runs, warmup, m->batch_count,
                               GROUPS, pairs);
    return noc_batch_interval(pairs, NOC_REPLICATIONS, GROUPS, confidence);
}

static noc_status run_arm(measurement *m, arm *a, size_t batches)
{
    if (noc_replications_run(&a->runs, batches) != NOC_OK) {
        noc_replications_explain(&a->runs, m->diag);
        return NOC_EFAILED;
    }
    a->throughput = measure_throughput(m, a);
    return NOC_OK;
}

static double find_derated_share(const measurement *m)
{
    return 1.0 / m->request->rest_cycles;
}

/* Finds the factor from a loss of accepted load to a loss of saturation load; 1 where the
 * accepted load does not fall beyond saturation. */
static double find_saturation_factor(const measurement *m)
{
    if (m->request->workload) return 1.0;
    const double accepted = m->arms[0].throughput.mean, overloaded = m->arms[1].throughput.mean;
    const double share = find_derated_share(m);
    const double exponent = log(accepted / overloaded) / log(m->arms[1].load / m->arms[0].load);
    return exponent > share ? fmin(1.0 / exponent, 1.0 / share) : 1.0;
}

static noc_loss find_loss(const measurement *m, const arm *a)
{
    const noc_interval full = m->arms[0].throughput, derated = a->throughput;
    const double remaining_share = derated.mean / full.mean, scale = find_saturation_factor(m);
    return (noc_loss){.share = scale * (1.0 - remaining_share),
                      .half_width =
                          scale * remaining_share *
                          hypot(derated.half_width / derated.mean, full.half_width / full.mean)};
}

/* Stores the losses. The loss due to latency is the derated share less the loss with all kinds
 * derated. */
static void store_losses(measurement *m)
{
    for (int i = 1; i < m->arm_count; i++) {
        const arm *a = &m->arms[i];
        if (a->is_given_up || a->kind == NOC_RESOURCE_NONE) continue;
        noc_loss *loss = &m->losses->kinds[a->kind];
        *loss = find_loss(m, a);
        if (a->kind == NOC_RESOURCE_LATENCY)
            loss->share = fmax(0.0, find_derated_share(m) - loss->share);
    }
}

/* Finds the half-width of the difference of two losses. Both losses share the run without
 * derating, whose noise cancels; with latency the noise counts twice, since the loss of latency
 * falls with the loss of all kinds. */
static double find_difference_error(const measurement *m, const arm *a, const arm *b)
{
    const noc_interval *full = &m->arms[0].throughput;
    const bool includes_latency =
        (a->kind == NOC_RESOURCE_LATENCY) != (b->kind == NOC_RESOURCE_LATENCY);
    const double own_error = hypot(a->throughput.half_width, b->throughput.half_width);
    const double common_error = includes_latency ? 2.0 * full->half_width : 0.0;
    return find_saturation_factor(m) * hypot(own_error, common_error) / full->mean;
}

static const arm *find_costliest(const measurement *m)
{
    const arm *costliest_arm = &m->arms[0];
    double share = -INFINITY;
    for (int i = 1; i < m->arm_count; i++) {
        const arm *a = &m->arms[i];
        if (!(m->losses->kinds[a->kind].share > share)) continue;
        share = m->losses->kinds[a->kind].share;
        costliest_arm = a;
    }
    return costliest_arm;
}

/* Gives up kinds whose loss is certainly smaller than the largest loss. True if the losses of the
 * remaining kinds are known. */
static bool give_up_small_losses(measurement *m)
{
    const noc_loss *losses = m->losses->kinds;
    const arm *costliest_arm = find_costliest(m);
    int arms_left = 0;
    bool all_known = true;
    for (int i = 1; i < m->arm_count; i++) {
        arm *a = &m->arms[i];
        const noc_loss *loss = &losses[a->kind];
        if (a->is_given_up || a->kind == NOC_RESOURCE_NONE) continue;
        const double difference = losses[costliest_arm->kind].share - loss->share;
        a->is_given_up =
            difference > m->request->least_difference + find_difference_error(m, a, costliest_arm);
        if (a->is_given_up) continue;
        arms_left++;
        all_known = all_known && loss->half_width <= m->request->precision;
    }
    return all_known || arms_left < 2;
}

static bool report_progress(const noc_losses_request *r, double done)
{
    return !r->progress || r->progress(r->context, done);
}

static noc_status run_round(measurement *m, size_t batches)
{
    const double cycles_max = (double)m->request->cycles_max;
    noc_status status = NOC_OK;
    m->batch_count += batches;
    for (int i = 0; i < m->arm_count && status == NOC_OK; i++) {
        arm *a = &m->arms[i];
        if (a->is_given_up) continue;
        const double batches_before = (double)(m->batch_count - batches),
                     round_batches = (double)batches * i / m->arm_count;
        const double progress =
            (batches_before + round_batches) * (double)a->runs.batch_cycles / cycles_max;
        if (!report_progress(m->request, fmin(1.0, progress))) return NOC_EINTERRUPTED;
        status = run_arm(m, a, batches);
    }
    return status;
}

static noc_status run_rounds(measurement *m)
{
    size_t next = BATCHES;
    for (;;) {
        const noc_status status = run_round(m, next);
        if (status != NOC_OK) return status;
        store_losses(m);
        next = m->batch_count;
        if (give_up_small_losses(m) ||
            2 * next * m->arms[0].runs.batch_cycles > m->request->cycles_max)
            return NOC_OK;
    }
}

noc_status noc_sample_losses(const noc_system *system, const noc_losses_request *request,
                             noc_losses *losses, noc_diag *diag)
{
    NOC_AUTO(free_arms)
    measurement m = {.system = system, .request = request, .losses = losses, .diag = diag};
    *losses = (noc_losses){.throughput = NAN};
    for (int k = 0; k < NOC_RESOURCES; k++) losses->kinds[k] = (noc_loss){NAN, NAN};
    noc_status status = make_arms(&m);
    if (status == NOC_OK) status = run_rounds(&m);
    if (status == NOC_OK) losses->throughput = m.arms[0].throughput.mean;
    return status;
}
