#include "analytic/loop/ends_finish.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loop/ends_lines.h"

enum { LEVELS_MOST = 48 };

/* Speeds of CTAs at a filling. */
typedef struct level {
    noc_filling filling;
    noc_course_speeds speeds;
} level;

typedef struct run {
    noc_closed_cores *s;
    size_t count;
    level levels[LEVELS_MOST];
} run;

/* Fillings are told apart in steps of a factor of the square root of 2; of several kernels, of
 * 2. */
static noc_filling filling_of(const run *r, const noc_course_state *state)
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

/* Turns at routers give ports unequal shares of a network that is backed up (unfair_shares.h), as
 * far as they can use them: those that get much are done first. */
static double unequal_at(const noc_closed_cores *s, const noc_core_side *side,
                         const noc_closed_point *p)
{
    static const double backed_up = 0.995;
    const bool network = p->limit == NOC_BINDS_REQUESTS || p->limit == NOC_BINDS_REPLIES;
    if (!network || p->rate < backed_up * p->capacity) return 0.0;
    const double idle = p->idle.request + p->idle.memory + p->idle.reply;
    const noc_core_trip trip = {.all = idle, .room = INFINITY};
    const double most = noc_core_side_flow(side, trip).sent / p->rate;
    return noc_unfair_spread(&s->curve->unequal, fmax(1.0, most));
}

static void solve_level(run *r, const noc_filling *f, level *l)
{
    noc_core_side side;
    noc_closed_side found;
    noc_closed_point p;
    noc_ends_settle(r->s, f, &side, &found, &p);
    l->filling = *f;
    noc_ends_speeds(r->s, &side, &found, &l->speeds);
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

static const noc_course_speeds *pace_of(void *context, const noc_course_state *state)
{
    run *r = context;
    const noc_filling f = filling_of(r, state);
    return &level_of(r, &f)->speeds;
}

/* Of many CTAs only the first waves and the last ones are run one by one: between them a wave takes
 * what it takes when all slots are filled. Returns how many are left out. */
static double leave_out_waves(noc_closed_cores *s)
{
    enum { WAVES = 8 };
    const double slots = s->kernels.kernels[0].ctas;
    const double waves = floor((double)s->kernels.counts[0] / slots) - WAVES;
    if (s->kernels.count > 1 || !(waves > 0.0)) return 0.0;
    s->kernels.counts[0] -= (uint64_t)(waves * slots);
    return waves;
}

static double warps_of_run(const noc_closed_cores *s, const noc_course_run *one)
{
    const noc_workload *w = s->kernels.kernels[one->kernel].workload;
    const double with = noc_warps_of_ctas(s->design, w, one->at.slot + 1.0);
    return one->length * (with - noc_warps_of_ctas(s->design, w, one->at.slot));
}

/* Adds a share of what one draw of the CTAs' lengths comes to. */
static bool add_course(const noc_closed_cores *s, const noc_course_setup *setup, double share,
                       noc_ends_finish *end)
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
static int draws_of(const noc_closed_cores *s)
{
    enum { CTAS = 1000, DRAWS_MOST = 24 };
    double all = 0.0;
    for (int k = 0; k < s->kernels.count; k++) all += (double)s->kernels.counts[k];
    return (int)fmin(DRAWS_MOST, ceil(CTAS / all));
}

bool noc_ends_run(noc_closed_cores *s, noc_ends_finish *end)
{
    const uint64_t all = s->kernels.counts[0];
    const double waves = leave_out_waves(s), left_out = waves * s->own[0].time;
    const int draws = draws_of(s);
    run *r = calloc(1, sizeof *r);
    bool made = r != NULL;
    noc_course_setup setup = noc_ends_course(s);
    setup.until = INFINITY;
    setup.pace = pace_of;
    setup.context = r;
    *end = (noc_ends_finish){.makespan = left_out};
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
