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

const char *noc_state_name(noc_state state)
{
    static const char *const names[] = {"ok", "excluded", "invalid", "failed"};
    return names[state];
}

void noc_space_task(const noc_space *space, char *text, size_t size)
{
    char load[NOC_LOAD_CHARS];
    noc_offered_load_text(&space->load, load);
    snprintf(text, size, *load ? "load %s" : "limits", load);
}

/* Sets the outcome's state, and its reason from the first message: "network.rows: fault". The value
 * is left out, since it differs between designs. */
static void explain(noc_outcome *o, noc_state state, const noc_diag *diag)
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
static noc_status exclude(const noc_evaluator *v, const noc_design *design,
                          const noc_metric *metrics, bool last, noc_outcome *o, noc_diag *diag)
{
    noc_subject subject = {.design = design, .metrics = metrics, .one_of_several = true};
    for (size_t i = 0; i < v->space->constraint_count; i++) {
        const noc_expression *e = v->space->constraints[i];
        const noc_truth holds = noc_expression_holds(e, noc_subject_value, &subject);
        if (holds == NOC_FAULTY)
            return noc_fail(diag, NOC_EINPUT, noc_expression_place(e), "'%s': %s",
                            noc_expression_text(e), subject.fault);
        if (holds == NOC_TRUE || (holds == NOC_UNKNOWN && !last)) continue;
        o->state = NOC_STATE_EXCLUDED;
        snprintf(o->reason, sizeof o->reason, "%s%.200s",
                 holds == NOC_FALSE ? "" : "not known: ", noc_expression_text(e));
        return NOC_OK;
    }
    return NOC_OK;
}

static bool is_excluded(const noc_outcome *o)
{
    return o->state == NOC_STATE_EXCLUDED;
}

static char *json_of(const char *const *overrides, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) json_array_append_new(list, json_string(overrides[i]));
    char *text = json_dumps(list, JSON_COMPACT);
    json_decref(list);
    return text;
}

static noc_status ask_model(noc_evaluator *v, const noc_system *system, noc_outcome *o,
                            noc_diag *diag)
{
    const noc_design *design = system->design;
    if (v->space->constraint_count > 0) {
        const noc_status cost = noc_estimate_cost(system, &o->estimate, diag);
        if (cost != NOC_OK) return cost;
        const noc_status asked = exclude(v, design, o->estimate.metrics, false, o, diag);
        if (asked != NOC_OK || is_excluded(o)) return asked;
    }
    if (v->survey) return NOC_OK;
    double load;
    noc_status status =
        noc_offered_load_of(system, noc_calibration_shipped(), &v->space->load, &load, diag);
    if (status == NOC_OK)
        status =
            noc_estimate_model_next(system, load, v->space->extent, &v->kept, &o->estimate, diag);
    if (status != NOC_OK) return status;
    o->answered = o->computed = true;
    return exclude(v, design, o->estimate.metrics, true, o, diag);
}

static void forget(noc_evaluator *v)
{
    noc_kept_clear(&v->kept);
    noc_memory_release(v->reserved);
    v->reserved = 0;
}

/* Estimates the bytes of a design's system, of the stage results beside it, and of one thread's
 * results and store pages. */
static double bytes_of(const noc_system_size *size)
{
    enum { THREAD_BYTES = 4 << 20 };
    return size->bytes + (NOC_SYSTEMS_ROOM + NOC_ROUTES_ROOM + NOC_FLOW_MAPS_ROOM) + THREAD_BYTES;
}

/* Reserves memory for a design's system. If memory is short, the thread first frees its stage
 * results and its reservation, and then waits for other threads. */
static void reserve(noc_evaluator *v, const noc_design *design)
{
    const noc_system_size size = noc_model_size_of(design);
    const uint64_t bytes = noc_memory_whole(bytes_of(&size));
    if (bytes <= v->reserved || size.bytes > (double)noc_memory_limit()) return;
    if (!noc_memory_try_reserve(bytes - v->reserved)) {
        forget(v);
        noc_memory_reserve(bytes);
    }
    v->reserved = bytes;
}

static noc_status compute(noc_evaluator *v, const noc_design *design, noc_outcome *o)
{
    noc_diag diag = {0};
    noc_system *system = NULL;
    reserve(v, design);
    noc_status status = noc_system_compile_kept(design, &v->kept, &system, &diag);
    if (status == NOC_OK) status = ask_model(v, system, o, &diag);
    if (status != NOC_OK)
        explain(o, status == NOC_EFAILED ? NOC_STATE_FAILED : NOC_STATE_INVALID, &diag);
    noc_system_free(system);
    o->estimate.design = NULL;
    noc_diag_clear(&diag);
    return NOC_OK;
}

/* Applies the constraints to a design whose answer is in the store. Constraints on the cost are
 * checked first, as without a stored answer, so that the reason does not depend on the store. */
static noc_status exclude_as_known(const noc_evaluator *v, const noc_design *design, noc_outcome *o,
                                   noc_diag *diag)
{
    noc_metric cost[NOC_METRICS];
    for (int id = 0; id < NOC_METRICS; id++)
        cost[id] = noc_metric_is_of_cost((noc_metric_id)id)
                       ? o->estimate.metrics[id]
                       : (noc_metric){NAN, NAN, NAN, NAN, NULL};
    const noc_status status = exclude(v, design, cost, false, o, diag);
    if (status != NOC_OK || is_excluded(o)) return status;
    return exclude(v, design, o->estimate.metrics, true, o, diag);
}

static noc_status reuse(const noc_evaluator *v, const noc_design *design, noc_outcome *o,
                        bool *found, noc_diag *diag)
{
    *found = false;
    if (!v->known || v->survey) return NOC_OK;
    const noc_status status = noc_store_find(v->known, design->hash, NOC_METHOD_MODEL, v->task,
                                             v->engine, &o->estimate, found, diag);
    *found = *found && o->estimate.extent >= v->space->extent;
    if (status != NOC_OK || !*found) return status;
    o->answered = true;
    return exclude_as_known(v, design, o, diag);
}

static noc_status evaluate(noc_evaluator *v, const noc_design *design, noc_outcome *o,
                           noc_diag *diag)
{
    bool found = false;
    snprintf(o->hash, sizeof o->hash, "%s", design->hash);
    noc_status status = exclude(v, design, NULL, false, o, diag);
    if (status != NOC_OK || is_excluded(o)) return status;
    status = reuse(v, design, o, &found, diag);
    return status != NOC_OK || found ? status : compute(v, design, o);
}

noc_status noc_evaluate(noc_evaluator *v, uint64_t position, noc_outcome *o, noc_diag *diag)
{
    *o = (noc_outcome){.position = position, .state = NOC_STATE_OK};
    const size_t count = noc_space_pick(v->space, position, v->overrides);
    noc_diag faults = {0};
    noc_design *design = NULL;
    noc_status status =
        noc_design_read_next(&v->space->base, v->overrides, count, &v->texts, &design, &faults);
    if (status != NOC_OK) {
        explain(o, NOC_STATE_INVALID, &faults);
        noc_diag_clear(&faults);
        return status == NOC_EFAILED ? noc_fail_memory(diag) : NOC_OK;
    }
    noc_diag_clear(&faults);
    status = evaluate(v, design, o, diag);
    if (status == NOC_OK && o->answered) {
        o->overrides = json_of(v->overrides, count);
        if (v->columns) o->settings = noc_settings_text(v->columns, design);
        if (!o->overrides || (v->columns && !o->settings)) status = noc_fail_memory(diag);
    }
    noc_design_free(design);
    return status;
}

/* ---- figures wanted by a space -------------------------------------------------------------- */

/* Search for one design with each figure of a space. */
typedef struct looking {
    const noc_space *space;
    bool *found;
    const char **why; /* reasons for the missing figures in the last design; NULL: none */
    bool told[NOC_METRICS];
    size_t left;
} looking;

static void look_at(looking *l, const noc_system *system)
{
    const double load = l->space->load.form == NOC_LOAD_NONE ? NAN : 1.0;
    for (int id = 0; id < NOC_METRICS; id++)
        l->told[id] |= !noc_estimate_lacks(system, load, (noc_metric_id)id);
    for (size_t i = 0; i < l->space->figure_count; i++) {
        if (l->found[i]) continue;
        l->why[i] = noc_estimate_lacks(system, load, l->space->figures[i].metric);
        l->found[i] = !l->why[i];
        l->left -= l->found[i];
    }
}

static void look_at_position(looking *l, noc_evaluator *v, uint64_t position)
{
    noc_diag ignored = {0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    const size_t count = noc_space_pick(v->space, position, v->overrides);
    if (noc_design_read_next(&v->space->base, v->overrides, count, &v->texts, &design, &ignored) ==
            NOC_OK &&
        noc_system_compile_kept(design, &v->kept, &system, &ignored) == NOC_OK)
        look_at(l, system);
    noc_system_free(system);
    noc_design_free(design);
    noc_diag_clear(&ignored);
}

static noc_status complain(const looking *l, size_t i, noc_diag *diag)
{
    const noc_space_figure *f = &l->space->figures[i];
    const char *name = noc_metric_info_of(f->metric)->name;
    noc_nearest near = {.wanted = name};
    for (int id = 0; id < NOC_METRICS; id++)
        if (l->told[id]) noc_nearest_try(&near, noc_metric_info_of((noc_metric_id)id)->name);
    const char *other = noc_nearest_name(&near);
    return noc_fail(diag, NOC_EINPUT, (noc_place){l->space->file, f->line},
                    "figures: no design of the space has %s: %s%s%s%s", name, l->why[i],
                    other ? "; did you mean '" : "", other ? other : "", other ? "'?" : "");
}

noc_status noc_space_check_figures(const noc_space *space, noc_diag *diag)
{
    enum { LOOKED_AT_MOST = 2000 };
    const uint64_t stride = space->root.size / LOOKED_AT_MOST + 1;
    noc_evaluator v = {.space = space};
    looking l = {.space = space, .left = space->figure_count};
    if (l.left == 0) return NOC_OK;
    v.overrides = calloc(space->overrides_most + 1, sizeof *v.overrides);
    l.found = calloc(l.left, sizeof *l.found);
    l.why = calloc(l.left, sizeof *l.why);
    noc_status status = v.overrides && l.found && l.why ? NOC_OK : noc_fail_memory(diag);
    for (uint64_t at = 0; status == NOC_OK && at < space->root.size && l.left > 0; at += stride)
        look_at_position(&l, &v, at);
    for (size_t i = 0; status == NOC_OK && stride == 1 && i < space->figure_count; i++)
        if (!l.found[i] && l.why[i]) status = complain(&l, i, diag);
    noc_evaluator_clear(&v);
    free(l.found);
    free(l.why);
    return status;
}

void noc_outcome_clear(noc_outcome *o)
{
    free(o->overrides);
    free(o->settings);
    o->overrides = o->settings = NULL;
}

void noc_evaluator_clear(noc_evaluator *v)
{
    noc_config_memory_clear(&v->texts);
    forget(v);
    free(v->overrides);
    v->overrides = NULL;
}
