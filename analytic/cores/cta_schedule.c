#include "analytic/cores/cta_schedule.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "analytic/fixed_stream.h"
#include "base/min_max.h"

/* Slot of a core: remaining work of its CTA at the time of the last change of speed, and the
 * speed. */
typedef struct place {
    bool taken;
    double left, since, speed;
    double end; /* time at which the CTA ends at that speed */
    size_t run;
} place;

typedef struct runner {
    const noc_cta_schedule_setup *s;
    noc_cta_schedule *course;
    noc_cta_dispatch *dispatch;
    noc_cta_start *starts;
    place *places; /* [core * slots + slot] */
    int *on_core;  /* [core]: number of CTAs */
    double *first; /* [core]: time at which its first CTA ends; INFINITY: no CTA */
    bool *changed; /* [core]: true if CTAs started or ended since the last update of speeds */
    double *ports; /* [core]: share of its port, in standard deviations from the mean */
    /* number of cores; slots of each core; slots of all cores; size of the list of runs */
    size_t cores, each, slots, room;
    double now;
    noc_cta_schedule_state state;
    /* speeds since the last start; NULL: no CTA has started */
    const noc_cta_schedule_speeds *speeds;
    double mean_share; /* mean port share of the running CTAs */
} runner;

/* Stream of draws for a CTA, which depends on the seed, the kernel and the CTA's number only. */
static noc_fixed_stream draws_of(const runner *r, const noc_cta_start *start)
{
    return (noc_fixed_stream){start->cta * 0xd1342543de82ef95u + (uint64_t)start->kernel * 977u +
                              r->s->seed * 0xaf251af3b0f025b5u + 5u};
}

static double work_of(const runner *r, const noc_cta_start *start, noc_scheduled_cta *run)
{
    static const double least = 0.05;
    noc_fixed_stream draws = draws_of(r, start);
    const noc_cta_schedule_kernel *k = &r->s->kernels[start->kernel];
    run->length = 1.0 + r->s->spread * (2.0 * noc_fixed_uniform(&draws) - 1.0);
    const double u = noc_fixed_uniform(&draws) * (1.0 - 2e-9) + 1e-9;
    const double other = k->deviation > 0.0 ? k->deviation * gsl_cdf_ugaussian_Pinv(u) : 0.0;
    run->slowdown = fmax(least, 1.0 + other);
    return k->time * run->length * run->slowdown;
}

static bool make_room(runner *r, size_t more)
{
    if (r->course->count + more <= r->room) return true;
    const size_t room = 2 * r->room + more;
    noc_scheduled_cta *runs = realloc(r->course->runs, room * sizeof *runs);
    if (!runs) return false;
    r->course->runs = runs;
    r->room = room;
    return true;
}

static bool start_now(runner *r)
{
    const int slots = r->s->ctas->shape.slots;
    const size_t count = noc_cta_dispatch_fill(r->dispatch, r->starts);
    if (!make_room(r, count)) return false;
    for (size_t i = 0; i < count; i++) {
        const noc_cta_start *s = &r->starts[i];
        noc_scheduled_cta *run = &r->course->runs[r->course->count];
        place *p = &r->places[s->at.core * slots + s->at.slot];
        *run =
            (noc_scheduled_cta){.cta = s->cta, .kernel = s->kernel, .at = s->at, .start = r->now};
        *p = (place){true, work_of(r, s, run), r->now, 0.0, INFINITY, r->course->count++};
        run->end = INFINITY;
        r->on_core[s->at.core]++;
        r->changed[s->at.core] = true;
        r->state.active[s->kernel]++;
    }
    return true;
}

static const double least_share = 0.1;

static double share_of(const runner *r, const noc_scheduled_cta *run)
{
    return fmax(least_share, 1.0 + r->speeds->unequal * r->ports[run->at.core]);
}

/* Mean port share of the running CTAs: finished ports leave their shares to the others. */
static double mean_share(const runner *r)
{
    double sum = 0.0, count = 0.0;
    if (!(r->speeds->unequal > 0.0)) return 1.0;
    for (size_t i = 0; i < r->slots; i++) {
        if (!r->places[i].taken) continue;
        sum += share_of(r, &r->course->runs[r->places[i].run]);
        count++;
    }
    return count > 0.0 ? sum / count : 1.0;
}

static double speed_at(const runner *r, size_t i)
{
    const noc_scheduled_cta *run = &r->course->runs[r->places[i].run];
    const int ctas = r->on_core[run->at.core];
    return share_of(r, run) / r->mean_share *
           r->speeds->of[run->kernel][ctas < NOC_CTA_SCHEDULE_MOST ? ctas : NOC_CTA_SCHEDULE_MOST];
}

static void change_speed(runner *r, size_t i)
{
    place *p = &r->places[i];
    p->left -= (r->now - p->since) * p->speed;
    p->since = r->now;
    p->speed = speed_at(r, i);
    p->end = r->now + p->left / p->speed;
}

static void look_at_core(runner *r, size_t core)
{
    double first = INFINITY;
    for (size_t i = core * r->each; i < (core + 1) * r->each; i++) {
        if (!r->places[i].taken) continue;
        change_speed(r, i);
        first = min_of(first, r->places[i].end);
    }
    r->first[core] = first;
    r->changed[core] = false;
}

/* Updates the speeds of all CTAs if the filling of the chip has changed, else of the CTAs on
 * changed cores. */
static void change_speeds(runner *r)
{
    const noc_cta_schedule_speeds *before = r->speeds;
    const double share = r->mean_share;
    r->speeds = r->s->pace(r->s->context, &r->state);
    r->mean_share = mean_share(r);
    const bool all = r->speeds != before || r->mean_share != share;
    for (size_t core = 0; core < r->cores; core++)
        if (all || r->changed[core]) look_at_core(r, core);
}

/* Time at which the first CTA ends; INFINITY: no CTA runs. */
static double next_end(const runner *r)
{
    double least = INFINITY;
    for (size_t core = 0; core < r->cores; core++) least = min_of(least, r->first[core]);
    return least;
}

static void end_run(runner *r, place *p)
{
    noc_scheduled_cta *run = &r->course->runs[p->run];
    run->end = r->now;
    p->taken = false;
    r->course->ends[run->kernel] = r->course->makespan = r->now;
    r->on_core[run->at.core]--;
    r->changed[run->at.core] = true;
    r->state.active[run->kernel]--;
    noc_cta_dispatch_end(r->dispatch, run->at);
}

static double longest_time(const noc_cta_schedule_setup *s)
{
    double most = 0.0;
    for (int k = 0; k < s->ctas->kernels; k++) most = max_of(most, s->kernels[k].time);
    return most;
}

/* Advances to a time, and ends the CTAs that are finished. */
static void go_to(runner *r, double time)
{
    static const double rounding = 1e-9;
    const double until = time + rounding * longest_time(r->s);
    r->now = time;
    for (size_t core = 0; core < r->cores; core++) {
        if (r->first[core] > until) continue;
        for (size_t i = core * r->each; i < (core + 1) * r->each; i++)
            if (r->places[i].taken && r->places[i].end <= until) end_run(r, &r->places[i]);
    }
}

/* Sets the ends of running CTAs, by their present speed. */
static void see_ends(runner *r)
{
    for (size_t i = 0; i < r->slots; i++)
        if (r->places[i].taken) r->course->runs[r->places[i].run].end = r->places[i].end;
}

static bool run_all(runner *r)
{
    for (;;) {
        if (!start_now(r)) return false;
        change_speeds(r);
        const double next = next_end(r);
        if (isinf(next) || next > r->s->until) {
            see_ends(r);
            return true;
        }
        go_to(r, next);
    }
}

/* Gives the ports uniform, evenly spread ranks in a quasi-random order. */
static void rank_ports(runner *r)
{
    static const double golden = 0.6180339887498949;
    const size_t together = (size_t)r->s->cores_of_port;
    double at = 0.5;
    for (size_t core = 0; core < r->cores; core++) {
        if (core % together == 0) at += golden;
        at -= floor(at);
        r->ports[core] = sqrt(12.0) * (at - 0.5);
    }
}

static bool make_room_for_all(runner *r)
{
    r->dispatch = noc_cta_dispatch_new(r->s->ctas);
    r->starts = calloc(r->slots, sizeof *r->starts);
    r->places = calloc(r->slots, sizeof *r->places);
    r->first = calloc(r->cores, sizeof *r->first);
    r->on_core = calloc(r->cores, sizeof *r->on_core);
    r->changed = calloc(r->cores, sizeof *r->changed);
    r->ports = calloc(r->cores, sizeof *r->ports);
    return r->dispatch && r->starts && r->places && r->first && r->on_core && r->changed &&
           r->ports;
}

static void free_all(runner *r)
{
    noc_cta_dispatch_free(r->dispatch);
    free(r->starts);
    free(r->places);
    free(r->first);
    free(r->on_core);
    free(r->changed);
    free(r->ports);
}

bool noc_cta_schedule_make(const noc_cta_schedule_setup *s, noc_cta_schedule *course)
{
    const noc_cta_shape *shape = &s->ctas->shape;
    const size_t cores = (size_t)shape->clusters * (size_t)shape->cores;
    *course = (noc_cta_schedule){.runs = NULL};
    const size_t each = (size_t)shape->slots;
    runner r = {.s = s, .course = course, .cores = cores, .each = each, .slots = cores * each};
    bool made = make_room_for_all(&r);
    if (made) {
        rank_ports(&r);
        made = run_all(&r);
    }
    free_all(&r);
    return made;
}

void noc_cta_schedule_clear(noc_cta_schedule *course)
{
    free(course->runs);
    *course = (noc_cta_schedule){.runs = NULL};
}
