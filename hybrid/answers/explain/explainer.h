/* hybrid/answers/explain/explainer.h: tree that explains a figure by its parts, and the inputs that
 * all explanations of a design share. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAINER_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAINER_H

#include <stdbool.h>
#include <stddef.h>

#include "analytic/curve/corrected_model.h"
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
    bool failed; /* an addition failed: out of memory */
} noc_explanation;

/* Adds a node below `parent` (-1: the root). Returns its position; when out of memory sets
 * e->failed and returns `parent`. */
int noc_explanation_add(noc_explanation *e, int parent, noc_tree_operation operation,
                        const char *name, double value, const char *unit, const char *source,
                        const char *formula, ...) __attribute__((format(printf, 8, 9)));
void noc_explanation_clear(noc_explanation *e);

const char *noc_tree_operation_name(
    noc_tree_operation operation); /* name: "leaf", "sum", "product", "ratio" */

typedef struct noc_explainer {
    const noc_system *system;           /* system to explain; borrowed */
    const noc_calibration *calibration; /* calibration of the model; borrowed; NULL: none */
    noc_estimate estimate;              /* the model's estimate: values of the roots */
    noc_model *model;
    noc_corrected_model corrected; /* the corrected model that made the estimate */
    noc_breakdown breakdown;
} noc_explainer;

/* Estimates a design and prepares its explanations. `calibration` NULL: the model as derived.
 * `load`: flits per cycle of an injecting node; NAN: figures at a load are missing. */
noc_status noc_explainer_make(const noc_system *system, const noc_calibration *calibration,
                              double load, noc_explainer *explainer, noc_diag *diag);
void noc_explainer_clear(noc_explainer *explainer);

#endif
