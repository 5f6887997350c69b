#include "sampler/sampling/losses.h"

#include <math.h>

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
    bool made, given_up;
} arm;

enum { ARMS_MOST = NOC_RESOURCES + 2 };

typedef struct measurement {
    const noc_system *system;
    const noc_losses_request *request;
    noc_losses *losses;
    noc_diag *diag;
    arm arms[ARMS_MOST];
    int count;
    size_t batches; /* batches of each active run */
} measurement;

static unsigned derated_by(const measurement *m, const arm *a)
{
    if (a->kind == NOC_RESOURCE_NONE) return 0;
    return a->kind == NOC_RESOURCE_LATENCY
               ? noc_resources_of(m->system, m->request->workload != NULL)
               : 1u << a->kind;
}

static noc_status make_arm(measurement *m, noc_resource kind, double load)
{
    arm *a = &m->arms[m->count++];
    *a = (arm){.kind = kind, .load = load};
    const noc_losses_request *r = m->request;
    const noc_sample_options options = {.seed = r->seed,
                                        .jobs = r->jobs,
                                        .workload = r->workload,
                                        .kernels = {.endless = true},
                                        .derating = {derated_by(m, a), r->rest_cycles}};
    const uint64_t batch = r->first_cycles / BATCHES + 1;
    const noc_replications *like = m->count > 1 ? &m->arms[0].runs : NULL;
    const noc_status status =
        noc_replications_new(&a->runs, m->system, load, &options, batch, like, m->diag);
    a->made = status == NOC_OK;
    return status;
}

static noc_status make_arms(measurement *m)
{
    const noc_losses_request *r = m->request;
    noc_status status = make_arm(m, NOC_RESOURCE_NONE, r->load);
    if (status == NOC_OK && r->workload && !r->no_latency)
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
    for (int i = 0; i < m->count; i++)
        if (m->arms[i].made) noc_replications_free(&m->arms[i].runs);
}

static noc_pair sums_between(const measurement *m, const arm *a, const noc_replication *run,
                             size_t from, size_t end)
{
    const noc_tally *first = &run->totals[from], *last = &run->totals[end];
    const double injectors = m->system->traffic.injectors;
    if (!m->request->workload)
        return noc_replication_kept_up(run, noc_system_packet_rate(m->system, a->load) * injectors,
                                       from, end);
    return (noc_pair){(double)(last->instructions - first->instructions),
                      (double)(last->core_cycles - first->core_cycles)};
}

/* Measures the throughput of an arm after the warm-up, a quarter of the run. */
static noc_interval throughput_of(const measurement *m, const arm *a)
{
    noc_pair pairs[NOC_REPLICATIONS * GROUPS];
    const size_t warmup = WARMUP_QUARTERS * m->batches / 4, kept = m->batches - warmup;
    size_t count = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++)
        for (size_t g = 0; g < GROUPS; g++)
            pairs[count++] = sums_between(m, a, &a->runs.runs[i], warmup + g * kept / GROUPS,
                                          warmup + (g + 1) * kept / GROUPS);
    if (m->request->workload)
        noc_free_of_phases(&m->request->workload->phases, a->runs.runs, warmup, m->batches, GROUPS,
                           pairs);
    return noc_batch_interval(pairs, NOC_REPLICATIONS, GROUPS, confidence);
}

static noc_status run_arm(measurement *m, arm *a, size_t batches)
{
    if (noc_replications_run(&a->runs, batches) != NOC_OK) {
        noc_replications_explain(&a->runs, m->diag);
        return NOC_EFAILED;
    }
    a->throughput = throughput_of(m, a);
    return NOC_OK;
}

static double derated_share(const measurement *m)
{
    return 1.0 / m->request->rest_cycles;
}

/* Finds the factor from a loss of accepted load to a loss of saturation load; 1 where the
 * accepted load does not fall beyond saturation. */
static double saturation_per_accepted(const measurement *m)
{
    if (m->request->workload) return 1.0;
    const double here = m->arms[0].throughput.mean, beyond = m->arms[1].throughput.mean;
    const double share = derated_share(m);
    const double fallen = log(here / beyond) / log(m->arms[1].load / m->arms[0].load);
    return fallen > share ? fmin(1.0 / fallen, 1.0 / share) : 1.0;
}

static noc_loss loss_of(const measurement *m, const arm *a)
{
    const noc_interval with = m->arms[0].throughput, less = a->throughput;
    const double left = less.mean / with.mean, scale = saturation_per_accepted(m);
    return (noc_loss){.share = scale * (1.0 - left),
                      .half_width =
                          scale * left *
                          hypot(less.half_width / less.mean, with.half_width / with.mean)};
}

/* Stores the losses. The loss due to latency is the derated share less the loss with all kinds
 * derated. */
static void put_losses(measurement *m)
{
    for (int i = 1; i < m->count; i++) {
        const arm *a = &m->arms[i];
        if (a->given_up || a->kind == NOC_RESOURCE_NONE) continue;
        noc_loss *loss = &m->losses->of[a->kind];
        *loss = loss_of(m, a);
        if (a->kind == NOC_RESOURCE_LATENCY)
            loss->share = fmax(0.0, derated_share(m) - loss->share);
    }
}

/* Finds the half-width of the difference of two losses. Both losses share the run without
 * derating, whose noise cancels; with latency the noise counts twice, since the loss of latency
 * falls with the loss of all kinds. */
static double unsure_between(const measurement *m, const arm *a, const arm *b)
{
    const noc_interval *with = &m->arms[0].throughput;
    const bool of_latency = (a->kind == NOC_RESOURCE_LATENCY) != (b->kind == NOC_RESOURCE_LATENCY);
    const double own = hypot(a->throughput.half_width, b->throughput.half_width);
    const double common = of_latency ? 2.0 * with->half_width : 0.0;
    return saturation_per_accepted(m) * hypot(own, common) / with->mean;
}

static const arm *costliest(const measurement *m)
{
    const arm *most = &m->arms[0];
    double share = -INFINITY;
    for (int i = 1; i < m->count; i++) {
        const arm *a = &m->arms[i];
        if (!(m->losses->of[a->kind].share > share)) continue;
        share = m->losses->of[a->kind].share;
        most = a;
    }
    return most;
}

/* Gives up kinds with surely smaller losses. True if the losses of the remaining kinds are
 * known. */
static bool are_known(measurement *m)
{
    const noc_loss *losses = m->losses->of;
    const arm *most = costliest(m);
    int left = 0;
    bool known = true;
    for (int i = 1; i < m->count; i++) {
        arm *a = &m->arms[i];
        const noc_loss *one = &losses[a->kind];
        if (a->given_up || a->kind == NOC_RESOURCE_NONE) continue;
        const double less = losses[most->kind].share - one->share;
        a->given_up = less > m->request->apart + unsure_between(m, a, most);
        if (a->given_up) continue;
        left++;
        known = known && one->half_width <= m->request->precision;
    }
    return known || left < 2;
}

static bool report(const noc_losses_request *r, double done)
{
    return !r->progress || r->progress(r->context, done);
}

static noc_status run_round(measurement *m, size_t batches)
{
    const double most = (double)m->request->most_cycles;
    noc_status status = NOC_OK;
    m->batches += batches;
    for (int i = 0; i < m->count && status == NOC_OK; i++) {
        arm *a = &m->arms[i];
        if (a->given_up) continue;
        const double before = (double)(m->batches - batches), part = (double)batches * i / m->count;
        const double done = (before + part) * (double)a->runs.batch_cycles / most;
        if (!report(m->request, fmin(1.0, done))) return NOC_EINTERRUPTED;
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
        put_losses(m);
        next = m->batches;
        if (are_known(m) || 2 * next * m->arms[0].runs.batch_cycles > m->request->most_cycles)
            return NOC_OK;
    }
}

noc_status noc_sample_losses(const noc_system *system, const noc_losses_request *request,
                             noc_losses *losses, noc_diag *diag)
{
    measurement m = {.system = system, .request = request, .losses = losses, .diag = diag};
    *losses = (noc_losses){.throughput = NAN};
    for (int k = 0; k < NOC_RESOURCES; k++) losses->of[k] = (noc_loss){NAN, NAN};
    noc_status status = make_arms(&m);
    if (status == NOC_OK) status = run_rounds(&m);
    if (status == NOC_OK) losses->throughput = m.arms[0].throughput.mean;
    free_arms(&m);
    return status;
}
