/* explore/candidates.h: the designs of a store as points of objectives: what was measured in place of what
 * the model says, and intervals for both. */
#ifndef NOC_EXPLORE_CANDIDATES_H
#define NOC_EXPLORE_CANDIDATES_H

#include "explore/front.h"
#include "explore/store.h"

/* One design. */
typedef struct noc_candidate {
    const noc_entry *model, *sample; /* borrowed; one of them may be NULL */
} noc_candidate;

/* How model answers without intervals of their own get one: value * exp(centre -+ half). */
typedef struct noc_correction {
    double centre, half;
    size_t measured; /* designs that it was learned from; 0: stated by the user */
} noc_correction;

typedef struct noc_candidates {
    noc_candidate *list;
    noc_front_point *points;
    noc_front_mark *marks;
    size_t count;
    uint64_t incomplete; /* designs left out because an objective is missing */
    noc_objectives objectives;
    noc_correction corrections[NOC_METRICS];
} noc_candidates;

/* Half-width of the model's intervals where nothing better is known. README has errors of saturation up to 20 %;
 * designs near a front are those that the model is kindest to, and are further off (te13.space: 30 %). */
#define NOC_MODEL_ERROR 0.3

/* Whether model and sample give the same: costs, and what follows from the graph alone. */
bool noc_metric_is_exact(noc_metric_id id);

/* Finds the designs of the entries and their front. The entries must outlive the candidates. The caller
 * clears them. */
noc_status noc_candidates_find(const noc_entries *entries, const noc_objectives *objectives,
                               double model_error, noc_candidates *candidates, noc_diag *diag);
void noc_candidates_clear(noc_candidates *candidates);

/* Points and marks anew, after new corrections. */
noc_status noc_candidates_mark(noc_candidates *candidates, noc_diag *diag);

/* A metric of a design: measured if it was, with its interval. */
noc_metric noc_candidate_metric(const noc_candidates *candidates, const noc_candidate *candidate,
                                noc_metric_id id, bool *measured);

/* The entry that tells hash, overrides and source. */
const noc_entry *noc_candidate_entry(const noc_candidate *candidate);

/* Whether every objective that a sample can tell was measured. */
bool noc_candidate_measured(const noc_candidates *candidates, const noc_candidate *candidate);

/* Learns centre and half-width from the designs that were measured, so that the share `confidence` of
 * them lies inside (split conformal: the ceil((n+1) c)-th smallest deviation; below c/(1-c) designs the
 * stated error stays). */
void noc_candidates_learn(noc_candidates *candidates, double confidence, double model_error);

/* The design whose hash starts with `id` ("d-" before it is ignored). NOC_EUSAGE if none or several do. */
noc_status noc_candidates_by_id(const noc_candidates *candidates, const char *id, size_t *index,
                                noc_diag *diag);

enum { NOC_SHORT_ID_CHARS = 8 };

#endif
