/* hybrid/answers/explain/explain_loop.h: IPC. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_LOOP_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_LOOP_H

#include "hybrid/answers/explain/explainer.h"

/* Adds a tree below `parent` (-1: it is the root). */
noc_status noc_explain_ipc(const noc_explainer *x, noc_explanation *e, int parent, noc_diag *diag);

#endif
