/* hybrid/answers/explain/explain_energy.h: explanation of the energy of clusters' tables and
 * memories beside the network, and of the energy of the whole system. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_ENERGY_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_ENERGY_H

#include "hybrid/answers/explain/explain.h"

/* True if a metric is explained here. */
bool noc_is_memory_energy(noc_metric_id metric);

/* Adds a tree below `parent` (-1: the root). NOC_EFAILED when out of memory. */
noc_status noc_explain_energy(const noc_explainer *x, noc_explanation *e, int parent,
                              noc_metric_id metric, noc_diag *diag);

#endif
