/* hybrid/answers/explain/explain_eager.h: where the makespan of a batch comes from. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_EAGER_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_EAGER_H

#include "hybrid/answers/explain/explainer.h"
#include "hybrid/answers/explain/explanation.h"

/* Whether the makespan is that of a batch. */
bool noc_explains_batch(const noc_explainer *explainer);

/* NOC_EFAILED when out of memory. */
noc_status noc_explain_batch(const noc_explainer *explainer, noc_explanation *explanation,
                             int parent, noc_diag *diag);

#endif
