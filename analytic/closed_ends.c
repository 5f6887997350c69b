#include "analytic/closed_ends.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/core_kernels.h"
#include "analytic/cta_course.h"
#include "network/replies.h"

/* Of a kernel: what is known of its CTAs so far, and the lines that they share. */
typedef struct own {
    double time;       /* network cycles of a CTA, mean */
    double deviation;  /* of that */
    double touches;    /* of a CTA that runs, a network cycle */
    double restless;   /* variance of their number, for each */
    double late, more; /* line_lives.h */
    double before;     /* sharing_curve.h */
    bool shares;
    noc_line_lives lives;
    noc_sharing_curve curve;
} own;

typedef struct solver {
    const noc_open_curve *curve;
    const noc_design *design;
    const noc_closed_terms *terms;
    double told;
    noc_core_kernels kernels;
    noc_workload mix; /* of what is sent */
    own own[NOC_KERNELS_MAX];
    bool failed; /* out of memory */
} solver;

bool noc_closed_has_ends(const noc_design *d, const noc_workload *w)
{
    return noc_cores_of_terminal(d) > 1 || noc_cta_is_run(d, w) || d->kernel_name_count > 0;
}

/* ---- a state of the chip -------------------------------------------------------------------- */

/* CTAs that run, over those that do when the scheduler has filled all slots. */
typedef struct filling {
    double share[NOC_KERNELS_MAX];
} filling;

static double binomial(int n, int k, double p)
{
    double term = pow(p, k) * pow(1.0 - p, n - k);
    for (int i = 1; i <= k; i++) term *= (double)(n - k + i) / i;
    return term;
}

static void add_class(const solver *s, int kernel, double cores, double ctas, noc_core_side *side)
{
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    if (!(cores > 1e-9) || side->count == NOC_CORE_CLASSES_MAX) return;
    noc_core_class *c = &side->classes[side->count++];
    *c = noc_core_class_of(s->design, k->workload, cores / s->curve->system->graph.compute_count,
                           ctas, k->length);
    c->kernel = kernel;
    if (s->own[kernel].shares) c->sharing = (noc_sharing_curve *)&s->own[kernel].curve;
}

/* Slots are empty as if each were so by itself. */
static void add_kernel(const solver *s, int kernel, double share, noc_core_side *side)
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

static double room_of_port(const solver *s)
{
    enum {
        BUFFER = 4
    }; /* requests of a port that wait for the network (sampler/nodes/clusters.h) */
    const noc_graph *g = &s->curve->system->graph;
    const double memory =
        s->design->memory.input_queue + noc_reply_queue_weighed(&s->design->memory);
    return BUFFER + (s->curve->paths.places + memory * g->memory_count) / g->compute_count;
}

static noc_core_side side_of(const solver *s, const filling *f)
{
    noc_core_side side = {.mshrs = s->design->nodes.mshrs,
                          .bus = noc_cores_of_terminal(s->design) > 1,
                          .room = room_of_port(s)};
    for (int k = 0; k < s->kernels.count; k++) add_kernel(s, k, f->share[k], &side);
    return side;
}

/* What is sent, of kernels that send so much. */
static void mix_workloads(solver *s, const noc_core_side *side, const noc_port_flow *flow)
{
    double weight = 0.0, hits = 0.0, rows = 0.0, reads = 0.0, burst = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &flow->classes[i];
        const double of_reads = c->cores * f->requests * c->workload->read_fraction * f->reads.sent;
        const double sent = of_reads + c->cores * f->requests * (1.0 - c->workload->read_fraction);
        weight += sent;
        reads += of_reads;
        hits += sent * c->workload->l2_hit_rate;
        rows += sent * c->workload->row_locality;
        burst += sent * c->workload->burst;
    }
    if (!(weight > 0.0)) return;
    s->mix.read_fraction = reads / weight;
    s->mix.l2_hit_rate = hits / weight;
    s->mix.row_locality = rows / weight;
    s->mix.burst = (int)(burst / weight + 0.5);
}

static void settle(solver *s, const filling *f, noc_core_side *side, noc_closed_side *found,
                   noc_closed_point *p)
{
    enum { ROUNDS = 3 };
    const int rounds = s->kernels.count > 1 ? ROUNDS : 1;
    for (int i = 0; i < rounds; i++) {
        *side = side_of(s, f);
        noc_closed_loop_settle(s->curve, &s->mix, s->terms, s->told, side, found, p);
        mix_workloads(s, side, &found->flow);
    }
}

/* ---- lines that are shared ------------------------------------------------------------------ */

/* What lives of lines depend on, as it is where the loop settles. */
static void look_at(solver *s, const noc_core_side *side, const noc_closed_side *found,
                    const noc_closed_point *p)
{
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &found->flow.classes[i];
        own *o = &s->own[c->kernel];
        if (!(c->ctas > 0.0)) continue;
        const double firsts = 1.0 / f->reads.touches;
        o->time = f->time;
        o->deviation = f->deviation;
        o->touches = f->requests / c->lines * firsts / c->ctas;
        o->restless = c->blocks * firsts * f->restless + 1.0 - firsts;
        o->late = 1.0 - c->workload->l2_hit_rate;
        o->more = fmin(found->miss / found->flow.inside, 0.95 / fmax(1e-9, o->late));
        o->before = fmax(0.0, p->round_trip - found->flow.inside) / found->flow.inside;
    }
}

static int by_number(const void *a, const void *b)
{
    const noc_life_cta *x = a, *y = b;
    return (x->cta > y->cta) - (x->cta < y->cta);
}

/* The CTAs of a kernel, in touches. */
static size_t take_ctas(const solver *s, const noc_cta_course *course, int kernel,
                        noc_life_cta *ctas)
{
    const own *o = &s->own[kernel];
    const int together = noc_cores_of_terminal(s->design);
    size_t count = 0;
    for (size_t i = 0; i < course->count; i++) {
        const noc_course_run *run = &course->runs[i];
        if (run->kernel != kernel) continue;
        ctas[count++] = (noc_life_cta){
            .cta = run->cta,
            .cluster = run->at.core / together,
            .core = run->at.core % together,
            .start = run->start * o->touches,
            .end = run->end * o->touches,
            .lines = run->length * o->time * o->touches,
        };
    }
    qsort(ctas, count, sizeof *ctas, by_number);
    return count;
}

static void begin_curve(solver *s, int kernel)
{
    own *o = &s->own[kernel];
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    const noc_core_class c = noc_core_class_of(s->design, k->workload, 1.0, 1.0, k->length);
    const double together = noc_cores_of_terminal(s->design);
    const double warps = k->of_cluster * k->workload->warps / s->design->cta.slots;
    noc_sharing_curve_begin(
        &o->curve,
        &(noc_sharing_setup){
            .lives = &o->lives,
            .ctas = k->of_cluster,
            .lines = c.lines,
            .sources =
                fmin(warps * k->workload->burst, together * k->share * s->design->nodes.mshrs),
            .entries = together > 1.0 ? s->design->cluster.merge_entries * k->share : 0.0,
            .cache_lines = together > 1.0 ? s->design->cluster.cache_lines * k->share : 0.0,
            .before = o->before,
        });
    o->shares = true;
}

static bool shares(const noc_workload *w)
{
    return w->sharing.same > 0.0;
}

static void make_lives(solver *s, const noc_cta_course *course, double from, double to, int kernel)
{
    own *o = &s->own[kernel];
    const noc_workload *w = s->kernels.kernels[kernel].workload;
    noc_life_cta *ctas = calloc(course->count + 1, sizeof *ctas);
    noc_line_lives_clear(&o->lives);
    o->shares = false;
    if (!ctas) {
        s->failed = true;
        return;
    }
    const noc_lives_setup setup = {
        .sharing = &w->sharing,
        .window = fmax(1.0, floor(w->sharing.window * o->touches + 0.5)),
        .reads = w->read_fraction,
        .restless = o->restless,
        .late = o->late,
        .more = o->more,
        .from = from * o->touches,
        .to = to * o->touches,
        .match = s->design->cluster.match,
        .ctas = ctas,
        .count = take_ctas(s, course, kernel, ctas),
    };
    if (noc_line_lives_make(&setup, &o->lives))
        begin_curve(s, kernel);
    else
        s->failed = true;
    free(ctas);
}

static bool ends(const solver *s)
{
    return s->kernels.counts[0] > 0;
}

static noc_course_setup course_setup(const solver *s)
{
    noc_course_setup setup = {.ctas = &s->kernels.setup, .spread = s->design->cta.spread};
    for (int k = 0; k < s->kernels.count; k++)
        setup.kernels[k] = (noc_course_kernel){s->own[k].time, s->own[k].deviation};
    return setup;
}

static double longest_time(const solver *s)
{
    double most = 0.0;
    for (int k = 0; k < s->kernels.count; k++) most = fmax(most, s->own[k].time);
    return most;
}

/* Where CTAs run, and what they share there. Those of kernels without end are looked at when they
 * have lost step. */
static void draw_lines(solver *s)
{
    static const double from = 1.5, to = 3.5; /* times of a CTA */
    noc_cta_course course;
    noc_course_setup setup = course_setup(s);
    setup.until = longest_time(s) * to;
    if (!noc_cta_course_make(&setup, &course)) s->failed = true;
    for (int k = 0; k < s->kernels.count && !s->failed; k++)
        if (shares(s->kernels.kernels[k].workload))
            make_lives(s, &course, ends(s) ? 0.0 : from * longest_time(s), setup.until, k);
    noc_cta_course_clear(&course);
}

/* ---- all ------------------------------------------------------------------------------------ */

static void put_ends(const solver *s, const noc_closed_side *found, noc_closed_point *p)
{
    const noc_port_flow *flow = &found->flow;
    const bool table = noc_cores_of_terminal(s->design) > 1 && s->design->cluster.merge_entries > 0;
    p->ends = (noc_closed_ends){NAN, NAN, NAN, NAN, NAN};
    if (!table) return;
    p->ends.absorbed = flow->reads > 0.0 ? flow->absorbed / flow->reads : 0.0;
    p->ends.entries_used = flow->entries;
}

static void put_cores(const solver *s, const noc_core_side *side, const noc_closed_side *found,
                      noc_closed_point *p)
{
    const noc_design *d = s->design;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const double ports = s->curve->system->graph.compute_count;
    double threads = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        threads += c->cores * found->flow.classes[i].requests * c->workload->instructions *
                   c->workload->active_threads;
    }
    p->instructions = threads / s->kernels.kernels[0].workload->active_threads * ports *
                      d->chip.clock_mhz / core_mhz;
    p->mshrs_used = found->flow.held / noc_cores_of_terminal(d);
}

void noc_closed_loop_solve(const noc_open_curve *curve, const noc_workload *w,
                           const noc_closed_terms *terms, double told, noc_closed_point *p)
{
    enum { ROUNDS = 3 };
    const filling full = {{1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}};
    noc_core_side side;
    noc_closed_side found;
    if (!noc_closed_has_ends(curve->system->design, w)) {
        noc_closed_loop_settle(curve, w, terms, told, NULL, NULL, p);
        return;
    }
    solver *s = calloc(1, sizeof *s);
    if (!s) {
        noc_closed_loop_settle(curve, w, terms, told, NULL, NULL, p);
        return;
    }
    *s = (solver){.curve = curve, .design = curve->system->design, .terms = terms, .told = told};
    s->mix = *w;
    if (!noc_core_kernels_of(s->design, w, 0, &s->kernels)) s->failed = true;
    settle(s, &full, &side, &found, p);
    for (int i = 0; i < ROUNDS && s->kernels.run && !s->failed; i++) {
        look_at(s, &side, &found, p);
        draw_lines(s);
        settle(s, &full, &side, &found, p);
    }
    put_ends(s, &found, p);
    put_cores(s, &side, &found, p);
    for (int k = 0; k < NOC_KERNELS_MAX; k++) noc_line_lives_clear(&s->own[k].lives);
    free(s);
}
