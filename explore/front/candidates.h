/* explore/front/candidates.h: the designs of a store as points of objectives: what was measured in
 * place of what the model says, and intervals for both. */
#ifndef NOC_EXPLORE_FRONT_CANDIDATES_H
#define NOC_EXPLORE_FRONT_CANDIDATES_H

#include "explore/front/front.h"
#include "explore/front/learn.h"
#include "explore/store/store_read.h"
#include "hybrid/answers/explain/contrast.h"

/* Routers reach their design's clock by the value, not by an end of its interval. */
typedef enum noc_reach { NOC_REACH_WITHIN, NOC_REACH_UNKNOWN, NOC_REACH_BEYOND } noc_reach;

/* Designs of each, and the clocks that the routers of those beyond reach. */
typedef struct noc_reaches {
    size_t counts[3];
    double least_mhz, most_mhz;
} noc_reaches;

/* Designs that race although their cost or their speed flatters them. */
typedef struct noc_allowance {
    bool overclock; /* clocks above what routers reach are allowed */
    bool unpriced;  /* parts that no source prices are, beside designs without them (unpriced.h) */
} noc_allowance;

/* One design. */
typedef struct noc_candidate {
    const noc_entry *model, *sample; /* borrowed; one of them may be NULL */
} noc_candidate;

/* A front is that of the first `racing` designs. */
typedef struct noc_candidates {
    noc_candidate *list;
    noc_front_point *points;
    noc_front_mark *marks;
    double *odds; /* probability of being on the front (noc_front_odds) */
    size_t count;
    size_t racing; /* the others are not allowed to */
    noc_allowance allowed;
    bool priced_alike; /* all or none have what no source prices, or cost is no objective */
    size_t unpriced;   /* designs with what no source prices, where others lack that */
    const char *unpriced_first; /* parts of the first of these designs; borrowed from its entry */
    uint64_t incomplete;        /* designs left out because an objective is missing */
    noc_reaches reaches;        /* counts over all designs */
    noc_objectives objectives;
    /* costs of all share one scale: their intervals are against `centre`, the mean of them */
    bool paired;
    noc_metric centre[NOC_METRICS];
    noc_cost_scale scale;
    double model_error; /* half-width where the model tells none and nothing was learned, a share */
    noc_correction *corrections[NOC_OBJECTIVES_MOST]; /* of each design, where learned[].measured */
    noc_learned learned[NOC_OBJECTIVES_MOST];
} noc_candidates;

/* Half-width of the model's intervals where neither a calibration nor measurements tell it.
 * accuracy.md has errors of saturation up to 20 %; designs near a front are those that the model is
 * kindest to, and are further off. */
#define NOC_MODEL_ERROR 0.3

/* Finds the designs of the entries and the front of those that are allowed on it. The entries must
 * outlive the candidates. The caller clears them. */
noc_status noc_candidates_find(const noc_entries *entries, const noc_objectives *objectives,
                               double model_error, noc_allowance allowed,
                               noc_candidates *candidates, noc_diag *diag);
void noc_candidates_clear(noc_candidates *candidates);

/* Points and marks anew, after new corrections. */
noc_status noc_candidates_mark(noc_candidates *candidates, noc_diag *diag);

/* Fills the odds, which take a while, from the marks: 0 where they do not count. */
noc_status noc_candidates_weigh(noc_candidates *candidates, noc_diag *diag);

/* A metric of a design: measured if it was, with its interval; of the model's answers, objectives
 * are corrected by what was learned. Intervals of costs are those against the other designs, where
 * these are `paired`. */
noc_metric noc_candidate_metric(const noc_candidates *candidates, const noc_candidate *candidate,
                                noc_metric_id id, bool *measured);

/* The same with an interval against the truth. */
noc_metric noc_candidate_absolute(const noc_candidates *candidates, const noc_candidate *candidate,
                                  noc_metric_id id);

/* True if its interval is no more than the stated model error. */
bool noc_candidate_is_stated(const noc_candidates *candidates, const noc_candidate *candidate,
                             noc_metric_id id);

/* The entry that tells hash, overrides and source. */
const noc_entry *noc_candidate_entry(const noc_candidate *candidate);

/* True if the design's cost compares with that of the others: false where it has what no source
 * prices, and others do not. */
bool noc_candidate_is_priced(const noc_candidates *all, const noc_candidate *candidate);

/* True if the design does not race for its clock. */
bool noc_candidate_is_overclocked(const noc_candidates *all, const noc_candidate *candidate);

noc_reach noc_candidate_reach(const noc_candidate *candidate);

/* True if every objective that a sample can tell was measured: nothing is left to be sampled. */
bool noc_candidate_measured(const noc_candidates *candidates, const noc_candidate *candidate);

/* True if a sample can tell an objective, and every such objective was measured. */
bool noc_candidate_sampled(const noc_candidates *candidates, const noc_candidate *candidate);

/* Designs that are less probably on the front do not count as possible. */
#define NOC_ODDS_COUNTED 0.01

/* True if a design may be on the front, though it is not by value, with odds that count. */
bool noc_candidate_possible(const noc_candidates *candidates, size_t position);

/* The membership of its mark, but off where the odds do not count. */
noc_membership noc_candidate_membership(const noc_candidates *candidates, size_t position);

/* Learns from the designs that were measured what to correct the model's answers by (learn.h), each
 * with an interval of that confidence, in place of the intervals that the model has by itself; then
 * marks anew. */
noc_status noc_candidates_learn(noc_candidates *candidates, double confidence, noc_diag *diag);

/* True if some objective is corrected by what was learned. */
bool noc_candidates_learned(const noc_candidates *candidates);

/* The design whose hash starts with `id` ("d-" before it is ignored). NOC_EUSAGE if none or several
 * do. */
noc_status noc_candidates_by_id(const noc_candidates *candidates, const char *id, size_t *index,
                                noc_diag *diag);

enum { NOC_SHORT_ID_CHARS = 8 };

#endif
