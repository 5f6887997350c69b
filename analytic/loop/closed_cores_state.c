#include "analytic/loop/closed_cores_state.h"

#include <math.h>
#include <stdlib.h>

/* ---- kernels --------------------------------------------------------------------------------- */

static void list_kernels(const noc_design *d, const noc_workload *w, int lone_kernel,
                         noc_core_kernels *k)
{
    k->has_ctas = noc_cta_is_scheduled(d, w) || d->kernel_name_count > 0;
    k->count = k->has_ctas && !lone_kernel ? d->cta.kernels : 1;
    if (k->has_ctas) k->setup = noc_cta_make_setup(d, k->cta_counts);
    for (int i = 0; i < k->count; i++) {
        const int number = lone_kernel ? lone_kernel - 1 : i;
        k->kernels[i].workload = d->kernel_name_count ? &d->kernels[number] : w;
        k->kernels[i].warp_instructions = d->cta.lengths.values[number];
        if (lone_kernel) k->cta_counts[0] = k->cta_counts[number];
    }
    if (lone_kernel) k->setup.kernels = 1;
}

/* Fills in a kernel without CTAs: each core counts as full. */
static void fill_without_ctas(const noc_design *d, noc_core_kernel *k)
{
    k->core_count[1] = d->nodes.compute;
    k->cluster_ctas = noc_cores_of_terminal(d);
    k->cluster_share = 1.0;
}

static void count_core(int ctas, noc_core_kernel *k)
{
    if (ctas == 0) return;
    const int group = ctas <= NOC_CORE_CTAS_MAX ? ctas : NOC_CORE_CTAS_MAX;
    k->mean_ctas[group] =
        (k->mean_ctas[group] * k->core_count[group] + ctas) / (k->core_count[group] + 1.0);
    k->core_count[group]++;
    k->chip_ctas += ctas;
}

/* Counts the CTAs of clusters. core_ctas[core * kernels + kernel]: number of CTAs. */
static void count_clusters(const noc_design *d, const int *core_ctas, noc_core_kernels *k)
{
    const int cores = d->nodes.compute, cores_per_cluster = noc_cores_of_terminal(d);
    double squared_ctas[NOC_KERNELS_MAX] = {0}, squared_share[NOC_KERNELS_MAX] = {0},
           largest_cluster = 0.0, ctas = 0.0;
    for (int first = 0; first < cores; first += cores_per_cluster) {
        double cluster_ctas[NOC_KERNELS_MAX] = {0}, cluster_sum = 0.0;
        for (int i = 0; i < k->count * cores_per_cluster; i++) {
            const double n = core_ctas[(first + i / k->count) * k->count + i % k->count];
            cluster_ctas[i % k->count] += n;
            cluster_sum += n;
        }
        largest_cluster = cluster_sum > largest_cluster ? cluster_sum : largest_cluster;
        ctas += cluster_sum;
        for (int i = 0; i < k->count && cluster_sum > 0.0; i++) {
            squared_ctas[i] += cluster_ctas[i] * cluster_ctas[i];
            squared_share[i] += cluster_ctas[i] * cluster_ctas[i] / cluster_sum;
        }
    }
    k->filled_share = ctas / ((double)cores * d->cta.slots);
    k->fullest_cluster_ratio = largest_cluster * cores / cores_per_cluster / ctas;
    for (int i = 0; i < k->count; i++) {
        if (!(k->kernels[i].chip_ctas > 0.0)) continue;
        k->kernels[i].cluster_ctas = squared_ctas[i] / k->kernels[i].chip_ctas;
        k->kernels[i].cluster_share = squared_share[i] / k->kernels[i].chip_ctas;
    }
}

/* Fills all slots as the scheduler does. False when out of memory. */
static bool fill_slots(const noc_design *d, noc_core_kernels *k)
{
    const size_t cores = (size_t)d->nodes.compute, slots = cores * (size_t)d->cta.slots;
    noc_cta_dispatch *dispatch = noc_cta_dispatch_new(&k->setup);
    noc_cta_start *starts = calloc(slots, sizeof *starts);
    int *core_ctas = calloc(cores * (size_t)k->count, sizeof *core_ctas);
    const bool is_made = dispatch && starts && core_ctas;
    if (is_made) {
        const size_t count = noc_cta_dispatch_fill(dispatch, starts);
        for (size_t i = 0; i < count; i++)
            core_ctas[starts[i].start_slot.core * k->count + starts[i].kernel]++;
        for (size_t i = 0; i < cores * (size_t)k->count; i++)
            count_core(core_ctas[i], &k->kernels[i % (size_t)k->count]);
        count_clusters(d, core_ctas, k);
    }
    noc_cta_dispatch_free(dispatch);
    free(starts);
    free(core_ctas);
    return is_made;
}

bool noc_core_kernels_find(const noc_design *d, const noc_workload *w, int lone_kernel,
                           noc_core_kernels *k)
{
    *k = (noc_core_kernels){.has_ctas = false};
    list_kernels(d, w, lone_kernel, k);
    if (k->has_ctas) return fill_slots(d, k);
    fill_without_ctas(d, &k->kernels[0]);
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
static noc_core_class *add_core_class(const noc_closed_cores *s, const noc_workload *w, int kernel,
                                      double cores, double ctas, noc_core_side *side)
{
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    if (!(cores > 1e-9) || side->count == NOC_CORE_CLASSES_MAX) return NULL;
    noc_core_class *c = &side->classes[side->count++];
    *c = noc_make_core_class(s->design, w, cores / s->curve->system->graph.compute_count, ctas,
                             k->warp_instructions);
    c->kernel = kernel;
    if (s->kernel_states[kernel].has_shared_lines) c->sharing = s->kernel_states[kernel].curve;
    return c;
}

/* Adds a kernel's cores, with the mean number of them in each phase. */
static void add_phase_classes(const noc_closed_cores *s, int kernel, double cores, double ctas,
                              noc_core_side *side)
{
    const noc_core_phases *phases = &s->phases;
    if (phases->count == 0)
        add_core_class(s, s->kernels.kernels[kernel].workload, kernel, cores, ctas, side);
    for (size_t i = 0; i < phases->count; i++) {
        noc_core_class *c = add_core_class(s, &phases->workloads[i], kernel,
                                           cores * phases->core_share[i], ctas, side);
        if (!c) continue;
        c->phase = (int)i;
        c->weighted_cores = c->cores * phases->instruction_share[i] / phases->core_share[i];
    }
}

/* Adds a kernel's cores by number of running CTAs, with each slot empty independently of the
 * others. */
static void add_kernel(const noc_closed_cores *s, int kernel, double share, noc_core_side *side)
{
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    if (!s->kernels.has_ctas) {
        add_phase_classes(s, kernel, k->core_count[1], 0.0, side);
        return;
    }
    for (int n = 1; n <= NOC_CORE_CTAS_MAX; n++) {
        if (share >= 1.0 || k->mean_ctas[n] > NOC_CORE_CTAS_MAX) {
            add_phase_classes(s, kernel, k->core_count[n], k->mean_ctas[n] * share, side);
            continue;
        }
        for (int active_ctas = 1; active_ctas <= n; active_ctas++)
            add_phase_classes(s, kernel, k->core_count[n] * binomial(n, active_ctas, share),
                              active_ctas, side);
    }
}

static void find_core_side(const noc_closed_cores *s, const noc_filling *f, noc_core_side *side)
{
    side->count = 0;
    side->mshrs = s->design->nodes.mshrs;
    side->rate_variance = s->phases.rate_variance;
    side->has_bus = noc_cores_of_terminal(s->design) > 1;
    for (int k = 0; k < s->kernels.count; k++) add_kernel(s, k, f->active_share[k], side);
}

/* Chance that a row is still open after a geometric number of the controller's accesses with mean
 * `mean_accesses`: none of them is for the row's bank. */
static double open_row_chance(const noc_closed_cores *s, double mean_accesses)
{
    return 1.0 / (1.0 + mean_accesses / s->design->memory.banks);
}

/* Chance that a block of a class of cores hits an open row. A block that no CTA has touched before
 * continues in its controller's last row. Any other block is in the row of its last touch: by the
 * same CTA, or by another CTA of its run within the window. The chance that this row is open falls
 * with the time since that touch. `accesses`: accesses of each controller per network cycle. */
static double find_row_locality(const noc_closed_cores *s, const noc_core_class *c,
                                const noc_core_flow *f, double accesses)
{
    const noc_sharing *sharing = &c->workload->sharing;
    const double reads = c->workload->read_fraction, p = c->workload->row_locality;
    if (!c->sharing) return p;
    const double follow_chance = noc_sharing_next_chance(sharing),
                 run_share = sharing->shared_fraction * follow_chance;
    const double sent_share = reads * f->reads.sent + 1.0 - reads,
                 first_share = 1.0 / f->reads.touches_per_line;
    const double new_share = fmin(1.0, first_share * (1.0 - run_share) / sent_share);
    const double touches = f->requests / c->lines_per_block * first_share / c->ctas;
    const double lag = sharing->reuse_lines * first_share / touches;
    const double other_ctas =
        2.0 * follow_chance /
        (1.0 - follow_chance); /* mean number of other CTAs in the run of a touch */
    const double return_chance = (1.0 - first_share) * open_row_chance(s, accesses * lag);
    const double run_chance = first_share * run_share *
                              open_row_chance(s, accesses * sharing->window_cycles / other_ctas);
    const double repeated_share = 1.0 - first_share + first_share * run_share;
    if (!(repeated_share > 0.0)) return p;
    return new_share * p + (1.0 - new_share) * (return_chance + run_chance) / repeated_share;
}

/* Finds the mean workload of all sent requests. */
static void mix_workloads(noc_closed_cores *s, const noc_core_side *side, const noc_port_flow *flow)
{
    const noc_graph *g = &s->curve->system->graph;
    const double accesses = flow->sent_requests * g->compute_count *
                            (1.0 - s->request_mix.l2_hit_rate) * s->design->memory.slices /
                            g->memory_count;
    double weight = 0.0, hits = 0.0, rows = 0.0, reads = 0.0, burst = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &flow->classes[i];
        const double read_rate =
            c->cores * f->requests * c->workload->read_fraction * f->reads.sent;
        const double sent_rate =
            read_rate + c->cores * f->requests * (1.0 - c->workload->read_fraction);
        weight += sent_rate;
        reads += read_rate;
        hits += sent_rate * c->workload->l2_hit_rate;
        rows += sent_rate * find_row_locality(s, c, f, accesses);
        burst += sent_rate * c->workload->burst;
    }
    if (!(weight > 0.0)) return;
    s->request_mix.read_fraction = reads / weight;
    s->request_mix.l2_hit_rate = hits / weight;
    s->request_mix.row_locality = rows / weight;
    s->request_mix.burst = (int)(burst / weight + 0.5);
}

/* Relative variance of ports' requests, with independent phases of the cores behind a port. */
static double rate_variance(const noc_closed_cores *s, const noc_core_side *side,
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
    double phase_time[NOC_PHASES_MAX] = {0}, total_time = 0.0, change = 0.0;
    phases->rate_variance = rate_variance(s, side, flow);
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const double pace = flow->classes[i].requests * c->workload->instructions;
        phase_time[c->phase] += c->weighted_cores / pace;
        total_time += c->weighted_cores / pace;
    }
    for (size_t i = 0; i < phases->count; i++) {
        change = fmax(change, fabs(phase_time[i] / total_time - phases->core_share[i]));
        phases->core_share[i] = phase_time[i] / total_time;
    }
    return change;
}

/* Uses the mean workload of the last call, and updates it. */
void noc_closed_cores_settle(noc_closed_cores *s, const noc_filling *f, noc_core_side *side,
                             noc_closed_core_flow *core_flow, noc_closed_point *p)
{
    find_core_side(s, f, side);
    noc_closed_loop_settle(s->curve, &s->request_mix, s->terms, s->predicted_ratio, side, core_flow,
                           p);
    mix_workloads(s, side, &core_flow->flow);
}

static double cta_time(const noc_closed_cores *s, const noc_core_side *side,
                       const noc_closed_core_flow *core_flow, const noc_workload *w, int kernel,
                       int ctas)
{
    noc_core_class c =
        noc_make_core_class(s->design, w, 1.0, ctas, s->kernels.kernels[kernel].warp_instructions);
    if (s->kernel_states[kernel].has_shared_lines) c.sharing = s->kernel_states[kernel].curve;
    return noc_find_core_flow(side, &c, &core_flow->flow, core_flow->trip).cta_cycles;
}

/* Speed of CTAs on a core with `ctas` CTAs: mean over the phases. */
static double cta_speed(const noc_closed_cores *s, const noc_core_side *side,
                        const noc_closed_core_flow *core_flow, int kernel, int ctas)
{
    const noc_core_phases *phases = &s->phases;
    double time = 0.0;
    if (phases->count == 0)
        return 1.0 /
               cta_time(s, side, core_flow, s->kernels.kernels[kernel].workload, kernel, ctas);
    for (size_t i = 0; i < phases->count; i++)
        time += phases->instruction_share[i] *
                cta_time(s, side, core_flow, &phases->workloads[i], kernel, ctas);
    return 1.0 / time;
}

void noc_find_cta_speeds(const noc_closed_cores *s, const noc_core_side *side,
                         const noc_closed_core_flow *core_flow, noc_cta_schedule_speeds *speeds)
{
    const int largest_count =
        s->design->cta.slots < NOC_CTA_SPEEDS_MAX ? s->design->cta.slots : NOC_CTA_SPEEDS_MAX;
    for (int k = 0; k < s->kernels.count; k++)
        for (int n = 1; n <= largest_count; n++)
            speeds->kernel_speed[k][n] = cta_speed(s, side, core_flow, k, n);
}
