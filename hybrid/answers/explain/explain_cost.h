/* hybrid/answers/explain/explain_cost.h: explanation of areas, power and clock, payload and data,
 * and throughput per area. Each function adds a tree below `parent` (-1: the root) and returns the
 * tree's root. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_COST_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_COST_H

#include "hybrid/answers/explain/explain.h"

/* Explains payload in bytes per cycle, at saturation and at the load. */
int noc_explain_delivered(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_delivered_at_load(const noc_explainer *x, noc_explanation *e, int parent);

/* Explains data in bytes per cycle, at saturation and at the load. */
int noc_explain_data(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_data_at_load(const noc_explainer *x, noc_explanation *e, int parent);

/* Explains a latency in ns, or a rate in GB/s, at the root. `explain_cycles` explains the same
 * figure in cycles, or in bytes per cycle. */
int noc_explain_at_clock(const noc_explainer *x, noc_explanation *e, noc_metric_id metric,
                         int (*explain_cycles)(const noc_explainer *x, noc_explanation *e,
                                               int parent));

/* Explains an area or a power that is a sum over parts of the networks, at the root. False: the
 * metric is no such sum. */
bool noc_explain_part_sum(const noc_explainer *x, noc_explanation *e, noc_metric_id metric);

int noc_explain_chip(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_power(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_clock(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_bit_energy(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_throughput(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_data_throughput(const noc_explainer *x, noc_explanation *e, int parent);

#endif
