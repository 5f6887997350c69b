/* hybrid/answers/explain/explanation.h: tree that explains a figure by its parts. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLANATION_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLANATION_H

#include "base/arena.h"
#include "hybrid/answers/figures/answer.h"

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

#endif
