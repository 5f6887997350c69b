#include "analytic/loop/closed_cores_schedule.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"

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

static void make_residence(noc_closed_cores *s, const noc_cta_schedule *schedule, double start_time,
                           double end_time, int kernel)
{
    noc_kernel_state *kernel_state = &s->kernel_states[kernel];
    const noc_workload *w = s->kernels.kernels[kernel].workload;
    noc_residence_cta *ctas = calloc(schedule->count + 1, sizeof *ctas);
    noc_line_residence_clear(&kernel_state->residence);
    kernel_state->has_shared_lines = false;
    if (!ctas) {
        s->is_out_of_memory = true;
        return;
    }
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
    if (!kernel_state->curve) kernel_state->curve = calloc(1, sizeof *kernel_state->curve);
    if (kernel_state->curve && noc_line_residence_make(&setup, &kernel_state->residence))
        init_curve(s, kernel);
    else
        s->is_out_of_memory = true;
    free(ctas);
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
    noc_cta_schedule schedule;
    noc_cta_schedule_setup setup = make_setup(s);
    const double time = longest_time(s), steady_time = 2.0 * time;
    const double start_time = noc_closed_cores_are_finite(s) ? 0.0 : fmin(first_cycle, steady_time);
    setup.end_time = fmin(last_cycle, 2.0 * steady_time);
    if (!noc_cta_schedule_make(&setup, &schedule)) s->is_out_of_memory = true;
    for (int k = 0; k < s->kernels.count && !s->is_out_of_memory; k++)
        if (noc_sharing_is_active(&s->kernels.kernels[k].workload->sharing))
            make_residence(s, &schedule, start_time, setup.end_time, k);
    noc_cta_schedule_clear(&schedule);
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

/* Adds the results of one draw of the CTAs' lengths, times `share`. */
static bool add_schedule(const noc_closed_cores *s, const noc_cta_schedule_setup *setup,
                         double share, noc_kernel_ends *ends)
{
    noc_cta_schedule schedule;
    const bool is_made = noc_cta_schedule_make(setup, &schedule);
    for (int k = 0; k < NOC_KERNELS_MAX; k++)
        ends->kernel_ends[k] += share * schedule.kernel_ends[k];
    ends->makespan += share * schedule.makespan;
    for (size_t i = 0; i < schedule.count; i++)
        ends->weighted_warps[schedule.runs[i].kernel] +=
            share * weighted_warps(s, &schedule.runs[i]);
    noc_cta_schedule_clear(&schedule);
    return is_made;
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
    const uint64_t first_count = s->kernels.cta_counts[0];
    const double waves = skip_waves(s), skipped_time = waves * s->kernel_states[0].cta_cycles;
    const int draws = count_draws(s);
    level_search *r = calloc(1, sizeof *r);
    bool is_made = r != NULL;
    noc_cta_schedule_setup setup = make_setup(s);
    setup.end_time = INFINITY;
    setup.find_speeds = find_level_speeds;
    setup.context = r;
    *ends = (noc_kernel_ends){.makespan = skipped_time};
    ends->weighted_warps[0] = waves * s->kernels.kernels[0].chip_ctas *
                              s->kernels.kernels[0].workload->warps / s->design->cta.slots;
    for (int k = 0; k < s->kernels.count; k++) ends->kernel_ends[k] = skipped_time;
    if (r) r->cores = s;
    for (int i = 0; i < draws && is_made; i++) {
        setup.seed = (uint64_t)i;
        is_made = add_schedule(s, &setup, 1.0 / draws, ends);
    }
    s->kernels.cta_counts[0] = first_count;
    free(r);
    return is_made;
}
