/* tests/oracles/explanation_sums.h: the value of a part of an explanation, made of its children's
 * values anew. */
#ifndef NOC_TESTS_ORACLES_EXPLANATION_SUMS_H
#define NOC_TESTS_ORACLES_EXPLANATION_SUMS_H

#include "hybrid/answers/explain/explain.h"

/* Sum, product or ratio of the values of the node's children; NAN for a leaf. Equal to the node's
 * own value but for rounding. */
double oracle_explanation_made(const noc_explanation *e, int node);

#endif
