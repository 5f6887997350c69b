/* hybrid/explanations/explain.h: explains the model's figures of a design, one metric after the other. */
#ifndef NOC_HYBRID_EXPLANATIONS_EXPLAIN_H
#define NOC_HYBRID_EXPLANATIONS_EXPLAIN_H

#include "analytic/adjusted.h"
#include "hybrid/discrepancy/calibrate.h"
#include "hybrid/explanations/breakdown.h"
#include "hybrid/explanations/explanation.h"

/* What all explanations of a design draw on. */
typedef struct noc_explainer {
    const noc_system *system;           /* borrowed */
    const noc_calibration *calibration; /* borrowed; NULL: none */
    noc_estimate estimate;              /* of the model; the roots' values */
    noc_model *model;
    noc_adjusted adjusted; /* the model, with what the estimate has */
    noc_breakdown breakdown;
} noc_explainer;

/* Without a calibration (NULL) of the model as derived. `load` in flits per cycle of an injecting
 * node, NAN for none: then what needs one is missing. */
noc_status noc_explainer_make(const noc_system *system, const noc_calibration *calibration,
                              double load, noc_explainer *explainer, noc_diag *diag);
void noc_explainer_clear(noc_explainer *explainer);

/* The caller clears *explanation (noc_explanation_clear). NOC_EFAILED when out of memory. */
noc_status noc_explain(const noc_explainer *explainer, noc_metric_id metric,
                       noc_explanation *explanation, noc_diag *diag);

/* The metrics to explain when none is named, in order; NOC_METRICS past the end. */
noc_metric_id noc_explained_metric(const noc_explainer *explainer, size_t i);

/* ---- for the files of explanations: each adds a tree below `parent` and returns its root ----- */

int noc_explain_zero_load(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_latency(const noc_explainer *x, noc_explanation *e, int parent); /* as people ask */
int noc_explain_packet(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_class(const noc_explainer *x, noc_explanation *e, int parent, noc_class class);
int noc_explain_hops(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_saturation(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_delivered(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_delivered_at_load(const noc_explainer *x, noc_explanation *e, int parent);
/* A latency in ns or a rate in GB/s: `of` explains the same in cycles. */
int noc_explain_at_clock(const noc_explainer *x, noc_explanation *e, noc_metric_id metric,
                         int (*of)(const noc_explainer *x, noc_explanation *e, int parent));
int noc_explain_saturation_bytes(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_cost(const noc_explainer *x, noc_explanation *e, int parent, noc_metric_id metric);
int noc_explain_clock(const noc_explainer *x, noc_explanation *e, int parent);
noc_status noc_explain_ipc(const noc_explainer *x, noc_explanation *e, int parent, noc_diag *diag);
int noc_explain_throughput(const noc_explainer *x, noc_explanation *e, int parent);

#endif
