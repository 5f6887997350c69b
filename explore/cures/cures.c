#include "explore/cures/cures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/figures/offered_load.h"
#include "hybrid/answers/loop_model.h"
#include "hybrid/answers/metrics.h"
#include "hybrid/answers/unread/unread.h"
#include "network/compile/compile.h"
#include "network/compile/merged_flows.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

/* State that trials share. */
typedef struct search {
    const noc_cures_question *question;
    noc_cures *cures;
    const noc_design *design;
    const char **overrides; /* the design's overrides, with room for one more */
    char set[2 * NOC_STEP_CHARS + 8];
    noc_config_memory texts;
    noc_kept kept;
    const noc_metric *base; /* target metric of the design without a step */
    double sure;            /* smallest ratio to the base's metric that is beyond its interval */
    /* IPC by binding resource, below which a trial is no cure. */
    double least[NOC_BINDINGS];
} search;

static bool is_closed(const noc_estimate *base)
{
    return isnan(base->load) && base->design->closed_loop;
}

static noc_cure_figures figures_of(const noc_estimate *e, noc_metric_id gauge)
{
    const noc_metric *m = e->metrics;
    const bool loaded = isfinite(e->load), trip = isfinite(m[NOC_METRIC_round_trip_cycles].value);
    return (noc_cure_figures){
        .gauge = m[gauge].value,
        .trip_cycles = !loaded ? NAN
                       : trip  ? m[NOC_METRIC_round_trip_cycles].value
                               : m[NOC_METRIC_packet_latency_cycles].value,
        .area_mm2 = m[NOC_METRIC_network_area_mm2].value,
        .leakage_mw = m[NOC_METRIC_leakage_power_mw].value,
        .power_mw = loaded ? m[NOC_METRIC_power_mw].value : NAN,
        .max_clock_mhz = m[NOC_METRIC_max_clock_mhz].value,
    };
}

/* ---- worth of a cure ------------------------------------------------------------------------ */

/* Ratio of two costs; 1 if one of them is not known. */
static double ratio(double with, double without)
{
    return isfinite(with / without) && without > 0.0 ? with / without : 1.0;
}

static bool differs(double a, double b)
{
    static const double rounding = 1e-9;
    return isfinite(a) && isfinite(b) && fabs(a - b) > rounding * fabs(b);
}

static const double least_gain = 0.01;

/* Smallest growth of cost that is counted: smaller growth counts as this. */
static const double least_cost = 0.01;

/* Relative growth of the cost, divisor of a cure's gain. */
static double cost_of(const search *s, const noc_cure *c)
{
    const noc_cure_figures *with = &c->figures, *base = &s->cures->base;
    const double cost =
        fmax(ratio(with->area_mm2, base->area_mm2), ratio(with->leakage_mw, base->leakage_mw));
    return fmax(cost - 1.0, least_cost);
}

static void judge(const search *s, noc_cure *c)
{
    const noc_cure_figures *with = &c->figures, *base = &s->cures->base;
    const double clock = s->design->chip.clock_mhz;
    c->worth = c->gain.change / cost_of(s, c);
    c->is_costed = !c->step.is_plan && (differs(with->area_mm2, base->area_mm2) ||
                                        differs(with->leakage_mw, base->leakage_mw));
    c->is_too_fast = with->max_clock_mhz < clock && with->max_clock_mhz < base->max_clock_mhz;
}

/* True if a cure has a known cost and its routers reach the clock. */
static bool is_fair(const noc_cure *c)
{
    return c->is_costed && !c->is_too_fast;
}

/* Finds the eligible cure with the largest gain per cost; NULL if no cure is eligible. */
static const noc_cure *best_fair(const noc_cures *cures)
{
    const noc_cure *best = NULL;
    for (size_t i = 0; i < cures->count; i++)
        if (is_fair(&cures->list[i]) && (!best || cures->list[i].worth > best->worth))
            best = &cures->list[i];
    return best;
}

/* ---- a trial -------------------------------------------------------------------------------- */

/* Finds the load with as many packets as the base's; NAN if the base has no load or no load is
 * wanted. */
static noc_status load_of(const search *s, const noc_system *system, double *load)
{
    const noc_estimate *base = s->question->base;
    noc_offered_load same = {NOC_LOAD_NONE, 0.0};
    if (isfinite(base->load) && s->question->all)
        same = (noc_offered_load){NOC_LOAD_TRANSACTIONS, base->load / base->work.flits};
    return noc_offered_load_of(system, s->question->calibration, &same, load, NULL);
}

/* Solves a trial at a load; without the load if the trial and the base both saturate at it, since
 * throughput beyond saturation takes long to compute. */
static noc_status answer(search *s, const noc_system *system, double load, noc_estimate *e,
                         noc_diag *diag)
{
    const noc_estimate *base = s->question->base;
    noc_trial_question q = {.calibration = s->question->calibration,
                            .kept = &s->kept,
                            .loop = is_closed(base),
                            .first = base->bottleneck.workload};
    memcpy(q.least, s->least, sizeof q.least);
    if (isfinite(load) && noc_answer_grows(base->answer)) {
        const noc_status status = noc_estimate_trial(system, &q, NAN, e, diag);
        const double saturation = e->metrics[NOC_METRIC_saturation_flits_per_cycle].value;
        if (status != NOC_OK || !(saturation > load)) return status;
    }
    return noc_estimate_trial(system, &q, load, e, diag);
}

/* True if the design could be a cure if its cores issued all the time. */
static bool may_gain(const search *s, const noc_design *design)
{
    if (s->question->all || s->cures->gauge != NOC_METRIC_ipc) return true;
    return noc_loop_highest_ipc(design) >= s->sure * s->cures->base.gauge;
}

/* True if a step can raise the throughput of a network that a channel limits. The throughput grows
 * by the channel's free share at most. */
static bool may_pass(const search *s, const noc_cure_step *step)
{
    if (s->question->all || s->cures->gauge == NOC_METRIC_ipc || !step->leaves_full) return true;
    return s->question->base->bottleneck.ceiling * s->sure < 1.0;
}

/* Finds the IPC that a trial needs, by binding resource: `ratio` times the base's at least, and
 * beyond the base over the whole interval of the resource. */
static void find_least(search *s, const noc_system *system, double least, noc_estimate *e)
{
    static const double rounding = 1e-9;
    const noc_widths widths = noc_widths_of_loop(system, s->question->calibration, e);
    for (int b = 0; b < NOC_BINDINGS; b++) {
        const noc_figure f = noc_widths_ipc(&widths, system, (noc_binding)b, s->base->value);
        const noc_metric alike = {.value = f.value, .lo = f.lo, .hi = f.hi};
        s->least[b] = (1.0 - rounding) *
                      fmax(least * s->cures->base.gauge, noc_contrast_least(s->base, &alike));
    }
}

/* True if a step of a network can reach `ratio` times the base's IPC. Throughputs of other
 * resources are those of the base, plus a margin: with the step they move by less. */
static bool may_reach(const search *s, const noc_cure_step *step, double least)
{
    static const double moves = 0.1;
    if (s->question->all || s->cures->gauge != NOC_METRIC_ipc || !step->is_network) return true;
    const double most =
        noc_loop_most_without(s->design, &s->question->base->heaviest, step->network);
    return (1.0 + moves) * most >= least * s->cures->base.gauge;
}

/* True if a step can be the best by its cost, which is quick to compute. Sets s->least_ipc to the
 * IPC that the step needs to be the best. */
static bool may_be_best(search *s, const noc_cure_step *step, const noc_system *system,
                        noc_estimate *e)
{
    const noc_cure *best = best_fair(s->cures);
    double least = s->sure;
    memset(s->least, 0, sizeof s->least);
    if (!step || s->question->all || noc_estimate_cost(system, e, NULL) != NOC_OK) return true;
    noc_cure c = {.step = *step, .figures = figures_of(e, s->cures->gauge)};
    judge(s, &c);
    if (best && !is_fair(&c)) return false;
    if (best) least = fmax(least, 1.0 + best->worth * cost_of(s, &c));
    if (s->cures->gauge == NOC_METRIC_ipc) find_least(s, system, least, e);
    return may_reach(s, step, least);
}

/* True if the design does not use the step's key: its answer is the answer without the step. */
static bool is_unread(const noc_cure_step *step, const noc_system *system)
{
    const char *key = strrchr(step->path, '.') + 1;
    return step->is_network && noc_unread_in_network(system, step->network, key);
}

/* Solves the design with its first `overrides` overrides, among them the step's (`step` NULL: no
 * step). False if the design is invalid, has no such load, or cannot be the best. */
static bool try_design(search *s, size_t overrides, const noc_cure_step *step, noc_estimate *e)
{
    noc_diag faults = {0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    double load = NAN;
    noc_status status = noc_design_read_next(s->question->source, s->overrides, overrides,
                                             &s->texts, &design, &faults);
    if (status == NOC_OK && step && !may_gain(s, design)) status = NOC_EFAILED;
    if (status == NOC_OK) status = noc_system_compile_kept(design, &s->kept, &system, &faults);
    if (status == NOC_OK && step && is_unread(step, system)) status = NOC_EFAILED;
    if (status == NOC_OK && !may_be_best(s, step, system, e)) status = NOC_EFAILED;
    if (status == NOC_OK) status = load_of(s, system, &load);
    if (status == NOC_OK) status = answer(s, system, load, e, &faults);
    e->design = s->design;
    noc_system_free(system);
    noc_design_free(design);
    noc_diag_clear(&faults);
    return status == NOC_OK;
}

/* Tries one step and keeps it if it has a gain. */
static void try_step(search *s, const noc_cure_step *step, const noc_estimate *base,
                     noc_estimate *with)
{
    const size_t own = s->design->override_count;
    if (step->is_network && !may_gain(s, s->design)) return;
    if (!may_reach(s, step, s->sure) || !may_pass(s, step)) return;
    snprintf(s->set, sizeof s->set, "%s=%s", step->path, step->to);
    s->overrides[own] = s->set;
    if (!try_design(s, own + 1, step, with)) return;
    s->cures->tried++;
    noc_cure c = {.step = *step, .figures = figures_of(with, s->cures->gauge)};
    const noc_side before = noc_side_of(base), after = noc_side_of(with);
    c.gain = noc_contrast_of(&before, &after, s->cures->gauge);
    if (!(c.gain.change >= least_gain) || c.gain.within) return;
    judge(s, &c);
    s->cures->list[s->cures->count++] = c;
}

/* ---- order ---------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const noc_cure *x = a, *y = b;
    if (is_fair(x) != is_fair(y)) return is_fair(x) ? -1 : 1;
    if (x->step.is_pointed != y->step.is_pointed) return x->step.is_pointed ? -1 : 1;
    if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
    const int by_path = strcmp(x->step.path, y->step.path);
    return by_path ? by_path : strcmp(x->step.to, y->step.to);
}

/* ---- trials of all steps -------------------------------------------------------------------- */

/* Allocates a cure for each step, and the design's overrides with one more. */
static bool make_room(search *s, size_t steps)
{
    const size_t own = s->design->override_count;
    s->cures->list = calloc(steps + 1, sizeof *s->cures->list);
    s->overrides = calloc(own + 2, sizeof *s->overrides);
    for (size_t i = 0; s->overrides && i < own; i++) s->overrides[i] = s->design->overrides[i];
    return s->cures->list && s->overrides;
}

/* Finds the model's answer without a step, again if a sampled window has changed the question's
 * answer. A gain counts only beyond the interval of the base. */
static bool find_base(search *s, noc_estimate *base)
{
    *base = *s->question->base;
    const bool checked = isfinite(base->check_measured) || isfinite(base->check_ipc_measured);
    if (checked && !try_design(s, s->design->override_count, NULL, base)) return false;
    const noc_metric *gauge = s->base = &base->metrics[s->cures->gauge];
    s->cures->base = figures_of(base, s->cures->gauge);
    s->sure = fmax(1.0 + least_gain, isfinite(gauge->hi) ? gauge->hi / gauge->value : 0.0);
    return isfinite(s->cures->base.gauge);
}

/* Rounds of trials: steps that the limit names; other steps that can have a cost; all other
 * steps. */
typedef enum turn { POINTED, COSTED, REST, TURNS } turn;

static turn turn_of(const noc_cure_step *step)
{
    return step->is_pointed ? POINTED : step->may_cost ? COSTED : REST;
}

static void try_turn(search *s, turn now, const noc_cure_steps *steps, noc_estimate two[2])
{
    for (size_t i = 0; i < steps->count; i++)
        if (turn_of(&steps->list[i]) == now) try_step(s, &steps->list[i], &two[0], &two[1]);
}

/* Tries the steps, round by round. False when out of memory. */
static bool try_all(search *s, const noc_cure_steps *steps)
{
    const bool all = s->question->all;
    noc_estimate *two = calloc(2, sizeof *two);
    const bool fits = two && make_room(s, steps->count);
    if (fits && find_base(s, &two[0]))
        for (int now = POINTED; now < (all ? TURNS : REST); now++)
            if (all || !best_fair(s->cures)) try_turn(s, (turn)now, steps, two);
    free(two);
    return fits;
}

noc_status noc_cures_find(const noc_cures_question *q, noc_cures *cures, noc_diag *diag)
{
    search s = {.question = q, .cures = cures, .design = q->base->design};
    noc_cure_steps steps;
    const bool closed = is_closed(q->base);
    *cures = (noc_cures){.are_all = q->all,
                         .untried = !q->all && noc_flows_are_many(s.design),
                         .gauge = closed ? NOC_METRIC_ipc : NOC_METRIC_saturation_data_gb_per_s};
    if (cures->untried) return NOC_OK;
    bool fits = noc_cure_steps_of(s.design, &q->base->bottleneck, closed, &steps);
    if (fits) fits = try_all(&s, &steps);
    if (cures->count > 0) qsort(cures->list, cures->count, sizeof *cures->list, compare);
    free(steps.list);
    free(s.overrides);
    noc_config_memory_clear(&s.texts);
    noc_kept_clear(&s.kept);
    return fits ? NOC_OK : noc_fail_memory(diag);
}

void noc_cures_clear(noc_cures *cures)
{
    free(cures->list);
    *cures = (noc_cures){.list = NULL};
}
