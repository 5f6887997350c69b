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
typedef struct cure_search {
    const noc_cures_question *question;
    noc_cures *cures;
    const noc_design *design;
    const char **overrides; /* the design's overrides, with room for one more */
    char override[2 * NOC_STEP_CHARS + 8];
    noc_config_memory texts;
    noc_value_cache stage_results;
    const noc_metric *base_metric; /* target metric of the design without a step */
    double min_gain_ratio; /* smallest ratio to the base's metric that is beyond its interval */
    /* [binding resource]: IPC below which a trial is no cure. */
    double least_ipc[NOC_BINDINGS];
} cure_search;

static bool is_closed_loop(const noc_estimate *base)
{
    return isnan(base->load) && base->design->closed_loop;
}

static noc_cure_metrics read_metrics(const noc_estimate *e, noc_metric_id target)
{
    const noc_metric *m = e->metrics;
    const bool has_load = isfinite(e->load),
               has_round_trip = isfinite(m[NOC_METRIC_round_trip_cycles].value);
    return (noc_cure_metrics){
        .target_value = m[target].value,
        .latency_cycles = !has_load        ? NAN
                          : has_round_trip ? m[NOC_METRIC_round_trip_cycles].value
                                           : m[NOC_METRIC_packet_latency_cycles].value,
        .area_mm2 = m[NOC_METRIC_network_area_mm2].value,
        .leakage_mw = m[NOC_METRIC_leakage_power_mw].value,
        .power_mw = has_load ? m[NOC_METRIC_power_mw].value : NAN,
        .max_clock_mhz = m[NOC_METRIC_max_clock_mhz].value,
    };
}

/* ---- worth of a cure ------------------------------------------------------------------------ */

/* Ratio of two costs; 1 if one of them is not known. */
static double cost_ratio(double cost, double base_cost)
{
    return isfinite(cost / base_cost) && base_cost > 0.0 ? cost / base_cost : 1.0;
}

static bool is_different(double a, double b)
{
    static const double rounding = 1e-9;
    return isfinite(a) && isfinite(b) && fabs(a - b) > rounding * fabs(b);
}

static const double min_gain = 0.01;

/* Smallest growth of cost that is counted: smaller growth counts as this. */
static const double min_cost_growth = 0.01;

/* Relative growth of the cost, divisor of a cure's gain. */
static double find_cost_growth(const cure_search *s, const noc_cure *c)
{
    const noc_cure_metrics *metrics = &c->metrics, *base = &s->cures->base_metrics;
    const double growth = fmax(cost_ratio(metrics->area_mm2, base->area_mm2),
                               cost_ratio(metrics->leakage_mw, base->leakage_mw));
    return fmax(growth - 1.0, min_cost_growth);
}

static void rate_cure(const cure_search *s, noc_cure *c)
{
    const noc_cure_metrics *metrics = &c->metrics, *base = &s->cures->base_metrics;
    const double clock_mhz = s->design->chip.clock_mhz;
    c->gain_per_cost = c->gain.change / find_cost_growth(s, c);
    c->has_cost = !c->step.moves_nodes && (is_different(metrics->area_mm2, base->area_mm2) ||
                                           is_different(metrics->leakage_mw, base->leakage_mw));
    c->misses_clock =
        metrics->max_clock_mhz < clock_mhz && metrics->max_clock_mhz < base->max_clock_mhz;
}

/* True if a cure has a known cost and its routers reach the clock. */
static bool is_eligible(const noc_cure *c)
{
    return c->has_cost && !c->misses_clock;
}

/* Finds the eligible cure with the largest gain per cost; NULL if no cure is eligible. */
static const noc_cure *find_best_eligible(const noc_cures *cures)
{
    const noc_cure *best = NULL;
    for (size_t i = 0; i < cures->count; i++)
        if (is_eligible(&cures->list[i]) &&
            (!best || cures->list[i].gain_per_cost > best->gain_per_cost))
            best = &cures->list[i];
    return best;
}

/* ---- a trial -------------------------------------------------------------------------------- */

/* Finds the load with as many transactions as the base's load; NAN if the base has no load, or
 * without wants_all. */
static noc_status find_trial_load(const cure_search *s, const noc_system *system, double *load)
{
    const noc_estimate *base = s->question->base_answer;
    noc_offered_load same_packets = {NOC_LOAD_NONE, 0.0};
    if (isfinite(base->load) && s->question->wants_all)
        same_packets = (noc_offered_load){NOC_LOAD_TRANSACTIONS, base->load / base->work.flits};
    return noc_offered_load_convert(system, s->question->calibration, &same_packets, load, NULL);
}

/* Solves a trial at a load. If the trial and the base both saturate at this load, solves it without
 * the load, since throughput beyond saturation takes long to compute. */
static noc_status solve_trial(cure_search *s, const noc_system *system, double load,
                              noc_estimate *e, noc_diag *diag)
{
    const noc_estimate *base = s->question->base_answer;
    noc_trial_question q = {.calibration = s->question->calibration,
                            .kept_results = &s->stage_results,
                            .is_loop = is_closed_loop(base),
                            .first_workload = base->bottleneck.workload};
    memcpy(q.least_ipc, s->least_ipc, sizeof q.least_ipc);
    if (isfinite(load) && noc_answer_has_growth(base->answer)) {
        const noc_status status = noc_estimate_trial(system, &q, NAN, e, diag);
        const double saturation = e->metrics[NOC_METRIC_saturation_flits_per_cycle].value;
        if (status != NOC_OK || !(saturation > load)) return status;
    }
    return noc_estimate_trial(system, &q, load, e, diag);
}

/* True if the design could be a cure if its cores issued all the time. */
static bool can_gain(const cure_search *s, const noc_design *design)
{
    if (s->question->wants_all || s->cures->target_metric != NOC_METRIC_ipc) return true;
    return noc_loop_highest_ipc(design) >= s->min_gain_ratio * s->cures->base_metrics.target_value;
}

/* True if a step can raise the throughput of a network that a channel limits. The throughput grows
 * by the channel's free share at most. */
static bool can_pass_channel(const cure_search *s, const noc_cure_step *step)
{
    if (s->question->wants_all || s->cures->target_metric == NOC_METRIC_ipc ||
        !step->keeps_full_channel)
        return true;
    return s->question->base_answer->bottleneck.held_utilization * s->min_gain_ratio < 1.0;
}

/* Finds the IPC that a trial needs, [binding resource]: at least `ratio` times the base's IPC, and
 * so large that the resource's whole interval is above the base. */
static void find_least_ipc(cure_search *s, const noc_system *system, double ratio, noc_estimate *e)
{
    static const double rounding = 1e-9;
    const noc_widths widths = noc_widths_find_loop(system, s->question->calibration, e);
    for (int b = 0; b < NOC_BINDINGS; b++) {
        const noc_figure f = noc_widths_ipc(&widths, system, (noc_binding)b, s->base_metric->value);
        const noc_metric limit_metric = {.value = f.value, .lo = f.lo, .hi = f.hi};
        s->least_ipc[b] =
            (1.0 - rounding) * fmax(ratio * s->cures->base_metrics.target_value,
                                    noc_contrast_bound(s->base_metric, &limit_metric));
    }
}

/* True if a step of a network can reach `ratio` times the base's IPC. Other resources allow the
 * base's throughputs plus a margin, since a step changes these throughputs by less. */
static bool can_reach(const cure_search *s, const noc_cure_step *step, double ratio)
{
    static const double margin = 0.1;
    if (s->question->wants_all || s->cures->target_metric != NOC_METRIC_ipc || !step->is_network)
        return true;
    const double highest_ipc =
        noc_loop_bound_ipc(s->design, &s->question->base_answer->heaviest_workload, step->network);
    return (1.0 + margin) * highest_ipc >= ratio * s->cures->base_metrics.target_value;
}

/* True if a step can be the best by its cost, which is quick to compute. Sets s->least_ipc to the
 * IPC that the step needs to be the best. */
static bool can_be_best(cure_search *s, const noc_cure_step *step, const noc_system *system,
                        noc_estimate *e)
{
    const noc_cure *best = find_best_eligible(s->cures);
    double ratio = s->min_gain_ratio;
    memset(s->least_ipc, 0, sizeof s->least_ipc);
    if (!step || s->question->wants_all || noc_estimate_cost(system, e, NULL) != NOC_OK)
        return true;
    noc_cure c = {.step = *step, .metrics = read_metrics(e, s->cures->target_metric)};
    rate_cure(s, &c);
    if (best && !is_eligible(&c)) return false;
    if (best) ratio = fmax(ratio, 1.0 + best->gain_per_cost * find_cost_growth(s, &c));
    if (s->cures->target_metric == NOC_METRIC_ipc) find_least_ipc(s, system, ratio, e);
    return can_reach(s, step, ratio);
}

/* True if the design does not use the step's key: its answer is the answer without the step. */
static bool is_key_unread(const noc_cure_step *step, const noc_system *system)
{
    const char *key = strrchr(step->path, '.') + 1;
    return step->is_network && noc_is_unread_network_key(system, step->network, key);
}

/* Solves the design with its first `overrides` overrides, among them the step's (`step` NULL: no
 * step). False if the design is invalid, has no such load, or cannot be the best. */
static bool try_design(cure_search *s, size_t overrides, const noc_cure_step *step, noc_estimate *e)
{
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    double load = NAN;
    noc_status status = noc_design_read_next(s->question->source, s->overrides, overrides,
                                             &s->texts, &design, &faults);
    if (status == NOC_OK && step && !can_gain(s, design)) status = NOC_EFAILED;
    if (status == NOC_OK)
        status = noc_system_compile_kept(design, &s->stage_results, &system, &faults);
    if (status == NOC_OK && step && is_key_unread(step, system)) status = NOC_EFAILED;
    if (status == NOC_OK && !can_be_best(s, step, system, e)) status = NOC_EFAILED;
    if (status == NOC_OK) status = find_trial_load(s, system, &load);
    if (status == NOC_OK) status = solve_trial(s, system, load, e, &faults);
    e->design = s->design;
    return status == NOC_OK;
}

/* Tries one step and keeps it if it has a gain. */
static void try_cure_step(cure_search *s, const noc_cure_step *step, const noc_estimate *base,
                          noc_estimate *trial)
{
    const size_t override_count = s->design->override_count;
    if (step->is_network && !can_gain(s, s->design)) return;
    if (!can_reach(s, step, s->min_gain_ratio) || !can_pass_channel(s, step)) return;
    snprintf(s->override, sizeof s->override, "%s=%s", step->path, step->new_text);
    s->overrides[override_count] = s->override;
    if (!try_design(s, override_count + 1, step, trial)) return;
    s->cures->tried_steps++;
    noc_cure c = {.step = *step, .metrics = read_metrics(trial, s->cures->target_metric)};
    const noc_contrast_side base_side = noc_contrast_side_make(base),
                            trial_side = noc_contrast_side_make(trial);
    c.gain = noc_contrast_compare(&base_side, &trial_side, s->cures->target_metric);
    if (!(c.gain.change >= min_gain) || c.gain.is_indistinct) return;
    rate_cure(s, &c);
    s->cures->list[s->cures->count++] = c;
}

/* ---- order ---------------------------------------------------------------------------------- */

static int compare_cures(const void *a, const void *b)
{
    const noc_cure *x = a, *y = b;
    if (is_eligible(x) != is_eligible(y)) return is_eligible(x) ? -1 : 1;
    if (x->step.is_named_by_limit != y->step.is_named_by_limit)
        return x->step.is_named_by_limit ? -1 : 1;
    if (x->gain_per_cost != y->gain_per_cost) return x->gain_per_cost > y->gain_per_cost ? -1 : 1;
    const int path_order = strcmp(x->step.path, y->step.path);
    return path_order ? path_order : strcmp(x->step.new_text, y->step.new_text);
}

/* ---- trials of all steps -------------------------------------------------------------------- */

/* Finds the model's answer without a step: the question's answer, solved again if a sampled window
 * has changed it. A gain counts only beyond the interval of the base. */
static bool find_base_answer(cure_search *s, noc_estimate *base)
{
    *base = *s->question->base_answer;
    const bool has_window = isfinite(base->check_measured) || isfinite(base->check_ipc_measured);
    if (has_window && !try_design(s, s->design->override_count, NULL, base)) return false;
    const noc_metric *metric = s->base_metric = &base->metrics[s->cures->target_metric];
    s->cures->base_metrics = read_metrics(base, s->cures->target_metric);
    s->min_gain_ratio =
        fmax(1.0 + min_gain, isfinite(metric->hi) ? metric->hi / metric->value : 0.0);
    return isfinite(s->cures->base_metrics.target_value);
}

/* Rounds of trials: steps that the limit names; other steps that can have a cost; all other
 * steps. */
typedef enum trial_round { ROUND_LIMIT, ROUND_COST, ROUND_OTHER, ROUNDS } trial_round;

static trial_round find_round(const noc_cure_step *step)
{
    return step->is_named_by_limit ? ROUND_LIMIT : step->can_cost ? ROUND_COST : ROUND_OTHER;
}

static void try_round(cure_search *s, trial_round round, const noc_cure_steps *steps,
                      noc_estimate answers[2])
{
    for (size_t i = 0; i < steps->count; i++)
        if (find_round(&steps->list[i]) == round)
            try_cure_step(s, &steps->list[i], &answers[0], &answers[1]);
}

/* Tries the steps, round by round. `answers`: room for the base's answer and a trial's. */
static void try_rounds(cure_search *s, const noc_cure_steps *steps, noc_estimate *answers)
{
    const bool wants_all = s->question->wants_all;
    if (!find_base_answer(s, &answers[0])) return;
    for (int round = ROUND_LIMIT; round < (wants_all ? ROUNDS : ROUND_OTHER); round++)
        if (wants_all || !find_best_eligible(s->cures))
            try_round(s, (trial_round)round, steps, answers);
}

static void clear_search(cure_search *s)
{
    noc_config_memory_clear(&s->texts);
    noc_cache_clear(&s->stage_results);
}

noc_status noc_cures_find(const noc_cures_question *q, noc_arena *arena, noc_cures *cures,
                          noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    NOC_AUTO(clear_search)
    cure_search s = {.question = q, .cures = cures, .design = q->base_answer->design};
    noc_cure_steps steps = {NULL, 0};
    const bool is_closed = is_closed_loop(q->base_answer);
    *cures = (noc_cures){.is_complete = q->wants_all,
                         .is_skipped = !q->wants_all && noc_flows_are_many(s.design),
                         .target_metric =
                             is_closed ? NOC_METRIC_ipc : NOC_METRIC_saturation_data_gb_per_s};
    if (cures->is_skipped) return NOC_OK;
    noc_cure_steps_list(s.design, &q->base_answer->bottleneck, is_closed, &scratch, &steps);
    const size_t override_count = s.design->override_count;
    s.overrides = noc_arena_array(&scratch, override_count + 1, sizeof *s.overrides);
    noc_estimate *answers = noc_arena_array(&scratch, 2, sizeof *answers);
    cures->list = noc_arena_array(arena, steps.count, sizeof *cures->list);
    if (scratch.is_short || !cures->list) return noc_fail_memory(diag);
    for (size_t i = 0; i < override_count; i++) s.overrides[i] = s.design->overrides[i];
    try_rounds(&s, &steps, answers);
    if (cures->count > 0) qsort(cures->list, cures->count, sizeof *cures->list, compare_cures);
    return NOC_OK;
}
