/* hybrid/answers/explain/explainer.h: explanation of a figure as a tree of its parts, and the
 * shared inputs of all explanations of a design. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAINER_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAINER_H

#include <stdbool.h>
#include <stddef.h>

#include "analytic/curve/corrected_model.h"
#include "hybrid/answers/explain/breakdown.h"
#include "hybrid/answers/figures/answer.h"
#include "hybrid/correction/calibration/calibration.h"

/* Ways in which a node's children make its value. */
typedef enum noc_making {
    NOC_MADE_LEAF, /* no children: a count, a setting, a table's figure, a step of the model */
    NOC_MADE_SUM,
    NOC_MADE_PRODUCT,
    NOC_MADE_RATIO, /* value of the first child over the second's */
} noc_making;

typedef struct noc_node {
    char name[64];
    double value;
    const char *unit;
    noc_making making;
    char formula[160];
    const char *source; /* origin of the value: file and section, or paper; "": the parent's */
    int parent;         /* number of the parent node, -1 for the root; always before its children */
    int depth;
} noc_node;

typedef struct noc_explanation {
    noc_metric_id metric;
    const char *why; /* reason of a missing metric, whose tree is a root alone; else NULL */
    noc_node *nodes; /* nodes, the root first, children after their parents */
    size_t count, capacity;
    bool failed; /* an addition failed: out of memory */
} noc_explanation;

/* Adds a node below `parent` (-1: the root) and returns its number. */
int noc_explanation_add(noc_explanation *e, int parent, noc_making making, const char *name,
                        double value, const char *unit, const char *source, const char *formula,
                        ...) __attribute__((format(printf, 8, 9)));
void noc_explanation_clear(noc_explanation *e);

const char *noc_making_name(noc_making making); /* name: "leaf", "sum", "product", "ratio" */

typedef struct noc_explainer {
    const noc_system *system;           /* system to explain; borrowed */
    const noc_calibration *calibration; /* calibration of the model; borrowed; NULL: none */
    noc_estimate estimate;              /* the model's estimate: values of the roots */
    noc_model *model;
    noc_corrected_model corrected; /* the model with its correction, as the estimate used it */
    noc_breakdown breakdown;
} noc_explainer;

/* Explains the model with a calibration; NULL: the model as derived. `load` in flits per cycle of
 * an injecting node, NAN for none: then figures at a load are missing. */
noc_status noc_explainer_make(const noc_system *system, const noc_calibration *calibration,
                              double load, noc_explainer *explainer, noc_diag *diag);
void noc_explainer_clear(noc_explainer *explainer);

#endif
