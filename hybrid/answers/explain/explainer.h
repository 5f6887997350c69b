/* hybrid/answers/explain/explainer.h: what all explanations of a design draw on. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAINER_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAINER_H

#include "analytic/curve/corrected_model.h"
#include "hybrid/answers/explain/breakdown.h"
#include "hybrid/answers/explain/explanation.h"
#include "hybrid/correction/calibration/calibration.h"

typedef struct noc_explainer {
    const noc_system *system;           /* borrowed */
    const noc_calibration *calibration; /* borrowed; NULL: none */
    noc_estimate estimate;              /* of the model; the roots' values */
    noc_model *model;
    noc_corrected_model corrected; /* the model, with what the estimate has */
    noc_breakdown breakdown;
} noc_explainer;

/* Without a calibration (NULL) of the model as derived. `load` in flits per cycle of an injecting
 * node, NAN for none: then what needs one is missing. */
noc_status noc_explainer_make(const noc_system *system, const noc_calibration *calibration,
                              double load, noc_explainer *explainer, noc_diag *diag);
void noc_explainer_clear(noc_explainer *explainer);

#endif
