#include "explore/evaluate.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/flow_map.h"
#include "base/memory_limit.h"
#include "base/suggest.h"
#include "explore/store/store_settings.h"
#include "hybrid/answers/figures/reasons.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "network/compile/kept_systems.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

const char *noc_design_state_name(noc_design_state state)
{
    static const char *const names[] = {"ok", "excluded", "invalid", "failed"};
    return names[state];
}

void noc_space_format_task(const noc_space *space, char *text, size_t size)
{
    char load[NOC_LOAD_CHARS];
    noc_offered_load_format(&space->load, load);
    snprintf(text, size, *load ? "load %s" : "limits", load);
}

/* Sets the outcome's state, and its reason from the first message: "network.rows: fault". The value
 * is left out, since it differs between designs. */
static void set_reason(noc_outcome *o, noc_design_state state, const noc_diag *diag)
{
    static const char set[] = "--set ";
    o->state = state;
    if (diag->count == 0) return;
    const noc_message *m = &diag->messages[0];
    const bool option = m->file && strncmp(m->file, set, strlen(set)) == 0;
    const char *path = option ? m->file + strlen(set) : "";
    snprintf(o->reason, sizeof o->reason, "%.*s%s%.180s", option ? (int)strcspn(path, "=") : 0,
             path, option ? ": " : "", m->text ? m->text : "out of memory");
}

/* Applies the constraints: the first one that is not met excludes the design. An unknown metric
 * excludes the design only if `is_final`. NOC_EINPUT: a constraint needs a single value, and the
 * design has several or none. */
static noc_status apply_constraints(const noc_evaluator *evaluator, const noc_design *design,
                                    const noc_metric *metrics, bool is_final, noc_outcome *o,
                                    noc_diag *diag)
{
    noc_constraint_subject subject = {
        .design = design, .metrics = metrics, .allows_fewer_networks = true};
    for (size_t i = 0; i < evaluator->space->constraint_count; i++) {
        const noc_expression *e = evaluator->space->constraints[i];
        const noc_truth truth = noc_expression_test(e, noc_constraint_value, &subject);
        if (truth == NOC_FAULTY)
            return noc_fail(diag, NOC_EINPUT, noc_expression_place(e), "'%s': %s",
                            noc_expression_text(e), subject.fault);
        if (truth == NOC_TRUE || (truth == NOC_UNKNOWN && !is_final)) continue;
        o->state = NOC_STATE_EXCLUDED;
        snprintf(o->reason, sizeof o->reason, "%s%.200s",
                 truth == NOC_FALSE ? "" : "not known: ", noc_expression_text(e));
        return NOC_OK;
    }
    return NOC_OK;
}

static bool is_excluded(const noc_outcome *o)
{
    return o->state == NOC_STATE_EXCLUDED;
}

static char *write_json_list(const char *const *overrides, size_t count)
{
    json_auto_t *list = json_array();
    for (size_t i = 0; i < count; i++) json_array_append_new(list, json_string(overrides[i]));
    return json_dumps(list, JSON_COMPACT);
}

static noc_status solve_model(noc_evaluator *evaluator, const noc_system *system, noc_outcome *o,
                              noc_diag *diag)
{
    const noc_design *design = system->design;
    if (evaluator->space->constraint_count > 0) {
        const noc_status cost = noc_estimate_cost(system, &o->estimate, diag);
        if (cost != NOC_OK) return cost;
        const noc_status constraint_status =
            apply_constraints(evaluator, design, o->estimate.metrics, false, o, diag);
        if (constraint_status != NOC_OK || is_excluded(o)) return constraint_status;
    }
    if (evaluator->is_survey) return NOC_OK;
    double load;
    noc_status status = noc_offered_load_convert(system, noc_calibration_shipped(),
                                                 &evaluator->space->load, &load, diag);
    if (status == NOC_OK)
        status = noc_estimate_sweep_point(system, load, evaluator->space->extent,
                                          &evaluator->stage_results, &o->estimate, diag);
    if (status != NOC_OK) return status;
    o->has_estimate = o->is_new = true;
    return apply_constraints(evaluator, design, o->estimate.metrics, true, o, diag);
}

static void drop_results(noc_evaluator *evaluator)
{
    noc_cache_clear(&evaluator->stage_results);
    noc_memory_release(evaluator->reserved_bytes);
    evaluator->reserved_bytes = 0;
}

/* Estimates the bytes of a design's system, of the stage results beside it, and of one thread's
 * results and store pages. */
static double estimate_bytes(const noc_system_size *size)
{
    enum { THREAD_BYTES = 4 << 20 };
    return size->bytes + (NOC_SYSTEMS_ROOM + NOC_ROUTES_ROOM + NOC_FLOW_MAPS_BYTES) + THREAD_BYTES;
}

/* Reserves memory for a design's system. If memory is short, the thread first frees its stage
 * results and its reservation, and then waits for other threads. */
static void reserve_memory(noc_evaluator *evaluator, const noc_design *design)
{
    const noc_system_size size = noc_model_size_of(design);
    const uint64_t bytes = noc_memory_round_up(estimate_bytes(&size));
    if (bytes <= evaluator->reserved_bytes || size.bytes > (double)noc_memory_limit()) return;
    if (!noc_memory_try_reserve(bytes - evaluator->reserved_bytes)) {
        drop_results(evaluator);
        noc_memory_reserve(bytes);
    }
    evaluator->reserved_bytes = bytes;
}

static noc_status compute_outcome(noc_evaluator *evaluator, const noc_design *design,
                                  noc_outcome *o)
{
    NOC_AUTO(noc_diag_clear) noc_diag diag = {0};
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    reserve_memory(evaluator, design);
    noc_status status = noc_system_compile_kept(design, &evaluator->stage_results, &system, &diag);
    if (status == NOC_OK) status = solve_model(evaluator, system, o, &diag);
    if (status != NOC_OK)
        set_reason(o, status == NOC_EFAILED ? NOC_STATE_FAILED : NOC_STATE_INVALID, &diag);
    o->estimate.design = NULL;
    return NOC_OK;
}

/* Applies the constraints to a design whose answer is in the store. Constraints on the cost are
 * checked first, as without a stored answer, so that the reason does not depend on the store. */
static noc_status apply_stored_answer(const noc_evaluator *evaluator, const noc_design *design,
                                      noc_outcome *o, noc_diag *diag)
{
    noc_metric cost[NOC_METRICS];
    for (int id = 0; id < NOC_METRICS; id++)
        cost[id] = noc_metric_is_cost((noc_metric_id)id) ? o->estimate.metrics[id]
                                                         : (noc_metric){NAN, NAN, NAN, NAN, NULL};
    const noc_status status = apply_constraints(evaluator, design, cost, false, o, diag);
    if (status != NOC_OK || is_excluded(o)) return status;
    return apply_constraints(evaluator, design, o->estimate.metrics, true, o, diag);
}

static noc_status reuse_result(const noc_evaluator *evaluator, const noc_design *design,
                               noc_outcome *o, bool *is_found, noc_diag *diag)
{
    *is_found = false;
    if (!evaluator->result_store || evaluator->is_survey) return NOC_OK;
    const noc_status status =
        noc_store_find_result(evaluator->result_store, design->hash, NOC_METHOD_MODEL,
                              evaluator->task, evaluator->engine, &o->estimate, is_found, diag);
    *is_found = *is_found && o->estimate.extent >= evaluator->space->extent;
    if (status != NOC_OK || !*is_found) return status;
    o->has_estimate = true;
    return apply_stored_answer(evaluator, design, o, diag);
}

static noc_status evaluate_design(noc_evaluator *evaluator, const noc_design *design,
                                  noc_outcome *o, noc_diag *diag)
{
    bool is_found = false;
    snprintf(o->hash, sizeof o->hash, "%s", design->hash);
    noc_status status = apply_constraints(evaluator, design, NULL, false, o, diag);
    if (status != NOC_OK || is_excluded(o)) return status;
    status = reuse_result(evaluator, design, o, &is_found, diag);
    return status != NOC_OK || is_found ? status : compute_outcome(evaluator, design, o);
}

noc_status noc_evaluator_run(noc_evaluator *evaluator, uint64_t position, noc_outcome *o,
                             noc_diag *diag)
{
    *o = (noc_outcome){.position = position, .state = NOC_STATE_OK};
    const size_t count = noc_space_list_overrides(evaluator->space, position, evaluator->overrides);
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    noc_status status = noc_design_read_next(&evaluator->space->base, evaluator->overrides, count,
                                             &evaluator->texts, &design, &faults);
    if (status != NOC_OK) {
        set_reason(o, NOC_STATE_INVALID, &faults);
        return status == NOC_EFAILED ? noc_fail_memory(diag) : NOC_OK;
    }
    status = evaluate_design(evaluator, design, o, diag);
    if (status == NOC_OK && o->has_estimate) {
        o->overrides = write_json_list(evaluator->overrides, count);
        if (evaluator->columns) o->settings = noc_settings_write_json(evaluator->columns, design);
        if (!o->overrides || (evaluator->columns && !o->settings)) status = noc_fail_memory(diag);
    }
    return status;
}

/* ---- figures wanted by a space -------------------------------------------------------------- */

/* Search for one design with each figure of a space. */
typedef struct figure_search {
    const noc_space *space;
    bool *is_found;
    const char **reasons; /* reasons for the missing figures in the last design; NULL: none */
    bool has_metric[NOC_METRICS];
    size_t missing_figures;
} figure_search;

static void check_system(figure_search *l, const noc_system *system)
{
    const double load = l->space->load.form == NOC_LOAD_NONE ? NAN : 1.0;
    for (int id = 0; id < NOC_METRICS; id++)
        l->has_metric[id] |= !noc_estimate_absence_reason(system, load, (noc_metric_id)id);
    for (size_t i = 0; i < l->space->figure_count; i++) {
        if (l->is_found[i]) continue;
        l->reasons[i] = noc_estimate_absence_reason(system, load, l->space->figures[i].metric);
        l->is_found[i] = !l->reasons[i];
        l->missing_figures -= l->is_found[i];
    }
}

static void check_position(figure_search *l, noc_evaluator *evaluator, uint64_t position)
{
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    const size_t count = noc_space_list_overrides(evaluator->space, position, evaluator->overrides);
    if (noc_design_read_next(&evaluator->space->base, evaluator->overrides, count,
                             &evaluator->texts, &design, &ignored) == NOC_OK &&
        noc_system_compile_kept(design, &evaluator->stage_results, &system, &ignored) == NOC_OK)
        check_system(l, system);
}

static noc_status report_missing_figure(const figure_search *l, size_t i, noc_diag *diag)
{
    const noc_space_figure *f = &l->space->figures[i];
    const char *name = noc_metric_info_of(f->metric)->name;
    noc_nearest_search nearest = {.wanted = name};
    for (int id = 0; id < NOC_METRICS; id++)
        if (l->has_metric[id])
            noc_nearest_consider(&nearest, noc_metric_info_of((noc_metric_id)id)->name);
    const char *nearest_name = noc_nearest_name(&nearest);
    return noc_fail(diag, NOC_EINPUT, (noc_place){l->space->file, f->line},
                    "figures: no design of the space has %s: %s%s%s%s", name, l->reasons[i],
                    nearest_name ? "; did you mean '" : "", nearest_name ? nearest_name : "",
                    nearest_name ? "'?" : "");
}

noc_status noc_space_check_figures(const noc_space *space, noc_diag *diag)
{
    enum { CHECKED_MAX = 2000 };
    const uint64_t stride = space->root.design_count / CHECKED_MAX + 1;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    NOC_AUTO(noc_evaluator_clear) noc_evaluator evaluator = {.space = space};
    figure_search l = {.space = space, .missing_figures = space->figure_count};
    if (l.missing_figures == 0) return NOC_OK;
    evaluator.overrides = calloc(space->max_overrides + 1, sizeof *evaluator.overrides);
    l.is_found = noc_arena_array(&scratch, l.missing_figures, sizeof *l.is_found);
    l.reasons = noc_arena_array(&scratch, l.missing_figures, sizeof *l.reasons);
    if (!evaluator.overrides || scratch.is_short) return noc_fail_memory(diag);
    for (uint64_t position = 0; position < space->root.design_count && l.missing_figures > 0;
         position += stride)
        check_position(&l, &evaluator, position);
    for (size_t i = 0; stride == 1 && i < space->figure_count; i++)
        if (!l.is_found[i] && l.reasons[i]) return report_missing_figure(&l, i, diag);
    return NOC_OK;
}

void noc_outcome_clear(noc_outcome *o)
{
    free(o->overrides);
    free(o->settings);
    o->overrides = o->settings = NULL;
}

void noc_evaluator_clear(noc_evaluator *evaluator)
{
    noc_config_memory_clear(&evaluator->texts);
    drop_results(evaluator);
    free(evaluator->overrides);
    evaluator->overrides = NULL;
}
