/* hybrid/answers/explain/explain.h: explanations of a design's figures, and the inputs that they
 * share. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "analytic/curve/corrected_model.h"
#include "base/arena.h"
#include "hybrid/answers/explain/breakdown.h"
#include "hybrid/answers/explain/explanation.h"
#include "hybrid/answers/figures/answer.h"
#include "hybrid/correction/calibration/calibration.h"

typedef struct noc_explainer {
    const noc_system *system;           /* system to explain; borrowed */
    const noc_calibration *calibration; /* calibration of the model; borrowed; NULL: none */
    noc_estimate estimate;              /* the model's estimate: values of the roots */
    noc_model *model;
    noc_corrected_model corrected; /* the corrected model that made the estimate */
    noc_breakdown breakdown;
    noc_arena arena; /* memory of the breakdown and of all explanations */
} noc_explainer;

/* Estimates a design and prepares its explanations. `calibration` NULL: the model as derived.
 * `load`: flits per cycle of an injecting node; NAN: figures at a load are missing. The caller
 * clears *explainer in either case. */
noc_status noc_explainer_make(const noc_system *system, const noc_calibration *calibration,
                              double load, noc_explainer *explainer, noc_diag *diag);
void noc_explainer_clear(noc_explainer *explainer);

/* Explains a metric, in the explainer's memory. NOC_EFAILED when out of memory. */
noc_status noc_explain(noc_explainer *explainer, noc_metric_id metric, noc_explanation *explanation,
                       noc_diag *diag);

/* Metric number i to explain when the user names none; NOC_METRICS past the end. */
noc_metric_id noc_explain_default_metric(const noc_explainer *explainer, size_t i);

#endif
