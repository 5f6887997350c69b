#include "analytic/cores/cta_schedule.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "analytic/fixed_stream.h"
#include "base/auto.h"
#include "base/min_max.h"

/* Slot of a core: remaining work of its CTA at the time of the last change of speed, and the
 * speed. */
typedef struct cta_slot {
    bool is_taken;
    double work_left, speed_time, speed;
    double end; /* time at which the CTA ends at that speed */
    size_t run_index;
} cta_slot;

typedef struct schedule_maker {
    noc_arena *arena; /* memory of the schedule */
    const noc_cta_schedule_setup *setup;
    noc_cta_schedule *schedule;
    noc_cta_dispatch *dispatch;
    noc_cta_start *starts;
    cta_slot *slots;   /* [core * slots + slot] */
    int *core_ctas;    /* [core]: number of CTAs */
    double *first_end; /* [core]: time at which its first CTA ends; INFINITY: no CTA */
    bool *is_changed;  /* [core]: true if CTAs started or ended since the last update of speeds */
    /* [core]: speed of the core's port, in standard deviations from the mean of the ports */
    double *port_deviation;
    /* number of cores; slots of each core; slots of all cores; size of the list of runs */
    size_t core_count, slots_per_core, slot_count, run_capacity;
    double time;
    noc_cta_schedule_state state;
    /* speeds since the last start; NULL: no CTA has started */
    const noc_cta_schedule_speeds *speeds;
    double mean_share; /* mean relative speed of the ports of the running CTAs */
} schedule_maker;

/* Stream of draws for a CTA, which depends on the seed, the kernel and the CTA's number only. */
static noc_fixed_stream cta_stream(const schedule_maker *r, const noc_cta_start *start)
{
    return (noc_fixed_stream){start->cta * 0xd1342543de82ef95u + (uint64_t)start->kernel * 977u +
                              r->setup->seed * 0xaf251af3b0f025b5u + 5u};
}

static double draw_work(const schedule_maker *r, const noc_cta_start *start, noc_scheduled_cta *run)
{
    static const double least = 0.05;
    noc_fixed_stream stream = cta_stream(r, start);
    const noc_cta_schedule_kernel *k = &r->setup->kernels[start->kernel];
    run->relative_length = 1.0 + r->setup->length_spread * (2.0 * noc_fixed_uniform(&stream) - 1.0);
    const double u = noc_fixed_uniform(&stream) * (1.0 - 2e-9) + 1e-9;
    const double time_deviation =
        k->deviation > 0.0 ? k->deviation * gsl_cdf_ugaussian_Pinv(u) : 0.0;
    run->slowdown = fmax(least, 1.0 + time_deviation);
    return k->mean_time * run->relative_length * run->slowdown;
}

static bool reserve_runs(schedule_maker *r, size_t new_runs)
{
    if (r->schedule->count + new_runs <= r->run_capacity) return true;
    const size_t capacity = 2 * r->run_capacity + new_runs;
    noc_scheduled_cta *runs = noc_arena_resize(r->arena, r->schedule->runs, capacity, sizeof *runs);
    if (!runs) return false;
    r->schedule->runs = runs;
    r->run_capacity = capacity;
    return true;
}

static bool start_ctas(schedule_maker *r)
{
    const int slots = r->setup->ctas->shape.slots;
    const size_t count = noc_cta_dispatch_fill(r->dispatch, r->starts);
    if (!reserve_runs(r, count)) return false;
    for (size_t i = 0; i < count; i++) {
        const noc_cta_start *s = &r->starts[i];
        noc_scheduled_cta *run = &r->schedule->runs[r->schedule->count];
        cta_slot *p = &r->slots[s->start_slot.core * slots + s->start_slot.slot];
        *run = (noc_scheduled_cta){
            .cta = s->cta, .kernel = s->kernel, .slot = s->start_slot, .start = r->time};
        *p = (cta_slot){true, draw_work(r, s, run), r->time, 0.0, INFINITY, r->schedule->count++};
        run->end = INFINITY;
        r->core_ctas[s->start_slot.core]++;
        r->is_changed[s->start_slot.core] = true;
        r->state.active_ctas[s->kernel]++;
    }
    return true;
}

static const double least_share = 0.1;

static double port_share(const schedule_maker *r, const noc_scheduled_cta *run)
{
    return fmax(least_share, 1.0 + r->speeds->port_deviation * r->port_deviation[run->slot.core]);
}

/* Mean relative speed of the ports of the running CTAs, by which speeds are divided: finished ports
 * leave their shares of the network to the others. */
static double find_mean_share(const schedule_maker *r)
{
    double sum = 0.0, count = 0.0;
    if (!(r->speeds->port_deviation > 0.0)) return 1.0;
    for (size_t i = 0; i < r->slot_count; i++) {
        if (!r->slots[i].is_taken) continue;
        sum += port_share(r, &r->schedule->runs[r->slots[i].run_index]);
        count++;
    }
    return count > 0.0 ? sum / count : 1.0;
}

static double find_speed(const schedule_maker *r, size_t i)
{
    const noc_scheduled_cta *run = &r->schedule->runs[r->slots[i].run_index];
    const int ctas = r->core_ctas[run->slot.core];
    return port_share(r, run) / r->mean_share *
           r->speeds
               ->kernel_speed[run->kernel][ctas < NOC_CTA_SPEEDS_MAX ? ctas : NOC_CTA_SPEEDS_MAX];
}

static void update_speed(schedule_maker *r, size_t i)
{
    cta_slot *p = &r->slots[i];
    p->work_left -= (r->time - p->speed_time) * p->speed;
    p->speed_time = r->time;
    p->speed = find_speed(r, i);
    p->end = r->time + p->work_left / p->speed;
}

static void update_core(schedule_maker *r, size_t core)
{
    double first = INFINITY;
    for (size_t i = core * r->slots_per_core; i < (core + 1) * r->slots_per_core; i++) {
        if (!r->slots[i].is_taken) continue;
        update_speed(r, i);
        first = min_of(first, r->slots[i].end);
    }
    r->first_end[core] = first;
    r->is_changed[core] = false;
}

/* Updates the speeds of all CTAs if the filling of the chip has changed, else of the CTAs on
 * changed cores. */
static void update_speeds(schedule_maker *r)
{
    const noc_cta_schedule_speeds *last_speeds = r->speeds;
    const double last_share = r->mean_share;
    r->speeds = r->setup->find_speeds(r->setup->context, &r->state);
    r->mean_share = find_mean_share(r);
    const bool is_all_changed = r->speeds != last_speeds || r->mean_share != last_share;
    for (size_t core = 0; core < r->core_count; core++)
        if (is_all_changed || r->is_changed[core]) update_core(r, core);
}

/* Time at which the first CTA ends; INFINITY: no CTA runs. */
static double find_next_end(const schedule_maker *r)
{
    double first_end = INFINITY;
    for (size_t core = 0; core < r->core_count; core++)
        first_end = min_of(first_end, r->first_end[core]);
    return first_end;
}

static void end_run(schedule_maker *r, cta_slot *p)
{
    noc_scheduled_cta *run = &r->schedule->runs[p->run_index];
    run->end = r->time;
    p->is_taken = false;
    r->schedule->kernel_ends[run->kernel] = r->schedule->makespan = r->time;
    r->core_ctas[run->slot.core]--;
    r->is_changed[run->slot.core] = true;
    r->state.active_ctas[run->kernel]--;
    noc_cta_dispatch_end(r->dispatch, run->slot);
}

static double longest_time(const noc_cta_schedule_setup *s)
{
    double longest = 0.0;
    for (int k = 0; k < s->ctas->kernels; k++) longest = max_of(longest, s->kernels[k].mean_time);
    return longest;
}

/* Advances to a time, and ends the CTAs that are finished. */
static void advance_to(schedule_maker *r, double time)
{
    static const double rounding = 1e-9;
    const double end_time = time + rounding * longest_time(r->setup);
    r->time = time;
    for (size_t core = 0; core < r->core_count; core++) {
        if (r->first_end[core] > end_time) continue;
        for (size_t i = core * r->slots_per_core; i < (core + 1) * r->slots_per_core; i++)
            if (r->slots[i].is_taken && r->slots[i].end <= end_time) end_run(r, &r->slots[i]);
    }
}

/* Sets the ends of running CTAs, by their present speed. */
static void set_open_ends(schedule_maker *r)
{
    for (size_t i = 0; i < r->slot_count; i++)
        if (r->slots[i].is_taken) r->schedule->runs[r->slots[i].run_index].end = r->slots[i].end;
}

static bool run_schedule(schedule_maker *r)
{
    for (;;) {
        if (!start_ctas(r)) return false;
        update_speeds(r);
        const double next_time = find_next_end(r);
        if (isinf(next_time) || next_time > r->setup->end_time) {
            set_open_ends(r);
            return true;
        }
        advance_to(r, next_time);
    }
}

/* Gives the ports uniform, evenly spread ranks in a quasi-random order. */
static void rank_ports(schedule_maker *r)
{
    static const double golden = 0.6180339887498949;
    const size_t cores_per_port = (size_t)r->setup->cores_per_port;
    double rank = 0.5;
    for (size_t core = 0; core < r->core_count; core++) {
        if (core % cores_per_port == 0) rank += golden;
        rank -= floor(rank);
        r->port_deviation[core] = sqrt(12.0) * (rank - 0.5);
    }
}

bool noc_cta_schedule_make(const noc_cta_schedule_setup *s, noc_arena *arena,
                           noc_cta_schedule *schedule)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const noc_cta_shape *shape = &s->ctas->shape;
    const size_t cores = (size_t)shape->clusters * (size_t)shape->cores;
    *schedule = (noc_cta_schedule){.runs = NULL};
    const size_t slots_per_core = (size_t)shape->slots;
    const size_t slot_count = cores * slots_per_core;
    schedule_maker r = {
        .arena = arena,
        .setup = s,
        .schedule = schedule,
        .dispatch = noc_cta_dispatch_new(s->ctas, &scratch),
        .starts = noc_arena_array(&scratch, slot_count, sizeof *r.starts),
        .slots = noc_arena_array(&scratch, slot_count, sizeof *r.slots),
        .first_end = noc_arena_array(&scratch, cores, sizeof *r.first_end),
        .core_ctas = noc_arena_array(&scratch, cores, sizeof *r.core_ctas),
        .is_changed = noc_arena_array(&scratch, cores, sizeof *r.is_changed),
        .port_deviation = noc_arena_array(&scratch, cores, sizeof *r.port_deviation),
        .core_count = cores,
        .slots_per_core = slots_per_core,
        .slot_count = slot_count,
    };
    if (scratch.is_short) return false;
    rank_ports(&r);
    return run_schedule(&r);
}
