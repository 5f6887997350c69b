/* explore/front/candidates.h: the designs of a store as points of objectives: measured values where
 * there are samples, model answers elsewhere, and intervals for both. */
#ifndef NOC_EXPLORE_FRONT_CANDIDATES_H
#define NOC_EXPLORE_FRONT_CANDIDATES_H

#include "explore/front/front.h"
#include "explore/front/learn.h"
#include "explore/store/store_read.h"
#include "hybrid/answers/explain/contrast.h"

/* Comparison of the routers' clock with the design's clock, by the routers' value, not by an end of
 * the interval. */
typedef enum noc_reach { NOC_REACH_WITHIN, NOC_REACH_UNKNOWN, NOC_REACH_BEYOND } noc_reach;

/* Number of designs with each reach, and the range of clocks (MHz) that the routers of the designs
 * beyond reach attain. */
typedef struct noc_reaches {
    size_t counts[3];
    double least_mhz, most_mhz;
} noc_reaches;

/* Permission for designs to race although their cost or their clock flatters them. */
typedef struct noc_allowance {
    bool overclock; /* clocks (MHz) above the routers' reach are allowed */
    /* parts without a price in any source are allowed, beside designs without such parts
     * (unpriced.h) */
    bool unpriced;
} noc_allowance;

/* One design: the model's answer and the sample. */
typedef struct noc_candidate {
    const noc_entry *model, *sample; /* entries of the design, borrowed; one of them may be NULL */
} noc_candidate;

/* Designs of a store and their front. The front is computed over the first `racing` designs. */
typedef struct noc_candidates {
    noc_candidate *list;
    noc_front_point *points;
    noc_front_mark *marks;
    double *odds; /* probability of each design to be on the front (noc_front_odds) */
    size_t count;
    size_t racing; /* designs that race, first in `list`; the others are excluded by `allowed` */
    noc_allowance allowed;
    bool priced_alike; /* all designs or none have unpriced parts, or cost is no objective */
    size_t unpriced;   /* designs with unpriced parts, where other designs have none */
    const char *unpriced_first; /* parts of the first of these designs; borrowed from its entry */
    uint64_t incomplete;        /* designs left out because an objective is missing */
    noc_reaches reaches;        /* counts of reaches over all designs */
    noc_objectives objectives;
    /* costs of all designs share one scale: their intervals are against `centre`, the mean of
     * all */
    bool paired;
    noc_metric centre[NOC_METRICS];
    noc_cost_scale scale;
    /* relative half-width where the model has no interval and nothing was learned */
    double model_error;
    /* correction of each design, where learned[].measured > 0 */
    noc_correction *corrections[NOC_OBJECTIVES_MOST];
    noc_learned learned[NOC_OBJECTIVES_MOST];
} noc_candidates;

/* Relative half-width of the model's intervals where neither a calibration nor measurements give
 * one. accuracy.md has errors of saturation up to 20 %; designs near a front are the designs for
 * which the model is most optimistic, and err further. */
#define NOC_MODEL_ERROR 0.3

/* Finds the designs of the entries, and the front of the designs allowed to race. The entries must
 * outlive the candidates. The caller clears *candidates. */
noc_status noc_candidates_find(const noc_entries *entries, const noc_objectives *objectives,
                               double model_error, noc_allowance allowed,
                               noc_candidates *candidates, noc_diag *diag);
void noc_candidates_clear(noc_candidates *candidates);

/* Computes points and marks anew, after new corrections. */
noc_status noc_candidates_mark(noc_candidates *candidates, noc_diag *diag);

/* Fills the odds from the marks, which takes long: 0 for designs whose odds do not count. */
noc_status noc_candidates_weigh(noc_candidates *candidates, noc_diag *diag);

/* A metric of a design: the measured value with its interval where there is one, else the model's,
 * corrected for objectives by the learned corrections. Intervals of costs are against the other
 * designs where these are `paired`. */
noc_metric noc_candidate_metric(const noc_candidates *candidates, const noc_candidate *candidate,
                                noc_metric_id id, bool *measured);

/* A metric of a design like noc_candidate_metric, but with an interval against the truth. */
noc_metric noc_candidate_absolute(const noc_candidates *candidates, const noc_candidate *candidate,
                                  noc_metric_id id);

/* True if the metric's interval is no more than the stated model error. */
bool noc_candidate_is_stated(const noc_candidates *candidates, const noc_candidate *candidate,
                             noc_metric_id id);

/* The entry that has the design's hash, overrides and source. */
const noc_entry *noc_candidate_entry(const noc_candidate *candidate);

/* True if the design's cost is comparable with the other designs': false if it has unpriced parts
 * and other designs have none. */
bool noc_candidate_is_priced(const noc_candidates *all, const noc_candidate *candidate);

/* True if the design is excluded from the race by its clock. */
bool noc_candidate_is_overclocked(const noc_candidates *all, const noc_candidate *candidate);

noc_reach noc_candidate_reach(const noc_candidate *candidate);

/* True if every objective that a sample can measure was measured: nothing is left to sample. */
bool noc_candidate_measured(const noc_candidates *candidates, const noc_candidate *candidate);

/* True if a sample can measure some objective, and every such objective was measured. */
bool noc_candidate_sampled(const noc_candidates *candidates, const noc_candidate *candidate);

/* Least probability to be on the front at which a design counts as possible. */
#define NOC_ODDS_COUNTED 0.01

/* True if a design is not on the front by value, but possibly, with odds that count. */
bool noc_candidate_possible(const noc_candidates *candidates, size_t position);

/* Membership by the design's mark; NOC_FRONT_OFF where the odds do not count. */
noc_membership noc_candidate_membership(const noc_candidates *candidates, size_t position);

/* Learns corrections of the model's answers from the measured designs (learn.h), with intervals of
 * `confidence` in place of the model's own; then marks anew. */
noc_status noc_candidates_learn(noc_candidates *candidates, double confidence, noc_diag *diag);

/* True if some objective has learned corrections. */
bool noc_candidates_learned(const noc_candidates *candidates);

/* The design whose hash starts with `id` (a leading "d-" is ignored). NOC_EUSAGE if no design, or
 * several, match. */
noc_status noc_candidates_by_id(const noc_candidates *candidates, const char *id, size_t *index,
                                noc_diag *diag);

enum { NOC_SHORT_ID_CHARS = 8 };

#endif
