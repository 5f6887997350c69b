/* hybrid/answers/explain/explain_loop.h: explanation of the IPC of a closed loop, and of the
 * makespan of a batch. Each function adds a tree below `parent` (-1: the root). */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_LOOP_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_LOOP_H

#include "hybrid/answers/explain/explain.h"

noc_status noc_explain_ipc(const noc_explainer *x, noc_explanation *e, int parent, noc_diag *diag);

/* True if the makespan is that of a batch. */
bool noc_is_batch_makespan(const noc_explainer *x);

/* Explains the makespan of a batch. NOC_EFAILED when out of memory. */
noc_status noc_explain_batch(const noc_explainer *x, noc_explanation *e, int parent,
                             noc_diag *diag);

#endif
