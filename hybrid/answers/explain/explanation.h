/* hybrid/answers/explain/explanation.h: where a figure comes from: a tree of the parts that make
 * it. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLANATION_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLANATION_H

#include <stdbool.h>
#include <stddef.h>

#include "hybrid/answers/figures/answer.h"

/* How a node's children make its value. */
typedef enum noc_making {
    NOC_MADE_LEAF, /* it has none: a count, a setting, a table's figure, a step of the model */
    NOC_MADE_SUM,
    NOC_MADE_PRODUCT,
    NOC_MADE_RATIO, /* the first over the second */
} noc_making;

typedef struct noc_node {
    char name[64];
    double value;
    const char *unit;
    noc_making making;
    char formula[160];
    const char *source; /* where it comes from: file and section, or paper; "" as its parent */
    int parent;         /* node, -1 of the root; always before its children */
    int depth;
} noc_node;

typedef struct noc_explanation {
    noc_metric_id metric;
    const char *why; /* the metric is missing: the reason, and there is only a root; else NULL */
    noc_node *nodes; /* the root first, children below their parents */
    size_t count, capacity;
    bool failed; /* out of memory at some point */
} noc_explanation;

/* Adds a node below `parent` (-1: the root) and returns its number. */
int noc_explanation_add(noc_explanation *e, int parent, noc_making making, const char *name,
                        double value, const char *unit, const char *source, const char *formula,
                        ...) __attribute__((format(printf, 8, 9)));
void noc_explanation_clear(noc_explanation *e);

const char *noc_making_name(noc_making making); /* "leaf", "sum", "product", "ratio" */

#endif
