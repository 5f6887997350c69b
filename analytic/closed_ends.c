#include "analytic/closed_ends.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/core_kernels.h"
#include "analytic/cta_course.h"
#include "network/cta_plan.h"

/* Of a kernel: what is known of its CTAs so far, and the lines that they share. */
typedef struct own {
    double time; /* network cycles of a CTA, mean */
    double deviation; /* of that */
    double touches;   /* of a CTA that runs, a network cycle */
    double ctas;      /* behind a port */
    double restless;  /* variance of their number, for each */
    double late, more; /* line_lives.h */
    double waiting;    /* share of its time that a warp waits for what is sent */
    double trip;       /* round trip, touches */
    bool shares;
    noc_line_lives lives;
    noc_sharing_curve curve;
} own;

struct noc_closed_cores {
    const noc_open_curve *curve;
    const noc_design *design;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    double told;
    noc_core_kernels kernels;
    noc_workload mix; /* of what is sent */
    own own[NOC_KERNELS_MAX];
    noc_course_speeds full; /* of CTAs, while all slots are */
    bool failed; /* out of memory */
};

typedef noc_closed_cores solver;

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

static noc_core_side side_of(const solver *s, const filling *f)
{
    noc_core_side side = {.mshrs = s->design->nodes.mshrs,
                          .bus = noc_cores_of_terminal(s->design) > 1};
    for (int k = 0; k < s->kernels.count; k++) add_kernel(s, k, f->share[k], &side);
    return side;
}

/* Chance that a row is still open when a block in it is asked for again, as many of a controller's
 * accesses later as `between` in the mean, exponentially: none of these is for its bank. */
static double still_open(const solver *s, double between)
{
    return 1.0 / (1.0 + between / s->design->memory.banks);
}

/* Chance that a block which a class of cores sends for finds the row that was open last. Only one
 * that nobody touched before goes on in the row that its controller was asked for last; others are
 * where they were. A CTA comes back to a line at one of several times; the others of a run touch it
 * at theirs, in a window: the last one before counts. `accesses` of each controller, a network
 * cycle. */
static double locality_of(const solver *s, const noc_core_class *c, const noc_core_flow *f,
                          double accesses)
{
    const noc_sharing *sharing = &c->workload->sharing;
    const double reads = c->workload->read_fraction, p = c->workload->row_locality;
    if (!c->sharing) return p;
    const double follows = noc_sharing_follows(sharing), runs = sharing->same * follows;
    const double sent = reads * f->reads.sent + 1.0 - reads, firsts = 1.0 / f->reads.touches;
    const double fresh = fmin(1.0, firsts * (1.0 - runs) / sent);
    const double touches = f->requests / c->lines * firsts / c->ctas;
    const double lag = sharing->reuse * firsts / touches;
    const double others = 2.0 * follows / (1.0 - follows); /* of a run that a touch belongs to */
    const double back = (1.0 - firsts) * still_open(s, accesses * lag);
    const double of_others = firsts * runs * still_open(s, accesses * sharing->window / others);
    const double repeated = 1.0 - firsts + firsts * runs;
    if (!(repeated > 0.0)) return p;
    return fresh * p + (1.0 - fresh) * (back + of_others) / repeated;
}

/* What is sent, of kernels that send so much. */
static void mix_workloads(solver *s, const noc_core_side *side, const noc_port_flow *flow)
{
    const noc_graph *g = &s->curve->system->graph;
    const double accesses = flow->sent * g->compute_count * (1.0 - s->mix.l2_hit_rate) *
                            s->design->memory.slices / g->memory_count;
    double weight = 0.0, hits = 0.0, rows = 0.0, reads = 0.0, burst = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        const noc_core_flow *f = &flow->classes[i];
        const double of_reads = c->cores * f->requests * c->workload->read_fraction * f->reads.sent;
        const double sent =
            of_reads + c->cores * f->requests * (1.0 - c->workload->read_fraction);
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

/* What is sent is that of the last time. */
static void settle(solver *s, const filling *f, noc_core_side *side, noc_closed_side *found,
                   noc_closed_point *p)
{
    *side = side_of(s, f);
    noc_closed_loop_settle(s->curve, &s->mix, s->terms, s->told, side, found, p);
    mix_workloads(s, side, &found->flow);
}

/* ---- lines that are shared ------------------------------------------------------------------ */

/* Of CTAs on a core that runs so many. */
static double speed_of(const solver *s, const noc_core_side *side, const noc_closed_side *found,
                       int kernel, int ctas)
{
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    noc_core_class c = noc_core_class_of(s->design, k->workload, 1.0, ctas, k->length);
    if (s->own[kernel].shares) c.sharing = (noc_sharing_curve *)&s->own[kernel].curve;
    return 1.0 / noc_core_side_one(side, &c, &found->flow, found->trip).time;
}

static void find_speeds(const solver *s, const noc_core_side *side, const noc_closed_side *found,
                        noc_course_speeds *speeds)
{
    const int most = s->design->cta.slots < NOC_COURSE_MOST ? s->design->cta.slots : NOC_COURSE_MOST;
    for (int k = 0; k < s->kernels.count; k++)
        for (int n = 1; n <= most; n++) speeds->of[k][n] = speed_of(s, side, found, k, n);
}

/* Share of the touches of a class's CTAs that are of lines that they did not touch before. */
static double firsts_of(const noc_core_class *c)
{
    const noc_workload *w = c->workload;
    const double touches = c->length * c->warps / c->ctas / (w->instructions * c->lines);
    return noc_lines_of_touches(&w->sharing, touches) / touches;
}

/* Of one class of cores. */
static void look_at_class(const noc_core_class *c, const noc_core_flow *f,
                          const noc_closed_side *found, own *o)
{
    const double firsts = firsts_of(c), ctas = c->cores * c->ctas;
    const double touches = f->requests / c->lines * firsts / c->ctas;
    o->ctas += ctas;
    o->touches += (touches - o->touches) * ctas / o->ctas;
    o->time += (f->time - o->time) * ctas / o->ctas;
    o->deviation += (f->deviation - o->deviation) * ctas / o->ctas;
    o->restless = c->blocks * firsts * f->restless + 1.0 - firsts;
    o->late = 1.0 - c->workload->l2_hit_rate;
    o->trip = found->flow.inside * o->touches;
    o->waiting = f->waiting;
    o->more = fmin(found->miss / found->flow.inside, 0.95 / fmax(1e-9, o->late));
}

/* More that is merged makes CTAs faster, and so windows of more touches, in which less is: the pace
 * is looked for between. */
static void half_way(own *o, double before)
{
    if (!(before > 0.0 && o->touches > 0.0)) return;
    const double slower = sqrt(before / o->touches);
    o->touches *= slower;
    o->trip *= slower;
    o->time /= slower;
}

/* What lives of lines depend on, as it is where the loop settles. */
static void look_at(solver *s, const noc_core_side *side, const noc_closed_side *found)
{
    double before[NOC_KERNELS_MAX];
    find_speeds(s, side, found, &s->full);
    for (int k = 0; k < s->kernels.count; k++) {
        own *o = &s->own[k];
        before[k] = o->shares ? o->touches : 0.0;
        o->ctas = o->touches = o->time = o->deviation = 0.0;
    }
    for (size_t i = 0; i < side->count; i++)
        if (side->classes[i].ctas > 0.0)
            look_at_class(&side->classes[i], &found->flow.classes[i], found,
                          &s->own[side->classes[i].kernel]);
    for (int k = 0; k < s->kernels.count; k++) half_way(&s->own[k], before[k]);
}

/* CTAs of the same cluster that run at a time, by the chance that a line which one touches is in a
 * run with it; of a CTA, mean. */
static double partners_of(const noc_life_cta *ctas, size_t count, double follows)
{
    double sum = 0.0, all = 0.0;
    for (size_t i = 0; i < count; i++) {
        double chance = follows;
        all += ctas[i].end - ctas[i].start;
        for (size_t k = i + 1; k < count && chance > 0.01; k++) {
            chance = pow(follows, (double)(ctas[k].cta - ctas[i].cta));
            if (ctas[k].cluster != ctas[i].cluster) continue;
            const double at_once =
                fmin(ctas[i].end, ctas[k].end) - fmax(ctas[i].start, ctas[k].start);
            sum += 2.0 * chance * fmax(0.0, at_once);
        }
    }
    return all > 0.0 ? sum / all : 0.0;
}

/* Touches of a line by two CTAs differ by what their progress does, x, and by where in a window of W
 * touches they have it: a triangle. One that is behind by x comes within a round trip T after the
 * other more often than before it, by 2 x min(T, W) / W^2 for a small x; what it then saves is half
 * of a round trip in the mean. Of several partners the first counts. */
static double pull_of(const own *o, const noc_sharing *sharing, double window, double partners)
{
    const double trip = fmin(o->trip, window);
    const double in_time = trip / window - trip * trip / (2.0 * window * window);
    const double first = partners * exp(-partners * in_time);
    return o->waiting * sharing->same * first * trip / (window * window);
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
            .late = run->late,
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
        &o->curve, &(noc_sharing_setup){
                       .lives = &o->lives,
                       .ctas = k->of_cluster,
                       .lines = c.lines,
                       .sources = fmin(warps * k->workload->burst,
                                       together * k->share * s->design->nodes.mshrs),
                       .entries = together > 1.0 ? s->design->cluster.merge_entries * k->share : 0.0,
                       .cache_lines = together > 1.0 ? s->design->cluster.cache_lines * k->share : 0.0,
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
    const size_t count = take_ctas(s, course, kernel, ctas);
    const double window = fmax(1.0, floor(w->sharing.window * o->touches + 0.5));
    const double partners = partners_of(ctas, count, noc_sharing_follows(&w->sharing));
    const noc_lives_setup setup = {
        .sharing = &w->sharing,
        .window = window,
        .pull = pull_of(o, &w->sharing, window, partners),
        .reads = w->read_fraction,
        .warps = (int)fmax(1.0, (double)w->warps / s->design->cta.slots + 0.5),
        .restless = o->restless,
        .late = o->late,
        .more = o->more,
        .from = from * o->touches,
        .to = to * o->touches,
        .match = s->design->cluster.match,
        .ctas = ctas,
        .count = count,
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

/* While all slots are filled. */
static const noc_course_speeds *full_pace(void *context, const noc_course_state *state)
{
    const solver *s = context;
    (void)state;
    return &s->full;
}

static noc_course_setup course_setup(solver *s)
{
    noc_course_setup setup = {.ctas = &s->kernels.setup,
                              .spread = s->design->cta.spread,
                              .pace = full_pace,
                              .context = s};
    for (int k = 0; k < s->kernels.count; k++)
        setup.kernels[k] = (noc_course_kernel){1.0, s->own[k].deviation};
    return setup;
}

static double longest_time(const solver *s)
{
    double most = 0.0;
    for (int k = 0; k < s->kernels.count; k++) most = fmax(most, s->own[k].time);
    return most;
}

/* Where CTAs run, and what they share there. Those of kernels without end start in step, and lose
 * it: they are looked at when a sample begins to count (sampler/sample.h), or after two of them. */
static void draw_lines(solver *s)
{
    static const double first_cycle = 16384.0, last_cycle = 131072.0;
    noc_cta_course course;
    noc_course_setup setup = course_setup(s);
    const double time = longest_time(s), steady = 2.0 * time;
    const double from = ends(s) ? 0.0 : fmin(first_cycle, steady);
    setup.until = fmin(last_cycle, 2.0 * steady);
    if (!noc_cta_course_make(&setup, &course)) s->failed = true;
    for (int k = 0; k < s->kernels.count && !s->failed; k++)
        if (shares(s->kernels.kernels[k].workload))
            make_lives(s, &course, from, setup.until, k);
    noc_cta_course_clear(&course);
}

/* ---- kernels that end ----------------------------------------------------------------------- */

enum { LEVELS_MOST = 48 };

/* Speeds of CTAs at a filling. */
typedef struct level {
    filling filling;
    noc_course_speeds speeds;
} level;

typedef struct run {
    solver *s;
    size_t count;
    level levels[LEVELS_MOST];
} run;

/* Fillings are told apart in steps of a factor of the square root of 2; of several kernels, of
 * 2. */
static filling filling_of(const run *r, const noc_course_state *state)
{
    const double steps = r->s->kernels.count > 1 ? 1.0 : 2.0;
    filling f = {{0.0}};
    for (int k = 0; k < r->s->kernels.count; k++) {
        const double share = state->active[k] / r->s->kernels.kernels[k].ctas;
        f.share[k] = share > 0.0 ? fmin(1.0, exp2(floor(steps * log2(share) + 0.5) / steps)) : 0.0;
    }
    return f;
}

static bool is_filled_so(const run *r, const level *l, const filling *f)
{
    bool equal = true;
    for (int k = 0; k < r->s->kernels.count; k++) equal &= l->filling.share[k] == f->share[k];
    return equal;
}

static void solve_level(run *r, const filling *f, level *l)
{
    noc_core_side side;
    noc_closed_side found;
    noc_closed_point p;
    settle(r->s, f, &side, &found, &p);
    l->filling = *f;
    find_speeds(r->s, &side, &found, &l->speeds);
}

static const level *level_of(run *r, const filling *f)
{
    for (size_t i = r->count; i-- > 0;)
        if (is_filled_so(r, &r->levels[i], f)) return &r->levels[i];
    if (r->count == LEVELS_MOST) return &r->levels[0];
    solve_level(r, f, &r->levels[r->count]);
    return &r->levels[r->count++];
}

static const noc_course_speeds *pace_of(void *context, const noc_course_state *state)
{
    run *r = context;
    const filling f = filling_of(r, state);
    return &level_of(r, &f)->speeds;
}

/* Of many CTAs only the first waves and the last ones are run one by one: between them a wave takes
 * what it takes when all slots are filled. Returns how many are left out. */
static double leave_out_waves(solver *s)
{
    enum { WAVES = 8 };
    const double slots = s->kernels.kernels[0].ctas;
    const double waves = floor((double)s->kernels.counts[0] / slots) - WAVES;
    if (s->kernels.count > 1 || !(waves > 0.0)) return 0.0;
    s->kernels.counts[0] -= (uint64_t)(waves * slots);
    return waves;
}

/* Network cycles until the last CTA of each kernel, and of all; warps of each kernel's CTAs, by
 * lengths over the mean. */
typedef struct finish {
    double ends[NOC_KERNELS_MAX], makespan, warps[NOC_KERNELS_MAX];
} finish;

static double warps_of_run(const solver *s, const noc_course_run *one)
{
    const noc_workload *w = s->kernels.kernels[one->kernel].workload;
    const double with = noc_warps_of_ctas(s->design, w, one->at.slot + 1.0);
    return one->length * (with - noc_warps_of_ctas(s->design, w, one->at.slot));
}

/* Adds a share of what one draw of the CTAs' lengths comes to. */
static bool add_course(const solver *s, const noc_course_setup *setup, double share, finish *end)
{
    noc_cta_course course;
    const bool made = noc_cta_course_make(setup, &course);
    for (int k = 0; k < NOC_KERNELS_MAX; k++) end->ends[k] += share * course.ends[k];
    end->makespan += share * course.makespan;
    for (size_t i = 0; i < course.count; i++)
        end->warps[course.runs[i].kernel] += share * warps_of_run(s, &course.runs[i]);
    noc_cta_course_clear(&course);
    return made;
}

/* The fewer CTAs there are, the more draws of their lengths. */
static int draws_of(const solver *s)
{
    enum { CTAS = 1000, DRAWS_MOST = 24 };
    double all = 0.0;
    for (int k = 0; k < s->kernels.count; k++) all += (double)s->kernels.counts[k];
    return (int)fmin(DRAWS_MOST, ceil(CTAS / all));
}

static bool run_to_end(solver *s, finish *end)
{
    const uint64_t all = s->kernels.counts[0];
    const double waves = leave_out_waves(s), left_out = waves * s->own[0].time;
    const int draws = draws_of(s);
    run *r = calloc(1, sizeof *r);
    bool made = r != NULL;
    noc_course_setup setup = course_setup(s);
    setup.until = INFINITY;
    setup.pace = pace_of;
    setup.context = r;
    *end = (finish){.makespan = left_out};
    end->warps[0] = waves * s->kernels.kernels[0].ctas * s->kernels.kernels[0].workload->warps /
                    s->design->cta.slots;
    for (int k = 0; k < s->kernels.count; k++) end->ends[k] = left_out;
    if (r) r->s = s;
    for (int i = 0; i < draws && made; i++) {
        setup.seed = (uint64_t)i;
        made = add_course(s, &setup, 1.0 / draws, end);
    }
    s->kernels.counts[0] = all;
    free(r);
    return made;
}

/* ---- all ------------------------------------------------------------------------------------ */

static double core_clocks(const noc_design *d)
{
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    return d->chip.clock_mhz / core_mhz;
}

/* Instructions of each kernel's warps a network cycle, all cores. */
static void find_paces(const solver *s, const noc_core_side *side, const noc_port_flow *flow,
                       double *paces)
{
    const double ports = s->curve->system->graph.compute_count;
    for (int k = 0; k < s->kernels.count; k++) paces[k] = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        paces[c->kernel] +=
            ports * c->cores * flow->classes[i].requests * c->workload->instructions;
    }
}

/* Those of all its CTAs: warps, by length. */
static double all_instructions(const solver *s, const finish *end, int kernel)
{
    return end->warps[kernel] * s->kernels.kernels[kernel].length;
}

/* Work of threads, as if all worked for as many as the first kernel's. */
static double threads_of(const solver *s, int kernel)
{
    return s->kernels.kernels[kernel].workload->active_threads /
           s->kernels.kernels[0].workload->active_threads;
}

static void put_ends(const solver *s, const noc_core_side *side, const noc_closed_side *found,
                     noc_closed_point *p)
{
    const noc_port_flow *flow = &found->flow;
    const bool table = noc_cores_of_terminal(s->design) > 1 && s->design->cluster.merge_entries > 0;
    double paces[NOC_KERNELS_MAX], all = 0.0;
    find_paces(s, side, flow, paces);
    for (int k = 0; k < s->kernels.count; k++) all += paces[k] * threads_of(s, k);
    p->instructions = all * core_clocks(s->design);
    p->mshrs_used = flow->held / noc_cores_of_terminal(s->design);
    p->ends = (noc_closed_ends){NAN, NAN, NAN, NAN, NAN, flow->sent_reads / flow->sent, NAN};
    if (!table) return;
    p->ends.absorbed = flow->reads > 0.0 ? flow->absorbed / flow->reads : 0.0;
    p->ends.entries_used = flow->entries;
}

noc_closed_cores *noc_closed_cores_new(const noc_design *d, const noc_workload *w)
{
    solver *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->design = d;
    s->workload = w;
    if (noc_core_kernels_of(d, w, 0, &s->kernels)) return s;
    free(s);
    return NULL;
}

void noc_closed_cores_free(noc_closed_cores *s)
{
    if (!s) return;
    for (int k = 0; k < NOC_KERNELS_MAX; k++) noc_line_lives_clear(&s->own[k].lives);
    free(s);
}

static void solve(solver *s, const noc_open_curve *curve, const noc_closed_terms *terms,
                  double told, int rounds, noc_core_side *side, noc_closed_side *found,
                  noc_closed_point *p)
{
    const filling full = {{1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}};
    s->curve = curve;
    s->design = curve->system->design;
    s->terms = terms;
    s->told = told;
    s->mix = *s->workload;
    settle(s, &full, side, found, p);
    if (s->kernels.count > 1) settle(s, &full, side, found, p);
    for (int i = 0; i < rounds && s->kernels.run && !s->failed; i++) {
        look_at(s, side, found);
        draw_lines(s);
        settle(s, &full, side, found, p);
    }
    if (s->kernels.run) look_at(s, side, found);
    put_ends(s, side, found, p);
}

void noc_closed_cores_solve(noc_closed_cores *s, const noc_open_curve *curve,
                            const noc_closed_terms *terms, double told, int rounds,
                            noc_closed_point *p)
{
    noc_core_side side;
    noc_closed_side found;
    solve(s, curve, terms, told, rounds, &side, &found, p);
}

/* How fast each kernel is: instructions a network cycle, until its end if it has one. */
static void finish_all(solver *s, const noc_core_side *side, const noc_closed_side *found,
                       double *paces, noc_closed_point *p)
{
    finish end;
    double all = 0.0;
    find_paces(s, side, &found->flow, paces);
    if (!s->kernels.run || !ends(s) || !run_to_end(s, &end)) return;
    for (int k = 0; k < s->kernels.count; k++) {
        all += all_instructions(s, &end, k) * threads_of(s, k);
        paces[k] = all_instructions(s, &end, k) / end.ends[k];
    }
    p->ends.makespan = end.makespan;
    p->ends.pace = all / end.makespan * core_clocks(s->design) / p->instructions;
    p->instructions *= p->ends.pace;
    p->accepted *= p->ends.pace;
}

static double pace_alone(const solver *s, int kernel, int rounds)
{
    noc_core_side side;
    noc_closed_side found;
    noc_closed_point p;
    double pace[NOC_KERNELS_MAX] = {NAN};
    solver *alone = calloc(1, sizeof *alone);
    if (!alone) return NAN;
    alone->workload = s->kernels.kernels[kernel].workload;
    if (noc_core_kernels_of(s->design, s->workload, kernel + 1, &alone->kernels)) {
        solve(alone, s->curve, s->terms, s->told, rounds, &side, &found, &p);
        finish_all(alone, &side, &found, pace, &p);
    }
    noc_closed_cores_free(alone);
    return pace[0];
}

void noc_closed_cores_finish(noc_closed_cores *s, const noc_open_curve *curve,
                             const noc_closed_terms *terms, double told, int rounds,
                             noc_closed_point *p)
{
    noc_core_side side;
    noc_closed_side found;
    double paces[NOC_KERNELS_MAX];
    solve(s, curve, terms, told, rounds, &side, &found, p);
    finish_all(s, &side, &found, paces, p);
    if (s->kernels.count < 2) return;
    for (int k = 0; k < s->kernels.count; k++) paces[k] /= pace_alone(s, k, rounds);
    p->ends.stp = noc_cta_stp(paces, s->kernels.count);
    p->ends.antt = noc_cta_antt(paces, s->kernels.count);
}

double noc_closed_sent_reads(const noc_open_curve *curve, const noc_workload *w)
{
    noc_closed_cores *cores = noc_closed_cores_new(curve->system->design, w);
    noc_closed_point p = {.ends = {.sent_reads = w->read_fraction}};
    if (cores) noc_closed_cores_solve(cores, curve, &noc_closed_strengths, 1.0, 1, &p);
    noc_closed_cores_free(cores);
    return p.ends.sent_reads;
}

void noc_closed_loop_solve(const noc_open_curve *curve, const noc_workload *w,
                           const noc_closed_terms *terms, double told, noc_closed_point *p)
{
    enum { ROUNDS = 2 };
    const noc_design *d = curve->system->design;
    noc_closed_cores *cores = noc_closed_has_ends(d, w) ? noc_closed_cores_new(d, w) : NULL;
    if (cores)
        noc_closed_cores_finish(cores, curve, terms, told, ROUNDS, p);
    else
        noc_closed_loop_settle(curve, w, terms, told, NULL, NULL, p);
    noc_closed_cores_free(cores);
}
