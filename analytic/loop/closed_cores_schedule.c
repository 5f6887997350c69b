#include "analytic/loop/closed_cores_schedule.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"

/* ---- lines that CTAs share ------------------------------------------------------------------- */

/* Share of first touches of lines among the touches of a class's CTAs. */
static double firsts_of(const noc_core_class *c)
{
    const noc_workload *w = c->workload;
    const double touches = c->length * c->warps / c->ctas / (w->instructions * c->lines);
    return noc_lines_of_touches(&w->sharing, touches) / touches;
}

/* Adds the rates of one class of cores to its kernel. */
static void look_at_class(const noc_core_class *c, const noc_core_flow *f,
                          const noc_closed_side *found, noc_kernel_state *o)
{
    const double firsts = firsts_of(c), ctas = c->cores * c->ctas, worked = c->worked * c->ctas;
    const double touches = f->requests / c->lines * firsts / c->ctas;
    o->ctas += ctas;
    o->touches += (touches - o->touches) * ctas / o->ctas;
    o->worked += worked;
    o->time += (f->time - o->time) * worked / o->worked;
    o->deviation += (f->deviation - o->deviation) * worked / o->worked;
    o->dispersion = c->blocks * firsts * f->dispersion + 1.0 - firsts;
    o->slow_share = 1.0 - c->workload->l2_hit_rate;
    o->slow_excess = fmin(found->miss / found->flow.inside, 0.95 / fmax(1e-9, o->slow_share));
}

/* Replaces a rate by the geometric mean with the last one. Merging speeds CTAs up, so windows have
 * more touches, in which less is merged: iterates oscillate around the solution. */
static void half_way(noc_kernel_state *o, double before)
{
    if (!(before > 0.0 && o->touches > 0.0)) return;
    const double slower = sqrt(before / o->touches);
    o->touches *= slower;
    o->time /= slower;
}

void noc_closed_cores_look_at(noc_closed_cores *s, const noc_core_side *side,
                              const noc_closed_side *found)
{
    double before[NOC_KERNELS_MAX];
    noc_closed_cores_speeds(s, side, found, &s->full);
    for (int k = 0; k < s->kernels.count; k++) {
        noc_kernel_state *o = &s->own[k];
        before[k] = o->shares ? o->touches : 0.0;
        o->ctas = o->worked = o->touches = o->time = o->deviation = 0.0;
    }
    for (size_t i = 0; i < side->count; i++)
        if (side->classes[i].ctas > 0.0)
            look_at_class(&side->classes[i], &found->flow.classes[i], found,
                          &s->own[side->classes[i].kernel]);
    for (int k = 0; k < s->kernels.count; k++) half_way(&s->own[k], before[k]);
}

static int by_number(const void *a, const void *b)
{
    const noc_residence_cta *x = a, *y = b;
    return (x->cta > y->cta) - (x->cta < y->cta);
}

/* Lists the CTAs of a kernel, with times in touches. Returns their number. */
static size_t take_ctas(const noc_closed_cores *s, const noc_cta_schedule *course, int kernel,
                        noc_residence_cta *ctas)
{
    const noc_kernel_state *o = &s->own[kernel];
    const int together = noc_cores_of_terminal(s->design);
    size_t count = 0;
    for (size_t i = 0; i < course->count; i++) {
        const noc_scheduled_cta *run = &course->runs[i];
        if (run->kernel != kernel) continue;
        ctas[count++] = (noc_residence_cta){
            .cta = run->cta,
            .cluster = run->at.core / together,
            .core = run->at.core % together,
            .start = run->start * o->touches,
            .end = run->end * o->touches,
            .lines = run->length * o->time * o->touches,
            .slowdown = run->slowdown,
        };
    }
    qsort(ctas, count, sizeof *ctas, by_number);
    return count;
}

/* Mean time between new lines in a set of a core's cache, touches. */
static double l1_turn(const noc_nodes_spec *nodes, double lines)
{
    const double sets = nodes->l1_lines > nodes->l1_ways ? nodes->l1_lines / nodes->l1_ways : 1.0;
    return nodes->l1_lines > 0 ? sets / lines : 0.0;
}

static void begin_curve(noc_closed_cores *s, int kernel)
{
    noc_kernel_state *o = &s->own[kernel];
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    const noc_core_class c = noc_core_class_of(s->design, k->workload, 1.0, 1.0, k->length);
    const double together = noc_cores_of_terminal(s->design);
    const double warps = k->of_cluster * k->workload->warps / s->design->cta.slots;
    noc_sharing_curve_begin(
        o->curve,
        &(noc_sharing_setup){
            .lives = &o->lives,
            .ctas = k->of_cluster,
            .lines = c.lines,
            .sources =
                fmin(warps * k->workload->burst, together * k->share * s->design->nodes.mshrs),
            .entries = together > 1.0 ? s->design->cluster.merge_entries * k->share : 0.0,
            .cache_lines = together > 1.0 ? s->design->cluster.cache_lines * k->share : 0.0,
            .l1_turn = l1_turn(&s->design->nodes, k->of_cluster / k->share / together * c.lines),
            .recent = NOC_REDUNDANT_CYCLES * o->touches,
            .l1_ways = min_int(s->design->nodes.l1_lines, s->design->nodes.l1_ways),
        });
    o->shares = true;
}

static void make_lives(noc_closed_cores *s, const noc_cta_schedule *course, double from, double to,
                       int kernel)
{
    noc_kernel_state *o = &s->own[kernel];
    const noc_workload *w = s->kernels.kernels[kernel].workload;
    noc_residence_cta *ctas = calloc(course->count + 1, sizeof *ctas);
    noc_line_residence_clear(&o->lives);
    o->shares = false;
    if (!ctas) {
        s->failed = true;
        return;
    }
    const size_t count = take_ctas(s, course, kernel, ctas);
    const noc_residence_setup setup = {
        .sharing = &w->sharing,
        .window = w->sharing.window * o->touches,
        .reads = w->read_fraction,
        .warps = (int)fmax(1.0, (double)w->warps / s->design->cta.slots + 0.5),
        .dispersion = o->dispersion,
        .slow_share = o->slow_share,
        .slow_excess = o->slow_excess,
        .from = from * o->touches,
        .to = to * o->touches,
        .match = s->design->cluster.match,
        .ctas = ctas,
        .count = count,
    };
    if (!o->curve) o->curve = calloc(1, sizeof *o->curve);
    if (o->curve && noc_line_residence_make(&setup, &o->lives))
        begin_curve(s, kernel);
    else
        s->failed = true;
    free(ctas);
}

/* Speeds with all slots filled. */
static const noc_cta_schedule_speeds *full_pace(void *context, const noc_cta_schedule_state *state)
{
    const noc_closed_cores *s = context;
    (void)state;
    return &s->full;
}

/* Setup of a schedule of the CTAs, at the speeds of full cores. */
static noc_cta_schedule_setup course_of(noc_closed_cores *s)
{
    noc_cta_schedule_setup setup = {.ctas = &s->kernels.setup,
                                    .cores_of_port = noc_cores_of_terminal(s->design),
                                    .spread = s->design->cta.spread,
                                    .pace = full_pace,
                                    .context = s};
    for (int k = 0; k < s->kernels.count; k++)
        setup.kernels[k] = (noc_cta_schedule_kernel){1.0, s->own[k].deviation};
    return setup;
}

static double longest_time(const noc_closed_cores *s)
{
    double most = 0.0;
    for (int k = 0; k < s->kernels.count; k++) most = fmax(most, s->own[k].time);
    return most;
}

/* Makes a schedule of CTAs, and draws the lines that they share. CTAs of endless kernels start in
 * step, and drift apart: lines count from the first counted cycle of a sample on
 * (sampler/sampling/sample.h), or after two lengths of CTAs. */
void noc_closed_cores_draw_lines(noc_closed_cores *s)
{
    static const double first_cycle = 16384.0, last_cycle = 131072.0;
    noc_cta_schedule course;
    noc_cta_schedule_setup setup = course_of(s);
    const double time = longest_time(s), steady = 2.0 * time;
    const double from = noc_closed_cores_are_finite(s) ? 0.0 : fmin(first_cycle, steady);
    setup.until = fmin(last_cycle, 2.0 * steady);
    if (!noc_cta_schedule_make(&setup, &course)) s->failed = true;
    for (int k = 0; k < s->kernels.count && !s->failed; k++)
        if (noc_sharing_is_any(&s->kernels.kernels[k].workload->sharing))
            make_lives(s, &course, from, setup.until, k);
    noc_cta_schedule_clear(&course);
}

/* ---- kernels that end ------------------------------------------------------------------------ */

enum { LEVELS_MOST = 48 };

/* Speeds of CTAs at a filling of the chip. */
typedef struct level {
    noc_filling filling;
    noc_cta_schedule_speeds speeds;
} level;

typedef struct run {
    noc_closed_cores *s;
    size_t count;
    level levels[LEVELS_MOST];
} run;

/* Filling of a state, rounded to powers of the square root of 2; with several kernels, of 2. */
static noc_filling filling_of(const run *r, const noc_cta_schedule_state *state)
{
    const double steps = r->s->kernels.count > 1 ? 1.0 : 2.0;
    noc_filling f = {{0.0}};
    for (int k = 0; k < r->s->kernels.count; k++) {
        const double share = state->active[k] / r->s->kernels.kernels[k].ctas;
        f.share[k] = share > 0.0 ? fmin(1.0, exp2(floor(steps * log2(share) + 0.5) / steps)) : 0.0;
    }
    return f;
}

static bool is_filled_so(const run *r, const level *l, const noc_filling *f)
{
    bool equal = true;
    for (int k = 0; k < r->s->kernels.count; k++) equal &= l->filling.share[k] == f->share[k];
    return equal;
}

/* Deviation of the ports' speeds. Round-robin routers give ports unequal shares of a saturated
 * network (unfair_shares.h), up to the ports' demand, so CTAs of ports with large shares end
 * first. */
static double unequal_at(const noc_closed_cores *s, const noc_core_side *side,
                         const noc_closed_point *p)
{
    static const double backed_up = 0.995;
    const bool network = p->limit == NOC_BINDS_REQUESTS || p->limit == NOC_BINDS_REPLIES;
    if (!network || p->rate < backed_up * p->capacity) return 0.0;
    const double idle = p->idle.request + p->idle.memory + p->idle.reply;
    const noc_core_trip trip = {.all = idle, .room = INFINITY};
    noc_port_flow flow;
    noc_core_side_flow(side, trip, &flow);
    return noc_unfair_spread(&s->curve->unequal, fmax(1.0, flow.sent / p->rate));
}

static void solve_level(run *r, const noc_filling *f, level *l)
{
    noc_core_side side;
    noc_closed_side found;
    noc_closed_point p;
    noc_closed_cores_settle(r->s, f, &side, &found, &p);
    l->filling = *f;
    noc_closed_cores_speeds(r->s, &side, &found, &l->speeds);
    l->speeds.unequal = unequal_at(r->s, &side, &p);
}

static const level *level_of(run *r, const noc_filling *f)
{
    for (size_t i = r->count; i-- > 0;)
        if (is_filled_so(r, &r->levels[i], f)) return &r->levels[i];
    if (r->count == LEVELS_MOST) return &r->levels[0];
    solve_level(r, f, &r->levels[r->count]);
    return &r->levels[r->count++];
}

static const noc_cta_schedule_speeds *pace_of(void *context, const noc_cta_schedule_state *state)
{
    run *r = context;
    const noc_filling f = filling_of(r, state);
    return &level_of(r, &f)->speeds;
}

/* Skips middle waves of many CTAs: each takes the time of a CTA with all slots filled. Returns the
 * number of skipped waves. */
static double leave_out_waves(noc_closed_cores *s)
{
    enum { WAVES = 8 };
    const double slots = s->kernels.kernels[0].ctas;
    const double waves = floor((double)s->kernels.counts[0] / slots) - WAVES;
    if (s->kernels.count > 1 || !(waves > 0.0)) return 0.0;
    s->kernels.counts[0] -= (uint64_t)(waves * slots);
    return waves;
}

static double warps_of_run(const noc_closed_cores *s, const noc_scheduled_cta *one)
{
    const noc_workload *w = s->kernels.kernels[one->kernel].workload;
    const double with = noc_warps_of_ctas(s->design, w, one->at.slot + 1.0);
    return one->length * (with - noc_warps_of_ctas(s->design, w, one->at.slot));
}

/* Adds the results of one draw of the CTAs' lengths, times `share`. */
static bool add_course(const noc_closed_cores *s, const noc_cta_schedule_setup *setup, double share,
                       noc_kernel_ends *end)
{
    noc_cta_schedule course;
    const bool made = noc_cta_schedule_make(setup, &course);
    for (int k = 0; k < NOC_KERNELS_MAX; k++) end->ends[k] += share * course.ends[k];
    end->makespan += share * course.makespan;
    for (size_t i = 0; i < course.count; i++)
        end->warps[course.runs[i].kernel] += share * warps_of_run(s, &course.runs[i]);
    noc_cta_schedule_clear(&course);
    return made;
}

/* Number of draws of the CTAs' lengths; more for fewer CTAs. */
static int draws_of(const noc_closed_cores *s)
{
    enum { CTAS = 1000, DRAWS_MOST = 24 };
    double all = 0.0;
    for (int k = 0; k < s->kernels.count; k++) all += (double)s->kernels.counts[k];
    return (int)fmin(DRAWS_MOST, ceil(CTAS / all));
}

bool noc_closed_cores_run(noc_closed_cores *s, noc_kernel_ends *end)
{
    const uint64_t all = s->kernels.counts[0];
    const double waves = leave_out_waves(s), left_out = waves * s->own[0].time;
    const int draws = draws_of(s);
    run *r = calloc(1, sizeof *r);
    bool made = r != NULL;
    noc_cta_schedule_setup setup = course_of(s);
    setup.until = INFINITY;
    setup.pace = pace_of;
    setup.context = r;
    *end = (noc_kernel_ends){.makespan = left_out};
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
