/* hybrid/answers/explain/explain.h: tree that explains a figure by its parts, and the inputs that
 * all explanations of a design share. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "analytic/curve/corrected_model.h"
#include "base/arena.h"
#include "hybrid/answers/explain/breakdown.h"
#include "hybrid/answers/figures/answer.h"
#include "hybrid/correction/calibration/calibration.h"

/* Operation that computes a node's value from its children. */
typedef enum noc_tree_operation {
    NOC_TREE_LEAF, /* no children: a count, a setting, a table's figure, a step of the model */
    NOC_TREE_SUM,
    NOC_TREE_PRODUCT,
    NOC_TREE_RATIO, /* value of the first child over that of the second */
} noc_tree_operation;

typedef struct noc_tree_node {
    char name[64];
    double value;
    const char *unit;
    noc_tree_operation operation;
    char formula[160];
    const char *source; /* origin of the value: file and section, or paper; "": the parent's */
    int parent;         /* position of the parent, smaller than the node's own; -1: the root */
    int depth;
} noc_tree_node;

typedef struct noc_explanation {
    noc_metric_id metric;
    /* reason why the metric is missing; the tree is then a root alone; NULL: not missing */
    const char *reason;
    noc_tree_node *nodes; /* nodes, the root first, children after their parents */
    size_t count, capacity;
    noc_arena *arena; /* memory of the nodes: the explainer's */
} noc_explanation;

/* Adds a node below `parent` (-1: the root). Returns its position; `parent` when out of memory. */
int noc_explanation_add(noc_explanation *e, int parent, noc_tree_operation operation,
                        const char *name, double value, const char *unit, const char *source,
                        const char *formula, ...) __attribute__((format(printf, 8, 9)));

/* Adds a leaf or an operation, with the name and all that follows it. */
#define NOC_LEAF(e, parent, ...)    noc_explanation_add(e, parent, NOC_TREE_LEAF, __VA_ARGS__)
#define NOC_SUM(e, parent, ...)     noc_explanation_add(e, parent, NOC_TREE_SUM, __VA_ARGS__)
#define NOC_PRODUCT(e, parent, ...) noc_explanation_add(e, parent, NOC_TREE_PRODUCT, __VA_ARGS__)
#define NOC_RATIO(e, parent, ...)   noc_explanation_add(e, parent, NOC_TREE_RATIO, __VA_ARGS__)

const char *noc_tree_operation_name(
    noc_tree_operation operation); /* name: "leaf", "sum", "product", "ratio" */

typedef struct noc_explainer {
    const noc_system *system;           /* system to explain; borrowed */
    const noc_calibration *calibration; /* calibration of the model; borrowed; NULL: none */
    noc_estimate estimate;              /* the model's estimate: values of the roots */
    noc_model *model;
    noc_corrected_model corrected; /* the corrected model that made the estimate */
    noc_breakdown breakdown;
    noc_arena arena; /* memory of the breakdown and of all explanations */
} noc_explainer;

/* Estimates a design and prepares its explanations. `calibration` NULL: the model as derived.
 * `load`: flits per cycle of an injecting node; NAN: figures at a load are missing. The caller
 * clears *explainer in either case. */
noc_status noc_explainer_make(const noc_system *system, const noc_calibration *calibration,
                              double load, noc_explainer *explainer, noc_diag *diag);
void noc_explainer_clear(noc_explainer *explainer);

/* Explains a metric, in the explainer's memory. NOC_EFAILED when out of memory. */
noc_status noc_explain(noc_explainer *explainer, noc_metric_id metric, noc_explanation *explanation,
                       noc_diag *diag);

/* Metric number i to explain when the user names none; NOC_METRICS past the end. */
noc_metric_id noc_explain_default_metric(const noc_explainer *explainer, size_t i);

#endif
