#include "analytic/loop/closed_cores.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loop/closed_cores_schedule.h"
#include "analytic/loop/closed_cores_state.h"
#include "design/cores/cta.h"

bool noc_closed_has_core_groups(const noc_design *d, const noc_workload *w)
{
    return noc_cores_of_terminal(d) > 1 || noc_cta_is_run(d, w) || d->kernel_name_count > 0 ||
           w->phases.count > 0;
}

static double core_clocks(const noc_design *d)
{
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    return d->chip.clock_mhz / core_mhz;
}

/* Finds the instructions of each kernel's warps per network cycle, all cores. */
static void find_paces(const noc_closed_cores *s, const noc_core_side *side,
                       const noc_port_flow *flow, double *paces)
{
    const double ports = s->curve->system->graph.compute_count;
    for (int k = 0; k < s->kernels.count; k++) paces[k] = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        paces[c->kernel] +=
            ports * c->cores * flow->classes[i].requests * c->workload->instructions;
    }
}

/* Instructions of all CTAs of a kernel. */
static double all_instructions(const noc_closed_cores *s, const noc_kernel_ends *end, int kernel)
{
    return end->warps[kernel] * s->kernels.kernels[kernel].length;
}

/* Active threads of a kernel, over the first kernel's. */
static double threads_of(const noc_closed_cores *s, int kernel)
{
    return s->kernels.kernels[kernel].workload->active_threads /
           s->kernels.kernels[0].workload->active_threads;
}

/* Fills in the shares of requests by outcome, and the share of active warps: means over all
 * classes. */
static void put_cores(const noc_core_side *side, const noc_port_flow *flow, noc_core_figures *ends)
{
    double instructions = 0.0, threads = 0.0, warps = 0.0, at_work = 0.0;
    double misses = 0.0, redundant = 0.0;
    ends->l1 = ends->own = ends->merged = ends->hits = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &flow->classes[i];
        const double share = c->cores * f->requests / flow->requests;
        const double reads = share * c->workload->read_fraction;
        ends->l1 += reads * f->reads.l1;
        ends->own += reads * f->reads.own;
        ends->merged += reads * f->reads.merged;
        ends->hits += reads * f->reads.hits;
        misses += reads * (1.0 - f->reads.l1);
        redundant += reads * f->reads.redundant;
        instructions += share * c->workload->instructions;
        threads += share * c->workload->instructions * c->workload->active_threads;
        warps += c->cores * c->warps;
        at_work += c->cores * c->warps * f->at_work;
    }
    ends->instructions = instructions;
    ends->threads = threads / instructions;
    ends->at_work = at_work / warps;
    ends->redundant = misses > 0.0 ? redundant / misses : 0.0;
}

/* Mean table entries of reads of unshared lines: each read has an entry from the bus to its reply,
 * if one is free. */
static double entries_of_others(const noc_closed_cores *s, const noc_core_side *side,
                                const noc_port_flow *flow)
{
    const double together = noc_cores_of_terminal(s->design);
    double reads = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &flow->classes[i];
        if (!c->sharing) reads += c->cores * f->requests * c->workload->read_fraction;
    }
    const noc_sharing_setup left = {
        .sources = together * s->design->nodes.mshrs,
        .entries = s->design->cluster.merge_entries - flow->entries,
    };
    return noc_entries_held(&left, reads * flow->inside);
}

/* Binding resource of a class of cores: the cores if they always issue, else the loop's binding
 * resource, or the latency of single requests if none binds. */
static noc_binding binding_of(const noc_core_class *c, const noc_core_flow *f, noc_binding binding)
{
    const double issuing = f->requests / c->workload->burst * c->think;
    if (issuing >= noc_busy_share) return NOC_BINDS_CORES;
    return binding == NOC_BINDS_CORES ? NOC_BINDS_LATENCY : binding;
}

/* Fills in the phases. If several classes are in one phase, the binding of the last class stands
 * for all. */
static void put_phases(const noc_closed_cores *s, const noc_core_side *side,
                       const noc_port_flow *flow, noc_closed_point *p)
{
    noc_closed_phases *phases = &p->phases;
    double cores[NOC_PHASES_MAX] = {0}, all = 0.0, everywhere = 0.0;
    *phases = (noc_closed_phases){.count = s->phases.count};
    for (size_t i = 0; i < side->count && phases->count > 0; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &flow->classes[i];
        const double made = c->cores * f->requests * c->workload->instructions;
        phases->shares[c->phase] += made;
        cores[c->phase] += c->cores;
        phases->of_request[c->phase] = c->workload->instructions;
        phases->binding[c->phase] = binding_of(c, f, p->binding);
        all += made;
        everywhere += c->cores;
    }
    for (size_t k = 0; k < phases->count; k++) {
        if (!(cores[k] > 0.0)) continue;
        phases->instructions[k] = phases->shares[k] / cores[k] * core_clocks(s->design);
        phases->shares[k] /= all;
        phases->times[k] = cores[k] / everywhere;
    }
}

static void put_ends(const noc_closed_cores *s, const noc_core_side *side,
                     const noc_closed_side *found, noc_closed_point *p)
{
    const noc_port_flow *flow = &found->flow;
    const bool table = noc_cores_of_terminal(s->design) > 1 && s->design->cluster.merge_entries > 0;
    p->ends = noc_no_core_figures;
    put_cores(side, flow, &p->ends);
    put_phases(s, side, flow, p);
    /* Instructions are weighted by threads over the first kernel's, as in sets of workloads. */
    p->instructions = p->rate * flow->requests / flow->sent * p->ends.instructions *
                      p->ends.threads / s->kernels.kernels[0].workload->active_threads *
                      s->curve->system->graph.compute_count * core_clocks(s->design);
    p->mshrs_used = flow->held / noc_cores_of_terminal(s->design);
    p->ends.sent_reads = flow->sent_reads / flow->sent;
    p->read_requests = 1000.0 * flow->sent_reads / (flow->requests * p->ends.instructions);
    if (s->kernels.run) {
        p->ends.filled = s->kernels.filled;
        p->ends.fullest = s->kernels.fullest;
    }
    if (!table) return;
    p->ends.absorbed = flow->reads > 0.0 ? flow->absorbed / flow->reads : 0.0;
    p->ends.entries_used = flow->entries + entries_of_others(s, side, flow);
}

/* Lists the phases of the only kernel, whose workload becomes the mean over all phases. */
static void describe_phases(noc_closed_cores *s)
{
    const noc_workload *w = s->kernels.kernels[0].workload;
    s->all = noc_workload_of_all_phases(w);
    s->phases.count = w->phases.count;
    for (size_t i = 0; i < w->phases.count; i++) {
        s->phases.list[i] = noc_workload_in_phase(w, i);
        s->phases.shares[i] = s->phases.times[i] = w->phases.list[i].share;
    }
    if (w->phases.count > 0) s->workload = s->kernels.kernels[0].workload = &s->all;
}

noc_closed_cores *noc_closed_cores_new(const noc_design *d, const noc_workload *w)
{
    noc_closed_cores *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->design = d;
    s->workload = w;
    if (noc_core_kernels_of(d, w, 0, &s->kernels)) {
        describe_phases(s);
        return s;
    }
    free(s);
    return NULL;
}

void noc_closed_cores_free(noc_closed_cores *s)
{
    if (!s) return;
    for (int k = 0; k < NOC_KERNELS_MAX; k++) {
        noc_line_residence_clear(&s->own[k].lives);
        free(s->own[k].curve);
    }
    free(s);
}

/* Settles the loop, with the cores spread over the phases in proportion to the time of each
 * phase. */
static void settle(noc_closed_cores *s, noc_core_side *side, noc_closed_side *found,
                   noc_closed_point *p)
{
    enum { ROUNDS = 40 };
    static const double enough = 2e-4;
    const noc_filling full = {{1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}};
    noc_closed_cores_settle(s, &full, side, found, p);
    for (int i = 0; i < ROUNDS && s->phases.count > 0; i++) {
        if (noc_closed_cores_spread_phases(s, side, &found->flow) < enough) break;
        noc_closed_cores_settle(s, &full, side, found, p);
    }
}

static void solve(noc_closed_cores *s, const noc_open_curve *curve, const noc_closed_terms *terms,
                  double predicted, int rounds, noc_core_side *side, noc_closed_side *found,
                  noc_closed_point *p)
{
    s->curve = curve;
    s->design = curve->system->design;
    s->terms = terms;
    s->predicted = predicted;
    if (!s->known) s->mix = *s->workload;
    s->known = true;
    settle(s, side, found, p);
    if (s->kernels.count > 1) settle(s, side, found, p);
    for (int i = 0; i < rounds && s->kernels.run && !s->failed; i++) {
        noc_closed_cores_look_at(s, side, found);
        noc_closed_cores_draw_lines(s);
        settle(s, side, found, p);
    }
    if (s->kernels.run) noc_closed_cores_look_at(s, side, found);
    put_ends(s, side, found, p);
}

void noc_closed_cores_solve(noc_closed_cores *s, const noc_open_curve *curve,
                            const noc_closed_terms *terms, double predicted, int rounds,
                            noc_closed_point *p)
{
    noc_core_side side;
    noc_closed_side found;
    solve(s, curve, terms, predicted, rounds, &side, &found, p);
}

static double waves_of(const noc_closed_cores *s)
{
    double ctas = 0.0, at_first = 0.0;
    for (int k = 0; k < s->kernels.count; k++) {
        ctas += (double)s->kernels.counts[k];
        at_first += s->kernels.kernels[k].ctas;
    }
    return ctas / at_first;
}

/* Finds the rate of each kernel, instructions per network cycle: until the kernel's end if it has
 * one. */
static void finish_all(noc_closed_cores *s, const noc_core_side *side, const noc_closed_side *found,
                       double *paces, noc_closed_point *p)
{
    noc_kernel_ends end;
    double all = 0.0;
    find_paces(s, side, &found->flow, paces);
    if (!noc_closed_cores_are_finite(s) || !noc_closed_cores_run(s, &end)) return;
    for (int k = 0; k < s->kernels.count; k++) {
        all += all_instructions(s, &end, k) * threads_of(s, k);
        paces[k] = all_instructions(s, &end, k) / end.ends[k];
    }
    p->ends.makespan = end.makespan;
    p->ends.waves = waves_of(s);
    p->ends.pace = all / end.makespan * core_clocks(s->design) / p->instructions;
    p->instructions *= p->ends.pace;
    p->accepted *= p->ends.pace;
}

static double pace_alone(const noc_closed_cores *s, int kernel, int rounds)
{
    noc_core_side side;
    noc_closed_side found;
    noc_closed_point p;
    double pace[NOC_KERNELS_MAX] = {NAN};
    noc_closed_cores *alone = calloc(1, sizeof *alone);
    if (!alone) return NAN;
    alone->workload = s->kernels.kernels[kernel].workload;
    if (noc_core_kernels_of(s->design, s->workload, kernel + 1, &alone->kernels)) {
        solve(alone, s->curve, s->terms, s->predicted, rounds, &side, &found, &p);
        finish_all(alone, &side, &found, pace, &p);
    }
    noc_closed_cores_free(alone);
    return pace[0];
}

void noc_closed_cores_finish(noc_closed_cores *s, const noc_open_curve *curve,
                             const noc_closed_terms *terms, double predicted, int rounds,
                             noc_closed_point *p)
{
    noc_core_side side;
    noc_closed_side found;
    double paces[NOC_KERNELS_MAX];
    solve(s, curve, terms, predicted, rounds, &side, &found, p);
    finish_all(s, &side, &found, paces, p);
    if (s->kernels.count < 2) return;
    for (int k = 0; k < s->kernels.count; k++) paces[k] /= pace_alone(s, k, rounds);
    p->ends.stp = noc_cta_stp(paces, s->kernels.count);
    p->ends.antt = noc_cta_antt(paces, s->kernels.count);
}

bool noc_closed_cores_are_known(const noc_closed_cores *s)
{
    return s->known;
}

/* Without CTAs no lines are shared, so no read is merged. */
bool noc_closed_sends_all(const noc_closed_cores *s, double *reads)
{
    *reads = s->workload->read_fraction;
    return !s->kernels.run;
}

double noc_closed_sent_reads(noc_closed_cores *s, const noc_open_curve *curve)
{
    noc_closed_point p;
    noc_closed_cores_solve(s, curve, &noc_closed_coefficients, 1.0, 1, &p);
    return p.ends.sent_reads;
}

void noc_closed_loop_solve(const noc_open_curve *curve, const noc_workload *w,
                           const noc_closed_terms *terms, double predicted, noc_closed_point *p)
{
    enum { ROUNDS = 2 };
    const noc_design *d = curve->system->design;
    noc_closed_cores *cores = noc_closed_has_core_groups(d, w) ? noc_closed_cores_new(d, w) : NULL;
    if (cores)
        noc_closed_cores_finish(cores, curve, terms, predicted, ROUNDS, p);
    else
        noc_closed_loop_settle(curve, w, terms, predicted, NULL, NULL, p);
    noc_closed_cores_free(cores);
}

/* ---- crowded compute nodes ------------------------------------------------------------------- */

/* Requests of a CTA of a kernel per time, by the last known time of a CTA; without one, at one
 * instruction per cycle. */
static double demand_of(const noc_closed_cores *s, int kernel)
{
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    const double time = s->own[kernel].time;
    return (time > 0.0 ? k->length / time : 1.0) * k->workload->warps / k->workload->instructions;
}

/* Finds the demand of each terminal's CTAs after the scheduler has filled all slots. Returns the
 * sum; 0 when out of memory. */
static double find_demands(const noc_closed_cores *s, const noc_graph *g, double *demands)
{
    const noc_cta_setup *setup = &s->kernels.setup;
    const int together = noc_cores_of_terminal(s->design);
    const size_t slots = (size_t)s->design->nodes.compute * (size_t)setup->shape.slots;
    noc_cta_dispatch *dispatch = noc_cta_dispatch_new(setup);
    noc_cta_start *starts = calloc(slots, sizeof *starts);
    const size_t count = dispatch && starts ? noc_cta_dispatch_fill(dispatch, starts) : 0;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double demand = demand_of(s, starts[i].kernel);
        demands[g->computes[starts[i].at.core / together]] += demand;
        sum += demand;
    }
    noc_cta_dispatch_free(dispatch);
    free(starts);
    return sum;
}

static bool are_equal(const noc_graph *g, const double *demands)
{
    static const double alike = 1e-6;
    const double first = demands[g->computes[0]];
    for (uint32_t i = 1; i < g->compute_count; i++) {
        const double other = demands[g->computes[i]] - first;
        if (other > alike * first || other < -alike * first) return false;
    }
    return true;
}

/* Demands by terminal, over the mean of compute nodes. The caller frees the list. NULL without
 * CTAs, or when out of memory. */
static double *weights_of(const noc_closed_cores *s, const noc_graph *g)
{
    double *weights = s->kernels.run ? calloc(g->terminal_count + 1u, sizeof *weights) : NULL;
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
    double *weights = weights_of(s, &system->graph);
    const bool crowded = weights && !are_equal(&system->graph, weights);
    free(weights);
    return crowded;
}

/* A flow without CTAs keeps a small rate, so that no rate is 0. */
bool noc_closed_scale_flows(const noc_closed_cores *s, noc_system *system)
{
    static const double least = 1e-9;
    double *weights = weights_of(s, &system->graph);
    if (!weights) return false;
    for (size_t i = 0; i < system->traffic.flow_count; i++) {
        noc_flow *f = &system->traffic.flows[i];
        const double weight = weights[f->class == NOC_REQUEST ? f->source : f->destination];
        f->rate *= weight > least ? weight : least;
    }
    free(weights);
    return true;
}
