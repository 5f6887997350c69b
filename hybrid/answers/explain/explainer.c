#include "hybrid/answers/explain/explainer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "hybrid/answers/estimate.h"

/* ---- the tree ------------------------------------------------------------------------------- */

static bool reserve_node(noc_explanation *e)
{
    if (e->count < e->capacity) return true;
    const size_t wanted = e->capacity ? 2 * e->capacity : 32;
    noc_tree_node *grown = realloc(e->nodes, wanted * sizeof *grown);
    if (!grown) return false;
    e->nodes = grown;
    e->capacity = wanted;
    return true;
}

int noc_explanation_add(noc_explanation *e, int parent, noc_tree_operation operation,
                        const char *name, double value, const char *unit, const char *source,
                        const char *formula, ...)
{
    if (!reserve_node(e)) {
        e->failed = true;
        return parent;
    }
    noc_tree_node *node = &e->nodes[e->count];
    *node = (noc_tree_node){
        .value = value, .unit = unit, .operation = operation, .source = source, .parent = parent};
    node->depth = parent >= 0 ? e->nodes[parent].depth + 1 : 0;
    snprintf(node->name, sizeof node->name, "%s", name);
    va_list arguments;
    va_start(arguments, formula);
    vsnprintf(node->formula, sizeof node->formula, formula, arguments);
    va_end(arguments);
    return (int)e->count++;
}

void noc_explanation_clear(noc_explanation *e)
{
    free(e->nodes);
    *e = (noc_explanation){0};
}

const char *noc_tree_operation_name(noc_tree_operation operation)
{
    static const char *const names[] = {"leaf", "sum", "product", "ratio"};
    return names[operation];
}

/* ---- the explainer -------------------------------------------------------------------------- */

noc_status noc_explainer_make(const noc_system *system, const noc_calibration *calibration,
                              double load, noc_explainer *x, noc_diag *diag)
{
    *x = (noc_explainer){.system = system, .calibration = calibration};
    noc_status status =
        noc_estimate_calibrated(system, calibration, load, NULL, &x->estimate, diag);
    if (status == NOC_OK)
        status = noc_breakdown_make(system, calibration, load, NAN, &x->breakdown, diag);
    if (status != NOC_OK) return status;
    x->model = noc_model_new(system);
    if (!x->model) {
        noc_explainer_clear(x);
        return noc_fail_memory(diag);
    }
    x->corrected = noc_calibration_correct(system, x->model, calibration);
    return NOC_OK;
}

void noc_explainer_clear(noc_explainer *x)
{
    noc_breakdown_clear(&x->breakdown);
    noc_model_free(x->model);
    *x = (noc_explainer){0};
}
