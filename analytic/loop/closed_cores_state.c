#include "analytic/loop/closed_cores_state.h"

#include <math.h>
#include <stdlib.h>

#include "base/auto.h"
#include "base/min_max.h"

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

/* ---- shared lines of CTAs -------------------------------------------------------------------- */

/* Share of first touches of lines among the touches of a class's CTAs. */
static double first_touch_share(const noc_core_class *c)
{
    const noc_workload *w = c->workload;
    const double touches =
        c->warp_instructions * c->warps / c->ctas / (w->instructions * c->lines_per_block);
    return noc_count_lines(&w->sharing, touches) / touches;
}

/* Adds the rates of one class of cores to its kernel. */
static void add_class_pace(const noc_core_class *c, const noc_core_flow *f,
                           const noc_closed_core_flow *core_flow, noc_kernel_state *kernel_state)
{
    const double first_share = first_touch_share(c), ctas = c->cores * c->ctas,
                 weighted_ctas = c->weighted_cores * c->ctas;
    const double touches = f->requests / c->lines_per_block * first_share / c->ctas;
    kernel_state->port_ctas += ctas;
    kernel_state->touch_rate +=
        (touches - kernel_state->touch_rate) * ctas / kernel_state->port_ctas;
    kernel_state->weighted_ctas += weighted_ctas;
    kernel_state->cta_cycles +=
        (f->cta_cycles - kernel_state->cta_cycles) * weighted_ctas / kernel_state->weighted_ctas;
    kernel_state->cta_deviation +=
        (f->deviation - kernel_state->cta_deviation) * weighted_ctas / kernel_state->weighted_ctas;
    kernel_state->dispersion = c->blocks * first_share * f->dispersion + 1.0 - first_share;
    kernel_state->slow_share = 1.0 - c->workload->l2_hit_rate;
    kernel_state->slow_excess = fmin(core_flow->miss_cycles / core_flow->flow.inside_cycles,
                                     0.95 / fmax(1e-9, kernel_state->slow_share));
}

/* Replaces a rate by the geometric mean with the last one. Merging speeds CTAs up, so windows have
 * more touches, in which less is merged: iterates oscillate around the solution. */
static void average_pace(noc_kernel_state *kernel_state, double last_touch_rate)
{
    if (!(last_touch_rate > 0.0 && kernel_state->touch_rate > 0.0)) return;
    const double rate_ratio = sqrt(last_touch_rate / kernel_state->touch_rate);
    kernel_state->touch_rate *= rate_ratio;
    kernel_state->cta_cycles /= rate_ratio;
}

void noc_note_cta_paces(noc_closed_cores *s, const noc_core_side *side,
                        const noc_closed_core_flow *core_flow)
{
    double last_touch_rates[NOC_KERNELS_MAX];
    noc_find_cta_speeds(s, side, core_flow, &s->full_speeds);
    for (int k = 0; k < s->kernels.count; k++) {
        noc_kernel_state *kernel_state = &s->kernel_states[k];
        last_touch_rates[k] = kernel_state->has_shared_lines ? kernel_state->touch_rate : 0.0;
        kernel_state->port_ctas = kernel_state->weighted_ctas = kernel_state->touch_rate =
            kernel_state->cta_cycles = kernel_state->cta_deviation = 0.0;
    }
    for (size_t i = 0; i < side->count; i++)
        if (side->classes[i].ctas > 0.0)
            add_class_pace(&side->classes[i], &core_flow->flow.classes[i], core_flow,
                           &s->kernel_states[side->classes[i].kernel]);
    for (int k = 0; k < s->kernels.count; k++)
        average_pace(&s->kernel_states[k], last_touch_rates[k]);
}

static int compare_numbers(const void *a, const void *b)
{
    const noc_residence_cta *x = a, *y = b;
    return (x->cta > y->cta) - (x->cta < y->cta);
}

/* Lists the CTAs of a kernel, with times in touches. Returns their number. */
static size_t list_ctas(const noc_closed_cores *s, const noc_cta_schedule *schedule, int kernel,
                        noc_residence_cta *ctas)
{
    const noc_kernel_state *kernel_state = &s->kernel_states[kernel];
    const int cores_per_cluster = noc_cores_of_terminal(s->design);
    size_t count = 0;
    for (size_t i = 0; i < schedule->count; i++) {
        const noc_scheduled_cta *run = &schedule->runs[i];
        if (run->kernel != kernel) continue;
        ctas[count++] = (noc_residence_cta){
            .cta = run->cta,
            .cluster = run->slot.core / cores_per_cluster,
            .core = run->slot.core % cores_per_cluster,
            .start = run->start * kernel_state->touch_rate,
            .end = run->end * kernel_state->touch_rate,
            .lines = run->relative_length * kernel_state->cta_cycles * kernel_state->touch_rate,
            .slowdown = run->slowdown,
        };
    }
    qsort(ctas, count, sizeof *ctas, compare_numbers);
    return count;
}

/* Mean time between new lines in a set of a core's cache, touches. */
static double l1_set_interval(const noc_nodes_spec *nodes, double lines)
{
    const double sets = nodes->l1_lines > nodes->l1_ways ? nodes->l1_lines / nodes->l1_ways : 1.0;
    return nodes->l1_lines > 0 ? sets / lines : 0.0;
}

static void init_curve(noc_closed_cores *s, int kernel)
{
    noc_kernel_state *kernel_state = &s->kernel_states[kernel];
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    const noc_core_class c =
        noc_make_core_class(s->design, k->workload, 1.0, 1.0, k->warp_instructions);
    const double cores_per_cluster = noc_cores_of_terminal(s->design);
    const double warps = k->cluster_ctas * k->workload->warps / s->design->cta.slots;
    noc_sharing_curve_init(
        kernel_state->curve,
        &(noc_sharing_setup){
            .residence = &kernel_state->residence,
            .mean_ctas = k->cluster_ctas,
            .lines_per_touch = c.lines_per_block,
            .max_requests = fmin(warps * k->workload->burst,
                                 cores_per_cluster * k->cluster_share * s->design->nodes.mshrs),
            .table_entries =
                cores_per_cluster > 1.0 ? s->design->cluster.merge_entries * k->cluster_share : 0.0,
            .cache_lines =
                cores_per_cluster > 1.0 ? s->design->cluster.cache_lines * k->cluster_share : 0.0,
            .l1_set_interval =
                l1_set_interval(&s->design->nodes, k->cluster_ctas / k->cluster_share /
                                                       cores_per_cluster * c.lines_per_block),
            .redundant_time = NOC_REDUNDANT_CYCLES * kernel_state->touch_rate,
            .l1_ways = min_int(s->design->nodes.l1_lines, s->design->nodes.l1_ways),
        });
    kernel_state->has_shared_lines = true;
}

/* Draws the lines that a kernel's CTAs share. False when out of memory. */
static bool make_residence(noc_closed_cores *s, const noc_cta_schedule *schedule, double start_time,
                           double end_time, int kernel)
{
    noc_kernel_state *kernel_state = &s->kernel_states[kernel];
    const noc_workload *w = s->kernels.kernels[kernel].workload;
    NOC_AUTO_FREE noc_residence_cta *ctas = calloc(schedule->count + 1, sizeof *ctas);
    noc_arena_release(s->arena, kernel_state->residence.touches);
    kernel_state->residence = (noc_line_residence){0};
    kernel_state->has_shared_lines = false;
    if (!ctas) return false;
    const size_t count = list_ctas(s, schedule, kernel, ctas);
    const noc_residence_setup setup = {
        .sharing = &w->sharing,
        .window_touches = w->sharing.window_cycles * kernel_state->touch_rate,
        .read_share = w->read_fraction,
        .warps = (int)fmax(1.0, (double)w->warps / s->design->cta.slots + 0.5),
        .dispersion = kernel_state->dispersion,
        .slow_share = kernel_state->slow_share,
        .slow_excess = kernel_state->slow_excess,
        .first_time = start_time * kernel_state->touch_rate,
        .last_time = end_time * kernel_state->touch_rate,
        .match = s->design->cluster.match_rule,
        .ctas = ctas,
        .count = count,
    };
    if (!kernel_state->curve)
        kernel_state->curve = noc_arena_array(s->arena, 1, sizeof *kernel_state->curve);
    if (!noc_line_residence_make(&setup, s->arena, &kernel_state->residence)) return false;
    init_curve(s, kernel);
    return true;
}

/* Speeds with all slots filled. */
static const noc_cta_schedule_speeds *find_full_speeds(void *context,
                                                       const noc_cta_schedule_state *state)
{
    const noc_closed_cores *s = context;
    (void)state;
    return &s->full_speeds;
}

/* Setup of a schedule of the CTAs, at the speeds of full cores. */
static noc_cta_schedule_setup make_setup(noc_closed_cores *s)
{
    noc_cta_schedule_setup setup = {.ctas = &s->kernels.setup,
                                    .cores_per_port = noc_cores_of_terminal(s->design),
                                    .length_spread = s->design->cta.length_spread,
                                    .find_speeds = find_full_speeds,
                                    .context = s};
    for (int k = 0; k < s->kernels.count; k++)
        setup.kernels[k] = (noc_cta_schedule_kernel){1.0, s->kernel_states[k].cta_deviation};
    return setup;
}

static double longest_time(const noc_closed_cores *s)
{
    double longest = 0.0;
    for (int k = 0; k < s->kernels.count; k++)
        longest = fmax(longest, s->kernel_states[k].cta_cycles);
    return longest;
}

/* Makes a schedule of CTAs, and draws the lines that they share. CTAs of endless kernels start in
 * step, and drift apart: lines count from the first counted cycle of a sample on
 * (sampler/sampling/sample.h), or after two lengths of CTAs. */
void noc_closed_cores_draw_lines(noc_closed_cores *s)
{
    static const double first_cycle = 16384.0, last_cycle = 131072.0;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_cta_schedule schedule;
    noc_cta_schedule_setup setup = make_setup(s);
    const double time = longest_time(s), steady_time = 2.0 * time;
    const double start_time = noc_closed_cores_are_finite(s) ? 0.0 : fmin(first_cycle, steady_time);
    setup.end_time = fmin(last_cycle, 2.0 * steady_time);
    s->is_out_of_memory = !noc_cta_schedule_make(&setup, &scratch, &schedule);
    for (int k = 0; k < s->kernels.count && !s->is_out_of_memory; k++)
        if (noc_sharing_is_active(&s->kernels.kernels[k].workload->sharing))
            s->is_out_of_memory = !make_residence(s, &schedule, start_time, setup.end_time, k);
}

/* ---- ends of kernels ------------------------------------------------------------------------- */

enum { LEVELS_MAX = 48 };

/* Speeds of CTAs at a filling of the chip. */
typedef struct speed_level {
    noc_filling filling;
    noc_cta_schedule_speeds speeds;
} speed_level;

typedef struct level_search {
    noc_closed_cores *cores;
    size_t level_count;
    speed_level levels[LEVELS_MAX];
} level_search;

/* Filling of a state, rounded to powers of the square root of 2; with several kernels, of 2. */
static noc_filling round_filling(const level_search *r, const noc_cta_schedule_state *state)
{
    const double steps = r->cores->kernels.count > 1 ? 1.0 : 2.0;
    noc_filling f = {{0.0}};
    for (int k = 0; k < r->cores->kernels.count; k++) {
        const double share = state->active_ctas[k] / r->cores->kernels.kernels[k].chip_ctas;
        f.active_share[k] =
            share > 0.0 ? fmin(1.0, exp2(floor(steps * log2(share) + 0.5) / steps)) : 0.0;
    }
    return f;
}

static bool has_filling(const level_search *r, const speed_level *l, const noc_filling *f)
{
    bool is_equal = true;
    for (int k = 0; k < r->cores->kernels.count; k++)
        is_equal &= l->filling.active_share[k] == f->active_share[k];
    return is_equal;
}

/* Deviation of the ports' speeds. Round-robin routers give ports unequal shares of a saturated
 * network (unfair_shares.h), up to the ports' demand, so CTAs of ports with large shares end
 * first. */
static double port_deviation(const noc_closed_cores *s, const noc_core_side *side,
                             const noc_closed_point *p)
{
    static const double full_use = 0.995;
    const bool is_network =
        p->lowest_limit == NOC_BINDS_REQUESTS || p->lowest_limit == NOC_BINDS_REPLIES;
    if (!is_network || p->rate < full_use * p->capacity) return 0.0;
    const double idle_cycles =
        p->idle_trip.request_cycles + p->idle_trip.memory_cycles + p->idle_trip.reply_cycles;
    const noc_core_trip trip = {.total_cycles = idle_cycles, .request_capacity = INFINITY};
    noc_port_flow flow;
    noc_find_port_flow(side, trip, &flow);
    return noc_unfair_deviation(&s->curve->unfair_shares, fmax(1.0, flow.sent_requests / p->rate));
}

static void solve_level(level_search *r, const noc_filling *f, speed_level *l)
{
    noc_core_side side;
    noc_closed_core_flow core_flow;
    noc_closed_point p;
    noc_closed_cores_settle(r->cores, f, &side, &core_flow, &p);
    l->filling = *f;
    noc_find_cta_speeds(r->cores, &side, &core_flow, &l->speeds);
    l->speeds.port_deviation = port_deviation(r->cores, &side, &p);
}

static const speed_level *find_level(level_search *r, const noc_filling *f)
{
    for (size_t i = r->level_count; i-- > 0;)
        if (has_filling(r, &r->levels[i], f)) return &r->levels[i];
    if (r->level_count == LEVELS_MAX) return &r->levels[0];
    solve_level(r, f, &r->levels[r->level_count]);
    return &r->levels[r->level_count++];
}

static const noc_cta_schedule_speeds *find_level_speeds(void *context,
                                                        const noc_cta_schedule_state *state)
{
    level_search *r = context;
    const noc_filling f = round_filling(r, state);
    return &find_level(r, &f)->speeds;
}

/* Skips the middle waves of many CTAs, each of which takes the time of a CTA with all slots filled.
 * Returns the number of skipped waves. */
static double skip_waves(noc_closed_cores *s)
{
    enum { WAVES = 8 };
    const double slots = s->kernels.kernels[0].chip_ctas;
    const double waves = floor((double)s->kernels.cta_counts[0] / slots) - WAVES;
    if (s->kernels.count > 1 || !(waves > 0.0)) return 0.0;
    s->kernels.cta_counts[0] -= (uint64_t)(waves * slots);
    return waves;
}

static double weighted_warps(const noc_closed_cores *s, const noc_scheduled_cta *cta)
{
    const noc_workload *w = s->kernels.kernels[cta->kernel].workload;
    const double warps_with = noc_count_warps(s->design, w, cta->slot.slot + 1.0);
    return cta->relative_length * (warps_with - noc_count_warps(s->design, w, cta->slot.slot));
}

/* Adds the results of one draw of the CTAs' lengths, times `share`. False when out of memory. */
static bool add_schedule(const noc_closed_cores *s, const noc_cta_schedule_setup *setup,
                         double share, noc_kernel_ends *ends)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_cta_schedule schedule;
    if (!noc_cta_schedule_make(setup, &scratch, &schedule)) return false;
    for (int k = 0; k < NOC_KERNELS_MAX; k++)
        ends->kernel_ends[k] += share * schedule.kernel_ends[k];
    ends->makespan += share * schedule.makespan;
    for (size_t i = 0; i < schedule.count; i++)
        ends->weighted_warps[schedule.runs[i].kernel] +=
            share * weighted_warps(s, &schedule.runs[i]);
    return true;
}

/* Number of draws of the CTAs' lengths; more for fewer CTAs. */
static int count_draws(const noc_closed_cores *s)
{
    enum { CTAS = 1000, DRAWS_MAX = 24 };
    double total_ctas = 0.0;
    for (int k = 0; k < s->kernels.count; k++) total_ctas += (double)s->kernels.cta_counts[k];
    return (int)fmin(DRAWS_MAX, ceil(CTAS / total_ctas));
}

bool noc_run_kernels_to_end(noc_closed_cores *s, noc_kernel_ends *ends)
{
    NOC_AUTO_FREE level_search *r = calloc(1, sizeof *r);
    if (!r) return false;
    const uint64_t first_count = s->kernels.cta_counts[0];
    const double waves = skip_waves(s), skipped_time = waves * s->kernel_states[0].cta_cycles;
    const int draws = count_draws(s);
    bool is_made = true;
    r->cores = s;
    noc_cta_schedule_setup setup = make_setup(s);
    setup.end_time = INFINITY;
    setup.find_speeds = find_level_speeds;
    setup.context = r;
    *ends = (noc_kernel_ends){.makespan = skipped_time};
    ends->weighted_warps[0] = waves * s->kernels.kernels[0].chip_ctas *
                              s->kernels.kernels[0].workload->warps / s->design->cta.slots;
    for (int k = 0; k < s->kernels.count; k++) ends->kernel_ends[k] = skipped_time;
    for (int i = 0; i < draws && is_made; i++) {
        setup.seed = (uint64_t)i;
        is_made = add_schedule(s, &setup, 1.0 / draws, ends);
    }
    s->kernels.cta_counts[0] = first_count;
    return is_made;
}
