#include "analytic/loop/closed_cores.h"

#include <math.h>

#include "analytic/loop/closed_cores_state.h"
#include "base/auto.h"

bool noc_closed_has_core_groups(const noc_design *d, const noc_workload *w)
{
    return noc_cores_of_terminal(d) > 1 || noc_cta_is_scheduled(d, w) || d->kernel_name_count > 0 ||
           w->phases.count > 0;
}

static double core_clocks(const noc_design *d)
{
    return d->chip.clock_mhz / noc_core_mhz(d);
}

/* Finds the instructions of each kernel's warps per network cycle, all cores. */
static void find_kernel_rates(const noc_closed_cores *s, const noc_core_side *side,
                              const noc_port_flow *flow, double *kernel_rates)
{
    const double ports = s->curve->system->graph.compute_count;
    for (int k = 0; k < s->kernels.count; k++) kernel_rates[k] = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        kernel_rates[c->kernel] +=
            ports * c->cores * flow->classes[i].requests * c->workload->instructions;
    }
}

/* Instructions of all CTAs of a kernel. */
static double cta_instructions(const noc_closed_cores *s, const noc_kernel_ends *ends, int kernel)
{
    return ends->weighted_warps[kernel] * s->kernels.kernels[kernel].warp_instructions;
}

/* Active threads of a kernel, over the first kernel's. */
static double thread_ratio(const noc_closed_cores *s, int kernel)
{
    return s->kernels.kernels[kernel].workload->active_threads /
           s->kernels.kernels[0].workload->active_threads;
}

/* Fills in the shares of requests by outcome, and the share of active warps: means over all
 * classes. */
static void fill_core_figures(const noc_core_side *side, const noc_port_flow *flow,
                              noc_core_figures *figures)
{
    double instructions = 0.0, threads = 0.0, warps = 0.0, active_warps = 0.0;
    double misses = 0.0, redundant = 0.0;
    figures->l1_hits = figures->mshr_merged = figures->table_merged = figures->cache_hits = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &flow->classes[i];
        const double share = c->cores * f->requests / flow->requests;
        const double reads = share * c->workload->read_fraction;
        figures->l1_hits += reads * f->reads.l1;
        figures->mshr_merged += reads * f->reads.merged_by_mshrs;
        figures->table_merged += reads * f->reads.merged_by_table;
        figures->cache_hits += reads * f->reads.cache_hits;
        misses += reads * (1.0 - f->reads.l1);
        redundant += reads * f->reads.redundant;
        instructions += share * c->workload->instructions;
        threads += share * c->workload->instructions * c->workload->active_threads;
        warps += c->cores * c->warps;
        active_warps += c->cores * c->warps * f->active_share;
    }
    figures->request_instructions = instructions;
    figures->instruction_threads = threads / instructions;
    figures->active_warps = active_warps / warps;
    figures->redundant = misses > 0.0 ? redundant / misses : 0.0;
}

/* Mean table entries of reads of unshared lines: each read has an entry from the bus to its reply,
 * if one is free. */
static double unshared_entries(const noc_closed_cores *s, const noc_core_side *side,
                               const noc_port_flow *flow)
{
    const double cores_per_cluster = noc_cores_of_terminal(s->design);
    double reads = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &flow->classes[i];
        if (!c->sharing) reads += c->cores * f->requests * c->workload->read_fraction;
    }
    const noc_sharing_setup unshared_setup = {
        .max_requests = cores_per_cluster * s->design->nodes.mshrs,
        .table_entries = s->design->cluster.merge_entries - flow->used_entries,
    };
    return noc_used_entries(&unshared_setup, reads * flow->inside_cycles);
}

/* Binding resource of a class of cores: the cores if they always issue, else the loop's binding
 * resource, or the latency of single requests if none binds. */
static noc_binding class_binding(const noc_core_class *c, const noc_core_flow *f,
                                 noc_binding binding)
{
    const double issue_share = f->requests / c->workload->burst * c->think_cycles;
    if (issue_share >= noc_busy_share) return NOC_BINDS_CORES;
    return binding == NOC_BINDS_CORES ? NOC_BINDS_LATENCY : binding;
}

/* Fills in the phases. If several classes are in one phase, the binding of the last class stands
 * for all. */
static void fill_phases(const noc_closed_cores *s, const noc_core_side *side,
                        const noc_port_flow *flow, noc_closed_point *p)
{
    noc_closed_phases *phases = &p->phases;
    double cores[NOC_PHASES_MAX] = {0}, total_rate = 0.0, total_cores = 0.0;
    *phases = (noc_closed_phases){.count = s->phases.count};
    for (size_t i = 0; i < side->count && phases->count > 0; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &flow->classes[i];
        const double instruction_rate = c->cores * f->requests * c->workload->instructions;
        phases->instruction_share[c->phase] += instruction_rate;
        cores[c->phase] += c->cores;
        phases->request_instructions[c->phase] = c->workload->instructions;
        phases->binding[c->phase] = class_binding(c, f, p->binding);
        total_rate += instruction_rate;
        total_cores += c->cores;
    }
    for (size_t k = 0; k < phases->count; k++) {
        if (!(cores[k] > 0.0)) continue;
        phases->instructions[k] = phases->instruction_share[k] / cores[k] * core_clocks(s->design);
        phases->instruction_share[k] /= total_rate;
        phases->core_share[k] = cores[k] / total_cores;
    }
}

static void fill_point(const noc_closed_cores *s, const noc_core_side *side,
                       const noc_closed_core_flow *core_flow, noc_closed_point *p)
{
    const noc_port_flow *flow = &core_flow->flow;
    const bool has_table =
        noc_cores_of_terminal(s->design) > 1 && s->design->cluster.merge_entries > 0;
    p->ends = noc_nan_core_figures;
    fill_core_figures(side, flow, &p->ends);
    fill_phases(s, side, flow, p);
    /* Instructions are weighted by threads over the first kernel's, as in sets of workloads. */
    p->instructions = p->rate * flow->requests / flow->sent_requests *
                      p->ends.request_instructions * p->ends.instruction_threads /
                      s->kernels.kernels[0].workload->active_threads *
                      s->curve->system->graph.compute_count * core_clocks(s->design);
    p->mshrs_used = flow->used_mshrs / noc_cores_of_terminal(s->design);
    p->ends.sent_reads = flow->sent_reads / flow->sent_requests;
    p->read_requests = 1000.0 * flow->sent_reads / (flow->requests * p->ends.request_instructions);
    if (s->kernels.has_ctas) {
        p->ends.filled_slots = s->kernels.filled_share;
        p->ends.fullest_cluster = s->kernels.fullest_cluster_ratio;
    }
    if (!has_table) return;
    p->ends.absorbed =
        flow->presented_reads > 0.0 ? flow->absorbed_reads / flow->presented_reads : 0.0;
    p->ends.entries_used = flow->used_entries + unshared_entries(s, side, flow);
}

/* Lists the phases of the only kernel, whose workload becomes the mean over all phases. */
static void describe_phases(noc_closed_cores *s)
{
    const noc_workload *w = s->kernels.kernels[0].workload;
    s->mean_workload = noc_workload_phase_mean(w);
    s->phases.count = w->phases.count;
    for (size_t i = 0; i < w->phases.count; i++) {
        s->phases.workloads[i] = noc_workload_of_phase(w, i);
        s->phases.instruction_share[i] = s->phases.core_share[i] = w->phases.list[i].share;
    }
    if (w->phases.count > 0) s->workload = s->kernels.kernels[0].workload = &s->mean_workload;
}

noc_closed_cores *noc_closed_cores_new(const noc_design *d, const noc_workload *w, noc_arena *arena)
{
    noc_closed_cores *s = noc_arena_array(arena, 1, sizeof *s);
    if (!s) return NULL;
    s->arena = arena;
    s->design = d;
    s->workload = w;
    if (!noc_core_kernels_find(d, w, 0, &s->kernels)) return NULL;
    describe_phases(s);
    return s;
}

/* Settles the loop, with the cores spread over the phases in proportion to the time of each
 * phase. */
static void settle_phases(noc_closed_cores *s, noc_core_side *side, noc_closed_core_flow *core_flow,
                          noc_closed_point *p)
{
    enum { ROUNDS = 40 };
    static const double tolerance = 2e-4;
    const noc_filling full_filling = {{1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}};
    noc_closed_cores_settle(s, &full_filling, side, core_flow, p);
    for (int i = 0; i < ROUNDS && s->phases.count > 0; i++) {
        if (noc_closed_cores_spread_phases(s, side, &core_flow->flow) < tolerance) break;
        noc_closed_cores_settle(s, &full_filling, side, core_flow, p);
    }
}

static void solve_cores(noc_closed_cores *s, const noc_open_curve *curve,
                        const noc_closed_terms *terms, double predicted_ratio, int rounds,
                        noc_core_side *side, noc_closed_core_flow *core_flow, noc_closed_point *p)
{
    s->curve = curve;
    s->design = curve->system->design;
    s->terms = terms;
    s->predicted_ratio = predicted_ratio;
    if (!s->is_settled) s->request_mix = *s->workload;
    s->is_settled = true;
    settle_phases(s, side, core_flow, p);
    if (s->kernels.count > 1) settle_phases(s, side, core_flow, p);
    for (int i = 0; i < rounds && s->kernels.has_ctas && !s->is_out_of_memory; i++) {
        noc_note_cta_paces(s, side, core_flow);
        noc_closed_cores_draw_lines(s);
        settle_phases(s, side, core_flow, p);
    }
    if (s->kernels.has_ctas) noc_note_cta_paces(s, side, core_flow);
    fill_point(s, side, core_flow, p);
}

void noc_closed_cores_solve(noc_closed_cores *s, const noc_open_curve *curve,
                            const noc_closed_terms *terms, double predicted_ratio, int rounds,
                            noc_closed_point *p)
{
    noc_core_side side;
    noc_closed_core_flow core_flow;
    solve_cores(s, curve, terms, predicted_ratio, rounds, &side, &core_flow, p);
}

static double count_waves(const noc_closed_cores *s)
{
    double ctas = 0.0, initial_ctas = 0.0;
    for (int k = 0; k < s->kernels.count; k++) {
        ctas += (double)s->kernels.cta_counts[k];
        initial_ctas += s->kernels.kernels[k].chip_ctas;
    }
    return ctas / initial_ctas;
}

/* Finds the rate of each kernel, instructions per network cycle: until the kernel's end if it has
 * one. */
static void finish_kernels(noc_closed_cores *s, const noc_core_side *side,
                           const noc_closed_core_flow *core_flow, double *kernel_rates,
                           noc_closed_point *p)
{
    noc_kernel_ends ends;
    double total_instructions = 0.0;
    find_kernel_rates(s, side, &core_flow->flow, kernel_rates);
    if (!noc_closed_cores_are_finite(s) || !noc_run_kernels_to_end(s, &ends)) return;
    for (int k = 0; k < s->kernels.count; k++) {
        total_instructions += cta_instructions(s, &ends, k) * thread_ratio(s, k);
        kernel_rates[k] = cta_instructions(s, &ends, k) / ends.kernel_ends[k];
    }
    p->ends.makespan = ends.makespan;
    p->ends.wave_count = count_waves(s);
    p->ends.relative_pace =
        total_instructions / ends.makespan * core_clocks(s->design) / p->instructions;
    p->instructions *= p->ends.relative_pace;
    p->accepted *= p->ends.relative_pace;
}

static double lone_kernel_rate(const noc_closed_cores *s, int kernel, int rounds)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_core_side side;
    noc_closed_core_flow core_flow;
    noc_closed_point p;
    double lone_rates[NOC_KERNELS_MAX];
    noc_closed_cores *lone_cores = noc_arena_array(&scratch, 1, sizeof *lone_cores);
    if (!lone_cores ||
        !noc_core_kernels_find(s->design, s->workload, kernel + 1, &lone_cores->kernels))
        return NAN;
    lone_cores->arena = &scratch;
    lone_cores->workload = s->kernels.kernels[kernel].workload;
    solve_cores(lone_cores, s->curve, s->terms, s->predicted_ratio, rounds, &side, &core_flow, &p);
    finish_kernels(lone_cores, &side, &core_flow, lone_rates, &p);
    return lone_rates[0];
}

void noc_closed_cores_finish(noc_closed_cores *s, const noc_open_curve *curve,
                             const noc_closed_terms *terms, double predicted_ratio, int rounds,
                             noc_closed_point *p)
{
    noc_core_side side;
    noc_closed_core_flow core_flow;
    double kernel_rates[NOC_KERNELS_MAX];
    solve_cores(s, curve, terms, predicted_ratio, rounds, &side, &core_flow, p);
    finish_kernels(s, &side, &core_flow, kernel_rates, p);
    if (s->kernels.count < 2) return;
    for (int k = 0; k < s->kernels.count; k++) kernel_rates[k] /= lone_kernel_rate(s, k, rounds);
    p->ends.stp = noc_cta_stp(kernel_rates, s->kernels.count);
    p->ends.antt = noc_cta_antt(kernel_rates, s->kernels.count);
}

bool noc_closed_is_settled(const noc_closed_cores *s)
{
    return s->is_settled;
}

/* Without CTAs no lines are shared, so no read is merged. */
bool noc_closed_sends_all_reads(const noc_closed_cores *s, double *reads)
{
    *reads = s->workload->read_fraction;
    return !s->kernels.has_ctas;
}

double noc_closed_sent_reads(noc_closed_cores *s, const noc_open_curve *curve)
{
    noc_closed_point p;
    noc_closed_cores_solve(s, curve, &noc_closed_coefficients, 1.0, 1, &p);
    return p.ends.sent_reads;
}

void noc_closed_loop_solve(const noc_open_curve *curve, const noc_workload *w,
                           const noc_closed_terms *terms, double predicted_ratio,
                           noc_closed_point *p)
{
    enum { ROUNDS = 2 };
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const noc_design *d = curve->system->design;
    noc_closed_cores *cores =
        noc_closed_has_core_groups(d, w) ? noc_closed_cores_new(d, w, &scratch) : NULL;
    if (cores)
        noc_closed_cores_finish(cores, curve, terms, predicted_ratio, ROUNDS, p);
    else
        noc_closed_loop_settle(curve, w, terms, predicted_ratio, NULL, NULL, p);
}

/* ---- crowded compute nodes ------------------------------------------------------------------- */

/* Requests of a CTA of a kernel per time, by the last known time of a CTA; without one, at one
 * instruction per cycle. */
static double cta_demand(const noc_closed_cores *s, int kernel)
{
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    const double time = s->kernel_states[kernel].cta_cycles;
    return (time > 0.0 ? k->warp_instructions / time : 1.0) * k->workload->warps /
           k->workload->instructions;
}

/* Finds the demand of each terminal's CTAs after the scheduler has filled all slots. Returns the
 * sum; 0 when out of memory. */
static double find_demands(const noc_closed_cores *s, const noc_graph *g, double *demands)
{
    const noc_cta_setup *setup = &s->kernels.setup;
    const int cores_per_cluster = noc_cores_of_terminal(s->design);
    const size_t slots = (size_t)s->design->nodes.compute * (size_t)setup->shape.slots;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_cta_dispatch *dispatch = noc_cta_dispatch_new(setup, &scratch);
    noc_cta_start *starts = noc_arena_array(&scratch, slots, sizeof *starts);
    const size_t count = dispatch && starts ? noc_cta_dispatch_fill(dispatch, starts) : 0;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double demand = cta_demand(s, starts[i].kernel);
        demands[g->compute_terminals[starts[i].start_slot.core / cores_per_cluster]] += demand;
        sum += demand;
    }
    return sum;
}

static bool are_equal(const noc_graph *g, const double *demands)
{
    static const double tolerance = 1e-6;
    const double first = demands[g->compute_terminals[0]];
    for (uint32_t i = 1; i < g->compute_count; i++) {
        const double difference = demands[g->compute_terminals[i]] - first;
        if (difference > tolerance * first || difference < -tolerance * first) return false;
    }
    return true;
}

/* Demands by terminal, over the mean of compute nodes. The caller frees the list. NULL without
 * CTAs, or when out of memory. */
static double *find_weights(const noc_closed_cores *s, const noc_graph *g)
{
    double *weights = s->kernels.has_ctas ? calloc(g->terminal_count + 1u, sizeof *weights) : NULL;
    const double sum = weights ? find_demands(s, g, weights) : 0.0;
    if (!(sum > 0.0)) {
        free(weights);
        return NULL;
    }
    for (uint32_t t = 0; t < g->terminal_count; t++) weights[t] *= g->compute_count / sum;
    return weights;
}

bool noc_closed_is_crowded(const noc_closed_cores *s, const noc_system *system)
{
    double *weights = find_weights(s, &system->graph);
    const bool is_crowded = weights && !are_equal(&system->graph, weights);
    free(weights);
    return is_crowded;
}

/* A flow without CTAs keeps a small rate, so that no rate is 0. */
bool noc_closed_scale_flows(const noc_closed_cores *s, noc_system *system)
{
    static const double smallest_weight = 1e-9;
    double *weights = find_weights(s, &system->graph);
    if (!weights) return false;
    for (size_t i = 0; i < system->traffic.flow_count; i++) {
        noc_flow *f = &system->traffic.flows[i];
        const double weight = weights[f->class == NOC_REQUEST ? f->source : f->destination];
        f->rate *= weight > smallest_weight ? weight : smallest_weight;
    }
    free(weights);
    return true;
}
