#include "analytic/loop/closed_cores_state.h"

#include <math.h>
#include <stdlib.h>

/* ---- kernels --------------------------------------------------------------------------------- */

static void name_kernels(const noc_design *d, const noc_workload *w, int only, noc_core_kernels *k)
{
    k->run = noc_cta_is_run(d, w) || d->kernel_name_count > 0;
    k->count = k->run && !only ? d->cta.kernels : 1;
    if (k->run) k->setup = noc_cta_setup_of(d, k->counts);
    for (int i = 0; i < k->count; i++) {
        const int number = only ? only - 1 : i;
        k->kernels[i].workload = d->kernel_name_count ? &d->kernels[number] : w;
        k->kernels[i].length = d->cta.lengths.values[number];
        if (only) k->counts[0] = k->counts[number];
    }
    if (only) k->setup.kernels = 1;
}

/* Fills in a kernel without CTAs: each core counts as full. */
static void fill_without(const noc_design *d, noc_core_kernel *k)
{
    k->cores[1] = d->nodes.compute;
    k->of_cluster = noc_cores_of_terminal(d);
    k->share = 1.0;
}

static void count_core(int ctas, noc_core_kernel *k)
{
    if (ctas == 0) return;
    const int at = ctas <= NOC_FILL_MOST ? ctas : NOC_FILL_MOST;
    k->each[at] = (k->each[at] * k->cores[at] + ctas) / (k->cores[at] + 1.0);
    k->cores[at]++;
    k->ctas += ctas;
}

/* Counts the CTAs of clusters. core_ctas[core * kernels + kernel]: number of CTAs. */
static void count_clusters(const noc_design *d, const int *on_core, noc_core_kernels *k)
{
    const int cores = d->nodes.compute, together = noc_cores_of_terminal(d);
    double of[NOC_KERNELS_MAX] = {0}, share[NOC_KERNELS_MAX] = {0}, most = 0.0, ctas = 0.0;
    for (int first = 0; first < cores; first += together) {
        double own[NOC_KERNELS_MAX] = {0}, all = 0.0;
        for (int i = 0; i < k->count * together; i++) {
            const double n = on_core[(first + i / k->count) * k->count + i % k->count];
            own[i % k->count] += n;
            all += n;
        }
        most = all > most ? all : most;
        ctas += all;
        for (int i = 0; i < k->count && all > 0.0; i++) {
            of[i] += own[i] * own[i];
            share[i] += own[i] * own[i] / all;
        }
    }
    k->filled = ctas / ((double)cores * d->cta.slots);
    k->fullest = most * cores / together / ctas;
    for (int i = 0; i < k->count; i++) {
        if (!(k->kernels[i].ctas > 0.0)) continue;
        k->kernels[i].of_cluster = of[i] / k->kernels[i].ctas;
        k->kernels[i].share = share[i] / k->kernels[i].ctas;
    }
}

/* Fills all slots as the scheduler does. False when out of memory. */
static bool fill(const noc_design *d, noc_core_kernels *k)
{
    const size_t cores = (size_t)d->nodes.compute, slots = cores * (size_t)d->cta.slots;
    noc_cta_dispatch *dispatch = noc_cta_dispatch_new(&k->setup);
    noc_cta_start *starts = calloc(slots, sizeof *starts);
    int *on_core = calloc(cores * (size_t)k->count, sizeof *on_core);
    const bool made = dispatch && starts && on_core;
    if (made) {
        const size_t count = noc_cta_dispatch_fill(dispatch, starts);
        for (size_t i = 0; i < count; i++)
            on_core[starts[i].at.core * k->count + starts[i].kernel]++;
        for (size_t i = 0; i < cores * (size_t)k->count; i++)
            count_core(on_core[i], &k->kernels[i % (size_t)k->count]);
        count_clusters(d, on_core, k);
    }
    noc_cta_dispatch_free(dispatch);
    free(starts);
    free(on_core);
    return made;
}

bool noc_core_kernels_of(const noc_design *d, const noc_workload *w, int only, noc_core_kernels *k)
{
    *k = (noc_core_kernels){.run = false};
    name_kernels(d, w, only, k);
    if (k->run) return fill(d, k);
    fill_without(d, &k->kernels[0]);
    return true;
}

/* ---- operating point ------------------------------------------------------------------------- */

static double binomial(int n, int k, double p)
{
    double term = pow(p, k) * pow(1.0 - p, n - k);
    for (int i = 1; i <= k; i++) term *= (double)(n - k + i) / i;
    return term;
}

/* Adds a class of cores. NULL: the list is full, or the class is empty. */
static noc_core_class *add_workload(const noc_closed_cores *s, const noc_workload *w, int kernel,
                                    double cores, double ctas, noc_core_side *side)
{
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    if (!(cores > 1e-9) || side->count == NOC_CORE_CLASSES_MAX) return NULL;
    noc_core_class *c = &side->classes[side->count++];
    *c = noc_core_class_of(s->design, w, cores / s->curve->system->graph.compute_count, ctas,
                           k->length);
    c->kernel = kernel;
    if (s->own[kernel].shares) c->sharing = s->own[kernel].curve;
    return c;
}

/* Adds a kernel's cores, with the mean number of them in each phase. */
static void add_class(const noc_closed_cores *s, int kernel, double cores, double ctas,
                      noc_core_side *side)
{
    const noc_core_phases *phases = &s->phases;
    if (phases->count == 0)
        add_workload(s, s->kernels.kernels[kernel].workload, kernel, cores, ctas, side);
    for (size_t i = 0; i < phases->count; i++) {
        noc_core_class *c =
            add_workload(s, &phases->list[i], kernel, cores * phases->times[i], ctas, side);
        if (!c) continue;
        c->phase = (int)i;
        c->worked = c->cores * phases->shares[i] / phases->times[i];
    }
}

/* Adds a kernel's cores by number of running CTAs, with each slot empty independently of the
 * others. */
static void add_kernel(const noc_closed_cores *s, int kernel, double share, noc_core_side *side)
{
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    if (!s->kernels.run) {
        add_class(s, kernel, k->cores[1], 0.0, side);
        return;
    }
    for (int n = 1; n <= NOC_FILL_MOST; n++) {
        if (share >= 1.0 || k->each[n] > NOC_FILL_MOST) {
            add_class(s, kernel, k->cores[n], k->each[n] * share, side);
            continue;
        }
        for (int left = 1; left <= n; left++)
            add_class(s, kernel, k->cores[n] * binomial(n, left, share), left, side);
    }
}

static void find_side(const noc_closed_cores *s, const noc_filling *f, noc_core_side *side)
{
    side->count = 0;
    side->mshrs = s->design->nodes.mshrs;
    side->uneven = s->phases.uneven;
    side->bus = noc_cores_of_terminal(s->design) > 1;
    for (int k = 0; k < s->kernels.count; k++) add_kernel(s, k, f->share[k], side);
}

/* Chance that a row is still open after a geometric number of the controller's accesses with mean
 * `mean_accesses`: none of them is for the row's bank. */
static double still_open(const noc_closed_cores *s, double between)
{
    return 1.0 / (1.0 + between / s->design->memory.banks);
}

/* Chance that a block of a class of cores hits an open row. Only a block that no CTA has touched
 * before continues in its controller's last row; other blocks are in the rows of their earlier
 * touches, which are open with a chance that falls with the time since the last touch: by the same
 * CTA, or by another CTA of its run within the window. `accesses`: accesses of each controller per
 * network cycle. */
static double locality_of(const noc_closed_cores *s, const noc_core_class *c,
                          const noc_core_flow *f, double accesses)
{
    const noc_sharing *sharing = &c->workload->sharing;
    const double reads = c->workload->read_fraction, p = c->workload->row_locality;
    if (!c->sharing) return p;
    const double follows = noc_sharing_follows(sharing), runs = sharing->same * follows;
    const double sent = reads * f->reads.sent + 1.0 - reads, firsts = 1.0 / f->reads.touches;
    const double fresh = fmin(1.0, firsts * (1.0 - runs) / sent);
    const double touches = f->requests / c->lines * firsts / c->ctas;
    const double lag = sharing->reuse * firsts / touches;
    const double others =
        2.0 * follows / (1.0 - follows); /* mean number of other CTAs in the run of a touch */
    const double back = (1.0 - firsts) * still_open(s, accesses * lag);
    const double of_others = firsts * runs * still_open(s, accesses * sharing->window / others);
    const double repeated = 1.0 - firsts + firsts * runs;
    if (!(repeated > 0.0)) return p;
    return fresh * p + (1.0 - fresh) * (back + of_others) / repeated;
}

/* Finds the mean workload of all sent requests. */
static void mix_workloads(noc_closed_cores *s, const noc_core_side *side, const noc_port_flow *flow)
{
    const noc_graph *g = &s->curve->system->graph;
    const double accesses = flow->sent * g->compute_count * (1.0 - s->mix.l2_hit_rate) *
                            s->design->memory.slices / g->memory_count;
    double weight = 0.0, hits = 0.0, rows = 0.0, reads = 0.0, burst = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &flow->classes[i];
        const double of_reads = c->cores * f->requests * c->workload->read_fraction * f->reads.sent;
        const double sent = of_reads + c->cores * f->requests * (1.0 - c->workload->read_fraction);
        weight += sent;
        reads += of_reads;
        hits += sent * c->workload->l2_hit_rate;
        rows += sent * locality_of(s, c, f, accesses);
        burst += sent * c->workload->burst;
    }
    if (!(weight > 0.0)) return;
    s->mix.read_fraction = reads / weight;
    s->mix.l2_hit_rate = hits / weight;
    s->mix.row_locality = rows / weight;
    s->mix.burst = (int)(burst / weight + 0.5);
}

/* Relative variance of ports' requests, with independent phases of the cores behind a port. */
static double uneven_of(const noc_closed_cores *s, const noc_core_side *side,
                        const noc_port_flow *flow)
{
    double mean = 0.0, square = 0.0, cores = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const double requests = flow->classes[i].requests;
        cores += side->classes[i].cores;
        mean += side->classes[i].cores * requests;
        square += side->classes[i].cores * requests * requests;
    }
    if (!(mean > 0.0)) return 0.0;
    return fmax(0.0, square * cores / (mean * mean) - 1.0) / noc_cores_of_terminal(s->design);
}

double noc_closed_cores_spread_phases(noc_closed_cores *s, const noc_core_side *side,
                                      const noc_port_flow *flow)
{
    noc_core_phases *phases = &s->phases;
    double times[NOC_PHASES_MAX] = {0}, all = 0.0, change = 0.0;
    phases->uneven = uneven_of(s, side, flow);
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const double pace = flow->classes[i].requests * c->workload->instructions;
        times[c->phase] += c->worked / pace;
        all += c->worked / pace;
    }
    for (size_t i = 0; i < phases->count; i++) {
        change = fmax(change, fabs(times[i] / all - phases->times[i]));
        phases->times[i] = times[i] / all;
    }
    return change;
}

/* Uses the mean workload of the last call, and updates it. */
void noc_closed_cores_settle(noc_closed_cores *s, const noc_filling *f, noc_core_side *side,
                             noc_closed_side *found, noc_closed_point *p)
{
    find_side(s, f, side);
    noc_closed_loop_settle(s->curve, &s->mix, s->terms, s->predicted, side, found, p);
    mix_workloads(s, side, &found->flow);
}

static double time_of(const noc_closed_cores *s, const noc_core_side *side,
                      const noc_closed_side *found, const noc_workload *w, int kernel, int ctas)
{
    noc_core_class c =
        noc_core_class_of(s->design, w, 1.0, ctas, s->kernels.kernels[kernel].length);
    if (s->own[kernel].shares) c.sharing = s->own[kernel].curve;
    return noc_core_side_one(side, &c, &found->flow, found->trip).time;
}

/* Speed of CTAs on a core with `ctas` CTAs: mean over the phases. */
static double speed_of(const noc_closed_cores *s, const noc_core_side *side,
                       const noc_closed_side *found, int kernel, int ctas)
{
    const noc_core_phases *phases = &s->phases;
    double time = 0.0;
    if (phases->count == 0)
        return 1.0 / time_of(s, side, found, s->kernels.kernels[kernel].workload, kernel, ctas);
    for (size_t i = 0; i < phases->count; i++)
        time += phases->shares[i] * time_of(s, side, found, &phases->list[i], kernel, ctas);
    return 1.0 / time;
}

void noc_closed_cores_speeds(const noc_closed_cores *s, const noc_core_side *side,
                             const noc_closed_side *found, noc_cta_schedule_speeds *speeds)
{
    const int most =
        s->design->cta.slots < NOC_CTA_SCHEDULE_MOST ? s->design->cta.slots : NOC_CTA_SCHEDULE_MOST;
    for (int k = 0; k < s->kernels.count; k++)
        for (int n = 1; n <= most; n++) speeds->of[k][n] = speed_of(s, side, found, k, n);
}
